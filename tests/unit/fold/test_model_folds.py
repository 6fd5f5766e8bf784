"""What becomes of a model's answer: anchored, mended, judged, or refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from infold.core.messages import Message, Text, ToolResult, part_text
from infold.core.tokens import RuleCounter, message_tokens
from infold.fold.model_folds import Made, claims_of, fold_room, in_pieces, make
from infold.fold.policy import FoldPolicy

COUNTER = RuleCounter()


def said(*texts: str) -> list[Message]:
    return [
        Message(
            id=f"m{number}",
            position=10 + number,
            role="user" if number % 2 == 0 else "assistant",
            parts=(Text(text=text),),
            tokens=message_tokens(COUNTER, (Text(text=text),)),
        )
        for number, text in enumerate(texts)
    ]


LONG = (
    "We went through the whole of it once more with everybody who had something to say about it, "
    "and nobody had a reason to do it in another way than the one that was on the table. "
)


def made(
    messages: Sequence[Message], *answer: tuple[str, Sequence[int]], found: bool = True
) -> Made:
    return make(answer, messages, counter=COUNTER, finds=lambda _: found)


def sentences_of(result: Made) -> list[str]:
    return [claim.text for claim in result.claims if claim.level]


def test_a_claim_stands_on_the_sentence_that_holds_its_value() -> None:
    messages = said(f"{LONG}The service listens on port 5433. {LONG}", LONG)
    (claim,) = claims_of([("It is reached on port 5433.", [10])], {m.position: m for m in messages})
    span = claim.spans[0]
    text = part_text(messages[0].parts[span.part])[span.start : span.end]
    assert text == "The service listens on port 5433."


def test_a_value_of_a_message_that_was_not_named_brings_that_message_in() -> None:
    messages = said("The host is db-7.", "The port is 5433.", LONG)
    (claim,) = claims_of([("db-7 listens on port 5433.", [10])], {m.position: m for m in messages})
    assert claim.sources == ("m0", "m1")


@pytest.mark.parametrize(
    "answer",
    [("The port is 9999.", [10]), ("", [10]), (" \n ", [10]), ("Nothing to see.", [99])],
)
def test_a_claim_without_a_source_is_dropped(answer: tuple[str, list[int]]) -> None:
    messages = said("The port is 5433.")
    assert claims_of([answer], {m.position: m for m in messages}) == []


def test_a_claim_is_one_line_and_stands_once() -> None:
    messages = said("The port is 5433 and the host is db-7.")
    found = claims_of(
        [("The port\nis 5433.", [10]), ("the port is 5433.", [10])],
        {m.position: m for m in messages},
    )
    assert [claim.text for claim in found] == ["The port is 5433."]


def test_a_lost_retraction_is_quoted_from_its_source() -> None:
    messages = said(
        f"The peak is at 2% doping. {LONG}", LONG, f"The claim of 2% is retracted. {LONG}", LONG
    )
    result = made(messages, ("The peak is at 2% doping.", [10]))
    assert "The claim of 2% is retracted." in sentences_of(result)
    assert not result.fidelity.of("inverted")
    assert result.fault == ""


@pytest.mark.parametrize(
    "decision",
    [
        "We decided to use Valkey for the cache.",
        "Wir haben uns für Valkey entschieden.",
        "我们决定用 Valkey。",
        "캐시는 Valkey로 결정했습니다.",
        "キャッシュは Valkey に決定しました。",
        "Kami memutuskan memakai Valkey.",
    ],
)
def test_a_decision_that_the_model_left_out_is_quoted(decision: str) -> None:
    messages = said(f"{decision} {LONG}{LONG}", f"The queue has 12 workers. {LONG}")
    result = made(messages, ("The queue has 12 workers.", [11]))
    assert any(decision.rstrip(".。") in text for text in sentences_of(result))
    assert result.fault == ""


def test_what_no_search_finds_is_quoted_too() -> None:
    messages = said(f"The port is 5433. {LONG}{LONG}", f"The queue has 12 workers. {LONG}")
    result = made(messages, ("The queue has 12 workers.", [11]), found=False)
    assert "The port is 5433." in sentences_of(result)
    assert not result.fidelity.of("lost")


def test_what_a_search_finds_again_need_not_be_said() -> None:
    messages = said(f"The port is 5433. {LONG}{LONG}", f"The queue has 12 workers. {LONG}")
    result = made(messages, ("The queue has 12 workers.", [11]))
    assert "The port is 5433." not in sentences_of(result)
    assert [one.text for one in result.fidelity.of("recoverable")] == ["5433"]
    assert result.fault == ""


def test_a_gain_below_a_tenth_is_refused() -> None:
    messages = said("The port is 5433 now.", "The host is db-7 now.")
    result = made(messages, ("The port is 5433 now.", [10]), ("The host is db-7 now.", [11]))
    assert "saves less than a tenth" in result.fault


def test_no_claim_that_stands_is_refused() -> None:
    assert made(said(LONG)).fault == "nothing of the answer stands on a source"


def test_every_message_that_speaks_has_its_place_in_a_headline() -> None:
    messages = said(f"The port is 5433. {LONG}", f"The queue has 12 workers. {LONG}")
    result = made(messages, ("The queue has 12 workers.", [11]))
    heads = [claim for claim in result.claims if not claim.level]
    assert {source for claim in heads for source in claim.sources} == {"m0", "m1"}


def test_pieces_hold_every_word_in_order_and_keep_their_bound() -> None:
    policy = FoldPolicy(piece_tokens=120)
    long = " ".join(f"Sentence {number} says that it took {number} ms." for number in range(200))
    wide = "".join(f"第{number}次测试用了{number}毫秒。" for number in range(80))
    messages = [
        *said(long, "Thanks!", wide),
        Message(id="t", position=20, role="tool", parts=(ToolResult(call="c", text="x" * 4000),)),
    ]
    pieces = in_pieces(messages, policy, COUNTER)
    whole: dict[int, str] = {}
    for piece in pieces:
        for stretch in piece:
            whole[stretch.position] = whole.get(stretch.position, "") + stretch.text
        sizes = [COUNTER.count(stretch.text) for stretch in piece]
        assert sum(sizes) <= 120 or len(piece) == 1
    assert "".join(whole[10].split()) == "".join(long.split())
    assert whole[12] == wide
    assert whole[20] == "x" * 4000
    assert 11 not in whole


def test_the_room_of_a_fold_grows_with_its_sources_within_bounds() -> None:
    policy = FoldPolicy(ratio=0.3, least_tokens=40, most_tokens=400)
    assert [fold_room(policy, tokens) for tokens in (10, 500, 100_000)] == [40, 150, 400]
