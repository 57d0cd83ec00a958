"""Smoke test of the bundle: `python installer/smoke.py dist/ckmdesk` starts both programs and looks at what they do.

The environment is empty but for a home folder that nobody has used. The programs must leave their files and print
nothing else. Prints size and times, and what could not be tried; ends with 1 and one line where something is wrong.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "installer")]

import smoke_conditions  # noqa: E402
import smoke_mouse  # noqa: E402
import smoke_screen  # noqa: E402
from frozen import DEMO_FILES, PATIENCE_SECONDS, Wrong, empty_environment, program, run  # noqa: E402

PERSONS = "sex,age,rkey\n1,30,0.601944127\n2,30,0.853101234\n1,40,0.344801234\n"
PTABLE = "\n".join((
    "i,j,p,v,p_int_lb,p_int_ub,type",
    "0,0,1,0,0,1,all",
    "1,0,0.5,-1,0,0.5,all", "1,2,0.5,1,0.5,1,all",
    "2,1,0.25,-1,0,0.25,all", "2,2,0.5,0,0.25,0.75,all", "2,3,0.25,1,0.75,1,all", "",
))  # fmt: skip
# By hand: the keys of all three add up to 1.799846595, and .799846595 lies in the last interval of the last row.
TOTAL_LINE = "Total,Total,3,0.799846595,1,4,internal"


def check_desk(folder: Path, home: Path) -> None:
    """The sample in the window, its table in two files, a picture; and not a word besides their names."""
    output = home / "demo"
    lines, seconds = run([program(folder, "ckmdesk"), "--sample", "--offscreen-demo", str(output)], home)
    expected = [str(output / name) for name in DEMO_FILES]
    if lines != expected:
        raise Wrong("unexpected output of ckmdesk: " + " / ".join(line for line in lines if line not in expected))
    for name in DEMO_FILES:
        if not (output / name).is_file() or not (output / name).stat().st_size:
            raise Wrong(f"{name} is missing or empty")
    # The first minute of the sample: sex was put into the columns.
    if "male" not in (output / "sample-table.csv").read_text(encoding="utf-8-sig"):
        raise Wrong("the table does not show what was put into its columns")
    print(f"ckmdesk: sample, table and picture in {seconds:.1f} s")


def check_german(folder: Path, home: Path) -> None:
    """The translations are in the bundle."""
    output = home / "german"
    run([program(folder, "ckmdesk"), "--sample", "--language", "de", "--offscreen-demo", str(output)], home)
    if "Statistik: " not in (output / "sample-table.csv").read_text(encoding="utf-8-sig"):
        raise Wrong("the window speaks no German")


def check_kernel(folder: Path, home: Path) -> None:
    """The window is up and compiles the scan kernel into the user's cache, and nowhere else."""
    begin = time.monotonic()
    cache = home / (".cache" if sys.platform != "win32" else "") / "ckmdesk"
    up = 0.0
    command, quiet = [program(folder, "ckmdesk")], subprocess.DEVNULL
    with subprocess.Popen(command, cwd=home, env=empty_environment(home), stdout=quiet, stderr=quiet) as window:
        try:
            while not [*cache.glob("numba-*/**/*.nbc"), *cache.glob("loops/*.loops")]:
                if window.poll() is not None or time.monotonic() - begin > PATIENCE_SECONDS:
                    raise Wrong("the window compiles no scan kernel")
                # The kernel's folder is made by the first job after the first paint.
                up = up or (time.monotonic() - begin if cache.is_dir() else 0.0)
                time.sleep(0.01)
        finally:
            window.terminate()
    seconds = time.monotonic() - begin
    print(f"ckmdesk: window up and numba loaded after {up:.2f} s, first loop compiled after {seconds:.1f} s")
    if list(folder.rglob("*.nbc")):
        raise Wrong("compiled code was written into the program's folder")


