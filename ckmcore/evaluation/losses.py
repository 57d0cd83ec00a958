"""What a variant loses on one table, or on several together: the numbers of the measures, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ckmcore.evaluation.model import Finding, Numbers
from ckmcore.quality.association import associations
from ckmcore.quality.measures import TableFigures, gaps, hidden_figures
from ckmcore.quality.ratios import LARGE_BASE
from ckmcore.quality.utility import distances, hellinger, measured_cells, relative_distances


def losses(found: Sequence[Finding], *, with_empty: bool) -> Numbers:
    """The measures of deviations and gaps of tables that a method protected; none where they have no such cells."""
    tables = [one.figures for one in found if one.figures is not None]
    original, published, shown = _together(tables)
    wanted = measured_cells(original, published, "with" if with_empty else "without_original")
    before, after = original[wanted & shown].astype(float), published[wanted & shown].astype(float)
    numbers: Numbers = {}
    if len(before):
        off = distances(np.abs(after - before))
        relative = distances(relative_distances(before, after))
        numbers = {
            "mean_deviation": off.mean,
            "p95_deviation": off.quantile("p95"),
            "largest_deviation": off.largest,
            "median_relative": 100 * relative.median,
            "changed": 100 * float((before != after).mean()),
            "within_one": 100 * float((np.abs(after - before) <= 1).mean()),
            "hellinger": hellinger(before, after),
            "false_zeros": float((shown & (original != 0) & (published == 0)).sum()),
        }
    parts = [one for table in found if table.raw and table.figures for one in associations(table.raw, table.figures)]
    for code, changes in (
        ("cramers_v", [part.v_change for part in parts]),
        ("rank_correlation", [part.rank_change for part in parts]),
    ):
        known = [abs(change) for change in changes if change is not None]
        if known:
            numbers[code] = 1000 * sum(known) / len(known)
    every = [hidden_figures(one.raw, one.protected) for one in found if one.raw is not None and one.protected]
    figures, hidden = (sum(one[at] for one in every) for at in (0, 1))
    if figures:
        numbers["not_shown"] = 100 * hidden / figures
    missed = [one for one in map(gaps, tables) if one.sums]
    sums = sum(one.sums for one in missed)
    if sums:
        numbers["gaps"] = 100 * sum(one.missed for one in missed) / sums
        numbers["mean_gap"] = sum(one.mean * one.sums for one in missed) / sums
        numbers["largest_gap"] = max(one.largest for one in missed)
    return numbers


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


def _together(
    tables: Sequence[TableFigures],
) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], ...]:
    """Originals, published figures and what is shown of several tables, one after another."""
    return (
        np.concatenate([one.original for one in tables]),
        np.concatenate([one.published for one in tables]),
        np.concatenate([one.shown for one in tables]),
    )
