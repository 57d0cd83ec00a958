"""`ckm statistic`: a statistic made and kept by commands, each of which saves it once or not at all."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.base.deviations import shown_elsewhere
from ckmcore.base.texts import Texts
from ckmcore.cli.common import CommandReport, check_output, names_of, pairs_of
from ckmcore.cli.data_options import (
    CODE_TABLE,
    DATA,
    DATABASE,
    PERIOD_CODE,
    answers_of,
    asked_dialect,
    code_table_of,
    refuse_database_options,
)
from ckmcore.cli.layout import LAID_OUT, TABLE, presented, table_of_options, with_least_in_class
from ckmcore.cli.method import method_options, method_without_data, methods, refuse_wrong
from ckmcore.cli.options import Options, flag, option, override, refuse_beside, require, required, several
from ckmcore.cli.policy import office_asked
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError
from ckmcore.messages import sentence
from ckmcore.microdata.database_address import Address, address_of
from ckmcore.microdata.reading_plan import answers_kept

if TYPE_CHECKING:
    from ckmcore.dictionary.moving import Answer
    from ckmcore.methods.magnitude_settings import Nature
    from ckmcore.methods.method import Method
    from ckmcore.microdata import Hierarchy
    from ckmcore.microdata.data import Category
    from ckmcore.statistic.import_period import CodeDecision
    from ckmcore.statistic.key_choice import KeyChoice
    from ckmcore.statistic.model import Statistic
    from ckmcore.tabulate.spec import TableSpec
    from ckmcore.working.statistic import WorkingStatistic

# What is said of records, and of them where they are new.
_OF_RECORDS = (
    *("--dimensions", "--magnitudes", "--identifiers", "--weight"),
    *("--column", "--record-key", "--keys", "--secret"),
)
_OF_NEW = [name for name in _OF_RECORDS if name not in ("--identifiers", "--secret")]
_DECISION = ("body", "date", "reference", "valid_from", "valid_to", "second_person", "remark")


def _create(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.working.statistic import create_statistic

    path = Path(options.statistic)
    title, source = _both(options.title, options.title_de), _both(options.source, options.source_de)
    office = office_asked(options.office)
    with create_statistic(path, title, source_note=source, units=options.units, office=office):
        pass
    report.written(path, "statistic_created")
    return 0


def _mark(options: argparse.Namespace, report: CommandReport) -> int:
    """Clears a mark that nobody proves."""
    from ckmcore.cli.secret import open_asked, register_folder
    from ckmcore.statistic.trusted_state import clear_unproven
    from ckmcore.working.session import needs_role

    path = Path(options.statistic)
    statistic, stamp = open_asked(options, path, report)
    needs_role(statistic, "methodologist")
    cleared = clear_unproven(statistic, stamp.guard, register_folder(options, path))
    report.out("known_mark_removed" if cleared else "known_mark_none")
    return 0


def _show(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report, read_only=True) as work:
        statistic = work.statistic
    report.out("statistic_shown", title=statistic.title, periods=len(statistic.periods), tables=len(statistic.tables))
    for period_index, period in enumerate(statistic.periods):
        method = period.in_force
        name = sentence("statistic_no_method") if method is None else method.method.name
        code = "statistic_period_now" if period_index == statistic.current else "statistic_period"
        report.out(code, period=period.label, date=period.date or "–", method=name)
    for table in statistic.tables:
        title = statistic.title_of(table.spec)
        if title == Texts():
            report.out("statistic_table_untitled", name=table.name)
        else:
            report.out("statistic_table", name=table.name, title=title)
    return 0


def _period(options: argparse.Namespace, report: CommandReport) -> int:
    if not options.data and not options.replace:
        require(options, "--data", *_OF_RECORDS)
    with worked_on(options, report) as work:
        work.needs("methodologist")
        if any(options.label in (period.label.en, period.label.de) for period in work.statistic.periods):
            work.choose_period(options.label)
            if options.date or options.areas:
                areas = Texts.same(options.areas) if options.areas else None
                work.describe_period(date=options.date or None, areas=areas)
            if options.moving:
                work.decide_moving(_moving(options))
        else:
            areas = Texts.same(options.areas)
            work.add_period(Texts.same(options.label), options.date, areas=areas, moving=_moving(options))
        address = address_of(options.data[0]) if options.data else None
        if address is None:
            refuse_database_options(options, "--household")
        if address is not None or (options.replace and work.of_database):
            _relation(options, work, address)
        elif options.replace:
            units = _replace(options, work)
        elif options.data:
            dimensions, magnitudes = names_of(options.dimensions), names_of(options.magnitudes)
            work.add_records(
                options.data,
                dimensions or None,
                record_key=options.record_key,
                weight=options.weight,
                magnitudes=magnitudes,
                identifiers=names_of(options.identifiers),
                columns=dict(pairs_of(options.column, "--column", "A=COLUMN")),
                keys=_keys(options),
                modulus=options.modulus,
                meta=options.meta,
                dialect=asked_dialect(options, options.data[0]),
                codes=_conversions(options, work.statistic, report),
                new_codes=options.new_codes,
                since=options.since,
            )
        replaced_period, work_of_database = work.period, work.of_database
    report.wrote(Path(options.statistic))
    if options.replace and not work_of_database:
        kept_count, new, gone = units
        report.out("statistic_period_replaced", period=replaced_period.label, kept=kept_count, new=new, gone=gone)
        return 0
    if replaced_period.source is None:
        report.out("statistic_period_waits", period=replaced_period.label)
    elif options.data or options.replace:
        report.out("statistic_period_kept", period=replaced_period.label)
    else:
        report.out("statistic_period_day", period=replaced_period.label, date=replaced_period.date or "–")
    return 0


def _moving(options: argparse.Namespace) -> dict[str, Answer]:
    """What was decided of variables that are fixed classes of years. Raises cli_option_value."""
    answers: dict[str, Answer] = {}
    for name, answer in pairs_of(options.moving, "--moving", "A=age"):
        if answer not in ("age", "codes"):
            raise InputError("cli_option_value", option="--moving", value=f"{name}={answer}", example="A=age, A=codes")
        answers[name] = "age" if answer == "age" else "codes"
    return answers


def _relation(options: argparse.Namespace, work: WorkingStatistic, address: Address | None) -> None:
    """Use a database relation as records of the period, or refresh the data of the relation in use."""
    if options.replace:
        work.refresh_relation(new_codes=options.new_codes, since=options.since)
        return
    if address is None or len(options.data) > 1:
        raise InputError("database_address", text=" ".join(options.data))
    if options.keys or not options.record_key:
        raise InputError("cli_option_needed", option="--record-key", reason="--data database:NAME/RELATION")
    work.add_relation(
        address.database,
        address.relation,
        names_of(options.dimensions),
        record_key=options.record_key,
        modulus=options.modulus,
        weight=options.weight or "",
        magnitudes=names_of(options.magnitudes),
        household=options.household or "",
        any_member=names_of(options.any_member),
        columns=dict(pairs_of(options.column, "--column", "A=COLUMN")),
        held="memory" if options.into_memory else "database",
        period_column=options.period_column,
        period_code=options.period_code or (options.label if options.period_column else ""),
        new_codes=options.new_codes,
        since=options.since,
    )


def _replace(options: argparse.Namespace, work: WorkingStatistic) -> tuple[int, int, int]:
    identifiers = names_of(options.identifiers)
    from ckmcore.statistic.period import Decision
    from ckmcore.statistic.persons import name_of

    # Without an identifier all records get new keys, which needs a remark.
    for name, option_value in (("--data", options.data), ("--identifiers", identifiers or options.remark)):
        if not option_value:
            raise InputError("cli_option_needed", option=name, reason="--replace")
    refuse_beside(options, "--replace", *_OF_NEW)
    decision = Decision(body=name_of(work.person), second_person=options.second_person or "", remark=options.remark)
    unit = identifiers[0] if identifiers else ""
    return work.replace_records(options.data, unit, secret=options.secret, decision=decision)


def _keys(options: argparse.Namespace) -> KeyChoice | Any:
    """Origin of the record keys where no column holds them."""
    from ckmcore.statistic.key_choice import KeyChoice

    if options.secret and options.keys != "derived":
        raise InputError(
            "cli_option_not_with", option="--secret", other=f"--keys {options.keys}" if options.keys else "--record-key"
        )
    if options.keys and options.record_key:
        raise InputError("cli_option_not_with", option="--record-key", other="--keys")
    if options.keys != "derived":
        return options.keys
    identifiers = names_of(options.identifiers)
    for name, option_value in (("--secret", options.secret), ("--identifiers", identifiers)):
        if not option_value:
            raise InputError("cli_option_needed", option=name, reason="--keys derived")
    return KeyChoice("derived", identifier=identifiers[0], secret=Path(options.secret))


def _rules(options: argparse.Namespace, report: CommandReport) -> int:
    """List the rules for records; declare those of a file in their place, write them to one."""
    from ckmcore.dictionary.json_file import read_dictionary, write_dictionary
    from ckmcore.statistic.judged_records import titles_of

    check_output(options.output, [options.statistic, options.rules])
    with worked_on(options, report, read_only=options.rules is None) as work:
        work.needs("methodologist")
        if options.rules is not None:
            work.set_rules(read_dictionary(options.rules).rules)
        statistic = work.statistic
    if options.rules is not None:
        report.wrote(Path(options.statistic))
    titles = titles_of(statistic.dictionary)
    for rule in statistic.rules:
        severity = sentence(f"rule_severity_{rule.severity}")
        report.out("rule_listed", rule=rule.worded(titles), severity=severity)
    report.out("rules_kept", count=len(statistic.rules))
    if options.output is not None:
        write_dictionary(options.output, (), (), statistic.rules)
        report.wrote(options.output)
    return 0


def _variable(options: argparse.Namespace, report: CommandReport) -> int:
    labels = dict(pairs_of(options.label, "--label", "CODE=WORDS"))
    with worked_on(options, report) as work:
        if options.period:
            work.choose_period(options.period)
        title = None if options.title is None else _both(options.title, options.title_de)
        tree, tree_labels, code_list = _codes_of(options, work.statistic, report)
        work.describe_variable(
            options.name,
            title=title,
            labels={**tree_labels, **labels} or None,
            hierarchy=tree,
            code_list=code_list,
            classes=options.classes,
            answers=code_table_of(options)["answers"],
        )
    report.wrote(Path(options.statistic))
    report.out("statistic_variable_kept", name=options.name)
    return 0


def _codes_of(
    options: argparse.Namespace, statistic: Statistic, report: CommandReport
) -> tuple[Hierarchy | None, Mapping[str, Texts], Sequence[Category] | None]:
    """Hierarchy of the file that `--hierarchy` names, labels of its nodes, and categories of `--code-list`."""
    from ckmcore.dictionary.code_lists import code_list_with_plan
    from ckmcore.dictionary.hierarchy_files import read_hierarchy
    from ckmcore.microdata import read_hrc

    given = code_table_of(options)
    entry = next((entry for entry in statistic.dictionary if entry.name == options.name), None)
    tree: Hierarchy | None = None
    labels: Mapping[str, Texts] = {}
    code_list: Sequence[Category] | None = None
    if options.hierarchy is not None and options.hierarchy.casefold().endswith(".hrc"):
        tree = read_hrc(options.hierarchy)
    elif options.hierarchy is not None:
        codes = [] if entry is None else [category.code for category in entry.categories if category.code]
        known = () if entry is None else entry.code_answers
        asked = {**given, "answers": answers_kept(given["answers"], known)}
        with shown_elsewhere():
            read = read_hierarchy(options.hierarchy, codes, name=options.name, **asked)
        report.notice(*read.notices, *(told.told for told in read.plan.entries))
        tree, labels = read.hierarchy, read.labels
    if options.code_list is not None:
        code_list, plan = code_list_with_plan(options.code_list, entry, **given)
        report.notice(*(told.told for told in plan.entries))
    return tree, labels, code_list


def _conversions(options: argparse.Namespace, statistic: Statistic, report: CommandReport) -> list[CodeDecision]:
    """Decisions by the conversion tables that `--conversion` names, with the labels of the new codes."""
    from ckmcore.dictionary.conversions import read_conversion
    from ckmcore.statistic.import_period import CodeDecision, breaks_series

    decisions = []
    entries = {entry.name: entry for entry in statistic.dictionary}
    answers = answers_of(options.answer)
    meanings: dict[str | int, str] = dict(pairs_of(options.meaning, "--meaning", "AGS=old"))
    for name, file in pairs_of(options.conversion, "--conversion", "KREIS=umsteige.xlsx"):
        kept = answers_kept(answers, entries[name].code_answers if name in entries else ())
        read = read_conversion(file, meanings=meanings, answers=kept)
        report.notice(*(told.told for told in read.plan.entries))
        decision = CodeDecision(name, pairs=read.pairs, labels=tuple(read.labels.items()))
        is_break = name in entries and breaks_series(entries[name], decision)
        decisions.append(replace(decision, is_break=is_break))
    return decisions


def _method(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ports import lab
    from ckmcore.statistic.kept_beside import safe_method, suppression_method
    from ckmcore.statistic.period import Decision

    decision = Decision(**{name: getattr(options, name) for name in _DECISION})
    with worked_on(options, report) as work:
        work.needs("methodologist")
        if options.period:
            work.choose_period(options.period)
        if methods()[options.method].alone:
            refuse_wrong(options)
            of_period = safe_method if methods()[options.method].changes_records else suppression_method
            method: Method = of_period(work.period)
        else:
            method = method_without_data(options, _magnitudes(work.statistic), _natures(work.statistic))
        work.put_in_force(method, None if decision == Decision() else decision, measured=options.measured)
        period, magnitudes = work.period, _magnitudes(work.statistic)
    report.wrote(Path(options.statistic))
    ports = lab()
    report.notice(*([] if ports is None else ports.sums_told(method, magnitudes)))
    report.out("statistic_method_kept", method=method.name, period=period.label)
    return 0


def _natures(statistic: Statistic) -> dict[str, Nature]:
    """Nature of each magnitude: as in the method in force, else derived from whether the statistic declares recurring
    units.
    """
    from ckmcore.release.needed_checks import sums_in_force

    declared, method = statistic.nature, sums_in_force(statistic)
    magnitudes = {} if declared is None else dict.fromkeys(_magnitudes(statistic), declared)
    return magnitudes | ({} if method is None else {name: settings.nature for name, settings in method.own})


def _magnitudes(statistic: Statistic) -> list[str]:
    return [entry.name for entry in statistic.dictionary if entry.role == "magnitude"]


def _table(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        if options.remove:
            work.remove_table(options.name)
        else:
            work.save_table(options.name, _spec(options, work.statistic), folder=options.folder)
    report.wrote(Path(options.statistic))
    report.out("statistic_table_removed" if options.remove else "statistic_table_kept", name=options.name)
    return 0


def _spec(options: argparse.Namespace, statistic: Statistic) -> TableSpec:
    """Table of the options, with the dictionary's classes and the quantile settings of the method in force."""
    from ckmcore.microdata.variable import units_of
    from ckmcore.statistic.table_file import read_table
    from ckmcore.tabulate.values import with_unit

    if options.table:
        refuse_beside(options, "--table", *LAID_OUT)
        spec = read_table(options.table).spec
    else:
        classes = {entry.name: entry.magnitude_classes for entry in statistic.dictionary}
        spec = table_of_options(options, classes.get(options.value)).spec
        units = units_of(statistic.dictionary)
        spec = spec.with_changes(values=tuple(with_unit(value, units) for value in spec.values))
        if statistic.period.in_force is not None:
            noise = statistic.period.in_force.method.count_noise
            spec = with_least_in_class(spec, classes, noise, options.least_in_class)
    spec = presented(spec, options)
    return spec if options.title is None else spec.with_changes(title=_both(options.title, options.title_de))


