"""`ckm audit`: which suppressed cells of published tables can be recomputed, and how closely the others.

Each file (CSV or workbook) has one row for a cell: a column for each variable, headed by its name, and the figure or
the sign in the last column. Files whose variables have the same names are linked tables.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.cli.common import CommandReport, check_output, pairs_of
from ckmcore.cli.options import flag, option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import DataError, InputError

if TYPE_CHECKING:
    from ckmcore.compare.figures import Entry
    from ckmcore.rivals.audit import ReaderKnowledge, SuppressionAudit
    from ckmcore.rivals.relations import LinkedFigures, SuppressedCell

# Cells that the screen names; a file holds all.
_SCREEN = 20
Lines = list[tuple[tuple[str, ...], "Entry", bool]]


def run_audit(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm audit`. Returns DISCLOSES where a suppressed cell can be recomputed, NOT_TESTED where not all was
    decided."""
    from ckmcore.dictionary.hierarchy_files import tree_of_file
    from ckmcore.rivals.audit import audit_suppression
    from ckmcore.rivals.relations import SuppressedTable, linked_figures

    pairs = pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")
    check_output(options.output, [*options.suppressed, *(file for _, file in pairs)])
    knowledge = _knowledge(options)
    read = [(file, *_read(file, options, report)) for file in options.suppressed]
    unit = 10 ** max(_places(lines) for _, _, lines in read)
    tables = [SuppressedTable(Path(file).name, variables, _cells(lines, unit)) for file, variables, lines in read]
    figures = linked_figures(tables, {name: tree_of_file(file) for name, file in pairs})
    audit = audit_suppression(figures, None, knowledge, progress=report.share)
    report.end_progress()
    report.out("board_band")
    _tell(audit, figures, unit, report)
    if options.output is not None:
        _write(options.output, audit, figures, unit, report)
    return audit.verdict.exit_code


def _knowledge(options: argparse.Namespace) -> ReaderKnowledge:
    from ckmcore.rivals.audit import COUNTS, ReaderKnowledge

    if options.as_counts and options.negative:
        raise InputError("audit_counts_negative")
    return COUNTS if options.as_counts else ReaderKnowledge(least=None if options.negative else 0)


def _read(file: str, options: argparse.Namespace, report: CommandReport) -> tuple[tuple[str, ...], Lines]:
    """The variables of a file, and its cells: codes, figure or sign, whether it is suppressed."""
    from ckmcore.compare.published import EntryReader, at, cell_text, read_sheets

    sheet = read_sheets(file)[0]
    head, *rows = sheet.rows
    variables = tuple(map(cell_text, head[:-1]))
    if not variables or len(set(variables)) < len(variables) or "" in variables:
        raise DataError("audit_head", file=Path(file).name)
    place = len(variables)
    reader = EntryReader(sheet, Path(file).name, [at(row, place) for row in rows])
    lines: Lines = []
    for line, row in zip(sheet.lines[1:], rows, strict=True):
        codes = tuple(cell_text(at(row, axis)) for axis in range(place))
        cell = at(row, place)
        hidden = cell == options.sign
        entry = None if hidden else reader.read(cell, line, place + 1)
        plain = tuple("" if code == options.total_code else code for code in codes)
        lines.append((plain, Decimal(0) if entry == "-" else entry, hidden))
    report.notice(*reader.notices)
    return variables, lines


def _places(lines: Lines) -> int:
    from ckmcore.compare.figures import places_of

    return places_of(*(entry for _, entry, _ in lines))


def _cells(lines: Lines, unit: int) -> tuple[SuppressedCell, ...]:
    """The cells in whole units. Other signs say nothing: nobody sees such a figure."""
    from ckmcore.rivals.relations import SuppressedCell

    return tuple(
        SuppressedCell(codes, int(entry * unit) if isinstance(entry, Decimal) else None, hidden)
        for codes, entry, hidden in lines
        if hidden or isinstance(entry, Decimal)
    )


def _text(end: Fraction | None, unit: int) -> str:
    return "" if end is None else format(float(end / unit), ".15g")


def _tell(audit: SuppressionAudit, figures: LinkedFigures, unit: int, report: CommandReport) -> None:
    disclosed = [cell for cell in audit.cells if cell.state == "disclosed"]
    report.out("audit_found", cells=len(audit.cells), disclosed=len(disclosed), undecided=audit.counted["undecided"])
    for cell in disclosed[:_SCREEN]:
        report.out("audit_disclosed", cell=figures.names[cell.figure], value=_text(cell.low, unit))
    if not audit.whole:
        report.out("audit_not_whole")
    if audit.knowledge.least is None:
        report.out("audit_assumed_negative")
    else:
        report.out("audit_assumed", least=audit.knowledge.least)


def _write(path: str, audit: SuppressionAudit, figures: LinkedFigures, unit: int, report: CommandReport) -> None:
    from ckmcore.base.files import write_whole
    from ckmcore.formats.formulas import guarded

    def write(target: Path) -> None:
        with target.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(("cell", "low", "high", "state"))
            for cell in audit.cells:
                name = guarded(str(figures.names[cell.figure]))
                writer.writerow((name, _text(cell.low, unit), _text(cell.high, unit), cell.state))

    write_whole(Path(path), write)
    report.written(path, "cli_internal_written")


COMMANDS: Sequence[CliCommand] = (
    CliCommand(
        "audit",
        (
            option("suppressed", nargs="+", metavar="FILE", help="audit_files"),
            "--hierarchy",
            option("--total-code", default="", help="audit_total"),
            option("--sign", default=".", help="audit_sign"),
            flag("--as-counts", help="audit_counts"),
            flag("--negative", help="audit_negative"),
            override("--output", required=None, help="audit_output"),
        ),
        run_audit,
    ),
)
