"""Remembering: what is added, what that ends, what is found, and the way back (CASES §3)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from infold import Infold
from infold.config import Settings
from infold.core.facts import Slot
from infold.core.folds import Span
from infold.engine.saying import Saying
from infold.errors import Conflict, InfoldError, NotFound, UsageError
from infold.memory.decay import Decay
from infold.memory.retention import Keeping, Retention
from infold.testing import FrozenClock

DAY = timedelta(days=1)
CITY = Slot(subject="user", attribute="city")


class Letters:
    """An embedder for tests: how often each letter stands in a text."""

    id = "letters-26"
    dim = 26

    def embed(self, texts: list[str]) -> np.ndarray[Any, Any]:
        rows = np.zeros((len(texts), 26), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for sign in text.lower():
                row[ord(sign) % 26] += 1
            row /= max(float(np.linalg.norm(row)), 1e-9)
        return rows


@pytest.fixture
def embedded(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    with Infold.open(
        tmp_path / "e.db", settings=Settings(), embedder=Letters(), clock=clock
    ) as opened:
        yield opened


def found(memory: Infold, question: str = "Where does she live?", **options: Any) -> list[str]:
    return [hit.text for hit in memory.search(question, kinds=("fact",), **options)]


def states(memory: Infold, **options: Any) -> dict[str, str]:
    return {one.text: one.state for one in memory.facts(state=None, **options)}


def test_m3_the_newer_undated_value_is_current_and_the_older_is_history(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Lives in Porto")
    clock.advance(DAY)
    memory.add("lives in Oslo")
    assert found(memory) == ["lives in Oslo"]
    assert states(memory) == {"Lives in Porto": "superseded", "lives in Oslo": "live"}
    assert [(one.value, one.ends is None) for one in memory.history(CITY)] == [
        ("Porto", False),
        ("Oslo", True),
    ]
    porto = memory.facts(state="superseded")[0]
    assert [one.kind for one in memory.fact_events(porto.id)] == ["added", "superseded"]
    assert memory.history(porto.id) == memory.history(CITY)
    assert found(memory, as_of=clock.now() - timedelta(hours=1)) == ["Lives in Porto"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("저는 부산에 살아요", "서울로 이사했어요"),
        ("我住在上海", "我搬到北京了"),
        ("私は大阪に住んでいます", "東京に引っ越しました"),
        ("Saya tinggal di Bandung", "Saya pindah ke Jakarta"),
        ("Ich wohne in München", "Ich bin nach Köln gezogen"),
        ("The database port is 5432", "The database port is 5433"),
        ("I like jazz", "I don't like jazz"),
    ],
)
def test_m3_in_every_language_and_for_any_slot(
    memory: Infold, clock: FrozenClock, old: str, new: str
) -> None:
    memory.add(old)
    clock.advance(DAY)
    memory.add(new)
    assert states(memory) == {old: "superseded", new: "live"}


def test_a_dated_value_is_placed_by_its_time_not_by_its_arrival(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Lives in Porto")
    clock.advance(DAY)
    memory.add("Lived in Oslo from 2015 to 2019")
    assert found(memory) == ["Lives in Porto"]
    assert found(memory, as_of="2017-05-01") == ["Lived in Oslo from 2015 to 2019"]
    memory.add("Lives in Rome", valid_from="2027-01-01")
    assert found(memory) == ["Lives in Porto"]
    assert found(memory, as_of="2027-01-02", min_confidence=0) == ["Lives in Rome"]


def test_what_was_known_at_a_moment_and_what_was_so_at_it(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Lives in Porto")
    first = clock.now()
    clock.advance(10 * DAY)
    memory.add("Lives in Oslo", valid_from=first + DAY)
    second = clock.now()

    def told(**options: Any) -> list[str]:
        return [one.text for one in memory.facts(**options)]

    assert told(as_of=first + 5 * DAY, known_at=first + 5 * DAY) == ["Lives in Porto"]
    assert told(as_of=first + 5 * DAY) == ["Lives in Oslo"]
    assert told(as_of=first + 5 * DAY, known_at=second) == ["Lives in Oslo"]
    assert told(known_at=first) == ["Lives in Porto"]
    assert [one.value for one in memory.history(CITY, known_at=first)] == ["Porto"]


def test_a_retraction_closes_and_said_again_opens_a_second_interval(
    memory: Infold, clock: FrozenClock
) -> None:
    first = memory.add("Lives in Porto")
    clock.advance(DAY)
    memory.add("I no longer live in Porto")
    assert "Lives in Porto" not in found(memory)
    clock.advance(DAY)
    again = memory.add("Lives in Porto")
    assert again.id != first.id
    assert found(memory) == ["Lives in Porto"]
    spans = [(one.value, one.ends is not None) for one in memory.history(CITY)]
    assert spans == [("Porto", True), ("Porto", False)]


def test_a_deleted_value_lets_the_older_one_hold_again(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Lives in Porto")
    clock.advance(DAY)
    oslo = memory.add("Lives in Oslo")
    memory.delete(oslo.id)
    assert found(memory) == ["Lives in Porto"]
    memory.restore(oslo.id)
    assert found(memory) == ["Lives in Oslo"]
    assert memory.verify() == []


@pytest.mark.parametrize(
    "user", ['") or true or ("', "x' OR '1'='1", '{"$ne":""}', "%", "_", "*", "김민준", "\ud800"]
)
def test_m4_an_odd_name_sees_nothing_of_others_and_works_like_any(
    memory: Infold, user: str
) -> None:
    kept = memory.add("Lives in Porto", user="victim")
    assert found(memory, user=user) == []
    assert memory.facts(user=user, state=None) == []
    for call in (memory.fact, memory.delete, memory.pin, memory.fact_events):
        with pytest.raises(NotFound):
            call(kept.id, user=user)
    memory.add("Lives in Oslo", user=user)
    assert found(memory, user=user) == ["Lives in Oslo"]
    assert found(memory, user="victim") == ["Lives in Porto"]


def test_m4_a_name_that_is_an_id(memory: Infold) -> None:
    user = "f2c59d63-a7a7-b5e6-8000-000000000000"
    memory.add("Lives in Porto", user=user)
    assert found(memory, user=user) == ["Lives in Porto"]


def test_m5_an_expiry_is_an_instant(memory: Infold, clock: FrozenClock) -> None:
    clock.advance(datetime(2026, 2, 1, tzinfo=UTC) - clock.now())
    memory.add("Lives in Porto", expires="2026-03-01T00:00+08:00")
    clock.advance(datetime(2026, 2, 28, 15, 59, 59, tzinfo=UTC) - clock.now())
    assert found(memory) == ["Lives in Porto"]
    clock.advance(timedelta(seconds=1))
    assert found(memory) == []
    assert states(memory) == {"Lives in Porto": "expired"}
    assert found(memory, as_of="2026-02-28T15:59:59Z") == ["Lives in Porto"]
    for wrong in ("2020-13-45", "tomorrow", "2026-03-01T00:00", "-1 day", "", "P0D"):
        with pytest.raises(UsageError):
            memory.add("Lives in Oslo", expires=wrong)
    assert len(memory.facts(state=None)) == 1


def test_a_temporary_fact_lives_seven_days_and_what_it_interrupted_goes_on(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Lives in Porto")
    clock.advance(DAY)
    memory.add("Staying and living in Lisbon", kind="temporary")
    assert found(memory) == ["Staying and living in Lisbon"]
    clock.advance(7 * DAY)
    assert found(memory) == ["Lives in Porto"]
    clock.advance(-DAY)
    memory.add("Staying and living in Lisbon", kind="temporary")  # said again, it lives longer
    clock.advance(6 * DAY)
    assert found(memory) == ["Staying and living in Lisbon"]


def test_m6_confidence_falls_by_the_clock_alone(memory: Infold, clock: FrozenClock) -> None:
    fact = memory.add("Lives in Porto")
    for days in (0, 30, 60, 90):
        at = clock.now() + days * DAY
        assert memory.fact(fact.id, as_of=at).confidence == 0.5 ** (days / 30)
    clock.advance(timedelta(days=52.1))
    assert found(memory) == ["Lives in Porto"]
    before = memory.fact(fact.id)
    for _ in range(100):
        memory.search("Porto", used=True)
        memory.fact(fact.id)
    seen = memory.fact(fact.id)
    assert (seen.confidence, seen.standing.uses) == (before.confidence, 1)
    clock.advance(timedelta(days=0.1))
    assert found(memory) == []
    assert found(memory, min_confidence=0.2) == ["Lives in Porto"]
    memory.confirm(fact.id)
    assert found(memory) == ["Lives in Porto"]
    assert memory.fact(fact.id).confidence == 1.0


def test_m7_fifty_threads_that_add_one_text_make_one_fact(memory: Infold) -> None:
    gate = threading.Barrier(50)
    ids: list[str] = []

    def work() -> None:
        gate.wait()
        ids.append(memory.add("Likes jazz", user="alice").id)

    threads = [threading.Thread(target=work) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(ids)) == 1
    (one,) = memory.facts(user="alice", state=None)
    assert one.standing.repeats == 49
    assert len(memory.fact_events(one.id, user="alice")) == 50
    assert memory.verify() == []


def test_m13_restore_brings_all_of_it_back_vectors_too(
    embedded: Infold, clock: FrozenClock
) -> None:
    fact = embedded.add("Lives in Porto", importance=0.9)
    embedded.pin(fact.id)
    embedded.use(fact.id)
    assert embedded.run_job() is not None
    with embedded.store.read() as reader:
        before = reader.fact(embedded.scope(), fact.id)
        vectors = reader.fact_vectors(embedded.scope(), Letters.id)
    hits = embedded.search("oortPolo", kinds=("fact",))
    embedded.delete(fact.id)
    assert found(embedded, "oortPolo") == found(embedded) == []
    assert states(embedded) == {"Lives in Porto": "tombstoned"}
    clock.advance(DAY)
    embedded.delete(fact.id)
    embedded.restore(fact.id)
    embedded.restore(fact.id)
    with embedded.store.read() as reader:
        again = reader.fact(embedded.scope(), fact.id)
        assert before is not None
        assert again is not None
        assert again.fact == before.fact
        assert (again.standing.pinned, again.standing.uses, again.standing.importance) == (
            True,
            1,
            0.9,
        )
        assert again.standing.events == before.standing.events + 2
        for one, other in zip(
            vectors, reader.fact_vectors(embedded.scope(), Letters.id), strict=True
        ):
            assert np.array_equal(one, other)
    clock.advance(-DAY)
    assert embedded.search("oortPolo", kinds=("fact",))[0].score == hits[0].score
    assert embedded.verify() == []


def test_what_is_not_sure_waits_as_a_question_and_changes_nothing(
    memory: Infold, clock: FrozenClock
) -> None:
    porto = memory.add("Lives in Porto", origin="user")
    clock.advance(DAY)
    berlin = memory.add("Lives in Berlin", origin="tool")
    assert found(memory) == ["Lives in Porto"]
    (question,) = memory.questions()
    assert (question.fact, question.against) == (berlin.id, porto.id)
    assert "trusted more" in question.reason
    memory.release(berlin.id)
    assert found(memory) == ["Lives in Berlin"]
    assert memory.questions() == []
    assert memory.verify() == []


def test_several_statements_are_one_transaction(memory: Infold) -> None:
    made = memory.add(["Lives in Porto", "Likes jazz", "Likes jazz"])
    assert [fact.text for fact in made] == ["Lives in Porto", "Likes jazz", "Likes jazz"]
    assert made[1].id == made[2].id
    with pytest.raises(UsageError, match="nothing to remember"):
        memory.add(["Likes tea", "  "])
    assert len(memory.facts()) == 2
    assert memory.add([]) == []


def test_a_key_is_used_once(memory: Infold) -> None:
    one = memory.add("Likes jazz", key="k")
    assert memory.add("Likes jazz", key="k").id == one.id
    assert memory.fact(one.id).standing.repeats == 0
    with pytest.raises(Conflict, match="other statements"):
        memory.add("Likes tea", key="k")


def test_the_same_span_is_heard_once(memory: Infold, clock: FrozenClock) -> None:
    chat = memory.conversation("c")
    message = chat.append("user", "I live in Porto. I live in Oslo.")
    spans = [
        Span(message=message.id, part=0, start=0, end=16),
        Span(message=message.id, part=0, start=17, end=32),
    ]

    def extract() -> None:
        for text, span in zip(("I live in Porto", "I live in Oslo"), spans, strict=True):
            saying = Saying(text=text, origin="user", sources=(span,), said_at=message.at)
            memory.record([saying], scope=memory.scope())
            clock.advance(timedelta(minutes=1))

    extract()
    first = states(memory)
    extract()
    assert states(memory) == first
    assert [one.standing.events for one in memory.facts(state=None)] == [2, 1]
    oslo = memory.facts()[0]
    assert memory.fact(oslo.id).fact.sources == (spans[1],)
    (source,) = memory.sources(oslo)
    assert (source.message.id, source.text) == (message.id, "I live in Oslo.")
    assert memory.sources(memory.add("Likes tea")) == []


def test_agents_remember_for_themselves(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Lives in Porto", agent="one")
    clock.advance(DAY)
    memory.add("Lives in Oslo", agent="two")
    assert found(memory, agent="one") == ["Lives in Porto"]
    assert found(memory, agent="two") == ["Lives in Oslo"]
    assert sorted(found(memory)) == ["Lives in Oslo", "Lives in Porto"]
    assert memory.verify() == []


def test_facts_are_found_with_messages_and_explained(embedded: Infold) -> None:
    chat = embedded.conversation("c")
    chat.append("user", "The ferry leaves at nine from Porto")
    embedded.add(["Lives in Porto", "Works as a nurse", "커피를 좋아해요"])
    kinds = {hit.kind for hit in embedded.search("Porto")}
    assert kinds >= {"message", "fact"}
    (hit,) = embedded.search("Where does she live? Porto?", kinds="fact", k=1, explain=True)
    assert hit.fact is not None
    assert (hit.text, hit.fact.state, hit.title) == ("Lives in Porto", "live", "statement")
    assert hit.parts is not None
    assert set(hit.parts) == {"relevance", "confidence", "importance", "recency", "trust"}
    assert found(embedded, "커피")[0] == "커피를 좋아해요"
    assert found(embedded, "Porto", budget=4) == ["Lives in Porto"]
    assert found(embedded, "Porto", budget=1) == []


def test_relevance_comes_first_and_the_rest_decides_between_equals(memory: Infold) -> None:
    memory.add("Likes jazz concerts", confidence=0.4, importance=0.0)
    memory.add("Has a cat", confidence=1.0, importance=1.0)
    assert found(memory, "jazz concerts")[0] == "Likes jazz concerts"
    memory.add("Owns red bicycle alpha", importance=0.1)
    memory.add("Owns red bicycle omega", importance=0.9)
    assert found(memory, "red bicycle")[:2] == [
        "Owns red bicycle omega",
        "Owns red bicycle alpha",
    ]


def test_filters(memory: Infold) -> None:
    memory.add("Lives in Porto", kind="profile", origin="user")
    memory.add("Visited the Porto office", kind="event", origin="tool")
    assert found(memory, "Porto", fact_kinds=("event",)) == ["Visited the Porto office"]
    assert found(memory, "Porto", origins=("user",)) == ["Lives in Porto"]
    assert found(memory, "Porto", slot=CITY) == ["Lives in Porto"]
    assert [one.text for one in memory.facts(kind="event")] == ["Visited the Porto office"]


def test_a_use_is_counted_when_the_caller_says_so_and_once_an_hour(
    memory: Infold, clock: FrozenClock
) -> None:
    fact = memory.add("Lives in Porto")
    memory.search("Porto")
    assert memory.fact(fact.id).standing.uses == 0
    for minutes in (0, 30, 61, 90):
        memory.search("Porto", used=True)
        clock.advance(timedelta(minutes=30))
        assert minutes >= 0
    assert memory.fact(fact.id).standing.uses == 2


def test_pins_hold_confidence(memory: Infold, clock: FrozenClock) -> None:
    fact = memory.add("Lives in Porto", confidence=0.8)
    memory.pin(fact.id)
    memory.pin(fact.id)
    clock.advance(300 * DAY)
    assert memory.fact(fact.id).confidence == 0.8
    memory.unpin(fact.id)
    assert memory.fact(fact.id).confidence == 0.05
    assert [one.kind for one in memory.fact_events(fact.id)] == ["added", "pinned", "unpinned"]


def test_retention_by_kind_is_an_argument(tmp_path: Path, clock: FrozenClock) -> None:
    kept = Retention(kinds={"event": Keeping(ttl=DAY, decay=Decay(half_life=None))})
    with Infold.open(tmp_path / "r.db", embedder="none", clock=clock, retention=kept) as memory:
        memory.add("Met Ana", kind="event")
        memory.add("Likes tea")
        clock.advance(DAY - timedelta(seconds=1))
        assert [one.confidence for one in memory.facts(kind="event")] == [1.0]
        clock.advance(timedelta(seconds=1))
        assert [one.text for one in memory.facts()] == ["Likes tea"]


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.add(""),
        lambda m: m.add(None),
        lambda m: m.add("x" * 5000),
        lambda m: m.add("x", kind="rumour"),
        lambda m: m.add("x", origin="api"),
        lambda m: m.add("x", confidence=1.5),
        lambda m: m.add("x", confidence=float("nan")),
        lambda m: m.add("x", confidence=True),
        lambda m: m.add("x", importance=-0.1),
        lambda m: m.add("x", trust="high"),
        lambda m: m.add("x", valid_from="2020-13-45"),
        lambda m: m.add("x", valid_from="2021-01-01", valid_to="2020-01-01"),
        lambda m: m.add("x", valid_from=datetime(2020, 1, 1)),  # noqa: DTZ001 - what is refused
        lambda m: m.search("x", min_confidence=2),
        lambda m: m.search("x", budget=0),
        lambda m: m.search("x", as_of="never"),
        lambda m: m.search("x", kinds=("facts",)),
        lambda m: m.facts(as_of="2020-13-45"),
    ],
)
def test_what_cannot_be_is_refused_at_the_door(
    memory: Infold, call: Callable[[Infold], object]
) -> None:
    with pytest.raises(InfoldError) as caught:
        call(memory)
    assert isinstance(caught.value, UsageError)
    assert caught.value.hint
    assert memory.facts(state=None) == []


def test_a_clock_that_jumps_back_loses_nothing(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Lives in Porto")
    clock.advance(-400 * DAY)
    memory.add("Lives in Oslo")
    memory.add("Likes jazz")
    assert found(memory, min_confidence=0)[0] == "Lives in Oslo"
    assert states(memory)["Lives in Porto"] == "superseded"
    memory.delete(memory.facts()[0].id)
    assert memory.verify() == []


def test_another_process_sees_every_change(memory: Infold, clock: FrozenClock) -> None:
    with Infold.open(memory.store.path, embedder="none", clock=clock) as other:
        one = memory.add("Lives in Porto")
        assert found(other) == ["Lives in Porto"]
        clock.advance(DAY)
        two = memory.add("Lives in Oslo")
        assert found(other) == ["Lives in Oslo"]
        other.delete(two.id)
        assert found(memory) == ["Lives in Porto"]
        memory.pin(one.id)
        assert other.fact(one.id).standing.pinned


def test_a_fact_is_found_by_how_its_id_starts(memory: Infold) -> None:
    fact = memory.add("Lives in Porto")
    assert memory.find_fact(fact.id[:10]).id == fact.id
    for name in ("a_", "a_nothing", ""):
        with pytest.raises(NotFound, match="facts of this user"):
            memory.find_fact(name)


def test_facts_get_vectors_by_a_job_and_rank_by_words_until_then(embedded: Infold) -> None:
    embedded.add(["Lives in Porto", "Likes jazz"])
    assert found(embedded, "Porto")[0] == "Lives in Porto"
    report = embedded.run_job()
    assert report is not None
    assert (report.kind, report.done, report.embedded) == ("facts", True, 2)
    assert embedded.run_job() is None
    assert found(embedded, "zzaj")[0] == "Likes jazz"
