"""Nothing that was not looked at holds: each input of a verdict is taken away in turn, and no tick is left."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
import ckmcore.lab.risk.floor as floor
from ckmcore.base.exit_codes import Exit
from ckmcore.base.verdict import Verdict, together, verdict_of
from ckmcore.lab.quality.board import compare_methods
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, Finding
from ckmcore.lab.release.differences import OpenDifference, left_verdict
from ckmcore.lab.release.recheck import Recheck
from ckmcore.lab.report.floor import floor_report
from ckmcore.lab.risk.floor import MeasuredFloor, measure_floor
from ckmcore.lab.risk.relations import AttackTooLarge
from ckmcore.lab.risk.sum_floor import MagnitudeVerdict, SumFloor
from ckmcore.microdata.data import ExemptCells
from ckmcore.release.checklist import checklist
from ckmcore.release.provenance import PreparedFacts, prepare
from ckmcore.scale.hypercube.draft import prepare_hypercube
from ckmcore.statistic.entry import Check
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import SavedTable, Statistic
from tests.kit.released_people import load, people, statistic

W19 = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.08, js=1))
SPEC = ckm.TableSpec(rows=["area"], columns=["sex"])
SHARES = ckm.TableSpec(rows=["area"], values=[ckm.Value("share", base="column")])
SAID = ckm.messages.sentence("floor_no_counts")


def many(rows: int = 120, areas: int = 40) -> ckm.Microdata:
    draw = np.random.default_rng(5)
    frame = pd.DataFrame({"area": [f"{a:03d}" for a in draw.integers(0, areas, rows)], "sex": "m"})
    frame.loc[::2, "sex"] = "w"
    frame["m"] = draw.integers(1, 90, rows)
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, rows)]
    return ckm.Microdata.from_pandas(frame, ["area", "sex"], magnitudes=["m"], record_key="key")


def measured(**changes: Any) -> MeasuredFloor:
    """The floor measured on a table that has all that its rules need, with something taken away."""
    asked: dict[str, Any] = {"data": many(), "specs": [SPEC], "method": W19, "seconds": 20.0} | changes
    return measure_floor(asked.pop("data"), asked.pop("specs"), asked.pop("method"), **asked)


@pytest.mark.thorough
def test_t03_a_measured_floor_holds_with_all_its_inputs_and_without_any_of_them_it_does_not() -> None:
    official = replace(many(), exempt=(ExemptCells(),))
    whole = measured(data=official)
    assert whole.verdict is Verdict.HELD
    assert whole.not_tested == ()
    large = AttackTooLarge(cells=2, limit=1)
    lacking: dict[str, Callable[[], MeasuredFloor]] = {
        "tables": lambda: measured(data=official, specs=[]),
        "counts": lambda: measured(data=official, specs=[SHARES]),
        "a table with counts": lambda: measured(data=official, specs=[SPEC, SHARES]),
        "small cells": lambda: measured(data=replace(many(12, 3), exempt=(ExemptCells(),))),
        "time": lambda: measured(data=official, seconds=0.0),
    }
    for name, found in lacking.items():
        assert found().verdict is Verdict.NOT_TESTED, name
        assert found().not_tested, name
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(floor, "attack_tables", _raising(large))
        without = measured(data=official, names=["By area"])
    assert without.verdict is Verdict.NOT_TESTED
    assert without.not_tested == ("F15",)
    assert without.attack_verdict is Verdict.NOT_TESTED
    assert "“By area” was not attacked: " in without.skipped[0].text("en")


def _raising(error: Exception) -> Callable[..., Any]:
    def act(*_: object, **__: object) -> Any:
        raise error

    return act


def test_t03_a_table_with_a_sum_does_not_empty_the_attack_and_the_marks_are_those_of_measured_tables() -> None:
    summed = SPEC.with_changes(values=(ckm.Value("count"), ckm.Value("sum", magnitude="m")))
    alone = ckm.TableSpec(rows=["area"], values=[ckm.Value("sum", magnitude="m")])
    found = measured(specs=[SPEC, summed, alone, SHARES], names=["A", "B", "C", "D"])
    assert found.attacked == found.measured == len(found.tables) == 2
    assert found.cells == measured().cells  # the same counts
    said = [one.text("de") for one in found.skipped]
    assert any(one.startswith("„B“ wurde nur mit ihren Häufigkeiten angegriffen: ") for one in said)
    assert "„C“ wurde nicht gemessen: Sie weist keine Häufigkeiten aus." in said
    assert "„D“ wurde nicht gemessen: Sie weist keine Häufigkeiten aus." in said
    # Sums have a floor of their own; shares are made of counts that nobody looked at.
    assert measured(specs=[SPEC, alone]).verdict is Verdict.HELD
    assert found.verdict is Verdict.NOT_TESTED
    noted = found.noted(ckm.Decision("Board"))
    assert noted.judged_tables == found.tables
    assert noted.not_tested == ("F15", "F16", "F17", "F18")


def test_t03_where_nothing_was_measured_the_decision_says_nothing_of_a_measurement() -> None:
    decision = ckm.Decision("Board")
    assert measured(specs=[SHARES]).noted(decision) == decision
    kept = statistic().put_in_force(W19, "2026-01-06", replace(decision, not_tested=("F17",)))
    assert from_bytes(to_bytes(kept), "s.ckm").period.decisions[-1].not_tested == ("F17",)


def test_t03_the_report_names_each_rule_that_was_not_tested_and_never_says_that_none_is_open() -> None:
    def page(found: MeasuredFloor) -> str:
        return floor_report(W19, found, ["A"], title="S", date=datetime.date(2026, 1, 1), language="de").html()

    assert "Keine Regel ist offen" in page(measured())
    for lacking in (measured(specs=[]), measured(specs=[SHARES]), measured(data=many(12, 3))):
        assert "Keine Regel ist offen" not in page(lacking)
        assert "F17, nicht geprüft: " in page(lacking)


def method_check(made: Statistic, prepared: PreparedFacts) -> Check:
    return next(one for one in checklist(made, prepared) if one.name == "method")


def test_t03_the_checklist_ticks_a_method_only_with_all_that_its_verdict_needs() -> None:
    made = replace(statistic(ckm.Rounding(10)), tables=())
    table = SavedTable("T", ckm.TableSpec(["sex"], ["area"]))
    found = measure_floor(made.describe(people()), [table.spec], ckm.Rounding(10))
    whole = replace(found.noted(ckm.Decision("Board", "2026-01-05")), not_tested=())

    def state(decision: ckm.Decision | None, records: ckm.Microdata, spec: ckm.TableSpec = table.spec) -> str:
        decided = made if decision is None else made.put_in_force(ckm.Rounding(10), "2026-01-06", decision)
        return method_check(decided, prepare(decided, SavedTable("T", spec), load(records))).state

    assert state(whole, people()) == "good"
    assert state(None, people()) == "look"
    assert state(replace(whole, judged=""), people()) == "not_tested"
    assert state(replace(whole, not_tested=("F17",)), people()) == "not_tested"
    assert state(whole, people(seed=2)) == "not_tested"
    assert state(whole, people(keys=8)) == "not_tested"
    assert state(whole, people(), ckm.TableSpec(["area"])) == "not_tested"
    assert state(whole, people(), ckm.TableSpec(["area"], values=[ckm.Value("share", base="column")])) == "not_tested"


def test_t03_a_cube_too_large_for_the_attack_is_not_tested_and_the_register_keeps_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = statistic(ckm.Rounding(10))
    table = SavedTable("T", ckm.TableSpec(["sex"], ["area"]))
    found = measure_floor(made.describe(people()), [table.spec], ckm.Rounding(10))
    made = made.put_in_force(
        ckm.Rounding(10), "2026-01-06", replace(found.noted(ckm.Decision("Board", "2026-01-05")), not_tested=())
    )
    assert method_check(made, prepare_hypercube(made, table, load(people()))).state == "good"
    monkeypatch.setattr("ckmcore.lab.risk.relations.MOST_FIGURES", 5)
    check = method_check(made, prepare_hypercube(made, table, load(people())))
    assert check.state == "not_tested"
    assert check.found.de.startswith("Nicht geprüft: Der Würfel ist zu groß für den Angriff. Felder: 12; höchstens 5.")


def test_t03_sums_hold_only_where_some_were_measured_and_all_were_judged() -> None:
    whole = SumFloor((), (MagnitudeVerdict("m", 3, 1, 0.0, 0.0, 0.0, 1, 0, 0),))
    assert whole.verdict is Verdict.HELD
    for lacking in ({"measured": ()}, {"skipped": (SAID,)}, {"unjudged": ("m",)}):
        assert replace(whole, **lacking).verdict is Verdict.NOT_TESTED
        assert not replace(whole, **lacking).holds


def test_t03_commands_end_with_8_where_an_attack_is_missing_or_not_at_its_end() -> None:
    board = compare_methods(many(), SPEC, [candidate(ckm.Rounding(10))], seconds=20)
    whole = board.together[0]
    assert whole.attack_verdict is Verdict.HELD
    assert replace(whole, attacked=None).attack_verdict is Verdict.NOT_TESTED
    ended = compare_methods(many(), SPEC, [candidate(ckm.Rounding(10))], seconds=0).together[0]
    assert ended.attacked is None or not ended.attacked.complete
    assert ended.attack_verdict is Verdict.NOT_TESTED
    assert Finding(problems=(SAID,)).attack_verdict is Verdict.NOT_TESTED
    request = EvaluationRequest()
    evaluation = Evaluation((), board.variants, request, ((Finding(),),), (Finding(),))
    assert evaluation.attack_verdict is Verdict.NOT_TESTED
    assert replace(evaluation, findings=(), together=()).attack_verdict is Verdict.NOT_TESTED
    for lacking in (Recheck(0, (), ()), Recheck(1, (), (SAID,))):
        assert lacking.verdict is Verdict.NOT_TESTED
    assert Recheck(1, (), ()).verdict is Verdict.HELD
    assert left_verdict(()) is Verdict.HELD
    assert left_verdict([OpenDifference("unchecked", SAID)]) is Verdict.NOT_TESTED
    assert left_verdict([OpenDifference("unchecked", SAID), OpenDifference("pattern", SAID)]) is Verdict.OPEN


def test_t03_three_states_are_declared_once_and_none_of_nothing_holds() -> None:
    assert together([]) is Verdict.NOT_TESTED
    assert [verdict_of(one) for one in (True, False, None)] == list(Verdict)
    assert [one.exit_code for one in Verdict] == [Exit.DONE, Exit.DISCLOSES, Exit.NOT_TESTED] == [0, 3, 8]
    assert [one.state for one in Verdict] == ["good", "look", "not_tested"]
    for other in Verdict:
        assert together([Verdict.HELD, other]) is other
        assert together([Verdict.OPEN, other]) is Verdict.OPEN
