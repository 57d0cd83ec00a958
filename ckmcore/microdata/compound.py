"""Compound files ([MS-CFB]), as Excel 97 keeps its workbooks: looked at before a library follows their chains.

A chain of sectors that runs in a circle never ends, and one cell far out makes a table that no memory holds: for either
the library that reads them ends the process.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = 512
_LARGEST_SECTOR = 0xFFFFFFFA
_ENTRY = 128
_STREAM, _ROOT = 2, 5
_WORKBOOK = ("workbook", "book")
# Records of a sheet ([MS-XLS]) that hold a cell, or several beside one another: row and column stand first.
_CELLS = frozenset(
    (0x0002, 0x0003, 0x0004, 0x0006, 0x00BD, 0x00BE, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E)
)
_DIMENSIONS = 0x0200  # of a sheet: room for so many cells is made
_MOST_ROWS, _MOST_COLUMNS = 1 << 16, 256


class Broken(Exception):
    """What a compound file, or the workbook in it, says cannot be."""


@dataclass(frozen=True)
class _Compound:
    content: bytes
    sector: int
    next: tuple[int, ...]

    def at(self, place: int) -> bytes:
        return self.content[(place + 1) * self.sector : (place + 2) * self.sector]

    def chain(self, first: int) -> bytes:
        return b"".join(map(self.at, _chain(first, self.next)))


def _chain(first: int, following: tuple[int, ...]) -> Iterator[int]:
    """The sectors of a chain. Raises Broken where it leaves the table, or comes back to itself."""
    steps = 0
    while first < _LARGEST_SECTOR:
        if first >= len(following) or steps > len(following):
            raise Broken("a chain of sectors has no end")
        yield first
        first, steps = following[first], steps + 1


def check_compound(content: bytes) -> None:
    """Raises Broken where chains of sectors do not end, or a cell of the workbook lies beyond its columns."""
    for stream in workbook_streams(content):
        _check_cells(stream)


def workbook_streams(content: bytes) -> Iterator[bytes]:
    """The streams of records of the workbook in a compound file. Raises Broken where chains of sectors do not end."""
    compound = _opened(content)
    _no_circle(compound.next)
    head = struct.unpack_from("<6I", content, 44)
    directory = compound.chain(head[1])
    small_from, small_first = head[3], head[4]
    small = _numbers(compound.chain(small_first)) if small_first < _LARGEST_SECTOR else ()
    _no_circle(small)
    entries = [directory[at : at + _ENTRY] for at in range(0, len(directory) - _ENTRY + 1, _ENTRY)]
    root = next((entry for entry in entries if entry[66] == _ROOT), None)
    for entry in entries:
        length = min(struct.unpack_from("<H", entry, 64)[0], 64)
        name = entry[: max(length - 2, 0)].decode("utf-16-le", "replace").lower()
        if entry[66] == _STREAM and name in _WORKBOOK:
            first, size = struct.unpack_from("<II", entry, 116)
            if size >= small_from or root is None:
                stream = compound.chain(first)
            else:
                minis = compound.chain(struct.unpack_from("<I", root, 116)[0])
                stream = b"".join(minis[64 * sector : 64 * sector + 64] for sector in _chain(first, small))
            yield stream


def records_of(stream: bytes, place: int = 0) -> Iterator[tuple[int, int, int]]:
    """The records of a stream from a place on: kind, place of the content, length."""
    while place + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, place)
        yield kind, place + 4, length
        place += 4 + length


def _opened(content: bytes) -> _Compound:
    if len(content) < _HEADER:
        raise Broken("it is cut off")
    shift = struct.unpack_from("<H", content, 30)[0]
    if shift not in (9, 12):
        raise Broken("sectors of another size")
    sector = 1 << shift
    bare = _Compound(content, sector, ())
    tables = list(struct.unpack_from("<109I", content, 76))
    more, seen = struct.unpack_from("<I", content, 68)[0], set[int]()
    while more < _LARGEST_SECTOR:
        if more in seen:
            raise Broken("a chain of sectors has no end")
        seen.add(more)
        numbers = _numbers(bare.at(more))
        if not numbers:
            raise Broken("a chain of sectors leaves the file")
        tables += numbers[:-1]
        more = numbers[-1]
    following = b"".join(bare.at(one) for one in tables if one < _LARGEST_SECTOR)
    return _Compound(content, sector, _numbers(following))


def _numbers(content: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(content) // 4}I", content[: len(content) // 4 * 4])


def _no_circle(following: tuple[int, ...]) -> None:
    """Raises Broken where from any sector the way comes back: each is walked once."""
    walked = bytearray(len(following))  # 1: on the way that is walked now, 2: before
    for first in range(len(following)):
        way = []
        place = first
        while place < len(following) and not walked[place]:
            walked[place] = 1
            way.append(place)
            place = following[place]
        if place < len(following) and walked[place] == 1:
            raise Broken("a chain of sectors has no end")
        for one in way:
            walked[one] = 2


def _check_cells(stream: bytes) -> None:
    """Raises Broken where a cell, or what a sheet says of its size, lies beyond what such a workbook has."""
    for kind, place, length in records_of(stream):
        if kind in _CELLS and length >= 4 and place + 4 <= len(stream):
            column = struct.unpack_from("<H", stream, place + 2)[0]
            last = struct.unpack_from("<H", stream, place - 2 + length)[0] if kind in (0x00BD, 0x00BE) else column
            if max(column, last) >= _MOST_COLUMNS:
                raise Broken("a cell lies beyond the last column")
        elif kind == _DIMENSIONS:
            form = "<IIHH" if length >= 14 else "<HHHH"
            rows, end, columns, last = struct.unpack_from(form, stream, place)
            if not (rows <= end <= _MOST_ROWS and columns <= last <= _MOST_COLUMNS):
                raise Broken("a sheet is larger than sheets are")
