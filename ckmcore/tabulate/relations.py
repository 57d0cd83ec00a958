"""Relations between the figures of tables: which is the sum of which others. Attack and audit read them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Relations:
    """Relations between `count` figures: figure `totals[r]` is the sum of `parts[starts[r]:starts[r + 1]]`.

    defining: mask of relations that together imply all others; each figure that is a sum has one in each block.
    """

    count: int
    totals: Ints
    parts: Ints
    starts: Ints
    defining: NDArray[np.bool_]

    def parts_of(self, relation: int) -> Ints:
        """The figures that a relation adds."""
        return self.parts[self.starts[relation] : self.starts[relation + 1]]

    @cached_property
    def matrix(self) -> csr_array:
        """A row for each relation, a column for each figure: -1 the total, 1 each part. Times the figures it is 0."""
        from scipy.sparse import csr_array

        rows = np.arange(len(self.totals))
        numbers = np.concatenate([np.full(len(rows), -1), np.ones(len(self.parts), dtype=np.int64)]).astype(np.int64)
        lines = np.concatenate([rows, np.repeat(rows, np.diff(self.starts))])
        columns = np.concatenate([self.totals, self.parts])
        return csr_array((numbers, (lines, columns)), shape=(len(rows), self.count))
