"""What holds of every method on any table: deviation, zeros, no negative counts, the same cell in every layout."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.tabulate.spec import TOTAL, Code, Condition
from tests.kit.examples import examples

NAMES = ["x", "y", "z"]
PTABLES = [ckm.design_ptable(D=2, V=1.0), ckm.shuffle(ckm.design_ptable(D=5, V=3, js=2), 0.05, 1)]
METHODS: list[tuple[Method, int]] = [
    (ckm.CellKeyMethod(PTABLES[0]), 2),
    (ckm.CellKeyMethod(PTABLES[1], "less_equal"), 5),
    (ckm.Rounding(3), 1),
    (ckm.Rounding(10), 5),
    (ckm.KeyedRounding(3), 2),
    (ckm.KeyedRounding(10), 9),
]

codes = st.sampled_from(["a", "b", "d"])
records = st.lists(
    st.tuples(codes, codes, codes, st.integers(0, 10**9 - 1), st.integers(1, 999)), min_size=1, max_size=60
)
Records = list[tuple[str, str, str, int, int]]


def data_of(rows: Records) -> ckm.Microdata:
    frame = pd.DataFrame(rows, columns=[*NAMES, "key", "w"])
    frame["key"] = [f"0.{key:09d}" for key in frame["key"]]
    frame["w"] = [f"{weight / 100:.2f}" for weight in frame["w"]]
    return ckm.Microdata.from_pandas(frame, NAMES, record_key="key", weight="w")


@pytest.mark.parametrize(("method", "most"), METHODS)
@given(rows=records)
@settings(max_examples=examples(25))
def test_counts_deviate_by_no_more_than_the_method_says_and_zeros_stay(
    method: Method, most: int, rows: Records
) -> None:
    raw = ckm.tabulate(data_of(rows), ckm.TableSpec(rows=["x", "y"], columns=["z"]))
    counts, published = raw.blocks[0].counts, ckm.protect(raw, method).blocks[0].figures[0]
    assert (np.abs(published - counts) <= most).all()
    assert (published >= 0).all()
    assert (published[counts == 0] == 0).all()


@pytest.mark.daily(3)
@pytest.mark.parametrize(("method", "most"), METHODS)
@given(rows=records)
@settings(max_examples=examples(15))
def test_a_cell_has_the_same_figures_in_every_layout(method: Method, most: int, rows: Records) -> None:
    data = data_of(rows)
    values = [ckm.Value(), ckm.Value("weighted_count")]

    def shown(spec: ckm.TableSpec) -> ckm.ProtectedTable:
        return ckm.protect(ckm.tabulate(data, spec.with_changes(values=values)), method)

    wide = shown(ckm.TableSpec(rows=["x", "y"], columns=["z"]))
    turned = shown(ckm.TableSpec(rows=["z"], columns=["y"], layers=["x"]))
    narrow = shown(ckm.TableSpec(rows=["y"]))
    first = rows[0][0]
    filtered = shown(ckm.TableSpec(rows=["y"], filters=[Condition("x", (first,))]))
    every: list[Code] = [TOTAL, *data.dimensions["y"].codes]
    for value in (0, 1):
        for y in every:
            for z in (TOTAL, *data.dimensions["z"].codes):
                address: dict[str, Code] = {"x": first, "y": y, "z": z}
                assert wide.value(address, value) == turned.value(address, value)
            assert narrow.value({"y": y}, value) == wide.value({"y": y}, value)
            assert filtered.value({"y": y}, value) == wide.value({"x": first, "y": y}, value)


@pytest.mark.parametrize(("method", "most"), METHODS)
@given(rows=records)
@settings(max_examples=examples(15))
def test_nothing_is_derived_from_a_published_zero(method: Method, most: int, rows: Records) -> None:
    values = [ckm.Value(), ckm.Value("share", base="row")]
    raw = ckm.tabulate(data_of(rows), ckm.TableSpec(rows=["x"], columns=["y"], values=values))
    block = ckm.protect(raw, method).blocks[0]
    signs = np.zeros(block.shape, np.uint8) if block.signs is None else block.signs[1]
    nothing = block.figures[0] == 0
    # A share of 0 is 0; of a base that is 0 there is none.
    assert (block.figures[1][nothing] == 0).all()
    row_totals = np.broadcast_to(block.figures[0][:, :1], block.shape)
    assert (signs[row_totals == 0] == Sign.BLOCKED).all()


@given(rows=records)
@settings(max_examples=examples(25))
def test_weighted_counts_are_exact_fractions(rows: Records) -> None:
    raw = ckm.tabulate(data_of(rows), ckm.TableSpec(rows=["x"], values=[ckm.Value("weighted_count"), ckm.Value()]))
    block = raw.blocks[0]
    assert block.weights is not None
    weights = [Fraction(int(weight), 10 ** (block.weight_decimals or 0)) for weight in block.weights]
    for method, _ in METHODS[:2]:
        shown = ckm.protect(raw, method).blocks[0]
        for found, published, count, weight in zip(*shown.figures, block.counts, weights, strict=True):
            exact = weight * int(published) / int(count) if count else Fraction(0)
            assert int(found) == int(exact + Fraction(1, 2))
    for base in (3, 10, 1000):
        shown = ckm.protect(raw, ckm.Rounding(base, shown_with="contributors")).blocks[0]
        for found, weight in zip(shown.figures[0], weights, strict=True):
            assert int(found) == base * int(weight / base + Fraction(1, 2))
