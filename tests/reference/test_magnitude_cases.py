"""Golden values of sums of magnitudes, case by case: noise, design, means, quantiles, quality, risk, floor, sample."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ckmcore.conformance.magnitude_tables import tables_of
from ckmcore.conformance.magnitudes import CaseUnknown, solved_magnitude
from ckmcore.conformance.run import conform
from ckmcore.errors import CkmError

pytestmark = pytest.mark.reference


def cases_of(folder: Path) -> Path:
    path = folder / "expected" / "magnitudes" / "magnitude_cases.json"
    if not path.exists():
        pytest.skip("magnitude_cases.json is not there")
    return path


def test_every_golden_value_is_computed_by_the_engine(reference: Path) -> None:
    path = cases_of(reference)
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    found = conform(path)
    assert [(one.path, one.expected, one.found) for one in found.mismatches] == []
    assert found.left_out == []
    assert list(found.values) == [case["id"] for case in cases]
    assert found.compared > 3 * len(cases)


def test_solving_looks_at_the_names_that_are_wanted_and_never_at_their_values(reference: Path, tmp_path: Path) -> None:
    content = json.loads(cases_of(reference).read_text(encoding="utf-8"))
    few = [one for one in content["cases"] if one["topic"] in ("risk", "missing")][:12]

    def emptied(value: Any) -> Any:
        return {key: emptied(one) for key, one in value.items()} if isinstance(value, dict) else None

    blind = tmp_path / "blind.json"
    without = [{**one, "wanted": emptied(one["wanted"])} for one in few]
    blind.write_text(json.dumps({**content, "cases": without}), encoding="utf-8")
    full = tmp_path / "full.json"
    full.write_text(json.dumps({**content, "cases": few}), encoding="utf-8")
    assert conform(blind, solve=True).values == conform(full, solve=True).values


def test_a_changed_value_is_found(reference: Path, tmp_path: Path) -> None:
    content = json.loads(cases_of(reference).read_text(encoding="utf-8"))
    case = next(one for one in content["cases"] if one["id"] == "risk-p-second")
    case["wanted"]["p_within"] += 1e-5
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({**content, "cases": [case]}), encoding="utf-8")
    assert [one.path for one in conform(path).mismatches] == ["risk-p-second/wanted/p_within"]


def test_a_case_of_an_unknown_kind_or_without_what_it_needs_is_told(reference: Path) -> None:
    tables = tables_of(json.loads(cases_of(reference).read_text(encoding="utf-8"))["tables"])
    with pytest.raises(CaseUnknown):
        solved_magnitude({"id": "x", "given": {}, "wanted": {}}, tables)
    lacking = {"id": "x", "given": {"x": 1, "contributions": [1], "table": "none"}, "wanted": {}}
    with pytest.raises(CkmError):
        solved_magnitude(lacking, tables)
