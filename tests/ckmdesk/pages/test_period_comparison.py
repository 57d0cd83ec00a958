"""A delivery is compared with the former period on the data page before it is taken over."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyreadstat
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle


def people(folder: Path, year: int, codes: str) -> Path:
    lines = ["sex;area;income;rkey"]
    lines += [f"{codes[n % 10]};{'NSW'[n % 3]};{100 + n % 7};0,{n * 37 % 1000:03d}" for n in range(600)]
    path = folder / f"people_{year}.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def page(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DataPage:
    """The data page, on which a second year is looked at whose codes of sex changed places."""
    window.go_to("data")
    window.open_path(people(tmp_path, 2023, "1111111222"))
    settle(window)
    page = data_page_now(window)
    assert not page.import_view.comparison.isVisible()
    page.take_button.click()
    settle(window)
    file = people(tmp_path, 2024, "2222222111")
    monkeypatch.setattr(window, "choose_open_file", lambda *_: file)
    page.loaded_view.show_tab(page.loaded_view.periods_tab)
    page.loaded_view.periods_tab.add.click()
    settle(window)
    return page


@pytest.mark.daily(1)
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_exchanged_codes_are_marked_before_the_delivery_is_taken_over(
    window: MainWindow, page: DataPage, qtbot: QtBot, by: str
) -> None:
    card = page.import_view.comparison
    assert card.isVisible()
    assert card.heading.text() == "Beside 2023"
    assert not card.table.isVisible()
    if by == "mouse":
        qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    else:
        card.button.setFocus()
        qtbot.keyClick(card.button, Qt.Key.Key_Return)
    settle(window)
    assert card.facts.text() == "1 unlikely change"
    shown = [(line.variable, line.what, line.former, line.now, line.unlikely) for line in card.model.rows]
    assert ("sex", "1", "70.0 %", "30.0 %", True) in shown
    assert ("area", "N", "33.3 %", "33.3 %", False) in shown
    assert card.compared is not None
    assert "seem to be exchanged" in card.compared[1].unlikely[0].sentence.text("en")
    window.settings.set("language", "de")
    settle(window)
    card = data_page_now(window).import_view.comparison
    assert card.facts.text() == "1 unwahrscheinliche Veränderung"
    assert card.heading.text() == "Neben 2023"


@pytest.mark.thorough
def test_a_comparison_of_other_roles_stays_and_one_of_another_reading_goes(window: MainWindow, page: DataPage) -> None:
    card = page.import_view.comparison
    card.button.click()
    settle(window)
    page.import_view.table.heads.role_chosen.emit("income", "ignored")
    settle(window)
    assert card.compared is not None
    page.import_view.file_card.header.click()
    settle(window)
    assert card.compared is None
    assert not card.table.isVisible()


@pytest.mark.thorough
def test_exchanged_labels_are_asked_beside_the_preview_until_they_are_answered(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for year, labels in ((2023, {1: "m", 2: "f"}), (2024, {1: "f", 2: "m"})):
        frame = pd.DataFrame({"sex": [1.0] * 70 + [2.0] * 30, "rkey": [place / 1000 for place in range(100)]})
        pyreadstat.write_sav(frame, tmp_path / f"{year}.sav", variable_value_labels={"sex": labels})
    window.go_to("data")
    window.open_path(tmp_path / "2023.sav")
    settle(window)
    page = data_page_now(window)
    page.take_button.click()
    settle(window)
    monkeypatch.setattr(window, "choose_open_file", lambda *_: tmp_path / "2024.sav")
    page.loaded_view.show_tab(page.loaded_view.periods_tab)
    page.loaded_view.periods_tab.add.click()
    settle(window)
    page.take_button.click()
    settle(window)
    plan = page.import_view.plan
    assert ("labels", "sex") in plan.choices
    plan.answered.emit("labels", "sex", "by_label")
    settle(window)
    assert plan.choices["labels", "sex"].currentData() == "by_label"
    page.take_button.click()
    settle(window)
    statistic, data = window.desk.state.statistic, window.desk.session.data
    assert statistic is not None
    assert data is not None
    assert statistic.current == 1
    counts = {
        code: int((data.columns["sex"] == place).sum()) for place, code in enumerate(data.dimensions["sex"].codes)
    }
    assert counts == {"1": 30, "2": 70}
