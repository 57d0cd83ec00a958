"""The commands `ckm ptable`: check, convert, shuffle, compare, report; `design` has a module of its own."""

from __future__ import annotations

import argparse
import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.cli.common import CommandReport, check_output, told_floor
from ckmcore.cli.design import DESIGN, run_design
from ckmcore.cli.options import option, override, require
from ckmcore.cli.ptable_output import print_rows, write_magnitudes, write_own
from ckmcore.cli.registry import CliCommand
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.ptable import OpenedPtable, OwnFile


FORMS = ("r", "tau-argus", "sas", "ons", "matrix", "xlsx", "json")


def _check_paths(options: argparse.Namespace) -> None:
    check_output(options.output, [options.file])


def _counts(file: str, report: CommandReport, opened: OpenedPtable | None = None) -> OwnFile:
    """Read a perturbation table for counts with the notes of our own format; prints warnings on Excel sheets. Raises
    PtableForMagnitudes."""
    from ckmcore.ptable import OwnFile, PTable, PtableForMagnitudes, open_ptable

    opened = opened or open_ptable(file)
    if not isinstance(opened.table, PTable):
        raise PtableForMagnitudes(name=Path(file).name, line=1)
    for warning in opened.warnings:
        if warning.code == "ptable_warning_matrix_changed":
            report.notice(warning)
    return opened.own or OwnFile(opened.table)


def _check(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ptable import PTable, open_ptable
    from ckmcore.ptable.floor.floor import magnitude_floor, ptable_floor

    opened = open_ptable(options.file)
    print_rows(opened.table, report)
    report.notice(*opened.warnings)
    rows = len(opened.table.reports)
    report.out("cli_ptable_good", rows=rows, D=opened.table.maximum_deviation)
    rules = ptable_floor(opened.table) if isinstance(opened.table, PTable) else magnitude_floor(opened.table)
    return told_floor(rules, report, strict=options.strict)


def _convert(options: argparse.Namespace, report: CommandReport) -> int:
    from dataclasses import replace

    from ckmcore.ptable import open_ptable, to_ons, write_ptable
    from ckmcore.ptable.magnitudes import MagnitudePTable

    _check_paths(options)
    if options.to != "ons":
        require(options, "--to ons", "--keys")
    opened = open_ptable(options.file)
    if isinstance(opened.table, MagnitudePTable):
        write_magnitudes(opened.table, options.output, options.to, report)
        return 0
    own_file = _counts(options.file, report, opened)
    if options.to == "ons" and (options.keys is not None or own_file.table.integer_modulus is None):
        table, loss = to_ons(own_file.table, options.keys or 256)
        own_file = replace(own_file, table=table)
        report.notice(*loss.sentences)
    write_ptable(own_file, options.output, options.to, language=report.file_language())
    report.written(options.output, "cli_written")
    return 0


def _shuffle(options: argparse.Namespace, report: CommandReport) -> int:
    from dataclasses import replace

    from ckmcore.ptable import Shuffled, shuffle

    _check_paths(options)
    own_file = _counts(options.file, report)
    table = shuffle(own_file.table, options.threshold, options.seed)
    write_own(
        replace(own_file, table=table, shuffled=Shuffled(options.threshold, options.seed)), options.output, report
    )
    return 0


def _compare(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ptable import compare

    comparison = compare(_counts(options.file, report).table, _counts(options.other, report).table)
    report.out("cli_compare_heading")
    for row in comparison.rows:
        figures = (
            f"{row.total_variation:>9.6f} {row.largest:>10.6f} {row.target:>4}",
            f"{row.variance[0]:>10.6f} {row.variance[1]:>10.6f}",
            f"{row.bias[0]:>10.2e} {row.bias[1]:>10.2e}",
            f"{row.mean_absolute[0]:>8.5f} {row.mean_absolute[1]:>8.5f}",
            f"{row.within_one[0]:>8.5f} {row.within_one[1]:>8.5f}",
        )
        measures = ("total_variation", "largest", "target", "variance", "bias", "mean_absolute", "within_one")
        fields = {name: getattr(row, name) for name in measures}
        report.line("cli_compare_row", f"{row.row:>4} " + "  ".join(figures), row=row.row, **fields)
    report.out(f"cli_compare_{comparison.look_up}")
    if comparison.look_up == "order":
        words = [sentence("cli_ordered" if is_ordered else "cli_shuffled") for is_ordered in comparison.ordered]
        report.out("cli_compare_orders", first=words[0], second=words[1])
    return 0


def _write_report(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ports import needed_lab
    from ckmcore.ptable import open_ptable
    from ckmcore.typesetting.report import check_report_form

    _check_paths(options)
    check_report_form(options.output)
    opened = open_ptable(options.file)
    today = datetime.datetime.now(tz=datetime.UTC).astimezone().date()
    language = report.file_language()
    needed_lab().write_ptable_report(
        opened, options.output, title=Path(options.file).stem, date=today, language=language
    )
    report.written(options.output, "cli_report_written")
    return 0


def _converted_ending(options: argparse.Namespace) -> str:
    return {"json": ".json", "xlsx": ""}.get(options.to, ".csv")


_FILE = override("file", help="ptable_file")
_OUTPUT = override("--output", help="ptable_output")
_CONVERT = (
    _FILE,
    "--output",
    option("--to", choices=FORMS, required=True),
    override("--keys", type=int, choices=(256, 4096), help="keys_of_ons"),
)
COMMANDS = (
    CliCommand("ptable"),
    CliCommand("ptable design", (*DESIGN, _OUTPUT), run_design, "design", reads=("counts",), prints={"output": ".csv"}),
    CliCommand("ptable check", (_FILE, override("--strict", help="strict_floor")), _check, "check", reads=("file",)),
    CliCommand("ptable convert", _CONVERT, _convert, "convert", reads=("file",), prints={"output": _converted_ending}),
    CliCommand(
        "ptable shuffle",
        (_FILE, _OUTPUT, option("--threshold", type=float, default=0.05), "--seed"),
        _shuffle,
        "shuffle_file",
        reads=("file",),
        prints={"output": ".csv"},
    ),
    CliCommand("ptable compare", (_FILE, "other"), _compare, "compare", reads=("file", "other")),
    CliCommand(
        "ptable report",
        (_FILE, override("--output", help="report_output")),
        _write_report,
        "report",
        reads=("file",),
        prints={"output": ".html"},
    ),
)
