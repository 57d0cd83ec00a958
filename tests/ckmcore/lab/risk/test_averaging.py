"""Averaging: the cases of kV/t, the hat matrix of the design, dense algebra and draws as oracles, limits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.lab.risk import averaging as module
from ckmcore.lab.risk.averaging import averaging, noise_variance, partition_variance
from ckmcore.lab.risk.averaging_bounds import FigureSets, _Readers
from ckmcore.lab.risk.lattice import Law, fresh_right
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.microdata.data import ExemptCells, Microdata
from ckmcore.tabulate.spec import Condition, TableSpec, Value
from tests.kit.brute_force import microdata, raw_of, two_way
from tests.kit.fails import fails

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=2, js=0))


def test_the_variance_of_a_total_published_in_parts_falls_with_their_number() -> None:
    assert partition_variance(2, 2.0, 10) == pytest.approx(0.4)


def hat(sizes: tuple[int, ...]) -> np.ndarray:
    """h_cc of a table with all margins, by A(AᵀA)⁻¹Aᵀ."""
    found = np.ones((1, 1))
    for size in sizes:
        found = np.kron(found, np.vstack([np.ones((1, size)), np.eye(size)]))
    return np.diag(found @ np.linalg.inv(found.T @ found) @ found.T)


@pytest.mark.parametrize("sizes", [(5,), (3, 4), (2, 3, 2)])
def test_a_table_with_all_margins_has_the_hat_matrix_of_the_design(sizes: tuple[int, ...]) -> None:
    names = ["A", "B", "C"][: len(sizes)]
    codes = product(*([f"{name}{at}" for at in range(size)] for name, size in zip(names, sizes, strict=True)))
    data = microdata(dict.fromkeys(codes, 9), names, keys=True)
    found = averaging([raw_of(data, names[:1], names[1:])], data, METHOD)
    assert found.cells == np.prod([size + 1 for size in sizes])
    places = found.linked.places[0][()][0].ravel()
    assert found.variance[places] == pytest.approx(2 * hat(sizes))
    cells = found.of_table(0)
    assert [cell.variance for cell in cells] == pytest.approx(2 * hat(sizes))
    assert all(cell.alone == pytest.approx(2) for cell in cells)


def frame(seed: int, size: int) -> Microdata:
    draw = np.random.default_rng(seed)
    table = pd.DataFrame(
        {name: draw.choice(list("xyz")[:count], size) for name, count in (("A", 3), ("B", 2), ("C", 3))}
    )
    table["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, size)]
    return Microdata.from_pandas(table, ["A", "B", "C"], record_key="key")


def dense(data: Microdata, tables: list[tuple[str, ...]], method: ckm.CellKeyMethod) -> list[dict[tuple, float]]:
    """Weighted least squares over the records' combinations that occur, one observation per set of records."""
    records = pd.DataFrame({name: data.columns[name] for name in "ABC"})
    atoms = records.value_counts()
    sets: dict[tuple[int, ...], int] = {}
    cells = []
    for names in tables:
        found: dict[tuple, tuple[int, ...]] = {}
        for codes in product(*([None, *range(len(data.dimensions[name].codes))] for name in names)):
            inside = tuple(
                at
                for at, atom in enumerate(atoms.index)
                if all(code is None or atom["ABC".index(name)] == code for name, code in zip(names, codes, strict=True))
            )
            if inside:
                sets.setdefault(inside, int(atoms.iloc[list(inside)].sum()))
                found[codes] = inside
        cells.append(found)
    lines = np.zeros((len(sets), len(atoms)))
    for line, inside in enumerate(sets):
        lines[line, list(inside)] = 1
    variance = noise_variance(method, np.array(list(sets.values())))
    normal = lines.T @ (lines / variance[:, None])
    estimated = np.einsum("ij,jk,ik->i", lines, np.linalg.pinv(normal), lines)
    by_set = dict(zip(sets, estimated.tolist(), strict=True))
    return [{codes: by_set[inside] for codes, inside in found.items()} for found in cells]


