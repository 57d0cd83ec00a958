"""LibreOffice, a reader that we did not write: it opens our workbooks, finds every figure, and prints them."""

from __future__ import annotations

import csv
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pikepdf
import pytest

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.formats.export import export
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from ckmcore.statistic.series import draft_of
from ckmcore.tabulate.spec import PRINTED
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


def wide(columns: int) -> ckm.ProtectedTable:
    """A hierarchy of 97 rows by so many columns, their total among them."""
    draw = np.random.default_rng(1)
    nodes = [(f"{land:02}", 0) if town == 0 else (f"{land:02}-{town:02}", 1) for land in range(8) for town in range(12)]
    towns = [code for code, depth in nodes if depth]
    of = draw.choice([f"Branch {number}" for number in range(columns - 1)], 20_000)
    frame = pd.DataFrame({"town": draw.choice(towns, 20_000), "of": of})
    data = ckm.Microdata.from_pandas(frame, ["town", "of"]).with_hierarchy("town", ckm.Hierarchy.from_depths(nodes))
    spec = ckm.TableSpec(["town"], ["of"], title="Persons", presentation=PRINTED)
    return ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10))


def shown_in(font: str) -> bool:
    """Whether LibreOffice has a font, or one of its widths."""
    said = subprocess.run(["fc-match", "-f", "%{family}", font], check=True, capture_output=True, text=True)
    return said.stdout in {font, {"Calibri": "Carlito"}.get(font)}


@pytest.mark.parametrize("font", ["Calibri", "Carlito", "DejaVu Sans"])
@pytest.mark.parametrize(("columns", "asked", "across"), [(10, 0, 1), (40, 0, 3), (40, 8, 5), (10, 200, 1)])
def test_no_column_runs_on_to_a_page_of_its_own_whatever_the_font(
    tmp_path: Path, font: str, columns: int, asked: int, across: int
) -> None:
    if asked == 8 and not shown_in(font):
        pytest.skip(f"{font} is not installed: a narrower font has more columns on a page")
    office = Office(font=font, page_columns=asked)
    path = export(wide(columns), tmp_path / "t.xlsx", office=office)
    (printed,) = converted(path, "pdf", tmp_path)
    with pikepdf.open(printed) as pdf:
        pages = len(pdf.pages)
    if font != "DejaVu Sans" or asked:  # of wide letters fewer columns can be read on a page
        assert pages % across == 0
        assert pages // across in (2, 3, 4, 5)
    text = subprocess.run(["pdftotext", "-layout", str(printed), "-"], check=True, capture_output=True).stdout.decode()
    sheets = text.split("\f")[:-1]
    assert len(sheets) == pages
    heads = [sum(f"Branch {number}" in " ".join(sheet.split()) for number in range(columns - 1)) for sheet in sheets]
    assert min(heads) >= (columns - 1) // across // 2  # no page with a column or two
    assert sum("Total" in sheet.split("00")[0] for sheet in sheets) >= pages // across  # the total with others


@pytest.mark.parametrize("form", ["xlsx", "xlsx-accessible"])
def test_a_workbook_is_printed(draft: Draft, tmp_path: Path, form: str) -> None:
    path = export(draft, tmp_path / "table.xlsx", language="de", form=form, office=OFFICE)  # type: ignore[arg-type]
    (printed,) = converted(path, "pdf", tmp_path)
    assert printed.read_bytes().startswith(b"%PDF-")
    assert printed.stat().st_size > 10_000
