"""export(table or draft, path): the form follows from the ending of the name, or is chosen by its name (`FORMS`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from os import PathLike
from pathlib import Path

from ckmcore.base.checked import checked
from ckmcore.base.files import hand_over, write_whole
from ckmcore.base.numbers import Language
from ckmcore.formats.check import write_checked
from ckmcore.formats.cube import Cube, cubes, unhidden
from ckmcore.formats.document import Document, document
from ckmcore.formats.forms import Form, FormName, chosen_form, paths_of
from ckmcore.formats.scan import guard
from ckmcore.formats.write_csv import write_csv
from ckmcore.formats.write_genesis import check_written_genesis, write_genesis, write_notes
from ckmcore.formats.write_html import write_html
from ckmcore.formats.write_jsonstat import check_written_jsonstat, write_jsonstat
from ckmcore.formats.write_parquet import check_written_parquet, write_parquet
from ckmcore.formats.write_px import check_written_px, write_px
from ckmcore.formats.write_sdmx import check_written_sdmx, write_sdmx
from ckmcore.formats.write_xlsx import write_workbook, write_xlsx
from ckmcore.methods.draft import Draft
from ckmcore.methods.protected import ProtectedTable
from ckmcore.office.settings import PLAIN, Office

Write = Callable[[Cube, Document, Path], None]
CUBES: dict[FormName, tuple[Write, Write]] = {
    "genesis": (write_genesis, check_written_genesis),
    "px": (write_px, check_written_px),
    "sdmx-csv-1": (partial(write_sdmx, "1.0"), partial(check_written_sdmx, "1.0")),
    "sdmx-csv-2": (partial(write_sdmx, "2.0"), partial(check_written_sdmx, "2.0")),
    "json-stat": (write_jsonstat, check_written_jsonstat),
    "parquet": (write_parquet, check_written_parquet),
}
"""Of each form that holds a cube what writes a file, and what reads it back and compares it."""


@checked
def export(
    what: Draft | ProtectedTable,
    path: str | PathLike[str],
    *,
    language: Language | None = None,
    form: FormName | None = None,
    office: Office = PLAIN,
) -> Path:
    """Write a draft, or a protected table without a statistic; returns the path, of several files that of the first.

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
) -> tuple[Path, ...]:
    """Write a draft, or a protected table without a statistic, in one form; returns the files (`paths_of`).

    The language of the table's presentation holds, else `language`, else English, on every machine. Without `form` the
    ending of the path says it. German CSV has `;`, BOM and German words, English CSV `,`. Each file appears whole or
    not at all, and only when nothing was found in it that the table does not publish. Raises UnknownForm, OtherEnding,
    NotWritten, LeakFound, FileFaulty, and what the form cannot hold.
    """
    target = Path(path)
    chosen = chosen_form(target, form)
    page = document(what, language or "en", office)
    if chosen.cube:
        page = unhidden(page)

    def write(place: Path) -> tuple[Path, ...]:
        files = write_form(page, chosen, place)
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

    Raises TooWideForASheet, TooManyCells, NotWritten, LeakFound.
    """
    pages = [document(draft, language or "en", office) for draft in drafts]

    def write(place: Path) -> tuple[Path, ...]:
        write_workbook(pages, place, accessible=accessible)
        guard([place], pages)
        return (place,)

    return hand_over(Path(path), write)[0]


def write_form(document: Document, form: Form, path: Path) -> tuple[Path, ...]:
    """Write a document in one form; returns the files."""
    targets = paths_of(document.table.spec, form, path)
    if form.cube:
        write, check = CUBES[form.name]
        if form.notes:
            write_whole(targets[-1], partial(write_notes, document))
        for cube, target in zip(cubes(document), targets, strict=False):
            write_checked(form, target, partial(write, cube, document), partial(check, cube, document))
    elif form.name == "html":
        write_html(document, path)
    elif form.name in ("xlsx", "xlsx-accessible"):
        write_xlsx(document, path, accessible=form.name == "xlsx-accessible")
    else:
        write_csv(document, path, "long" if form.name == "csv-long" else "layout")
    return targets
