"""A statistic opens as it was left."""

from __future__ import annotations

from dataclasses import replace

from ckmcore.statistic.file import from_bytes, to_bytes
from ckmcore.tabulate.spec import Condition, TableSpec
from ckmdesk.state.desk_state import DeskState, MethodParameters, MethodState, TableState, Trial
from ckmdesk.state.workspace import opened, with_workspace
from tests.ckmdesk.statistics import SPEC, small_statistic


def test_table_and_variants_come_back_and_a_trial_view_does_not() -> None:
    spec = TableSpec(columns=["area"], filters=[Condition("sex", ("1",))])
    method = MethodState().with_parameters(MethodParameters(D=7, V=2.5, js=1, pstay=0.4))
    state = DeskState("tables", small_statistic(), TableState(spec, "First", Trial("original"), "noise"), method)
    written = with_workspace(state)
    assert written is not None
    again = opened(from_bytes(to_bytes(written), "s.ckm"))
    assert again.statistic == small_statistic()
    assert again.table == TableState(spec, "First")
    assert again.method == method


def test_without_a_workspace_the_first_saved_table_is_shown() -> None:
    assert opened(small_statistic()).table == TableState(SPEC, "First")
    assert opened(replace(small_statistic(), tables=())).table == TableState()


def test_a_workspace_of_another_version_loses_nothing_of_the_statistic() -> None:
    strange = replace(small_statistic(), workspace='{"spec": 3}')
    assert opened(strange).statistic == small_statistic()
    assert opened(strange).table.name == "First"
