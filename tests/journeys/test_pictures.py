"""Pictures of every page in both languages, light and dark, on two screens; nothing may be clipped on any of them.

The pictures are kept where CKM_JOURNEY_PICTURES names a folder: look at them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.conftest import want_screen
from tests.journeys.screen import PATIENCE, Program, Screen
from tests.journeys.steps import tab_to, tab_with_mouse, type_into

SIZES = ((1280, 800), (1920, 1080))
PAGES = {
    "tables": "alt+1",
    "release": "alt+2",
    "data": "alt+3",
    "method": "alt+4",
    "quality": "alt+5",
    "settings": "ctrl+comma",
}


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def sized(request: pytest.FixtureRequest, german: None) -> Iterator[Screen]:
    want_screen()
    made = Screen(*request.param)
    yield made
    made.close()


def fill(program: Program, screen: Screen) -> None:
    """The window over the whole screen, as the user's window manager would do it."""
    window = str(program.ask("window")["id"])
    width, height = screen.size
    screen.xdotool("windowmove", window, "0", "0", "windowsize", window, str(width), str(height))
    wanted = [width, height]
    program.wait(lambda: program.ask("window")["size"] == wanted, f"the window is {wanted}")


@pytest.mark.daily(2)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_page_is_clipped(sized: Screen, cache: Path, tmp_path: Path, language: str, theme: str) -> None:
    folder = Path(os.environ.get("CKM_JOURNEY_PICTURES", tmp_path))
    program = Program(sized, tmp_path / "home", cache, "--language", language, "--theme", theme, language=language)
    try:
        clipped: list[tuple[str, object]] = []

        def picture(page: str) -> None:
            program.idle()
            clipped.extend((page, found) for found in program.ask("clipped")["clipped"])
            sized.picture(folder / f"{page}-{language}-{theme}-{sized.size[0]}.png")

        fill(program, sized)
        picture("start")
        program.screen.keys("ctrl+shift+b")
        program.table()
        program.drag(program.entry("sex"), "shelf:columns")
        program.zones(columns=["subject", "sex"])
        program.table()
        picture("tables")
        for sight in ("picture", "both", "table"):
            program.click(f"sight:{sight}")
            program.wait(lambda sight=sight: bool(program.ask("picture")) == (sight != "table"), f"{sight} is in sight")
            picture(f"sight-{sight}")
        program.click("look-up")
        program.click("trial-button")
        program.click("trial:rounding")
        program.table()
        program.screen.keys("Escape")
        sized.click(program.ask("cell", 3, 2)["rect"])
        picture("look-up")
        for page in ("release", "settings", "data", "method"):
            program.screen.keys(PAGES[page])
            program.wait(lambda page=page: program.ask("window")["page"] == page, f"page {page} is shown")
            picture(page)
        first, *others = program.ask("tabs")["tabs"]
        for place, words in enumerate(others, start=2):
            tab_with_mouse(program, words)
            picture(f"method-tab-{place}")
        tab_with_mouse(program, first)
        # From the last fold up: on a small screen those above would push it out of sight.
        program.click("fold:search")
        program.click("search:start")
        program.click("fold:more")
        program.click("fold:own")
        program.click("own-row:add")
        picture("method-all-open")
        for name in ("own", "more", "search"):
            program.click(f"fold:{name}")
        program.click("compare")
        picture("method-compared")
        program.click("compare:close")
        program.click("variant:1")
        program.click("put-in-force")
        picture("method-decision")
        tab_to(program, "decision:cancel")  # below the warnings, which come before it
        program.screen.keys("space")
        sized.click(program.ask("matrix_cell", 2, 2)["rect"], times=2)
        program.wait(lambda: program.ask("widget", "cell-p"), "the cell can be edited")
        picture("method-by-hand")
        program.screen.keys("ctrl+a")
        program.screen.write("1")
        program.screen.keys("Return")
        picture("method-problem")
        program.screen.keys(PAGES["quality"])
        program.wait(lambda: program.ask("window")["page"] == "quality", "the page of quality and risk is shown")
        tab_with_mouse(program, {"de": "Was gemessen wird", "en": "What is measured"}[language])
        picture("quality-choice")
        program.click("evaluation:monte_carlo")
        program.click("evaluation:seconds")
        type_into(program, "2")
        program.click("evaluation:compute")
        program.wait(lambda: program.widget("evaluation:report").get("enabled"), "variants are evaluated", 4 * PATIENCE)
        picture("quality-board")
        tab_with_mouse(program, {"de": "Kriterien", "en": "Criteria"}[language])
        program.wait(lambda: not program.ask("window")["busy"], "the criteria are computed", 4 * PATIENCE)
        picture("quality-criteria")
        program.quit()
        assert clipped == []
    finally:
        said = program.close()
    assert said == ""
