"""A small statistic whose tables are handed in and released, for the tests of the register."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.actions import release, submit
from ckmcore.release.provenance import PreparedFacts, prepare
from ckmcore.statistic.entry import Request
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Decision, KeySet, Period, PeriodSource
from ckmcore.statistic.series import Load

METHOD = ckm.CellKeyMethod(ckm.shuffle(ckm.design_ptable(D=3, V=2.0, js=1)))
NOON = "2026-11-22T12:00:00+01:00"
LATER = "2026-11-23T09:30:00+01:00"
TABLE = SavedTable("Sex", ckm.TableSpec(["sex"], title=ckm.Texts("People by sex", "Personen nach Geschlecht")))
AREAS = SavedTable("Areas", ckm.TableSpec(["area"], ["sex"]))
REQUEST = Request("The public", "Yearbook", "A-7", forms=("csv",), language="en")


def frame(seed: int = 1, rows: int = 400) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    return pd.DataFrame({"sex": draw.choice(["m", "w"], rows), "area": draw.choice(["01", "02", "03"], rows)})


def people(seed: int = 1, keys: int = 7) -> ckm.Microdata:
    """400 people with record keys."""
    data = ckm.Microdata.from_pandas(frame(seed), ["sex", "area"])
    draw = np.random.default_rng(keys).integers(0, 10**9, data.rows)
    return data.with_record_keys(ckm.RecordKeys(draw.astype(np.uint32), 10**9, 9, "generated"))


def statistic(method: ckm.CellKeyMethod | ckm.Rounding = METHOD, *, four_eyes: bool = False) -> Statistic:
    """`people()` of 2025 as a statistic with two tables."""
    entries = tuple(VariableEntry.of(dimension) for dimension in people().dimensions.values())
    source = PeriodSource("file", "people.csv", size=10, sha256="ab" * 32, rows=400)
    period = Period(ckm.Texts.same("2025"), "2025-12-31", source, KeySet("column", "rkey"))
    made = Statistic(ckm.Texts("People", "Personen"), entries, (period,), (TABLE, AREAS), ckm.Texts.same("Office"))
    return replace(made.put_in_force(method, "2026-01-01"), four_eyes=four_eyes)


def decided(made: Statistic) -> Statistic:
    """The statistic with a decision on record on its method in force."""
    in_force = made.period.in_force
    assert in_force is not None
    return made.put_in_force(in_force.method, in_force.since, Decision("Board of methods", "2026-01-01"))


def load(data: ckm.Microdata) -> Load:
    """Gives the records as the dictionary of a statistic describes them."""
    return lambda one: one.describe(data)


def prepared(made: Statistic, table: SavedTable = TABLE, request: Request = REQUEST) -> PreparedFacts:
    return prepare(made, table, load(people()), request)


def released(made: Statistic, table: SavedTable = TABLE, request: Request = REQUEST) -> Statistic:
    """The statistic with a table that Anna handed in and Bernd released."""
    handed_in = submit(made, prepared(made, table, request), "Anna", NOON)
    number = handed_in.register[-1].number
    return release(handed_in, number, "Bernd", NOON)
