"""Footnotes on cells: the mark stands behind the figures that the address names and behind no other."""

from __future__ import annotations

from itertools import product

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.presentation.footnotes import footnotes
from ckmcore.tabulate.layout import Unpublished, lay_out
from ckmcore.tabulate.spec import Footnote

AREAS, SEXES, YEARS = ("n", "s"), ("m", "w"), ("1", "2", "3")
VARIABLES = ["area", "sex", "year"]
DATA = ckm.Microdata.from_pandas(pd.DataFrame(product(AREAS, SEXES, YEARS), columns=VARIABLES), VARIABLES)
PLACES = {
    "columns": ckm.TableSpec(["area"], ["sex", "year"]),
    "rows": ckm.TableSpec(["area", "sex"], ["year"]),
    "sheets": ckm.TableSpec(["area"], ["sex"], layers=["year"]),
}


def marked(spec: ckm.TableSpec) -> dict[frozenset[tuple[str, str]], tuple[int, ...]]:
    """Numbers of footnotes by the categories of the cell that they stand behind."""
    layout = lay_out(spec, [Unpublished(block.dimensions) for block in ckm.tabulate(DATA, spec).blocks])
    notes = footnotes(layout, "en")
    return {
        frozenset(
            {
                **layout.layers.address(layer),
                **layout.rows.address(row),
                **layout.columns.address(column),
            }.items()
        ): numbers
        for (row, column, layer), numbers in notes.cells.items()
    }


@pytest.mark.parametrize("place", PLACES)
def test_a_note_on_a_cell_stands_behind_that_cell_alone(place: str) -> None:
    spec = PLACES[place]
    one, margin = (("area", "s"), ("sex", "w"), ("year", "2")), (("area", "n"), ("sex", "m"))
    notes = [
        Footnote(ckm.Texts.same("provisional"), "cell", one),
        Footnote(ckm.Texts.same("revised"), "cell", margin),
        Footnote(ckm.Texts.same("estimated"), "cell", one),
        Footnote(ckm.Texts.same("elsewhere"), "cell", (("area", "s"), ("sex", "x"))),
    ]
    found = marked(spec.with_changes(footnotes=tuple(notes)))
    assert {cell: len(numbers) for cell, numbers in found.items()} == {frozenset(one): 2, frozenset(margin): 1}
    assert sorted(number for numbers in found.values() for number in numbers) == [1, 2, 3]
