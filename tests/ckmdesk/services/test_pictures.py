"""Pictures written from the window: every form by the writers of `ckm picture`, searched, as drafts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from ckmcore.cli.command import main
from ckmcore.statistic.file import save_statistic
from ckmdesk.commands import pictures, tables
from ckmdesk.services.pictures import FILTERS
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import areas_by_sex, settle


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder."""
    found = tmp_path / "pictures"
    found.mkdir()
    return found


@pytest.fixture
def written(window: MainWindow, folder: Path) -> Path:
    """The folder with the picture of a table of areas by sex, in every form."""
    areas_by_sex(window)
    window.desk.run(pictures.change_picture(kind="stacked", width=120))
    for ending in FILTERS:
        window.services.pictures.write(folder / f"areas{ending}")
        settle(window)
        assert f"areas{ending}" in window.message_bar.text
    return folder


@pytest.mark.thorough
def test_every_form_is_written_as_a_draft(written: Path) -> None:
    assert {path.name for path in written.iterdir()} == {f"areas{ending}" for ending in FILTERS}
    for ending in (".svg", ".html", ".vl.json"):
        assert "Draft" in (written / f"areas{ending}").read_text(encoding="utf-8")
    assert (written / "areas.pdf").read_bytes().startswith(b"%PDF")
    image = QImage(str(written / "areas.png"))
    assert image.width() == round(round(120 / 25.4 * 96, 1) * 2)


def test_a_png_has_the_resolution_that_is_asked_for(window: MainWindow, folder: Path) -> None:
    areas_by_sex(window)
    window.services.pictures.write(folder / "areas.png", 96)
    settle(window)
    assert QImage(str(folder / "areas.png")).width() == round(160 / 25.4 * 96)


def test_the_ending_decides_and_a_name_without_one_gets_the_chosen(
    window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    areas_by_sex(window)
    asked: list[tuple[str, Path, str]] = []

    def choose(title: str, suggestion: Path, filters: str) -> tuple[Path, str]:
        asked.append((title, suggestion, filters))
        return folder / "areas", filters.split(";;")[0]

    monkeypatch.setattr(window.services.pictures.exports.frame, "choose_save_form", choose)
    window.services.pictures.dialog(".png", 96)
    settle(window)
    assert [path.name for path in folder.iterdir()] == ["areas.png"]
    assert asked[0][1].suffix == ".png"
    assert len(asked[0][2].split(";;")) == len(FILTERS)


def test_what_cannot_be_drawn_is_said_and_nothing_is_written(window: MainWindow, folder: Path) -> None:
    areas_by_sex(window)
    window.desk.run(pictures.choose_kind("pyramid"))
    window.services.pictures.write(folder / "areas.svg")
    settle(window)
    assert "Needs age and sex" in window.message_bar.text
    assert list(folder.iterdir()) == []


def test_the_file_of_a_statistic_is_not_written_over(window: MainWindow, folder: Path) -> None:
    areas_by_sex(window)
    path = folder / "statistic.svg"
    statistic = window.desk.state.statistic
    assert statistic is not None
    save_statistic(statistic, path)
    window.desk.session.path = path
    before = path.read_bytes()
    window.services.pictures.write(path)
    settle(window)
    assert path.read_bytes() == before
    assert "statistic.svg" in window.message_bar.text


@pytest.mark.thorough
def test_the_window_writes_what_the_command_writes(window: MainWindow, folder: Path) -> None:
    window.services.open_sample()
    settle(window)
    window.desk.run(tables.open_table(window.desk.state.statistic.tables[2]))  # type: ignore[union-attr]
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    save_statistic(statistic, folder / "sample.ckm")
    for ending in (".svg", ".html", ".vl.json"):
        window.services.pictures.write(folder / f"window{ending}")
        settle(window)
        target = folder / f"command{ending}"
        code = main(["picture", str(folder / "sample.ckm"), statistic.tables[2].name, "-o", str(target)])
        assert code == 0
        assert (folder / f"window{ending}").read_bytes() == target.read_bytes()
