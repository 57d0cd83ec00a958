"""R cellKey's measures of loss, number by number: what `ck_cnt_measures` says of one table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.lab.quality.measures import TableFigures, table_figures
from ckmcore.lab.quality.utility import QUANTILES, Distances, distances
from ckmcore.microdata.hrc import read_hrc

pytestmark = pytest.mark.reference

_NAMES = {f"d{tenth}0": f"Q{tenth}0" for tenth in range(1, 10)} | {
    "min": "Min",
    "d50": "Median",
    "p95": "Q95",
    "p99": "Q99",
    "max": "Max",
}


@pytest.fixture(scope="module")
def found(reference: Path) -> TableFigures:
    folder = reference / "expected" / "r_cellkey"
    data = ckm.read_microdata(reference / "data" / "ihsn_persons_keys.csv", ["region", "age", "sex"], "rkey")
    for name, file in (("region", "region"), ("age", "age2")):
        data = data.with_hierarchy(name, read_hrc(reference / "data" / f"ihsn_{file}.hrc"))
    method = ckm.CellKeyMethod(ckm.read_ptable(folder / "ptable_cnt_D5V3js2.csv"))
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["region", "age"], columns=["sex"]))
    return table_figures(raw, data, method.protect(raw))


def of_r(reference: Path, what: str) -> pd.DataFrame:
    name = f"measures_t3_D5V3js2_ezFALSE_{what}.csv"
    return pd.read_csv(reference / "expected" / "r_cellkey" / name, dtype={"pct": float})


@pytest.mark.thorough
def test_the_distribution_of_noise_is_that_of_r(reference: Path, found: TableFigures) -> None:
    theirs = of_r(reference, "overview")
    # R's noise is original - published.
    noise, cells = np.unique(found.original - found.published, return_counts=True)
    assert (noise.tolist(), cells.tolist()) == (theirs["noise"].tolist(), theirs["cnt"].tolist())
    assert (cells / cells.sum()).tolist() == pytest.approx(theirs["pct"].tolist(), abs=1e-15)


@pytest.mark.parametrize("column", ["d1", "d2", "d3"])
def test_mean_and_quantiles_are_those_of_r(reference: Path, found: TableFigures, column: str) -> None:
    theirs = of_r(reference, "measures").set_index("what")[column].to_dict()
    ours = distance(found, column)
    named = {_NAMES[name]: figure for (name, _), figure in zip(QUANTILES, ours.quantiles, strict=True)}
    named["Mean"] = ours.mean
    assert {name: float(np.round(figure, 3)) for name, figure in named.items()} == theirs


@pytest.mark.parametrize("column", ["d1", "d2", "d3"])
def test_the_cumulative_distribution_is_that_of_r(reference: Path, found: TableFigures, column: str) -> None:
    theirs = of_r(reference, f"cumdistr_{column}")
    # Absolute distances by whole numbers, the others by classes "(0,0.02]".
    limits = [float(str(text).split(",")[-1].rstrip("]").lower()) for text in theirs["cat"]]
    ours = distance(found, column, limits)
    assert [cells for _, cells in ours.within] == theirs["cnt"].tolist()
    assert [cells / ours.cells for _, cells in ours.within] == pytest.approx(theirs["pct"].tolist(), abs=1e-15)


def distance(found: TableFigures, column: str, limits: Sequence[float] = ()) -> Distances:
    """R measures empty cells, too: of a 0 that stays one every distance is 0."""
    off = np.abs(found.published - found.original).astype(np.float64)
    roots = np.abs(np.sqrt(found.published) - np.sqrt(found.original))
    return distances({"d1": off, "d2": off / np.maximum(found.original, 1), "d3": roots}[column], limits)
