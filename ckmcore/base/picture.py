"""A small picture (PNG) for files: looked at chunk by chunk, and stripped of everything that is no picture."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence

LARGEST_PICTURE = 256 * 1024
MOST_PIXELS = 2000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"sRGB", b"pHYs", b"IDAT", b"IEND")


class _Broken(Exception):
    """A chunk of a PNG file that is cut off or has a wrong checksum."""


def cleaned_picture(content: bytes, name: str) -> bytes:
    """Remove texts, times and profiles from a PNG file, since they may name a person, a program or a folder.

    content: bytes of the file; name: file name for the error. Raises picture_faulty.
    """
    try:
        chunks = list(_chunks(content))
    except _Broken:
        chunks = []
    contents = [_chunk(kind, data) for kind, data in chunks if kind in _KEPT]
    cleaned = _SIGNATURE + b"".join(contents) if chunks else content
    if fault := picture_fault(cleaned):
        raise DataError("picture_faulty", name=name, what=fault)
    return cleaned


def picture_fault(content: bytes) -> Sentence | None:
    """Reason why a picture cannot be embedded in files, or None where it can."""
    if len(content) > LARGEST_PICTURE:
        return sentence("picture_large", kilobytes=LARGEST_PICTURE // 1024)
    try:
        chunks = list(_chunks(content))
    except _Broken:
        return sentence("picture_broken")
    kinds = [kind for kind, _ in chunks]
    if kinds[:1] != [b"IHDR"] or kinds[-1:] != [b"IEND"] or b"IDAT" not in kinds or len(chunks[0][1]) != 13:
        return sentence("picture_broken")
    if any(kind not in _KEPT for kind in kinds):
        return sentence("picture_more")
    width, height = picture_size(content)
    if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
        return sentence("picture_wide", pixels=MOST_PIXELS)
    return None


def picture_size(content: bytes) -> tuple[int, int]:
    """Width and height in pixels, as the file says."""
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not content.startswith(_SIGNATURE):
        raise _Broken
    position = len(_SIGNATURE)
    while position < len(content):
        if position + 12 > len(content):
            raise _Broken
        (length,) = struct.unpack(">I", content[position : position + 4])
        kind, data = content[position + 4 : position + 8], content[position + 8 : position + 8 + length]
        checked = content[position + 8 + length : position + 12 + length]
        if len(checked) != 4 or struct.unpack(">I", checked)[0] != zlib.crc32(kind + data):
            raise _Broken
        yield kind, data
        position += 12 + length
        if kind == b"IEND" and position < len(content):
            raise _Broken  # bytes behind the end of a picture are no picture


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
