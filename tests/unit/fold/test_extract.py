import base64
import json
import random

import pytest

from infold.core.folds import BETWEEN_PHRASES, MOST_SOURCES
from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult, part_text
from infold.core.tokens import RuleCounter
from infold.fold.extract import extract
from infold.fold.fidelity import judge
from infold.fold.policy import FoldPolicy
from infold.fold.reading import one_line, says_nothing
from infold.fold.soundness import check
from infold.fold.wanted import read_wanted
from infold.text.analysis import analyze
from infold.text.sentences import sentences as split
from tests.unit.fold.chats import mixed_log, said

COUNTER = RuleCounter()


def folded(messages, **bounds):
    policy = FoldPolicy(**bounds)
    return extract(messages, policy=policy, counter=COUNTER)


def chat(*texts, role="user"):
    return [said(role, text, position=i) for i, text in enumerate(texts)]


def sentences(claims):
    return [claim.text for claim in claims if claim.level == 1]


def heads(claims):
    return [claim.text for claim in claims if claim.level == 0]


def spans_are_exact(claims, messages):
    by_id = {message.id: message for message in messages}
    for claim in claims:
        texts = [
            one_line(part_text(by_id[s.message].parts[s.part])[s.start : s.end])
            for s in claim.spans
        ]
        if claim.level == 0:
            phrases = claim.text.split(BETWEEN_PHRASES)
            assert set(map(str.casefold, texts)) == set(map(str.casefold, phrases))
            assert set(phrases) <= set(texts)
        else:
            assert claim.text == texts[0]
        assert "\n" not in claim.text
        assert 0 < len(claim.sources) <= MOST_SOURCES
    assert check(claims, messages) == []


MIXED = [
    "PostgreSQL 16.2 listens on port 5433.\nThe old cluster stays up until May 14.",
    "We decided to use Redis for the sessions.",
    "Don't touch the billing tables before the audit.",
    "서버는 5433 포트를 사용합니다. 배포는 3월 14일입니다.",
    "数据库端口是5433。我们决定不用MongoDB。",
    "サーバーは東京リージョンにあります。締め切りは3月14日です。",
    "Rapat dipindah ke hari Kamis pukul 10.30 di ruang 7.",
    "Der Termin ist am 5. März in Köln, die Höhe beträgt 42 €.",
    "\x0bTabs\tand\x1cseparators\u2028stay in\u00a0one line of 12 words.",
]


def test_claims_are_verbatim_in_all_languages():
    messages = chat(*MIXED)
    claims = folded(messages, least_tokens=400)
    spans_are_exact(claims, messages)
    assert {source for claim in claims for source in claim.sources} == {m.id for m in messages}
    text = " ".join(sentences(claims))
    for needle in (
        "5433",
        "Redis",
        "Don't touch the billing tables",
        "5433 포트를",
        "数据库",
        "3月14日",
    ):
        assert needle in text


def test_headlines_come_first_and_sentences_in_the_order_of_the_chat():
    messages = mixed_log(30).messages
    claims = folded(messages)
    levels = [claim.level for claim in claims]
    assert levels == sorted(levels)
    for level in (0, 1):
        firsts = [int(claim.spans[0].message[1:]) for claim in claims if claim.level == level]
        assert firsts == sorted(firsts)
    spans_are_exact(claims, messages)


def test_headlines_name_every_message_in_two_to_five_tokens():
    messages = mixed_log(60, filler=0).messages
    claims = [claim for claim in folded(messages) if claim.level == 0]
    assert sum(len(claim.spans) for claim in claims) == len(messages)
    assert len(claims) == 10
    phrases = [phrase for claim in claims for phrase in claim.text.split(BETWEEN_PHRASES)]
    assert all(1 <= COUNTER.count(phrase) <= 5 for phrase in phrases)
    assert sum(map(COUNTER.count, phrases)) / len(phrases) < 4


