"""Remembered state of statistics (seal, generation, register head), which detects that a file was replaced by another
one.

A mark for each statistic is kept in the user's state folder and beside the shared register. A file that is older than
its mark, lacks its seal or register entries, or has another seal, is opened only after the user has read the
differences. The mark of a sealed statistic has a tag of its seal, so that nobody else can reset it; deleting both marks
is not prevented.

The mark beside the register blocks only if its tag is of the opened seal, since otherwise anybody with write access
could raise an alarm for all. Other differences there are reported once and block nobody; the methodologist clears them.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec

from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import NotWritten, reason_of, write_whole
from ckmcore.base.reading import open_file, read_file
from ckmcore.base.typed import decoded
from ckmcore.base.user_dirs import make_private, state_folder
from ckmcore.errors import CkmError, DataError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.statistic.file import Stamp
from ckmcore.statistic.guard import Guard, seal_id
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Seal

SUFFIX = ".ckmmark"
ACCEPTED_SUFFIX = ".ckmaccepted"
TOLD_SUFFIX = ".ckmtold"
REGISTER_SUFFIX = ".ckmregister"
FORM = "ckm mark"
_MOST_BYTES = 1 << 16
# More than any statistic is saved, or has entries; a file of a later generation can still be written and opened.
MOST_GENERATION, _MOST_ENTRIES = 10**12, 10**9
_OLDER = ("known_older", "known_register_shorter")

Standing = Literal["known", "older", "other"]
"""Whether a file is the one that is remembered or a later one, an older one, or another."""


class StatisticDiffers(DataError):
    """The file differs from the remembered one. Fields: name, what (a sentence), generation (the last known one)."""

    code = "known_differs"
    exit_code = Exit.DIFFERS


@dataclass(frozen=True)
class Mark:
    """Remembered state of a statistic. seal, generation, digest: as in `Guard`; entries: number of register entries;
    head: hash of the last; tag: by the seal, "" without one."""

    identity: str
    seal: str = ""
    generation: int = 0
    digest: str = ""
    entries: int = 0
    head: str = ""
    tag: str = ""
    form: str = FORM


def own_folder() -> Path:
    """Folder in which this user's programs remember statistics."""
    return state_folder() / "known"


def mark_of(statistic: Statistic, guard: Guard) -> Mark:
    """Mark of a statistic as opened or saved."""
    register = statistic.register
    head = register[-1].hash if register else ""
    mark = Mark(statistic.identity, guard.seal, guard.generation, guard.digest, len(register), head)
    return mark if statistic.seal is None else replace(mark, tag=_tag(statistic.seal, mark))


def remember(statistic: Statistic, guard: Guard, shared: Path | None = None) -> None:
    """Remember a statistic for this user, and beside its shared register if there is one, unless a later generation is
    remembered. Folders that cannot be written are skipped, so that no work is blocked."""
    mark = mark_of(statistic, guard)
    folders = [own_folder()]
    if shared is not None and _path(shared, statistic.identity).with_suffix(REGISTER_SUFFIX).is_file():
        folders.append(shared)
    for folder in folders:
        known_mark = read_mark(folder, statistic)  # also one that nobody proves: it may be a colleague's
        if known_mark == mark or (known_mark is not None and known_mark.generation > mark.generation):
            continue
        with contextlib.suppress(OSError, CkmError):
            if folder == own_folder():
                make_private(folder)
            content = msgspec.json.encode(mark)
            path, fill = _path(folder, statistic.identity), partial(_fill, content)
            write_whole(path, fill, private=folder == own_folder(), own=True)


def differences(statistic: Statistic, guard: Guard, shared: Path | None = None) -> tuple[Sentence, ...]:
    """Sentences on the differences between an opened statistic and the remembered one; () without any."""
    sentences: list[Sentence] = []
    for mark in _known_marks(statistic, shared):
        sentences += [difference for difference in _differences(statistic, guard, mark) if difference not in sentences]
    return tuple(sentences)


