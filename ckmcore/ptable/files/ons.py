"""The tables of the ONS package: noise for each count (`pcv`) and each integer cell key (`ckey`)."""

from __future__ import annotations

import re
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.ptable.files.errors import FaultList
from ckmcore.ptable.files.fields import LARGEST_COUNT, integer_in
from ckmcore.ptable.files.formats import Content, FileLine, clean_field
from ckmcore.ptable.model.integer_keys import ons_noise, ons_table
from ckmcore.ptable.model.table import PTable

_LARGEST_KEY = 2**20
_NAMES = ("pcv", "ckey", "pvalue")
# More faults than these are of one kind; nobody reads on.
_MOST_FAULTS = 200

Integers = NDArray[np.int64]


def read_ons(content: Content, faults: FaultList) -> tuple[PTable, Integers]:
    """Read an ONS table with columns `pcv, ckey, pvalue`: noise for each count and each integer key; M = largest ckey +
    1.

    Returns the table and the line of the file where each row i = 0 .. last begins. Raises PtableFaulty.
    """
    header = () if content.header is None else content.header.fields
    names = [field.lower() for field in header]
    columns = [names.index(name) for name in _NAMES]
    read = _quickly(content.body, len(names), columns)
    if read is None:
        body = _mended(content, len(names), columns, faults)
        faults.raise_any(content.name)
        read = _quickly(body, len(names), columns)
    if read is None:
        raise DataError("ptable_unknown_form", name=content.name, line=content.body_line, columns=len(names))
    pcv, key, noise = read
    _check_ranges(content, read, faults)
    faults.raise_any(content.name)
    modulus = int(key.max()) + 1
    # The usual file is in order; only another one must be sorted.
    order = np.arange(len(pcv))
    if not _in_order(pcv, key, modulus):
        order = np.lexsort((key, pcv))
        if not _in_order(pcv[order], key[order], modulus):
            _name_gaps(content, pcv[order], key[order], order, faults)
            faults.raise_any(content.name)
    row_count = len(pcv) // modulus
    by_row = noise[order].reshape(row_count, modulus)
    below = by_row < -np.arange(1, row_count + 1)[:, None]
    if below.any():
        row, column_index = (int(position) for position in np.argwhere(below)[0])
        line = _line(content, int(order[row * modulus + column_index]))
        faults.add(
            "ptable_fault_integer", line, name="pcv + pvalue", text=str(row + 1 + by_row[row, column_index]), least="0"
        )
        faults.raise_any(content.name)
    firsts = np.append(0, _lines(content, order[::modulus]))
    return ons_table(by_row), firsts


def ons_text(ptable: PTable, modulus: int) -> str:
    """The lines `pcv,ckey,pvalue` of a table for integer keys."""
    noise = ons_noise(ptable, modulus)
    lines = ["pcv,ckey,pvalue"]
    for row, values in enumerate(noise.tolist(), start=1):
        lines += [f"{row},{key},{value}" for key, value in enumerate(values)]
    lines.append("")
    return "\n".join(lines)


def _in_order(pcv: Integers, key: Integers, modulus: int) -> bool:
    """Whether the records have pcv 1, 2, ... with the keys 0 .. M - 1 each, in this order."""
    rows, remainder = divmod(len(pcv), modulus)
    if remainder or not rows:
        return False
    fits = pcv.reshape(rows, modulus) == np.arange(1, rows + 1)[:, None]
    return bool(fits.all() and (key.reshape(rows, modulus) == np.arange(modulus)).all())


def _quickly(body: str, columns: int, column_indices: list[int]) -> tuple[Integers, Integers, Integers] | None:
    """Read the three columns where every line holds plain integers; None otherwise, and then lines are read one by one.
    column_indices: indices of the columns."""
    import pyarrow as pa
    import pyarrow.csv as pc

    first = body.lstrip().partition("\n")[0]
    names = [str(column_index) for column_index in range(columns)]
    try:
        read = pc.read_csv(
            BytesIO(body.encode()),
            pc.ReadOptions(column_names=names),
            pc.ParseOptions(delimiter=_separator(first)),
            pc.ConvertOptions(
                include_columns=[names[column] for column in column_indices],
                column_types={names[column]: pa.int64() for column in column_indices},
            ),
        )
    except (pa.ArrowInvalid, pa.ArrowKeyError):
        return None
    combine_chunks = [read.column(index).combine_chunks() for index in range(3)]
    if not len(read) or any(combine_chunk.null_count for combine_chunk in combine_chunks):
        return None
    pcv, key, noise = (combine_chunk.to_numpy() for combine_chunk in combine_chunks)
    return pcv, key, noise


