"""Secondary suppression: the golden table by hand, solved cases, random linked tables audited from all leaves."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from ckmcore.base.verdict import Verdict
from ckmcore.errors import Cancelled
from ckmcore.rivals.audit import COUNTS, ProtectionLevel, ReaderKnowledge, audit_suppression
from ckmcore.rivals.cases import read_suppression_case, solved_suppression
from ckmcore.rivals.levels import count_levels
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern, same_pattern
from ckmcore.rivals.problem import CostKind, SuppressionProblem, completed, cost_of
from ckmcore.rivals.relations import LinkedFigures, SuppressedCell, SuppressedTable, linked_figures
from tests.ckmcore.rivals.random_tables import HIERARCHIES, random_case
from tests.kit.fails import fails

ROOT = Path(__file__).resolve().parents[3]
REFERENCE = ROOT.parent / "shared" / "reference" / "expected" / "suppression" / "suppression_cases.json"


def square(*rows: tuple[int, ...], region: str = "a", sex: str = "b") -> SuppressedTable:
    """A table with totals from its inner cells, by row and column."""
    cells = []
    for row, column in product((None, *range(len(rows))), (None, *range(len(rows[0])))):
        codes = ("" if row is None else f"a{row + 1}", "" if column is None else f"b{column + 1}")
        value = sum(
            rows[r][c]
            for r in range(len(rows))
            for c in range(len(rows[0]))
            if row in (None, r) and column in (None, c)
        )
        cells.append(SuppressedCell(codes, value))
    return SuppressedTable("t", (region, sex), tuple(cells))


def counts(figures: LinkedFigures, cost: CostKind = "value", **more: Any) -> SuppressionProblem:
    return SuppressionProblem(figures, count_levels(figures, 3), COUNTS, cost_of(cost, figures), **more)


def place(figures: LinkedFigures, row: str, column: str) -> int:
    return figures.addresses.index((row, column))


def safe(pattern: SuppressionPattern) -> bool:
    """Whether certificate and audit both hold."""
    problem = pattern.system.problem
    audit = audit_suppression(pattern.figures, problem.levels, problem.knowledge, zeros=problem.zeros)
    return pattern.verdict == audit.verdict == Verdict.HELD


# --- by hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cost", "least"), [("value", 18), ("number", 4)])
def test_the_golden_table_costs_what_was_found_by_hand(cost: CostKind, least: float) -> None:
    pattern = find_pattern(counts(linked_figures([square((1, 2), (2, 4))], {}), cost))
    assert pattern.cost == least
    assert pattern.optimal
    assert safe(pattern)


def test_without_primary_cells_nothing_is_suppressed() -> None:
    pattern = find_pattern(counts(linked_figures([square((5, 7), (9, 4))], {})))
    assert (pattern.cost, pattern.suppressed.any(), pattern.verdict) == (0, False, Verdict.HELD)


def test_a_cell_beside_zeros_alone_cannot_be_protected_and_is_named() -> None:
    figures = linked_figures([SuppressedTable("t", ("a",), (SuppressedCell(("x",), 2), SuppressedCell(("y",), 0)))], {})
    figures = replace(figures, values=(2, 2, 0), shown=np.ones(3, dtype=np.bool_))
    keep_total = replace(counts(figures), levels={1: ProtectionLevel.of(1, 0)}, published=[0])
    pattern = find_pattern(keep_total)
    assert pattern.unprotectable == (1,)
    assert pattern.blocked_by == {1: (0,)}
    assert pattern.verdict == Verdict.OPEN
    assert safe(find_pattern(replace(keep_total, suppress_zeros=True, knowledge=ReaderKnowledge(0, None, True))))


def test_a_lower_level_of_a_total_of_two_small_counts_cannot_be_met() -> None:
    figures = linked_figures([square((1, 1), (9, 9))], {})
    total = place(figures, "a1", "")
    strict = {**count_levels(figures, 3), total: ProtectionLevel.of(1, 1)}
    assert find_pattern(replace(counts(figures), levels=strict)).unprotectable == (total,)
    assert safe(find_pattern(counts(figures)))


# --- properties ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def solved_cases() -> list[dict[str, Any]]:
    if not REFERENCE.exists():
        pytest.skip("no solved cases of suppression beside the checkout")
    cases: list[dict[str, Any]] = json.loads(REFERENCE.read_text(encoding="utf-8"))["cases"]
    return cases


def case_of(number: int) -> dict[str, Any]:
    cases = solved_cases()
    if number >= len(cases):
        pytest.skip(f"{len(cases)} solved cases")
    return cases[number]


@pytest.mark.daily(3)
@pytest.mark.parametrize("number", range(22))
def test_a_solved_case_has_the_cost_the_intervals_and_the_unprotectable_cells_of_its_file(number: int) -> None:
    case = case_of(number)
    answers = solved_suppression(case)
    assert answers["optimum"] == pytest.approx(case["optimum"], abs=1e-5)
    assert answers["unprotectable"] == case["unprotectable"]
    for kind in ("audit", "integer_audit"):
        for cell, ends in case.get(kind, {}).items():
            assert answers[kind][cell] == pytest.approx(ends, abs=1e-4)
    assert answers["proven"]
    assert answers["pattern_audit"] == "held"


def excess_without_proof_of_the_optimum(case: dict[str, Any]) -> float:
    """Cost of the pattern of witnesses as a share of the least cost; 0 where it has at most two cells more."""
    problem = read_suppression_case(case, whole=case["least"] == 1)
    pattern = find_pattern(problem, exact=0)
    assert pattern.proven == len(pattern.proofs)
    if case["optimum"] is None:
        return 0.0
    assert pattern.verdict == Verdict.HELD
    return pattern.cost / case["optimum"] - 1


@pytest.mark.thorough
def test_patterns_of_witnesses_cost_little_more_than_the_least() -> None:
    more = [excess_without_proof_of_the_optimum(case) for case in solved_cases()]
    assert max(more) <= 0.4
    assert sum(more) / len(more) <= 0.07


@pytest.mark.daily(2)
@pytest.mark.parametrize("number", [0, 3, 5, 7, 8, 9, 12, 14, 16, 18])
def test_without_one_of_its_cells_the_cheapest_pattern_is_open(number: int) -> None:
    case = case_of(number)
    problem = read_suppression_case(case, whole=case["least"] == 1)
    pattern = find_pattern(problem)
    assert pattern.optimal
    for cell in pattern.secondary.tolist():
        left = pattern.suppressed.copy()
        left[cell] = False
        figures = replace(problem.figures, shown=~left, suppressed=left)
        assert audit_suppression(figures, problem.levels, problem.knowledge).verdict == Verdict.OPEN


def test_more_suppressed_cells_leave_every_proof_right() -> None:
    pattern = find_pattern(counts(linked_figures([square((1, 2, 9), (2, 4, 8), (7, 7, 7))], {})))
    draw = Random(1)
    for _ in range(20):
        more = pattern.suppressed | (np.array([draw.random() for _ in pattern.suppressed]) < 0.3)
        assert all(proof.holds(pattern.system, more) for proof in pattern.proofs)
    assert not all(proof.holds(pattern.system, pattern.system.start) for proof in pattern.proofs)


def test_a_proof_that_breaks_a_sum_or_a_room_or_misses_its_level_does_not_hold() -> None:
    pattern = find_pattern(counts(linked_figures([square((1, 2), (2, 4))], {})))
    proof = pattern.proofs[0]
    witness = proof.witnesses[0]
    more = replace(witness, moves=witness.moves + np.eye(len(witness.moves), dtype=np.int64)[0])
    far = replace(witness, moves=witness.moves * 100)
    little = replace(proof, demand=proof.demand._replace(level=10**6))
    assert proof.holds(pattern.system, pattern.suppressed)
    for wrong in (replace(proof, witnesses=(more,)), replace(proof, witnesses=(far,)), little):
        assert not wrong.holds(pattern.system, pattern.suppressed)
    assert replace(pattern, proofs=(little, *pattern.proofs[1:])).verdict == Verdict.NOT_TESTED


# --- random linked tables --------------------------------------------------------------------------------------------


def leaves_of(problem: SuppressionProblem, names: tuple[str, ...]) -> Mapping[int, Any]:
    """Which combinations of codes at the bottom lie in each figure, from the addresses alone."""
    figures = problem.figures
    trees = [HIERARCHIES.get(name) for name in names]
    codes = [
        dict.fromkeys(address[axis] for address in figures.addresses if address[axis]) for axis in range(len(names))
    ]
    bottoms = []
    for axis, tree in enumerate(trees):
        own = [code for code in codes[axis] if tree is None or not {*tree.leaves_below(code)} - {code} & {*codes[axis]}]
        bottoms.append(own or [""])
    atoms = list(product(*bottoms))

    def inside(axis: int, code: str, leaf: str) -> bool:
        tree = trees[axis]
        return code in ("", leaf) or (tree is not None and bool(leaf) and _below(tree, code, leaf))

    return {
        figure: np.array([all(inside(axis, code, atom[axis]) for axis, code in enumerate(address)) for atom in atoms])
        for figure, address in enumerate(figures.addresses)
    }


def _below(tree: Any, code: str, leaf: str) -> bool:
    return {*tree.leaves_below(leaf)} <= {*tree.leaves_below(code)}


def reach(problem: SuppressionProblem, suppressed: Any, names: tuple[str, ...]) -> Iterator[tuple[int, int, float]]:
    """For each primary cell and direction how far it can move, over combinations at the bottom instead of sums."""
    figures, least = problem.figures, problem.knowledge.least
    values = completed(figures, problem.knowledge)
    rows = leaves_of(problem, names)
    seen = figures.shown | figures.suppressed
    lines = np.array([rows[figure] for figure in np.flatnonzero(seen)], dtype=np.float64)
    hidden = suppressed[seen]
    low = np.where(hidden, -np.inf if least is None else least, values[seen])
    bounds = (None, None) if least is None else (0, None)
    unequal = lines[hidden & np.isfinite(low)]
    for figure, level in problem.levels.items():
        for sign in (1, -1):
            if (level.upper if sign > 0 else level.lower) > 0:
                solve: Any = linprog
                answer = solve(
                    -sign * rows[figure].astype(np.float64),
                    A_eq=lines[~hidden] if (~hidden).any() else None,
                    b_eq=values[seen][~hidden] if (~hidden).any() else None,
                    A_ub=-unequal if len(unequal) else None,
                    b_ub=-low[hidden & np.isfinite(low)] if len(unequal) else None,
                    bounds=bounds,
                    method="highs",
                )
                end = np.inf if answer.status == 3 else -answer.fun if answer.status == 0 else np.nan
                yield figure, sign, end - sign * values[figure]


def missed(problem: SuppressionProblem, suppressed: Any, names: tuple[str, ...]) -> set[int]:
    """The primary cells that do not reach a level."""
    levels = problem.levels
    return {
        figure
        for figure, sign, distance in reach(problem, suppressed, names)
        if distance < float(levels[figure].upper if sign > 0 else levels[figure].lower) - 1e-6
    }


def random_problem(seed: int) -> tuple[SuppressionProblem, tuple[str, ...]]:
    """Random linked tables with everything published, and primary cells among them."""
    case = random_case(seed)
    draw = Random(seed)
    tables = [
        replace(table, cells=tuple(replace(cell, suppressed=False) for cell in table.cells)) for table in case.tables
    ]
    figures = linked_figures(tables, {name: HIERARCHIES[name] for name in case.names if name in HIERARCHIES})
    filled = [figure for figure, value in enumerate(figures.values) if value and figures.shown[figure]]
    levels = count_levels(figures, draw.choice([2, 3]))
    if not case.knowledge.whole:
        picked = draw.sample(filled, min(len(filled), draw.choice([1, 3, 6])))
        levels = {
            figure: ProtectionLevel.of(
                min(value - (case.knowledge.least or 0), draw.choice([0, 0.5, 1])), draw.choice([0.5, 1, 3])
            )
            for figure in picked
            if (value := figures.values[figure]) is not None
        }
    cost: CostKind = draw.choice(["number", "value", "log"])
    return SuppressionProblem(figures, levels, case.knowledge, cost_of(cost, figures)), case.names


@pytest.mark.daily(60)
@pytest.mark.parametrize("seed", range(500))
def test_patterns_of_random_linked_tables_open_every_primary_cell_by_the_combinations_of_all_leaves(seed: int) -> None:
    problem, names = random_problem(seed)
    pattern = find_pattern(problem, exact=0)
    assert pattern.proven == len(pattern.proofs)
    failed = {*pattern.unprotectable, *pattern.undecided}
    assert not missed(problem, pattern.suppressed, names) - failed
    hopeless = missed(problem, pattern.system.free, names)
    # Counts that fractions alone would open are as closed.
    assert hopeless <= failed if problem.knowledge.whole else hopeless == failed


# --- the same in every process, cancelled, refused -------------------------------------------------------------------

AGAIN = """
import sys
from tests.ckmcore.rivals.test_patterns import random_problem
from ckmcore.rivals.patterns import find_pattern
for seed in (1, 3, 4):
    pattern = find_pattern(random_problem(seed)[0], exact=0)
    print(pattern.suppressed.tobytes().hex(), pattern.programs, pattern.system.fingerprint)
