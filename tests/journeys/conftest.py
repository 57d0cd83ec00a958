"""What journeys share: one screen, programs on it; where CKM_JOURNEY_PICTURES names a folder, a picture of each end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.journeys.screen import Program, Screen, lacking
from tests.journeys.stories import BY_KEYS, DAILY
from tests.kit.desk_fixtures import (
    collected_between_tests,
    desk,
    german,
    keys_of_any_kind,
    nothing_left_over,
    plain_pages,
    settings,
    theme,
    window,
)

if TYPE_CHECKING:
    from tests.journeys.ear import Buses

# The fixtures of the desk's tests serve here, too.
__all__ = [
    "collected_between_tests",
    "desk",
    "german",
    "keys_of_any_kind",
    "nothing_left_over",
    "plain_pages",
    "settings",
    "theme",
    "window",
]

Start = Callable[..., Program]


def pytest_configure(config: pytest.Config) -> None:
    # A warning of Qt fails a test; these are said by the platform without a screen about every window.
    for thing in ("propagateSizeHints", r"raise\(\)", "grabbing the keyboard"):
        config.addinivalue_line("qt_log_ignore", f"This plugin does not support {thing}")


@pytest.hookimpl(tryfirst=True)  # before tests that take long are skipped
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the journeys on a screen that are not `DAILY` to --thorough."""
    for item in items:
        on_screen = "screen" in getattr(item, "fixturenames", ()) or "sized" in getattr(item, "fixturenames", ())
        if item.path.parent == Path(__file__).parent and on_screen and f"{item.path.name}::{item.name}" not in DAILY:
            item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The user's cache, for all programs of the session: the kernel is compiled once."""
    return tmp_path_factory.mktemp("cache")


def want_screen() -> None:
    """Skip where a real window cannot be driven; on Linux with CI set that is a failure."""
    if sys.platform != "linux":
        pytest.skip("journeys drive an X screen (Xvfb, xdotool), which there is on Linux only")
    missing = lacking()
    if missing and os.environ.get("CI"):
        pytest.fail("journeys need " + ", ".join(missing))
    if missing:
        pytest.skip("journeys need " + ", ".join(missing))


@pytest.fixture(scope="session")
def screen(german: None) -> Iterator[Screen]:
    want_screen()
    made = Screen()
    yield made
    made.close()


@pytest.fixture
def buses(screen: Screen, tmp_path: Path) -> Iterator[Buses]:
    """A session bus and an accessibility bus; skipped where there are none, but with CI set that is a failure."""
    from tests.journeys.ear import Buses, lacking

    missing = lacking()
    if missing and os.environ.get("CI"):
        pytest.fail("an ear needs " + ", ".join(missing))
    if missing:
        pytest.skip("an ear needs " + ", ".join(missing))
    made = Buses(tmp_path / "buses")
    yield made
    made.close()


@pytest.fixture
def start(screen: Screen, cache: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Start]:
    """Starts programs that share a home; a journey must end with a silent log. A story by keys has no mouse.

    With CKM_QUIET set, on a machine that does nothing else, no event of the window may wait for a tenth of a second.
    """
    running: list[Program] = []
    stalls = tmp_path / "stalls"
    watched = {"CKM_STALLS": str(stalls)} if os.environ.get("CKM_QUIET") else {}
    screen.mouse = f"{request.path.name}::{request.node.name}" not in BY_KEYS

    def begin(*arguments: str, language: str = "de") -> Program:
        program = Program(screen, tmp_path / "home", cache, *arguments, language=language, extra=watched)
        running.append(program)
        return program

    screen.gestures = 0
    yield begin
    folder = os.environ.get("CKM_JOURNEY_PICTURES")
    if folder and running:
        name = request.node.name.replace("[", "-").replace("]", "")  # `import` takes brackets for a pattern
        screen.picture(Path(folder) / f"end-of-{name}.png")
    said = [program.close() for program in running]
    assert "".join(said) == ""
    assert not stalls.exists(), stalls.read_text(encoding="utf-8")
