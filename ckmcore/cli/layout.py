"""Which table a command computes, of which data: the options that `ckm table` and `ckm assess` share."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ckmcore.base.texts import Texts
from ckmcore.cli.common import COMPILE_FROM_ROWS, CommandReport, names_of, pairs_of
from ckmcore.cli.data_options import DATA, DATABASE
from ckmcore.cli.options import Options, flag, option, options_of, refuse_beside, several
from ckmcore.cli.prepare import of_households, read_for_table
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.presentation.table_options import OPTIONS

if TYPE_CHECKING:
    from ckmcore.methods.count_noise import CountNoise
    from ckmcore.methods.protected import ProtectedTable
    from ckmcore.microdata.classes import MagnitudeClasses
    from ckmcore.microdata.data import ExemptCells, Microdata
    from ckmcore.statistic.table_file import TableFile
    from ckmcore.tabulate.spec import TableSpec, Value, ValueKind


_SHOWN = {
    f"{option.field.replace('_', '-')}{f'={choice}' if choice else ''}": (option.field, choice or True)
    for option in OPTIONS
    for choice in (filter(None, option.choices) if option.choices else ("",))
}
_PRESENTATION = "tree,headed"
SHARE_DECIMALS = 1
RATIO_DECIMALS = 2


# What is laid out; and the data, with what is laid out of them.
TABLE: Options = (
    "--table",
    "--rows",
    option("--columns", default=""),
    option("--layers", default=""),
    "--filter",
    option("--value", metavar="X"),
    flag("--mean"),
    option("--share", choices=("row", "column", "total")),
    option("--ratio-to", metavar="Y"),
    flag("--sum", help="sum_beside"),
    several("--records", choices=("valid", "contributors", "missing"), help="records_of"),
    "--classes",
    flag("--distribution"),
    flag("--median"),
    several("--quantile", type=float, metavar=".9"),
    option("--least-in-class", type=int, metavar="N"),
    option("--presentation", default="", metavar=_PRESENTATION, listed=_SHOWN),
    "--codes",
    option("--number", default="", metavar="TEXT", help="table_number"),
)
# What a saved table says itself.
_BESIDE_TABLE = ("--table", "--classes", "--presentation", "--codes", "--number")
LAID_OUT = [item.names[-1] for item in options_of(TABLE) if item.names[-1] not in _BESIDE_TABLE]
LAYOUT: Options = (
    "--data",
    *DATA,
    *TABLE,
    *("--hierarchy", "--record-key", "--modulus", "--weight", "--household"),
    *DATABASE,
    "--any-member",
    several("--exempt", metavar="A=1,2;B=3"),
)


def layout_files(options: argparse.Namespace) -> list[str | None]:
    """Input files named by the layout options, which no result may overwrite."""
    hierarchies = pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")
    return [options.data, options.meta, options.table, *(file for _, file in hierarchies)]


def table_asked(options: argparse.Namespace) -> TableFile:
    """Table of --table, or the table described by the other layout options, with the settings of --presentation."""
    table = _table_of_file(options) if options.table else table_of_options(options)
    return replace(table, spec=presented(table.spec, options))


def presented(spec: TableSpec, options: argparse.Namespace) -> TableSpec:
    """The table with what --presentation asks for. Raises InputError (cli_option_value)."""
    words = names_of(options.presentation)
    for word in words:
        if word not in _SHOWN:
            raise InputError("cli_option_value", option="--presentation", value=word, example=_PRESENTATION)
    shown: dict[str, Any] = dict(_SHOWN[word] for word in words)
    if options.codes:
        shown["csv_codes"] = "all"
    if options.number:
        shown["number"] = Texts.same(options.number)
    return spec.with_changes(presentation=replace(spec.presentation, **shown))


def data_of_table(
    options: argparse.Namespace, laid_out: TableFile, key: str | None, report: CommandReport
) -> tuple[Microdata, TableSpec]:
    """Read the data that a table needs, with hierarchies, and fit the table to them. Prints notices, also on what
    exempt cells disclose.

    key: column of record keys, or None. Raises the errors of reading and fitting.
    """
    from ckmcore.dictionary.hierarchy_files import tree_of_file
    from ckmcore.statistic.exempt import exempt_problems
    from ckmcore.statistic.table_compatibility import named_variables, refuse_misfits
    from ckmcore.tabulate import kernel
    from ckmcore.tabulate.magnitudes import magnitude_column

    hierarchies = {name: tree_of_file(file) for name, file in pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")}
    exempt = tuple(_exempt(item) for item in options.exempt)
    dimensions, magnitudes = named_variables(laid_out.spec)
    named_hierarchies = [
        *hierarchies,
        *(name for cells in exempt for name, _ in cells.cells),
    ]  # that the table does not ask for, too
    dimensions = tuple(dict.fromkeys([*dimensions, *named_hierarchies]))
    data = of_households(read_for_table(options, dimensions, key, report, magnitudes), options)
    report.end_progress()
    report.notice(*data.notices)
    if data.rows > COMPILE_FROM_ROWS:
        kernel.load()
    for name, hierarchy in hierarchies.items():
        data = data.with_hierarchy(name, hierarchy)
    data = replace(data, exempt=exempt)
    if options.classes and options.value:
        column = magnitude_column(data, options.value)
        magnitudes_now = {**data.magnitudes, options.value: replace(column, classes=classes_asked(options))}
        data = replace(data, magnitudes=magnitudes_now, cache={})
    report.notice(*(problem.sentence(data) for problem in exempt_problems(data)))
    if options.table:
        data = replace(data, references=laid_out.references)
        refuse_misfits(laid_out, data)
    return data, _with_decimals(laid_out.spec, data) if options.value else laid_out.spec


def _exempt(text: str) -> ExemptCells:
    """Parse --exempt into logical cells: codes by variable (`A=` for all codes), or `Total`."""
    from ckmcore.microdata.data import ExemptCells

    if text.strip() == "Total":
        return ExemptCells()
    cells = []
    for text_part in text.split(";"):
        name, sign, codes = text_part.partition("=")
        if not sign or not name.strip():
            raise InputError("cli_option_value", option="--exempt", value=text, example="A=1,2;B=3")
        cells.append((name.strip(), tuple(names_of(codes))))
    return ExemptCells(tuple(cells))


def table_of_options(options: argparse.Namespace, classes: MagnitudeClasses | None = None) -> TableFile:
    """Table described by --rows, --columns, --layers, --filter, --weight, --value, --mean, --share, --ratio-to and the
    options of counts and quantiles of a magnitude.

    classes: classes of the magnitude where they are declared already, or None.
    """
    from ckmcore.statistic.table_file import FORM, VERSION, TableFile
    from ckmcore.tabulate.spec import Condition, TableSpec

    asked_pairs = pairs_of(options.filter, "--filter", "A=1,2")
    filters = [Condition(name, tuple(codes.split(","))) for name, codes in asked_pairs]
    axes = {axis: names_of(getattr(options, axis)) for axis in ("rows", "columns", "layers")}
    names = [name for axis in axes.values() for name in axis]
    for name in names:
        if names.count(name) > 1:
            raise InputError("variable_twice", variable=name)
    spec = TableSpec(
        axes["rows"],
        axes["columns"],
        axes["layers"],
        filters=filters,
        values=_values(options, classes_asked(options) or classes),
    )
    return TableFile(FORM, VERSION, "", spec)


def classes_asked(options: argparse.Namespace) -> MagnitudeClasses | None:
    """The classes of --classes. Raises QuantileClasses."""
    from ckmcore.microdata.classes import MagnitudeClasses

    return MagnitudeClasses.parsed(options.classes) if options.classes else None


def _values(options: argparse.Namespace, classes: MagnitudeClasses | None) -> list[Value]:
    """Values of a table of one magnitude: --records, --distribution, --median and --quantile, preceded by sum and mean
    where --sum and --mean are given. The least number of records of a quantile's class is set later."""
    from ckmcore.tabulate.notebook import distribution
    from ckmcore.tabulate.spec import CountKind, Value

    counted_kind: CountKind = "weighted_count" if options.weight else "count"
    kinds = {"--records": options.records, "--median": options.median, "--quantile": options.quantile}
    given_options = [name for name, is_given in {**kinds, "--distribution": options.distribution}.items() if is_given]
    if not given_options:
        if options.sum and options.mean:
            raise InputError("cli_option_not_with", option="--sum", other="--mean")
        return [_value(options)]
    if not options.value:
        raise InputError("cli_option_needed", option="--value", reason=given_options[0])
    for name, is_given in (("--share", options.share), ("--ratio-to", options.ratio_to)):
        if is_given:
            raise InputError("cli_option_not_with", option=given_options[0], other=name)
    kinds_of_sums: list[ValueKind] = [*(["sum"] if options.sum else []), *(["mean"] if options.mean else [])]  # type: ignore[list-item]
    values = [Value(kind, of=counted_kind, magnitude=options.value) for kind in kinds_of_sums]
    values += [Value(kind, of=counted_kind, magnitude=options.value) for kind in options.records]
    if options.distribution:
        if classes is None:
            raise InputError("cli_option_needed", option="--classes", reason="--distribution")
        values += distribution(options.value, classes.text, weighted=bool(options.weight))
    least = options.least_in_class or 0
    quantiles: list[tuple[ValueKind, float]] = [("median", 0.5)] if options.median else []
    for kind, q in [*quantiles, *(("quantile", q) for q in options.quantile)]:
        values.append(Value(kind, of=counted_kind, magnitude=options.value, q=q, decimals=1, least_in_class=least))
    return values


