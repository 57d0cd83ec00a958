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
    """Proven knowledge of each figure: it is between `low` and `high`, and some solutions have the values `least` and
    `most`.

    Propagation leaves unbounded figures without upper bound, where every value from some number on is possible.
    solution: a consistent value of every figure, None if unknown.
    """

    low: Ints
    high: Ints
    least: Ints
    most: Ints
    solution: Ints | None = None

    @classmethod
    def from_solution(cls, bounds: Bounds, solution: Ints | None) -> IntruderKnowledge:
        """Knowledge from bounds and a solution within them, None if none is known yet."""
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
        exact: NDArray[np.bool_] = (self.low == self.high) | ((self.least == self.low) & ended)
        return exact

    def is_exact(self, figure: int) -> bool:
        """Whether the least and largest value of one figure are known."""
        low, high = self.low[figure], self.high[figure]
        ended = self.most[figure] == high or high >= UNBOUNDED
        return bool(low == high or (self.least[figure] == low and ended))

    @property
    def undecided(self) -> NDArray[np.bool_]:
        """Mask of figures not known to have a single value or several."""
        return (self.least >= self.most) & (self.low < self.high) & (self.high < UNBOUNDED)

    def below(self, wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Mask of wanted figures whose lower bound no solution has attained yet."""
        return wanted & (self.least > self.low)

    def above(self, wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Mask of wanted figures whose upper bound no solution has attained yet."""
        return wanted & (self.most < self.high) & (self.high < UNBOUNDED)

    def union(self, other: IntruderKnowledge) -> IntruderKnowledge:
        """Knowledge where either case may hold."""
        return IntruderKnowledge(
            np.minimum(self.low, other.low),
            np.maximum(self.high, other.high),
            np.minimum(self.least, other.least),
            np.maximum(self.most, other.most),
            self.solution,
        )

    def take(self, other: IntruderKnowledge) -> None:
        """Add the conclusions of an earlier search on the same figures."""
        self.low, self.high = np.maximum(self.low, other.low), np.minimum(self.high, other.high)
        self.least, self.most = np.minimum(self.least, other.least), np.maximum(self.most, other.most)
        if self.solution is None:
            self.solution = other.solution

    def filled(self, figures: Ints, values: Ints) -> Ints | None:
        """Known solution with other values for some figures; None without a solution."""
        if self.solution is None:
            return None
        solution = self.solution.copy()
        solution[figures] = values
        return solution

    def witnessed(self, solution: Ints, figures: Ints | slice = slice(None)) -> None:
        """Record a further solution, of all or of some figures."""
        self.least[figures] = np.minimum(self.least[figures], solution)
        self.most[figures] = np.maximum(self.most[figures], solution)


class Proven:
    """Result of an attack on cells. counted: mask of attacked figures; known: what was proven."""

    known: IntruderKnowledge
    counted: NDArray[np.bool_]

    @property
    def cells(self) -> int:
        """Number of attacked cells; a cell in several positions or tables counts once."""
        return int(self.counted.sum())

    @property
    def exact(self) -> int:
        """Number of cells with exact intervals; for others the bounds may be too wide."""
        return int((self.known.exact & self.counted).sum())


class Limit:
    """Limit of a search: a number of seconds, None for no limit, or cancellation."""

    def __init__(self, seconds: float | None = None, cancelled: Callable[[], bool] = never) -> None:
        self._end = math.inf if seconds is None else time.monotonic() + seconds
        self.cancelled = cancelled

    @property
    def seconds(self) -> float:
        """Remaining seconds."""
        return max(self._end - time.monotonic(), 0.0)

    @property
    def one_problem(self) -> float:
        """Seconds for a single problem, short enough for cancellation."""
        return max(min(ONE_PROBLEM, self.seconds), 0.01)

    def ended(self) -> bool:
        """Whether the time has run out or the attack was cancelled."""
        return self.cancelled() or self.seconds <= 0
