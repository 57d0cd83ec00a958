"""A table as a picture with a real mouse, and by keys alone: kinds, reading, back to the cell, files, undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from ckmcore.areas.model import geojson_text
from ckmcore.sample.areas import sample_areas
from tests.journeys.conftest import Start
from tests.journeys.screen import Program, middle
from tests.journeys.steps import (
    choose,
    from_bar,
    look,
    press,
    save,
    tab_to,
    wait_file,
    wait_message,
    wait_page,
    wait_said,
)

SIGHTS = {"table": "ctrl+1", "both": "ctrl+4", "picture": "ctrl+2", "map": "ctrl+3"}


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
        assert image.text == {}  # type: ignore[attr-defined]  # of PNG: it says its size alone
    text = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    assert {"de": "Entwurf", "en": "Draft"}[language] in text
    assert chosen[-1] in text
    show(program, "table", keys=keys)
    assert program.ask("picture") == {}
    program.quit()


def zoomed(program: Program, wanted: Callable[[dict[str, Any]], object], what: str) -> dict[str, Any]:
    """The picture, once its map is so."""
    program.wait(lambda: wanted(program.ask("picture")), what)
    program.idle()
    return program.ask("picture")


@pytest.mark.parametrize(("language", "keys"), [("de", False), ("en", True)], ids=["mouse-de", "keys-en"])
def test_a_map_is_enlarged_searched_classed_and_written(
    start: Start, tmp_path: Path, language: str, keys: bool
) -> None:
    program = start("--sample", language=language)
    wait_page(program, "tables")
    program.table()
    show(program, "map", keys=keys)
    drawn(program, "circles")
    look(program, f"map-{language}")

    # Larger, moved, and all of it again.
    if keys:
        tab_to(program, "picture-chart")
        program.screen.keys("plus", "plus", "plus")
    else:
        program.screen.wheel(program.ask("picture", 3)["rect"], 3, down=False)
    first = zoomed(program, lambda seen: seen["zoom"] > 200, "the map is enlarged")
    if keys:
        program.screen.keys("shift+Right")
    else:
        x, y = middle(program.widget("picture-chart")["rect"])
        program.screen.drag((x - 60, y), (x - 160, y - 40))
    zoomed(program, lambda seen: seen["at"] != first["at"] and seen["zoom"] == first["zoom"], "the map is moved")
    look(program, f"map-enlarged-{language}")
    press(program, "map-whole", keys=keys)
    zoomed(program, lambda seen: seen["zoom"] == 100, "all of the map is in sight")

    # An area is found by its name; its cell is gone to.
    if keys:
        program.screen.keys("ctrl+f")
    else:
        program.click("area-search")
    program.write("nordmark")
    seen = zoomed(program, lambda seen: "Nordmark" in seen["chosen"], "Nordmark is found")
    if keys:
        program.screen.keys("Down", "Return")
    else:
        place = [cell[0] for cell in seen["cells"]].index("Nordmark")
        program.screen.click(program.ask("picture", place)["rect"], times=2)
    program.wait(lambda: program.ask("window")["focus"][:1] == ["table"], "the table has the keyboard")

    # Shares are areas in classes, whose limits are moved on a histogram.
    if keys:
        program.screen.keys("F6")
        program.wait(lambda: program.ask("window")["focus"][:1] == ["variables"], "the list has the keyboard")
        program.screen.write("anteil" if language == "de" else "share in")
        program.screen.keys("Return")
    else:
        program.screen.wheel(program.widget("variables")["rect"], 20)
        program.drag(program.entry("share"), "shelf:values")
    program.wait(lambda: program.table()["values"] == ["count", "share"], "percent stand beside the counts")
    show(program, "map", keys=keys)
    choose(
        program,
        "picture:value",
        {"de": "Anteil an insgesamt in %", "en": "Share of the total in %"}[language],
        keys=keys,
    )
    drawn(program, "choropleth")
    press(program, "copy-picture", keys=keys)
    before = program.widget("class-limit:2")["rect"]
    if keys:
        tab_to(program, "class-limit:2")
        program.screen.keys("Right", "shift+Right")
    else:
        x, y = middle(before)
        program.screen.drag((x, y), (x + 12, y))
    own = {"de": "eigene", "en": "own limits"}[language]
    program.wait(lambda: program.words("map:classes") == own, "the limits are own ones")
    assert program.widget("class-limit:2")["rect"][0] > before[0]
    look(program, f"map-classes-{language}")
    press(program, "picture-file:.csv", keys=keys)
    program.type_path(tmp_path / "map.csv")
    wait_message(program, "map.csv")
    assert "Nordmark" in (tmp_path / "map.csv").read_text(encoding="utf-8")
    program.quit()


def test_boundaries_are_imported_by_menu_and_mouse(start: Start, tmp_path: Path) -> None:
    boundaries = tmp_path / "laender.geojson"
    boundaries.write_text(geojson_text(sample_areas("lands")), encoding="utf-8")
    program = start("--sample", language="de")
    wait_page(program, "tables")
    program.table()
    save(program, tmp_path / "hochschule.ckm")
    program.click("rail:data")
    wait_page(program, "data")
    from_bar(program, "Daten", "", "Grenzen einlesen ...", keys=False)
    program.type_path(boundaries, "AreasDialog")
    program.wait(lambda: program.ask("widget", "take-areas").get("enabled", True), "the boundaries are read")
    wait_said(program, "16 Codes haben ein Gebiet")
    look(program, "boundaries-de")
    program.click("take-areas")
    wait_message(program, "16 Gebiete für")
    wait_file(program, tmp_path, "university-*.areas")
    program.settle()
    program.screen.keys("ctrl+z")
    program.quit()