def _separator(text: str) -> str:
    return next((candidate for candidate in (";", "\t", ",") if candidate in text), ",")


def _mended(content: Content, columns: int, column_indices: list[int], faults: FaultList) -> str:
    """Rewrite the body with plain numbers; unreadable lines are faults, blank lines stay."""
    separator = _separator(content.body.lstrip().partition("\n")[0])
    plain = re.compile(rf"-?\d{{1,9}}(?:{re.escape(separator)}-?\d{{1,9}}){{{columns - 1}}}\r?", re.ASCII)
    texts = content.body.split("\n")
    for text_index, text in enumerate(texts):
        if plain.fullmatch(text) or not text.strip():
            continue
        line = FileLine(
            content.body_line + text_index,
            tuple(clean_field(field_text, separator) for field_text in text.split(separator)),
        )
        if len(line.fields) != columns:
            faults.add("ptable_fault_columns", line.number, columns=len(line.fields), expected=columns)
        else:
            values = {
                column: integer_in(line, column, name, None, faults)
                for column, name in zip(column_indices, _NAMES, strict=True)
            }
            texts[text_index] = separator.join(str(values.get(column, "")) for column in range(columns))
        if len(faults.found) >= _MOST_FAULTS:
            break
    return "\n".join(texts)


def _check_ranges(content: Content, read: tuple[Integers, Integers, Integers], faults: FaultList) -> None:
    limits = ((1, LARGEST_COUNT, "1"), (0, _LARGEST_KEY, "0"), (-LARGEST_COUNT, LARGEST_COUNT, "-∞"))
    for values, name, (low, high, least) in zip(read, _NAMES, limits, strict=True):
        if values.min() < low or values.max() > high:
            outside = np.flatnonzero((values < low) | (values > high))[:_MOST_FAULTS]
            for row_index, line in zip(outside.tolist(), _lines(content, outside).tolist(), strict=True):
                faults.add("ptable_fault_integer", line, name=name, text=str(values[row_index]), least=least)


def _name_gaps(content: Content, pcv: Integers, key: Integers, order: Integers, faults: FaultList) -> None:
    """Report missing counts, and missing or repeated keys. The arrays are sorted by pcv and key."""
    modulus = int(key.max()) + 1
    lines = _lines(content, order)
    expected = 1
    rows, begins, sizes = np.unique(pcv, return_index=True, return_counts=True)
    for row, begin, size in zip(rows.tolist(), begins.tolist(), sizes.tolist(), strict=True):
        own_key, numbers = key[begin : begin + size], lines[begin : begin + size]
        if row != expected:
            faults.add("ptable_fault_gap", int(numbers.min()), row, expected=expected)
        expected = row + 1
        twice = np.flatnonzero(np.diff(own_key) == 0)
        if len(twice):
            pair = numbers[twice[0] : twice[0] + 2]
            faults.add("ptable_fault_key_twice", int(pair.max()), row, key=int(own_key[twice[0]]))
        elif size != modulus:
            missing = int(np.flatnonzero(np.append(own_key, -1) != np.arange(size + 1))[0])
            faults.add("ptable_fault_key_missing", int(numbers.min()), row, key=missing, last=modulus - 1)
        if len(faults.found) >= _MOST_FAULTS:
            break


def _line(content: Content, index: int) -> int:
    return int(_lines(content, np.array([index]))[0])


def _lines(content: Content, row_indices: Integers) -> Integers:
    """Line numbers of records given by index; empty lines hold no record."""
    if "\n\n" not in content.body.replace("\r", "") and content.body[:1] not in "\r\n":
        return content.body_line + row_indices
    numbers = [
        text_number
        for text_number, text in enumerate(content.body.split("\n"), start=content.body_line)
        if text.strip()
    ]
    return np.array(numbers, dtype=np.int64)[row_indices]
