"""Code lists of τ-ARGUS (`.cdl`): one `code,label` per line."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from ckmcore.errors import DataError
from ckmcore.microdata.files import checked_path, read_bytes, utf16_name


def decoded_lines(file: Path, page: str = "") -> tuple[list[str], str]:
    """The lines of a small text file and its encoding: UTF-16 or UTF-8 where it is valid, else a code page, by default
    Windows-1252."""
    content = read_bytes(file)
    wide = utf16_name(content)
    for encoding in filter(None, (wide, "utf-8-sig", page or "cp1252")):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), encoding
    return content.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n").split("\n"), "latin-1"


def read_cdl(path: str | PathLike[str], encoding: str = "") -> dict[str, str]:
    """Codes with their labels, both trimmed, in the order of the file; quotes around either are taken off.

    encoding: of one byte a letter, where it is known. Raises FileMissing, file_is_folder, file_empty, code_list_line,
    code_list_twice, each with file and line.
    """
    file = checked_path(path)
    found: dict[str, str] = {}
    first: dict[str, int] = {}
    for number, line in enumerate(decoded_lines(file, encoding)[0], start=1):
        if not line.strip():
            continue
        code, comma, label = line.partition(",")
        code, label = _unquoted(code), _unquoted(label)
        if not comma or not code:
            raise DataError("code_list_line", file=str(file), line=number)
        if code in found:
            raise DataError("code_list_twice", file=str(file), line=number, item=code, first=first[code])
        found[code], first[code] = label, number
    if not found:
        raise DataError("file_empty", file=str(file))
    return found


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text
