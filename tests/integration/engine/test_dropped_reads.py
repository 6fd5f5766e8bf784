"""Reading where texts were dropped: each way to read is tried, and none shows what is gone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine.chat import Chat
from infold.errors import Conflict, GraphError, UsageError
from infold.models.roles import Models
from infold.models.scripted import ScriptedModel
from infold.testing import FrozenClock
from tests.integration.engine.dropping import (
    DAY,
    MONTH,
    dropped,
    files,
    fill,
    gone,
    lost_words,
    shown,
    work,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a chat of whose texts some were dropped: made once, each test has a copy."""
    path = tmp_path_factory.mktemp("dropped") / "infold.db"
    clock = FrozenClock()
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with Infold.open(path, settings=settings, clock=clock, retention=MONTH) as memory:
        dropped(memory, clock)
    return path


@pytest.fixture
def memory(
    made: Path, tmp_path: Path, open_memory: Callable[..., Infold], clock: FrozenClock
) -> Infold:
    shutil.copy(made, tmp_path / "infold.db")
    clock.advance(40 * DAY)
    return open_memory(
        retention=MONTH,
        models=Models(answer=ScriptedModel(lambda request: "It listens on 5433.")),
    )


@pytest.fixture
def chat(memory: Infold) -> Chat:
    return memory.conversation("주방")


def clean(memory: Infold, chat: Chat, *told: object) -> None:
    """Nothing that was told holds a word that is gone."""
    text = "\n".join(shown(one) for one in told)
    assert text
    assert [word for word in lost_words(memory, chat) if word in text] == []


# ------------------------------------------------------------------ contexts


@pytest.mark.parametrize("layout", ["default", "cached"])
@pytest.mark.parametrize("budget", [40, 150, 400, 1_000, 2_500, 6_000, 20_000])
def test_contexts_hold_folds_in_the_place_of_texts(
    memory: Infold, chat: Chat, budget: int, layout: str
) -> None:
    places = set(gone(chat))
    for question in ("Which port does PostgreSQL use?", "", "백업은 언제?", "日本のキャッシュ"):
        made = chat.context(question, budget=budget, layout=layout)  # type: ignore[arg-type]
        assert made.accounting["tokens"] <= budget
        counts = [made.accounting[state] for state in ("raw", "extracted", "folded", "omitted")]
        assert sum(counts) == made.accounting["total"] == len(chat.messages())
        assert sum(made.omissions.values()) == made.accounting["omitted"]
        assert all(line.strip() for line in made.text.splitlines())
        assert not any(
            line.rstrip().endswith(("user:", "assistant:")) for line in made.text.splitlines()
        )
        assert all(one["content"].strip() for one in made.messages)
        assert {made.state(at) for at in places} <= {"folded", "omitted"}
        assert {at for run in made.dropped for at in run["positions"]} == places
        assert places.isdisjoint(one["position"] for one in made.sources)
        for claim in made.claims:
            assert claim["text"] in made.text
        clean(memory, chat, made.to_json())
    at = min(places)
    assert made.why(at).endswith("Its text was dropped on 2026-04-10.")


