"""The file of a statistic: opening and saving, against the code from before the file was authenticated as a whole.

The former code comes out of this checkout's own history. Each side runs in a process of its own and acts by turns.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.report import Timing

ROOT = Path(__file__).resolve().parents[1]
# The last commit that wrote files without generation, checksum and tag (version 8).
FORMER = "844b096c7aa7c027c75389e63d6da8ae42654afa"
FORMER_VERSION, NO_ARCHIVE = 8, "the commit before the tag is not here: no git, or a history that was cut off"
SETTLED_RUNS = 5
DEEDS = {
    "open": "opening the sample statistic",
    "save": "saving the sample statistic",
    "open sealed": "opening a sealed statistic",
}
NOTES = {
    "open": "open_statistic, without roles",
    "save": "save_statistic over the file that was opened, its lock held as the window holds it",
    "open sealed": "open_statistic with the passphrase of the first of two roles",
}

# Runs with the code of either commit: it names what each has. Answers each deed by its seconds.
SIDE = """
import gc, sys, time
from dataclasses import replace
from pathlib import Path
import ckmcore
try:
    from ckmcore.statistic.sample import sample_statistic
except ImportError:  # the former code has it elsewhere
    from ckmcore.sample import sample_statistic
from ckmcore.statistic import lock
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.seal import Secret, make_seal

code, folder, sealed_too = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "sealed"
assert code.resolve() in Path(ckmcore.__file__).resolve().parents, "this is other code than was asked for"
path, closed = folder / "sample.ckm", folder / "sealed.ckm"
statistic = sample_statistic("de")
assert lock.acquire(path) is None
stamp = save_statistic(statistic, path)
assert open_statistic(path)[0] == statistic
clerk, other = Secret.passphrase("eine Zeile vom Amt"), Secret.passphrase("noch eine andere Zeile")
if sealed_too:
    save_statistic(replace(statistic, seal=make_seal({"clerk": clerk, "methodologist": other})[0]), closed)
    assert open_statistic(closed, clerk)[0].title == statistic.title
gc.disable()
print(path, flush=True)
for line in sys.stdin:
    deed = line.strip()
    gc.collect()
    begin = time.perf_counter()
    if deed == "open":
        made = open_statistic(path)
    elif deed == "save":
        stamp = save_statistic(statistic, path, stamp)
    else:
        made = open_statistic(closed, clerk)
    print(time.perf_counter() - begin, flush=True)
lock.release(path)
"""


class SideWrong(Exception):
    """One of the sides is not the code that it should be, or ended: its time means nothing."""


def measure(runs: dict[str, int]) -> list[tuple[Timing, Timing]]:
    """Ours and the former code, for each deed so many pairs; nothing where the history does not reach back."""
    with tempfile.TemporaryDirectory() as name:
        before = Path(name) / "before"
        if not take_out(before):
            return []
        sealed = "open sealed" in runs
        with side(ROOT, Path(name) / "ours", sealed) as ours, side(before, Path(name) / "theirs", sealed) as theirs:
            versions = [version_of(one / "sample.ckm") for one in (Path(name) / "ours", Path(name) / "theirs")]
            if not versions[0] > versions[1] == FORMER_VERSION:
                raise SideWrong(f"the sides write files of versions {versions[0]} and {versions[1]}")
            return [pairs(deed, ours, theirs, count) for deed, count in runs.items()]


def pairs(deed: str, ours: subprocess.Popen[str], theirs: subprocess.Popen[str], count: int) -> tuple[Timing, Timing]:
    """One deed by both sides, `count` times by turns; who begins changes, so that a busy machine hinders both alike."""
    seconds: dict[int, list[float]] = {0: [], 1: []}
    for run in range(count + SETTLED_RUNS):
        for one in (0, 1) if run % 2 else (1, 0):
            seconds[one].append(act((ours, theirs)[one], deed))
    mine, former = (tuple(seconds[one][SETTLED_RUNS:]) for one in (0, 1))
    how = "in pairs with the former code, each side in a process of its own, files warm, after the first time"
    note = f"{NOTES[deed]}; {how}"
    words = f"the same by the code of commit {FORMER[:7]}, from before the whole file was authenticated"
    return Timing(DEEDS[deed], mine, note), Timing(f"{DEEDS[deed]}, before", former, words)


def act(process: subprocess.Popen[str], deed: str) -> float:
    """Seconds of one deed, as the side itself has measured them."""
    if process.stdin is None or process.stdout is None:
        raise SideWrong("a side that cannot be asked")
    process.stdin.write(deed + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise SideWrong(f"a side ended at: {deed}")
    return float(answer)


@contextmanager
def side(code: Path, folder: Path, sealed: bool) -> Iterator[subprocess.Popen[str]]:
    """A process that runs the code in `code` and keeps its files in `folder`."""
    folder.mkdir()
    command = [sys.executable, "-c", SIDE, str(code), str(folder), "sealed" if sealed else ""]
    surroundings = {**os.environ, "PYTHONPATH": str(code), "PYTHONUTF8": "1"}
    with subprocess.Popen(
        command, cwd=code, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdout is None or not process.stdout.readline():
            raise SideWrong("a side did not begin")
        yield process


def take_out(folder: Path, commit: str = FORMER, root: Path = ROOT) -> bool:
    """Write the engine of a commit into `folder`; False where git or the commit is not there."""
    try:
        command = ["git", "archive", "--format=tar", commit, "ckmcore"]
        done = subprocess.run(command, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return True


def version_of(path: Path) -> int:
    """The version that a file says of itself: SQLite keeps it in the bytes from 60 on."""
    return int.from_bytes(path.read_bytes()[60:64], "big")
