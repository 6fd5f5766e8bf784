"""Values that a later message replaced without naming them: wanted, judged and folded."""

from __future__ import annotations

import pytest

from infold.core.messages import Message, Role, Text
from infold.core.tokens import RuleCounter
from infold.fold.extract import extract
from infold.fold.fidelity import Fidelity, judge
from infold.fold.history import link
from infold.fold.model_folds import mend
from infold.fold.policy import FoldPolicy
from infold.fold.replacing import Replacements, replaced_among
from infold.fold.wanted import Wanted, read_wanted
from infold.recall.replaced import Chains
from infold.text.kinds import Kind, Status

PORT = ("Database is on port 5432", "Actually, use 5433, not the old one")
PAIRS = [
    (*PORT, "5432"),
    ("The timeout is 10 seconds", "Make it 30.", "10 seconds"),
    ("The launch is on 12 May", "Make it 20 May", "12 May"),
    ("Das Budget beträgt 8.000 Euro", "Nein, doch 9.500 Euro", "8.000 Euro"),
    ("データベースのポートは5432です。", "やっぱり5433にして。", "5432"),
    ("Die Datenbank läuft auf Port 5432.", "Nein, nimm 5433.", "5432"),
]


def said(*texts: str) -> list[Message]:
    """Messages of the user; of the assistant those that begin with `>`."""
    roles: list[Role] = ["assistant" if text.startswith(">") else "user" for text in texts]
    return [
        Message(
            id=f"m{at}", position=at, role=role, parts=(Text(text=text.lstrip("> ")),), tokens=20
        )
        for at, (role, text) in enumerate(zip(roles, texts, strict=True))
    ]


def replaced(messages: list[Message]) -> Replacements:
    return replaced_among(Chains(link(messages)), messages)


def wanted(messages: list[Message]) -> tuple[Wanted, ...]:
    return read_wanted(messages, replaced(messages))


def judged(messages: list[Message], *texts: str) -> Fidelity:
    return judge(wanted(messages), texts, messages, finds=lambda _: True)


def outcome(report: Fidelity, text: str) -> str:
    return next(one.outcome for one in report.findings if one.text == text)


@pytest.mark.parametrize(("first", "then", "value"), PAIRS)
def test_a_value_that_was_replaced_without_its_name_is_inverted_where_it_stands_alone(
    first: str, then: str, value: str
) -> None:
    messages = said(first, then)
    report = judged(messages, first)
    (found,) = report.of("inverted")
    assert (found.text, found.status, found.shown) == (value, Status.REPLACED, Status.CURRENT)
    assert found.wanted is not None
    assert found.wanted.by is not None
    assert found.wanted.by.message == "m1"
    assert found.wanted.because == then
    assert not report.is_faithful
    # What says both says what the source does.
    assert not judged(messages, first, then).of("inverted")


@pytest.mark.parametrize(
    "summary",
    [
        "user: Database is on port 5432\nuser: Actually, use 5433, not the old one",
        "Database is on port 5432. Actually, use 5433.",
        "Database is on port 5432 [replaced by 5433, 12 May]",
        'Database on 5432, cache on 6379 ["5432" replaced by 5433]',
        "Database port: 5432 → 5433",
        "The port was 5432, then 5433.",
        "Port 5432 was changed to 5433.",
        "Old port: 5432. New port: 5433.",
        "Port 5432, but the user corrected it to 5433.",
        "The database is on 5433, no longer on 5432.",
    ],
)
def test_a_text_that_tells_of_the_change_is_not_accused(summary: str) -> None:
    report = judged(said(*PORT), *summary.splitlines())
    assert outcome(report, "5432") == "kept"
    assert outcome(report, "5433") == "kept"


def test_a_mark_on_what_stands_is_an_inversion() -> None:
    report = judged(said("Database is on port 5432"), "Database on 5432 [no longer current]")
    assert outcome(report, "5432") == "inverted"


