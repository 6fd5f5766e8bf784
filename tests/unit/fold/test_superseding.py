"""Which later values supersede which earlier ones, and which must not."""

from __future__ import annotations

import pytest

from infold.core.messages import Message, Text
from infold.core.supersessions import Supersession
from infold.fold.history import link

FILL = (
    "Could you look at the logs of the importer?",
    "I did: it waits for the disk most of the time.",
    "Then let us watch it for another while.",
    "Fine, nothing else is odd there.",
)


def talk(*lines: str) -> list[Message]:
    """Messages of a user, or of the assistant where a line begins with `A:`."""
    out = []
    for at, line in enumerate(lines):
        is_answer = line.startswith("A:")
        out.append(
            Message(
                role="assistant" if is_answer else "user",
                parts=(Text(text=line.removeprefix("A:").strip()),),
                id=f"m{at}",
                position=at,
            )
        )
    return out


def links(*lines: str) -> list[tuple[str, str]]:
    """(old value as written, new one as written)."""
    return [(one.written, one.shown) for one in link(talk(*lines))]


def test_a_value_stated_again_with_another_is_linked_by_its_span() -> None:
    found = link(talk("The API listens on port 5432.", "Correction: the API listens on port 5433."))
    assert [(one.written, one.shown, one.reason) for one in found] == [("5432", "5433", "stated")]
    (one,) = found
    assert (one.old.message, one.new.message, one.old_at, one.new_at) == ("m0", "m1", 0, 1)
    assert "The API listens on port 5432."[one.old.start : one.old.end] == "5432"


def test_c18_is_linked_across_fifty_messages_without_a_shared_word() -> None:
    assert links("Database is on port 5432", *FILL * 12, "Actually, use 5433, not the old one") == [
        ("5432", "5433")
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("数据库端口是5432。", "数据库端口改成5433了。"),
        ("データベースのポートは5432です。", "訂正します。データベースのポートは5433です。"),
        ("데이터베이스 포트는 5432입니다.", "데이터베이스 포트를 5433으로 변경했어요."),
        ("Port database adalah 5432.", "Port database diganti jadi 5433."),
        ("Die Datenbank läuft auf Port 5432.", "Die Datenbank läuft jetzt auf Port 5433."),
        ("The database is on port 5432.", "We moved the database to port 5433."),
    ],
)
def test_six_languages(old: str, new: str) -> None:
    assert links(old, "A: OK.", *FILL, new) == [("5432", "5433")]


@pytest.mark.parametrize(
    ("short", "shown"),
    [("Make it 30.", "30"), ("No, let's say 45 seconds.", "45 seconds"), ("Use 12 instead.", "12")],
)
def test_few_words_take_the_one_compatible_value_nearby(short: str, shown: str) -> None:
    head = "Set the request timeout of the gateway to 20 seconds."
    assert links(head, "A: Done.", short) == [("20 seconds", shown)]


@pytest.mark.parametrize(
    ("head", "short"),
    [
        ("민수네 모임은 18:00에 시작해요.", "19:15로 바꿔 주세요."),
        ("会议在18:00开始。", "改成19:15。"),
        ("Rapat mulai pukul 18:00.", "Ganti jadi 19:15."),
        ("Der Kurs beginnt um 18:00 Uhr.", "Nimm lieber 19:15 Uhr."),
        ("会議は18:00に始まります。", "19:15にしてください、変更です。"),
    ],
)
def test_few_words_in_other_languages(head: str, short: str) -> None:
    ((old, new),) = links(head, "A: OK.", short)
    assert "18:00" in old
    assert "19:15" in new


def test_few_words_with_two_values_to_choose_from_link_nothing() -> None:
    assert (
        links(
            "The gateway waits 20 seconds.",
            "The worker takes 45 seconds.",
            "A: Noted.",
            "A: The dashboard is up.",
            "A: Shall I go on?",
            "Yes, make it 30.",
        )
        == []
    )


def test_the_value_that_was_just_asked_about() -> None:
    found = links("The plumber comes on Tuesday.", *FILL, "A: Is it still Tuesday?", "No, Friday.")
    assert found == [("Tuesday", "Friday")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Staging runs on port 5432.", "Production runs on port 5433 now."),
        ("Anna's flight lands at 14:20.", "Ben's flight lands at 16:05 now."),
        ("The marketing budget is 12,000.", "The hiring budget is 60,000 now."),
        ("The gift gateway listens on port 5432.", "The gift worker listens on port 5433 now."),
        ("Sprint 8 has 12 tickets.", "Sprint 9 has 14 tickets now."),
        ("The timeout of the API is 30 seconds.", "The API now keeps its logs for 40 days."),
        ("민수는 부산에 살아요.", "지영이는 이제 대전에 살아요."),
        ("Budi tinggal di Bandung.", "Sari sekarang tinggal di Malang."),
        ("支付服务的端口是5432。", "更正：订单服务的端口是5433。"),
        ("Der Rechnungsdienst lauscht auf Port 5432.", "Der Lagerdienst lauscht jetzt auf 5433."),
    ],
)
def test_other_things_are_left_alone(first: str, second: str) -> None:
    assert links(first, "A: OK.", second) == []


