"""`ckm pattern`: which cells of saved tables cell suppression would hide, as a measurement beside the method in force.

Internal and confidential. No table is written: all releases of a population are protected by one method.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.magnitudes import RULES, primary_rules_of
from ckmcore.cli.options import override
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import records_of, worked_on
from ckmcore.errors import InputError
from ckmcore.rivals.cli.files import COST, GROUPS, PERCENT, REPORT, SUMS_OF, reader_percent, solver_aside
from ckmcore.rivals.cli.report import audit_of, certificate, tell_pattern, write_certificates, write_report

if TYPE_CHECKING:
    from ckmcore.rivals.kept import FoundPatterns


def run_pattern(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm pattern`. Returns DISCLOSES where a primary cell cannot be protected, NOT_TESTED where the tables say
    more together than was examined."""
    from ckmcore.rivals.patterns import find_pattern
    from ckmcore.rivals.records import built_problem
    from ckmcore.statistic.tables import chosen_tables

    check_output(options.report, [options.statistic, options.office, options.key_file])
    rules, percent = primary_rules_of(options), reader_percent(options)
    if rules is None:
        raise InputError("cli_option_needed", option="--minimum-frequency", reason="ckm pattern")
    with worked_on(options, report, read_only=True) as work:
        if options.period:
            work.choose_period(options.period)
        specs = [table.spec for table in chosen_tables(work.statistic, options.table)]
        data = records_of(work, work.statistic, report)
        magnitude = options.sums_of or ""
        built = built_problem(
            data,
            specs,
            rules,
            variable=options.groups or "",
            magnitude=magnitude,
            cost=options.cost,
            percent=percent,
        )
        unit = data.magnitudes[magnitude].scale if magnitude else 1
    with solver_aside():
        pattern = find_pattern(built.problem, progress=report.share)
    groups = built.groups
    audit = audit_of(pattern, () if groups is None else groups.groups)
    report.end_progress()
    report.out("board_band")
    verdict = tell_pattern(pattern, audit, groups, unit, report)
    if options.report is not None:
        write_report(options.report, pattern, audit, verdict, unit)
        report.written(options.report, "cli_internal_written")
    return verdict.exit_code


def run_keep_pattern(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm statistic pattern`: find the pattern of saved tables and keep it. Returns DISCLOSES where a cell is not
    protected, NOT_TESTED where the tables say more together than was examined; nothing is kept then."""
    from ckmcore.statistic.tables import chosen_tables

    check_output(options.report, [options.statistic, options.office, options.key_file])
    rules = primary_rules_of(options)
    if rules is None:
        raise InputError("cli_option_needed", option="--minimum-frequency", reason="ckm statistic pattern")
    with worked_on(options, report) as work:
        if options.period:
            work.choose_period(options.period)
        chosen = chosen_tables(work.statistic, options.table)
        derived = any(value.is_derived for table in chosen for value in table.spec.values)
        with solver_aside():
            made = cast(
                "FoundPatterns",
                work.find_patterns(
                    options.table,
                    least=rules.minimum_frequency,
                    groups=options.groups or "",
                    rules=rules,
                    cost=options.cost,
                    progress=report.share,
                ),
            )
    report.end_progress()
    report.out("board_band")
    for found_pattern in made.found:
        report.out("suppression_sums" if found_pattern.magnitude else "suppression_counts", of=found_pattern.magnitude)
        tell_pattern(found_pattern.pattern, found_pattern.audit, found_pattern.groups, found_pattern.unit, report)
    if options.report is not None:
        content = {
            each.magnitude or "counts": certificate(each.pattern, each.audit, each.verdict, each.unit)
            for each in made.found
        }
        write_certificates(options.report, content)
        report.written(options.report, "cli_internal_written")
    if derived:
        report.out("suppress_derived")
    if made.kept is None:
        report.out("suppression_not_kept")
        return made.verdict.exit_code
    report.wrote(Path(options.statistic))
    report.out("suppression_kept")
    return made.verdict.exit_code


COMMANDS: Sequence[CliCommand] = (
    CliCommand(
        "pattern",
        (
            override("statistic", help="run_statistic"),
            override("table", nargs="*", help="pattern_tables"),
            "--period",
            SUMS_OF,
            *RULES,
            GROUPS,
            COST,
            PERCENT,
            REPORT,
            "--office",
            *SECRET,
        ),
        run_pattern,
    ),
    CliCommand(
        "statistic pattern",
        (
            "statistic",
            override("table", nargs="*", help="pattern_tables"),
            "--office",
            *SECRET,
            "--take-over",
            "--period",
            *RULES,
            GROUPS,
            COST,
            REPORT,
        ),
        run_keep_pattern,
    ),
)
