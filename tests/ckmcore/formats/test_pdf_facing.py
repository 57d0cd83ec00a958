"""A wide table on facing pages: the parts of the same rows are on pages beside one another, row beside row."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.formats import write_pdf as writer
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.read_pdf import check_pdf
from ckmcore.formats.scan import scan_content
from ckmcore.formats.write_pdf import write_pdf
from ckmcore.microdata.data import Dimension
from ckmcore.office.settings import Office
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.spec import PRINTED, TableSpec
from tests.kit.dash_for_zero import DASH
from tests.kit.random_pages import page as random_page

FACING = replace(DASH, pdf_facing=True)
pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")


def wide(rows: int, columns: int, office: Office) -> TablePresentation:
    """A table of so many rows and columns; labels take one line to several."""
    frame = pd.DataFrame(
        {
            "unit": [f"{number % rows:04}" for number in range(rows * columns)],
            "kind": [f"k{number // rows:03}" for number in range(rows * columns)],
        }
    )
    data = ckm.Microdata.from_pandas(frame, ["unit", "kind"])
    units = tuple(
        replace(one, label=ckm.Texts.same(f"row{one.code} " + "a few more words " * (number % 5 * 6)))
        for number, one in enumerate(data.dimensions["unit"].categories)
    )
    data = data.with_dimension(Dimension("unit", ckm.Texts.same("Unit"), units))
    spec = TableSpec("unit", "kind", presentation=PRINTED)
    return present_draft(ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(2)), "en", office)


def rows_by_page(path: Path) -> dict[int, dict[str, float]]:
    """Of each page with rows where these are, in points from above."""
    words = subprocess.run(["pdftotext", "-bbox", str(path), "-"], capture_output=True, text=True, check=True).stdout
    found, page = defaultdict[int, dict[str, float]](dict), 0
    for line in words.splitlines():
        page += "<page " in line
        row = re.search(r'yMin="([\d.]+)".*>(row\d+)<', line)
        if row:
            found[page][row[2]] = float(row[1])
    return dict(found)


def spreads(path: Path) -> list[list[dict[str, float]]]:
    """The rows of the pages that have the same ones."""
    pages = rows_by_page(path)
    grouped = [list(group) for _, group in itertools.groupby(sorted(pages), key=lambda number: sorted(pages[number]))]
    assert all(group[0] % 2 == 0 for group in grouped)  # the left one of two
    assert all(group == list(range(group[0], group[0] + len(grouped[0]))) for group in grouped)
    return [[pages[number] for number in group] for group in grouped]


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("rows", "columns", "most", "piece"), [(24, 30, 16, 2500), (60, 44, 15, 2500), (60, 30, 12, 25)]
)
def test_the_parts_of_a_row_are_at_the_same_height_of_facing_pages(
    rows: int, columns: int, most: int, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PIECE_ROWS", piece)
    shown, path = wide(rows, columns, replace(FACING, page_columns=most)), tmp_path / "t.pdf"
    write_pdf(shown, path)
    check_pdf(shown, path)
    seen = list[str]()
    for group in spreads(path):
        assert len(group) >= -(-(columns + 1) // most)
        assert len(group) % 2 == 0  # so that no page is empty
        for page in group:
            assert page.keys() == group[0].keys()
            assert max(abs(page[row] - height) for row, height in group[0].items()) < 0.5
        seen += group[0]
    assert seen == [f"row{number:04}" for number in range(rows)]
    assert scan_content(path.read_bytes(), "t.pdf", PublishableContent.of([shown])) == ()


@pytest.mark.thorough
def test_three_hundred_columns_are_on_facing_pages(tmp_path: Path) -> None:
    shown, path = wide(40, 300, FACING), tmp_path / "t.pdf"
    write_pdf(shown, path)
    check_pdf(shown, path)
    pages = rows_by_page(path)
    first = [number for number, rows in pages.items() if "row0000" in rows]
    assert len(first) > 8
    assert all(pages[number].keys() == pages[first[0]].keys() for number in first)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(12))
def test_random_tables_are_the_same_cell_by_cell_on_facing_pages(seed: int, tmp_path: Path) -> None:
    shown = random_page(seed)
    shown = replace(shown, office=replace(shown.office, pdf_facing=True, page_columns=2))
    write_pdf(shown, tmp_path / "t.pdf")
    check_pdf(shown, tmp_path / "t.pdf")
    assert scan_content((tmp_path / "t.pdf").read_bytes(), "t.pdf", PublishableContent.of([shown])) == ()