def test_the_hot_window_does_not_reach_back_over_dropped_texts(memory: Infold, chat: Chat) -> None:
    last = max(gone(chat))
    older = [m for m in chat.messages() if m.position < last and m.dropped is None]
    assert older, "some have to stay"
    total = sum(m.tokens for m in chat.messages() if m.dropped is None)
    for budget in (1_000, total // 2, total * 9 // 10):
        made = chat.context("", budget=budget)
        hot = made.prefix
        assert not [m for m in older if m.text in hot]


def test_what_fits_is_shown_in_its_order_with_folds_where_texts_were(
    memory: Infold, chat: Chat
) -> None:
    made = chat.context("", budget=20_000)
    assert made.omissions.keys() <= {"dropped"}
    kept = [m for m in chat.messages() if m.dropped is None]
    places = [made.text.index(m.text) for m in kept]
    assert places == sorted(places)
    assert "Folded:" in made.text


def test_a_context_finds_by_the_fold_what_the_message_said(memory: Infold, chat: Chat) -> None:
    places = set(gone(chat))
    fold = next(one for one in chat.folds() if places.intersection(one.claims[-1].positions))
    claim = next(one for one in fold.claims if one.level and set(one.positions) <= places)
    made = chat.context(claim.text, budget=800)
    assert claim.text in made.text
    assert fold.id in {one["fold"] for one in made.claims}
    assert {made.state(at) for at in claim.positions} == {"folded"}


def test_from_a_leaf_inside_only_what_is_in_scope_is_told(memory: Infold, chat: Chat) -> None:
    messages = chat.messages()
    for at in (0, 1, 5, gone(chat)[3], gone(chat)[-1]):
        made = chat.context("Which port?", budget=600, leaf=messages[at].id)
        assert made.accounting["total"] == at + 1
        assert all(span["position"] <= at for one in made.claims for span in one["spans"])


# ------------------------------------------------------------------ search


def test_search_finds_the_fold_where_the_message_would_have_been_found(
    memory: Infold, chat: Chat
) -> None:
    places = set(gone(chat))
    for fold in chat.folds():
        for claim in fold.claims:
            if claim.level and set(claim.positions) <= places and "Item" in claim.text:
                hits = memory.search(claim.text, kinds=["message"], k=5)
                assert fold.id in [hit.id for hit in hits if hit.kind == "fold"]
                both = memory.search(claim.text, kinds=["message", "fold"], k=20)
                assert [hit.id for hit in both].count(fold.id) == 1
    for hit in memory.search("Item 3 costs EUR warehouse", k=50):
        assert hit.text.strip()
        clean(memory, chat, hit.text, hit.title)


# ------------------------------------------------------------------ the way back


def test_expand_sources_and_fidelity_claim_no_way_back(memory: Infold, chat: Chat) -> None:
    for one in memory.dropped(chat.id):
        fold = memory.find_fold(one.fold)
        rows = memory.expand(fold.id)
        assert [m.id for m in rows] == list(fold.sources)
        assert [m.position for m in rows if m.dropped] == list(one.positions)
        for source in memory.sources(fold.id):
            is_gone = source.message.dropped is not None
            assert bool(source.text) != is_gone
            assert bool(source.note) == is_gone
        for claim in fold.claims:
            clean(memory, chat, memory.sources(claim.id))
        (whole,) = memory.sources(rows[0].id)
        assert (whole.text, bool(whole.note)) == ("", True) if rows[0].dropped else whole.text
        report = chat.fidelity(fold)
        kept, lost = sum(one.kept.values()), sum(one.lost.values())
        assert report.counts()["lost"] >= lost
        assert report.counts()["kept"] >= kept
        assert report.counts()["invented"] == 0
        assert report.note == one.note
        assert report.is_faithful == (report.counts()["lost"] == 0)
        assert sum(each["kept"] for each in report.by_kind().values()) == report.counts()["kept"]
        clean(memory, chat, repr(report))


def test_lost_facts_are_counted_and_make_a_fold_unfaithful(memory: Infold, chat: Chat) -> None:
    for one in memory.dropped(chat.id):
        for kind, count in one.lost.items():
            assert chat.fidelity(one.fold).by_kind()[kind]["lost"] >= count
            assert not chat.fidelity(one.fold).is_faithful


# ------------------------------------------------------------------ pages and files


def test_pages_say_what_folds_say_and_that_sources_were_dropped(memory: Infold, chat: Chat) -> None:
    page = chat.markdown()
    clean(memory, chat, page)
    assert "its sources were dropped on 2026-04-10" in page
    assert "(text dropped)" in page
    for one in memory.dropped(chat.id):
        for claim in memory.find_fold(one.fold).claims:
            if claim.level and set(claim.positions) <= set(one.positions):
                assert " ".join(claim.text.split()) in page
    assert "****" not in page


def test_an_export_keeps_the_state_and_comes_back_as_it_was(
    memory: Infold, chat: Chat, tmp_path: Path, clock: FrozenClock
) -> None:
    lines = b"".join(memory.export())
    clean(memory, chat, lines.decode())
    file = tmp_path / "out.jsonl"
    file.write_bytes(lines)
    for secret in ("a secret for tests", "another"):
        settings = Settings(embedder="none", space_secret=secret)
        with Infold.open(tmp_path / f"{secret}.db", settings=settings, clock=clock) as other:
            report = other.import_file(file, strict=True)
            assert report.messages == len(chat.messages())
            work(other)
            (info,) = other.conversations()
            back = other.conversation(info.id)
            assert back.messages() == chat.messages()
            assert gone(back) == gone(chat)
            assert back.folds() == chat.folds()
            assert other.dropped(back.id) == memory.dropped(chat.id)
            assert other.verify() == []
            for question in ("Which port?", ""):
                mine, theirs = (one.context(question, budget=900).text for one in (chat, back))
                assert mine == theirs
            hits = [
                [(hit.kind, hit.id) for hit in one.search("Item 3 costs", kinds=["message"])]
                for one in (memory, other)
            ]
            assert hits[0] == hits[1]
            assert b"".join(other.export()) == lines
            # The file again, and into the store that it came from: nothing is added or changed.
            assert other.import_file(file).added == 0
            assert back.messages() == chat.messages()
    before = chat.messages()
    assert memory.import_file(file).added == 0
    assert chat.messages() == before
    assert memory.verify() == []


def test_an_older_file_does_not_bring_texts_back_by_itself(
    open_memory: Callable[..., Infold], clock: FrozenClock, tmp_path: Path
) -> None:
    from tests.integration.engine.dropping import folded

    memory = open_memory(retention=MONTH)
    chat = folded(memory)
    file = tmp_path / "before.jsonl"
    file.write_bytes(b"".join(memory.export()))
    clock.advance(40 * DAY)
    memory.apply(memory.plan_sweep(), drop=True)
    places, folds = gone(chat), chat.folds()
    memory.import_file(file)
    work(memory)
    assert gone(chat) == places
    assert chat.folds() == folds
    assert memory.verify() == []


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("at", "2026-04-10T09:00:00", "zone"),
        ("positions", ["0"], "positions"),
        ("positions", [], "positions"),
        ("tokens", -3, "tokens"),
        ("kept", {"number": "2"}, "kept"),
        ("lost", {"colour": 2}, "lost"),
    ],
)
def test_a_broken_record_of_a_drop_is_told(
    memory: Infold, chat: Chat, tmp_path: Path, field: str, value: object, what: str
) -> None:
    rows = [json.loads(line) for line in b"".join(memory.export()).splitlines()]
    row = next(one for one in rows if one.get("record") == "drop")
    row[field] = value
    file = tmp_path / "broken.jsonl"
    file.write_text("\n".join(json.dumps(one) for one in rows) + "\n")
    with Infold.open(tmp_path / "b.db", settings=Settings(embedder="none")) as other:
        report = other.import_file(file)
        assert any(what in bad.reason for bad in report.bad)
        (info,) = other.conversations()
        back = other.conversation(info.id)
        assert gone(back) == gone(chat)
        assert back.context("Which port?", budget=500).text


