"""`ckm data`, and the options by which every command says how a file of microdata is to be read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.cli.common import CommandReport
from ckmcore.cli.data_options import add_data_options, asked_dialect, files_of
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.microdata import Preview, PreviewColumn

_LABELS_SHOWN = 6


def add_data_commands(commands: Any, text: Callable[[str], str]) -> None:
    """`ckm data describe|prepare|dictionary`."""
    data = commands.add_parser("data", help=text("data_command"), description=text("data_command"))
    actions = data.add_subparsers(dest="action", required=True, metavar="describe|prepare|dictionary")
    describe = actions.add_parser("describe", help=text("data_describe"), description=text("data_describe"))
    describe.add_argument("file", nargs="+", help=text("data_files"))
    add_data_options(describe, text)
    prepare = actions.add_parser("prepare", help=text("data_prepare"), description=text("data_prepare"))
    prepare.add_argument("file", nargs="+", help=text("data_files"))
    prepare.add_argument("--dictionary", required=True, metavar="D.json", help=text("dictionary_file"))
    prepare.add_argument("--modulus", type=int, help=text("modulus"))
    prepare.add_argument("-o", "--output", required=True, help=text("prepared_output"))
    prepare.add_argument("--store", action="store_true", help=text("prepared_store"))
    add_data_options(prepare, text)
    guess = actions.add_parser("dictionary", help=text("data_dictionary"), description=text("data_dictionary"))
    guess.add_argument("file", nargs="+", help=text("data_files"))
    guess.add_argument("-o", "--output", required=True, help=text("dictionary_output"))
    add_data_options(guess, text)


def run_data(options: argparse.Namespace, report: CommandReport) -> int:
    """`ckm data describe FILE`, `prepare FILE ... --dictionary D.json -o OUT`, `dictionary FILE -o D.json`."""
    from ckmcore.cli import prepare

    _open_project(options, report)
    run = {"describe": _describe, "prepare": prepare.run_prepare, "dictionary": prepare.run_dictionary}
    return run[options.action](options, report)


def _open_project(options: argparse.Namespace, report: CommandReport) -> None:
    """A description of τ-ARGUS in the place of a file stands for its data."""
    from ckmcore.microdata.tauproject import is_project, open_project

    if options.meta is None and len(options.file) == 1 and is_project(Path(options.file[0])):
        project = open_project(options.file[0])
        options.file, options.meta = [str(project.data)], str(project.meta)
        for notice in project.notices:
            report.notice(notice)


def _describe(options: argparse.Namespace, report: CommandReport) -> int:
    """What the preview understood, as text."""
    from ckmcore.microdata import preview

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
