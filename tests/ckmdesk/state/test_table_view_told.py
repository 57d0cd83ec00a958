"""What is to be looked at before figures are published: told to a clerk, too, as it is read off published figures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.microdata.data import with_judged_keys
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import parse_ptable
from ckmcore.statistic.period import MethodInForce, Period
from ckmdesk.state.desk_state import TableState
from ckmdesk.state.table_view import TableView, compute_view

SPEC = ckm.TableSpec(rows=["age"], columns=["sex"], values=[ckm.Value(), ckm.Value("share", base="row")])


def view(*, methodologist: bool, listed: bool = False) -> TableView:
    ages = ["20"] * 30 + ["97"] + ["31"] * 12
    frame = pd.DataFrame({"age": ages, "sex": (["m", "f"] * 30)[: len(ages)]})
    keys = ckm.RecordKeys(np.full(len(ages), 1, dtype=np.uint32), 10**6, 6, "decimal")
    data = with_judged_keys(ckm.Microdata.from_pandas(frame, ["age", "sex"]), keys)
    entries = tuple(VariableEntry.of(one) for one in data.dimensions.values())
    if listed:
        entries = tuple(replace(entry, codes_from="list") for entry in entries)
    table = parse_ptable(
        b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.9;-1;0.9\n1;2;0.1;1;1\n2;1;0.5;-1;0.5\n2;3;0.5;1;1\n", "t.csv"
    )
    made = ckm.Statistic(ckm.Texts.same("S"), dictionary=entries, periods=(Period(ckm.Texts.same("2025")),))
    made = made.with_period(replace(made.period, in_force=MethodInForce(ckm.CellKeyMethod(table), "2025-01-01")))
    return compute_view(data, made, TableState(spec=SPEC), methodologist=methodologist)


def codes(found: TableView) -> list[str]:
    return [one.code for one in found.told]


def test_small_bases_and_zero_rows_are_told_to_everybody_and_a_minimum_base_to_the_methodologist() -> None:
    assert codes(view(methodologist=False)) == ["shares_on_small_base", "zero_rows_tell"]
    assert codes(view(methodologist=True)) == ["share_base_proposed", "zero_rows_tell"]
    assert codes(view(methodologist=False, listed=True)) == ["shares_on_small_base"]
    told = view(methodologist=False).told[0]
    assert (told.fields["few"], told.fields["base"]) == (2, 10)  # those of the only man of 97, and of all of 97
