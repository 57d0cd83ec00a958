"""Golden values of sums of magnitudes, case by case: noise, design, means, quantiles, quality, risk, floor, sample."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ckmcore.errors import CkmError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.conformance.magnitude_tables import tables_of
from ckmcore.lab.conformance.magnitudes import solved_magnitude
from ckmcore.lab.conformance.run import conform
from ckmcore.lab.quality.sum_draws import drawn_sums
from ckmcore.lab.quality.sum_measures import sum_measures
from ckmcore.lab.quality.sums import sum_errors
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import design_ptable
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from tests.kit.fails import fails

pytestmark = pytest.mark.reference


def test_every_golden_value_is_computed_by_the_engine(sum_cases: Path) -> None:
    cases = json.loads(sum_cases.read_text(encoding="utf-8"))["cases"]
    found = conform(sum_cases)
    assert [(one.path, one.expected, one.found) for one in found.mismatches] == []
    assert found.left_out == []
    assert list(found.values) == [case["id"] for case in cases]
    assert found.compared > 3 * len(cases)


def test_solving_looks_at_the_names_that_are_wanted_and_never_at_their_values(sum_cases: Path, tmp_path: Path) -> None:
    content = json.loads(sum_cases.read_text(encoding="utf-8"))
    few = [one for one in content["cases"] if one["topic"] in ("risk", "missing")][:12]

    def emptied(value: Any) -> Any:
        return {key: emptied(one) for key, one in value.items()} if isinstance(value, dict) else None

    blind = tmp_path / "blind.json"
    without = [{**one, "wanted": emptied(one["wanted"])} for one in few]
    blind.write_text(json.dumps({**content, "cases": without}), encoding="utf-8")
    full = tmp_path / "full.json"
    full.write_text(json.dumps({**content, "cases": few}), encoding="utf-8")
    assert conform(blind, solve=True).values == conform(full, solve=True).values


def test_a_changed_value_is_found(sum_cases: Path, tmp_path: Path) -> None:
    content = json.loads(sum_cases.read_text(encoding="utf-8"))
    case = next(one for one in content["cases"] if one["id"] == "risk-p-second")
    case["wanted"]["p_within"] += 1e-5
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({**content, "cases": [case]}), encoding="utf-8")
    assert [one.path for one in conform(path).mismatches] == ["risk-p-second/wanted/p_within"]


def test_a_case_of_an_unknown_kind_or_without_what_it_needs_is_told(sum_cases: Path) -> None:
    tables = tables_of(json.loads(sum_cases.read_text(encoding="utf-8"))["tables"])
    with fails("case_unknown"):
        solved_magnitude({"id": "x", "given": {}, "wanted": {}}, tables)
    lacking = {"id": "x", "given": {"x": 1, "contributions": [1], "table": "none"}, "wanted": {}}
    with pytest.raises(CkmError):
        solved_magnitude(lacking, tables)


def test_monte_carlo_of_a_table_draws_what_the_case_wants(sum_cases: Path) -> None:
    content = json.loads(sum_cases.read_text(encoding="utf-8"))
    case = next(one for one in content["cases"] if one["id"] == "quality-monte-carlo-2x2")
    given, wanted = case["given"], case["wanted"]
    rows = []
    for a, line in enumerate(given["cells"]):
        for b, cell in enumerate(line):
            rest = cell["sum"] - cell["largest"]
            many = -(-rest // (cell["largest"] // 2))
            parts = [rest // many + (at < rest % many) for at in range(many)]
            rows += [(f"a{a}", f"b{b}", value) for value in (cell["largest"], *parts)]
    frame = pd.DataFrame(rows, columns=["A", "B", "m"])
    keys = RecordKeys(np.arange(len(frame), dtype=np.uint64), 10**5, 5, "generated")
    data = Microdata.from_pandas(frame, ["A", "B"], magnitudes=["m"]).with_record_keys(keys)
    large = MagnitudePTable(tables_of(content["tables"]).sums[given["table"]].parts)
    method = MagnitudeCellKeyMethod(
        design_ptable(D=2, V=1), large=large, settings=MagnitudeSettings(Scaling(given["settings"]["scaling"]["small"]))
    )
    spec = TableSpec(rows=["A"], columns=["B"], values=(Value("sum", magnitude="m"),))
    found = drawn_sums(data, spec, method, 40_000)
    off = (found.published - found.original).reshape(-1, 3, 3)
    close = {"rel": 0.01}
    assert np.abs(off).mean() == pytest.approx(wanted["mean_abs_all"], **close)
    assert np.abs(off[:, 1:, 0] - off[:, 1:, 1:].sum(axis=2)).mean() == pytest.approx(
        wanted["mean_abs_gap_rows"], **close
    )
    assert np.abs(off[:, 0, 0] - off[:, 1:, 1:].sum(axis=(1, 2))).mean() == pytest.approx(
        wanted["mean_abs_gap_total"], **close
    )
    assert sum_measures(found)["sum_mean"].mean() == pytest.approx(wanted["mean_relative_percent"], **close)
    laws = sum_errors(data, [spec], method)[Measure("count", "m")]
    exact = sum(one.mean * one.cells for one in laws) / sum(one.cells for one in laws)
    assert sum_measures(found)["sum_mean"].mean() == pytest.approx(100 * exact, **close)
