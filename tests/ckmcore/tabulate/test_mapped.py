"""Records in a store give the same integers, and the same doubles, as the same records in memory."""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base import blocks
from ckmcore.base.blocks import BlockColumn, blocks_of
from ckmcore.base.limits import Limits
from ckmcore.base.texts import Texts
from ckmcore.dictionary.derive import derive, with_codes
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata import Hierarchy, Microdata, NumberColumn
from ckmcore.microdata.columns import Category, Dimension, compact_codes
from ckmcore.microdata.households import counting_households
from ckmcore.microdata.missing_values import looks_missing
from ckmcore.microdata.store import read_store, write_store
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.ptable.floor.key_floor import key_spread
from ckmcore.statistic.floor import mark_of
from ckmcore.tabulate import kernel as kernels
from ckmcore.tabulate import scan as scans
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.sparse_cells import scan_listed
from ckmcore.tabulate.spec import Condition, OwnRow
from tests.kit.examples import examples


def assert_same(found: RawTable, expected: RawTable) -> None:
    """Every array of every block, bit by bit."""
    assert found.parts.keys() == expected.parts.keys()
    for conditions, expected_blocks in expected.parts.items():
        for mine, other in zip(found.parts[conditions], expected_blocks, strict=True):
            assert mine.modular == other.modular
            pairs = [(getattr(mine, name), getattr(other, name)) for name in ("counts", "key_sums", "weights")]
            assert mine.magnitudes.keys() == other.magnitudes.keys()
            for name, magnitude in other.magnitudes.items():
                arrays = mine.magnitudes[name].arrays()
                assert arrays.keys() == magnitude.arrays().keys()
                assert mine.magnitudes[name].missing == magnitude.missing
                pairs += [(arrays[key], array) for key, array in magnitude.arrays().items()]
            for one, two in pairs:
                assert (one is None) == (two is None)
                assert one is None or (one.dtype == two.dtype and one.tobytes() == two.tobytes())


MODULI = [256, 10**9, 2**32, 10**17, 10**18]


def records(seed: int, rows: int, modulus: int, *, doubles: bool, missing: bool) -> Microdata:
    chance = np.random.default_rng(seed)
    sizes = {"A": 5, "B": 3, "C": 300}
    tree = Hierarchy.from_depths([("X", 0), ("0", 1), ("1", 1), ("Y", 0), ("2", 1), ("3", 1), ("4", 1)])
    dimensions = {
        name: Dimension(
            name,
            Texts.same(name),
            tuple(Category.plain(str(code)) for code in range(size)),
            tree if size == 5 else None,
        )
        for name, size in sizes.items()
    }
    columns = {name: compact_codes(chance.integers(0, size, rows), size) for name, size in sizes.items()}
    values = chance.integers(-500, 5000, rows) * (chance.random(rows) < 0.8)
    values[:3] = -9
    kind: Any = np.uint32 if modulus <= 2**32 else np.uint64
    keys = RecordKeys(chance.integers(0, modulus, rows, dtype=np.uint64).astype(kind), modulus, None, "integer")
    blank = chance.random(rows) < 0.1
    return Microdata(
        rows,
        dimensions,
        columns,
        keys,
        NumberColumn("w", chance.integers(1, 30, rows), 1),
        {
            "x": NumberColumn(
                "x",
                np.where(blank & missing, 0, values / 7 if doubles else values),
                None if doubles else 2,
                Texts(),
                blank if missing and blank.any() else None,
            )
        },
    )


SPECS = [
    ckm.TableSpec("A", "B"),
    ckm.TableSpec("A", ["B", "C"], values=[ckm.Value("count"), ckm.Value("sum", magnitude="x")]),
    ckm.TableSpec("A", values=[ckm.Value("weighted_count"), ckm.Value("sum", magnitude="x")]),
    ckm.TableSpec("B", filters=(Condition("A", ("0", "2")), Condition("C", tuple(map(str, range(0, 300, 3)))))),
    ckm.TableSpec(
        [
            ckm.Level(
                "own",
                rows=(
                    OwnRow(Texts.same("one"), (Condition("A", ("0",)), Condition("C", ("7", "8"))), any_of=True),
                    OwnRow(Texts.same("two"), (Condition("B", ("1",)),)),
                ),
            )
        ],
        "B",
    ),
    ckm.TableSpec(
        "A", values=[ckm.Value("mean", magnitude="x"), ckm.Value("distribution", magnitude="x", in_class="10..30")]
    ),
]