def test_headline_phrases_hold_the_telling_literal():
    (line,) = heads(folded(chat("PostgreSQL listens on port 5433.", "The trip starts on May 14.")))
    assert "port 5433" in line
    assert "May 14" in line


def test_a_greeting_names_no_message():
    """A message of which a line holds a greeting alone is not told of by it."""
    small_talk = chat(
        "Good morning Kim! How are you today?",
        "Good morning! I am fine, and you?",
        "안녕하세요, 3월 14일에 배포하나요?",
        "早上好，部署在什么时候？",
        "Selamat pagi! Gudang 7 di Surabaya?",
        "Guten Morgen! Läuft der Hafen-Server?",
        "おはようございます。サーバーは db-7 ですか?",
        "On Thursday I went there with them.",
        "월요일에 그것을 하세요.",
    )
    lines = " · ".join(heads(folded(small_talk))).split(BETWEEN_PHRASES)
    greetings = ("morning", "morgen", "pagi", "안녕", "早上", "おは", "thursday", "월요일에")
    assert [one for one in lines if one.casefold().startswith(greetings)] == []
    assert [one for one in lines if one.casefold().endswith(greetings)] == []
    for needle in ("Kim", "Gudang 7", "Hafen-Server", "db-7"):
        assert any(needle in one for one in lines)
    # What is said in one word is told by that word.
    (line,) = heads(folded(chat("When does it start?", "Thursday", "목요일")))
    assert {"Thursday", "목요일"} <= set(line.split(BETWEEN_PHRASES))


def test_filler_contributes_nothing():
    messages = chat("The port is 5433.", "Got it.", "Thanks!", "네, 알겠습니다.")
    assert {s for claim in folded(messages) for s in claim.sources} == {"m0"}
    assert folded(messages[1:]) == ()
    assert folded([]) == ()


def test_what_brings_or_asks_for_something_is_no_filler():
    assert says_nothing(said("user", "OK."))
    assert says_nothing(said("user", " \n"))
    assert says_nothing(said("user", "네, 알겠습니다."))
    assert not says_nothing(said("user", "The port is 5433."))
    for part in (
        ToolCall(id="c", name="run"),
        ToolResult(call="c", text="ok"),
        Attachment(kind="image"),
    ):
        assert not says_nothing(Message(role="user", parts=(Text(text="ok"), part)))


def test_decisions_and_hard_facts_win_over_talk():
    talk = "I walked along the river and thought about many small things for a while."
    texts = [talk.replace("river", name) for name in ("lake", "sea", "hill", "road", "park")]
    found = sentences(
        folded(
            chat(*texts, "We decided to use Kafka for the events.", "The release is 4.2.1."),
            least_tokens=30,
            ratio=0.01,
        )
    )
    assert "We decided to use Kafka for the events." in found
    assert "The release is 4.2.1." in found


def test_tool_results_count_less_than_talk():
    said_it = said("user", "Please set the timeout of the gateway to 45 seconds.", position=0)
    tool = Message(
        role="tool",
        parts=(ToolResult(call="c", text="Wrote the timeout of the proxy as 91 seconds."),),
        id="m1",
        position=1,
        tokens=9,
    )
    assert sentences(folded([said_it, tool], least_tokens=14, ratio=0.01)) == [
        "Please set the timeout of the gateway to 45 seconds."
    ]


def test_lists_and_negations_are_never_split():
    text = (
        "For the launch in the north region we will need new servers, cables, switches, racks and "
        "power supplies, but we must not order any of them from the vendor that failed the audit "
        "in March, and nobody may sign before the board has met on the 14th of May in Köln."
    )
    messages = chat(text)
    claims = folded(messages, ratio=1.0)
    spans_are_exact(claims, messages)
    for claim in claims:
        if "order any of them" in claim.text:
            assert "must not order any of them from the vendor" in claim.text
        if claim.level == 1 and "cables" in claim.text:
            assert "servers, cables, switches, racks and power supplies" in claim.text


