"""What a corrected delivery changes in released tables: cells with changed units, and those with few of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.release.compare import compare_releases, compare_with
from ckmcore.statistic.changed_units import LEAST_UNITS, Deliveries, changed_units, few_changed
from ckmcore.statistic.releases import find_release
from tests.kit.examples import examples
from tests.kit.people import METHOD, SPEC, people

PERSONS = {"person": "Anna"}
NODES = {"area": {"Total": None, "01": "01", "02": "02"}, "sex": {"Total": None, "m": "m", "w": "w"}}


def released(folder: Path, *values: Any, **options: Any) -> Path:
    """A statistic whose table 1.1 was released."""
    with ckm.create_statistic(folder / "s.ckm", "People", **PERSONS) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(people(folder, 2025), ["area", "sex"], magnitudes="income", identifiers="pid", **options)
        work.put_in_force(METHOD)
        work.save_table("1.1", SPEC.with_changes(values=values) if values else SPEC)
        work.approve(work.submit("1.1"), person="Bert")
    return folder / "s.ckm"


def by_hand(before: pd.DataFrame, after: pd.DataFrame, magnitude: str = "") -> list[int]:
    """Changed units of each cell, counted unit by unit over all persons."""
    changed = []
    for area in NODES["area"].values():
        for sex in NODES["sex"].values():
            where = {name: code for name, code in (("area", area), ("sex", sex)) if code is not None}

            def units(frame: pd.DataFrame, where: dict[str, str] = where) -> dict[str, Any]:
                rows = frame[
                    np.all([frame[name] == code for name, code in where.items()] or [[True] * len(frame)], axis=0)
                ]
                return {row.pid: (getattr(row, magnitude) if magnitude else 0) for row in rows.itertuples()}

            former, later = units(before), units(after)
            moved = set(former) ^ set(later)
            changed.append(len(moved) + sum(former[unit] != later[unit] for unit in set(former) & set(later)))
    return changed


def test_changed_cells_of_a_release_and_those_of_few_units_are_counted_and_kept(tmp_path: Path) -> None:
    path = released(tmp_path)
    before = pd.read_csv(tmp_path / "people_2025.csv", dtype=str)
    after = before.iloc[:-1].copy()  # one unit gone, two of another sex
    after.loc[[0, 1], "sex"] = after.loc[[0, 1], "sex"].map({"m": "w", "w": "m"})
    after.to_csv(tmp_path / "corrected.csv", index=False)
    cells = by_hand(before, after)
    few = sum(0 < units < LEAST_UNITS for units in cells)
    with ckm.work_on_statistic(path, **PERSONS) as work:
        assert work.replace_records(tmp_path / "corrected.csv", "pid") == (299, 0, 1)
        (kept,) = work.period.changed_units
        assert (kept.number, kept.cells, kept.few) == (1, sum(units > 0 for units in cells), few)
        assert few
        assert work.notices[0].code == "changed_units_few"
        work.approve(work.submit("1.1", remark="corrected"), person="Bert")
    statistic = ckm.open_statistic(path)[0]
    first, second = (find_release(statistic.register, number) for number in (1, 2))
    assert [said.fields["few"] for said in compare_releases(statistic, first, second).few] == [few]
    assert few_changed(statistic, second) == ()


def test_a_period_without_corrections_is_kept_as_before(tmp_path: Path) -> None:
    path = released(tmp_path)
    assert b"changed_units" not in path.read_bytes()
    with ckm.work_on_statistic(path, **PERSONS) as work:
        work.replace_records(tmp_path / "people_2025.csv", "pid")
        (kept,) = work.period.changed_units
        assert (kept.cells, kept.few) == (0, 0)
        assert not work.notices
        draft = work.draft("1.1")
        assert compare_with(work.statistic, find_release(work.statistic.register, 1), draft).few == ()


@pytest.mark.parametrize(
    ("value", "magnitude"),
    [
        ("count", ""),
        (ckm.Value("sum", magnitude="income"), "income"),
        (ckm.Value("valid", magnitude="income"), "income"),
    ],
    ids=["count", "sum", "answers"],
)
@given(data=st.data())
@settings(max_examples=examples(24), deadline=None)
def test_changed_units_are_those_counted_unit_by_unit(value: Any, magnitude: str, data: st.DataObject) -> None:
    draw = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    rows = 60
    before = pd.DataFrame({"pid": [f"p{row}" for row in range(rows)], "income": draw.integers(0, 5, rows)})
    before = before.assign(area=draw.choice(["01", "02"], rows), sex=draw.choice(["m", "w"], rows))
    after = before.sample(frac=data.draw(st.sampled_from([0.9, 0.97, 1.0])), random_state=int(draw.integers(2**31)))
    after["pid"] = after["pid"].where(draw.random(len(after)) > 0.02, after["pid"] + "n")
    for name, codes in (("area", ["01", "02"]), ("sex", ["m", "w"]), ("income", [1, 2, 500])):
        share = data.draw(st.sampled_from([0.0, 0.02, 0.1]))
        after[name] = after[name].where(draw.random(len(after)) > share, draw.choice(codes, len(after)))
    deliveries = Deliveries(
        *(ckm.Microdata.from_pandas(frame, ["area", "sex"], magnitudes=["income"]) for frame in (before, after)),
        *(pa.array(frame["pid"].tolist(), pa.string()) for frame in (before, after)),
    )
    changed = deliveries.changed_in(ckm.TableSpec("area", "sex", values=[value]), lambda: False)
    assert changed.tolist() == by_hand(before, after, magnitude)


def test_a_table_that_cannot_be_examined_is_named_and_cancelling_ends_the_count(tmp_path: Path) -> None:
    path = released(tmp_path)
    statistic = ckm.open_statistic(path)[0]
    frame = pd.read_csv(tmp_path / "people_2025.csv", dtype=str)
    with ckm.work_on_statistic(path, read_only=True) as work:
        former = work.data()
    ids = pa.array(frame["pid"].tolist(), pa.string())
    other = ckm.Microdata.from_pandas(frame.assign(sex=frame["sex"].replace("m", "x")), ["area", "sex"])
    results, (said,) = changed_units(statistic, former, other, ids, ids)
    assert results == ()
    assert said.code == "changed_units_not_tested"
    assert "other codes" in said.text("en")
    with pytest.raises(Cancelled):
        changed_units(statistic, former, former, ids, pa.array(["x", *ids.to_pylist()[1:]]), lambda: True)
