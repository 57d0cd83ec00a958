"""Measures of protected tables against pandas."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import Level, TableSpec, Value
from tests.ckmcore.lab.quality.as_published import measured
from tests.kit.examples import examples
from tests.kit.fails import fails


def people(seed: int, size: int) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"A": draw.choice(list("xyz"), size), "B": draw.choice(list("mw"), size)})
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, size)]
    return frame


def data_of(frame: pd.DataFrame) -> Microdata:
    return Microdata.from_pandas(frame, ["A", "B"], record_key="key")


def with_margins(frame: pd.DataFrame) -> pd.DataFrame:
    return pd.crosstab(frame["A"], frame["B"], margins=True, margins_name="Total")


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 10_000), st.integers(20, 200), st.sampled_from([3, 5, 10]))
def test_measures_of_rounding_are_those_of_pandas(seed: int, size: int, base: int) -> None:
    frame = people(seed, size)
    original = with_margins(frame)
    published = original.map(lambda count: base * int(np.floor(count / base + 0.5)))
    data = data_of(frame)
    raw = ckm.tabulate(data, TableSpec(rows=["A"], columns=["B"]))
    found = measured(raw, data, ckm.Rounding(base).protect(raw))
    filled = original.to_numpy() > 0
    off = (published - original).abs().to_numpy()[filled]
    inner = published.drop(index="Total", columns="Total")
    gaps = np.concatenate(
        [
            (published["Total"] - published.drop(columns="Total").sum(axis=1)).abs(),
            (published.loc["Total"] - published.drop(index="Total").sum()).abs(),
        ]
    )
    assert inner.shape == (original.shape[0] - 1, original.shape[1] - 1)
    assert (found["cells"], found["changed"]) == (filled.sum(), pytest.approx(100 * (off > 0).mean()))
    assert found["mean_deviation"] == pytest.approx(off.mean())
    assert found["largest_deviation"] == off.max()
    assert (found["sums"], found["gaps"]) == (len(gaps), pytest.approx(100 * (gaps > 0).mean()))
    assert found["mean_gap"] == pytest.approx(gaps.mean())
    assert found["largest_gap"] == gaps.max()
    assert (found["figures"], found["hidden"]) == (original.size, 0)


def test_cells_that_are_not_shown_are_counted_and_have_no_deviation() -> None:
    frame = people(7, 40)
    data = data_of(frame)
    raw = ckm.tabulate(data, TableSpec(rows=["A"], columns=["B"]))
    table = ckm.CellKeyMethod(design_ptable(D=2, V=1, js=0), threshold=9).protect(raw)
    shown = table.to_pandas()
    hidden = int((shown["sign"] == ".").sum())
    found = measured(raw, data, table)
    assert 0 < hidden < len(shown)
    assert (found["hidden"], found["figures"]) == (hidden, len(shown))
    assert found["sums"] < 7


def test_what_the_table_hides_is_not_measured() -> None:
    data = data_of(people(3, 100))
    raw = ckm.tabulate(data, TableSpec(rows=[Level("A", total="off")], columns=[Level("B", total="off")]))
    found = measured(raw, data, ckm.Rounding(10).protect(raw))
    assert (found["figures"], found["sums"], "gaps" in found) == (6, 0, False)


def test_empty_cells_count_where_they_are_asked_for() -> None:
    frame = people(5, 60)
    data = data_of(frame[(frame["A"] != "x") | (frame["B"] != "m")])
    raw = ckm.tabulate(data, TableSpec(rows=["A"], columns=["B"]))
    table = ckm.Rounding(5).protect(raw)
    without, with_empty = measured(raw, data, table), measured(raw, data, table, with_empty=True)
    assert with_empty["cells"] == without["cells"] + 1
    assert with_empty["changed"] * with_empty["cells"] == pytest.approx(without["changed"] * without["cells"])


def test_a_table_of_shares_alone_is_refused() -> None:
    data = data_of(people(1, 30))
    raw = ckm.tabulate(data, TableSpec(rows=["A"], values=[Value("share", base="total")]))
    with fails("measures_need_figures"):
        measured(raw, data, ckm.Rounding(5).protect(raw))
