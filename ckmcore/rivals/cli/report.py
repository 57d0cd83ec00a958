"""What the commands of suppression say of a pattern, and write of it: cost, verdict, intervals, proofs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.base.verdict import Verdict
from ckmcore.cli.common import CommandReport
from ckmcore.rivals.cli.files import in_unit, solver_aside, tell_assumed

if TYPE_CHECKING:
    from ckmcore.rivals.audit import SuppressionAudit
    from ckmcore.rivals.levels import CategoryGroup, GroupProtection
    from ckmcore.rivals.patterns import SuppressionPattern

_SCREEN = 20


def audit_of(pattern: SuppressionPattern, groups: Sequence[CategoryGroup]) -> SuppressionAudit:
    """The intervals of a pattern, apart from its proofs; of very many cells those of a sample."""
    from ckmcore.rivals.kept import audit_of as audited

    with solver_aside():
        return audited(pattern, groups)


def tell_pattern(
    pattern: SuppressionPattern,
    audit: SuppressionAudit,
    groups: GroupProtection | None,
    unit: int,
    report: CommandReport,
) -> Verdict:
    """Report what was found; gives the verdict of proofs, intervals and groups together."""
    from ckmcore.rivals.kept import judged, revealed

    problem = pattern.system.problem
    figures = problem.figures
    report.out("suppress_found", primary=len(problem.levels), secondary=len(pattern.secondary))
    if pattern.optimal:
        report.out("suppress_least", cost=f"{pattern.cost:.10g}")
    elif pattern.bound:
        report.out("suppress_bound", cost=f"{pattern.cost:.10g}", bound=f"{pattern.bound:.10g}")
    else:
        report.out("suppress_cost_is", cost=f"{pattern.cost:.10g}")
    report.out("suppress_proven", proven=pattern.proven, demands=len(pattern.system.demands))
    for cell in pattern.unprotectable[:_SCREEN]:
        report.out("suppress_unprotectable", cell=figures.names[cell])
        for other in pattern.blocked_by.get(cell, ())[:_SCREEN]:
            report.out("suppress_blocked", cell=figures.names[other])
    for cell in pattern.undecided[:_SCREEN]:
        report.out("suppress_undecided", cell=figures.names[cell])
    for demand, _ in pattern.seen_by[:_SCREEN]:
        report.out("suppress_seen", cell=figures.names[demand.figure])
    for group in revealed(pattern, audit, groups)[:_SCREEN]:
        report.out("suppress_group", cell=figures.names[group.margin])
    audited = sum(cell.primary for cell in audit.cells)
    if audited < len(problem.levels) - len(pattern.unprotectable) - len(pattern.undecided):
        report.out("suppress_sample", audited=audited)
    for missed in [cell for cell in audit.cells if cell.primary and cell.state in ("narrow", "disclosed")][:_SCREEN]:
        ends = {"low": in_unit(missed.low, unit) or "–", "high": in_unit(missed.high, unit) or "–"}
        report.out("audit_interval", cell=figures.names[missed.figure], **ends)
    if not figures.whole:
        report.out("audit_not_whole")
    tell_assumed(problem.knowledge, report)
    return judged(pattern, audit, groups)


def write_report(path: str, pattern: SuppressionPattern, audit: SuppressionAudit, verdict: Verdict, unit: int) -> None:
    """Write a pattern with its certificate, as of `certificate`."""
    write_certificates(path, certificate(pattern, audit, verdict, unit))


def write_certificates(path: str, content: Mapping[str, Any]) -> None:
    """Write certificates as JSON."""
    from ckmcore.base.files import write_whole

    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    def write(target: Path) -> None:
        target.write_text(text, encoding="utf-8", newline="\n")

    write_whole(Path(path), write)


def certificate(pattern: SuppressionPattern, audit: SuppressionAudit, verdict: Verdict, unit: int) -> dict[str, Any]:
    """The pattern with its proofs: who holds the tables can check each of them by adding whole numbers."""
    system, problem, names = pattern.system, pattern.system.problem, [str(name) for name in pattern.figures.names]
    ends = {cell.figure: cell for cell in audit.cells}

    def cell(figure: int) -> dict[str, Any]:
        level, interval = problem.levels.get(figure), ends.get(figure)
        role = "primary" if level is not None else "secondary" if not system.start[figure] else "before"
        entry: dict[str, Any] = {"cell": names[figure], "role": role}
        if level is not None:
            entry |= {"lower": in_unit(level.lower, unit), "upper": in_unit(level.upper, unit)}
        if interval is not None:
            entry |= {"low": in_unit(interval.low, unit), "high": in_unit(interval.high, unit)}
        return entry

    return {
        "fingerprint": system.fingerprint,
        "verdict": verdict.value,
        "cost": pattern.cost,
        "bound": pattern.bound,
        "cells": [cell(figure) for figure in np.flatnonzero(pattern.figures.suppressed).tolist()],
        "unprotectable": [names[figure] for figure in pattern.unprotectable],
        "undecided": [names[figure] for figure in pattern.undecided],
        "seen_by_contributors": [names[demand.figure] for demand, _ in pattern.seen_by],
        "units_of_proofs": system.unit * unit,
        "proofs": [
            {
                "cell": names[proof.demand.figure],
                "direction": proof.demand.sign,
                "level": proof.demand.level,
                "witnesses": [
                    {"below": witness.below, "moves": {names[at]: move for at, move in witness.changed.items()}}
                    for witness in proof.witnesses
                ],
            }
            for proof in pattern.proofs
        ],
    }
