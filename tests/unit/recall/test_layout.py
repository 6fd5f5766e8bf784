from __future__ import annotations

import random

import numpy as np
import pytest

from infold.recall.layout import Hot, hot_window, leading


def window(sizes: list[int], *, results: tuple[int, ...] = (), first: int = 0, **sized: int) -> Hot:
    boundary = np.ones(len(sizes), np.bool_)
    boundary[list(results)] = False
    return hot_window(np.array(sizes, np.int64), boundary, first=first, **sized)


def test_a_short_path_is_all_hot() -> None:
    assert window([10] * 5, high=60, block=100, newest=20) == Hot(start=0, stop=5, newest=5)


def test_the_window_stands_still_when_it_is_full_until_the_start_moves() -> None:
    found = [window([10] * n, high=60, block=100, newest=20) for n in (6, 7, 10, 11, 12, 20, 21)]
    assert [(hot.start, hot.stop) for hot in found] == [
        (0, 6),
        (0, 6),
        (0, 6),
        (10, 11),
        (10, 12),
        (10, 16),
        (20, 21),
    ]
    assert [hot.newest for hot in found] == [6, 6, 8, 11, 12, 18, 21]


def test_atoms_are_never_split() -> None:
    hot = window([30, 10, 10, 30, 10, 10, 10], results=(4, 5), high=45, block=45, newest=5)
    assert hot.start in (0, 1, 2, 3, 6)
    assert hot.stop in (3, 6, 7)
    assert window([5, 500], high=50, block=50, newest=10) == Hot(start=2, stop=2, newest=2)


def test_system_messages_stand_before_the_window() -> None:
    assert leading(np.array([0, 0, 1, 0], np.int8)) == 2
    assert leading(np.zeros(3, np.int8)) == 3
    assert leading(np.zeros(0, np.int8)) == 0
    assert window([400, 10, 10], first=1, high=50, block=50, newest=5).start == 1
    assert window([400], first=1, high=50, block=50, newest=5) == Hot(start=1, stop=1, newest=1)


@pytest.mark.parametrize("seed", range(5))
def test_between_two_moves_messages_are_only_added(seed: int) -> None:
    luck = random.Random(seed)
    sizes = [luck.randint(5, 60) for _ in range(400)]
    results = tuple(i for i in range(1, 400) if luck.random() < 0.2)
    before = Hot(start=0, stop=0, newest=0)
    moves = 0
    for n in range(1, 401):
        hot = window(
            sizes[:n], results=tuple(i for i in results if i < n), high=600, block=1_000, newest=200
        )
        assert sum(sizes[hot.start : hot.stop]) <= 600
        assert sum(sizes[hot.newest : n]) <= 200
        assert hot.start <= hot.stop <= hot.newest <= n
        assert hot.start == n or hot.start not in results
        assert hot.start >= before.start
        moves += hot.start > before.start and before.stop > before.start
        if hot.start == before.start and n - 1 not in results:
            assert hot.stop >= before.stop
        before = hot
    assert moves <= sum(sizes) // 1_000 + 1