def _both(words: str, german: str | None) -> Texts:
    return Texts.same(words) if german is None else Texts(words, german)


_OPENED: Options = ("statistic", "--office", *SECRET)
_CREATE: Options = (
    "statistic",
    "--office",
    *required("--title"),
    "--title-de",
    "--source",
    "--source-de",
    option("--units", choices=("recur", "once"), default="", help="statistic_units"),
)
_PERIOD = (
    *_OPENED,
    "--take-over",
    option("label", metavar="LABEL", help="statistic_label_of_period"),
    override("--date", help="statistic_day"),
    option("--areas", default="", help="statistic_areas"),
    override("--data", nargs="+", required=None, metavar="FILE", help="data_files"),
    *DATA,
    "--dimensions",
    "--magnitudes",
    option("--identifiers", metavar="A,B", help="statistic_identifiers"),
    override("--weight", help="statistic_weight"),
    override("--column", action="append", default=[], metavar="A=COLUMN", help="statistic_column"),
    "--record-key",
    "--modulus",
    override("--household", help="database_household"),
    *DATABASE[:-1],
    override(PERIOD_CODE, help="database_period_label"),
    "--any-member",
    "--keys",
    override("--secret", help="statistic_secret"),
    override("--replace", help="statistic_replace"),
    override("--remark", help="statistic_fresh_keys"),
    "--second-person",
    several("--moving", metavar="A=age", help="statistic_moving"),
    option("--new-codes", choices=("refuse", "begin"), default="refuse", help="statistic_new_codes"),
    several("--conversion", metavar="A=FILE", help="statistic_conversion"),
    several("--meaning", metavar="COLUMN=MEANING", help="column_meaning"),
    option("--since", default="", help="statistic_since"),
)
_VARIABLE = (
    *_OPENED,
    "--take-over",
    "--period",
    override("name", metavar="VARIABLE", help="statistic_name"),
    *("--title", "--title-de"),
    several("--label", metavar="CODE=WORDS", help="statistic_label"),
    override("--hierarchy", action=None, default=None, metavar="FILE", help="statistic_hierarchy"),
    option("--code-list", metavar="FILE", help="statistic_code_list"),
    *CODE_TABLE,
    "--classes",
)
_METHOD = (
    *_OPENED,
    "--take-over",
    "--period",
    method_options,
    "--meta",
    option("--body", default="", help="statistic_body"),
    "--date",
    *(
        option(f"--{name.replace('_', '-')}", default="", help=f"statistic_{name}")
        for name in ("reference", "valid_from", "valid_to")
    ),
    "--second-person",
    override("--remark", help="statistic_remark"),
    flag("--measured", help="statistic_measured"),
)
_SAVED = (
    *_OPENED,
    "--take-over",
    "name",
    *TABLE,
    flag("--weighted", dest="weight", help="statistic_weighted"),
    override("--title", help="statistic_table_title"),
    "--title-de",
    option("--folder", default="", help="statistic_folder"),
    flag("--remove", help="statistic_remove"),
)
_RULES = (
    *_OPENED,
    "--take-over",
    override("--rules", help="statistic_rules_file"),
    override("--output", required=False, help="rules_output"),
)
COMMANDS = (
    CliCommand("statistic"),
    CliCommand("statistic create", _CREATE, _create),
    CliCommand("statistic show", _OPENED, _show),
    CliCommand("statistic period", _PERIOD, _period),
    CliCommand("statistic variable", _VARIABLE, _variable),
    CliCommand("statistic rules", _RULES, _rules, reads=("rules",), prints={"output": ".json"}),
    CliCommand("statistic method", _METHOD, _method),
    CliCommand("statistic table", _SAVED, _table),
    CliCommand("statistic mark", (*_OPENED, "--register"), _mark),
)
