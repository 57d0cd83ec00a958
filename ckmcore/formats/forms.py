"""The forms in which tables are exported: one table of names, endings, writers and readers; all else asks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts, both
from ckmcore.errors import InputError
from ckmcore.formats.drawn_picture import write_page, write_png, write_svg, write_vega
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.read_csv import search_csv
from ckmcore.formats.read_html import check_fragment, check_html, search_html
from ckmcore.formats.read_html_cube import BEGIN, search_html_cube
from ckmcore.formats.read_jsonstat import search_jsonstat
from ckmcore.formats.read_parquet import search_parquet
from ckmcore.formats.read_pdf import check_pdf, search_pdf
from ckmcore.formats.read_pictures import SIGNATURE, VEGA_BEGIN, search_png, search_vega
from ckmcore.formats.read_px import search_px
from ckmcore.formats.read_svg import search_picture_page, search_svg
from ckmcore.formats.read_xlsx import search_xlsx
from ckmcore.formats.write_csv import write_csv
from ckmcore.formats.write_genesis import check_genesis, write_genesis
from ckmcore.formats.write_html import write_fragment, write_html
from ckmcore.formats.write_html_cube import check_html_cube, write_html_cube
from ckmcore.formats.write_jsonstat import check_jsonstat, write_jsonstat
from ckmcore.formats.write_parquet import check_parquet, write_parquet
from ckmcore.formats.write_pdf import write_pdf
from ckmcore.formats.write_px import check_px, write_px
from ckmcore.formats.write_sdmx import check_sdmx, write_sdmx
from ckmcore.formats.write_xlsx import write_xlsx
from ckmcore.methods.protected import ProtectedTable
from ckmcore.office.settings import FormName as FormName
from ckmcore.pictures.svg import PAGE_BEGIN
from ckmcore.tabulate.spec import TableSpec

_BOTH: tuple[Language, Language] = ("en", "de")


@dataclass(frozen=True)
class Kind:
    """A kind of files: what takes one apart and searches it, the endings of its names, how it begins (in small
    letters), whether it is text."""

    look: Callable[[bytes, LeakScan], None]
    endings: tuple[str, ...]
    starts: tuple[bytes, ...] = ()
    is_text: bool = True


@dataclass(frozen=True)
class Form:
    """A form of files: its name, the ending of its files, their kind, what writes them and what reads them back.

    write: called with a document and a path, of a cube with the cube before them; check: the same of a file that was
    written, raises FormatViolation (None: not read back). cube: a file holds one cube; a table of several stacked
    blocks becomes several files. by_ending: files of this ending get this form where nobody chose one. notes: title
    and notes get a file of their own, for want of room. lists: it takes a table that lists its cells. streams:
    hypercubes are written in it. versions: of the writers (`ckmcore.base.version.WRITERS`), those that changed its
    files and still write them, ascending. typeset: its pages are set, which takes long (`cancelled`, `progress`), in
    the office's font. carries: its files carry the picture where the table is shown as one.
    """

    name: FormName
    ending: str
    kind: Kind
    write: Callable[..., None]
    check: Callable[..., None] | None = None
    cube: bool = False
    by_ending: bool = False
    notes: bool = False
    lists: bool = False
    streams: bool = False
    versions: tuple[int, ...] = (1,)
    typeset: bool = False
    carries: bool = False

    @property
    def title(self) -> Texts:
        """What a person calls it."""
        return both(f"office_forms_{self.name}")

    def version(self, writers: int) -> int | None:
        """Version of its files under a version of the writers; None where a former program wrote them otherwise."""
        return max((version for version in self.versions if version <= writers), default=None)


XLSX = Kind(search_xlsx, (".xlsx",), (b"pk\x03\x04",), is_text=False)
CSV = Kind(search_csv, (".csv",))
PX = Kind(search_px, (".px",), (b"charset=",))
JSON = Kind(search_jsonstat, (".json",), (b"{",))
PARQUET = Kind(search_parquet, (".parquet",), (b"par1",), is_text=False)
HTML = Kind(search_html, (".html", ".htm"), (b"<!doctype html", b"<html"))
HTML_CUBE = Kind(search_html_cube, (".html", ".htm"), (BEGIN.lower(),))
PDF = Kind(search_pdf, (".pdf",), (b"%pdf-",), is_text=False)
PICTURE = Kind(search_svg, (".svg",), (b"<svg", b"<?xml"))
"""A picture of a table (`ckmcore.pictures`), which is no form of the table itself."""

PNG = Kind(search_png, (".png",), (SIGNATURE.lower(),), is_text=False)
VEGA = Kind(search_vega, (".json",), (VEGA_BEGIN,))
PICTURE_PAGE = Kind(search_picture_page, (".html", ".htm"), (PAGE_BEGIN.lower(),))

# Where a form is made known; besides, its name stands in `FormName`, and what it is called in `messages`.
FORMS: Mapping[FormName, Form] = {
    form.name: form
    for form in (
        Form("xlsx", ".xlsx", XLSX, write_xlsx, by_ending=True, versions=(1, 2), carries=True),
        Form("xlsx-accessible", ".xlsx", XLSX, partial(write_xlsx, accessible=True), versions=(1, 2), carries=True),
        Form("csv", ".csv", CSV, write_csv, by_ending=True),
        Form("csv-long", ".csv", CSV, partial(write_csv, form="long"), lists=True, streams=True, versions=(1, 2)),
        Form("genesis", ".csv", CSV, write_genesis, check_genesis, cube=True, notes=True),
        Form("px", ".px", PX, write_px, check_px, cube=True, by_ending=True),
        Form("sdmx-csv-1", ".csv", CSV, partial(write_sdmx, "1.0"), partial(check_sdmx, "1.0"), cube=True, lists=True),
        Form(
            "sdmx-csv-2",
            ".csv",
            CSV,
            partial(write_sdmx, "2.0"),
            partial(check_sdmx, "2.0"),
            cube=True,
            lists=True,
            streams=True,
        ),
        Form("json-stat", ".json", JSON, write_jsonstat, check_jsonstat, cube=True, by_ending=True, lists=True),
        Form(
            "parquet",
            ".parquet",
            PARQUET,
            write_parquet,
            check_parquet,
            cube=True,
            by_ending=True,
            lists=True,
            streams=True,
        ),
        Form("html", ".html", HTML, write_html, check_html, by_ending=True, carries=True),
        Form("html-fragment", ".html", HTML, write_fragment, check_fragment, carries=True),
        Form(
            "pdf", ".pdf", PDF, write_pdf, check_pdf, by_ending=True, versions=(2,), typeset=True, carries=True
        ),  # until 2 by the window
        Form(
            "html-cube",
            ".html",
            HTML_CUBE,
            write_html_cube,
            check_html_cube,
            cube=True,
            lists=True,
            streams=True,
        ),
    )
}
PICTURES: Mapping[str, Form] = {
    f"picture-{ending}": Form(f"picture-{ending}", f".{ending}", kind, write, lists=True)  # type: ignore[arg-type]  # of a picture
    for ending, kind, write in (
        ("svg", PICTURE, write_svg),
        ("png", PNG, write_png),
        ("pdf", PDF, write_page),
        ("vl.json", VEGA, write_vega),
    )
}
"""The picture of a table in files of its own, which are released together with the table."""
RELEASED: Mapping[str, Form] = {form.name: form for form in (*FORMS.values(), *PICTURES.values())}
ENDINGS: Mapping[str, FormName] = {form.ending: form.name for form in FORMS.values() if form.by_ending}


def form_of(path: str | PathLike[str]) -> Form:
    """The form that the ending of a file says; raises export_unknown_form."""
    target = Path(path)
    name = ENDINGS.get(target.suffix.lower())
    if name is None:
        raise InputError("export_unknown_form", name=target.name, known=tuple(ENDINGS))
    return FORMS[name]


def chosen_form(path: Path, name: FormName | None) -> Form:
    """The form that somebody chose, or that the ending of a file says; raises export_unknown_form,
    export_other_ending."""
    if name is None:
        return form_of(path)
    form = RELEASED[name]
    if not path.name.lower().endswith(form.ending):
        raise InputError("export_other_ending", name=path.name, form=form.title, ending=form.ending)
    return form


def refuse_listed(table: ProtectedTable, form: Form) -> None:
    """Raises listed_form where a table lists its cells and a form is not one of lists."""
    if table.is_listed and not form.lists:
        titles = [one.title for one in FORMS.values() if one.lists]
        forms = Texts(*(", ".join(title.text(language) for title in titles) for language in _BOTH))
        raise InputError("listed_form", form=form.title, forms=forms)


def streamed_form(name: str | None, path: Path | None = None) -> Form:
    """A form of hypercubes, for a file of this name, whose ending says it where `name` is None; raises hypercube_form,
    hypercube_form_of_ending, export_other_ending."""
    ending = path.suffix.lower() if path is not None else ""
    streamed = [form for form in FORMS.values() if form.streams]
    fitting = [form for form in streamed if (form.ending == ending if name is None else form.name == name)]
    if len(fitting) > 1:
        raise InputError("hypercube_form_of_ending", ending=ending, forms=tuple(form.name for form in fitting))
    form = fitting[0] if fitting else None
    if form is None:
        other = next((form.title for form in FORMS.values() if form.name == name), name or ending)
        forms = Texts(*(", ".join(form.title.text(language) for form in streamed) for language in _BOTH))
        raise InputError("hypercube_form", form=other, forms=forms)
    if path is not None and path.suffix.lower() != form.ending:
        raise InputError("export_other_ending", name=path.name, form=form.title, ending=form.ending)
    return form


def paths_of(spec: TableSpec, form: Form, path: Path) -> tuple[Path, ...]:
    """The files that a table becomes: `path`, or where a form holds one cube `name_1`, `name_2` ... for stacked blocks;
    then `name_notes`, where the form has no room for notes.

    They follow the blocks of a protected table.
    """
    blocks = len(spec.rows) * len(spec.columns) * len(spec.layers) if form.cube else 1
    ends = [""] if blocks == 1 else [f"_{number}" for number in range(1, blocks + 1)]
    ends += ["_notes"] if form.notes else []
    return tuple(path.with_name(f"{path.stem}{end}{path.suffix}") for end in ends)
