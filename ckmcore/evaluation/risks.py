"""What a variant risks on one table, or on several together: the numbers of the measures, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ckmcore.evaluation.model import Finding, Numbers
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.ptable.linked import least_pair_variance


def small_counts(found: Sequence[Finding], method: Method) -> Numbers:
    """How many counts 1 and 2 are published as they are, and how little the noise of two parts may vary."""
    numbers: Numbers = {}
    small = unchanged = 0
    for one in found:
        if one.figures is not None:
            few = (one.figures.original > 0) & (one.figures.original < 3)
            small += int(few.sum())
            unchanged += int((few & one.figures.shown & (one.figures.published == one.figures.original)).sum())
    if small:
        numbers["small_unchanged"] = 100 * unchanged / small
    if isinstance(method, CellKeyMethod):
        numbers["least_pair"] = least_pair_variance(method.ptable)[0]
    return numbers


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