def test_what_is_said_again_is_one_claim_with_more_sources():
    same = "The gateway listens on port 8443."
    messages = chat(same, "The cat sleeps on the warm stove.", same, *[same] * 20)
    found = [claim for claim in folded(messages, ratio=1.0) if claim.text == same]
    assert len(found) == 1
    assert found[0].sources == ("m0", "m2", *(f"m{i}" for i in range(3, 13)))
    other = chat(same, "The gateway listens on port 9443.")
    assert len(sentences(folded(other, ratio=1.0))) == 2


def test_sentences_stay_within_the_budget():
    messages = mixed_log(80, filler=0).messages
    total = sum(message.tokens for message in messages)
    for bounds in ({"ratio": 0.1}, {"most_tokens": 90}, {"ratio": 0.001, "least_tokens": 25}):
        policy = FoldPolicy(**bounds)
        most = min(policy.most_tokens, max(policy.least_tokens, int(policy.ratio * total)))
        spent = sum(map(COUNTER.count, sentences(folded(messages, **bounds))))
        assert most / 2 < spent <= most


def test_a_replaced_value_stands_in_no_headline():
    messages = chat("The service uses port 5432.", "Use port 5433 instead of port 5432.")
    (line,) = heads(folded(messages))
    assert "5432" not in line
    assert "5433" in line


@pytest.mark.parametrize(
    "asked",
    [
        "Is 5432 the right number of seats for the Lisbon office?",
        "5432 좌석이 리스본 사무실에 맞는 숫자인가요?",
        "5432是里斯本办公室座位的正确数字吗？",
        "Sind 5432 Plätze für das Büro in Lissabon richtig?",
    ],
)
def test_who_asks_about_a_value_that_was_replaced_does_not_bring_it_into_a_headline(asked):
    (line,) = heads(folded(chat("端口从5432改成5433。", "Use 8080.", asked)))
    assert "5432" not in line


def test_a_message_of_one_long_literal_is_named_by_it():
    messages = chat("/srv/infold/conf.d/config.toml", "https://example.org/" + "long-path/" * 40)
    claims = folded(messages)
    spans_are_exact(claims, messages)
    (line,) = heads(claims)
    assert line.startswith("/srv/infold/conf.d/config.toml · ")


def test_a_call_without_words_is_named_by_its_arguments():
    call = Message(
        role="assistant",
        parts=(ToolCall(id="c", name="shell", arguments='{"command": "pytest tests/unit -q"}'),),
        id="m0",
        position=0,
        tokens=9,
    )
    (claim,) = folded([call])
    assert claim.level == 0
    spans_are_exact([claim], [call])


@pytest.mark.parametrize("kind", ["json", "base64", "log", "minified"])
def test_long_tool_outputs_are_read_within_bounds(kind, monkeypatch):
    draw = random.Random(7)
    rows = [{"id": i, "name": f"user_{i}", "ok": True, "ms": draw.random()} for i in range(2_000)]
    text = {
        "json": json.dumps(rows, indent=1),
        "minified": json.dumps(rows, separators=(",", ":")),
        "base64": base64.b64encode(draw.randbytes(100_000)).decode(),
        "log": "\n".join(f"2026-01-01T00:00:{i:05} INFO worker {i} done" for i in range(3_000)),
    }[kind]
    assert len(text) > 100_000
    read = []

    def counted(text):
        read.append(len(text))
        return split(text)

    monkeypatch.setattr("infold.fold.reading.sentences", counted)
    tools = [
        Message(
            role="tool", parts=(ToolResult(call="c", text=text),), id=f"m{i}", position=i, tokens=9
        )
        for i in range(5)
    ]
    claims = folded([*tools, said("user", "Why did worker 7 fail at noon?", position=5)])
    spans_are_exact(claims, [*tools, said("user", "Why did worker 7 fail at noon?", position=5)])
    assert sum(read) <= 5 * 2_000 + 100
    assert any("worker 7" in claim.text for claim in claims)


