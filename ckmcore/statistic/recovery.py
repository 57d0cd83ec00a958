"""Work that was not saved yet, kept in the user's own folder for the case of a crash or a power cut.

What is kept is an image of the statistic, sealed as its file is, with the generation and checksum of the file that it
was made from: it takes the file's place only where that is still the file. It holds no records and no record keys.
Each program that keeps work has a file of its own: none overwrites or removes what another left.
"""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import msgspec

from ckmcore.base.files import NotWritten, write_whole
from ckmcore.base.processes import process_begun, process_lives
from ckmcore.base.reading import open_file, read_most
from ckmcore.base.typed import decoded
from ckmcore.base.user_dirs import make_private, state_folder
from ckmcore.errors import CkmError, DataError, FileError
from ckmcore.statistic.guard import Guard
from ckmcore.statistic.image import make_image, read_image
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Seal, Secret

SUFFIX = ".ckmunsaved"
_MOST_HEAD = 1 << 16
_MOST_BYTES = 1 << 30


@dataclass(frozen=True)
class Unsaved:
    """Unsaved work. generation, digest: of the file on which it is based (0, "" for none); time: ISO; path: of that
    file, "" for none; title: of the statistic in both languages; host, pid, begun: of the program, as in a lock;
    keeper: letters and digits unique to this program; without_keys: its records have new keys that are in no file and
    not kept."""

    identity: str
    generation: int
    digest: str
    time: str
    path: str = ""
    title: tuple[str, str] = ("", "")
    host: str = ""
    pid: int = 0
    keeper: str = ""
    begun: str = ""
    without_keys: bool = False
    form: str = "ckm unsaved"


def unsaved_folder() -> Path:
    """Folder for unsaved work of this user, unless the computer's policy sets another."""
    return state_folder() / "unsaved"


def keep_unsaved(
    statistic: Statistic,
    made_from: Guard,
    time: str,
    path: str,
    folder: Path,
    keeper: str = "",
    *,
    without_keys: bool = False,
) -> Unsaved:
    """Keep the state of an unsaved statistic, replacing what this keeper kept of it before. made_from: guard of the
    file on which it is based; without_keys: the current period's keys are in no file, so the period is kept without
    keys. Raises NotWritten."""
    if without_keys:
        statistic = statistic.with_period(replace(statistic.period, keys=None))
    title = (statistic.title.text("en"), statistic.title.text("de"))
    generation, digest = made_from.generation, made_from.digest
    host, pid = platform.node(), os.getpid()
    begun = process_begun(pid)
    head = Unsaved(statistic.identity, generation, digest, time, path, title, host, pid, keeper, begun, without_keys)
    image, _ = make_image(statistic, made_from.generation + 1)
    try:
        make_private(folder)
    except OSError as fault:
        raise NotWritten(name=folder.name, reason=fault.strerror or str(fault)) from fault
    content = msgspec.json.encode(head) + b"\n" + image
    write_whole(folder / _name(head.identity, keeper), partial(_fill, content), private=True, own=True)
    return head


def find_unsaved(identity: str, opened: Guard, folder: Path) -> tuple[Unsaved, ...]:
    """Unsaved work on a statistic from programs that no longer run; work based on the opened file comes first, then the
    latest."""
    unsaveds = [unsaved for unsaved in all_unsaved(folder) if unsaved.identity == identity]
    return tuple(sorted(unsaveds, key=lambda unsaved: not is_made_from(unsaved, opened)))


def is_made_from(unsaved: Unsaved, opened: Guard) -> bool:
    """Whether unsaved work is based on the opened file and can replace it."""
    return (unsaved.generation, unsaved.digest) == (opened.generation, opened.digest)


def all_unsaved(folder: Path) -> tuple[Unsaved, ...]:
    """All unsaved work from programs that no longer run, the latest first."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix == SUFFIX]
    except OSError:
        return ()
    heads = [head for path in paths if (head := _head(path)) is not None]
    return tuple(sorted((head for head in heads if not is_at_work(head)), key=lambda head: head.time, reverse=True))


def is_at_work(unsaved: Unsaved) -> bool:
    """Whether another running program of this computer keeps the work, so that there was no crash."""
    other = unsaved.pid != os.getpid()
    return unsaved.host == platform.node() and other and process_lives(unsaved.pid, unsaved.begun)


def read_unsaved(unsaved: Unsaved, folder: Path, seal: Seal | None, secret: Secret | None = None) -> Statistic:
    """Statistic of unsaved work. seal: opened seal of its file; secret: where it had no file yet. Raises the errors of
    `from_bytes`, ckm_not_sealed where it lost its seal, ckm_missing where there is nothing."""
    path = folder / _name(unsaved.identity, unsaved.keeper)
    try:
        with open_file(path) as file:
            content = read_most(file, _MOST_BYTES)
    except OSError as fault:
        raise FileError("ckm_missing", name=path.name, reason=fault.strerror or str(fault)) from fault
    statistic, _ = read_image(content.partition(b"\n")[2], path.name, secret, opened=seal)
    if seal is not None and statistic.seal is None:
        raise DataError("ckm_not_sealed", name=path.name)
    return statistic


def forget_unsaved(identity: str, keeper: str, folder: Path) -> None:
    """Delete a keeper's unsaved work on a statistic after it was saved or given up. Never fails."""
    try:
        (folder / _name(identity, keeper)).unlink(missing_ok=True)
    except OSError:
        return


def _name(identity: str, keeper: str) -> str:
    name = f"{identity}.{keeper}".rstrip(".")
    if not re.fullmatch(r"[0-9a-f]{32}(\.[0-9a-z]{1,32})?", name):
        raise ValueError(name)
    return name + SUFFIX


def _head(path: Path) -> Unsaved | None:
    try:
        with open_file(path) as file:
            line, newline, _ = file.read(_MOST_HEAD).partition(b"\n")
        unsaved = decoded(line, Unsaved) if newline else None
        return unsaved if unsaved is not None and path.name == _name(unsaved.identity, unsaved.keeper) else None
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError, CkmError):
        return None


def _fill(content: bytes, path: Path) -> None:
    path.write_bytes(content)
