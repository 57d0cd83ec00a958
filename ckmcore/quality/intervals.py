"""What a published figure leaves open: the interval of the original count that a reader can conclude from it alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.methods.rounding import Rounding
from ckmcore.ptable import PTable
from ckmcore.quality.knowledge import Knowledge
from ckmcore.quality.propagation import UNBOUNDED, Bounds
from ckmcore.quality.relations import Ints


class AttackUnknownMethod(InputError):
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
        least, most = figures_of_signs(method, least, nothing)
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


def figures_of_signs(method: Method | None, published: Ints, signs: NDArray[np.uint8] | None) -> tuple[Ints, Ints]:
    """The least and the largest figure that what stands in a cell can stand for."""
    least, most = published.astype(np.int64), published.astype(np.int64)
    if signs is None or not isinstance(method, CellKeyMethod):
        return least, most
    hidden, unreliable = signs == Sign.UNKNOWN, signs == Sign.UNRELIABLE
    least = np.where(hidden, 0, np.where(unreliable, max(method.threshold, 1), least))
    most = np.where(hidden, method.threshold - 1, np.where(unreliable, method.unreliable_below - 1, most))
    return least, most


def _by_noise(ptable: PTable, least: Ints, most: Ints, knowledge: Knowledge) -> Bounds:
    D = ptable.maximum_deviation
    if knowledge == "nothing":
        return Bounds(_some(least), np.full(most.shape, UNBOUNDED, dtype=np.int64))
    if knowledge in ("table", "tableau"):
        return _reaching(ptable, least, most)
    low = np.maximum(least - D, 0)
    if knowledge == "zero_rule":
        low = np.maximum(low, _some(least))
    return Bounds(low, most + D)


def _some(least: Ints) -> Ints:
    """What the zero rule says: where a count is published there is a record."""
    return np.where(least > 0, 1, 0)


def values_left(
    method: Method | None, published: Ints, signs: NDArray[np.uint8] | None, knowledge: Knowledge
) -> Iterator[tuple[Ints, NDArray[np.bool_]]]:
    """Where a reader knows the table: originals that cells can have if there are gaps between them, and these cells."""
    if not isinstance(method, CellKeyMethod) or knowledge not in ("table", "tableau"):
        return
    nothing = np.zeros(published.shape, dtype=np.uint8) if signs is None else signs
    figures, back = np.unique(published, return_inverse=True)
    back = back.reshape(published.shape)
    counts, possible = _reached(method.ptable, figures)
    for number in range(len(figures)):
        plain = (back == number) & np.isin(nothing, (Sign.NONE, Sign.UNCERTAIN))
        yield from _with_gaps(counts[number][possible[number]], plain)
    for sign, first, last in (
        (Sign.UNKNOWN, 0, method.threshold - 1),
        (Sign.UNRELIABLE, max(method.threshold, 1), method.unreliable_below - 1),
    ):
        hidden = nothing == sign
        if last >= first and hidden.any():
            counts, possible = _reached(method.ptable, np.arange(first, last + 1))
            yield from _with_gaps(np.unique(counts[possible]), hidden)


def _with_gaps(values: Ints, cells: NDArray[np.bool_]) -> Iterator[tuple[Ints, NDArray[np.bool_]]]:
    if len(values) and values[-1] - values[0] >= len(values) and cells.any():
        yield values, cells


def _reached(ptable: PTable, figures: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Of each figure the originals from D less to D more, and which of them the table can publish as it."""
    D = ptable.maximum_deviation
    reaches = np.zeros((ptable.last_row + 1, 2 * D + 1), dtype=np.bool_)
    reaches[ptable.row_numbers, ptable.noise + D] = True
    v = np.arange(D, -D - 1, -1)
    counts = figures[:, None] - v[None, :]
    rows = ptable.lookup_row_used(np.maximum(counts, 0))
    return counts, (counts >= 0) & reaches[rows, v[None, :] + D]


def _reaching(ptable: PTable, least: Ints, most: Ints) -> Bounds:
    """The smallest and the largest original that the table can publish as any figure from `least` to `most`; where
    there is none the bounds contradict."""
    pairs, back = np.unique(np.stack([least.ravel(), most.ravel()]), axis=1, return_inverse=True)
    low, high = np.ones(pairs.shape[1], dtype=np.int64), np.zeros(pairs.shape[1], dtype=np.int64)
    for number, (first, last) in enumerate(pairs.T.tolist()):
        counts, possible = _reached(ptable, np.arange(first, last + 1))
        found = counts[possible]
        if len(found):
            low[number], high[number] = found.min(), found.max()
    return Bounds(low[back.ravel()].reshape(least.shape), high[back.ravel()].reshape(most.shape))
