"""What a program without a memory keeps: budgets, order, what is dropped, all languages."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from infold.core.tokens import RuleCounter
from infold.text.analysis import analyze
from infold.trial.baselines import CLUSTERS, ClassicClusters, FlatSummary, MovingSummary, Notes
from infold.trial.summaries import Line, Said, Summariser
from infold.trial.windows import Window

COUNT = RuleCounter().count
CHATTER = [f"Nothing of note about pillar {number} and the weather." for number in range(40)]
FACTS = {
    "en": "The billing gateway listens on port 5433.",
    "zh": "支付服务监听端口5433，版本为v2.1。",
    "ja": "決済サービスのポートは5433です。",
    "ko": "결제 서비스의 포트는 5433입니다.",
    "id": "Layanan pembayaran memakai port 5433.",
    "de": "Der Büroserver lauscht auf Port 5433.",
}


def notes(*texts: str, **options: object) -> Notes:
    made = Notes(Window(COUNT), Summariser(COUNT, analyze), **options)  # type: ignore[arg-type]
    made.add([Line(speaker="Ana", text=text) for text in texts])
    return made


@pytest.mark.parametrize("language", FACTS)
def test_a_flat_summary_keeps_what_looks_like_a_fact(language: str) -> None:
    fact = FACTS[language]
    assert fact in FlatSummary(notes(fact, *CHATTER)).text(80)


@pytest.mark.parametrize("budget", [1, 20, 60, 200, 5_000])
def test_no_method_takes_more_than_its_budget(budget: int) -> None:
    held = notes(*FACTS.values(), *CHATTER, *(f"a-{n}/b{n} 10:{n}" for n in range(40)))
    clusters = ClassicClusters(held, analyze)
    clusters.place()
    for text in (
        FlatSummary(held).text(budget),
        MovingSummary(held).text(budget),
        clusters.text(budget),
        clusters.text(budget, "port 5433?"),
    ):
        assert COUNT(text) <= budget


def test_a_moving_summary_forgets_what_it_once_dropped_and_a_flat_one_does_not() -> None:
    better = [f"Build {n}.{n}.1 of api-{n}/v{n} went to host-{n} at 10:{n}." for n in range(10, 50)]
    held = notes("The build of today went to some host.", *better, *CHATTER)
    assert "some host" not in MovingSummary(held).text(200)
    # With room for all that is old, the flat one begins at the beginning.
    assert "some host" in FlatSummary(held).text(100_000)


def test_sentences_of_light_messages_give_way() -> None:
    def weigh(said: Said) -> float:
        return 0.1 if "tool" in said.text else 1.0

    given = ("tool a-1/x 5433 8.2 9.1", "The gateway is a-2/y on 5434.", *CHATTER)
    assert "5434" in FlatSummary(notes(*given, weigh=weigh)).text(20)
    assert "5434" not in FlatSummary(notes(*given)).text(20)


def test_a_summariser_is_told_what_else_counts() -> None:
    given = ["We keep the old roof.", "Roof a-9/x has port 5433.", *CHATTER]
    plain = Notes(Window(COUNT), Summariser(COUNT, analyze))
    told = Notes(Window(COUNT), Summariser(COUNT, analyze, lambda text: 9.0 * ("keep" in text)))
    for held in (plain, told):
        held.add([Line(speaker="Ana", text=text) for text in given])
    assert "old roof" not in FlatSummary(plain).text(18)
    assert "old roof" in FlatSummary(told).text(18)


def test_clusters_are_never_more_than_ten_and_hold_each_message_once() -> None:
    held = notes(*(f"topic{n} word{n} thing{n}" for n in range(40)), *CHATTER)
    clusters = ClassicClusters(held, analyze)
    clusters.place()
    assert len(clusters.members) == CLUSTERS
    assert sorted(at for members in clusters.members for at in members) == list(range(70))


def test_the_window_shows_the_last_that_fit_and_the_end_of_the_one_before() -> None:
    window = notes("one two three four five six seven", "eight", "nine").window
    recent = window.recent(6, most=10)
    assert [window.said[at].text for at in recent] == ["eight", "nine"]
    end = window.cut(recent[0], 4)
    assert end.startswith("…")
    assert end.endswith("six seven")
    assert COUNT(end) <= 4
    assert window.cut(0, 100) == ""
    assert window.cut(1, 0) == ""


def test_nothing_said_is_nothing_kept() -> None:
    held = notes()
    clusters = ClassicClusters(held, analyze)
    clusters.place()
    assert FlatSummary(held).text(100) == MovingSummary(held).text(100) == clusters.text(100) == ""


def test_a_very_long_word_costs_what_it_is_long() -> None:
    """A quadratic rule would take minutes here."""
    text = f"Look at {'x' * 200_000} in svc/main.py."
    said = SimpleNamespace(speaker="user", text=text)
    (sentence,) = Summariser(COUNT, analyze).split(said)
    assert sentence.facts >= 1.5