def test_long_texts_are_read_from_both_ends():
    middle = "The kettle sings in the morning while the baker counts the loaves. " * 200
    messages = chat("Begin at gate 4711. " + middle + "End at dock 8822.")
    claims = folded(messages, ratio=1.0, most_tokens=4000)
    spans_are_exact(claims, messages)
    text = " ".join(sentences(claims))
    assert "gate 4711" in text
    assert "dock 8822" in text


def test_lone_surrogates_and_odd_signs_do_no_harm():
    messages = chat("\ud800 the value is 42 \x00 units", "🎉🎉🎉🎉 🎉🎉🎉🎉", "…;;;…", "ก" * 50)
    spans_are_exact(folded(messages, ratio=1.0), messages)


def test_parts_of_a_message_keep_their_own_places():
    message = Message(
        role="user",
        parts=(Text(text="The first value is 11."), Text(text="The second value is 22.")),
        id="m0",
        position=0,
        tokens=12,
    )
    claims = folded([message], ratio=1.0)
    spans_are_exact(claims, [message])
    assert {span.part for claim in claims for span in claim.spans} == {0, 1}


DENSE = [
    "By the way, the hotel of the Malta marathon costs 667 euros a night, breakfast is apart.",
    "I see 288 timeouts an hour on the archive cache since 11 June, and it gets worse at noon.",
    "The dashboard of the quota builder shows that the memory climbs by 360 MB a day, they say.",
    "The booking of the Vienna citybreak has the code UV-3870, it stands on the first page of it.",
    "After the last of the exclusions 6052 participants remain in the bog transect of this spring.",
    "The residuals of the glacier regression drift upwards over the first 410 rows of the table.",
]


