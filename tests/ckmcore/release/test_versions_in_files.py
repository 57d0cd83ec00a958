"""Files name the version that wrote them, and a release is repeated with the version on record, for ever.

`before_versions.ckm` holds a release in every form as it was written before versions stood in files; it is never made
anew. Its files are repeated without a version, byte by byte.
"""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pikepdf
import pyarrow.parquet as parquet
import pytest

import ckmcore as ckm
from ckmcore.base.version import FORMER, VERSION
from ckmcore.formats.export import export_files, export_workbook
from ckmcore.formats.forms import FORMS
from ckmcore.formats.scan import LeakFound
from ckmcore.office.settings import FormName
from ckmcore.release.actions import written
from ckmcore.release.files import repeat, write_files
from ckmcore.statistic.entry import Request, check_chain
from tests.kit.cube_readers import read_px
from tests.kit.released_people import AREAS, LATER, TABLE, load, people, released, statistic

BEFORE = Path(__file__).with_name("before_versions.ckm")
NOTES = Path(__file__).resolve().parents[3] / "docs" / "release-notes.md"
NEXT = "99.1.2"
LOAD = load(people())
ENGINE_FORMS = tuple(FORMS)
WITHOUT_A_PLACE: tuple[FormName, ...] = (*("csv", "csv-long", "genesis", "sdmx-csv-1", "sdmx-csv-2", "html-fragment"),)
# Their bytes are those of libraries, too, which an update of the lock file may change.
OF_LIBRARIES = (".xlsx", ".parquet")


def named(file: Path) -> str:
    """What a file says of the program that wrote it, where its readers look for it."""
    if file.suffix == ".xlsx":
        return str(openpyxl.load_workbook(file).properties.description or "")
    if file.suffix == ".parquet":
        return (parquet.read_metadata(file).metadata or {}).get(b"generator", b"").decode()
    if file.suffix == ".json":
        return str(json.loads(file.read_text("utf-8"))["extension"].get("generator", ""))
    if file.suffix == ".px":
        return read_px(file).text("NOTE").removeprefix("Erstellt mit ").removeprefix("Made by ")
    if file.suffix == ".html":
        return file.read_text("utf-8").partition('<meta name="generator" content="')[2].partition('"')[0]
    if file.suffix == ".pdf":
        with pikepdf.open(file) as pdf:
            return str(pdf.docinfo.get("/Creator", ""))
    return ""


def texts(file: Path) -> str:
    """All that stands in a file, unpacked."""
    content = file.read_bytes()
    if file.suffix == ".xlsx":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = b"".join(archive.read(name) for name in archive.namelist())
    return content.decode("utf-8", "replace")


@pytest.mark.daily(5)
@pytest.mark.parametrize("form", ENGINE_FORMS)
def test_every_form_with_a_place_for_it_names_program_and_version(form: FormName, tmp_path: Path) -> None:
    made = statistic()
    shown = ckm.protect(ckm.tabulate(people(), TABLE.spec), ckm.Rounding(10))
    for what, name in ((made.draft(TABLE.spec, made.describe(people())), "draft"), (shown, "table")):
        for language in ("de", "en"):
            target = tmp_path / f"{name}-{language}{FORMS[form].ending}"
            for file in export_files(what, target, language=language, form=form):
                wanted = "" if form in WITHOUT_A_PLACE else f"ckmdesk {ckm.__version__}"
                assert named(file) == wanted
                assert ("ckmdesk" in texts(file)) == bool(wanted)


def test_a_workbook_of_several_tables_names_it_once(tmp_path: Path) -> None:
    made = statistic()
    drafts = [made.draft(table.spec, made.describe(people())) for table in (TABLE, AREAS)]
    assert named(export_workbook(drafts, tmp_path / "all.xlsx")) == f"ckmdesk {VERSION}"


def test_files_from_before_versions_stood_in_them_are_repeated_without_one(tmp_path: Path) -> None:
    made, _ = ckm.open_statistic(BEFORE)
    check_chain(made.register, made.identity)
    again = repeat(made, 1, LOAD, tmp_path, LATER)
    assert len(again.same) + len(again.differing) == 12
    assert again.new == ()
    assert all(name.endswith(OF_LIBRARIES) for name in again.differing), again.differing
    for file in tmp_path.iterdir():
        assert named(file) == ""
        assert "ckmdesk" not in texts(file)
    assert all(file.version == "" for entry in made.register for file in entry.files)


def update(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the program has another version."""
    for name in ("ckmcore.release.files", "ckmcore.release.actions", "ckmcore.presentation.present"):
        monkeypatch.setattr(sys.modules[name], "VERSION", NEXT)


@pytest.mark.thorough
def test_after_an_update_what_is_on_record_is_written_with_the_version_on_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = released(statistic(), AREAS, Request(forms=ENGINE_FORMS, language="de"))
    files = write_files(made, 1, LOAD, tmp_path / "first", LATER)
    assert {file.version for file in files} == {VERSION}
    made = written(made, 1, files, "Bernd", LATER)
    other = released(made, TABLE, Request(forms=("html",), language="en"))

    update(monkeypatch)
    again = repeat(made, 1, LOAD, tmp_path / "again", LATER)
    assert (set(again.same), again.differing, again.new) == ({file.name for file in files}, (), ())
    assert (again.engine, again.now) == (VERSION, NEXT)
    # Written for good once more, they stay what they are; so does what is on record of them.
    assert write_files(made, 1, LOAD, tmp_path / "first", LATER) == files
    twice = written(made, 1, files, "Bernd", LATER)
    assert repeat(twice, 1, LOAD, tmp_path / "twice", LATER).differing == ()
    # What was never written names the version that writes it.
    number = other.register[-1].number
    (new,) = write_files(other, number, LOAD, tmp_path / "new", LATER)
    assert new.version == NEXT
    assert named(tmp_path / "new" / new.name) == f"ckmdesk {NEXT}"


def test_files_of_before_that_are_written_once_more_after_an_update_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(monkeypatch)
    made, _ = ckm.open_statistic(BEFORE)
    files = write_files(made, 1, LOAD, tmp_path / "first", LATER)
    made = written(made, 1, files, "Bernd", LATER)
    assert '"version"' not in made.register[-1].line  # as versions before wrote the entry
    assert made.register[-1].engine == NEXT
    assert repeat(made, 1, LOAD, tmp_path / "again", LATER).differing == ()
    assert {named(file) for file in (tmp_path / "again").iterdir()} == {""}


def test_a_draft_that_names_something_else_than_a_version_is_not_handed_over(tmp_path: Path) -> None:
    made = statistic()
    draft = replace(made.draft(TABLE.spec, made.describe(people())), engine="0.1.0 n = 17")
    for form in ENGINE_FORMS:
        target = tmp_path / f"t{FORMS[form].ending}"
        if form in WITHOUT_A_PLACE:
            export_files(draft, target, form=form)
        else:
            with pytest.raises(LeakFound):
                export_files(draft, target, form=form)


def test_versions_that_were_released_are_known() -> None:
    told = re.findall(r"^## (\S+)", NOTES.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [VERSION, *FORMER]
