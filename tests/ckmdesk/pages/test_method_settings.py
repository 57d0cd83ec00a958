"""Settings of methods on the method page: what is published, rounding; checked while typed, put in force."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLayoutItem, QLineEdit, QMenu, QScrollArea, QWidget

from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.rounding import Rounding
from ckmcore.methods.sums import NEW_METHOD
from ckmcore.microdata.data import NumberColumn
from ckmcore.ptable.magnitudes import design_magnitudes, magnitude_text
from ckmdesk.commands import method as commands
from ckmdesk.commands.data import on_statistic
from ckmdesk.commands.desk import CommandName
from ckmdesk.commands.tables import go_to, show_trial
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Trial
from ckmdesk.state.method_settings import NEW_SUMS, CountRules
from ckmdesk.state.workspace import opened, with_workspace
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.method_page import decide
from tests.kit.tables_page import settle

RULES, SUMS, ROUNDING, PRIMARY = 1, 2, 3, 4


def write(line: QLineEdit, text: str) -> None:
    line.setText(text)
    line.textEdited.emit(text)


def counts(window: MainWindow) -> CountRules:
    return window.desk.state.method.settings.counts


def test_limits_are_set_shown_in_the_legend_and_undone(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(RULES)
    form = page.rules.form
    assert form.counts["unreliable_below"].text() == "off"
    form.counts["unreliable_below"].setValue(5)
    form.counts["uncertain_below"].setValue(10)
    assert (counts(window).unreliable_below, counts(window).uncertain_below) == (5, 10)
    assert "/:" in page.rules.published.texts[2].text()
    window.desk.undo()
    assert counts(window).uncertain_below == 0
    assert form.counts["uncertain_below"].value() == 0


def test_settings_that_contradict_one_another_are_said_and_not_taken(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(RULES)
    form = page.rules.form
    form.counts["unreliable_below"].setValue(5)
    form.counts["uncertain_below"].setValue(3)
    assert not form.fault.isHidden()
    assert "the second can never have an effect" in form.fault.text()
    assert counts(window).uncertain_below == 0
    form.counts["threshold"].setValue(2)  # what was refused stays in its field, and nothing else is taken meanwhile
    assert form.counts["uncertain_below"].value() == 3
    assert not form.fault.isHidden()
    assert counts(window).threshold == 0
    form.counts["uncertain_below"].setValue(8)
    assert form.fault.isHidden()
    assert (counts(window).threshold, counts(window).uncertain_below) == (2, 8)


@pytest.mark.thorough
def test_t06_a_claim_can_be_ticked_only_where_all_saved_tables_hold_it(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(RULES)
    settle(window)
    boxes = page.rules.form.checks["criteria"]
    assert "not held" in boxes["mean"].text()
    assert [name for name, box in boxes.items() if box.isEnabled()] == [
        name for name, box in boxes.items() if "not held" not in box.text()
    ]
    assert not boxes["mean"].isEnabled()
    window.desk.run(on_statistic(CommandName("tables"), lambda statistic: replace(statistic, tables=())))
    settle(window)
    assert all("not tested" in box.text() for box in boxes.values())
    assert not any(box.isEnabled() for box in boxes.values())


@pytest.mark.thorough
def test_t06_a_claim_that_does_not_hold_or_was_not_tested_is_not_put_in_force(
    page: MethodPage, window: MainWindow
) -> None:
    for tables, said in ((True, "claim what the tables do not hold"), (False, "claim what was not tested")):
        if not tables:
            window.desk.run(on_statistic(CommandName("tables"), lambda statistic: replace(statistic, tables=())))
        rules = replace(counts(window), criteria=("mean",))
        window.desk.run(commands.set_counts(rules, "criteria"))
        page.parameters.V.setValue(2.5 if tables else 2.6)
        settle(window)
        page.force_button.click()
        settle(window)
        before = statistic_of(window).period.in_force
        decide(page)
        assert said in page.forcing.card.fault.text()
        assert statistic_of(window).period.in_force == before


@pytest.mark.thorough
def test_settings_come_into_force_with_the_table_and_are_locked_then(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(RULES)
    page.rules.form.counts["threshold"].setValue(10)
    assert page.force_button.isEnabled()
    page.force_button.click()
    card = page.forcing.card
    card.fields["body"].setText("Unit 12")
    card.force.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.in_force is not None
    method = statistic.period.in_force.method
    assert isinstance(method, CellKeyMethod)
    assert method.threshold == 10
    page.strip.in_force.click()
    page.views.setCurrentIndex(RULES)
    assert page.rules.form.counts["threshold"].value() == 10
    assert not page.rules.form.counts["threshold"].isEnabled()
    page.strip.buttons[0].click()
    page.rules.form.counts["threshold"].setValue(3)
    assert method.threshold == 10
    assert page.force_button.isEnabled()  # the table is in force, these settings are not


def test_what_warns_of_a_decision_is_read_before_its_button(page: MethodPage) -> None:
    page.views.setCurrentIndex(ROUNDING)
    page.force_button.click()
    card = page.rounding.decision.card
    buttons = next(place for place in range(card.body.count()) if _holds(card.body.itemAt(place), card.force))
    assert card.body.indexOf(card.checks) < card.body.indexOf(card.below) < buttons


def _holds(item: QLayoutItem | None, widget: QWidget) -> bool:
    layout = None if item is None else item.layout()
    return layout is not None and layout.indexOf(widget) >= 0


def test_rounding_is_set_and_put_in_force(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(ROUNDING)
    assert page.import_button.isHidden()
    assert page.strip.isVisibleTo(page.head)  # on every tab
    page.rounding.form.counts["base"].setValue(7)
    assert window.desk.state.method.settings.rounding == Rounding(7, **NEW_METHOD)
    assert "7" in page.rounding.published.texts[0].text()
    page.force_button.click()
    assert page.rounding.is_deciding
    assert not page.force_button.isEnabled()
    page.rounding.decision.card.fields["body"].setText("Unit 12")
    page.rounding.decision.card.force.click()
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.in_force is not None
    assert statistic.period.in_force.method == Rounding(7, **NEW_METHOD)
    assert not page.rounding.is_deciding
    assert page.force_button.text() == "Decide again ..."
    assert statistic.period.decisions[-1].method == "rounding"


def test_a_decision_that_is_not_taken_changes_nothing(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(ROUNDING)
    before = window.desk.state.statistic
    page.force_button.click()
    page.rounding.decision.card.cancel.click()
    assert not page.rounding.is_deciding
    assert window.desk.state.statistic is before


def test_what_has_no_value_counts_as_the_rounding_says(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(ROUNDING)
    form = page.rounding.form
    choice = form.choices["missing"]
    assert [choice.itemText(place) for place in range(3)] == ["does not count", "counts as 0", "is refused"]
    assert choice.currentData() == "out"
    for place, name in enumerate(("out", "zero", "refuse")):
        choice.setCurrentIndex(place)
        choice.activated.emit(place)
        assert window.desk.state.method.settings.rounding.missing == name
    form.choices["mean_of"].setCurrentIndex(1)
    form.choices["mean_of"].activated.emit(1)
    assert window.desk.state.method.settings.rounding.mean_of == "contributors"


def test_the_share_of_a_0_comes_from_originals_only_with_a_reason(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(ROUNDING)
    form = page.rounding.form
    assert form.texts["share_reason"].isHidden()
    form.choices["share_of_zero"].setCurrentIndex(1)
    form.choices["share_of_zero"].activated.emit(1)
    assert not form.texts["share_reason"].isHidden()
    assert "reason" in form.fault.text()
    assert window.desk.state.method.settings.rounding.share_of_zero == "zero"
    write(form.texts["share_reason"], "as published since 2010")
    rounding = window.desk.state.method.settings.rounding
    assert (rounding.share_of_zero, rounding.share_reason) == ("original", "as published since 2010")


def test_rounding_is_drawn_by_the_cell_key_where_that_is_chosen(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(ROUNDING)
    form = page.rounding.form
    form.counts["base"].setValue(5)
    form.choices["drawn"].setCurrentIndex(1)
    form.choices["drawn"].activated.emit(1)
    assert window.desk.state.method.settings.any_rounding == KeyedRounding(10, **NEW_METHOD)
    assert form.counts["base"].value() == 10
    assert form.texts["dominance"].isHidden()
    window.desk.undo()
    assert window.desk.state.method.settings.any_rounding == Rounding(5, **NEW_METHOD)
    assert form.counts["base"].value() == 5


@pytest.mark.thorough
def test_what_is_told_of_base_and_decision_is_that_of_the_kind_of_rounding(page: MethodPage) -> None:
    page.views.setCurrentIndex(ROUNDING)
    form = page.rounding.form
    assert "halves away from zero" in form.hints["base"].text()
    assert "before rounding" in form.hints["minimum_base"].text()
    form.choices["drawn"].setCurrentIndex(1)
    form.choices["drawn"].activated.emit(1)
    assert "nearer one more often" in form.hints["base"].text()
    assert "from rounded figures" in form.hints["minimum_base"].text()
    page.force_button.click()
    assert "perturbation table" not in page.rounding.decision.card.lead.text()


def test_nothing_is_put_in_force_while_a_field_says_something_else(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(ROUNDING)
    page.rounding.form.counts["base"].setValue(7)
    write(page.rounding.form.texts["dominance"], "1: x")
    page.force_button.click()
    assert not page.rounding.is_deciding
    assert "Correct it" in window.message_bar.text
    assert page.rounding.form.texts["dominance"].text() == "1: x"
    write(page.rounding.form.texts["dominance"], "1: 60")
    page.force_button.click()
    assert page.rounding.is_deciding
    assert not window.message_bar.text


def test_the_keyboard_walks_from_field_to_field_only(page: MethodPage) -> None:
    for view in (page.rules, page.magnitudes, page.rounding):
        areas = [one for one in view.findChildren(QScrollArea) if one.metaObject().className() == "QScrollArea"]
        assert areas
        assert all(area.focusPolicy() == Qt.FocusPolicy.NoFocus for area in areas)


def test_dominance_cells_of_rounding_are_set_as_pairs(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(ROUNDING)
    form = page.rounding.form
    for text in ("1", "1: x"):
        write(form.texts["dominance"], text)
        assert "cannot be read as numbers" in form.fault.text()
    write(form.texts["dominance"], "1: 60; 2: 85,5")
    assert form.fault.isHidden()
    primary = window.desk.state.method.settings.rounding.primary
    assert primary == PrimaryRules(dominance=((1, 60.0), (2, 85.5)))
    write(form.texts["dominance"], "")
    assert window.desk.state.method.settings.rounding.primary is None


@pytest.mark.thorough
def test_sums_need_a_table_and_take_their_settings_from_the_fields(
    page: MethodPage, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "sums.csv"
    file.write_text(magnitude_text(design_magnitudes(D=5, V=3, step=2)))
    page.import_file(file)
    settle(window)
    window.desk.run(commands.choose_variant(0))
    page.views.setCurrentIndex(SUMS)
    form = page.magnitudes.form
    assert [form.choices["large_table"].itemText(place) for place in range(2)] == ["none: no sums", "sums.csv"]
    form.choices["large_table"].setCurrentIndex(1)
    form.choices["large_table"].activated.emit(1)
    choice = window.desk.state.method.settings.magnitudes
    assert choice.large is not None
    form.counts["k"].setValue(3)
    assert form.texts["epsilon"].text() == "1; 0.5; 0.25"
    form.choices["form"].setCurrentIndex(1)
    form.choices["form"].activated.emit(1)
    settings = window.desk.state.method.settings.magnitudes.settings
    assert settings == MagnitudeSettings(Scaling(0.05, 0.005, 1000.0, 3.0), k=3, epsilon=(1.0, 0.5, 0.25), **NEW_SUMS)
    write(form.texts["q"], "1")
    assert "q" in form.fault.text()
    assert window.desk.state.method.settings.magnitudes.settings == settings
    write(form.texts["q"], "4")
    assert not form.refused
    assert "Without a least noise" in form.fault.text()
    write(form.texts["extra_noise"], "0,5")
    assert "contradict" in form.fault.text()  # extra noise without a rule that says where
    write(form.texts["p_percent"], "10")
    assert not form.refused
    found = window.desk.state.method.settings.magnitudes.settings
    assert (found.extra_noise, found.primary) == (0.5, PrimaryRules(p_percent=10.0))
    for wrong in ("nan", "1e400", "1.5", "x"):
        write(form.texts["decimals"], wrong)
        assert "cannot be read" in form.fault.text()
    write(form.texts["decimals"], "")
    assert not form.refused  # back to what is set
    assert window.desk.state.method.settings.magnitudes.settings == found
    assert "Sums" in page.magnitudes.published.texts[0].text() or "sum" in page.magnitudes.published.texts[0].text()


@pytest.mark.thorough
def test_a_magnitude_has_settings_of_its_own_and_gives_them_back(
    page: MethodPage, window: MainWindow, tmp_path: Path
) -> None:
    data = window.desk.session.data
    assert data is not None
    income = NumberColumn("income", np.arange(data.rows), 0, Texts("Income", "Einkommen"))
    window.desk.session.data = replace(data, magnitudes={"income": income})
    file = tmp_path / "sums.csv"
    file.write_text(magnitude_text(design_magnitudes(D=5, V=3, step=2)))
    page.import_file(file)
    settle(window)
    assert not page.force_button.isEnabled()
    assert "for sums" in page.force_button.toolTip()
    page.views.setCurrentIndex(SUMS)
    view, form = page.magnitudes, page.magnitudes.form
    assert view.give_back.isHidden()
    of = form.choices["of"]
    assert [of.itemText(place) for place in range(of.count())] == ["all magnitudes", "Income"]
    of.setCurrentIndex(1)
    of.activated.emit(1)
    write(form.texts["small"], "0.2")
    assert of.currentText() == "Income (own settings)"
    assert not view.give_back.isHidden()
    choice = window.desk.state.method.settings.magnitudes
    assert (choice.of("income").scaling, choice.of("").scaling) == (Scaling(0.2), Scaling(0.05))
    view.give_back.click()
    assert window.desk.state.method.settings.magnitudes.own == ()
    assert (of.currentText(), form.texts["small"].text()) == ("Income", "0.05")
    assert view.give_back.isHidden()
    window.desk.undo()
    assert window.desk.state.method.settings.magnitudes == choice


def test_settings_are_kept_with_the_statistic(page: MethodPage, window: MainWindow) -> None:
    page.rules.form.counts["threshold"].setValue(10)
    page.rounding.form.counts["base"].setValue(5)
    written = with_workspace(window.desk.state)
    assert written is not None
    assert opened(written).method.settings == window.desk.state.method.settings


@pytest.mark.parametrize("base", [3, 7])
def test_the_base_worked_on_can_be_tried_on_the_table(page: MethodPage, window: MainWindow, base: int) -> None:
    page.rounding.form.counts["base"].setValue(base)
    window.desk.run(go_to("tables"))
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    settle(window)
    assert tables.trials.base.findData(base) >= 0
    window.desk.run(show_trial(Trial("rounding", base)))
    settle(window)
    assert tables.trials.base.currentData() == base
    assert all(tables.model.figure(row, 0) % base == 0 for row in range(tables.model.rowCount()))


@pytest.mark.thorough
@pytest.mark.look
def test_primary_rules_mark_cells_of_the_table(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(PRIMARY)
    view = page.primary
    view.form.entries["minimum_frequency"].trigger()
    fill(view.form.rows[0].fields[0], "120")
    assert window.desk.state.method.settings.primary == PrimaryRules(minimum_frequency=120)
    view.show_cells.click()
    settle(window)
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    data = window.desk.session.data
    assert data is not None
    counts = np.zeros((2, 5), dtype=int)
    np.add.at(counts, (data.columns["sex"], data.columns["area"]), 1)
    small = int(((counts > 0) & (counts < 120)).sum())
    assert small > 0
    model = tables.model
    found = [model.is_sensitive(r, c) for r in range(model.rowCount()) for c in range(model.columnCount())]
    assert sum(found) == small
    assert f"mark {small} of {len(found)} cells" in tables.notice.band.accessibleName()
    assert not tables.grid.grab().isNull()


def fill(field: QLineEdit, text: str) -> None:
    """Type into a field and leave it by Enter."""
    field.clear()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_primary_rules_are_rows_that_are_added_filled_and_removed(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(PRIMARY)
    view, form = page.primary, page.primary.form
    assert not form.none.isHidden()
    for name, numbers in (("dominance", ("1", "60")), ("dominance", ("2", "85.5")), ("pq", ("10", "50"))):
        form.entries[name].trigger()
        for field, number in zip(form.rows[-1].fields, numbers, strict=True):
            fill(field, number)
    assert window.desk.state.method.settings.primary == PrimaryRules(dominance=((1, 60), (2, 85.5)), pq=(10, 50))
    assert form.none.isHidden()
    assert form.fault.isHidden()
    assert [entry.isVisible() for entry in form.entries.values()] == [True, True, True, False]
    form.rows[0].remove.click()
    assert window.desk.state.method.settings.primary == PrimaryRules(dominance=((2, 85.5),), pq=(10, 50))
    assert form.add.hasFocus() or not window.isActiveWindow()
    window.desk.undo()
    assert [row.numbers for row in form.rows] == [("1", "60"), ("2", "85.5"), ("10", "50")]
    view.refresh()
    assert len(form.rows) == 3


def test_a_rule_without_all_its_numbers_or_with_impossible_ones_is_said_and_not_set(
    page: MethodPage, window: MainWindow
) -> None:
    page.views.setCurrentIndex(PRIMARY)
    form = page.primary.form
    form.entries["dominance"].trigger()
    n, k = form.rows[0].fields
    n.setText("2")
    form.rows[0].edited.emit()
    assert "Fill in every number" in form.fault.text()
    fill(k, "120")
    assert "120" in form.fault.text()
    assert window.desk.state.method.settings.primary == PrimaryRules()
    window.desk.run(commands.set_rounding(Rounding(7), "base"))
    assert form.rows[0].numbers == ("2", "120")
    fill(k, "85")
    assert form.fault.isHidden()
    assert window.desk.state.method.settings.primary == PrimaryRules(dominance=((2, 85),))


def test_a_cell_of_the_table_is_put_on_the_own_list_and_taken_off_again(page: MethodPage, window: MainWindow) -> None:
    window.desk.run(go_to("tables"))
    settle(window)
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    tables.grid.setCurrentIndex(tables.model.index(0, 0))
    menu = QMenu(tables)
    tables.page_actions.in_grid.marks.add_entries(menu)
    next(action for action in menu.actions() if "Sensitive" in action.text()).trigger()
    cells = window.desk.state.method.settings.primary.cells
    assert cells == ((("area", "0"), ("sex", "0")),)
    tables.grid.setCurrentIndex(tables.model.index(tables.model.rowCount() - 1, tables.model.columnCount() - 1))
    tables.page_actions.in_grid.marks.mark_sensitive((), marked=True)
    page = window.page("method")  # type: ignore[assignment]
    window.go_to("method")
    page.views.setCurrentIndex(PRIMARY)
    shown = [page.primary.cells.item(place).text() for place in range(page.primary.cells.count())]
    assert shown == ["Area: 0, Sex: 0", "Total"]
    page.primary.cells.setCurrentRow(0)
    page.primary.remove.click()
    assert window.desk.state.method.settings.primary.cells == ((),)
    window.desk.undo()
    assert len(window.desk.state.method.settings.primary.cells) == 2


@pytest.mark.thorough
def test_a_clerk_marks_no_cells(page: MethodPage, window: MainWindow) -> None:
    window.settings.set("role", "clerk")
    window.go_to("tables")
    settle(window)
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    tables.grid.setCurrentIndex(tables.model.index(0, 0))
    menu = QMenu(tables)
    tables.page_actions.in_grid.marks.add_entries(menu)
    assert menu.actions() == []


def test_an_official_figure_is_published_unchanged_and_what_it_gives_away_is_told(
    page: MethodPage, window: MainWindow
) -> None:
    window.desk.run(go_to("tables"))
    settle(window)
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    model, data = tables.model, window.desk.session.data
    assert data is not None
    last = (model.rowCount() - 1, model.columnCount() - 1)
    women = int((data.columns["sex"] == 1).sum())
    for row, count in ((last[0], data.rows), (1, women)):
        tables.grid.setCurrentIndex(model.index(row, last[1]))
        menu = QMenu(tables)
        tables.page_actions.in_grid.marks.add_entries(menu)
        menu.actions()[-1].trigger()
        settle(window)
        assert model.figure(row, last[1]) == count
    assert model.figure(0, last[1]) % 10 == 0  # rounding is in force for all others
    window.go_to("method")
    page.views.setCurrentIndex(RULES)
    card = page.rules.exempt
    assert [card.list.item(place).text() for place in range(card.list.count())] == ["Total", "Sex: 1"]
    card.check.click()
    settle(window)
    assert "0" in card.found.text()
    assert card.found.isVisibleTo(page)
    card.list.setCurrentRow(1)
    card.protect.click()
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert [one.cells for one in statistic.exempt] == [()]
    assert card.found.isHidden()
    window.desk.undo()
    assert len(window.desk.state.statistic.exempt) == 2  # type: ignore[union-attr]


def test_flex_scaling_of_a_unit_that_is_no_number_is_refused_in_words(page: MethodPage, window: MainWindow) -> None:
    page.views.setCurrentIndex(SUMS)
    form = page.magnitudes.form
    write(form.texts["small"], "x")
    form.choices["form"].setCurrentIndex(1)
    form.choices["form"].activated.emit(1)
    assert form.refused
    assert not window.desk.state.method.settings.magnitudes.settings.scaling.is_flex