def check_command(folder: Path, home: Path) -> None:
    """A protected table of three records."""
    (home / "persons.csv").write_text(PERSONS, encoding="utf-8")
    (home / "ptable.csv").write_text(PTABLE, encoding="utf-8")
    arguments = "--data persons.csv --rows sex,age --record-key rkey --ptable ptable.csv --internal -o table.csv"
    lines, seconds = run([program(folder, "ckm"), "--language", "en", "table", *arguments.split()], home)
    # Three record keys and so small a table are below the floor, and that is said of them.
    first, *rules = lines or [""]
    expected = "table.csv: internal and confidential, never a release."
    if first != expected or not all(re.match(r"F\d", rule) for rule in rules):
        raise Wrong("unexpected output of ckm: " + " / ".join(lines))
    if TOTAL_LINE not in (home / "table.csv").read_text(encoding="utf-8-sig").splitlines():
        raise Wrong("ckm table gives another total than " + TOTAL_LINE)
    print(f"ckm: a table of three records in {seconds:.1f} s")
    arguments = "--data persons.csv --rows sex,age --method rounding --base 5 -o table.pdf"
    lines, seconds = run([program(folder, "ckm"), "--language", "en", "table", *arguments.split()], home)
    if not (home / "table.pdf").read_bytes().startswith(b"%PDF-1.7"):
        raise Wrong("no PDF: " + " / ".join(lines))
    print(f"ckm: its pages in {seconds:.1f} s")


def check_policy(folder: Path, home: Path) -> None:
    """What the computer decides is told, and a file that is no policy is refused."""
    (home / "policy.json").write_text("{}", encoding="utf-8")
    done = subprocess.run(
        [program(folder, "ckm"), "--language", "en", "policy", "policy.json"],
        cwd=home,
        env=empty_environment(home),
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    if done.returncode == 0 or b"policy.json" not in done.stdout + done.stderr:
        raise Wrong("a file that is no policy was taken for one")


def check_places(folder: Path, home: Path) -> None:
    """From a folder with blanks and umlauts that nobody may write to; without a home folder; with one that is full."""
    if sys.platform == "win32":
        return
    # Hard links: the same files in another place, at once. (A link to the folder would be resolved.)
    place = Path(tempfile.mkdtemp(prefix="Büro für Statistik ", dir=folder.parent))
    try:
        other = place / folder.name
        shutil.copytree(folder, other, symlinks=True, copy_function=os.link)
        for one in (other, *(path for path in other.rglob("*") if path.is_dir() and not path.is_symlink())):
            one.chmod(0o555)
        output = home / "demo"
        expected = [str(output / name) for name in DEMO_FILES]
        for what, environment in (
            ("a read-only folder with umlauts", {}),
            ("no home folder", {"HOME": str(home / "nowhere" / "at all")}),
            (
                "a home folder that takes nothing",
                {"HOME": "/proc", "XDG_CACHE_HOME": "/proc", "XDG_CONFIG_HOME": "/proc"},
            ),
        ):
            command = [str(other / "ckmdesk"), "--sample", "--offscreen-demo", str(output)]
            lines, seconds = run(command, home, **environment)
            if lines != expected:
                raise Wrong(f"{what}: " + " / ".join(line for line in lines if line not in expected))
            print(f"ckmdesk: {what}: fine, {seconds:.1f} s")
    finally:
        for one in (place, *place.rglob("*")):
            if one.is_dir() and not one.is_symlink():
                one.chmod(0o755)
        shutil.rmtree(place)


def check_no_network(folder: Path, home: Path) -> None:
    """No internet socket in the whole list of system calls, and the same without any network interface."""
    output, calls = home / "demo", home / "calls"
    demo = [program(folder, "ckmdesk"), "--sample", "--offscreen-demo", str(output)]
    if shutil.which("strace"):
        run(["strace", "-f", "-qq", "-e", "trace=socket,connect,sendto", "-o", str(calls), *demo], home)
        found = [line for line in calls.read_text(encoding="utf-8", errors="replace").splitlines() if "AF_INET" in line]
        if found:
            raise Wrong("a network socket was opened: " + found[0])
        print("ckmdesk: no internet socket among its system calls")
    if shutil.which("unshare") and os.geteuid() == 0:
        lines, _ = run(["unshare", "--net", *demo], home)
        if [line for line in lines if not line.startswith(str(output))]:
            raise Wrong("without a network: " + " / ".join(lines))
        print("ckmdesk: runs in a network namespace without interfaces")


CHECKS = (
    check_desk,
    check_german,
    check_kernel,
    check_command,
    check_policy,
    check_places,
    check_no_network,
    *smoke_conditions.CHECKS,
    *smoke_mouse.CHECKS,
    *smoke_screen.CHECKS,
)


def main(folder: Path) -> int:
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    print(f"{folder.name}: {size / 1e6:.0f} MB")
    try:
        for check in CHECKS:
            with tempfile.TemporaryDirectory() as home:
                check(folder, Path(home))
    except (Wrong, OSError, subprocess.TimeoutExpired) as wrong:
        print(f"FAILED: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
