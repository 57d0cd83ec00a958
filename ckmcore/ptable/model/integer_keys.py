"""Tables for integer keys (ONS): of noise by key, and of any other table, its probabilities in whole keys."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.model.table import PTable
from ckmcore.ptable.rows.arguments import PtableParameter

# Counts above the last of 750 rows return to the last 250 rows: ((n-1) mod 250) + 501.
ONS_ROWS = 750
ONS_RECYCLED = 250
Integers = NDArray[np.int64]

# So many targets are rounded in every possible way; of a wider row those whose rounding is least clear.
_UNDECIDED = 16


@dataclass(frozen=True)
class RowLoss:
    """Effect of the conversion on one row: bias, variance (E v² - bias²), largest |p - p'|, and total variation ½ Σ |p
    - p'|."""

    row: int
    bias_before: float
    bias: float
    variance_before: float
    variance: float
    largest: float
    total_variation: float


@dataclass(frozen=True)
class ConversionLoss:
    """Effect of the conversion to `keys` integer keys on each row i = 1 .. last.

    beyond: some counts above 750 get other noise than before, because ONS maps them to the rows 501 .. 750.
    """

    keys: int
    rows: tuple[RowLoss, ...]
    beyond: bool

    @property
    def worst(self) -> RowLoss:
        """The row that lost most in total variation."""
        return max(self.rows, key=lambda row: row.total_variation)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Sentences on the effect of the conversion."""
        worst = self.worst
        said_sentence = sentence(
            "ptable_conversion_loss",
            keys=self.keys,
            row=worst.row,
            total_variation=worst.total_variation,
            largest=max(row.largest for row in self.rows),
            bias=_displayed(max((row.bias for row in self.rows), key=abs)),
            variance=_displayed(max((row.variance - row.variance_before for row in self.rows), key=abs)),
        )
        return (said_sentence, sentence("ptable_conversion_beyond")) if self.beyond else (said_sentence,)


def _displayed(figure: float) -> float:
    """Round a number for display; digits beyond nine decimals are artefacts of the bounds' decimals."""
    return round(figure, 9) + 0.0


@checked
def to_ons(ptable: PTable, keys: int = 256) -> tuple[PTable, ConversionLoss]:
    """Convert a table to integer keys 0 .. keys - 1 and the counts 1 .. 750. Returns the table and the effect on its
    rows. Raises PtableParameter.

    In each row the probabilities are rounded up or down to numbers of keys with sum `keys`. The choice with the
    smallest |bias| is taken, among these the one with the variance nearest to the row's, then with the smallest
    changes. In rows of more than 16 targets the bias is removed first, and all choices are tried for the 16 targets
    nearest to the rounding limit. A target with several intervals keeps their order. A table for as many integer keys
    is unchanged.

    >>> whole, lost = ckm.to_ons(ptable, 256)
    >>> whole.integer_modulus, lost.worst.row
    (256, 6)
    >>> ckm.write_ptable(whole, "ons.csv", "ons")
    """
    if keys not in (256, 4096) and keys != ptable.integer_modulus:
        raise PtableParameter(parameter="keys", value=str(keys), allowed="256, 4096")
    if keys == ptable.integer_modulus:
        kept_losses = tuple(_loss(row, _exact(ptable, row), None) for row in ptable.rows if row)
        return ptable, ConversionLoss(keys, kept_losses, False)
    used_rows = ptable.lookup_row_used(np.arange(1, ONS_ROWS + 1))
    noise_by_row: dict[int, NDArray[np.int64]] = {}
    losses = []
    for row in np.unique(used_rows).tolist():
        exact = _exact(ptable, row)
        widths = whole_keys(exact, keys)
        noise_by_row[row] = _in_order(ptable, row, widths)
        losses.append(_loss(row, exact, {v: Fraction(width, keys) for v, width in widths.items()}))
    noise = np.stack([noise_by_row[row] for row in used_rows.tolist()])
    higher = np.arange(ONS_ROWS + 1, 2 * ONS_ROWS + ONS_RECYCLED)
    recycled = (higher - 1) % ONS_RECYCLED + ONS_ROWS - ONS_RECYCLED + 1
    wanted_rows, got = ptable.lookup_row_used(higher), ptable.lookup_row_used(recycled)
    return ons_table(noise), ConversionLoss(keys, tuple(losses), bool((wanted_rows != got).any()))


