"""Laws of an audit: shapes say nothing, pages are well-formed, no method exceeds its budget."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from infold.cli.audit_page import render_page
from infold.core.messages import Message, Text
from infold.core.tokens import RuleCounter
from infold.text.analysis import analyze
from infold.trial.audit import METHODS, Audit, Foreign, Kept
from infold.trial.baselines import ClassicClusters, FlatSummary, MovingSummary, Notes
from infold.trial.items import read_items
from infold.trial.judging import Invented, judge_items, sample
from infold.trial.redaction import redact, shape
from infold.trial.summaries import Line, Summariser
from infold.trial.windows import Window

COUNT = RuleCounter().count
ANY = st.text(st.characters(codec=None), max_size=80)
SAID = st.one_of(
    ANY,
    st.sampled_from(
        ("The port is 5433.", "端口5433错了。", "포트는 5434로 결정했어요.", "Nicht `a<b>c`!")
    ),
)


@given(ANY)
def test_a_shape_is_as_long_and_says_nothing(text: str) -> None:
    made = shape(text)
    assert len(made) == len(text)
    assert all(sign == "x" or not sign.isalpha() for sign in made)
    assert all(sign == "0" or not sign.isdigit() for sign in made)
    assert made.isascii()
    assert shape(made) == made


@given(st.lists(SAID, min_size=1, max_size=6), ANY, st.booleans())
def test_every_page_is_well_formed(said: list[str], text: str, redacted: bool) -> None:
    messages = [
        Message(role="user", parts=(Text(text=one),), id=str(at), position=at)
        for at, one in enumerate(said)
    ]
    items = read_items(messages)
    outcomes, _ = judge_items(items, text, ())
    audit = Audit(
        file=text,
        format="openai",
        title=text,
        conversations=1,
        messages=len(said),
        audited=len(said),
        turns=len(said),
        tokens=9,
        found=len(items),
        items=items,
        kept=tuple(Kept(method=one, budget=5, tokens=1, outcomes=outcomes) for one in METHODS),
        foreign=(
            Foreign(
                name="cline",
                verdict="judged",
                file=text,
                text=text,
                items=items,
                outcomes=outcomes,
                invented=(Invented(kind="code", text=text),),
            ),
        ),
    )
    page = render_page(redact(audit) if redacted else audit)
    ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    page.encode("utf-8")


@given(st.lists(SAID, max_size=30), st.integers(1, 200))
def test_no_method_exceeds_its_budget(said: list[str], budget: int) -> None:
    notes = Notes(Window(COUNT), Summariser(COUNT, analyze))
    notes.add([Line(speaker="user", text=one) for one in said])
    clusters = ClassicClusters(notes, analyze)
    clusters.place()
    for text in (
        FlatSummary(notes).text(budget),
        MovingSummary(notes).text(budget),
        clusters.text(budget),
        clusters.text(budget, "5433?"),
    ):
        assert COUNT(text) <= budget


@given(st.lists(SAID, min_size=1, max_size=12), st.integers(1, 9))
def test_a_sample_is_part_of_all_and_in_order(said: list[str], most: int) -> None:
    items = read_items(
        [
            Message(role="user", parts=(Text(text=one),), id=str(at), position=at)
            for at, one in enumerate(said)
        ]
    )
    places = [items.index(one) for one in sample(items, most)]
    assert places == sorted(set(places))
    assert sample(items, 1_000) == items
