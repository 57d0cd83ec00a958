"""Views of tabs that come when they are wanted."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from ckmdesk.widgets.late_tabs import LateTabs
from ckmdesk.widgets.scrolled import Scrolled


def label(word: str, made: list[str]) -> QLabel:
    made.append(word)
    return QLabel(word)


def test_a_view_is_made_when_its_tab_is_shown_or_somebody_asks_for_it_and_once_only(qapp: QApplication) -> None:
    made: list[str] = []
    came: list[QWidget] = []
    tabs = LateTabs()
    tabs.came.connect(came.append)
    first, second, third = (tabs.add(lambda word=word: label(word, made)) for word in ("a", "b", "c"))
    assert made == []
    assert tabs.shown is first.view
    tabs.setCurrentIndex(1)
    assert made == ["a", "b"]
    assert tabs.shown is second.view
    assert not third.is_made
    assert third.view.text() == "c"
    assert third.view is tabs.made[2]
    tabs.setCurrentIndex(0)
    tabs.show_view(third.view)
    assert tabs.currentIndex() == 2
    assert made == ["a", "b", "c"]
    assert came == tabs.made


def test_a_view_that_came_late_is_seen_and_may_scroll(qapp: QApplication) -> None:
    tabs = LateTabs()
    tabs.add(lambda: QLabel("a"))
    late = tabs.add(QWidget, Scrolled)
    tabs.show()
    tabs.setCurrentIndex(1)
    QApplication.processEvents()
    assert late.view.isVisible()
    area = late.view.parentWidget().parentWidget()
    assert isinstance(area, QScrollArea)
    tabs.close()
    tabs.deleteLater()
