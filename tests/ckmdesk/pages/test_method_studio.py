"""The method page in the real window: probabilities by hand, files, the clipboard, the decision, what is in force."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.ptable import read_ptable
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.open import open_ptable
from ckmdesk.commands.method import set_variant
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.shell.command_names import command_text
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.drawing import MOST_ROWS, Spot
from ckmdesk.state.method_view import MagnitudeView, MethodView
from ckmdesk.state.workspace import opened, with_workspace
from tests.ckmdesk.pages.method_pages import view_of
from tests.kit.method_page import decide
from tests.kit.tables_page import settle

W24 = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.7;-1;0.7\n1;3;0.3;2;1\n2;0;0.5;-2;0.5\n2;3;0.5;1;1\n"
W24 += "3;3;0.6;0;0.6\n3;4;0.2;1;0.8\n3;5;0.2;2;1\n"


def in_force(window: MainWindow) -> CellKeyMethod | None:
    statistic = window.desk.state.statistic
    assert statistic is not None
    found = statistic.period.in_force
    return found.method if found is not None and isinstance(found.method, CellKeyMethod) else None


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_a_probability_set_by_hand_stays_and_the_row_is_solved_around_it(
    page: MethodPage,
    window: MainWindow,
) -> None:
    page.panels[0].picture.edited.emit(Spot(4, 0.0))
    assert page.editor.isVisible()
    page.editor.p.setValue(0.4)
    QTest.keyClick(page.editor.p, Qt.Key.Key_Return)
    row = view_of(page).ordered.row_distribution(4)
    assert row[0] == pytest.approx(0.4, abs=1e-10)
    assert sum(row.values()) == pytest.approx(1, abs=1e-10)
    assert sum(v * p for v, p in row.items()) == pytest.approx(0, abs=1e-10)
    assert sum(v * v * p for v, p in row.items()) == pytest.approx(3, abs=1e-9)
    matrix = page.panels[0].picture
    assert isinstance(matrix, MatrixPlot)
    assert matrix.marked == {(4, 4)}
    assert window.desk.undo_name is not None
    assert window.desk.undo_name.key == "set_probability"
    page.panels[0].picture.edited.emit(Spot(4, 0.0))
    page.editor.give_back.click()
    assert window.desk.state.method.variant.design.pins == ()


def test_a_probability_set_with_the_rest_left_marks_the_violated_sum(
    page: MethodPage,
    window: MainWindow,
) -> None:
    page.panels[0].picture.edited.emit(Spot(4, 0.0))
    page.editor.p.setValue(0.5)
    page.editor.solve.setChecked(False)
    page.editor.take.click()
    view = view_of(page)
    assert view.outdated
    assert "Row i = 4 was changed by hand" in page.problem.text.text()
    assert not page.force_button.isEnabled()
    settle(window)
    page.problem.buttons[0].click()
    assert not view_of(page).outdated
    assert view_of(page).ordered.row_distribution(4)[0] == pytest.approx(0.5, abs=1e-10)


def test_escape_leaves_the_row_as_it_is(page: MethodPage, window: MainWindow) -> None:
    before = window.desk.state.method
    page.panels[0].picture.edited.emit(Spot(4, 1.0))
    page.editor.p.setValue(0.9)
    QTest.keyClick(page.editor.p, Qt.Key.Key_Escape)
    assert not page.editor.isVisible()
    assert window.desk.state.method.variants == before.variants


@pytest.mark.thorough
def test_an_impossible_probability_is_said_with_the_nearest_possible_one(
    page: MethodPage,
    window: MainWindow,
) -> None:
    page.panels[0].picture.edited.emit(Spot(8, 5.0))
    page.editor.p.setValue(0.9)
    page.editor.take.click()
    assert view_of(page).outdated
    assert page.problem.isVisible()
    settle(window)
    assert page.problem.buttons[0].isVisible()
    page.problem.buttons[0].click()
    assert not view_of(page).outdated


# --- in force --------------------------------------------------------------------------------------------------------


def test_put_in_force_writes_a_decision_and_makes_the_variant_the_method_of_the_period(
    page: MethodPage,
    window: MainWindow,
) -> None:
    page.force_button.click()
    assert page.forcing.is_open
    card = page.forcing.card
    card.fields["body"].setText("Methods board")
    card.fields["reference"].setText("M-12/2026")
    card.fields["second_person"].setText("B. Second")
    card.force.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    method = in_force(window)
    assert method is not None
    assert not method.ptable.is_ordered
    decision = statistic.period.decisions[-1]
    assert (decision.body, decision.reference, decision.second_person) == ("Methods board", "M-12/2026", "B. Second")
    assert decision.ptable == method.ptable.content_hash
    assert decision.variant == "Variant A"
    assert page.force_button.text() == "Decide again ..."
    assert "is in force" in window.message_bar.text
    assert not page.forcing.is_open
    window.desk.undo()
    assert window.desk.state.statistic is not None
    assert window.desk.state.statistic.period.decisions == ()


def test_a_decision_without_a_name_or_with_a_wrong_date_is_not_taken(
    page: MethodPage,
    window: MainWindow,
) -> None:
    before = window.desk.state.statistic
    page.force_button.click()
    page.forcing.card.force.click()
    assert page.forcing.card.fault.isVisible()
    page.forcing.card.fields["body"].setText("Methods board")
    for date in ("31.6.2026", "2026-13-01", "2026-7-1"):
        page.forcing.card.fields["date"].setText(date)
        page.forcing.card.force.click()
        assert "Write dates as 2026-07-01" in page.forcing.card.fault.text()
    page.forcing.card.fields["date"].setText("2026-07-01")
    page.forcing.card.fields["valid_to"].setText("2020-01-01")
    page.forcing.card.force.click()
    assert "is before" in page.forcing.card.fault.text()
    assert window.desk.state.statistic == before
    page.forcing.card.cancel.click()
    assert not page.forcing.is_open


@pytest.mark.thorough
def test_an_ordered_table_is_warned_of_and_shuffled_with_one_click(
    page: MethodPage,
    window: MainWindow,
) -> None:
    page.parameters.shuffled.setChecked(False)
    page.force_button.click()
    from PySide6.QtWidgets import QPushButton

    button = page.forcing.card.findChild(QPushButton, "decision:shuffle")
    assert button is not None
    button.click()
    assert window.desk.state.method.variant.shuffled
    assert page.forcing.is_open
    decide(page)
    method = in_force(window)
    assert method is not None
    assert not method.ptable.is_ordered


def test_a_decision_waits_until_the_rules_of_the_method_are_judged(page: MethodPage, window: MainWindow) -> None:
    page.force_button.click()
    page.forcing.card.fields["body"].setText("Methods board")
    before = in_force(window)
    page.forcing.card.force.click()
    assert page.forcing.floor.rules is None
    assert in_force(window) == before
    settle(window)
    assert in_force(window) != before
    assert not page.is_deciding


def test_an_ordered_table_can_be_put_in_force_by_who_read_the_warning(
    page: MethodPage,
    window: MainWindow,
) -> None:
    page.parameters.shuffled.setChecked(False)
    page.force_button.click()
    decide(page)
    method = in_force(window)
    assert method is not None
    assert method.ptable.is_ordered


@pytest.mark.thorough
def test_the_card_of_the_decision_follows_the_variant_and_closes_for_another_one(
    page: MethodPage,
    window: MainWindow,
) -> None:
    page.force_button.click()
    page.parameters.V.setValue(2.5)
    assert page.forcing.is_open
    decide(page)
    method = in_force(window)
    assert method is not None
    assert sum(v * v * p for v, p in method.ptable.row_distribution(8).items()) == pytest.approx(2.5, abs=1e-9)
    page.parameters.V.setValue(3.5)
    page.force_button.click()
    page.strip.buttons[1].click()
    assert not page.forcing.is_open


def test_what_is_in_force_is_locked_and_only_copied(page: MethodPage, window: MainWindow) -> None:
    page.parameters.V.setValue(2.5)
    page.force_button.click()
    decide(page)
    page.parameters.V.setValue(4.0)
    page.strip.in_force.click()
    assert view_of(page).locked
    assert not page.parameters.designed.isVisible()
    assert not page.parameters.shuffled.isEnabled()
    page.panels[0].picture.edited.emit(Spot(4, 0.0))
    assert not page.editor.isVisible()
    assert page.force_button.text() == "Decide again ..."
    assert "Decided by Methods board on " in page.parameters.decisions.text()
    page.parameters.notice_button.click()
    assert not page.parameters.decisions.isVisible()
    method = window.desk.state.method
    assert [variant.name for variant in method.variants] == ["A", "B", "C"]
    assert method.variant.design.V == 2.5
    found = in_force(window)
    assert found is not None
    assert view_of(page).shown.content_hash == found.ptable.content_hash
    assert not view_of(page).locked


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_table_from_a_file_becomes_the_variant_and_is_put_in_force(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
) -> None:
    file = tmp_path / "office.csv"
    file.write_text(W24)
    page.import_file(file)
    settle(window)
    assert window.desk.state.method.variant.file == "office.csv"
    assert view_of(page).shown.row_distribution(1) == {-1: 0.7, 2: 0.3}
    assert page.parameters.notice.isVisible()
    assert "office.csv: 4 rows, D = 2" in page.parameters.notice_text.text()
    assert not page.parameters.sliders["D"].isVisible()
    page.force_button.click()
    decide(page)
    # Two rules of the floor are open: a reason, a second person and an end date are asked for.
    assert in_force(window) is None
    assert "(F5, F8)" in page.forcing.card.fault.text()
    for name, text in {"second_person": "B. Beispiel", "valid_to": "2030-12-31", "remark": "As in the paper"}.items():
        page.forcing.card.fields[name].setText(text)
    decide(page)
    method = in_force(window)
    assert method is not None
    assert method.ptable.row_distribution(2) == pytest.approx({-2: 0.5, 1: 0.5})
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert opened(with_workspace(window.desk.state) or statistic).method.variants == window.desk.state.method.variants
    page.parameters.notice_button.click()
    assert page.parameters.sliders["D"].isVisible()


def test_a_file_dropped_on_the_page_is_read_as_a_perturbation_table(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
) -> None:
    file = tmp_path / "office.csv"
    file.write_text(W24)
    window.open_path(file)
    settle(window)
    assert window.desk.state.page == "method"
    assert window.desk.state.method.variant.file == "office.csv"


@pytest.mark.thorough
@pytest.mark.look
def test_a_table_for_magnitudes_is_shown_and_not_put_in_force(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
) -> None:
    lines = ["i;j;p;v;p_int_ub;type", "0;0;1;0;1;all", "1;0;0.25;-1;0.25;all", "1;1;0.5;0;0.75;all", "1;2;0.25;1;1;all"]
    lines += ["5;3.5;0.25;-1.5;0.25;all", "5;5;0.5;0;0.75;all", "5;6.5;0.25;1.5;1;all"]
    file = tmp_path / "magnitudes.txt"
    file.write_text("\n".join(lines) + "\n")
    page.import_file(file)
    settle(window)
    assert isinstance(page.view, MagnitudeView)
    assert "magnitudes" in window.message_bar.text
    assert not page.force_button.isEnabled()
    assert not page.criteria.isVisible()
    page.panels[0].picture.picked.emit(Spot(2))
    assert "Variance 1.13" in page.row.figures.text()
    page.panels[0].picture.edited.emit(Spot(2, 0.0))
    assert not page.editor.isVisible()
    page.files.save_file(tmp_path / "again.txt")
    settle(window)
    again = open_ptable(tmp_path / "again.txt")
    assert again.table == page.view.table
    assert not page.grab().isNull()
    for kind in ("pair", "along", "region", "tableau"):
        page.panels[1].choose(kind)  # type: ignore[arg-type]
        assert not page.grab().isNull()


def test_a_faulty_table_is_refused_with_its_lines_and_the_variant_stays(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
) -> None:
    before = window.desk.state.method
    file = tmp_path / "faulty.csv"
    file.write_text(W24.replace("1;3;0.3;2;1", "1;3;0.2;2;0.9"))
    page.import_file(file)
    settle(window)
    assert "Line 4, row i = 1" in window.message_bar.text
    assert window.desk.state.method == before


def test_a_matrix_copied_from_a_spreadsheet_is_pasted(page: MethodPage, window: MainWindow) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("i\t0\t1\t2\t3\n1\t0,5\t\t0,5\t\n2\t\t0,25\t0,5\t0,25\n")
    page.paste.trigger()
    settle(window)
    assert window.desk.state.method.variant.file == "Clipboard"
    assert view_of(page).ordered.row_distribution(2) == {-1: 0.25, 0: 0.5, 1: 0.25}
    clipboard.setText("Dear colleague")
    before = window.desk.state.method
    page.paste.trigger()
    settle(window)
    assert "Clipboard" in window.message_bar.text
    clipboard.clear()
    page.paste.trigger()
    assert "no text" in window.message_bar.text
    assert window.desk.state.method == before


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", ["p.csv", "p.txt", "p.json", "p.xlsx"])
def test_the_table_is_saved_and_read_again_with_the_same_lookup(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
    name: str,
) -> None:
    if name == "p.xlsx":
        page.parameters.shuffled.setChecked(False)  # a matrix has no order of intervals
    page.files.save_file(tmp_path / name)
    settle(window)
    again = open_ptable(tmp_path / name).table
    assert again == view_of(page).shown
    assert "confidential" in window.message_bar.text


def test_our_own_file_brings_the_design_back(page: MethodPage, window: MainWindow, tmp_path: Path) -> None:
    page.parameters.V.setValue(2.5)
    design = window.desk.state.method.variant.design
    page.files.save_file(tmp_path / "own.json")
    settle(window)
    page.strip.buttons[1].click()
    page.import_file(tmp_path / "own.json")
    settle(window)
    variant = window.desk.state.method.variant
    assert (variant.name, variant.design, variant.table) == ("C", design, None)
    assert variant.shuffled


@pytest.mark.thorough
def test_a_conversion_to_ons_states_what_is_lost(page: MethodPage, window: MainWindow, tmp_path: Path) -> None:
    page.files.save_file(tmp_path / "ons.csv", "ons256")
    settle(window)
    assert "256" in window.message_bar.text
    assert read_ptable(tmp_path / "ons.csv").integer_modulus == 256


@pytest.mark.thorough
@pytest.mark.look
def test_a_table_of_750_rows_for_integer_keys_is_shown_by_its_first_rows(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
) -> None:
    lines = ["pcv,ckey,pvalue"]
    for row in range(1, 751):
        lines += [f"{row},{key},{0 if key < 14 else (1 if key == 14 else -1)}" for key in range(16)]
    file = tmp_path / "ons.csv"
    file.write_text("\n".join(lines) + "\n")
    page.import_file(file)
    settle(window)
    assert view_of(page).shown.integer_modulus == 16
    matrix = page.panels[0].picture
    assert isinstance(matrix, MatrixPlot)
    assert matrix.values.shape[0] == MOST_ROWS
    assert not page.grab().isNull()


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_a_picture_is_saved(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
    suffix: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / f"matrix{suffix}"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: path)
    page.panels[0].save.trigger()
    assert path.stat().st_size > 1000
    assert path.read_bytes()[:4] in (b"\x89PNG", b"<?xm")
    assert "confidential" in window.message_bar.text


@pytest.mark.parametrize(("suffix", "begin"), [(".html", b"<!DOC"), (".pdf", b"%PDF")])
def test_a_report_is_written(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
    suffix: str,
    begin: bytes,
) -> None:
    page.files.save_report(tmp_path / f"report{suffix}")
    settle(window)
    assert (tmp_path / f"report{suffix}").read_bytes()[:5].upper().startswith(begin.upper()[:4])
    assert "confidential" in window.message_bar.text


@pytest.mark.thorough
def test_a_method_package_carries_table_and_notes_to_another_office(
    page: MethodPage,
    window: MainWindow,
    tmp_path: Path,
) -> None:
    page.parameters.notes.setPlainText("as decided in July")
    page.rules.form.counts["threshold"].setValue(10)
    page.files.save_package(tmp_path / "m.ckmmethod")
    settle(window)
    shown = view_of(page).shown
    page.strip.buttons[1].click()
    page.rules.form.counts["threshold"].setValue(0)
    page.import_file(tmp_path / "m.ckmmethod")
    settle(window)
    assert isinstance(page.view, MethodView)
    assert page.view.shown == shown
    assert window.desk.state.method.variant.notes == "as decided in July"
    assert window.desk.state.method.settings.counts.threshold == 10
    assert "own test" in window.message_bar.text
    text = (tmp_path / "m.ckmmethod").read_text(encoding="utf-8")
    (tmp_path / "broken.ckmmethod").write_text(text.replace("July", "June"), encoding="utf-8")
    before = window.desk.state.method
    page.import_file(tmp_path / "broken.ckmmethod")
    settle(window)
    assert window.desk.state.method == before
    assert "broken.ckmmethod" in window.message_bar.text


@pytest.mark.thorough
def test_a_row_left_unfinished_is_finished_by_further_probabilities(page: MethodPage, window: MainWindow) -> None:
    row = view_of(page).ordered.row_distribution(8)
    for v, p in ((1.0, row[1] + 0.05), (-1.0, row[-1] - 0.05)):
        page.panels[0].picture.edited.emit(Spot(8, v))
        page.editor.p.setValue(p)
        page.editor.solve.setChecked(False)
        page.editor.take.click()
    view = view_of(page)
    assert not view.outdated
    assert view.ordered.row_distribution(8)[1] == pytest.approx(row[1] + 0.05, abs=1e-6)
    # What the row violates now is said in figures: it is biased by .05 - (-1)(-.05) = .1.
    assert view.report(8).bias == pytest.approx(0.1, abs=1e-5)
    page.panels[0].picture.picked.emit(Spot(8))
    assert "Bias 0.10" in page.row.figures.text()
    page.force_button.click()
    assert page.forcing.is_open
    page.forcing.card.cancel.click()


@pytest.mark.thorough
def test_a_shuffle_that_ties_parts_to_their_total_is_seen_and_mended(page: MethodPage, window: MainWindow) -> None:
    from PySide6.QtWidgets import QPushButton

    # D = 2, V = 1.08, js = 1, threshold .2, seed 3: two parts of row 4 add up to their total at key .85.
    page.strip.buttons[1].click()
    page.parameters.threshold.setValue(0.2)
    page.parameters.seed.setValue(3)
    page.force_button.click()
    button = page.forcing.card.findChild(QPushButton, "decision:reshuffle")
    assert button is not None
    for _ in range(20):
        found = [one for one in page.forcing.card.findChildren(QPushButton) if one.isVisible()]
        again = [one for one in found if one.objectName() == "decision:reshuffle"]
        if not again:
            break
        again[0].click()
    assert window.desk.state.method.variant.seed > 3
    assert not again


@pytest.mark.parametrize(("js", "begin"), [(0, ""), (1, "Row 1 cannot hold"), (2, "Rows 1, 2 cannot hold")])
def test_rows_that_cannot_hold_a_criterion_are_named(page: MethodPage, window: MainWindow, js: int, begin: str) -> None:
    variant = window.desk.state.method.variant
    window.desk.run(set_variant(replace(variant, design=Design(D=4, V=2.0, js=js)), "js"))
    settle(window)
    assert page.criteria.note.text().startswith(begin)
    assert bool(page.criteria.note.text()) == bool(begin)
    assert window.desk.undo_name is not None
    assert command_text(window.desk.undo_name) == "change of the variant (js)"


def test_where_no_probability_can_be_set_the_keyboard_is_told_why(
    page: MethodPage, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("ckmdesk.widgets.tooltip_at.announce", said.append)
    matrix, tableau = (panel.picture for panel in page.panels[:2])
    for picture, spot in ((matrix, Spot(0, 0.0)), (tableau, Spot(3, 0.0))):
        picture.edited.emit(spot)
        assert not page.editor.isVisible()
    matrix.edited.emit(Spot(2, 1.0))
    assert page.editor.isVisible()
    QTest.keyClick(page.editor.p, Qt.Key.Key_Escape)
    assert said == ["Zeros stay zeros.", "Probabilities are set in the transition matrix and in the bars of a row."]
    QToolTip.hideText()
