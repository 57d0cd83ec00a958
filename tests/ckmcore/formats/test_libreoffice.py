"""LibreOffice, a reader that we did not write: it opens our workbooks, finds every figure, and prints them."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from ckmcore.base.texts import Texts
from ckmcore.formats.export import export
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from ckmcore.statistic.series import draft_of
from tests.kit.libreoffice import converted

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed"),
]
ALL_SHEETS = "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,false,false,false,false,-1"
OFFICE = Office(
    name=Texts("Office", "Amt"), header=Texts("Yearbook", "Jahrbuch"), flat_sheets=True, head_colour="#1f5fa8"
)


@pytest.fixture(scope="module")
def draft() -> Draft:
    statistic = sample_statistic("de")
    data = statistic.describe(sample_microdata("2025"))
    return draft_of(statistic, statistic.tables[0].spec, lambda _: data)


@pytest.mark.parametrize("form", ["xlsx", "xlsx-accessible"])
def test_every_figure_of_a_workbook_is_found_on_its_sheets(draft: Draft, tmp_path: Path, form: str) -> None:
    path = export(draft, tmp_path / "table.xlsx", language="de", form=form, office=OFFICE)  # type: ignore[arg-type]
    sheets = {file.stem.partition("-")[2]: file for file in converted(path, ALL_SHEETS, tmp_path)}
    published = sorted(int(figure) for figure in draft.table.blocks[0].figures[0].ravel())
    for name in ("Tabelle", "Flach"):
        with sheets[name].open(encoding="utf-8", newline="") as stream:
            cells = [cell for row in csv.reader(stream, delimiter=";") for cell in row]
        assert sorted(int(cell) for cell in cells if cell.isdecimal()) == published, name
    assert {"Inhalt", "Tabelle", "Flach", "Hinweise"} == set(sheets)


@pytest.mark.parametrize("form", ["xlsx", "xlsx-accessible"])
def test_a_workbook_is_printed(draft: Draft, tmp_path: Path, form: str) -> None:
    path = export(draft, tmp_path / "table.xlsx", language="de", form=form, office=OFFICE)  # type: ignore[arg-type]
    (printed,) = converted(path, "pdf", tmp_path)
    assert printed.read_bytes().startswith(b"%PDF-")
    assert printed.stat().st_size > 10_000
