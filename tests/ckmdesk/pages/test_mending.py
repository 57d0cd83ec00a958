"""Every point of the checklist that is to be looked at has a link to where it is mended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from ckmcore.base.texts import Texts
from ckmcore.statistic.entry import Check, CheckName
from ckmcore.tabulate.spec import Block, Footnote, TableSpec
from ckmdesk.base.frame import Remedy
from ckmdesk.commands.data import take_over
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.commands.tables import on_spec, set_title
from ckmdesk.pages.release.checklist_links import Mending
from ckmdesk.pages.release.lines import Lines
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.words_popup import WordsPopup
from tests.ckmdesk.at_desk import open_small, statistic_of
from tests.kit.tables_page import settle


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> ReleasePage:
    window.settings.set("person", "Anna Clerk")
    window.settings.set("role", "methodologist")
    open_small(window, tmp_path)
    bare = replace(statistic_of(window), source_note=Texts())
    bare = bare.with_period(replace(bare.period, date="", decisions=()))
    window.desk.run(take_over(bare))
    window.desk.run(set_title(Texts()))
    window.desk.run(lay_out(lambda spec: spec.with_changes(footnotes=(Footnote(Texts(), "table"),))))
    settle(window)
    return opened(window)


def lay_out(change: Callable[[TableSpec], TableSpec]) -> Command:
    return on_spec(CommandName("set_title"), change)


def opened(window: MainWindow) -> ReleasePage:
    window.go_to("release")
    settle(window)
    found = window.page("release")
    assert isinstance(found, ReleasePage)
    return found


def links(lines: Lines) -> dict[str, QPushButton]:
    return {one.text(): one for one in lines.findChildren(QPushButton) if one.isVisibleTo(lines)}


def popup(window: MainWindow) -> WordsPopup:
    (found,) = (one for one in window.findChildren(WordsPopup) if one.isVisible())
    return found


def form(window: MainWindow, page: ReleasePage) -> Lines:
    page.open_submit()
    settle(window)
    page.submit_card.language.choose("de")
    settle(window)
    return page.submit_card.checks


def press(window: MainWindow, lines: Lines, words: str) -> None:
    links(lines)[words].click()
    settle(window)


def test_each_fault_that_a_methodologist_can_mend_has_its_link(window: MainWindow, page: ReleasePage) -> None:
    checks = tuple(Check(name, "look", Texts.same("x")) for name in get_args(CheckName))
    mending = Mending(window.page("release").context, page.context.desk.state.table.spec, bool, bool, bool)  # type: ignore[union-attr]
    assert all(isinstance(link, Remedy) for link in mending.of(checks))
    assert not any(mending.of([replace(check, state="good") for check in checks]))
    window.settings.set("role", "clerk")
    found = dict(zip((check.name for check in checks), mending.of(checks), strict=True))
    told = {name for name, link in found.items() if link == "Ask a methodologist to fix this."}
    assert told == {"period", "source", "signs", "beside", "codes", "method", "claims", "sums"}
    assert {name for name, link in found.items() if isinstance(link, Remedy)} == set(get_args(CheckName)) - told


@pytest.mark.thorough
def test_title_and_footnote_are_asked_for_at_once_and_the_fault_is_gone(window: MainWindow, page: ReleasePage) -> None:
    shown = form(window, page)
    page.submit_card.fields["recipient"].setText("Press")
    press(window, shown, "Change the title")
    assert window.desk.state.page == "tables"
    words = popup(window)
    words.english.setText("People")
    words.german.setText("Personen")
    words.accept()
    settle(window)
    shown = opened(window).submit_card.checks  # the form is still there, with what was typed and what holds now
    assert page.submit_card.fields["recipient"].text() == "Press"
    assert "Change the title" not in links(shown)
    press(window, shown, "Change the footnotes")
    words = popup(window)
    words.german.setText("Ohne Auskunft")
    words.accept()
    settle(window)
    assert "Change the footnotes" not in links(form(window, opened(window)))


@pytest.mark.thorough
def test_source_period_and_codes_are_where_the_links_lead(window: MainWindow, page: ReleasePage) -> None:
    press(window, form(window, page), "Enter the source")
    assert window.desk.state.page == "settings"
    field = QApplication.focusWidget()
    assert field is not None
    assert field.objectName() == "statistic:source"
    settings = window.page("settings")
    settings.of_statistic.source.setText("Statistical Office")  # type: ignore[union-attr]
    settings.of_statistic.source.editingFinished.emit()  # type: ignore[union-attr]
    assert statistic_of(window).source_note == Texts.same("Statistical Office")
    assert "Enter the source" not in links(opened(window).submit_card.checks)

    press(window, form(window, opened(window)), "Describe the reporting period")
    assert window.desk.state.page == "data"
    field = QApplication.focusWidget()
    assert field is not None
    assert field.objectName() == "period:day"

    press(window, form(window, opened(window)), "Say where the codes come from")
    view = window.page("data").loaded_view  # type: ignore[union-attr]
    assert QApplication.focusWidget() is view.variables_tab.editor.said.kind
    assert view.variables_tab.chosen in statistic_of(window).tables[0].spec.variables

    press(window, form(window, opened(window)), "Go to page Method")
    assert window.desk.state.page == "method"


@pytest.mark.thorough
def test_a_table_that_differs_from_its_release_is_compared_with_it(window: MainWindow, page: ReleasePage) -> None:
    def hand_in() -> None:
        page.open_submit()
        settle(window)
        page.submit_card.submit.click()
        settle(window)

    hand_in()
    page.detail.buttons["release"].click()
    settle(window)
    window.desk.run(lay_out(lambda spec: spec.with_changes(columns=(Block(),))))
    settle(window)
    page.open_submit()
    settle(window)
    press(window, page.submit_card.checks, "Show the differences")
    assert page.comparison.isVisible()
    assert "no. 1" in page.comparison.heading.text().lower()
    page.comparison.hide()
    page.submit_card.submit.click()
    settle(window)
    assert page.chosen is not None
    assert page.chosen.number == 2
    press(window, page.detail.checks, "Show the differences")
    assert page.comparison.isVisible()
    assert "no. 2" in page.comparison.heading.text().lower()
