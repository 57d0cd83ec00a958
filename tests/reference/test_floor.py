"""The golden values of splits, floor and record keys: claims.md, sections A and C, of real tables and keys."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.risk.linked_keys import split
from ckmcore.ptable import PTable, open_ptable, read_ptable
from ckmcore.ptable.floor.floor import behind, magnitude_floor, ptable_floor, split_disclosed
from ckmcore.ptable.floor.key_floor import key_floor, key_spread
from ckmcore.ptable.model.table import from_rows

pytestmark = pytest.mark.reference


@pytest.fixture(scope="module")
def golden(reference: Path) -> dict[str, Any]:
    text = (reference / "expected" / "attack" / "attack_cases.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def table(reference: Path, golden: dict[str, Any], name: str) -> PTable:
    if name not in golden["ptables"]:
        return read_ptable(reference / "ptables" / golden["ptable_names"].get(name, name))
    rows = []
    for row in sorted(golden["ptables"][name], key=int):
        below, line = Fraction(0), []
        for bound, target in golden["ptables"][name][row]:
            line.append((target, float(Fraction(bound) - below), Fraction(bound)))
            below = Fraction(bound)
        rows.append(line)
    return from_rows(rows)


@pytest.mark.thorough
def test_splits_disclose_as_often_as_exact_areas_say(reference: Path, golden: dict[str, Any]) -> None:
    for case, levels in golden["chances"]["split"].items():
        name, parts = case.rsplit(" ", 1)
        first, second = map(int, parts.split("+"))
        found = split(ckm.CellKeyMethod(table(reference, golden, name)), first, second)
        for level, wanted in levels.items():
            knowledge, _, consistency = level.partition("+")
            for which, every in (("any", False), ("all", True)):
                share = found.disclosed(knowledge, consistency=bool(consistency), every=every)
                assert share == pytest.approx(wanted[which], abs=1e-6), (case, level, which)


# (parts, zero_rule without and with consistency, tableau), as claims.md prints them.
@pytest.mark.parametrize(
    ("name", "parts", "shares"),
    [
        ("w19 ordered", (1, 1), (0.009652, 0.151540, 0.152251)),
        ("w19 ordered", (1, 2), (None, 0, 0.015183)),
        ("w19 shuffled", (1, 1), (0.041886, 0.119306, 0.119306)),
        ("w19 shuffled", (1, 2), (None, 0, 0)),
        ("D2V1js0 ordered", (1, 1), (0.017994, 0.061790, 0.249964)),
        ("D2V1js0 ordered", (1, 2), (None, 0.004074, 0.159169)),
        ("D2V1js0 shuffled", (1, 1), (0.025686, 0.054098, 0.085199)),
        ("D2V1js0 shuffled", (1, 2), (None, 0.004074, 0.021672)),
        ("w24", (1, 1), (0, 0.18, 0.18)),
        ("w24", (1, 2), (None, 0, 0.01125)),
        ("D5V1 pstay.8", (1, 1), (0, 0, 0.014389)),
        ("D5V1 pstay.8", (1, 2), (None, 0, 0.619987)),
        ("D5V1 pstay.8 shuffled", (1, 1), (0, 0, 0.002117)),
        ("D5V1 pstay.8 shuffled", (1, 2), (None, 0, 0.006167)),
        ("D5V3js2 pstay.5", (1, 1), (0, 0, 0.001390)),
        ("D5V3js2 pstay.5", (1, 2), (None, 0, 0.000788)),
        ("D5V3js2 pstay.5 shuffled", (1, 1), (0, 0, 0)),
        ("D5V3js2 pstay.5 shuffled", (1, 2), (None, 0, 0)),
    ],
)
def test_ones_and_twos_are_disclosed_as_often_as_claims_say(
    reference: Path,
    golden: dict[str, Any],
    name: str,
    parts: tuple[int, int],
    shares: tuple[float | None, float, float],
) -> None:
    found = split(ckm.CellKeyMethod(table(reference, golden, name)), *parts)
    assert (found.disclosed(), found.disclosed("tableau")) == pytest.approx(shares[1:], abs=1e-6)
    if shares[0] is not None:
        assert found.disclosed(consistency=False) == pytest.approx(shares[0], abs=1e-6)


def made(reference: Path, golden: dict[str, Any], name: str) -> PTable:
    """Tables that the floor hits, of two rows as the golden file has them."""
    if name == "D5V1 pstay.8":
        return table(reference, golden, name)
    noise = {1: 1.0} if name == "shift by one" else {-1: 0.025, 0: 0.95, 1: 0.025}
    rows = [[(0, 1.0, Fraction(1))]]
    for row in (1, 2):
        bounds = np.cumsum([Fraction(str(p)) for p in noise.values()])
        rows.append([(row + v, p, bound) for (v, p), bound in zip(noise.items(), bounds, strict=True)])
    return from_rows(rows)


@pytest.mark.thorough
def test_the_figures_of_the_floor_are_the_golden_ones(reference: Path, golden: dict[str, Any]) -> None:
    for name, wanted in golden["chances"]["floor"].items():
        found = (
            read_ptable(reference / "ptables" / name)
            if "." in name and name[-4] == "."
            else made(reference, golden, name)
        )
        reports = found.reports
        stays = [reports[int(row)].stay for row in found.lookup_row_used(np.arange(max(found.last_row, 3) + 1))]
        many = behind(found)
        figures = {
            "D": found.maximum_deviation,
            "stay1": stays[1],
            "stay2": stays[2],
            "max_stay_from_3": max(stays[3:]),
            "share_changed_1_2": 1 - (stays[1] + stays[2]) / 2,
            "least_variance": min(report.variance for report in reports[1:]),
            "largest_bias": max(abs(report.bias) for report in reports),
            "least_originals_per_figure": many.fewest,
            "largest_flat_posterior": many.posterior,
            "at": many.figure,
            "split_zero_rule": split_disclosed(found, "zero_rule")[0],
            "split_tableau": split_disclosed(found, "tableau")[0],
        }
        assert figures == pytest.approx({key: wanted[key] for key in figures}, abs=2e-6), name


@pytest.mark.thorough
def test_no_table_of_an_office_is_refused_or_needs_a_reason(reference: Path) -> None:
    judged = 0
    for file in sorted((reference / "ptables").iterdir()):
        found = open_ptable(file).table
        open_rules = ptable_floor(found) if isinstance(found, PTable) else magnitude_floor(found)
        assert open_rules == (), file.name
        judged += 1
    assert judged == 15


def keys(reference: Path, name: str) -> RecordKeys:
    count, modulus = 2000, 10**8
    draw = np.random.default_rng(7).integers
    if name.endswith(".csv"):
        column = "RKEY" if name.startswith("census") else "rkey"
        dimension = "SEX" if name.startswith("census") else "sex"
        found = ckm.read_microdata(reference / "data" / name, [dimension], column).record_keys
        assert found is not None
        return found
    values = {
        "constant .5": np.full(count, modulus // 2),
        "n x .6180339887 mod 1": np.arange(1, count + 1) * 61803398 % modulus,
        "two digits": draw(0, 100, count) * (modulus // 100),
        "six digits": draw(0, 10**6, count) * (modulus // 10**6),
        "all below .5": draw(0, modulus // 2, count),
    }[name]
    return RecordKeys(values.astype(np.uint64), modulus, 8, "decimal")


@pytest.mark.thorough
def test_keys_of_offices_hold_the_floor_with_the_golden_figures(reference: Path, golden: dict[str, Any]) -> None:
    for name, wanted in golden["chances"]["keys"].items():
        found = key_spread(keys(reference, name))
        assert found.records == wanted["records"]
        if name.endswith(".csv"):
            figures = (found.distinct, found.most_frequent, found.most_frequent_step)
            assert figures == (wanted["distinct"], wanted["most_frequent"], wanted["most_frequent_step"])
            assert found.chi_square == pytest.approx(wanted["chi2_of_100_classes"], abs=0.05)
            assert found.expected_distinct == pytest.approx(wanted["expected_distinct"], abs=0.05)
            assert key_floor(keys(reference, name)) == ()


def test_keys_with_a_pattern_are_refused_by_the_rules_that_claims_name(reference: Path) -> None:
    hits = {
        "constant .5": {"F11", "F12", "F13", "F14"},
        "n x .6180339887 mod 1": {"F14"},
        "two digits": {"F12"},
        "six digits": set(),
        "all below .5": {"F13"},
    }
    for name, wanted in hits.items():
        found = key_floor(keys(reference, name))
        assert {one.rule for one in found if one.refused} >= wanted, name
    assert key_spread(keys(reference, "constant .5")).chi_square == 198_000
    assert key_spread(keys(reference, "n x .6180339887 mod 1")).most_frequent_step == 1999
    assert key_floor(keys(reference, "six digits")) == ()
    two = RecordKeys(np.arange(2000, dtype=np.uint64) % np.uint64(100), 100, 2, "decimal")
    assert {"F10"} <= {one.rule for one in key_floor(two) if one.refused}
