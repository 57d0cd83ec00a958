"""`ckm evaluate`: variants of method judged by tables of a statistic: quality, risk, a report. Never a release."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import COMPILE_FROM_ROWS, FILES, CommandReport, files_asked
from ckmcore.cli.options import OneOf, flag, option, override, several
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError, ProtectionError
from ckmcore.lab.cli.assess import KNOWLEDGE, WITH_EMPTY
from ckmcore.lab.cli.measures import tell_measures
from ckmcore.messages import say

if TYPE_CHECKING:
    from ckmcore.base.texts import Texts
    from ckmcore.lab.quality.candidates import Candidate
    from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, TestTable
    from ckmcore.lab.risk.publication import Publication
    from ckmcore.microdata.data import Microdata
    from ckmcore.release.files_found import FindFile
    from ckmcore.statistic.model import Statistic
    from ckmcore.working.statistic import WorkingStatistic

_VARIANTS = "in-force,rounding:10"
# The files that are written to a folder; the first is the one that is attached.
_FILES = ("evaluation.html", "evaluation.xlsx", "evaluation.csv")


def _targets(output: str) -> list[Path]:
    """The files to write: one whose ending says its form, or those of a folder."""
    from ckmcore.lab.report.evaluation_files import SUFFIXES

    path = Path(output)
    return [path] if path.suffix.lower() in SUFFIXES and not path.is_dir() else [path / name for name in _FILES]


def run_evaluate(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm evaluate`. Returns DISCLOSES where a variant discloses a cell for certain, NOT_TESTED where a requested
    attack was not made or not finished."""
    with worked_on(options, report, read_only=not options.attach) as work:
        evaluation, period = _evaluated(options, work, report)
    targets = _targets(options.output)
    for target in targets:
        report.out("cli_assess_written", name=target.name)
    if options.attach:
        report.out("cli_evaluate_attached", name=targets[0].name, period=period)
    return Exit.DONE if options.no_attack else evaluation.attack_verdict.exit_code


def _evaluated(options: argparse.Namespace, work: WorkingStatistic, report: CommandReport) -> tuple[Evaluation, Texts]:
    """Evaluate the variants and write the files. Returns the evaluation and the label of its period."""
    from ckmcore.lab.quality.evaluate import evaluate
    from ckmcore.lab.report.evaluation_files import write_evaluation
    from ckmcore.release.run import find_period
    from ckmcore.tabulate import kernel

    request = _request_of_options(options)
    targets, statistic = _targets(options.output), work.statistic
    work.needs("methodologist")
    period_statistic = (
        statistic if options.period is None else replace(statistic, current=find_period(statistic, options.period))
    )
    if options.attach and not period_statistic.period.decisions:
        raise ProtectionError("no_decision")
    variants = _variants(options.variants, period_statistic)
    if options.random is None:
        _chosen_tables(options, period_statistic)  # a name that is none is said before records are read
    targets[0].parent.mkdir(parents=True, exist_ok=True)
    data = work.load(period_statistic, report.progress)
    report.end_progress()
    if data is None:
        raise InputError("run_no_records", period=period_statistic.period.label)
    if data.rows > COMPILE_FROM_ROWS:
        kernel.load()
    tables = (
        _chosen_tables(options, period_statistic) if options.random is None else _drawn_tables(options, data, report)
    )
    if request.attack:
        _offer_sample(data, tables, request, report)
    files = files_asked(options, Path(options.statistic), work.office)
    released = _released(period_statistic, data, request, files, report) if options.with_released else ()
    released += _published(options.with_published, period_statistic, data, request, report)
    evaluation = evaluate(data, tables, variants, request, released=released, progress=report.share)
    report.end_progress()
    report.out("evaluation_band")
    _tell(evaluation, report)
    today = datetime.datetime.now(tz=datetime.UTC).date()
    language = report.file_language()
    title = period_statistic.title.text(language)
    for target in targets:
        write_evaluation(evaluation, target, title=title, date=today, language=language)
        report.wrote(target)
    if options.attach:
        attachment = _attachment(targets[0], today)
        work.take(
            lambda current_statistic: replace(
                period_statistic.with_attachment(attachment), current=current_statistic.current
            )
        )
    return evaluation, period_statistic.period.label


def _request_of_options(options: argparse.Namespace) -> EvaluationRequest:
    from ckmcore.lab.quality.evaluation import EvaluationRequest

    return EvaluationRequest(
        repetitions=options.repetitions,
        seed=options.seed,
        knowledge=options.knowledge,
        width=options.width,
        least_units=options.least_units,
        sample=options.sample,
        prior=options.prior,
        seconds=options.seconds,
        with_empty=options.with_empty,
        monte_carlo=not options.no_draws,
        attack=not options.no_attack,
    )


