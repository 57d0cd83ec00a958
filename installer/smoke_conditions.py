"""The bundle where the computer is not as it should be: a wrong time, a full disk; on Linux, where the tools are.

A check says in one line what it found, or what it lacked to be tried.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from frozen import DEMO_FILES, PATIENCE_SECONDS, Wrong, empty_environment, program, run

ROOT = Path(__file__).resolve().parents[1]
STATISTIC = ROOT / "tests" / "ckmcore" / "kept" / "0.1.0" / "statistic.ckm"
# Of Debian's package faketime; for programs with several threads.
FAKETIME = "*/faketime/libfaketimeMT.so.1"
# The battery of the clock is empty; a digit was mistyped.
TIMES = ("1970-01-02 00:00:00", "2110-01-01 00:00:00")
# A library of times that goes on as long as it says: sleeping and waiting take the time they take.
STEADY = {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}


def untried(what: str, lacking: str) -> None:
    print(f"{what}: not tried, there is no {lacking}")


def may_mount() -> bool:
    """Whether file systems of one's own can be put in place: root, and unshare."""
    return sys.platform == "linux" and os.geteuid() == 0 and shutil.which("unshare") is not None


def check_clock(folder: Path, home: Path) -> None:
    """Years back and years ahead: the same table; a statistic is held under the time that the computer says."""
    library = next(Path("/usr/lib").glob(FAKETIME), None)
    if library is None:
        untried("a wrong time", "libfaketime")
        return
    output, path = home / "demo", home / "statistic.ckm"
    shutil.copyfile(STATISTIC, path)
    demo = [program(folder, "ckmdesk"), "--sample", "--offscreen-demo", str(output)]
    tables = []
    for moment in TIMES:
        wrong = {**STEADY, "LD_PRELOAD": str(library), "FAKETIME": "@" + moment}
        lines, _ = run(demo, home, **wrong)
        if lines != [str(output / name) for name in DEMO_FILES]:
            raise Wrong(f"in {moment[:4]}: " + " / ".join(lines))
        tables.append((output / "sample-table.csv").read_bytes())
        seen = held_since(folder, home, path, wrong)
        if seen[:4] != moment[:4]:
            raise Wrong(f"the program did not see {moment[:4]} but {seen}")
    if tables[0] != tables[1]:
        raise Wrong("the table depends on the time")
    print("ckmdesk: in 1970 and in 2110 the same table, and a statistic opens")


def held_since(folder: Path, home: Path, path: Path, environment: dict[str, str]) -> str:
    """Opens a statistic; since when it is held, as its lock says."""
    lock = path.with_name(path.name + ".lock")
    command = [program(folder, "ckmdesk"), str(path)]
    with subprocess.Popen(
        command,
        cwd=home,
        env={**empty_environment(home), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as window:
        try:
            end = time.monotonic() + PATIENCE_SECONDS
            while not lock.is_file() or not lock.read_bytes():
                if window.poll() is not None or time.monotonic() > end:
                    raise Wrong("the statistic was not opened")
                time.sleep(0.02)
            return str(json.loads(lock.read_bytes())["time"])
        finally:
            window.kill()
            window.wait()
            lock.unlink(missing_ok=True)


def check_full_disk(folder: Path, home: Path) -> None:
    """On a disk with room for one file of three: a sentence for what has none, and no half file."""
    if not may_mount():
        untried("a full disk", "root with unshare")
        return
    script = 'mkdir -p small && mount -t tmpfs -o size=16k tmpfs small && "$0" "$@"; code=$?; ls -A small/*; exit $code'
    demo = [program(folder, "ckmdesk"), "--sample", "--offscreen-demo", str(home / "small" / "demo")]
    lines, _ = run(["unshare", "--mount", "sh", "-c", script, *demo], home, code=1)
    sentence = next((line for line in lines if "no room left on the disk" in line), "")
    others = [line for line in lines if line != sentence]
    if not sentence or others != [str(home / "small" / "demo" / "sample-table.csv"), "sample-table.csv"]:
        raise Wrong("on a full disk: " + " / ".join(lines))
    print("ckmdesk: on a full disk: " + re.split(r"(?<=\.) ", sentence)[0])


def check_nothing_to_draw_on(folder: Path, home: Path) -> None:
    """No screen, or a library that Qt needs from the system is not there: a sentence, and no report of a crash."""
    if sys.platform != "linux":
        return
    (home / "libEGL.so.1").write_bytes(b"")
    lines, _ = run([program(folder, "ckmdesk"), "--sample"], home, code=1, LD_LIBRARY_PATH=str(home))
    if len(lines) != 1 or "the library libEGL.so.1" not in lines[0]:
        raise Wrong("without a library: " + " / ".join(lines))
    lines, _ = run([program(folder, "ckmdesk"), "--sample"], home, code=1, QT_QPA_PLATFORM="xcb")
    if len(lines) != 1 or "there is no screen here" not in lines[0] or list(home.rglob("*crash*")):
        raise Wrong("without a screen: " + " / ".join(lines))
    print("ckmdesk: without a screen, or a library of the system: says so")


CHECKS = (check_clock, check_full_disk, check_nothing_to_draw_on)
