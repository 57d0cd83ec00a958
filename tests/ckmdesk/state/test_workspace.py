"""A statistic opens as it was left, also one that a former version left."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec
import pytest

from ckmcore.ptable import Design, FixedProbability, RowConstraint
from ckmcore.ptable.stored import stored_table
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.tabulate.spec import Condition, TableSpec
from ckmdesk.state.desk_state import DeskState, MethodState, TableState, Trial, Variant
from ckmdesk.state.method_settings import MagnitudeChoice
from ckmdesk.state.workspace import opened, with_workspace
from tests.kit.statistics import SPEC, small_statistic

DESIGN = Design(
    D=7,
    V=2.5,
    js=1,
    pstay=0.4,
    own=(RowConstraint(3, None, V=2.0),),
    pins=(FixedProbability(4, 4, 0.5),),
    blocked=(1, 3),
)
KEPT = stored_table(Design(D=2, V=1.08, js=1).table())


def test_table_and_variants_come_back_and_a_trial_view_does_not() -> None:
    spec = TableSpec(columns=["area"], filters=[Condition("sex", ("1",))])
    variants = (
        Variant("First idea", "Notes\nof two lines", DESIGN, False, 0.02, 7),
        Variant(
            "B",
            file="table.csv",
            table=KEPT,
            loose=(FixedProbability(2, 2, 0.25),),
            set_again=(FixedProbability(3, 3, 0.4),),
        ),
        Variant("C"),
    )
    method = MethodState(variants, chosen=2, row=5, in_force=True, compared=(0, 2))
    state = DeskState("tables", small_statistic(), TableState(spec, "First", Trial("original"), "noise"), method)
    written = with_workspace(state)
    assert written is not None
    again = opened(from_bytes(to_bytes(written), "s.ckm"))
    assert again.statistic == small_statistic()
    assert again.table == TableState(spec, "First")
    # What is looked at for a moment is not kept.
    assert again.method == MethodState(variants, chosen=2, row=5)


def test_a_variant_without_sums_of_its_own_has_the_bytes_of_before_and_others_come_back() -> None:
    shared, own = Variant("C"), Variant("D", sums=MagnitudeChoice())
    written = with_workspace(replace(DeskState(statistic=small_statistic()), method=MethodState((shared, own))))
    assert written is not None
    kept = json.loads(written.workspace)["method"]["variants"]
    assert list(kept[0]) == [
        "name", "notes", "design", "shuffled", "threshold", "seed", "file", "table", "loose", "set_again"
    ]  # fmt: skip
    former = msgspec.json.encode(shared).decode().removesuffix(',"sums":null}') + "}"
    assert f'"variants":[{former},' in written.workspace
    assert opened(written).method.variants == (shared, own)


def test_without_a_workspace_the_first_saved_table_is_shown() -> None:
    assert opened(small_statistic()).table == TableState(SPEC, "First")
    assert opened(replace(small_statistic(), tables=())).table == TableState()


def test_without_a_statistic_there_is_nothing_to_write() -> None:
    assert with_workspace(DeskState()) is None


@pytest.mark.parametrize("text", ['{"spec": 3}', "null", "", "no JSON", "[]"])
def test_a_workspace_of_another_version_loses_nothing_of_the_statistic(text: str) -> None:
    strange = replace(small_statistic(), workspace=text)
    assert opened(strange).statistic == small_statistic()
    assert opened(strange).table.name == "First"
    assert opened(strange).method == MethodState()


# --- version 1 -------------------------------------------------------------------------------------------------------


def first_version(variants: list[dict[str, object]], chosen: int = 1) -> DeskState:
    """What opens of a workspace as version 1 wrote it, with the table's layout in today's words."""
    spec = TableSpec(columns=["area"], filters=[Condition("sex", ("1",))])
    workspace = {
        "spec": msgspec.to_builtins(spec),
        "table": "First",
        "method": {"variants": variants, "chosen": chosen, "row": 4},
    }
    text = msgspec.json.encode(workspace).decode()
    state = opened(replace(small_statistic(), workspace=text))
    assert state.table == TableState(spec, "First")
    return state


def test_the_two_variants_of_version_1_are_the_designs_A_and_B() -> None:
    sliders = {
        "D": 7, "V": 2.5, "js": 1, "pstay": 0.4, "mono": True, "shuffled": True,
        "threshold": 0.05, "seed": 1, "file": "", "table": None,
    }  # fmt: skip
    others = {
        "D": 2, "V": 1.08, "js": 1, "pstay": None, "mono": False, "shuffled": False,
        "threshold": 0.02, "seed": 9, "file": "", "table": None,
    }  # fmt: skip
    method = first_version([sliders, others]).method
    assert method.variants == (
        Variant("A", design=Design(D=7, V=2.5, js=1, pstay=0.4)),
        Variant("B", design=Design(D=2, V=1.08, js=1, mono=False), shuffled=False, threshold=0.02, seed=9),
    )
    assert method.variant.name == "B"
    assert method.row == 4


def test_a_table_that_version_1_read_from_a_file_is_still_there() -> None:
    read = {
        "D": 5, "V": 3.0, "js": 2, "pstay": None, "mono": True, "shuffled": False, "threshold": 0.05, "seed": 1,
        "file": "table.csv", "table": {"text": KEPT.text, "integer_modulus": None, "recycled_rows": 0},
    }  # fmt: skip
    method = first_version([read, {}], chosen=0).method
    assert method.variant == Variant("A", shuffled=False, file="table.csv", table=KEPT)


@pytest.mark.parametrize(("variants", "chosen"), [([], 0), ([{}, {}], 7), ([{}, {}], -3)])
def test_a_workspace_that_somebody_tampered_with_still_shows_a_variant(
    variants: list[dict[str, object]], chosen: int
) -> None:
    method = first_version(variants, chosen).method
    assert method.variant in method.variants
    assert method.with_variant(replace(method.variant, notes="n")).variant.notes == "n"


def test_a_workspace_of_this_version_without_variants_shows_the_usual_ones() -> None:
    written = with_workspace(DeskState("tables", small_statistic(), TableState(SPEC, "First")))
    assert written is not None
    kept = msgspec.json.decode(written.workspace)
    kept["method"]["variants"] = []
    text = msgspec.json.encode(kept).decode()
    assert opened(replace(small_statistic(), workspace=text)).method.variants == MethodState().variants
