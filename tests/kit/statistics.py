"""Small statistics for the desk's tests: made here, without files of records."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import generate_keys
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.file import save_statistic
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Period
from ckmcore.tabulate.spec import TableSpec

SPEC = TableSpec(rows=["sex"], columns=["area"]).with_changes(title=Texts("People by sex and area", "Personen"))


def small_data(rows: int = 1000) -> Microdata:
    """1000 records with sex (2) and area (5), keys included."""
    chance = np.random.default_rng(1)
    sizes = {"sex": 2, "area": 5}
    dimensions = {
        name: Dimension(name, Texts.same(name.title()), tuple(Category.plain(str(code)) for code in range(size)))
        for name, size in sizes.items()
    }
    columns = {name: chance.integers(0, size, rows).astype(np.uint8) for name, size in sizes.items()}
    return Microdata(rows, dimensions, columns, generate_keys(rows))


def small_statistic() -> Statistic:
    """A statistic with one saved table and rounding in force; its period has no source."""
    data = small_data(10)
    return Statistic(
        Texts("Small statistic", "Kleine Statistik"),
        tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values()),
        (Period(Texts("Year 2025", "Jahr 2025"), "2025-12-31"),),
        (SavedTable("First", SPEC, "2026-01-01T00:00:00+00:00"),),
    ).put_in_force(Rounding(10), "2026-01-01")


def saved(folder: Path, name: str = "small.ckm") -> Path:
    """The small statistic as a file."""
    path = folder / name
    save_statistic(small_statistic(), path)
    return path
