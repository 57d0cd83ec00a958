"""Guessing how a text file is written, from its first megabyte."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike

from ckmcore.errors import DataError
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.files import checked_path, decode_head, format_of, read_head, utf16_name

SEPARATORS = ("\t", ";", "|", ",")
SAMPLE_ROWS = 500

WHOLE = re.compile(r"[+-]?\d+")
_POINT = re.compile(r"[+-]?\d*\.\d+([eE][+-]?\d+)?")
_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
_GROUPED = {
    ".": re.compile(r"[+-]?\d{1,3}(\.\d{3})+,\d+|[+-]?\d{1,3}(\.\d{3}){2,}"),
    ",": re.compile(r"[+-]?\d{1,3}(,\d{3})+\.\d+|[+-]?\d{1,3}(,\d{3}){2,}"),
    " ": re.compile(r"[+-]?\d{1,3}( \d{3})+([.,]\d+)?"),
    "\u00a0": re.compile("[+-]?\\d{1,3}(\u00a0\\d{3})+([.,]\\d+)?"),
    "'": re.compile(r"[+-]?\d{1,3}('\d{3})+([.,]\d+)?"),
}


def sniff(path: str | PathLike[str]) -> Dialect:
    """The guessed dialect of a text file (packed, too); reads its first megabyte only. No other file has one to guess.

    Raises FileMissing, file_is_folder, file_not_readable, file_empty, file_binary.
    """
    file = checked_path(path)
    head, complete = read_head(file)
    if format_of(file, head) != "csv":
        return Dialect()
    encoding = guess_encoding(head, complete)
    text = decode_head(file, head, complete, encoding, lenient=True)
    if not text.strip(" \r\n"):
        raise DataError("file_empty", file=str(file))
    return guess_dialect(text, complete, encoding)


def guess_encoding(head: bytes, complete: bool) -> str:
    """One of utf-8, utf-8-sig, utf-16 (or -le, -be without a mark), cp1252, latin-1."""
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    wide = utf16_name(head)
    if wide is not None:
        return wide
    cut = head if complete else head[: len(head) - 3]
    text = cut.decode("utf-8", errors="replace")
    wrong = text.count("\ufffd")
    if wrong <= (0 if complete else 1) and (complete or text.rstrip("\ufffd").count("\ufffd") == 0):
        return "utf-8"
    # A few bad bytes among many good letters: a damaged UTF-8 file, whose place is named when it is read.
    if sum(character > "\x7f" for character in text) - wrong > wrong:
        return "utf-8"
    try:
        head.decode("cp1252")
    except UnicodeDecodeError:
        return "latin-1"
    return "cp1252"


def guess_dialect(text: str, complete: bool, encoding: str) -> Dialect:
    """Separator, quote, decimal sign and header of a text that has at least one row."""
    quote = "'" if '"' not in text and _looks_quoted(text, "'") else '"'
    candidates = [Dialect(separator=separator, encoding=encoding, quote=quote) for separator in SEPARATORS]
    scored = [(_consistency(sample_rows(text, complete, one)), one) for one in candidates]
    best, dialect = max(scored, key=lambda pair: pair[0])
    if best == 0:
        dialect = replace(dialect, separator=",")
    rows = sample_rows(text, complete, dialect)
    cells = [cell.strip() for row in rows[1:] or rows for cell in row]
    commas = sum(_COMMA.fullmatch(cell) is not None for cell in cells)
    points = sum(_POINT.fullmatch(cell) is not None for cell in cells)
    decimal = "," if commas > points else "."
    return replace(dialect, decimal=decimal, thousands=_guess_thousands(cells, decimal), header=has_header(rows))


def sample_rows(text: str, complete: bool, dialect: Dialect, limit: int = SAMPLE_ROWS) -> list[list[str]]:
    """The first rows of a head, without the one that may be cut off."""
    rows: list[list[str]] = []
    try:
        for row in dialect.rows(text):
            rows.append(row)
            if len(rows) > limit:
                break
    except csv.Error:
        pass
    whole = len(rows) <= limit and not complete and len(rows) > 1
    return rows[:-1] if whole else rows[:limit]


def _looks_quoted(text: str, quote: str) -> bool:
    """Whether more than half of the first lines hold a field between two quotes."""
    field = re.compile(rf"(^|[\t;|,]){quote}[^{quote}]*{quote}([\t;|,]|$)")
    lines = text[:65536].splitlines()[:SAMPLE_ROWS]
    return 2 * sum(1 for line in lines if field.search(line)) > len(lines)


def _consistency(rows: Sequence[Sequence[str]]) -> float:
    """How alike rows are in their number of fields, 0 where there is but one field. Ties go to the rarer separator."""
    if not rows:
        return 0.0
    fields, count = Counter(len(row) for row in rows).most_common(1)[0]
    return 0.0 if fields < 2 else round(count / len(rows), 2)


def _guess_thousands(cells: Iterable[str], decimal: str) -> str:
    found = Counter(
        sign for cell in cells for sign, pattern in _GROUPED.items() if sign != decimal and pattern.fullmatch(cell)
    )
    return found.most_common(1)[0][0] if found else ""


def _is_number(cell: str) -> bool:
    return any(pattern.fullmatch(cell) for pattern in (WHOLE, _POINT, _COMMA))


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """A first row without numbers, with different names, none of which comes again below it in its column."""
    first = [cell.strip() for cell in rows[0]]
    if any(_is_number(cell) for cell in first) or not any(first):
        return False
    if len(rows) == 1:
        return True
    below = [{row[place].strip() for row in rows[1:] if place < len(row)} for place in range(len(first))]
    if any(values and all(_is_number(value) for value in values if value) and any(values) for values in below):
        return True
    again = sum(bool(cell) and cell in values for cell, values in zip(first, below, strict=True))
    return again == 0
