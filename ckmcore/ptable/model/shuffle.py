"""Shuffling a perturbation table, so that noise no longer rises with the cell key [method.md section 2]."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate
from numbers import Integral

import numpy as np

from ckmcore.base.checked import checked
from ckmcore.errors import InputError
from ckmcore.ptable.model.bounds import WholeBounds, whole
from ckmcore.ptable.model.table import PTable
from ckmcore.ptable.rows.arguments import PtableParameter

DEFAULT_THRESHOLD = 0.05
# Below, a row has more pieces than keys can tell apart, and the table fills the memory.
SMALLEST_THRESHOLD = 1e-4
LARGEST_SEED = 2**64 - 1


@checked
def shuffle(ptable: PTable, threshold: float = DEFAULT_THRESHOLD, seed: int = 1) -> PTable:
    """Shuffle a table: every interval wider than `threshold` is cut into pieces of that width and a rest, and the
    pieces of each row are permuted.

    For integer keys the width is rounded down to whole keys, at least one. Rows are processed in order, each with one
    `permutation` of numpy's Generator(PCG64(seed)), so that the same seed gives the same table. Widths are exact
    differences of the bounds, so the distribution is exactly the same, and the last bound is 1. Rows of one interval (p
    = 1) are unchanged. Notes of the design are kept.

    Raises ptable_threshold, and PtableParameter for a seed that is no whole number from 0 to 2^64 - 1.

    >>> shuffled = ckm.shuffle(ptable, 0.05, seed=1)
    >>> shuffled.is_ordered, shuffled.row_distribution(1).keys() == ptable.row_distribution(1).keys()
    (False, True)
    """
    if not SMALLEST_THRESHOLD <= threshold < 1:
        raise InputError("ptable_threshold", threshold=float(threshold))
    number: object = seed
    if isinstance(number, bool) or not isinstance(number, Integral) or not 0 <= int(number) <= LARGEST_SEED:
        # A number of thousands of digits is not spelt out.
        said_seed = str(seed) if not isinstance(number, Integral) or abs(int(number)) < 10**20 else "10^20 …"
        raise PtableParameter(parameter="seed", value=said_seed, allowed=f"0 .. {LARGEST_SEED}")
    cut = Fraction(repr(float(threshold)))
    if ptable.integer_modulus is not None:
        cut = Fraction(max(math.floor(cut * ptable.integer_modulus), 1), ptable.integer_modulus)
    generator = np.random.Generator(np.random.PCG64(int(seed)))
    # In whole numbers of the smallest unit that all bounds and the threshold share: exact, and quick under a slider.
    all_bounds = whole(ptable.bounds, cut)
    bounds, unit = all_bounds.numerators, all_bounds.unit
    width = cut.numerator * (unit // cut.denominator)
    given_targets = ptable.targets.tolist()
    targets: list[int] = []
    pieces: list[int] = []
    offsets = [0]
    for row in ptable.rows:
        begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
        owners, widths = _cut(given_targets[begin:end], bounds[begin:end], width if end - begin > 1 else unit)
        order = generator.permutation(len(widths)).tolist() if end - begin > 1 else [0]
        targets += [owners[piece_index] for piece_index in order]
        pieces += [widths[piece_index] for piece_index in order]
        offsets.append(len(targets))
    reached = list(accumulate(pieces))
    # Each row goes from 0 to the unit, so all that was before it is a multiple of the unit.
    numerators = tuple((total - 1) % unit + 1 for total in reached)
    return PTable(
        targets=np.array(targets, dtype=np.int64),
        probabilities=np.array([piece / unit for piece in pieces]),
        offsets=np.array(offsets, dtype=np.int64),
        bounds=WholeBounds(numerators, unit),
        notes=ptable.notes,
        integer_modulus=ptable.integer_modulus,
        recycled_rows=ptable.recycled_rows,
    )


def _cut(targets: list[int], bounds: tuple[int, ...], width: int) -> tuple[list[int], list[int]]:
    """Cut a row into pieces of at most `width`. Returns their targets and widths in order."""
    owners: list[int] = []
    widths: list[int] = []
    below = 0
    for target, bound in zip(targets, bounds, strict=True):
        count, remainder = divmod(bound - below, width)
        owners += [target] * (count + (remainder > 0))
        widths += [width] * count
        if remainder:
            widths.append(remainder)
        below = bound
    return owners, widths
