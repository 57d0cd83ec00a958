"""No file of any random table holds anything that is not traceable to it, whatever the form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.formats.cube import unhidden
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS, FormName
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.messages import SENTENCES
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.presentation.table_options import OPTIONS
from ckmcore.tabulate.spec import Presentation
from tests.kit.examples import examples
from tests.kit.leak_tables import OFFICE
from tests.kit.random_pages import data, page, page_of_months

WRITTEN = [*FORMS]


def check(
    form: FormName, seeds: Sequence[int], folder: Path, page_of: Callable[[int], TablePresentation] = page
) -> None:
    for seed in seeds:
        shown = page_of(seed)
        try:
            files = write_form(
                unhidden(shown) if FORMS[form].cube else shown, FORMS[form], folder / f"table{FORMS[form].ending}"
            )
        except CkmError as error:  # some forms cannot hold some tables, and say so
            if error.code == "export_file_faulty":  # what was written is not what is read back
                raise
            continue
        allowed = PublishableContent.of([shown])
        for file in files:
            assert scan(file, allowed) == (), (form, seed)


@pytest.mark.daily(3)
@pytest.mark.parametrize("form", WRITTEN)
def test_a_few_dozen_random_tables_hold_nothing_else(form: FormName, tmp_path: Path) -> None:
    check(form, range(examples(24)), tmp_path)


@pytest.mark.daily(4)
@pytest.mark.parametrize("form", WRITTEN)
def test_medians_distributions_and_their_counts_hold_nothing_else(form: FormName, tmp_path: Path) -> None:
    check(form, range(5), tmp_path, page_of_months)


def test_a_table_of_one_figure_holds_nothing_else(tmp_path: Path) -> None:
    spec = ckm.TableSpec()
    shown = present_draft(ckm.protect(ckm.tabulate(data(), spec), ckm.Rounding(10)), "de", OFFICE)
    for form in FORMS.values():
        for file in write_form(shown, form, tmp_path / f"table{form.ending}"):
            assert scan(file, PublishableContent.of([shown])) == (), form.name


def test_every_field_of_a_presentation_but_widths_number_and_picture_is_an_option_with_all_its_choices() -> None:
    kinds = get_type_hints(Presentation)
    assert {option.field for option in OPTIONS} == {*kinds} - {"widths", "number", "picture"}
    for option in OPTIONS:
        assert sorted(option.choices) == sorted(get_args(kinds[option.field])), option.field
        titles = [option.choice_title(choice) for choice in option.choices] or [option.title, option.tip]
        assert {said.code for said in (*titles, option.step)} <= {*SENTENCES}


@pytest.mark.thorough
@pytest.mark.parametrize("form", WRITTEN)
def test_a_thousand_random_tables_hold_nothing_else(form: FormName, tmp_path: Path) -> None:
    check(form, range(1000), tmp_path)
