"""A statistic in files with two periods and saved tables, for tests of what is kept and run again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.dictionary.changes import with_new_codes
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import KeySet, Period, PeriodSource
from ckmcore.statistic.periods import with_code_change, with_new_period
from ckmcore.statistic.source import describe_source

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
RENAMED = (("02", "12"),)


def write_people(path: Path, areas: list[str], seed: int) -> None:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"area": draw.choice(areas, 300), "sex": draw.choice(["m", "w"], 300)})
    frame["income"] = draw.integers(0, 1000, 300)
    frame["factor"] = draw.integers(1, 5, 300)
    frame["rkey"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, 300)]
    frame.to_csv(path, index=False)


def dictionary() -> tuple[VariableEntry, ...]:
    north, south = ckm.Texts("North", "Nord"), ckm.Texts("South", "Süd")
    areas = (Category("01", north), Category("02", south))
    area = VariableEntry("area", "dimension", ckm.Texts("Area", "Gebiet"), areas)
    labels = (Category("m", ckm.Texts("men", "Männer")), Category("w", ckm.Texts("women", "Frauen")))
    return (
        with_new_codes(area, ["03"], RENAMED, "2026-01-01"),
        VariableEntry("sex", "dimension", ckm.Texts("Sex", "Geschlecht"), labels),
        VariableEntry("income", "magnitude", ckm.Texts("Income", "Einkommen")),
        VariableEntry("factor", "weight", ckm.Texts("Factor", "Faktor")),
        VariableEntry("rkey", "record_key", ckm.Texts.same("rkey")),
    )


TABLES = (
    SavedTable("Area and sex", ckm.TableSpec(["area"], ["sex"], title=ckm.Texts("People 2025", "Personen 2025"))),
    SavedTable("Women: areas", ckm.TableSpec(["area"], filters=[ckm.Condition("sex", ("w",))]), folder="1 Sex"),
    SavedTable("Area 2", ckm.TableSpec([ckm.Level("area", nodes=("02",))], ["sex"]), folder="1 Sex"),
    SavedTable("Jobs", ckm.TableSpec(["job"])),
)


def period_of(folder: Path, label: str, areas: list[str], seed: int) -> Period:
    path = folder / f"people_{label}.csv"
    write_people(path, areas, seed)
    source: PeriodSource = describe_source(path, None, 300)
    return Period(ckm.Texts.same(label), f"{label}-12-31", source, KeySet("column", "rkey"))


def write_statistic(folder: Path, tables: tuple[SavedTable, ...] = TABLES) -> Path:
    """`people.ckm`: areas 01 and 02 in 2025; 02 is 12 in 2026, 03 is new. The current period is 2026."""
    first = period_of(folder, "2025", ["01", "02"], 1)
    made = ckm.Statistic(ckm.Texts("People", "Personen"), dictionary(), (first,), tables).put_in_force(METHOD)
    made = with_new_period(made, ckm.Texts.same("2026"), "2026-12-31")
    second = period_of(folder, "2026", ["01", "12", "03"], 2)
    made = made.with_period(replace(second, in_force=made.period.in_force))
    made = made.with_period(with_code_change(made.period, "area", RENAMED, is_break=False))
    path = folder / "people.ckm"
    ckm.save_statistic(made, path)
    return path
