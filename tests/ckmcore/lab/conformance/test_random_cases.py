"""Cases drawn at random: the attack of the window says what the list of all possible originals says, at every level."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.lab.conformance.cases import read_case, solved_case
from ckmcore.ptable import PTable, design_ptable, shuffle
from tests.kit.examples import examples

ORDERED = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
PTABLES: dict[str, PTable] = {"ordered": ORDERED, "shuffled": shuffle(ORDERED, 0.2), "plain": design_ptable(D=1, V=0.5)}


def crossed(sizes: tuple[int, ...], *, linked: bool) -> tuple[list[str], dict[str, list[str]]]:
    """Atoms and cells of a table with all margins, or (`linked`) of its margins alone."""
    names = [[f"{letter}{at}" for at in range(size)] for letter, size in zip("abc", sizes, strict=False)]
    atoms = ["|".join(one) for one in product(*names)]
    cells = {"total": atoms}
    for count in range(1, len(sizes) + (0 if linked else 1)):
        for axes in combinations(range(len(sizes)), count):
            for codes in product(*(names[axis] for axis in axes)):
                cells[",".join(codes)] = [one for one in atoms if set(codes) <= set(one.split("|"))]
    return atoms, cells


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["sum", "two-way", "linked", "three linked", "groups"]))
    if kind == "groups":
        atoms = [f"p{at}" for at in range(4)]
        sets = draw(st.lists(st.sets(st.sampled_from(atoms), min_size=1), min_size=2, max_size=5))
        cells = {f"g{at}": sorted(one) for at, one in enumerate(sets)}
        atoms = sorted({atom for one in sets for atom in one})
    elif kind == "sum":
        atoms = [f"p{at}" for at in range(draw(st.integers(2, 4)))]
        cells = {**{atom: [atom] for atom in atoms}, "total": atoms}
    else:
        sizes = {"two-way": (2, 2), "linked": (2, 2), "three linked": (2, 2, 2)}[kind]
        atoms, cells = crossed(sizes, linked=kind != "two-way")
    counts = draw(st.lists(st.integers(0, 3), min_size=len(atoms), max_size=len(atoms)).filter(any))
    keys = draw(st.lists(st.integers(0, 10**8 - 1), min_size=sum(counts), max_size=sum(counts)))
    drawn = iter(keys)
    method: dict[str, Any] = draw(
        st.sampled_from(
            [
                *({"kind": "cell_key", "ptable": name, "threshold": t} for name in PTABLES for t in (0, 2)),
                {"kind": "rounding", "base": 3},
                {"kind": "keyed_rounding", "base": 3},
            ]
        )
    )
    return {
        "id": "drawn",
        "method": method,
        "atoms": atoms,
        "cells": cells,
        "record_keys": {
            atom: [f"0.{next(drawn):08d}" for _ in range(count)] for atom, count in zip(atoms, counts, strict=True)
        },
        "exempt": sorted(draw(st.sets(st.sampled_from(sorted(cells)), max_size=1))),
    }


def holds(case: dict[str, Any]) -> None:
    """`solved_case` compares both; and the originals are possible at every level."""
    read = read_case(case, PTABLES)
    found = solved_case(read)
    originals = {cell: sum(len(case["record_keys"][atom]) for atom in held) for cell, held in case["cells"].items()}
    for level, kinds in found.items():
        for values in kinds.values():
            for cell, count in originals.items():
                if level == "nothing":
                    assert values["least"][cell] <= count
                else:
                    assert count in values["possible"][cell], (level, cell)


@pytest.mark.thorough
@settings(max_examples=examples(12))
@given(cases())
def test_attack_and_list_agree_on_cases_drawn_at_random(case: dict[str, Any]) -> None:
    holds(case)


@pytest.mark.thorough
@settings(max_examples=1500)
@given(cases())
def test_attack_and_list_agree_on_very_many_cases(case: dict[str, Any]) -> None:
    holds(case)


def test_a_sign_whose_largest_figure_the_table_never_publishes_leaves_all_originals_of_the_others() -> None:
    """Below the threshold 2 stand 0 and 1; this table publishes no 1, so that `.` is a 0, and a 0 may be 0, 1 or 2."""
    case = {
        "id": "sign",
        "method": {"kind": "cell_key", "ptable": "ordered", "threshold": 2},
        "atoms": ["p1"],
        "cells": {"p1": ["p1"]},
        "record_keys": {"p1": ["0.10"]},
    }
    found = solved_case(read_case(case, PTABLES))
    assert found["table"]["with_consistency"]["possible"] == {"p1": [0, 1, 2]}


def test_an_official_total_holds_for_a_reader_of_the_tableau_too() -> None:
    """Found by chance: a witness of one more record in p3, which no cell but the official total holds."""
    case = {
        "id": "official",
        "method": {"kind": "keyed_rounding", "base": 3},
        "atoms": ["p0", "p1", "p2", "p3"],
        "cells": {"g0": ["p1", "p2"], "g1": ["p0", "p1", "p2", "p3"], "g2": ["p0", "p2"]},
        "record_keys": {"p0": ["0.00000002"] * 2, "p1": ["0.00000000"] * 2, "p2": [], "p3": []},
        "exempt": ["g1"],
    }
    found = solved_case(read_case(case, PTABLES))["tableau"]["with_consistency"]
    assert found["possible"] == {"g0": [1, 2, 3, 4], "g1": [4], "g2": [1, 2, 3, 4]}


@pytest.mark.thorough
def test_a_first_solution_that_breaks_what_is_shown_is_no_witness() -> None:
    """Found by chance: of the pairs of a cube the sums do not say where the records are; filled in another way than
    they are, two cells of the same records showed different figures, and a total of 4 was taken for possible."""
    atoms = [f"a{a}|b{b}|c{c}" for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    codes = [f"{name}{at}" for name in "abc" for at in (0, 1)]
    pairs = [(one, other) for one in codes for other in codes if one[0] < other[0]]
    cells = {"total": atoms} | {one: [atom for atom in atoms if one in atom] for one in codes}
    cells |= {f"{one},{other}": [atom for atom in cells[one] if other in atom] for one, other in pairs}
    keys = {atom: ["0.00000000"] for atom in ("a0|b0|c1", "a0|b1|c0", "a1|b0|c0", "a1|b1|c0")}
    case = {
        "id": "cube",
        "method": {"kind": "cell_key", "ptable": "ordered", "threshold": 0},
        "atoms": atoms,
        "cells": cells,
        "record_keys": {atom: keys.get(atom, []) for atom in atoms} | {"a1|b1|c1": ["0.42078469"]},
    }
    found = solved_case(read_case(case, PTABLES))["deviation"]["with_consistency"]
    assert found["possible"]["total"] == [5, 6]
