"""What the data page holds stays where another language builds it again: open strips, questions and their buttons."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle
from tests.kit.places import PLACES


def in_german(window: MainWindow) -> DataPage:
    window.settings.set("language", "de")
    settle(window)
    return data_page_now(window)


@pytest.mark.daily(1)
@pytest.mark.parametrize("strip", ["digits", "columns", "beside"])
def test_an_open_strip_stays_with_what_it_proposes(window: MainWindow, tmp_path: Path, strip: str) -> None:
    PLACES["hierarchies"](window, tmp_path)
    tab = data_page_now(window).loaded_view.hierarchies_tab
    tab.card.tools[strip].click()
    if strip == "digits":
        tab.card.digits.field.insert("1 1")
    settle(window)
    before, names, opened = tab.preview, tab.card.beside.texts, [not panel.isHidden() for panel in tab.card.panels]
    assert (before is None) == (strip == "beside")
    now = in_german(window).loaded_view.hierarchies_tab
    assert [not panel.isHidden() for panel in now.card.panels] == opened
    assert (now.chosen, now.card.beside.texts) == ("area", names)
    assert (now.preview is None) == (before is None)
    if before is not None and now.preview is not None:
        assert now.preview.hierarchy == before.hierarchy


@pytest.mark.daily(1)
@pytest.mark.parametrize("step", ["group", "move"])
def test_a_step_of_the_tree_is_taken_on_the_page_that_was_built_again(
    window: MainWindow, tmp_path: Path, step: str
) -> None:
    PLACES["tree"](window, tmp_path)
    tab = data_page_now(window).loaded_view.hierarchies_tab
    tab.steps.ask(step)
    if step == "group":
        tab.card.group.first.insert("G")
    code = tab.card.group.first.text()
    settle(window)
    now = in_german(window).loaded_view.hierarchies_tab
    assert now.card.tree.editing
    panel = now.card.group if step == "group" else now.card.move_below
    assert panel.isVisible()
    assert now.card.tree.selected_codes() == ["00", "01"]
    if step == "group":
        panel.button.click()
        settle(window)
        entry = now.entry
        assert entry is not None
        assert entry.tree is not None
        assert code in [node.code for node in entry.tree.nodes]


@pytest.mark.thorough
def test_the_button_that_removes_a_period_works_in_the_other_language(window: MainWindow, tmp_path: Path) -> None:
    PLACES["periods"](window, tmp_path)
    window.services.add_period("2027", "2027-01-01", "")
    settle(window)
    data_page_now(window).loaded_view.periods_tab.remove.click()
    tab = in_german(window).loaded_view.periods_tab
    assert tab.message.remedy is not None
    assert tab.message.remedy.text == "Berichtszeitraum entfernen"
    tab.message.remedy.act()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert len(statistic.periods) == 1


def test_what_mends_a_file_works_in_the_other_language(window: MainWindow, tmp_path: Path) -> None:
    PLACES["no_data"](window, tmp_path)
    window.open_path(tmp_path / "absent.csv")
    settle(window)
    former = data_page_now(window)
    assert former.message.remedy is not None
    former_word = former.message.remedy.text
    page = in_german(window)
    assert page is not former
    assert page.message.isVisible()
    assert page.message.remedy is not None
    assert page.message.remedy.text != former_word
