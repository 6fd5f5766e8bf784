"""The first look over very many messages: the same words, the same statistics, fewer bytes."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from infold.recall import signals, wide
from infold.recall.field import Field
from infold.recall.index import Index
from infold.recall.query import make_query
from infold.recall.rank import rank
from infold.recall.terms import term_hashes
from infold.recall.thesaurus import load_thesaurus
from infold.recall.wide import Wide, by_words
from infold.text.analysis import analyze
from tests.unit.recall.builders import columns, placed, say

WORDS = ("port", "5433", "배포", "数据库", "サーバー", "basis", "Müller", "café")


def messages(n: int) -> list:
    return placed(
        [
            say(
                "user",
                f"{WORDS[i % 8]} note {i} {WORDS[i * 5 % 8]}",
                author=("Ana", "Zoë", "민준")[i % 3],
                at=datetime(2026, 1 + i % 3, 5, tzinfo=UTC),
            )
            for i in range(n)
        ]
    )


@pytest.fixture(params=[1, 7, 64, 200])
def step(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(wide, "RUN", 64)
    return int(request.param)


def grown(rows: list, step: int) -> Wide:
    out = Wide()
    for first in range(0, len(rows), step):
        out.add(columns(rows[: first + step], first=first))
    return out


def test_it_knows_of_words_what_an_index_knows(step: int) -> None:
    rows = messages(200)
    index = Index()
    index.extend(columns(rows))
    field, here = Field(index.snapshot(), np.arange(200)), grown(rows, step)
    assert len(here) == here.total == 200
    assert here.mean_length == field.mean_length
    assert here.lengths.tolist() == field.lengths.tolist()
    terms = np.unique(index.snapshot().terms)
    for term in [*terms.tolist(), 12345]:
        docs, counts = here.where(term)
        wanted, times = field.where(term)
        assert docs.tolist() == wanted.tolist()
        assert counts.tolist() == times.tolist()
        assert here.spread(term) == len(wanted)
    both = zip(here.holders(terms), field.holders(terms), strict=True)
    assert all(mine.tolist() == theirs.tolist() for mine, theirs in both)
    assert [day.tolist() for day in here.calendar] == [day.tolist() for day in field.calendar]
    asked = term_hashes(analyze("which port and which 배포 note"))
    assert signals.lexical(here, asked).tolist() == signals.lexical(field, asked).tolist()


def test_words_authors_and_days_count(step: int) -> None:
    here = grown(messages(200), step)
    for question, best in (
        ("note 77 café", 77),
        ("数据库 note 131", 131),
        ("배포 note 42", 42),
    ):
        scores = by_words(here, make_query(question), load_thesaurus())
        assert int(np.argmax(scores)) == best
    named = by_words(here, make_query("What did 민준 say?"), load_thesaurus())
    assert set(np.flatnonzero(named == named.max()) % 3) == {2}
    february = by_words(here, make_query("What was noted in February 2026?"), load_thesaurus())
    assert set(np.flatnonzero(february == february.max()) % 3) == {1}
    nothing = by_words(here, make_query("zzz qqq"), load_thesaurus())
    assert not nothing.any()


def test_nothing_is_found_where_there_is_nothing() -> None:
    assert not len(by_words(Wide(), make_query("port"), load_thesaurus()))


def test_a_message_takes_a_tenth_of_what_an_index_with_vectors_takes() -> None:
    rows = placed(
        [say("user", " ".join(f"w{i * j % 911}" for j in range(30))) for i in range(4000)]
    )
    here, index = Wide(), Index()
    for first in range(0, 4000, 1000):
        here.add(columns(rows[: first + 1000], first=first))
    index.extend(columns(rows))
    index.set_vectors(np.arange(4000), np.ones((4000, 256), np.float32))
    assert here.nbytes < 0.35 * index.nbytes  # all of it still in the tail
    full = Wide()
    try:
        wide.RUN, kept = 1000, wide.RUN
        full.add(columns(rows))
    finally:
        wide.RUN = kept
    assert full.nbytes < 0.12 * index.nbytes


def test_a_choice_of_messages_is_ranked_by_the_statistics_of_all() -> None:
    rows = placed(
        [say("user", f"the backup of host {i} is kept for {i} days") for i in range(300)]
        + [say("user", "the quartz backup is kept elsewhere")]
    )
    index, here = Index(), Wide()
    index.extend(columns(rows))
    here.add(columns(rows))
    question = make_query("quartz backup days")
    whole = rank(Field(index.snapshot(), np.arange(301)), question, limit=5)
    # Of the twelve best each holds a word of the question: by their own statistics all are common.
    chosen = np.sort(np.argsort(-by_words(here, question, load_thesaurus()), kind="stable")[:12])
    few = Index()
    few.extend(columns([rows[i] for i in chosen.tolist()]))
    known = Field(few.snapshot(), np.arange(12), known=here.known())
    assert chosen[rank(known, question, limit=5).positions[0]] == whole.positions[0] == 300
    term = int(term_hashes(analyze("backup"))[0])
    assert known.spread(term, known.where(term)[0]) == 301
    assert known.total == 301


def test_a_field_reads_its_path_in_any_order() -> None:
    rows = messages(60)
    index, turned = Index(), Index()
    index.extend(columns(rows))
    order = np.r_[np.arange(30, 60), np.arange(30)]
    turned.extend(columns([rows[i] for i in order.tolist()]))
    back = Field(turned.snapshot(), np.argsort(order))
    straight = Field(index.snapshot(), np.arange(60))
    assert not back.whole
    for term in np.unique(index.snapshot().terms).tolist():
        for mine, theirs in zip(back.where(term), straight.where(term), strict=True):
            assert mine.tolist() == theirs.tolist()
    question = make_query("배포 note port")
    mine, theirs = rank(back, question), rank(straight, question)
    assert order[mine.positions].tolist() == theirs.positions.tolist()
    assert mine.scores.tolist() == theirs.scores.tolist()
