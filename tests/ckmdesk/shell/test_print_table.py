"""The table at hand on paper: its sheets are those of the draft's PDF, shown before they go to a printer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QLabel

import ckmcore as ckm
from ckmcore.errors import Cancelled, InputError
from ckmcore.formats import write_pdf
from ckmcore.messages import say
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office
from ckmcore.statistic.series import draft_of
from ckmcore.tabulate.spec import PRINTED, Level, Presentation, TableSpec
from ckmdesk.commands.tables import swap_axes
from ckmdesk.pages.sheets import SheetsDialog
from ckmdesk.services.sheets import page_layout, page_pictures, print_pages, sheets_of, stands_upright
from ckmdesk.shell.print_table import PrintTable
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import SPEC, small_data, small_statistic
from tests.kit.tables_page import open_table, settle


@pytest.fixture
def dialog(window: MainWindow) -> PrintTable:
    open_table(window, SPEC)
    window.menus.actions["print"].trigger()
    settle(window)
    found = window.findChild(PrintTable)
    assert isinstance(found, PrintTable)
    return found


def shown(dialog: PrintTable) -> list[QLabel]:
    return [one for one in dialog.room.findChildren(QLabel) if one.accessibleName().startswith("Sheet")]


def test_the_sheets_of_the_table_at_hand_are_shown_with_their_number(dialog: PrintTable) -> None:
    assert dialog.count.text() == "1 sheet"
    assert [one.accessibleName() for one in shown(dialog)] == ["Sheet 1 of 1"]
    assert not [one for one in dialog.room.findChildren(QLabel) if "more" in one.text()]
    picture = shown(dialog)[0].pixmap()
    assert picture.width() > picture.height() > 500
    assert dialog.print_button.isEnabled()


@pytest.mark.thorough
def test_a_sheet_can_stand_upright(dialog: PrintTable, window: MainWindow) -> None:
    dialog.portrait.click()
    settle(window)
    picture = shown(dialog)[0].pixmap()
    assert picture.height() > picture.width()


@pytest.mark.thorough
def test_another_table_is_shown_anew_and_what_is_printed_is_the_page_of_the_draft(
    dialog: PrintTable, window: MainWindow, tmp_path: Path
) -> None:
    assert dialog.sheets is not None
    before = dialog.sheets.pdf.content
    window.desk.run(swap_axes())
    settle(window)
    assert dialog.sheets is not None
    assert dialog.sheets.pdf.content != before
    path = tmp_path / "draft.pdf"
    window.services.exports.draft(path, "pdf")
    settle(window)
    assert path.read_bytes() == dialog.sheets.pdf.content


@pytest.mark.thorough
def test_the_sheets_go_to_the_printer_that_was_chosen(dialog: PrintTable, window: MainWindow, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    dialog.print_on(printer)
    settle(window)
    assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF")
    assert dialog.message.text.startswith("Sent to “")
    assert dialog.print_button.isEnabled()


def test_without_records_there_is_nothing_to_print(window: MainWindow) -> None:
    assert not window.menus.actions["print"].isEnabled()
    made = PrintTable(window.desk, window.jobs, window.settings, window.theme, window)
    assert not made.print_button.isEnabled()
    made.show()
    assert "no table to print" in made.message.text
    made.close()


@pytest.mark.thorough
def test_a_closed_window_listens_no_more(dialog: PrintTable, window: MainWindow) -> None:
    before = len(window.desk.listeners)
    dialog.close()
    assert len(window.desk.listeners) == before - 1
    window.desk.run(swap_axes())
    settle(window)


@pytest.mark.thorough
def test_sheets_that_cannot_be_set_mark_the_way_that_was_tried_and_the_table_is_made_once(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    whole, right = draft_of, write_pdf.pdf_bytes

    def counted(*arguments: Any) -> Draft:
        made.append(arguments)
        return whole(*arguments)

    def only_across(*arguments: Any, upright: bool) -> bytes:
        if upright:
            raise InputError("typesetting_failed", detail="no room")
        return right(*arguments, upright=upright)

    monkeypatch.setattr("ckmcore.statistic.series.draft_of", counted)
    monkeypatch.setattr(write_pdf, "pdf_bytes", only_across)
    window.settings.offices.set(Office(orientation="portrait"))
    open_table(window, replace(SPEC, presentation=PRINTED))
    window.menus.actions["print"].trigger()
    settle(window)
    dialog = window.findChild(PrintTable)
    assert isinstance(dialog, PrintTable)
    assert dialog.sheets is None
    assert "no room" in dialog.message.text
    assert (dialog.portrait.isChecked(), dialog.landscape.isChecked()) == (True, False)  # it is what was refused
    dialog.landscape.click()
    settle(window)
    assert (dialog.portrait.isChecked(), dialog.landscape.isChecked()) == (False, True)
    assert dialog.sheets is not None
    assert dialog.message.text == ""
    assert len(made) == 1


@pytest.mark.parametrize("presentation", [PRINTED, Presentation()])
def test_a_table_stands_as_the_office_prints_where_it_is_set_off(presentation: Presentation) -> None:
    draft = small_statistic().draft(replace(SPEC, presentation=presentation), small_data())
    office = Office(orientation="portrait")
    as_before = presentation == Presentation()  # lies, whatever the office says
    assert stands_upright(draft, office) != as_before
    assert sheets_of(draft, "en", office).upright != as_before


@pytest.mark.thorough
def test_two_windows_of_sheets_do_not_stop_each_other(dialog: PrintTable, window: MainWindow) -> None:
    other = SheetsDialog(window.jobs, window.settings, window.theme, "release", window)
    dialog.look()
    other.show_draft(dialog._make, "en")
    settle(window)
    assert dialog.sheets is not None
    assert other.sheets is not None
    other.close()


@pytest.mark.thorough
def test_only_the_chosen_sheets_are_printed_each_on_paper_of_its_size(tmp_path: Path) -> None:
    groups = tuple(ckm.Group(ckm.Texts.same(f"Areas {number}"), ("0", "1")) for number in range(90))
    spec = TableSpec(rows=Level("area", groups=groups), columns="sex")
    sheets = sheets_of(small_statistic().draft(spec, small_data()), "en", Office())
    _, count = page_pictures(sheets.content, 50, 1, lambda: False)
    printed = []
    for chosen in ((0, 0), (2, 2)):
        path = tmp_path / f"{chosen[0]}.pdf"
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(path))
        printer.setPageLayout(page_layout(sheets))
        printer.setFromTo(*chosen)
        print_pages(sheets.content, printer)
        pictures, number = page_pictures(path.read_bytes(), 50, 9, lambda: False)
        printed.append((number, pictures))
    assert printed[0][0] == count > 2
    assert printed[1][0] == 1
    wanted = page_pictures(sheets.content, 50, 9, lambda: False)[0][1]
    (only,) = printed[1][1]
    assert (only.width(), only.height()) == (wanted.width(), wanted.height())
    assert np.abs(grey(only) - grey(wanted)).mean() < 3  # of 255: what stands on the sheet is what is printed


def grey(picture: QImage) -> NDArray[np.float64]:
    made = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    lines = np.frombuffer(made.constBits(), dtype=np.uint8).reshape(made.height(), made.bytesPerLine())
    found: NDArray[np.float64] = lines[:, : made.width()].astype(np.float64)
    return found


def test_pictures_of_sheets_are_cancelled() -> None:
    sheets = sheets_of(small_statistic().draft(SPEC, small_data()), "en", Office())
    with pytest.raises(Cancelled):
        page_pictures(sheets.content, 50, 1, lambda: True)


@pytest.mark.thorough
def test_sheets_that_are_not_shown_are_counted(dialog: PrintTable) -> None:
    assert dialog.sheets is not None
    dialog.sheets = replace(dialog.sheets, count=4)
    dialog._show_sheets()
    assert say("desk_more_sheets", "en", count=3) in [one.text() for one in dialog.room.findChildren(QLabel)]