@pytest.mark.parametrize(
    ("texts", "status"),
    [
        ((PORT[0], "> Got it, the database is on port 5432.", PORT[1]), Status.REPLACED),
        ((PORT[0], "> Noted: port 5432.", PORT[1]), Status.REPLACED),
        ((*PORT, "No, go back to 5432."), Status.CURRENT),
        (
            (
                "Staging is on port 5432",
                "Prod is on port 5432 too",
                "Actually, use 5433 for staging",
            ),
            Status.CURRENT,
        ),
        ((*PORT, "The ticket is 5432."), Status.CURRENT),
        ((PORT[0], "Is it 5433?"), Status.CURRENT),
    ],
)
def test_a_value_that_is_stated_elsewhere_stands(texts: tuple[str, ...], status: Status) -> None:
    (found,) = [one for one in wanted(said(*texts)) if one.value == "5432"]
    assert found.status is status


def test_a_correction_outside_of_the_sources_is_none_of_theirs() -> None:
    messages = said(*PORT)
    some = messages[:1]
    found = read_wanted(some, replaced_among(Chains(link(messages)), some))
    assert [one.status for one in found] == [Status.CURRENT]


@pytest.mark.parametrize("with_headlines", [True, False])
@pytest.mark.parametrize("most", [400, 14])
@pytest.mark.parametrize(("first", "then", "value"), PAIRS)
def test_a_fold_shows_what_was_replaced_with_what_replaced_it_or_not_at_all(
    first: str, then: str, value: str, most: int, *, with_headlines: bool
) -> None:
    messages = said(first, "The garden needs water on Monday.", then)
    claims = extract(
        messages,
        policy=FoldPolicy(ratio=1.0, least_tokens=1, most_tokens=most),
        counter=RuleCounter(),
        with_headlines=with_headlines,
        replaced=replaced(messages),
    )
    texts = [claim.text for claim in claims]
    report = judged(messages, *texts)
    assert not report.of("inverted"), texts
    assert not report.of("lost")
    assert outcome(report, value) in ("kept", "recoverable")
    if most > 100:
        assert report.is_faithful
        assert any(then.rstrip(".。") in text for text in texts)
        assert outcome(report, value) == "kept", texts


def test_what_a_model_shows_as_current_gets_the_correction_beside_it() -> None:
    messages = said(PORT[0], "The garden needs water on Monday.", PORT[1])
    claims, _ = mend([], messages[:1], finds=lambda _: True)
    assert not claims
    whole = extract(
        messages[:1],
        policy=FoldPolicy(ratio=1.0, least_tokens=200, most_tokens=400),
        counter=RuleCounter(),
    )
    out, report = mend(whole, messages, finds=lambda _: True, replaced=replaced(messages))
    assert PORT[1] in [claim.text for claim in out]
    assert not report.of("inverted")


DECIDED = "We decided to use Postgres for the orders."
DROPPED = "Let's drop Postgres and use MySQL instead."


def test_a_decision_that_was_reversed_need_not_be_kept() -> None:
    messages = said(DECIDED, "Thanks.", DROPPED)
    (decision,) = [one for one in wanted(messages) if one.kind is Kind.DECISION]
    assert decision.status is Status.REPLACED
    assert decision.by is not None
    assert decision.by.message == "m2"
    assert outcome(judged(messages, "We use MySQL."), DECIDED) == "kept"
    assert outcome(judged(messages, DROPPED), DECIDED) == "kept"
    assert outcome(judged(messages, DECIDED), DECIDED) == "inverted"
    nothing = judged(messages, "The weather was nice.")
    assert outcome(nothing, DECIDED) == "recoverable"
    assert DECIDED not in [one.text for one in nothing.missing()]


def test_a_decision_stands_while_one_of_its_values_does() -> None:
    messages = said(
        "We decided to use Postgres on port 5432.", "Actually, use 5433, not the old one"
    )
    (decision,) = [one for one in wanted(messages) if one.kind is Kind.DECISION]
    assert decision.status is Status.CURRENT
