"""Grids against areas: remainders and pieces, compared with linear algebra over all sums that a reader has."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.dictionary.derive import derive
from ckmcore.lab.risk import grid_remainders
from ckmcore.lab.risk.grid_remainders import grid_differences, remainders
from ckmcore.lab.risk.publication import Publication
from ckmcore.microdata.variable import Derivation, VariableEntry
from tests.kit.examples import examples
from tests.kit.listed_tables import as_list

METHOD = ckm.Rounding(3)


def known_by_algebra(area: list[int], cell: list[int]) -> dict[tuple[int, int], int]:
    """Pieces of cut cells that all sums together determine: their unit vectors lie in the span of the sums."""
    pieces = Counter(zip(area, cell, strict=True))
    touched = defaultdict(set)
    for a, g in pieces:
        touched[g].add(a)
    names = sorted(pieces)
    sums = [[float(a == wanted) for a, _ in names] for wanted in sorted(set(area) - {-1})]
    sums += [[float(g == wanted) for _, g in names] for wanted in sorted(set(cell) - {-1})]
    # Whole cells lie in one area, as a map tells.
    matrix = np.array(sums).reshape(-1, len(names))
    rank = np.linalg.matrix_rank(matrix) if len(matrix) else 0
    found = {}
    for place, (a, g) in enumerate(names):
        unit = np.zeros((1, len(names)))
        unit[0, place] = 1
        determined = len(matrix) > 0 and np.linalg.matrix_rank(np.vstack([matrix, unit])) == rank
        if determined and a >= 0 and g >= 0 and len(touched[g]) > 1:
            found[a, g] = pieces[a, g]
    return found


@settings(max_examples=examples(300))
@given(st.lists(st.tuples(st.integers(-1, 4), st.integers(-1, 5)), min_size=1, max_size=14))
def test_a_piece_is_found_just_where_the_sums_determine_it(units: list[tuple[int, int]]) -> None:
    area, cell = zip(*units, strict=True)
    found = remainders(np.array(area), np.array(cell), least_units=4)
    pieces = {(each.area, each.cells[0]): each.units for each in found if each.kind == "piece"}
    expected = {place: count for place, count in known_by_algebra([*area], [*cell]).items() if count < 4}
    assert pieces == expected


def test_what_is_left_of_an_area_is_a_remainder_with_its_whole_cells() -> None:
    # Area 0 holds two whole cells and three pieces of one unit each; so does area 1.
    area = np.array([0] * 20 + [1] * 20 + [0, 0, 0] + [1, 1, 1])
    cell = np.array([0] * 10 + [1] * 10 + [2] * 10 + [3] * 10 + [4, 5, 6] * 2)
    found = remainders(area, cell, least_units=4)
    assert [(each.kind, each.area, each.cells, each.whole, each.units) for each in found] == [
        ("remainder", 0, (4, 5, 6), 2, 3), ("remainder", 1, (4, 5, 6), 2, 3),
    ]  # fmt: skip
    assert remainders(area, cell, least_units=3) == []


def test_borders_along_cells_leave_nothing() -> None:
    assert remainders(np.array([0, 0, 1, 1]), np.array([0, 1, 2, 3]), least_units=3) == []


# --- tables ----------------------------------------------------------------------------------------------------------


def country(outliers: int) -> ckm.Microdata:
    """Two areas of four cells each; so many persons of the first one live in a cell of the other."""
    rows = [
        {"AREA": "A" if column < 2 else "B", "X": 4_000_000 + column * 1000 + 5, "Y": 3_000_000 + row * 1000 + 5}
        for column in range(4)
        for row in range(2)
        for _ in range(7)
    ]
    rows += [{"AREA": "A", "X": 4_002_500, "Y": 3_000_500}] * outliers
    frame = pd.DataFrame(rows).assign(SEX=lambda frame: (np.arange(len(frame)) % 2).astype(str))
    data = ckm.Microdata.from_pandas(frame, ["AREA", "SEX"], magnitudes=["X", "Y"])
    rule = Derivation("grid", "X", north="Y", crs="3035", cell=1000)
    return derive(data, VariableEntry("CELL", "dimension", ckm.Texts("Cell", "Zelle"), derived=rule))


def publications(data: ckm.Microdata, *specs: ckm.TableSpec) -> list[Publication]:
    return [
        Publication(ckm.Texts.same(str(place)), ckm.protect(ckm.tabulate(data, spec), METHOD), METHOD)
        for place, spec in enumerate(specs)
    ]


AREAS, CELLS = ckm.TableSpec("AREA", "SEX"), ckm.TableSpec("CELL", "SEX")


@pytest.mark.parametrize(("outliers", "count"), [(0, 0), (2, 3), (3, 2)])
def test_few_persons_beyond_a_border_are_found(outliers: int, count: int) -> None:
    data = country(outliers)
    found = grid_differences(publications(data, AREAS, CELLS), data)
    # 1, 10 and 100 kilometres against the areas.
    assert (found.compared, found.count) == (3, count)
    for each in found.listed:
        assert (each.area, each.cells, each.level) == ("A", ("1kmN3000E4002",), "1km")
        beside = "".join(f", {name}: {code}" for name, code in each.beside)
        assert each.said.text("en") == f"the piece of the cell 1kmN3000E4002 in A (AREA{beside})"
    # Three persons are enough together, and too few by sex.
    by_sex = {0: {}, 2: {"0": 1, "1": 1}, 3: {"0": 2, "1": 1}}[outliers]
    units = {each.beside: each.found.units for each in found.listed}
    whole = {(): 2} if outliers == 2 else {}
    assert units == {**whole, **{(("SEX", code),): few for code, few in by_sex.items()}}


def test_a_variable_that_is_no_area_is_not_compared_unless_it_is_named() -> None:
    data = country(2)
    tables = publications(data, ckm.TableSpec("SEX"), CELLS)
    assert grid_differences(tables, data).compared == 0
    assert grid_differences(tables, data, areas=["SEX"]).compared == 3


def test_tables_of_other_records_are_not_compared() -> None:
    data = country(2)
    women = ckm.TableSpec("AREA", filters=ckm.Condition("SEX", "1"))
    assert grid_differences(publications(data, women, ckm.TableSpec("CELL")), data).compared == 0


def test_a_filter_and_a_breakdown_that_take_the_same_units_are_compared() -> None:
    data = country(2)
    women = ckm.TableSpec("AREA", filters=ckm.Condition("SEX", "1"))
    found = grid_differences(publications(data, women, CELLS), data)
    assert (found.compared, [each.found.units for each in found.listed]) == (3, [1])


def test_cells_that_no_table_shows_by_themselves_are_compared_where_both_show_a_category() -> None:
    data = country(2)
    by_sex = ckm.TableSpec("CELL", ckm.Level("SEX", total="off"))
    assert grid_differences(publications(data, ckm.TableSpec("AREA"), by_sex), data).compared == 0
    found = grid_differences(publications(data, AREAS, by_sex), data)
    assert {each.beside for each in found.listed} == {(("SEX", "0"),), (("SEX", "1"),)}
    assert all(each.place.position[1] > 0 for each in found.listed)


def test_what_is_too_much_to_compare_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    data = country(2)
    monkeypatch.setattr(grid_remainders, "MOST_WORK", -1)
    found = grid_differences(publications(data, AREAS, CELLS), data)
    assert (found.count, found.left_out > 0) == (0, True)
    monkeypatch.undo()
    monkeypatch.setattr(grid_remainders, "MOST_BESIDE", 1)
    found = grid_differences(publications(data, AREAS, CELLS), data)
    assert (found.count, found.left_out) == (1, 4)


def test_tables_that_list_their_cells_are_compared_by_every_category_that_both_show() -> None:
    data = country(3)
    tables = [
        Publication(ckm.Texts.same("list"), ckm.protect(as_list(data, spec), METHOD), METHOD) for spec in (AREAS, CELLS)
    ]
    assert all(each.table.is_listed for each in tables)
    found = grid_differences(tables, data)
    assert (found.compared, found.count) == (3, 2)


def test_what_is_found_is_confidential() -> None:
    data = country(2)
    found = grid_differences(publications(data, AREAS, CELLS), data)
    assert "confidential" in repr(found) + repr(found.listed[0])
    assert "2" not in found.listed[0].said.text("de").replace("4002", "")
