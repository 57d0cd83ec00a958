"""Every file before it is handed over: taken apart by its form, each number and text looked up in what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.export.document import Document
from ckmcore.leaks.allowed import Allowed
from ckmcore.leaks.delimited import scan_csv
from ckmcore.leaks.hits import Hit, Search
from ckmcore.leaks.html import scan_html
from ckmcore.leaks.json_stat import scan_json_stat
from ckmcore.leaks.parquet import scan_parquet
from ckmcore.leaks.pdf import scan_pdf
from ckmcore.leaks.px import scan_px
from ckmcore.leaks.xlsx import scan_xlsx
from ckmcore.microdata.files import checked_path, read_bytes
from ckmcore.sentences import joined

_FIRST_TOLD = 5


class LeakFound(CkmError):
    """A file holds what no published table does: it is not handed over. Fields: name, count, hits (a sentence).

    Where it stands is said, not what: that may be confidential.
    """

    code = "leak_found"


class FormNotScanned(CkmError):
    """The file has none of the forms that can be taken apart. Fields: name."""

    code = "leak_form_unknown"


def scan(path: str | PathLike[str], allowed: Allowed) -> tuple[Hit, ...]:
    """What a file holds that is not allowed; raises FileMissing, FileNotReadable, FormNotScanned."""
    file = checked_path(path)
    return scan_content(read_bytes(file), file.name, allowed)


def scan_content(content: bytes, name: str, allowed: Allowed) -> tuple[Hit, ...]:
    """The same of the content of a file; the form follows from the content, `name` stands in the sentences."""
    search = Search(allowed)
    if content.startswith(b"PK\x03\x04"):
        scan_xlsx(content, search)
    elif content.startswith(b"PAR1"):
        scan_parquet(content, search)
    elif content.startswith(b"%PDF-"):
        scan_pdf(content, search)
    elif name.lower().endswith(".csv"):
        scan_csv(content, search)
    elif name.lower().endswith(".px"):
        scan_px(content, search)
    elif content.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
        scan_html(content, search)
    elif content.lstrip().startswith(b"{"):
        scan_json_stat(content, search)
    else:
        raise FormNotScanned(name=name)
    return tuple(search.hits)


def guard(files: Iterable[Path], documents: Iterable[Document]) -> None:
    """Look at written files before they are handed over; raises LeakFound."""
    allowed = Allowed.of(documents)
    for file in files:
        hits = scan(file, allowed)
        if hits:
            told = joined([hit.without_text() for hit in hits[:_FIRST_TOLD]], "dictionary_and")
            raise LeakFound(name=file.name, count=len(hits), hits=told)
