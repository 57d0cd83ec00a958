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
from ckmcore.rivals.cli.files import (
    ACROSS,
    COUNTS,
    FILES,
    LEVELS,
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
    """Run `ckm audit`. Returns DISCLOSES where a suppressed cell can be recomputed or misses its protection levels,
    NOT_TESTED where not all was decided."""
    from ckmcore.rivals.audit import audit_suppression

    others = [] if options.protection is None else [options.protection]
    pairs = pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")
    check_output(options.output, [*options.suppressed, *others, *(file for _, file in pairs)])
    knowledge = knowledge_of(options)
    tables = read_tables(options, report)
    levels = None if options.protection is None else read_levels(options.protection, tables, options.total_code)
    with solver_aside():
        audit = audit_suppression(tables.figures, levels, knowledge, progress=report.share)
    report.end_progress()
    report.out("board_band")
    _tell(audit, tables, report)
    if options.output is not None:
        _write(options.output, audit, tables, report)
    return audit.verdict.exit_code


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
