"""export(table or draft, path): the file format follows from the name."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.export.csv import CsvForm, write_csv
from ckmcore.export.document import document
from ckmcore.export.xlsx import write_xlsx
from ckmcore.methods.protected import ProtectedTable
from ckmcore.numbers import Language
from ckmcore.sentences import system_language
from ckmcore.statistic.draft import Draft

KNOWN = (".csv", ".xlsx")


class UnknownForm(CkmError):
    code = "export_unknown_form"


def check_form(path: str | PathLike[str]) -> None:
    """Raises UnknownForm where the name of a file says no format that is known here."""
    target = Path(path)
    if target.suffix.lower() not in KNOWN:
        raise UnknownForm(name=target.name, known=KNOWN)


def export(
    what: Draft | ProtectedTable,
    path: str | PathLike[str],
    *,
    language: Language | None = None,
    csv_form: CsvForm = "layout",
) -> Path:
    """Write a draft, or a protected table without a statistic, as `.csv` or `.xlsx`; returns the path.

    German CSV has `;`, BOM and German words, English CSV `,`. The file appears whole or not at all.
    Raises UnknownForm, NotWritten, TooWideForASheet.
    """
    target = Path(path)
    check_form(target)
    page = document(what, language or system_language())
    if target.suffix.lower() == ".csv":
        write_csv(page, target, csv_form)
    else:
        write_xlsx(page, target)
    return target
