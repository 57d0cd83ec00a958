"""Every file before it is handed over: taken apart by its form, each number and text looked up in what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path, PurePath

from ckmcore.base.exit_codes import Exit
from ckmcore.errors import DataError, ProtectionError
from ckmcore.formats.forms import FORMS
from ckmcore.formats.leak_findings import Hit, LeakScan
from ckmcore.formats.publishable import PublishableContent
from ckmcore.messages import joined
from ckmcore.microdata.files import checked_path, read_bytes
from ckmcore.presentation.present import TablePresentation

_FIRST_TOLD = 5


class LeakFound(ProtectionError):
    """A file holds what no published table does: it is not handed over. Fields: name, count, hits (a sentence).

    A hit names its place, not its text: that may be confidential.
    """

    code = "leak_found"
    exit_code = Exit.DISCLOSES


def scan(path: str | PathLike[str], allowed: PublishableContent) -> tuple[Hit, ...]:
    """What a file holds that is not allowed; raises FileMissing, file_not_readable, leak_form_unknown."""
    file = checked_path(path)
    return scan_content(read_bytes(file), file.name, allowed)


def scan_content(content: bytes, name: str, allowed: PublishableContent) -> tuple[Hit, ...]:
    """Scan the content of a file as `scan` does. The form follows from how it begins where that is no text, else
    from the ending of the name, which the sentences show, else from how the text begins."""
    search, kinds = LeakScan(allowed), dict.fromkeys(form.kind for form in FORMS.values())
    start, ending = content[:64].lstrip().lower(), PurePath(name).suffix.lower()
    by_start = [kind for kind in kinds if start.startswith(kind.starts)]
    by_ending = [kind for kind in kinds if ending in kind.endings]
    found = [*(kind for kind in by_start if not kind.is_text), *by_ending, *by_start]
    if not found:
        raise DataError("leak_form_unknown", name=name)
    found[0].look(content, search)
    return tuple(search.hits)


def guard(files: Iterable[Path], documents: Iterable[TablePresentation]) -> None:
    """Look at written files before they are handed over; raises LeakFound."""
    allowed = PublishableContent.of(documents)
    for file in files:
        refuse_hits(file.name, scan(file, allowed))


def refuse_hits(name: str, hits: Sequence[Hit]) -> None:
    """Raises LeakFound where a file has any."""
    if hits:
        told = joined([hit.without_text() for hit in hits[:_FIRST_TOLD]], "dictionary_and")
        raise LeakFound(name=name, count=len(hits), hits=told)
