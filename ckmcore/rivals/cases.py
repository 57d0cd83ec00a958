"""Solved cases of cell suppression: figures, sums, primary cells with levels; what a pattern costs and hides.

Patterns of equal cost differ, so safety and cost are compared, never cells.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ckmcore.errors import CkmError, DataError
from ckmcore.rivals.audit import AuditedCell, ProtectionLevel, ReaderKnowledge, SuppressionAudit, audit_suppression
from ckmcore.rivals.patterns import find_pattern
from ckmcore.rivals.problem import SuppressionProblem
from ckmcore.rivals.relations import LinkedFigures, figure_relations


def read_suppression_case(case: Mapping[str, Any], *, whole: bool = False) -> SuppressionProblem:
    """The problem of a case, without regard to contributors. whole: whether its figures are whole numbers, as counts
    are. Raises case_faulty."""
    name = str(case.get("name", "?"))
    try:
        values = tuple(int(value) for value in case["values"])
        sums = [(int(total), [int(part) for part in parts]) for total, parts in case["relations"]]
        count = len(values)
        if max((figure for total, parts in sums for figure in (total, *parts)), default=0) >= count:
            raise IndexError(f"relations: {count} figures")
        everything = np.ones(count, dtype=np.bool_)
        names = tuple(f"{number}" for number in range(count))
        figures = LinkedFigures(names, values, everything, ~everything, figure_relations(count, sums))
        levels = {int(figure): ProtectionLevel.of(*ends) for figure, ends in case["primary"].items()}
        costs = np.array(case["cost"], dtype=np.float64)
        # A cost of 0 belongs to figures of 0, which no pattern suppresses.
        costs = np.where(costs > 0, costs, costs[costs > 0].min(initial=1.0))
        return SuppressionProblem(figures, levels, ReaderKnowledge(least=int(case["least"]), whole=whole), costs)
    except CkmError:
        raise
    except (KeyError, IndexError, TypeError, ValueError) as fault:
        raise DataError("case_faulty", case=name, reason=str(fault)) from fault


def solved_suppression(case: Mapping[str, Any]) -> dict[str, Any]:
    """The answers to a case by the names of its file: least cost, exact intervals of the given pattern (for counts over
    whole numbers, too), cells that cannot be protected, and a pattern of our own with its cost and verdict.

    Raises case_faulty and the errors of audits and patterns.
    """
    problem = read_suppression_case(case)
    counts = problem.knowledge.least == 1
    answers: dict[str, Any] = {}
    if "audited_pattern" in case:
        answers["audit"] = _ends(_audit_of(problem, case["audited_pattern"], whole=False))
        if counts:
            answers["integer_audit"] = _ends(_audit_of(problem, case["audited_pattern"], whole=True))
    pattern = find_pattern(problem)
    answers["unprotectable"] = list(pattern.unprotectable)
    answers["optimum"] = pattern.cost if pattern.optimal and not pattern.unprotectable else None
    # The pattern that is published also holds for readers who know that counts are whole.
    if counts:
        problem = read_suppression_case(case, whole=True)
        pattern = find_pattern(problem)
    failed = {*pattern.unprotectable, *pattern.undecided}
    levels = {figure: level for figure, level in problem.levels.items() if figure not in failed}
    audit = audit_suppression(pattern.figures, levels, problem.knowledge)
    answers["pattern"] = np.flatnonzero(pattern.suppressed).tolist()
    answers["cost"] = pattern.cost
    answers["proven"] = pattern.proven == len(pattern.proofs)
    answers["pattern_audit"] = audit.verdict.value
    return answers


def _audit_of(problem: SuppressionProblem, pattern: list[int], *, whole: bool) -> SuppressionAudit:
    suppressed = np.zeros(len(problem.figures.values), dtype=np.bool_)
    suppressed[pattern] = True
    figures = replace(problem.figures, shown=~suppressed, suppressed=suppressed)
    return audit_suppression(figures, None, replace(problem.knowledge, whole=whole))


def _ends(audit: SuppressionAudit) -> dict[str, list[float | None]]:
    return {str(cell.figure): [_number(cell, low=True), _number(cell, low=False)] for cell in audit.cells}


def _number(cell: AuditedCell, *, low: bool) -> float | None:
    end = cell.low if low else cell.high
    return None if end is None else float(end)