# ------------------------------------------------------------------ the graph


def test_condensing_leaves_dropped_turns_alone_and_says_why(memory: Infold, chat: Chat) -> None:
    plan = chat.plan_condense()
    places = set(gone(chat))
    ids = {message.id for message in chat.messages() if message.position in places}
    assert all(ids.isdisjoint(run.members) for run in plan.runs)
    told = [one for one in plan.refused if one.breaker == "dropped"]
    assert told
    assert (
        told[0].reason
        == "a text of it was dropped, and the fold that stands for that stays as it is"
    )
    with pytest.raises(GraphError, match="was dropped"):
        plan.add(sorted(ids)[:1])


def test_views_and_comparisons_beside_dropped_texts(
    memory: Infold, chat: Chat, clock: FrozenClock
) -> None:
    fill(chat, 30, memory, begin=70)
    work(memory)
    plan = chat.plan_condense()
    assert plan.runs
    view = chat.apply(chat.build(plan), name="요약")
    for name in (view.id, "full", None):
        for budget in (300, 1_500, 20_000):
            made = chat.context("Which port?", budget=budget, view=name)
            assert made.accounting["tokens"] <= budget
            clean(memory, chat, made.to_json())
    page = chat.markdown(view=view)
    clean(memory, chat, page)
    compared = chat.compare(view, probes=6)
    clean(memory, chat, repr(compared))
    copy = chat.materialise(view, name="사본").chat
    assert all(message.dropped is None and message.text for message in copy.messages())
    clean(memory, chat, *(message.text for message in copy.messages()))
    assert memory.verify() == []


def test_nodes_are_read_with_folds_in_the_place_of_texts(memory: Infold, chat: Chat) -> None:
    leaf = chat.messages()[-1]
    for node in (leaf, chat.messages()[gone(chat)[-1]]):
        made = chat.preview(node, question="Which port?", budget=20_000)
        clean(memory, chat, made.text)
        assert all(one.text.strip() for one in made.messages)
    answer = chat.ask(leaf, "Which port?")
    assert answer.text == "It listens on 5433."
    asked = next(m for m in chat.messages() if m.dropped is not None and m.role == "user")
    with pytest.raises(UsageError, match="was dropped"):
        chat.answer(asked)
    below = chat.branch(asked, "Noch einmal: welcher Port?")
    assert chat.answer(below).text
    assert memory.verify() == []


def test_marks_versions_and_steps_on_dropped_messages(memory: Infold, chat: Chat) -> None:
    there = chat.messages()[gone(chat)[2]]
    with pytest.raises(UsageError, match="stand"):
        chat.mark(there.id, "highlight", text="Item")
    with pytest.raises(UsageError):
        chat.mark(there.id, "highlight", span=(0, 4))
    chat.mark(there.id, "pin")
    chat.mark(there.id, "landmark", label="decided")
    clean(memory, chat, repr(chat.propose_marks()))
    made = chat.context("Which port?", budget=700)
    assert made.state(there.position) in ("folded", "omitted")
    assert "user: \n" not in made.text
    chat.archive(there)
    assert chat.context("Which port?", budget=700).why(there.position).startswith("Message")
    chat.undo()
    edited = chat.edit(there, "Item 1 costs 99 EUR, said anew.")
    assert chat.versions(edited)
    assert memory.verify() == []
    assert chat.stale() is not None
    plan = chat.plan_replay()
    ids = {m.id for m in chat.messages() if m.dropped is not None}
    assert ids.isdisjoint(one.message for one in plan.items)


