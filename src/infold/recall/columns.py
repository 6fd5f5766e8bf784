"""Arrays that grow by appending."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Column:
    """An array that grows by appending; views of what it held stay as they are."""

    def __init__(self, dtype: type[np.generic]) -> None:
        self.size = 0
        self.data: NDArray[Any] = np.zeros(256, dtype)

    def add(self, rows: NDArray[Any]) -> None:
        """Append values; constant time for each, on average."""
        need = self.size + len(rows)
        if need > len(self.data):
            grown = np.zeros(max(need, len(self.data) * 3 // 2), self.data.dtype)
            grown[: self.size] = self.data[: self.size]
            self.data = grown
        self.data[self.size : need] = rows
        self.size = need

    @property
    def view(self) -> NDArray[Any]:
        """What it holds, without a copy."""
        return self.data[: self.size]
