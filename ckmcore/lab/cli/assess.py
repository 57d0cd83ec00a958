"""`ckm assess`: methods side by side on a table of one's own, attacked and measured. Internal, never a release."""

from __future__ import annotations

import argparse
import datetime
from typing import TYPE_CHECKING, get_args

from ckmcore.base.verdict import together
from ckmcore.cli.common import CommandReport, check_output, names_of
from ckmcore.cli.floor import refuse_keys
from ckmcore.cli.layout import LAYOUT, data_of_table, layout_files, table_asked
from ckmcore.cli.options import flag, option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import InputError
from ckmcore.lab.cli.measures import tell_measures
from ckmcore.messages import sentence
from ckmcore.methods.intruder import IntruderScenario

if TYPE_CHECKING:
    from ckmcore.lab.quality.candidates import Candidate
    from ckmcore.lab.quality.evaluation import Evaluation
    from ckmcore.lab.risk.attack import Attack
    from ckmcore.microdata.data import Microdata

# Cells that the screen names; the report holds more.
_SCREEN = 10
_BASES = "3,5,10"
# The counts of the indicator where only those on the other side are named.
_SMALL = "1,2"


def run_assess(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm assess`: compare methods for a table. Returns DISCLOSES where a method discloses a cell for certain,
    NOT_TESTED where an attack was not made or not finished."""
    from ckmcore.lab.quality.board import compare_methods, compared_rows
    from ckmcore.lab.report.board import check_board_form, told_board, write_board

    check_output(options.output, [*layout_files(options), *options.ptable])
    if options.output:
        check_board_form(options.output)
    laid_out = table_asked(options)
    candidates = _candidates(options)
    indicator = _indicator_counts(options)
    needs_keys = any(candidate.method is not None and candidate.family != "rounding" for candidate in candidates)
    key = options.record_key or (_key(options) if needs_keys else None)
    data, spec = data_of_table(options, laid_out, key, report)
    if needs_keys:
        refuse_keys(data, None, report)
    board = compare_methods(
        data,
        spec,
        candidates,
        knowledge=options.knowledge,
        seconds=options.seconds,
        with_empty=options.with_empty,
        hidden_too=options.hidden_totals,
    )
    told_cells = told_board(board, report.language)
    report.out("board_band")
    tell_measures([candidate.name.text(report.language) for candidate in candidates], compared_rows(board), 10, report)
    if indicator is not None:
        _indicators(board, data, *indicator, report)
    for variant_index, (variant, finding) in enumerate(zip(board.variants, board.together, strict=True)):
        for problem in finding.problems:
            report.out("cli_assess_problem", method=variant.name, problem=problem)
        if finding.attacked is not None:
            _disclosed(finding.attacked, [cell.text for cell in told_cells[variant_index]], report)
    if options.output:
        language = report.file_language(spec.presentation.language)
        title = spec.title.text(language) or ", ".join(spec.variables)
        today = datetime.datetime.now(tz=datetime.UTC).date()
        words = told_cells if language == report.language else told_board(board, language)
        write_board(board, words, options.output, title=title, date=today, language=language)
        report.written(options.output, "cli_assess_written")
    # Methods that only mark cells publish nothing that could be attacked.
    columns = zip(board.variants, board.together, strict=True)
    return together(finding.attack_verdict for variant, finding in columns if variant.method is not None).exit_code


def _key(options: argparse.Namespace) -> str | None:
    from ckmcore.cli.method import key_of_meta
    from ckmcore.cli.prepare import has_keys

    key = key_of_meta(options)
    if key is None and not has_keys(options.data):
        raise InputError(
            "cli_option_needed", option="--record-key", reason="--ptable" if options.ptable else "--keyed-bases"
        )
    return key


def _candidates(options: argparse.Namespace) -> list[Candidate]:
    from ckmcore.lab.quality.candidates import candidate, ordered_and_shuffled, primary_candidate
    from ckmcore.methods.cellkey import CellKeyMethod
    from ckmcore.methods.keyed_rounding import KeyedRounding
    from ckmcore.methods.primary import PrimaryRules
    from ckmcore.methods.rounding import Rounding
    from ckmcore.ptable import read_ptable

    candidates = [candidate(Rounding(base)) for base in _numbers("--bases", options.bases, _BASES)]
    candidates += [candidate(KeyedRounding(base)) for base in _numbers("--keyed-bases", options.keyed_bases, _BASES)]
    for file in options.ptable:
        candidates += ordered_and_shuffled(CellKeyMethod(read_ptable(file), options.boundary))
    if options.minimum_frequency:
        candidates.append(primary_candidate(PrimaryRules(options.minimum_frequency)))
    return candidates


_MOST_DIGITS = 18


def _numbers(option: str, text: str, example: str) -> list[int]:
    texts = names_of(text)
    for number in texts:
        if not number.isdecimal() or len(number) > _MOST_DIGITS:
            raise InputError("cli_option_value", option=option, value=number, example=example)
    return [int(number) for number in texts]


def _indicator_counts(options: argparse.Namespace) -> tuple[list[int], list[int]] | None:
    """Original and published counts for the risk indicator of the options; None where the defaults of the comparison
    hold."""
    indicator_texts = {
        "--indicator-originals": options.indicator_originals,
        "--indicator-published": options.indicator_published,
    }
    if not any(text is not None for text in indicator_texts.values()):
        return None
    originals, published = (
        sorted({*_numbers(name, _SMALL if text is None else text, _SMALL)}) for name, text in indicator_texts.items()
    )
    for (name, text), counts in zip(indicator_texts.items(), (originals, published), strict=True):
        if not counts:
            raise InputError("cli_option_value", option=name, value=text, example=_SMALL)
    return originals, published


def _indicators(
    board: Evaluation, data: Microdata, originals: list[int], published: list[int], report: CommandReport
) -> None:
    """Print the risk indicator for other counts than the default ones, a line for each method. originals, published:
    counts. Raises attack_needs_counts."""
    from ckmcore.lab.quality.expectation import count_distribution
    from ckmcore.lab.risk.indicator import risk_indicator
    from ckmcore.tabulate.tabulate import tabulate

    counts = count_distribution([tabulate(data, board.tables[0].spec)])
    for variant_number, variant in enumerate(board.variants, start=1):
        if (method := variant.method) is None:
            continue
        q = risk_indicator(method, originals, published, counts.cells, counts.exempt)
        shares = {"larger": q.larger, "flat": q.flat, "empirical": q.empirical}
        sentences = {
            name: sentence("cli_assess_not_defined")
            if share is None
            else sentence("cli_assess_share", share=round(100 * share, 1))
            for name, share in shares.items()
        }
        report.out("cli_assess_indicator", number=variant_number, originals=originals, published=published, **sentences)


def _disclosed(attack: Attack, texts: list[str], report: CommandReport) -> None:
    from ckmcore.lab.risk.captions import found_sentence, limits

    report.out("cli_assess_line", text=found_sentence(attack))
    for text in texts[:_SCREEN]:
        report.out("cli_assess_cell", text=text)
    if len(attack.disclosed) > _SCREEN:
        report.out("cli_assess_more", count=len(attack.disclosed) - _SCREEN)
    if attack.undecided:
        report.out("cli_assess_line", text=limits(attack)[0])


# What a reader knows: of `ckm evaluate`, too.
KNOWLEDGE = option("--knowledge", choices=get_args(IntruderScenario), default="zero_rule", help="assess_knowledge")
WITH_EMPTY = flag("--with-empty", help="assess_empty")
_OPTIONS = (
    *LAYOUT,
    option("--bases", default=_BASES, metavar=_BASES, help="assess_bases"),
    option("--keyed-bases", default="", metavar="5,10", help="assess_keyed"),
    override("--ptable", action="append", default=[], metavar="P", help="assess_ptable"),
    "--boundary",
    override("--minimum-frequency", default=0, help="assess_primary"),
    KNOWLEDGE,
    "--seconds",
    option("--indicator-originals", metavar=_SMALL, help="assess_indicator_originals"),
    option("--indicator-published", metavar=_SMALL, help="assess_indicator_published"),
    WITH_EMPTY,
    flag("--hidden-totals", help="assess_hidden"),
    override("--output", required=False, help="assess_output"),
)
COMMANDS = (CliCommand("assess", _OPTIONS, run_assess, reads=("data", "table", "ptable"), prints={"output": ".csv"}),)
