"""OpenType fonts with outlines by CFF, made of TrueType ones: each letter is a box of its width."""

from __future__ import annotations

import struct
from collections.abc import Sequence

_DIRECTORY, _ENTRY = 12, 16
_BY_OUTLINES = {b"glyf", b"loca", b"cvt ", b"fpgm", b"prep", b"gasp", b"maxp", b"DSIG", b"GSUB", b"GPOS", b"GDEF"}
_STANDARD_STRINGS = 391


def tables_of(content: bytes) -> dict[bytes, bytes]:
    """The tables of a font by their names."""
    (count,) = struct.unpack_from(">H", content, 4)
    entries = [struct.unpack_from(">4sIII", content, _DIRECTORY + _ENTRY * number) for number in range(count)]
    return {name: content[offset : offset + length] for name, _, offset, length in entries}


def opentype(content: bytes, name: str) -> bytes:
    """A TrueType font with boxes in place of its outlines. name: of the font, in PostScript."""
    tables = tables_of(content)
    (glyphs,) = struct.unpack_from(">H", tables[b"maxp"], 4)
    kept = {tag: table for tag, table in tables.items() if tag not in _BY_OUTLINES}
    kept |= {b"CFF ": _cff(name, glyphs), b"maxp": struct.pack(">IH", 0x5000, glyphs)}
    offset, entries, body = _DIRECTORY + _ENTRY * len(kept), b"", b""
    for tag, table in sorted(kept.items()):
        padded = table + bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        entries += struct.pack(">4sIII", tag, total, offset + len(body), len(table))
        body += padded
    return struct.pack(">4sHHHH", b"OTTO", len(kept), 0, 0, 0) + entries + body


def _cff(name: str, glyphs: int) -> bytes:
    """Outlines of so many boxes."""
    names = _index([name.encode("ascii")])
    strings = _index([f"g{number}".encode() for number in range(glyphs)])
    charset = b"\x02" + struct.pack(">HH", _STANDARD_STRINGS, glyphs - 2)
    box = b"".join(map(_number, (100, 0))) + b"\x15"  # rmoveto
    box += b"".join(map(_number, (800, 0, 0, 1000, -800, 0))) + b"\x05\x0e"  # rlineto, endchar
    outlines = _index([box] * glyphs)
    begin = 4 + len(names) + len(_index([_top(0, 0, 0)])) + len(strings) + len(_index([]))
    top = _top(begin, begin + len(charset), begin + len(charset) + len(outlines))
    return b"\x01\0\x04\x04" + names + _index([top]) + strings + _index([]) + charset + outlines


def _top(charset: int, outlines: int, end: int) -> bytes:
    """Where the parts of a font are; its private part is empty and lies at the end."""
    place = b"\x1d" + struct.pack(">i", charset) + b"\x0f\x1d" + struct.pack(">i", outlines) + b"\x11"
    return place + b"\x8b\x1d" + struct.pack(">i", end) + b"\x12"


def _number(number: int) -> bytes:
    return b"\x1c" + struct.pack(">h", number)


def _index(items: Sequence[bytes]) -> bytes:
    if not items:
        return b"\0\0"
    ends = [1]
    for item in items:
        ends.append(ends[-1] + len(item))
    return struct.pack(">HB", len(items), 4) + struct.pack(f">{len(ends)}I", *ends) + b"".join(items)
