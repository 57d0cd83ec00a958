"""ZIP files taken apart: entries, and whatever stands between, before and behind them."""

from __future__ import annotations

import io
import struct
import zipfile

from ckmcore.formats.hits import Search
from ckmcore.microdata.files import PACKED_ERRORS

MOST_BYTES = 2**31
MOST_RATIO = 1000
_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL_BYTES = 46
# The first moment that a ZIP file can say: entries carry no time of making.
NO_TIME = (1980, 1, 1, 0, 0, 0)
_NO_TIME_PACKED = (0, 0x21)
# What a writer of ours says of an entry: rights of its owner, the system that wrote it, the versions and flags needed.
_RIGHTS, _SYSTEMS, _VERSIONS, _FLAGS = (0, 0o600 << 16), (0, 3), (10, 20), (0, 0x800)
_END = struct.Struct("<4s4H2LH")


def entries(content: bytes, search: Search) -> dict[str, bytes]:
    """The parts of a ZIP file by name; comments, times, extra fields, hidden and doubled bytes are hits."""
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if archive.comment:
                search.hit("comment", "ZIP", archive.comment.decode("utf-8", "replace"))
            place, central = 0, 0
            for entry in sorted(archive.infolist(), key=lambda one: one.header_offset):
                _look_at(entry, content, place, search)
                header = _LOCAL.unpack_from(content, entry.header_offset)
                place = entry.header_offset + _LOCAL.size + header[9] + header[10] + entry.compress_size
                central += _CENTRAL_BYTES + len(entry.orig_filename.encode()) + len(entry.extra) + len(entry.comment)
                if entry.filename in found:
                    search.hit("hidden", entry.filename)
                if entry.file_size > MOST_BYTES or entry.file_size > MOST_RATIO * max(entry.compress_size, 1) + 4096:
                    search.hit("bytes", entry.filename)
                    continue
                found[entry.filename] = archive.read(entry)
            if place + central + _END.size + len(archive.comment) != len(content):
                search.hit("bytes", "ZIP", "")
            else:
                _look_at_end(content, len(archive.comment), len(archive.infolist()), search)
    except (*PACKED_ERRORS, struct.error, OSError, RuntimeError, ValueError) as fault:
        search.hit("bytes", "ZIP", str(fault))
    return found


def _look_at_end(content: bytes, comment: int, count: int, search: Search) -> None:
    numbers = _END.unpack_from(content, len(content) - _END.size - comment)[1:5]
    if numbers != (0, 0, count, count):
        search.hit("property", "ZIP", ", ".join(map(str, numbers)))


def _look_at(entry: zipfile.ZipInfo, content: bytes, place: int, search: Search) -> None:
    if entry.header_offset != place:
        search.hit("bytes", entry.filename)
    header = _LOCAL.unpack_from(content, entry.header_offset)
    if entry.extra or header[10]:
        search.hit("property", entry.filename, entry.extra.decode("latin-1"))
    if entry.comment:
        search.hit("comment", entry.filename, entry.comment.decode("utf-8", "replace"))
    if entry.date_time != NO_TIME:
        search.hit("property", entry.filename, "-".join(map(str, entry.date_time)))
    described = (
        (entry.external_attr, _RIGHTS),
        (entry.internal_attr, (0,)),
        (entry.create_system, _SYSTEMS),
        (entry.create_version, _VERSIONS),
        (entry.extract_version, _VERSIONS),
        (entry.flag_bits, _FLAGS),
        (entry.volume, (0,)),
        (entry.reserved, (0,)),
    )
    said: list[object] = [value for value, usual in described if value not in usual]
    # An entry is described twice, before its content and at the end of the file.
    described_twice = (
        (header[1], entry.extract_version),
        (header[2], entry.flag_bits),
        (header[3], entry.compress_type),
        (header[4:6] if entry.date_time == NO_TIME else _NO_TIME_PACKED, _NO_TIME_PACKED),
        (header[6:9], (entry.CRC, entry.compress_size, entry.file_size)),
    )
    said += [found for found, other in described_twice if found != other]
    if said:
        search.hit("property", entry.filename, ", ".join(map(str, said)))
