"""Magnitudes of cells against Python integers: sums, contributors, largest and smallest contributions of every cell."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.limits import limits
from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata.data import Category, Dimension, NumberColumn, compact_codes
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate import kernel, magnitudes
from ckmcore.tabulate.cells import position_of
from ckmcore.tabulate.largest import k_largest
from ckmcore.tabulate.magnitudes import RawMagnitude, joined, worth_joining
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import Condition, Group, Level, OwnRow, Value
from ckmcore.tabulate.tabulate import CELL_LIMIT, MAGNITUDE_CELLS, TableTooLarge
from tests.kit.fails import fails

SUM = Value("sum", magnitude="x")
WEIGHTED_SUM = Value("sum", magnitude="x", of="weighted_count")
REGIONS = ("11", "12", "21", "22", "23")
TREE = Hierarchy.from_depths([("1", 0), ("11", 1), ("12", 1), ("2", 0), ("21", 1), ("22", 1), ("23", 1)])


@pytest.fixture(scope="module", autouse=True)
def compiled() -> kernel.Kernel:
    return kernel.load()


def dimension(name: str, codes: tuple[str, ...], hierarchy: Hierarchy | None = None) -> Dimension:
    return Dimension(name, Texts.same(name), tuple(Category.plain(code) for code in codes), hierarchy)


Records = list[tuple[int, int, int, int, int]]


def microdata(records: Records, modulus: int = 10**8, *, doubles: bool = False) -> ckm.Microdata:
    """Records of (region, sex, x with two decimals, weight with one decimal, key)."""
    table = np.array(records, dtype=np.int64).reshape(-1, 5)
    values: NumberColumn = NumberColumn("x", table[:, 2].copy(), 2)
    if doubles:
        values = NumberColumn("x", table[:, 2] / 100, None)
    return ckm.Microdata(
        len(table),
        {"region": dimension("region", REGIONS, TREE), "sex": dimension("sex", ("m", "w"))},
        {"region": compact_codes(table[:, 0].copy(), 5), "sex": compact_codes(table[:, 1].copy(), 2)},
        RecordKeys(table[:, 4].astype(np.uint64), modulus, 8, "decimal"),
        weight=NumberColumn("w", table[:, 3].copy(), 1),
        magnitudes={"x": values},
    )


def cell(block: RawBlock, address: dict[str, str]) -> dict[str, object]:
    """What a block holds of a cell, as plain numbers."""
    place = position_of(block.dimensions, address)
    found = block.magnitudes["x"]
    keys = found.key_sums
    assert keys is not None
    assert block.modulus is not None
    plain: dict[str, object] = {
        "sum": found.sums[place].item(),
        "contributors": int(found.contributors[place]),
        "key": int(keys[place]) % block.modulus,
        "smallest": found.smallest[place].item(),
        "largest": found.largest[place].tolist(),
    }
    if found.weighted_sums is not None and found.largest_weights is not None:
        plain["weighted"] = found.weighted_sums[place].item()
        plain["weights"] = found.largest_weights[place].tolist()
    return plain


def expected(records: Records, k: int, modulus: int, *, weighted: bool) -> dict[str, object]:
    given = [one for one in records if one[2] != 0]
    ranked = sorted(given, key=lambda one: (-abs(one[2]), -one[2], -one[3] if weighted else 0))[:k]
    padding = [0] * (k - len(ranked))
    found: dict[str, object] = {
        "sum": sum(one[2] for one in given),
        "contributors": len(given),
        "key": sum(one[4] for one in given) % modulus,
        "smallest": min((abs(one[2]) for one in given), default=0),
        "largest": [one[2] for one in ranked] + padding,
    }
    if weighted:
        found["weighted"] = sum(one[2] * one[3] for one in given)
        found["weights"] = [one[3] for one in ranked] + padding
    return found


record = st.tuples(
    st.integers(0, 4), st.integers(0, 1), st.integers(-6, 6), st.integers(0, 4), st.integers(0, 10**8 - 1)
)


@given(records=st.lists(record, max_size=60), k=st.integers(1, 6), weighted=st.booleans())
def test_every_cell_margin_and_group_holds_what_its_records_give(records: Records, k: int, weighted: bool) -> None:
    group = Group(Texts.same("g"), ("11", "2"))
    spec = ckm.TableSpec(
        rows=[Level("region", groups=(group,))], columns=["sex"], values=[WEIGHTED_SUM if weighted else SUM]
    )
    raw = ckm.tabulate(microdata(records), spec, contributors=k)
    below = {"": REGIONS, "1": ("11", "12"), "2": ("21", "22", "23"), "group:1": ("11", "21", "22", "23")}
    regions = {**below, **{code: (code,) for code in REGIONS}}
    for (region, leaves), sexes in product(regions.items(), ((0, 1), (0,), (1,))):
        address = {} if region == "" else {"region": region}
        if len(sexes) == 1:
            address["sex"] = ("m", "w")[sexes[0]]
        mine = [one for one in records if REGIONS[one[0]] in leaves and one[1] in sexes]
        assert cell(raw.blocks[0], address) == expected(mine, max(k, 3), 10**8, weighted=weighted)


def many(rows: int, seed: int = 3) -> Records:
    """Records with many equal amounts and weights, more than two blocks of the kernel."""
    rng = np.random.default_rng(seed)
    columns = [rng.integers(0, 5, rows), rng.integers(0, 2, rows), rng.integers(-40_000, 40_000, rows) // 10 * 10]
    table = np.column_stack([*columns, rng.integers(0, 50, rows), rng.integers(0, 10**8, rows)])
    return [tuple(row) for row in table.tolist()]  # type: ignore[misc]  # five whole numbers each


def same(one: RawMagnitude, other: RawMagnitude) -> bool:
    first, second = one.arrays(), other.arrays()
    return first.keys() == second.keys() and all(np.array_equal(first[name], second[name]) for name in first)


@pytest.mark.daily(1)
@pytest.mark.parametrize("doubles", [False, True])
@pytest.mark.parametrize("modulus", [10**8, 10**17])
def test_threads_kernels_and_the_order_of_records_change_nothing(
    monkeypatch: pytest.MonkeyPatch, doubles: bool, modulus: int
) -> None:
    records = many(150_000)
    spec = ckm.TableSpec(rows=["region"], columns=["sex"], values=[WEIGHTED_SUM, SUM])
    found = [
        ckm.tabulate(microdata(records, modulus, doubles=doubles), spec, threads=threads).blocks[0].magnitudes["x"]
        for threads in (1, 2, 3)
    ]
    assert same(found[0], found[1])
    assert same(found[0], found[2])
    shuffled = [records[place] for place in np.random.default_rng(1).permutation(len(records))]
    other = ckm.tabulate(microdata(shuffled, modulus, doubles=doubles), spec).blocks[0].magnitudes["x"]
    assert np.array_equal(found[0].largest, other.largest)
    assert found[0].largest_weights is not None
    assert other.largest_weights is not None
    assert np.array_equal(found[0].largest_weights, other.largest_weights)
    if not doubles:
        assert same(found[0], other)
    monkeypatch.setattr(kernel, "current", lambda _rows: kernel.NUMPY_KERNEL)
    plain = ckm.tabulate(microdata(records, modulus, doubles=doubles), spec, threads=2).blocks[0].magnitudes["x"]
    assert same(found[0], plain)


def test_a_smaller_table_from_the_cache_is_the_table_from_the_records() -> None:
    records = many(5_000)
    data = microdata(records)
    large = ckm.TableSpec(rows=["region"], columns=["sex"], values=[WEIGHTED_SUM])
    ckm.tabulate(data, large)
    for spec in (
        ckm.TableSpec(rows=["sex"], values=[SUM]),
        ckm.TableSpec(values=[WEIGHTED_SUM]),
        ckm.TableSpec(rows=["sex"], columns=["region"], values=[WEIGHTED_SUM], filters=[Condition("region", ("2",))]),
        ckm.TableSpec(rows=["region"], values=[replace(SUM, conditions=(Condition("sex", ("w",)),)), Value()]),
    ):
        cached, fresh = ckm.tabulate(data, spec), ckm.tabulate(microdata(records), spec)
        for conditions, blocks in cached.parts.items():
            assert same(blocks[0].magnitudes["x"], fresh.parts[conditions][0].magnitudes["x"])
    assert ckm.tabulate(data, large, contributors=1).blocks[0].magnitudes["x"].k == 3
    wider = ckm.tabulate(data, large, contributors=9).blocks[0].magnitudes["x"]
    assert wider.k == 9


def test_own_rows_hold_what_their_records_give() -> None:
    records = many(2_000)
    rows = (
        OwnRow(Texts.same("heading"), kind="heading"),
        OwnRow(Texts.same("a"), (Condition("sex", ("w",)), Condition("region", ("1",)))),
        OwnRow(Texts.same("b"), (Condition("sex", ("m",)), Condition("region", ("23",))), any_of=True),
    )
    spec = ckm.TableSpec(rows=[Level("::rows", rows=rows)], columns=["sex"], values=[WEIGHTED_SUM])
    block = ckm.tabulate(microdata(records), spec).blocks[0]
    code = {str(node.label.en): str(node.code) for node in block.dimensions[0].nodes[1:]}
    first = [one for one in records if one[1] == 1 and one[0] in (0, 1)]
    second = [one for one in records if one[1] == 0 or one[0] == 4]
    label_a, label_b = (next(label for label in code if label.endswith(end)) for end in ("a", "b"))
    assert cell(block, {"::rows": code[label_a]}) == expected(first, 3, 10**8, weighted=True)
    assert cell(block, {"::rows": code[label_b]}) == expected(second, 3, 10**8, weighted=True)
    women = [one for one in second if one[1] == 1]
    assert cell(block, {"::rows": code[label_b], "sex": "w"}) == expected(women, 3, 10**8, weighted=True)


@given(
    values=st.lists(st.lists(st.integers(-4, 4), min_size=6, max_size=6), min_size=1, max_size=5),
    k=st.integers(1, 8),
)
def test_the_largest_are_ranked_by_size_then_sign_then_weight(values: list[list[int]], k: int) -> None:
    array = np.array(values, dtype=np.int64)
    weights = np.arange(array.size).reshape(array.shape) % 3 + 1
    found, heavy = k_largest(array, weights, k)
    assert heavy is not None
    for line, own, mine, theirs in zip(array.tolist(), weights.tolist(), found.tolist(), heavy.tolist(), strict=True):
        pairs = sorted(((x, w) for x, w in zip(line, own, strict=True) if x), key=lambda p: (-abs(p[0]), -p[0], -p[1]))
        wanted = (pairs + [(0, 0)] * k)[:k]
        assert list(zip(mine, theirs, strict=True)) == wanted
    assert np.array_equal(k_largest(array.astype(np.float64), None, k)[0], found)


def test_parts_with_other_decimals_are_joined_in_whole_numbers_and_in_doubles_where_they_do_not_fit() -> None:
    def part(values: list[int], decimals: int) -> RawMagnitude:
        data = replace(microdata([(0, 0, 1, 1, 7)] * len(values)), weight=None)
        data = replace(data, magnitudes={"x": NumberColumn("x", np.array(values, dtype=np.int64), decimals)})
        return ckm.tabulate(data, ckm.TableSpec(values=[SUM]), contributors=2).blocks[0].magnitudes["x"]

    both = joined([part([150, -300], 2), part([2, 4], 0)], None)
    assert (both.decimals, both.sums.item(), both.largest.tolist()) == (2, 450, [400, -300, 200])
    assert (both.contributors.item(), both.smallest.item()) == (4, 150)
    large = joined([part([2**61], 0), part([2**62], 0)], None)
    assert large.decimals is None
    assert large.sums.item() == float(2**61 + 2**62)


def test_products_beyond_64_bits_are_summed_as_doubles() -> None:
    data = microdata([(0, 0, 1, 1, 1), (0, 0, 1, 1, 2)])
    large = NumberColumn("x", np.array([2**40, 2**41], dtype=np.int64), 2)
    heavy = NumberColumn("w", np.array([2**30, 2**30], dtype=np.int64), 1)
    data = replace(data, magnitudes={"x": large}, weight=heavy)
    found = ckm.tabulate(data, ckm.TableSpec(values=[WEIGHTED_SUM])).blocks[0].magnitudes["x"]
    assert found.weighted_decimals is None
    assert found.weighted_sums is not None
    assert found.weighted_sums.item() == 3 * 2.0**70 / 1000
    assert found.sums.item() == 3 * 2**40


def test_sums_beyond_64_bits_are_doubles_and_never_wrap() -> None:
    data = replace(microdata([(0, 0, 1, 1, 1)] * 4), weight=None)
    large = NumberColumn("x", np.full(4, 2**61, dtype=np.int64), 1)
    found = ckm.tabulate(replace(data, magnitudes={"x": large}, cache={}), ckm.TableSpec(values=[SUM]))
    assert found.blocks[0].magnitudes["x"].decimals is None
    assert found.blocks[0].magnitudes["x"].sums.item() == 2.0**63 / 10


def test_missing_values_contribute_nothing_and_are_counted() -> None:
    data = microdata([(0, 0, 500, 1, 3), (0, 0, 0, 1, 5), (0, 0, 0, 1, 8)])
    column = replace(data.magnitudes["x"], missing=np.array([False, False, True]))
    data = replace(data, magnitudes={"x": column})
    block = ckm.tabulate(data, ckm.TableSpec(rows=["sex"], values=[SUM])).blocks[0]
    assert block.magnitudes["x"].missing == 1
    assert cell(block, {"sex": "m"}) == {
        "sum": 500, "contributors": 1, "key": 3, "smallest": 500, "largest": [500, 0, 0]
    }  # fmt: skip
    assert block.counts[1] == 3


def test_what_cannot_be_summed_is_said() -> None:
    data = microdata([(0, 0, 1, 1, 1)])
    with fails("magnitude_unknown", match=r"no magnitude “y” .there are: x"):
        ckm.tabulate(data, ckm.TableSpec(values=[Value("sum", magnitude="y")]))
    with fails("magnitude_unknown"):
        ckm.tabulate(data, ckm.TableSpec(values=[Value("ratio", base_magnitude="z")]))
    with fails("value_faulty", match="which magnitude"):
        ckm.tabulate(data, ckm.TableSpec(values=[Value("mean")]))
    size = int((CELL_LIMIT // (1 + MAGNITUDE_CELLS)) ** 0.5) + 1
    wide = {name: dimension(name, tuple(map(str, range(size)))) for name in ("a", "b")}
    codes = {name: compact_codes(np.zeros(1, dtype=np.int64), size) for name in ("a", "b")}
    data = replace(data, dimensions=wide, columns=codes)
    with pytest.raises(TableTooLarge):
        ckm.tabulate(data, ckm.TableSpec(rows=["a"], columns=["b"], values=[SUM]))


def test_a_raw_magnitude_says_nothing_of_its_figures() -> None:
    block = ckm.tabulate(microdata([(0, 0, 12345, 1, 1)]), ckm.TableSpec(values=[SUM])).blocks[0]
    assert repr(block.magnitudes["x"]) == "RawMagnitude(shape (), confidential)"


def test_sums_and_means_are_headed_by_what_they_are() -> None:
    data = microdata([(0, 0, 1, 1, 1)])
    data = replace(data, magnitudes={"x": replace(data.magnitudes["x"], title=Texts("Turnover", "Umsatz"))})
    values = [
        SUM,
        Value("mean", magnitude="x"),
        WEIGHTED_SUM,
        Value("share", magnitude="x", base="row"),
        Value("ratio", magnitude="x", conditions=(Condition("sex", ("w",)),)),
    ]
    labels = ckm.tabulate(data, ckm.TableSpec(rows=["sex"], values=values)).labels
    assert [label.de for label in labels] == [
        "Summe Umsatz",
        "Mittelwert Umsatz",
        "Summe Umsatz, gewichtet",
        "Anteil an der Zeile in % (Summe Umsatz)",
        "Summe Umsatz (w) je Anzahl",
    ]
    assert labels[0].en == "Sum of Turnover"


@pytest.mark.parametrize(
    ("rows", "cells", "threads"),
    [(1_000_000, 75_600, 1), (10_000_000, 75_600, 3), (10_000_000, 300, 57), (100, 10**9, 1), (0, 0, 1)],
)
def test_a_pass_has_as_many_threads_as_joining_their_cells_is_worth(rows: int, cells: int, threads: int) -> None:
    # The second way: of all numbers of threads the one of the least time, records shared out and cells joined.
    def takes(number: int) -> float:
        return rows / number + 10 * cells * number

    found = worth_joining(rows, cells)
    assert found == threads
    assert all(takes(found) <= 1.2 * takes(number) for number in range(1, 200) if cells)


def test_the_threads_that_a_pass_takes_by_itself_change_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "BLOCK_ROWS", 500)
    data, parts = microdata(many(3000)), []
    join = magnitudes.joined

    def counted(found: list[RawMagnitude], modulus: int | None) -> RawMagnitude:
        parts.append(len(found))
        return join(found, modulus)

    monkeypatch.setattr(magnitudes, "joined", counted)
    names = list(data.columns)
    alone, shared = (magnitudes.scan_magnitude(data, names, {}, "x", threads=threads).found for threads in (1, None))
    assert same(alone, shared)
    size = alone.sums.size
    by_itself = min(limits().workers, worth_joining(3000, size), 6)
    assert parts == ([by_itself] if by_itself > 1 else [])
