"""Weighted figures at the edge of 64 bits, and the columns of results."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.internal.cells import internal_frame
from ckmcore.methods.arithmetic import whole_half_away
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from tests.kit.fails import fails

COUNTED = ckm.TableSpec(values=[ckm.Value("weighted_count")])


def weighing(*weights: str | float) -> ckm.RawTable:
    frame = pd.DataFrame({"k": ["0.99"] * len(weights), "w": list(weights)})
    return ckm.tabulate(ckm.Microdata.from_pandas(frame, [], "k", "w"), COUNTED)


@pytest.mark.parametrize("weight", [2**62 + 1, 2**61, 2**63 - 9])
def test_rounding_of_weights_near_the_end_of_64_bits_is_exact(weight: int) -> None:
    shown = ckm.protect(weighing(str(weight)), ckm.Rounding(10, shown_with="contributors"))
    assert shown.value({}) == (weight + 5) // 10 * 10


@pytest.mark.parametrize("number", [2**62 + 1, -(2**62) - 5, -(2**61)])
def test_rounding_of_sums_near_the_end_of_64_bits_is_exact(number: int) -> None:
    # As many records as are published: of a count of 0 no sum is shown.
    frame = pd.DataFrame({"k": ["0.99"] * 5, "x": [str(number), "0", "0", "0", "0"]})
    data = ckm.Microdata.from_pandas(frame, [], "k", magnitudes=["x"])
    raw = ckm.tabulate(data, ckm.TableSpec(values=[ckm.Value("sum", magnitude="x")]))
    expected = (abs(number) + 5) // 10 * 10
    assert ckm.protect(raw, ckm.Rounding(10, **FORMER)).value({}) == (expected if number > 0 else -expected)


@pytest.mark.parametrize("weights", [(str(2**63 - 1),), (1e300,), ("9000000000000000000",) * 3])
@pytest.mark.parametrize("method", [ckm.Rounding(10), ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1))])
def test_a_weighted_figure_that_64_bits_cannot_hold_is_refused(
    weights: tuple[str | float, ...], method: ckm.Rounding | ckm.CellKeyMethod
) -> None:
    raw = weighing(*weights)
    if len(weights) == 1:  # one record of key .99: noise +2, three times the weight
        assert ckm.examine(raw, ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1))).blocks[0].noise.item() == 2
    with fails("figure_too_large"):
        ckm.protect(raw, method)


@given(st.floats(-1e18, 1e18))
def test_doubles_become_whole_numbers_with_halves_away_from_zero(figure: float) -> None:
    found = int(whole_half_away(np.array([figure]))[0])
    numerator, denominator = abs(figure).as_integer_ratio()
    expected = (2 * numerator + denominator) // (2 * denominator)
    assert found == (-expected if figure < 0 else expected)


@pytest.mark.parametrize("name", ["published", "noise", "marking", "count", "cell_key"])
def test_a_variable_called_like_a_column_of_the_internal_result_is_refused(name: str) -> None:
    frame = pd.DataFrame({name: ["a", "b"], "k": ["0.10", "0.20"]})
    raw = ckm.tabulate(ckm.Microdata.from_pandas(frame, [name], "k"), ckm.TableSpec(rows=[name]))
    with fails("column_name_reserved", match=name):
        internal_frame(ckm.examine(raw, ckm.Rounding(10)))


def test_two_values_of_one_kind_have_a_column_each() -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["x"]}), ["a"])
    spec = ckm.TableSpec(rows=["a"], values=[ckm.Value(), ckm.Value(label=ckm.Texts.same("again"))])
    frame = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10)).to_pandas()
    assert list(frame.columns) == ["a", "count 1", "count 2"]
    clashing = ckm.Microdata.from_pandas(pd.DataFrame({"published": ["x"]}), ["published"])
    shown = ckm.protect(ckm.tabulate(clashing, ckm.TableSpec(rows=["published"])), ckm.Rounding(10))
    with fails("column_name_reserved"):
        shown.to_pandas()


def test_what_is_confidential_shows_its_shape_only() -> None:
    frame = pd.DataFrame({"a": ["x", "y"], "k": ["0.123456", "0.987654"], "w": ["17.25", "31.5"]})
    data = ckm.Microdata.from_pandas(frame, ["a"], "k", "w")
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["a"], values=[ckm.Value("weighted_count")]))
    method = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1))
    story = ckm.explain(raw, method, {"a": "x"})
    examined = ckm.examine(raw, method)
    (cube,) = data.cache.values()
    for one in (data, data.record_keys, data.weight, raw, raw.blocks[0], cube, examined, examined.blocks[0], story):
        assert not any(secret in repr(one) for secret in ("123456", "987654", "17", "31", "48", "array"))


def test_published_figures_are_arrays_of_their_own() -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["x", "y"], "k": ["0.10", "0.20"]}), ["a"], "k")
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["a"]))
    for method in (ckm.Rounding(10), ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1))):
        for figures in ckm.protect(raw, method).blocks[0].figures:
            assert figures.base is None
            assert not np.shares_memory(figures, raw.blocks[0].counts)