def _chosen_tables(options: argparse.Namespace, statistic: Statistic) -> list[TestTable]:
    """Saved tables that the options name, those of a test set, or all. Raises table_unknown, test_set_unknown."""
    from ckmcore.lab.quality.evaluation import TestTable
    from ckmcore.statistic.table_sets import tables_of_set
    from ckmcore.statistic.tables import chosen_tables

    if options.test_set is not None:
        tables = tables_of_set(statistic, options.test_set)
    else:
        tables = chosen_tables(statistic, _table_names(options.tables or [], statistic))
    return [TestTable(table.name, table.spec) for table in tables]


def _table_names(texts: Sequence[str], statistic: Statistic) -> list[str]:
    """Table names in an option's values, separated by commas; a name may itself contain commas."""
    known_names = {table.name for table in statistic.tables} | {f"{table.folder}/" for table in statistic.tables}
    names = []
    for text in texts:
        text_parts = text.split(",")
        while text_parts:
            # The longest name that the text begins with; where there is none, the first piece is asked for and refused.
            lengths = [
                size for size in range(len(text_parts), 0, -1) if ",".join(text_parts[:size]).strip() in known_names
            ]
            size = lengths[0] if lengths else 1
            names.append(",".join(text_parts[:size]).strip())
            text_parts = text_parts[size:]
    return names


def _drawn_tables(options: argparse.Namespace, data: Microdata, report: CommandReport) -> list[TestTable]:
    from ckmcore.lab.quality.evaluation import TestTable
    from ckmcore.lab.quality.random_tables import random_tables

    language = report.file_language()
    specs = random_tables(data, options.random, options.seed)
    titles = [
        " × ".join(data.dimensions[name].title.text(language) or name for name in spec.variables) for spec in specs
    ]
    return [
        TestTable(say("evaluation_drawn_table", language, number=spec_number, title=title), spec)
        for spec_number, (spec, title) in enumerate(zip(specs, titles, strict=True), start=1)
    ]


def _offer_sample(
    data: Microdata, tables: Sequence[TestTable], asked_request: EvaluationRequest, report: CommandReport
) -> None:
    """Offer, before the work, to sample tables that are too large for exact intervals of all cells."""
    from ckmcore.errors import CkmError
    from ckmcore.lab.quality.evaluate import of_period_at_hand
    from ckmcore.lab.risk.linked_tables import attack_size

    try:
        offer = attack_size(data, [table.spec for table in of_period_at_hand(tables)]).offer
    except CkmError:
        return  # what cannot be attacked stands in the result
    if offer is not None and not asked_request.sample:
        report.notice(offer)


def _released(
    statistic: Statistic, data: Microdata, asked_request: EvaluationRequest, files: FindFile, report: CommandReport
) -> tuple[Publication, ...]:
    """Published tables of the period; a notice names those that cannot be attacked."""
    from ckmcore.lab.release.register_attack import register_tables
    from ckmcore.messages import sentence

    tables = register_tables(statistic, data, knowledge=asked_request.knowledge, files=files)
    for attacked in tables.left_out:
        if attacked.reason.code == "attack_needs_counts" and tables.sums:
            continue  # its sums are judged with the others
        fields = {"number": str(attacked.number), "title": attacked.title, "reason": attacked.reason}
        report.notice(sentence("register_attack_left_out", **fields))
    report.notice(*tables.partly)
    if tables.guessed:
        report.notice(sentence("register_attack_guessed", releases=[str(number) for number in tables.guessed]))
    return (*tables.tables, *tables.sums)


def _published(
    texts: Sequence[str], statistic: Statistic, data: Microdata, asked_request: EvaluationRequest, report: CommandReport
) -> tuple[Publication, ...]:
    """Saved tables with the counts that a published file gives for them, taken as made by the method in force."""
    from ckmcore.base.texts import Texts
    from ckmcore.lab.risk.publication import Publication
    from ckmcore.lab.risk.published_file import published_file
    from ckmcore.statistic.tables import chosen_tables
    from ckmcore.tabulate.tabulate import tabulate

    in_force = statistic.period.in_force
    publications = []
    for text in texts:
        name, _, file = text.partition("=")
        if not name.strip() or not file:
            raise InputError("cli_option_value", option="--with-published", value=text, example="TABLE=file.csv")
        for table in chosen_tables(statistic, [name.strip()]):
            shown_table = published_file(data, table.spec, file, report.file_language())
            method = None if in_force is None else in_force.method
            raw = tabulate(data, table.spec)
            publications.append(
                Publication(Texts.same(Path(file).name), shown_table, method, asked_request.knowledge, raw)
            )
    return tuple(publications)


