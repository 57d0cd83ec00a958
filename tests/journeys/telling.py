"""A journey told as a transcript: what a screen reader would speak after each key, by the rule of `speech`.

A transcript is kept as text and reviewed by people who only read it: at each step it must be clear where one is and
what happened. What is another every day (folders, days, hashes) stands in it as `FOLDER`, `DAY`, `HASH`.
"""

from __future__ import annotations

import getpass
import re
from pathlib import Path
from typing import Any

from tests.journeys.ear import Buses, Ear
from tests.journeys.screen import Program, Screen
from tests.journeys.speech import Reader

GERMAN = {
    "ctrl": "Strg", "shift": "Umschalt", "alt": "Alt", "Return": "Eingabe", "space": "Leertaste", "Escape": "Escape",
    "Down": "Pfeil ab", "Up": "Pfeil auf", "Right": "Pfeil rechts", "Left": "Pfeil links", "Home": "Pos1",
    "End": "Ende", "Delete": "Entf", "Alt_L": "Alt", "comma": "Komma", "plus": "Plus",
    "minus": "Minus", "percent": "Prozent",
}  # fmt: skip
ENGLISH = {
    "ctrl": "Ctrl", "shift": "Shift", "alt": "Alt", "Return": "Enter", "space": "Space", "comma": "Comma",
    "plus": "Plus", "minus": "Minus", "percent": "Percent",
}  # fmt: skip
VARYING = (
    (r"\b\d{4}-\d\d-\d\d(T[\d:]+)?\b", "DAY"),
    (r"\b\d{1,2}\.\s?(\d{1,2}\.|[A-Z][a-zäö]+)\s?\d{4}\b", "DAY"),
    (r"\b\d{1,2} [A-Z][a-z]+ \d{4}\b", "DAY"),
    (r"\b\d\d:\d\d(:\d\d)?\b", "TIME"),
    (r"\b(?=\d*[a-f])[0-9a-f]{8,}\b", "HASH"),
)


class Telling:
    """A screen on which each key is followed by what is spoken of it."""

    def __init__(self, screen: Screen, language: str) -> None:
        self._screen, self._words = screen, GERMAN if language == "de" else ENGLISH
        self._language = language
        self.program: HeardProgram | None = None
        self.lines: list[str] = []
        self.gestures = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._screen, name)

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.hear()
            words = [self._words.get(part, part.upper() if len(part) == 1 else part) for part in key.split("+")]
            self.lines.append("+".join(words))
            self._expect(1)
            self._screen.keys(key)

    def write(self, text: str) -> None:
        self.hear()
        self.lines.append(f"„{text}“" if self._language == "de" else f"“{text}”")
        self._expect(len(text))
        self._screen.write(text)

    def _expect(self, keys: int) -> None:
        if self.program is not None:
            self.program.expected = self.program.ask("served")["keys"] + keys

    def hear(self) -> None:
        """What is spoken of the last key, once all of it is done."""
        if self.program is not None:
            self.lines += [f"    {line}" for line in self.program.spoken()]


class HeardProgram(Program):
    """A program that a screen reader listens to."""

    def __init__(
        self,
        telling: Telling,
        buses: Buses,
        ear: Ear,
        home: Path,
        cache: Path,
        *arguments: str,
        language: str,
        script: str = "eye.py",
    ) -> None:
        more = {"language": language, "extra": buses.environment, "script": script}
        super().__init__(telling, home, cache, *arguments, **more)  # type: ignore[arg-type]
        self.reader = Reader(ear, ear.program(self.pid), language)
        self._telling, self.expected = telling, 0
        telling.program = self

    def quit(self) -> None:
        """Nothing is heard of a program that has ended."""
        super().quit()
        self._telling.program = None

    def spoken(self) -> list[str]:
        """What was spoken since the last time."""
        # A window that closes may take the end of a key with it.
        self.comes(lambda: self.ask("served")["keys"] >= self.expected, 3.0)
        self.expected = 0
        if not self.ask("window")["popup"]:
            self.idle()
        self.ask("served")
        return self.reader.speak()


def steady(lines: list[str], folder: Path) -> str:
    """A transcript without what is another every day."""
    text = "\n".join(lines) + "\n"
    text = text.replace(str(folder), "FOLDER")
    text = re.sub(rf"\b{re.escape(getpass.getuser())}\b", "USER", text)
    for pattern, word in VARYING:
        text = re.sub(pattern, word, text)
    return text
