"""A package on the release page, and deputies on the page of settings, by mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView

from ckmcore.statistic.releases import releases
from ckmdesk.commands.data import take_over
from ckmdesk.commands.desk import ALL_PARTS, Changes
from ckmdesk.pages.release import page_preview
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.settings.page import SettingsPage
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import statistic_of
from tests.ckmdesk.pages.release_pages import hand_in, opened
from tests.kit.tables_page import settle


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> ReleasePage:
    return opened(window, tmp_path)


def select_all(window: MainWindow, page: ReleasePage) -> None:
    page.view.setFocus()
    page.view.setCurrentIndex(page.model.index(0, 0))
    QTest.keyClick(page.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    settle(window)


def test_several_submissions_are_read_attacked_together_and_released_by_one_decision(
    window: MainWindow, page: ReleasePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_preview, "LINES", 3)
    window.settings.offices.set(replace(window.settings.office, forms=("csv",)))
    hand_in(window, page, "Press")
    hand_in(window, page, "Ministry")
    assert not page.package.isVisibleTo(page)
    select_all(window, page)
    package = page.package
    assert package.isVisibleTo(page)
    assert package.numbers == (1, 2)
    assert not page.detail.buttons["release"].isVisibleTo(page)  # one decision, on the package
    assert not package.release.isEnabled()
    QTest.mouseClick(package.attack, Qt.MouseButton.LeftButton)
    settle(window)
    assert package.result is not None
    assert package.lines.findChildren(type(package.pages))
    assert "nos. 1, 2" in package.pages.text()
    assert not package.release.isEnabled()
    for key in (None, Qt.Key.Key_Up):  # each page is read by the keys, and all stay selected
        if key is not None:
            QTest.keyClick(page.view, key, Qt.KeyboardModifier.ControlModifier)
            settle(window)
        QTest.keyClick(page.preview.paper, Qt.Key.Key_End)
        settle(window)
    assert "were read" in package.pages.text()
    page.detail.person.setText("")
    QTest.mouseClick(package.release, Qt.MouseButton.LeftButton)
    assert [entry.kind for entry in statistic_of(window).register] == ["submitted", "submitted"]
    page.detail.person.setText("Bert")
    page.detail.remark.setText("Yearbook")
    package.release.setFocus()
    QTest.keyClick(package.release, Qt.Key.Key_Space)
    settle(window)
    entry = statistic_of(window).register[-1]
    assert (entry.kind, entry.releases, entry.remark) == ("released", (1, 2), "Yearbook")
    assert entry.checks[0].name == "together"
    assert [one.state for one in releases(statistic_of(window).register)] == ["released", "released"]
    assert not package.isVisibleTo(page)
    assert "nos. 1, 2" in window.message_bar.text


def test_another_selection_is_attacked_again(window: MainWindow, page: ReleasePage) -> None:
    for recipient in ("Press", "Ministry", "Yearbook"):
        hand_in(window, page, recipient)
    select_all(window, page)
    page.package.attack.click()
    settle(window)
    assert page.package._left is not None
    assert page.view.selectionMode() is QAbstractItemView.SelectionMode.ExtendedSelection
    page.view.selectAll()
    settle(window)
    assert page.package.numbers == (1, 2, 3)
    assert page.package._left is None
    assert not page.package.release.isEnabled()


def test_a_deputy_who_is_named_in_the_settings_does_not_release(window: MainWindow, page: ReleasePage) -> None:
    window.desk.run(take_over(replace(statistic_of(window), four_eyes=True)))
    window.go_to("settings")
    settle(window)
    settings = window.page("settings")
    assert isinstance(settings, SettingsPage)
    card = settings.deputies
    assert "None was named" in card.list.text()
    QTest.keyClicks(card.person, "Anna Clerk")
    QTest.keyClicks(card.deputy, "anna clerk")
    QTest.mouseClick(card.name, Qt.MouseButton.LeftButton)
    settle(window)
    assert "cannot be deputy" in card.fault.text()
    card.deputy.setText("Bert")
    card.end.setDate(QDate.currentDate().addDays(3))
    card.name.setFocus()
    QTest.keyClick(card.name, Qt.Key.Key_Space)
    settle(window)
    assert statistic_of(window).register[-1].kind == "deputy_named"
    assert "Bert for Anna Clerk" in card.list.text()
    window.go_to("release")
    settle(window)
    hand_in(window, page)
    window.settings.set("person", "Bert")
    page.refresh(page_changes())
    assert not page.detail.buttons["release"].isVisibleTo(page)
    assert "You are deputy of the person who submitted" in page.detail.why_not.text()
    window.settings.set("person", "Carla")
    page.refresh(page_changes())
    assert page.detail.buttons["release"].isVisibleTo(page)


def page_changes() -> Changes:
    return ALL_PARTS
