"""What a published figure leaves open: the interval of the original count that a reader can conclude from it alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.methods.rounding import Rounding
from ckmcore.ptable import PTable
from ckmcore.quality.knowledge import Knowledge
from ckmcore.quality.propagation import UNBOUNDED, Bounds
from ckmcore.quality.relations import Ints


class AttackUnknownMethod(CkmError):
    """A method whose published figures leave intervals that the attack does not know."""

    code = "attack_unknown_method"


def left_open(
    method: Method | None, published: Ints, signs: NDArray[np.uint8] | None, knowledge: Knowledge = "zero_rule"
) -> Bounds:
    """The least and largest original count of each published count; `signs`: what stands in the place of figures.

    Of a method that is not known (None) as of the cell-key method whose parameters are not. Raises AttackUnknownMethod.
    """
    least, most = published.astype(np.int64), published.astype(np.int64)
    nothing = np.zeros(published.shape, dtype=np.uint8) if signs is None else signs
    if method is None:
        found = Bounds(_some(least), np.full(most.shape, UNBOUNDED, dtype=np.int64))
        known = [Sign.NONE, Sign.UNCERTAIN]
    elif isinstance(method, CellKeyMethod):
        low_limit = max(method.threshold, 1)
        hidden, unreliable = nothing == Sign.UNKNOWN, nothing == Sign.UNRELIABLE
        least = np.where(hidden, 0, np.where(unreliable, low_limit, least))
        most = np.where(hidden, method.threshold - 1, np.where(unreliable, method.unreliable_below - 1, most))
        found = _by_noise(method.ptable, least, most, knowledge)
        known = [Sign.NONE, Sign.UNCERTAIN, Sign.UNKNOWN, Sign.UNRELIABLE]
    elif isinstance(method, Rounding):
        base = method.base
        found = Bounds(np.maximum(-((base - 2 * least) // 2), 0), (2 * most + base - 1) // 2)
        known = [Sign.NONE, Sign.UNCERTAIN]
    elif isinstance(method, KeyedRounding):
        found = Bounds(np.maximum(least - method.base + 1, 0), most + method.base - 1)
        known = [Sign.NONE, Sign.UNCERTAIN]
    else:
        raise AttackUnknownMethod(method=method.name)
    shown = np.isin(nothing, known)
    void = nothing == Sign.NOTHING
    return Bounds(
        np.where(shown, found.low, 0),
        np.where(shown, found.high, np.where(void, 0, UNBOUNDED)),
    )


def _by_noise(ptable: PTable, least: Ints, most: Ints, knowledge: Knowledge) -> Bounds:
    D = ptable.maximum_deviation
    if knowledge == "nothing":
        return Bounds(_some(least), np.full(most.shape, UNBOUNDED, dtype=np.int64))
    if knowledge == "table":
        return Bounds(_reaching(ptable, least)[0], _reaching(ptable, most)[1])
    low = np.maximum(least - D, 0)
    if knowledge == "zero_rule":
        low = np.maximum(low, _some(least))
    return Bounds(low, most + D)


def _some(least: Ints) -> Ints:
    """What the zero rule says: where a count is published there is a record."""
    return np.where(least > 0, 1, 0)


def _reaching(ptable: PTable, published: Ints) -> tuple[Ints, Ints]:
    """The smallest and the largest original that the table can publish as each figure."""
    D = ptable.maximum_deviation
    reaches = np.zeros((ptable.last_row + 1, 2 * D + 1), dtype=np.bool_)
    reaches[ptable.row_numbers, ptable.noise + D] = True
    figures, back = np.unique(published, return_inverse=True)
    low, high = np.maximum(figures - D, 0), figures + D
    found_low, found_high = high.copy(), low.copy()
    for v in range(-D, D + 1):
        counts = figures - v
        rows = ptable.lookup_row_used(np.maximum(counts, 0))
        possible = (counts >= 0) & reaches[rows, v + D]
        found_low = np.where(possible, np.minimum(found_low, counts), found_low)
        found_high = np.where(possible, np.maximum(found_high, counts), found_high)
    return found_low[back].reshape(published.shape), found_high[back].reshape(published.shape)