def with_least_in_class(
    spec: TableSpec, classes: Mapping[str, MagnitudeClasses | None], noise: CountNoise, given: int | None
) -> TableSpec:
    """Set the least number of records in a class for a table's quantiles: `given`, or what the noise requires. classes:
    declared classes by magnitude."""
    from ckmcore.methods.quantiles import least_in_class

    def shown(value: Value) -> Value:
        declared = classes.get(value.magnitude)
        if not value.is_quantile or given is not None or declared is None:
            return value
        return replace(value, least_in_class=least_in_class(noise, len(declared.codes), value.q))

    return spec.with_changes(values=tuple(map(shown, spec.values)))


def _value(options: argparse.Namespace) -> Value:
    """Value described by --weight, --value, --mean, --share and --ratio-to."""
    from ckmcore.tabulate.spec import CountKind, Value

    derived = {"--mean": options.mean, "--share": options.share, "--ratio-to": options.ratio_to}
    given_options = [name for name, is_given in derived.items() if is_given]
    if len(given_options) > 1:
        raise InputError("cli_option_not_with", option=given_options[0], other=given_options[1])
    if given_options and given_options[0] != "--share" and not options.value:
        raise InputError("cli_option_needed", option="--value", reason=given_options[0])
    counted_kind: CountKind = "weighted_count" if options.weight else "count"
    magnitude = options.value or ""
    if options.share:
        return Value("share", of=counted_kind, base=options.share, magnitude=magnitude, decimals=SHARE_DECIMALS)
    if options.ratio_to:
        base = options.ratio_to
        return Value(
            "ratio",
            of=counted_kind,
            of_base=counted_kind,
            magnitude=magnitude,
            base_magnitude=base,
            decimals=RATIO_DECIMALS,
        )
    if not magnitude:
        return Value("weighted_count" if options.weight else "count")
    return Value("mean" if options.mean else "sum", of=counted_kind, magnitude=magnitude)


