"""Workbooks of strangers (`.xlsx`, `.ods`, `.xls`) are looked through within limits before they are opened."""

from __future__ import annotations

import re
import struct
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any
from xml.parsers import expat

from ckmcore.base.archives import RATIO_LIMIT, ArchiveBomb, ArchiveProtected, check_archive
from ckmcore.base.reading import open_file
from ckmcore.errors import CkmError, DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.compound import Broken, check_compound
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.files import PACKED_ERRORS, Format, read_bytes

CELL_LIMIT = 20_000_000
LETTER_LIMIT = 1 << 29
# Below that a table may be as empty, or repeat itself as often, as it likes; beyond, it holds a 200th of what it
# becomes.
_CELLS_AT_ONCE, _LETTERS_AT_ONCE = 5_000_000, 1 << 26
# Letters of all cells of a sheet, each with a text of its own: as many, or 20 for each byte of the sheet, up to a GB.
_TEXTS_AT_ONCE, _TEXTS_LIMIT, _LETTERS_OF_A_BYTE = 1 << 28, 1 << 30, 20
_BYTES_LIMIT = 4 << 30
_XLS_LIMIT = 300 << 20
_ENTRY_LIMIT = 10_000
# What is left of a piece for the next one: no tag that is looked for is longer.
_OVERLAP = 512

_MANIFEST = "META-INF/manifest.xml"

_ENTITY = re.compile(rb"<!(DOCTYPE|ENTITY)")
_REFERENCE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{1,99})(\d{1,99})["']""")
_ROW_TAG = re.compile(rb"<(?:\w+:)?row\b")
_CELL_TAG = re.compile(rb"<(?:\w+:)?c\b")
_ERROR_CELL = re.compile(rb"""<(?:\w+:)?c\b[^>]*\bt\s*=\s*["']e["']""")
_TEXT_CELL = re.compile(rb"""\bt\s*=\s*["']s["']""")
_TEXT_USED = re.compile(rb"""\bt\s*=\s*["']s["'][^>]*>\s*<(?:\w+:)?v>\s*(\d{1,9})\s*<""")
_CLAIMED = re.compile(rb"""<(?:\w+:)?sst\b[^>]*\b(?:uniqueC|c)ount\s*=\s*["'](\d{1,99})["']""")


def check_workbook(file: Path, kind: Format) -> list[Sentence]:
    """Refuse what would fill the memory; returns what a reader should know.

    Raises file_protected, file_binary, FileDamaged, workbook_too_large, workbook_entities.
    """
    if kind == "excel_97":
        _check_xls(file)
        return []
    if kind == "ods":
        _check_password(file)
    watchers: list[_Watcher] = []

    def watch(name: str) -> _Watcher | None:
        if not name.endswith((".xml", ".rels")):
            return None
        ends = {"worksheets/": _Cells, "sharedStrings.xml": _Strings, "content.xml": _Repeats}
        found = next((watcher for part, watcher in ends.items() if part in name), _Watcher)
        watchers.append(found(file, name))
        return watchers[-1]

    try:
        with open_file(file) as stream:
            check_archive(stream, _BYTES_LIMIT, _ENTRY_LIMIT, watch)
    except ArchiveProtected:
        raise DataError("file_protected", file=str(file)) from None
    except ArchiveBomb as bomb:
        limit = {
            "ratio": sentence("limit_ratio", ratio=RATIO_LIMIT),
            "entries": sentence("limit_entries", entries=_ENTRY_LIMIT),
            "bytes": sentence("limit_bytes", megabytes=_BYTES_LIMIT >> 20),
        }[bomb.why]
        raise DataError("workbook_too_large", file=str(file), part=bomb.part or file.name, limit=limit) from None
    except CkmError:
        raise
    except (zipfile.BadZipFile, OSError, ValueError) as fault:
        raise FileDamaged(file=str(file), detail=str(fault)[:200]) from None
    for watcher in watchers:
        watcher.finish()
    _check_texts(file, watchers)
    errors = sum(watcher.errors for watcher in watchers)
    return [sentence("cells_with_errors", count=errors)] if errors else []


def _check_password(file: Path) -> None:
    """Raise file_protected where an OpenDocument workbook says that its parts are encrypted."""
    try:
        with open_file(file) as stream, zipfile.ZipFile(stream) as archive, archive.open(_MANIFEST) as content:
            manifest = content.read(1 << 20)
    except CkmError:
        raise
    except (*PACKED_ERRORS, KeyError, OSError, ValueError, RuntimeError):
        return  # what is wrong with the archive, its check says
    if b"encryption-data" in manifest:
        raise DataError("file_protected", file=str(file))


