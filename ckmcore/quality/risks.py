"""What a variant risks on one table, or on several together: the numbers of the measures, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.quality.evaluation import Finding, Numbers
from ckmcore.risk.attack import Attack
from ckmcore.risk.averaging import Averaged
from ckmcore.risk.harm import count_small
from ckmcore.risk.linked_tables import LinkedAttack
from ckmcore.risk.posterior import SMALL


def averaged(found: Averaged | None) -> Numbers:
    """How often readers of all tables find out the original of a cell: bounds for the best, and the linear estimate."""
    if found is None or not found.cells:
        return {}
    return {
        "averaging_lower": 100 * found.mean_lower,
        "averaging_upper": 100 * found.mean_upper,
        "averaging_largest": 100 * found.largest_lower,
        "averaging_linear": 100 * found.mean_hits,
    }


def drawn_and_differences(whole: Finding) -> Numbers:
    """How many cells keys drawn anew would disclose on average, and how many differences concern few units."""
    numbers: Numbers = {}
    if whole.chance is not None and not whole.chance.untested:
        numbers["disclosed_drawn"] = whole.chance.mean
    if whole.differences is not None:
        numbers["differences"] = float(whole.differences.count)
    return numbers


def attacked(found: Attack | None, *, width: int) -> Numbers:
    """What the attack found of the cells of one table, whatever other tables helped."""
    if found is None:
        return {}
    bounds = found.known.bounds
    return {
        "disclosed": float(len(found.disclosed)),
        "disclosed_small": float(count_small(found.disclosed)),
        "undecided": float(found.undecided),
        **_widths((bounds.high - bounds.low)[found.counted], width),
    }


def linked(found: LinkedAttack | None, tables: Sequence[Finding], *, width: int) -> Numbers:
    """What the attack found of the cells of all tables, each cell once; without it what those one by one found."""
    if found is None:
        alone = [attacked(one.attacked, width=width) for one in tables if one.attacked is not None]
        codes = {code for one in alone for code in one if code != "mean_width"}
        return {code: sum(one.get(code, 0.0) for one in alone) for code in sorted(codes)}
    if found.contradiction is not None:
        return {}
    # Released tables stand behind those that are judged.
    mine = found.counted & (found.first < len(tables))
    bounds = found.known.bounds
    return {
        "disclosed": float((bounds.fixed & mine).sum()),
        "disclosed_small": float((bounds.fixed & mine & np.isin(bounds.low, SMALL)).sum()),
        "undecided": float((found.known.undecided & mine).sum()),
        **_widths((bounds.high - bounds.low)[mine], width),
    }


def _widths(widths: NDArray[np.int64], width: int) -> Numbers:
    """The narrow intervals, and the mean width of those that have an upper end."""
    numbers: Numbers = {"narrow": float((widths <= width).sum())} if width else {}
    bounded = widths[widths < UNBOUNDED // 2]
    if len(bounded):
        numbers["mean_width"] = float(bounded.mean())
    return numbers
