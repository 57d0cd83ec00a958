"""Headings of the table in the real window: chosen, sorted by, dragged, hidden with the mouse, then by keys alone."""

from __future__ import annotations

from typing import Any

from tests.journeys.conftest import Start
from tests.journeys.screen import Program, middle

# Longer than a double click may take.
APART = "0.7"


def texts(program: Program) -> list[str]:
    """The first labels of the rows."""
    return [line[0] for line in program.table()["row_texts"]]


def heading(program: Program, axis: str, place: int) -> dict[str, Any]:
    program.wait(lambda: program.ask("heading", axis, place), f"heading {place} of the {axis}")
    return program.ask("heading", axis, place)


def prepared(start: Start) -> Program:
    """The sample with the states in the rows and the subjects in the columns."""
    program = start("--sample")
    program.table()
    program.screen.click(program.entry("degree"))
    program.screen.keys("Delete")
    program.zones(rows=["university"], columns=["subject"])
    program.table()
    return program


def test_a_heading_is_chosen_sorted_dragged_hidden_and_brought_back_with_the_mouse(start: Start) -> None:
    program = prepared(start)
    listed = texts(program)
    column = heading(program, "columns", 2)
    program.screen.click(column["rect"])
    program.wait(lambda: heading(program, "columns", 2)["chosen"], "the column is chosen")
    program.screen.xdotool("sleep", APART)
    program.screen.click(column["rect"])
    program.wait(lambda: "absteigend sortiert" in heading(program, "columns", 2)["spoken"], "it is sorted by")
    figures = [line[2] for line in program.table()["figures"][0]][1:]
    assert figures == sorted(figures, reverse=True)
    assert texts(program)[0] == "Insgesamt"
    program.screen.keys("ctrl+z")
    program.wait(lambda: texts(program) == listed, "the order is that of the list again")

    first, third = heading(program, "rows", 1), heading(program, "rows", 3)
    program.screen.click(first["rect"])
    program.wait(lambda: heading(program, "rows", 1)["chosen"], "the row is chosen")
    program.screen.xdotool("sleep", APART)
    x, y = middle(first["rect"])
    program.screen.drag((x, y), (x, middle(third["rect"])[1] + 6))
    moved = [listed[0], listed[2], listed[3], listed[1], *listed[4:]]
    program.wait(lambda: texts(program) == moved, "the row stands behind the third one")

    program.screen.click(heading(program, "rows", 2)["rect"])
    program.wait(lambda: heading(program, "rows", 2)["chosen"], "another row is chosen")
    program.screen.keys("h")
    program.wait(lambda: len(texts(program)) == len(listed) - 1, "it is hidden")
    marks = program.ask("hidden_marks", "rows")
    assert marks["spoken"] == ["1 ausgeblendete Zeile, Eingabe blendet ein"]
    program.screen.click(marks["rects"][0])
    program.wait(lambda: texts(program) == moved, "one click brings it back")
    program.quit()


def test_a_heading_is_chosen_sorted_moved_hidden_and_brought_back_by_keyboard_alone(start: Start) -> None:
    program = start("--sample")
    program.table()
    program.screen.keys("F6", "F6", "F6")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["table"] or program.screen.keys("F6"), "the table")
    program.screen.keys("ctrl+Home", "Right", "Up")
    program.wait(lambda: heading(program, "columns", 1)["cursor"], "the arrows walk into the head")
    program.screen.keys("Return")
    program.wait(lambda: heading(program, "columns", 1)["chosen"], "the column is chosen")
    program.screen.keys("Return")
    program.wait(lambda: "absteigend sortiert" in heading(program, "columns", 1)["spoken"], "it is sorted by")
    program.wait(lambda: heading(program, "columns", 1)["cursor"], "the cursor stays")
    before = [line[-1] for line in program.table()["column_texts"]]
    program.screen.keys("shift+Right")
    program.wait(
        lambda: [line[-1] for line in program.table()["column_texts"]][1:3] == [before[2], before[1]], "it moved"
    )
    program.wait(lambda: heading(program, "columns", 2)["cursor"], "the cursor went along")
    program.screen.keys("h")
    program.wait(lambda: len(program.table()["column_texts"]) == len(before) - 1, "the column is hidden")
    assert program.ask("hidden_marks", "columns")["spoken"] == ["1 ausgeblendete Spalte, Eingabe blendet ein"]
    program.screen.keys("ctrl+h")
    program.wait(lambda: len(program.table()["column_texts"]) == len(before), "it is shown again")
    program.screen.keys("Escape")
    program.quit()
