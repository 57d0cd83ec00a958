"""Every file before it is handed over: taken apart by its form, each number and text looked up in what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import zip_longest
from os import PathLike
from pathlib import Path, PurePath

from ckmcore.base.exit_codes import Exit
from ckmcore.errors import DataError, ProtectionError
from ckmcore.formats.flat_lines import flat_lines
from ckmcore.formats.forms import PICTURE_PAGE, RELEASED, Form
from ckmcore.formats.leak_findings import Hit, LeakScan
from ckmcore.formats.publishable import PublishableContent
from ckmcore.messages import joined
from ckmcore.microdata.files import checked_path, read_bytes
from ckmcore.presentation.present import Bracketed, Figure, TablePresentation

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
    from the ending of the name, which the sentences show, else from how the text begins. Of several kinds of one ending
    it is the one that says most of how the text begins."""
    search, kinds = LeakScan(allowed), dict.fromkeys((*(form.kind for form in RELEASED.values()), PICTURE_PAGE))
    start, ending = content[:64].lstrip().lower(), PurePath(name).suffix.lower()
    by_start = [kind for kind in kinds if start.startswith(kind.starts)]
    by_start.sort(key=lambda kind: -max(len(begin) for begin in kind.starts if start.startswith(begin)))
    by_ending = [kind for kind in (*by_start, *kinds) if ending in kind.endings]
    found = [*(kind for kind in by_start if not kind.is_text), *by_ending, *by_start]
    if not found:
        raise DataError("leak_form_unknown", name=name)
    found[0].look(content, search)
    return tuple(search.hits)


def changed_figures(path: Path, form: Form, document: TablePresentation) -> tuple[Hit, ...]:
    """Figures of a file of a former writer that are not those of its table, in the order in which a person reads them;
    those of a cube by the search alone. Raises FileMissing, file_not_readable."""
    search = LeakScan(PublishableContent.of([document]), read=[])
    form.kind.look(read_bytes(path), search)
    changed = tuple(hit for hit in search.hits if hit.kind in ("figure", "often"))
    read = search.read or []
    if changed or form.cube:
        return changed
    place = None if document.table.is_listed else _first_other(read, document)
    listed = [*_numbers(figure for _, figures, _ in flat_lines(document) for figure in figures)]
    if place is None or [number for _, number in read] == listed:
        return ()
    where, number = read[place] if place < len(read) else ("", "")
    return (Hit(where, str(number), "figure"),)


def _first_other(read: Sequence[tuple[str, Decimal]], document: TablePresentation) -> int | None:
    """Place of the first figure that does not follow the sheets of a document, each in parts of whole columns beside
    one another; None where all figures do."""
    numbers, begin = [number for _, number in read], 0
    for layer in document.shown_layers:
        sheet = document.sheet(layer)
        lines = [sheet.figures(row) for row in range(len(sheet))]
        first = 0
        while first < sheet.columns:
            furthest = begin
            for end in range(sheet.columns, first, -1):
                wanted = [*_numbers(figure for line in lines for figure in line[first:end])]
                next_numbers = numbers[begin : begin + len(wanted)]
                if next_numbers == wanted:
                    first, begin = end, begin + len(wanted)
                    break
                pairs = enumerate(zip_longest(next_numbers, wanted))
                furthest = max(furthest, begin + next(at for at, (number, other) in pairs if number != other))
            else:
                return furthest
    return None if begin == len(numbers) else begin


def _numbers(figures: Iterable[Figure]) -> Iterator[Decimal]:
    for figure in figures:
        bare = figure.figure if isinstance(figure, Bracketed) else figure
        if not isinstance(bare, str):
            yield Decimal(bare)


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