def check_remembered(statistic: Statistic, guard: Guard, name: str, shared: Path | None = None) -> None:
    """Raise StatisticDiffers where an opened statistic differs from the remembered one. name: file name."""
    said_differences = differences(statistic, guard, shared)
    if said_differences:
        generation = max(mark.generation for mark in _known_marks(statistic, shared))
        raise StatisticDiffers(name=name, what=joined(said_differences, "known_list"), generation=generation)


def opened_as_known(
    statistic: Statistic, stamp: Stamp, name: str, shared: Path | None = None, accept_older: bool = False
) -> tuple[Statistic, Stamp]:
    """Check and remember a statistic opened by `open_statistic`. Raises StatisticDiffers where it is not the known one.

    accept_older: open it nevertheless (see `is_accepted`); its next save gets a generation after all known ones.
    """
    try:
        check_remembered(statistic, stamp.guard, name, shared)
    except StatisticDiffers as differs:
        if not accept_older:
            raise
        _accept(statistic, stamp.guard, shared)
        generation = max(stamp.guard.generation, differs.fields["generation"])
        return statistic, replace(stamp, guard=replace(stamp.guard, generation=generation))
    remember(statistic, stamp.guard)
    return statistic, stamp


def _accept(statistic: Statistic, guard: Guard, shared_folder: Path | None) -> None:
    content = msgspec.json.encode([mark_of(statistic, guard), *_known_marks(statistic, shared_folder)])
    with contextlib.suppress(OSError, CkmError):
        make_private(own_folder())
        path = _path(own_folder(), statistic.identity).with_suffix(ACCEPTED_SUFFIX)
        write_whole(path, partial(_fill, content), private=True, own=True)


def is_accepted(statistic: Statistic, guard: Guard, shared: Path | None) -> bool:
    """Whether this user has accepted this very file, and nothing later was remembered since."""
    return _accepted(statistic) == (mark_of(statistic, guard), *_known_marks(statistic, shared))


def _accepted(statistic: Statistic) -> tuple[Mark, ...]:
    path = _path(own_folder(), statistic.identity).with_suffix(ACCEPTED_SUFFIX)
    try:
        with open_file(path) as file:
            return decoded(file.read(_MOST_BYTES), tuple[Mark, ...])
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return ()


def standing(statistic: Statistic, guard: Guard) -> Standing:
    """Status of a file in a list of statistics: known, older or changed against what this user's folder remembers.

    A file that the user has accepted counts as known. guard: hashes of the opened file. Tags are not verified, and the
    mark beside the shared register is not read: only lists may rely on it."""
    own_mark = read_mark(own_folder(), statistic)
    said_differences = [] if own_mark is None else _differences(statistic, guard, own_mark)
    if own_mark is None or not said_differences:
        return "known"
    accepted = [replace(acceptance, tag="") for acceptance in _accepted(statistic)]
    if accepted[:2] == [replace(mark, tag="") for mark in (mark_of(statistic, guard), own_mark)]:
        return "known"
    return "older" if all(difference.code in _OLDER for difference in said_differences) else "other"


def _known_marks(statistic: Statistic, shared_folder: Path | None) -> list[Mark]:
    """The user's own mark, and the one beside the shared register if the opened seal proves it."""
    own_mark = read_mark(own_folder(), statistic)
    present_mark = None if shared_folder is None else read_mark(shared_folder, statistic)
    if present_mark is not None and not _is_proven(statistic, present_mark):
        present_mark = None
    return [mark for mark in (own_mark, present_mark) if mark is not None]


def _is_proven(statistic: Statistic, mark: Mark) -> bool:
    """Whether a mark has a tag of the seal by which the statistic was opened."""
    seal = statistic.seal
    return seal is not None and mark.seal == seal_id(seal) and hmac.compare_digest(mark.tag, _tag(seal, mark))


