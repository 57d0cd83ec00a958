"""Steps that several journeys take, by mouse and by keys; each waits for what it was to bring."""

from __future__ import annotations

import fnmatch
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.journeys.screen import PATIENCE, Program

MOST_KEYS = 80
LINE = 18


# --- waiting -----------------------------------------------------------------------------------------------------


def wait_message(program: Program, wanted: str) -> None:
    program.wait(lambda: wanted in program.ask("window")["message"], f"“{wanted}” is said")


def wait_page(program: Program, page: str) -> None:
    program.wait(lambda: program.ask("window")["page"] == page, f"page {page} is shown")
    program.idle()


def wait_words(program: Program, name: str, wanted: str) -> None:
    program.wait(lambda: program.words(name) == wanted, f"{name} is {wanted} and not {program.words(name)}")


def wait_said(program: Program, wanted: str, patience: float = PATIENCE) -> None:
    """Wait until a label that is in sight says something."""

    def said() -> bool:
        return any(wanted in one for one in program.ask("labels")["labels"])

    program.wait(said, f"“{wanted}” is to be read", patience)


def wait_file(program: Program, folder: Path, pattern: str) -> Path:
    """The one file of a pattern, once it stands in its place: what is still being written is gone the next moment."""

    def found() -> list[Path]:
        paths = []
        for inside, folders, names in os.walk(folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            paths += [Path(inside, name) for name in fnmatch.filter(names, pattern)]
        return paths

    program.wait(lambda: len(found()) > 0, f"{pattern} is written")
    (path,) = found()
    return path


def row(program: Program, view: str, text: str, column: int = 0) -> dict[str, Any]:
    """A row of a table or tree by the text of its first column; the place is that of its cell in `column`."""
    program.wait(lambda: program.ask("row", view, text, column), f"{text} stands in {view}")
    return program.ask("row", view, text, column)


def look(program: Program, name: str) -> None:
    """A picture of the screen where CKM_JOURNEY_PICTURES names a folder: for people."""
    folder = os.environ.get("CKM_JOURNEY_PICTURES")
    if folder:
        program.idle()
        program.screen.picture(Path(folder) / f"{name}.png")


# --- by keys -----------------------------------------------------------------------------------------------------


def tab_to(program: Program, name: str, key: str = "Tab") -> None:
    """Walk with Tab until the widget of this name has the keyboard."""
    for _ in range(MOST_KEYS):
        found = program.ask("window")
        if name in found["focus"][:2]:
            return
        program.screen.keys(key)
        known, said = found["focus_id"], f"{key} leads on from {found['focus']}"
        program.wait(lambda known=known: program.ask("window")["focus_id"] != known, said)
    raise AssertionError(f"{key} does not lead to {name}")


def set_by_keys(program: Program, name: str, wanted: str) -> None:
    """Walk to a drop-down and on its entries from the first to the wanted one."""
    tab_to(program, name)
    program.screen.keys("Home")
    for _ in range(MOST_KEYS):
        known = program.words(name)
        if known == wanted:
            return
        program.screen.keys("Down")
        program.wait(lambda known=known: program.words(name) != known, f"Down leads on from {known} in {name}")
    raise AssertionError(f"{name} has no entry {wanted}")


def row_by_keys(program: Program, view: str, text: str, column: int = 0) -> None:
    """Walk down a table or tree that has the keyboard from its first row to the one that begins with this text."""
    program.screen.keys("ctrl+Home")
    for _ in range(MOST_KEYS):
        if program.ask("row", view, text, column).get("current"):
            return
        known = program.ask("current", view)
        program.screen.keys("Down")
        program.wait(lambda known=known: program.ask("current", view) != known, f"Down leads on from {known}")
    raise AssertionError(f"the arrow keys do not lead to {text} in {view}")


def entry_by_keys(program: Program, wanted: str) -> None:
    """Walk down the menu that is open to an entry."""
    program.wait(lambda: program.ask("menu"), "a menu is open")
    for _ in range(MOST_KEYS):
        known = program.ask("menu")["chosen"]
        if known == wanted:
            break
        program.screen.keys("Down")
        program.wait(lambda known=known: program.ask("menu").get("chosen") != known, "Down leads on in the menu")


def menu_by_keys(program: Program, wanted: str, below: str = "") -> None:
    """Walk down the menu that is open to an entry, and take it; `below` is the entry whose menu it is in."""
    if below:
        entry_by_keys(program, below)
        program.screen.keys("Right")
        program.wait(lambda: program.ask("menu").get("chosen") != below, f"{below} opens a menu")
    entry_by_keys(program, wanted)
    program.screen.keys("Return")
    program.wait(lambda: not program.ask("menu"), "the menu closes")


def tab_by_keys(program: Program, words: str) -> None:
    """Walk to the row of tabs and on it to the tab with these words."""
    program.wait(lambda: program.ask("tab", words), f"there is a tab {words}")
    for _ in range(MOST_KEYS):
        found = program.ask("window")
        if found["focus"][2:] == ["QTabBar"]:
            break
        program.screen.keys("Tab")
        known = found["focus_id"]
        program.wait(lambda known=known: program.ask("window")["focus_id"] != known, "Tab leads on")
    place, wanted = (program.ask("tab", one) for one in (program.ask("tabs")["current"], words))
    for _ in range(abs(wanted["place"] - place["place"])):
        program.screen.keys("Right" if wanted["place"] > place["place"] else "Left")
    program.wait(lambda: program.ask("tab", words)["current"], f"the tab {words} is in front")


# --- by mouse ----------------------------------------------------------------------------------------------------


def choose_with_mouse(program: Program, name: str, wanted: str) -> None:
    """Open a drop-down and click one of its entries."""
    program.click(name)
    program.wait(lambda: wanted in program.ask("choices").get("entries", []), f"{name} offers {wanted}")
    found = program.ask("choices")
    program.screen.click(found["rects"][found["entries"].index(wanted)])
    wait_words(program, name, wanted)


def entry_with_mouse(program: Program, wanted: str) -> None:
    """Click an entry of the menu that is open."""
    program.wait(lambda: wanted in program.ask("menu").get("entries", []), f"the menu offers {wanted}")
    found = program.ask("menu")
    program.screen.click(found["rects"][found["entries"].index(wanted)])


def menu_with_mouse(program: Program, wanted: str) -> None:
    """Click an entry of the menu that is open; it closes."""
    entry_with_mouse(program, wanted)
    program.wait(lambda: not program.ask("menu"), "the menu closes")


def tab_with_mouse(program: Program, words: str) -> None:
    """Click a tab."""
    program.wait(lambda: program.ask("tab", words), f"there is a tab {words}")
    program.screen.click(program.ask("tab", words)["rect"])
    program.wait(lambda: program.ask("tab", words)["current"], f"the tab {words} is in front")


def type_into(program: Program, text: str, end: str = "Tab") -> None:
    """Write over what stands in the field that has the keyboard."""
    program.screen.keys("ctrl+a")
    program.screen.write(text)
    program.screen.keys(end)


@contextmanager
def dragged_from(program: Program, left: int, top: int, paths: list[Path]) -> Iterator[None]:
    """Another program on the same screen, whose window holds the files, each in a line of its own."""
    command = [sys.executable, str(Path(__file__).with_name("drag_source.py")), str(left), str(top), str(LINE)]
    environment = {**program.screen.environment(), "QT_QPA_PLATFORM": "xcb", "QT_LOGGING_RULES": "*.warning=false"}
    with subprocess.Popen(
        [*command, *map(str, paths)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as source:
        try:
            assert source.stdout is not None
            assert source.stdout.readline() == "ready\n"
            yield
        finally:
            source.terminate()
            source.wait(PATIENCE)


# --- what every story does ---------------------------------------------------------------------------------------


def decide(program: Program, card: str = "decision", said: str = "Das Verfahren ist in Kraft.") -> None:
    """Who decided is written into the card of a decision, which has the keyboard; the method is in force then. said:
    the message of another language."""
    program.wait(lambda: program.ask("window")["focus"][:1] == [f"{card}:body"], "the decision asks who decided")
    program.screen.write("Methodik")
    program.screen.keys("Return")
    wait_message(program, said)


def put_in_force(program: Program, *, keys: bool) -> None:
    """The variant that is proposed is put in force by the methodologists."""
    if keys:
        program.screen.keys("alt+4")
    else:
        program.click("rail:method")
    wait_page(program, "method")
    if keys:
        tab_to(program, "put-in-force")
        program.screen.keys("space")
    else:
        program.click("put-in-force")
        program.click("decision:body")
    decide(program)


def lay_out(program: Program, row_variable: str, column_variable: str, *, keys: bool) -> dict[str, Any]:
    """Rows and columns on the page of tables; the table that stands there then."""
    if keys:
        program.screen.keys("alt+1")
        wait_page(program, "tables")
        program.screen.keys("F6")
        program.wait(lambda: program.ask("window")["focus"][:1] == ["variables"], "F6 leads to the list")
        for variable, key in ((row_variable, "z"), (column_variable, "s")):
            variable_by_keys(program, variable)
            program.screen.keys(key)
            program.zones(rows=[row_variable])
    else:
        program.click("rail:tables")
        wait_page(program, "tables")
        program.drag(program.entry(row_variable), "shelf:rows")
        program.zones(rows=[row_variable])
        program.drag(program.entry(column_variable), "shelf:columns")
    program.zones(rows=[row_variable], columns=[column_variable])
    return program.table()


def variable_by_keys(program: Program, variable: str) -> None:
    """Walk down the list of variables from its top."""
    program.screen.keys("Home")
    for _ in range(MOST_KEYS):
        if program.ask("entry", variable)["current"]:
            return
        program.screen.keys("Down")
    raise AssertionError(f"the arrow keys do not lead to {variable}")


def export(program: Program, path: Path) -> None:
    program.screen.keys("ctrl+e")
    program.type_path(path)
    wait_message(program, f"Entwurf ausgegeben nach „{path.name}“.")


def save(program: Program, path: Path, said: str = "") -> None:
    """Save a statistic for the first time; a table on the screen that has no name yet gets that of its title. said:
    what the message begins with, where the window is not German."""
    program.screen.keys("ctrl+s")
    program.wait(lambda: program.ask("window")["kind"] != "MainWindow", "a name is asked for")
    if program.ask("window")["kind"] == "QInputDialog":
        program.settle()
        program.screen.keys("Return")
    program.type_path(path)
    wait_message(program, said or f"Gespeichert als „{path.name}“.")


def from_bar(program: Program, menu: str, key: str, entry: str, *, keys: bool, below: str = "") -> None:
    """Take an entry of a menu of the menu bar; `key` opens the menu, `below` is the entry that opens a further one."""
    if keys:
        program.screen.keys(key)
        if below:
            entry_by_keys(program, below)
            program.screen.keys("Right")
            program.wait(lambda: program.ask("menu").get("chosen") != below, f"{below} opens a menu")
        menu_by_keys(program, entry)
    else:
        program.screen.click(program.ask("bar_entry", menu)["rect"])
        if below:
            entry_with_mouse(program, below)
        menu_with_mouse(program, entry)


def press(program: Program, name: str, *, keys: bool) -> None:
    """Press a button, by a click or by Tab and the space bar."""
    if keys:
        tab_to(program, name)
        program.screen.keys("space")
    else:
        program.click(name)


def choose(program: Program, name: str, wanted: str, *, keys: bool) -> None:
    """Choose an entry of a drop-down."""
    (set_by_keys if keys else choose_with_mouse)(program, name, wanted)


def fill(program: Program, name: str, text: str, *, keys: bool) -> None:
    """Write into a field."""
    if keys:
        tab_to(program, name)
    else:
        program.click(name)
    type_into(program, text)


def go_to_tab(program: Program, words: str, *, keys: bool) -> None:
    """Bring a tab to the front."""
    (tab_by_keys if keys else tab_with_mouse)(program, words)


def go_to_row(program: Program, view: str, text: str, *, keys: bool) -> None:
    """Choose a row of a table or tree."""
    if keys:
        tab_to(program, view)
        row_by_keys(program, view, text)
    else:
        program.screen.click(row(program, view, text)["rect"])
    program.wait(lambda: program.ask("row", view, text, 0).get("current"), f"{text} is chosen in {view}")


def new_data(program: Program, path: Path, *, keys: bool) -> None:
    """The door for new data, and its file dialog."""
    if keys:
        tab_to(program, "door:new")
        program.screen.keys("Return")
    else:
        program.click("door:new")
    program.type_path(path)
    program.widget("take-over")


def take_over(program: Program, *, keys: bool) -> None:
    """Take over the file that is shown."""
    program.idle()
    if keys:
        program.screen.keys("ctrl+Return")
    else:
        program.click("take-over")


def see_all(program: Program, *, keys: bool) -> None:
    """Leave the page of the first table for all views of the data."""
    program.idle()
    press(program, "see-all", keys=keys)


UNREAD = ("Pages seen", "Seiten gesehen")


def page_seen(program: Program) -> None:
    """Read the pages of the release to the last one, before which nothing is released."""

    def known() -> object:
        unread = program.ask("widget", "release:unseen").get("words", "")
        return program.ask("widget", "release:release").get("enabled") or any(one in unread for one in UNREAD)

    program.wait(known, "a page of the release is shown")
    if not program.ask("widget", "release:release").get("enabled"):
        if program.screen.mouse:
            program.click("release:page")
        else:
            tab_to(program, "release:page")
        program.screen.keys("End")
    program.wait(lambda: program.ask("widget", "release:release").get("enabled"), "the page of the release is shown")
