"""What a comparison counts and says: pairs, claims, prices, and when it cannot decide."""

from __future__ import annotations

import pytest

from infold.core.folds import Price
from infold.trial import report
from infold.trial.arms import Answered, Outcome
from infold.trial.compare import (
    ArmInfo,
    Comparison,
    ProbePair,
    claims_of,
    losses_of,
    pair_claims,
)
from infold.trial.probes import Probe


def answered(outcome: Outcome, place: int = 0, tokens: int = 100) -> Answered:
    return Answered(
        place=place, text="", prompt="h", input_tokens=tokens, output_tokens=3, outcome=outcome
    )


def pair(number: int, left: tuple[Outcome, ...], right: tuple[Outcome, ...]) -> ProbePair:
    probe = Probe(
        id=f"p{number}", kind="status" if number % 3 == 0 else "value", asks="gap", question="?",
        value=str(number), holds=True, message=f"m{number}", position=number, text="it's so",
        turn=2,
    )  # fmt: skip
    return ProbePair(
        probe=probe,
        left=tuple(answered(one, 2 * number) for one in left),
        right=tuple(answered(one, 2 * number + 1, tokens=40) for one in right),
    )


def comparison(*outcomes: tuple[Outcome, Outcome], price: Price | None = None) -> Comparison:
    pairs = tuple(pair(n, (left,), (right,)) for n, (left, right) in enumerate(outcomes))
    return Comparison(
        conversation="c",
        left=ArmInfo(view="full", name="the original"),
        right=ArmInfo(view="v_1", name="short", price=price or Price()),
        available=len(pairs),
        pairs=pairs,
        losses=losses_of(
            pairs,
            {"left": "full", "right": "v_1"},
            lambda view, message: ("f_1", "m0") if view == "v_1" and message != "m1" else None,
        ),
    )


KEPT: tuple[Outcome, Outcome] = ("kept", "kept")
LOST: tuple[Outcome, Outcome] = ("kept", "lost")
INVERTED: tuple[Outcome, Outcome] = ("kept", "inverted")


def test_repetitions_count_by_most_and_ties_by_the_worse() -> None:
    one = pair(1, ("kept", "lost", "kept"), ("kept", "inverted"))
    assert one.outcome("left") == "kept"
    assert one.outcome("right") == "inverted"
    assert one.answer("right").outcome == "inverted"
    assert not one.kept("right")


def test_retention_counts_what_the_other_side_answered() -> None:
    found = comparison(KEPT, KEPT, LOST, ("lost", "kept"), ("lost", "lost"), KEPT)
    assert found.retention().value == 0.75
    assert (round(found.retention().low, 4), round(found.retention().high, 4)) == (0.3006, 0.9544)
    assert found.retention(side="left").value == 0.75
    assert found.discordant == (1, 1)
    assert found.counts("right") == {"kept": 4, "lost": 2, "inverted": 0}
    assert found.counts("right", "status") == {"kept": 2, "lost": 0, "inverted": 0}
    assert [one.outcome for one in found.losses] == ["lost"]


def test_losses_are_numbered_inverted_first_and_traced() -> None:
    found = comparison(KEPT, LOST, LOST, INVERTED, KEPT)
    # The loss of message 1 stands in no fold of the view: no fold lost it.
    assert [(one.number, one.outcome, one.probe.message) for one in found.losses] == [
        (1, "inverted", "m3"),
        (2, "lost", "m2"),
    ]
    assert [one.fold for one in found.losses] == ["f_1", "f_1"]
    assert report.said_there(found.losses[0]) == "message 3, turn 2; run m0, fold f_1"
    expand, carry = report.mending(found.losses[0], "'my chat' --db x.db")
    assert expand == "infold views 'my chat' --db x.db --view v_1 --toggle f_1"
    assert carry == """infold marks 'my chat' --db x.db --on 3 --text 'it'"'"'s so'"""


@pytest.mark.parametrize(
    ("lost", "says"),
    [
        (0, "no difference was seen"),
        (1, "1 was answered by one side alone"),
        (5, "Under 6 such pairs the test cannot decide"),
        (6, "chance alone would rarely split them so (p = 0.031)"),
        (20, "(p < 0.001)"),
    ],
)
def test_the_verdict_says_when_it_cannot_decide(lost: int, says: str) -> None:
    assert says in report.verdict(comparison(*[LOST] * lost, *[KEPT] * 20))


def test_an_even_split_shows_no_side_to_be_better() -> None:
    found = comparison(*[LOST] * 4, *[("lost", "kept")] * 3, KEPT)
    assert "no side is shown to be better" in report.verdict(found)
    assert found.p_value == 1.0


def test_prices_and_pay_back_are_said_in_words() -> None:
    found = comparison(*[KEPT] * 10, price=Price(calls=3, input_tokens=500, output_tokens=100))
    assert found.saving == 60
    assert found.paid_back == 10
    assert report.pay_back(found) == (
        "The folds of short cost 600 tokens in 3 calls of a model; a question to it saves 60 "
        "tokens: paid back after 10 questions."
    )
    assert "from the first on" in report.pay_back(comparison(KEPT))
    assert report.price(found, "left") == "1,000 tokens of prompts, 100 a question"
    assert "saves nothing" in report.pay_back(
        Comparison(conversation="c", left=found.left, right=found.right)
    )
    assert report.headline(found).startswith(
        "Of the 10 probes that the original answered, short answered 10: 100 % (72 % to 100 %)"
    )
    assert "without a model" in report.made_of(found)


@pytest.mark.parametrize(
    ("left", "right", "sameness"),
    [
        ("The port is 5433 in Graz.", "In Graz the port is 5433.", "same"),
        ("The port is 5433 in Graz.", "The port in Graz is 5432.", "differs"),
        ("The port in Graz is 5432.", "The port in Graz is not 5432.", "differs"),
        ("The backup of Graz is kept.", "The backup of Graz is not kept.", "differs"),
        ("横浜倉庫の在庫は640箱です。", "横浜倉庫の在庫は650箱です。", "differs"),
        ("백업은 매일 03:15에 실행됩니다.", "백업은 매일 03:15에 실행됩니다.", "same"),
    ],
)
def test_claims_of_one_thing_are_the_same_or_differ(left: str, right: str, sameness: str) -> None:
    (one,) = pair_claims(left, right)
    assert one.sameness == sameness
    assert (one.left, one.right) == (left, right)


def test_each_claim_stands_once_and_alone_where_nothing_answers_it() -> None:
    left = "The port is 5433. The backup runs at night in Linz. The port is 5433."
    right = "Cats are fine animals. The port is 5433."
    assert claims_of(left) == ["The port is 5433.", "The backup runs at night in Linz."]
    found = [(one.sameness, one.left, one.right) for one in pair_claims(left, right)]
    assert found == [
        ("same", "The port is 5433.", "The port is 5433."),
        ("only left", "The backup runs at night in Linz.", ""),
        ("only right", "", "Cats are fine animals."),
    ]
    assert pair_claims("", "") == ()
