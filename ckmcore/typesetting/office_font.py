"""The font of an office for PDF: TrueType or OpenType files in a folder that its settings name."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ckmcore.base.reading import read_file
from ckmcore.errors import InputError
from ckmcore.office.settings import Office

ENDINGS = (".ttf", ".otf")


def font_files(office: Office) -> tuple[Path, ...]:
    """Files of the office's font by name, empty without one. Raises font_missing where the folder or files are
    not there, file_not_readable."""
    if not office.pdf_font:
        return ()
    folder = Path(office.pdf_font)
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() in ENDINGS)
    except OSError:
        files = []
    if not files:
        raise InputError("font_missing", folder=office.pdf_font)
    return tuple(files)


def font_hash(office: Office, *, needed: bool = True) -> str:
    """SHA-256 of the files of the office's font, "" without one. needed: else also "" where the files are not there.
    Raises as `font_files`."""
    try:
        files = font_files(office)
    except InputError:
        if needed:
            raise
        files = ()
    if not files:
        return ""
    return hashlib.sha256(b"".join(hashlib.sha256(read_file(file)).digest() for file in files)).hexdigest()
