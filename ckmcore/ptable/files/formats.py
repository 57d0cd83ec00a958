"""Recognising the form of a perturbation table by its content: decoding, separator, header, columns."""

from __future__ import annotations

import csv
import gzip
import os
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from ckmcore.base.files import reason_of
from ckmcore.base.reading import open_file, read_most
from ckmcore.errors import DataError, FileError
from ckmcore.ptable.files.errors import (
    PtableWorkbookOld,
    PtableWorkbookProtected,
)

Kind = Literal["tau-argus", "r", "sas", "ons", "matrix", "magnitudes"]

LIMIT_MB = 64
# 3 million lines of 4096 keys and 750 rows are read as columns of numbers; every other form is judged line by line.
LINE_LIMIT = 300_000
_COLUMNS: dict[int, Kind] = {5: "tau-argus", 6: "sas", 7: "r"}
# The parity and size classes of tables for magnitudes; "all" stands in tables for counts too.
_MAGNITUDE_TYPES = {"even", "odd", "small_cells"}
# A column of a matrix: 3, j3, j = 3. A row: 3, i = 3, and for the last one ≥ 3, 3+.
_COLUMN_NAME = re.compile(r"(?:j\s*=?\s*)?(\d{1,7})", re.IGNORECASE | re.ASCII)
_ROW_NAME = re.compile(r"(?:i\s*=?\s*)?(?:≥|>=)?\s*(\d{1,7})\s*\+?", re.IGNORECASE | re.ASCII)
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@dataclass(frozen=True)
class FileLine:
    """A line of data. number: in the file; fields: without blanks and quotes."""

    number: int
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Content:
    """A recognised file. kind: format; header: None where the first line holds numbers; lines: lines of data.

    body: for ONS instead of lines the text from line `body_line` on, since a million line objects would be slow.
    magnitudes_from: line that shows that the table is for magnitudes, 0 without one.
    """

    name: str
    kind: Kind
    header: FileLine | None
    lines: tuple[FileLine, ...]
    body: str = ""
    body_line: int = 0
    magnitudes_from: int = 0


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Read the bytes of a file. Raises ptable_missing, ptable_unreadable, ptable_too_large."""
    target_path = Path(path)
    try:
        with open_file(target_path) as file:
            content = read_most(file, LIMIT_MB * 2**20 + 1)
    except FileNotFoundError:
        raise FileError("ptable_missing", name=target_path.name) from None
    except OSError as problem:
        raise FileError(
            "ptable_unreadable",
            name=target_path.name,
            reason=reason_of(problem),
        ) from None
    return content


def unpacked(content: bytes, name: str) -> bytes:
    """Unpack the content of a `.gz`; other content is unchanged. Raises ptable_too_large, ptable_binary,
    ptable_empty."""
    limit = LIMIT_MB * 2**20
    if content[:2] == b"\x1f\x8b":
        try:
            with gzip.open(BytesIO(content)) as packed:
                content = packed.read(limit + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise DataError("ptable_binary", name=name) from None
    if len(content) > limit:
        raise DataError("ptable_too_large", name=name, limit=LIMIT_MB)
    if not content.strip():
        raise DataError("ptable_empty", name=name)
    return content


def decoded(content: bytes, name: str) -> str:
    """Decode the text of a file in UTF-8 or UTF-16; a header may have any encoding."""
    if content[:8] == _COMPOUND_FILE:
        # Excel keeps an encrypted workbook in the container that its old format used.
        protected = "EncryptedPackage".encode("utf-16-le") in content
        raise (PtableWorkbookProtected if protected else PtableWorkbookOld)(name=name)
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            raise DataError("ptable_binary", name=name) from None
    if any(byte < 9 or 13 < byte < 32 for byte in content[:4096]) or b"\0" in content:
        raise DataError("ptable_binary", name=name)
    try:
        text = content.decode("utf-8-sig")
        return text if "\n" in text else text.replace("\r", "\n")
    except UnicodeDecodeError as problem:
        former_content = content[: problem.start]
        head, newline, remainder = content.partition(b"\n")
        # Words stand only in the header, and any header is welcome.
        if problem.start < len(head) and newline and remainder.isascii():
            return content.decode("latin-1")
        line = former_content.count(b"\n") + 1
        column = len(former_content) - (former_content.rfind(b"\n") + 1) + 1
        raise DataError("ptable_undecodable", name=name, line=line, column=column) from None


def recognise(content: bytes, name: str) -> Content:
    """The form of a text file's content."""
    text = decoded(content, name)
    found_content = _ons(text, name)
    if found_content is not None:
        return found_content
    texts = text.splitlines()
    if len(texts) > LINE_LIMIT:
        raise DataError("ptable_too_many_lines", name=name, lines=len(texts), limit=LINE_LIMIT)
    numbered = [(text_number, text) for text_number, text in enumerate(texts, start=1) if text.strip()]
    if not numbered:
        raise DataError("ptable_empty", name=name)
    # Titles may stand above; a line further down is one of the table.
    sample = numbered[min(len(numbered) - 1, 10)][1]
    separator = next((candidate for candidate in (";", "\t", ",") if candidate in sample), ";")
    return recognise_lines(
        [FileLine(number, _fields(name, number, text_line, separator)) for number, text_line in numbered], name
    )


