"""The bundle on a screen of its own (Xvfb, xdotool): a small screen, one without OpenGL, two at one statistic, a disk
that fills up under an open statistic, ten sessions at once.

What the windows hold is read off their titles and off the files; the first minute by mouse is in smoke_mouse.py.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from frozen import PATIENCE_SECONDS, Wrong, empty_environment, program, said
from smoke_conditions import may_mount, untried

from tests.journeys.screen import Screen, lacking

SESSIONS = 10
# Where Mesa's drivers lie: without them nothing can draw by OpenGL.
DRIVERS = ("/usr/lib/x86_64-linux-gnu/dri", "/usr/lib/aarch64-linux-gnu/dri")
UNSAVED = "*"
# Between two looks: each starts xdotool.
PAUSE_SECONDS = 0.1


@contextmanager
def screen(width: int = 1280, height: int = 800, *more: str) -> Iterator[Screen]:
    # A server that begins anew when its last window goes refuses the next one for a moment.
    made = Screen(width, height, "-noreset", *more)
    try:
        yield made
    finally:
        made.close()


class Seat:
    """Somebody in front of the program: a window on a screen, a home of their own."""

    def __init__(
        self, desk: Screen, folder: Path, home: Path, *arguments: str, before: Sequence[str] = (), **environment: str
    ) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.desk, self._begin = desk, time.monotonic()
        given = {**empty_environment(home), "DISPLAY": desk.display, "QT_QPA_PLATFORM": "xcb"}
        self._log = (home / "printed").open("w+b")
        self.process = subprocess.Popen(
            [*before, program(folder, "ckmdesk"), *arguments],
            cwd=home,
            env={**given, "PATH": os.environ["PATH"], **environment},
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self.seconds = 0.0

    def windows(self) -> list[tuple[str, str]]:
        """The windows of this program that are seen, from the lowest up: their number and title."""
        asked = ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid), "--name", "."]
        found = self._ask(asked).split()
        return [(one, self._ask(["xdotool", "getwindowname", one]).strip()) for one in found]

    def _ask(self, words: list[str]) -> str:
        done = subprocess.run(words, env=self.desk.environment(), capture_output=True, text=True, check=False)
        return done.stdout

    def titles(self) -> list[str]:
        return [title for _, title in self.windows()]

    def wait(self, holds: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            if self.process.poll() is not None:
                raise Wrong(f"{what}: the program ended with {self.process.returncode}: {self.printed()}")
            if time.monotonic() > end:
                raise Wrong(f"waited in vain: {what}; windows: {self.titles()}; printed: {self.printed()}")
            time.sleep(PAUSE_SECONDS)

    def up(self, title: str) -> None:
        """Wait for the window with this in its title, and give it the keyboard; `seconds` since the start."""
        self.wait(lambda: any(title in one for one in self.titles()), f"a window “{title}”")
        self.seconds = self.seconds or time.monotonic() - self._begin
        self.focus()

    def focus(self) -> None:
        self.desk.xdotool("windowfocus", "--sync", self.windows()[-1][0])

    def size(self) -> tuple[int, int, int, int]:
        """Left, top, width, height of the window."""
        shell = self._ask(["xdotool", "getwindowgeometry", "--shell", self.windows()[0][0]])
        told = dict(line.split("=") for line in shell.splitlines())
        return int(told["X"]), int(told["Y"]), int(told["WIDTH"]), int(told["HEIGHT"])

    def printed(self) -> list[str]:
        self._log.flush()
        return said(Path(self._log.name).read_bytes())

    def leave(self) -> None:
        """Ctrl+Q, a clean end, and not a word in the log."""
        for _ in range(10):  # where another window has just gone, the screen may take the keyboard away once more
            if not self.windows():
                break
            self.focus()
            self.desk.keys("ctrl+q")
            comes(lambda: not self.windows())
        if self.process.wait(PATIENCE_SECONDS) or self.printed():
            raise Wrong(f"ended with {self.process.returncode}: " + " / ".join(self.printed()))

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._log.close()


@contextmanager
def seated(*people: Seat) -> Iterator[None]:
    try:
        yield
    finally:
        for one in people:
            one.end()


def check_small_screen(folder: Path, home: Path) -> None:
    """On 1024 x 768 the window lies within the screen."""
    with screen(1024, 768) as desk:
        seat = Seat(desk, folder, home, "--sample")
        with seated(seat):
            seat.up("Higher education")
            seat.wait(lambda: seat.size() == (0, 0, 1024, 768), f"a window within the screen, not {seat.size()}")
            seat.leave()
    print("ckmdesk: on a screen of 1024 x 768 the window is as large as the screen")


def check_no_opengl(folder: Path, home: Path) -> None:
    """On a screen without GLX, and where it can be hidden, without any driver that draws by OpenGL."""
    hidden = [place for place in DRIVERS if Path(place).is_dir()] if may_mount() else []
    script = "".join(f"mount -t tmpfs tmpfs {place} && " for place in hidden) + 'exec "$0" "$@"'
    before = ["unshare", "--mount", "sh", "-c", script] if hidden else []
    with screen(1280, 800, "-extension", "GLX") as desk:
        seat = Seat(desk, folder, home, "--sample", before=before)
        with seated(seat):
            seat.up("Higher education")
            seat.leave()
    print("ckmdesk: draws on a screen without OpenGL" + (", drivers hidden" if hidden else ""))


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def save_sample(desk: Screen, folder: Path, home: Path, path: Path) -> None:
    """Keeps the sample as a statistic, by keys."""
    seat = Seat(desk, folder, home, "--sample")
    with seated(seat):
        seat.up("Higher education")
        seat.wait(lambda: change(seat), "the sample can be changed")
        desk.keys("ctrl+s")
        seat.up("Save statistic")
        desk.keys("ctrl+a")
        desk.write(str(path))
        desk.keys("Return")
        seat.up(f"({path.name}) ")
        seat.leave()


def change(seat: Seat) -> bool:
    """Rows and columns of the table are swapped: whether the title marks the statistic as not saved then."""
    seat.desk.keys("ctrl+t")
    return comes(lambda: any(UNSAVED in one for one in seat.titles()))


def comes(holds: Callable[[], object], seconds: float = 3.0) -> bool:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE_SECONDS)
    return True


def check_two_at_one_statistic(folder: Path, home: Path) -> None:
    """The second reads only: it overwrites nothing and takes no lock, not even one that was left behind."""
    path = home / "statistic.ckm"
    with screen() as desk, screen() as other:
        save_sample(desk, folder, home / "first", path)
        kept, lock = digest(path), lock_of(path)
        if lock.exists():
            raise Wrong("the lock stays behind a clean end")
        first = Seat(desk, folder, home / "first", str(path))
        second = Seat(other, folder, home / "second", str(path), "--language", "en")
        with seated(first, second):
            first.up(path.name)
            second.up(path.name)
            holder = json.loads(lock.read_bytes())["pid"]
            writer, reader = (first, second) if holder == first.process.pid else (second, first)
            if holder != writer.process.pid or not change(reader):
                raise Wrong("the second cannot look at the statistic")
            reader.desk.keys("ctrl+s")
            # What is open read-only can be kept under another name only.
            reader.up("Save statistic")
            reader.desk.keys("Escape")
            if digest(path) != kept or not change(writer):
                raise Wrong("the second wrote into the statistic of the first")
            writer.desk.keys("ctrl+s")
            writer.wait(lambda: digest(path) != kept, "the first can save")
            kept = digest(path)
            writer.process.send_signal(signal.SIGKILL)
            writer.process.wait()
            third = Seat(writer.desk, folder, home / "third", str(path))
            with seated(third):
                third.up(path.name)
                if not change(third):
                    raise Wrong("a statistic with a lock that was left behind cannot be looked at")
                third.desk.keys("ctrl+s")
                third.up("Save statistic")
                if json.loads(lock.read_bytes())["pid"] != holder or digest(path) != kept:
                    raise Wrong("a lock that was left behind was taken over without being asked")
    print("ckmdesk: two at one statistic: the second only reads; a lock left behind is not taken over unasked")


def check_disk_that_fills_up(folder: Path, home: Path) -> None:
    """Saving on a full disk: the file stays as it was, the work in the window, and it is saved once there is room."""
    if not may_mount():
        untried("a disk that fills up", "root with unshare")
        return
    small = home / "small"
    small.mkdir()
    with screen() as desk:
        save_sample(desk, folder, home / "first", home / "statistic.ckm")
        script = f'mount -t tmpfs -o size=4m tmpfs {small} && cp {home}/statistic.ckm {small} && exec "$0" "$@"'
        before = ["unshare", "--mount", "sh", "-c", script]
        seat = Seat(desk, folder, home / "first", str(small / "statistic.ckm"), before=before)
        with seated(seat):
            seat.up("statistic.ckm")
            # The disk as the program sees it.
            seen = Path(f"/proc/{seat.process.pid}/root") / small.relative_to("/")
            path, filler = seen / "statistic.ckm", seen / "filler"
            kept = digest(path)
            if not change(seat):
                raise Wrong("the statistic cannot be changed")
            fill(filler)
            desk.keys("ctrl+s")
            if comes(lambda: not any(UNSAVED in one for one in seat.titles())):
                raise Wrong("on a full disk the statistic is said to be saved")
            left = sorted(one.name for one in seen.iterdir())
            if digest(path) != kept or left != ["filler", "statistic.ckm", "statistic.ckm.lock"]:
                raise Wrong("on a full disk the file was changed: " + ", ".join(left))
            filler.unlink()
            desk.keys("ctrl+s")
            seat.wait(lambda: not any(UNSAVED in one for one in seat.titles()), "saved once there is room")
            if digest(path) == kept:
                raise Wrong("once there is room nothing is saved")
            seat.leave()
    print("ckmdesk: a disk that fills up: the file stays whole, the work is saved once there is room")


def fill(filler: Path) -> None:
    """A file that takes what room there is."""
    with filler.open("wb", buffering=0) as stream:
        try:
            while stream.write(bytes(4096)) == 4096:
                pass
        except OSError:
            return


def check_ten_sessions(folder: Path, home: Path) -> None:
    """Ten people on one computer start at once, each bound to one thread; none of them waits in vain, none fails."""
    with screen() as desk, ExitStack() as stack:
        people = []
        for number in range(SESSIONS):
            own = home / str(number)
            settings = own / ".config" / "ckmdesk" / "ckmdesk.ini"
            settings.parent.mkdir(parents=True)
            settings.write_text("[General]\nversion=1\nthreads=1\n", encoding="ascii")
            people.append(Seat(desk, folder, own, "--sample"))
            stack.enter_context(seated(people[-1]))
        for one in people:
            one.up("Higher education")
        for one in people:
            one.wait(lambda one=one: idle(one.process.pid), "the table is computed")
        shared = [memory(one.process.pid, "Pss") for one in people]
        own_memory = [memory(one.process.pid, "Private_Dirty") for one in people]
        threads = [len(list(Path(f"/proc/{one.process.pid}/task").iterdir())) for one in people]
        last = max(one.seconds for one in people)
        if printed := [line for one in people for line in one.printed()]:
            raise Wrong(f"{SESSIONS} at once: " + " / ".join(printed))
    print(
        f"ckmdesk: {SESSIONS} at once: all windows after {last:.0f} s, {max(shared):.0f} MB each with what they share"
        f" ({max(own_memory):.0f} MB of its own), {max(threads)} threads each"
    )


def memory(pid: int, kind: str) -> float:
    """Megabytes of a process. Pss: its own, and its part of what several share."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(kind + ":")) * 1024 / 1e6


def idle(pid: int) -> bool:
    """Whether a program did next to nothing for half a second."""

    def ticks() -> int:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    before = ticks()
    time.sleep(0.5)
    return ticks() - before <= 2


def where_there_is_a_screen(check: Callable[[Path, Path], None]) -> Callable[[Path, Path], None]:
    """The check, where a screen can be made and driven."""

    def tried(folder: Path, home: Path) -> None:
        if missing := lacking():
            untried(check.__name__.removeprefix("check_").replace("_", " "), ", ".join(missing))
        else:
            check(folder, home)

    return tried


CHECKS = tuple(
    where_there_is_a_screen(check)
    for check in (
        check_small_screen,
        check_no_opengl,
        check_two_at_one_statistic,
        check_disk_that_fills_up,
        check_ten_sessions,
    )
)
