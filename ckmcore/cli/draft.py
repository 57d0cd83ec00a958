"""`ckm draft`: one table of a statistic as a draft; `ckm script`: the script that writes it once more."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.options import Options, option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import records_of, worked_on
from ckmcore.cli.streams import table_ending
from ckmcore.errors import InputError
from ckmcore.formats.forms import FORMS, chosen_form, paths_of
from ckmcore.working.scripts import KINDS

if TYPE_CHECKING:
    from ckmcore.tabulate.spec import TableSpec
    from ckmcore.working.statistic import WorkingStatistic

DRAFT_FORMS = tuple(FORMS)
_SHELLS = ("sh", "powershell")


def run_draft(options: argparse.Namespace, report: CommandReport) -> int:
    """Write a draft of a table. Returns 0; where the table cannot be computed or written, the former file stays."""
    from ckmcore.formats.export import export_files
    from ckmcore.statistic.source import files_of

    target = Path(options.output)
    form = chosen_form(target, options.form)
    with worked_on(options, report, read_only=True) as work:
        spec = table_named(options, work)
        if options.period:
            work.choose_period(options.period)
        inputs = [options.statistic, options.table, options.office, options.key_file]
        inputs += [str(file) for file in files_of(work.statistic, Path(options.statistic))]
        for file in paths_of(spec, form, target):
            check_output(str(file), inputs)
        records_of(work, work.statistic, report)
        draft = work.draft(spec)
        language = report.file_language(spec.presentation.language)
        files = export_files(draft, target, language=language, form=form.name, office=work.office)
    report.wrote(*files)
    report.out("cli_table_written", cells=draft.table.cells, name=target.name)
    return 0


def run_script(options: argparse.Namespace, report: CommandReport) -> int:
    """Write the Python script that makes a table. Returns 0; no record is read."""
    from ckmcore.base.files import write_whole
    from ckmcore.release.run import find_period
    from ckmcore.working.scripts import table_script

    check_output(options.output, [options.statistic, options.table, options.office, options.key_file])
    with worked_on(options, report, read_only=True) as work:
        spec, statistic = table_named(options, work), work.statistic
        if options.period:
            statistic = replace(statistic, current=find_period(statistic, options.period))
        text = table_script(
            statistic,
            spec if options.name is None else options.name,
            options.statistic,
            options.file,
            kind=options.kind,
            form=options.form,
            language=report.file_language(spec.presentation.language),
            office=options.office,
            key_file=options.key_file,
            of_shell=options.shell,
        )
    if options.output is None:
        report.line("script_text", text.rstrip("\n"), script=text)
        return 0
    content, path = text.encode(), Path(options.output)
    write_whole(path, lambda target: cast(None, target.write_bytes(content)))
    report.written(path, "cli_written")
    return 0


def table_named(options: argparse.Namespace, work: WorkingStatistic) -> TableSpec:
    """The table of a name, or of a file. Raises cli_option_not_with, cli_option_needed and the errors of finding or
    reading it."""
    from ckmcore.statistic.table_file import read_table
    from ckmcore.statistic.tables import find_table

    if options.table is not None:
        if options.name is not None:
            raise InputError("cli_option_not_with", option="--table", other="TABLE")
        return read_table(options.table).spec
    if options.name is None:
        raise InputError("cli_option_needed", option="TABLE", reason=f"ckm {options.command}")
    return find_table(work.statistic, options.name).spec


NAMED_TABLE: Options = (
    override("statistic", help="run_statistic"),
    override("name", nargs="?", metavar="TABLE", help="draft_name"),
    override("--table", help="draft_table"),
    "--period",
)
_TABLE: Options = (
    *NAMED_TABLE,
    override("--form", choices=DRAFT_FORMS, metavar="FORM", help="draft_form"),
    "--office",
    *SECRET,
)
_SCRIPT = (
    *_TABLE,
    override("--file", required=True, help="script_file"),
    override("--kind", choices=KINDS, default="python"),
    option("--shell", choices=_SHELLS, help="script_shell"),
    override("--output", required=None, metavar="FILE", help="script_output"),
)
COMMANDS = (
    CliCommand(
        "draft",
        (*_TABLE, override("--output", metavar="FILE")),
        run_draft,
        reads=("table",),
        prints={"output": table_ending},
    ),
    CliCommand("script", _SCRIPT, run_script, reads=("table",)),
)
