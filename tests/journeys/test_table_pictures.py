"""A table as a picture with a real mouse, and by keys alone: kinds, reading, back to the cell, files, undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.steps import look, press, tab_to, wait_message, wait_page

SIGHTS = {"table": "ctrl+1", "both": "ctrl+4", "picture": "ctrl+2"}


def show(program: Program, sight: str, *, keys: bool) -> None:
    """Choose what is in sight."""
    if keys:
        program.screen.keys(SIGHTS[sight])
    else:
        program.click(f"sight:{sight}")
    program.wait(lambda: program.ask("widget", f"sight:{sight}").get("checked"), f"{sight} is in sight")


def drawn(program: Program, kind: str) -> None:
    program.wait(lambda: program.ask("picture").get("kind") == kind, f"{kind} is drawn")
    program.idle()


@pytest.mark.parametrize(("language", "keys"), [("de", False), ("en", True)], ids=["mouse-de", "keys-en"])
def test_a_table_is_read_as_a_picture_and_written(start: Start, tmp_path: Path, language: str, keys: bool) -> None:
    program = start("--sample", language=language)
    wait_page(program, "tables")
    program.table()
    show(program, "picture", keys=keys)
    program.wait(lambda: program.ask("picture"), "there is a picture")
    program.idle()
    first = program.ask("picture")["kind"]
    look(program, f"picture-{language}")

    # Another kind, and back.
    if keys:
        tab_to(program, f"kind:{first}")
        program.screen.keys("Down")
    else:
        program.click("kind:bars")
    program.wait(lambda: program.ask("picture").get("kind") not in (None, first), "another kind is drawn")
    program.screen.keys("ctrl+z")
    drawn(program, first)

    # A mark is read, and its cell is gone to.
    if keys:
        tab_to(program, "picture-chart")
        program.screen.keys("Down", "Down")
    else:
        program.screen.click(program.ask("picture", 1)["rect"])
    program.wait(lambda: program.ask("picture").get("chosen"), "a mark is chosen")
    chosen = program.ask("picture")["chosen"]
    assert chosen in program.ask("picture")["cells"]
    look(program, f"picture-read-{language}")
    if keys:
        program.screen.keys("Return")
    else:
        program.screen.click(program.ask("picture", 1)["rect"], times=2)
    program.wait(lambda: program.ask("window")["focus"][:1] == ["table"], "the table has the keyboard")
    figures = [str(figure) for line in program.table()["figures"][0] for figure in line]
    assert "".join(letter for letter in chosen[-1] if letter.isdigit()) in figures
    program.screen.keys("ctrl+z")
    drawn(program, first)

    # Both beside one another; then the picture as files.
    show(program, "both", keys=keys)
    assert program.widget("table")["rect"][0] < program.widget("picture-chart")["rect"][0]
    look(program, f"picture-both-{language}")
    show(program, "picture", keys=keys)
    drawn(program, first)
    for name in ("picture.png", "picture.svg"):
        press(program, f"picture-file:.{name.partition('.')[2]}", keys=keys)
        program.type_path(tmp_path / name)
        wait_message(program, name)
    with Image.open(tmp_path / "picture.png") as image:
        assert image.size[0] == round(604.7 * 2)
        assert image.text["Title"]  # type: ignore[attr-defined]  # of PNG
    text = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    assert {"de": "Entwurf", "en": "Draft"}[language] in text
    assert chosen[-1] in text
    show(program, "table", keys=keys)
    assert program.ask("picture") == {}
    program.quit()
