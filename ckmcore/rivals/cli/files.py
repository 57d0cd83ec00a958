"""Files of suppressed tables, and of what belongs to their cells: protection levels, contributors, cells to keep.

Each file (CSV or workbook) has one row for a cell: a column for each variable, headed by its name, then the figures.
Files whose variables have the same names are linked. For an audit a table can be laid out as it is published, too: with
titles, a head of several lines, labels, notes.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.cli.common import CommandReport, names_of, pairs_of
from ckmcore.cli.options import flag, option
from ckmcore.errors import DataError, InputError
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.compare.figures import Entry
    from ckmcore.compare.published import PublishedSheet
    from ckmcore.rivals.audit import ProtectionLevel, ReaderKnowledge
    from ckmcore.rivals.relations import LinkedFigures, SuppressedCell

Lines = list[tuple[tuple[str, ...], "Entry", bool]]

FILES = option("suppressed", nargs="+", metavar="FILE", help="audit_files")
TOTAL = option("--total-code", default="", help="audit_total")
SIGN = option("--sign", default=".", help="audit_sign")
VALUE = option("--value-shown", help="audit_value")
MEAN = option("--mean-shown", help="audit_mean")
BESIDE = option("--mean-with", help="audit_mean_with")
ACROSS = option("--across", metavar="A,B", help="audit_across")
COUNTS = flag("--as-counts", help="audit_counts")
NEGATIVE = flag("--negative", help="audit_negative")
LEVELS = option("--protection", metavar="FILE", help="audit_levels")
AT_LEAST = option("--at-least", type=int, default=3, metavar="N", help="safe_least")
COST = option("--cost", choices=("number", "value", "log"), default="value", help="suppress_cost_kind")
REPORT = option("--report", metavar="FILE.json", writes=True, help="suppress_report")
GROUPS = option("--groups", metavar="VARIABLE", help="suppress_groups")
SUMS_OF = option("--sums-of", metavar="MAGNITUDE", help="pattern_sums")
PERCENT = option("--reader-percent", type=int, metavar="Q", help="audit_percent")


@dataclass(frozen=True)
class ReadFile:
    """A file of a table as it was read: its variables, and each row with codes, figure or sign, whether suppressed.
    by_mean: the ends that a published mean gives suppressed figures, by codes."""

    file: str
    sheet: PublishedSheet
    variables: tuple[str, ...]
    lines: Lines
    by_mean: Mapping[tuple[str, ...], tuple[Fraction, Fraction]] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadTables:
    """Linked tables from files. unit: by how much figures were multiplied to be whole."""

    files: tuple[ReadFile, ...]
    figures: LinkedFigures
    unit: int

    def place(self, variables: Sequence[str], codes: Sequence[str], file: str) -> int:
        """The figure of a cell. Raises suppress_cell_unknown."""
        code_of = dict(zip(variables, codes, strict=True))
        address = tuple(code_of.pop(name, "") for name in self.figures.variables)
        figure = None if code_of else self._places.get(address)
        if figure is None:
            raise DataError("suppress_cell_unknown", file=Path(file).name, codes=", ".join(codes))
        return figure

    @cached_property
    def _places(self) -> dict[tuple[str, ...], int]:
        return {address: figure for figure, address in enumerate(self.figures.addresses)}


@contextmanager
def solver_aside() -> Iterator[None]:
    """What HiGHS writes to standard output by itself goes to standard error: standard output may be JSON."""
    sys.stdout.flush()
    try:
        kept = os.dup(1)
    except OSError:  # there is none
        yield
        return
    try:
        os.dup2(2, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def knowledge_of(options: argparse.Namespace) -> ReaderKnowledge:
    """What readers know by the options. Raises audit_counts_negative and cli_option_value."""
    from ckmcore.rivals.audit import ReaderKnowledge

    percent = reader_percent(options)
    if options.as_counts and options.negative:
        raise InputError("audit_counts_negative")
    if options.as_counts:
        return ReaderKnowledge(least=1, percent=percent, whole=True)
    return ReaderKnowledge(least=None if options.negative else 0, percent=percent)


def reader_percent(options: argparse.Namespace) -> int | None:
    """To within how many percent readers know figures beforehand. Raises cli_option_value."""
    percent: int | None = options.reader_percent
    if percent is not None and not 0 < percent <= 1000:
        raise InputError("cli_option_value", option="--reader-percent", value=str(percent), example="50")
    return percent


def read_tables(options: argparse.Namespace, report: CommandReport) -> ReadTables:
    """Read the files of a command and link their cells. Raises audit_head and the errors of reading and linking."""
    from ckmcore.compare.figures import places_of
    from ckmcore.dictionary.hierarchy_files import tree_of_file
    from ckmcore.rivals.relations import SuppressedTable, linked_figures

    published = hasattr(options, "across")
    files = tuple((_read_any if published else _read)(file, options, report) for file in options.suppressed)
    unit = 10 ** max(places_of(*(entry for _, entry, _ in read.lines)) for read in files)
    tables = [SuppressedTable(Path(read.file).name, read.variables, _cells(read.lines, unit)) for read in files]
    trees = {name: tree_of_file(file) for name, file in pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")}
    return ReadTables(files, linked_figures(tables, trees), unit)


def read_levels(file: str, tables: ReadTables, total_code: str) -> dict[int, ProtectionLevel]:
    """Protection levels by figure, from the last two columns of a file: lower and upper. Raises suppress_level."""
    from ckmcore.rivals.audit import ProtectionLevel

    levels = {}
    for figure, (lower, upper) in _by_figure(file, tables, total_code, 2).items():
        try:
            ends = [Fraction(Decimal(text.replace(",", "."))) * tables.unit for text in (lower, upper)]
        except ArithmeticError:
            cell = tables.figures.names[figure]
            raise DataError("suppress_level", file=Path(file).name, cell=cell, text=f"{lower}; {upper}") from None
        levels[figure] = ProtectionLevel.of(*ends)
    return levels


def read_marks(file: str, tables: ReadTables, total_code: str, columns: int) -> dict[int, tuple[str, ...]]:
    """What a file says of cells: by figure the texts of its last columns."""
    return _by_figure(file, tables, total_code, columns)


def write_tables(tables: ReadTables, folder: str, suppressed: Sequence[bool], sign: str) -> list[Path]:
    """Write each table into a folder as CSV, as it was read, with the sign in place of suppressed figures."""
    from ckmcore.base.files import write_whole
    from ckmcore.compare.published import at, cell_text
    from ckmcore.formats.formulas import guarded

    Path(folder).mkdir(parents=True, exist_ok=True)
    paths = []
    for read in tables.files:
        head, *rows = read.sheet.rows
        place = len(read.variables)
        lines = [[guarded(cell_text(cell)) for cell in head]]
        for row, (codes, _, hidden) in zip(rows, read.lines, strict=True):
            hidden = hidden or bool(suppressed[tables.place(read.variables, codes, read.file)])
            texts = [guarded(cell_text(at(row, axis))) for axis in range(place)]
            lines.append([*texts, sign if hidden else cell_text(at(row, place))])

        def write(target: Path, lines: list[list[str]] = lines) -> None:
            with target.open("w", encoding="utf-8", newline="") as stream:
                csv.writer(stream, delimiter=";", lineterminator="\n").writerows(lines)

        path = Path(folder) / f"{Path(read.file).stem}.csv"
        write_whole(path, write)
        paths.append(path)
    return paths


def tell_assumed(knowledge: ReaderKnowledge, report: CommandReport) -> None:
    """Report what a verdict assumes of readers."""
    if knowledge.least is None:
        report.out("audit_assumed_negative")
    else:
        report.out("audit_assumed", least=knowledge.least)
    if knowledge.percent is not None:
        report.out("audit_assumed_percent", percent=knowledge.percent)


def in_unit(number: Fraction | None, unit: int) -> str:
    """A number as people write it; empty for none."""
    return "" if number is None else format(float(number / unit), ".15g")


def _read(file: str, options: argparse.Namespace, report: CommandReport) -> ReadFile:
    from ckmcore.compare.published import EntryReader, at, cell_text, read_sheets

    sheet = read_sheets(file)[0]
    head, *rows = sheet.rows
    variables = _variables(file, [cell_text(cell) for cell in head], 1)
    place = len(variables)
    reader = EntryReader(sheet, Path(file).name, [at(row, place) for row in rows])
    lines: Lines = []
    for line, row in zip(sheet.lines[1:], rows, strict=True):
        cell = at(row, place)
        hidden = cell == options.sign
        entry = None if hidden else reader.read(cell, line, place + 1)
        codes = _codes([cell_text(at(row, axis)) for axis in range(place)], options.total_code)
        lines.append((codes, Decimal(0) if entry == "-" else entry, hidden))
    report.notice(*reader.notices)
    return ReadFile(file, sheet, variables, lines)


def _read_any(file: str, options: argparse.Namespace, report: CommandReport) -> ReadFile:
    """A file with one row for each cell, or a table as it is published."""
    if options.value_shown is None and options.across is None and options.mean_shown is None:
        try:
            return _read(file, options, report)
        except DataError as error:
            if error.code != "audit_head":
                raise
    return _read_published(file, options, report)


def _read_published(file: str, options: argparse.Namespace, report: CommandReport) -> ReadFile:
    """A table laid out with titles, head and labels. Raises audit_tables, audit_across, audit_values, audit_head."""
    from ckmcore.compare.figures import sign_of
    from ckmcore.compare.match import is_total
    from ckmcore.compare.published import Labels, read_published, read_sheets

    name = Path(file).name
    trees = [variable for variable, _ in pairs_of(options.hierarchy, "--hierarchy", "A=a.hrc")]
    published = read_published(file, trees)
    report.notice(*published.notices)
    if len(published.tables) > 1:
        raise DataError("audit_tables", file=name, tables=len(published.tables))
    table, across = published.tables[0], names_of(options.across or "")
    levels = max(map(len, table.columns))
    valued = levels > len(across)
    if levels - len(across) not in (0, 1) or any(len(column) != levels for column in table.columns):
        raise DataError("audit_across", file=name, levels=levels - 1)
    values = list(dict.fromkeys(column[-1].text for column in table.columns)) if valued else []
    named = [each for each in (options.value_shown, options.mean_shown, options.mean_with) if each is not None]
    if (len(values) > 1 and options.value_shown is None) or not set(named) <= set(values):
        raise DataError("audit_values", file=name, values=values)
    if left := [each for each in values if named and each not in named]:
        report.notice(sentence("audit_values_left", file=name, values=tuple(left)))
    variables = (*(part.title for part in table.rows[0]), *across)
    of_rows = len(variables) - len(across)
    if len(set(variables)) < len(variables) or "" in variables or sign_of(options.sign) != options.sign:
        raise DataError("audit_head", file=name)

    def codes(labels: Labels) -> tuple[str, ...]:
        texts = [part.text if part.code is None else part.code for part in labels]
        return _codes(["" if is_total(text) else text for text in texts], options.total_code)

    by_value: dict[str, Lines] = {value: [] for value in values or [""]}
    for row, entries in zip(table.rows, table.entries, strict=True):
        if len(row) != of_rows or any(part.heading for part in row):
            raise DataError("audit_tables", file=name, tables=2)
        for column, entry in zip(table.columns, entries, strict=True):
            if entry is None:
                continue
            address = codes((*row, *(column[:-1] if valued else column)))
            hidden = entry == options.sign
            shown = None if hidden else Decimal(0) if entry == "-" else entry
            by_value[column[-1].text if valued else ""].append((address, shown, hidden))
    lines = by_value[options.value_shown or next(iter(by_value))]
    by_mean: dict[tuple[str, ...], tuple[Fraction, Fraction]] = {}
    if options.mean_shown is not None:
        by_mean = _by_mean(lines, by_value[options.mean_shown], by_value[options.mean_with], counts=options.as_counts)
    return ReadFile(file, read_sheets(file)[0], variables, lines, by_mean)


def _by_mean(lines: Lines, means: Lines, beside: Lines, *, counts: bool) -> dict[tuple[str, ...], Any]:
    """The ends of the suppressed figures of `lines` that follow from a published mean and the other figure beside it: a
    sum from the count, or with `counts` a count from the sum. A mean is half of its last digit apart at most."""
    from ckmcore.compare.figures import places_of

    half = Fraction(1, 2 * 10 ** places_of(*(entry for _, entry, _ in means)))
    mean_of, other_of = ({codes: entry for codes, entry, _ in each} for each in (means, beside))
    by_codes = {}
    for codes in (codes for codes, _, hidden in lines if hidden):
        mean, other = mean_of.get(codes), other_of.get(codes)
        if not isinstance(mean, Decimal) or not isinstance(other, Decimal):
            continue
        ends = [Fraction(mean) - half, Fraction(mean) + half]
        if counts and ends[0] * ends[1] <= 0:  # a mean of 0 says nothing of the count
            continue
        made = sorted(Fraction(other) / end if counts else Fraction(other) * end for end in ends)
        by_codes[codes] = made[0], made[1]
    return by_codes


def _by_figure(file: str, tables: ReadTables, total_code: str, columns: int) -> dict[int, tuple[str, ...]]:
    from ckmcore.compare.published import at, cell_text, read_sheets

    head, *rows = read_sheets(file)[0].rows
    variables = _variables(file, [cell_text(cell) for cell in head], columns)
    count = len(variables)
    texts: dict[int, tuple[str, ...]] = {}
    for row in rows:
        cells = [cell_text(at(row, place)) for place in range(count + columns)]
        figure = tables.place(variables, _codes(cells[:count], total_code), file)
        texts[figure] = tuple(cells[count:])
    return texts


def _variables(file: str, head: Sequence[str], columns: int) -> tuple[str, ...]:
    variables = tuple(head[: len(head) - columns])
    if not variables or len(set(variables)) < len(variables) or "" in variables:
        raise DataError("audit_head", file=Path(file).name)
    return variables


def _codes(codes: Sequence[str], total_code: str) -> tuple[str, ...]:
    return tuple("" if code == total_code else code for code in codes)


def _cells(lines: Lines, unit: int) -> tuple[SuppressedCell, ...]:
    """The cells in whole units. Other signs say nothing: nobody sees such a figure."""
    from ckmcore.rivals.relations import SuppressedCell

    return tuple(
        SuppressedCell(codes, int(entry * unit) if isinstance(entry, Decimal) else None, hidden)
        for codes, entry, hidden in lines
        if hidden or isinstance(entry, Decimal)
    )
