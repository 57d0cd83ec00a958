"""What the release page holds back: pages that were not read, figures under an embargo, a toast over its buttons."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QDateTime, QPoint, QRect, Qt
from PySide6.QtTest import QTest

from ckmcore.statistic.releases import find_release, releases
from ckmdesk.commands.desk import Changes
from ckmdesk.pages.release import detail as detail_module
from ckmdesk.pages.release import page as page_module
from ckmdesk.pages.release import page_preview
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.release.submit_card import own_zone
from ckmdesk.services import releases as release_services
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import statistic_of
from tests.ckmdesk.pages.release_pages import do, hand_in, opened
from tests.kit.tables_page import settle


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> ReleasePage:
    return opened(window, tmp_path)


@pytest.mark.parametrize("by_end", [True, False])
def test_a_release_needs_all_pages_or_the_last_one_by_keys(
    window: MainWindow, page: ReleasePage, monkeypatch: pytest.MonkeyPatch, *, by_end: bool
) -> None:
    monkeypatch.setattr(page_preview, "LINES", 3)
    page.open_submit()
    settle(window)
    for name, box in page.submit_card.forms.items():
        box.setChecked(name == "csv")
    page.submit_card.submit.click()
    settle(window)
    button, preview, count = page.detail.buttons["release"], page.preview, page.preview.page.count  # type: ignore[union-attr]
    assert count > 2
    assert not button.isEnabled()
    assert page.detail.unseen.isVisibleTo(page)
    assert f"Pages seen: 1 of {count}" in page.detail.unseen.text() == button.accessibleDescription()
    if by_end:
        QTest.keyClick(preview.paper, Qt.Key.Key_End)
        settle(window)
    else:
        for seen in range(2, count + 1):
            assert not button.isEnabled()
            QTest.mouseClick(preview.on, Qt.MouseButton.LeftButton)
            settle(window)
            assert (f"Pages seen: {seen} of {count}" in page.detail.unseen.text()) == (seen < count)
    assert button.isEnabled()
    assert not page.detail.unseen.isVisibleTo(page)
    window.settings.set("language", "de")  # the page is built again, and what was read is known
    settle(window)
    assert window.page("release").detail.buttons["release"].isEnabled()


@pytest.mark.look
def test_the_answer_to_a_step_covers_no_button_that_decides(window: MainWindow, page: ReleasePage) -> None:
    window.resize(1280, 800)
    window.show()
    hand_in(window, page)
    toast = window.message_bar._room
    assert toast.isVisible()
    foot = page.detail.foot
    covered = QRect(toast.mapToGlobal(QPoint()), toast.size())
    assert not covered.intersects(QRect(foot.mapToGlobal(QPoint()), foot.size()))
    assert page.detail.buttons["return"].isVisible()


@pytest.mark.thorough
def test_an_embargo_keeps_files_and_figures_back_until_it_is_over(
    window: MainWindow, page: ReleasePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.open_submit()
    settle(window)
    page.submit_card.embargo_on.click()
    page.submit_card.submit.click()
    settle(window)
    do(window, page, "release")
    assert "when the embargo is over" in window.message_bar.text
    assert statistic_of(window).snapshots == ()
    shown = {step for step, button in page.detail.buttons.items() if button.isVisibleTo(page)}
    assert shown == {"correct", "withdraw", "early"}
    page.write(1, tmp_path / "out")
    settle(window)
    assert "only a hash of the figures" in page.detail.fault.text()
    page.service.open_figures(1, lambda: None, page._refused)
    settle(window)
    assert "embargo" in page.detail.fault.text().casefold()
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())
    over = (datetime.now().astimezone() + timedelta(days=2)).isoformat(timespec="seconds")
    for module in (page_module, detail_module, release_services):
        monkeypatch.setattr(module, "now_text", lambda: over)
    page.refresh(Changes(("statistic", "page")))
    settle(window)
    assert not page.detail.buttons["write"].isVisibleTo(page)
    QTest.mouseClick(page.detail.buttons["open"], Qt.MouseButton.LeftButton)
    settle(window)
    assert statistic_of(window).register[-1].kind == "figures_opened"
    assert len(statistic_of(window).snapshots) == 1
    page.write(1, tmp_path / "out")
    settle(window)
    (file,) = (tmp_path / "out").iterdir()
    assert file.name == find_release(statistic_of(window).register, 1).files[0].name


def test_a_zone_that_does_not_exist_is_refused_at_its_field(window: MainWindow, page: ReleasePage) -> None:
    page.open_submit()
    settle(window)
    card = page.submit_card
    card.embargo_on.click()
    assert card.zone.text() == own_zone()
    card.embargo.setDateTime(QDateTime(2030, 1, 15, 10, 0, 0))
    card.zone.setText("Europe/Nowhere")
    card.submit.click()
    settle(window)
    assert "is no time for an embargo" in card.fault.text()
    card.zone.setText("America/New_York")
    card.submit.click()
    settle(window)
    assert releases(statistic_of(window).register)[0].submission.request.embargo == "2030-01-15T10:00:00-05:00"
    completer = card.zone.completer()
    assert completer is not None
    completer.setCompletionPrefix("berlin")
    assert completer.currentCompletion() == "Europe/Berlin"