def _check_texts(file: Path, watchers: list[_Watcher]) -> None:
    """Refuse a sheet whose cells name long texts so often that they fill the memory: each cell gets one of its own.

    Only where the longest text in each cell would be too much the file is gone through again.
    """
    lengths = next((one.lengths for one in watchers if isinstance(one, _Strings)), [])
    longest = max(lengths, default=0)
    for sheet in (one for one in watchers if isinstance(one, _Cells)):
        most = min(_TEXTS_LIMIT, max(_TEXTS_AT_ONCE, _LETTERS_OF_A_BYTE * sheet.size))
        if longest * sheet.texts <= most:
            continue
        used = _used(file, sheet.part)
        unknown = sheet.texts - used.total()
        known = ((int(number), count) for number, count in used.items())
        letters = sum(lengths[number] * count for number, count in known if number < len(lengths))
        if letters + max(0, unknown) * longest > most:
            limit = sentence("limit_bytes", megabytes=most >> 20)
            raise DataError("workbook_too_large", file=str(file), part=sheet.part, limit=limit)


def _used(file: Path, part: str) -> Counter[bytes]:
    """How often the cells of a worksheet name each text."""
    found = _Used(file, part)
    with open_file(file) as stream:
        check_archive(stream, _BYTES_LIMIT, _ENTRY_LIMIT, lambda name: found if name == part else None)
    found.finish()
    return found.counts


def _check_xls(file: Path) -> None:
    if file.stat().st_size > _XLS_LIMIT:
        limit = sentence("limit_bytes", megabytes=_XLS_LIMIT >> 20)
        raise DataError("workbook_too_large", file=str(file), part=file.name, limit=limit)
    content = read_bytes(file)
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise DataError("file_protected", file=str(file))
    if not any(name.encode("utf-16-le") in content for name in ("Workbook", "Book", "WORKBOOK", "BOOK")):
        raise DataError("file_binary", file=str(file), kind=sentence("kind_office"))
    try:
        check_compound(content)
    except (Broken, struct.error) as fault:
        raise FileDamaged(file=str(file), detail=str(fault)) from None


class _Watcher:
    """Looks at one XML part piece by piece: here for entities, which no office program writes, and for its form.

    On a part that is not well formed the library that reads workbooks may never end.
    """

    def __init__(self, file: Path, part: str) -> None:
        self.file, self.part = file, part
        self._parser = expat.ParserCreate()
        self.errors = 0
        self._rest = b""
        self._begun = False

    def __call__(self, piece: bytes) -> None:
        self._begun |= bool(piece)
        text = self._rest + piece
        if _ENTITY.search(text):
            raise DataError("workbook_entities", file=str(self.file), part=self.part)
        self._parse(piece, last=False)
        # A tag is looked at whole, and once: the next piece begins where the last whole one ends.
        end = text.rfind(b">") + 1 or max(0, len(text) - _OVERLAP)
        self.look(text[:end])
        self._rest = text[end:][-(1 << 20) :]

    def look(self, text: bytes) -> None:
        """Look at whole tags."""

    def finish(self) -> None:
        """What was left at the end of the part."""
        if not self._begun:
            return  # OpenOffice writes parts without any content
        self.look(self._rest)
        self._parse(b"", last=True)

    def _parse(self, piece: bytes, *, last: bool) -> None:
        try:
            self._parser.Parse(piece, last)
        except CkmError:
            raise
        except (expat.ExpatError, LookupError, ValueError) as fault:
            raise FileDamaged(file=str(self.file), detail=f"{self.part}: {fault}") from None

    def refuse(self, cells: int, written: int = CELL_LIMIT) -> None:
        """Raise workbook_too_large where `written` cells become too many."""
        most = _most(written, _CELLS_AT_ONCE, CELL_LIMIT)
        if cells > most:
            limit = sentence("limit_cells", cells=most)
            raise DataError("workbook_too_large", file=str(self.file), part=self.part, limit=limit)


def _most(written: int, least: int, limit: int) -> int:
    return min(limit, max(least, RATIO_LIMIT * written))


class _Strings(_Watcher):
    """The texts of a workbook's cells: a reader makes room for as many as the part says that it has."""

    def __init__(self, file: Path, part: str) -> None:
        super().__init__(file, part)
        self.lengths: list[int] = []
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.CharacterDataHandler = self._text

    def _start(self, tag: str, _: dict[str, str]) -> None:
        if tag.rpartition(":")[2] == "si":
            self.lengths.append(0)

    def _text(self, text: str) -> None:
        if self.lengths:
            self.lengths[-1] += len(text)

    def look(self, text: bytes) -> None:
        for number in _CLAIMED.findall(text):
            self.refuse(int(number))


