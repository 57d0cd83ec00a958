"""Grids: whole cells in the colours of their classes, a 0 as if nothing were there, very many cells at once."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from ckmcore.formats.write_picture import write_picture
from ckmcore.methods.protected import Sign
from ckmcore.office.settings import LeastCell
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import offered
from ckmcore.pictures.maps import borders_text
from ckmcore.pictures.model import PictureBox, PictureCells, PicturePath, TablePicture
from ckmcore.pictures.svg import page_bytes, svg_bytes
from ckmcore.pictures.vega import vega_spec
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.picture_choice import PictureChoice
from tests.kit.listed_tables import PTABLE, as_list
from tests.kit.picture_pages import grid_page, squares, svg_root, texts_of

GRID = PictureChoice(kind="grid")


FIGURES = [[3, 0, 7], [0, 12, 7], [5, -1, 90]]


def cells_of(picture: TablePicture) -> list[tuple[float, float, str]]:
    """Column and row (from the south) of each drawn cell, with its colour."""
    runs = [mark for mark in picture.marks if isinstance(mark, PictureCells)]
    side = runs[0].height + 0.6
    left = min(float(mark.x.min()) for mark in runs)
    bottom = max(float(mark.y.max()) for mark in runs)
    return sorted(
        (round((x - left) / side), round((bottom - y) / side), mark.colour)
        for mark in runs
        for x, y in zip(mark.x.tolist(), mark.y.tolist(), strict=True)
    )


@pytest.mark.parametrize("across", [False, True])
def test_cells_lie_where_their_codes_say_in_the_colours_of_their_classes(across: bool) -> None:
    choice = PictureChoice(kind="grid", classes="own", limits=("3", "7", "50"))
    picture = describe(grid_page(FIGURES, across=across), choice)
    assert cells_of(picture) == [
        (0, 0, "c0"), (0, 2, "c0"), (1, 1, "c4"), (2, 0, "c4"), (2, 1, "c4"), (2, 2, "c8"),
    ]  # fmt: skip
    assert [(cell.names[0], cell.text) for cell in picture.cells][:2] == [
        ("1kmN3010E4010", "3"),
        ("1kmN3010E4012", "7"),
    ]
    for cell in picture.cells:
        shown = grid_page(FIGURES, across=across)
        assert str(shown.figures(cell.layer)(cell.row, cell.column)[cell.value]) == cell.text


def test_a_zero_an_empty_and_a_missing_cell_are_the_same_picture() -> None:
    pictures = [
        svg_bytes(describe(grid_page(figures), GRID))
        for figures in (FIGURES, [[3, -1, 7], [0, 12, 7], [5, 0, 90]], [[3, -1, 7], [-1, 12, 7], [5, -1, 90]])
    ]
    assert pictures[0] == pictures[1] == pictures[2]
    pages = {
        page_bytes(describe(grid_page(figures), GRID)) for figures in (FIGURES, [[3, -1, 7], [-1, 12, 7], [5, -1, 90]])
    }
    assert len(pages) == 1


def test_the_lowest_class_begins_at_the_least_figure_above_zero() -> None:
    limits = [text for role, text in texts_of(svg_bytes(describe(grid_page(FIGURES), GRID))) if role == "limit"]
    assert limits[-1].startswith("3 to ")
    assert not any(text == "0" for text in limits)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_grid_is_clean_and_every_form_is_written(tmp_path: Path, language: Any) -> None:
    document, areas = grid_page(FIGURES, language=language), {"land": squares()}
    choice = PictureChoice(kind="grid", borders="land")
    for ending in ("svg", "html", "pdf", "vl.json"):
        picture = write_picture(document, tmp_path / f"grid.{ending}", choice, areas=areas)
    allowed = PublishableContent.of([document], [borders_text(areas["land"], language)])
    content = (tmp_path / "grid.svg").read_bytes()
    assert [(hit.kind, hit.shown) for hit in scan_content(content, "x.svg", allowed)] == []
    assert "EPSG:3035" in " ".join(picture.notes)
    assert svg_root(content).tag.endswith("svg")
    assert [row["shown"] for row in vega_spec(picture)["vconcat"][0]["data"]["values"]] == [
        cell.text for cell in picture.cells
    ]
    planted = re.sub(rb'(class="limit"[^>]*>)[^<]+', rb"\g<1>41 to below 777", content, count=1)
    assert scan_content(planted, "x.svg", allowed) != []


def test_signs_are_hatched_and_in_the_legend() -> None:
    signs = [[0, 0, Sign.BLOCKED], [0, 0, 0], [0, 0, 0]]
    picture = describe(grid_page([[3, 0, 0], [0, 12, 7], [5, -1, 90]], signs), GRID)
    hatched = [mark for mark in picture.marks if isinstance(mark, PictureBox) and mark.pattern == "hatch"]
    assert [mark.cell >= 0 for mark in hatched] == [True, False]
    assert picture.cells[hatched[0].cell].text == "x"
    assert "1 cell shows a sign." in picture.alt


def test_borders_are_drawn_on_demand_within_the_frame() -> None:
    areas = {"land": squares()}
    without = describe(grid_page(FIGURES), GRID, areas)
    choice = PictureChoice(kind="grid", borders="land")
    # The border between two squares runs through these cells.
    crossed = describe(grid_page([[3] * 200, [0] * 199 + [9]]), choice, areas)
    lines = [
        mark
        for mark in crossed.marks
        if isinstance(mark, PicturePath) and mark.colour == "ink" and len(mark.points) == 2
    ]
    assert not [
        mark
        for mark in without.marks
        if isinstance(mark, PicturePath) and mark.colour == "grid" and len(mark.points) == 5
    ]
    (frame,) = [
        mark
        for mark in crossed.marks
        if isinstance(mark, PicturePath) and mark.colour == "grid" and len(mark.points) == 5
    ]
    left, right = min(x for x, _ in frame.points), max(x for x, _ in frame.points)
    border = [mark for mark in lines if mark.points[0][0] == mark.points[1][0] and left < mark.points[0][0] < right]
    # 90 of 200 kilometres from the west, cut at the frame.
    assert next(round((mark.points[0][0] - left) / (right - left), 2) for mark in border) == 0.45
    assert {y for mark in border[:1] for _, y in mark.points} == {y for _, y in frame.points}


def test_cells_beside_each_other_are_one_rectangle_where_they_are_small() -> None:
    picture = describe(grid_page([[3] * 300]), GRID)
    (runs,) = [mark for mark in picture.marks if isinstance(mark, PictureCells)]
    assert len(runs.x) == 1
    assert len(picture.cells) == 300


def test_what_is_no_grid_has_a_reason() -> None:
    zero = offered(grid_page([[0, 0]]), None)["grid"]
    assert zero is not None
    assert zero.code == "picture_only_signs"
    assert next(iter(offered(grid_page(FIGURES), None))) == "grid"
    text = page_bytes(describe(grid_page(FIGURES))).decode()
    assert text.count("<td>") == 6


@pytest.mark.thorough
def test_three_hundred_thousand_cells_are_described_and_written_as_svg() -> None:
    side = 550
    figures = np.random.default_rng(1).integers(0, 40, (side, side))
    document = grid_page(figures.tolist())
    picture = describe(document, GRID)
    assert len(picture.cells) == np.count_nonzero(figures)
    assert len(svg_bytes(picture)) < 20_000_000


# --- tables of more variables ----------------------------------------------------------------------------------------


def people() -> ckm.Microdata:
    """Persons of six cells by sex, in one of them men alone."""
    rows = [
        {"CELL": f"1kmN3000E{4000 + place}", "SEX": sex}
        for place in range(6)
        for sex in ("m", "w")
        for _ in range(10 * (place + 1) if sex == "m" or place else 0)
    ]
    data = ckm.Microdata.from_pandas(pd.DataFrame(rows), ["CELL", "SEX"])
    return data.with_record_keys(ckm.generate_keys(data.rows))


def drawn_figures(document: TablePresentation, **choice: Any) -> dict[str, str]:
    return {cell.names[0]: cell.text for cell in describe(document, PictureChoice(kind="grid", **choice)).cells}


@pytest.mark.parametrize(
    ("rows", "columns", "layers"),
    [(["CELL"], ["SEX"], []), (["SEX"], ["CELL"], []), (["SEX", "CELL"], [], []), (["SEX"], [], ["CELL"])],
)
@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("total", ["before", "off"])
def test_cells_have_the_figures_of_the_table_wherever_they_stand_in_it(
    rows: list[str], columns: list[str], layers: list[str], listed: bool, total: Any
) -> None:
    levels = {"CELL": ckm.Level("CELL", total="before"), "SEX": ckm.Level("SEX", total=total)}
    spec = ckm.TableSpec(*([levels[name] for name in names] for names in (rows, columns, layers)))  # type: ignore[misc]
    data = people()
    raw = as_list(data, spec) if listed else ckm.tabulate(data, spec)
    document = present_draft(ckm.protect(raw, ckm.Rounding(10)), "en")
    assert document.table.is_listed == listed
    # The total of sex where it is shown, else men.
    expected = {
        f"1kmN3000E{4000 + place}": 10 * (place + 1) * (2 if total == "before" and place else 1) for place in range(6)
    }
    assert drawn_figures(document) == {code: str(count) for code, count in expected.items()}


def test_shares_of_a_listed_table_are_drawn_as_those_of_a_whole_one() -> None:
    spec = ckm.TableSpec(["CELL"], ["SEX"], values=[ckm.Value(), ckm.share("row")])
    method = ckm.CellKeyMethod(PTABLE, minimum_base=4)
    data, drawn = people(), []
    for raw in (ckm.tabulate(data, spec), as_list(data, spec)):
        document = present_draft(ckm.protect(raw, method), "en")
        drawn.append(drawn_figures(document, value=1))
    assert drawn[0] == drawn[1]
    assert set(drawn[0].values()) == {"100.0"}


@pytest.mark.parametrize(("least", "is_drawn"), [("100m", True), ("1km", True), ("10km", False)])
def test_cells_finer_than_the_office_shows_have_no_map(least: LeastCell, is_drawn: bool) -> None:
    document = grid_page(FIGURES)
    document = replace(document, office=replace(document.office, grid_cells=least))
    reason = offered(document)["grid"]
    assert (reason is None) == is_drawn
    assert document.layout.rows.finest_cell == 1000
    if reason is not None:
        assert reason.text("de") == "Zeigt Gitterzellen von 1km; das Amt zeigt Zellen ab 10km."
