"""Text as large as the system or the screen asks for, on screens of their own: nothing is clipped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.conftest import want_screen
from tests.journeys.screen import ROOT, Screen
from tests.kit.examples import FEW


def looked_at(screen: Screen, folder: Path, *places: str, **environment: str) -> dict[str, dict[str, object]]:
    """What `room` says of these places on a screen."""
    given = {**screen.environment(), "QT_QPA_PLATFORM": "xcb", "CKM_LANGUAGE": "en", **environment}
    given.pop("QT_QPA_PLATFORMTHEME", None)
    run = subprocess.run(
        [sys.executable, "-m", "tests.journeys.room", str(folder), *places],
        cwd=ROOT, env=given, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found: dict[str, dict[str, object]] = json.loads(run.stdout.splitlines()[-1])
    return found


LOOKED_AT = ("table", "studio") if FEW else ("start", "table", "studio")


@pytest.mark.thorough
def test_a_system_font_of_20_points_is_followed_and_clips_nothing(tmp_path: Path) -> None:
    (tmp_path / "kdeglobals").write_text("[General]\nfont=Noto Sans,20,-1,5,50,0,0,0,0,0\n", encoding="utf-8")
    want_screen()
    screen = Screen(1280, 800)
    try:
        found = looked_at(
            screen, tmp_path, *LOOKED_AT,
            XDG_CONFIG_HOME=str(tmp_path), XDG_CURRENT_DESKTOP="KDE", KDE_SESSION_VERSION="5",
        )  # fmt: skip
    finally:
        screen.close()
    assert found == {place: {"points": 20.0, "row": 48, "clipped": []} for place in LOOKED_AT}


@pytest.mark.thorough
def test_a_screen_of_twice_the_scale_clips_nothing(tmp_path: Path) -> None:
    want_screen()
    screen = Screen(2560, 1600)
    try:
        found = looked_at(screen, tmp_path, *LOOKED_AT, QT_SCALE_FACTOR="2")
    finally:
        screen.close()
    assert found == {place: {"points": 10.0, "row": 24, "clipped": []} for place in LOOKED_AT}
