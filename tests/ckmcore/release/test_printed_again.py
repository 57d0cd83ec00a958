"""A release of a table as an office prints it is repeated byte by byte, whatever is decided afterwards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.formats.forms import FORMS
from ckmcore.methods import titles
from ckmcore.office.settings import PLAIN, Office
from ckmcore.release.actions import release, submit, written
from ckmcore.release.files import repeat, write_files
from ckmcore.release.provenance import prepare
from ckmcore.release.verify import verify_files, verify_register
from ckmcore.statistic.entry import Request
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.tabulate.spec import PRINTED, Footnote, Value
from tests.kit.fails import fails
from tests.kit.released_people import LATER, NOON, load, people, released, statistic

LOAD = load(people())
FORMS_WRITTEN = tuple(FORMS)
PATTERN = ckm.Texts("People, {period}, {breakdown}", "Personen {Zeitraum} {Gliederung}")
BLOCKS = SavedTable(
    "Blocks",
    ckm.TableSpec([ckm.Block(ckm.Level("sex", total="before")), ckm.Block(ckm.Level("area"))], presentation=PRINTED),
)
OFFICE = Office(zero="dash")


def out(made: Statistic, office: Office, folder: Path) -> Statistic:
    """The statistic with the table released under its pattern, and its files on record."""
    request = Request(forms=FORMS_WRITTEN, language="de")
    handed_in = submit(made, prepare(made, BLOCKS, LOAD, request, office), "Anna", NOON)
    made = release(handed_in, handed_in.register[-1].number, "Bernd", NOON)
    files = write_files(made, 1, LOAD, folder, LATER, office=office)
    return from_bytes(to_bytes(written(made, 1, files, "Bernd", LATER)), "s.ckm")


@pytest.mark.thorough
def test_the_title_by_the_pattern_is_that_of_the_release_whatever_the_pattern_becomes(tmp_path: Path) -> None:
    made = out(replace(statistic(), title_pattern=PATTERN), OFFICE, tmp_path / "first")
    submission = find_release(made.register, 1).submission
    assert submission.heading == submission.title.text("de") == "Personen 2025 nach sex sowie nach area"
    for changed in (made, replace(made, title_pattern=ckm.Texts()), replace(made, title_pattern=ckm.Texts.same("X"))):
        again = repeat(changed, 1, LOAD, tmp_path / "again", LATER, office=OFFICE, replaces=True)
        assert len(again.same) > len(FORMS_WRITTEN)  # forms of cubes have a file for each block
        assert (again.differing, again.new) == ((), ())
    files = sorted((tmp_path / "again").iterdir())
    assert all(one.good for one in [*verify_register(made), *verify_files(made, files)])


@pytest.mark.thorough
def test_a_table_that_was_released_without_a_pattern_keeps_its_title_when_there_is_one(tmp_path: Path) -> None:
    made = out(statistic(), PLAIN, tmp_path / "first")
    again = repeat(replace(made, title_pattern=PATTERN), 1, LOAD, tmp_path / "again", LATER)
    assert (again.differing, again.new) == ((), ())


@pytest.mark.thorough
def test_an_office_that_writes_0_otherwise_by_now_is_another_one_and_where_totals_of_new_tables_stand_is_not(
    tmp_path: Path,
) -> None:
    made = out(statistic(), OFFICE, tmp_path / "first")
    with fails("release_differs"):
        repeat(made, 1, LOAD, tmp_path / "again", LATER)
    office = replace(OFFICE, block_total="last")
    assert repeat(made, 1, LOAD, tmp_path / "again", LATER, office=office).differing == ()


def test_a_submission_of_a_table_without_the_settings_says_nothing_of_them() -> None:
    (handed_in, *_) = released(statistic()).register
    assert not any(word in handed_in.line for word in ("block_total", "valid_codes", "set_off", "headed"))


LONG = SavedTable(
    "Long",
    replace(
        BLOCKS.spec,
        values=(
            Value("count"),
            Value("share", base="row", decimals=1),
            Value("share", base="column", decimals=1),
            Value("share", base="total", decimals=2),
        ),
        footnotes=(Footnote(ckm.Texts("Provisional.", "Vorläufig.")), Footnote(ckm.Texts("Revised.", "Berichtigt."))),
    ),
)


def named_as_before(table: ckm.ProtectedTable, language: Language) -> str:
    """What titles of tables were made of before they named every value."""
    return table.label(0).text(language)


@pytest.mark.daily(6)
@pytest.mark.parametrize("form", [*FORMS])
@pytest.mark.parametrize("language", ["de", "en"])
def test_t26_a_release_keeps_the_long_title_that_was_made_for_it_also_one_of_a_former_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, form: str
) -> None:
    request = Request(forms=(form,), language=language)
    for version in ("former", "this"):
        folder = tmp_path / version
        with monkeypatch.context() as patched:
            if version == "former":
                patched.setattr(titles, "values_shown", named_as_before)
            made = released(statistic(), LONG, request)
            files = write_files(made, 1, LOAD, folder / "first", LATER)
        made = from_bytes(to_bytes(written(made, 1, files, "Bernd", LATER)), "s.ckm")
        again = repeat(made, 1, LOAD, folder / "again", LATER)
        assert (len(again.same), again.differing, again.new) == (len(files), (), ())
        assert (len(find_release(made.register, 1).submission.heading) > 80) == (version == "this")
