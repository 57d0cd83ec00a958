"""A sum where the published number of contributors is 0: an office may write a 0, and nothing else changes by it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.compare.comparison import compare
from ckmcore.formats.export import export_files, write_form
from ckmcore.formats.forms import FORMS
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.methods.draft import Draft
from ckmcore.methods.empty_sums import sums_beside
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import PLAIN, FormName, Office
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.spec import Condition, Level, TableSpec, Value
from tests.kit.sums import METHODS, M, data_of

ZERO = Office(empty_sum="zero")
DASH = Office(empty_sum="zero", zero="dash")
WITH = Value("contributors", magnitude="m")
SUM, MEAN = ckm.sum_of("m"), ckm.mean("m")
BESIDE = TableSpec(Level("region", total="off"), values=(SUM, WITH, MEAN))
ALONE = BESIDE.with_changes(values=(SUM, MEAN, Value("valid", magnitude="m")))
FORMS_OF_FILES = [*FORMS]


def data(seed: int, region: str = "zeros") -> Microdata:
    """Records of which region b has zeros alone, no answers, or few amounts that are published as none."""
    chance = np.random.default_rng(seed)
    keys = iter(chance.integers(0, M, 200).tolist())
    values: dict[str, list[int | None]] = {"zeros": [0] * 14, "blanks": [None] * 14, "some": [*[0] * 10, *[700] * 9]}
    others: list[tuple[int | None, int]] = [(int(one), next(keys)) for one in chance.integers(1, 900, 40)]
    return data_of(others, [(one, next(keys)) for one in values[region]])


def draft(spec: TableSpec = BESIDE, region: str = "zeros", method: str = "by key", seed: int = 1) -> Draft:
    shown = METHODS[method].protect(ckm.tabulate(data(seed, region), spec, contributors=3))
    title = ckm.Texts("Amounts", "Beträge")
    return Draft(shown, title, ckm.Texts.same("S"), ckm.Texts.same("2025"), ckm.Texts(), "")


def cells(page: TablePresentation) -> list[list[Any]]:
    figures = page.figures(0)
    rows, columns = len(page.layout.rows), len(page.layout.columns)
    return [figures(row, column) for row in range(rows) for column in range(columns)]


def written_whole(spec: TableSpec, office: Office, form: FormName, folder: Path) -> list[bytes]:
    folder.mkdir()
    name = folder / f"t{FORMS[form].ending}"
    return [one.read_bytes() for one in export_files(draft(spec), name, language="en", form=form, office=office)]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("region", ["zeros", "blanks", "some"])
def test_the_sum_is_0_where_the_number_beside_it_is_and_nothing_else_changes(region: str, method: str) -> None:
    for seed in range(6):
        made = draft(region=region, method=method, seed=seed)
        before, after = cells(present_draft(made, "en")), cells(present_draft(made, "en", ZERO))
        wanted = [[0 if number == 0 and found == "." else found, number, mean] for found, number, mean in before]
        assert after == wanted
        assert (after != before) == (region != "some")
        dashes = [["–" if one == 0 and at < 2 else one for at, one in enumerate(line)] for line in wanted]
        assert cells(present_draft(made, "en", DASH)) == dashes


def test_without_the_number_in_the_table_the_sign_stays() -> None:
    values = (
        ALONE.values,
        (SUM, replace(WITH, of="weighted_count")),
        (SUM, replace(WITH, conditions=(Condition("region", ("a",)),))),
        (replace(SUM, conditions=(Condition("region", ("b",)),)), WITH),
        (SUM, replace(WITH, magnitude="other")),
        (MEAN, WITH),
    )
    assert [sums_beside(one) for one in values] == [{}] * 6
    assert sums_beside(BESIDE.values) == {0: 1}
    page = present_draft(draft(ALONE), "en", ZERO)
    assert cells(page) == cells(present_draft(draft(ALONE), "en"))
    assert cells(page)[1][0] == "."
    assert page.notes == present_draft(draft(ALONE), "en").notes


NOT_COMPARED = ("html", "html-fragment", "pdf")  # forms that are not read for comparison


@pytest.mark.daily(6)
@pytest.mark.parametrize("form", FORMS_OF_FILES)
def test_every_format_has_the_0_is_read_again_and_is_else_as_before(form: FormName, tmp_path: Path) -> None:
    assert written_whole(BESIDE, PLAIN, form, tmp_path / "1") != written_whole(BESIDE, ZERO, form, tmp_path / "2")
    assert written_whole(ALONE, PLAIN, form, tmp_path / "3") == written_whole(ALONE, ZERO, form, tmp_path / "4")
    for number, office in enumerate((ZERO, DASH)):
        path = export_files(draft(), tmp_path / f"t{number}{FORMS[form].ending}", form=form, office=office)[0]
        assert scan(path, PublishableContent.of([present_draft(draft(), "en", office)])) == ()
        if not FORMS[form].cube and form not in NOT_COMPARED:
            assert compare(draft(), path, language="en").found == ()
            told = compare(draft(region="some"), path, language="en").found
            # A sum that is published is no 0.
            assert [(one.old, one.new) for one in told if one.place and one.place.value == 0] == [
                (Decimal(0) if office == ZERO else "-", Decimal(6930))
            ]


@pytest.mark.parametrize("form", FORMS_OF_FILES)
def test_zeros_blanks_and_few_are_still_the_same_bytes(form: FormName, tmp_path: Path) -> None:
    spec = BESIDE.with_changes(values=(SUM, WITH))
    found = []
    for region in ("zeros", "blanks"):
        folder = tmp_path / region
        folder.mkdir()
        page = present_draft(draft(spec, region), "en", ZERO)
        found.append([one.read_bytes() for one in write_form(page, FORMS[form], folder / f"t{FORMS[form].ending}")])
    assert found[0] == found[1]


def test_the_legend_says_what_the_0_is_and_no_dot_where_none_stands() -> None:
    made = draft(BESIDE.with_changes(values=(SUM, WITH)))
    before, after, dash = (present_draft(made, "de", office).notes for office in (PLAIN, ZERO, DASH))
    said = "Wo die ausgewiesene Zahl der Fälle mit Betrag 0 ist, ist die Wertsumme mit {} angegeben:"
    assert any("; .: " in note for note in before)
    assert not any("; .: " in note for note in after)
    assert not any(note.startswith(said.format("0")) for note in before)
    assert any(note.startswith(said.format("0")) for note in after)
    assert any(note.startswith(said.format("–")) for note in dash)


def test_an_office_that_has_not_decided_keeps_its_hash() -> None:
    assert Office(empty_sum="sign").content_hash == PLAIN.content_hash != ZERO.content_hash
