"""The solved cases of cell suppression among the reference data: exact intervals, also over whole numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ckmcore.rivals.audit import ProtectionLevel, ReaderKnowledge, SuppressionAudit, audit_suppression
from ckmcore.rivals.relations import LinkedFigures, figure_relations

pytestmark = pytest.mark.reference
CASES = 22


@pytest.fixture(scope="module")
def cases(reference: Path) -> list[dict[str, Any]]:
    path = reference / "expected" / "suppression" / "suppression_cases.json"
    if not path.exists():
        pytest.skip(f"no {path.name} among the reference data")
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return found


def audited(case: dict[str, Any], hidden: Iterator[int] | list[int], *, whole: bool = False) -> SuppressionAudit:
    values = tuple(map(int, case["values"]))
    suppressed = np.zeros(len(values), dtype=np.bool_)
    suppressed[list(hidden)] = True
    figures = LinkedFigures(
        tuple(map(str, range(len(values)))),
        values,
        ~suppressed,
        suppressed,
        figure_relations(len(values), [(total, parts) for total, parts in case["relations"]]),
    )
    levels = {int(figure): ProtectionLevel.of(*pair) for figure, pair in case["primary"].items()}
    return audit_suppression(figures, levels, ReaderKnowledge(least=case["least"], whole=whole))


def test_all_open_cases_are_read(cases: list[dict[str, Any]]) -> None:
    assert len(cases) == CASES
    assert sum("integer_audit" in case for case in cases) == 5


@pytest.mark.parametrize("number", range(CASES))
@pytest.mark.parametrize("kind", ["audit", "integer_audit"])
def test_intervals_of_a_pattern_are_those_of_the_case(cases: list[dict[str, Any]], number: int, kind: str) -> None:
    case = cases[number]
    if kind not in case:
        pytest.skip("sums have no whole numbers")
    audit = audited(case, case["audited_pattern"], whole=kind != "audit")
    found = {
        str(cell.figure): [None if end is None else float(end) for end in (cell.low, cell.high)] for cell in audit.cells
    }
    assert found.keys() == case[kind].keys()
    for figure, ends in case[kind].items():
        for here, there in zip(found[figure], ends, strict=True):
            assert here == (None if there is None else pytest.approx(there, abs=1e-4)), figure
    assert {cell.state for cell in audit.cells} <= {"wide", "narrow"}
    assert [cell.figure for cell in audit.cells if cell.primary and cell.state == "narrow"] == case["unprotectable"]


@pytest.mark.daily(6)
@pytest.mark.parametrize("number", range(CASES))
def test_cells_stay_below_their_levels_with_every_figure_hidden_just_where_the_case_says(
    cases: list[dict[str, Any]], number: int
) -> None:
    case = cases[number]
    audit = audited(case, [figure for figure, value in enumerate(case["values"]) if value > 0])
    below = [cell.figure for cell in audit.cells if cell.primary and cell.state != "wide"]
    assert below == case["unprotectable"]
