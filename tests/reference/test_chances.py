"""The chances of the solved cases, each to 1e-6: relations, fresh figures, partitions, guesses, differences."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.lab.risk.chances import GROUPS, chances_of
from ckmcore.ptable import PTable
from ckmcore.ptable.model.table import from_rows
from tests.kit.fails import fails

pytestmark = pytest.mark.reference


@pytest.fixture(scope="module")
def cases(reference: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((reference / "expected" / "attack" / "attack_cases.json").read_bytes())
    return found


@pytest.fixture(scope="module")
def ptables(reference: Path, cases: dict[str, Any]) -> dict[str, PTable]:
    found = {name: of_intervals(rows) for name, rows in cases["ptables"].items()}
    for name, file in cases["ptable_names"].items():
        if (reference / "ptables" / file).is_file():
            found[name] = ckm.read_ptable(reference / "ptables" / file)
    return found


def of_intervals(rows: Mapping[str, list[list[Any]]]) -> PTable:
    """A table from row -> [upper bound, published count] in order."""
    made = []
    for row in sorted(rows, key=int):
        bounds = [Fraction(0), *(Fraction(bound) for bound, _ in rows[row])]
        targets = [int(target) for _, target in rows[row]]
        widths = [float(high - low) for low, high in pairwise(bounds)]
        made.append(list(zip(targets, widths, bounds[1:], strict=True)))
    return from_rows(made)


def numbers(found: Any, path: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(found, Mapping):
        for name, one in found.items():
            yield from numbers(one, f"{path}/{name}")
    else:
        yield path, found


@pytest.mark.parametrize("group", GROUPS)
def test_every_chance_of_a_group_is_the_solved_one(
    group: str, cases: dict[str, Any], ptables: dict[str, PTable]
) -> None:
    lines = cases["chances"][group]
    assert lines
    for name, expected in lines.items():
        found = dict(numbers(chances_of(group, name, ptables)))
        wanted = dict(numbers(expected))
        assert {path: found[path] for path in wanted} == pytest.approx(wanted, abs=1e-6), name


def test_no_line_and_no_group_is_answered_that_is_not_known(ptables: dict[str, PTable]) -> None:
    for group, name in (
        ("split", "w19"),
        ("fresh", "w19 ordered, many figures"),
        ("posterior", "w19 ordered, prior x"),
    ):
        with fails("chance_unknown"):
            chances_of(group, name, ptables)