def unproven(statistic: Statistic, guard: Guard, shared: Path | None) -> Sentence | None:
    """Sentence on how an unproven mark beside the shared register differs from the file; None without differences. It
    may be a false alarm or a colleague's newer file, so it is only a notice."""
    if shared is None or not _path(shared, statistic.identity).exists():
        return None
    mark = read_mark(shared, statistic)
    if mark is None:
        return sentence("known_mark_unreadable", name=_path(shared, statistic.identity).name)
    if _is_proven(statistic, mark):
        return None
    said_differences = _differences(statistic, guard, mark)
    return (
        sentence("known_mark_unproven", what=joined(tuple(said_differences), "known_list"))
        if said_differences
        else None
    )


def unproven_once(statistic: Statistic, guard: Guard, shared: Path | None) -> Sentence | None:
    """Sentence of `unproven`, but only once for each mark and user."""
    said_sentence = unproven(statistic, guard, shared)
    if said_sentence is None or shared is None:
        return None
    try:
        with open_file(_path(shared, statistic.identity)) as file:
            content = hashlib.sha256(file.read(_MOST_BYTES)).hexdigest().encode()
        told_file = _path(own_folder(), statistic.identity).with_suffix(TOLD_SUFFIX)
        if told_file.is_file() and read_file(told_file)[: len(content)] == content:
            return None
        make_private(own_folder())
        write_whole(told_file, partial(_fill, content), private=True, own=True)
    except CkmError:
        return said_sentence
    except OSError:
        return said_sentence
    return said_sentence


def clear_unproven(statistic: Statistic, guard: Guard, shared: Path) -> bool:
    """Remove the unproven mark beside the shared register and remember the current state there; returns whether there
    was one. Only a methodologist may decide this. Raises NotWritten."""
    if unproven(statistic, guard, shared) is None:
        return False
    path = _path(shared, statistic.identity)
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault)) from fault
    remember(statistic, guard, shared)
    return True


def read_mark(folder: Path, statistic: Statistic) -> Mark | None:
    """Mark of a statistic in a folder; None where there is none, or it is unreadable or of another seal."""
    if not re.fullmatch("[0-9a-f]{32}", statistic.identity):
        return None
    try:
        with open_file(_path(folder, statistic.identity)) as file:
            mark = decoded(file.read(_MOST_BYTES), Mark)
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if mark.form != FORM or mark.identity != statistic.identity:
        return None
    if not (0 <= mark.generation <= MOST_GENERATION and 0 <= mark.entries <= _MOST_ENTRIES):
        return None
    seal = statistic.seal
    if seal is not None and mark.seal == seal_id(seal) and not hmac.compare_digest(mark.tag, _tag(seal, mark)):
        return None
    return mark


def _differences(statistic: Statistic, guard: Guard, mark: Mark) -> list[Sentence]:
    sentences = []
    if mark.seal and not guard.seal:
        sentences.append(sentence("known_unsealed"))
    elif mark.seal and mark.seal != guard.seal:
        sentences.append(sentence("known_other_seal"))
    if guard.generation < mark.generation:
        sentences.append(sentence("known_older", own=guard.generation, known=mark.generation))
    elif guard.generation == mark.generation and mark.digest and guard.digest != mark.digest:
        sentences.append(sentence("known_other", generation=mark.generation))
    register = statistic.register
    if len(register) < mark.entries:
        sentences.append(sentence("known_register_shorter", own=len(register), known=mark.entries))
    elif mark.entries and register[mark.entries - 1].hash != mark.head:
        sentences.append(sentence("known_register_other", place=mark.entries))
    return sentences


def _path(folder: Path, identity: str) -> Path:
    return folder / f"{identity}{SUFFIX}"


def _tag(seal: Seal, mark: Mark) -> str:
    key = hmac.digest(seal.data_key, b"ckm mark tag 1", "sha256")
    return hmac.digest(key, msgspec.json.encode(replace(mark, tag="")), "sha256").hex()


def _fill(content: bytes, path: Path) -> None:
    path.write_bytes(content)
