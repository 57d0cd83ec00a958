"""The footer of a Parquet file, taken apart and put together: row groups that were written one by one become one file.

A footer is a structure of Thrift, in its compact form: fields with a number, a type and a value. Nothing of it is
interpreted but the places of columns within the file, which move with the bytes before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MARK = b"PAR1"
_LENGTH_BYTES = 4
_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)
_LONG_LIST = 15
# Fields of FileMetaData, RowGroup, ColumnChunk and ColumnMetaData that are looked at.
_ROWS, _GROUPS = 3, 4
_COLUMNS, _GROUP_ROWS, _GROUP_PLACE, _ORDINAL = 1, 3, 5, 7
_CHUNK_PLACE, _CHUNK = 2, 3
_PAGES = (9, 10, 11)


@dataclass
class Field:
    """A field of a structure. Structures are lists of fields; of a list the value is the type of what it holds, and
    that."""

    number: int
    type: int
    value: Any


def parts_of(content: memoryview) -> tuple[memoryview, list[Field]]:
    """The bytes between the marks of a file, before its footer, and the footer."""
    end = len(content) - len(MARK) - _LENGTH_BYTES
    start = end - int.from_bytes(content[end : end + _LENGTH_BYTES], "little")
    return content[len(MARK) : start], decoded(bytes(content[start:end]))


def end_of(footer: list[Field]) -> bytes:
    """Encode the end of a file, behind its last row group: footer, its length, mark."""
    content = encoded(footer)
    return content + len(content).to_bytes(_LENGTH_BYTES, "little") + MARK


def group_of(footer: list[Field]) -> list[Field]:
    """The one row group of a footer."""
    (group,) = _value(footer, _GROUPS)[1]
    fields: list[Field] = group
    return fields


def with_groups(footer: list[Field], groups: Sequence[list[Field]], places: Sequence[int]) -> list[Field]:
    """Add row groups to a footer that has none. places: bytes by which each has moved since it was written."""
    rows = 0
    for ordinal, (group, place) in enumerate(zip(groups, places, strict=True)):
        rows += _value(group, _GROUP_ROWS)
        for field in group:
            if field.number == _ORDINAL:
                field.value = ordinal
            elif field.number == _GROUP_PLACE:
                field.value += place
        for column in _value(group, _COLUMNS)[1]:
            for field in column:
                if field.number == _CHUNK_PLACE and field.value:
                    field.value += place
            for field in _value(column, _CHUNK):
                if field.number in _PAGES:
                    field.value += place
    changed = {_ROWS: rows, _GROUPS: (_STRUCT, list(groups))}
    return [Field(one.number, one.type, changed.get(one.number, one.value)) for one in footer]


def _value(fields: list[Field], number: int) -> Any:
    return next(field.value for field in fields if field.number == number)


def decoded(content: bytes) -> list[Field]:
    """A structure from its compact form. Raises ValueError, IndexError."""
    return _Reader(content).structure()


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def structure(self) -> list[Field]:
        fields, number = list[Field](), 0
        while (head := self._byte()) != 0:
            step, kind = head >> 4, head & 15
            number = number + step if step else self._signed()
            fields.append(Field(number, kind, self._of(kind, in_field=True)))
        return fields

    def _byte(self) -> int:
        self._at += 1
        return self._content[self._at - 1]

    def _whole(self) -> int:
        found, shift = 0, 0
        while True:
            byte = self._byte()
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found

    def _signed(self) -> int:
        found = self._whole()
        return (found >> 1) ^ -(found & 1)

    def _bytes(self, count: int) -> bytes:
        self._at += count
        return self._content[self._at - count : self._at]

    def _of(self, kind: int, *, in_field: bool = False) -> Any:
        if kind in (_TRUE, _FALSE):
            return None if in_field else self._byte()
        if kind == _BYTE:
            return self._byte()
        if kind in (_I16, _I32, _I64):
            return self._signed()
        if kind == _DOUBLE:
            return self._bytes(8)
        if kind == _BINARY:
            return self._bytes(self._whole())
        if kind in (_LIST, _SET):
            head = self._byte()
            count, inner = head >> 4, head & 15
            count = self._whole() if count == _LONG_LIST else count
            return inner, [self._of(inner) for _ in range(count)]
        if kind == _STRUCT:
            return self.structure()
        raise ValueError("a type that no footer has")


def encoded(fields: list[Field]) -> bytes:
    """The compact form of a structure."""
    found, before = bytearray(), 0
    for field in fields:
        step = field.number - before
        if 0 < step < _LONG_LIST + 1:
            found.append(step << 4 | field.type)
        else:
            found.append(field.type)
            found += _signed(field.number)
        before = field.number
        found += b"" if field.type in (_TRUE, _FALSE) else _encoded(field.type, field.value)
    return bytes(found) + b"\0"


def _encoded(kind: int, value: Any) -> bytes:
    if kind in (_TRUE, _FALSE, _BYTE):
        return bytes([value])
    if kind in (_I16, _I32, _I64):
        return _signed(value)
    if kind == _DOUBLE:
        return bytes(value)
    if kind == _BINARY:
        return _whole(len(value)) + bytes(value)
    if kind == _STRUCT:
        return encoded(value)
    inner, every = value
    count = len(every)
    head = bytes([count << 4 | inner]) if count < _LONG_LIST else bytes([_LONG_LIST << 4 | inner]) + _whole(count)
    return head + b"".join(_encoded(inner, one) for one in every)


def _signed(value: int) -> bytes:
    return _whole(value << 1 if value >= 0 else (-value << 1) - 1)


def _whole(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)
