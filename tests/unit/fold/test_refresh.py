"""When a model writes a fold anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from infold.fold.forest import Forest
from infold.fold.policy import FoldPolicy
from infold.fold.refresh import Refresh, Summary, covered, is_due, plan_refresh
from infold.graph.units import Unit

POLICY = FoldPolicy(refresh_tokens=500)


def forest(*clusters: tuple[int, ...]) -> Forest:
    made = Forest()
    for unit in sorted(unit for cluster in clusters for unit in cluster):
        made.add(Unit(first=unit, members=(unit, unit + 1)))
    for cluster in clusters:
        for unit in cluster[1:]:
            made.union(cluster[0], unit, score=1.0, reason="similar")
    return made


def summary(name: str, *units: int, tokens: int = 100, state: str = "ready") -> Summary:
    return Summary(id=name, state=state, units=frozenset(units), tokens=tokens)  # type: ignore[arg-type]


def due(made: Forest, tokens: dict[int, int], *known: Summary, silent: set[int] = frozenset()):
    return list(plan_refresh(POLICY, made, set(silent), tokens, known))


def test_a_cluster_is_due_at_the_bound_and_not_before() -> None:
    made = forest((0, 2))
    assert due(made, {0: 300, 2: 199}) == []
    assert due(made, {0: 300, 2: 200}) == [
        Refresh(root=0, units=(0, 2), fresh=(0, 1, 2, 3), ready=(), refused=())
    ]


def test_what_is_in_a_fold_counts_no_more_and_only_the_rest_is_read() -> None:
    made = forest((0, 2, 4))
    known = summary("f", 0, 2)
    assert due(made, {0: 900, 2: 900, 4: 499}, known) == []
    assert due(made, {0: 900, 2: 900, 4: 500}, known) == [
        Refresh(root=0, units=(0, 2, 4), fresh=(4, 5), ready=("f",), refused=())
    ]


def test_a_fold_longer_than_the_bound_waits_for_its_own_length() -> None:
    made = forest((0, 2))
    known = summary("f", 0, tokens=800)
    assert due(made, {0: 900, 2: 799}, known) == []
    assert len(due(made, {0: 900, 2: 800}, known)) == 1


def test_what_was_refused_is_not_asked_for_again_until_as_much_has_come() -> None:
    made = forest((0, 2))
    known = summary("r", 0, state="refused", tokens=0)
    assert due(made, {0: 900, 2: 499}, known) == []
    found = due(made, {0: 900, 2: 500}, known)
    assert found == [Refresh(root=0, units=(0, 2), fresh=(0, 1, 2, 3), ready=(), refused=("r",))]


def test_clusters_that_joined_bring_both_their_folds() -> None:
    made = forest((0, 2, 4))
    found = due(made, {0: 600, 2: 600, 4: 500}, summary("a", 0), summary("b", 2))
    assert found == [Refresh(root=0, units=(0, 2, 4), fresh=(4, 5), ready=("a", "b"), refused=())]


def test_filler_makes_nothing_due() -> None:
    assert due(forest((0, 2)), {0: 400, 2: 400}, silent={2}) == []


def test_a_fold_over_two_clusters_stands_no_longer() -> None:
    made = forest((0, 2), (4,))
    units, broken = covered(made, [summary("f", 0, 4), summary("g", 2)])
    assert (units, broken) == ({2}, ["f"])
    assert covered(made, [summary("r", 0, state="refused")]) == (set(), [])


@given(
    sizes=st.lists(st.integers(min_value=1, max_value=900), min_size=1, max_size=120),
    ratio=st.floats(min_value=0.01, max_value=0.3),
)
def test_all_refreshes_together_read_less_than_three_times_what_was_said(
    sizes: list[int], ratio: float
) -> None:
    """Each refresh reads the fold before and what came since; a fold keeps a share of all."""
    read = said = fold = fresh = 0
    for size in sizes:
        said, fresh = said + size, fresh + size
        if is_due(POLICY, fold_tokens=fold, fresh_tokens=fresh):
            read += fold + fresh
            fold, fresh = int(ratio * said), 0
    assert read <= 3 * said
