"""The forms that hypercubes are written in, and what writes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.formats.forms import FORMS, Form, FormName
from ckmcore.formats.stream import HyperFile, HyperPage, Margins, StreamKind, write_hypercube
from ckmcore.formats.stream_csv import LONG_STREAM, SDMX_STREAM
from ckmcore.formats.stream_parquet import PARQUET_STREAM
from ckmcore.tabulate.scan import never

STREAMS: Mapping[FormName, StreamKind] = {
    "parquet": PARQUET_STREAM,
    "csv-long": LONG_STREAM,
    "sdmx-csv-2": SDMX_STREAM,
}
_BOTH: tuple[Language, Language] = ("en", "de")


def streamed_form(name: str, path: Path | None = None) -> Form:
    """A form of hypercubes, for a file of this name; raises hypercube_form, export_other_ending."""
    found = next((form for form in FORMS.values() if form.name == name), None)
    if found is None or found.name not in STREAMS:
        titles = [FORMS[one].title for one in STREAMS]
        forms = Texts(*(", ".join(title.text(language) for title in titles) for language in _BOTH))
        raise InputError("hypercube_form", form=found.title if found else name, forms=forms)
    if path is not None and path.suffix.lower() != found.ending:
        raise InputError("export_other_ending", name=path.name, form=found.title, ending=found.ending)
    return found


def export_hypercube(
    page: HyperPage,
    blocks: Margins,
    form: Form,
    path: Path,
    *,
    identity: str = "",
    place: Path | None = None,
    told: Callable[[float], None] = lambda _: None,
    cancelled: Callable[[], bool] = never,
) -> HyperFile:
    """Write a hypercube in one of its forms. Raises as `write_hypercube` does, and what the form cannot hold."""
    kind, title = STREAMS[form.name], form.title
    return write_hypercube(
        page, blocks, kind, path, title, identity=identity, place=place, told=told, cancelled=cancelled
    )