@pytest.mark.parametrize("tables", [[("A", "B")], [("A", "B"), ("A", "C")], [("A", "B"), ("B", "C"), ("A", "C")]])
@pytest.mark.parametrize("size", [400, 40])
def test_linked_tables_are_estimated_as_by_dense_algebra(tables: list[tuple[str, ...]], size: int) -> None:
    data = frame(size, size)
    method = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=[1.0, 1.5, 2.0], js=0))
    raws = [raw_of(data, names[:1], names[1:]) for names in tables]
    found = averaging(raws, data, method)
    wanted = dense(data, tables, method)
    for number, names in enumerate(tables):
        for cell in found.of_table(number):
            codes = tuple(None if at == 0 else at - 1 for at in cell.position)
            assert cell.variance == pytest.approx(wanted[number][codes], rel=1e-4), (names, codes)


def test_a_total_of_a_single_filled_part_has_its_noise_and_says_nothing_new() -> None:
    data = microdata(two_way([[9, 0], [9, 9]]), ["A", "B"], keys=True)
    found = averaging([raw_of(data, ["A"], ["B"])], data, METHOD)
    variances = {cell.position: cell.variance for cell in found.of_table(0)}
    # The row r0 is its only filled cell: no second observation of it.
    assert variances[(1, 0)] == variances[(1, 1)]
    assert (1, 2) not in variances
    lines = np.array([[1, 1, 1], [1, 0, 0], [0, 1, 1], [1, 1, 0], [0, 1, 0], [0, 0, 1]])
    wanted = 2 * np.diag(lines @ np.linalg.inv(lines.T @ lines) @ lines.T)
    assert variances[(0, 0)] == pytest.approx(wanted[0])
    assert variances[(1, 0)] == pytest.approx(wanted[1])


def test_what_is_published_unchanged_is_known_and_helps() -> None:
    data = microdata(two_way([[9, 9], [9, 9]]), ["A", "B"], keys=True)
    raw = raw_of(data, ["A"], ["B"])
    exempt = np.zeros((3, 3), dtype=np.bool_)
    exempt[0, 0] = True
    official = replace(raw, blocks=(replace(raw.blocks[0], exempt=exempt),), parts={})
    plain, found = averaging([raw], data, METHOD), averaging([official], data, METHOD)
    assert found.cells == plain.cells - 1
    assert found.mean_lower >= plain.mean_lower - 1e-9
    # Who is told all other groups knows each group by the exact total.
    assert found.mean_upper == 1.0 > plain.mean_upper


def test_figures_that_are_not_shown_are_no_observation() -> None:
    data = microdata(two_way([[9, 9], [9, 9]]), ["A", "B"], keys=True)
    hidden = ckm.CellKeyMethod(METHOD.ptable, threshold=30)
    found = averaging([raw_of(data, ["A"], ["B"])], data, hidden)
    # Only the total of everything reaches 30.
    assert found.cells == 1
    assert found.worst()[0].variance == pytest.approx(2)


def test_the_same_table_twice_says_nothing_new_as_its_noise_is_the_same() -> None:
    data = frame(1, 300)
    once = averaging([raw_of(data, ["A"], ["B"])], data, METHOD)
    twice = averaging([raw_of(data, ["A"], ["B"]), raw_of(data, ["B"], ["A"])], data, METHOD)
    assert twice.cells == once.cells
    assert (twice.mean_lower, twice.mean_upper) == pytest.approx((once.mean_lower, once.mean_upper))
    assert twice.mean_hits == once.mean_hits