def test_an_edit_above_makes_no_dropped_answer_be_asked_again(memory: Infold, chat: Chat) -> None:
    first = next(m for m in chat.messages() if m.dropped is None and m.role == "user")
    chat.edit(first, "Said in other words.")
    plan = chat.plan_replay()
    ids = {m.id for m in chat.messages() if m.dropped is not None and m.role == "assistant"}
    assert ids.isdisjoint(one.message for one in plan.items)
    reasons = dict(plan.skipped)
    assert {reasons[one] for one in ids & reasons.keys()} <= {
        "its text, or that of its question, was dropped"
    }


# ------------------------------------------------------------------ folds that cannot be made again


def test_a_merge_of_a_frozen_cluster_cannot_be_withdrawn(memory: Infold, chat: Chat) -> None:
    roots = {memory.find_fold(one.fold).root for one in memory.dropped(chat.id)}
    with memory.store.read() as reader:
        placements = reader.placements(memory.scope(), chat.id)
    frozen = {placements[at] for at in gone(chat)}
    merge = next(one for one in chat.merges() if {one.a, one.b} & frozen)
    folds = chat.folds()
    with pytest.raises(Conflict, match="cannot be folded anew"):
        chat.withdraw(merge.id)
    assert chat.folds() == folds
    assert {fold.root for fold in folds} >= roots


def test_the_chat_goes_on_and_the_folds_stay_whole(memory: Infold, chat: Chat) -> None:
    frozen = {one.fold for one in memory.dropped(chat.id)}
    before = {fold.id: fold for fold in chat.folds() if fold.id in frozen}
    for _ in range(3):
        fill(chat, 15, memory, begin=len(chat.messages()) // 2)
        work(memory)
        after = {fold.id: fold for fold in chat.folds()}
        assert before.items() <= after.items()
        assert chat.context("Which port?", budget=1_000).text
        assert memory.verify() == []
    assert memory.doctor() is not None


def test_another_process_reads_the_same(
    memory: Infold, chat: Chat, open_memory: Callable[..., Infold]
) -> None:
    made = chat.context("Which port?", budget=900)
    again = open_memory(retention=MONTH)
    other = again.conversation(chat.id)
    assert other.context("Which port?", budget=900).text == made.text
    hits = [[hit.id for hit in one.search("Item 3 costs")] for one in (memory, again)]
    assert hits[0] == hits[1]


# ------------------------------------------------------------------ erasing


def test_a_dropped_message_can_be_erased_and_what_others_said_stays(
    memory: Infold, chat: Chat
) -> None:
    places = gone(chat)
    one = chat.messages()[places[4]]
    fold = next(each for each in chat.folds() if one.id in each.sources)
    with_it = [claim.text for claim in fold.claims if one.id in claim.sources]
    others = [claim.text for claim in fold.claims if one.id not in claim.sources]
    assert with_it
    assert others
    receipt = memory.erase(one.id)
    memory.finish_erasures()
    work(memory)
    assert memory.receipt(receipt).stage == "gone"
    (left,) = [each for each in chat.folds() if each.root == fold.root]
    assert [claim.text for claim in left.claims] == others
    assert gone(chat) == [at for at in places if at != one.position]
    assert memory.verify() == []
    told = next(each for each in memory.dropped(chat.id) if each.fold == left.id)
    assert one.position not in told.positions
    assert chat.context("Which port?", budget=800).text
    assert others[0].encode() in files(memory)


def test_a_chat_with_dropped_texts_can_be_erased_whole(memory: Infold, chat: Chat) -> None:
    said = [claim.text for fold in chat.folds() for claim in fold.claims if len(claim.text) > 30]
    receipt = memory.erase(chat.id)
    memory.finish_erasures()
    assert memory.receipt(receipt).stage == "gone"
    left = files(memory)
    assert not [text for text in said if text.encode() in left]
    assert memory.dropped() == []
    assert memory.verify() == []


# ------------------------------------------------------------------ facts and episodes


def test_facts_and_episodes_are_read_from_what_is_left(
    memory: Infold, chat: Chat, clock: FrozenClock
) -> None:
    assert chat.extract() is not None
    facts = [fact.text for fact in memory.facts()]
    clean(memory, chat, "facts", *facts)
    for episode in memory.episodes():
        clean(memory, chat, repr(episode), repr(memory.episode_messages(episode.id)))
    clock.advance(timedelta(days=1))
    assert memory.doctor() is not None
