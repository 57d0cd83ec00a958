"""The tab of sums: presets, the bend from the data, a table designed, the curve moved; undone like all else."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox

import ckmcore as ckm
from ckmcore.base.numbers import decimal_text
from ckmcore.base.texts import Texts
from ckmcore.lab.quality.sums import errors_by_share, errors_of
from ckmcore.lab.risk.sum_floor import SumLimits, sum_floor
from ckmcore.methods.magnitudes import as_of_sums
from ckmcore.methods.sum_law import ALL_KEYS, sum_laws
from ckmcore.methods.sum_presets import SUM_PRESETS, SumPreset, sum_preset
from ckmcore.microdata.data import NumberColumn
from ckmcore.ptable.magnitudes import join_types
from ckmcore.statistic.model import Units
from ckmdesk.commands import method as commands
from ckmdesk.commands.desk import CommandName
from ckmdesk.commands.periods import declare_units
from ckmdesk.commands.tables import on_spec
from ckmdesk.lab.state.sum_effect import errors_at_hand
from ckmdesk.lab.state.sum_variants import figures_beside
from ckmdesk.pages.method.magnitudes_view import MagnitudesView
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.drawing import Spot
from ckmdesk.state.method_settings import MagnitudeChoice, magnitudes_of
from ckmdesk.state.variant import sums_at_hand, sums_beside
from tests.kit.tables_page import settle

SUMS = 2


@pytest.fixture
def view(page: MethodPage, window: MainWindow) -> MagnitudesView:
    data, chance = window.desk.session.data, np.random.default_rng(3)
    assert data is not None
    values = np.exp(chance.normal(9, 1.6, data.rows)).astype(np.int64)
    income = NumberColumn("income", values, 0, Texts("Income", "Einkommen"))
    window.desk.session.data = replace(data, magnitudes={"income": income}, cache={})
    page.magnitudes._proposed.add(id(window.desk.session.data))  # a preset was filled in, and taken back
    page.views.setCurrentIndex(SUMS)
    page.show_state()
    settle(window)
    return page.magnitudes


def choice(window: MainWindow) -> MagnitudeChoice:
    return sums_at_hand(window.desk.state.method)


@pytest.mark.thorough
def test_at_the_first_opening_the_preset_that_fits_is_offered_and_taken_it_is_a_draft_that_can_be_undone(
    page: MethodPage, window: MainWindow
) -> None:
    data = window.desk.session.data
    assert data is not None
    values = np.exp(np.random.default_rng(3).normal(9, 1.6, data.rows)).astype(np.int64)
    income = NumberColumn("income", values, 0, Texts("Income", "Einkommen"))
    window.desk.session.data = replace(data, magnitudes={"income": income}, cache={})
    assert choice(window).large is None
    page.views.setCurrentIndex(SUMS)
    settle(window)
    assert choice(window) == MagnitudeChoice()
    assert "fits “Income”" in window.message_bar.text
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    assert choice(window).settings == sum_preset("turnover")[0]
    assert choice(window).large is not None
    assert "entered as a draft" in window.message_bar.text
    statistic = window.desk.state.statistic
    in_force = None if statistic is None else statistic.period.in_force
    assert in_force is None or as_of_sums(in_force.method) is None
    window.desk.undo()
    assert choice(window) == MagnitudeChoice()
    page.views.setCurrentIndex(0)
    page.views.setCurrentIndex(SUMS)
    assert choice(window) == MagnitudeChoice()


def test_looking_at_each_tab_changes_nothing_and_is_no_step(page: MethodPage, window: MainWindow) -> None:
    data = window.desk.session.data
    assert data is not None
    income = NumberColumn("income", np.arange(1, data.rows + 1), 0, Texts.same("Income"))
    window.desk.session.data = replace(data, magnitudes={"income": income}, cache={})
    before, step = window.desk.state, window.desk.undo_name
    for tab in range(page.views.count()):
        page.views.setCurrentIndex(tab)
        assert page.strip.isVisibleTo(page.head)
    assert (window.desk.state.method, window.desk.state.statistic) == (before.method, before.statistic)
    assert window.desk.undo_name == step


@pytest.mark.daily(1)
@pytest.mark.parametrize("name", SUM_PRESETS)
def test_a_preset_is_one_step_with_tables_and_keys(view: MagnitudesView, window: MainWindow, name: SumPreset) -> None:
    before = choice(window)
    view.design.actions_of[name].trigger()
    found = choice(window)
    assert found.settings == sum_preset(name)[0]
    assert found.large is not None
    assert not magnitudes_of(found.large).is_ordered
    assert (found.small is not None) == (name == "areas")
    assert len(found.own_key) == 64
    assert view.form.fault.isHidden()
    assert view.form.texts["least_noise"].text() == "0.2"
    assert view.form.checks["options"]["own_key"].isChecked()
    window.desk.undo()
    assert choice(window) == before


@pytest.mark.daily(1)
@pytest.mark.parametrize(("units", "wanted"), [("once", "flow"), ("recur", "level"), ("", "level")])
def test_a_preset_proposes_what_the_statistic_declares_of_its_units(
    view: MagnitudesView, window: MainWindow, units: Units, wanted: str
) -> None:
    window.desk.run(declare_units(units))
    view.design.actions_of["wages"].trigger()
    assert choice(window).settings.nature == wanted
    assert view.form.choices["nature"].currentData() == wanted
    # Declared otherwise afterwards, what was chosen stays.
    window.desk.run(declare_units("recur" if units == "once" else "once"))
    assert choice(window).settings.nature == wanted


@pytest.mark.thorough
def test_settings_by_hand_take_the_declared_nature_over_once_keys_are_own(
    view: MagnitudesView, window: MainWindow
) -> None:
    window.desk.run(declare_units("once"))
    window.desk.run(commands.set_magnitudes(MagnitudeChoice(large=choice(window).large), "large_table"))
    assert choice(window).settings.nature == "level"  # without own keys it has no meaning
    box = view.form.checks["options"]["own_key"]
    box.click()
    assert choice(window).settings.nature == "flow"
    assert view.form.choices["nature"].currentData() == "flow"
    chosen = view.form.choices["nature"]
    chosen.setCurrentIndex(chosen.findData("level"))
    chosen.activated.emit(chosen.currentIndex())
    assert choice(window).settings.nature == "level"
    for _ in range(2):
        box.click()  # the same keys again, and the nature that was chosen
    assert (bool(choice(window).own_key), choice(window).settings.nature) == (True, "level")


def type_in(view: MagnitudesView, name: str, text: str) -> None:
    line = view.form.texts[name]
    line.setText(text)
    line.textEdited.emit(text)


@pytest.mark.thorough
def test_the_bend_follows_from_the_data_and_is_said(view: MagnitudesView, window: MainWindow) -> None:
    view.design.actions_of["turnover"].trigger()
    type_in(view, "large", "0.05")
    # What so little noise leaves of the total is told while it is typed.
    said = "less the other cells (F5). Set σ0 to 0.2, which is enough in tables of up to 2 variables"
    assert said in view.form.fault.text()
    view.design.derive.click()
    settle(window)
    bend = choice(window).settings.scaling.bend
    assert bend is not None
    assert str(int(bend)).strip("0") in {"1", "2", "5"}
    assert window.message_bar.text.startswith("z_f = ")
    assert view.pictures.curve.curve is not None
    assert view.pictures.curve.curve.scaling.bend == bend
    assert "18 cells" in view.pictures.warning.text()


@pytest.mark.thorough
def test_a_total_that_one_rules_is_named(view: MagnitudesView, window: MainWindow) -> None:
    data = window.desk.session.data
    assert data is not None
    values = np.exp(np.random.default_rng(1).normal(0, 8, data.rows)).astype(np.int64) + 1
    income = NumberColumn("income", values, 0, Texts.same("Income"))
    window.desk.session.data = replace(data, magnitudes={"income": income}, cache={})
    view.design.actions_of["turnover"].trigger()
    assert view.form.fault.text() == ""
    before = choice(window)
    view.design.derive.click()
    settle(window)
    assert "One contribution rules" in window.message_bar.text
    assert choice(window) == before


@pytest.mark.thorough
def test_flex_alone_is_warned_of_and_not_with_a_least_noise(view: MagnitudesView, window: MainWindow) -> None:
    view.design.actions_of["turnover"].trigger()
    assert "could be estimated" not in view.pictures.warning.text()
    line = view.form.texts["least_noise"]
    line.setText("")
    line.textEdited.emit("")
    assert "contradict" in view.form.fault.text()  # the p % rule has no effect any more
    rule = view.form.texts["p_percent"]
    rule.setText("")
    rule.textEdited.emit("")
    assert view.form.fault.isHidden()
    assert "could be estimated to 10 %" in view.pictures.warning.text()
    assert "Set the least noise to 0.2" in view.pictures.warning.text()


@pytest.mark.thorough
def test_a_table_is_designed_and_rows_that_cannot_have_V_are_named(view: MagnitudesView, window: MainWindow) -> None:
    form = view.design.form
    form.texts["V"].setText("3")
    view.design.make.click()
    found = choice(window).large
    assert found is not None
    table = magnitudes_of(found)
    assert table.maximum_deviation == 5
    assert "Row a = 1 cannot have V = 3" in form.fault.text()
    assert [row.lacks for row in view.pictures.rows.rows] == [True, False, False]
    form.texts["icat"].setText("2; 5")
    before = choice(window)
    view.design.make.click()
    assert "1" in form.fault.text()
    assert form.refused
    assert choice(window) == before


@pytest.mark.thorough
def test_a_table_that_is_designed_is_that_of_the_variant_at_hand_and_of_no_other(
    view: MagnitudesView, window: MainWindow
) -> None:
    view.design.actions_of["wages"].trigger()
    shared = choice(window)
    window.desk.run(commands.add_variant())
    settle(window)
    assert {one.sums for one in window.desk.state.method.variants} == {None}
    view.design.form.texts["V"].setText("1.5")
    view.design.make.click()
    second = window.desk.state.method.variant
    assert second.sums is not None
    assert [one.name for one in window.desk.state.method.variants if one.sums is not None] == [second.name]
    assert (second.sums.settings, second.sums.own_key) == (shared.settings, shared.own_key)
    assert window.desk.state.method.settings.magnitudes == shared
    assert second.sums.large not in (None, shared.large)
    assert view.form.checks["scope"]["own"].isChecked()
    window.desk.undo()
    assert {one.sums for one in window.desk.state.method.variants} == {None}


@pytest.mark.thorough
def test_the_cells_with_the_least_noise_are_shown_and_a_smaller_one_is_searched_from_the_variants(
    view: MagnitudesView, window: MainWindow
) -> None:
    data = window.desk.session.data
    assert data is not None
    values = np.where(np.arange(data.rows) % 40 == 0, 5000, 0)  # few contributors: some cells are sensitive
    income = NumberColumn("income", values, 0, Texts.same("Income"))
    window.desk.session.data = replace(data, magnitudes={"income": income}, cache={})
    view._proposed.add(id(window.desk.session.data))
    view.design.actions_of["wages"].trigger()
    settings = replace(view.choice.settings, least_noise=0.0, primary=None)
    weak = replace(view.choice, settings=settings)
    window.desk.run(commands.add_variant(replace(view._variant, sums=weak)))
    settle(window)
    card, effects = view.judging.variants, view.judging._effects
    assert not card.isHidden()
    assert effects is not None
    (mine, _other) = view.judging._figures
    assert mine.least == mine.nearest[0][1]
    # The second way: the smallest noise of each sensitive cell over all keys, cell by cell.
    exact = {}
    for at in np.flatnonzero(effects.cells.sensitive).tolist():
        laws = sum_laws(effects.cells.sums.taken(np.array([at])), effects.cells.rules)
        exact[at] = float(np.abs(laws.added).min() / effects.cells.sums.largest[at])
    assert dict(mine.nearest) == pytest.approx({at: exact[at] for at, _ in mine.nearest}, abs=1e-9)
    assert max(part for _, part in mine.nearest) <= min((exact[at] for at in exact if at not in dict(mine.nearest)),
                                                        default=1.0)  # fmt: skip
    actions = card.menu.actions()
    assert len(actions) == len(mine.nearest) > 1
    assert actions[1].text() == f"{effects.called(mine.nearest[1][0], 'en', 'Total')}: 0.0 %"
    actions[1].trigger()
    settle(window)
    assert view.judging.effect.at == effects.order.index(mine.nearest[1][0])
    # No table shows sums: what the search says first.
    assert card.search.isEnabled()
    card.search.click()
    assert "No saved table shows sums" in window.message_bar.text
    window.desk.run(commands.own_sums(own=False))
    settle(window)
    assert card.isHidden()


def typed(view: MagnitudesView, window: MainWindow, **texts: str) -> None:
    for name, text in texts.items():
        view.design.form.texts[name].setText(text)
        view.design.form.texts[name].textEdited.emit(text)
    settle(window)


def of_kind(view: MagnitudesView, window: MainWindow, kind: str) -> None:
    box = view.design.form.choices["kind"]
    place = box.findData(kind)
    box.setCurrentIndex(place)
    box.activated.emit(place)
    settle(window)


@pytest.mark.thorough
def test_while_a_table_is_typed_it_is_told_whether_its_rows_can_have_V_and_nothing_is_taken(
    view: MagnitudesView, window: MainWindow
) -> None:
    view.design.actions_of["turnover"].trigger()
    view.design.fold.set_open(True)
    before, form = choice(window), view.design.form
    typed(view, window, step="2", icat="1; 3; 5", V="3")
    # 2.6515, 8.2692 and 9.1667 are those of the specification; what is told can be typed.
    assert view.design.possible.text() == ("V up to 2.6515 (a = 1); 8.2692 (a = 3); 9.1666 (a = 5)")
    assert form.fault.text() == "Row a = 1 cannot have V = 3; it has at most 2.6515."
    assert form.texts["V"].property("kind") == "faulty"
    assert form.texts["V"].accessibleDescription() == f"Invalid entry: {form.fault.text()}"
    assert not form.refused
    assert [row.lacks for row in view.pictures.rows.rows] == [True, False, False]
    assert "as typed" in view.pictures.rows.accessibleName()
    assert choice(window) == before
    typed(view, window, V="2.5")
    assert form.fault.isHidden()
    assert form.texts["V"].property("kind") != "faulty"
    assert [round(row.variance, 6) for row in view.pictures.rows.rows] == [2.5, 2.5, 2.5]
    typed(view, window, icat="1; 3")
    assert form.refused
    assert "icat must contain 1 and D = 5" in form.fault.text()
    # What is taken is shown again, not what could not be made.
    assert [row.ratio for row in view.pictures.rows.rows] == [1, 3, 3.25, 5]
    assert "as typed" not in view.pictures.rows.accessibleName()
    typed(view, window, icat="1; 5")
    form.checks["shape"]["mono"].click()
    settle(window)
    assert view.design.possible.text() == "V up to 5 (a = 1); 25 (a = 5)"
    view.design.fold.set_open(False)
    assert [row.ratio for row in view.pictures.rows.rows] == [1, 3, 3.25, 5]
    assert choice(window) == before


@pytest.mark.thorough
def test_even_and_odd_numbers_have_rows_of_their_own_by_a_seed_that_is_shown(
    view: MagnitudesView, window: MainWindow
) -> None:
    view.design.actions_of["wages"].trigger()
    of_kind(view, window, "parity")
    assert not view.design.form.texts["V_odd"].isHidden()
    typed(view, window, V_odd="3", step="2", icat="1; 3; 5", icat_odd="1; 5", seed="7")
    assert view.design.form.fault.text() == "Row a = 1 cannot have V = 3; it has at most 2.6515."
    assert view.design.form.texts["V_odd"].property("kind") == "faulty"
    assert view.design.form.texts["V"].property("kind") != "faulty"
    typed(view, window, V_odd="1", blocks="20")
    view.design.make.click()
    found = choice(window)
    assert found.large is not None
    even = ckm.design_magnitudes(5, 2, step=2, icat=(1, 3, 5), type="even")
    odd = ckm.design_magnitudes(5, 1, step=2, icat=(1, 5), type="odd")
    assert magnitudes_of(found.large) == ckm.permute(join_types([even, odd]), 20, seed=7)
    assert found.settings.parity
    assert view.form.fault.isHidden()
    assert view.form.checks["options"]["parity"].isChecked()
    names = [view.pictures.rows.name(row) for row in view.pictures.rows.rows]
    assert names == ["even a = 1", "even a = 3", "even a ≥ 5", "odd a = 1", "odd a ≥ 5"]
    # With several steps those from the second on need rows for all numbers.
    view.design.actions_of["turnover"].trigger()
    of_kind(view, window, "parity")
    view.design.make.click()
    several = choice(window).large
    assert several is not None
    assert magnitudes_of(several).types == ("all", "even", "odd")
    assert view.form.fault.isHidden()
    # And back: one table for all numbers does without parity.
    of_kind(view, window, "all")
    view.design.make.click()
    assert not choice(window).settings.parity
    assert view.form.fault.isHidden()


@pytest.mark.thorough
def test_an_empty_seed_is_drawn_and_then_shown(view: MagnitudesView, window: MainWindow) -> None:
    typed(view, window, seed="")
    view.design.make.click()
    first, drawn = choice(window).large, view.design.form.texts["seed"].text()
    assert int(drawn) > 0
    view.design.make.click()
    assert choice(window).large == first
    typed(view, window, seed=str(int(drawn) % 999_999 + 1))
    view.design.make.click()
    assert choice(window).large != first
    typed(view, window, seed="1.5")
    assert view.design.form.refused


@pytest.mark.thorough
def test_a_table_for_small_values_is_designed_and_used(view: MagnitudesView, window: MainWindow) -> None:
    view.design.actions_of["wages"].trigger()
    large = choice(window).large
    of_kind(view, window, "small_cells")
    assert view.design.form.texts["D"].text() == "3"
    view.design.make.click()
    found = choice(window)
    assert found.large == large
    assert found.small is not None
    assert magnitudes_of(found.small).maximum_deviation == 3
    assert found.settings.separation
    assert view.form.fault.isHidden()
    window.desk.undo()
    assert not choice(window).settings.separation


@pytest.mark.thorough
def test_a_table_designed_as_a_new_variant_stands_beside_the_one_it_came_from(
    view: MagnitudesView, page: MethodPage, window: MainWindow
) -> None:
    view.design.actions_of["wages"].trigger()
    settle(window)
    assert view.judging.variants.isHidden()  # all variants share one choice
    shared = choice(window)
    typed(view, window, V="1")
    view.design.beside.click()
    settle(window)
    made = window.desk.state.method.variant
    assert made.name == "C"
    assert made.sums is not None
    assert window.desk.state.method.settings.magnitudes == shared
    assert view.choice == made.sums
    assert view.form.checks["scope"]["own"].isChecked()
    assert "variant C" in view.form.checks["scope"]["own"].text()
    view.form.texts["small"].setText("0.4")
    view.form.texts["small"].textEdited.emit("0.4")
    settle(window)
    assert window.desk.state.method.settings.magnitudes == shared
    assert view.choice.settings.scaling.small == 0.4
    # Both are drawn, read as a table, and compared on the cells of the table at hand.
    curve = view.pictures.curve.curve
    assert curve is not None
    assert [(name, one.small) for name, one in curve.others] == [("Variant A", 0.2)]
    assert view.pictures.curve.figures().columns == ("z", "m(z)", "Variant A")
    assert not view.judging.variants.isHidden()
    assert [one.text() for one in view.judging.variants.cells[0]] == ["C", "A", ""]
    data, spec = window.desk.session.data, window.desk.state.table.spec
    assert data is not None
    found = figures_beside(data, spec, "income", sums_beside(window.desk.state), lambda: False)
    means = [decimal_text(100 * one.mean, 1, "en") for one in found]
    assert [one.text() for one in view.judging.variants.cells[1]] == [*means, ""]
    # And back: a variant without settings of its own has those of all.
    view.form.checks["scope"]["own"].click()
    settle(window)
    assert view.choice == shared
    assert view.judging.variants.isHidden()
    window.desk.undo()
    assert view.choice.settings.scaling.small == 0.4
    window.desk.run(commands.choose_variant(0))
    settle(window)
    assert not view.form.checks["scope"]["own"].isChecked()
    assert view.form.texts["small"].text() == "0.2"
    # What is put in force is what the variant has.
    window.desk.run(commands.choose_variant(2))
    settle(window)
    page.views.setCurrentIndex(0)
    page.forcing.open()
    forced = page.forcing._method()
    assert forced is not None
    sums = as_of_sums(forced)
    assert sums is not None
    assert sums.settings == view.choice.settings


@pytest.mark.thorough
def test_the_moved_curve_is_a_step_of_its_own(view: MagnitudesView, window: MainWindow) -> None:
    view.design.actions_of["turnover"].trigger()
    before = choice(window)
    view.pictures.bend_moved.emit(ckm.Scaling(0.3, 0.05, 20_000, 3))
    assert choice(window).settings.scaling.bend == 20_000
    assert view.form.texts["bend"].text() == "20000"
    window.desk.undo()
    assert choice(window) == before


@pytest.mark.thorough
def test_own_keys_come_back_as_they_were(view: MagnitudesView, window: MainWindow) -> None:
    view.design.actions_of["wages"].trigger()
    secret = choice(window).own_key
    box = view.form.checks["options"]["own_key"]
    box.click()
    assert choice(window).own_key == ""
    box.click()
    assert choice(window).own_key == secret


@pytest.mark.thorough
def test_pictures_are_read_as_tables(view: MagnitudesView) -> None:
    view.design.actions_of["wages"].trigger()
    for card in view.pictures.cards:
        card.as_table.setChecked(True)
        assert card.stack.currentWidget() is card.stack.table
        assert card.stack.model.rowCount() > 10
        card.as_table.setChecked(False)
        assert card.stack.currentWidget() is card.picture


@pytest.mark.thorough
def test_a_cell_is_told_step_by_step_and_marked_in_the_rows(view: MagnitudesView, window: MainWindow) -> None:
    assert view.judging.effect.cells.count() == 0
    assert not view.judging.effect.empty.isHidden()
    view.design.actions_of["wages"].trigger()
    settle(window)
    card = view.judging.effect
    assert card.cells.count() == 18
    assert card.empty.isHidden()
    assert card.lines[0][1].text().startswith("x = ")
    assert "x1: " in card.bars.accessibleDescription()
    assert view.pictures.rows.chosen is not None
    first = card.lines[0][1].text()
    card.after.click()
    settle(window)
    assert card.at == 1
    assert card.lines[0][1].text() != first
    card.before.click()
    settle(window)
    assert card.lines[0][1].text() == first
    assert card.law.tip(Spot(3)).endswith("% of the keys")
    assert len(card.law.figures().rows) == 40
    # Nothing of it can be taken away.
    assert card.law.contextMenuPolicy() == Qt.ContextMenuPolicy.NoContextMenu


@pytest.mark.thorough
@pytest.mark.look
def test_figures_of_large_contributions_are_shown_whole_beside_their_bars(
    view: MagnitudesView, window: MainWindow
) -> None:
    view.design.actions_of["wages"].trigger()
    settle(window)
    assert view.judging._effects is not None
    effect, bars = view.judging._effects.effect(0), view.judging.effect.bars
    view.judging.effect.show_effect(0, replace(effect, largest=(3_456_789_012.0,), others=0, x=3_456_789_012.0), 10.0)
    metrics = QFontMetrics(bars.theme.small_font())
    _, room = bars.sides(metrics)
    assert room > metrics.horizontalAdvance(bars.lines[0][2])
    assert bars.sides(metrics)[0] + room < bars.width()
    assert view.judging.effect.lines[0][0].text() == "the only contribution"


@pytest.mark.daily(1)
@pytest.mark.parametrize("off", [-1.0, 0.0, 1.0])
def test_original_and_published_are_named_apart_also_where_both_are_one_value(
    view: MagnitudesView, window: MainWindow, off: float
) -> None:
    view.design.actions_of["wages"].trigger()
    settle(window)
    assert view.judging._effects is not None
    effect, plot = view.judging._effects.effect(0), view.judging.effect.law
    plot.show_effect(replace(effect, published=effect.x + off), 0.1, "en")
    drawn = re.findall(r'x="([-\d.]+)"[^>]*>(original|published)<', plot.to_svg().decode())
    places = {word: float(x) for x, word in drawn}
    left, right = ("published", "original") if off < 0 else ("original", "published")
    assert places[right] - places[left] > 3.5 * len(left)  # letters are wider


@pytest.mark.thorough
def test_what_noise_costs_is_told_by_the_share_of_the_largest_beside_the_method_in_force(
    view: MagnitudesView, window: MainWindow
) -> None:
    card = view.judging.errors
    assert card.isHidden()
    view.design.actions_of["wages"].trigger()
    settle(window)
    assert not card.isHidden()
    effects = view.judging._effects
    assert effects is not None
    exact = errors_of(effects.cells.sums, effects.cells.rules, (0.01, 0.05))
    shown = [[one.text() for one in line[:6]] for line in card.cells[1:] if not line[0].isHidden()]
    ends = {0.5: "50 – 100 %", 0.1: "10 – 50 %", 0.02: "2 – 10 %", 0.0: "0 – 2 %"}
    assert [line[0] for line in shown] == [ends[one.share] for one in exact]
    assert len(shown) < len(ends)
    assert [int(line[1]) for line in shown] == [one.cells for one in exact]
    assert [float(line[2]) for line in shown] == [round(100 * one.mean, 1) for one in exact]
    for column, distance in ((4, 0.01), (5, 0.05)):
        assert [float(line[column]) for line in shown] == [round(100 * one.within[distance], 1) for one in exact]
    assert all(one.isHidden() for line in card.cells for one in line[6:])
    # The curve is that of the settings, and is there without any cells.
    assert card.curve.points == errors_by_share(replace(effects.cells.rules, modulus=ALL_KEYS))
    card.show_errors(None, "en")
    assert not card.isHidden()
    assert card.lead.isHidden()
    assert all(one.isHidden() for line in card.cells for one in line)
    card.show_curve((), "en")
    assert card.isHidden()
    # Beside the method in force where that is another one.
    data, spec = window.desk.session.data, window.desk.state.table.spec
    assert data is not None
    weaker = replace(view.choice.settings, least_noise=0.0, scaling=ckm.Scaling(0.05), primary=None, zero_sign="plus")
    sums = as_of_sums(view.choice.method(ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2))))
    assert sums is not None
    found = errors_at_hand(effects, data, spec, replace(sums, settings=weaker), lambda: False)
    assert all(one.mean < other.mean for one, other in zip(found.in_force, found.classes, strict=True))
    card.show_errors(found, "de")
    assert card.cells[1][6].text() == decimal_text(100 * found.in_force[0].mean, 1, "de")
    assert "," in card.cells[1][2].text()


@pytest.mark.thorough
def test_the_floor_is_judged_and_forgotten_once_something_changes(view: MagnitudesView, window: MainWindow) -> None:
    view.design.actions_of["wages"].trigger()
    settle(window)
    view.judging.floor.ask.click()
    assert "No saved table shows sums" in window.message_bar.text
    shown = window.desk.state.table.spec.with_changes(values=(ckm.sum_of("income"),))
    window.desk.run(on_spec(CommandName("new_table"), lambda _before: shown))
    window.go_to("method")
    settle(window)
    view.judging.floor.ask.click()
    settle(window)
    method = as_of_sums(choice(window).method(ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1))))
    data = window.desk.session.data
    assert data is not None
    assert method is not None
    found = sum_floor(data, [shown], method, SumLimits())
    assert found.holds == ("holds" in view.judging.floor.verdict.text())
    assert "p = 10 %" in view.judging.floor.verdict.text()
    assert not view.judging.floor.verdict.isHidden()
    view.form.texts["least_noise"].setText("0.25")
    view.form.texts["least_noise"].textEdited.emit("0.25")
    settle(window)
    assert view.judging.floor.verdict.isHidden()


def with_sums_at_hand(view: MagnitudesView, window: MainWindow) -> None:
    view.design.actions_of["wages"].trigger()
    shown = window.desk.state.table.spec.with_changes(values=(ckm.sum_of("income"),))
    window.desk.run(on_spec(CommandName("new_table"), lambda _before: shown))
    window.go_to("method")
    settle(window)


@pytest.mark.thorough
def test_the_smallest_noise_is_set_as_one_step_that_can_be_undone(view: MagnitudesView, window: MainWindow) -> None:
    with_sums_at_hand(view, window)
    before = choice(window)
    view.judging.floor.search.click()
    settle(window)
    found = choice(window).settings
    assert found.scaling.small <= before.settings.scaling.small
    assert window.message_bar.text.startswith("“Income”: σ1 = ")
    assert view.judging.floor.verdict.isHidden()
    window.desk.undo()
    assert choice(window) == before


@pytest.mark.thorough
def test_what_is_open_of_the_method_in_force_is_accepted_by_two_persons(
    view: MagnitudesView, window: MainWindow
) -> None:
    with_sums_at_hand(view, window)
    open_growth = replace(choice(window).settings, least_contributors=0)
    window.desk.run(commands.set_magnitudes(replace(choice(window), settings=open_growth), "small"))
    settle(window)
    view.judging.floor.ask.click()
    settle(window)
    assert "F7" in view.judging.floor.rules.text()
    assert view.judging.floor.accepting.isHidden()  # a draft cannot be accepted
    method = view.made(choice(window))
    assert method is not None
    decision = ckm.Decision("Board", "2026-01-02", remark="Trial", second_person="Max", valid_to="2026-12-31")
    window.desk.run(commands.put_in_force(method, "2026-01-02", decision, ""))
    settle(window)
    view.judging.floor.ask.click()
    settle(window)
    assert not view.judging.floor.accepting.isHidden()
    window.settings.set("person", "Mia")
    view.judging.floor.second.setText("Max")
    view.judging.floor.accept.click()
    settle(window)
    assert not view.judging.floor.fault.isHidden()  # without a reason
    view.judging.floor.reason.setText("Nobody recurs.")
    view.judging.floor.accept.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    entry = statistic.register[-1]
    assert (entry.kind, entry.person, entry.second_person, entry.remark) == (
        "sums_accepted",
        "Mia",
        "Max",
        "Nobody recurs.",
    )
    assert "F7" in {one.rule for one in entry.accepted}
    assert view.judging.floor.accepting.isHidden()


@pytest.mark.thorough
def test_below_the_floor_it_is_offered_what_to_combine(view: MagnitudesView, window: MainWindow) -> None:
    with_sums_at_hand(view, window)
    plain = replace(choice(window).settings, least_noise=0.0, primary=None)
    window.desk.run(commands.set_magnitudes(replace(choice(window), settings=plain), "small"))
    settle(window)
    view.judging.floor.ask.click()
    settle(window)
    offered = not view.judging.floor.offers.isHidden()
    assert offered == ("Combining" in view.judging.floor.offers.text())
    assert ("F1" in view.judging.floor.rules.text()) or not offered


def test_each_preset_says_for_how_many_variables_it_is_made(view: MagnitudesView) -> None:
    reach = {name: "three" if name == "durations" else "two" for name in SUM_PRESETS}
    assert {name: action.toolTip().split()[-2] for name, action in view.design.actions_of.items()} == reach


@pytest.mark.daily(1)
@pytest.mark.look
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_of_every_choice_fit_their_field(view: MagnitudesView, window: MainWindow, language: str) -> None:
    window.settings.set("language", language)
    settle(window)
    page = window.page("method")  # built again in another language
    assert isinstance(page, MethodPage)
    view = page.magnitudes
    for form in (view.form, view.design.form):
        for name, box in form.choices.items():
            option = QStyleOptionComboBox()
            box.initStyleOption(option)
            room = box.style().subControlRect(
                QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
            )
            wide = [box.fontMetrics().horizontalAdvance(box.itemText(at)) for at in range(box.count())]
            assert max(wide, default=0) <= room.width(), (name, box.itemText(int(np.argmax(wide))))


@pytest.mark.thorough
def test_rules_of_other_programs_are_one_step_that_switches_ours_off_and_can_be_undone(
    view: MagnitudesView, window: MainWindow
) -> None:
    view.design.actions_of["areas"].trigger()
    settle(window)
    before = choice(window)
    assert (before.settings.least_noise, before.settings.zero_sign, bool(before.own_key)) == (0.2, "key", True)
    for place, compat in ((1, "tauargus"), (2, "cellkey")):
        view.form.choices["compat"].setCurrentIndex(place)
        view.form.choices["compat"].activated.emit(place)
        settle(window)
        after = choice(window)
        assert not view.form.refused
        assert (after.settings.compat, after.settings.own_rules, after.own_key) == (compat, (), "")
        assert (after.settings.missing, after.settings.mean_of) == ("zero", "records")
        assert after.settings.scaling == before.settings.scaling
        assert after.settings.zero_is == before.settings.zero_is
        window.desk.undo()
        settle(window)
        assert choice(window) == before
    assert "is not confirmed" in view.form.choices["compat"].toolTip()
    # A rule of ours beside it is refused in words, and nothing changes.
    view.form.choices["compat"].setCurrentIndex(1)
    view.form.choices["compat"].activated.emit(1)
    settle(window)
    kept = choice(window)
    view.form.texts["least_noise"].setText("0.2")
    view.form.texts["least_noise"].textEdited.emit("0.2")
    assert view.form.refused
    assert choice(window) == kept


@pytest.mark.thorough
def test_the_unit_of_small_values_and_the_least_contributors_are_set_in_fields(
    view: MagnitudesView, window: MainWindow
) -> None:
    view.design.actions_of["turnover"].trigger()
    settle(window)
    assert view.form.texts["small_unit"].isHidden()
    view.design.actions_of["areas"].trigger()
    settle(window)
    assert not view.form.texts["small_unit"].isHidden()
    for name, text, wanted in (("small_unit", "2.5", 2.5), ("least_contributors", "5", 5)):
        field = view.form.texts[name]
        assert field.text() == {"small_unit": "1", "least_contributors": "3"}[name]
        field.setText(text)
        field.textEdited.emit(text)
        assert getattr(choice(window).settings, name) == wanted
    kept = choice(window)
    for name, text in (
        ("small_unit", "0"),
        ("small_unit", ""),
        ("least_contributors", "2.5"),
        ("least_contributors", "-1"),
    ):
        field = view.form.texts[name]
        before = field.text()
        field.setText(text)
        field.textEdited.emit(text)
        assert view.form.refused
        assert view.form.fault.text()
        assert choice(window) == kept
        field.setText(before)
        field.textEdited.emit(before)
        assert not view.form.refused
