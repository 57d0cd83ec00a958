"""Before a method is put in force: what the floor says, the attack run now, and what is recorded."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton

from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.own_keys import own_key_from
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.microdata.data import NumberColumn
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.stored import stored_magnitudes
from ckmcore.statistic.floor import mark_of
from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.spec import TableSpec, Value
from ckmdesk.commands import method as commands
from ckmdesk.commands.data import on_statistic
from ckmdesk.commands.desk import CommandName
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.method_settings import MagnitudeChoice
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.before_the_floor import put_in_force
from tests.kit.method_page import decide
from tests.kit.tables_page import settle


def told(page: MethodPage) -> str:
    return "\n".join(check.text.text("en") for check in page.forcing.floor.checks())


def refused_variant(window: MainWindow) -> None:
    """Nine of ten counts stay."""
    variant = window.desk.state.method.variant
    window.desk.run(commands.set_variant(replace(variant, design=Design(D=2, V=0.1, js=0)), "V"))


def test_the_floor_and_the_criteria_stand_beside_the_decision(page: MethodPage, window: MainWindow) -> None:
    page.force_button.click()
    settle(window)
    assert "The method holds the floor under protection (F1 to F9)." in told(page)
    assert "Mean deviation is 0.5 or more in rows 1-8." in told(page)
    assert "all four criteria hold on average over the rows with D = 5 from V = " in told(page)
    assert page.forcing.floor.measured is None
    assert not page.forcing.floor.report_button.isVisible()


@pytest.mark.thorough
def test_t13_a_design_with_v_and_stay_by_row_stands_beside_that_of_one_v_and_is_taken_by_its_button(
    page: MethodPage, window: MainWindow
) -> None:
    page.force_button.click()
    settle(window)
    lines = told(page)
    assert lines.index("With one V for all rows all four criteria hold") < lines.index("An extension of our own")
    made = page.forcing.floor.by_rows
    assert made is not None
    buttons = [one for one in page.forcing.card.findChildren(QPushButton) if one.objectName().endswith(":by_rows")]
    buttons[-1].click()
    settle(window)
    variant = window.desk.state.method.variant
    assert variant is not None
    assert variant.design == made.design


@pytest.mark.thorough
def test_a_method_below_the_floor_is_told_and_not_put_in_force(page: MethodPage, window: MainWindow) -> None:
    before = statistic_of(window).period.in_force
    refused_variant(window)
    settle(window)
    page.force_button.click()
    settle(window)
    assert "F1, needs a recorded reason: Row" in told(page)
    assert "F6, refused: Whoever sees 0" in told(page)
    decide(page)
    assert "cannot be put in force" in page.forcing.card.fault.text()
    assert statistic_of(window).period.in_force == before
    assert page.forcing.is_open


@pytest.mark.thorough
def test_the_attack_is_run_now_and_its_report_goes_on_record(
    page: MethodPage, window: MainWindow, tmp_path: Path
) -> None:
    page.parameters.V.setValue(2.5)
    page.force_button.click()
    settle(window)
    panel = page.forcing.floor
    assert panel.measure_button.isEnabled()
    panel.measure_button.click()
    settle(window)
    assert panel.measured is not None
    assert panel.measured.attacked > 0
    assert f"{panel.measured.disclosed} disclosed, {panel.measured.undecided} open" in told(page)
    assert not panel.report_button.isHidden()
    panel.save_report(tmp_path / "floor.html")
    settle(window)
    content = (tmp_path / "floor.html").read_bytes()
    assert panel.measured.mark.encode() in content
    decide(page)
    last = statistic_of(window).period.decisions[-1]
    assert last.judged == panel.measured.mark
    assert [(one.name, one.sha256) for one in last.attachments] == [("floor.html", hashlib.sha256(content).hexdigest())]


@pytest.mark.thorough
def test_t03_what_could_not_be_measured_is_named_has_no_tick_and_stands_in_the_decision(
    page: MethodPage, window: MainWindow
) -> None:
    table = window.desk.state.table.spec
    shares = SavedTable("Shares", table.with_changes(values=(Value("share", base="column"),)))
    kept = (SavedTable("Counts", table), shares)
    window.desk.run(on_statistic(CommandName("tables"), lambda statistic: replace(statistic, tables=kept)))
    page.parameters.V.setValue(2.5)
    page.force_button.click()
    settle(window)
    panel = page.forcing.floor

    def verdicts() -> dict[str, Verdict]:
        return {check.text.code: check.verdict for check in panel.checks()}

    assert verdicts()["desk_floor_not_measured"] is Verdict.NOT_TESTED
    panel.measure()
    settle(window)
    found = verdicts()
    assert found["floor_table_not_measured"] is found["floor_not_tested"] is Verdict.NOT_TESTED
    assert "desk_floor_measured" not in found
    assert "“Shares” was not measured: it shows no counts." in told(page)
    decide(page)
    last = statistic_of(window).period.decisions[-1]
    assert len(last.judged_tables) == 1
    assert set(last.not_tested) >= {"F15", "F16"}
    # Without what was measured, or any of its rules, there is no tick.
    page.force_button.click()
    settle(window)
    panel.measure()
    settle(window)
    assert panel.measured is not None
    whole = panel.measured
    held = tuple(replace(one, verdict=Verdict.HELD, reason=None) for one in whole.judged)
    panel.measured = replace(whole, judged=held)
    assert verdicts()["desk_floor_measured"] is Verdict.HELD
    for place in range(len(held)):
        panel.measured = replace(whole, judged=(*held[:place], whole.judged[place], *held[place + 1 :]))
        assert "desk_floor_measured" not in verdicts()
    for lacking in (replace(whole, judged=()), replace(whole, attacked=0, disclosed=0, judged=())):
        panel.measured = lacking
        assert "desk_floor_measured" not in verdicts()
    assert verdicts()["floor_attack_none"] is Verdict.NOT_TESTED


def with_giant(window: MainWindow) -> None:
    """A magnitude with a giant alone in one area, and a saved table of its sums."""
    data = window.desk.session.data
    assert data is not None
    amounts = 1000 + np.arange(data.rows, dtype=np.int64) % 2  # of equal ones the sums are counts (F9)
    area = next(iter(data.columns))
    at = int(np.flatnonzero(data.columns[area] == data.columns[area][0])[0])
    amounts[(data.columns[area] == data.columns[area][0])] = 0
    amounts[at] = 3000 * data.rows  # the others are above a tenth of it: the total is not sensitive
    turnover = NumberColumn("turnover", amounts, 0, Texts("Turnover", "Umsatz"))
    window.desk.session.data = replace(data, magnitudes={"turnover": turnover}, cache={})
    summed = SavedTable("Turnover", TableSpec(rows=[area], values=(Value("sum", magnitude="turnover"),)))
    window.desk.run(on_statistic(CommandName("tables"), lambda statistic: replace(statistic, tables=(summed,))))


def flexible(window: MainWindow, large: float) -> None:
    settings, design = sum_preset("turnover")
    settings = replace(settings, k=1, epsilon=(1.0,), scaling=replace(settings.scaling, large=large))
    choice = MagnitudeChoice(stored_magnitudes(design.table(3)), settings=settings, own_key=own_key_from(b"s" * 32))
    window.desk.run(commands.set_magnitudes(choice, "preset turnover"))


@pytest.mark.daily(1)
@pytest.mark.parametrize(("large", "rule"), [(0.05, "F5"), (0.2, "")])
def test_before_sums_come_into_force_it_is_told_what_totals_tell_and_that_the_tables_were_not_judged(
    page: MethodPage, window: MainWindow, large: float, rule: str
) -> None:
    with_giant(window)
    flexible(window, large)
    settle(window)
    page.force_button.click()
    settle(window)
    assert ("less the other cells (F5). Set σ0 to 0.2, which" in told(page)) is bool(rule)
    assert ("in which a cell is a part of up to 3 totals" in told(page)) is not bool(rule)
    assert "Not yet judged: whether sums hold their floor with the tables (F1 to F9)." in told(page)
    panel = page.forcing.floor
    panel.measure()
    settle(window)
    assert "Not yet judged" not in told(page)
    assert panel.sums is not None
    assert {one.rule for one in panel.sums.rules} == ({rule} if rule else set())
    assert ("all tables together estimate a single contribution" in told(page)) is bool(rule)
    assert ("sums hold their floor with p = 10 % (F1 to F9)" in told(page)) is not bool(rule)
    assert ("protect" in "".join(one.text.text("en") for one in panel._of_sums())) is False
    # Of other settings nothing was judged.
    flexible(window, 0.1)
    settle(window)
    assert panel.sums is None
    assert "Not yet judged" in told(page)


def test_where_no_table_shows_sums_there_is_nothing_to_judge(page: MethodPage, window: MainWindow) -> None:
    with_giant(window)
    flexible(window, 0.2)
    window.desk.run(on_statistic(CommandName("tables"), lambda statistic: replace(statistic, tables=())))
    settle(window)
    page.force_button.click()
    settle(window)
    (said,) = page.forcing.floor._of_sums()  # what settings alone say
    assert (said.held, said.text.code) == (True, "totals_hold")


def test_what_was_measured_of_one_method_is_not_said_of_another(page: MethodPage, window: MainWindow) -> None:
    page.force_button.click()
    settle(window)
    panel = page.forcing.floor
    panel.measure()
    settle(window)
    assert panel.measured is not None
    page.parameters.V.setValue(2.5)
    settle(window)
    assert panel.measured is None
    assert panel.open_rules == ()


def test_measuring_can_be_cancelled_and_started_again(page: MethodPage, window: MainWindow) -> None:
    page.force_button.click()
    settle(window)
    panel = page.forcing.floor
    panel.measure()
    assert not panel.progress.isHidden()
    assert not panel.measure_button.isEnabled()
    panel.cancel()
    settle(window)
    assert panel.progress.isHidden()
    assert panel.measured is None
    assert panel.measure_button.isEnabled()


@pytest.mark.parametrize("language", ["de", "en"])
def test_rounding_is_judged_by_its_base(page: MethodPage, window: MainWindow, language: str) -> None:
    page.views.show_view(page.rounding)
    view = page.rounding
    view.decide()
    settle(window)
    lines = [check.text.text(language) for check in view.decision.floor.checks()]
    held = "Das Verfahren hält den Mindestschutz ein (F1 bis F9)." if language == "de" else "The method holds the floor"
    assert any(held in line for line in lines)


def test_a_method_in_force_below_the_floor_tells_its_rules_and_is_not_that_of_the_next_period(
    page: MethodPage, window: MainWindow
) -> None:
    weak = CellKeyMethod(Design(D=5, V=1.0, js=0, pstay=0.8, stay="exact").table())
    made = put_in_force(statistic_of(window), weak, "2025-01-01")
    window.desk.run(on_statistic(CommandName("put_in_force"), lambda _now: made))
    settle(window)
    page.strip.in_force.click()
    settle(window)
    text = page.parameters.decisions.text()
    assert page.parameters.decisions.isVisible()
    assert "Below the floor under protection. The method finishes its period" in text
    assert "F8, refused: A total of 1 and 2" in text
    window.services.add_period("2099", "2099-12-31", "")
    settle(window)
    assert statistic_of(window).period.in_force is None
    assert "has no method in force" in window.message_bar.text


@pytest.mark.thorough
def test_the_method_in_force_is_measured_again_and_a_further_decision_goes_on_record(
    page: MethodPage, window: MainWindow
) -> None:
    page.parameters.V.setValue(2.5)
    page.force_button.click()
    settle(window)
    decide(page)
    before = statistic_of(window).period
    assert before.in_force is not None
    assert page.force_button.text() == "Decide again ..."
    page.force_button.click()
    settle(window)
    assert page.forcing.card.title.text() == "Decide again: Cell-key method"
    page.forcing.floor.measure()
    settle(window)
    measured = page.forcing.floor.measured
    assert measured is not None
    decide(page)
    after = statistic_of(window).period
    assert after.in_force is not None
    assert (after.in_force.method, after.in_force.since) == (before.in_force.method, before.in_force.since)
    assert len(after.decisions) == len(before.decisions) + 1
    assert after.decisions[-1].judged == measured.mark == mark_of(after.in_force.method, window.desk.session.data)
    assert not page.forcing.is_open
    assert "The decision is on record" in window.message_bar.text
    page.parameters.V.setValue(3.5)
    settle(window)
    assert page.force_button.text() == "Put in force ..."


def test_the_table_in_force_is_decided_on_again_by_its_own_method(page: MethodPage, window: MainWindow) -> None:
    page.force_button.click()
    decide(page)
    before = statistic_of(window).period.in_force
    assert before is not None
    page.parameters.V.setValue(4.0)
    page.strip.in_force.click()
    settle(window)
    assert page.force_button.isEnabled()
    assert page.force_button.text() == "Decide again ..."
    page.force_button.click()
    settle(window)
    assert page.forcing.floor.method == before.method
    decide(page)
    after = statistic_of(window).period.in_force
    assert after is not None
    assert (after.method, after.since, after.design) == (before.method, before.since, before.design)


def test_a_rounding_in_force_is_decided_on_again(page: MethodPage, window: MainWindow) -> None:
    page.views.show_view(page.rounding)
    view = page.rounding
    made = statistic_of(window).put_in_force(view.rounding, "2025-01-01")
    window.desk.run(on_statistic(CommandName("put_in_force"), lambda _now: made))
    settle(window)
    page.force_button.click()
    settle(window)
    assert view.is_deciding
    assert view.decision.card.title.text().startswith("Decide again: ")
    view.refresh()
    assert view.is_deciding
