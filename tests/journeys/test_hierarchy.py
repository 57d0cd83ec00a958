"""A hierarchy built by hand in the real window: by dragging, and by keyboard alone; saved and found again."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from tests.journeys.conftest import Start
from tests.journeys.screen import Program, middle
from tests.journeys.steps import go_to_tab, new_data, press, see_all, take_over

KREISE = ["01001", "01002", "09161", "09162", "09271", "11000"]
BUILT = ["09", " 09161", " 09162", " 09271", "N", " 01001", " 01002", " 11000"]


def file_of(folder: Path) -> Path:
    lines = ["Kreis;Geschlecht", *(f"{kreis};{'mw'[number % 2]}" for number, kreis in enumerate(KREISE * 20))]
    path = folder / "kreise.csv"
    path.write_text("\n".join(lines) + "\n", encoding="cp1252")
    return path


def taken_over(start: Start, folder: Path, *, keys: bool) -> Program:
    """The file is taken over; the tab of hierarchies is in front."""
    program = start()
    new_data(program, file_of(folder), keys=keys)
    take_over(program, keys=keys)
    see_all(program, keys=keys)
    go_to_tab(program, "Hierarchien", keys=keys)
    program.wait(lambda: program.ask("node", "11000"), "the nodes are shown")
    return program


def nodes(program: Program, wanted: list[str]) -> None:
    program.wait(
        lambda: program.ask("hierarchy", "Kreis")["nodes"] == wanted,
        f"the nodes are {wanted} and not {program.ask('hierarchy', 'Kreis')['nodes']}",
    )


def drag(program: Program, code: str, onto: str, share: float = 0.5) -> None:
    x, y = middle(program.ask("node", code)["rect"])
    left, top, _, height = program.ask("node", onto)["rect"]
    program.screen.drag((x, y), (left + 60, top + round(share * height)))


def save_and_check(program: Program, folder: Path) -> None:
    program.screen.keys("ctrl+s")
    program.type_path(folder / "kreise.ckm")
    program.wait(lambda: "Gespeichert" in program.ask("window")["message"], "it is saved")
    program.quit()
    statistic, _ = ckm.open_statistic(folder / "kreise.ckm")
    entry = next(entry for entry in statistic.dictionary if entry.name == "Kreis")
    assert [" " * node.depth + node.code for node in entry.hierarchy] == BUILT
    assert {code: label.de for code, label in entry.node_labels} == {"09": "Bayern", "N": "Norden"}


def test_a_hierarchy_is_built_by_dragging(start: Start, tmp_path: Path) -> None:
    program = taken_over(start, tmp_path, keys=False)
    program.click("hierarchy:edit")
    program.widget("nodes:search")
    program.screen.write("09*")
    program.screen.keys("Return")
    program.wait(lambda: program.ask("node", "09271")["selected"], "what fits is selected")
    program.click("nodes:group")
    program.wait(lambda: program.words("group:short") == "09", "the code is proposed")
    program.screen.write("Bayern")
    program.click("group:done")
    nodes(program, ["01001", "01002", "09", " 09161", " 09162", " 09271", "11000"])

    program.wait(lambda: program.ask("node", "01001"), "all nodes are shown again")
    program.screen.click(program.ask("node", "01001")["rect"])
    program.wait(lambda: program.ask("node", "01001")["selected"], "the node is selected")
    program.click("nodes:group")
    program.wait(lambda: program.words("group:short") == "G1", "a code is proposed")
    program.screen.write("Norden")
    program.screen.click(program.widget("group:short")["rect"], times=2)
    program.screen.write("N")
    program.screen.keys("Return")
    nodes(program, ["N", " 01001", "01002", "09", " 09161", " 09162", " 09271", "11000"])

    drag(program, "11000", "N")
    nodes(program, ["N", " 01001", " 11000", "01002", "09", " 09161", " 09162", " 09271"])
    drag(program, "01002", "01001", 0.9)
    nodes(program, ["N", " 01001", " 01002", " 11000", "09", " 09161", " 09162", " 09271"])
    program.screen.keys("ctrl+z")
    nodes(program, ["N", " 01001", " 11000", "01002", "09", " 09161", " 09162", " 09271"])
    program.screen.keys("ctrl+y")
    drag(program, "09", "N", 0.1)
    nodes(program, BUILT)
    save_and_check(program, tmp_path)


@pytest.mark.thorough
def test_a_hierarchy_is_built_by_keyboard_alone(start: Start, tmp_path: Path) -> None:
    program = taken_over(start, tmp_path, keys=True)
    press(program, "hierarchy:edit", keys=True)
    program.wait(lambda: program.ask("window")["focus"][:1] == ["nodes:search"], "the search has the keyboard")
    program.screen.write("0*")
    program.screen.keys("Return")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["nodes"], "the tree has the keyboard")
    program.screen.keys("Escape")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["nodes:search"], "Escape leads back")
    program.screen.keys("ctrl+a")
    program.screen.write("09*")
    program.screen.keys("Return")
    program.wait(lambda: not program.ask("node", "01001"), "only what fits is shown")
    program.screen.keys("ctrl+g")
    program.wait(lambda: program.words("group:short") == "09", "the code is proposed")
    program.screen.write("Bayern")
    program.screen.keys("Return")
    nodes(program, ["01001", "01002", "09", " 09161", " 09162", " 09271", "11000"])
    program.wait(lambda: program.ask("window")["focus"][:1] == ["nodes"], "the tree has the keyboard")
    program.screen.keys("alt+Up", "alt+Up")
    nodes(program, ["09", " 09161", " 09162", " 09271", "01001", "01002", "11000"])
    program.screen.keys("Down", "Down", "Down", "Down", "shift+Down", "shift+Down", "ctrl+g")
    program.wait(lambda: program.ask("widget", "group:short"), "the group is asked for")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["group:long"], "its name can be typed")
    program.screen.write("Norden")
    program.screen.keys("Tab", "ctrl+a")
    program.screen.write("N")
    program.screen.keys("Return")
    nodes(program, BUILT)
    program.screen.keys("shift+Tab")
    save_and_check(program, tmp_path)
