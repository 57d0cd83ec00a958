"""A table that lists its cells in every long form: the lines of the whole table, but for those that publish nothing."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import cubes, unhidden
from ckmcore.formats.export import export_files, export_workbook
from ckmcore.formats.forms import FORMS
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.methods.method import Method
from ckmcore.office.settings import FormName
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.layout import ListedMatrix
from ckmcore.tabulate.spec import Footnote, Order
from tests.kit.examples import some_of
from tests.kit.fails import fails
from tests.kit.listed_tables import LISTED_METHODS, as_list, records, without
from tests.kit.long_lines import lines_of

LONG: list[FormName] = [name for name, form in FORMS.items() if form.lists]
SPEC = ckm.TableSpec(
    rows=["land", ckm.Level("age", groups=(ckm.Group(ckm.Texts("young", "jung"), ("y0", "y1")),))],
    columns=["sex"],
    values=["count", ckm.Value("share", base="row", decimals=1)],
    title="People",
)
STACKED = ckm.TableSpec(
    rows=[ckm.Block((ckm.Level("land"),), label="land"), ckm.Block((ckm.Level("age", total="off"),), label="age")],
    columns=["sex"],
    footnotes=[Footnote(ckm.Texts("A note", "Eine Fußnote"), on="line", address=(("land", "11"),))],
)
ORDERED = SPEC.with_changes(
    rows=[ckm.Level("land", order=Order("value", descending=True), total="after"), ckm.Level("age", depths=())],
    values=["count"],
)


def pair(spec: ckm.TableSpec, method: Method) -> tuple[ckm.ProtectedTable, ckm.ProtectedTable]:
    """A table as a list and as a whole."""
    return ckm.protect(as_list(records(), spec), method), ckm.protect(ckm.tabulate(records(), spec), method)


@pytest.mark.parametrize("form", LONG)
@pytest.mark.parametrize("method", LISTED_METHODS[:3], ids=str)
@pytest.mark.parametrize("spec", [SPEC, STACKED, ORDERED], ids=["shares", "stacked", "ordered"])
def test_the_lines_are_those_of_the_whole_table(
    form: FormName, method: Method, spec: ckm.TableSpec, tmp_path: Path
) -> None:
    ending = FORMS[form].ending
    mine, whole = pair(spec, method)
    some = export_files(mine, tmp_path / f"some{ending}", form=form, language="en")
    every = export_files(whole, tmp_path / f"every{ending}", form=form, language="en")
    assert len(some) == len(every)
    for one, other in zip(some, every, strict=True):
        listed, all_lines = lines_of(one, form), lines_of(other, form)
        assert listed.items() <= all_lines.items()
        assert list(listed) == [key for key in all_lines if key in listed]
        left = {value[0] for key, value in all_lines.items() if key not in listed}
        assert len(listed) < len(all_lines)
        assert {"", "0", "0.0", 0, None, ".", "x"} >= {
            str(text) if isinstance(text, Decimal) else text for text in left
        }


@pytest.mark.daily(3)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("method", LISTED_METHODS, ids=str)
def test_the_files_do_not_tell_occupied_cells_from_empty_ones(method: Method, language: Any, tmp_path: Path) -> None:
    for spec in some_of((SPEC, STACKED), language == "de"):
        raw = as_list(records(), spec)
        table = ckm.protect(raw, method)
        emptied = without(raw, table)
        assert sum(len(block.counts) for block in emptied.blocks) < sum(len(block.counts) for block in raw.blocks)
        other = ckm.protect(emptied, method)
        for form in LONG:
            names = [tmp_path / f"{language}-{number}{FORMS[form].ending}" for number in range(2)]
            files = [
                export_files(one, name, form=form, language=language)
                for one, name in zip((table, other), names, strict=True)
            ]
            for one, same in zip(*files, strict=True):
                assert one.read_bytes() == same.read_bytes()


def test_forms_that_need_every_cell_are_refused_with_those_that_do_not(tmp_path: Path) -> None:
    table, _ = pair(SPEC, LISTED_METHODS[0])
    for name, form in FORMS.items():
        if form.lists:
            continue
        with fails("listed_form") as refused:
            ckm.export(table, tmp_path / f"t{form.ending}", form=name)
        assert "SDMX" in str(refused.value)
        assert not list(tmp_path.iterdir())
    with fails("listed_form"):
        export_workbook([table], tmp_path / "t.xlsx")


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_note_says_what_is_not_listed(language: Any, tmp_path: Path) -> None:
    hidden, _ = pair(STACKED, ckm.CellKeyMethod(LISTED_METHODS[0].ptable, threshold=3))  # type: ignore[attr-defined]
    plain, _ = pair(STACKED, LISTED_METHODS[0])
    words = {"de": "alle übrigen weisen aus: ", "en": "all others publish: "}[language]
    for table, sign in ((plain, "0."), (hidden, ".")):
        path = ckm.export(table, tmp_path / "t.csv", form="csv-long", language=language)
        assert words + sign in path.read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("form", [form for form in LONG if form != "csv-long"])
def test_a_file_with_another_figure_a_line_less_or_more_is_not_handed_over(form: FormName, tmp_path: Path) -> None:
    table, _ = pair(SPEC, LISTED_METHODS[0])
    page = unhidden(present_draft(table, "en"))
    cube = cubes(page)[0]
    assert cube.listed is not None
    chosen, path = FORMS[form], tmp_path / f"t{FORMS[form].ending}"
    assert chosen.write is not None
    assert chosen.check is not None
    chosen.write(cube, page, path)
    chosen.check(cube, page, path)
    figures = cube.figures[0].copy()
    figures[3] += 1
    fewer = replace(
        cube,
        listed=cube.listed.only(np.arange(len(figures)) != 5),
        figures=tuple(np.delete(one, 5) for one in cube.figures),
        signs=tuple(np.delete(one, 5) for one in cube.signs),
    )
    for other in (replace(cube, figures=(figures, *cube.figures[1:])), fewer):
        with pytest.raises(FormatViolation):
            chosen.check(other, page, path)
        other_path = tmp_path / f"o{chosen.ending}"
        chosen.write(other, page, other_path)
        with pytest.raises(FormatViolation):
            chosen.check(cube, page, other_path)


def test_a_figure_that_is_not_published_is_found_in_each_form(tmp_path: Path) -> None:
    table, _ = pair(STACKED.with_changes(rows=["land", "age"]), LISTED_METHODS[0])
    page = unhidden(present_draft(table, "en"))
    allowed = PublishableContent.of([page])
    cube = cubes(page)[0]
    planted = cube.figures[0].copy()
    planted[7] = 987_654
    for form in LONG:
        if form == "csv-long":
            continue
        chosen, path = FORMS[form], tmp_path / f"{form}{FORMS[form].ending}"
        assert chosen.write is not None
        chosen.write(cube, page, path)
        assert scan(path, allowed) == ()
        chosen.write(replace(cube, figures=(planted,)), page, path)
        assert {hit.kind for hit in scan(path, allowed)} == {"figure"}


@pytest.mark.thorough
def test_a_part_of_the_list_is_a_part_of_the_whole_table() -> None:
    for spec in (SPEC, STACKED, ORDERED):
        for method in LISTED_METHODS:
            mine, whole = pair(spec, method)
            page, other = present_draft(mine, "en"), present_draft(whole, "en")
            places = [
                [
                    [labels.texts(line) for line in range(len(labels))]
                    for labels in (one.labels["rows"], one.labels["columns"])
                ]
                for one in (page, other)
            ]
            rows, columns = np.arange(len(page.layout.rows)), np.arange(len(page.layout.columns))
            mine_cells, other_cells = page.figures(0), other.figures(0)
            cells = [block.cells for block in mine.blocks]
            held = ListedMatrix(page.layout, [np.ones(block.held, dtype=np.bool_) for block in cells], cells)
            for row in rows.tolist():
                for column in columns.tolist():
                    at = (places[1][0].index(places[0][0][row]), places[1][1].index(places[0][1][column]))
                    assert mine_cells(row, column)[0] == other_cells(*at)[0]
                    if held[row, column]:
                        assert mine_cells(row, column) == other_cells(*at)


def test_frames_of_pandas_hold_the_same(tmp_path: Path) -> None:
    table, whole = pair(SPEC, LISTED_METHODS[0])
    frame, every = table.to_pandas(), whole.to_pandas()
    merged = frame.merge(every, how="left", indicator=True)
    assert set(merged["_merge"]) == {"both"}
    assert isinstance(frame, pd.DataFrame)
