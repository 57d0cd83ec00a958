"""`ckm data`: what a file of microdata holds, a dictionary of it, and its records prepared."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import write_whole
from ckmcore.cli.common import CommandReport, check_output, names_of
from ckmcore.cli.data_options import DATA, asked_dialect, files_of
from ckmcore.cli.options import flag, option, override
from ckmcore.cli.prepare import run_dictionary, run_prepare
from ckmcore.cli.registry import CliCommand
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.microdata import Preview, PreviewColumn

_LABELS_SHOWN = 6


def _open_project(options: argparse.Namespace, report: CommandReport) -> None:
    """Replace a description of τ-ARGUS, given as the only file, by its data and itself as their metadata."""
    from ckmcore.microdata.tauproject import is_project, open_project

    if options.meta is None and len(options.file) == 1 and is_project(Path(options.file[0])):
        project = open_project(options.file[0])
        options.file, options.meta = [str(project.data)], str(project.meta)
        report.notice(*project.notices)


def _describe(options: argparse.Namespace, report: CommandReport) -> int:
    """What the preview understood, as text."""
    from ckmcore.microdata import preview

    _open_project(options, report)
    shown = preview(files_of(options), asked_dialect(options, options.file[0]), meta=options.meta)
    report.out("data_describe_confidential")
    report.out(
        "data_describe_file",
        name=shown.file.name,
        format=sentence(f"format_{shown.format}"),
        columns=len(shown.columns),
        rows=shown.rows_looked_at,
    )
    _describe_dialect(shown, report)
    for column in shown.columns:
        _describe_column(column, report)
    for warning in shown.warnings:
        report.out("data_describe_warning", warning=warning)
    return 0


def _describe_dialect(shown: Preview, report: CommandReport) -> None:
    dialect = shown.dialect
    if shown.sheets and dialect is not None:
        report.out("data_describe_sheet", sheet=dialect.sheet, cells=dialect.cells, known=shown.sheets)
    elif dialect is not None and shown.format == "csv":
        separator = "tab" if dialect.separator == "\t" else dialect.separator
        report.out("data_describe_text", separator=separator, encoding=dialect.encoding, decimal=dialect.decimal)
    elif dialect is not None:
        report.out("data_describe_encoding", encoding=dialect.encoding, decimal=dialect.decimal)


def _describe_column(column: PreviewColumn, report: CommandReport) -> None:
    report.out(
        "data_describe_column",
        column=f"{column.name} ({column.title})" if column.title else column.name,
        role=sentence(f"role_{column.role}"),
        kind=sentence(f"kind_of_column_{column.kind}"),
        distinct=column.distinct,
        missing=column.missing,
    )
    if column.levels:
        report.out("data_describe_levels", levels=column.levels)
    if column.labels:
        labels = [f"{code} = {label}" for code, label in column.labels.items()]
        more = ("…",) if len(labels) > _LABELS_SHOWN else ()
        report.out("data_describe_labels", count=len(labels), labels=(*labels[:_LABELS_SHOWN], *more))
    for warning in column.warnings:
        report.out("data_describe_warning", warning=warning)


def _prepare(options: argparse.Namespace, report: CommandReport) -> int:
    _open_project(options, report)
    return run_prepare(options, report)


def _dictionary(options: argparse.Namespace, report: CommandReport) -> int:
    _open_project(options, report)
    return run_dictionary(options, report)


def _plan(options: argparse.Namespace, report: CommandReport) -> int:
    """Ends with ASKED where questions are left. Numbers and examples are shown, and written where they are asked for;
    a JSON document has none."""
    from ckmcore.microdata import reading_plan

    _open_project(options, report)
    check_output(options.output, [*options.file, options.meta])
    columns = {name: names_of(getattr(options, name)) or None for name in ("dimensions", "magnitudes")}
    plan = reading_plan(
        files_of(options),
        columns["dimensions"],
        options.record_key,
        options.weight,
        columns["magnitudes"],
        dialect=asked_dialect(options, options.file[0]),
        meta=options.meta,
        progress=report.progress,
    )
    report.end_progress()
    if not options.json:
        report.out("data_describe_confidential")
    for entry in plan.entries:
        told = entry.named if options.json else entry.told
        if entry.is_asked:
            report.out("data_plan_asked", entry=told, option=entry.option)
        else:
            report.out("data_plan_said", entry=told)
    if not plan.entries:
        report.out("data_plan_nothing", name=Path(options.file[0]).name)
    if options.output is not None:
        content = msgspec.json.format(msgspec.json.encode(plan.as_json(confidential=options.confidential)), indent=1)

        def write(part: Path) -> None:
            part.write_bytes(content + b"\n")

        write_whole(Path(options.output), write, private=options.confidential)
        report.written(options.output, "data_plan_written", count=len(plan.entries))
    return Exit.ASKED if plan.questions else Exit.DONE


_FILES = override("file", nargs="+", help="data_files")
_PREPARE = (
    _FILES,
    option("--dictionary", required=True, metavar="D.json", help="dictionary_file"),
    "--modulus",
    override("--output", help="prepared_output"),
    flag("--store", help="prepared_store"),
    *DATA,
)
COMMANDS = (
    CliCommand("data", help="data_command"),
    CliCommand("data describe", (_FILES, *DATA), _describe, reads=("file",)),
    CliCommand(
        "data plan",
        (
            _FILES,
            override("--dimensions", help="plan_dimensions"),
            "--magnitudes",
            "--record-key",
            "--weight",
            override("--output", required=None, help="plan_output"),
            flag("--confidential", help="plan_confidential"),
            *DATA,
        ),
        _plan,
        reads=("file",),
        prints={"output": ".json"},
    ),
    CliCommand("data prepare", _PREPARE, _prepare, reads=("file", "dictionary")),
    CliCommand(
        "data dictionary",
        (_FILES, override("--output", help="dictionary_output"), *DATA),
        _dictionary,
        reads=("file",),
        prints={"output": ".json"},
    ),
)
