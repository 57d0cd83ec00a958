"""The first minute in the frozen program by a real mouse, beside the same program from its sources.

The program from the sources answers where its widgets are (tests/journeys); the frozen one is asked nothing. Every move
of the mouse and every key goes to both, each on a screen of its own. After each step both screens show the same to the
pixel, and at the end both have written the same file.
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from frozen import Wrong
from smoke_screen import PAUSE_SECONDS, Seat, comes, screen, seated, where_there_is_a_screen

from tests.journeys.screen import Program, Screen

WIDTH, HEIGHT = 1280, 800
# The line at the foot of the window tells how long the table took: it is left out.
COMPARED_HEIGHT = 770
SECONDS = 30.0
OWN, FROZEN = "sources", "bundled"  # homes, whose names are as long as one another: a path is as wide as the other


class BothScreens(Screen):
    """The screen of the program from the sources; what is done on it is done on that of the frozen one, too."""

    def __init__(self) -> None:
        super().__init__(WIDTH, HEIGHT)
        self.other: Screen | None = None
        self.frozen: Seat | None = None

    def xdotool(self, *words: str) -> None:
        super().xdotool(*words)
        if self.other is None or self.frozen is None:
            return
        if words[0] == "windowfocus":
            self.frozen.focus()
        else:
            self.other.xdotool(*(word.replace(f"/{OWN}/", f"/{FROZEN}/") for word in words))


def pixels(one: Screen) -> bytes:
    """What is on the screen, above the line at the foot: three bytes a pixel."""
    command = ["import", "-window", "root", "-depth", "8", "rgb:-"]
    shown = subprocess.run(command, env=one.environment(), capture_output=True, check=True).stdout
    return shown[: 3 * WIDTH * COMPARED_HEIGHT]


def same(both: BothScreens, step: str) -> None:
    """Wait until both screens show the same."""
    other = both.other
    assert other is not None
    end = time.monotonic() + SECONDS
    while (own := pixels(both)) != (frozen := pixels(other)):
        if time.monotonic() > end:
            places = [at // 3 for at in range(0, len(own), 3) if own[at : at + 3] != frozen[at : at + 3]]
            first = f"{len(places)} points, the first at {places[0] % WIDTH}, {places[0] // WIDTH}"
            raise Wrong(f"{step}: the frozen program shows something else than its sources: {first}")
        time.sleep(PAUSE_SECONDS)


@where_there_is_a_screen
def check_mouse(folder: Path, home: Path) -> None:
    """Sex is dragged into the columns, rounding is tried, a draft is written; the handbook opens."""
    both = BothScreens()
    try:
        with screen(WIDTH, HEIGHT) as other:
            frozen = Seat(other, folder, home / FROZEN, "--sample", CKM_LANGUAGE="de")
            with seated(frozen):
                frozen.up("Hochschulstatistik")
                program = Program(both, home / OWN, home / "cache", "--sample")
                both.other, both.frozen = other, frozen
                try:
                    first_minute(both, program, frozen, home)
                finally:
                    printed = program.close()
                if printed:
                    raise Wrong("the program from the sources printed " + printed)
    finally:
        both.close()
    print("ckmdesk: the first minute by mouse, pixel by pixel and byte by byte as from the sources")


def first_minute(both: BothScreens, program: Program, frozen: Seat, home: Path) -> None:
    program.settle()
    program.table()
    same(both, "the sample")
    program.drag(program.entry("sex"), "shelf:columns")
    program.zones(columns=["subject", "sex"])
    program.table()
    same(both, "sex in the columns")
    program.click("trial:rounding")
    program.wait(lambda: program.ask("table")["trial"] == ["rounding", 10], "rounding is tried")
    program.table()
    same(both, "rounding is tried")
    written = [home / name / "first.xlsx" for name in (OWN, FROZEN)]
    both.keys("ctrl+e")
    frozen.wait(lambda: len(frozen.windows()) > 1, "the dialog for the file's name")
    frozen.focus()
    program.type_path(written[0])
    program.wait(lambda: "first.xlsx" in program.ask("window")["message"], "the draft is written")
    if not comes(written[1].is_file, SECONDS) or written[0].read_bytes() != written[1].read_bytes():
        raise Wrong("the frozen program writes another draft than its sources")
    same(both, "the draft is written")
    both.keys("F1")
    program.wait(lambda: program.ask("widget", "handbook-page"), "the handbook is open")
    same(both, "the handbook")
    # No window manager gives it the keyboard.
    both.xdotool("search", "--onlyvisible", "--name", "Handbuch", "windowfocus", "--sync")
    both.keys("Escape")
    program.wait(lambda: not program.ask("widget", "handbook-page"), "the handbook is closed")
    both.other = None
    frozen.leave()
    program.quit()


CHECKS = (check_mouse,)
