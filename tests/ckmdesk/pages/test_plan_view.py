"""Questions on how a file is read are answered beside its preview, by mouse and by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ckmdesk.pages.data.import_view import ReadingPlanView
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle

DIRTY = (
    "Tabelle 5;;\nKREIS;SEX;UMSATZ\n" + "".join(f"0100{row % 3};{'mf'[row % 2]};{row}.500\n" for row in range(1, 40))
    + "01001;m;k.A.\n;;\nQuelle: Statistisches Amt;;\n"
)  # fmt: skip


@pytest.fixture
def page(window: MainWindow) -> DataPage:
    window.go_to("data")
    return data_page_now(window)


def opened(window: MainWindow, page: DataPage, folder: Path) -> ReadingPlanView:
    path = folder / "umsatz_2024.csv"
    path.write_text(DIRTY, encoding="utf-8")
    page.open_file(path)
    settle(window)
    return page.import_view.plan


def test_questions_stand_before_notices_and_taking_over_leads_to_them(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    plan = opened(window, page, tmp_path)
    assert plan.isVisible()
    assert {kind for kind, _ in plan.choices} == {"notes", "point", "words"}
    page.take_button.click()
    settle(window)
    assert "3 questions beside the preview" in page.message.text
    assert window.desk.state.statistic is None
    assert next(iter(plan.choices.values())).hasFocus() or not window.isActiveWindow()


def test_answers_by_keys_lead_to_records_that_are_right(
    window: MainWindow, page: DataPage, tmp_path: Path, qtbot: QtBot
) -> None:
    plan = opened(window, page, tmp_path)
    for kind, column in list(plan.choices):
        combo = plan.choices[kind, column]
        combo.setFocus()
        qtbot.keyClick(combo, Qt.Key.Key_Down)
        settle(window)
        assert plan.choices[kind, column].currentIndex() == 1
    assert page.state is not None
    assert not page.state.plan.questions  # type: ignore[union-attr]
    page.take_button.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.rows == 40
    amounts = data.magnitudes["UMSATZ"]
    assert sum(amounts.values) / amounts.scale == sum(row * 1000 + 500 for row in range(1, 40))


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_plan_is_said_in_the_language_of_the_window(
    window: MainWindow, page: DataPage, tmp_path: Path, language: str
) -> None:
    window.settings.set("language", language)
    settle(window)
    page = data_page_now(window)
    plan = opened(window, page, tmp_path)
    assert plan.heading.text() == {"de": "So wird die Datei gelesen", "en": "How the file is read"}[language]


def test_rows_that_are_no_records_are_struck_through_in_their_place(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    opened(window, page, tmp_path)
    model = page.import_view.table.preview_model
    shown = [(model.is_record(row), model.index(row, 0).data()) for row in range(model.rowCount())]
    assert shown[0] == (False, "Tabelle 5")
    assert shown[1][0]
    assert [text for is_record, text in shown if not is_record] == ["Tabelle 5", "Quelle: Statistisches Amt"]
    assert model.headerData(1, Qt.Orientation.Vertical) == "1"
    assert page.import_view.table.grab().width() > 0
