"""Widths of texts in Noto Sans, by which pictures are laid out; lines broken by them."""

from __future__ import annotations

import re
import struct
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from ckmcore.base.hyphens import SOFT_HYPHEN
from ckmcore.base.reading import read_file

FONTS = tuple(Path(__file__).with_name("fonts") / f"NotoSans-{weight}.ttf" for weight in ("Regular", "Bold"))
FAMILY = "Noto Sans"
LINE = 1.25
"""Distance of two lines as a part of the size of their text."""
_WIDE, _OTHER = 1.0, 0.62
# They turn the direction of what follows, or show nothing: what is read would not be what is there.
_HIDDEN = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]")


def plain(text: str) -> str:
    """A text on one line without characters that show nothing, turn the direction of writing, or that XML refuses."""
    kept = "".join(
        letter
        for letter in _HIDDEN.sub("", text)
        if letter.isspace() or (unicodedata.category(letter) not in ("Cc", "Cs", "Cn") and letter not in "\ufffe\uffff")
    )
    # Blanks that break no line stay: they part the thousands of figures.
    return re.sub(r"[^\S\u00a0\u202f]+", " ", kept).strip(" ")


@cache
def _advances(bold: bool) -> dict[int, float]:
    """Width of each letter of the font, as a part of its size."""
    content = read_file(FONTS[bold])
    count = struct.unpack_from(">H", content, 4)[0]
    tables: dict[bytes, int] = {}
    for number in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", content, 12 + 16 * number)
        tables[tag] = offset
    unit: int = struct.unpack_from(">H", content, tables[b"head"] + 18)[0]
    metrics = struct.unpack_from(">H", content, tables[b"hhea"] + 34)[0]

    def width(glyph: int) -> float:
        place = tables[b"hmtx"] + 4 * min(glyph, metrics - 1)
        advance: int = struct.unpack_from(">H", content, place)[0]
        return advance / unit

    return {letter: width(glyph) for letter, glyph in _glyphs(content, tables[b"cmap"]).items()}


def _glyphs(content: bytes, start: int) -> dict[int, int]:
    """Glyph of each letter of the Basic Multilingual Plane: the table of format 4 (OpenType, cmap)."""
    count = struct.unpack_from(">H", content, start + 2)[0]
    for number in range(count):
        _, _, offset = struct.unpack_from(">HHL", content, start + 4 + 8 * number)
        at = start + offset
        if struct.unpack_from(">H", content, at)[0] == 4:
            break
    segments = struct.unpack_from(">H", content, at + 6)[0] // 2
    ends, begins, deltas, offsets = (
        struct.unpack_from(f">{segments}H", content, at + 14 + 2 * segments * part + (2 if part else 0))
        for part in range(4)
    )
    place_of_offsets = at + 16 + 6 * segments
    glyphs: dict[int, int] = {}
    for number in range(segments):
        for letter in range(begins[number], min(ends[number], 0xFFFE) + 1):
            glyph = letter
            if offsets[number]:
                place = place_of_offsets + 2 * number + offsets[number] + 2 * (letter - begins[number])
                glyph = struct.unpack_from(">H", content, place)[0]
                if not glyph:
                    continue
            if found_glyph := (glyph + deltas[number]) & 0xFFFF:
                glyphs[letter] = found_glyph
    return glyphs


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Width of a text in pixels. size: of the font, in pixels."""
    return size * _at_one_pixel(text, bold)


@lru_cache(20_000)
def _at_one_pixel(text: str, bold: bool) -> float:
    advances = _advances(bold)
    return sum(advances.get(ord(letter), 0) or _unknown(letter) for letter in text)


def lacking(text: str) -> str:
    """Letters of a text that the font does not have, each once."""
    advances = _advances(bold=False)
    return "".join(dict.fromkeys(letter for letter in text if ord(letter) not in advances))


def _unknown(letter: str) -> float:
    """Width of a letter that the font does not have, by its class."""
    if unicodedata.combining(letter):
        return 0
    return _WIDE if unicodedata.east_asian_width(letter) in ("W", "F") else _OTHER


def lines_of(text: str, size: float, room: float, *, bold: bool = False, most: int = 1000) -> list[str]:
    """Lines of a text that fit into `room` pixels. A word that is too long is broken at its soft hyphens, which show
    nothing elsewhere, or else anywhere. most: number of lines, the last of which then ends with an ellipsis."""
    lines, line = list[str](), ""
    for word in text.split(" "):
        whole = word.replace(SOFT_HYPHEN, "")
        longer = f"{line} {whole}" if line else whole
        if width_of(longer, size, bold=bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *above, line = _pieces(word, size, room, bold)
        lines += above
    lines.append(line)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], shortened(" ".join(lines[most - 1 :]), size, room, bold=bold)]


def _pieces(word: str, size: float, room: float, bold: bool) -> list[str]:
    """Pieces of a word that fit, with a hyphen where it is broken between its parts."""
    pieces, parts = list[str](), word.split(SOFT_HYPHEN)
    while width_of("".join(parts), size, bold=bold) > room:
        fitting = [
            number
            for number in range(1, len(parts))
            if width_of("".join(parts[:number]) + "-", size, bold=bold) <= room
        ]
        if fitting:
            pieces.append("".join(parts[: fitting[-1]]) + "-")
            parts = parts[fitting[-1] :]
            continue
        letters = "".join(parts)
        if len(letters) < 2:
            break
        cut = max(_fitting(letters, size, room, bold), 1)
        pieces.append(letters[:cut])
        parts = [letters[cut:]]
    return [*pieces, "".join(parts)]


def shortened(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The beginning of a text that fits, with an ellipsis where something is left out."""
    if width_of(text, size, bold=bold) <= room:
        return text
    return text[: _fitting(text, size, room - width_of("…", size, bold=bold), bold)].rstrip() + "…"


def _fitting(text: str, size: float, room: float, bold: bool) -> int:
    """How many letters of a text fit."""
    used = 0.0
    for number, letter in enumerate(text):
        used += width_of(letter, size, bold=bold)
        if used > room:
            return number
    return len(text)