@pytest.mark.parametrize(
    "second",
    [
        "Should the API listen on port 5433 instead?",
        "If the API listened on port 5433, what would break?",
        "Someone told me the API now listens on port 5433.",
        "Maybe the API should now listen on port 5433.",
    ],
)
def test_what_is_asked_supposed_or_reported_replaces_nothing(second: str) -> None:
    assert links("The API listens on port 5432.", "A: OK.", second) == []


def test_what_happened_twice_is_no_correction() -> None:
    assert links("I ran 5 km in the park today.", "A: Nice.", "I ran 7 km in the park today.") == []
    assert links("I like sushi a lot.", "A: OK.", "I also like ramen now.") == []


def test_a_chain_has_one_end() -> None:
    found = link(
        talk(
            "The marketing budget is 12,000.",
            "Finance cut it, the marketing budget is 9,500.",
            "Good news, the marketing budget goes up to 11,000.",
        )
    )
    assert [(one.written, one.shown) for one in found] == [("12,000", "9,500"), ("9,500", "11,000")]
    assert found[1].old == found[0].new


def test_a_chain_goes_on_from_a_correction_in_few_words() -> None:
    found = link(
        talk(
            "The timeout of the gateway is 20 seconds.",
            "A: OK.",
            "Make it 30.",
            *FILL,
            "Correction: the timeout of the gateway is 40 seconds.",
        )
    )
    assert [(one.written, one.shown) for one in found] == [
        ("20 seconds", "30"),
        ("30", "40 seconds"),
    ]


def test_an_old_value_that_is_asserted_again_supersedes_the_newer_one() -> None:
    found = link(
        talk(
            "The plumber comes on Tuesday.",
            "A: Noted.",
            "Wait, he called, now it's Thursday.",
            "A: Moved.",
            "He called again. The plumber comes on Tuesday after all.",
        )
    )
    assert [(one.was, one.now) for one in found] == [
        ("weekday:2", "weekday:4"),
        ("weekday:4", "weekday:2"),
    ]


def test_a_named_value_is_put_away() -> None:
    assert links("We deploy with Jenkins.", "A: OK.", "We moved from Jenkins to Argo CD.")[0][
        0
    ] == ("Jenkins")
    assert links(
        "For the migration we use pgloader.", "A: OK.", "Forget pgloader, we take AWS DMS."
    ) == [("pgloader", "AWS DMS")]


def test_states_end_and_turn_into_their_opposite() -> None:
    (ended,) = link(talk("I'm vegetarian.", "A: OK.", "By the way, I'm not vegetarian any more."))
    assert (ended.written, ended.reason) == ("vegetarian", "ended")
    assert links(
        "Dark mode is enabled by default.", "A: OK.", "No, dark mode is disabled by default now."
    ) == [("enabled", "disabled")]


def test_a_value_is_taken_back_without_a_new_one() -> None:
    (one,) = link(talk("The launch is on March 3.", "A: OK.", "Scratch the launch date for now."))
    assert (one.written, one.now, one.shown, one.reason) == ("March 3", "", "", "retracted")


def test_assistants_and_tools_supersede_nothing() -> None:
    assert (
        links("The API listens on port 5432.", "A: Done, the API listens on port 5433 now.") == []
    )


def test_people_of_one_role_keep_their_own_values() -> None:
    said = [
        Message(role="user", author=who, parts=(Text(text=text),), id=f"m{at}", position=at)
        for at, (who, text) in enumerate(
            [("Ana", "My parents live in Leeds."), ("Bo", "My parents moved to York.")]
        )
    ]
    assert link(said) == []


