"""Atoms add up to what tabulation counts: every cell and its key, whatever the tables leave out or put together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.lab.risk.atoms import atoms_of
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.households import counting_households
from ckmcore.tabulate.spec import PERIOD, Block, Condition, Level, TableSpec
from tests.kit.fails import fails
from tests.kit.tables_by_atoms import CODES, TABLES, data_of, people


@given(st.integers(0, 10_000), st.integers(1, 80), st.lists(TABLES, min_size=1, max_size=3))
def test_counts_and_keys_of_every_cell_are_sums_over_atoms(seed: int, size: int, specs: list[TableSpec]) -> None:
    data = data_of(seed, size)
    conditions = [tuple(dict.fromkeys(value.conditions for value in spec.values)) for spec in specs]
    atoms = atoms_of(data, list(zip(specs, conditions, strict=True)))
    assert atoms.counts.sum() == size
    assert data.record_keys is not None
    for spec, blocks_by_filter in zip(specs, atoms.tables, strict=True):
        raw = ckm.tabulate(data, spec)
        for own, blocks in blocks_by_filter.items():
            for block, theirs in zip(blocks, raw.part(own), strict=True):
                assert block.shape == theirs.shape
                assert block.sums(atoms.group_sums(atoms.counts)).tolist() == theirs.counts.ravel().tolist()


@given(st.integers(0, 10_000), st.lists(TABLES, min_size=1, max_size=3))
def test_the_cell_keys_are_the_sums_of_the_keys_of_atoms(seed: int, specs: list[TableSpec]) -> None:
    data = data_of(seed)
    keys = data.record_keys
    assert keys is not None
    whole = [(TableSpec(rows=["A"], columns=["B", "C"]), ((),)), *((spec, ((),)) for spec in specs)]
    atoms = atoms_of(data, whole)
    # Of the table of all variables each atom is one inner cell, whose key is known.
    inner = ckm.tabulate(data, whole[0][0]).blocks[0]
    assert inner.cell_keys is not None
    found = np.zeros(len(atoms), dtype=np.int64)
    for atom in range(len(atoms)):
        one = np.zeros(len(atoms), dtype=np.int64)
        one[atom] = 1
        cells = atoms.tables[0][()][0].sums(atoms.group_sums(one)).reshape(inner.shape)[1:, 1:, 1:]
        place = tuple(int(axis[-1]) + 1 for axis in np.nonzero(cells))  # of A the leaf, after its node
        found[atom] = inner.cell_keys[place]
    for (spec, _), blocks in zip(whole, atoms.tables, strict=True):
        raw = ckm.tabulate(data, spec)
        for block, theirs in zip(blocks[()], raw.part(()), strict=True):
            assert theirs.cell_keys is not None
            assert (block.sums(atoms.group_sums(found)) % keys.modulus).tolist() == theirs.cell_keys.ravel().tolist()


def test_atoms_are_no_finer_than_the_tables_tell_apart() -> None:
    data = data_of(5, 500)
    one = atoms_of(data, [(TableSpec(rows=["B"]), ((),))])
    both = atoms_of(data, [(TableSpec(rows=["B"]), ((),)), (TableSpec(rows=["C"]), ((),))])
    half = atoms_of(data, [(TableSpec(rows=["B"], filters=[Condition("C", ("x",))]), ((),))])
    assert (len(one), len(both), len(half)) == (2, 6, 3)
    assert "500" not in repr(both)


def test_stacked_blocks_and_several_columns_of_figures_have_atoms_together() -> None:
    data = data_of(3)
    spec = TableSpec(rows=[Block((Level("A"),)), Block((Level("C"),))], columns=["B"])
    atoms = atoms_of(data, [(spec, ((),))])
    raw = ckm.tabulate(data, spec)
    assert len(atoms.tables[0][()]) == 2
    for block, theirs in zip(atoms.tables[0][()], raw.blocks, strict=True):
        assert block.sums(atoms.group_sums(atoms.counts)).tolist() == theirs.counts.ravel().tolist()
        chosen = block.of_cells(np.array([0, 2]))
        assert chosen.sums(atoms.group_sums(atoms.counts)).tolist() == theirs.counts.ravel()[[0, 2]].tolist()


def test_households_count_in_the_place_of_their_members() -> None:
    frame = pd.DataFrame({"H": list("aabbc"), "A": list("11221"), "S": list("mwmww"), "key": ["0.1"] * 5})
    data = Microdata.from_pandas(frame, ["H", "A", "S"], record_key="key")
    counted = counting_households(data, frame["H"].tolist(), any_member=["S"])
    atoms = atoms_of(counted, [(TableSpec(rows=["A"]), ((),))])
    assert sorted(atoms.counts.tolist()) == [1, 2]
    with fails("atoms_of_households"):
        atoms_of(counted, [(TableSpec(rows=["S"]), ((),))])


def test_periods_are_refused_and_atoms_can_be_cancelled() -> None:
    data = data_of(1)
    with fails("attack_over_periods"):
        atoms_of(data, [(TableSpec(rows=[Level(PERIOD)]), ((),))])
    with pytest.raises(Cancelled):
        atoms_of(data, [(TableSpec(rows=["A"]), ((),))], cancelled=lambda: True)


def test_data_without_records_have_no_atoms() -> None:
    data = data_of(1, 5)
    spec = TableSpec(rows=["A"], filters=[Condition("B", ("m",)), Condition("C", ("x",))])
    nobody = Microdata.from_pandas(people(1, 5).iloc[:0], list(CODES), record_key="key")
    assert len(atoms_of(nobody, [(TableSpec(rows=["A"]), ((),))])) == 0
    assert atoms_of(data, [(spec, ((),))]).counts.sum() == 5
