"""Solved cases computed anew: compared, written, left out, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ckmcore.cli import main
from ckmcore.lab.conformance.cases import read_case
from ckmcore.lab.conformance.run import conform
from tests.kit.fails import fails

TOY = {"0": [["1", 0]], "1": [["0.25", 0], ["0.75", 1], ["1", 2]], "2": [["0.25", 1], ["0.75", 2], ["1", 3]]}
CASE: dict[str, Any] = {
    "id": "X1",
    "method": {"kind": "cell_key", "ptable": "toy", "threshold": 0},
    "atoms": ["p1", "p2"],
    "cells": {"p1": ["p1"], "p2": ["p2"], "total": ["p1", "p2"]},
    "originals": {"p1": 1, "p2": 1},
    "record_keys": {"p1": ["0.10"], "p2": ["0.80"]},
    "published": {"p1": 0, "p2": 2, "total": 3},
    "expected": {
        "zero_rule": {
            "without_consistency": {"disclosed": [], "solutions": 5},
            "with_consistency": {"possible": {"p1": [0, 1], "p2": [1, 2, 3], "total": [2, 3, 4]}},
        }
    },
}


def written(folder: Path, **content: Any) -> Path:
    file = folder / "cases.json"
    file.write_text(json.dumps({"ptables": {"toy": TOY}, **content}), encoding="utf-8")
    return file


@pytest.mark.thorough
def test_a_value_that_differs_is_named_and_the_command_ends_with_5(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = conform(written(tmp_path, count_cases=[CASE]), solve=True).values["X1"]
    true = {**CASE, "published": {"p1": 0, "p2": 2, "total": 3}, "expected": values}
    good = conform(written(tmp_path, count_cases=[true]))
    assert good.mismatches == []
    assert good.passed
    assert main(["conformance", str(tmp_path / "cases.json")]) == 0
    false = json.loads(json.dumps(true))
    false["expected"]["zero_rule"]["with_consistency"]["solutions"] += 1
    false["published"]["p1"] = 1
    file = written(tmp_path, count_cases=[false])
    assert [one.path for one in conform(file).mismatches] == [
        "X1/published/p1",
        "X1/expected/zero_rule/with_consistency/solutions",
    ]
    capsys.readouterr()
    assert main(["--language", "en", "conformance", str(file)]) == 5
    assert "X1/published/p1: expected 1, computed 0" in capsys.readouterr().out


def test_solving_writes_values_by_case_and_path_and_reads_nothing_that_is_expected(tmp_path: Path) -> None:
    chances = {"fresh": {"toy, 4 fresh figures": None}, "split": ["toy 1+1"]}
    bare = {key: value for key, value in CASE.items() if key != "expected"}
    with_wrong = {**CASE, "expected": {"zero_rule": "nonsense"}}
    made = []
    for case in (bare, with_wrong):
        file, out = written(tmp_path, count_cases=[case], chances=chances), tmp_path / "out.json"
        assert main(["conformance", str(file), "--solve", str(out)]) == 0
        made.append(json.loads(out.read_text(encoding="utf-8")))
    assert made[0] == made[1]
    found = made[0]
    assert found["X1"]["tableau"].keys() == {"with_consistency"}
    assert found["X1"]["nothing"]["without_consistency"]["least"] == {"p1": 0, "p2": 1, "total": 1}
    whole = found["chances"]["split"]["toy 1+1"]["zero_rule+consistency"]["any"]
    assert found["chances/split/toy 1+1/zero_rule+consistency/any"] == whole
    assert 0 < found["chances"]["fresh"]["toy, 4 fresh figures"]["most_probable"] < 1


def test_what_cannot_be_computed_is_said_and_nothing_computed_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {**CASE, "id": "X2", "method": {"kind": "cell_key", "ptable": "missing"}}
    file = written(tmp_path, count_cases=[other], chances={"keys": {"drawn by nobody": 1}})
    found = conform(file)
    assert [path for path, _ in found.left_out] == ["X2", "chances/keys/drawn by nobody"]
    assert not found.passed
    assert main(["--language", "de", "conformance", str(file)]) == 1
    assert "enthält nichts, was sich berechnen ließ" in capsys.readouterr().out
    assert main(["--language", "de", "conformance", str(file), "--solve", str(tmp_path / "out.json")]) == 1
    assert not (tmp_path / "out.json").exists()


def test_files_that_are_no_cases_are_refused_in_words(tmp_path: Path) -> None:
    for content in ("{", "[]", '{"cases": []}'):
        file = tmp_path / "no.json"
        file.write_text(content, encoding="utf-8")
        with fails("conformance_unreadable"):
            conform(file)
    with fails("conformance_unreadable"):
        conform(tmp_path / "absent.json")
    with fails("case_faulty"):
        read_case({"id": "X3"}, {})


def test_thresholds_exempt_cells_and_structural_zeros_are_read(tmp_path: Path) -> None:
    case = {
        **CASE,
        "id": "X4",
        "method": {"kind": "cell_key", "ptable": "toy", "threshold": 2},
        "atoms": ["p1", "p2", "p3"],
        "cells": {**CASE["cells"], "p3": ["p3"], "total": ["p1", "p2", "p3"]},
        "record_keys": {**CASE["record_keys"], "p3": []},
        "exempt": ["total"],
        "structural_zeros": ["p3"],
        "published": {"p1": ".", "p2": 2, "total": 2, "p3": 0},
        "expected": {"zero_rule": {"with_consistency": {"disclosed": ["p1", "p2", "p3"]}}},
    }
    found = conform(written(tmp_path, count_cases=[case]))
    assert [one.path for one in found.mismatches if "published" in one.path] == []
    values = found.values["X4"]["zero_rule"]["with_consistency"]
    assert values["possible"]["p3"] == [0]
    assert values["possible"]["total"] == [2]
    assert "total" not in values["disclosed"]


def test_a_file_that_is_not_there_is_said_in_the_readers_language(tmp_path: Path) -> None:
    with fails("conformance_unreadable") as refused:
        conform(tmp_path / "nowhere.json")
    said = refused.value.text("de")
    assert "ist nicht vorhanden" in said
    assert "Errno" not in said
    assert "„cases“ und „tables“" in said
