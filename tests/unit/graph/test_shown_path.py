"""What is shown of a path: versions in their place, role prompts before, nothing twice."""

from __future__ import annotations

from infold.graph.shown_path import ShownPath, shown_path, shown_versions


def test_versions_and_roles_stand_where_they_belong() -> None:
    made = shown_path(
        [0, 1, 2, 3],
        archived=set(),
        versions={1: 7},
        roles=[(0, 5), (7, 6), (1, 8), (9, 4)],
    )
    assert made == ShownPath([5, 0, 8, 6, 1, 2, 3], [5, 0, 8, 6, 7, 2, 3], [])


def test_nothing_is_shown_for_what_is_archived_and_nothing_twice() -> None:
    made = shown_path([0, 1, 2, 3, 4], archived={1, 5}, versions={0: 3, 1: 4}, roles=[(2, 5)])
    assert made == ShownPath([0, 2, 4], [3, 2, 4], [1, 5])


def test_a_version_that_is_archived_stands_nowhere() -> None:
    assert shown_versions([(0, 3), (1, 4)], {3}) == {1: 4}
