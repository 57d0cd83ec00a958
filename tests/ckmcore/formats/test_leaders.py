"""Dots from labels to figures in workbooks: how labels look, and nothing of what they say."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

import ckmcore as ckm
from ckmcore.formats.forms import FORMS
from ckmcore.formats.scan import LeakFound, guard
from ckmcore.formats.sheet_formats import LEADERS
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import PRINTED, Presentation, spec_to_json
from tests.kit.layouts import microdata, records

DATA = microdata(records(9), 9)
METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
SPECS = {
    "one variable": ckm.TableSpec("age", "sex"),
    "one within the other": ckm.TableSpec(["sex", "age"], "term"),
    "values in rows": ckm.TableSpec("age", "sex", values=["count", ckm.share("row")], values_on="rows"),
}
SHOWN = {"plain": Presentation(), "printed": PRINTED}


def draft(spec: ckm.TableSpec, shown: Presentation, *, leaders: bool) -> ckm.Draft:
    made = spec.with_changes(presentation=replace(shown, leaders=leaders))
    return Statistic(ckm.Texts.same("S")).put_in_force(METHOD).draft(made, DATA)


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("kind", SPECS)
def test_labels_beside_figures_and_no_other_cells_lead_to_them(tmp_path: Path, kind: str, shown: str) -> None:
    books = []
    for leaders in (False, True):
        path = ckm.export(draft(SPECS[kind], SHOWN[shown], leaders=leaders), tmp_path / f"{leaders}.xlsx")
        books.append(openpyxl.load_workbook(path))
    for plain, led in zip(*(book.worksheets for book in books), strict=True):
        if led.freeze_panes is None:
            assert list(plain.values) == list(led.values)
            continue
        corner = led[str(led.freeze_panes)]
        for row, other in zip(led.iter_rows(), plain.iter_rows(), strict=True):
            assert [cell.value for cell in row] == [cell.value for cell in other]
            before, figure = row[: corner.column - 1], row[corner.column - 1]
            beside = row[0].row >= corner.row and isinstance(figure.value, int | float)
            marked = [cell.number_format == LEADERS for cell in before]
            assert marked == [*[False] * (len(before) - 1), beside]
            assert LEADERS not in {cell.number_format for cell in (*row[corner.column - 1 :], *other)}


@pytest.mark.parametrize("form", ["csv", "html", "px", "json-stat", "sdmx-csv-2"])
def test_files_of_other_forms_are_the_same_bytes(tmp_path: Path, form: ckm.FormName) -> None:
    files = []
    for leaders in (False, True):
        folder = tmp_path / str(leaders)
        folder.mkdir()
        made = draft(SPECS["one variable"], PRINTED, leaders=leaders)
        files.append(ckm.export(made, folder / f"t{FORMS[form].ending}", form=form))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_table_without_them_says_nothing_of_them() -> None:
    assert "leaders" not in spec_to_json(SPECS["one variable"])
    assert "leaders" in spec_to_json(draft(SPECS["one variable"], PRINTED, leaders=True).table.spec)


def test_what_else_a_format_of_labels_could_say_is_found(tmp_path: Path) -> None:
    made = draft(SPECS["one variable"], PRINTED, leaders=True)
    path, changed = ckm.export(made, tmp_path / "t.xlsx", language="en"), tmp_path / "u.xlsx"
    with zipfile.ZipFile(path) as book, zipfile.ZipFile(changed, "w") as other:
        for name in book.namelist():
            content = book.read(name)
            other.writestr(name, content.replace(b'"@ *."', b'"@ *.&quot;1234567&quot;"'))
    guard([path], [present_draft(made, "en")])
    with pytest.raises(LeakFound):
        guard([changed], [present_draft(made, "en")])
