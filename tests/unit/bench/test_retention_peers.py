"""Each peer keeps to the budget, is the same each time, and shows what it should."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from bench.options import Options
from bench.peers.ceiling import Ceiling
from bench.peers.classic import ClassicClusters
from bench.peers.protocol import Missing, Peer
from bench.peers.registry import PEERS, make_peer
from bench.retention.generator import Recipe, generate
from bench.retention.plan import QUICK_SIZE, tasks_of
from bench.retention.values import Dialogue, Turn
from bench.retention.words import count_tokens
from infold.trial.baselines import CLUSTERS

PRESENT = [name for name in PEERS if name != "mem0" or importlib.util.find_spec("mem0")]
START = datetime(2026, 1, 5, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def dialogue() -> Dialogue:
    return generate(Recipe(size=200, seed=2, filler=0.2))


@pytest.fixture(params=PRESENT)
def peer(request: pytest.FixtureRequest, dialogue: Dialogue) -> Iterator[Peer]:
    made = make_peer(request.param)
    made.ingest(dialogue.turns)
    made.flush()
    if isinstance(made, Ceiling):
        made.tell(dialogue.questions[0].evidence)
    yield made
    if hasattr(made, "close"):
        made.close()


def turns(*texts: str) -> list[Turn]:
    return [
        Turn(role="user", speaker="Ana", text=text, at=START + timedelta(minutes=at), when=f"{at}")
        for at, text in enumerate(texts)
    ]


def context_of(name: str, given: list[Turn], question: str, budget: int) -> str:
    made = make_peer(name)
    made.ingest(given)
    made.flush()
    return made.context(question, budget)


def test_no_peer_exceeds_its_budget(peer: Peer, dialogue: Dialogue) -> None:
    for question in dialogue.questions[:5]:
        for budget in (60, 400, 1_500):
            assert count_tokens(peer.context(question.text, budget)) <= budget


def test_every_peer_says_the_same_again(peer: Peer, dialogue: Dialogue) -> None:
    first = peer.context(dialogue.questions[0].text, 500)
    assert first
    peer.context(dialogue.questions[1].text, 500)
    if not isinstance(peer, Ceiling):
        assert peer.context(dialogue.questions[0].text, 500) == first


CHATTER = [f"Nothing of note about pillar {number} and the weather." for number in range(40)]
FACT = "The billing gateway listens on port 5433."


@pytest.mark.parametrize("name", ["bm25", "dense", "hybrid"])
def test_searching_peers_find_the_turn_that_answers(name: str) -> None:
    found = context_of(name, turns(FACT, *CHATTER), "Which port has the billing gateway?", 120)
    assert FACT in found


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("支付服务监听端口5433。", "支付服务用哪个端口？"),
        ("決済サービスのポートは5433です。", "決済サービスのポートは何番ですか。"),
        ("결제 서비스의 포트는 5433입니다.", "결제 서비스의 포트가 뭐예요?"),
        ("Layanan pembayaran memakai port 5433.", "Layanan pembayaran memakai port berapa?"),
        ("Büroserver lauscht auf Port 5433.", "Auf welchem Port lauscht Büroserver?"),
    ],
)
def test_words_are_found_in_all_languages(fact: str, question: str) -> None:
    assert fact in context_of("bm25", turns(fact, *CHATTER), question, 120)


def test_the_last_turns_are_the_last_that_fit() -> None:
    assert (
        context_of("last", turns("one", "two", "three"), "?", 12) == "[1] Ana: two\n[2] Ana: three"
    )


def test_a_flat_summary_keeps_what_looks_like_a_fact() -> None:
    found = context_of("flat", turns(FACT, *CHATTER), "?", 60)
    assert FACT in found


def test_a_moving_summary_forgets_what_it_once_dropped() -> None:
    better = [f"Build {n}.{n}.1 of api-{n}/v{n} went to host-{n} at 10:{n}." for n in range(10, 50)]
    given = turns("The build of today went to some host.", *better, *CHATTER)
    summary = context_of("moving", given, "?", 200)
    assert "some host" not in summary
    assert "api-40/v40" in summary


def test_classic_clusters_are_never_more_than_ten() -> None:
    made = ClassicClusters()
    made.ingest(turns(*(f"topic{n} word{n} thing{n}" for n in range(40)), *CHATTER))
    made.flush()
    assert len(made.members) == CLUSTERS
    assert sorted(at for members in made.members for at in members) == list(range(70))


def test_the_ceiling_shows_what_it_was_told() -> None:
    made = Ceiling()
    made.ingest(turns("one", "two", "three"))
    made.tell((0, 2))
    assert made.context("?", 100) == "[0] Ana: one\n[2] Ana: three"


def test_infold_uses_the_time_of_the_turns() -> None:
    made = make_peer("infold")
    made.ingest(turns(FACT))
    made.flush()
    assert "5 January 2026" in made.context("Which port?", 200)
    made.close()  # type: ignore[attr-defined]  # only peers that hold files have it


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Missing, match="pip install mem0ai"):
        make_peer("mem0")


# ------------------------------------------------------------------ what is run


def test_unknown_peers_are_refused() -> None:
    with pytest.raises(SystemExit, match="no such peer: mem7"):
        tasks_of(Options(peers=("mem7",)))


def test_a_quick_run_is_a_sample_at_one_budget() -> None:
    tasks = tasks_of(Options(quick=True))
    assert {task.budgets for task in tasks} == {(1_000,)}
    assert {task.conversation.size for task in tasks} == {QUICK_SIZE}
    assert {task.peer for task in tasks} >= {"infold", "hybrid", "ceiling"}
    assert len(tasks) <= 20


def test_chosen_peers_and_wordings_are_kept() -> None:
    tasks = tasks_of(Options(sizes=(1_000,), peers=("bm25", "infold"), wordings="test"))
    assert {task.peer for task in tasks} == {"infold", "bm25"}
    assert {task.conversation.load().source for task in tasks} == {"test 1,000"}