def test_windows_take_the_place_of_sentences_where_room_is_short():
    messages = chat(*DENSE)
    total = sum(message.tokens for message in messages)
    claims = folded(messages, ratio=1.0, least_tokens=1, most_tokens=total // 4)
    spans_are_exact(claims, messages)
    shown = " / ".join(claim.text for claim in claims)
    for value in ("667 euros", "288 timeouts", "11 June", "360 MB", "UV-3870", "6052", "410 rows"):
        assert value in shown
    assert not any("By the way" in text for text in sentences(claims))


def test_sentences_stay_whole_where_there_is_room():
    texts = [
        "The gateway listens on port 8443.",
        "I walked along the lake and thought about many small things for a while.",
        "My sister came to see the garden and told me about her journey to the coast.",
        "The neighbours have a new dog, and it likes to sleep in front of our door.",
    ]
    messages = chat(*texts)
    assert "The gateway listens on port 8443." in sentences(folded(messages, ratio=0.5))
    assert set(sentences(folded(messages, ratio=1.0))) == set(texts)


@pytest.mark.parametrize(
    ("old", "taken_back"),
    [
        ("The gateway of the office listens on port 5432.", "Port 5432 is no longer in use."),
        ("Der Dienst lauscht auf Port 5432.", "Der Dienst lauscht nicht mehr auf Port 5432."),
        ("Server memakai port 5432 di kantor.", "Server tidak memakai port 5432 lagi."),
        ("数据库的端口是5432。", "数据库不再使用5432端口。"),
        ("サーバーのポートは5432です。", "サーバーはもう5432を使いません。"),
        ("서버는 5432 포트를 사용합니다.", "서버는 더 이상 5432 포트를 쓰지 않습니다."),
    ],
)
@pytest.mark.parametrize("most", [12, 20, 40, 400])
def test_a_value_that_was_taken_back_is_shown_so_or_not_at_all(old, taken_back, most):
    messages = chat(old, "The dog sleeps on the warm stove all day.", taken_back, DENSE[0])
    claims = folded(messages, ratio=1.0, least_tokens=1, most_tokens=most)
    shown = [claim.text for claim in claims if "5432" in claim.text]
    report = judge(read_wanted(messages), shown, messages, finds=lambda _: True)
    assert report.of("inverted") == ()
    if any(text == old for text in shown):
        assert any(text.rstrip("。.") == taken_back.rstrip("。.") for text in shown)


def test_a_value_in_a_headline_is_not_paid_for_twice_where_room_is_short():
    messages = chat(*DENSE)
    claims = folded(messages, ratio=1.0, least_tokens=1, most_tokens=30)
    (line,) = heads(claims)
    told = [value for value in ("667", "288", "360", "3870", "6052", "410") if value in line]
    assert told
    for text in sentences(claims):
        assert not any(value in text for value in told if len(text.split()) < 4)


def test_a_row_of_numbers_is_no_claim():
    messages = chat("125 2 121 0 1 122", "The office has 125 seats on the second floor.")
    assert sentences(folded(messages, ratio=1.0)) == [
        "The office has 125 seats on the second floor."
    ]


SUBJECTS = [
    "While the oak floor waits for its oil, the tile grout of Peldorjun listens on port 8392.",
    "Did anybody look? The feature store of Juncel is pinned to version 16.13.8 since Monday.",
    "The plumber cancelled again, so the harvest fair in Linz begins on 24 August, rain or not.",
    "그 사이에 하노이 창고의 재고는 640상자로 늘었고, 다음 주 금요일에 다시 셀 예정입니다.",
    "Sementara itu gudang di Surabaya menampung 7500 peti, dan pintunya baru dicat kemarin.",
    "顺便说一下，汉堡仓库的租金是每月4200元，合同到明年为止，门已经修好了。",
]


@pytest.mark.parametrize("ratio", [0.2, 0.3, 0.4])
def test_without_headlines_every_part_of_a_sentence_names_what_its_values_are_of(ratio):
    messages = chat(*SUBJECTS)
    policy = FoldPolicy(ratio=ratio, least_tokens=10)
    claims = extract(messages, policy=policy, counter=COUNTER, with_headlines=False)
    assert claims
    assert heads(claims) == []
    spans_are_exact(claims, messages)
    for text in sentences(claims):
        assert len([word for word in analyze(text) if not word.isdigit()]) >= 2
    shown = sum(COUNTER.count(text) for text in sentences(claims))
    assert shown <= max(10, ratio * sum(message.tokens for message in messages))
    # With headlines a bare value may stand beside them.
    assert heads(folded(messages, ratio=ratio, least_tokens=10))


@pytest.mark.parametrize(
    "must",
    [
        "We decided to keep the queue in Redis.",
        "We ruled out Kafka for the queue.",
        "Wir haben uns entschieden, die Warteschlange in Redis zu lassen.",
        "我们决定把队列放在Redis里。",
        "キューはRedisに置くことに決めました。",
        "큐는 Redis에 두기로 결정했어요.",
        "Kami memutuskan memakai Redis untuk antrean.",
    ],
)
def test_what_must_be_kept_comes_before_values_in_a_tight_budget(must):
    values = [
        f"The {thing} of the importer took {number} seconds on Monday."
        for thing, number in (("first run", 412), ("second run", 397), ("cold start", 951),
                              ("warm start", 128), ("long run", 3607), ("retry", 77))
    ]  # fmt: skip
    messages = chat(*values[:3], must, *values[3:])
    claims = folded(messages, ratio=0.3, least_tokens=1)
    wanted = read_wanted(messages)
    report = judge(wanted, sentences(claims) + heads(claims), messages, finds=lambda _: True)
    assert report.missing() == ()


def test_a_hedge_is_no_negation():
    kinds = {one.kind.value for one in read_wanted(chat("Not that it matters, the gate is B12."))}
    assert "negation" not in kinds
