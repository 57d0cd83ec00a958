"""T02: solved cases with weighted counts, and with counts by the value of a magnitude.

What is published, and which originals are possible, is computed here in fractions and whole numbers, by the definitions
of claims.md and nothing of the engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ckmcore.lab.conformance.cases import read_case
from ckmcore.lab.conformance.run import conform
from tests.kit.exact_weights import possible_counts
from tests.kit.fails import fails

# row -> [bound, figure]; D = 2, no figure is 1; from row 3 on the last one.
ROWS = {
    "0": [["1", 0]],
    "1": [["0.5", 0], ["1", 2]],
    "2": [["0.25", 0], ["0.75", 2], ["1", 4]],
    "3": [["0.25", 2], ["0.75", 3], ["1", 4]],
}
MODULUS = 10**8


def figure(count: int, key: int) -> int:
    """What a count publishes whose keys add up to `key`."""
    row = min(count, 3)
    at = Fraction(key % MODULUS, MODULUS)
    return next(target for bound, target in ROWS[str(row)] if at < Fraction(bound)) + count - row


def left_by(shown: int) -> tuple[int, int]:
    """What a figure leaves of its original: D = 2, and a 0 stays a 0."""
    return (max(1, shown - 2), shown + 2) if shown else (0, 2)


def rounded(value: Fraction, step: int) -> int:
    """To a multiple of the step, halves away from 0."""
    return int(value / step + Fraction(1, 2)) * step


def drawn(seed: int) -> dict[str, Any]:
    chance = np.random.default_rng(seed)
    atoms = [f"p{at}" for at in range(2 + seed % 2)]
    numbers = {atom: int(chance.integers(0, 4)) for atom in atoms}
    numbers[atoms[0]] = max(numbers[atoms[0]], 1)
    keys = {atom: chance.integers(0, MODULUS, many).tolist() for atom, many in numbers.items()}
    cells = {**{atom: [atom] for atom in atoms}, "total": atoms}
    return {
        "id": f"case {seed}",
        "method": {"kind": "cell_key", "ptable": "built", "threshold": 0},
        "atoms": atoms,
        "cells": cells,
        "keys": keys,
        "record_keys": {atom: [f"0.{key:08d}" for key in mine] for atom, mine in keys.items()},
    }


def consistent(
    tables: Sequence[tuple[int, ...]], cells: Sequence[tuple[str, Sequence[int], int]]
) -> list[tuple[int, ...]]:
    """Tables of points in which cells that hold the same records show the same."""
    kept = []
    for table in tables:
        held: dict[frozenset[int], int] = {}
        if all(
            held.setdefault(frozenset(at for at in inside if table[at]), shown) == shown for _, inside, shown in cells
        ):
            kept.append(table)
    return kept


def expected(
    tables: Mapping[str, Sequence[tuple[int, ...]]], cells: Mapping[str, Sequence[int]]
) -> dict[str, dict[str, Any]]:
    found = {}
    for kind, every in tables.items():
        possible = {cell: sorted({sum(one[at] for at in inside) for one in every}) for cell, inside in cells.items()}
        disclosed = [cell for cell, values in possible.items() if len(values) == 1]
        found[kind] = {"solutions": len(every), "possible": possible, "disclosed": disclosed}
    return found


def weighted(seed: int) -> dict[str, Any]:
    """A case whose cells publish counts and weighted counts."""
    case, chance = drawn(seed), np.random.default_rng(seed + 1000)
    keys, step = case.pop("keys"), (1, 10, 100)[seed % 3]
    mean = {atom: int(chance.choice([100, 400, 1000])) for atom in case["atoms"]}
    weights = {atom: [int(mean[atom] + chance.integers(-20, 21)) for _ in mine] for atom, mine in keys.items()}
    shown, places = {}, {cell: [case["atoms"].index(one) for one in held] for cell, held in case["cells"].items()}
    for cell, held in case["cells"].items():
        count = sum(len(keys[atom]) for atom in held)
        total = sum(sum(weights[atom]) for atom in held)
        published = figure(count, sum(sum(keys[atom]) for atom in held))
        shown[cell] = published, rounded(Fraction(published * total, count), step) if count else 0
    ranges = {cell: left_by(published) for cell, (published, _) in shown.items()}
    tables = {
        kind: possible_counts(places, len(case["atoms"]), ranges, shown, step, consistent=kind == "with_consistency")
        for kind in ("without_consistency", "with_consistency")
    }
    case["method"] |= {"weighted_step": step}
    case["weights"] = {atom: [str(one) for one in mine] for atom, mine in weights.items()}
    case["published"] = {cell: one for cell, (one, _) in shown.items()}
    case["published"] |= {f"{cell} weighted_count": one for cell, (_, one) in shown.items()}
    # With cells compared a weighted count is compared, too: the oracle compares the pair.
    case["expected"] = {"zero_rule": expected(tables, places)}
    return case


SAY = {"missing": {"missing"}, "valid": {"zero", "amount"}, "contributors": {"amount"}}


def answered(seed: int) -> dict[str, Any]:
    """A case whose cells publish counts and how many records have a value, none, or one other than 0."""
    case, chance = drawn(seed), np.random.default_rng(seed + 2000)
    keys = case.pop("keys")
    case |= {"atoms": case["atoms"][:2], "cells": {"p0": ["p0"], "p1": ["p1"], "total": ["p0", "p1"]}}
    atoms = case["atoms"]
    case["record_keys"] = {atom: case["record_keys"][atom] for atom in atoms}
    values = {atom: [str(chance.choice(["", "0", "5"])) for _ in keys[atom]] for atom in atoms}
    answers = (["missing"], ["valid"], ["contributors"], ["missing", "valid"])[seed % 4]
    kinds = {"": {"missing", "zero", "amount"}, **{one: SAY[one] for one in answers}}
    points = list(product(atoms, ("missing", "zero", "amount")))
    cells = []
    for kind, who in kinds.items():
        for cell, held in case["cells"].items():
            inside = [at for at, (atom, said) in enumerate(points) if atom in held and said in who]
            told = {"": "missing", "0": "zero", "5": "amount"}
            mine = [
                key for atom in held for key, value in zip(keys[atom], values[atom], strict=True) if told[value] in who
            ]
            cells.append((f"{cell} {kind}".strip(), inside, figure(len(mine), sum(mine))))
    case |= {"values": values, "answers": answers, "published": {cell: shown for cell, _, shown in cells}}
    most = [min(left_by(shown)[1] for _, inside, shown in cells if at in inside) for at in range(len(points))]
    every = [
        table
        for table in product(*(range(one + 1) for one in most))
        if all(left_by(shown)[0] <= sum(table[at] for at in inside) <= left_by(shown)[1] for _, inside, shown in cells)
    ]
    both = {"without_consistency": every, "with_consistency": consistent(every, cells)}
    found = expected(both, {cell: inside for cell, inside, _ in cells})
    for one in found.values():
        del one["solutions"]  # the program tells apart as many points as its values do
    case["expected"] = {"zero_rule": found}
    return case


BUILT = {"weighted": weighted, "answered": answered}


def closer(case: dict[str, Any]) -> bool:
    """Whether some cell has fewer originals than its figure alone leaves."""
    possible = case["expected"]["zero_rule"]["with_consistency"]["possible"]
    ends = {cell: left_by(case["published"][cell]) for cell in possible}
    return any(len(values) < ends[cell][1] - ends[cell][0] + 1 for cell, values in possible.items())


def solved(path: Path, cases: Sequence[dict[str, Any]]) -> Any:
    file = path / "cases.json"
    file.write_text(json.dumps({"ptables": {"built": ROWS}, "count_cases": cases}), encoding="utf-8")
    return conform(file)


# Every step of weights with two atoms and with three, and each way of saying what is missing; the quick ones of many.
SEEDS = {"weighted": (0, 2, 3, 4, 8, 11), "answered": (0, 1, 2, 3)}


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", BUILT)
def test_t02_cases_built_by_fractions_are_solved_alike(kind: str, tmp_path: Path) -> None:
    cases = [BUILT[kind](seed) for seed in SEEDS[kind]]
    found = solved(tmp_path, cases)
    assert found.left_out == []
    assert found.mismatches == []
    assert found.compared > 10 * len(cases)
    assert any(closer(case) for case in cases)


@pytest.mark.thorough
def test_t01_a_count_that_only_a_weight_on_the_open_end_of_its_bounds_would_leave_is_excluded(tmp_path: Path) -> None:
    found = solved(tmp_path, [BUILT["weighted"](62)])
    assert (found.left_out, found.mismatches) == ([], [])


@pytest.mark.thorough
@pytest.mark.parametrize("kind", BUILT)
def test_t02_many_cases_built_by_fractions_are_solved_alike(kind: str, tmp_path: Path) -> None:
    found = solved(tmp_path, [BUILT[kind](seed) for seed in range(300)])
    assert (found.left_out, found.mismatches) == ([], [])
    assert len(found.values) == 300


@pytest.mark.thorough
def test_t02_what_beside_counts_is_expected_is_compared(tmp_path: Path) -> None:
    for kind, build in BUILT.items():
        case = build(4)
        beside = next(cell for cell in case["published"] if " " in cell)
        case["published"][beside] += 1
        assert [one.path for one in solved(tmp_path, [case]).mismatches] == [f"{case['id']}/published/{beside}"], kind


@pytest.mark.parametrize("key", ["wieghts", "answers", "step", "method"])
def test_t02_keys_that_a_case_of_counts_does_not_use_are_refused(key: str) -> None:
    from ckmcore.lab.conformance.run import _of_intervals

    case = drawn(1)
    del case["keys"]
    more: dict[str, Any] = {"answers": ["missing"], "wieghts": {}, "step": 1}
    if key == "method":
        case["method"]["weighted_stpe"] = 10
    else:
        case[key] = more[key]
    with fails("case_keys_unused"):
        read_case(case, {"built": _of_intervals(ROWS)})


def test_t02_weights_and_values_stand_beside_each_record_key() -> None:
    from ckmcore.lab.conformance.run import _of_intervals

    for kind, name in (("weighted", "weights"), ("answered", "values")):
        case = BUILT[kind](1)
        case[name]["p0"] = [*case[name]["p0"], "1"]
        with fails("case_faulty"):
            read_case(case, {"built": _of_intervals(ROWS)})
