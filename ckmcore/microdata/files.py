"""Files before anything is known of what they hold: their existence, their kind, their first bytes, their encoding."""

from __future__ import annotations

import codecs
import gzip
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Literal, Protocol, cast

import numpy as np

from ckmcore.base.files import reason_of
from ckmcore.base.reading import check_file, open_file, read_file
from ckmcore.errors import CkmError, DataError, FileError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.errors import FileDamaged, FileMissing, NoFileButDatabase

HEAD_BYTES = 1 << 20
TAIL_BYTES = 1 << 16
SMALL_BYTES = 1 << 26
Format = Literal[
    "csv",
    "fixed",
    "parquet",
    "arrow",
    "spss",
    "spss_portable",
    "stata",
    "sas",
    "xport",
    "excel",
    "excel_97",
    "ods",
    "prepared",
    "store",
]
# Records that were taken over once: their roles, keys and words are known.
PREPARED: tuple[Format, ...] = ("prepared", "store")

# What an unpacker raises on bytes that are none of its own, or cut off.
PACKED_ERRORS = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, zipfile.BadZipFile, NotImplementedError)

_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_FORMATS: tuple[tuple[bytes, Format], ...] = (
    (b"PAR1", "parquet"),
    (b"ARROW1", "arrow"),
    (b"\xff\xff\xff\xff", "arrow"),
    (b"$FL2", "spss"),
    (b"$FL3", "spss"),
    (b"<stata_dta>", "stata"),
    (b"\0" * 12 + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00", "sas"),
    (b"HEADER RECORD*******LIB", "xport"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "excel_97"),
)
# Stata before version 13: version, byte order, kind of file, zero.
_OLD_STATA = re.compile(rb"[\x69-\x73][\x01\x02]\x01\x00")
_SPSS_PORTABLE = re.compile(rb"ASCII SPSS PORT FILE")
_KINDS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n", "kind_image"),
    (b"\xff\xd8\xff", "kind_image"),
    (b"GIF8", "kind_image"),
    (b"II*\x00", "kind_image"),
    (b"MM\x00*", "kind_image"),
    (b"%PDF-", "kind_pdf"),
    (b"SQLite format 3\x00", "kind_sqlite"),
    (b"7z\xbc\xaf\x27\x1c", "kind_archive"),
    (b"Rar!", "kind_archive"),
    (b"BZh", "kind_archive"),
    (b"\xfd7zXZ\x00", "kind_archive"),
    (b"\x28\xb5\x2f\xfd", "kind_archive"),
    (b"\x7fELF", "kind_program"),
    (b"MZ\x90\x00", "kind_program"),
)


# What begins like this is a text, and no table.
_TEXT_KINDS: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (re.compile(rb"\s*<(\?xml|!doctype|html|rows?\b|svg|[a-z]+:?[a-z]*\s+xmlns)", re.IGNORECASE), "kind_xml"),
    (re.compile(rb"\s*(\[\s*[\[{]|\{\s*\"[^\"]*\"\s*:)"), "kind_json"),
    (re.compile(rb"\{\\rtf\d"), "kind_rtf"),
    (re.compile(rb"(A\r?\n[23]\r?\n\d{5,6}\r?\n\d{5,6}\r?\n|RD[AX][23]\n|\s*structure\(list\()"), "kind_r"),
    (
        re.compile(rb"\s*(DATA\s+LIST|GET\s+(FILE|DATA)|VARIABLE\s+LABELS|VALUE\s+LABELS)\b[^;\t]*$", re.I | re.M),
        "kind_spss_syntax",
    ),
    (
        re.compile(
            rb"\s*(infix|infile|insheet|import\s+delimited|capture\s+log|version\s+\d+|#delimit)\b[^;\t,]*$", re.M
        ),
        "kind_stata_do",
    ),
)
_RDS = (b"X\n\0\0\0", b"RDX", b"B\n\x02", b"B\n\x03")
# dBase: a version, a date, the number of records; the list of fields ends with a carriage return.
_DBF = re.compile(rb"[\x03\x30\x83\x8b\xf5][\x00-\xff][\x01-\x0c][\x01-\x1f]", re.DOTALL)