class _Used(_Watcher):
    """How often the cells of a worksheet name each text."""

    def __init__(self, file: Path, part: str) -> None:
        super().__init__(file, part)
        self.counts: Counter[bytes] = Counter()

    def look(self, text: bytes) -> None:
        self.counts.update(_TEXT_USED.findall(text))


class _Cells(_Watcher):
    """How far the cells of a worksheet reach: one far cell makes a reader fill all that lie between."""

    def __init__(self, file: Path, part: str) -> None:
        super().__init__(file, part)
        self._rows = self._columns = self._tags = self._written = 0
        self.size = self.texts = 0
        self._columns_seen: dict[bytes, int] = {}

    def look(self, text: bytes) -> None:
        self.size += len(text)
        self.texts += len(_TEXT_CELL.findall(text)) if b'"s"' in text or b"'s'" in text else 0
        last = b""
        references = _REFERENCE.findall(text)
        self._written += len(references)
        for letters, digits in references:
            if letters not in self._columns_seen:
                self._columns_seen[letters] = _column_number(letters)
                self._columns = max(self._columns, self._columns_seen[letters])
            if digits != last:
                last = digits
                self._rows = max(self._rows, int(digits))
        if not self._columns:
            # Cells without references follow one another.
            self._rows += len(_ROW_TAG.findall(text))
            self._tags += len(_CELL_TAG.findall(text))
        self.errors += len(_ERROR_CELL.findall(text)) if b'"e"' in text or b"'e'" in text else 0
        self.refuse(max(self._rows * self._columns, self._tags), max(self._written, self._tags))


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - 64
    return number


class _Repeats(_Watcher):
    """What the tables of an OpenDocument sheet unfold to: cells and letters that it only says to repeat count as often.

    Empty cells and rows at the end, which are repeated up to the edge of the sheet, are none.
    """

    def __init__(self, file: Path, part: str) -> None:
        super().__init__(file, part)
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._written = self._letters = self._letters_written = 0
        self._new_table()

    def _new_table(self) -> None:
        self._row = self._rows = self._columns = 0
        self._new_row({})

    def _new_row(self, attributes: dict[str, str]) -> None:
        self._row_times = _times(attributes, "table:number-rows-repeated")
        self._column = self._last = self._row_letters = 0
        self._new_cell({})

    def _new_cell(self, attributes: dict[str, str]) -> None:
        self._cell_times = _times(attributes, "table:number-columns-repeated")
        self._filled = any("value" in name for name in attributes)
        self._cell_letters = sum(map(len, attributes.values()))
        self._letters_written += self._cell_letters

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _ODS_CELLS:
            self._new_cell(attributes)
            self._written += 1
        elif tag == "table:table-row":
            self._new_row(attributes)
        elif tag == "table:table":
            self._new_table()
        else:
            self._filled = True
            self._cell_letters += _times(attributes, "text:c") if tag == "text:s" else 1

    def _text(self, text: str) -> None:
        self._cell_letters += len(text)
        self._letters_written += len(text)

    def _end(self, tag: str) -> None:
        if tag in _ODS_CELLS:
            self._column += self._cell_times
            if self._filled:
                self._last = self._column
                self._row_letters += self._cell_letters * self._cell_times
        elif tag == "table:table-row":
            self._row += self._row_times
            if self._last:
                self._rows = self._row
                self._columns = max(self._columns, self._last)
                self._letters += self._row_letters * self._row_times
                self.refuse(self._rows * self._columns, self._written)
                most = _most(self._letters_written, _LETTERS_AT_ONCE, LETTER_LIMIT)
                if self._letters > most:
                    limit = sentence("limit_bytes", megabytes=most >> 20)
                    raise DataError("workbook_too_large", file=str(self.file), part=self.part, limit=limit)


_ODS_CELLS = ("table:table-cell", "table:covered-table-cell")


def _times(attributes: dict[str, str], name: str) -> int:
    """How often something is repeated; what is no number is left to the reader."""
    text = attributes.get(name, "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 100 else 1


def guarded(file: Path, action: Any) -> Any:
    """What `action` gives, with the errors of the library as errors of the file."""
    from python_calamine import CalamineError, PasswordError

    try:
        return action()
    except PasswordError:
        raise DataError("file_protected", file=str(file)) from None
    except CkmError:
        raise
    except (CalamineError, OSError, ValueError) as fault:
        raise FileDamaged(file=str(file), detail=str(fault)[:200]) from None
    except BaseException as fault:  # calamine's own panic is no Exception
        if type(fault).__name__ != "PanicException":
            raise
        raise FileDamaged(file=str(file), detail="calamine") from None
