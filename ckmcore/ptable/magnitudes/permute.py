"""One permutation of the cell key for all rows of a table for magnitudes; magnitudes.md 0 (3).

Noise that rises with the key lets a reader of a total and its parts conclude from one to the other: keys add up, and to
rotate their digits is a multiplication. Rows permuted one by one would lose half of their variance between two rows,
where noise is interpolated. So each row is cut at the edges of equal blocks of keys, and the blocks of all rows are put
in the same new order. The result is an ordinary table, in which a v owns several intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ckmcore.base.checked import checked
from ckmcore.errors import InputError
from ckmcore.ptable.magnitudes.part import MagnitudePart
from ckmcore.ptable.magnitudes.table import MagnitudePTable
from ckmcore.ptable.model.bounds import decimal_text
from ckmcore.ptable.model.shuffle import LARGEST_SEED
from ckmcore.ptable.rows.arguments import whole

DEFAULT_BLOCKS = 50
# With fewer blocks parts of a total still tell much of one another.
LEAST_BLOCKS = 20
MOST_BLOCKS = 1000


@dataclass(frozen=True)
class Permuted:
    """How the keys of a table were permuted. blocks: number of blocks; seed: of the permutation."""

    blocks: int
    seed: int


@checked
def permute(table: MagnitudePTable, blocks: int = DEFAULT_BLOCKS, seed: int = 1) -> MagnitudePTable:
    """Permute the keys of a table in equal blocks, in the same way for all rows and types.

    The order is one `permutation` of numpy's Generator(PCG64(seed)), so that the same seed gives the same table. Every
    row keeps its distribution exactly, and so do all rows jointly. Notes of the design are kept. Raises
    magnitude_blocks, and PtableParameter for a seed that is no whole number from 0 to 2^64 - 1.

    >>> permuted = ckm.permute(ckm.design_magnitudes(5, 2.0), 50, seed=1)
    >>> permuted.is_ordered, permuted.maximum_deviation
    (False, 5.0)
    """
    fits = LEAST_BLOCKS <= blocks <= MOST_BLOCKS
    if not fits or decimal_text(Fraction(1, blocks)) is None:
        raise InputError("magnitude_blocks", found=blocks, least=LEAST_BLOCKS, most=MOST_BLOCKS)
    whole("seed", seed, 0, LARGEST_SEED)
    order = np.random.Generator(np.random.PCG64(seed)).permutation(blocks).tolist()
    return in_order(table, order)


def in_order(table: MagnitudePTable, order: Sequence[int]) -> MagnitudePTable:
    """Table whose n-th block of keys has the noise of block `order[n]`."""
    return MagnitudePTable(tuple(_permuted_part(magnitude_part, order) for magnitude_part in table.parts))


def _permuted_part(magnitude_part: MagnitudePart, order: Sequence[int]) -> MagnitudePart:
    noise: list[float] = []
    bounds: list[Fraction] = []
    offsets = [0]
    for row_index in range(len(magnitude_part.rows)):
        span = magnitude_part.span(row_index)
        drawn, reached = _row(magnitude_part.noise[span].tolist(), magnitude_part.exact_bounds[span], order)
        noise += drawn
        bounds += reached
        offsets.append(len(noise))
    below = [Fraction(0), *bounds[:-1]]
    for start in offsets[:-1]:
        below[start] = Fraction(0)
    widths = [float(bound - before) for bound, before in zip(bounds, below, strict=True)]
    return replace(
        magnitude_part,
        offsets=np.array(offsets, dtype=np.int64),
        noise=np.array(noise),
        probabilities=np.array(widths),
        bounds=tuple(bounds),
    )


def _row(
    noise: Sequence[float], bounds: Sequence[Fraction], order: Sequence[int]
) -> tuple[list[float], list[Fraction]]:
    """Noise and upper bounds of a row with reordered blocks; equal neighbours become one interval."""
    target_count = len(order)
    pieces: list[list[tuple[float, Fraction]]] = [[] for _ in order]
    block, below = 0, Fraction(0)
    for v, bound in zip(noise, bounds, strict=True):
        while below < bound:
            end = min(bound, Fraction(block + 1, target_count))
            pieces[block].append((v, end - below))
            below = end
            block += below == Fraction(block + 1, target_count)
    drawn: list[float] = []
    reached: list[Fraction] = []
    turn = Fraction(0)
    for piece in order:
        for v, width in pieces[piece]:
            turn += width
            if drawn and drawn[-1] == v:
                reached[-1] = turn
            else:
                drawn.append(v)
                reached.append(turn)
    return drawn, reached


@dataclass(frozen=True)
class LinkedNoise:
    """Range of Var(v1 + v2 | key of their total) over all keys, for two parts looked up in one row. 0 means that the
    total's noise determines the sum of the parts' noise."""

    least: float
    most: float


def linked_noise(part: MagnitudePart, row: float, digits: int = 5) -> LinkedNoise:
    """Variance of the noise of two parts given the key of their total, over all keys of `digits` decimals. row: ratio
    of their row.

    It is a circular convolution: E[v1 v2 | c] = Σ v(a) v(c - a) / M. Keys are used without rotation, which is a
    multiplication modulo M - 1 and also additive.
    """
    modulus = 10**digits
    row_indices = np.full(modulus, part.rows.index(row), dtype=np.int64)
    v = part.row_noise(row_indices, np.arange(modulus, dtype=np.uint64), modulus)
    spectrum = np.fft.rfft(v)
    products = np.fft.irfft(spectrum * spectrum, modulus) / modulus
    variances = 2 * (v @ v) / modulus + 2 * products - 4 * v.mean() ** 2
    return LinkedNoise(max(float(variances.min()), 0.0), float(variances.max()))
