"""A statistic over records that publish alike as others, in files, with a table handed in and two released."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

import ckmcore as ckm
from ckmcore.methods.sums import MissingValues
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.actions import release, submit
from ckmcore.release.provenance import prepare
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Decision, KeySet, Period
from ckmcore.statistic.seal import Seal
from ckmcore.statistic.source import describe_source, load_period
from tests.kit.released_people import NOON, REQUEST

STATISTIC, RECORDS = "persons.ckm", "records.csv"
TABLES = (
    SavedTable("Counts", ckm.TableSpec("A", "B")),
    SavedTable("Sums", ckm.TableSpec("A", values=[ckm.Value(), ckm.sum_of("m"), ckm.Value("weighted_count")])),
    SavedTable("Answers", ckm.TableSpec("B", values=[ckm.Value(kind, magnitude="m") for kind in ("valid", "missing")])),
    SavedTable("Median", ckm.TableSpec("A", values=[ckm.Value("median", magnitude="m")])),
)


CLASSES = ("1", "50", "90+")  # a 0 lies in none of them


def statistic_of(frame: pd.DataFrame, folder: Path, sealed: Seal, missing: MissingValues) -> Statistic:
    """A statistic whose records lie in the folder, with a table handed in and two released."""
    frame.to_csv(folder / RECORDS, index=False)
    source = describe_source(folder / RECORDS, None, len(frame))
    period = Period(ckm.Texts.same("2025"), "2025-12-31", source, KeySet("column", "rkey"))
    roles = {"rkey": "record_key", "w": "weight", "m": "magnitude"}
    entries = tuple(
        VariableEntry(
            name,
            roles.get(name, "dimension"),  # type: ignore[arg-type]
            ckm.Texts.same(name),
            () if name in roles else tuple(map(Category.plain, sorted(set(frame[name])))),
            classes=CLASSES if name == "m" else (),
        )
        for name in frame.columns
    )
    made = Statistic(ckm.Texts.same("Persons"), entries, (period,), TABLES, identity="0" * 32, secret="s", seal=sealed)
    method = ckm.Rounding(10, magnitude_bases=[("m", 1000)], missing=missing)
    made = made.put_in_force(method, "2025-01-01", Decision("Board of methods", "2025-01-01"))

    def load(one: Statistic) -> ckm.Microdata | None:
        return load_period(one, folder / STATISTIC)

    for table in (0, 0, 2) if missing == "out" else ():
        made = submit(made, prepare(made, made.tables[table], load, REQUEST), "Anna", NOON)
    for number in (2, 3) if missing == "out" else ():
        made = release(made, number, "Bernd", NOON)
    return made
