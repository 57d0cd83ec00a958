"""`ckm data`: what a file of microdata holds, a dictionary of it, its records prepared, or checked by rules."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import write_whole
from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict
from ckmcore.cli.common import CommandReport, check_output, names_of, pairs_of
from ckmcore.cli.data_options import CODE_TABLE, DATA, asked_dialect, code_table_of, files_of
from ckmcore.cli.options import flag, option, override, require, required
from ckmcore.cli.prepare import run_dictionary, run_prepare
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.dictionary.code_columns import CodeColumns
    from ckmcore.dictionary.record_rules import RecordRule
    from ckmcore.microdata import Preview, PreviewColumn, ReadingPlan
    from ckmcore.statistic.compare_periods import PeriodComparison
    from ckmcore.statistic.judged_records import CheckedRecords
    from ckmcore.statistic.model import Statistic
    from ckmcore.working.statistic import WorkingStatistic

_LABELS_SHOWN = 6
_MISFITS_SHOWN = 50


def _open_project(options: argparse.Namespace, report: CommandReport) -> None:
    """Replace a τ-ARGUS project given as the only file by its data file, and use the project as metadata."""
    from ckmcore.microdata.tauproject import is_project, open_project

    if options.meta is None and len(options.file) == 1 and is_project(Path(options.file[0])):
        project = open_project(options.file[0])
        options.file, options.meta = [str(project.data)], str(project.meta)
        report.notice(*project.notices)


def _describe(options: argparse.Namespace, report: CommandReport) -> int:
    """Print how the preview understood the files."""
    from ckmcore.microdata import preview

    _open_project(options, report)
    shown_preview = preview(files_of(options), asked_dialect(options, options.file[0]), meta=options.meta)
    report.out("data_describe_confidential")
    report.out(
        "data_describe_file",
        name=shown_preview.file.name,
        format=sentence(f"format_{shown_preview.format}"),
        columns=len(shown_preview.columns),
        rows=shown_preview.rows_looked_at,
    )
    _describe_dialect(shown_preview, report)
    for column in shown_preview.columns:
        _describe_column(column, report)
    for warning in shown_preview.warnings:
        report.out("data_describe_warning", warning=warning)
    return 0


def _describe_dialect(shown_preview: Preview, report: CommandReport) -> None:
    dialect = shown_preview.dialect
    if shown_preview.sheets and dialect is not None:
        report.out("data_describe_sheet", sheet=dialect.sheet, cells=dialect.cells, known=shown_preview.sheets)
    elif dialect is not None and shown_preview.format == "csv":
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
    """Ends with ASKED where questions are left, and as reading would where it is refused. Numbers and examples are
    shown, and written where they are asked for; a JSON document has none."""
    check_output(options.output, [*options.file, options.statistic, options.meta])
    plan, name = _plan_of_files(options, report) if options.file else _plan_of_statistic(options, report)
    report.end_progress()
    if not options.json:
        report.out("data_describe_confidential")
    for entry in plan.entries:
        asked_text = entry.named if options.json else entry.told
        if entry.refusal is not None:
            report.out("data_plan_refused", entry=asked_text, ends=int(entry.refusal.exit_code))
        elif entry.is_asked:
            report.out("data_plan_asked", entry=asked_text, option=entry.option)
        else:
            report.out("data_plan_said", entry=asked_text)
    if not plan.entries:
        report.out("data_plan_nothing", name=name)
    if options.output is not None:
        document = plan.as_json(confidential=options.confidential)
        _write_json(Path(options.output), document, private=options.confidential)
        report.written(options.output, "data_plan_written", count=len(plan.entries))
    refused = [int(error.exit_code) for error in plan.refusals]
    return refused[0] if refused else Exit.ASKED if plan.questions else Exit.DONE


def _plan_of_files(options: argparse.Namespace, report: CommandReport) -> tuple[ReadingPlan, str]:
    from ckmcore.microdata import reading_plan

    if options.statistic is not None:
        raise InputError("cli_option_not_with", option="--statistic", other="FILE")
    _open_project(options, report)
    columns = {name: names_of(getattr(options, name)) or None for name in ("dimensions", "magnitudes")}
    plan = reading_plan(
        files_of(options),
        columns["dimensions"],
        options.record_key,
        options.weight,
        columns["magnitudes"],
        dialect=asked_dialect(options, options.file[0]),
        meta=options.meta,
        modulus=options.modulus,
        progress=report.progress,
    )
    return plan, Path(options.file[0]).name


def _plan_of_statistic(options: argparse.Namespace, report: CommandReport) -> tuple[ReadingPlan, str]:
    """The plan by which the rules of today would read the source of a period, which is read by its own."""
    from ckmcore.release.run import find_period
    from ckmcore.statistic.source import plan_of_period

    if options.statistic is None:
        raise InputError("cli_option_needed", option="--statistic", reason="data plan")
    with worked_on(options, report, read_only=True) as work:
        work.needs("methodologist")
        statistic = work.statistic
        if options.period:
            statistic = replace(statistic, current=find_period(statistic, options.period))
        plan = plan_of_period(statistic, work.path, report.progress)
    return plan, Path(options.statistic).name


def _check(options: argparse.Namespace, report: CommandReport) -> int:
    """Judge files, or the records of a period, by the rules of a statistic or of a file."""
    from ckmcore.dictionary.json_file import read_dictionary
    from ckmcore.dictionary.judge_rules import verdict_of_rules
    from ckmcore.statistic.judged_records import titles_of
    from ckmcore.statistic.model import Statistic

    if options.confidential and options.output is None:
        raise InputError("cli_option_needed", option="--output", reason="--confidential")
    if options.statistic is None:
        require(options, "--statistic", "--period")
        for option_name, option_value in (("--rules", options.rules), ("--statistic", options.file)):
            if not option_value:
                raise InputError("cli_option_needed", option=option_name, reason="data check")
    check_output(options.output, [*options.file, options.statistic, options.rules, options.meta])
    named_dictionary = None if options.rules is None else read_dictionary(options.rules)
    if options.statistic is None:
        statistic = _at_period(
            options, Statistic(Texts(), () if named_dictionary is None else named_dictionary.variables)
        )
        checked = _checked_files(options, statistic, () if named_dictionary is None else named_dictionary.rules, report)
    else:
        with worked_on(options, report, read_only=True) as work:
            work.needs("methodologist")
            statistic = _at_period(options, work.statistic)
            rules = statistic.rules if named_dictionary is None else named_dictionary.rules
            checked = _checked_files(options, statistic, rules, report, work)
    titles = titles_of(statistic.dictionary)
    for finding in checked.findings:
        fields = {"verdict": sentence(f"rule_verdict_{finding.verdict}"), "rule": finding.rule.worded(titles)}
        if finding.reason is None:
            report.out("rule_checked", **fields)
        else:
            report.out("rule_checked_not", **fields, reason=finding.reason)
    counts = Counter(finding.verdict for finding in checked.findings)
    report.out(
        "rules_checked",
        held=counts[Verdict.HELD],
        broken=counts[Verdict.OPEN],
        untested=counts[Verdict.NOT_TESTED],
    )
    if options.output is not None:
        _write_report(options, statistic, checked, report)
    verdict = verdict_of_rules(checked.findings)
    return Exit.BREAKS_RULES if verdict is Verdict.OPEN else verdict.exit_code


def _at_period(options: argparse.Namespace, statistic: Statistic) -> Statistic:
    """The statistic at the period that is asked for: of files by default a new one, where the current one has its
    records."""
    from ckmcore.release.run import find_period
    from ckmcore.statistic.periods import with_new_period

    if options.period:
        statistic = replace(statistic, current=find_period(statistic, options.period))
    elif options.file and statistic.period.source is not None:
        statistic = with_new_period(replace(statistic, current=len(statistic.periods) - 1), Texts())
    return statistic.with_period(replace(statistic.period, date=options.date)) if options.date else statistic


def _checked_files(
    options: argparse.Namespace,
    statistic: Statistic,
    rules: Sequence[RecordRule],
    report: CommandReport,
    work: WorkingStatistic | None = None,
) -> CheckedRecords:
    from ckmcore.cli.statistic_session import records_of
    from ckmcore.statistic.judged_records import check_files, check_period

    if not rules:
        raise InputError("rules_none")
    statistic = replace(statistic, rules=tuple(rules))
    if options.file:
        columns = dict(pairs_of(options.column, "--column", "A=COLUMN"))
        checked = check_files(
            statistic,
            [Path(name) for name in options.file],
            rules,
            column_of=columns,
            dialect=asked_dialect(options, options.file[0]),
            meta=None if options.meta is None else Path(options.meta),
            load=None if work is None else work.load,
            progress=report.progress,
        )
        report.end_progress()
        report.notice(*checked.data.notices)
        return checked
    if work is None:
        raise InputError("cli_option_needed", option="--statistic", reason="data check")
    return check_period(statistic, records_of(work, statistic, report), ckm_path=work.path, load=work.load)


def _compare(options: argparse.Namespace, report: CommandReport) -> int:
    """Print distributions of files beside the former period; a JSON document has neither codes nor figures."""
    from ckmcore.statistic.compare_periods import compare_files

    if options.confidential and options.output is None:
        raise InputError("cli_option_needed", option="--output", reason="--confidential")
    check_output(options.output, [*options.file, options.statistic, options.meta])
    with worked_on(options, report, read_only=True) as work:
        work.needs("methodologist")
        comparison = compare_files(
            _at_period(options, work.statistic),
            [Path(name) for name in options.file],
            column_of=dict(pairs_of(options.column, "--column", "A=COLUMN")),
            dialect=asked_dialect(options, options.file[0]),
            meta=None if options.meta is None else Path(options.meta),
            load=work.load,
            progress=report.progress,
        )
    report.end_progress()
    if options.json:
        for change in comparison.unlikely:
            report.out("compared_change", change=change.named)
    else:
        _print_comparison(comparison, report)
    former = comparison.former if comparison.former != Texts() else sentence("compared_former_period")
    report.out("compared_ended", count=len(comparison.unlikely), period=former)
    if options.output is not None:
        document = comparison.as_json(confidential=options.confidential)
        _write_json(Path(options.output), document, private=options.confidential)
        report.written(options.output, "compared_written")
    return Exit.DONE


def _print_comparison(comparison: PeriodComparison, report: CommandReport) -> None:
    from ckmcore.statistic.compare_periods import figure

    report.out("data_describe_confidential")
    former, now = comparison.records
    report.out("compared_all_records", former=former, now=now)
    for change in comparison.of_records:
        report.out("compared_change", change=change.sentence)
    for variable in comparison.variables:
        title = Texts.same(variable.name) if variable.title == Texts() else variable.title
        report.out("compared_variable", variable=title, former=variable.missing[0], now=variable.missing[1])
        for change in variable.unlikely:
            report.out("compared_change", change=change.sentence)
        if variable.means != (None, None):
            report.out("compared_means", former=figure(variable.means[0]), now=figure(variable.means[1]))
        for code in variable.codes:
            former_share, now_share = variable.shares(code)
            words = [f"{code.code}  {word}" for word in (code.label.en, code.label.de)]
            named = Texts(*words) if code.label != Texts.same(code.code) else Texts.same(code.code)
            report.out("compared_code", category=named, former=former_share, now=now_share)


def _write_json(path: Path, document: object, *, private: bool) -> None:
    content = msgspec.json.format(msgspec.json.encode(document), indent=1)

    def write(target_part: Path) -> None:
        target_part.write_bytes(content + b"\n")

    write_whole(path, write, private=private)


def _write_report(
    options: argparse.Namespace, statistic: Statistic, checked: CheckedRecords, report: CommandReport
) -> None:
    from ckmcore.dictionary.judge_rules import record_values
    from ckmcore.internal.rule_report import RuleReport
    from ckmcore.statistic.judged_records import titles_of

    def values(names: Sequence[str], rows: Sequence[int]) -> Sequence[Sequence[str]]:
        return record_values(checked.data, checked.more, names, rows)

    rule_report = RuleReport(
        statistic.title,
        statistic.period.label,
        ", ".join(Path(name).name for name in options.file),
        datetime.now().astimezone().date().isoformat(),
        titles_of(statistic.dictionary),
        checked.findings,
        values if options.confidential else None,
    )
    rule_report.write(Path(options.output), report.file_language())
    report.written(options.output, "rule_report_written")


def _codes(options: argparse.Namespace, report: CommandReport) -> int:
    """Ends with ASKED where questions are left; writes the hierarchy where that is asked for."""
    from ckmcore.dictionary.code_columns import columns_of
    from ckmcore.dictionary.code_tables import read_codes
    from ckmcore.dictionary.conversions import conversion_of
    from ckmcore.dictionary.hierarchy_files import hierarchy_of_hrc, hierarchy_of_table, write_hrc
    from ckmcore.dictionary.small_tables import read_table
    from ckmcore.microdata.files import checked_path

    check_output(options.output, [options.file])
    if options.output is not None and options.wanted != "tree":
        raise InputError("cli_option_not_with", option="--output", other=f"--read-as {options.wanted}")
    given = code_table_of(options)
    hrc = (
        hierarchy_of_hrc(checked_path(options.file), (), given["answers"])
        if options.wanted == "tree" and not any(held for name, held in given.items() if name != "answers")
        else None
    )
    if hrc is not None:
        report.out("codes_tree", nodes=tuple(map(str, hrc.hierarchy.per_level)), labels=0)
        report.notice(*hrc.notices)
        if options.output is not None:
            write_hrc(hrc.hierarchy, options.output)
            report.wrote(options.output)
        return Exit.DONE
    table = read_table(options.file, given["sheet"], given["answers"])
    columns = columns_of(table, options.wanted, head_row=given["head_row"], answers=given["answers"])
    columns = columns.with_meanings(given["meanings"])
    _say_columns(columns, report)
    if options.wanted == "conversion":
        conversion = conversion_of(columns, given["answers"])
        report.out("codes_conversion", pairs=len(conversion.pairs), labels=len(conversion.labels))
        return _say_plan(conversion.plan, report)
    read = read_codes(columns, options.wanted, "", "", given["answers"])
    for misfit in read.misfits[:_MISFITS_SHOWN]:
        report.out("codes_misfit", misfit=misfit.sentence())
    if read.hierarchy is not None:
        report.out("codes_tree", nodes=tuple(map(str, read.hierarchy.per_level)), labels=len(read.labels))
    else:
        report.out("codes_list", count=len(read.categories), labels=len(read.labels))
    if options.output is not None:
        read.check()
        write_hrc(hierarchy_of_table(read).hierarchy, options.output)
        report.wrote(options.output)
        if read.labels:
            report.notice(sentence("codes_hrc_without_labels", labels=len(read.labels)))
    return _say_plan(read.plan, report)


def _say_columns(columns: CodeColumns, report: CommandReport) -> None:
    from ckmcore.dictionary.code_columns import meaning_title

    head = columns.head[0].line if columns.head else 0
    report.out("codes_file", name=Path(columns.table.file).name, sheet=columns.table.sheet or "–", row=head)
    for name, meaning in zip(columns.names, columns.meanings, strict=True):
        report.out("codes_column", column=name, meaning=meaning, words=meaning_title(meaning))


def _say_plan(plan: ReadingPlan, report: CommandReport) -> int:
    for entry in plan.entries:
        if entry.is_asked:
            report.out("data_plan_asked", entry=entry.told, option=entry.option)
        else:
            report.out("data_plan_said", entry=entry.told)
    return Exit.ASKED if plan.questions else Exit.DONE


_FILES = override("file", nargs="+", help="data_files")
_CHECK = (
    override("file", nargs="*", help="data_files"),
    "--statistic",
    *SECRET,
    override("--period", help="check_period"),
    override("--date", help="check_date"),
    "--rules",
    override("--column", action="append", default=[], metavar="A=COLUMN", help="statistic_column"),
    "--confidential",
    override("--output", required=False, help="check_output"),
    *DATA,
)
_COMPARE = (
    override("file", nargs="+", help="data_files"),
    *required("--statistic"),
    *SECRET,
    override("--period", help="check_period"),
    override("--date", help="check_date"),
    override("--column", action="append", default=[], metavar="A=COLUMN", help="statistic_column"),
    override("--confidential", help="compare_confidential"),
    override("--output", required=False, help="compare_output"),
    *DATA,
)
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
    CliCommand("data check", _CHECK, _check, reads=("file",)),
    CliCommand(
        "data codes",
        (
            override("file", help="codes_file"),
            option("--read-as", dest="wanted", choices=("tree", "list", "conversion"), default="tree", help="codes_as"),
            *CODE_TABLE,
            override("--output", required=None, help="codes_output"),
        ),
        _codes,
        reads=("file",),
        prints={"output": ".hrc"},
    ),
    CliCommand("data compare", _COMPARE, _compare, reads=("file",), prints={"output": ".json"}),
    CliCommand("data describe", (_FILES, *DATA), _describe, reads=("file",)),
    CliCommand(
        "data plan",
        (
            override("file", nargs="*", help="data_files"),
            override("--statistic", help="plan_statistic"),
            "--period",
            *SECRET,
            override("--dimensions", help="plan_dimensions"),
            "--magnitudes",
            "--record-key",
            "--modulus",
            "--weight",
            override("--output", required=None, help="plan_output"),
            override("--confidential", help="plan_confidential"),
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
