"""Zip archives of strangers: every entry is unpacked once, in small pieces, before any other reader sees the file."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import BinaryIO, Literal

_PIECE = 1 << 16
# A table of zeros packs well; beyond this ratio an entry is a bomb.
RATIO_LIMIT, RATIO_FROM = 200, 1 << 20

Watch = Callable[[bytes], None]


class ArchiveBomb(Exception):
    """An archive that unpacks to more than is allowed. part: name of the entry; why: limit that is exceeded (number of
    entries, ratio of sizes, bytes)."""

    def __init__(self, part: str, why: Literal["entries", "ratio", "bytes"]) -> None:
        super().__init__(part)
        self.part, self.why = part, why


class ArchiveProtected(Exception):
    """An archive with an encrypted entry."""


def check_archive(
    file: BinaryIO, limit: int, entry_limit: int, watch: Callable[[str], Watch | None] | None = None
) -> list[str]:
    """Unpack all entries of a zip archive within limits, keep nothing, and return their names.

    `limit` bounds the bytes of all entries, `entry_limit` their number; an entry above 1 MB may be 200 times its packed
    size. What the directory says of sizes has to be true, so that another reader meets the same bytes. `watch(name)`
    may give a function that is shown the entry's bytes in pieces. Raises ArchiveBomb, ArchiveProtected and, for
    whatever is damaged, zipfile.BadZipFile.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
    except (NotImplementedError, ValueError, struct.error) as fault:
        # A directory that names a version or a place that does not exist.
        raise zipfile.BadZipFile(str(fault)) from None
    if len(entries) > entry_limit:
        raise ArchiveBomb("", "entries")
    reached = 0
    for entry in entries:
        if entry.flag_bits & 1:
            raise ArchiveProtected
        reached += entry.file_size
        if entry.file_size > max(RATIO_FROM, RATIO_LIMIT * entry.compress_size):
            raise ArchiveBomb(entry.filename, "ratio")
        if reached > limit:
            raise ArchiveBomb(entry.filename, "bytes")
        _unpack(file, entry, watch(entry.filename) if watch is not None else None)
    return [entry.filename for entry in entries]


def _unpack(file: BinaryIO, entry: zipfile.ZipInfo, watch: Watch | None) -> None:
    """Read one entry to its very end, whatever size the directory claims."""
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(entry.filename)
    file.seek(entry.header_offset)
    head = file.read(30)
    if len(head) < 30 or head[:4] != b"PK\x03\x04":
        raise zipfile.BadZipFile(entry.filename)
    name_length, extra_length = struct.unpack("<HH", head[26:30])
    file.seek(entry.header_offset + 30 + name_length + extra_length)
    unpacker = None if entry.compress_type == zipfile.ZIP_STORED else zlib.decompressobj(-15)
    remaining_size, size, check = entry.compress_size, 0, 0
    try:
        while remaining_size and (piece := file.read(min(_PIECE, remaining_size))):
            remaining_size -= len(piece)
            while piece or (remaining_size == 0 and unpacker is not None and not unpacker.eof):
                part_piece = piece if unpacker is None else unpacker.decompress(piece, _PIECE)
                if not part_piece and not piece:
                    break
                piece = b"" if unpacker is None else unpacker.unconsumed_tail
                size, check = size + len(part_piece), zlib.crc32(part_piece, check)
                if size > entry.file_size:
                    raise zipfile.BadZipFile(entry.filename)
                if watch is not None and part_piece:
                    watch(part_piece)
    except zlib.error as fault:
        raise zipfile.BadZipFile(str(fault)) from None
    ended = unpacker is None or unpacker.eof
    if remaining_size or not ended or size != entry.file_size or check != entry.CRC:
        raise zipfile.BadZipFile(entry.filename)
