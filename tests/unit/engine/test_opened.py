"""The mixins of `Infold` stand on its parts, and none of them stands in for another's."""

from __future__ import annotations

from infold import Infold
from infold.engine.opened import Opened


def test_every_mixin_stands_on_the_parts_of_an_open_store() -> None:
    ours = [one for one in Infold.__mro__ if one.__module__.startswith("infold.")]
    assert len(ours) > 4
    assert all(issubclass(one, Opened) for one in ours)
    for name in ("scope", "keeper"):
        assert [one for one in ours if name in vars(one)] == [Opened]
