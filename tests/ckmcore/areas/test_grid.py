"""Codes of the INSPIRE grid: published examples, both ways, levels; coordinates by pyproj."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.areas.grid import (
    LEVELS,
    GridCell,
    cells_of_metres,
    codes_of,
    corners_of,
    hierarchy_entries,
    in_grid_order,
    is_outside,
    levels_from,
    metres_of,
)
from ckmcore.microdata.hierarchy import Hierarchy
from tests.kit.examples import examples
from tests.kit.fails import fails


def test_published_codes_have_their_corners() -> None:
    # Statistics Netherlands (2023), Statistische gegevens per INSPIRE vierkant 2021, coding of a square.
    assert GridCell.of("NL_CRS3035RES1000mN3150000E3858000") == GridCell(1000, 3_150_000, 3_858_000)
    # Pairs of both forms in the tests of the R package gridmaker.
    for long, short in (
        ("CRS3035RES1000mN2684000E4334000", "1kmN2684E4334"),
        ("CRS3035RES10000mN2700000E4400000", "10kmN270E440"),
        ("CRS3035RES100mN3400000E4400000", "100mN34000E44000"),
    ):
        assert (GridCell.of(long).code, GridCell.of(short).long_code) == (short, long)
    # The codes of the issue, as the German census of 2022 writes them.
    for code in ("1kmN2689E4337", "CRS3035RES1000mN2689000E4337000"):
        assert GridCell.of(code) == GridCell(1000, 2_689_000, 4_337_000)
    assert GridCell.of("CRS3035RES100mN2689100E4337000").code == "100mN26891E43370"
    assert GridCell.of("100kmN26E43").within(100_000).long_code == "CRS3035RES100000mN2600000E4300000"


@settings(max_examples=examples(200))
@given(st.integers(9_000, 54_999), st.integers(9_000, 74_999), st.sampled_from(LEVELS))
def test_codes_come_back_in_both_forms(north: int, east: int, size: int) -> None:
    cell = GridCell(100, north * 100, east * 100).within(size)
    assert GridCell.of(cell.code) == GridCell.of(cell.long_code) == cell
    assert codes_of(size, np.array([cell.north]), np.array([cell.east])) == [cell.code]
    for level in levels_from(size):
        around = cell.within(level)
        assert around.north <= cell.north <= around.north + level - size
        assert around.east <= cell.east <= around.east + level - size
        assert around.within(100_000) == cell.within(100_000)


@settings(max_examples=examples(60))
@given(
    st.lists(st.tuples(st.integers(900, 5499), st.integers(900, 7499)), min_size=1, max_size=30, unique=True),
    st.booleans(),
    st.booleans(),
)
def test_many_codes_are_read_as_one_by_one(cells: list[tuple[int, int]], in_metres: bool, mixed: bool) -> None:
    each = [GridCell(1000, north * 1000, east * 1000) for north, east in cells]
    codes = [cell.long_code if in_metres else cell.code for cell in each] + (["100kmN26E43"] if mixed else [])
    sizes, north, east = corners_of(codes)
    assert list(zip(sizes, north, east, strict=True)) == [
        (cell.size, cell.north, cell.east) for cell in map(GridCell.of, codes)
    ]


@settings(max_examples=examples(60))
@given(
    st.lists(st.tuples(st.integers(9_000, 54_999), st.integers(9_000, 74_999)), min_size=1, max_size=30, unique=True),
    st.sampled_from(LEVELS),
)
def test_the_levels_are_a_hierarchy_in_which_each_cell_lies_in_its_parent(
    points: list[tuple[int, int]], size: int
) -> None:
    corners = sorted({(n * 100 // size * size, e * 100 // size * size) for n, e in points})
    north, east = (np.array(part) for part in zip(*corners, strict=True))
    order = in_grid_order(size, north, east)
    tree = Hierarchy.from_depths(hierarchy_entries(size, north[order], east[order]))
    assert sorted(tree.leaves) == sorted(codes_of(size, north, east))
    assert tree.depth == len(levels_from(size))
    assert len(tree.index) == len(tree.nodes)  # each coarser cell once
    for node in tree.nodes:
        if node.parent >= 0:
            parent, cell = GridCell.of(tree.nodes[node.parent].code), GridCell.of(node.code)
            assert cell.within(parent.size) == parent


@pytest.mark.parametrize(
    "code",
    [
        "", "1km", "1kmN2689E", "2kmN2689E4337", "1kmN2689E4337 ", "1KMN2689E4337", "1kmE4337N2689", "1kmN-1E4337",
        "CRS25832RES1000mN2689000E4337000", "CRS3035RES1000mN2689100E4337000", "CRS3035RES250mN2689000E4337000",
        "1kmN99999E4337", "CRS3035RES100mN28000E48000",
        "nl_CRS3035RES1000mN3150000E3858000", "１kmN2689E4337", "100mN26891E4337000000",
    ],
)  # fmt: skip
def test_what_is_no_code_is_refused(code: str) -> None:
    with fails("grid_code", item=code):
        GridCell.of(code)
    with fails("grid_codes", count=1, codes=[code]):
        corners_of(["1kmN2689E4337", code])


def test_points_belong_to_the_cell_north_and_east_of_a_border() -> None:
    east, north = np.array([4_337_000_00, 4_337_999_99, 4_338_000_00]), np.array([2_689_000_00] * 3)
    corners = cells_of_metres(east, north, 100, 1000)
    assert codes_of(1000, *corners) == ["1kmN2689E4337", "1kmN2689E4337", "1kmN2689E4338"]
    floats = cells_of_metres(east / 100, north / 100, 1, 1000)
    assert codes_of(1000, *floats) == codes_of(1000, *corners)
    assert is_outside(np.array([2_689_000, 0]), np.array([4_337_000, 4_337_000])).tolist() == [False, True]


def test_coordinates_of_other_systems_are_those_of_pyproj() -> None:
    pyproj = pytest.importorskip("pyproj", reason="the extra `maps` is not installed")
    east, north = metres_of(np.array([10.0]), np.array([52.0]), "4326")
    # The origin of the projection: 10 degrees east, 52 north is at 4 321 000, 3 210 000.
    assert (east[0], north[0]) == pytest.approx((4_321_000, 3_210_000), abs=0.01)
    x, y = np.array([372_000.0, 800_000.0]), np.array([5_600_000.0, 5_900_000.0])
    east, north = metres_of(x, y, "25832")
    back = pyproj.Transformer.from_crs(3035, 25832, always_xy=True).transform(east, north)
    assert np.allclose(back, (x, y), atol=0.001)
    other = metres_of(*pyproj.Transformer.from_crs(25832, 25833, always_xy=True).transform(x, y), "25833")
    assert np.allclose(other, (east, north), atol=0.01)
    with fails("grid_crs", value="3857"):
        metres_of(x, y, "3857")


def test_a_size_that_is_no_level_is_refused() -> None:
    with fails("grid_size", value=250):
        levels_from(250)
