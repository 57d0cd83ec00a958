"""What a variant loses on one table, or on several together: the numbers of the measures, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

from ckmcore.quality.association import associations
from ckmcore.quality.deviations import deviations, gap_numbers, hidden_numbers
from ckmcore.quality.evaluation import Finding, Numbers
from ckmcore.quality.ratios import LARGE_BASE


def losses(found: Sequence[Finding], *, with_empty: bool) -> Numbers:
    """The measures of deviations and gaps of tables that a method protected; none where they have no such cells."""
    tables = [one.figures for one in found if one.figures is not None]
    numbers: Numbers = dict(deviations(tables, with_empty=with_empty)) if tables else {}
    parts = [one for table in found if table.raw and table.figures for one in associations(table.raw, table.figures)]
    for code, changes in (
        ("cramers_v", [part.v_change for part in parts]),
        ("rank_correlation", [part.rank_change for part in parts]),
    ):
        known = [abs(change) for change in changes if change is not None]
        if known:
            numbers[code] = 1000 * sum(known) / len(known)
    made = [(one.raw, one.protected) for one in found if one.raw is not None and one.protected is not None]
    return {**numbers, **hidden_numbers(made), **gap_numbers(tables)}


def shares(found: Sequence[Finding]) -> Numbers:
    """The mean error of shares in percentage points, where few stand below the line and where many do."""
    classes = [
        one for table in found for errors in table.ratios if errors.value.kind == "share" for one in errors.classes
    ]
    numbers: Numbers = {}
    for code, mine in (
        ("share_small", [one.errors for one in classes if one.low < LARGE_BASE]),
        ("share_large", [one.errors for one in classes if one.low >= LARGE_BASE]),
    ):
        cells = sum(one.cells for one in mine)
        if cells:
            numbers[code] = sum(one.mean * one.cells for one in mine) / cells
    return numbers
