"""Ages, durations and parts of dates in the window; fixed classes of years are asked about when a period is added."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmdesk.commands.dictionary import set_rule
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle

PEOPLE = [
    "sex;born;begin;end;rkey",
    *(
        f"{'mw'[n % 2]};{1940 + n % 80};2024-0{n % 9 + 1}-01;2025-0{n % 9 + 1}-{10 + n % 10};0,{n * 37 % 1000:03d}"
        for n in range(160)
    ),
]


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> DataPage:
    path = tmp_path / "people.csv"
    path.write_text("\n".join(PEOPLE) + "\n", encoding="utf-8")
    window.go_to("data")
    window.open_path(path)
    settle(window)
    page = data_page_now(window)
    for name in ("sex", "born", "begin", "end"):
        page._role_chosen(name, "dimension")
    page._role_chosen("rkey", "record_key")
    day = page.import_view.statistic_card.day
    day.setText("2025-12-31")
    day.textEdited.emit("2025-12-31")
    page.take_button.click()
    settle(window)
    page.loaded_view.show_tab(page.loaded_view.variables_tab)
    return page


def entry(window: MainWindow, name: str) -> VariableEntry:
    statistic = window.desk.state.statistic
    assert statistic is not None
    return next(own for own in statistic.dictionary if own.name == name)


def codes(window: MainWindow, name: str) -> tuple[str, ...]:
    data = window.desk.session.data
    assert data is not None
    return data.dimension(name).codes


@pytest.mark.thorough
def test_ages_and_dates_are_derived_where_codes_are_dates(window: MainWindow, page: DataPage) -> None:
    tab = page.loaded_view.variables_tab
    tab.choose("sex")
    assert {kind for kind, action in tab._makers.items() if action.isEnabled()} == {"groups", "classes", "prefix"}
    tab.choose("born")
    tab._makers["age"].trigger()
    settle(window)
    assert codes(window, "born_age") == tuple(map(str, range(86)))
    rule = tab.editor.rule
    rule.bounds.setText("18 65")
    rule.bounds.editingFinished.emit()
    settle(window)
    assert entry(window, "born_age").derived == Derivation("age", "born", bounds=("18", "65"))
    assert codes(window, "born_age") == ("<18", "18-65", "65+")
    rule.bounds.setText("")
    rule.bounds.editingFinished.emit()
    settle(window)
    assert len(codes(window, "born_age")) == 86


@pytest.mark.thorough
def test_a_part_of_a_date_and_a_duration_are_chosen(window: MainWindow, page: DataPage) -> None:
    tab = page.loaded_view.variables_tab
    tab.choose("begin")
    tab._makers["date_part"].trigger()
    settle(window)
    rule = tab.editor.rule
    rule.part.setCurrentIndex(rule.part.findData("quarter"))
    rule.part.activated.emit(rule.part.currentIndex())
    settle(window)
    assert codes(window, "begin_year") == ("2024-Q1", "2024-Q2", "2024-Q3")
    tab.choose("begin")
    tab._makers["duration"].trigger()
    settle(window)
    assert [rule.until.itemData(place) for place in range(rule.until.count())] == ["", "born", "end"]
    rule.until.setCurrentIndex(rule.until.findData("end"))
    rule.until.activated.emit(rule.until.currentIndex())
    settle(window)
    assert entry(window, "begin_duration").derived == Derivation("duration", "begin", unit="years", until="end")
    assert codes(window, "begin_duration") == ("0", "1", "")


@pytest.mark.daily(1)
@pytest.mark.parametrize("answer", ["age", "codes"])
def test_a_new_period_asks_what_fixed_years_of_birth_mean(window: MainWindow, page: DataPage, answer: str) -> None:
    view = page.loaded_view
    view.variables_tab.choose("born")
    view.variables_tab.add_derived("classes")
    window.desk.run(set_rule("born_classes", Derivation("classes", "born", bounds=("2008",)), "born"))
    settle(window)
    tab = view.periods_tab
    view.show_tab(tab)
    window.choose_open_file = lambda *_: None  # type: ignore[method-assign]
    tab.new_label.setText("2026")
    tab.new_day.setText("2026-12-31")
    tab.add.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert len(statistic.periods) == 1
    assert "another age" in tab.message.text
    remedy = tab.message.remedy
    assert remedy is not None
    assert remedy.other is not None
    assert (remedy.text, remedy.other.text) == ("Compute the age", "Keep the years")
    (remedy if answer == "age" else remedy.other).act()
    settle(window)
    rule = entry(window, "born_classes").derived
    assert rule is not None
    assert (rule.kind, rule.bounds) == (("age", ("18",)) if answer == "age" else ("classes", ("2008",)))
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert len(statistic.periods) == 2


@pytest.mark.thorough
def test_dates_are_grouped_by_year_and_month_with_one_button(window: MainWindow, page: DataPage) -> None:
    tab = page.loaded_view.hierarchies_tab
    page.loaded_view.show_tab(tab)
    tab.choose("sex")
    settle(window)
    assert not tab.card.tools["dates"].isVisible()
    tab.choose("end")
    settle(window)
    tab.card.tools["dates"].click()
    settle(window)
    made = entry(window, "end")
    assert made.level_names == ("Year|Jahr", "Month|Monat", "Day|Tag")
    tree = made.tree
    assert tree is not None
    assert [node.code for node in tree.nodes if node.depth < 2][:3] == ["2025", "2025-01", "2025-02"]
    assert dict(made.node_labels)["2025-02"].de == "Februar 2025"
    assert window.menus.actions["undo"].text().startswith("Undo: hierarchy of")


def test_the_month_of_birth_may_be_another_variable(window: MainWindow, tmp_path: Path) -> None:
    lines = ["year;month;rkey", *(f"{1990 + n % 9};{n % 12 + 1:02d};0,{n * 37 % 1000:03d}" for n in range(120))]
    path = tmp_path / "born.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    window.go_to("data")
    window.open_path(path)
    settle(window)
    page = data_page_now(window)
    for name in ("year", "month"):
        page._role_chosen(name, "dimension")
    page._role_chosen("rkey", "record_key")
    day = page.import_view.statistic_card.day
    day.setText("2020-06-30")
    day.textEdited.emit("2020-06-30")
    page.take_button.click()
    settle(window)
    tab = page.loaded_view.variables_tab
    page.loaded_view.show_tab(tab)
    tab.choose("year")
    tab._makers["age"].trigger()
    settle(window)
    until = tab.editor.rule.until
    assert [until.itemData(place) for place in range(until.count())] == ["", "month"]
    until.setCurrentIndex(1)
    until.activated.emit(1)
    settle(window)
    assert entry(window, "year_age").derived == Derivation("age", "year", month="month")
    data = window.desk.session.data
    assert data is not None
    ages = [int(data.dimension("year_age").codes[place]) for place in data.columns["year_age"].tolist()]
    assert ages == [2020 - (1990 + n % 9) - (n % 12 + 1 > 6) for n in range(120)]
