"""The programs of a bundle as the smoke test starts them: in an environment that is empty but for a home folder.

Only the standard library is needed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

PATIENCE_SECONDS = 120
DEMO_FILES = ("sample-table.xlsx", "sample-table.csv", "screenshot.png")
# strace and unshare are found by it; the programs themselves need none.
PATH = {"PATH": os.environ.get("PATH", "")} if sys.platform == "linux" else {}
# Said about every window by Qt's platform without a screen.
KNOWN_LINES = {"This plugin does not support propagateSizeHints()"}


class Wrong(Exception):
    """What the bundle did otherwise than expected."""


def program(folder: Path, name: str) -> str:
    return str(folder / (name + ".exe" if sys.platform == "win32" else name))


def empty_environment(home: Path) -> dict[str, str]:
    """No variable of this session but what Windows cannot start a program without."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "WINDIR") if name in os.environ}
    places = {"HOME": home, "USERPROFILE": home, "APPDATA": home, "LOCALAPPDATA": home, "TEMP": home, "TMP": home}
    # Under the C locale Qt says at length that it takes UTF-8 instead.
    steady = {"QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"}
    return {**kept, **{name: str(place) for name, place in places.items()}, **steady}


def said(output: bytes) -> list[str]:
    """What a program printed, without known lines."""
    lines = output.decode("utf-8", errors="replace").splitlines()
    return [line for line in lines if line.strip() and line not in KNOWN_LINES]


def run(command: list[str], home: Path, *, code: int = 0, **environment: str) -> tuple[list[str], float]:
    """What a program printed (without known lines) and the seconds it took; raises Wrong where it ended otherwise."""
    begin = time.monotonic()
    done = subprocess.run(
        command,
        cwd=home,
        env={**empty_environment(home), **PATH, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    lines = said(done.stdout + done.stderr)
    if done.returncode != code:
        raise Wrong(f"{Path(command[0]).name} ended with {done.returncode}: " + " / ".join(lines[-5:]))
    return lines, time.monotonic() - begin
