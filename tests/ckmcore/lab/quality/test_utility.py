"""The measures of utility against pandas, and what the named definitions of others do otherwise."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.quality.measures import measures
from ckmcore.lab.quality.utility import LIMITS, QUANTILES, distances, utility
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.households import counting_households
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import Condition, Level, TableSpec, Value
from tests.kit.fails import fails

SPEC = TableSpec(rows=["A"], columns=["B"])
METHODS: list[Method] = [
    ckm.CellKeyMethod(design_ptable(D=3, V=2, js=1)),
    ckm.CellKeyMethod(design_ptable(D=3, V=2, js=1), threshold=6),
    ckm.Rounding(10),
    KeyedRounding(5),
]


def data_of(seed: int, size: int) -> Microdata:
    draw = np.random.default_rng(seed)
    columns = {
        "A": pd.Categorical(draw.choice(list("pqrst"), size), list("pqrst")),
        "B": pd.Categorical(draw.choice(list("mwd"), size, p=[0.6, 0.36, 0.04]), list("mwd")),
    }
    frame = pd.DataFrame(columns)
    frame["X"] = draw.integers(-200, 4000, size) / 10
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, size)]
    return Microdata.from_pandas(frame, ["A", "B"], record_key="key", magnitudes=["X"])


def cells_of(data: Microdata, method: Method, spec: TableSpec = SPEC) -> pd.DataFrame:
    """Original and published count of every cell, the public way; figures without a sign in their place."""
    raw = ckm.tabulate(data, spec)
    frame = method.protect(raw).to_pandas()
    frame["count"] = raw.to_frame_confidential()["count"]
    frame["shown"] = frame["sign"].isin(["", "( )"]) if "sign" in frame else True
    return frame


@given(st.integers(0, 10_000), st.integers(20, 400), st.sampled_from(METHODS))
def test_every_measure_is_that_of_pandas(seed: int, size: int, method: Method) -> None:
    data = data_of(seed, size)
    raw = ckm.tabulate(data, SPEC)
    every = cells_of(data, method)
    measured = every[(every["count"] > 0) & every["shown"]]
    if measured.empty:
        with fails("nothing_shown"):
            utility(raw, data, method.protect(raw))
        return
    found = utility(raw, data, method.protect(raw))
    noise = measured["published"] - measured["count"]
    root = (measured["published"] ** 0.5 - measured["count"] ** 0.5).abs()
    relative = noise.abs() / measured["count"]
    assert (found.cells, found.hidden) == (len(measured), int((every["count"] > 0).sum()) - len(measured))
    assert found.unchanged == (noise == 0).sum()
    assert found.share_unchanged == pytest.approx((noise == 0).mean())
    assert dict(found.noise) == noise.value_counts().to_dict()
    shown = every[every["shown"]]
    assert found.false_zeros == ((shown["count"] > 0) & (shown["published"] == 0)).sum()
    assert found.false_nonzeros == 0
    assert found.hellinger == pytest.approx(np.sqrt(0.5 * (root**2).sum()))
    assert found.criteria is not None
    assert vars(found.criteria) == pytest.approx(
        {
            "mean_absolute": noise.abs().mean(),
            "within_one": (noise.abs() <= 1).mean(),
            "from_three": (noise.abs() >= 3).mean(),
            "from_four": (noise.abs() >= 4).mean(),
        }
    )
    assert found.roots is not None
    for ours, theirs in ((found.absolute, noise.abs()), (found.relative, relative), (found.roots, root)):
        assert ours.cells == len(theirs)
        assert ours.mean == pytest.approx(theirs.mean())
        assert ours.quantiles == pytest.approx(theirs.quantile([at for _, at in QUANTILES]).tolist())
        assert ours.median == pytest.approx(theirs.median())
        assert ours.largest == pytest.approx(theirs.max())
        assert [many for _, many in ours.within] == [(theirs <= limit).sum() for limit, _ in ours.within]
    assert [limit for limit, _ in found.relative.within] == list(LIMITS)
    for one in found.sizes:
        inside = measured["count"].between(one.low, one.high or np.inf)
        assert (one.cells, one.unchanged) == (inside.sum(), (noise[inside] == 0).sum())
        assert one.mean_absolute == pytest.approx(noise[inside].abs().mean() if inside.any() else 0)
        assert one.mean_relative == pytest.approx(relative[inside].mean() if inside.any() else 0)
    plain = measures(raw, data, method.protect(raw))
    assert (found.gaps.sums, found.gaps.missed, found.gaps.mean) == (plain.sums, plain.gaps, plain.mean_gap)


@given(st.lists(st.floats(0, 50), min_size=1, max_size=40))
def test_quantiles_of_tau_argus_stand_at_p_times_n_plus_one(numbers: list[float]) -> None:
    found = distances(np.array(numbers), "tau_argus")
    ordered = sorted(numbers)
    for (_, p), ours in zip(QUANTILES, found.quantiles, strict=True):
        place = min(max(p * (len(ordered) + 1), 1), len(ordered))
        low = int(place) - 1
        high = min(low + 1, len(ordered) - 1)
        assert ours == pytest.approx(ordered[low] + (place - 1 - low) * (ordered[high] - ordered[low]))


def test_zeros_are_left_out_by_the_original_by_r_by_the_published_figure_or_not_at_all() -> None:
    data = data_of(3, 40)
    raw, method = ckm.tabulate(data, SPEC), METHODS[2]
    every = cells_of(data, method)
    protected = method.protect(raw)
    own = utility(raw, data, protected)
    of_r = utility(raw, data, protected, definition="r_cellkey")
    whole = utility(raw, data, protected, zeros="with")
    assert (own.zeros, of_r.zeros, whole.zeros) == ("without_original", "without_published", "with")
    assert own.cells == (every["count"] > 0).sum()
    assert of_r.cells == (every["published"] > 0).sum()
    assert whole.cells == len(every)
    assert own.cells > of_r.cells
    # R's noise is original - published, and its first class of relative distances ends at .02.
    assert dict(of_r.noise) == (every["count"] - every["published"])[every["published"] > 0].value_counts().to_dict()
    assert of_r.relative.within[0][0] == 0.02
    assert of_r.relative.within[-1] == (np.inf, of_r.cells)
    assert utility(raw, data, protected, definition="tau_argus").cells == own.cells


def test_sums_are_measured_in_their_unit_and_have_no_criteria() -> None:
    data = data_of(5, 300)
    spec = SPEC.with_changes(values=(Value("sum", magnitude="X", decimals=1),))
    raw = ckm.tabulate(data, spec)
    protected = ckm.Rounding(10).protect(raw)
    found = utility(raw, data, protected)
    frame = protected.to_pandas()
    assert found.criteria is None
    assert found.absolute.largest <= 5.0
    assert found.cells <= len(frame)
    sums = raw.blocks[0].magnitudes["X"].sums / 10
    rounded = np.sign(sums) * np.floor(np.abs(sums) / 10 + 0.5) * 10
    shown = (sums != 0) & (raw.blocks[0].counts >= 0)
    published = raw.blocks[0].counts
    kept = shown & (np.floor(published / 10 + 0.5) > 0)  # sums of cells that publish no record are not shown
    assert found.cells == kept.sum()
    assert found.absolute.mean == pytest.approx(np.abs(rounded - sums)[kept].mean())
    negative = bool((sums[kept] < 0).any() or (rounded[kept] < 0).any())
    assert (found.roots is None) == (found.hellinger is None) == negative


def test_what_has_nothing_to_measure_says_why() -> None:
    data = data_of(2, 12)
    empty = ckm.tabulate(data, SPEC).blocks[0].counts
    place = {"A": "pqrst"[int(np.argmax(empty[1:, 3] == 0))], "B": "d"}
    nobody = TableSpec(rows=["A"], filters=[Condition(name, (code,)) for name, code in place.items()])
    raw = ckm.tabulate(data, nobody)
    with fails("nothing_but_zeros") as zeros:
        utility(raw, data, METHODS[0].protect(raw))
    assert "eine 0 bleibt eine 0" in zeros.value.text("de")
    assert utility(raw, data, METHODS[0].protect(raw), zeros="with").share_unchanged == 1.0
    raw = ckm.tabulate(data, TableSpec(rows=[Level("A", total="off")]))
    with fails("nothing_shown"):
        utility(raw, data, ckm.CellKeyMethod(design_ptable(D=1, V=0.5, js=0), threshold=50).protect(raw))
    shares = ckm.tabulate(data, TableSpec(rows=["A"], values=[Value("share", base="total")]))
    with fails("measures_need_figures"):
        utility(shares, data, METHODS[0].protect(shares))


def test_large_distances_have_coarser_limits_and_no_repr_has_figures() -> None:
    data = data_of(2, 400)
    raw = ckm.tabulate(data, SPEC)
    found = utility(raw, data, ckm.Rounding(1000).protect(raw))
    limits = [limit for limit, _ in found.absolute.within]
    assert limits[:3] == [0, 1, 2]
    assert limits[-1] == found.absolute.largest == found.absolute.within[-1][0]
    assert found.absolute.within[-1][1] == found.cells
    assert all("400" not in repr(one) for one in (found, found.absolute, found.sizes[2]))


def test_sums_that_the_originals_do_not_keep_are_no_gaps() -> None:
    frame = pd.DataFrame({"A": list("ppqqr"), "S": list("mwmww"), "key": ["0.1", "0.2", "0.3", "0.4", "0.5"]})
    data = Microdata.from_pandas(frame, ["A", "S"], record_key="key")
    homes = counting_households(data, list("aabbc"), any_member=["S"])
    raw = ckm.tabulate(homes, TableSpec(rows=["A"], columns=["S"]))
    # Two households have both a man and a woman: only the sums over A are sums, and the row of the third one.
    found = utility(raw, homes, KeyedRounding(3).protect(raw))
    assert found.gaps.sums == 3 + 1
