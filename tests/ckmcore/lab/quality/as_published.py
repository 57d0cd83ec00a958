"""The measures of counts that a table has as it is published."""

from __future__ import annotations

import math

from ckmcore.lab.quality.measure_registry import DRAWN
from ckmcore.lab.quality.measures import hidden_figures, table_figures
from ckmcore.lab.quality.repetitions import CountDraws, MeasuredCounts, Published
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable


def counts_of(raw: RawTable, data: Microdata, protected: ProtectedTable, *, with_empty: bool = False) -> CountDraws:
    """The counts of a table as one repetition."""
    return MeasuredCounts.of(raw, table_figures(raw, data, protected), with_empty).published


def numbers_of(counts: CountDraws) -> dict[str, float]:
    """The measures of a single repetition that have a number there."""
    drawn = [measure(Published(counts, None)) for measure in DRAWN]
    numbers = {code: float(values[0]) for repeated in drawn for code, values in repeated.items()}
    return {code: number for code, number in numbers.items() if not math.isnan(number)}


def measured(
    raw: RawTable, data: Microdata, protected: ProtectedTable, *, with_empty: bool = False
) -> dict[str, float]:
    """Its measures, the number of cells measured, of figures, of those with a sign, of sums shown whole."""
    counts = counts_of(raw, data, protected, with_empty=with_empty)
    figures, hidden = hidden_figures(raw, protected)
    sums = counts.missed.size if counts.whole is None else int(counts.whole.sum())
    cells = counts.published.size if counts.shown is None else int(counts.shown.sum())
    return {**numbers_of(counts), "cells": cells, "figures": figures, "hidden": hidden, "sums": sums}
