"""Sheets of long tables are set, read back, drawn, shown and printed while the window's thread answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtGui import QPageRanges
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QWidget

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.formats.export import export_files
from ckmcore.methods.draft import Draft
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.settings import Settings
from ckmdesk.look.theme import Theme
from ckmdesk.pages.sheets import SheetsDialog
from ckmdesk.services.sheets import page_layout, page_picture, print_pages
from tests.kit.held_up import HeldUp

OWN, WAITED = 50, 100  # milliseconds; on a busy computer the second has what ran beside, too
PATIENCE = 900


@cache
def draft(rows: int) -> Draft:
    """A table of so many rows and ten columns, the totals among them."""
    chance, count = np.random.default_rng(1), (rows - 1) * 20
    places = np.concatenate([np.arange(rows - 1), chance.integers(0, rows - 1, count)])
    frame = pd.DataFrame({"place": places.astype(str), "kind": chance.integers(0, 9, len(places)).astype(str)})
    data = ckm.Microdata.from_pandas(frame, ["place", "kind"])
    table = ckm.protect(ckm.tabulate(data, ckm.TableSpec("place", "kind")), ckm.Rounding(5))
    words = ckm.Texts.same
    return Draft(table, words("Places"), words("Statistic"), words("2025"), words("Source"), "2025-12-31")


@pytest.fixture
def jobs(qapp: object) -> Iterator[Jobs]:
    del qapp
    made = Jobs()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def held_up(qapp: object) -> Iterator[HeldUp]:
    del qapp
    made = HeldUp()
    yield made
    made.end()


@pytest.mark.thorough
@pytest.mark.parametrize("rows", [1_500, 20_000])
def test_no_step_on_the_way_to_paper_holds_up_the_window(
    rows: int, jobs: Jobs, held_up: HeldUp, settings: Settings, theme: Theme, tmp_path: Path
) -> None:
    made, found = draft(rows), dict[str, tuple[float, float]]()
    parent = QWidget()
    dialog = SheetsDialog(jobs, settings, theme, "drafts", parent)
    dialog.show()

    def step(name: str, begin: Callable[[], object]) -> None:
        held_up.forget()
        begin()
        assert jobs.wait_idle(PATIENCE)
        found[name] = held_up.own, held_up.waited

    def job(work: Callable[[JobContext], object]) -> None:
        faults: list[CkmError] = []
        jobs.start("step", work, None, faults.append)
        assert jobs.wait_idle(PATIENCE)
        assert faults == []

    step("set, read back, drawn and shown", lambda: dialog.show_draft(lambda _: made, "en"))
    sheets = dialog.sheets
    assert sheets is not None
    assert len(sheets.pictures) == 30
    path = tmp_path / "places.pdf"
    step("exported", lambda: job(lambda context: export_files(made, path, form="pdf", cancelled=context.cancelled)))
    assert path.stat().st_size > 100_000
    step("a page drawn", lambda: job(lambda _: page_picture(sheets.pdf.content, sheets.count - 1, 144)))
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    pages = QPageRanges()
    pages.addRange(1, 3)

    def begin_to_print() -> None:
        printer.setPageLayout(page_layout(sheets.pdf))
        printer.setPageRanges(pages)
        job(lambda _: print_pages(sheets.pdf.content, printer))

    step("printed", begin_to_print)
    assert (tmp_path / "printed.pdf").stat().st_size > 10_000
    dialog.close()
    parent.deleteLater()
    assert {name: times for name, times in found.items() if times[0] > OWN or times[1] > WAITED} == {}, found
