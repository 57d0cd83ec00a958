"""What is proven of the figures of a table, and how long one may go on to prove more."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.propagation import Bounds
from ckmcore.lab.risk.relations import Ints
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.tabulate.scan import never

# In seconds.
ONE_PROBLEM = 5.0

Progress = Callable[[float], None]


@dataclass(eq=False)
class IntruderKnowledge:
    """What is proven of each figure: it lies between `low` and `high`, and takes the values `least` and `most`.

    Propagation leaves a figure without an upper bound where it has none: any value from some number on can be reached.
    `solution`: one value of every figure that fit together (None: none is known).
    """

    low: Ints
    high: Ints
    least: Ints
    most: Ints
    solution: Ints | None = None

    @classmethod
    def from_solution(cls, bounds: Bounds, solution: Ints | None) -> IntruderKnowledge:
        """Bounds, and one solution that keeps them (None: none is known so far)."""
        if solution is None:
            nothing = np.full(len(bounds.low), -1, dtype=np.int64)
            return cls(bounds.low.copy(), bounds.high.copy(), nothing + UNBOUNDED, nothing)
        return cls(bounds.low.copy(), bounds.high.copy(), solution.copy(), solution.copy(), solution)

    @property
    def bounds(self) -> Bounds:
        return Bounds(self.low, self.high)

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Figures whose least and largest value are known."""
        ended = (self.most == self.high) | (self.high >= UNBOUNDED)
        found: NDArray[np.bool_] = (self.low == self.high) | ((self.least == self.low) & ended)
        return found

    def is_exact(self, figure: int) -> bool:
        """Whether the least and largest value of one figure are known."""
        low, high = self.low[figure], self.high[figure]
        ended = self.most[figure] == high or high >= UNBOUNDED
        return bool(low == high or (self.least[figure] == low and ended))

    @property
    def undecided(self) -> NDArray[np.bool_]:
        """Figures of which it is not known whether they can have one value only."""
        return (self.least >= self.most) & (self.low < self.high) & (self.high < UNBOUNDED)

    def below(self, wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Figures whose lower bound no solution has reached so far."""
        return wanted & (self.least > self.low)

    def above(self, wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Figures whose upper bound no solution has reached so far."""
        return wanted & (self.most < self.high) & (self.high < UNBOUNDED)

    def union(self, other: IntruderKnowledge) -> IntruderKnowledge:
        """What is known where either may be the case."""
        return IntruderKnowledge(
            np.minimum(self.low, other.low),
            np.maximum(self.high, other.high),
            np.minimum(self.least, other.least),
            np.maximum(self.most, other.most),
            self.solution,
        )

    def take(self, other: IntruderKnowledge) -> None:
        """What was proven of the same figures by an earlier search."""
        self.low, self.high = np.maximum(self.low, other.low), np.minimum(self.high, other.high)
        self.least, self.most = np.minimum(self.least, other.least), np.maximum(self.most, other.most)
        if self.solution is None:
            self.solution = other.solution

    def filled(self, figures: Ints, values: Ints) -> Ints | None:
        """Other values of some figures within the known solution; None without one."""
        if self.solution is None:
            return None
        found = self.solution.copy()
        found[figures] = values
        return found

    def witnessed(self, solution: Ints, figures: Ints | slice = slice(None)) -> None:
        """One more solution (of some figures)."""
        self.least[figures] = np.minimum(self.least[figures], solution)
        self.most[figures] = np.maximum(self.most[figures], solution)


class Proven:
    """What an attack says of its cells: `counted` figures, of which `known` was proven."""

    known: IntruderKnowledge
    counted: NDArray[np.bool_]

    @property
    def cells(self) -> int:
        """Number of cells attacked; a cell in several positions or tables counts once."""
        return int(self.counted.sum())

    @property
    def exact(self) -> int:
        """Cells whose interval is exact; of the others bounds are known, which may be wider."""
        return int((self.known.exact & self.counted).sum())


class Limit:
    """Until when one may search: for some seconds (None: as long as it takes), and until somebody cancels."""

    def __init__(self, seconds: float | None = None, cancelled: Callable[[], bool] = never) -> None:
        self._end = math.inf if seconds is None else time.monotonic() + seconds
        self.cancelled = cancelled

    @property
    def seconds(self) -> float:
        """What is left."""
        return max(self._end - time.monotonic(), 0.0)

    @property
    def one_problem(self) -> float:
        """How long a single problem may take: no longer than a cancellation can wait."""
        return max(min(ONE_PROBLEM, self.seconds), 0.01)

    def ended(self) -> bool:
        """Whether it is time to stop."""
        return self.cancelled() or self.seconds <= 0