CHOSEN: dict[str, st.SearchStrategy[Any]] = {
    "seed": st.integers(0, 10_000),
    "rows": st.integers(3, 300),
    "modulus": st.sampled_from(MODULI),
    "doubles": st.booleans(),
    "missing": st.booleans(),
    "contributors": st.integers(1, 9),
    "threads": st.integers(1, 3),
}


@pytest.mark.thorough
@settings(max_examples=examples(6))
@given(**CHOSEN)
def test_every_table_of_a_store_is_that_of_memory(tmp_path_factory: pytest.TempPathFactory, **chosen: Any) -> None:
    compare_tables(tmp_path_factory, **chosen)


@pytest.mark.thorough
@settings(max_examples=examples(200))
@given(**CHOSEN)
def test_every_table_of_many_stores_is_that_of_memory(tmp_path_factory: pytest.TempPathFactory, **chosen: Any) -> None:
    compare_tables(tmp_path_factory, **chosen)


def compare_tables(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    rows: int,
    modulus: int,
    doubles: bool,
    missing: bool,
    contributors: int,
    threads: int,
) -> None:
    data = records(seed, rows, modulus, doubles=doubles, missing=missing)
    path = tmp_path_factory.mktemp("mapped") / "a.ckmstore"
    write_store(data, (), path)
    block = kernels.BLOCK_ROWS
    kernels.BLOCK_ROWS = 64
    try:
        for spec in SPECS:
            mine = data.with_classes("x", "-1000; 0; 10; 30+")
            stored = read_store(path).with_classes("x", "-1000; 0; 10; 30+")
            given_options: dict[str, Any] = {"contributors": contributors, "threads": threads}
            assert_same(ckm.tabulate(stored, spec, **given_options), ckm.tabulate(mine, spec, **given_options))
    finally:
        kernels.BLOCK_ROWS = block
    flags = {"A": np.array([1, 0, 1, 1, 0], dtype=np.uint8)}
    one, other = (scan_listed(each, ["A", "C", "B"], flags, weighted=True) for each in (read_store(path), data))
    for name in ("numbers", "counts", "key_sums", "weights"):
        assert np.array_equal(getattr(one, name), getattr(other, name))


