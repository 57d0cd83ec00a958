"""`ckm suppress`: which further cells of tables have to be suppressed so that the primary ones cannot be recomputed."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.files import NotWritten, reason_of
from ckmcore.base.verdict import Verdict
from ckmcore.cli.common import CommandReport, check_output, pairs_of
from ckmcore.cli.options import flag, option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import InputError
from ckmcore.rivals.cli.files import (
    COST,
    COUNTS,
    FILES,
    GROUPS,
    LEVELS,
    NEGATIVE,
    PERCENT,
    REPORT,
    SIGN,
    TOTAL,
    ReadTables,
    knowledge_of,
    read_levels,
    read_marks,
    read_tables,
    solver_aside,
    write_tables,
)
from ckmcore.rivals.cli.report import audit_of, tell_pattern, write_report

if TYPE_CHECKING:
    from ckmcore.rivals.levels import GroupProtection
    from ckmcore.rivals.problem import SuppressionProblem


def run_suppress(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm suppress`. Returns DISCLOSES where a primary cell cannot be protected, and then writes no table;
    NOT_TESTED where the tables say more together than was examined."""
    from ckmcore.rivals.patterns import find_pattern

    _check_files(options)
    tables = read_tables(options, report)
    problem, groups = _problem(options, tables)
    with solver_aside():
        pattern = find_pattern(problem, progress=report.share)
    audit = audit_of(pattern, () if groups is None else groups.groups)
    report.end_progress()
    report.out("board_band")
    verdict = tell_pattern(pattern, audit, groups, tables.unit, report)
    if options.report is not None:
        write_report(options.report, pattern, audit, verdict, tables.unit)
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
            GROUPS,
            option("--sole", metavar="FILE", help="suppress_sole"),
            flag("--insiders-fully", help="suppress_insiders"),
            option("--keep", metavar="FILE", help="suppress_keep"),
            flag("--suppress-zeros", help="suppress_zeros"),
            COST,
            PERCENT,
            override("--output", required=None, help="suppress_output"),
            REPORT,
        ),
        run_suppress,
    ),
)
