"""Ages and parts of dates are counted in a database as over the records here."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import ckmcore as ckm
from ckmcore.dictionary.derive import derive
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.open import open_relation
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period
from ckmcore.statistic.relation import Roles
from tests.kit.database_engines import NAME, Put, here
from tests.kit.fails import fails

ROLES = Roles(("born", "year"), "key", 10**9, magnitudes=("born_in",))
RULES = {
    "age": Derivation("age", "born"),
    "classes": Derivation("age", "year", bounds=("18", "65")),
    "of_number": Derivation("age", "born_in", bounds=("18", "65")),
    "month": Derivation("date_part", "born", part="month"),
    "waited": Derivation("duration", "born", unit="months", bounds=("12", "600")),
}


def people() -> pa.Table:
    draw = np.random.default_rng(4)
    born = [date(1950, 1, 1) + timedelta(days=int(days)) for days in draw.integers(0, 27_000, 300)]
    return pa.table(
        {
            "born": pa.array([None if number % 17 == 0 else day for number, day in enumerate(born)], pa.date32()),
            "year": pa.array([day.year for day in born], pa.int32()),
            "born_in": pa.array(
                [None if number % 13 == 0 else day.year for number, day in enumerate(born)], pa.int32()
            ),
            "key": pa.array(draw.integers(0, 10**9, 300), pa.int64()),
        }
    )


@pytest.mark.daily(1)
@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_ages_are_the_same_there_and_here(put: Put, tmp_path: Path) -> None:
    records = people()
    entries = [VariableEntry(name, "dimension", ckm.Texts.same(name)) for name in ROLES.dimensions]
    entries += [VariableEntry(name, "magnitude", ckm.Texts.same(name)) for name in ROLES.magnitudes]
    entries += [VariableEntry(name, "dimension", ckm.Texts.same(name), derived=rule) for name, rule in RULES.items()]
    period = Period(ckm.Texts.same("2025"), "2025-06-30")
    statistic = Statistic(ckm.Texts.same("S"), tuple(entries), (period,))
    read = open_relation(link_to(NAME), put(records), ROLES), here(records, ROLES, tmp_path)
    there, mine = (statistic.describe(data) for data in read)
    for name in RULES:
        assert there.dimension(name).codes == mine.dimension(name).codes
        frames = [ckm.tabulate(data, ckm.TableSpec(name)).to_frame_confidential() for data in (there, mine)]
        assert frames[0].equals(frames[1])
        assert len(frames[0]) > 2
    two = VariableEntry("two", "dimension", ckm.Texts.same("two"), derived=Derivation("duration", "born", until="year"))
    both = replace(statistic, dictionary=(*statistic.dictionary, two)).describe(read[0])
    assert "two" not in both.dimensions
    assert "records_elsewhere" in [notice.code for notice in both.notices]
    with fails("records_elsewhere"):
        derive(read[0], two)
