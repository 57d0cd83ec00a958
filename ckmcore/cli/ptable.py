"""The commands `ckm ptable`: check, convert, shuffle, compare, report; `design` has a module of its own."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.cli.common import CommandReport, check_output, told_floor
from ckmcore.cli.design import add_design_command, run_design
from ckmcore.cli.ptable_output import print_rows, write_magnitudes, write_own
from ckmcore.errors import InputError
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.ptable import OpenedPtable, OwnFile


FORMS = ("r", "tau-argus", "sas", "ons", "matrix", "xlsx", "json")


def add_ptable_commands(commands: Any, text: Callable[[str], str]) -> None:
    """Adds `ptable` and its actions to the commands of `ckm`; `text` gives the help text of a code."""
    ptable = commands.add_parser("ptable", help=text("ptable"), description=text("ptable"))
    names = "design|check|convert|shuffle|compare|report"
    actions = ptable.add_subparsers(dest="action", required=True, metavar=names)

    add_design_command(actions, text)

    check = actions.add_parser("check", help=text("check"), description=text("check"))
    check.add_argument("file", help=text("ptable_file"))
    check.add_argument("--strict", action="store_true", help=text("strict_floor"))

    convert = actions.add_parser("convert", help=text("convert"), description=text("convert"))
    convert.add_argument("file", help=text("ptable_file"))
    convert.add_argument("-o", "--output", required=True, help=text("output"))
    convert.add_argument("--to", choices=FORMS, required=True, help=text("to"))
    convert.add_argument("--keys", type=int, choices=(256, 4096), help=text("keys_of_ons"))

    shuffle = actions.add_parser("shuffle", help=text("shuffle_file"), description=text("shuffle_file"))
    shuffle.add_argument("file", help=text("ptable_file"))
    shuffle.add_argument("-o", "--output", required=True, help=text("ptable_output"))
    shuffle.add_argument("--threshold", type=float, default=0.05, help=text("threshold"))
    shuffle.add_argument("--seed", type=int, default=1, help=text("seed"))

    compare = actions.add_parser("compare", help=text("compare"), description=text("compare"))
    compare.add_argument("file", help=text("ptable_file"))
    compare.add_argument("other", help=text("ptable_file"))

    report = actions.add_parser("report", help=text("report"), description=text("report"))
    report.add_argument("file", help=text("ptable_file"))
    report.add_argument("-o", "--output", required=True, help=text("report_output"))


def run_ptable(options: argparse.Namespace, report: CommandReport) -> int:
    """Runs the action asked for; returns the exit code."""
    inputs = [getattr(options, name, None) for name in ("file", "other", "counts")]
    check_output(getattr(options, "output", None), inputs)
    actions = {
        "design": run_design,
        "check": _check,
        "convert": _convert,
        "shuffle": _shuffle,
        "compare": _compare,
        "report": _write_report,
    }
    return actions[options.action](options, report)


def _counts(file: str, report: CommandReport, opened: OpenedPtable | None = None) -> OwnFile:
    """The table for counts in a file, with what our own form knows beside it; warnings on Excel sheets are said."""
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
    for warning in opened.warnings:
        report.notice(warning)
    rows = len(opened.table.reports)
    report.out("cli_ptable_good", rows=rows, D=opened.table.maximum_deviation)
    found = ptable_floor(opened.table) if isinstance(opened.table, PTable) else magnitude_floor(opened.table)
    return told_floor(found, report, strict=options.strict)


def _convert(options: argparse.Namespace, report: CommandReport) -> int:
    from dataclasses import replace

    from ckmcore.ptable import open_ptable, to_ons, write_ptable
    from ckmcore.ptable.magnitudes import MagnitudePTable

    if options.keys is not None and options.to != "ons":
        raise InputError("cli_option_needed", option="--to ons", reason="--keys")
    opened = open_ptable(options.file)
    if isinstance(opened.table, MagnitudePTable):
        write_magnitudes(opened.table, options.output, options.to, report)
        return 0
    own = _counts(options.file, report, opened)
    if options.to == "ons" and (options.keys is not None or own.table.integer_modulus is None):
        table, loss = to_ons(own.table, options.keys or 256)
        own = replace(own, table=table)
        for said in loss.sentences:
            report.notice(said)
    write_ptable(own, options.output, options.to, language=report.file_language())
    report.wrote(options.output)
    report.out("cli_written", name=Path(options.output).name)
    return 0


def _shuffle(options: argparse.Namespace, report: CommandReport) -> int:
    from dataclasses import replace

    from ckmcore.ptable import Shuffled, shuffle

    own = _counts(options.file, report)
    table = shuffle(own.table, options.threshold, options.seed)
    write_own(replace(own, table=table, shuffled=Shuffled(options.threshold, options.seed)), options.output, report)
    return 0


def _compare(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ptable import compare

    found = compare(_counts(options.file, report).table, _counts(options.other, report).table)
    report.out("cli_compare_heading")
    for row in found.rows:
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
    report.out(f"cli_compare_{found.look_up}")
    if found.look_up == "order":
        words = [sentence("cli_ordered" if one else "cli_shuffled") for one in found.ordered]
        report.out("cli_compare_orders", first=words[0], second=words[1])
    return 0


def _write_report(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ptable import open_ptable
    from ckmcore.report.ptable import write_ptable_report

    if Path(options.output).suffix.lower() not in (".html", ".htm"):
        raise InputError("cli_report_form", name=Path(options.output).name, stem=Path(options.output).stem)
    opened = open_ptable(options.file)
    today = datetime.datetime.now(tz=datetime.UTC).astimezone().date()
    language = report.file_language()
    write_ptable_report(opened, options.output, title=Path(options.file).stem, date=today, language=language)
    report.wrote(options.output)
    report.out("cli_report_written", name=Path(options.output).name)
    return 0
