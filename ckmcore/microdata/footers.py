"""Parquet files of strangers: what the footer and the heads of pages say of sizes is looked at before anything is read.

The library's own look at a footer ends the program where the footer is damaged, so it is read here, as far as needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from ckmcore.base.reading import open_file
from ckmcore.errors import DataError
from ckmcore.messages import sentence
from ckmcore.microdata.errors import FileDamaged

VALUE_LIMIT, VALUES_PER_BYTE = 20_000_000, 1000
PAGE_LIMIT, RATIO = 1 << 26, 1000
TEXT_LIMIT, LETTER_LIMIT = 4 << 20, 1 << 27
_MAGIC = b"PAR1"
_DEEPEST = 32
_PAGE_HEADS = (1 << 10, 1 << 20)

Record = dict[int, Any]


def check_footer(file: Path) -> None:
    """Refuse a Parquet file that says it unpacks to more than one of its size holds.

    A file may have 20 million values, or 1000 for each of its bytes; a page, its list of values among them, may unpack
    to 64 MB, or to 1000 times its size. Raises columnar_too_large; FileDamaged where rows and sizes do not add up.
    """
    with open_file(file) as stream:
        check_pages(stream, file.stat().st_size, str(file))


def check_pages(stream: BinaryIO, size: int, file: str) -> None:
    """The same of an open file of `size` bytes."""
    try:
        _check(file, stream, size)
    except (IndexError, KeyError, TypeError, AttributeError, UnicodeError) as error:
        raise FileDamaged(file=file, detail=type(error).__name__) from None


def _check(file: str, stream: BinaryIO, size: int) -> None:
    stream.seek(max(0, size - 8))
    end = stream.read(8)
    length = int.from_bytes(end[:4], "little")
    if end[4:] != _MAGIC or length > size - 12:
        raise FileDamaged(file=file, detail=_MAGIC.decode())
    stream.seek(size - 8 - length)
    footer = Thrift(stream.read(length)).record()
    rows, groups = footer[3], footer[4]
    if rows < 0 or rows != sum(group[3] for group in groups):
        raise FileDamaged(file=file, detail=str(rows))
    for group in groups:
        for chunk in group[1]:
            _check_chunk(file, stream, chunk[3], size)
    columns = max((len(group[1]) for group in groups), default=0)
    most = max(VALUE_LIMIT, VALUES_PER_BYTE * size)
    if rows * columns > most:
        raise DataError("columnar_too_large", file=file, column="*", limit=sentence("limit_values", values=most))


def _check_chunk(file: str, stream: BinaryIO, chunk: Record, size: int) -> None:
    name = b".".join(chunk[3]).decode()
    values, unpacked, packed, data = chunk[5], chunk[6], chunk[7], chunk[9]
    listed = chunk.get(11) or data
    start = min(data, listed) if listed > 0 else data
    if not 0 <= packed <= size or min(values, unpacked) < 0 or not 0 <= start <= size:
        raise FileDamaged(file=file, detail=name[:100])
    end = min(size, start + packed)
    while start < end and (head := _page(stream, start)) is not None:
        place, unpacked, packed = head
        if not 0 <= packed <= size - place or not 0 <= unpacked < 1 << 31:
            raise FileDamaged(file=file, detail=name[:100])
        most = max(PAGE_LIMIT, RATIO * packed)
        if unpacked > most:
            limit = sentence("limit_bytes", megabytes=most >> 20)
            raise DataError("columnar_too_large", file=file, column=name, limit=limit)
        start = place + packed


def _page(stream: BinaryIO, start: int) -> tuple[int, int, int] | None:
    """Where the content of a page begins, and its unpacked and packed size; None where no page begins there."""
    for most in _PAGE_HEADS:
        stream.seek(start)
        found = Thrift(stream.read(most))
        try:
            head = found.record()
            unpacked, packed = 0 + head[2], 0 + head[3]
        except (IndexError, KeyError, TypeError):
            continue
        return start + found.at, unpacked, packed
    return None


class Thrift:
    """Records of Thrift's compact protocol: their fields by number. Raises IndexError where the bytes end or make no
    sense."""

    def __init__(self, content: bytes) -> None:
        self._content, self.at = content, 0

    def record(self, depth: int = 0) -> Record:
        """The record that begins here."""
        found: Record = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            kind = head & 15
            found[number] = kind == 1 if kind in (1, 2) else self._value(kind, depth)
        return found

    def _byte(self) -> int:
        self.at += 1
        return self._content[self.at - 1]

    def _whole(self) -> int:
        found = shift = 0
        while (byte := self._byte()) > 127:
            found |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise IndexError
        return found | byte << shift

    def _signed(self) -> int:
        found = self._whole()
        return (found >> 1) ^ -(found & 1)

    def _bytes(self, length: int) -> bytes:
        self.at += length
        if self.at > len(self._content):
            raise IndexError
        return self._content[self.at - length : self.at]

    def _value(self, kind: int, depth: int) -> Any:
        if depth > _DEEPEST:
            raise IndexError
        if kind in (1, 2, 3):
            return self._byte()
        if kind in (4, 5, 6):
            return self._signed()
        if kind == 7:
            return self._bytes(8)
        if kind == 8:
            return self._bytes(self._whole())
        if kind in (9, 10):
            head = self._byte()
            count = head >> 4 if head >> 4 < 15 else self._whole()
            return [self._value(head & 15, depth + 1) for _ in range(self._possible(count))]
        if kind == 11:
            count = self._possible(self._whole())
            kinds = self._byte() if count else 0
            return [(self._value(kinds >> 4, depth + 1), self._value(kinds & 15, depth + 1)) for _ in range(count)]
        if kind == 12:
            return self.record(depth + 1)
        raise IndexError

    def _possible(self, count: int) -> int:
        """A number of things of a byte at least each."""
        if count > len(self._content) - self.at:
            raise IndexError
        return count


def check_texts(file: Path, name: str, column: Any, *, in_places: bool) -> None:
    """Refuse texts of a list with their positions. Raises columnar_too_large for a text of more than 4 MB and,
    with `in_places`, where the texts of all places make more than 128 MB of the list."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type.value_type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind)):
        return
    lengths = pc.binary_length(column.dictionary)
    longest = pc.max(lengths).as_py() or 0
    most = TEXT_LIMIT if longest > TEXT_LIMIT else LETTER_LIMIT
    reached = longest
    if in_places and TEXT_LIMIT >= longest > LETTER_LIMIT // max(1, len(column)):
        reached = pc.sum(lengths.take(column.indices)).as_py() or 0
    if reached > most:
        raise DataError(
            "columnar_too_large", file=str(file), column=name, limit=sentence("limit_bytes", megabytes=most >> 20)
        )
