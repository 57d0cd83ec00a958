"""A median is recomputed from the counts of its classes: whoever attacks a table that shows one has these counts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.lab.quality.board import compare_methods
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, TestTable, worst_of
from ckmcore.lab.quality.measure_registry import measure_of
from ckmcore.lab.release.differences import left_open
from ckmcore.lab.release.register_attack import attack_register, register_tables
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.class_counts import told_counts, told_table
from ckmcore.lab.risk.differencing import differences
from ckmcore.lab.risk.floor import measure_floor
from ckmcore.lab.risk.linked_tables import attack_tables
from ckmcore.lab.risk.publication import Publication
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.actions import release, submit
from ckmcore.release.provenance import prepare
from ckmcore.statistic.floor import table_marks
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.one_period import counts_of_one_period
from ckmcore.tabulate.spec import Condition, TableSpec, Value
from tests.ckmcore.answer_data import CLASSES, data_of
from tests.kit.before_the_floor import put_in_force
from tests.kit.released_people import NOON, REQUEST, load, statistic

MEDIAN = Value("median", magnitude="m", decimals=1)
ALONE = TableSpec("region", values=[MEDIAN])
COUNTED = TableSpec("region", values=ckm.distribution("m", CLASSES))
METHOD = ckm.Rounding(3)


def records() -> Microdata:
    """In each region one record has less than 4 months: 0 and 0 of 3, by rounding, are 1 and 1."""
    some = [("a", n % 2 == 0, 5 + n % 8) for n in range(20)] + [("b", n % 3 == 0, 6 + n % 14) for n in range(24)]
    return data_of([*some, ("a", True, 2), ("b", False, 3), ("a", False, None)])


@pytest.mark.parametrize("values", [[MEDIAN], [Value(), MEDIAN], [MEDIAN, Value("quantile", magnitude="m", q=0.25)]])
def test_a_median_is_attacked_as_the_counts_of_its_classes(values: list[Value]) -> None:
    data = records()
    raw = ckm.tabulate(data, ALONE.with_changes(values=tuple(values)))
    same = ckm.tabulate(data, COUNTED.with_changes(values=(*[v for v in values if v.kind == "count"], *COUNTED.values)))
    found, plain = attack(raw, data, METHOD), attack(same, data, METHOD)
    assert (found.cells, found.undecided) == (plain.cells, plain.undecided)
    assert [(one.block, one.position, one.low, one.high) for one in found.disclosed] == [
        (one.block, one.position, one.low, one.high) for one in plain.disclosed
    ]
    assert found.disclosed
    given = attack(raw, data, METHOD, protected=METHOD.protect(raw))
    assert given.disclosed == found.disclosed


def test_counts_that_the_table_shows_stand_once_and_filters_of_a_median_are_those_of_its_classes() -> None:
    data = records()
    shown = told_counts(ckm.tabulate(data, COUNTED.with_changes(values=(*COUNTED.values, MEDIAN))), data)
    assert shown.spec.values == (*COUNTED.values, MEDIAN)
    women = replace(MEDIAN, conditions=(Condition("sex", ("1",)),))
    told = told_counts(ckm.tabulate(data, TableSpec("region", values=[MEDIAN, women])), data)
    assert len(told.spec.values) == 2 + 2 * len(COUNTED.values)
    assert len(told.labels) == len(told.spec.values)
    assert told_counts(told, data) is told
    weighted = ckm.tabulate(data, TableSpec("region", values=[replace(MEDIAN, of="weighted_count")]))
    assert told_counts(weighted, data) is weighted


def test_published_figures_stay_those_that_were_published() -> None:
    data = records()
    raw = ckm.tabulate(data, TableSpec("region", values=[Value(), MEDIAN]))
    shown = METHOD.protect(raw)
    moved = replace(shown.blocks[0], figures=(shown.blocks[0].figures[0] + 3, shown.blocks[0].figures[1]))
    _, told = told_table(raw, data, METHOD, replace(shown, blocks=(moved,)))
    exact = METHOD.protect(told_counts(raw, data)).blocks[0]
    assert np.array_equal(told.blocks[0].figures[0], shown.blocks[0].figures[0] + 3)
    assert all(map(np.array_equal, told.blocks[0].figures[2:], exact.figures[2:]))
    signs, wanted = told.blocks[0].signs, exact.signs
    assert (signs is None) == (wanted is None)
    if signs is not None and wanted is not None:
        assert all(map(np.array_equal, signs, wanted))


def test_tables_with_medians_are_linked_with_others() -> None:
    data = records()
    by_sex = ckm.tabulate(data, TableSpec("sex", values=ckm.distribution("m", CLASSES)))
    with_median, with_counts = (ckm.tabulate(data, one) for one in (ALONE, COUNTED))
    found, plain = (attack_tables([by_sex, one], data, METHOD) for one in (with_median, with_counts))
    assert [(one.table, one.cell.position, one.cell.low) for one in found.disclosed] == [
        (one.table, one.cell.position, one.cell.low) for one in plain.disclosed
    ]
    assert found.cells == plain.cells


def evaluated(data: Microdata, spec: TableSpec) -> Evaluation:
    return evaluate(data, [TestTable("one", spec)], [candidate(METHOD)], EvaluationRequest(monte_carlo=False))


def test_an_evaluation_counts_and_names_what_a_median_discloses() -> None:
    data = records()
    found, plain = evaluated(data, ALONE), evaluated(data, COUNTED)
    for code in ("disclosed", "undecided", "mean_width", "differences"):
        one, other = found.row(code), plain.row(code)
        assert one is not None
        assert other is not None
        assert one.numbers == other.numbers
    worst, wanted = (worst_of(one, 0, measure_of("disclosed"), most=3) for one in (found, plain))
    assert [(one.position, one.published, one.text.en) for one in worst] == [
        (one.position, one.published, one.text.en) for one in wanted
    ]
    assert worst
    assert found.row("mean_deviation") is None
    (attacked,) = compare_methods(data, TableSpec("region", values=[Value(), MEDIAN]), [candidate(METHOD)]).together
    assert attacked.attacked is not None
    assert len(attacked.attacked.disclosed) >= len(worst)


def test_the_floor_is_measured_with_the_classes_of_medians_and_marks_the_table_by_them() -> None:
    data = records()
    method = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
    found, plain = (measure_floor(data, [one], method) for one in (ALONE, COUNTED))
    assert (found.cells, found.small) == (plain.cells, plain.small)
    marks = [table_marks(method, data, counts_of_one_period(data, [one])) for one in (ALONE, TableSpec("region"))]
    assert marks[0] != marks[1]
    gone = data.with_classes("m", None)
    both = TableSpec("region", values=[Value(), MEDIAN])
    assert counts_of_one_period(gone, [ALONE, both]) == [both]


def test_differences_between_a_median_and_another_one_are_found() -> None:
    data = data_of([("a", n == 0, n % 12) for n in range(40)])
    men = TableSpec("region", values=[MEDIAN], filters=[Condition("sex", ("0",))])
    told = [told_table(ckm.tabulate(data, one), data, METHOD) for one in (ALONE, men)]
    found = differences([Publication(ckm.Texts(), shown, METHOD, raw=raw) for raw, shown in told], data, least_units=3)
    assert {one.units for one in found.listed} == {1}
    # One record is left in its class, and in both regions together.
    assert found.count == 1


def test_a_released_median_is_attacked_with_its_classes_and_a_new_one_before_it_follows() -> None:
    data = records()
    made = put_in_force(replace(statistic(), dictionary=(), tables=()), METHOD, "2026-01-02")
    table, other = SavedTable("Median", ALONE), SavedTable("Again", ALONE.with_changes(title="Again"))
    facts = prepare(made, table, load(data), REQUEST)
    said = [one.kind for one in left_open(made, facts.submission, data)]
    assert "pattern" in said
    out = release(submit(made, facts, "Anna", NOON), 1, "Bernd", NOON)
    register = register_tables(out, data)
    assert [len(one.table.spec.values) for one in register.tables] == [1 + len(COUNTED.values)]
    found = attack_register(register, data)
    assert found.attack.disclosed
    assert len(left_open(out, prepare(out, other, load(data), REQUEST).submission, data)) >= 1
    # Of other records, or other classes, nobody knows which counts were behind the median.
    period = out.period
    assert period.source is not None
    corrected = replace(out, periods=(replace(period, source=replace(period.source, sha256="cd" * 32)),))
    other_classes = replace(out, dictionary=(VariableEntry("m", "magnitude", title=ckm.Texts.same("m")),))
    for later in (corrected, other_classes):
        left = register_tables(later, data)
        assert left.tables == ()
        assert [one.reason.code for one in left.left_out] == ["attack_needs_counts"]
