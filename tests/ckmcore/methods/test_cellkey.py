"""The cell-key method: examples of the papers, boundary rules, weights, zeros."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys, decimal_keys
from ckmcore.methods.cellkey import published_weighted
from ckmcore.tabulate.raw import RawBlock
from tests.kit.fails import fails

# [W24], 15 records: id, age, income, record key.
W24 = """1 jung mittel .54|2 jung hoch .68|3 alt niedrig .14|4 alt mittel .93|5 jung mittel .51
6 alt mittel .37|7 alt niedrig .84|8 alt hoch .19|9 alt mittel .26|10 jung hoch .43|11 alt mittel .99
12 jung mittel .74|13 jung mittel .65|14 alt niedrig .79|15 alt mittel .25"""

# The matrix of [W19]: rows 1 to 4 for D = 2, V = 1.08, js = 1, as cumulated decimals.
W19_PTABLE = """i;j;p;v;p_int_ub
0;0;1;0;1
1;0;0.51333333;-1;0.51333333
1;2;0.46;1;0.97333333
1;3;0.02666667;2;1
2;0;0.16560835;-2;0.16560835
2;2;0.54634992;0;0.71195827
2;3;0.24486677;1;0.95682504
2;4;0.04317496;2;1
3;2;0.42078468;-1;0.42078468
3;3;0.27764596;0;0.69843064
3;4;0.18235404;1;0.88078468
3;5;0.11921532;2;1
4;2;0.07394668;-2;0.07394668
4;3;0.24421329;-1;0.31815997
4;4;0.36368006;0;0.68184003
4;5;0.24421329;1;0.92605332
4;6;0.07394668;2;1
"""


def w24_data() -> ckm.Microdata:
    rows = [entry.split() for entry in W24.replace("\n", "|").split("|")]
    frame = pd.DataFrame(rows, columns=["id", "age", "income", "key"])
    frame["key"] = "0" + frame["key"]
    return ckm.Microdata.from_pandas(frame, ["age", "income"], record_key="key")


@pytest.fixture
def w19(tmp_path: Path) -> ckm.PTable:
    file = tmp_path / "w19.txt"
    file.write_text(W19_PTABLE)
    return ckm.read_ptable(file)


def test_three_records_of_W19_are_published_as_four(w19: ckm.PTable) -> None:
    frame = pd.DataFrame({"a": ["x", "x", "x"], "key": ["0.6019", "0.8531", "0.3448"]})
    data = ckm.Microdata.from_pandas(frame, ["a"], record_key="key")
    story = ckm.explain(ckm.tabulate(data, ckm.TableSpec(rows=["a"])), ckm.CellKeyMethod(w19), {"a": "x"})
    assert (story.key_sum, story.cell_key) == ("1.7998", "0.7998")
    assert (story.count, story.noise, story.published, story.row) == (3, 1, 4, 3)
    assert (story.lower, story.upper) == (0.69843064, 0.88078468)


@pytest.mark.reference
def test_the_cells_of_W24_have_the_published_keys_and_noise(reference: Path) -> None:
    method = ckm.CellKeyMethod(ckm.read_ptable(reference / "ptables" / "wista2024_tabelle1.csv"), "less_equal")
    raw = ckm.tabulate(w24_data(), ckm.TableSpec(rows=["age"], columns=["income"]))
    young = ckm.explain(raw, method, {"age": "jung", "income": "mittel"})
    assert (young.count, young.key_sum, young.cell_key, young.noise, young.published) == (4, "2.44", "0.44", 0, 4)
    low = ckm.explain(raw, method, {"income": "niedrig"})
    assert (low.count, low.key_sum, low.cell_key, low.noise, low.published) == (3, "1.77", "0.77", 1, 4)


def test_the_boundary_rules_differ_on_exact_ties_only(w19: ckm.PTable) -> None:
    def noise(key: str, boundary: str) -> int:
        frame = pd.DataFrame({"a": ["x", "x"], "key": ["0.00000000", key]})
        data = ckm.Microdata.from_pandas(frame, ["a"], record_key="key")
        method = ckm.CellKeyMethod(w19, boundary)  # type: ignore[arg-type]
        return ckm.explain(ckm.tabulate(data, ckm.TableSpec()), method, {}).noise

    assert noise("0.16560835", "less") == 0
    assert noise("0.16560835", "less_equal") == -2
    assert noise("0.16560834", "less") == noise("0.16560834", "less_equal") == -2
    assert noise("0.16560836", "less") == noise("0.16560836", "less_equal") == 0


def test_empty_cells_stay_zero_and_totals_are_protected_on_their_own(w19: ckm.PTable) -> None:
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"a": rng.choice(list("xyz"), 60), "b": rng.choice(list("pqrstuvw"), 60)})
    data = ckm.Microdata.from_pandas(frame, ["a", "b"]).with_record_keys(ckm.generate_keys(60))
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["a"], columns=["b"]))
    shown = ckm.protect(raw, ckm.CellKeyMethod(w19)).blocks[0].figures[0]
    block, seen = raw.blocks[0], ckm.examine(raw, ckm.CellKeyMethod(w19)).blocks[0]
    assert (shown[block.counts == 0] == 0).all()
    assert np.array_equal(seen.published, seen.counts + seen.noise)
    assert np.array_equal(shown, seen.published)
    assert block.cell_keys is not None
    for place in np.ndindex(shown.shape):
        if block.counts[place]:
            key = Fraction(int(block.cell_keys[place]), 10**9)
            assert shown[place] - block.counts[place] == _noise_by_hand(int(block.counts[place]), key)


def _noise_by_hand(count: int, key: Fraction) -> int:
    for line in W19_PTABLE.splitlines()[1:]:
        row, _, _, noise, upper = line.split(";")
        if int(row) == min(count, 4) and key < Fraction(upper):
            return int(noise)
    raise AssertionError("no interval")


def test_without_record_keys_the_method_says_what_to_do(w19: ckm.PTable) -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["x"]}), ["a"])
    with fails("no_record_keys", match="generate keys"):
        ckm.protect(ckm.tabulate(data, ckm.TableSpec()), ckm.CellKeyMethod(w19))


@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(-5, 5), st.integers(-(10**12), 10**14)), min_size=1),
    st.integers(0, 4),
)
def test_weighted_counts_are_rounded_exactly(cells: list[tuple[int, int, int]], decimals: int) -> None:
    counts = np.array([n for n, _, _ in cells], dtype=np.int64)
    noise = np.array([max(v, -n) if n else 0 for n, v, _ in cells], dtype=np.int64)
    weights = np.array([w for _, _, w in cells], dtype=np.int64)
    block = RawBlock((), counts, None, False, None, None, weights, decimals)
    for found, n, v, w in zip(published_weighted(block, noise), counts, noise, weights, strict=True):
        exact = Fraction(int(n + v) * int(w), int(n) * 10**decimals) if n else Fraction(0)
        away = int(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
        assert int(found) == away


def test_coarse_keys_are_warned_about(w19: ckm.PTable) -> None:
    frame = pd.DataFrame({"a": ["x", "y"], "key": ["0.12", "0.55"]})
    data = ckm.Microdata.from_pandas(frame, ["a"], record_key="key")
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["a"]))
    (warning,) = ckm.CellKeyMethod(w19).warnings(raw)
    assert warning.text("en").endswith("they take 100 values, 3,750 are needed.")
    fine = raw.blocks[0], decimal_keys(["0.123456789"])
    assert isinstance(fine[1], RecordKeys)
    assert ckm.CellKeyMethod(w19).warnings(ckm.tabulate(data.with_record_keys(ckm.generate_keys(2)), raw.spec)) == ()
