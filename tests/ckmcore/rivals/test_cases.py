"""Solved cases of cell suppression by `ckm conformance`, and by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.rivals.cases import read_suppression_case, solved_suppression
from tests.kit.fails import fails

# rivals.md, part 3: [[1, 2], [2, 4]] with its totals; figure 0 is the grand total, then rows, columns and inner cells.
GOLDEN: dict[str, Any] = {
    "name": "golden",
    "least": 1,
    "values": [9, 3, 6, 3, 6, 1, 2, 2, 4],
    "relations": [[0, [1, 2]], [0, [3, 4]], [1, [5, 6]], [2, [7, 8]], [3, [5, 7]], [4, [6, 8]]],
    "primary": {"5": [0, 2], "6": [0, 1], "7": [0, 1]},
    "cost": [9, 3, 6, 3, 6, 1, 2, 2, 4],
    "optimum": 18,
    "unprotectable": [],
    "audited_pattern": [5, 6, 7, 8],
    "audit": {"5": [1, 2], "6": [1, 2], "7": [1, 2], "8": [4, 5]},
    "integer_audit": {"5": [1, 2], "6": [1, 2], "7": [1, 2], "8": [4, 5]},
}


def conformance(folder: Path, *cases: dict[str, Any], solve: bool = False) -> int:
    file = folder / "cases.json"
    file.write_text(json.dumps({"cases": list(cases)}), encoding="utf-8")
    return main(
        ["--language", "en", "conformance", str(file), *(["--solve", str(folder / "own.json")] if solve else [])]
    )


def test_answers_to_the_golden_table_are_those_found_by_hand() -> None:
    answers = solved_suppression(GOLDEN)
    for name in ("optimum", "unprotectable", "audit", "integer_audit"):
        assert answers[name] == GOLDEN[name]
    assert (answers["cost"], answers["proven"], answers["pattern_audit"]) == (18, True, "held")
    assert set(answers["pattern"]) >= {5, 6, 7}


def test_conformance_compares_cost_intervals_and_unprotectable_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conformance(tmp_path, GOLDEN) == Exit.DONE
    capsys.readouterr()
    wrong = {**GOLDEN, "optimum": 17, "audit": {**GOLDEN["audit"], "8": [4, 6]}}
    assert conformance(tmp_path, wrong) == Exit.DIFFERS
    said = capsys.readouterr().out
    assert "golden/optimum: expected 17, computed 18" in said
    assert "golden/audit/8" in said


def test_conformance_writes_its_own_pattern_with_cost_and_audit(tmp_path: Path) -> None:
    question = {key: GOLDEN[key] for key in ("name", "least", "values", "relations", "primary", "cost")}
    assert conformance(tmp_path, question, solve=True) == Exit.DONE
    own = json.loads((tmp_path / "own.json").read_text(encoding="utf-8"))["golden"]
    assert own["optimum"] == own["cost"] == 18
    assert "audit" not in own


def test_a_case_that_names_a_figure_which_is_not_there_is_refused() -> None:
    for wrong in ({"relations": [[0, [1, 9]]]}, {"primary": {"x": [0, 1]}}, {"least": None}):
        with fails("case_faulty", case="golden"):
            read_suppression_case({**GOLDEN, **wrong})
