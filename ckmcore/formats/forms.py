"""The forms that a table leaves the house in: one table of names, endings and what each can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.messages import both
from ckmcore.office.settings import FormName as FormName
from ckmcore.tabulate.spec import TableSpec


class UnknownForm(InputError):
    """The name of a file says no form that is known here."""

    code = "export_unknown_form"


class FormOfTheWindow(InputError):
    """A form that is printed by the window and not written by the engine. Fields: form, known."""

    code = "export_form_of_window"


class OtherEnding(InputError):
    """A file whose name has another ending than the form that was chosen for it."""

    code = "export_other_ending"


@dataclass(frozen=True)
class Form:
    """A form of files: its name, the ending of its files, whether it holds cubes.

    cube: a file holds one cube; a table of several stacked blocks becomes several files. by_ending: files of this
    ending get this form where nobody chose one. notes: title and notes stand in a file of their own, for want of room.
    desk: printed by the window, not written by the engine.
    """

    name: FormName
    ending: str
    cube: bool = False
    by_ending: bool = False
    notes: bool = False
    desk: bool = False

    @property
    def title(self) -> Texts:
        """What a person calls it."""
        return both(f"office_forms_{self.name}")


FORMS: Mapping[FormName, Form] = {
    form.name: form
    for form in (
        Form("xlsx", ".xlsx", by_ending=True),
        Form("xlsx-accessible", ".xlsx"),
        Form("csv", ".csv", by_ending=True),
        Form("csv-long", ".csv"),
        Form("genesis", ".csv", cube=True, notes=True),
        Form("px", ".px", cube=True, by_ending=True),
        Form("sdmx-csv-1", ".csv", cube=True),
        Form("sdmx-csv-2", ".csv", cube=True),
        Form("json-stat", ".json", cube=True, by_ending=True),
        Form("parquet", ".parquet", cube=True, by_ending=True),
        Form("html", ".html", by_ending=True),
        Form("pdf", ".pdf", desk=True),
    )
}
ENDINGS: Mapping[str, FormName] = {form.ending: form.name for form in FORMS.values() if form.by_ending}


def form_of(path: str | PathLike[str]) -> Form:
    """The form that the ending of a file says; raises UnknownForm."""
    target = Path(path)
    name = ENDINGS.get(target.suffix.lower())
    if name is None:
        raise UnknownForm(name=target.name, known=tuple(ENDINGS))
    return FORMS[name]


def chosen_form(path: Path, name: FormName | None) -> Form:
    """The form that somebody chose, or that the ending of a file says; raises UnknownForm, OtherEnding."""
    if name is None:
        return form_of(path)
    form = FORMS[name]
    if form.desk:
        raise FormOfTheWindow(form=form.title, known=tuple(ENDINGS))
    if path.suffix.lower() != form.ending:
        raise OtherEnding(name=path.name, form=form.title, ending=form.ending)
    return form


def paths_of(spec: TableSpec, form: Form, path: Path) -> tuple[Path, ...]:
    """The files that a table becomes: `path`, or where a form holds one cube `name_1`, `name_2` ... for stacked blocks;
    then `name_notes`, where the form has no room for notes.

    The order is that of the blocks of a protected table.
    """
    blocks = len(spec.rows) * len(spec.columns) * len(spec.layers) if form.cube else 1
    ends = [""] if blocks == 1 else [f"_{number}" for number in range(1, blocks + 1)]
    ends += ["_notes"] if form.notes else []
    return tuple(path.with_name(f"{path.stem}{end}{path.suffix}") for end in ends)
