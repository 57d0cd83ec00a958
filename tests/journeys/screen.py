"""A screen of its own (Xvfb), real mouse and keys (xdotool), the program on it, and pictures of it.

There is no window manager: where a person's would give a new dialog the keyboard, `Program.settle` does.
Nothing sleeps for luck: after every action a journey waits for what the action was to bring, and gives up by name.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.journeys.forked import Forked

NEEDED = ("Xvfb", "xdotool", "import")
PATIENCE = 30.0
SOON, LATER = 0.01, 0.1  # seconds from one look to the next: to answer is work that the program has not done meanwhile
ROOT = Path(__file__).resolve().parents[2]
STEPS = 10
MOST_SCROLLS, BAR = 40, 10


def lacking() -> list[str]:
    """The programs that journeys need and this machine does not have."""
    return [name for name in NEEDED if shutil.which(name) is None]


class Screen:
    """One Xvfb on a display that was free."""

    def __init__(self, width: int = 1280, height: int = 800, *more: str) -> None:
        """`more`: further arguments for Xvfb."""
        reader, writer = os.pipe()
        size = f"{width}x{height}x24"
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp", *more]
        self._server = subprocess.Popen(
            command, pass_fds=[writer], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(writer)
        with os.fdopen(reader) as answer:
            ready, _, _ = select.select([answer], [], [], PATIENCE)
            number = answer.readline().strip() if ready else ""
        if not number:
            self.close()
            raise RuntimeError("Xvfb did not start")
        self.display = ":" + number
        self.size = (width, height)
        self.mouse = True  # whether there is one
        self.gestures = 0  # of a hand: a click, double click or drag, a key or chord, a text that is typed

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE)

    def environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.display}

    def xdotool(self, *words: str) -> None:
        subprocess.run(
            ["xdotool", *words], env=self.environment(), check=True, stdin=subprocess.DEVNULL, capture_output=True
        )

    def focused(self) -> int:
        """The window that the screen sends its keys to; 0 where there is none."""
        done = subprocess.run(
            ["xdotool", "getwindowfocus", "-f"],
            env=self.environment(),
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        return int(done.stdout.strip() or 0)

    def picture(self, path: Path) -> None:
        """What is on the screen now."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.environment(), check=True)

    # --- mouse and keys ------------------------------------------------------------------------------------------

    def click(self, rect: list[int], button: int = 1, times: int = 1) -> None:
        assert self.mouse, "this journey goes by keys alone"
        self.gestures += 1
        x, y = middle(rect)
        self.xdotool("mousemove", str(x), str(y), "click", "--repeat", str(times), "--delay", "60", str(button))

    def wheel(self, rect: list[int], steps: int, *, down: bool = True) -> None:
        """Scroll what is there."""
        self.click(rect, 5 if down else 4, steps)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press, ten moves of 40 ms, one pixel more, 200 ms, release: Qt needs to see the drag on its way."""
        assert self.mouse, "this journey goes by keys alone"
        self.gestures += 1
        (x, y), (to_x, to_y) = start, end
        words = ["mousemove", str(x), str(y), "mousedown", "1"]
        for step in range(1, STEPS + 1):
            place = (x + (to_x - x) * step // STEPS, y + (to_y - y) * step // STEPS)
            words += ["sleep", "0.04", "mousemove", str(place[0]), str(place[1])]
        words += ["mousemove", str(to_x + 1), str(to_y), "sleep", "0.2", "mouseup", "1"]
        self.xdotool(*words)

    def keys(self, *keys: str) -> None:
        """Keys by their X names, such as Tab, ctrl+z, Return."""
        self.gestures += len(keys)
        self.xdotool("key", "--clearmodifiers", "--delay", "20", *keys)

    def write(self, text: str) -> None:
        """Type a text. A letter that no key has is given one only while it is typed: that must be long enough."""
        self.gestures += 1
        self.xdotool("type", "--clearmodifiers", "--delay", "8" if text.isascii() else "150", text)


def longer(pause: float) -> float:
    """Wait this long; returns how long to wait the next time."""
    select.select([], [], [], pause)
    return min(pause * 1.5, LATER)


def middle(rect: list[int]) -> tuple[int, int]:
    """The middle of a rectangle (left, top, width, height)."""
    return rect[0] + rect[2] // 2, rect[1] + rect[3] // 2


class Program:
    """ckmdesk on a screen, with a home of its own."""

    def __init__(
        self,
        screen: Screen,
        home: Path,
        cache: Path,
        *arguments: str,
        language: str = "de",
        extra: Mapping[str, str] | None = None,
        script: str = "eye.py",
    ) -> None:
        """extra: more of its environment, such as the bus on which a screen reader listens; script: what starts it."""
        home.mkdir(parents=True, exist_ok=True)
        kept = ("PATH", "LD_LIBRARY_PATH", "COVERAGE_PROCESS_START")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment |= {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_RUNTIME_DIR": str(home),
            "XDG_CACHE_HOME": str(cache),
            "DISPLAY": screen.display,
            "QT_QPA_PLATFORM": "xcb",
            "CKM_LANGUAGE": language,
            "LC_ALL": "C.UTF-8",
            "PYTHONUTF8": "1",
            "PYTHONFAULTHANDLER": "1",
            "PYTHONPATH": str(ROOT),
        } | dict(extra or {})
        self.screen = screen
        self._log = (home / "log.txt").open("a+", encoding="utf-8")
        self._rest = b""
        home.chmod(0o700)
        command = [str(Path(__file__).with_name(script)), *arguments]
        self._process = Forked(command, environment, home, self._log.fileno())
        self.pid = self._process.pid
        self.wait(lambda: self.ask("window")["shown"], "the window shows")
        self.settle()

    # --- looking -------------------------------------------------------------------------------------------------

    def ask(self, *question: str | int) -> dict[str, Any]:
        """The eye's answer to one question."""
        process = self._process
        process.stdin.write(json.dumps(question).encode() + b"\n")
        process.stdin.flush()
        while b"\n" not in self._rest:
            ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
            more = os.read(process.stdout.fileno(), 1 << 16) if ready else b""
            if not more:
                process.send_signal(signal.SIGABRT)  # what its threads are at stands in the log then
                code = process.wait(PATIENCE)
                raise AssertionError(f"the program does not answer {question} (exit {code}); it said: {self.log()}")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def comes(self, holds: Callable[[], object], patience: float = 3.0) -> bool:
        """Whether something holds within a few seconds."""
        end, pause = time.monotonic() + patience, SOON
        while not holds():
            if time.monotonic() > end:
                return False
            pause = longer(pause)
        return True

    def wait(self, holds: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
        """Wait until something holds; fails by `what` it was."""
        end, pause = time.monotonic() + patience, SOON
        while not holds():
            if time.monotonic() > end:
                gone = self._process.poll() is not None
                seen = "the program has ended" if gone else f"{self.ask('window')} {self.ask('labels')['labels']}"
                raise AssertionError(f"waited in vain until {what}; window: {seen}; log: {self.log()}")
            pause = longer(pause)

    def settle(self) -> None:
        """Give the keyboard to the window in front, as a window manager would, and wait for it.

        The program is asked, and the screen: a dialog that opens while the window behind it is just given the keyboard
        takes it for its own, and the keys would go behind it.
        """

        def has_it() -> bool:
            found = self.ask("window")
            held = found["popup"] or self.screen.focused() == found["id"]
            if not (found["active"] and held):
                self.screen.xdotool("windowfocus", str(found["id"]))
            return bool(found["active"] and held)

        self.wait(has_it, "the window in front has the keyboard")

    def idle(self) -> None:
        self.wait(lambda: not self.ask("window")["busy"], "no work is under way")

    def widget(self, name: str) -> dict[str, Any]:
        """A widget that must come into sight."""
        self.wait(lambda: self.ask("widget", name), f"{name} is in sight")
        return self.ask("widget", name)

    def words(self, name: str) -> str:
        return str(self.ask("widget", name).get("words", ""))

    def entry(self, variable: str) -> list[int]:
        self.wait(lambda: self.ask("entry", variable), f"{variable} stands in the list")
        rect: list[int] = self.ask("entry", variable)["rect"]
        return rect

    def table(self) -> dict[str, Any]:
        """The table, once its figures are those of the layout."""
        self.wait(lambda: self.ask("table").get("fresh"), "the table is computed")
        return self.ask("table")

    def zones(self, **wanted: list[str]) -> None:
        """Wait until these variables stand on these shelves."""
        self.wait(
            lambda: {zone: self.ask("table")["zones"][zone] for zone in wanted} == wanted,
            f"the shelves are {wanted} and not {self.ask('table')['zones']}",
        )

    def log(self) -> str:
        self._log.flush()
        return Path(self._log.name).read_text(encoding="utf-8")

    # --- acting --------------------------------------------------------------------------------------------------

    def click(self, name: str) -> None:
        """Click a widget; where it lies out of sight, it is scrolled to first, as people must."""
        for _ in range(MOST_SCROLLS):
            found = self.widget(name)
            area = found["scroll"]
            if not area:
                self.screen.click(found["rect"])
                return
            left, top, width, height = area["rect"]
            self.screen.wheel([left + width - BAR, top, BAR, height], 1, down=area["down"])
            self.wait(lambda known=found: self.widget(name)["rect"] != known["rect"], f"the wheel leads to {name}")
        raise AssertionError(f"the wheel does not bring {name} into sight")

    def drag(self, start: list[int], shelf: str, *, before: str = "") -> None:
        """Drag from a rectangle to the end of a shelf, or before one of its chips."""
        x, y = middle(self.widget(shelf)["rect"])
        zone = shelf.partition(":")[2]
        chips = self.ask("table")["zones"].get(zone, [])
        if before:
            left, top, _, height = self.widget(f"chip:{zone}:{before}")["rect"]
            x, y = left + 3, top + height // 2
        elif chips:
            left, top, width, height = self.widget(f"chip:{zone}:{chips[-1]}")["rect"]
            x, y = left + width + 20, top + height // 2
        grip = (start[0] + min(40, start[2] // 2), start[1] + start[3] // 2)
        self.screen.drag(grip, (x, y))

    def write(self, text: str) -> None:
        """Write over what stands in the line that has the keyboard, and see that it stands there.

        xdotool gives letters that no key has a key for a moment, and a new window takes the keyboard from the one
        before: a busy machine may be too late for some of the letters.
        """
        before = self.screen.gestures
        for _ in range(3):
            self.screen.gestures = before  # what a busy machine lost was no gesture more
            self.settle()
            self.screen.keys("ctrl+a")
            self.screen.write(text)
            if self.comes(lambda: self.ask("written")["text"] == text):
                return
        raise AssertionError(f"{text} was typed, and {self.ask('written')} stands there; window: {self.ask('window')}")

    def type_path(self, path: Path, then: str = "MainWindow") -> None:
        """Answer the file dialog that is open by its name field. then: class of the window in front afterwards."""
        self.wait(lambda: self.ask("window")["kind"] == "QFileDialog", "a file dialog is open")
        self.settle()
        self.wait(lambda: self.ask("window")["focus"][:1] == ["fileNameEdit"], "the name can be typed")
        self.write(str(path))
        self.screen.keys("Return")
        self.wait(lambda: self.ask("window")["kind"] == then, f"the file dialog closes and {then} is in front")
        self.settle()

    def quit(self, answer: Callable[[], None] | None = None) -> None:
        """Ctrl+Q once no work is under way, for what is being saved would be asked about; and a clean end. answer: to
        the question about what is not saved."""
        self.wait(lambda: not self.ask("window")["busy"], "no work is under way")
        self.settle()
        self.screen.keys("ctrl+q")
        if answer is not None:
            self.wait(lambda: self.ask("window")["kind"] == "QMessageBox", "what is not saved is asked about")
            answer()
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            seen = f"{self.ask('window')} {self.ask('labels')['labels']}"
            raise AssertionError(f"the program does not end; window: {seen}; log: {self.log()}") from None
        assert code == 0, self.log()

    def crash(self) -> None:
        """The program is gone, as after a power cut."""
        self._process.kill()
        self._process.wait(PATIENCE)

    def close(self) -> str:
        """End the program whatever its state; returns what it wrote to its log."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout):
            pipe.close()
        said = self.log()
        self._log.close()
        return said