def checked_path(path: str | PathLike[str]) -> Path:
    """The path of an existing file; raises FileMissing, NoFileButDatabase, file_is_folder,
    and file_not_readable where it is a pipe, a device or the like."""
    file = Path(path)
    try:
        check_file(file)
    except IsADirectoryError:
        raise FileError("file_is_folder", file=str(file)) from None
    except (FileNotFoundError, NotADirectoryError):
        raise (NoFileButDatabase if str(path).startswith("database:") else FileMissing)(file=str(path)) from None
    except OSError as error:
        raise FileError("file_not_readable", file=str(file), reason=_reason(error)) from None
    return file


@contextmanager
def little_memory(file: Path) -> Iterator[None]:
    """Reading a file. A library that asks for more memory than there is believed a length in the file: a small one is
    damaged then, and only of a large one the memory does not suffice. Raises FileDamaged."""
    try:
        yield
    except MemoryError as error:
        if file.is_file() and file.stat().st_size <= SMALL_BYTES:
            raise FileDamaged(file=str(file), detail=str(error) or type(error).__name__) from None
        raise


def read_bytes(file: Path) -> bytes:
    """All bytes of a small file; raises file_not_readable."""
    try:
        return read_file(file, 1 << 31)
    except OSError as error:
        raise FileError("file_not_readable", file=str(file), reason=_reason(error)) from None


def _reason(error: OSError) -> Sentence | str:
    return reason_of(error)