def test_more_tables_estimate_better_and_the_worst_cells_come_first() -> None:
    data = frame(1, 300)
    one = averaging([raw_of(data, ["A"], ["B"])], data, METHOD)
    more = averaging([raw_of(data, ["A"], ["B"]), raw_of(data, ["A"], ["C"])], data, METHOD)
    pairs = list(zip(one.of_table(0), more.of_table(0), strict=True))
    assert all(after.variance <= before.variance + 1e-9 for before, after in pairs)
    assert all(after.lower >= before.lower and after.upper >= before.upper for before, after in pairs)
    assert any(after.variance < before.variance - 1e-3 for before, after in pairs)
    worst = more.worst(3)
    assert [-cell.lower for cell in worst] == sorted(-cell.lower for cell in worst)
    assert worst[0].lower == pytest.approx(more.largest_lower)
    assert [cell.upper for cell in more.worst(3, "upper")] == sorted(more.upper[more.judged].tolist())[:-4:-1]
    assert {cell.hit for cell in more.worst(100, "hit")} <= {0.5, 1.0}
    assert len(worst) == 3


def test_a_cell_of_another_table_that_holds_all_its_records_is_a_figure_of_it() -> None:
    data = frame(1, 300)
    every, some = TableSpec(rows=["A"]), TableSpec(rows=["A"], filters=(Condition("B", ("x",)),))
    found = averaging([ckm.tabulate(data, spec) for spec in (every, some)], data, METHOD)
    law = Law.of(METHOD.ptable, 9)
    # Those of x stand in a cell and its total of both tables; those that only the first table has in two cells.
    assert {round(cell.upper, 9) for cell in found.of_table(0)} == {round(fresh_right(law, 2), 9)}
    assert {round(cell.upper, 9) for cell in found.of_table(1)} == {round(fresh_right(law, 4), 9)}


def test_the_linear_estimate_is_counted_with_the_keys_of_the_records() -> None:
    data = microdata(two_way([[9, 7], [8, 6]]), ["A", "B"], keys=True)
    found = averaging([raw_of(data, ["A"], ["B"])], data, METHOD)
    design = np.kron(np.vstack([np.ones(2), np.eye(2)]), np.vstack([np.ones(2), np.eye(2)]))
    originals = design @ np.array([9, 7, 8, 6])
    published = found.tables[0].blocks[0].figures[0].ravel()
    estimate = design @ np.linalg.lstsq(design, published, rcond=None)[0]
    off = np.abs(estimate - originals)
    hits = np.where(off < 0.5 - 1e-6, 1.0, np.where(off < 0.5 + 1e-6, 0.5, 0.0))
    assert found.hits[found.linked.places[0][()][0].ravel()].tolist() == hits.tolist()


def test_the_variance_is_that_of_repeated_estimates() -> None:
    data = microdata(two_way([[9, 7], [8, 6]]), ["A", "B"], keys=True)
    raw = raw_of(data, ["A"], ["B"])
    found = averaging([raw], data, METHOD)
    places = found.linked.places[0][()][0].ravel()
    design = np.kron(np.vstack([np.ones(2), np.eye(2)]), np.vstack([np.ones(2), np.eye(2)]))
    draw = np.random.default_rng(5)
    keys = draw.integers(0, 10**9, (4, 40_000)).astype(np.uint64)
    counts = (design @ [9, 7, 8, 6]).astype(np.int64)
    cell_keys = (design.astype(np.uint64) @ keys) % np.uint64(10**9)
    noise = METHOD.ptable.lookup(np.repeat(counts[:, None], keys.shape[1], axis=1), cell_keys, 10**9)
    estimates = design @ np.linalg.inv(design.T @ design) @ design.T @ noise
    assert estimates.var(axis=1) == pytest.approx(found.variance[places], rel=0.05)


def test_keyed_rounding_has_the_variance_of_its_draw_and_rounding_none() -> None:
    assert noise_variance(KeyedRounding(5), np.array([0, 1, 2, 5, 8])).tolist() == [0, 4, 6, 0, 6]
    data = frame(1, 300)
    with fails("averaging_needs_noise") as refused:
        averaging([raw_of(data, ["A"], ["B"])], data, ckm.Rounding(5))
    assert "Rounding" in str(refused.value)


