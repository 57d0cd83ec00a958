"""`ckm sums floor|assess|search`: what protection leaves open of the sums of a table, what it costs them, and the
smallest noise that is enough.

Internal and confidential, never a release.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.base.exit_codes import Exit
from ckmcore.base.verdict import Verdict
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.floor import refuse_keys
from ckmcore.cli.layout import LAYOUT, data_of_table, layout_files, table_asked
from ckmcore.cli.magnitudes import METHOD, NUMBER_CODES, primary_rules_of, ptables_of, with_codes_asked
from ckmcore.cli.method import key_of_meta, method_of, method_options
from ckmcore.cli.options import Declared, Options, option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import InputError
from ckmcore.lab.cli.assess import KNOWLEDGE
from ckmcore.messages import Sentence, sentence

if TYPE_CHECKING:
    from ckmcore.lab.quality.sums import ShareErrors
    from ckmcore.lab.risk.sum_floor import MagnitudeVerdict, SumFloor, SumLimits
    from ckmcore.lab.risk.sum_search import NoisePair, SumSearch
    from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
    from ckmcore.microdata.data import Microdata
    from ckmcore.tabulate.spec import Measure, TableSpec

# Cells that the screen names of each rule; a file holds more.
_SCREEN = 5
_DISTANCES = (0.01, 0.05)
# Points of the curve over the share of the largest contribution that the screen shows; a file holds all.
_SHOWN_SHARES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
SUM_KNOWLEDGE = ("nothing", "parameters", "table")


def _inputs(options: argparse.Namespace, report: CommandReport) -> tuple[Microdata, TableSpec, MagnitudeCellKeyMethod]:
    """The records, the table and the method that the options ask for."""
    inputs = [*layout_files(options), options.ptable, *ptables_of(options)]
    if options.method != METHOD:
        raise InputError("cli_option_needed", option=f"--method {METHOD}", reason="ckm sums")
    if options.output is not None:
        check_output(options.output, inputs)
        if Path(options.output).suffix.lower() not in (".json", ".csv", ".txt"):
            raise InputError(
                "cli_option_value", option="-o", value=options.output, example="sums.json; sums.csv; sums.txt"
            )
    laid_out = table_asked(options)
    if not laid_out.spec.magnitudes:
        raise InputError("cli_option_needed", option="--sum" if options.value else "--value", reason="ckm sums")
    method: Any = method_of(options, laid_out.spec.magnitudes)
    data, spec = data_of_table(options, laid_out, options.record_key or key_of_meta(options), report)
    refuse_keys(data, method.ptable, report)
    data = with_codes_asked(data, options, report)
    report.out("board_band")
    return data, spec, method


def _limits(options: argparse.Namespace) -> SumLimits:
    from ckmcore.lab.risk.sum_floor import SumLimits

    rules = primary_rules_of(options)
    own_limits = {name: getattr(options, name) for name in ("coalition", "publications") if name in options}
    return SumLimits(p=options.floor_p, dominance=() if rules is None else rules.dominance, **own_limits)


def _floor(options: argparse.Namespace, report: CommandReport) -> int:
    """Check the floor of sums. Returns DISCLOSES where a rule is broken, NOT_TESTED where it could not be tested."""
    from ckmcore.lab.risk.sum_combining import combinations
    from ckmcore.lab.risk.sum_floor import sum_floor

    data, spec, method = _inputs(options, report)
    limits = _limits(options)
    floor = sum_floor(data, [spec], method, limits, seconds=options.seconds)
    for verdict in floor.measured:
        shown = _measured(verdict)
        report.out(
            "sum_floor_measured", **{**shown, "by_chance": round(100 * verdict.by_chance, 1), "limit": limits.near}
        )
        if verdict.sums_of_0 is not None:
            report.say(verdict.sums_of_0)
    for rule in floor.rules:
        report.out("sum_floor_line", rule=rule.rule, told=rule.sentence)
        for sum_place in rule.worst[:_SCREEN]:
            report.line(
                "sum_floor_cell",
                f"    {sum_place.text}: {sum_place.found:.4g}",
                found=sum_place.found,
                cell=sum_place.text,
            )
    report.notice(*floor.skipped, *_flex_alone(method, spec, limits))
    for name in dict.fromkeys(rule.magnitude for rule in floor.rules if rule.cells):
        report.out("sums_not_protected", magnitude=data.magnitudes[name].called, count=floor.below(name))
    for offer in combinations(floor, limits)[:_SCREEN]:
        report.say(offer.said)
    attacked = [] if options.knowledge is None else _attack(options, data, spec, method, limits, report)
    ended = _verdict(floor, report)
    if options.output is not None:
        record = _floor_record(floor, limits) | ({"attacked": attacked} if attacked else {})
        _write(options.output, record, _floor_lines(floor), report)
    return ended


def _attack(
    options: argparse.Namespace,
    data: Microdata,
    spec: TableSpec,
    method: MagnitudeCellKeyMethod,
    limits: SumLimits,
    report: CommandReport,
) -> list[dict[str, Any]]:
    """Attack the sums with the intruder's knowledge of the options, print the findings, and return the records for the
    file."""
    from ckmcore.lab.risk.sum_attack import attack_sums

    lines = []
    for sums in attack_sums(data, [spec], method, options.knowledge, limits, seconds=options.seconds):
        report.say(sums.told)
        report.notice(*sums.skipped)
        worst = [{"cell": dict(sum_place.codes), "found": -sum_place.found} for sum_place in sums.worst]
        names = ("magnitude", "knowledge", "sensitive", "narrow", "undecided", "least")
        lines.append({**{name: getattr(sums, name) for name in names}, "worst": worst})
    return lines


def _verdict(sum_floor: SumFloor, report: CommandReport) -> Exit:
    """Print whether the floor holds. Returns the exit code of the command."""
    codes = {
        Verdict.HELD: "cli_floor_held",
        Verdict.OPEN: "cli_sum_floor_open",
        Verdict.NOT_TESTED: "cli_sum_floor_not_tested",
    }
    report.out(codes[sum_floor.verdict], rules=_names(sum_floor))
    return sum_floor.verdict.exit_code


def _flex_alone(method: MagnitudeCellKeyMethod, spec: TableSpec, limits: SumLimits) -> list[Sentence]:
    """Sentences on the size from which on flexible scaling leaves a contribution unprotected. Without a least noise
    this concerns the contribution alone; with a least noise the worst case of totals less the other cells."""
    from ckmcore.lab.risk.sum_totals import MOST_VARIABLES, of_settings
    from ckmcore.methods.sum_defaults import flex_limit
    from ckmcore.methods.sum_law import ALL_KEYS

    sentences = []
    for name in spec.magnitudes:
        settings = method.settings_of(name)
        part_all = method.noise_rules(name, ALL_KEYS).parts.all
        if settings.least_noise and settings.contribution == "T":
            variable_count = min(max(1, len(spec.variables)), MOST_VARIABLES)
            totals_sentence = of_settings(settings, method.large, limits.average, variable_count)
            sentences += [] if totals_sentence is None or totals_sentence.holds else [totals_sentence.said]
        if not settings.scaling.is_flex or part_all is None or settings.least_noise:
            continue
        reached = flex_limit(settings.scaling, part_all, limits.share, limits.difference)
        if reached is not None and reached[0] > 0:
            least = round(2 * limits.share, 6)
            fields_ = {"size": round(reached[0]), "percent": limits.p, "p": limits.difference, "least": least}
            sentences.append(sentence("flex_without_least", **fields_))
    return sentences


def _search(options: argparse.Namespace, report: CommandReport) -> int:
    """Search the smallest λ and σ1 for each magnitude of the table. Returns INPUT where none is found."""
    from ckmcore.lab.risk.sum_search import search_noise, search_told

    data, spec, method = _inputs(options, report)
    limits = _limits(options)
    lines: list[Mapping[str, Any]] = []
    found_all = True
    for name in spec.magnitudes:
        search = search_noise(data, [spec], method, name, limits, seconds=options.seconds)
        report.out("sum_search_heading", magnitude=search.called)
        for pair in search.pairs:
            line = _search_record(search, pair)
            lines.append(line)
            mark = "  *" if line["proposed"] else ""
            row = f"{pair.small:>7g} {pair.least_noise:>7g} {line['cost']:>10.2f}{mark}"
            report.line("sum_search_row", row, **{field: line[field] for field in ("small", "least", "cost")})
        report.say(search_told(search, limits.p))
        found_all = found_all and search.holds_floor
        if search.best is not None and search.best not in search.pairs:
            lines.append(_search_record(search, search.best))
    if options.output is not None:
        _write(options.output, {"pairs": lines}, lines, report)
    return Exit.DONE if found_all else Exit.INPUT


def _search_record(search: SumSearch, pair: NoisePair) -> dict[str, Any]:
    """Record of a pair of noise parameters for files, with the rules among F1, F2, F3 and F5 that the proposed pair
    holds."""
    line = {"magnitude": search.magnitude, "proposed": pair == search.best}
    line |= {"small": pair.small, "least": pair.least_noise, "cost": 100 * pair.cost}
    if pair.large is not None:
        line["large"] = pair.large
    if pair.simple:
        line["scaling"] = "simple"
    return {**line, "holds": " ".join(search.holds)} if line["proposed"] else line


def _assess(options: argparse.Namespace, report: CommandReport) -> int:
    """Assess a method for sums: errors and floor. Exit codes as of `_floor`."""
    from ckmcore.lab.quality.sums import errors_by_share, sum_errors
    from ckmcore.lab.risk.sum_floor import sum_floor
    from ckmcore.methods.sum_law import ALL_KEYS

    data, spec, method = _inputs(options, report)
    distances = (*_DISTANCES, options.floor_p / 100)
    found_sum_errors = sum_errors(data, [spec], method, distances)
    lines: list[Mapping[str, Any]] = []
    for measure, errors in found_sum_errors.items():
        called = data.magnitudes[measure.magnitude].called
        report.out("sum_errors_heading", magnitude=called, p=options.floor_p)
        for error in errors:
            line = _errors_record(measure, error)
            lines.append(line)
            shares = [f"{100 * p:>7.1f}" for p in error.within.values()]
            figures = f"{error.cells:>8}  {100 * error.mean:>8.2f} {100 * error.median:>8.2f} {100 * error.most:>8.2f} "
            row_text = f"{error.share:>6g}  {figures} {' '.join(shares)}  {error.false_zeros:>8.1f}"
            report.line("sum_errors_row", row_text, **line)
    curve: list[Mapping[str, Any]] = []
    for name in dict.fromkeys(measure.magnitude for measure in found_sum_errors):
        report.out("sum_curve_heading", magnitude=data.magnitudes[name].called, p=options.floor_p)
        for point in errors_by_share(method.noise_rules(name, ALL_KEYS), distances=distances):
            curve.append(
                {"magnitude": name, "share": point.share, "mean": point.mean, **_distance_record(point.within)}
            )
            if point.share in _SHOWN_SHARES:
                near_text = " ".join(f"{100 * p:>7.1f}" for p in point.within.values())
                row = f"{point.share:>6g}  {100 * point.mean:>8.2f} {near_text}"
                report.line("sum_curve_row", row, **curve[-1])
    limits = _limits(options)
    floor = sum_floor(data, [spec], method, limits, seconds=options.seconds)
    report.notice(*floor.skipped)
    ended = _verdict(floor, report)
    if options.output is not None:
        record = {"errors": lines, "curve": curve, "holds": floor.holds, "open": _open(floor)}
        _write(options.output, record, [*lines, *curve], report)
    return ended


def _errors_record(measure: Measure, share_errors: ShareErrors) -> dict[str, Any]:
    """Record of the errors of a class of cells for files, as shares of the original and probabilities."""
    return {
        "magnitude": measure.magnitude,
        "weighted": measure.of == "weighted_count",
        "share_from": share_errors.share,
        "cells": share_errors.cells,
        "mean": share_errors.mean,
        "median": share_errors.median,
        "p95": share_errors.most,
        **_distance_record(share_errors.within),
        "false_zeros": share_errors.false_zeros,
    }


def _distance_record(shares_by_distance: Mapping[float, float]) -> dict[str, float]:
    """Record of probabilities by distance, for files."""
    return {f"within_{100 * distance:g}_percent": p for distance, p in shares_by_distance.items()}


def _floor_record(sum_floor: SumFloor, limits: SumLimits) -> dict[str, Any]:
    return {
        "holds": sum_floor.holds,
        "limits": {field.name: getattr(limits, field.name) for field in fields(limits)},
        "rules": [
            {
                "rule": rule.rule,
                "magnitude": rule.magnitude,
                "cells": rule.cells,
                "found": rule.found,
                "limit": rule.limit,
                "told": {language: rule.sentence.text(language) for language in ("en", "de")},
                "worst": [{"cell": dict(sum_place.codes), "found": sum_place.found} for sum_place in rule.worst],
            }
            for rule in sum_floor.rules
        ],
        "measured": [
            {**_measured(verdict), "cancelled": [dict(sum_place.codes) for sum_place in verdict.cancelled]}
            for verdict in sum_floor.measured
        ],
        "skipped": [each_sentence.text("en") for each_sentence in sum_floor.skipped],
    }


def _measured(magnitude_verdict: MagnitudeVerdict) -> dict[str, Any]:
    """The numbers of a verdict."""
    return {
        field.name: getattr(magnitude_verdict, field.name)
        for field in fields(magnitude_verdict)
        if field.name not in ("cancelled", "called")
    }


def _floor_lines(sum_floor: SumFloor) -> list[Mapping[str, Any]]:
    """Records of the cells listed for each rule; a rule of the method, without cells, has one record."""
    lines: list[Mapping[str, Any]] = []
    for rule in sum_floor.rules:
        rule_columns = {"rule": rule.rule, "magnitude": rule.magnitude}
        limit = {"limit": rule.limit}
        if not rule.worst:
            lines.append({**rule_columns, "cell": "", "found": rule.found, **limit})
        lines += [
            {**rule_columns, "cell": sum_place.text, "found": sum_place.found, **limit} for sum_place in rule.worst
        ]
    return lines


def _names(sum_floor: SumFloor) -> str:
    return ", ".join(_open(sum_floor)) or "–"


def _open(sum_floor: SumFloor) -> list[str]:
    """The rules that do not hold."""
    return list(dict.fromkeys(rule.rule for rule in sum_floor.rules))


def _write(path: str, record: Mapping[str, Any], lines: Sequence[Mapping[str, Any]], report: CommandReport) -> None:
    """Write the results: everything as JSON, a line for each cell or class as CSV, or the text of the screen. Raises
    NotWritten."""
    from ckmcore.base.files import write_whole
    from ckmcore.formats.formulas import guarded

    def write(target: Path) -> None:
        ending = Path(path).suffix.lower()
        if ending == ".txt":
            target.write_text(report.told, encoding="utf-8", newline="\n")
            return
        if ending == ".json":
            target.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
            return
        with target.open("w", encoding="utf-8", newline="") as stream:
            names = list(dict.fromkeys(name for line in lines for name in line))
            writer = csv.DictWriter(stream, names, lineterminator="\n")
            writer.writeheader()
            for line in lines:
                writer.writerow({name: guarded(cell) if isinstance(cell, str) else cell for name, cell in line.items()})

    write_whole(Path(path), write)
    report.written(path, "cli_internal_written")


def _options(*more: Declared) -> Options:
    return (
        *LAYOUT,
        partial(method_options, METHOD),
        *NUMBER_CODES,
        option("--floor-p", type=float, default=10.0, metavar="10"),
        "--seconds",
        *more,
        override("--output", required=False, metavar="FILE", help="sums_output"),
    )


_OF_FLOOR = (
    option("--coalition", type=int, default=2, metavar="2", help="floor_coalition"),
    option("--publications", type=int, default=1, metavar="1", help="floor_publications"),
    override(KNOWLEDGE, choices=SUM_KNOWLEDGE, default=None, help="sums_knowledge"),
)
COMMANDS = (
    CliCommand("sums"),
    CliCommand("sums floor", _options(*_OF_FLOOR), _floor),
    CliCommand("sums assess", _options(), _assess),
    CliCommand("sums search", _options(), _search),
)
