"""What the design of sums shows: cells, rows and the curve, against what pandas finds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmdesk.state.sums_view import Curve, fitting_preset, rows_of, sizes_of, totals_of
from tests.kit.statistics import small_data

FLEX = ckm.Scaling(0.3, 0.05, 1000, 3)


def never() -> bool:
    return False


def data_with_income() -> Microdata:
    data, chance = small_data(), np.random.default_rng(5)
    amounts = np.where(chance.random(data.rows) < 0.3, 0, chance.integers(-500, 90_000, data.rows))
    return replace(data, magnitudes={"income": NumberColumn("income", amounts, 1, Texts.same("Income"))})


def frame_of(data: Microdata) -> pd.DataFrame:
    columns = {name: np.array(data.dimensions[name].codes)[np.asarray(data.columns[name])] for name in ("sex", "area")}
    return pd.DataFrame({**columns, "income": data.magnitudes["income"].values / 10})


def test_sizes_are_the_largest_contributions_of_all_cells_that_somebody_contributes_to() -> None:
    data = data_with_income()
    found = sizes_of(data, ckm.TableSpec("sex", "area"), "income", never)
    frame = frame_of(data)
    wanted = []
    for by in (["sex", "area"], ["sex"], ["area"]):
        wanted += [group for _, group in frame.groupby(by)["income"]]
    wanted.append(frame["income"])
    pairs = sorted((group.abs().max(), abs(group.sum())) for group in wanted if (group != 0).any())
    assert np.allclose(found.largest, [pair[0] for pair in pairs])
    assert sorted(found.sums.round(6).tolist()) == sorted(round(pair[1], 6) for pair in pairs)
    assert "confidential" in repr(found)


def test_without_a_table_the_first_variable_is_looked_at() -> None:
    data = data_with_income()
    found = sizes_of(data, ckm.TableSpec(), "income", never)
    assert len(found.largest) == len(data.dimensions[next(iter(data.dimensions))].codes) + 1


def test_totals_are_those_of_first_levels_by_name() -> None:
    data = data_with_income()
    found = {(one.name, round(one.sum, 6), round(one.largest, 6)) for one in totals_of(data, "income", "en", never)}
    frame = frame_of(data)
    for code, group in frame.groupby("sex")["income"]:
        assert (str(code), round(abs(group.sum()), 6), round(group.abs().max(), 6)) in found


def test_each_cell_counts_for_the_row_at_or_below_its_ratio() -> None:
    data, table = data_with_income(), ckm.design_magnitudes(5, 2, step=4, icat=(1, 3, 5))
    sizes = sizes_of(data, ckm.TableSpec("sex", "area"), "income", never)
    rows = rows_of(table, FLEX, sizes)
    assert [row.ratio for row in rows] == [1, 3, 5]
    assert [row.is_last for row in rows] == [False, False, True]
    assert sum(row.cells or 0 for row in rows) == len(sizes.largest)
    for row, report in zip(rows, table.parts[0].reports[1:], strict=True):
        assert row.variance == report.variance
        assert abs(sum(v * p for v, p in row.distribution.items())) < 1e-9
    assert rows_of(table, FLEX)[0].cells is None
    assert rows_of(ckm.design_magnitudes(5, 3, step=2), FLEX)[0].lacks


def test_the_curve_shows_bend_small_values_and_all_cells() -> None:
    curve = Curve(FLEX, small_from=3.0)
    assert curve.ends[0] <= 1.0
    assert curve.ends[1] >= 30_000
    assert 1000.0 in curve.points
    assert curve.m(np.array([2.0, 500.0])).tolist() == [0.0, 0.3]
    sizes = sizes_of(data_with_income(), ckm.TableSpec("sex"), "income", never)
    low, high = Curve(ckm.Scaling(0.2), sizes=sizes).ends
    assert low <= sizes.largest[0] <= sizes.largest[-1] <= high


@pytest.mark.parametrize(("spread", "fits"), [(0.2, "durations"), (0.8, "wages"), (1.6, "turnover")])
def test_the_preset_that_fits_follows_from_how_skewed_the_values_are(spread: float, fits: str) -> None:
    values = np.exp(np.random.default_rng(3).normal(9, spread, 5000)).astype(np.int64)
    assert fitting_preset(NumberColumn("m", values, 0)) == fits
    # Zeros and the sign say nothing of it.
    assert fitting_preset(NumberColumn("m", np.concatenate([-values, np.zeros(5000, dtype=np.int64)]), 0)) == fits


def test_of_zeros_alone_the_usual_preset_is_proposed() -> None:
    assert fitting_preset(NumberColumn("m", np.zeros(5, dtype=np.int64), 0)) == "wages"
