"""The dictionary at the beginning of an SPSS file, looked through before the library that reads it sees the file.

A dictionary that contradicts itself (a string without its continuations, labels for a variable that does not exist)
makes the library read memory that is not its own. Record layouts as in the description of the format that PSPP gives.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

from ckmcore.base.reading import open_file
from ckmcore.microdata.errors import FileDamaged

_HEAD = 176
_LAYOUTS, _COMPRESSIONS = (2, 3), (0, 1, 2)
_VARIABLE, _LABELS, _LABELLED, _DOCUMENT, _EXTENSION, _END = 2, 3, 4, 6, 7, 999
_LONGEST = 255
_TEXT_FORMATS = (1, 2)
_CONTINUATION = -1


def check_spss_dictionary(file: Path) -> None:
    """Raise FileDamaged, with the place, where records of the dictionary do not fit together."""
    with open_file(file) as stream:
        _Dictionary(file, stream).check()


class _Dictionary:
    def __init__(self, file: Path, stream: BinaryIO) -> None:
        self._file = file
        self._stream = stream
        self._order = "<"
        self._slots: list[int] = []
        """Width of the variable that begins in each 8-byte slot of a record; -1 where one goes on."""
        self._waiting = 0

    def check(self) -> None:
        head = self._bytes(_HEAD)
        layout = struct.unpack_from("<i", head, 64)[0]
        self._order = "<" if layout in _LAYOUTS else ">"
        layout, _, compression, weight, records = struct.unpack_from(f"{self._order}5i", head, 64)
        packed = head[:4] == b"$FL3"
        if layout not in _LAYOUTS or compression not in _COMPRESSIONS or (compression == 2) != packed or records < -1:
            self._damaged()
        kind = self._whole()
        while kind != _END:
            self._record(kind)
            kind = self._whole()
        if self._waiting or not 0 <= weight <= len(self._slots):
            self._damaged()

    def _record(self, kind: int) -> None:
        if kind == _VARIABLE:
            self._variable()
            return
        if self._waiting:
            self._damaged()
        if kind == _LABELS:
            for _ in range(self._count()):
                # A length of one byte stands before the label; both together fill whole eights.
                length = self._bytes(9)[8]
                self._skip((length + 1 + 7) // 8 * 8 - 1)
            if self._whole() != _LABELLED:
                self._damaged()
            for _ in range(self._count()):
                place = self._whole()
                if not 1 <= place <= len(self._slots) or self._slots[place - 1] == _CONTINUATION:
                    self._damaged()
        elif kind == _DOCUMENT:
            self._skip(80 * self._count())
        elif kind == _EXTENSION:
            self._whole()
            size, count = self._count(), self._count()
            self._skip(size * count)
        else:
            self._damaged()

    def _variable(self) -> None:
        width, labelled, missing, shown = self._whole(), self._whole(), self._whole(), self._whole()
        self._skip(12)
        if width == _CONTINUATION:
            self._waiting -= 1
        elif 0 <= width <= _LONGEST and not self._waiting:
            self._waiting = max(0, (width + 7) // 8 - 1)
        else:
            self._damaged()
        format_type = shown >> 16 & 0xFF
        if width != _CONTINUATION and format_type and (format_type in _TEXT_FORMATS) != (width > 0):
            self._damaged()
        if self._waiting < 0 or labelled not in (0, 1) or not -3 <= missing <= 3 or missing == -1:
            self._damaged()
        self._slots.append(width)
        if labelled:
            self._skip((self._count() + 3) // 4 * 4)
        self._skip(8 * abs(missing))

    def _count(self) -> int:
        count = self._whole()
        if count < 0:
            self._damaged()
        return count

    def _whole(self) -> int:
        found: int = struct.unpack(f"{self._order}i", self._bytes(4))[0]
        return found

    def _bytes(self, count: int) -> bytes:
        found = self._stream.read(count)
        if len(found) < count:
            self._damaged()
        return found

    def _skip(self, count: int) -> None:
        while count > 0:
            count -= len(self._bytes(min(count, 1 << 20)))

    def _damaged(self) -> None:
        raise FileDamaged(file=str(self._file), detail=f"dictionary, byte {self._stream.tell()}")