def whole_keys(exact: dict[int, Fraction], keys: int, held: frozenset[int] = frozenset()) -> dict[int, int]:
    """Round a distribution v -> exact p to numbers of keys, v -> number, as described in `to_ons`. held: values of v
    whose number is final.

    A probability that is a whole number of keys is kept.
    """
    noise = sorted(exact)
    shares = {v: exact[v] * keys for v in noise}
    held |= {v for v in noise if shares[v].denominator == 1}
    widths = {v: math.floor(shares[v]) for v in noise}
    up = keys - sum(widths.values())
    ranked = sorted((v for v in noise if v not in held), key=lambda v: (widths[v] - shares[v], abs(v), v))
    raised, lowered = ranked[:up], ranked[up:]
    bias = sum(v * (widths[v] + (v in raised)) for v in noise)
    if len(ranked) > _UNDECIDED:
        raised, lowered = _unbiased(raised, lowered, bias, {v: shares[v] - widths[v] for v in noise})
    # Of the clear ones it stays; of those next to the limit every choice is tried.
    few = max(len(raised) - max(_UNDECIDED // 2, _UNDECIDED - len(lowered)), 0)
    for v in raised[:few]:
        widths[v] += 1
    free = [*raised[few:], *lowered][:_UNDECIDED]
    chosen = _best(free, len(raised) - few, widths, shares)
    return {v: widths[v] + (v in chosen) for v in noise if widths[v] + (v in chosen) > 0}


def _unbiased(
    raised: list[int], lowered: list[int], bias: int, remainders: dict[int, Fraction]
) -> tuple[list[int], list[int]]:
    """Exchange entries between both lists until the bias is nearest to 0, each time at the smallest cost. raised,
    lowered: values of v rounded up and down; the results keep this order."""
    up, down = list(raised), list(lowered)
    while bias:
        pairs = [(abs(bias + b - a), remainders[a] - remainders[b], a, b) for a in up for b in down]
        left, _, a, b = min(pairs, default=(abs(bias), Fraction(0), 0, 0))
        if left >= abs(bias):
            break
        up[up.index(a)], down[down.index(b)] = b, a
        bias += b - a

    def clear(v: int) -> tuple[Fraction, int, int]:
        return -remainders[v], abs(v), v

    return sorted(up, key=clear), sorted(down, key=clear)


def _best(free: list[int], up: int, widths: dict[int, int], shares: dict[int, Fraction]) -> set[int]:
    """Choose the `up` values among the free v that are rounded up."""
    every = list(combinations(range(len(free)), up))
    choices = np.array(every, dtype=np.intp).reshape(len(every), up)
    v = np.array(free, dtype=np.int64)
    remainders = np.array([float(shares[noise_value] - widths[noise_value]) for noise_value in free])
    bias = sum(noise_value * width for noise_value, width in widths.items()) + v[choices].sum(axis=1)
    wanted_variance = float(sum(width * width * (shares[width] - widths[width]) for width in widths))
    variance = np.round(np.abs((v[choices] ** 2).sum(axis=1) - wanted_variance), 9)
    change = np.round(-remainders[choices].sum(axis=1), 9)
    best = np.lexsort((change, variance, np.abs(bias)))[0]
    return {free[piece_index] for piece_index in choices[best].tolist()}


def ons_table(noise: Integers) -> PTable:
    """The table of the noise of the counts 1 .. last (rows) by integer key (columns)."""
    row_count, modulus = noise.shape
    ends = np.ones(noise.shape, dtype=np.bool_)
    ends[:, :-1] = noise[:, 1:] != noise[:, :-1]
    rows, row_indices = np.nonzero(ends)
    upper = row_indices + 1
    lower = np.where(np.append(-1, rows[:-1]) == rows, np.append(0, upper[:-1]), 0)
    offsets = np.concatenate([[0, 1], 1 + np.cumsum(ends.sum(axis=1))]).astype(np.int64)
    bounds: NDArray[np.float64] | tuple[Fraction, ...]
    if _short_decimals(modulus):
        bounds = np.append(1.0, upper / modulus)
    else:
        bounds = (Fraction(1), *(Fraction(bound, modulus) for bound in upper.tolist()))
    return PTable(
        targets=np.append(0, rows + 1 + noise[ends]).astype(np.int64),
        probabilities=np.append(1.0, (upper - lower) / modulus),
        offsets=offsets,
        bounds=bounds,
        integer_modulus=modulus,
        recycled_rows=min(ONS_RECYCLED, row_count),
    )


def ons_noise(ptable: PTable, modulus: int) -> Integers:
    """Noise of the counts 1 .. last (rows) by integer key (columns), for tables of that modulus; the inverse of
    `read_ons`."""
    counts = np.arange(1, ptable.last_row + 1)
    keys = np.arange(modulus, dtype=np.uint64)
    shape = (len(counts), modulus)
    return ptable.lookup(
        np.broadcast_to(counts[:, None], shape).reshape(-1), np.broadcast_to(keys, shape).reshape(-1), modulus
    ).reshape(shape)


def _short_decimals(modulus: int) -> bool:
    """Whether k / modulus has at most 15 decimals, so that float64 represents it uniquely."""
    return 10**15 % modulus == 0


def _exact(ptable: PTable, row: int) -> dict[int, Fraction]:
    exact: dict[int, Fraction] = {}
    for v, width in _pieces(ptable, row):
        exact[v] = exact.get(v, Fraction(0)) + width
    return exact


def _pieces(ptable: PTable, row: int) -> list[tuple[int, Fraction]]:
    """v and exact width of the intervals of a row, in the order of the key."""
    begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
    bounds = (Fraction(0), *ptable.exact_bounds[begin:end])
    return [
        (target - row, bounds[row_target_index + 1] - bounds[row_target_index])
        for row_target_index, target in enumerate(ptable.row_targets(row))
    ]


def _in_order(ptable: PTable, row: int, widths: dict[int, int]) -> NDArray[np.int64]:
    """Noise v of each key: intervals in their order, with the keys of a target divided among its intervals."""
    pieces = _pieces(ptable, row)
    sizes = [0] * len(pieces)
    for v, width in widths.items():
        piece_indices = [piece_index for piece_index, (noise_value, _) in enumerate(pieces) if noise_value == v]
        total = sum((pieces[piece_index][1] for piece_index in piece_indices), Fraction(0))
        shares = {piece_index: width * pieces[piece_index][1] / total for piece_index in piece_indices}
        for index in piece_indices:
            sizes[index] = math.floor(shares[index])
        remainder = width - sum(sizes[piece_index] for piece_index in piece_indices)
        for index in sorted(piece_indices, key=lambda piece_index: sizes[piece_index] - shares[piece_index])[
            :remainder
        ]:
            sizes[index] += 1
    return np.repeat(np.array([v for v, _ in pieces], dtype=np.int64), sizes)


def _loss(row: int, old_sizes: dict[int, Fraction], after: dict[int, Fraction] | None) -> RowLoss:
    new = old_sizes if after is None else after
    changes = [abs(old_sizes.get(v, Fraction(0)) - new.get(v, Fraction(0))) for v in old_sizes.keys() | new.keys()]
    return RowLoss(
        row,
        float(_moment(old_sizes, 1)),
        float(_moment(new, 1)),
        _variance(old_sizes),
        _variance(new),
        float(max(changes)),
        float(sum(changes, Fraction(0)) / 2),
    )


def _variance(distribution: dict[int, Fraction]) -> float:
    return float(_moment(distribution, 2) - _moment(distribution, 1) ** 2)


def _moment(distribution: dict[int, Fraction], power: int) -> Fraction:
    return sum((v**power * p for v, p in distribution.items()), Fraction(0))
