"""An office's settings: declared once as data, checked, and the same when read again from their file."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.picture import LARGEST_PICTURE, cleaned_picture, picture_size
from ckmcore.base.texts import Texts
from ckmcore.messages import SENTENCES
from ckmcore.microdata.files import FileMissing
from ckmcore.office.settings import OFFICE_SETTINGS, PLAIN, TOPICS, Office, office_faults
from ckmcore.office.settings_file import office_json, parse_office, read_office, write_office
from tests.kit.fails import fails
from tests.kit.logos import chunk, picture

BY_NAME = {one.name: one for one in OFFICE_SETTINGS}


FULL = Office(
    name=Texts("Office of Statistics", "Amt für Statistik"),
    logo=picture(),
    corrections=Texts("www.office.example/corrections", "www.amt.example/berichtigungen"),
    note=Texts("Ask us.\nAlways.", "Fragen Sie uns.\nImmer."),
    signs="british",
    zero="dash",
    empty_sum="zero",
    block_total="last",
    note_length="short",
    forms=("xlsx-accessible", "px"),
    file_names="{statistic} {period} {table}",
    one_workbook=True,
    apostrophe=False,
    pdf_figures=True,
    pdf_facing=True,
    page_columns=8,
    pdf_font="/office/fonts",
    flat_sheets=True,
    header=Texts("Head", "Kopf"),
    footer=Texts("Foot", "Fuß"),
    font="Arial",
    font_size=9,
    head_colour="#1f5fa8",
    line_colour="#000000",
    paper="a3",
    orientation="portrait",
    four_eyes=True,
    grid_cells="1km",
    register_folder="/office/registers",
    language="de",
    theme="dark",
)


def file_of(**settings: Any) -> bytes:
    return json.dumps({"form": "ckm office", "version": 1, "settings": settings}).encode()


def test_every_setting_stands_in_the_table_with_its_sentences() -> None:
    assert [one.name for one in OFFICE_SETTINGS] == [one.name for one in fields(Office)]
    for one in OFFICE_SETTINGS:
        codes = [one.title.code, one.help.code, *(one.choice_title(choice).code for choice in one.choices)]
        assert [code for code in codes if code not in SENTENCES] == []
        assert one.topic in TOPICS
        assert f"office_topic_{one.topic}" in SENTENCES
        assert one.fault(one.default) is None, one.name
        assert one.help.text("de")


def test_topics_stand_together_in_their_order() -> None:
    topics = [one.topic for one in OFFICE_SETTINGS]
    assert list(dict.fromkeys(topics)) == list(TOPICS)
    assert topics == sorted(topics, key=TOPICS.index)


def test_every_setting_of_the_test_differs_from_its_default() -> None:
    assert [one.name for one in OFFICE_SETTINGS if getattr(FULL, one.name) == one.default] == []


def test_settings_are_found_by_words_of_either_language() -> None:
    assert [one.name for one in OFFICE_SETTINGS if one.matches("Schriftgröße")] == ["font_size"]
    assert [one.name for one in OFFICE_SETTINGS if one.matches("APOSTROPHE csv")] == ["apostrophe"]
    assert "theme" in [one.name for one in OFFICE_SETTINGS if one.matches("dunkel")]
    assert [one.name for one in OFFICE_SETTINGS if one.matches("nothing of the sort")] == []


def test_settings_are_the_same_when_read_again(tmp_path: Path) -> None:
    path = tmp_path / "amt.ckmoffice"
    write_office(path, FULL)
    assert read_office(path) == FULL
    write_office(path, PLAIN)
    assert read_office(path) == PLAIN
    assert json.loads(path.read_bytes())["settings"] == {}


texts = st.builds(Texts, *[st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=120)] * 2)


@given(texts, texts, st.sampled_from(["{table}", "{table} {{x}}", "ä {period}-{table}"]), st.integers(6, 24))
def test_any_texts_are_the_same_when_read_again(name: Texts, note: Texts, names: str, size: int) -> None:
    office = Office(name=name, note=note, file_names=names, font_size=size)
    assert office_faults(office) == ()
    assert parse_office(office_json(office), "x") == office


def test_the_hash_follows_what_files_show_and_nothing_else() -> None:
    for one in OFFICE_SETTINGS:
        changed = replace(PLAIN, **{one.name: getattr(FULL, one.name)})
        assert (changed.content_hash != PLAIN.content_hash) == one.seen, one.name


def test_an_office_without_decisions_has_the_hash_that_registers_hold() -> None:
    assert PLAIN.content_hash == "3f4a4ce47973754ea927fe661396550fba3bd7e84ff1dfbb7305e3c5190b2b9d"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("file_names", "{table", "brace"),
        ("file_names", "{user} {table}", "{user}"),
        ("file_names", "{table!r}", "{table}"),
        ("file_names", "{table.__class__}", "{table.__class__}"),
        ("file_names", "{period}", "{table}"),
        ("file_names", "{table}" + "x" * 200, "120"),
        ("head_colour", "red", "#1f5fa8"),
        ("head_colour", "#FFFFFF", "#1f5fa8"),
        ("font", "", "31"),
        ("font", "A" * 32, "31"),
        ("font_size", 5, "24"),
        ("forms", (), "at least one"),
        ("forms", ("px", "px"), "twice"),
        ("forms", ("docx",), "docx"),
        ("signs", "French", "French"),
        ("name", Texts("a\tb"), "control"),
        ("name", Texts("a" * 121), "120"),
        ("note", Texts("a" * 2001), "2,000"),
        ("note", Texts("a\x00"), "control"),
        ("register_folder", "a\nb", "control"),
        ("logo", b"GIF89a", "PNG"),
        ("logo", picture(chunk(b"tEXt", b"Author\0me")), "who made it"),
        ("logo", picture()[:-3], "PNG"),
        ("logo", picture() + b"more", "PNG"),
        ("logo", picture(width=2001), "2,000"),
        ("logo", b"x" * (LARGEST_PICTURE + 1), "256"),
    ],
)
def test_a_wrong_value_is_named_in_words(name: str, value: object, said: str) -> None:
    fault = BY_NAME[name].fault(value)
    assert fault is not None
    assert said in fault.text("en")
    assert fault.text("de")


def test_wrong_settings_are_never_written(tmp_path: Path) -> None:
    with fails("office_file_faulty") as fault:
        write_office(tmp_path / "x", replace(PLAIN, font_size=99, head_colour="red"))
    assert fault.value.fields["count"] == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"signs": "french"}, "$.settings.signs"),
        ({"sings": "german"}, "sings"),
        ({"name": "Office"}, "$.settings.name"),
        ({"name": {"fr": "Bureau"}}, "fr"),
        ({"logo": "not base64!"}, "$.settings.logo"),
        ({"logo": "AAAA"}, "$.settings.logo"),
        ({"font_size": "11"}, "$.settings.font_size"),
        ({"forms": ["px", "doc"]}, "$.settings.forms"),
        ({"four_eyes": 1}, "$.settings.four_eyes"),
    ],
)
def test_a_fault_of_the_file_is_named_with_its_place(settings: dict[str, Any], place: str) -> None:
    with fails("office_file_faulty") as fault:
        parse_office(file_of(**settings), "amt.ckmoffice")
    assert place in fault.value.text("en")
    assert "amt.ckmoffice" in fault.value.text("de")


def test_every_fault_of_the_file_is_told_at_once() -> None:
    with fails("office_file_faulty") as fault:
        parse_office(file_of(signs="french", font_size=99, hobby=1), "x")
    assert fault.value.fields["count"] == 3


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"form": "ckm table"}', b"[" * 100_000])
def test_another_file_is_no_file_of_settings(content: bytes) -> None:
    with fails("office_file_other"):
        parse_office(content, "x")


@pytest.mark.parametrize("version", [0, True, "1", None, 1.5])
def test_a_version_that_never_was_is_a_fault(version: object) -> None:
    with fails("office_file_faulty", match=r"\$\.version"):
        parse_office(json.dumps({"form": "ckm office", "version": version}).encode(), "x")


def test_a_file_of_a_newer_program_says_so_whatever_it_holds() -> None:
    with fails("office_file_newer") as fault:
        parse_office(json.dumps({"form": "ckm office", "version": 2, "settings": [1]}).encode(), "x")
    assert "Update" in fault.value.text("en")


def test_a_file_that_is_missing_or_far_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        read_office(tmp_path / "none")
    large = tmp_path / "large"
    large.write_bytes(b" " * (2 * 2**20 + 1))
    with fails("office_file_too_large"):
        read_office(large)


def test_a_picture_is_kept_without_what_is_no_picture() -> None:
    made = picture(chunk(b"tEXt", b"Author\0somebody"), chunk(b"eXIf", b"/srv/somebody"))
    cleaned = cleaned_picture(made, "logo.png")
    assert cleaned == picture()
    assert picture_size(cleaned) == (3, 2)
    with fails("picture_faulty", match=r"logo\.gif"):
        cleaned_picture(b"GIF89a", "logo.gif")
