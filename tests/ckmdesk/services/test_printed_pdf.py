"""A PDF as an office prints it: its paper, its words above and below each page, the number of each page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QColor, QImage, QPalette, QPdfWriter, QTextTable
from PySide6.QtWidgets import QApplication

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.methods.draft import Draft
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.office.settings import Office
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.spec import PRINTED, Level, Presentation, TableSpec
from ckmdesk.services import pdf
from ckmdesk.services.pdf import (
    DraftPage,
    TooWideForAPage,
    draft_page,
    laid_out,
    page_pictures,
    pdf_bytes,
    write_draft_pdf,
)
from tests.kit.dash_for_zero import DASH
from tests.kit.statistics import small_data, small_statistic

# The program as it starts, with this in place of its window.
PROGRAM = """
import hashlib, sys, types
from ckmdesk.__main__ import main
def window():
    from PySide6.QtWidgets import QApplication
    from ckmdesk.services.pdf import pdf_bytes
    app = QApplication([])
    print(hashlib.sha256(pdf_bytes("<html><head></head><body><h1>Fett</h1><p>und nicht</p></body></html>")).hexdigest())
    return 0
sys.modules["ckmdesk.shell.app"] = types.SimpleNamespace(main=window)
main()
"""
WORDS = ("Mathematik", "Wirtschaft", "Mammutbaum", "Wasserwirtschaft", "Werkstoffe")
OFFICE = replace(DASH, header=ckm.Texts("Yearbook", "Jahrbuch"), footer=ckm.Texts("© Office", "© Amt"))


def draft(presentation: Presentation = PRINTED) -> Draft:
    """A table of more rows than a page has."""
    repeated = tuple(ckm.Group(ckm.Texts.same(f"Areas {number}"), ("0", "1")) for number in range(60))
    spec = TableSpec(rows=Level("area", groups=repeated), columns=["sex"], presentation=presentation)
    return small_statistic().draft(spec, small_data())


def boxes(path: Path) -> list[tuple[float, float]]:
    """The sizes of the pages in points."""
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", path.read_bytes())
    return [(float(wide), float(high)) for wide, high in found]


def test_pages_have_the_paper_of_the_office_its_words_and_their_numbers(qapp: QApplication, tmp_path: Path) -> None:
    (path,) = write_draft_pdf(draft(), tmp_path / "t.pdf", "de", replace(OFFICE, orientation="portrait"))
    assert len(boxes(path)) == 2
    assert {(round(wide), round(high)) for wide, high in boxes(path)} == {(595, 842)}
    page = present_draft(draft(), "de", OFFICE)
    assert scan(path, PublishableContent.of([page])) == ()  # as it was before it was handed over
    strange = present_draft(draft(), "de", replace(OFFICE, header=ckm.Texts(), footer=ckm.Texts()))
    assert {hit.shown for hit in scan(path, PublishableContent.of([strange]))} >= {"Jahrbuch", "© Amt"}


def lowest_line(made: DraftPage) -> tuple[int, int, int]:
    """The lowest line of pixels on the first page that are not white: how far it stands above the room's foot, how
    wide it is, and how many pixels of it are ink."""
    dpi, room = 96, made.sheets.page_layout.paintRectPixels(96)
    picture = page_pictures(made.html, made.sheets, dpi, 1, lambda: False)[0][0]
    for y in range(room.bottom(), room.top(), -1):
        ink = [x for x in range(picture.width()) if picture.pixel(x, y) & 0xFFFFFF != 0xFFFFFF]
        if ink:
            return room.bottom() - y, ink[-1] - ink[0] + 1, len(ink)
    raise AssertionError("nothing is printed")


@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_a_page_that_ends_within_a_table_closes_the_last_row_under_its_text(
    qapp: QApplication, orientation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = draft_page(draft(), "de", replace(OFFICE, orientation=orientation))  # type: ignore[arg-type]
    above, wide, ink = lowest_line(made)
    assert ink == wide > 100
    monkeypatch.setattr(pdf, "_rule_of_page", lambda *_: None)
    above_before, wide, ink = lowest_line(made)  # as Qt draws it: down to the foot, and open there
    assert ink < wide
    assert above > above_before


def test_a_table_on_one_page_and_one_that_is_not_set_off_keep_their_bytes(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = small_statistic().draft(TableSpec(rows="area", columns="sex", presentation=PRINTED), small_data())
    pages = [draft_page(one, "de", OFFICE) for one in (short, draft(Presentation()), draft())]
    now = [pdf_bytes(page.html, page.program, page.sheets) for page in pages]
    monkeypatch.setattr(pdf, "_rule_of_page", lambda *_: None)
    before = [pdf_bytes(page.html, page.program, page.sheets) for page in pages]
    assert [one == other for one, other in zip(now, before, strict=True)] == [True, True, False]


@pytest.mark.parametrize("repeated", [0, 4, 6])
def test_notes_below_a_table_that_ends_near_the_foot_of_a_page_are_printed(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, repeated: int
) -> None:
    """Qt takes a table for higher than it is by its head: what stands below it is none of it."""
    areas = tuple(ckm.Group(ckm.Texts.same(f"Areas {number}"), ("0", "1")) for number in range(8 + repeated))
    values = ["count", ckm.share("row")]
    rows, shown = Level("area", groups=areas), replace(PRINTED, numbered=True)
    spec = TableSpec(rows=rows, columns=["sex"], values=values, presentation=shown)
    made = draft_page(small_statistic().draft(spec, small_data()), "de", OFFICE)
    now = pdf_bytes(made.html, made.program, made.sheets)
    monkeypatch.setattr(pdf, "_rule_of_page", lambda *_: None)
    assert now == pdf_bytes(made.html, made.program, made.sheets)


@pytest.mark.thorough
def test_each_start_of_the_program_prints_the_same_bytes() -> None:
    given = {name: value for name, value in os.environ.items() if name != "QT_HASH_SEED"}
    command = [sys.executable, "-c", PROGRAM]
    assert len({subprocess.run(command, env=given, capture_output=True, check=True).stdout for _ in range(8)}) == 1


def columns_on_paper(presentation: Presentation) -> tuple[list[str], list[float]]:
    """The labels of the first rows as a text document has them, and the widths of the columns of figures."""
    sex = Level("sex", labels={"1": Texts.same("Constantinople")})  # type: ignore[arg-type]
    spec = TableSpec(rows=Level("area", depths=(0,), expanded=("N",)), columns=sex, presentation=presentation)
    tree = Hierarchy.from_depths([("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)])
    data = small_data().with_hierarchy("area", tree)
    made = draft_page(small_statistic().draft(spec, data), "en", OFFICE)
    page = laid_out(made.html, QPdfWriter(QBuffer()))
    (table,) = (frame for frame in page.rootFrame().childFrames() if isinstance(frame, QTextTable))
    layout = page.documentLayout()

    def left(row: int, column: int) -> float:
        return layout.blockBoundingRect(table.cellAt(row, column).firstCursorPosition().block()).left()

    first = table.format().toTableFormat().headerRowCount()
    stub = [table.cellAt(row, 0).firstCursorPosition().block().text() for row in range(first, table.rows())]
    return stub, [left(first, column + 1) - left(first, column) for column in range(1, table.columns() - 1)]


def test_nodes_are_set_in_on_paper_and_columns_of_figures_are_of_one_width(qapp: QApplication) -> None:
    stub, widths = columns_on_paper(PRINTED)
    assert stub[:3] == ["N", "\u00a0\u00a0\u00a00", "\u00a0\u00a0\u00a01"]
    assert len(widths) == 2
    assert widths[0] == pytest.approx(widths[1], abs=2)
    before, uneven = columns_on_paper(Presentation())
    assert before[:3] == ["N", "0", "1"]
    assert abs(uneven[0] - uneven[1]) > 5


def test_every_word_above_a_column_has_its_room(qapp: QApplication) -> None:
    labels = {str(number): Texts.same(word) for number, word in enumerate(WORDS)}
    columns = ["sex", Level("area", labels=labels)]  # type: ignore[arg-type]
    spec = TableSpec(columns=columns, presentation=PRINTED)
    made = draft_page(small_statistic().draft(spec, small_data()), "de", OFFICE)
    page = laid_out(made.html, QPdfWriter(QBuffer()))
    assert " width=" not in made.html  # too wide for columns of one width
    (table,) = (frame for frame in page.rootFrame().childFrames() if isinstance(frame, QTextTable))
    last = table.format().toTableFormat().headerRowCount()
    for column in range(1, table.columns()):
        above, below = (table.cellAt(row, column).firstCursorPosition().block().layout() for row in (last - 1, last))
        for number in range(above.lineCount()):
            assert above.lineAt(number).naturalTextWidth() <= below.lineAt(0).width() + 1


def test_compounds_above_columns_are_broken_in_german_and_the_search_knows_them(
    qapp: QApplication, tmp_path: Path
) -> None:
    words = {"0": "Rechts- und Wirtschaftswissenschaften", "1": "Agrarwissenschaften"}
    labels = {code: Texts.same(label) for code, label in words.items()}
    spec = TableSpec(rows=["sex"], columns=Level("area", labels=labels), presentation=PRINTED)  # type: ignore[arg-type]
    made = small_statistic().draft(spec, small_data())
    assert "Wirtschafts\u00adwissenschaften" in draft_page(made, "de", OFFICE).html
    assert "\u00ad" not in draft_page(made, "en", OFFICE).html
    (path,) = write_draft_pdf(made, tmp_path / "t.pdf", "de", OFFICE)  # is read back, and searched
    page = present_draft(made, "de", OFFICE)
    assert scan(path, PublishableContent.of([page])) == ()
    other = present_draft(small_statistic().draft(spec.with_changes(columns=["area"]), small_data()), "de", OFFICE)
    assert [hit.shown for hit in scan(path, PublishableContent.of([other])) if "wissen" in hit.shown]


@pytest.mark.parametrize("paper", ["a3", "letter"])
def test_other_paper_is_wide_as_that_is(qapp: QApplication, tmp_path: Path, paper: str) -> None:
    office = Office(paper=paper)  # type: ignore[arg-type]
    (path,) = write_draft_pdf(draft(), tmp_path / "t.pdf", "en", office)
    assert {(round(wide), round(high)) for wide, high in boxes(path)} == {
        {"a3": (1191, 842), "letter": (792, 612)}[paper]
    }


def test_the_same_table_gives_the_same_bytes_whatever_the_theme(qapp: QApplication, tmp_path: Path) -> None:
    (first,) = write_draft_pdf(draft(), tmp_path / "1.pdf", "en", OFFICE)
    before = qapp.palette()
    dark = QPalette(before)
    dark.setColor(QPalette.ColorRole.Text, QColor("#ffffff"))
    qapp.setPalette(dark)
    try:
        (second,) = write_draft_pdf(draft(), tmp_path / "2.pdf", "en", OFFICE)
    finally:
        qapp.setPalette(before)
    assert first.read_bytes() == second.read_bytes()


def test_a_table_of_before_is_printed_as_before(qapp: QApplication, tmp_path: Path) -> None:
    plain = draft(Presentation())
    written = [
        write_draft_pdf(plain, tmp_path / f"{number}.pdf", "en", office)[0].read_bytes()
        for number, office in enumerate((Office(), replace(Office(), paper="a3", header=OFFICE.header)))
    ]
    assert written[0] == written[1]


@pytest.mark.daily(1)
@pytest.mark.parametrize("shown", [PRINTED, Presentation()])
def test_dots_lead_from_labels_to_figures_where_the_table_is_shown_so(
    qapp: QApplication, tmp_path: Path, shown: Presentation
) -> None:
    files, marked = [], []
    for leaders in (False, True):
        made = draft(replace(shown, leaders=leaders))
        (path,) = write_draft_pdf(made, tmp_path / f"{leaders}.pdf", "en", OFFICE)  # is read back, and searched
        page = draft_page(made, "en", OFFICE)
        assert page.sheets.leaders == (1 if leaders else 0)
        pictures, number = page_pictures(page.html, page.sheets, 60, 9, lambda: False)
        files.append((boxes(path), number))
        marked.append(dark(pictures[0]))
    assert files[0] == files[1]
    plain, led = marked
    new = led & ~plain
    assert not (plain & ~led).any()
    rows, columns = np.nonzero(new)
    figures = np.nonzero(plain.sum(axis=0))[0].max() * 0.8
    assert columns.max() < figures  # between labels and figures, none behind these
    assert len(set(rows.tolist())) >= 5  # the short labels; the others fill their column


def wide(presentation: Presentation, groups: int = 14) -> Draft:
    """A table of more columns than a sheet of paper has room for."""
    repeated = tuple(ckm.Group(ckm.Texts.same(f"Areas {number}"), ("0", "1")) for number in range(groups))
    spec = TableSpec(columns=["sex", Level("area", groups=repeated)], presentation=presentation)
    return small_statistic().draft(spec, small_data())


def test_what_no_sheet_has_room_for_goes_on_beside_under_title_and_head(qapp: QApplication, tmp_path: Path) -> None:
    made = wide(replace(PRINTED, numbered=True))
    (path,) = write_draft_pdf(made, tmp_path / "t.pdf", "en", OFFICE)  # is read back, and searched
    page = draft_page(made, "en", OFFICE).html
    titles, heads = re.findall("<h1[^>]*>([^<]*)</h1>", page), re.findall("<thead>(.*?)</thead>", page, re.DOTALL)
    assert len(set(titles)) == 1
    assert len(titles) == len(heads) == len(boxes(path)) > 1
    assert page.count("<h2") == 1  # the notes, once
    numbers = [number for head in heads for number in re.findall(r">(\d+)</th>", head.rpartition("<tr>")[2])]
    assert numbers == [str(number + 1) for number in range(60)]
    with pytest.raises(TooWideForAPage, match="Files as an office prints them"):
        write_draft_pdf(wide(Presentation(), 40), tmp_path / "u.pdf", "en", OFFICE)  # as before
    assert len(boxes(*write_draft_pdf(wide(PRINTED, 40), tmp_path / "u.pdf", "en", OFFICE))) > len(titles)
    (larger,) = write_draft_pdf(made, tmp_path / "v.pdf", "en", replace(OFFICE, paper="a3"))
    assert len(boxes(larger)) < len(titles)


def test_a_table_in_parts_is_divided_between_groups_where_one_begins_near(qapp: QApplication) -> None:
    made = wide(PRINTED)
    page = present_draft(made, "en", OFFICE)
    assert [part.start for part in pdf._parts(page, 3)] == [0, 20, 40]
    assert [part.start for part in pdf._parts(page, 4)] == [0, 20, 30, 40]  # a group of 20 is divided once
    assert pdf._parts(page, 60) == [range(line, line + 1) for line in range(60)]


def dark(picture: QImage) -> NDArray[np.bool_]:
    """Where something is printed."""
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    lines = np.frombuffer(grey.constBits(), dtype=np.uint8).reshape(grey.height(), grey.bytesPerLine())
    found: NDArray[np.bool_] = lines[:, : grey.width()] < 200
    return found
