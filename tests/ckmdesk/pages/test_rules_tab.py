"""Rules for records in the window: written by choosing columns, judged, with the records that break them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from ckmcore.dictionary.record_rules import ColumnTest, RecordRule
from ckmcore.errors import CkmError
from ckmdesk.base.settings import Settings
from ckmdesk.commands.dictionary import put_rule
from ckmdesk.commands.periods import add_period
from ckmdesk.pages.data.rule_form import TestLine
from ckmdesk.pages.data.rules_tab import RulesTab
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.record_rules import RuleDraft
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle

PEOPLE = ["id;sex;age;income", *(f"{n};{'mw'[n % 2]};{n % 60 + 10};{n * 10},5" for n in range(200)), "7;m;130;-1,5"]


def imported(window: MainWindow, folder: Path) -> None:
    path = folder / "people.csv"
    path.write_text("\n".join(PEOPLE) + "\n", encoding="utf-8")
    window.go_to("data")
    window.open_path(path)
    settle(window)
    page = data_page_now(window)
    assert page.state is not None
    for name, role in (("id", "identifier"), ("sex", "dimension"), ("age", "dimension"), ("income", "magnitude")):
        page._role_chosen(name, role)
    page.take_button.click()
    settle(window)


@pytest.fixture
def tab(window: MainWindow, tmp_path: Path) -> RulesTab:
    imported(window, tmp_path)
    return shown(window)


def shown(window: MainWindow) -> RulesTab:
    page = data_page_now(window)
    page.loaded_view.show_place("rules")
    settle(window)
    return page.loaded_view.rules_tab


def rules_of(window: MainWindow) -> tuple[RecordRule, ...]:
    statistic = window.desk.state.statistic
    assert statistic is not None
    return statistic.rules


def tick(tab: RulesTab, *names: str) -> None:
    """As with the mouse: the boxes of these columns."""
    for place in range(tab.form.columns.count()):
        item = tab.form.columns.item(place)
        item.setCheckState(Qt.CheckState.Checked if item.text() in names else Qt.CheckState.Unchecked)


def choose(line: TestLine, column: str, comparison: str, value: str) -> None:
    line.column.setCurrentIndex(line.column.findData(column))
    line.comparison.setCurrentIndex(line.comparison.findData(comparison))
    line.value.setEditText(value)


def kind(tab: RulesTab, name: str) -> None:
    tab.form.kind.setCurrentIndex(tab.form.kind.findData(name))


def test_rules_are_made_by_choosing_columns_and_judged_at_once(window: MainWindow, tab: RulesTab) -> None:
    assert tab.note.text_whole().startswith("No rules yet")
    tab.add.click()
    kind(tab, "range")
    tick(tab, "age")
    tab.form.high.setText("120")
    tab.form.keep.click()
    settle(window)
    tab.add.click()
    kind(tab, "unique")
    tick(tab, "id")
    tab.form.keep.click()
    settle(window)
    tab.add.click()
    kind(tab, "condition")
    choose(tab.form.when.lines[0], "age", "<", "16")
    choose(tab.form.then.lines[0], "sex", "=", "m")
    tab.form.keep.click()
    settle(window)
    children = RecordRule("condition", when=ColumnTest("age", "<", "16"), then=ColumnTest("sex", "=", "m"))  # type: ignore[arg-type]
    assert rules_of(window) == (RecordRule("range", ("age",), high="120"), RecordRule("unique", ("id",)), children)
    expected = sum(n % 60 + 10 < 16 and n % 2 == 1 for n in range(200))
    assert [row[2:] for row in tab.model.rows] == [("broken", "1"), ("broken", "2"), ("broken", str(expected))]
    assert tab.table.currentIndex().row() == 2
    assert tab.records_model.rows[0] == ("2", "11", "w")
    tab.table.selectRow(1)
    assert tab.records_model.rows == (("8", "7"), ("201", "7"))
    assert window.menus.actions["undo"].text().startswith("Undo: rule for records: If age < 16")
    window.desk.undo()
    settle(window)
    assert len(tab.model.rows) == 2


@pytest.mark.thorough
def test_codes_of_a_list_are_ticked_and_a_faulty_rule_says_what_it_lacks(window: MainWindow, tab: RulesTab) -> None:
    tab.begin(-1, RuleDraft("set"))
    tab.form.keep.click()
    assert "needs" in tab.form.message.text
    assert rules_of(window) == ()
    tick(tab, "sex")
    assert tab.form.code_list.isVisible()
    tab.form.code_list.item(0).setCheckState(Qt.CheckState.Checked)
    assert tab.form.codes.text() == "m"
    tab.form.severity.setCurrentIndex(1)
    tab.form.keep.click()
    settle(window)
    assert rules_of(window) == (RecordRule("set", ("sex",), codes=("m",), severity="refuse"),)
    assert tab.model.rows[0][1:] == ("refuses a delivery", "broken", "100")
    tab.change.click()
    assert tab.form.draft().codes == "m"
    tab.form.cancel.click()
    tab.remove.click()
    settle(window)
    assert rules_of(window) == ()


@pytest.mark.thorough
def test_what_is_typed_stays_over_another_language_and_results_are_not_judged_again(
    window: MainWindow, tab: RulesTab, settings: Settings
) -> None:
    window.desk.run(put_rule(-1, RecordRule("range", ("age",), high="120"), "age"))
    settle(window)
    judged = tab.judged
    tab.begin(0, RuleDraft("range", ("age",), low="1,5", high="99"))
    settings.set("language", "de")
    settle(window)
    again = data_page_now(window).loaded_view.rules_tab
    assert again is not tab
    assert again.form.draft().low == "1,5"
    assert again.judged is judged
    assert again.model.rows[0][2:] == ("verletzt", "1")
    assert again.form.isVisible()


@pytest.mark.thorough
def test_a_delivery_that_breaks_rules_is_reported_or_refused_with_its_records(
    window: MainWindow, tab: RulesTab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = RecordRule("range", ("income",), low="0")
    window.desk.run(put_rule(-1, rule, "income"))
    report = tmp_path / "r.json"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: report)
    settle(window)
    tab.with_records.setChecked(True)
    tab.report.click()
    settle(window)
    content = json.loads(report.read_text(encoding="utf-8"))
    assert content["rules"][0]["rows"] == [201]
    if sys.platform != "win32":
        assert report.stat().st_mode & 0o777 == 0o600
    assert tab.message.text == "Report: r.json."


def added_period(window: MainWindow) -> None:
    window.desk.run(add_period("2025", "2025-12-31", ""))
    settle(window)


@pytest.mark.daily(1)
@pytest.mark.parametrize("severity", ["report", "refuse"])
def test_the_next_delivery_is_judged_when_it_is_imported(
    window: MainWindow, tab: RulesTab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, severity: str
) -> None:
    rule = RecordRule("range", ("income",), low="0", severity=severity)  # type: ignore[arg-type]
    window.desk.run(put_rule(-1, rule, "income"))
    added_period(window)
    page = data_page_now(window)
    window.open_path(tmp_path / "people.csv")
    settle(window)
    page.take_button.click()
    settle(window)
    if severity == "report":
        assert "one rule for records is broken" in window.message_bar.text
        remedy = window.message_bar.remedy
        assert remedy is not None
        remedy.act()
        settle(window)
        assert page.loaded_view.tabs.shown is page.loaded_view.rules_tab
        assert page.loaded_view.rules_tab.model.rows[0][2:] == ("broken", "1")
        return
    fault = page.message.said
    assert fault is not None
    assert isinstance(fault[0], CkmError)
    assert fault[0].code == "rules_refuse"
    report = tmp_path / "refused.html"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: report)
    remedy = page.message.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert "-1.5" in report.read_text(encoding="utf-8")
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.source is None
