"""Work that was not saved yet, kept in the user's own folder for the case of a crash or a power cut.

What is kept is an image of the statistic, sealed as its file is, with the generation and checksum of the file that it
was made from: it is offered only where that is still the file. It holds no records and no record keys.
"""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from ckmcore.errors import CkmError
from ckmcore.files import NotWritten, write_whole
from ckmcore.places import make_private, state_folder
from ckmcore.processes import process_lives
from ckmcore.statistic.file import NotSealed, StatisticMissing
from ckmcore.statistic.guard import Guard
from ckmcore.statistic.image import make_image, read_image
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Seal
from ckmcore.typed import decoded

SUFFIX = ".ckmunsaved"
_MOST_HEAD = 1 << 16
_MOST_BYTES = 1 << 30


@dataclass(frozen=True)
class Unsaved:
    """Work that was not saved. generation, digest: of the file that it was made from (0, "": none yet); time: ISO;
    path: of that file ("" = none yet); title: of the statistic, in both languages; host, pid: of who keeps it."""

    identity: str
    generation: int
    digest: str
    time: str
    path: str = ""
    title: tuple[str, str] = ("", "")
    host: str = ""
    pid: int = 0
    form: str = "ckm unsaved"


def unsaved_folder() -> Path:
    """Where this user's programs keep work that was not saved, unless the policy of the computer says otherwise."""
    return state_folder() / "unsaved"


def keep_unsaved(statistic: Statistic, made_from: Guard, time: str, path: str, folder: Path) -> None:
    """Keeps the state of a statistic that was not saved, in the place of what was kept before. Raises NotWritten."""
    title = (statistic.title.text("en"), statistic.title.text("de"))
    generation, digest = made_from.generation, made_from.digest
    head = Unsaved(statistic.identity, generation, digest, time, path, title, platform.node(), os.getpid())
    image, _ = make_image(statistic, made_from.generation + 1)
    try:
        make_private(folder)
    except OSError as fault:
        raise NotWritten(name=folder.name, reason=fault.strerror or str(fault)) from fault
    write_whole(_path(folder, statistic.identity), partial(_fill, msgspec.json.encode(head) + b"\n" + image))


def find_unsaved(identity: str, opened: Guard, folder: Path) -> Unsaved | None:
    """What was kept of a statistic, if it was made from the file as it was opened; None where there is none."""
    found = _head(_path(folder, identity))
    if found is None or found.identity != identity:
        return None
    same = (found.generation, found.digest) == (opened.generation, opened.digest)
    return found if same and not is_at_work(found) else None


def all_unsaved(folder: Path) -> tuple[Unsaved, ...]:
    """All that was kept, the latest first."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix == SUFFIX]
    except OSError:
        return ()
    found = [head for path in paths if (head := _head(path)) is not None and path.stem == head.identity]
    return tuple(sorted((one for one in found if not is_at_work(one)), key=lambda one: one.time, reverse=True))


def is_at_work(unsaved: Unsaved) -> bool:
    """Whether another program that still runs on this computer keeps it: there was no crash."""
    return unsaved.host == platform.node() and unsaved.pid != os.getpid() and process_lives(unsaved.pid)


def read_unsaved(identity: str, folder: Path, seal: Seal | None) -> Statistic:
    """The statistic as it was kept; `seal`: the opened seal of its file. Raises as `from_bytes` does, NotSealed where
    it lost its seal, StatisticMissing where nothing is kept."""
    path = _path(folder, identity)
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
    except OSError as fault:
        raise StatisticMissing(name=path.name, reason=fault.strerror or str(fault)) from fault
    found, _ = read_image(content.partition(b"\n")[2], path.name, opened=seal)
    if seal is not None and found.seal is None:
        raise NotSealed(name=path.name)
    return found


def forget_unsaved(identity: str, folder: Path) -> None:
    """Nothing is kept of a statistic any more: it was saved, or its changes were given up. Never fails."""
    try:
        _path(folder, identity).unlink(missing_ok=True)
    except OSError:
        return


def _path(folder: Path, identity: str) -> Path:
    if not re.fullmatch("[0-9a-f]{32}", identity):
        raise ValueError(identity)
    return folder / f"{identity}{SUFFIX}"


def _head(path: Path) -> Unsaved | None:
    try:
        with path.open("rb") as file:
            line, newline, _ = file.read(_MOST_HEAD).partition(b"\n")
        return decoded(line, Unsaved) if newline else None
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError, CkmError):
        return None


def _fill(content: bytes, path: Path) -> None:
    path.write_bytes(content)