"""


@pytest.mark.thorough
def test_two_processes_with_other_hash_seeds_find_the_same_pattern() -> None:
    def output(seed: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", AGAIN],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert output("1") == output("2") != ""


def test_a_cancelled_search_gives_no_pattern_and_a_clean_up_that_ends_early_gives_a_proven_one() -> None:
    problem = counts(linked_figures([square((1, 2, 9, 3), (2, 4, 8, 1), (7, 7, 7, 5), (1, 1, 6, 2))], {}))
    for after in (0, 3):
        asked = iter(range(1000))
        with pytest.raises(Cancelled):
            find_pattern(problem, cancelled=lambda asked=asked, after=after: next(asked) >= after)
    early = find_pattern(problem, enough=lambda: True)
    assert early.bound == 0
    assert not early.optimal
    assert safe(early)


def test_progress_rises_to_the_whole() -> None:
    shares: list[float] = []
    find_pattern(counts(linked_figures([square((1, 2), (2, 4))], {})), progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_what_a_problem_cannot_have_is_refused() -> None:
    figures = linked_figures([square((1, 2), (2, 4))], {})
    problem = counts(figures)
    with fails("suppress_published", cell="a=a1, b=b1"):
        find_pattern(replace(problem, published=[place(figures, "a1", "b1")]))
    with fails("suppress_cost"):
        find_pattern(replace(problem, costs=np.zeros(len(figures.values))))
    with fails("audit_level"):
        find_pattern(replace(problem, levels={0: ProtectionLevel.of(-1, 1)}))


def test_a_cell_that_was_suppressed_before_costs_nothing_and_a_published_one_stays() -> None:
    figures = linked_figures([square((1, 9, 9), (9, 9, 9), (9, 9, 9))], {})
    first = find_pattern(counts(figures, "number"))
    assert safe(first)
    before = replace(figures, shown=~first.suppressed, suppressed=first.suppressed)
    again = find_pattern(counts(before, "number"))
    assert (again.cost, again.suppressed.tolist()) == (0, first.suppressed.tolist())
    others = find_pattern(counts(figures, "number", published=first.secondary.tolist()))
    assert safe(others)
    assert not others.suppressed[first.secondary].any()
    assert others.cost >= first.cost


def test_several_values_of_the_same_cells_get_one_pattern_that_protects_each() -> None:
    tables = [square((1, 9, 9), (9, 9, 9), (9, 9, 9)), square((500, 90, 80), (90, 80, 70), (60, 90, 40))]
    people, turnover = (linked_figures([table], {}) for table in tables)
    levels = {place(turnover, "a3", "b3"): ProtectionLevel.of(5, 5)}
    patterns = same_pattern([counts(people, "number"), SuppressionProblem(turnover, levels)])
    first, second = (pattern.figures.suppressed.tolist() for pattern in patterns)
    assert first == second
    assert all(safe(pattern) for pattern in patterns)
    other = linked_figures([square((1, 9), (9, 9))], {})
    with fails("suppress_other_cells"):
        same_pattern([counts(people), counts(other)])


# --- contributors ----------------------------------------------------------------------------------------------------


def test_a_contributor_alone_in_a_cell_cannot_recompute_another() -> None:
    figures = linked_figures([square((5, 20, 30), (20, 9, 30), (40, 50, 60))], {})
    first, second = place(figures, "a1", "b1"), place(figures, "a2", "b2")
    levels = {first: ProtectionLevel.of(2, 2), second: ProtectionLevel.of(2, 2)}
    owners = {first: 7, second: 8, place(figures, "a1", "b2"): 9, place(figures, "a2", "b1"): 9}
    plain = SuppressionProblem(figures, levels)
    known = find_pattern(replace(plain, owners=owners))
    assert safe(known)
    assert known.seen_by == ()
    assert known.cost > find_pattern(plain).cost
    for owner in (7, 8, 9):
        own = [cell for cell, number in owners.items() if number == owner]
        seen = known.suppressed.copy()
        seen[own] = False
        others = {figure: ProtectionLevel.of(1, 1) for figure in levels if figure not in own}
        shown = replace(figures, shown=~seen, suppressed=seen)
        assert audit_suppression(shown, others).verdict == Verdict.HELD


def test_a_contributor_who_cannot_be_kept_from_it_is_named() -> None:
    figures = linked_figures([square((5, 6))], {})
    cells = [place(figures, "a1", "b1"), place(figures, "a1", "b2")]
    levels = dict.fromkeys(cells, ProtectionLevel.of(1, 1))
    total = {place(figures, "", ""), place(figures, "a1", "")}
    problem = SuppressionProblem(figures, levels, published=total, owners={cells[0]: 1, cells[1]: 2})
    pattern = find_pattern(problem)
    assert pattern.unprotectable == ()
    assert {(demand.figure, owner) for demand, owner in pattern.seen_by} == {(cells[0], 2), (cells[1], 1)}


def test_tables_whose_figures_were_all_published_need_no_cell() -> None:
    figures = linked_figures([square((5, 6), (7, 8))], {})
    pattern = find_pattern(counts(figures, published=range(len(figures.values))))
    assert (pattern.cost, len(pattern.secondary), pattern.verdict) == (0, 0, Verdict.HELD)
