"""What a variant risks on one table, or on several together: the numbers of the measures, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ckmcore.evaluation.model import Finding, Numbers
from ckmcore.quality.averaging import Averaged


def small_counts(found: Sequence[Finding]) -> Numbers:
    """How many counts 1 and 2 are published as they are."""
    small = unchanged = 0
    for one in found:
        if one.figures is not None:
            few = (one.figures.original > 0) & (one.figures.original < 3)
            small += int(few.sum())
            unchanged += int((few & one.figures.shown & (one.figures.published == one.figures.original)).sum())
    return {"small_unchanged": 100 * unchanged / small} if small else {}


def averaged(found: Averaged | None) -> Numbers:
    """How often the best linear estimate of a cell, rounded, is its original."""
    if found is None or not found.cells:
        return {}
    return {"averaging_mean": 100 * found.mean_correct, "averaging_largest": 100 * found.largest_correct}


def attacked(found: Sequence[Finding], *, width: int) -> Numbers:
    """What the attacks on the tables one by one found, added up."""
    attacks = [one.attacked for one in found if one.attacked is not None]
    if not attacks:
        return {}
    widths = np.concatenate([(one.known.bounds.high - one.known.bounds.low)[one.counted] for one in attacks])
    numbers: Numbers = {
        "disclosed": float(sum(len(one.disclosed) for one in attacks)),
        "undecided": float(sum(one.undecided for one in attacks)),
    }
    if width:
        numbers["narrow"] = float((widths <= width).sum())
    if len(widths):
        numbers["mean_width"] = float(widths.mean())
    return numbers
