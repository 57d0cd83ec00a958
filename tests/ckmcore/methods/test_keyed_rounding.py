"""Rounding drawn by the cell key: unbiased exactly, consistent over layouts, zeros kept, by integers alone."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.derived import Numbers
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.multiples import drawn
from ckmcore.methods.protected import Sign
from ckmcore.tabulate.spec import Code
from tests.kit.fails import fails


def one(number: int, decimals: int, base: int, key: int, modulus: int) -> int:
    figures = Numbers(np.array([number], dtype=np.int64), decimals)
    return int(drawn(figures, base, np.array([key], dtype=np.uint64), modulus)[0])


@given(st.integers(-(2**62), 2**62), st.integers(0, 6), st.integers(2, 10**6), st.integers(2, 10**18), st.floats(0, 1))
def test_a_figure_goes_up_exactly_where_the_key_is_below_its_rest(
    number: int, decimals: int, base: int, modulus: int, place: float
) -> None:
    key = min(modulus - 1, int(place * modulus))
    exact = abs(Fraction(number, base * 10**decimals))
    below = int(exact)
    expected = base * (below + (Fraction(key, modulus) < exact - below))
    assert one(number, decimals, base, key, modulus) == (-expected if number < 0 else expected)


@given(st.integers(0, 500), st.integers(2, 30))
def test_over_all_keys_the_figure_itself_comes_out(number: int, base: int) -> None:
    """With M a multiple of the base the mean over all keys is the figure, exactly."""
    modulus = 7 * base
    figures = Numbers(np.full(modulus, number, dtype=np.int64))
    found = drawn(figures, base, np.arange(modulus, dtype=np.uint64), modulus)
    assert found.sum() == number * modulus
    assert set(np.abs(found - number).tolist()) <= set(range(base))


def test_the_largest_figures_and_moduli_are_exact() -> None:
    assert one(2**62 + 1, 0, 10, 10**18 - 1, 10**18) == 2**62 + 1 - (2**62 + 1) % 10
    assert one(2**62 + 1, 0, 10, 0, 10**18) == 2**62 + 11 - (2**62 + 1) % 10


def people(count: int, *, keys: bool = True) -> ckm.Microdata:
    chance = np.random.default_rng(3)
    frame = pd.DataFrame({name: chance.choice(list("abcd"), count) for name in ("x", "y", "z")})
    frame["w"] = chance.integers(1, 1000, count) / 100
    frame["w"] = frame["w"].map("{:.2f}".format)
    if not keys:
        return ckm.Microdata.from_pandas(frame, ["x", "y", "z"], weight="w")
    frame["key"] = [f"0.{key:09d}" for key in chance.integers(0, 10**9, count)]
    return ckm.Microdata.from_pandas(frame, ["x", "y", "z"], record_key="key", weight="w")


VALUES = [ckm.Value(), ckm.Value("weighted_count")]


def test_a_cell_is_the_same_in_every_layout() -> None:
    data, method = people(3000), KeyedRounding(5)

    def table(*rows: str) -> ckm.ProtectedTable:
        return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=list(rows), values=VALUES)), method)

    wide, narrow, other = table("x", "y", "z"), table("x"), table("z", "x")
    for code in "abcd":
        for value in (0, 1):
            same = {one.value({"x": code}, value) for one in (wide, narrow, other)}
            assert len(same) == 1
            assert wide.value({"x": code, "z": "a"}, value) == other.value({"z": "a", "x": code}, value)


def test_counts_and_weighted_counts_are_multiples_less_than_a_base_away_and_zeros_stay() -> None:
    raw = ckm.tabulate(people(40), ckm.TableSpec(rows=["x", "y", "z"], values=VALUES))
    block = raw.blocks[0]
    shown = ckm.protect(raw, KeyedRounding(7, shown_with="contributors")).blocks[0]
    assert block.weights is not None
    for figures, original in zip(shown.figures, (block.counts, block.weights / 100), strict=True):
        assert (figures % 7 == 0).all()
        assert (np.abs(figures - original) < 7).all()
        assert (figures[block.counts == 0] == 0).all()
    assert (block.counts == 0).any()


def test_what_is_derived_comes_from_published_figures_of_a_published_base() -> None:
    values = [ckm.Value(), ckm.Value("share", base="column")]
    raw = ckm.tabulate(people(400), ckm.TableSpec(rows=["x"], columns=["y"], values=values))
    table = ckm.protect(raw, KeyedRounding(10, minimum_base=100))
    for y in "abcd":
        base = table.value({"y": y})
        for x in "abcd":
            cell: dict[str, Code] = {"x": x, "y": y}
            if base < 100:
                assert table.sign(cell, 1) == Sign.BLOCKED
            else:
                assert table.value(cell, 1) == int(Fraction(100 * table.value(cell), base) + Fraction(1, 2))
    assert {table.sign({"y": y}, 1) for y in "abcd"} == {Sign.NONE, Sign.BLOCKED}


def test_without_record_keys_there_is_no_keyed_rounding() -> None:
    with fails("no_record_keys"):
        ckm.protect(ckm.tabulate(people(10, keys=False), ckm.TableSpec(rows=["x"])), KeyedRounding(5))
    with fails("setting_range"):
        KeyedRounding(1)


def test_the_story_of_a_cell_tells_its_key() -> None:
    raw = ckm.tabulate(people(400), ckm.TableSpec(rows=["x"]))
    story = ckm.explain(raw, KeyedRounding(10), {"x": "a"})
    assert story.cell_key is not None
    assert story.cell_key_fraction is not None
    up = story.cell_key_fraction < story.count % 10 / 10
    assert story.published == story.count // 10 * 10 + 10 * up
