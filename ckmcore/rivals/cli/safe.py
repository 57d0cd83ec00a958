"""`ckm safe`: what the SAFE principle would change of records, and how control tables would deviate."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ckmcore.base.exit_codes import Exit
from ckmcore.base.numbers import decimal_text
from ckmcore.cli.common import CommandReport, check_output, names_of
from ckmcore.cli.data_options import DATA, DATABASE
from ckmcore.cli.options import option, override, several
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError
from ckmcore.rivals.cli.files import AT_LEAST, solver_aside

if TYPE_CHECKING:
    from ckmcore.rivals.safe import SafeReport, SafeSettings


def run_safe(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm safe`. Nothing of the changed records is written."""
    from ckmcore.cli.prepare import read_for_table
    from ckmcore.rivals.safe import safe_data

    settings = _settings(options)
    check_output(options.output, [options.data])
    data = read_for_table(options, settings.keys, None, report)
    report.end_progress()
    report.notice(*data.notices)
    with solver_aside():
        made = safe_data(data, settings, progress=report.share)
    report.end_progress()
    _tell(made.report, report)
    if options.output is not None:
        _write(options.output, made.report, report)
    return Exit.DONE


def run_keep(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm statistic safe`: change the records of a period, and keep them beside the statistic."""
    settings = _settings(options)
    with worked_on(options, report) as work:
        work.needs("methodologist")
        if options.period:
            work.choose_period(options.period)
        with solver_aside():
            measured = work.change_records(
                settings.keys, settings.control, least=settings.least, seed=settings.seed, progress=report.share
            )
    report.end_progress()
    report.wrote(Path(options.statistic))
    _tell(cast("SafeReport", measured), report)
    report.out("safe_kept")
    return Exit.DONE


def _settings(options: argparse.Namespace) -> SafeSettings:
    from ckmcore.rivals.safe import SafeSettings

    keys = tuple(names_of(options.dimensions))
    if options.control and options.ways is not None:
        raise InputError("cli_option_not_with", option="--control", other="--ways")
    if options.control:
        tables = ((), *(tuple(names_of(table)) for table in options.control))
        return SafeSettings(keys, tables, options.at_least, options.seed)
    return SafeSettings.of_ways(
        keys, 2 if options.ways is None else options.ways, least=options.at_least, seed=options.seed
    )


def _name(table: tuple[str, ...], report: CommandReport) -> str:
    from ckmcore.messages import say

    return " x ".join(table) or say("word_total", report.language)


def _tell(measured: SafeReport, report: CommandReport) -> None:
    before, after = measured.combinations
    report.out("evaluation_band")
    report.out("safe_named")
    report.out("safe_changed", changed=measured.changed, records=measured.records, before=before, after=after)
    for table in measured.control:
        report.out(
            "safe_table",
            table=_name(table.table, report),
            cells=table.cells,
            largest=table.largest,
            mean=decimal_text(table.mean, 2, report.language),
            within=f"{100 * table.within[0]:.0f}",
        )
    if measured.is_optimal:
        report.out("safe_optimal")
    if measured.is_too_fine:
        report.out("safe_too_fine", share=f"{100 * measured.in_small:.0f}")
    report.out("safe_assumed")


def _write(path: str, measured: SafeReport, report: CommandReport) -> None:
    from ckmcore.base.files import write_whole
    from ckmcore.formats.formulas import guarded

    def write(target: Path) -> None:
        with target.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(("table", "cells", "largest", "mean", "within_1", "within_2", "small"))
            for table in measured.control:
                shares = (*table.within, table.small)
                figures = (f"{table.mean:.6f}", *(f"{share:.6f}" for share in shares))
                writer.writerow((guarded("*".join(table.table)), table.cells, table.largest, *figures))

    write_whole(Path(path), write)
    report.written(path, "cli_internal_written")


CONTROL = several("--control", metavar="A,B", help="safe_control")
WAYS = option("--ways", type=int, metavar="N", help="safe_ways")
COMMANDS = (
    CliCommand(
        "statistic safe",
        (
            "statistic",
            "--office",
            *SECRET,
            "--take-over",
            "--period",
            override("--dimensions", required=True, help="safe_keys"),
            CONTROL,
            WAYS,
            AT_LEAST,
            "--seed",
        ),
        run_keep,
    ),
    CliCommand(
        "safe",
        (
            "--data",
            *DATA,
            override("--dimensions", required=True, help="safe_keys"),
            CONTROL,
            WAYS,
            AT_LEAST,
            "--seed",
            *("--modulus",),
            *DATABASE,
            override("--output", required=None, help="safe_output"),
        ),
        run_safe,
        reads=("data",),
    ),
)
