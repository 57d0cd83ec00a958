"""Tables of grid cells that are finer than the office shows: not submitted; without a rule nothing changes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.areas.grid import codes_of, hierarchy_entries
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import VariableEntry
from ckmcore.office.settings import PLAIN, LeastCell
from ckmcore.release.provenance import PLAIN_REQUEST, prepare
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.tabulate.spec import Level, TableSpec
from tests.kit.fails import fails
from tests.kit.statistics import small_statistic

DEEP, COARSE = TableSpec([Level("cell")]), TableSpec([Level("cell", depths=(0, 1))])


def grid() -> tuple[Statistic, Microdata]:
    """Sixteen cells of 1 km below one of 10 and one of 100 km."""
    north, east = (part.ravel() * 1000 for part in np.mgrid[3010:3014, 4010:4014])
    categories = tuple(Category.plain(code) for code in codes_of(1000, north, east))
    cell = Dimension(
        "cell", ckm.Texts.same("Cell"), categories, Hierarchy.from_depths(hierarchy_entries(1000, north, east))
    )
    numbers = np.random.default_rng(1).integers(0, 16, 400).astype(np.uint8)
    data = Microdata(len(numbers), {"cell": cell}, {"cell": numbers})
    statistic = replace(small_statistic(), dictionary=(VariableEntry.of(cell),), tables=())
    return statistic, data


def prepared(spec: TableSpec, least: LeastCell, *, judge: bool = True) -> int:
    statistic, data = grid()
    office = replace(PLAIN, grid_cells=least)
    facts = prepare(statistic, SavedTable("Cells", spec), lambda _: data, PLAIN_REQUEST, office, judge=judge)
    return sum(block.figures[0].size for block in facts.draft.table.blocks)


@pytest.mark.parametrize("least", ["100m", "1km"])
def test_cells_that_the_office_shows_are_submitted(least: LeastCell) -> None:
    assert prepared(DEEP, least) >= 17


def test_finer_cells_are_refused_and_the_coarser_ones_above_them_are_not() -> None:
    with fails("grid_too_fine", size="1km", least="10km"):
        prepared(DEEP, "10km")
    assert prepared(COARSE, "10km") >= 3
    with fails("grid_too_fine", size="10km", least="100km"):
        prepared(COARSE, "100km")


def test_what_was_released_before_is_made_again_as_it_was() -> None:
    assert prepared(DEEP, "100km", judge=False) >= 17
    assert replace(PLAIN, grid_cells="10km").content_hash == PLAIN.content_hash