def _with_decimals(spec: TableSpec, data: Microdata) -> TableSpec:
    """The table with sums and means to as many decimals as the magnitude has in the data."""
    from ckmcore.methods.derived import DECIMALS_OF_DOUBLES

    def shown(value: Value) -> Value:
        if value.kind not in ("sum", "mean"):
            return value
        column = data.magnitudes.get(value.magnitude)
        given_decimals = None if column is None else column.decimals
        return replace(value, decimals=DECIMALS_OF_DOUBLES if given_decimals is None else given_decimals)

    return spec.with_changes(values=tuple(map(shown, spec.values)))


def _table_of_file(options: argparse.Namespace) -> TableFile:
    """Table of the file of --table; options that would describe a table are refused beside it."""
    from ckmcore.statistic.table_file import read_table

    refuse_beside(options, "--table", *LAID_OUT)
    file = read_table(options.table)
    if any(value.needs_weights for value in file.spec.values) and not options.weight:
        raise InputError("cli_option_needed", option="--weight", reason="--table")
    return file


def table_warnings(shown: ProtectedTable, data: Microdata, options: argparse.Namespace) -> tuple[Sentence, ...]:
    """Warnings on shares above 100 % and on empty rows of variables whose codes come from the records."""
    from ckmcore.methods.share_base import shares_above_whole
    from ckmcore.methods.zero_rows import from_records, zero_rows_told
    from ckmcore.microdata.store import head_of

    names = [name for name in shown.spec.variables if name in data.dimensions]
    head = head_of(options.data)
    if head is not None:
        names = [entry.name for entry in from_records(head.dictionary, names)]
    listed = {pair.partition("=")[0].strip() for pair in options.hierarchy}
    dimensions = {name: data.dimensions[name] for name in names if name not in listed}
    titles = {
        name: dimension.title if dimension.title.text("en") else Texts.same(name)
        for name, dimension in dimensions.items()
        if dimension.hierarchy is None
    }
    above = shares_above_whole(shown)
    sentences = [sentence("shares_above_whole", count=above)] if above else []
    return (*sentences, *zero_rows_told(shown, titles))
