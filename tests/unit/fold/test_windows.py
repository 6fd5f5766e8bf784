import pytest

from infold.fold.clausing import clause_spans
from infold.fold.windows import led_spans, window_spans
from infold.text.literals import literals


def windows(text, **options):
    return [text[one.start : one.end] for one in window_spans(text, literals(text), **options)]


def parts(text, **options):
    return [text[one.start : one.end] for one in clause_spans(text, literals(text), **options)]


def test_a_window_says_whose_value_it_is():
    found = windows("The dashboard of the quota builder shows the memory at 360 MB")
    assert "memory at 360 MB" in found
    assert "360 MB" not in found
    assert all(one.strip() == one for one in found)


def test_a_bare_value_stands_with_what_it_counts_only():
    text = "I see 288 timeouts an hour on the archive cache"
    assert "288 timeouts an hour" in windows(text, bare=True)
    assert "288 timeouts an hour" not in windows(text)
    assert "288" not in windows(text, bare=True)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Retries of the gateway come after 1, 3, 5 and 7 days in the north", "1, 3, 5 and 7 days"),
        ("The old server stays up in the cellar until May 14 for the audit", "until May 14"),
        ("The gateway of the office needs at least 30 seconds to start", "at least 30 seconds"),
        ("The hotel of the Malta marathon costs 667 euros a night in June", "667 euros a night"),
        (
            "The extensions there are `pg_trgm`, `btree_gist` and `citext`",
            "`pg_trgm`, `btree_gist`",
        ),
    ],
)
def test_lists_bounds_and_rates_stay_whole(text, whole):
    first = whole.split()[-1].strip("`")
    found = [one for one in windows(text, bare=True) if first in one]
    assert found
    assert all(whole in one for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "The new gateway does not listen on port 5432 today",
        "The gateway might use port 5432 one day",
        "If the gateway listens on port 5432 the audit fails",
        "I would rather pay the 45 euros for the train",
        "Der neue Dienst lauscht nicht auf Port 5432 im Keller",
        "Server yang baru tidak memakai port 5432 di kantor",
        "新的服务器不使用5432端口",
        "新しいサーバーはポート5432を使いません",
        "새 서버는 5432 포트를 사용하지 않습니다",
        "The node with 12 cores does not start on port 5432",
        "Bei Suchprojekt habe ich nicht 28 Einträge gefunden und 5 davon gelöscht",
    ],
)
def test_no_window_leaves_out_what_turns_its_clause(text):
    assert all(one == text for one in windows(text, bare=True))


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (
            "On the Krill quote the log shows 326 attempts and no error.",
            "326 attempts and no error",
        ),
        (
            "Bei Suchprojekt habe ich 28 Einträge gefunden und nichts davon gelöscht",
            "28 Einträge gefunden und nichts davon gelöscht",
        ),
        (
            "Di proyek itu saya menemukan 58 catatan dan tidak menghapusnya.",
            "58 catatan dan tidak menghapusnya",
        ),
    ],
)
def test_what_leads_to_a_value_may_go_where_a_clause_of_its_own_denies(text, rest):
    found = windows(text, bare=True)
    assert rest in found
    denied = rest.split()[-1]
    assert all(one.endswith(denied) for one in found)
    assert all(one == text for one in windows(text)) or rest not in windows(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The gateway answers in 429 ms at the median", "429 ms"),
        ("The gateway of the office takes 71 seconds to start", "71 seconds"),
        ("We saved 69 euros on the way to the north", "69 euros"),
        ("Der Dienst braucht 30 Sekunden zum Start", "30 Sekunden"),
    ],
)
def test_a_value_with_its_unit_may_stand_bare(text, value):
    assert value in windows(text, bare=True)
    assert value not in windows(text)


def test_a_segment_ends_without_its_full_stop():
    text = "The test fails, the worker forgets 325 of its items."
    assert "worker forgets 325 of its items" in windows(text, bare=True)
    assert not any(one.endswith(".") for one in windows(text, bare=True))
    assert not any(one.endswith("。") for one in windows("订单服务的端口是5432。"))


def test_other_segments_of_a_turned_sentence_may_be_cut():
    text = "I see 288 timeouts an hour on the archive cache since 11 June, and nobody changed it"
    found = windows(text, bare=True)
    assert "cache since 11 June" in found
    assert not any("nobody" in one for one in found)


def test_a_label_stays_with_its_value_and_lines_apart():
    text = "customer id of ridge-subscription: HF-4094\nlast contact 292 days ago"
    found = windows(text)
    assert not any("HF-4094" in one and "contact" in one for one in found)
    assert all("ridge-subscription" in one for one in found if "HF-4094" in one)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("By the way, the hotel costs 667 euros.", "the hotel costs 667 euros"),
        ("Übrigens, das Hotel kostet 667 Euro.", "das Hotel kostet 667 Euro"),
        ("Ngomong-ngomong, hotelnya 667 euro.", "hotelnya 667 euro"),
        ("对了，酒店667欧元。", "酒店667欧元"),
        ("ちなみに、ホテルは667ユーロです。", "ホテルは667ユーロです"),
        ("We settled it this morning: We hand it in on 9 April.", "We hand it in on 9 April"),
    ],
)
def test_a_lead_in_can_be_cut(text, rest):
    assert rest in parts(text)


def test_a_label_is_no_lead_in():
    assert all("delivery" in one for one in parts("delivery: 3 days."))


def test_brackets_are_closed():
    text = "The table `seat_events` (171 GB) is kept there since Monday"
    for one in windows(text, bare=True):
        assert one.count("(") == one.count(")")


def test_a_wrapped_line_does_not_end_a_list():
    text = "The extensions that we use are `pg_trgm`, `btree_gist` and\n`citext` in the north"
    assert all("citext" in one for one in windows(text, bare=True) if "pg_trgm" in one)


@pytest.mark.parametrize(
    "text",
    [
        "Bafel-77 hangs in the rack by the door of the cold aisle today.",
        "We moved the media scheduler to the host bafel-77 during the night.",
        "Der Rechner Bafel-77 steht im Regal neben der Tür zum kalten Gang.",
    ],
)
def test_a_number_in_a_name_is_never_quoted_without_it(text):
    inside = literals(text)
    for span in (*window_spans(text, inside, bare=True), *led_spans(text, inside)):
        assert "77" not in text[span.start : span.end] or "afel-77" in text[span.start : span.end]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The ferry to Elba takes 40 guests at most on calm days.", "40 guests at most"),
        ("Die Fähre nach Elba nimmt 40 oder mehr Gäste mit.", "40 oder mehr"),
        ("Feri ke Elba membawa 40 atau lebih setiap pagi.", "40 atau lebih"),
    ],
)
def test_a_bound_behind_a_value_stays_with_it(text, shown):
    spans = [text[s.start : s.end] for s in window_spans(text, literals(text), bare=True)]
    assert spans
    assert all(shown in one for one in spans if "40" in one)


def test_what_leads_to_a_value_is_quoted_from_the_beginning_of_its_clause():
    text = "The repair of the mooring costs 737 euros, the paint comes from the shed."
    spans = {text[s.start : s.end] for s in led_spans(text, literals(text))}
    assert "repair of the mooring costs 737 euros" in spans
    assert all(one.startswith("repair") for one in spans)
    # What stands at the beginning is said of what follows.
    text = "14 May is the day of the launch in the harbour."
    spans = {text[s.start : s.end] for s in led_spans(text, literals(text))}
    assert spans == {"14 May is the day of the launch in the harbour"}
