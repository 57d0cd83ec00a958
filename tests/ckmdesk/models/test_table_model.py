"""The table's model: figures, paths for screen readers, runs of labels."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ckmcore.base.numbers import Language, scaled_text
from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.protected import Sign
from ckmcore.ptable import design_ptable
from ckmcore.statistic.model import NoMethodInForce
from ckmcore.statistic.period import Period
from ckmcore.tabulate.spec import PERIOD, Block, Level, TableSpec, Value
from ckmdesk.look.theme import Theme
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.heading_paint import with_line
from ckmdesk.state.desk_state import TableState, Trial
from ckmdesk.state.table_view import TableView, compute_view
from tests.kit.statistics import small_data, small_statistic


def view(spec: TableSpec, trial: Trial | None = None, language: Language = "en") -> TableView:
    table = TableState(spec, trial=trial or Trial())
    return compute_view(small_data(), small_statistic(), table, methodologist=True, language=language)


def test_the_model_obeys_qts_rules(qtmodeltester: object) -> None:
    model = TableModel()
    model.show(view(TableSpec(rows=["sex"], columns=["area"]), language="de"))
    qtmodeltester.check(model)  # type: ignore[attr-defined]


def test_figures_are_formatted_in_the_language_and_read_without_their_gaps(qtbot: QtBot) -> None:
    model = TableModel()
    model.show(view(TableSpec(rows=["sex"], columns=["area"]), language="de"))
    assert (model.rowCount(), model.columnCount()) == (3, 6)
    last = model.index(2, 5)
    assert model.data(last) == "1\u00a0000"
    assert model.data(last, int(Qt.ItemDataRole.AccessibleTextRole)) == "1000"
    assert model.headerData(0, Qt.Orientation.Vertical) == "0"
    assert model.headerData(5, Qt.Orientation.Horizontal) == "Insgesamt, Anzahl"


def test_labels_form_runs_per_level() -> None:
    model = TableModel()
    model.show(view(TableSpec(rows=[Level("sex", total="before"), "area"])))
    assert model.rows is not None
    assert model.rows.run(0, 0) == (0, 5)
    assert model.rows.run(7, 0) == (6, 11)
    assert model.rows.run(7, 1) == (7, 7)
    assert model.rows.texts(5) == ("Total", "Total")
    assert model.rows.texts(11) == ("0", "Subtotal")
    assert [line for line, total in enumerate(model.rows.total) if total] == [5]


def test_several_values_stand_beside_one_another() -> None:
    spec = TableSpec(rows=["sex"], values=[Value("count"), Value("count", label=small_statistic().title)])
    model = TableModel()
    model.show(view(spec))
    assert model.columnCount() == 2
    assert [model.value_text(column) for column in range(2)] == ["Number", "Small statistic"]


def test_the_original_is_a_trial_view_of_the_methodologist_only() -> None:
    spec = TableSpec(rows=["sex"])
    original = view(spec, Trial("original"))
    assert int(original.shown[0].matrix.sum()) == 2000
    clerk = compute_view(
        small_data(), small_statistic(), TableState(spec, trial=Trial("original")), methodologist=False
    )
    assert clerk.trial == Trial()
    assert (clerk.shown[0].matrix % 10 == 0).all()
    assert clerk.insight is None


def test_originals_can_be_looked_at_before_a_method_is_in_force() -> None:
    statistic = replace(small_statistic(), periods=(Period(Texts.same("2025")),))
    table = TableState(TableSpec(rows=["sex"]), trial=Trial("original"))
    found = compute_view(small_data(), statistic, table, methodologist=True)
    assert int(found.shown[0].matrix.sum()) == 2000
    with pytest.raises(NoMethodInForce):
        compute_view(small_data(), statistic, table, methodologist=False)


def test_a_variant_is_shown_with_its_noise() -> None:
    spec = TableSpec(rows=["area"])
    table = TableState(spec, trial=Trial("variant"))
    variant = CellKeyMethod(design_ptable(D=4, V=2.0))
    found = compute_view(small_data(), small_statistic(), table, methodologist=True, tried=variant)
    assert found.insight is not None
    assert found.insight.maximum_deviation == 4
    original = view(spec, Trial("original")).shown[0].matrix
    assert (found.shown[0].matrix == original + found.insight.noise[0]).all()
    story = found.insight.explain(found.layout, 0, 0)
    assert story.published == int(found.shown[0].matrix[0, 0])


def test_figures_of_limited_reliability_stand_in_brackets_for_eye_and_ear() -> None:
    data = small_data()
    few = CellKeyMethod(design_ptable(D=2, V=1.0), uncertain_below=10**6)
    table = TableState(TableSpec(rows=["sex"]), trial=Trial("variant"))
    model = TableModel()
    model.show(compute_view(data, small_statistic(), table, methodologist=True, tried=few, language="de"))
    figure = model.figure(0, 0)
    assert model.text(0, 0) == f"({scaled_text(figure, 0, 'de')})"
    assert model.sign(0, 0) == Sign.UNCERTAIN
    assert model.data(model.index(0, 0), int(Qt.ItemDataRole.AccessibleTextRole)) == f"({figure})"
    hidden = replace(few, uncertain_below=0, unreliable_below=10**6)
    model.show(compute_view(data, small_statistic(), table, methodologist=True, tried=hidden, language="de"))
    assert model.text(0, 0) == "/"


def over_periods(columns: list[Level]) -> TableModel:
    """A table over three years with the same records."""
    statistic = small_statistic()
    years = [
        replace(statistic.period, label=Texts(f"Year {year}", f"Jahr {year}"), date=f"{year}-12-31")
        for year in (2023, 2024)
    ]
    statistic = replace(statistic, periods=(*years, *statistic.periods), current=2)
    table = TableState(TableSpec(["sex"], [Block(tuple(columns))]))
    model = TableModel()
    model.show(
        compute_view(small_data(), statistic, table, methodologist=True, language="en", load=lambda _: small_data())
    )
    return model


def test_a_row_has_its_figures_over_the_periods_in_the_head() -> None:
    model = over_periods([Level(PERIOD, total="off")])
    periods = model.over_time(0)
    assert [label for label, _ in periods] == ["Year 2023", "Year 2024", "Year 2025"]
    assert [column for _, column in periods] == [0, 1, 2]
    beside = over_periods([Level("area"), Level(PERIOD, total="off")])
    totals = beside.over_time(0)
    assert [label for label, _ in totals] == [label for label, _ in periods]
    assert [beside.figure(0, column) for _, column in totals] == [model.figure(0, column) for _, column in periods]


def test_a_row_without_periods_or_without_their_totals_has_no_line() -> None:
    model = TableModel()
    model.show(view(TableSpec(rows=["sex"], columns=["area"])))
    assert model.over_time(0) == []
    assert over_periods([Level("area", total="off"), Level(PERIOD, total="off")]).over_time(0) == []


def test_the_tip_of_a_row_draws_its_line_with_the_first_and_last_figure(theme: Theme, qtbot: QtBot) -> None:
    header = QWidget()
    qtbot.addWidget(header)
    model = over_periods([Level(PERIOD, total="off")])
    tip = with_line("Sex <0>", model, 0, header, theme)
    assert tip.startswith('<p>Sex &lt;0&gt;</p><p><img src="data:image/png;base64,')
    assert f"Year 2023: {model.text(0, 0)} – Year 2025: {model.text(0, 2)}" in tip
    model.show(view(TableSpec(rows=["sex"], columns=["area"])))
    assert with_line("Sex", model, 0, header, theme) == "Sex"