def recognise_lines(lines: Sequence[FileLine], name: str) -> Content:
    """Recognise the format of a table from its fields, such as those of a worksheet. lines: without empty ones."""
    lines = _without_title(lines)
    if not lines:
        raise DataError("ptable_empty", name=name)
    header = None if all(_is_number(field) for field in lines[0].fields[:4]) else lines[0]
    data = tuple(lines if header is None else lines[1:])
    if header is not None and header.fields[0] == "" and [field.lower() for field in header.fields[1:3]] == ["i", "j"]:
        # R's row names.
        header = FileLine(header.number, header.fields[1:])
        data = tuple(FileLine(line.number, line.fields[1:]) for line in data)
    if not data:
        raise DataError("ptable_empty", name=name)
    if header is None and _is_bare_matrix(data[0]):
        return _labelled(name, data)
    kind = _kind(header, data, name)
    if kind == "ons" and header is not None:
        texts = {line.number: ",".join(line.fields) for line in data}
        body = "\n".join(texts.get(index, "") for index in range(header.number + 1, data[-1].number + 1))
        return Content(name, kind, header, (), body, header.number + 1)
    line = 0 if kind == "matrix" else _for_magnitudes(data)
    return Content(name, "magnitudes" if line else kind, header, data, magnitudes_from=line)


def _ons(text: str, name: str) -> Content | None:
    """Recognise an ONS table, whose first line names `pcv`, `ckey` and `pvalue`; None for other files."""
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    first = text[start:end] if end >= 0 else text[start:]
    separator = next((candidate for candidate in (";", "\t", ",") if candidate in first), ",")
    if "ckey" not in first.lower():
        return None
    fields = _fields(name, text.count("\n", 0, start) + 1, first, separator)
    if not {"pcv", "ckey", "pvalue"} <= {field.lower() for field in fields}:
        return None
    number = text.count("\n", 0, start) + 1
    body = text[end + 1 :] if end >= 0 else ""
    if not body.strip():
        raise DataError("ptable_empty", name=name)
    return Content(name, "ons", FileLine(number, fields), (), body, number + 1)


def _without_title(lines: Sequence[FileLine]) -> Sequence[FileLine]:
    """Lines of a single word above a table are its title."""
    most_fields = max((len(_filled(line)) for line in lines[:20]), default=0)
    first = 0
    while most_fields > 2 and first < len(lines) and len(_filled(lines[first])) <= 1:
        first += 1
    return lines[first:]


def _filled(line: FileLine) -> list[str]:
    return [field for field in line.fields if field]


def _fields(name: str, number: int, text: str, separator: str) -> tuple[str, ...]:
    """Split a single line into fields. Lines are parsed separately, so that an unclosed quote does not affect the lines
    below."""
    if '"' not in text and len(text) < 100_000:
        row = text.split(separator)
    else:
        try:
            row = next(csv.reader([text], delimiter=separator, skipinitialspace=True), [])
        except csv.Error:
            raise DataError("ptable_unknown_form", name=name, line=number, columns=1) from None
    return tuple(clean_field(field, separator) for field in row)


def clean_field(text: str, separator: str) -> str:
    """Field without blanks and quotes; a decimal comma becomes a point where commas are no separators."""
    clean = text.strip().strip('"').strip()
    return clean if separator == "," else clean.replace(",", ".")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _kind(header: FileLine | None, data: tuple[FileLine, ...], name: str) -> Kind:
    names = [field.lower() for field in header.fields] if header else []
    if {"pcv", "ckey", "pvalue"} <= set(names):
        return "ons"
    if header is not None and len(matrix_columns(header)) > 1:
        return "matrix"
    columns = len(data[0].fields)
    if columns not in _COLUMNS:
        raise DataError("ptable_unknown_form", name=name, line=data[0].number, columns=columns)
    return _COLUMNS[columns]


def column_number(text: str) -> int | None:
    """Target j in the heading of a matrix column, or None."""
    match = _COLUMN_NAME.fullmatch(text)
    return int(match[1]) if match else None


def matrix_columns(header: FileLine) -> list[int]:
    """Targets j in a heading after its first field; empty where one of them is no number."""
    named_fields = list(header.fields[1:])
    while named_fields and not named_fields[-1]:
        named_fields.pop()
    column_numbers = [column_number(field) for field in named_fields]
    numbers = [each_column_number for each_column_number in column_numbers if each_column_number is not None]
    return numbers if len(numbers) == len(column_numbers) else []


def row_number(text: str) -> str:
    """Count i in the label of a matrix row, or its text where it is no number."""
    match = _ROW_NAME.fullmatch(text)
    return match[1] if match else text


def _is_bare_matrix(line: FileLine) -> bool:
    """Whether the first line belongs to a matrix without labels, that is, probabilities; a list begins with 0;0;1;0;1,
    whose sum is 2.
    """
    values = [float(field or 0) for field in line.fields if _is_number(field or "0")]
    return len(values) == len(line.fields) > 2 and abs(sum(values) - 1) <= 1e-6 and min(values) >= 0


def _labelled(name: str, data: tuple[FileLine, ...]) -> Content:
    first = 0 if data[0].fields[0] in ("1", "1.0") else 1
    header = FileLine(data[0].number, ("i", *(str(j) for j in range(len(data[0].fields)))))
    lines = tuple(FileLine(line.number, (str(i), *line.fields)) for i, line in enumerate(data, start=first))
    return Content(name, "matrix", header, lines)


def _for_magnitudes(data: tuple[FileLine, ...]) -> int:
    """Number of the first line that occurs only in tables for magnitudes, else 0."""
    if len(data[0].fields) == 6 and not _is_number(data[0].fields[5]):
        return data[0].number
    for line in data:
        fields = line.fields
        between = [
            field for field in (fields[0], *fields[1:2], *fields[3:4]) if _is_number(field) and float(field) % 1 != 0
        ]
        if between or (len(fields) == 7 and fields[6].lower() in _MAGNITUDE_TYPES):
            return line.number
    return 0
