"""Suppression and the SAFE principle put in force in the window: what is decided, kept beside the file, published."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ckmcore.methods.safe import SafePrinciple
from ckmcore.methods.suppression import Suppression
from ckmcore.statistic.file import open_statistic
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.pages.method.own_decision import OwnDecision
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.rivals.pages.safe import SafePage
from ckmdesk.rivals.pages.suppression import SuppressionPage
from ckmdesk.rivals.state.choices import SAFE
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle
from tests.kit.rival_tables import AREA_AGE, COUNTS, method_tab


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rivals.ckm"


def opened(window: MainWindow, path: Path, slot: str) -> tuple[MethodPage, SuppressionPage | SafePage]:
    """The tab of a slot, computed; the statistic has a file."""
    page = method_tab(window, slot)
    window.choose_save_file = lambda *_args: path  # type: ignore[method-assign]
    window.services.save()
    settle(window)
    view = page.others[slot].view
    view.compute()
    settle(window)
    return page, view


def decide(window: MainWindow, page: MethodPage, decision: OwnDecision) -> None:
    page.force_button.click()
    settle(window)
    assert decision.is_open
    decision.card.fields["body"].setText("Unit 12")
    decision.card.force.click()
    settle(window)


def beside(path: Path, ending: str) -> list[Path]:
    return [file for file in path.parent.iterdir() if file.name.endswith(ending)]


def test_a_pattern_is_put_in_force_and_its_file_lies_beside_the_statistic(window: MainWindow, path: Path) -> None:
    page, view = opened(window, path, "SuppressionPage")
    assert page.force_button.isEnabled()
    decide(window, page, view.decision)
    assert not view.decision.is_open
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.in_force is not None
    method = statistic.period.in_force.method
    assert isinstance(method, Suppression)
    assert statistic.period.decisions[-1].body == "Unit 12"
    assert statistic.period.decisions[-1].variant == "cell suppression of counts below 3"
    (file,) = beside(path, ".json")
    assert statistic.period.patterns is not None
    assert statistic.period.patterns.file == file.name
    assert os.name == "nt" or file.stat().st_mode & 0o077 == 0
    # The records have the pattern now: the table is published under it, with the same cells as shown.
    data = window.desk.session.data
    assert data is not None
    table = method.protect(tabulate(data, statistic.tables[0].spec))
    hidden = table.blocks[0].signs
    assert hidden is not None
    assert view.is_in_force
    assert view.stale.isHidden()
    assert page.force_button.text() == "Decide again ..."
    assert window.desk.undo_name is None


def test_the_file_of_a_pattern_is_named_in_the_saved_statistic(window: MainWindow, path: Path) -> None:
    page, view = opened(window, path, "SuppressionPage")
    decide(window, page, view.decision)
    window.services.save()
    settle(window)
    kept, _ = open_statistic(path)
    assert kept.period.patterns is not None
    assert (path.parent / kept.period.patterns.file).exists()
    assert kept.period.patterns.tables == ("Area and age", "Area and sex", "Incomes")


def test_a_pattern_that_ignores_contributors_is_not_put_in_force(window: MainWindow, path: Path) -> None:
    page, view = opened(window, path, "SuppressionPage")
    assert isinstance(view, SuppressionPage)
    place = view.left.combos["insiders"].findData("ignored")
    view.left.combos["insiders"].setCurrentIndex(place)
    view.left.combos["insiders"].activated.emit(place)
    settle(window)
    assert not page.force_button.isEnabled()
    view.compute()
    settle(window)
    page.force_button.click()
    assert not view.decision.is_open
    assert "contributors" in window.message_bar.text
    assert not beside(path, ".json")


def test_without_a_file_saving_is_offered_first(window: MainWindow, path: Path) -> None:
    page = method_tab(window, "SuppressionPage")
    view = page.others["SuppressionPage"].view
    view.compute()
    settle(window)
    page.force_button.click()
    settle(window)
    assert not view.decision.is_open
    assert "Save the statistic first" in window.message_bar.text
    window.choose_save_file = lambda *_args: path  # type: ignore[method-assign]
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert path.exists()
    assert view.decision.is_open


def test_another_choice_closes_the_decision(window: MainWindow, path: Path) -> None:
    page, view = opened(window, path, "SuppressionPage")
    assert isinstance(view, SuppressionPage)
    page.force_button.click()
    settle(window)
    assert view.decision.is_open
    view.left.numbers["least"].setValue(4)
    settle(window)
    assert not view.decision.is_open
    assert not page.force_button.isEnabled()


def test_changed_records_are_measured_and_put_in_force(window: MainWindow, path: Path) -> None:
    page, view = opened(window, path, "SafePage")
    assert isinstance(view, SafePage)
    assert view.changed is not None
    report = view.changed.report
    assert f"{report.changed} of {sum(map(sum, COUNTS))} records changed" in view.words.text()
    assert [view.model.text(row, 0) for row in view.model.rows][:2] == ["Total", "Area"]
    decide(window, page, view.decision)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.in_force is not None
    method = statistic.period.in_force.method
    assert isinstance(method, SafePrinciple)
    (file,) = beside(path, ".parquet")
    assert statistic.period.safe is not None
    assert statistic.period.safe.file == file.name
    assert os.name == "nt" or file.stat().st_mode & 0o077 == 0
    data = window.desk.session.data
    assert data is not None
    table = next(table for table in statistic.tables if table.name == AREA_AGE)
    figures = method.protect(tabulate(data, table.spec)).blocks[0].figures[0]
    inner = figures[:-1, :-1] if figures.shape == (5, 5) else figures
    assert not ((inner > 0) & (inner < 3)).any()
    assert view.is_in_force
    assert view.stale.isHidden()


def test_keys_and_numbers_are_chosen_and_make_changed_records_outdated(window: MainWindow, path: Path) -> None:
    page, view = opened(window, path, "SafePage")
    assert isinstance(view, SafePage)
    view.left.chosen.boxes["sex"].click()
    settle(window)
    assert SAFE.of(window.desk.state).left_out == ("sex",)
    assert view.stale.isVisible()
    assert not page.force_button.isEnabled()
    view.left.numbers["least"].setValue(4)
    view.compute()
    settle(window)
    assert view.changed is not None
    assert (view.changed.method.keys, view.changed.method.least) == (("area", "age"), 4)
    assert view.stale.isHidden()


def test_a_cancelled_change_leaves_nothing(window: MainWindow, path: Path) -> None:
    _page, view = opened(window, path, "SafePage")
    assert isinstance(view, SafePage)
    view.computed = None, None
    view.compute()
    view.progress._button.click()
    settle(window)
    assert view.changed is None
    assert view.left.button.isEnabled()
    assert not beside(path, ".parquet")