def test_a_filter_of_a_value_makes_another_cell() -> None:
    data = frame(1, 300)
    spec = TableSpec(rows=["A"], values=(Value(), Value(conditions=(Condition("B", ("x",)),))))
    found = averaging([ckm.tabulate(data, spec)], data, METHOD)
    assert {cell.value for cell in found.of_table(0)} == {0, 1}
    # x of B and the rest are parts of each cell, but the rest is not published: nothing links the values.
    one = averaging([raw_of(data, ["A"])], data, METHOD)
    assert found.cells > one.cells
    assert found.largest_lower >= one.largest_lower


def test_tables_without_counts_too_large_ones_and_a_cancelled_job_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = frame(1, 300)
    with fails("attack_needs_counts"):
        averaging([], data, METHOD)
    with pytest.raises(Cancelled):
        averaging([raw_of(data, ["A"], ["B"])], data, METHOD, cancelled=lambda: True)
    monkeypatch.setattr(module, "MOST_SUMS", 3)
    with fails("averaging_too_large") as refused:
        averaging([raw_of(data, ["A"], ["B"])], data, METHOD)
    assert refused.value.fields["limit"] == 3


def test_the_words_say_nothing_of_figures() -> None:
    data = frame(1, 300)
    assert repr(averaging([raw_of(data, ["A"])], data, METHOD)) == "Averaged(4 cells, confidential)"


@pytest.mark.parametrize("method", [METHOD, KeyedRounding(10)], ids=["cell key", "keyed rounding"])
@pytest.mark.parametrize("atoms", [1, 7, 1 << 15])
def test_what_a_reader_is_told_of_each_atom_is_what_one_atom_after_the_other_says(
    method: ckm.CellKeyMethod | KeyedRounding, atoms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    together, compared = _Readers.by_atoms, []

    def one_after_the_other(readers: _Readers, sets: FigureSets) -> np.ndarray:
        upper = np.ones(len(sets.figure))
        columns = sets.members.tocsc()
        for atom in range(columns.shape[1]):
            held = columns.indices[columns.indptr[atom] : columns.indptr[atom + 1]]
            if len(held):
                upper[held] = np.minimum(upper[held], readers._told(sets.figure[held]))
        return upper

    def both(readers: _Readers, sets: FigureSets, cancelled: Callable[[], bool]) -> np.ndarray:
        found = together(readers, sets, cancelled)
        compared.append((found, one_after_the_other(readers, sets)))
        return found

    monkeypatch.setattr(_Readers, "by_atoms", both)
    monkeypatch.setattr("ckmcore.lab.risk.averaging_bounds._ATOMS", atoms)
    data = frame(5, 60)
    official = replace(data, exempt=(ExemptCells((("A", ("x",)),)),), cache={})
    for records in (data, official):
        averaging([raw_of(records, ["A"])], records, method)
        averaging([raw_of(records, ["A"], ["B"]), raw_of(records, ["B"], ["C"])], records, method)
    for found, slow in compared:
        assert np.array_equal(found, slow)
    # By cell keys one variable leaves something open; keyed rounding of few records does not.
    assert all((found < 1).any() for found, _ in compared[::2]) == isinstance(method, ckm.CellKeyMethod)


AGAIN = """
import ckmcore as ckm
from ckmcore.lab.risk.averaging import averaging
from ckmcore.tabulate.spec import Condition, TableSpec, Value
from tests.kit import tables_by_atoms as tables

data = tables.data_of(5, 100)
values = [Value(), Value(conditions=(Condition("B", ("w",)),))]
specs = [TableSpec([tables.OWN], []), TableSpec(["A"], ["B"], values=values), TableSpec([tables.LEVELS[1]], ["C"])]
specs = [spec.with_changes(values=tuple(values)) for spec in specs]
method = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=2, js=0))
found = averaging([ckm.tabulate(data, spec) for spec in specs], data, method)
print(found.mean_lower, found.worst(9, "lower"))
"""


@pytest.mark.thorough
def test_the_same_tables_give_the_same_bounds_in_every_process() -> None:
    """Names of variables are kept in the order of the tables, not in that of Python's hashes."""
    told = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", AGAIN],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1")
    ]
    assert told[0] == told[1] != ""
