"""Opening any file of a perturbation table: its form, the table, and warnings line by line."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ckmcore.base.checked import checked
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.files.errors import PtableForMagnitudes
from ckmcore.ptable.files.formats import read_bytes, recognise, unpacked
from ckmcore.ptable.files.native_format import OwnFile
from ckmcore.ptable.files.read import ReadForm, ReadPtable, is_json, read_content
from ckmcore.ptable.files.xlsx import read_workbook
from ckmcore.ptable.magnitudes import MagnitudePTable, magnitude_warnings, parse_magnitudes
from ckmcore.ptable.magnitudes.native_format import own_magnitudes
from ckmcore.ptable.model.check import BIAS_LIMIT, ptable_warnings
from ckmcore.ptable.model.table import PTable

OpenedForm = ReadForm | Literal["magnitudes"]

# Variances of published tables differ by rounding only; more is worth a word.
_VARIANCE_LIMIT = 1e-3


@dataclass(frozen=True)
class OpenedPtable:
    """An opened file of a perturbation table. form: its format; warnings: for the user.

    own: further content of our own JSON (design, shuffling, note), None for other formats.
    """

    table: PTable | MagnitudePTable
    form: OpenedForm
    warnings: tuple[Sentence, ...]
    own: OwnFile | None = None


@checked
def open_ptable(path: str | os.PathLike[str]) -> OpenedPtable:
    """Open a file of a perturbation table for counts or magnitudes; the format is recognised by the content.

    Raises PtableFaulty with every fault and its line, and the errors of `read_ptable`.

    >>> opened = ckm.open_ptable("ptable.csv")
    >>> opened.form, opened.table
    ('r', PTable(9 rows, 199 intervals))
    >>> for warning in opened.warnings:
    ...     print(warning.text("en"))
    """
    return ptable_from_bytes(read_bytes(path), Path(path).name)


@checked
def read_magnitudes(path: str | os.PathLike[str]) -> MagnitudePTable:
    """Read a perturbation table for magnitudes from a file of any format. Raises ptable_for_counts and the errors of
    `open_ptable`.

    A file of R with only whole numbers is ambiguous and read as one for magnitudes.

    >>> ckm.read_magnitudes("large.csv")
    MagnitudePTable(all: 3 rows)
    """
    content, name = read_bytes(path), Path(path).name
    opened = ptable_from_bytes(content, name)
    if isinstance(opened.table, MagnitudePTable):
        return opened.table
    if opened.form == "r":
        return _magnitudes(unpacked(content, name), name)
    raise DataError("ptable_for_counts", name=name)


def ptable_from_bytes(content: bytes, name: str) -> OpenedPtable:
    """Open a perturbation table from the content of a file or of the clipboard. name: for messages."""
    try:
        read = read_content(content, name)
    except PtableForMagnitudes:
        table = _magnitudes(unpacked(content, name), name)
        return OpenedPtable(table, "magnitudes", magnitude_warnings(table))
    return OpenedPtable(read.table, read.form, (*read.warnings, *_warnings(read)), read.own)


def _magnitudes(content: bytes, name: str) -> MagnitudePTable:
    if content[:4] == b"PK\x03\x04":
        return parse_magnitudes(read_workbook(content, name).first)
    if is_json(content):
        return own_magnitudes(content, name).table
    return parse_magnitudes(recognise(content, name))


def _warnings(read: ReadPtable) -> list[Sentence]:
    """Warnings on row 0, bias, blocked counts, variance and order, with the lines of the file where possible."""
    table, lines = read.table, read.lines
    warnings = [warning for warning in ptable_warnings(table) if not warning.code.startswith("ptable_warning_bias")]
    reports = [report for report in table.reports if report.row > 0]
    biased = [report for report in reports if abs(report.bias) > BIAS_LIMIT]
    if biased:
        worst_report = max(biased, key=lambda report: abs(report.bias))
        fields = {
            "count": len(biased),
            "row": worst_report.row,
            "line": lines[worst_report.row],
            "bias": worst_report.bias,
        }
        singular = "_one" if len(biased) == 1 else ""
        warnings.append(sentence(f"ptable_warning_bias_line{singular}", **fields))
    warnings += _blocked(table, lines)
    if reports:
        low, high = min(reports, key=lambda report: report.variance), max(reports, key=lambda report: report.variance)
        if high.variance - low.variance > _VARIANCE_LIMIT * max(1.0, high.variance):
            warnings.append(
                sentence(
                    "ptable_warning_variance",
                    low=low.variance,
                    low_row=low.row,
                    low_line=lines[low.row],
                    high=high.variance,
                    high_row=high.row,
                    high_line=lines[high.row],
                )
            )
    return warnings


def _blocked(table: PTable, lines: tuple[int, ...]) -> list[Sentence]:
    """Warning on rows that lead to a small count which row 1 and most other rows avoid, possibly by mistake. lines: of
    the rows in the file."""
    js = table.blocked_counts
    inner_targets = [
        (row, target)
        for row in table.rows
        if row > 0
        for target in sorted(set(table.row_targets(row)))
        if 1 <= target <= js
    ]
    if not inner_targets:
        return []
    row, target = inner_targets[0]
    count = len({row for row, _ in inner_targets})
    small = sentence("ptable_small_count") if js == 1 else sentence("ptable_small_counts", js=js)
    code = "ptable_warning_blocked_one" if count == 1 else "ptable_warning_blocked"
    return [sentence(code, small=small, count=count, row=row, line=lines[row], target=target)]