def _variants(text: str, statistic: Statistic) -> list[Candidate]:
    """Variants of an option value: `in-force`, `rounding:BASE`, `keyed:BASE`, or a file with a perturbation table."""
    from ckmcore.lab.quality.candidates import candidate
    from ckmcore.methods.keyed_rounding import KeyedRounding
    from ckmcore.methods.rounding import Rounding
    from ckmcore.statistic.model import NoMethodInForce

    candidates: list[Candidate] = []
    for word in filter(None, (text_part.strip() for text_part in text.split(","))):
        kind, _, base = word.partition(":")
        if word == "in-force":
            if statistic.period.in_force is None:
                raise NoMethodInForce()
            candidates.append(candidate(statistic.period.in_force.method, in_force=True))
        elif kind in ("rounding", "keyed"):
            if not (base.isascii() and base.isdecimal()):
                raise InputError("cli_option_value", option="--variants", value=word, example=f"{kind}:10")
            rounding = Rounding if kind == "rounding" else KeyedRounding
            candidates.append(candidate(rounding(int(base))))
        else:
            candidates += _of_file(Path(word), statistic)
    return candidates


def _of_file(path: Path, statistic: Statistic) -> list[Candidate]:
    """Variants of a file's perturbation table with the settings in force: as it is and, where its rows are ordered by
    the key, also shuffled."""
    from ckmcore.lab.quality.candidates import ordered_and_shuffled
    from ckmcore.messages import sentence
    from ckmcore.methods.cellkey import with_table
    from ckmcore.ptable import read_ptable

    ptable = read_ptable(str(path))
    in_force = None if statistic.period.in_force is None else statistic.period.in_force.method
    candidates = ordered_and_shuffled(with_table(in_force, ptable))
    return [
        replace(
            candidate,
            name=sentence(
                "board_shuffled" if candidate_index or not ptable.is_ordered else "board_ordered",
                name=sentence("board_variant", name=path.stem),
            ),
        )
        for candidate_index, candidate in enumerate(candidates)
    ]


def _attachment(path: Path, today: datetime.date) -> Any:
    from ckmcore.statistic.period import Attachment
    from ckmcore.statistic.source import file_hash

    return Attachment(path.name, file_hash(path), today.isoformat())


def _tell(evaluation: Evaluation, report: CommandReport) -> None:
    """Print the measures over all tables, with the variants side by side, and what was not measured."""
    from ckmcore.lab.quality.captions import problems_of, variant_names

    language = report.language
    tell_measures(variant_names(evaluation, language), evaluation.rows, 12, report)
    for name, table, problem in problems_of(evaluation, language):
        report.out("evaluation_problem", variant=name, table=table, problem=problem)


_TABLES = (
    option("--tables", action="append", metavar="A,B", help="evaluate_tables"),
    option("--test-set", metavar="NAME", help="evaluate_test_set"),
    override("--random", action=None, type=int, metavar="N", help="evaluate_random"),
)
_OPTIONS = (
    override("statistic", help="run_statistic"),
    OneOf(_TABLES),
    option("--variants", default=_VARIANTS, metavar=_VARIANTS, help="evaluate_variants"),
    option("--repetitions", type=int, default=1000, metavar="1000", help="evaluate_repetitions"),
    override("--seed", metavar="1", help="evaluate_seed"),
    KNOWLEDGE,
    option("--width", type=int, default=0, metavar="0", help="evaluate_width"),
    option("--prior", type=float, default=0.0, metavar="0", help="evaluate_prior"),
    option("--least-units", type=int, default=3, metavar="3", help="evaluate_least_units"),
    option("--sample", type=int, default=0, metavar="N", help="evaluate_sample"),
    "--seconds",
    WITH_EMPTY,
    flag("--no-draws", help="evaluate_no_draws"),
    flag("--no-attack", help="evaluate_no_attack"),
    flag("--with-released", help="evaluate_released"),
    several("--with-published", metavar="TABLE=FILE", help="evaluate_published"),
    flag("--attach", help="evaluate_attach"),
    "--take-over",
    "--period",
    *SECRET,
    FILES,
    "--office",
    override("--output", metavar="FOLDER", help="evaluate_output"),
)
COMMANDS = (CliCommand("evaluate", _OPTIONS, run_evaluate),)
