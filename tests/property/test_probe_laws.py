"""Laws of probes: the conversation answers every one, silence none, and the order is drawn."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from infold.core.messages import Message, Text
from infold.trial.arms import Told, outcome, schedule
from infold.trial.compare import claims_of, pair_claims
from infold.trial.plain_values import plain, values_in
from infold.trial.probes import Probe, choose, make_probes

THINGS = ("billing database", "harvest fair", "export of Linz", "garden gate", "tide gauge")
SAID = (
    "The {thing} of the new office runs on port {n}.",
    "Der {thing} kostet im nächsten Jahr {n} Euro und bleibt in Graz.",
    "Anggaran {thing} untuk bulan depan adalah {n} peti di gudang.",
    "{thing}的预算是{n}元，由王芳负责跟进。",
    "{thing}の在庫は{n}箱で、毎週金曜日に数え直します。",
    "{thing} 작업은 {n}일 동안 진행되고 서울에서 끝납니다.",
)
CHANGED = (
    "The {thing} of the new office runs on port {m} now, not on {n}.",
    "Der {thing} kostet im nächsten Jahr {m} Euro, nicht mehr {n} Euro.",
    "Anggaran {thing} untuk bulan depan adalah {m} peti, bukan {n}.",
    "{thing}的预算不是{n}元而是{m}元，由王芳负责跟进。",
    "{thing}の在庫は{n}箱ではなく{m}箱です。",
    "{thing} 작업은 {n}일이 아니라 {m}일 동안 진행됩니다.",
)


@st.composite
def talks(draw: Any) -> list[Message]:
    texts = []
    numbers = draw(
        st.lists(st.integers(100, 99_999), min_size=2, max_size=12, unique=True).map(
            lambda found: found[: 2 * (len(found) // 2)]
        )
    )
    for n, m in zip(numbers[::2], numbers[1::2], strict=True):
        thing, language = draw(st.sampled_from(THINGS)), draw(st.integers(0, 5))
        texts.append(SAID[language].format(thing=thing, n=n))
        if draw(st.booleans()):
            texts.append(CHANGED[language].format(thing=thing, n=n, m=m))
    return [
        Message(role="user", parts=(Text(text=text),), id=f"m{at}", position=at)
        for at, text in enumerate(texts)
    ]


def probes(messages: list[Message]) -> tuple[Probe, ...]:
    return make_probes(messages, dict.fromkeys((message.id for message in messages), "f"))


@given(talks())
def test_the_conversation_answers_every_probe_and_silence_none(messages: list[Message]) -> None:
    whole = Told("\n".join(f"user: {message.text}" for message in messages))
    made = probes(messages)
    assert made == probes(messages)
    assert len({one.id for one in made}) == len(made)
    for probe in made:
        assert outcome(probe, whole, is_answer=False) == "kept", probe
        assert outcome(probe, Told(""), is_answer=False) == "lost"
        assert outcome(probe, Told(""), is_answer=True) == "lost"
        source = messages[probe.position]
        assert source.text[probe.start : probe.end] == probe.text
        if probe.kind == "value":
            assert plain(probe.value) not in {one.plain for one in values_in(probe.question)}


@given(talks())
def test_what_was_taken_back_is_a_status_and_its_first_mention_alone_an_inversion(
    messages: list[Message],
) -> None:
    for probe in probes(messages):
        if probe.kind != "status":
            continue
        first = [m for m in messages if m.position < probe.position and probe.value in m.text]
        told = Told("\n".join(f"user: {message.text}" for message in first))
        assert outcome(probe, told, is_answer=False) in ("inverted", "lost")
        assert outcome(probe, Told(f"user: {probe.text}"), is_answer=False) == "kept"


@given(talks(), st.integers(0, 20), st.integers(0, 1_000))
def test_a_choice_is_a_part_of_all_in_their_order(
    messages: list[Message], most: int, seed: int
) -> None:
    made = probes(messages)
    chosen = choose(made, most, seed=seed)
    assert len(chosen) == min(most, len(made))
    assert [one for one in made if one in chosen] == list(chosen)


@given(st.integers(0, 40), st.integers(1, 4), st.integers(0, 1_000))
def test_each_side_is_asked_each_question_each_time(count: int, times: int, seed: int) -> None:
    order = schedule(count, times, seed=seed)
    assert len({(one.question, one.repetition, one.side) for one in order}) == len(order)
    assert len(order) == 2 * count * times
    assert order == schedule(count, times, seed=seed)


@given(talks(), talks())
def test_answers_are_set_side_by_side_whole(one: list[Message], other: list[Message]) -> None:
    left, right = ("\n".join(m.text for m in each) for each in (one, other))
    found = pair_claims(left, right)
    assert [claim.left for claim in found if claim.left] == claims_of(left)
    assert sorted(claim.right for claim in found if claim.right) == sorted(claims_of(right))
    assert {claim.sameness for claim in pair_claims(left, left)} <= {"same"}
