"""The table at hand on paper: its sheets are those of the draft's PDF, shown before they go to a printer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QPagedPaintDevice, QTextDocument
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QLabel

from ckmcore.messages import say
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office
from ckmcore.statistic.series import draft_of
from ckmcore.tabulate.spec import PRINTED, Presentation
from ckmdesk.commands.tables import swap_axes
from ckmdesk.pages.sheets import SheetsDialog
from ckmdesk.services.pdf import Sheets, TooWideForAPage, laid_out, pdf_bytes, print_pages
from ckmdesk.shell.print_table import PrintTable
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import SPEC
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


def test_a_sheet_can_stand_upright(dialog: PrintTable, window: MainWindow) -> None:
    dialog.portrait.click()
    settle(window)
    picture = shown(dialog)[0].pixmap()
    assert picture.height() > picture.width()


def test_another_table_is_shown_anew_and_what_is_printed_is_the_page_of_the_draft(
    dialog: PrintTable, window: MainWindow, tmp_path: Path
) -> None:
    assert dialog.sheets is not None
    before = dialog.sheets.page.html
    window.desk.run(swap_axes())
    settle(window)
    assert dialog.sheets is not None
    assert dialog.sheets.page.html != before
    path = tmp_path / "draft.pdf"
    window.services.exports.draft(path, "pdf")
    settle(window)
    assert path.read_bytes() == pdf_bytes(
        dialog.sheets.page.html, dialog.sheets.page.program, dialog.sheets.page.sheets
    )


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


def test_a_closed_window_listens_no_more(dialog: PrintTable, window: MainWindow) -> None:
    before = len(window.desk.listeners)
    dialog.close()
    assert len(window.desk.listeners) == before - 1
    window.desk.run(swap_axes())
    settle(window)


def test_sheets_that_are_too_wide_upright_are_shown_when_they_are_turned_and_the_table_is_made_once(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    whole = draft_of

    def counted(*arguments: Any) -> Draft:
        made.append(arguments)
        return whole(*arguments)

    def only_across(html: str, device: QPagedPaintDevice) -> QTextDocument:
        if device.width() < device.height():
            raise TooWideForAPage(percent=30)
        return laid_out(html, device)

    monkeypatch.setattr("ckmcore.statistic.series.draft_of", counted)
    monkeypatch.setattr("ckmdesk.services.pdf.laid_out", only_across)
    window.settings.offices.set(Office(orientation="portrait"))
    open_table(window, replace(SPEC, presentation=PRINTED))
    window.menus.actions["print"].trigger()
    settle(window)
    dialog = window.findChild(PrintTable)
    assert isinstance(dialog, PrintTable)
    assert dialog.sheets is None
    assert "30" in dialog.message.text
    assert (dialog.portrait.isChecked(), dialog.landscape.isChecked()) == (True, False)  # it is what was refused
    dialog.landscape.click()
    settle(window)
    assert (dialog.portrait.isChecked(), dialog.landscape.isChecked()) == (False, True)
    assert dialog.sheets is not None
    assert dialog.message.text == ""
    assert len(made) == 1


@pytest.mark.parametrize("presentation", [PRINTED, Presentation()])
def test_a_table_that_is_refused_either_way_marks_the_way_that_was_tried(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, presentation: Presentation
) -> None:
    def refused(html: str, device: QPagedPaintDevice) -> QTextDocument:
        raise TooWideForAPage(percent=10)

    monkeypatch.setattr("ckmdesk.services.pdf.laid_out", refused)
    window.settings.offices.set(Office(orientation="portrait"))
    open_table(window, replace(SPEC, presentation=presentation))
    window.menus.actions["print"].trigger()
    settle(window)
    dialog = window.findChild(PrintTable)
    assert isinstance(dialog, PrintTable)
    as_before = presentation == Presentation()  # stands across, whatever the office says
    assert dialog.landscape.isChecked() == as_before
    assert dialog.portrait.isChecked() != as_before
    for button in (dialog.landscape, dialog.portrait):
        button.click()
        settle(window)
        assert button.isChecked()
        assert "10" in dialog.message.text
    assert dialog.sheets is None


def test_two_windows_of_sheets_do_not_stop_each_other(dialog: PrintTable, window: MainWindow) -> None:
    other = SheetsDialog(window.jobs, window.settings, window.theme, "release", window)
    dialog.look()
    other.show_draft(dialog._make, "en")
    settle(window)
    assert dialog.sheets is not None
    assert other.sheets is not None
    other.close()


def test_only_the_chosen_sheets_are_printed(tmp_path: Path) -> None:
    rows = "".join(f"<tr><td>{number}</td></tr>" for number in range(300))
    html = f"<html><head></head><body><table>{rows}</table></body></html>"
    sheets = Sheets.of(Office(), "en")
    printed = []
    for chosen in ((0, 0), (2, 2)):
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / f"{chosen[0]}.pdf"))
        printer.setPageLayout(sheets.page_layout)
        printer.setFromTo(*chosen)
        print_pages(html, sheets, printer)
        printed.append((tmp_path / f"{chosen[0]}.pdf").read_bytes().count(b"/Type /Page\n"))
    assert printed[0] > 2
    assert printed[1] == 1


def test_sheets_that_are_not_shown_are_counted(dialog: PrintTable) -> None:
    assert dialog.sheets is not None
    dialog.sheets = replace(dialog.sheets, count=4)
    dialog._show_sheets()
    assert say("desk_more_sheets", "en", count=3) in [one.text() for one in dialog.room.findChildren(QLabel)]
