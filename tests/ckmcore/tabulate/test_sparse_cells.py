"""A table as a list of its cells is the table: the same counts, keys and published figures, bit by bit."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.keys.record_keys import integer_keys
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Category, compact_codes
from ckmcore.tabulate import kernel, tabulate
from ckmcore.tabulate import sparse_cells as listed
from ckmcore.tabulate.cell_storage import ListedNotComputed
from ckmcore.tabulate.spec import OWN_ROWS, Condition, OwnRow
from ckmcore.tabulate.tabulate import TableTooLarge
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.listed_tables import (
    GROUPS,
    LISTED_METHODS,
    PTABLE,
    as_list,
    microdata,
    with_exempt,
    without,
)

VALUES = [
    ckm.Value(),
    ckm.Value("weighted_count"),
    ckm.share("row"),
    ckm.Value("share", base="total", decimals=2),
    ckm.share("column_parent"),
    ckm.Value(conditions=(Condition("sex", ("m",)),)),
    ckm.Value("ratio", conditions=(Condition("sex", ("m",)),), decimals=1, factor=100),
]


OWN = tuple(
    OwnRow(label=ckm.Texts.same(code), conditions=(Condition("age", codes),), relation="und zwar")
    for code, codes in (("a", ("0", "1")), ("b", ("1", "4")))
)


@st.composite
def specs(draw: st.DrawFn) -> ckm.TableSpec:
    levels = [
        draw(
            st.sampled_from([ckm.Level("land"), ckm.Level("land", depths=(0, 2)), ckm.Level("land", nodes=("11", "3"))])
        ),
        ckm.Level("sex", total=draw(st.sampled_from(["before", "off"]))),
        draw(st.sampled_from([ckm.Level("age"), ckm.Level("age", groups=GROUPS), ckm.Level(f"{OWN_ROWS}1", rows=OWN)])),
    ]
    order = draw(st.permutations(range(3)))
    cut = draw(st.integers(0, 3))
    rows = [levels[at] for at in order[:cut]]
    columns = [levels[at] for at in order[cut:]] if draw(st.booleans()) else []
    filters = draw(st.sampled_from([(), (Condition("age", ("0", "3", "4")),)]))
    values = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=3, unique=True))
    return ckm.TableSpec(rows=rows, columns=columns, filters=filters, values=values)


def dense(block: Any, array: Any) -> Any:
    """The array of all cells of what a list holds of them."""
    found = np.zeros(int(np.prod(block.shape, dtype=np.int64)), dtype=array.dtype)
    found[block.listed.numbers.astype(np.int64)] = array
    return found.reshape(block.shape)


@pytest.mark.thorough
@settings(max_examples=examples(60), deadline=None)
@given(with_exempt(), specs(), st.sampled_from(LISTED_METHODS), st.sampled_from([1, 2]))
def test_a_list_is_the_table(data: ckm.Microdata, spec: ckm.TableSpec, method: Method, threads: int) -> None:
    own_rows = any(level.rows for block in (*spec.rows, *spec.columns) for level in block.levels)
    if data.exempt and (own_rows or getattr(method, "threshold", 0)):
        with pytest.raises(ListedNotComputed):
            ckm.protect(as_list(data, spec, threads), method)
        return
    raw, whole = as_list(data, spec, threads), ckm.tabulate(data, spec)
    for conditions, blocks in raw.parts.items():
        for mine, all_cells in zip(blocks, whole.parts[conditions], strict=True):
            assert np.array_equal(dense(mine, mine.counts), all_cells.counts)
            assert np.array_equal(dense(mine, mine.cell_keys), all_cells.cell_keys)
            if all_cells.weights is not None:
                assert np.array_equal(dense(mine, mine.weights), all_cells.weights)
    table, shown = ckm.protect(raw, method), ckm.protect(whole, method)
    for mine, other in zip(table.blocks, shown.blocks, strict=True):
        assert mine.listed is not None
        signs = other.signs or [np.zeros(other.shape, dtype=np.uint8)] * len(other.figures)
        differs = np.zeros(other.shape, dtype=np.bool_)
        for figures, sign, unlisted in zip(other.figures, signs, mine.unlisted, strict=True):
            if unlisted is not None:
                # Where nobody can be, the dictionary says so.
                differs |= (figures != 0) | ((sign != unlisted) & (sign != Sign.NOTHING))
        held = dense(mine, np.ones(len(mine.listed.numbers), dtype=np.bool_))
        # What is not listed reads as the table says, and what publishes anything else is listed.
        assert not (differs & ~held).any()
        for number, (figures, sign) in enumerate(zip(other.figures, signs, strict=True)):
            assert np.array_equal(dense(mine, mine.figures[number])[held], figures[held])
            assert not figures[~held].any()
            if mine.signs is not None:
                assert np.array_equal(dense(mine, mine.signs[number])[held], sign[held])
            else:
                assert not sign[held].any()


@pytest.mark.thorough
@settings(max_examples=examples(60), deadline=None)
@given(with_exempt(), specs(), st.sampled_from(LISTED_METHODS))
def test_occupied_cells_that_protect_to_nothing_cannot_be_told_from_empty_ones(
    data: ckm.Microdata, spec: ckm.TableSpec, method: Method
) -> None:
    # All counts are shown, so that what is not listed publishes no count either.
    conditions = dict.fromkeys([(), *(value.conditions for value in spec.values)])
    counts = [ckm.Value(conditions=one) for one in conditions]
    spec = spec.with_changes(values=tuple(dict.fromkeys([*counts, *spec.values])))
    try:
        raw = as_list(data, spec)
        table = ckm.protect(raw, method)
    except ListedNotComputed:
        return
    other = ckm.protect(without(raw, table), method)
    for mine, theirs in zip(table.blocks, other.blocks, strict=True):
        assert mine.listed is not None
        assert theirs.listed is not None
        assert np.array_equal(mine.listed.numbers, theirs.listed.numbers)
        assert mine.unlisted == theirs.unlisted
        for one, same in zip(
            (*mine.figures, *(mine.signs or ())), (*theirs.figures, *(theirs.signs or ())), strict=True
        ):
            assert np.array_equal(one, same)


@settings(max_examples=examples(30), deadline=None)
@given(microdata(), specs())
def test_the_numpy_kernel_gives_the_same_list(data: ckm.Microdata, spec: ckm.TableSpec) -> None:
    compiled = as_list(data, spec)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kernel, "ready", lambda: kernel.NUMPY_KERNEL)
        plain = as_list(data, spec)
    for mine, other in zip(compiled.blocks, plain.blocks, strict=True):
        assert mine.listed is not None
        assert other.listed is not None
        assert np.array_equal(mine.listed.numbers, other.listed.numbers)
        assert np.array_equal(mine.counts, other.counts)
        assert np.array_equal(mine.cell_keys, other.cell_keys)  # type: ignore[arg-type]


@cache
def long_dimension(name: str, size: int) -> ckm.Dimension:
    return ckm.Dimension(name, ckm.Texts.same(name), tuple(Category.plain(str(code)) for code in range(size)))


@pytest.mark.thorough
@settings(max_examples=examples(40), deadline=None)
@given(
    st.sampled_from([[3, 1, 5], [300, 7], [70_000, 70_000], []]),
    st.sampled_from([None, 256, 10**9, 2**32 + 15, 10**18]),
    st.integers(0, 200),
    st.booleans(),
    st.integers(0, 99),
)
def test_keys_are_put_in_order_with_their_cells_or_beside_them(
    sizes: list[int], modulus: int | None, rows: int, filtered: bool, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    codes = [chance.integers(0, min(size, 4), rows) for size in sizes]
    names = [f"v{number}" for number in range(len(sizes))]
    dimensions = {name: long_dimension(name, size) for name, size in zip(names, sizes, strict=True)}
    columns = {name: compact_codes(one, size) for name, one, size in zip(names, codes, sizes, strict=True)}
    keys = chance.integers(0, modulus or 1, rows)
    data = ckm.Microdata(rows, dimensions, columns, None if modulus is None else ckm.integer_keys(keys, modulus))
    filters = {names[0]: (np.arange(sizes[0]) % 2).astype(np.uint8)} if filtered and names else {}
    expected: dict[int, tuple[int, int]] = {}
    for row in range(rows):
        if filters and codes[0][row] % 2 == 0:
            continue
        number = 0
        for size, one in zip(sizes, codes, strict=True):
            number = number * size + int(one[row])
        count, key = expected.get(number, (0, 0))
        expected[number] = count + 1, key + int(keys[row])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kernel, "BLOCK_ROWS", 16)
        patched.setattr(listed, "RUN_ROWS", 64)
        found = listed.scan_listed(data, names, filters, threads=2)
        patched.setattr(listed, "_WORD", -1)
        apart = listed.scan_listed(data, names, filters, threads=2)
    for cells in (found, apart):
        assert cells.numbers.tolist() == sorted(expected)
        assert cells.counts.tolist() == [expected[number][0] for number in sorted(expected)]
        if modulus is None:
            assert cells.key_sums is None
        else:
            assert cells.key_sums is not None
            sums = [key % cells.modulus if cells.modulus else key for key in cells.key_sums.tolist()]
            assert sums == [
                expected[number][1] % cells.modulus if cells.modulus else expected[number][1]
                for number in sorted(expected)
            ]


@settings(max_examples=examples(30), deadline=None)
@given(microdata(), specs(), st.sampled_from([0, 10**9]))
def test_the_way_a_dimension_is_rolled_up_changes_nothing(
    data: ckm.Microdata, spec: ckm.TableSpec, longest: int
) -> None:
    first = as_list(data, spec)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(listed, "_LONGEST_PART", longest)
        patched.setattr(listed, "RUN_ROWS", 7)
        second = as_list(data, spec)
    for mine, other in zip(first.blocks, second.blocks, strict=True):
        assert mine.listed is not None
        assert other.listed is not None
        assert np.array_equal(mine.listed.numbers, other.listed.numbers)
        assert np.array_equal(mine.cell_keys, other.cell_keys)  # type: ignore[arg-type]


def people(rows: int = 400) -> ckm.Microdata:
    """Records of a few dozen cells, most of them small."""
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"a": rng.integers(0, 9, rows).astype(str), "b": rng.integers(0, 30, rows).astype(str)})
    frame["w"] = np.arange(rows) / 7
    frame["x"] = np.arange(rows)
    data = ckm.Microdata.from_pandas(frame, ["a", "b"], weight="w", magnitudes=["x"])
    return data.with_record_keys(integer_keys(rng.integers(0, 10**9, rows), 10**9))


def test_nobody_gets_a_list_who_did_not_ask_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 100)
    with pytest.raises(TableTooLarge) as refused:
        ckm.tabulate(people(), ckm.TableSpec("a", "b"))
    assert "ckm.tabulate(data, spec, listed=True)" in refused.value.__notes__[0]
    assert "listed=True" not in refused.value.text("en")  # windows show this one
    assert ckm.tabulate(people(), ckm.TableSpec("a", "b"), listed=True).is_listed
    monkeypatch.setattr(tabulate, "LISTED_LIMIT", 100)
    for asked in (True, False):
        with pytest.raises(TableTooLarge) as refused:
            ckm.tabulate(people(), ckm.TableSpec("a", "b"), listed=asked)
        assert not hasattr(refused.value, "__notes__")


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (ckm.Value("change", variable="a", against="1"), "listed_change"),
        (ckm.Value("sum", magnitude="x"), "listed_magnitudes"),
        (ckm.Value("weighted_count"), "listed_doubles"),
    ],
)
def test_what_a_list_cannot_show_is_refused_by_name(value: ckm.Value, what: str) -> None:
    with pytest.raises(ListedNotComputed) as refused:
        as_list(people(), ckm.TableSpec("a", "b", values=[value]))
    assert refused.value.fields["what"].code == what


def test_more_combinations_than_can_be_numbered_are_refused() -> None:
    frame = pd.DataFrame({f"v{at}": pd.Categorical(["0"], [str(code) for code in range(2000)]) for at in range(6)})
    data = ckm.Microdata.from_pandas(frame, list(frame))
    with fails("table_too_wide") as refused:
        ckm.tabulate(data, ckm.TableSpec(list(frame)), listed=True)
    assert refused.value.fields == {"count": 6}


def test_a_cell_of_a_list_is_looked_up_as_any_other() -> None:
    data, spec, method = people(), ckm.TableSpec("a", "b"), ckm.CellKeyMethod(PTABLE, threshold=2)
    raw, whole = as_list(data, spec), ckm.tabulate(data, spec)
    table, shown = ckm.protect(raw, method), ckm.protect(whole, method)
    assert (repr(table), repr(raw)) == (repr(shown), repr(whole))
    assert raw.cells == whole.cells
    assert table.cells < shown.cells
    for address in ({}, {"a": "3"}, {"b": "29"}, *({"a": "4", "b": str(code)} for code in range(30))):
        assert table.value(address) == shown.value(address)
        assert table.sign(address) == shown.sign(address)
        assert ckm.explain(raw, method, address) == ckm.explain(whole, method, address)
    frame, expected = table.to_pandas(), shown.to_pandas()
    expected = expected[(expected["sign"] != ".")].reset_index(drop=True)
    pd.testing.assert_frame_equal(frame, expected, check_dtype=False)
    labelled = table.to_pandas(labels=True)
    assert len(labelled) == len(frame)
    with fails("needs_all_cells"):
        table.to_pandas(wide=True)


@pytest.mark.thorough
def test_municipality_by_nationality_and_age_is_made_of_its_records(tmp_path: Path) -> None:
    rows = 300_000
    chance = np.random.default_rng(2)
    frame = pd.DataFrame(
        {
            "lau": (chance.pareto(0.7, rows) * 20).astype(np.int64) % 11_000,
            "nationality": (chance.pareto(1.2, rows) * 2).astype(np.int64) % 200,
            "age": chance.integers(0, 101, rows),
            "key": chance.integers(0, 10**17, rows),
        }
    )
    sizes = {"lau": 11_000, "nationality": 200, "age": 101}
    texts = {name: pd.Categorical.from_codes(frame[name], [str(code) for code in range(sizes[name])]) for name in sizes}
    data = ckm.Microdata.from_pandas(pd.DataFrame(texts), list(sizes))
    data = data.with_record_keys(integer_keys(frame["key"].to_numpy(), 10**17))
    raw = ckm.tabulate(data, ckm.TableSpec(list(sizes)), listed=True)
    assert raw.cells == 11_001 * 201 * 102
    block = raw.blocks[0]
    assert block.listed is not None
    assert block.cell_keys is not None
    found = pd.DataFrame({name: block.listed.nodes(axis) - 1 for axis, name in enumerate(sizes)})
    found["count"], found["cell_key"] = block.counts, block.cell_keys
    cells = 0
    for size in range(4):
        for names in combinations(sizes, size):
            grouped = frame.groupby(list(names) or np.zeros(rows, dtype=np.int8))["key"]
            expected = grouped.agg(["size", lambda keys: sum(keys.tolist()) % 10**17])
            rest = [name for name in sizes if name not in names]
            mine = found[(found[rest] < 0).all(axis=1) & (found[list(names)] >= 0).all(axis=1)]
            assert mine["count"].tolist() == expected.iloc[:, 0].tolist()
            assert mine["cell_key"].tolist() == expected.iloc[:, 1].tolist()
            cells += len(mine)
    assert cells == len(found)
    method = ckm.CellKeyMethod(PTABLE)
    table = ckm.protect(raw, method)
    noise = PTABLE.lookup(block.counts, block.cell_keys, 10**17)
    assert sorted(table.blocks[0].figures[0].tolist()) == sorted(n for n in (block.counts + noise).tolist() if n)
    path = ckm.export(table, tmp_path / "t.parquet")
    assert path.stat().st_size > 0