@settings(max_examples=examples(6))
@given(seed=st.integers(0, 10_000), rows=st.integers(3, 400), modulus=st.sampled_from(MODULI))
def test_households_of_a_store_are_those_of_memory(
    tmp_path_factory: pytest.TempPathFactory, seed: int, rows: int, modulus: int
) -> None:
    data = records(seed, rows, modulus, doubles=False, missing=False)
    data = replace(data, weight=None)
    names = [str(number // 3) for number in range(rows)]
    first = np.arange(rows) // 3 * 3
    data = replace(data, columns={**data.columns, "B": data.columns["B"][first]})
    path = tmp_path_factory.mktemp("mapped") / "a.ckmstore"
    write_store(data, (), path)
    spec = ckm.TableSpec("A", "B", filters=(Condition("B", ("0", "1")),))
    one, other = (ckm.tabulate(counting_households(each, names, ["A"]), spec) for each in (read_store(path), data))
    assert_same(one, other)


def test_what_a_dictionary_makes_of_a_store_stays_in_blocks_and_is_that_of_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = records(1, 150_000, 10**9, doubles=False, missing=True)
    write_store(data, (), tmp_path / "a.ckmstore")
    stored = read_store(tmp_path / "a.ckmstore")
    turned = replace(data.dimensions["B"], categories=data.dimensions["B"].categories[::-1])
    entries = (
        VariableEntry("half", "dimension", Texts(), derived=Derivation("prefix", "C", digits=1)),
        VariableEntry("class", "dimension", Texts(), derived=Derivation("classes", "x", bounds=("0", "5.5"))),
        VariableEntry("again", "dimension", Texts(), derived=Derivation("same", "B")),
    )
    coded = (VariableEntry("x", "magnitude", Texts(), missing_codes=("-0.09",), zero_codes=("1.2", "3.4")),)
    monkeypatch.setattr(Limits, "whole_bytes", 100_000)
    monkeypatch.setattr(blocks, "_LONGEST_BLOCK", 70_000)
    made = []
    for each in (data, stored):
        each, counts = with_codes(each.with_categories(turned).recoded("A", {"4": "3"}), coded)
        for entry in entries:
            each = derive(each, entry)
        made.append((each, counts))
    assert made[0][1] == made[1][1]
    for name in ("A", "B", "half", "class", "again"):
        column: Any = made[1][0].columns[name]
        assert isinstance(column, BlockColumn)
        assert np.array_equal(np.concatenate(list(blocks_of(column))), made[0][0].columns[name])
    spec = ckm.TableSpec(["half", "class"], ["A", "again"], values=[ckm.Value("sum", magnitude="x")])
    assert_same(ckm.tabulate(made[1][0], spec), ckm.tabulate(made[0][0], spec))
    assert looks_missing(stored.magnitudes["x"]) == looks_missing(data.magnitudes["x"])
    method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
    assert mark_of(method, stored) == mark_of(method, data)


@pytest.mark.parametrize("modulus", [*MODULI, 7])
def test_keys_of_a_store_are_judged_by_the_same_figures_whatever_the_memory(
    tmp_path: Path, modulus: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = records(1, 3000, modulus, doubles=False, missing=False)
    write_store(data, (), tmp_path / "a.ckmstore")
    stored = read_store(tmp_path / "a.ckmstore")
    assert data.record_keys is not None
    assert stored.record_keys is not None
    expected = key_spread(data.record_keys)
    monkeypatch.setattr("ckmcore.ptable.floor.key_floor._BLOCK_ROWS", 700)
    for room in (10**9, 9000):
        monkeypatch.setattr(Limits, "whole_bytes", room)
        assert key_spread(stored.record_keys) == expected


def test_each_worker_counts_whole_pieces_of_long_data_and_every_block_is_counted_once() -> None:
    for count, workers in ((1, 1), (40, 3), (15_000, 2), (16 * 16, 2), (16 * 16 + 5, 2)):
        blocks = range(0, count * 10, 10)
        found = scans.shares(blocks, workers)
        assert len(found) == workers
        assert sorted(block for share in found for block in share) == list(blocks)
    assert all(
        found[1][at] == (at + 16) * 10 for found in [scans.shares(range(0, 15_000 * 10, 10), 2)] for at in range(16)
    )


def test_keys_that_are_nearly_all_the_same_are_counted_in_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = records(1, 5000, 10**9, doubles=False, missing=False)
    assert data.record_keys is not None
    values = data.record_keys.values.copy()
    values[100:4900] = 7
    values[4000:] = np.arange(1000) * 1000
    data = data.with_record_keys(replace(data.record_keys, values=values))
    write_store(data, (), tmp_path / "a.ckmstore")
    stored = read_store(tmp_path / "a.ckmstore").record_keys
    assert stored is not None
    assert data.record_keys is not None
    monkeypatch.setattr("ckmcore.ptable.floor.key_floor._BLOCK_ROWS", 300)
    monkeypatch.setattr(Limits, "whole_bytes", 5000)
    assert key_spread(stored) == key_spread(data.record_keys)


LITTLE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (512 << 20, 512 << 20))
from pathlib import Path
import numpy as np
from benchmarks import mapped
from ckmcore.microdata.store import write_store
store, rows = Path(sys.argv[1]), int(sys.argv[2])
mapped.kernel.load()
write_store(mapped.make_microdata(rows), (), store)
block = mapped.counted(store).blocks[0]
np.savez(sys.argv[3], counts=block.counts, keys=block.cell_keys)
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="a limit of memory that Linux keeps")
def test_two_hundred_million_records_are_stored_and_counted_in_half_a_gigabyte(tmp_path: Path) -> None:
    from benchmarks import mapped

    rows, found = 200_000_000, tmp_path / "found.npz"
    root = Path(mapped.__file__).resolve().parents[1]
    store = tmp_path / "a.ckmstore"
    subprocess.run([sys.executable, "-c", LITTLE, str(store), str(rows), str(found)], check=True, cwd=root)
    shutil.rmtree(store)
    sizes = tuple(mapped.SIZES.values())
    counts, keys = np.zeros(math.prod(sizes), dtype=np.int64), np.zeros(math.prod(sizes), dtype=np.int64)
    drawn = mapped.make_microdata(rows)
    assert drawn.record_keys is not None
    for start in range(0, rows, 1 << 20):
        part = slice(start, start + (1 << 20))
        columns = [drawn.columns[name][part].astype(np.intp) for name in mapped.SIZES]
        cells = np.ravel_multi_index(columns, sizes)
        counts += np.bincount(cells, minlength=len(counts))
        np.add.at(keys, cells, drawn.record_keys.values[part].astype(np.int64))
    with np.load(found) as made:
        assert np.array_equal(made["counts"][1:, 1:, 1:].reshape(-1), counts)
        assert np.array_equal(made["keys"][1:, 1:, 1:].reshape(-1), (keys % mapped.MODULUS).astype(np.uint64))
        assert made["counts"][0, 0, 0] == rows
        assert made["keys"][0, 0, 0] == keys.sum() % mapped.MODULUS
