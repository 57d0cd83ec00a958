"""Signs and dominance cells over periods: each period's own, of their union by the union; what derives from them."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.ptable import parse_ptable
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import over_periods
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, Level
from tests.kit.before_the_floor import put_in_force

STILL = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;1;1;0;1\n", "still.csv")


def years(values: list[ckm.Value], first: Method, second: Method, *, mean: bool = False) -> ckm.ProtectedTable:
    """Two periods: category a has 6 and 8 records, b 40 and 20; one of b's amounts of the second outweighs the rest."""
    amounts = [{"a": [1] * 6, "b": [1] * 40}, {"a": [1] * 8, "b": [1] * 19 + [500]}]
    data = {}
    for place, found in enumerate(amounts):
        rows = [(code, value) for code, every in found.items() for value in every]
        frame = pd.DataFrame(rows, columns=["c", "x"])
        frame["key"] = [f"0.{(7919 * (n + 1) + 500_000_007 * place) % 10**9:09d}" for n in range(len(frame))]
        data[place] = ckm.Microdata.from_pandas(frame, ["c"], record_key="key", magnitudes=["x"])
    periods = tuple(Period(ckm.Texts.same(str(n)), f"202{n}-12-31", PeriodSource("file")) for n in range(2))
    made = ckm.Statistic(ckm.Texts.same("S"), periods=periods, units="once")
    for place, method in enumerate((first, second)):
        made = put_in_force(replace(made, current=place), method)
    spec = ckm.TableSpec(rows=["c"], columns=[Level(PERIOD, mean=mean)], values=values)
    return over_periods(made, spec, lambda one: data[one.current])


def shown(table: ckm.ProtectedTable, code: str, value: int = 0) -> list[str]:
    """What stands at a category: in total, and in each period."""
    places: list[dict[str, str]] = [{"c": code}, *({"c": code, PERIOD: f"202{n}-12-31"} for n in range(2))]
    return [table.sign(place, value).around(str(table.value(place, value))) for place in places]


def test_each_period_has_its_own_signs_and_their_union_those_of_its_records() -> None:
    change = ckm.Value("change", variable=PERIOD, against=PREVIOUS, absolute=True)
    method = ckm.CellKeyMethod(STILL, threshold=7, uncertain_below=30)
    table = years([ckm.Value(), change], method, method)
    assert shown(table, "a") == ["(14)", ".", "(8)"]
    assert shown(table, "b") == ["60", "40", "(20)"]
    assert shown(table, "a", 1)[2] == "."
    assert shown(table, "b", 1)[2] == "(-20)"
    assert table.legend[Sign.UNCERTAIN].text("en") == "figure of limited reliability"
    assert shown(years([ckm.Value()], method, method, mean=True), "a") == ["(7)", ".", "(8)"]


def test_two_methods_have_their_own_signs_and_no_total() -> None:
    table = years([ckm.Value()], ckm.CellKeyMethod(STILL, threshold=7), ckm.KeyedRounding(4))
    assert shown(table, "a") == [".", ".", "8"]
    assert "Protected by the cell-key method" in table.short_note.text("en")
    assert "Rounded to multiples of 4" in table.short_note.text("en")


def test_dominance_cells_are_hidden_in_their_period_and_in_the_union() -> None:
    rules = ckm.PrimaryRules(dominance=((1, 60.0),))
    method = ckm.Rounding(2, minimum_base=1, primary=rules)
    table = years([ckm.Value("sum", magnitude="x"), ckm.Value()], method, method)
    assert shown(table, "a") == ["14", "6", "8"]
    assert shown(table, "b") == [".", "40", "."]
    assert shown(table, "b", 1) == ["60", "40", "20"]
