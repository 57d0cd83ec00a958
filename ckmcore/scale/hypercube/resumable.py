"""A large file that was begun: what is written of it lies beside its place, with a journal, and the next run goes on.

A program that is killed leaves a folder there: the bytes that were written, and line by line which margins they hold
(`MarginFacts`). The next run for the same file takes it over if all that figures and words depend on is the same
(`identity`), cuts off what the journal does not know, and makes what is missing. What ends otherwise - whole, stopped,
refused - leaves nothing. Whether the bytes are what the journal says is seen when the whole file is read back.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from ckmcore.base.files import begun_file, target_of, write_whole
from ckmcore.base.reading import read_file
from ckmcore.errors import CkmError

_JOURNAL = "journal"


@dataclass(frozen=True)
class MarginFacts:
    """A margin in a file: number of lines, and SHA-256 over their codes, figures and signs, as far as the form
    distinguishes them."""

    lines: int
    sha256: str


@dataclass(frozen=True)
class Part:
    """The first lines of a file: their number, size in bytes, and further facts that the form needs about its last
    piece."""

    lines: int
    size: int
    more: str = ""


class Begun:
    """A file in writing. parts: parts taken over from an interrupted run; margins: for each complete margin the facts
    in the file's form and of its published figures."""

    def __init__(self, path: Path, journal: Path | None = None, identity: str = "") -> None:
        self.path, self._journal, self._identity = path, journal, identity
        self.parts: list[Part] = []
        self.margins: list[tuple[MarginFacts, MarginFacts]] = []
        self._stream: BinaryIO | None = None
        if journal is not None:
            self._take_over(journal)

    def _take_over(self, journal: Path) -> None:
        """Take over parts and margins of the journal if it belongs to the same file; else start from the beginning."""
        size = self.path.stat().st_size if self.path.exists() else -1
        try:
            lines = [json.loads(line) for line in read_file(journal).splitlines(keepends=True) if line[-1:] == b"\n"]
            if lines and lines[0] == ["identity", self._identity]:
                for kind, *part_fields in lines[1:]:
                    self._take(kind, part_fields, size)
        except CkmError:
            raise
        except (OSError, ValueError, TypeError):
            self.parts, self.margins = [], []
        self.begin(anew=not self.parts)

    def _take(self, kind: str, part_fields: list[Any], size: int) -> None:
        if kind == "part":
            stream_part = Part(*part_fields)
            if stream_part.size <= size:
                self.parts.append(stream_part)
        elif kind == "margin":
            own_margin, exact = (MarginFacts(**facts) for facts in part_fields)
            self.margins.append((own_margin, exact))

    @property
    def start(self) -> tuple[int, int]:
        """Index of the margin with which to continue, and the number of its lines already written."""
        kept_lines = self.parts[-1].lines if self.parts else 0
        margin = 0
        for own_margin, _ in self.margins if self.parts else []:
            if own_margin.lines > kept_lines:
                break
            kept_lines, margin = kept_lines - own_margin.lines, margin + 1
        return margin, kept_lines

    def begin(self, *, anew: bool) -> None:
        """Open the journal. anew: discard its former parts and margins, since nothing of the file is kept."""
        self.end()
        if anew:
            self.parts, self.margins = [], []
        if self._journal is None:
            return
        self.margins = self.margins[: self.start[0]]
        new, lines = self._journal.with_suffix(".new"), [_line("identity", self._identity)]
        new.write_bytes(b"".join([*lines, *map(_of_part, self.parts), *map(_of_margin, self.margins)]))
        new.replace(self._journal)
        self._stream = self._journal.open("ab")

    def note_part(self, part: Part) -> None:
        """Note a part whose lines are in the file and on disk."""
        self._note(_of_part(part))

    def note_margin(self, own: MarginFacts, exact: MarginFacts) -> None:
        """Record that a margin is complete."""
        self._note(_of_margin((own, exact)))

    def _note(self, line: bytes) -> None:
        if self._stream is not None:
            self._stream.write(line)
            self._stream.flush()

    def end(self) -> None:
        """Close the journal."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None


def _line(*line: object) -> bytes:
    return json.dumps(line).encode() + b"\n"


def _of_part(stream_part: Part) -> bytes:
    return _line("part", stream_part.lines, stream_part.size, stream_part.more)


def _of_margin(facts: tuple[MarginFacts, MarginFacts]) -> bytes:
    return _line("margin", *map(asdict, facts))


def write_begun(path: Path, write: Callable[[Begun], None], identity: str, place: Path | None = None) -> None:
    """Let `write` fill a file that appears completely or not at all; the part of an interrupted run is taken over.

    identity: hash of everything on which the file depends, "" to neither take over nor leave anything; place: final
    path of the file, by default `path`, beside which the part is kept. Raises the errors of `write_whole`.
    """
    if not identity:
        write_whole(path, lambda target: write(Begun(target)))
        return
    folders: list[Path] = []

    def temporary(target: Path) -> Path:
        path = begun_file(target if place is None else target_of(place))
        folders.append(path.parent)
        return path

    def fill(target: Path) -> None:
        begun = Begun(target, target.with_name(_JOURNAL), identity)
        try:
            write(begun)
        finally:
            begun.end()

    try:
        write_whole(path, fill, temporary=temporary)
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
