"""Files before anything is known of what they hold: their existence, their kind, their first bytes, their encoding."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Literal, cast

from ckmcore.microdata.faults import (
    FileBinary,
    FileDamaged,
    FileEmpty,
    FileIsFolder,
    FileMissing,
    FileNotReadable,
    UndecodableByte,
)
from ckmcore.sentences import sentence

HEAD_BYTES = 1 << 20
Format = Literal["csv", "parquet", "arrow"]

_GZIP = b"\x1f\x8b"
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_KINDS: tuple[tuple[bytes, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "kind_xls"),
    (b"\x89PNG\r\n", "kind_image"),
    (b"\xff\xd8\xff", "kind_image"),
    (b"GIF8", "kind_image"),
    (b"II*\x00", "kind_image"),
    (b"MM\x00*", "kind_image"),
    (b"%PDF-", "kind_pdf"),
    (b"SQLite format 3\x00", "kind_sqlite"),
    (b"$FL2", "kind_spss"),
    (b"$FL3", "kind_spss"),
    (b"<stata_dta>", "kind_stata"),
    (b"HEADER RECORD*******LIBRARY HEADER", "kind_sas"),
    (b"7z\xbc\xaf\x27\x1c", "kind_archive"),
    (b"Rar!", "kind_archive"),
    (b"BZh", "kind_archive"),
    (b"\xfd7zXZ\x00", "kind_archive"),
    (b"\x28\xb5\x2f\xfd", "kind_archive"),
    (b"\x7fELF", "kind_program"),
    (b"MZ\x90\x00", "kind_program"),
)


def checked_path(path: str | PathLike[str]) -> Path:
    """The path of an existing file; raises FileMissing, FileIsFolder."""
    file = Path(path)
    if file.is_dir():
        raise FileIsFolder(file=str(file))
    if not file.exists():
        raise FileMissing(file=str(file))
    return file


def read_bytes(file: Path) -> bytes:
    """All bytes of a small file; raises FileNotReadable."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise FileNotReadable(file=str(file), reason=_reason(error)) from None


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


@contextmanager
def opened(file: Path) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The bytes of a file, unpacked where it is gzip, and the raw file below them (its position tells progress)."""
    try:
        raw = file.open("rb")
    except OSError as error:
        raise FileNotReadable(file=str(file), reason=_reason(error)) from None
    with raw:
        packed = raw.read(2) == _GZIP
        raw.seek(0)
        if not packed:
            yield raw, raw
            return
        try:
            with gzip.GzipFile(fileobj=raw) as unpacked:
                yield cast(BinaryIO, unpacked), raw
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise FileDamaged(file=str(file), detail=str(error)) from None


def read_head(file: Path, size: int = HEAD_BYTES) -> tuple[bytes, bool]:
    """The first `size` bytes, unpacked, and whether that is all; raises FileEmpty, FileNotReadable, FileDamaged."""
    parts: list[bytes] = []
    with opened(file) as (data, _):
        while size > 0 and (part := data.read(size)):
            parts.append(part)
            size -= len(part)
        complete = not data.read(1)
    head = b"".join(parts)
    if not head:
        raise FileEmpty(file=str(file))
    return head, complete


def format_of(file: Path, head: bytes) -> Format:
    """What the first bytes say the file is; raises FileBinary with its kind where it is no table that is read here."""
    if head[:4] == b"PAR1":
        return "parquet"
    if head[:6] == b"ARROW1" or head[:4] == b"\xff\xff\xff\xff":
        return "arrow"
    kind = ""
    for magic, named in _KINDS:
        if head.startswith(magic):
            kind = named
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        kind = _kind_of_zip(head)
    if not kind and b"\x00" in head and utf16_name(head) is None:
        kind = "kind_sas" if b"SAS FILE" in head[:200] else "kind_binary"
    if kind:
        raise FileBinary(file=str(file), kind=sentence(kind))
    return "csv"


def _kind_of_zip(head: bytes) -> str:
    if b"mimetypeapplication/vnd.oasis.opendocument" in head[:200]:
        return "kind_ods"
    return "kind_xlsx" if b"xl/" in head or b"[Content_Types].xml" in head[:200] else "kind_zip"


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
    """The head as text, without a character cut off at its end; raises UndecodableByte unless `lenient`."""
    try:
        return _decoder(encoding, "replace" if lenient else "strict").decode(head, complete)
    except UnicodeDecodeError:
        locate_undecodable(file, encoding)
        raise


def _decoder(encoding: str, errors: str = "strict") -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder("utf-8-sig" if encoding == "utf-8" else encoding)(errors)


def locate_undecodable(file: Path, encoding: str) -> None:
    """Raise UndecodableByte with line and column of the first byte that the encoding does not know, if there is one."""
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
                raise UndecodableByte(
                    file=str(file), line=line, column=column, byte=f"0x{wrong:02X}", encoding=encoding
                )
            if not block:
                return


class Utf8Stream(io.RawIOBase):
    """Bytes of any encoding as UTF-8, for the reader of columns.

    Blank lines at the start are left out; the last line is ended where the file does not.

    `quotes` counts the quote characters: an odd number at the end may be a quoted field that never ends; `given` the
    bytes given so far, one entry for each read.
    """

    def __init__(self, data: BinaryIO, encoding: str, quote: str) -> None:
        super().__init__()
        self.quotes = 0
        self.given: list[int] = []
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
            self.given.append(cut + (self.given[-1] if self.given else 0))
        return block[:cut]

    def _next_block(self, size: int) -> bytes:
        while not self._ended:
            block = self._following if self._following is not None else self._data.read(size)
            self._following = self._data.read(size)
            self._ended = not self._following
            if self._decoder is not None:
                block = self._decoder.decode(block, self._ended).encode()
            if not self._begun:
                # The reader of columns counts blank lines before the header as rows.
                block = block.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
                self._begun = bool(block)
            if self._ended and (block[-1:] or self._last) not in (b"\n", b"\r"):
                block += b"\n"
            if block:
                self.quotes += block.count(self._quote) if self._quote else 0
                self._last = block[-1:]
                return block
        return b""
