"""Recognising the form of a perturbation table by its content: decoding, separator, header, columns."""

from __future__ import annotations

import csv
import gzip
import os
import zlib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from ckmcore.ptable.faults import (
    PtableFileBinary,
    PtableFileEmpty,
    PtableFileMissing,
    PtableFileTooLarge,
    PtableFileUndecodable,
    PtableFileUnreadable,
    PtableForMagnitudes,
    PtableFormUnknown,
)

Kind = Literal["tau-argus", "r", "sas", "ons", "matrix"]

_LIMIT_MB = 64
_COLUMNS: dict[int, Kind] = {5: "tau-argus", 6: "sas", 7: "r"}
# The parity and size classes of tables for magnitudes; "all" stands in tables for counts too.
_MAGNITUDE_TYPES = {"even", "odd", "small_cells"}


@dataclass(frozen=True)
class Line:
    """One line of data: its number in the file and its fields without blanks and quotes."""

    number: int
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Content:
    """A recognised file: its form, header (None where the first line holds numbers) and lines of data."""

    name: str
    kind: Kind
    header: Line | None
    lines: tuple[Line, ...]


def load_content(path: str | os.PathLike[str]) -> Content:
    """Reads and recognises a file. Raises the errors of faults.py except PtableFaulty."""
    place = Path(path)
    return recognise(_read_bytes(place), place.name)


def _read_bytes(place: Path) -> bytes:
    limit = _LIMIT_MB * 2**20
    try:
        with place.open("rb") as file:
            content = file.read(limit + 1)
        if content[:2] == b"\x1f\x8b":
            with gzip.open(BytesIO(content)) as unpacked:
                content = unpacked.read(limit + 1)
    except FileNotFoundError:
        raise PtableFileMissing(name=place.name) from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise PtableFileBinary(name=place.name) from None
    except OSError as problem:
        raise PtableFileUnreadable(name=place.name, reason=problem.strerror or str(problem)) from None
    if len(content) > limit:
        raise PtableFileTooLarge(name=place.name, limit=_LIMIT_MB)
    return content


def _decode(content: bytes, name: str) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            raise PtableFileBinary(name=name) from None
    if any(byte < 9 or 13 < byte < 32 for byte in content[:4096]) or b"\0" in content:
        raise PtableFileBinary(name=name)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = content[: problem.start]
        head, newline, rest = content.partition(b"\n")
        # Words stand only in the header, and any header is welcome.
        if problem.start < len(head) and newline and rest.isascii():
            return content.decode("latin-1")
        line = before.count(b"\n") + 1
        column = len(before) - (before.rfind(b"\n") + 1) + 1
        raise PtableFileUndecodable(name=name, line=line, column=column) from None


def recognise(content: bytes, name: str) -> Content:
    """The form of a file's content."""
    if not content.strip():
        raise PtableFileEmpty(name=name)
    texts = _decode(content, name).splitlines()
    numbered = [(number, text) for number, text in enumerate(texts, start=1) if text.strip()]
    if not numbered:
        raise PtableFileEmpty(name=name)
    sample = numbered[min(1, len(numbered) - 1)][1]
    separator = next((one for one in (";", "\t", ",") if one in sample), ";")
    lines = [Line(number, _fields(name, number, text, separator)) for number, text in numbered]
    header = None if all(_is_number(field) for field in lines[0].fields[:4]) else lines[0]
    data = tuple(lines if header is None else lines[1:])
    if header is not None and header.fields[0] == "" and [one.lower() for one in header.fields[1:3]] == ["i", "j"]:
        # R's row names.
        header = Line(header.number, header.fields[1:])
        data = tuple(Line(line.number, line.fields[1:]) for line in data)
    if not data:
        raise PtableFileEmpty(name=name)
    kind = _kind(header, data, name)
    if kind not in ("matrix", "ons"):
        _refuse_magnitudes(data, name)
    return Content(name, kind, header, data)


def _fields(name: str, number: int, text: str, separator: str) -> tuple[str, ...]:
    """The fields of one line, on its own: a quote that never ends must not swallow the lines below."""
    try:
        row = next(csv.reader([text], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:
        raise PtableFormUnknown(name=name, line=number, columns=1) from None
    return tuple(_field(field, separator) for field in row)


def _field(text: str, separator: str) -> str:
    clean = text.strip().strip('"').strip()
    return clean if separator == "," else clean.replace(",", ".")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _kind(header: Line | None, data: tuple[Line, ...], name: str) -> Kind:
    names = [field.lower() for field in header.fields] if header else []
    if {"pcv", "ckey", "pvalue"} <= set(names):
        return "ons"
    if header is not None and len(names) > 2 and all(field.isdecimal() for field in names[1:]):
        return "matrix"
    columns = len(data[0].fields)
    if columns not in _COLUMNS:
        raise PtableFormUnknown(name=name, line=data[0].number, columns=columns)
    if columns == 6 and not _is_number(data[0].fields[5]):
        raise PtableForMagnitudes(name=name, line=data[0].number)
    return _COLUMNS[columns]


def _refuse_magnitudes(data: tuple[Line, ...], name: str) -> None:
    for line in data:
        fields = line.fields
        between = [one for one in (fields[0], *fields[1:2], *fields[3:4]) if _is_number(one) and float(one) % 1 != 0]
        if between or (len(fields) == 7 and fields[6].lower() in _MAGNITUDE_TYPES):
            raise PtableForMagnitudes(name=name, line=line.number)
