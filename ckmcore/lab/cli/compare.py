"""`ckm compare`: the figures of a former production, cell by cell."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import CommandReport, names_of, pairs_of
from ckmcore.cli.data_options import DATA, DATABASE, asked_dialect
from ckmcore.cli.floor import open_of_keys
from ckmcore.cli.options import option, override, required
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import DataError, InputError
from ckmcore.messages import say
from ckmcore.microdata.database_address import address_of
from ckmcore.tabulate.spec import TOTAL

if TYPE_CHECKING:
    from ckmcore.lab.conformance.production import Differences, ProductionCell

# Cells that are named; all are counted.
SHOWN = 50


def run_compare(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm compare`. Returns DIFFERS where a figure differs or a cell exists on one side only."""
    from ckmcore.cli.prepare import has_keys, read_for_table
    from ckmcore.lab.conformance.production import compare_production, production_columns
    from ckmcore.methods.cellkey import CellKeyMethod
    from ckmcore.microdata import read_hrc
    from ckmcore.ptable import read_ptable

    if not options.record_key and (address_of(options.data) is not None or not has_keys(options.data)):
        raise InputError("cli_option_needed", option="--record-key", reason="ckm compare")
    hierarchies = {name: read_hrc(file) for name, file in pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")}
    asked_names = names_of(options.dimensions)
    method = CellKeyMethod(read_ptable(options.ptable), options.boundary)
    dimensions = asked_names or _named_like_columns(options)
    data = read_for_table(options, dimensions, options.record_key, report)
    report.end_progress()
    report.notice(*data.notices)
    for rule in open_of_keys(data, method.ptable):  # told, not refused: they are those of the former program
        report.notice(rule.told)
    for name, hierarchy in hierarchies.items():
        data = data.with_hierarchy(name, hierarchy)
    weighted = bool(options.weight)
    columns = production_columns(
        options.former, data, dimensions=asked_names, published=options.published, weighted=weighted
    )
    differences = compare_production(data, method, columns, total=options.total, weighted=weighted)
    _say(differences, report)
    return Exit.DONE if differences.same else Exit.DIFFERS


def _named_like_columns(options: argparse.Namespace) -> list[str]:
    """Variables of the data, including derived ones of prepared data, that are also columns of the former table."""
    from ckmcore.cli.prepare import derived_names, relation_columns
    from ckmcore.lab.conformance.production import plain_name
    from ckmcore.microdata.dialect import AS_IT_STANDS
    from ckmcore.microdata.open import open_source

    former = open_source(options.former, AS_IT_STANDS)
    taken_columns = {options.record_key, options.weight}
    known_names = {plain_name(name) for name in former.names}
    address = address_of(options.data)
    if address is not None:
        names = relation_columns(address)
    else:
        dialect = None if options.meta is not None else asked_dialect(options, options.data)
        data = open_source(options.data, dialect, 1, options.meta)
        names = [name for name in data.names if data.of(name).role != "record_key"] + derived_names(options.data)
    found_names = [name for name in names if plain_name(name) in known_names and name not in taken_columns]
    if not found_names:
        raise DataError("production_no_dimension", file=former.file.name, columns=former.names)
    return found_names


def _say(differences: Differences, report: CommandReport) -> None:
    report.out("cli_former_confidential")
    code = "cli_former_differ" if differences.differing else "cli_former_same"
    report.out(code, cells=differences.cells, differing=differences.differing)
    if differences.near:
        report.out("cli_former_bounds", count=differences.near, differing=differences.near_differing)
    sides = (
        ("cli_former_missing_there", differences.only_here),
        ("cli_former_missing_here", differences.only_there),
        ("cli_former_without_figure", differences.without_figure),
    )
    for sentence_code, count in sides:
        if count:
            report.out(sentence_code, count=count, file=differences.file)
    for cell in differences.listed[:SHOWN]:
        _say_cell(cell, report)
    more = (
        differences.differing
        + differences.only_there
        + differences.only_here
        + differences.near
        - differences.near_differing
        - SHOWN
    )
    if more > 0:
        report.out("cli_former_more", count=more)


def _say_cell(cell: ProductionCell, report: CommandReport) -> None:
    total = say("word_total", report.language)
    where = ", ".join(f"{name} {total if code is TOTAL else code}" for name, code in cell.address)
    code = {"only_there": "cli_former_only_there", "only_here": "cli_former_only_here"}.get(cell.kind)
    if code is None:
        code = "cli_former_cell_bound" if cell.near else "cli_former_cell"
    report.out(code, cell=where, theirs=cell.theirs or "", ours=cell.ours, cell_key=cell.cell_key)


_OPTIONS = (
    "--data",
    *DATA,
    option("--with", required=True, dest="former", metavar="FILE", help="compare_with"),
    option("--published", default="", metavar="COLUMN", help="compare_published"),
    override("--dimensions", default="", help="compare_dimensions"),
    option("--total", help="compare_total"),
    *("--hierarchy", "--record-key", "--modulus", "--weight"),
    *required("--ptable"),
    *DATABASE,
    "--boundary",
)
COMMANDS = (CliCommand("compare", _OPTIONS, run_compare, "former", reads=("data", "former", "ptable")),)