def test_records_are_the_same_in_one_go_and_one_by_one() -> None:
    from infold.fold.history import History

    lines = ("The rent is 850 euros.", "A: OK.", "Correction, the rent is 920.", "Make it 940.")
    history = History()
    one_by_one: list[Supersession] = []
    for message in talk(*lines):
        one_by_one += history.add(message)
    assert one_by_one == link(talk(*lines)) == history.records


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            "The budget is 700 EUR and the deposit is 200 EUR.",
            "The deposit is now 250 EUR.",
            ("200 EUR", "250 EUR"),
        ),
        (
            "The budget is 700 EUR and the deposit is 200 EUR.",
            "The budget is now 750 EUR.",
            ("700 EUR", "750 EUR"),
        ),
        (
            "We pay 700 EUR for hosting, and 200 EUR for backups.",
            "We now pay 250 EUR for backups.",
            ("200 EUR", "250 EUR"),
        ),
        (
            "Das Budget ist 700 EUR und die Kaution ist 200 EUR.",
            "Die Kaution ist jetzt 250 EUR.",
            ("200 EUR", "250 EUR"),
        ),
        (
            "Anggarannya 700 EUR dan depositnya 200 EUR.",
            "Depositnya sekarang 250 EUR.",
            ("200 EUR", "250 EUR"),
        ),
        ("预算是700欧元，押金是200欧元。", "押金现在是250欧元。", ("200欧元", "250欧元")),
        ("预算700欧元和押金200欧元。", "押金改成250欧元。", ("200欧元", "250欧元")),
        (
            "予算は700ユーロで、保証金は200ユーロです。",
            "保証金は250ユーロに変更です。",
            ("200ユーロ", "250ユーロ"),
        ),
        (
            "예산은 700유로이고 보증금은 200유로입니다.",
            "보증금은 이제 250유로입니다.",
            ("200유로", "250유로"),
        ),
        (
            "db-1 listens on port 5432 and db-2 listens on port 5433.",
            "db-2 now listens on port 5434.",
            ("5433", "5434"),
        ),
        (
            "Sprint 8 has 12 tickets and sprint 9 has 14 tickets.",
            "Correction: sprint 9 has 15 tickets.",
            ("14 tickets", "15 tickets"),
        ),
        (
            "The export needs 16 cores and 12 jobs per night.",
            "Correction: the export needs 14 jobs per night.",
            ("12 jobs", "14 jobs"),
        ),
    ],
)
def test_of_several_values_in_a_sentence_only_that_of_the_thing_named(
    first: str, second: str, expected: tuple[str, str]
) -> None:
    assert links(first, "A: OK.", *FILL, second) == [expected]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            "The budget is 700 EUR.",
            "The budget is now 750 EUR and the deposit is 250 EUR.",
            [("700 EUR", "750 EUR")],
        ),
        (
            "Das Budget ist 700 EUR.",
            "Die Kaution ist jetzt 250 EUR und das Budget ist 750 EUR.",
            [("700 EUR", "750 EUR")],
        ),
        ("押金是200欧元。", "预算现在是750欧元，押金是250欧元。", [("200欧元", "250欧元")]),
        ("The deposit is 200 EUR.", "Is the budget now 750 EUR and the deposit 250 EUR?", []),
        ("The deposit is 200 EUR.", "If the budget is 750 EUR and the deposit is 250 EUR now", []),
    ],
)
def test_a_sentence_that_sets_several_values_sets_each_of_its_own(
    first: str, second: str, expected: list[tuple[str, str]]
) -> None:
    assert links(first, "A: OK.", second) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # What is said behind the value is no name of its own.
        (
            "The amount for the guest house was raised to 4,550 EUR, 3,850 EUR is history.",
            "The amount for the rain jacket was raised to 250 EUR, 3,400 EUR is history.",
        ),
        # A bare number far off in size is no other value of what was counted.
        ("The import uses 16 cores, that is a lot.", "Correction: the import uses 5433."),
        ("Then give the 17 cluster a port of its own.", "Starting 17 on 5433 now."),
        # What is asked of, without a question mark.
        ("What else has 5432 written into it: the Grafana sources.", "Grafana points to 5433 now."),
        ("Wo steht 5432 sonst noch drin: die Grafana-Quellen.", "Grafana zeigt jetzt auf 5433."),
        ("还有哪些地方写了5432：Grafana的数据源。", "Grafana现在用5433。"),
        # What was to be removed is removed: that takes nothing back.
        ("Next step: delete the pg_repack extension.", "Dropping pg_repack on db-old now."),
        ("1. db-old에서 pg_repack 확장을 삭제한다.", "Dropping pg_repack on db-old now."),
        # What is so already is no choice that is put aside by naming it.
        (
            "The old replica already sits on 5432.",
            "Let's use 5433 for the new one instead of 5432.",
        ),
    ],
)
def test_seen_in_real_talk_and_no_correction(first: str, second: str) -> None:
    assert links(first, "A: OK.", *FILL, second) == []


def test_a_choice_is_replaced_wherever_it_was_noted() -> None:
    target = "Target: PostgreSQL 16.2 on a new machine. It should listen on port 5432."
    assert links(
        target,
        "A: Noted: 16.2, port 5432.",
        *FILL,
        "Then we go to PostgreSQL 17.4 instead of 16.2.",
        "A: Changed.",
        "Let's use 5433 then, instead of 5432.",
    ) == [("16.2", "17.4"), ("16.2", "17.4"), ("5432", "5433"), ("5432", "5433")]