@contextmanager
def opened(file: Path) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The bytes of a file, unpacked where it is gzip or a zip archive of one file, and the raw file below them.

    The position of the raw file gives the progress. Raises file_not_readable, FileDamaged, file_protected.
    """
    try:
        raw = open_file(file)
    except OSError as error:
        raise FileError("file_not_readable", file=str(file), reason=_reason(error)) from None
    with raw:
        first = raw.read(4)
        raw.seek(0)
        try:
            if first[:2] == _GZIP:
                with gzip.GzipFile(fileobj=raw) as unpacked:
                    yield cast(BinaryIO, unpacked), raw
            elif first in _ZIP:
                with _unzipped(file, raw) as inner:
                    yield inner, raw
            else:
                yield raw, raw
        except PACKED_ERRORS as error:
            raise FileDamaged(file=str(file), detail=str(error) or type(error).__name__) from None
        except CkmError:
            raise
        except OSError as error:
            if error.errno is not None:  # else it is of the library that unpacks
                raise
            raise FileDamaged(file=str(file), detail=str(error)) from None


@contextmanager
def _unzipped(file: Path, raw: BinaryIO) -> Iterator[BinaryIO]:
    """The one file in an archive; the archive itself where it holds several, or is the form of an office document."""
    try:
        archive = zipfile.ZipFile(raw)
    except (*PACKED_ERRORS, ValueError) as error:
        # The directory at the end is gone; an office document says so better.
        raise FileDamaged(file=str(file), detail=str(error)) from None
    with archive:
        entries = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
        if len(entries) != 1 or kind_of_zip([entry.filename for entry in entries]) != "zip":
            raw.seek(0)
            yield raw
            return
        if entries[0].flag_bits & 1:
            raise DataError("file_protected", file=str(file))
        with archive.open(entries[0]) as inner:
            yield cast(BinaryIO, inner)


def is_packed(file: Path) -> bool:
    """Whether `opened` gives other bytes than the file has."""
    with opened(file) as (data, raw):
        return data is not raw


def read_head(file: Path, size: int = HEAD_BYTES) -> tuple[bytes, bool]:
    """The first `size` bytes, unpacked, and whether that is all; raises file_empty, file_not_readable, FileDamaged."""
    parts: list[bytes] = []
    with opened(file) as (data, _):
        while size > 0 and (part := data.read(size)):
            parts.append(part)
            size -= len(part)
        complete = not data.read(1)
    head = b"".join(parts)
    if not head:
        raise DataError("file_empty", file=str(file))
    return head, complete


def format_of(file: Path, head: bytes, encoding: str = "") -> Format:
    """What the first bytes say the file is; raises file_binary with its kind where it is no table that is read here.

    `encoding`: the one that somebody chose for a text. Zero bytes are letters in one of 16 bits.
    """
    for magic, found in _FORMATS:
        if head.startswith(magic):
            return found
    if _OLD_STATA.match(head):
        return "stata"
    if _SPSS_PORTABLE.search(head[:600].replace(b"\r", b"").replace(b"\n", b"")):
        return "spss_portable"
    kind = ""
    for magic, named in _KINDS:
        if head.startswith(magic):
            kind = named
    if head.startswith(_ZIP):
        with zipfile.ZipFile(file) as archive:
            inside = kind_of_zip(archive.namelist())
        if inside in ("excel", "ods"):
            return cast(Format, inside)
        kind = f"kind_{inside}"
    if not kind and not encoding:
        kind = next(
            (name for pattern, name in _TEXT_KINDS if pattern.match(head[:4096].removeprefix(b"\xef\xbb\xbf"))), ""
        )
        kind = "kind_r" if head.startswith(_RDS) else kind
        if _DBF.match(head) and len(head) > 32 and b"\r" in head[32:4096:32] + head[32:4096]:
            kind = "kind_dbf"
    if not kind and b"\x00" in head and not encoding.startswith("utf-16") and utf16_name(head) is None:
        kind = "kind_binary"
    if kind:
        raise DataError("file_binary", file=str(file), kind=sentence(kind))
    return "csv"


def format_of_path(path: str | PathLike[str]) -> Format:
    """What a file is; raises file_binary, FileMissing and what else opening raises."""
    file = checked_path(path)
    return format_of(file, read_head(file, 1 << 16)[0])


def kind_of_zip(names: Sequence[str]) -> str:
    """`excel`, `xlsb`, `ods`, or `zip` for any other archive with entries of these names."""
    if "xl/workbook.bin" in names:
        return "xlsb"
    if any(name.startswith("xl/") for name in names) or "[Content_Types].xml" in names:
        return "excel"
    return "ods" if "mimetype" in names and "content.xml" in names else "zip"


def utf16_name(head: bytes) -> str | None:
    """`utf-16` with a mark, `utf-16-le` or `utf-16-be` where every other byte is mostly zero, else None."""
    if head.startswith(_UTF16_MARKS):
        return "utf-16"
    sample = head[:4096]
    if len(sample) < 4:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.6 * half and even == 0:
        return "utf-16-le"
    return "utf-16-be" if even > 0.6 * half and odd == 0 else None


def decode_head(file: Path, head: bytes, complete: bool, encoding: str, lenient: bool = False) -> str:
    """The head as text, without a character cut off at its end; raises undecodable_byte unless `lenient`."""
    try:
        return _decoder(encoding, "replace" if lenient else "strict").decode(head, complete)
    except UnicodeDecodeError:
        locate_undecodable(file, encoding)
        raise


def _decoder(encoding: str, errors: str = "strict") -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder("utf-8-sig" if encoding == "utf-8" else encoding)(errors)


def locate_undecodable(file: Path, encoding: str) -> None:
    """Raise undecodable_byte with line and column of the first byte that the encoding does not know, if there is
    one."""
    decoder = _decoder(encoding)
    line, column, cut_return = 1, 1, False
    with opened(file) as (data, _):
        while True:
            block = data.read(HEAD_BYTES)
            try:
                text, wrong = decoder.decode(block, not block), None
            except UnicodeDecodeError as error:
                known = encoding if error.encoding == "charmap" else error.encoding
                text, wrong = error.object[: error.start].decode(known), error.object[error.start]
            if cut_return and text.startswith("\n"):
                text = text[1:]
            cut_return = text.endswith("\r")
            text = text.replace("\r\n", "\n").replace("\r", "\n")
            breaks = text.count("\n")
            line += breaks
            column = len(text) - text.rfind("\n") if breaks else column + len(text)
            if wrong is not None:
                raise DataError(
                    "undecodable_byte",
                    file=str(file),
                    line=line,
                    column=column,
                    byte=f"0x{wrong:02X}",
                    encoding=encoding,
                )
            if not block:
                return


def _count(block: bytes, sign: bytes) -> int:
    """Count a character in a block; `bytes.count` is slow where every field has it."""
    if len(sign) != 1:
        return block.count(sign)
    return int(np.count_nonzero(np.frombuffer(block, dtype=np.uint8) == sign[0]))


class RowFilter(Protocol):
    """What takes rows out of a text that are no records."""

    def records(self, block: bytes, *, ended: bool) -> bytes:
        """The next bytes of the text, as UTF-8, without them; what is no whole row may come with the next ones."""


class Utf8Stream(io.RawIOBase):
    """Bytes of any encoding as UTF-8, for the reader of columns.

    Blank lines at the start are left out; the last line is ended where the file does not. With `rows`, so are the
    rows that it leaves out.

    `quotes` counts the quote characters (an odd number at the end may be a quoted field that never ends), `nuls` the
    zero bytes; `tail` is the end of what was given, and `unended` says that the last line of the file was not ended;
    `reached` is for each read the position of the raw file behind what was given.
    """

    def __init__(self, data: BinaryIO, raw: BinaryIO, encoding: str, quote: str, rows: RowFilter | None = None) -> None:
        super().__init__()
        self._rows = rows
        self.quotes = 0
        self.nuls = 0
        self.tail = b""
        self.unended = False
        self.reached: list[int] = []
        self._raw = raw
        self._at = 0
        self._quote = quote.encode()
        self._data = data
        self._decoder = None if encoding in ("utf-8", "utf-8-sig") else _decoder(encoding)
        self._last = b"\n"
        self._rest = b""
        self._following: bytes | None = None
        self._begun = False
        self._ended = False

    def readable(self) -> bool:
        """Always."""
        return True

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes; empty only at the end."""
        block = self._rest or self._next_block(size)
        # Never more than was asked for, though letters grow on their way to UTF-8: arrow may have no room for it.
        cut = size if 0 <= size < len(block) else len(block)
        self._rest = block[cut:]
        if cut:
            self.reached.append(self._at)
        return block[:cut]

    def _next_block(self, size: int) -> bytes:
        # Half of what is asked for stays near the processor; a field that has not ended may need it all.
        size = max(1, size >> 1) if size > 0 and self.quotes % 2 == 0 else size
        while not self._ended:
            block = self._following if self._following is not None else self._data.read(size)
            self._at = self._raw.tell()
            self._following = self._data.read(size)
            self._ended = not self._following
            if self._decoder is not None:
                block = self._decoder.decode(block, self._ended).encode()
            if not self._begun:
                block = block.removeprefix(codecs.BOM_UTF8)
                self._begun = bool(block)
                if self._rows is None:
                    # The reader of columns counts blank lines before the header as rows.
                    block = block.lstrip(b"\r\n")
                    self._begun = bool(block)
            if self._rows is not None:
                block = self._rows.records(block, ended=self._ended)
            if self._ended and (block[-1:] or self._last) not in (b"\n", b"\r"):
                block += b"\n"
                self.unended = True
            if block:
                self.tail = (self.tail + block[-TAIL_BYTES:])[-TAIL_BYTES:]
                self.nuls += block.count(b"\x00") if b"\x00" in block else 0  # to look takes a sixth of the time
                self.quotes += _count(block, self._quote) if self._quote and self._quote in block else 0
                self._last = block[-1:]
                return block
        return b""
