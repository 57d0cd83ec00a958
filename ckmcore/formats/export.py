"""export(table or draft, path): the form follows from the ending of the name, or is chosen by its name (`FORMS`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from os import PathLike
from pathlib import Path

from ckmcore.base.checked import checked
from ckmcore.base.files import hand_over, write_whole
from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import Cube, cubes, unhidden
from ckmcore.formats.forms import FORMS, Form, FormName, chosen_form, paths_of, refuse_listed
from ckmcore.formats.scan import guard
from ckmcore.formats.write_genesis import write_notes
from ckmcore.formats.write_xlsx import write_workbook
from ckmcore.methods.draft import Draft
from ckmcore.methods.protected import ProtectedTable
from ckmcore.office.settings import PLAIN, Office
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.typesetting.typeset import Progress


@checked
def export(
    what: Draft | ProtectedTable,
    path: str | PathLike[str],
    *,
    language: Language | None = None,
    form: FormName | None = None,
    office: Office = PLAIN,
) -> Path:
    """Write a draft, or a protected table without a statistic; returns the path, of several files the first path.

    As `export_files`, which gives all of them.

    >>> ckm.export(table, "table.xlsx", language="de").name
    'table.xlsx'
    >>> path = ckm.export(table, "long.csv", form="csv-long")
    >>> path.read_text(encoding="utf-8-sig").splitlines()[:3]
    ['Number by NUTS and SEX', 'Made without a statistic: not a release.', '']
    """
    return export_files(what, path, language=language, form=form, office=office)[0]


def export_files(
    what: Draft | ProtectedTable,
    path: str | PathLike[str],
    *,
    language: Language | None = None,
    form: FormName | None = None,
    office: Office = PLAIN,
    cancelled: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """Write a draft, or a protected table without a statistic, in one form; returns the files (`paths_of`).

    The language of the table's presentation holds, else `language`, else English, on every machine. Without `form` the
    ending of the path says it. German CSV has `;`, BOM and German words, English CSV `,`. Each file appears whole or
    not at all, and only when nothing was found in it that the table does not publish. cancelled, progress: of forms
    that take long. Raises export_unknown_form, export_other_ending, NotWritten, LeakFound, export_file_faulty,
    Cancelled, and what the form cannot hold.
    """
    target = Path(path)
    chosen = chosen_form(target, form)
    page = present_draft(what, language or "en", office)
    if chosen.cube:
        page = unhidden(page)

    def write(place: Path) -> tuple[Path, ...]:
        files = write_form(page, chosen, place, cancelled, progress)
        guard(files, [page])
        return files

    return hand_over(target, write)


def export_workbook(
    drafts: Sequence[Draft | ProtectedTable],
    path: str | PathLike[str],
    *,
    language: Language | None = None,
    accessible: bool = False,
    office: Office = PLAIN,
) -> Path:
    """Write several tables into one workbook, which appears whole or not at all, as `export_files` does.

    Raises export_too_wide, export_too_many_cells, NotWritten, LeakFound.
    """
    for draft in drafts:
        refuse_listed(draft.table if isinstance(draft, Draft) else draft, FORMS["xlsx"])
    pages = [present_draft(draft, language or "en", office) for draft in drafts]

    def write(place: Path) -> tuple[Path, ...]:
        write_whole(place, partial(write_workbook, pages, accessible=accessible))
        guard([place], pages)
        return (place,)

    return hand_over(Path(path), write)[0]


def write_form(
    document: TablePresentation,
    form: Form,
    path: Path,
    cancelled: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """Write a document in one form; returns the files. Raises NotWritten, export_file_faulty, Cancelled, what the form
    cannot hold."""
    refuse_listed(document.table, form)
    write, check = form.write, form.check
    if form.typeset:
        write = partial(write, cancelled=cancelled, progress=progress)
    targets = paths_of(document.table.spec, form, path)
    if form.notes:
        write_whole(targets[-1], partial(write_notes, document))
    held: Sequence[tuple[Cube | TablePresentation, ...]] = [(document,)]
    if form.cube:
        held = [(cube, document) for cube in cubes(document)]
    for what, target in zip(held, targets, strict=False):
        write_checked(form, target, partial(write, *what), None if check is None else partial(check, *what))
    return targets


def write_checked(
    form: Form, path: Path, write: Callable[[Path], None], check: Callable[[Path], None] | None = None
) -> None:
    """Let `write` fill a file beside `path` and `check` read it; only then it takes its place.

    Raises NotWritten, export_file_faulty.
    """

    def both(target: Path) -> None:
        write(target)
        try:
            if check is not None:
                check(target)
        except FormatViolation as fault:
            raise CkmError("export_file_faulty", name=path.name, form=form.title, reason=fault.reason) from fault

    write_whole(path, both)
