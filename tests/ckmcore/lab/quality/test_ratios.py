"""Errors of shares, ratios and changes by the size of their base, against pandas."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.lab.quality.ratios import BASE_SIZES, measured_ratios, ratio_errors
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import PERIOD, Condition, Level, TableSpec, Value
from tests.kit.fails import fails

CELL_KEY = ckm.CellKeyMethod(design_ptable(D=3, V=2, js=1))
SPEC = TableSpec(rows=["A"], columns=["B"])


def data_of(seed: int = 4, size: int = 900) -> Microdata:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {"A": draw.choice(list("pqrs"), size, p=[0.7, 0.2, 0.07, 0.03]), "B": draw.choice(list("mwd"), size)}
    )
    frame["W"] = draw.integers(2, 9, size) / 2
    frame["X"] = draw.integers(1, 9, size)
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, size)]
    return Microdata.from_pandas(frame, ["A", "B"], record_key="key", weight="W", magnitudes=["X"])


def cells(data: Microdata, method: Method, base: str) -> pd.DataFrame:
    """Original and published count of each cell and of its base."""
    raw = ckm.tabulate(data, SPEC)
    frame = method.protect(raw).to_pandas().rename(columns={"published": "j"})
    frame["i"] = raw.to_frame_confidential()["count"]
    at = frame.set_index(["A", "B"])
    keys = {
        "row": [(a, "Total") for a in frame["A"]],
        "column": [("Total", b) for b in frame["B"]],
        "total": [("Total", "Total")] * len(frame),
    }[base]
    frame["base_i"], frame["base_j"] = at.loc[keys, "i"].to_numpy(), at.loc[keys, "j"].to_numpy()
    own = [key == (a, b) for key, a, b in zip(keys, frame["A"], frame["B"], strict=True)]
    return frame[~np.array(own) & (frame["i"] > 0)]


@pytest.mark.parametrize(("number", "base"), [(0, "row"), (1, "column"), (2, "total")])
def test_shares_of_the_cell_key_method_come_from_published_figures(number: int, base: str) -> None:
    data = data_of()
    found = ratio_errors(data, SPEC, CELL_KEY)[number]
    assert (found.value.kind, found.value.base) == ("share", base)
    theirs = cells(data, CELL_KEY, base)
    theirs = theirs[theirs["base_j"] > 0]
    published = np.floor(1000 * theirs["j"] / theirs["base_j"] + 0.5) / 10
    error = (published - 100 * theirs["i"] / theirs["base_i"]).abs()
    assert (found.overall.errors.cells, found.overall.hidden) == (len(theirs), 0)
    assert found.overall.errors.mean == pytest.approx(error.mean())
    assert found.overall.errors.largest == pytest.approx(error.max())
    for (low, high), one in zip(BASE_SIZES, found.classes, strict=True):
        inside = error[theirs["base_i"].between(low, high or np.inf)]
        assert (one.low, one.high, one.errors.cells) == (low, high, len(inside))
        assert one.errors.mean == pytest.approx(inside.mean() if len(inside) else 0)
        assert one.errors.quantile("d50") == pytest.approx(inside.median() if len(inside) else 0)


def test_the_smaller_the_base_the_larger_the_error() -> None:
    found = ratio_errors(data_of(), SPEC, CELL_KEY)[0]
    means = [one.errors.mean for one in found.classes if one.errors.cells]
    assert len(means) > 2
    assert means == sorted(means, reverse=True)


def test_rounding_hides_shares_of_a_small_base_and_rounds_exact_ones() -> None:
    data, method = data_of(), ckm.Rounding(10)
    spec = SPEC.with_changes(values=(Value(), Value("share", base="row")))
    found = ratio_errors(data, spec, method)
    assert [one.value.base for one in found] == ["row"]
    theirs = cells(data, method, "row")
    small = theirs["base_i"] < 250
    kept = theirs[~small & (theirs["j"] > 0)]
    assert found[0].overall.hidden == int(small.sum())
    assert found[0].overall.errors.cells == len(kept)
    assert found[0].overall.errors.largest <= 0.5
    assert sum(one.hidden for one in found[0].classes[:3]) == found[0].overall.hidden


def test_ratios_and_changes_have_the_base_that_they_name() -> None:
    data = data_of()
    women, men = (Condition("B", ("w",)),), (Condition("B", ("m",)),)
    ratio = Value("ratio", conditions=women, base_conditions=men, factor=100, decimals=1)
    change = Value("change", variable="A", against="p", decimals=1)
    weighted = Value("share", of="weighted_count", base="row", decimals=1)
    found = ratio_errors(data, TableSpec(rows=["A"], values=[ratio, change]), CELL_KEY)
    counts = pd.crosstab(*(np.array(data.dimensions[name].codes)[data.columns[name]] for name in "AB"))
    assert found[0].overall.errors.cells == 5
    sizes = sorted([*counts["m"], counts["m"].sum()])
    assert [one.errors.cells for one in found[0].classes] == [
        sum(low <= size <= (high or size) for size in sizes) for low, high in BASE_SIZES
    ]
    assert found[1].overall.errors.cells == 3
    assert [one.errors.cells for one in found[1].classes] == [0, 0, 0, 3, 0]
    assert ratio_errors(data, SPEC.with_changes(values=(weighted,)), CELL_KEY)[0].overall.errors.cells == 15
    only = SPEC.with_changes(values=(Value("weighted_count"),))
    assert {value.of for value in measured_ratios(only)} == {"weighted_count"}


def test_only_axes_with_levels_have_shares_and_sums_alone_none() -> None:
    assert [one.base for one in measured_ratios(TableSpec(rows=["A"]))] == ["column"]
    assert [one.base for one in measured_ratios(TableSpec(columns=[Level("A")]))] == ["row"]
    assert ratio_errors(data_of(), TableSpec(), CELL_KEY) == ()
    with fails("attack_over_periods"):
        ratio_errors(data_of(), TableSpec(rows=["A"], columns=[Level(PERIOD)]), CELL_KEY)
    sums = TableSpec(rows=["A"], values=[Value("sum", magnitude="X"), Value("share", magnitude="X", base="total")])
    with fails("ratios_need_counts") as refused:
        measured_ratios(sums)
    assert "„Anzahl“" in refused.value.text("de")


def test_it_can_be_cancelled_and_shows_nothing_by_accident() -> None:
    data = data_of(2)
    with pytest.raises(Cancelled):
        ratio_errors(data, SPEC, CELL_KEY, cancelled=lambda: True)
    found = ratio_errors(data, SPEC, CELL_KEY)
    assert all("confidential" in repr(one) for one in (found[0], found[0].overall))
