"""`ckm run`: saved tables of a statistic for a reporting period, as drafts with one report."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ckmcore.base.exits import Exit
from ckmcore.cli.common import CommandReport
from ckmcore.cli.layout import pairs_of
from ckmcore.cli.secret import add_secret_option
from ckmcore.cli.work import records_of, worked_on
from ckmcore.errors import InputError
from ckmcore.formats.forms import FORMS
from ckmcore.messages import sentence
from ckmcore.office.settings import FormName

if TYPE_CHECKING:
    from ckmcore.release.run import Planned, TableRun
    from ckmcore.working.statistic import WorkingStatistic


def add_run_command(commands: Any, text: Callable[[str], str]) -> None:
    """`ckm run statistic.ckm [TABLE ...] -o FOLDER`."""
    run = commands.add_parser("run", help=text("run"), description=text("run"))
    run.add_argument("statistic", metavar="S.ckm", help=text("run_statistic"))
    run.add_argument("table", nargs="*", metavar="TABLE", help=text("run_tables"))
    target = run.add_mutually_exclusive_group(required=True)
    target.add_argument("-o", "--output", metavar="FOLDER", help=text("run_output"))
    target.add_argument("--check", action="store_true", help=text("run_check"))
    run.add_argument("--period", action="append", default=[], help=text("run_periods"))
    run.add_argument("--where", action="append", default=[], metavar="A=1,2", help=text("run_where"))
    run.add_argument(
        "--format",
        choices=[name for name, form in FORMS.items() if not form.desk],
        default=None,
        metavar="FORMAT",
        help=text("run_format"),
    )
    run.add_argument("--workbook", action="store_true", help=text("run_workbook"))
    run.add_argument("--office", metavar="FILE", help=text("leak_office"))
    run.add_argument("--replace", action="store_true", help=text("replace"))
    run.add_argument("--adapt", action="store_true", help=text("run_adapt"))
    add_secret_option(run, text)
    run.add_argument("--language", choices=("de", "en"), default=argparse.SUPPRESS, help=text("language"))


def run_run(options: argparse.Namespace, report: CommandReport) -> int:
    """Ends with PARTLY where some tables were written and some not, with INPUT where none was;
    with `--check` as the run would."""
    from ckmcore.release.run import find_period

    where = {name: codes.split(",") for name, codes in pairs_of(options.where, "--where", "A=1,2")}
    with worked_on(options, report, read_only=True) as work:
        statistic = work.statistic
        if not statistic.tables:
            raise InputError("run_no_tables", name=Path(options.statistic).name)
        places = [find_period(statistic, one) for one in options.period] or [statistic.current]
        done = [_run(options, work, place, where, report) for place in places]
    if any(one.cancelled for one in done):
        return Exit.INTERRUPTED
    return _end(sum(one.written for one in done), sum(one.left for one in done))


class _Done(NamedTuple):
    written: int
    left: int
    cancelled: bool = False


def _run(
    options: argparse.Namespace,
    work: WorkingStatistic,
    place: int,
    where: Mapping[str, Sequence[str]],
    report: CommandReport,
) -> _Done:
    """The tables of one period."""
    from ckmcore.release.run import plan, run_planned
    from ckmcore.statistic.model import NoMethodInForce
    from ckmcore.statistic.tables import chosen_tables
    from ckmcore.working.runs import by_parts
    from ckmcore.working.statistic import first_form

    path, office = Path(options.statistic), work.office
    statistic = replace(work.statistic, current=place)
    tables = by_parts(statistic, chosen_tables(statistic, options.table), where)
    if statistic.period.in_force is None:
        raise NoMethodInForce()
    data = records_of(work, statistic, report)
    form: FormName = options.format or first_form(office)
    report.out("run_heading", statistic=statistic.title, period=statistic.period.label, count=len(tables))
    folder = None if options.output is None else Path(options.output)
    planned = plan(
        statistic,
        data,
        tables,
        form,
        report.file_language(),
        adapt=options.adapt,
        folder=folder,
        ckm_path=path,
        office=office,
        workbook=options.workbook or office.one_workbook,
    )
    _tell_plan(planned, report)
    if folder is None:
        unfit = sum(not one.runs for one in planned)
        report.out("run_check_not" if unfit else "run_check_fits", count=unfit)
        return _Done(len(planned) - unfit, unfit)

    made = run_planned(
        statistic,
        data,
        planned,
        folder,
        report.file_language(),
        ckm_path=path,
        office=office,
        load=work.load,
        replaces=options.replace,
    )
    for run in made.runs:
        _tell_run(run, report)
    written_files = dict.fromkeys(name for run in made.runs if run.state == "written" for name in run.files)
    report.wrote(*(folder / name for name in written_files), folder / made.file)
    report.out("run_report", name=made.file)
    report.out(made.summary().code, **made.summary().fields)
    return _Done(made.written, len(made.runs) - made.written, made.cancelled)


def _end(written: int, left: int) -> Exit:
    return Exit.DONE if not left else Exit.PARTLY if written else Exit.INPUT


def _tell_plan(planned: Sequence[Planned], report: CommandReport) -> None:
    for one in planned:
        report.out(
            "run_planned" if one.runs else "run_planned_not", name=one.table.name, title=one.title, file=one.file
        )
        if one.error is not None:
            report.out("run_note", note=one.error)
        for misfit in one.misfits:
            report.out("run_note", note=misfit.said)
        for remark in one.remarks:
            report.out("run_note", note=remark)


def _tell_run(run: TableRun, report: CommandReport) -> None:
    if run.state == "written":
        report.out("run_done_written", file=run.plan.file, cells=run.cells)
        return
    report.out("run_done_not", name=run.plan.table.name, state=sentence(f"run_state_{run.state}"))
    if run.error is not None:
        report.out("run_note", note=run.error)
    if run.old_file:
        report.out("run_note", note=sentence("run_old_file", file=run.plan.file))
