"""The measures of deviation, gaps, signs and small counts, each defined once: for one table or several as one.

The comparison of methods and the evaluation both take their numbers from here, by the codes of `evaluation.kinds`.
Deviations exist only where two numbers stand: cells are those whose figure is shown, also in brackets, and whose
original is not 0 (with empty cells if asked: all shown). Figures in whose place a sign stands count in `not_shown`
alone. Confidential.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.protected import ProtectedTable
from ckmcore.quality.measures import TableFigures, gaps, hidden_figures
from ckmcore.quality.utility import distances, hellinger, measured_cells, relative_distances
from ckmcore.tabulate.raw import RawTable

Numbers = dict[str, float]


def deviations(tables: Sequence[TableFigures], *, with_empty: bool) -> Numbers:
    """How far published figures are from their originals, in units of the table; {} where no cell is measured."""
    columns = [[one.original / 10.0**one.places, one.published / 10.0**one.places, one.shown] for one in tables]
    original, published, shown = (np.concatenate(column) for column in zip(*columns, strict=True))
    chosen = measured_cells(original, published, "with" if with_empty else "without_original") & shown.astype(np.bool_)
    before, after = original[chosen], published[chosen]
    if not len(before):
        return {}
    off = distances(np.abs(after - before))
    plain = not ((before < 0).any() or (after < 0).any())
    return {
        "mean_deviation": off.mean,
        "p95_deviation": off.quantile("p95"),
        "largest_deviation": off.largest,
        "median_relative": 100 * distances(relative_distances(before, after)).median,
        "changed": 100 * float((before != after).mean()),
        "within_one": 100 * float((np.abs(after - before) <= 1).mean()),
        "false_zeros": float(((before != 0) & (after == 0)).sum()),
        **({"hellinger": hellinger(before, after)} if plain else {}),
    }


def gap_numbers(tables: Sequence[TableFigures]) -> Numbers:
    """How far published parts miss their published totals; {} where no sum is shown whole."""
    missed = [one for one in map(gaps, tables) if one.sums]
    sums = sum(one.sums for one in missed)
    if not sums:
        return {}
    return {
        "gaps": 100 * sum(one.missed for one in missed) / sums,
        "mean_gap": sum(one.mean * one.sums for one in missed) / sums,
        "largest_gap": max(one.largest for one in missed),
    }


def hidden_numbers(tables: Iterable[tuple[RawTable, ProtectedTable]]) -> Numbers:
    """In the place of how many of all figures a sign stands."""
    every = [hidden_figures(raw, protected) for raw, protected in tables]
    figures, hidden = (sum(one[at] for one in every) for at in (0, 1))
    return {"not_shown": 100 * hidden / figures} if figures else {}


def small_numbers(tables: Sequence[TableFigures]) -> Numbers:
    """How many counts 1 and 2 are shown, and the share of these that is published as it is."""
    small = unchanged = 0
    for one in tables:
        few = small_shown(one)
        small += int(few.sum())
        unchanged += int((few & (one.published == one.original)).sum())
    return {"small_unchanged": 100 * unchanged / small, "small_cells": float(small)} if small else {}


def small_shown(figures: TableFigures) -> NDArray[np.bool_]:
    """The cells of counts 1 and 2 whose figure is shown, also in brackets; none of other figures than counts."""
    if not figures.of_counts:
        return np.zeros(len(figures.original), dtype=np.bool_)
    return (figures.original > 0) & (figures.original < 3) & figures.shown
