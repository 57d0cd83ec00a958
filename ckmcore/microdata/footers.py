"""Parquet files of strangers: what the footer and the heads of pages say of sizes is looked at before anything is read.

The library's own look at a footer ends the program where the footer is damaged, so it is read here, as far as needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from ckmcore.base.reading import open_file
from ckmcore.base.thrift import Structure, decode_structure
from ckmcore.errors import DataError
from ckmcore.messages import sentence
from ckmcore.microdata.errors import FileDamaged

VALUE_LIMIT, VALUES_PER_BYTE = 20_000_000, 1000
PAGE_LIMIT, RATIO = 1 << 26, 1000
TEXT_LIMIT, LETTER_LIMIT = 4 << 20, 1 << 27
_MAGIC = b"PAR1"
_PAGE_HEADS = (1 << 10, 1 << 20)


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
    footer, _ = decode_structure(stream.read(length))
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


def _check_chunk(file: str, stream: BinaryIO, chunk: Structure, size: int) -> None:
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
        try:
            head, length = decode_structure(stream.read(most))
            unpacked, packed = 0 + head[2], 0 + head[3]
        except (IndexError, KeyError, TypeError):
            continue
        return start + length, unpacked, packed
    return None


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
