"""ZIP files taken apart: entries, and whatever stands between, before and behind them."""

from __future__ import annotations

import io
import struct
import zipfile

from ckmcore.leaks.hits import Search
from ckmcore.microdata.files import PACKED_ERRORS

MOST_BYTES = 2**31
MOST_RATIO = 1000
_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_END_BYTES = 22
_CENTRAL_BYTES = 46
# The first moment that a ZIP file can say: entries carry no time of making.
NO_TIME = (1980, 1, 1, 0, 0, 0)


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
            if place + central + _END_BYTES + len(archive.comment) != len(content):
                search.hit("bytes", "ZIP", "")
    except (*PACKED_ERRORS, struct.error, RuntimeError, ValueError) as fault:
        search.hit("bytes", "ZIP", str(fault))
    return found


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
