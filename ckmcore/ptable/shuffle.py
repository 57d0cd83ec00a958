"""Shuffling a perturbation table, so that noise no longer rises with the cell key [method.md section 2]."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from ckmcore.errors import CkmError
from ckmcore.ptable.table import PTable, from_rows

DEFAULT_THRESHOLD = 0.05
# Below, a row has more pieces than keys can tell apart, and the table fills the memory.
SMALLEST_THRESHOLD = 1e-4


class PtableThreshold(CkmError):
    """The threshold for shuffling is not between 1e-4 and 1."""

    code = "ptable_threshold"


def shuffle(ptable: PTable, threshold: float = DEFAULT_THRESHOLD, seed: int = 1) -> PTable:
    """The table with every interval wider than `threshold` cut into pieces of that width and a rest, pieces permuted.

    For integer keys the width is rounded down to whole keys, at least one. Rows are taken in order; each row's pieces
    are permuted by one `permutation` of numpy's Generator(PCG64(seed)): the same seed gives the same table. Widths are
    exact differences of the bounds, so the distribution stays as it is, to the last digit, and the last bound is 1.
    Rows of one interval (p = 1) stay. Notes of the design are kept.
    Raises PtableThreshold.
    """
    if not SMALLEST_THRESHOLD <= threshold < 1:
        raise PtableThreshold(threshold=float(threshold))
    cut = Fraction(repr(float(threshold)))
    if ptable.integer_modulus is not None:
        cut = Fraction(max(math.floor(cut * ptable.integer_modulus), 1), ptable.integer_modulus)
    generator = np.random.Generator(np.random.PCG64(seed))
    exact = ptable.exact_bounds
    # In whole numbers of the smallest unit that all bounds and the threshold share: exact, and quick under a slider.
    unit = math.lcm(cut.denominator, *{bound.denominator for bound in exact})
    bounds = [bound.numerator * (unit // bound.denominator) for bound in exact]
    width = cut.numerator * (unit // cut.denominator)
    targets = ptable.targets.tolist()
    rows: list[list[tuple[int, float, Fraction]]] = []
    for row in ptable.rows:
        begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
        if end - begin == 1:
            rows.append([(targets[begin], 1.0, exact[begin])])
            continue
        pieces: list[tuple[int, int]] = []
        below = 0
        for at in range(begin, end):
            whole, rest = divmod(bounds[at] - below, width)
            pieces += [(targets[at], width)] * whole
            if rest:
                pieces.append((targets[at], rest))
            below = bounds[at]
        shuffled: list[tuple[int, float, Fraction]] = []
        reached = 0
        for at in generator.permutation(len(pieces)).tolist():
            target, piece = pieces[at]
            reached += piece
            shuffled.append((target, piece / unit, Fraction(reached, unit)))
        rows.append(shuffled)
    return from_rows(
        rows, integer_modulus=ptable.integer_modulus, recycled_rows=ptable.recycled_rows, notes=ptable.notes
    )
