"""The quality and risk page: choosing, evaluating, worst cells, pictures, test sets, report, roles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import ckmcore as ckm
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import EvaluationRequest
from ckmcore.lab.quality.measure_registry import measure_of
from ckmcore.lab.risk.attack import attack
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Period
from ckmcore.tabulate.spec import Order
from ckmdesk.commands.data import take_over
from ckmdesk.commands.tables import put_beside
from ckmdesk.lab.commands.evaluation import set_evaluation
from ckmdesk.lab.pages.quality.page import SLOT, QualityPage
from ckmdesk.lab.pages.quality.pictures import MAP, PLANE
from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice
from ckmdesk.lab.state.evaluation import asked_of, tables_of, variants_of
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from ckmdesk.state.workspace import opened, with_workspace
from tests.kit.brute_force import microdata, two_way
from tests.kit.counterexample import TABLES, VARIANTS, counterexample
from tests.kit.disclosed_tables import COUNTEREXAMPLE
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic

CHOICE = EvaluationChoice(bases=(5,), seconds=5, repetitions=50)


def open_page(
    window: MainWindow,
    choice: EvaluationChoice = CHOICE,
    data: ckm.Microdata | None = None,
    statistic: Statistic | None = None,
) -> QualityPage:
    window.services.begin(statistic or small_statistic(), Session(data=data or small_data()))
    window.desk.run(set_evaluation(choice))
    window.go_to("quality")
    settle(window)
    found = window.page("quality")
    assert isinstance(found, QualityPage)
    return found


@pytest.fixture
def page(window: MainWindow) -> QualityPage:
    """The page over the small statistic, its table laid out."""
    return open_page(window)


@pytest.fixture
def disclosed(window: MainWindow) -> QualityPage:
    """The page over records whose table base 10 discloses (method.md, section 4), evaluated."""
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"], keys=True)
    page = open_page(window, replace(CHOICE, bases=(10,), in_force=False, left_out=("B",)), data)
    window.desk.run(take_over(replace(small_statistic(), tables=(SavedTable("Two ways", spec()),))))
    window.desk.run(set_evaluation(replace(EVALUATION.of(window.desk.state), tables=("Two ways",))))
    page.compute()
    settle(window)
    assert page.evaluation is not None
    return page


def spec() -> ckm.TableSpec:
    return ckm.TableSpec(rows=["R"], columns=["C"])


def heads(page: QualityPage) -> list[str]:
    name = int(Qt.ItemDataRole.AccessibleTextRole)
    across = Qt.Orientation.Horizontal
    return [page.board.model.headerData(place, across, name) for place in range(page.board.model.columnCount())]


def choose(page: QualityPage, code: str, variant: int) -> None:
    page.board.view.setCurrentIndex(page.board.model.index(page.board.model.row_of(code), variant))


def test_without_a_method_in_force_the_page_says_what_to_do(window: MainWindow) -> None:
    page = open_page(window, statistic=replace(small_statistic(), periods=(Period(ckm.Texts("Year 2025")),)))
    assert page.evaluation is None
    assert page.stack.currentIndex() == 0
    assert "then “Evaluate”" in page.empty.text()
    assert not page.report_button.isEnabled()


def test_the_page_opens_on_what_the_method_in_force_does_to_the_table_laid_out(page: QualityPage) -> None:
    assert page.views.currentIndex() == 0
    assert page.evaluation is not None
    assert heads(page) == ["Rounding to base 10 (in force)"]
    assert not page.evaluation.asked.monte_carlo
    assert page.stale.isHidden()
    (card,) = page.claims.cards
    assert card.name.text() == "Rounding to base 10 – in force"
    assert card.headline.text()
    assert page.board.isHidden() or not page.board.isVisibleTo(page)


def test_the_first_measurement_is_made_once_and_can_be_cancelled(window: MainWindow) -> None:
    window.services.begin(small_statistic(), Session(data=small_data()))
    window.go_to("quality")
    page = window.page("quality")
    assert isinstance(page, QualityPage)
    assert window.jobs.running(SLOT)
    assert not page.progress.isHidden()
    page.progress._button.click()
    settle(window)
    assert page.evaluation is None
    window.go_to("tables")
    window.go_to("quality")
    settle(window)
    assert page.evaluation is None
    assert page.compute_button.isEnabled()


@pytest.mark.thorough
def test_cards_claim_what_was_proved_and_no_more(disclosed: QualityPage) -> None:
    first, second = (card.headline.text() for card in disclosed.claims.cards[-2:])
    assert "discloses" in (first, second)
    shown = [text for card in disclosed.claims.cards for text in (card.headline.text(), card.details.text())]
    assert any("8 of " in text for text in shown)
    assert not any("protected" in text for text in shown)


@pytest.mark.thorough
def test_variants_stand_side_by_side_after_one_key(page: QualityPage, window: MainWindow) -> None:
    page.compute_button.setFocus()
    QTest.keyClick(page.compute_button, Qt.Key.Key_Space)
    settle(window)
    assert heads(page) == [
        "Rounding to base 10 (in force)",
        "Variant A, shuffled",
        "Variant B, shuffled",
        "Rounding to base 5",
    ]
    assert page.band.isVisibleTo(page)
    assert not page.form.isVisibleTo(page)
    assert page.head.note.text_whole() == "1 table, 4 variants, 18 cells"


@pytest.mark.thorough
def test_the_numbers_are_those_of_the_engine(page: QualityPage, window: MainWindow) -> None:
    page.compute()
    settle(window)
    state, data = window.desk.state, window.desk.session.data
    assert data is not None
    choice = EVALUATION.of(state)
    wanted = evaluate(data, tables_of(state, choice, data, "at hand"), variants_of(state, choice), asked_of(choice))
    assert page.evaluation is not None
    found = {row.kind.code: row.numbers for row in page.evaluation.rows}
    assert found == {row.kind.code: row.numbers for row in wanted.rows}
    assert {"mean_deviation", "disclosed", "reveal_small"} <= set(found)


@pytest.mark.thorough
def test_ordered_tables_stand_beside_the_shuffled_ones_where_asked(page: QualityPage, window: MainWindow) -> None:
    page.form.boxes["ordered"].setChecked(True)
    page.form.boxes["in_force"].setChecked(False)
    page.compute()
    settle(window)
    assert heads(page)[:2] == ["Variant A, ordered", "Variant A, shuffled"]
    assert page.evaluation is not None
    row = page.evaluation.row("least_pair")
    assert row is not None
    ordered, shuffled = row.numbers[0], row.numbers[1]
    assert ordered is not None
    assert shuffled is not None
    assert ordered == pytest.approx(0.0, abs=1e-9)  # method.md, section 2: an ordered table reaches 0
    assert shuffled > 0.4


def test_the_choice_is_kept_with_the_statistic(page: QualityPage, window: MainWindow) -> None:
    page.form.numbers["repetitions"].setValue(77)
    page.form.tables["First"].setChecked(True)
    kept = with_workspace(window.desk.state)
    assert kept is not None
    again = opened(kept)
    assert EVALUATION.of(again).repetitions == 77
    assert EVALUATION.of(again).tables == ("", "First")


def test_without_a_table_or_a_variant_a_sentence_says_what_is_missing(page: QualityPage, window: MainWindow) -> None:
    before = page.evaluation
    page.form.tables[""].setChecked(False)
    page.compute()
    settle(window)
    assert "table" in window.message_bar.text
    assert page.evaluation is before
    window.desk.run(set_evaluation(replace(CHOICE, bases=(), in_force=False, left_out=("A", "B"))))
    page.compute()
    settle(window)
    assert "variant" in window.message_bar.text.lower()


def test_bases_that_cannot_be_read_are_said_and_change_nothing(page: QualityPage, window: MainWindow) -> None:
    page.form.bases.setText("ten")
    page.form.bases.textEdited.emit("ten")
    assert "ten" in page.form.fault.text()
    assert EVALUATION.of(window.desk.state).bases == (5,)
    page.form.bases.setText("3; 100")
    page.form.bases.textEdited.emit("3; 100")
    assert not page.form.fault.isVisibleTo(page)
    assert EVALUATION.of(window.desk.state).bases == (3, 100)


@pytest.mark.thorough
@pytest.mark.look
def test_what_was_evaluated_is_grey_once_something_is_another(page: QualityPage, window: MainWindow) -> None:
    page.compute()
    settle(window)
    assert page.stale.isHidden()
    page.form.numbers["width"].setValue(7)
    assert not page.stale.isHidden()
    assert not page.board.isEnabled()
    assert not page.claims.isEnabled()
    page.compute()
    settle(window)
    assert page.stale.isHidden()


@pytest.mark.thorough
def test_an_evaluation_is_cancelled_and_leaves_what_was_there(page: QualityPage, window: MainWindow) -> None:
    page.compute()
    settle(window)
    before = page.evaluation
    page.compute()
    assert not page.progress.isHidden()
    page.progress._button.click()
    settle(window)
    assert page.progress.isHidden()
    assert page.evaluation is before
    assert page.compute_button.isEnabled()


@pytest.mark.thorough
def test_disclosed_cells_are_listed_marked_in_the_table_and_explained(
    disclosed: QualityPage, window: MainWindow
) -> None:
    choose(disclosed, "disclosed", 1)
    settle(window)
    assert disclosed.board.model.head(1) == "Rounding to base 10"
    assert len(disclosed.cells.model.rows) == 8
    texts = [disclosed.cells.model.mark(cell) for cell in disclosed.cells.model.rows]
    data, method = window.desk.session.data, ckm.Rounding(10)
    assert data is not None
    found = attack(ckm.tabulate(data, spec()), data, method).disclosed
    assert sorted(texts) == sorted(f"= {one.low}" for one in found)
    assert "Forced by:" in disclosed.cells.why.text()
    model = disclosed.pictures.model
    marks = {
        (row, column): model.mark(row, column)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        if model.mark(row, column)
    }
    assert len(marks) == 8
    chosen = disclosed.pictures.grid.currentIndex()
    assert marks[chosen.row(), chosen.column()] == texts[0]
    spoken = model.data(chosen, int(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken.endswith(f"({texts[0]})")


@pytest.mark.thorough
def test_enter_on_a_cell_opens_its_table_and_chooses_the_cell(disclosed: QualityPage, window: MainWindow) -> None:
    choose(disclosed, "disclosed", 1)
    settle(window)
    disclosed.cells.view.setCurrentIndex(disclosed.cells.model.index(2, 0))
    settle(window)
    shown = disclosed.pictures.grid.currentIndex()
    path = disclosed.pictures.model.path("rows", shown.row()), disclosed.pictures.model.path("columns", shown.column())
    disclosed.cells.view.activated.emit(disclosed.cells.view.currentIndex())
    settle(window)
    assert window.desk.state.page == "tables"
    assert window.desk.state.table.spec == spec()
    assert window.desk.state.table.name == "Two ways"
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    chosen = tables.grid.currentIndex()
    assert chosen.isValid()
    assert (tables.model.path("rows", chosen.row()), tables.model.path("columns", chosen.column())) == path


@pytest.mark.daily(1)
@pytest.mark.parametrize("beside", [False, True])
def test_of_a_table_sorted_by_value_the_same_cell_is_chosen_wherever_it_stands(
    window: MainWindow, beside: bool
) -> None:
    counts = {("a",): 104, ("b",): 98, ("c",): 102, ("d",): 96, ("e",): 97}
    page = open_page(window, data=microdata(counts, ["R"], keys=True))
    by_value = ckm.TableSpec(rows=[ckm.Block((ckm.Level("R", order=Order("value")),))])
    window.desk.run(take_over(replace(small_statistic(), tables=(SavedTable("By value", by_value),))))
    window.desk.run(set_evaluation(replace(EVALUATION.of(window.desk.state), tables=("By value",))))
    if beside:
        window.desk.run(put_beside(beside=True))
    page.compute()
    settle(window)
    orders = set()
    for variant in range(page.board.model.columnCount()):
        choose(page, "mean_deviation", variant)
        settle(window)
        for row in range(page.cells.model.rowCount()):
            window.go_to("quality")
            page.cells.view.setCurrentIndex(page.cells.model.index(row, 0))
            settle(window)
            index = page.pictures.grid.currentIndex()
            asked = page.pictures.model.path("rows", index.row())
            page.cells.view.activated.emit(page.cells.view.currentIndex())
            settle(window)
            tables = window.page("tables")
            assert isinstance(tables, TablesPage)
            chosen = tables.grid.currentIndex()
            assert tables.model.path("rows", chosen.row()) == asked
            orders.add((index.row(), chosen.row()))
    assert any(one != other for one, other in orders)


@pytest.mark.thorough
def test_a_cell_is_not_chosen_in_a_table_that_is_another_meanwhile(disclosed: QualityPage, window: MainWindow) -> None:
    choose(disclosed, "disclosed", 1)
    settle(window)
    first, second = (disclosed.cells.model.rows[row] for row in (0, 1))
    assert disclosed.pictures.place_of(first) is not None
    assert disclosed.pictures.place_of(second) is None
    assert disclosed.pictures.place_of(None) is None


@pytest.mark.thorough
def test_a_measure_that_ranks_no_cell_says_so_and_still_shows_the_table(
    disclosed: QualityPage, window: MainWindow
) -> None:
    choose(disclosed, "hellinger", 1)
    settle(window)
    assert disclosed.cells.none.isVisibleTo(disclosed)
    assert disclosed.pictures.model.rowCount() > 0
    assert measure_of("hellinger").definition.text("en") in disclosed.board.meaning.text()
    assert disclosed.board.meaning.text().endswith("Less is better.")
    choose(disclosed, "within_one", 1)
    assert disclosed.board.meaning.text().endswith("More is better.")


@pytest.mark.thorough
def test_the_plane_names_the_frontier_and_a_click_chooses_a_variant(page: QualityPage, window: MainWindow) -> None:
    page.compute()
    settle(window)
    page.pictures.tabs.setCurrentIndex(PLANE)
    for point in page.pictures.plane.points:
        page.pictures.plane.chosen.emit(point.variant)
        assert page.board.variant == point.variant
        assert page.pictures.standing.text().endswith(".")
    assert any(point.on_frontier for point in page.pictures.plane.points)
    page.pictures.plane_frame.as_table.setChecked(True)
    assert page.pictures.plane_frame.stack.model.rowCount() == len(page.pictures.plane.points)


@pytest.mark.thorough
def test_the_plane_of_D_and_V_is_computed_and_enter_designs_a_table(page: QualityPage, window: MainWindow) -> None:
    page.compute()
    settle(window)
    page.pictures.tabs.setCurrentIndex(MAP)
    page.pictures.compute.click()
    settle(window)
    cells = page.pictures.map.cells
    assert cells is not None
    assert cells.values[cells.D.index(5)][cells.V.index(3.0)] is not None
    assert cells.values[cells.D.index(3)][cells.V.index(1.0)] is None  # js = 2 needs V >= 2 (method.md, section 2)
    before = len(window.desk.state.method.variants)
    page.pictures.map.at = (cells.D.index(5), cells.V.index(3.5))
    QTest.keyClick(page.pictures.map, Qt.Key.Key_Return)
    settle(window)
    assert window.desk.state.page == "method"
    assert len(window.desk.state.method.variants) == before + 1
    assert (window.desk.state.method.variant.design.D, window.desk.state.method.variant.design.V) == (5, 3.5)


def test_test_sets_are_saved_chosen_and_removed(page: QualityPage, window: MainWindow) -> None:
    page.save_set("Yearbook")
    assert "Yearbook" in window.message_bar.text or "table" in window.message_bar.text  # no saved table is chosen
    page.form.tables["First"].setChecked(True)
    page.form.tables[""].setChecked(False)
    page.save_set("Yearbook")
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert [(one.name, one.tables) for one in statistic.test_sets] == [("Yearbook", ("First",))]
    page.form.tables["First"].setChecked(False)
    page.form.sets_menu.actions()[0].trigger()
    assert EVALUATION.of(window.desk.state).tables == ("First",)
    page.form.set_removed.emit("Yearbook")
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.test_sets == ()
    window.desk.undo()
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert len(statistic.test_sets) == 1


@pytest.mark.daily(1)
@pytest.mark.parametrize("suffix", [".html", ".pdf", ".xlsx", ".csv"])
def test_the_report_is_written_and_marked(suffix: str, page: QualityPage, window: MainWindow, tmp_path: Path) -> None:
    page.compute()
    settle(window)
    path = tmp_path / f"report{suffix}"
    window.choose_save_file = lambda *_args: path  # type: ignore[method-assign]
    page.save_report_action.trigger()
    settle(window)
    assert "confidential" in window.message_bar.text
    content = path.read_bytes()
    if suffix == ".pdf":
        assert content.startswith(b"%PDF")
    elif suffix == ".xlsx":
        assert "internal" in str(openpyxl.load_workbook(path).worksheets[0]["A1"].value).lower()
    else:
        assert b"nternal" in content


@pytest.mark.thorough
def test_a_report_is_attached_to_the_decision_by_its_hash(
    page: QualityPage, window: MainWindow, tmp_path: Path
) -> None:
    page.compute()
    settle(window)
    page.save_report(tmp_path / "report.html", attach=True)
    settle(window)
    assert "decision" in window.message_bar.text  # nobody has decided yet
    statistic = window.desk.state.statistic
    assert statistic is not None
    decided = statistic.put_in_force(ckm.Rounding(10), "2026-01-01", ckm.Decision("Board"))
    window.desk.run(take_over(decided))
    page.save_report(tmp_path / "report.html", attach=True)
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    (attached,) = statistic.period.decisions[-1].attachments
    assert attached.name == "report.html"
    assert len(attached.sha256) == 64


def test_the_page_is_the_methodologists(window: MainWindow) -> None:
    window.services.begin(small_statistic(), Session(data=small_data()))
    assert "quality" in window.visible_pages()
    for role in ("clerk", "releaser"):
        window.settings.set("role", role)
        assert "quality" not in window.visible_pages()
    window.settings.set("role", "methodologist")


@pytest.mark.thorough
def test_another_language_renames_everything_and_keeps_what_was_evaluated(
    page: QualityPage, window: MainWindow
) -> None:
    page.compute()
    settle(window)
    window.settings.set("language", "de")
    settle(window)
    found = window.page("quality")
    assert isinstance(found, QualityPage)
    assert found.compute_button.text() == "Bewerten"
    assert found.evaluation is not None
    assert found.board.title.text() == "Varianten im Vergleich"


@pytest.mark.daily(1)
@pytest.mark.look
@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_page_is_painted_in_both_themes(look: str, page: QualityPage, window: MainWindow) -> None:
    window.settings.set("theme", look)
    page.compute()
    settle(window)
    for tab in range(page.pictures.tabs.count()):
        page.pictures.tabs.setCurrentIndex(tab)
        assert not window.grab().toImage().isNull()


@pytest.mark.thorough
def test_where_the_exact_attack_takes_long_a_sample_is_offered_before_it_begins(
    page: QualityPage, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ckmcore.lab.risk.linked_tables.EXACT_CELLS", 10)
    before = page.evaluation
    page.compute()
    settle(window)
    assert page.evaluation is before
    remedy = window.message_bar.remedy
    assert remedy is not None
    assert "18" in window.message_bar.text
    remedy.act()
    settle(window)
    assert page.evaluation is not None
    assert page.evaluation.asked.sample == 500
    window.desk.run(set_evaluation(replace(EVALUATION.of(window.desk.state), sample=0, width=4)))
    page.compute()
    settle(window)
    page.compute()  # asked again: all cells
    settle(window)
    assert page.evaluation.asked.sample == 0
    assert page.evaluation.asked.width == 4


@pytest.mark.thorough
def test_a_search_that_ended_before_its_time_goes_on_by_a_key_and_says_what_is_open_until_then(
    disclosed: QualityPage, window: MainWindow
) -> None:
    page = disclosed
    assert page.evaluation is not None
    assert page.further_button.isHidden()
    data = window.desk.session.data
    assert data is not None
    whole = page.evaluation
    asked = replace(whole.asked, seconds=0.0)
    page.evaluation = evaluate(data, whole.tables, whole.variants, asked)
    page._show_evaluation()
    page._show_state()
    at = page.board.model.index(page.board.model.row_of("disclosed"), 0)
    assert "open)" in at.data()
    assert at.data(int(Qt.ItemDataRole.DecorationRole)) is None or not at.data().startswith("0 ")
    assert page.further_button.isVisibleTo(page)
    page.further_button.setFocus()
    QTest.keyClick(page.further_button, Qt.Key.Key_Space)
    settle(window)
    assert page.further_button.isHidden()
    assert [row.numbers for row in page.evaluation.rows] == [row.numbers for row in whole.rows]


@pytest.mark.thorough
def test_another_statistic_shows_and_reports_nothing_of_the_former_one(page: QualityPage, window: MainWindow) -> None:
    page.compute()
    settle(window)
    former = page.evaluation
    assert former is not None
    page.compute()  # and one is still running
    window.services.begin(small_statistic(), Session(data=small_data()))
    window.go_to("quality")
    settle(window)
    shown = window.page("quality")
    assert isinstance(shown, QualityPage)
    assert shown is not page
    assert shown.evaluation is not former
    assert shown.evaluation is None or len(shown.evaluation.variants) == 1  # what the page opens on


@pytest.mark.thorough
def test_no_report_is_made_of_what_is_no_longer_so(page: QualityPage, window: MainWindow) -> None:
    page.compute()
    settle(window)
    assert page.attach_action.isEnabled()
    page.form.numbers["width"].setValue(7)
    assert not page.attach_action.isEnabled()
    assert not page.save_report_action.isEnabled()


def test_the_last_variant_stays_chosen_where_fewer_are_evaluated(page: QualityPage) -> None:
    asked = EvaluationRequest(monte_carlo=False, sample=1)
    many, few = (evaluate(counterexample(), TABLES[:1], VARIANTS[:count], asked) for count in (3, 2))
    page.evaluation = None  # the board alone is looked at
    page.board.show_evaluation(many)
    choose(page, "mean_deviation", 2)
    assert page.board.variant == 2
    page.board.show_evaluation(few)
    assert page.board.view.currentIndex().isValid()
    assert page.board.variant == 1
    assert page.board.measure is not None
    assert page.board.measure.kind.code == "mean_deviation"
