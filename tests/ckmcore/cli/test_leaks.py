"""`ckm leak-check`: what is found in files of a statistic, and what without one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ckmcore.base.texts import Texts
from ckmcore.cli import main
from ckmcore.formats.forms import FORMS
from ckmcore.office.settings import Office
from ckmcore.office.settings_file import write_office
from ckmcore.statistic.file import open_statistic, save_statistic
from tests.kit.statistic_files import write_statistic


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A statistic with the files of its tables in `out`."""
    path = write_statistic(tmp_path)
    main(["run", str(path), "Area and sex", "-o", str(tmp_path / "out"), "--language", "de"])
    main(["run", str(path), "Women: areas", "-o", str(tmp_path / "out"), "--format", "csv", "--language", "en"])
    return tmp_path


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


@pytest.mark.thorough
def test_files_of_a_statistic_in_either_language_hold_nothing_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [folder / "out" / "Area_and_sex_2026.xlsx", folder / "out" / "Women_areas_2026.csv"]
    capsys.readouterr()
    assert run("leak-check", *files, "--statistic", folder / "people.ckm") == 0
    said = capsys.readouterr()
    assert said.out.splitlines() == ["Area_and_sex_2026.xlsx: nothing found", "Women_areas_2026.csv: nothing found"]
    assert "Jobs" in said.err  # a table that cannot be computed is told
    assert run("leak-check", files[0], "--statistic", folder / "people.ckm", "--table", "Area and sex") == 0


def test_another_tables_figures_are_found_with_their_places(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "out" / "Area_and_sex_2026.xlsx"
    capsys.readouterr()
    assert run("leak-check", file, "--statistic", folder / "people.ckm", "--table", "Women: areas") == 3
    said = capsys.readouterr().out
    assert "Area_and_sex_2026.xlsx: " in said
    assert "Tabelle!B" in said
    assert "a figure that no table publishes" in said


def test_without_a_statistic_only_how_a_file_is_built_is_looked_at(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "out" / "Women_areas_2026.csv"
    capsys.readouterr()
    assert run("leak-check", file) == 0
    said = capsys.readouterr()
    assert "Without a statistic" in said.err
    file.write_text(file.read_text("utf-8") + "D:\\project\\people.csv\n", "utf-8")
    assert run("leak-check", file) == 3
    assert "a folder, an address" in capsys.readouterr().out


def test_what_cannot_be_searched_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = folder / "table.docx"
    other.write_bytes(b"words")
    assert run("leak-check", other) == 1
    assert "cannot be searched" in capsys.readouterr().err
    assert run("leak-check", other, "--table", "x") == 1
    assert "--statistic" in capsys.readouterr().err


@pytest.mark.thorough
def test_the_settings_of_an_office_belong_to_its_files(folder: Path) -> None:
    write_office(folder / "amt.ckmoffice", Office(note=Texts("Ask us.", "Fragen Sie uns.")))
    file = folder / "out" / "Women_areas_2026.csv"
    file.write_text(file.read_text("utf-8") + "Ask us.\n", "utf-8")
    asked = ["leak-check", file, "--statistic", folder / "people.ckm"]
    assert run(*asked) == 3
    assert run(*asked, "--office", folder / "amt.ckmoffice") == 0


@pytest.mark.thorough
def test_final_files_of_a_release_are_traced_in_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, final = str(write_statistic(tmp_path)), tmp_path / "final"
    forms = [text for form in FORMS.values() for text in ("--format", form.name)]
    assert run("release", "submit", path, "Area and sex", "--person", "Anna", *forms) == 0
    assert run("release", "approve", path, "1", "--person", "Bert") == 0
    assert run("release", "write", path, "1", "--person", "Bert", "-o", final) == 0
    files = sorted(final.iterdir())
    assert len(files) > 10
    capsys.readouterr()
    asked = ["leak-check", *files, "--statistic", path, "--table"]
    assert run(*asked, "Area and sex") == 0
    assert capsys.readouterr().out.count("nothing found") == len(files)
    assert run(*asked, "Women: areas") == 3


@pytest.mark.thorough
def test_files_of_a_former_version_name_it_and_no_other_version_passes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("ckmcore.presentation.present", "ckmcore.release.files"):
        monkeypatch.setattr(sys.modules[module], "VERSION", "0.0.9")
    path = folder / "people.ckm"
    assert run("release", "submit", path, "Area and sex", "--person", "Anna", "--format", "xlsx") == 0
    assert run("release", "approve", path, "1", "--person", "Bert") == 0
    asked = ["leak-check", folder / "final" / "Area_and_sex_2026_1.xlsx", "--statistic", path, "--accept-older"]
    noted, _ = open_statistic(path)
    assert run("release", "write", path, "1", "--person", "Bert", "-o", folder / "final") == 0
    monkeypatch.undo()
    assert run(*asked) == 0  # the register knows which version was named
    path.unlink()
    save_statistic(noted, path)
    assert run(*asked) == 3
    assert "0.0.9" in capsys.readouterr().out
    monkeypatch.setattr("ckmcore.cli.leaks.FORMER", ("0.0.9",))
    assert run(*asked) == 0


def test_a_damaged_workbook_is_a_hit_and_no_traceback(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = (folder / "out" / "Area_and_sex_2026.xlsx").read_bytes()
    damaged = {
        "directory": book[:-10] + b"\x00\x00\x10\x00" + book[-6:],
        "version": book.replace(b"PK\x01\x02\x14\x03\x14", b"PK\x01\x02\x14\x03\xd8", 1),
        "half": book[: len(book) // 2],
        "start": book[:40],
        "cut inside": book[:100] + book[160:],
    }
    for name, content in damaged.items():
        file = folder / f"{name}.xlsx"
        file.write_bytes(content)
        capsys.readouterr()
        assert run("leak-check", file) == 3, name
        said = capsys.readouterr()
        assert f"{name}.xlsx" in said.out
        assert "Traceback" not in said.out + said.err
