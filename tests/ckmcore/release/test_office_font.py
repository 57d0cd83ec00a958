"""The font of an office for PDF: by a folder, kept with releases by its hash, and a sentence where it is not there."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

import ckmcore as ckm
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from ckmcore.office.settings import PLAIN, Office
from ckmcore.presentation.present import present_draft
from ckmcore.release.actions import release, submit, written
from ckmcore.release.files import repeat, write_files
from ckmcore.release.provenance import prepare
from ckmcore.statistic.entry import Request
from ckmcore.typesetting.office_font import font_hash
from ckmcore.typesetting.worker import FONTS
from tests.kit.fails import fails
from tests.kit.otf import opentype
from tests.kit.released_people import LATER, NOON, TABLE, load, people, statistic


def font_of(folder: Path, name: str = "Karlito") -> Path:
    """A folder with the font of the program under another name of the same length."""
    folder.mkdir(parents=True)
    for file in FONTS.glob("*.ttf"):
        content = file.read_bytes()
        for encoding in ("utf-16-be", "latin-1"):
            content = content.replace("Carlito".encode(encoding), name.encode(encoding))
        (folder / file.name.replace("Carlito", name)).write_bytes(content)
    return folder


def fonts_in(content: bytes) -> set[str]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        found = (one.get("/BaseFont") for one in pdf.objects if isinstance(one, pikepdf.Dictionary))
        return {str(name).partition("+")[2].partition("-")[0] for name in found if name}


def keys_in(content: bytes) -> set[str]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return {str(key) for one in pdf.objects if isinstance(one, pikepdf.Dictionary) for key in one}


def test_pages_are_set_in_the_font_of_the_office_and_searched(tmp_path: Path) -> None:
    office = Office(pdf_font=str(font_of(tmp_path / "fonts")))
    made = statistic()
    draft = made.draft(TABLE.spec, made.describe(people()))
    content = ckm.export(draft, tmp_path / "t.pdf", office=office).read_bytes()
    assert fonts_in(content) == {"Karlito"}
    assert fonts_in(ckm.export(draft, tmp_path / "p.pdf").read_bytes()) == {"Carlito"}
    assert scan_content(content, "t.pdf", PublishableContent.of([present_draft(draft, "en", office)])) == ()
    assert scan_content(content, "t.pdf", PublishableContent.of([present_draft(draft, "en")])) != ()


def test_a_font_may_be_opentype_with_other_outlines(tmp_path: Path) -> None:
    folder = tmp_path / "fonts"
    for file in font_of(folder).iterdir():
        (folder / f"{file.stem}.OTF").write_bytes(opentype(file.read_bytes(), file.stem))
        file.unlink()
    office = Office(pdf_font=str(folder))
    made = statistic()
    draft = made.draft(TABLE.spec, made.describe(people()))
    content = ckm.export(draft, tmp_path / "t.pdf", office=office).read_bytes()
    assert fonts_in(content) == {"Karlito"}
    assert keys_in(content) & {"/FontFile2", "/FontFile3"} == {"/FontFile3"}
    assert len(font_hash(office)) == 64
    assert scan_content(content, "t.pdf", PublishableContent.of([present_draft(draft, "en", office)])) == ()
    assert {
        hit.kind for hit in scan_content(content, "t.pdf", PublishableContent.of([present_draft(draft, "en")]))
    } == {"part"}


def test_a_font_that_is_not_there_or_not_one_is_a_sentence(tmp_path: Path) -> None:
    made = statistic()
    draft = made.draft(TABLE.spec, made.describe(people()))
    (tmp_path / "empty").mkdir()
    for folder in ("nowhere", "empty"):
        with fails("font_missing", match=folder):
            ckm.export(draft, tmp_path / "t.pdf", office=Office(pdf_font=str(tmp_path / folder)))
    two = font_of(tmp_path / "two")
    for file in font_of(tmp_path / "other", "Marlito").iterdir():
        (two / file.name).write_bytes(file.read_bytes())
    with fails("font_families", match="Karlito, Marlito"):
        ckm.export(draft, tmp_path / "t.pdf", office=Office(pdf_font=str(two)))
    assert ckm.export(draft, tmp_path / "t.csv", office=Office(pdf_font="nowhere")).exists()


@pytest.mark.thorough
def test_a_release_is_repeated_in_its_font_wherever_that_lies_and_refused_in_another(tmp_path: Path) -> None:
    office = Office(pdf_font=str(font_of(tmp_path / "fonts")))
    made, data = statistic(), load(people())
    for forms in (("pdf",), ("csv", "pdf")):
        ready = prepare(made, TABLE, data, Request(forms=forms, language="en"), office)
        made = submit(made, ready, "Anna", NOON)
        made = release(made, made.register[-1].number, "Bernd", NOON)
    files = write_files(made, 1, data, tmp_path / "first", LATER, office=office)
    made = written(made, 1, files, "Bernd", LATER)
    moved = replace(office, pdf_font=str(font_of(tmp_path / "elsewhere" / "fonts")))
    assert repeat(made, 1, data, tmp_path / "again", LATER, office=moved).same == (files[0].name,)
    for other in (PLAIN, replace(office, pdf_font=str(font_of(tmp_path / "other", "Marlito")))):
        with fails("release_differs", match="font"):
            repeat(made, 1, data, tmp_path / "other again", LATER, office=other)
    prepare(made, TABLE, data, Request(), replace(office, pdf_font="nowhere"))  # for other forms nobody needs it
    plain = statistic()
    plain = submit(plain, prepare(plain, TABLE, data, Request(forms=("pdf",))), "Anna", NOON)
    assert '"font"' not in plain.register[0].line
