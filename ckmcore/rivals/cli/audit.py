"""`ckm audit`: which suppressed cells of published tables can be recomputed, and how closely the others."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.cli.common import CommandReport, check_output, pairs_of
from ckmcore.cli.options import override
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import InputError
from ckmcore.rivals.cli.files import (
    ACROSS,
    BESIDE,
    COUNTS,
    FILES,
    LEVELS,
    MEAN,
    NEGATIVE,
    PERCENT,
    SIGN,
    TOTAL,
    VALUE,
    ReadTables,
    in_unit,
    knowledge_of,
    read_levels,
    read_tables,
    solver_aside,
    tell_assumed,
)

if TYPE_CHECKING:
    from ckmcore.rivals.audit import SuppressionAudit

# Cells that the screen names; a file holds all.
_SCREEN = 20


def run_audit(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm audit`. Returns DISCLOSES where a suppressed cell can be recomputed, follows from a published mean or
    misses its protection levels, NOT_TESTED where not all was decided."""
    from ckmcore.base.verdict import Verdict
    from ckmcore.rivals.audit import audit_suppression

    others = [] if options.protection is None else [options.protection]
    pairs = pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")
    check_output(options.output, [*options.suppressed, *others, *(file for _, file in pairs)])
    if (options.mean_shown is None) != (options.mean_with is None):
        raise InputError("cli_option_needed", option="--mean-with", reason="--mean-shown")
    knowledge = knowledge_of(options)
    tables = read_tables(options, report)
    levels = None if options.protection is None else read_levels(options.protection, tables, options.total_code)
    with solver_aside():
        audit = audit_suppression(tables.figures, levels, knowledge, progress=report.share)
    report.end_progress()
    report.out("board_band")
    _tell(audit, tables, report)
    by_mean = [
        (tables.place(read.variables, codes, read.file), *ends)
        for read in tables.files
        for codes, ends in read.by_mean.items()
    ]
    if by_mean:
        report.out("audit_by_mean", cells=len(by_mean))
    for figure, low, high in by_mean[:_SCREEN]:
        report.out("audit_interval", cell=tables.figures.names[figure], low=in_unit(low, 1), high=in_unit(high, 1))
    if options.output is not None:
        _write(options.output, audit, tables, report)
    return (Verdict.OPEN if by_mean else audit.verdict).exit_code


def _tell(audit: SuppressionAudit, tables: ReadTables, report: CommandReport) -> None:
    figures, unit = tables.figures, tables.unit
    disclosed = [cell for cell in audit.cells if cell.state == "disclosed"]
    report.out("audit_found", cells=len(audit.cells), disclosed=len(disclosed), undecided=audit.counted["undecided"])
    for cell in disclosed[:_SCREEN]:
        report.out("audit_disclosed", cell=figures.names[cell.figure], value=in_unit(cell.low, unit))
    narrow = [cell for cell in audit.cells if cell.state == "narrow"]
    if narrow:
        report.out("audit_narrow", cells=len(narrow))
    for cell in narrow[:_SCREEN]:
        ends = {"low": in_unit(cell.low, unit) or "–", "high": in_unit(cell.high, unit) or "–"}
        report.out("audit_interval", cell=figures.names[cell.figure], **ends)
    if not audit.whole:
        report.out("audit_not_whole")
    tell_assumed(audit.knowledge, report)


def _write(path: str, audit: SuppressionAudit, tables: ReadTables, report: CommandReport) -> None:
    from ckmcore.base.files import write_whole
    from ckmcore.formats.formulas import guarded

    def write(target: Path) -> None:
        with target.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(("cell", "low", "high", "state"))
            for cell in audit.cells:
                name = guarded(str(tables.figures.names[cell.figure]))
                ends = in_unit(cell.low, tables.unit), in_unit(cell.high, tables.unit)
                writer.writerow((name, *ends, cell.state))

    write_whole(Path(path), write)
    report.written(path, "cli_internal_written")


COMMANDS: Sequence[CliCommand] = (
    CliCommand(
        "audit",
        (
            FILES,
            "--hierarchy",
            TOTAL,
            ACROSS,
            VALUE,
            MEAN,
            BESIDE,
            SIGN,
            COUNTS,
            NEGATIVE,
            LEVELS,
            PERCENT,
            override("--output", required=None, help="audit_output"),
        ),
        run_audit,
    ),
)
