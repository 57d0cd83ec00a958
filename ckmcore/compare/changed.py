"""Comparison of two lists of cells: same, changed, new or gone.

A cell is identified by a number, into which the readers of files, kept releases and former productions turn its name.
They compare the contents, too: in a file it may be a sign, in a production a float.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["changed", "new", "gone"]
KINDS: tuple[Kind, ...] = ("changed", "new", "gone")


@dataclass(frozen=True, eq=False)
class CellsCompared:
    """Cells of two lists, matched. `before[k]` and `after[k]` are the indices of the same cell; `equal[k]`: whether the
    cell has the same content in both. They are in the order of the later list.

    new: indices of cells in the later list only; gone: of cells in the former list only.
    """

    before: NDArray[np.intp]
    after: NDArray[np.intp]
    equal: NDArray[np.bool_]
    new: NDArray[np.intp]
    gone: NDArray[np.intp]

    @property
    def unchanged(self) -> int:
        """Number of matched cells with the same content."""
        return int(np.count_nonzero(self.equal))

    @property
    def changed(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Indices, in both lists, of matched cells with different content."""
        return self.before[~self.equal], self.after[~self.equal]


def compare_cells(
    before: NDArray[Any],
    after: NDArray[Any],
    same: Callable[[NDArray[np.intp], NDArray[np.intp]], NDArray[np.bool_]],
) -> CellsCompared:
    """Match two lists of cells by their numbers, which are unique in each list.

    same: function of the indices of matched cells in both lists that returns whether their contents are equal.
    """
    _, was, new_indices = np.intersect1d(before, after, assume_unique=True, return_indices=True)
    order = np.argsort(new_indices, kind="stable")
    was, new_indices = was[order], new_indices[order]
    return CellsCompared(
        was, new_indices, same(was, new_indices), _others(len(after), new_indices), _others(len(before), was)
    )


def numbered(before: Iterable[Hashable], after: Iterable[Hashable]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the names of two lists; equal names get the same number."""
    number_of: dict[Hashable, int] = {}
    first = np.array([number_of.setdefault(name, len(number_of)) for name in before], dtype=np.int64)
    return first, np.array([number_of.setdefault(name, len(number_of)) for name in after], dtype=np.int64)


def _others(count: int, matched: NDArray[np.intp]) -> NDArray[np.intp]:
    """Indices below `count` that are not in `matched`."""
    left = np.ones(count, dtype=np.bool_)
    left[matched] = False
    return np.flatnonzero(left)
