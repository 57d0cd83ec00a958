"""`ckmdesk --picture`: the picture of a saved table as PNG and PDF, without a window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from ckmcore.office.settings import PLAIN
from ckmcore.sample.areas import sample_areas
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import KeptAreas
from ckmcore.statistic.table_file import write_table
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmdesk.shell.app import main
from ckmdesk.shell.demo import write_picture_file
from tests.kit.statistic_files import TABLES, write_statistic


@pytest.fixture
def statistic(tmp_path: Path, qapp: QApplication) -> Path:
    return write_statistic(tmp_path)


def test_a_saved_table_and_a_table_file_are_drawn_alike(statistic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = TABLES[0]
    file = statistic.with_name("table.ckmtable")
    write_table(file, table)
    target, other = statistic.with_name("one.png"), statistic.with_name("other.png")
    assert write_picture_file(statistic, table.name, target, "en", PLAIN, 96) == 0
    assert capsys.readouterr().out.endswith(": one.png.\n")
    assert write_picture_file(statistic, str(file), other, "en", PLAIN, 96) == 0
    assert QImage(str(target)).width() == 605
    assert target.read_bytes() == other.read_bytes()


def test_a_table_whose_map_is_in_sight_is_drawn_as_a_map(statistic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    read, areas = open_statistic(statistic)[0], sample_areas("lands")
    kept = KeptAreas("area", "", areas.content_hash, areas.title, areas.state, areas.source, len(areas))
    spec = TABLES[0].spec
    picture = PictureChoice(sight="map")
    table = SavedTable("Map", replace(spec, presentation=replace(spec.presentation, picture=picture)))
    save_statistic(replace(read, areas=(kept,)).with_table(table), statistic, replaces=True)
    target = statistic.with_name("map.svg")
    assert write_picture_file(statistic, "Map", target, "en", PLAIN) == 0
    assert "Map with circles" in capsys.readouterr().out
    assert areas.source.en in target.read_text(encoding="utf-8")


@pytest.mark.thorough
def test_the_program_writes_it_as_pdf_without_a_window(statistic: Path) -> None:
    table, target = TABLES[0].name, statistic.with_name("table.pdf")
    assert main(["--picture", str(statistic), table, "-o", str(target), "--language", "de"]) == 0
    assert target.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("table", "name", "words"),
    [
        ("absent", "a.png", "absent"),
        ("", "a.png", "no table"),
        (None, "a.bmp", "a.bmp"),
        (None, None, "-o"),
        (None, "people.ckm", "people.ckm"),
    ],
)
def test_what_cannot_be_written_is_said_on_the_error_stream(
    statistic: Path, capsys: pytest.CaptureFixture[str], table: str | None, name: str | None, words: str
) -> None:
    before = statistic.read_bytes()
    asked = TABLES[0].name if table is None else table
    target = None if name is None else statistic.with_name(name)
    assert write_picture_file(statistic, asked, target, "en", PLAIN) == 1
    assert words in capsys.readouterr().err
    assert statistic.read_bytes() == before


def test_a_resolution_that_a_png_does_not_have_is_refused(statistic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = TABLES[0].name
    assert write_picture_file(statistic, table, statistic.with_name("a.png"), "en", PLAIN, 20) == 1
    assert "96 to 600" in capsys.readouterr().err
    assert not statistic.with_name("a.png").exists()
