"""`ckm suppress`: which further cells of tables have to be suppressed so that the primary ones cannot be recomputed."""

from __future__ import annotations

import argparse
import errno
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.base.files import NotWritten, reason_of
from ckmcore.base.verdict import Verdict
from ckmcore.cli.common import CommandReport, check_output, pairs_of
from ckmcore.cli.options import flag, option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import InputError
from ckmcore.rivals.cli.files import (
    COUNTS,
    FILES,
    LEVELS,
    NEGATIVE,
    PERCENT,
    SIGN,
    TOTAL,
    ReadTables,
    in_unit,
    knowledge_of,
    read_levels,
    read_marks,
    read_tables,
    tell_assumed,
    write_tables,
)

if TYPE_CHECKING:
    from ckmcore.rivals.audit import SuppressionAudit
    from ckmcore.rivals.levels import CategoryGroup, GroupProtection
    from ckmcore.rivals.patterns import SuppressionPattern
    from ckmcore.rivals.problem import SuppressionProblem

_SCREEN = 20
# Beyond so many suppressed cells the intervals of a sample are computed beside the proofs of all.
_AUDITED, _SAMPLE = 2_000, 100


def run_suppress(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm suppress`. Returns DISCLOSES where a primary cell cannot be protected, and then writes no table;
    NOT_TESTED where the tables say more together than was examined."""
    from ckmcore.rivals.patterns import find_pattern

    _check_files(options)
    tables = read_tables(options, report)
    problem, groups = _problem(options, tables)
    pattern = find_pattern(problem, progress=report.share)
    audit = _audit(pattern, () if groups is None else groups.groups)
    report.end_progress()
    report.out("board_band")
    verdict = _tell(pattern, audit, groups, tables, report)
    if options.report is not None:
        _write_report(options.report, pattern, audit, verdict, tables)
        report.written(options.report, "cli_internal_written")
    if verdict == Verdict.OPEN:
        report.out("suppress_not_written")
    elif options.output is not None:
        signs = pattern.figures.suppressed.tolist()
        for path in write_tables(tables, options.output, signs, options.sign):
            report.written(path, "suppress_written")
    return verdict.exit_code


def _check_files(options: argparse.Namespace) -> None:
    others = [file for file in (options.protection, options.sole, options.keep) if file is not None]
    pairs = pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")
    inputs = [*options.suppressed, *others, *(file for _, file in pairs)]
    check_output(options.report, inputs)
    stems = [Path(file).stem.casefold() for file in options.suppressed]
    if len(set(stems)) < len(stems):
        raise InputError("suppress_names")
    if options.output is not None:
        _check_folder(Path(options.output), options.suppressed, inputs)
    if options.minimum_frequency is None and options.protection is None:
        raise InputError("cli_option_needed", option="--protection", reason="ckm suppress")
    if options.minimum_frequency is not None and not options.as_counts:
        raise InputError("cli_option_needed", option="--as-counts", reason="--minimum-frequency")
    if options.groups is not None and not options.as_counts:
        raise InputError("cli_option_needed", option="--as-counts", reason="--groups")


def _check_folder(folder: Path, files: Sequence[str], inputs: Sequence[str]) -> None:
    """Check before the work that no table would be written over an input, or into something that is no folder."""
    if folder.exists() and not folder.is_dir():
        raise NotWritten(name=folder.name, reason=reason_of(errno.ENOTDIR))
    if not folder.is_dir():
        check_output(str(folder), inputs)
    for file in files if folder.is_dir() else ():
        check_output(str(folder / f"{Path(file).stem}.csv"), inputs)


def _problem(options: argparse.Namespace, tables: ReadTables) -> tuple[SuppressionProblem, GroupProtection | None]:
    from ckmcore.rivals.levels import count_levels, groups_by, joined_levels, protect_groups
    from ckmcore.rivals.problem import SuppressionProblem, cost_of

    figures, total = tables.figures, options.total_code
    levels = {} if options.protection is None else read_levels(options.protection, tables, total)
    groups = None
    if options.minimum_frequency is not None:
        levels = joined_levels(levels, count_levels(figures, options.minimum_frequency))
    if options.groups is not None:
        size = {} if options.minimum_frequency is None else {"minimum_frequency": options.minimum_frequency}
        groups = protect_groups(figures, groups_by(figures, options.groups), **size)
        levels = joined_levels(levels, groups.levels)
    owners: dict[int, int] = {}
    if options.sole is not None:
        marks = read_marks(options.sole, tables, total, 1)
        numbers = {name: number for number, (name,) in enumerate(dict.fromkeys(marks.values()))}
        owners = {figure: numbers[name] for figure, (name,) in marks.items()}
    knowledge = knowledge_of(options)
    problem = SuppressionProblem(
        figures,
        levels,
        replace(knowledge, least=0) if options.suppress_zeros else knowledge,
        cost_of(options.cost, figures),
        published=() if options.keep is None else tuple(read_marks(options.keep, tables, total, 0)),
        owners=owners,
        insider_level=None if options.insiders_fully else 1,
        zeros=frozenset() if groups is None else groups.zeros,
        suppress_zeros=options.suppress_zeros,
    )
    return problem, groups


def _audit(pattern: SuppressionPattern, groups: Sequence[CategoryGroup]) -> SuppressionAudit:
    """The intervals of a pattern, apart from its proofs; of very many cells those of a sample."""
    from ckmcore.rivals.audit import audit_suppression

    problem, only = pattern.system.problem, None
    failed = {*pattern.unprotectable, *pattern.undecided}
    levels = {figure: level for figure, level in problem.levels.items() if figure not in failed}
    if int(pattern.figures.suppressed.sum()) > _AUDITED:
        only = sorted(levels)[:: max(1, len(levels) // _SAMPLE)]
        only += [cell for group in groups for cell in group.cells]
    return audit_suppression(pattern.figures, levels, problem.knowledge, zeros=problem.zeros, only=only)


def _tell(
    pattern: SuppressionPattern,
    audit: SuppressionAudit,
    groups: GroupProtection | None,
    tables: ReadTables,
    report: CommandReport,
) -> Verdict:
    """Report what was found; gives the verdict of proofs, intervals and groups together."""
    figures, problem, unit = tables.figures, pattern.system.problem, tables.unit
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
    revealed = _revealed(pattern, audit, groups)
    for group in revealed[:_SCREEN]:
        report.out("suppress_group", cell=figures.names[group.margin])
    audited = sum(cell.primary for cell in audit.cells)
    if audited < len(problem.levels) - len(pattern.unprotectable) - len(pattern.undecided):
        report.out("suppress_sample", audited=audited)
    for missed in [cell for cell in audit.cells if cell.primary and cell.state != "wide"][:_SCREEN]:
        ends = {"low": in_unit(missed.low, unit) or "–", "high": in_unit(missed.high, unit) or "–"}
        report.out("audit_interval", cell=figures.names[missed.figure], **ends)
    if not figures.whole:
        report.out("audit_not_whole")
    tell_assumed(problem.knowledge, report)
    every = [pattern.verdict, *([Verdict.OPEN] if revealed else []), audit.verdict]
    if pattern.seen_by:
        # That they see closer than the full level may be inevitable; that they see all is not accepted.
        every.append(Verdict.NOT_TESTED if problem.insider_level is None else Verdict.OPEN)
    return next((verdict for verdict in (Verdict.OPEN, Verdict.NOT_TESTED) if verdict in every), Verdict.HELD)


def _revealed(
    pattern: SuppressionPattern, audit: SuppressionAudit, groups: GroupProtection | None
) -> tuple[CategoryGroup, ...]:
    """Groups whose category readers can conclude."""
    from ckmcore.rivals.levels import revealed_groups

    if groups is None:
        return ()
    return (*groups.blocked, *revealed_groups(pattern.figures, groups.groups, audit))


def _write_report(
    path: str, pattern: SuppressionPattern, audit: SuppressionAudit, verdict: Verdict, tables: ReadTables
) -> None:
    """Write the pattern with its certificate: who holds the tables can check each proof by adding whole numbers."""
    from ckmcore.base.files import write_whole

    system, problem, names = pattern.system, pattern.system.problem, [str(name) for name in tables.figures.names]
    ends = {cell.figure: cell for cell in audit.cells}

    def cell(figure: int) -> dict[str, Any]:
        level, interval = problem.levels.get(figure), ends.get(figure)
        role = "primary" if level is not None else "secondary" if not system.start[figure] else "before"
        entry: dict[str, Any] = {"cell": names[figure], "role": role}
        if level is not None:
            entry |= {"lower": in_unit(level.lower, tables.unit), "upper": in_unit(level.upper, tables.unit)}
        if interval is not None:
            entry |= {"low": in_unit(interval.low, tables.unit), "high": in_unit(interval.high, tables.unit)}
        return entry

    content = {
        "fingerprint": system.fingerprint,
        "verdict": verdict.value,
        "cost": pattern.cost,
        "bound": pattern.bound,
        "cells": [cell(figure) for figure in np.flatnonzero(pattern.figures.suppressed).tolist()],
        "unprotectable": [names[figure] for figure in pattern.unprotectable],
        "undecided": [names[figure] for figure in pattern.undecided],
        "seen_by_contributors": [names[demand.figure] for demand, _ in pattern.seen_by],
        "units_of_proofs": system.unit * tables.unit,
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
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    def write(target: Path) -> None:
        target.write_text(text, encoding="utf-8")

    write_whole(Path(path), write)


COMMANDS: Sequence[CliCommand] = (
    CliCommand(
        "suppress",
        (
            FILES,
            "--hierarchy",
            TOTAL,
            SIGN,
            COUNTS,
            NEGATIVE,
            "--minimum-frequency",
            LEVELS,
            option("--groups", metavar="VARIABLE", help="suppress_groups"),
            option("--sole", metavar="FILE", help="suppress_sole"),
            flag("--insiders-fully", help="suppress_insiders"),
            option("--keep", metavar="FILE", help="suppress_keep"),
            flag("--suppress-zeros", help="suppress_zeros"),
            option("--cost", choices=("number", "value", "log"), default="value", help="suppress_cost_kind"),
            PERCENT,
            override("--output", required=None, help="suppress_output"),
            option("--report", metavar="FILE.json", writes=True, help="suppress_report"),
        ),
        run_suppress,
    ),
)
