"""The floor measured on data: exempt cells that disclose others or rest on few records, small cells that stay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.errors import Cancelled
from ckmcore.lab.risk.floor import MeasuredFloor, measure_floor
from ckmcore.microdata.data import ExemptCells
from ckmcore.statistic.floor import mark_of
from ckmcore.tabulate.spec import PERIOD

W19 = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.08, js=1))
SPEC = ckm.TableSpec(rows=["area"], columns=["sex"])


def people(rows: int = 400, areas: int = 150) -> ckm.Microdata:
    draw = np.random.default_rng(5)
    frame = pd.DataFrame(
        {"area": [f"{a:03d}" for a in draw.integers(0, areas, rows)], "sex": draw.choice(["m", "w"], rows)}
    )
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, rows)]
    return ckm.Microdata.from_pandas(frame, ["area", "sex"], record_key="key")


def levels(found: MeasuredFloor) -> dict[str, str]:
    return {one.rule: one.level for one in found.rules}


def test_a_method_that_changes_small_cells_has_no_open_rule_and_the_attack_is_told() -> None:
    data = people()
    found = measure_floor(data, [SPEC], W19, seconds=20)
    assert found.rules == ()
    alone = ckm.tabulate(data, SPEC).blocks[0].counts
    assert found.small == int(((alone == 1) | (alone == 2)).sum())
    published = W19.protect(ckm.tabulate(data, SPEC)).blocks[0].figures[0]
    assert found.small_changed == int((((alone == 1) | (alone == 2)) & (published != alone)).sum())
    assert found.cells == alone.size
    assert found.disclosed > 0
    assert f"{found.disclosed} rückrechenbar, {found.undecided} offen" in found.attack_told.text("de")


def test_small_cells_that_stay_are_refused_or_need_a_reason_by_their_share() -> None:
    data = people()
    cells = ExemptCells((("area", ()), ("sex", ("m", "w"))))
    found = measure_floor(replace(data, exempt=(cells,)), [SPEC], W19, seconds=20)
    by_rule = {one.rule: one for one in found.rules}
    # All cells but the margins of one variable are exempt: few of the small ones are changed, some rest on 1 record.
    assert by_rule["F16"].level == "R"
    assert by_rule["F16"].found == 1
    assert by_rule["F17"].found == pytest.approx(found.small_changed / found.small)
    few = measure_floor(people(30, 10), [SPEC], ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.08, js=1)), seconds=20)
    assert few.small < 20
    assert "F17" not in levels(few)


def test_exempt_cells_that_disclose_others_are_refused() -> None:
    data = people(60, 6)
    # All areas but one, and the total, are official: the last one is their difference.
    names = tuple(sorted(data.dimensions["area"].codes))[:-1]
    official = (ExemptCells(), ExemptCells((("area", names),)))
    found = measure_floor(replace(data, exempt=official), [ckm.TableSpec(rows=["area"])], W19, seconds=20)
    rule = next(one for one in found.rules if one.rule == "F15")
    assert (rule.level, rule.found, rule.limit) == ("R", 1, 0)
    assert "mit ihnen 1 Feld" in rule.sentence.text("de")
    total = measure_floor(replace(data, exempt=(ExemptCells(),)), [ckm.TableSpec(rows=["area"])], W19, seconds=20)
    assert levels(total) == {}


def test_of_tables_over_periods_the_figures_of_one_are_measured_and_this_is_said() -> None:
    over = SPEC.with_changes(layers=ckm.TableSpec(layers=[PERIOD]).layers)
    found, plain = (measure_floor(people(), [one], W19, seconds=20) for one in (over, SPEC))
    assert [one.code for one in found.skipped] == ["quality_one_period"]
    assert replace(found, skipped=(), untested=()) == plain
    assert [one.code for one in found.untested] == ["attack_periods_left"]


def test_t02_an_attack_that_leaves_out_what_combines_periods_does_not_hold() -> None:
    areas = pd.DataFrame({"area": ["a"] * 50 + ["b"] * 70, "key": [f"0.{at * 7919 % 10**4:04d}5" for at in range(120)]})
    large = ckm.Microdata.from_pandas(areas, ["area"], "key")
    plain, verdicts = ckm.TableSpec("area"), []
    for total in ("off", "after"):
        over = plain.with_changes(layers=ckm.TableSpec(layers=[ckm.Level(PERIOD, total=total)]).layers)
        verdicts.append(measure_floor(large, [over], W19).attack_verdict)
    assert measure_floor(large, [plain], W19).attack_verdict is Verdict.HELD
    assert verdicts == [Verdict.HELD, Verdict.NOT_TESTED]


def test_tables_without_counts_are_said_to_be_left_out() -> None:
    shares = ckm.TableSpec(rows=["area"], values=[ckm.Value("share", base="column")])
    twice = ckm.TableSpec(rows=["area", PERIOD, PERIOD])
    found = measure_floor(people(), [shares, twice, SPEC], W19, seconds=20)
    assert found.attacked == 1
    assert [one.fields.get("table") for one in found.skipped] == ["1", "2", None]
    none = measure_floor(people(), [shares], W19)
    assert (none.attacked, none.cells, none.rules) == (0, 0, ())
    assert none.attack_told.code == "floor_attack_none"


def test_the_mark_is_that_of_method_keys_and_data() -> None:
    data = people()
    mark = mark_of(W19, data)
    assert measure_floor(data, [SPEC], W19, seconds=1).mark == mark
    assert mark_of(ckm.Rounding(10), data) != mark
    assert mark_of(W19, people(401)) != mark
    assert mark_of(W19, replace(data, exempt=(ExemptCells(),))) != mark
    assert mark_of(W19, data.with_record_keys(people(400, 149).record_keys)) == mark
    assert mark_of(W19, people()) == mark


def test_what_is_cancelled_gives_no_verdict() -> None:
    with pytest.raises(Cancelled):
        measure_floor(people(), [SPEC], W19, cancelled=lambda: True)


def test_progress_reaches_its_end_and_a_verdict_shows_no_figure_by_accident() -> None:
    told: list[float] = []
    found = measure_floor(people(), [SPEC], W19, seconds=5, progress=told.append)
    assert told[-1] == 1.0
    assert repr(found) == "MeasuredFloor(1 tables, confidential)"
