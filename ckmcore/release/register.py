"""The register that all desks of an office share: a file that lines are only ever added to.

`<identity>.ckmregister` lies in the office's folder, or beside the statistic. Its first line says whose it is; each
other one is an entry with its hash, and the figures of what was handed in. One desk at a time adds to it, under a lock
file; the entry is on disk before the statistic is saved, so that a crash in between loses nothing.
"""

from __future__ import annotations

import base64
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import msgspec

from ckmcore.base.files import NotCertain, reason_of, sync_folder
from ckmcore.base.reading import read_file
from ckmcore.base.typed import decoded
from ckmcore.errors import CkmError, DataError, FileError
from ckmcore.messages import Sentence, sentence
from ckmcore.release.actions import time_words
from ckmcore.statistic import lock
from ckmcore.statistic.entry import ChainBroken, Entry, SharedChainBroken, chain_fault
from ckmcore.statistic.lock import Holder
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.persons import persons_of
from ckmcore.statistic.snapshot import Snapshot, SnapshotMissing, with_snapshot
from ckmcore.statistic.trusted_state import REGISTER_SUFFIX

FORM = "ckm register"
VERSION = 1
WAIT_SECONDS = 5.0
_PAUSE = 0.05

StandingKind = Literal["same", "statistic_older", "register_older", "register_missing", "forked", "broken"]


class RegisterLocked(FileError):
    """Another desk is writing the register, or crashed while writing. Fields: name, host, pid, time; holder: for
    `take_over`."""

    code = "register_locked"


class RegisterLeft(RegisterLocked):
    """The desk that was writing no longer runs."""

    code = "register_left"


@dataclass(frozen=True)
class Register:
    """Content of a register file. fault: first entry that was changed, or None; torn: bytes of an unfinished last
    line."""

    entries: tuple[Entry, ...]
    snapshots: tuple[Snapshot, ...]
    fault: ChainBroken | None = None
    torn: int = 0


@dataclass(frozen=True)
class Standing:
    """Comparison of a statistic with the shared register.

    entries: those that one of them lacks; place: number of the first differing entry (`forked`); fault: of `broken`.
    """

    kind: StandingKind
    entries: tuple[Entry, ...] = ()
    place: int = 0
    fault: CkmError | None = None

    @property
    def ready(self) -> bool:
        """Whether entries can be added."""
        return self.kind == "same"

    @property
    def reconcilable(self) -> bool:
        """Whether `reconcile` can make both equal."""
        return self.kind in ("statistic_older", "register_older", "register_missing")

    def sentence(self) -> Sentence:
        if self.fault is not None:
            return self.fault.sentence()
        return sentence(f"register_{self.kind}", count=len(self.entries), place=self.place)


def register_path(folder: Path, identity: str) -> Path:
    """The file of a statistic's register in a folder."""
    return folder / f"{identity}{REGISTER_SUFFIX}"


def read_register(path: Path, identity: str) -> Register | None:
    """Read the register of a file, even with faults in it; None where there is no file.

    Raises register_not_reached, register_not_one, register_newer.
    """
    try:
        content = read_file(path, 1 << 31)
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise FileError("register_not_reached", name=path.name, reason=sentence("os_not_there")) from None
        return None
    except OSError as fault:
        raise _not_reached(path, fault) from fault
    whole, newline, torn = content.rpartition(b"\n")
    lines = whole.split(b"\n") if newline else []
    if lines:
        _check_header(lines[0], path.name, identity)
    elif not _header(identity).startswith(torn):
        raise DataError("register_not_one", name=path.name)
    entries: list[Entry] = []
    snapshots: tuple[Snapshot, ...] = ()
    broken: ChainBroken | None = None
    for line_number, line in enumerate(lines[1:], start=1):
        entry, snapshot = _read_line(line, line_number)
        entries.append(entry)
        if snapshot is not None:
            snapshots = with_snapshot(snapshots, snapshot)
        if broken is None and not _has_its_figures(entry, snapshot):
            broken = ChainBroken(place=line_number, detail=sentence("register_broken_figures"))
    chain = chain_fault(entries, identity)
    if chain is not None and (broken is None or chain.fields["place"] <= broken.fields["place"]):
        broken = chain
    return Register(tuple(entries), snapshots, broken, len(torn))


def _header(identity: str) -> bytes:
    return msgspec.json.encode({"form": FORM, "identity": identity, "version": VERSION})


def _check_header(line: bytes, name: str, identity: str) -> None:
    if line == _header(identity):
        return
    try:
        header = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        header = None
    if isinstance(header, dict) and header.get("form") == FORM:
        version = header.get("version")
        if isinstance(version, int) and version > VERSION and header.get("identity") == identity:
            raise DataError("register_newer", name=name, version=version, known=VERSION)
    raise DataError("register_not_one", name=name)


class _Line(msgspec.Struct):
    hash: str
    entry: msgspec.Raw
    figures: str = ""


def _line(entry: Entry, snapshot: Snapshot | None) -> bytes:
    mime_datas = [b'{"hash":"', entry.hash.encode(), b'","entry":', entry.line.encode()]
    if snapshot is not None:
        mime_datas += [b',"figures":"', base64.b64encode(snapshot.packed), b'"']
    return b"".join([*mime_datas, b"}"])


def _read_line(line: bytes, index: int) -> tuple[Entry, Snapshot | None]:
    """Entry of a line; a line that cannot be decoded or has another encoding is kept as `unreadable`."""
    try:
        line_record = decoded(line, _Line)
        entry = Entry.read(bytes(line_record.entry).decode(), line_record.hash, index)
        snapshot = None
        if line_record.figures and entry.packed:
            snapshot = Snapshot(entry.packed, base64.b64decode(line_record.figures, validate=True))
        if _line(entry, snapshot) == line:
            return entry, snapshot
    except (msgspec.MsgspecError, ValueError, RecursionError):
        pass
    return Entry.read(line.decode("utf-8", "replace"), "", index), None


def _has_its_figures(entry: Entry, snapshot: Snapshot | None) -> bool:
    if not entry.packed:
        return snapshot is None
    return snapshot is not None and snapshot.is_whole


def check(statistic: Statistic, register: Register | None) -> Standing:
    """Compare a statistic with its register."""
    own_register = statistic.register
    fault = chain_fault(own_register, statistic.identity)
    if fault is not None:
        return Standing("broken", fault=fault)
    if register is None:
        return Standing("register_missing", own_register) if own_register else Standing("same")
    if register.fault is not None:
        return Standing("broken", fault=SharedChainBroken(**register.fault.fields))
    shared_entries = register.entries
    common = min(len(own_register), len(shared_entries))
    for index in range(common):
        if own_register[index].hash != shared_entries[index].hash:
            return Standing("forked", (), index + 1)
    if len(shared_entries) > common:
        return Standing("statistic_older", shared_entries[common:])
    return Standing("register_older", own_register[common:]) if len(own_register) > common else Standing("same")


def require_same(statistic: Statistic, folder: Path) -> None:
    """Raise register_not_reconciled where statistic and register differ, before work that ends in a register step."""
    standing = check(statistic, read_register(register_path(folder, statistic.identity), statistic.identity))
    if not standing.ready:
        raise DataError("register_not_reconciled", detail=standing.sentence())


def record(
    statistic: Statistic,
    folder: Path,
    action: Callable[[Statistic], Statistic],
    *,
    take_over: Holder | None = None,
    wait: float = WAIT_SECONDS,
) -> Statistic:
    """Perform a step (`ckmcore.release.actions`) and append its entries to the register of a folder.

    take_over: holder of a lock who crashed and whose lock is replaced; wait: seconds to wait for the lock. Raises
    RegisterLocked, register_not_reconciled, register_not_reached, and the errors of the action; nothing is written
    then.
    """
    path = register_path(folder, statistic.identity)
    with _register_lock(path, take_over, wait):
        standing = check(statistic, read_register(path, statistic.identity))
        if not standing.ready:
            raise DataError("register_not_reconciled", detail=standing.sentence())
        new_action = action(statistic)
        _append(path, new_action, new_action.register[len(statistic.register) :])
    return new_action


def reconcile(
    statistic: Statistic, folder: Path, *, take_over: Holder | None = None, wait: float = WAIT_SECONDS
) -> Statistic:
    """Make statistic and register equal: each gets the entries that only the other has. Parameters as of `record`.

    Raises register_not_reconciled where their histories differ or one is broken, RegisterLocked, register_not_reached.
    """
    path = register_path(folder, statistic.identity)
    with _register_lock(path, take_over, wait):
        register = read_register(path, statistic.identity)
        standing = check(statistic, register)
        if standing.kind == "statistic_older" and register is not None:
            snapshots = statistic.snapshots
            for snapshot in register.snapshots:
                snapshots = with_snapshot(snapshots, snapshot)
            said_four_eyes = persons_of(register.entries).four_eyes
            four_eyes = statistic.four_eyes if said_four_eyes is None else said_four_eyes
            return replace(statistic, register=register.entries, snapshots=snapshots, four_eyes=four_eyes)
        if standing.reconcilable:
            _append(path, statistic, standing.entries)
        elif not standing.ready:
            raise DataError("register_not_reconciled", detail=standing.sentence())
    return statistic


@contextmanager
def _register_lock(path: Path, take_over: Holder | None, wait: float) -> Iterator[None]:
    """Holds the lock of a register."""
    end = time.monotonic() + wait
    try:
        if take_over is not None and lock.holder(path) == take_over:
            other_holder = lock.acquire(path, take_over=True, seen=take_over)
        else:
            other_holder = lock.acquire(path)
        while other_holder is not None and not other_holder.is_dead and time.monotonic() < end:
            time.sleep(_PAUSE)
            other_holder = lock.acquire(path)
    except lock.LockNotMade as fault:
        raise FileError("register_not_reached", name=fault.fields["name"], reason=fault.fields["reason"]) from fault
    if other_holder is not None:
        raise (RegisterLeft if other_holder.is_dead else RegisterLocked)(
            name=path.name,
            host=other_holder.host,
            pid=str(other_holder.pid),
            time=time_words(other_holder.time),
            holder=other_holder,
        )
    try:
        yield
    finally:
        lock.release(path)


def _append(path: Path, statistic: Statistic, entries: Sequence[Entry]) -> None:
    """Append entries and wait until they are on disk; an unfinished last line is removed first."""
    packed = {snapshot.hash: snapshot for snapshot in statistic.snapshots}
    lines = []
    for entry in entries:
        snapshot = None
        if entry.packed:
            snapshot = packed.get(entry.packed)
            if snapshot is None:
                raise SnapshotMissing(number=str(entry.number))
        lines.append(_line(entry, snapshot) + b"\n")
    if not lines:
        return
    try:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        handle = os.open(path, flags, 0o664)
        try:
            size = _whole_lines(handle)
            if not size:  # its name is on disk before anything counts on it
                sync_folder(path)
            content = b"".join(lines) if size else _header(statistic.identity) + b"\n" + b"".join(lines)
            try:
                _write(handle, content)
                os.fsync(handle)
            except OSError:
                os.ftruncate(handle, size)
                raise
        finally:
            os.close(handle)
    except NotCertain as fault:
        raise FileError("register_not_reached", name=path.name, reason=fault.fields["reason"]) from fault
    except OSError as fault:
        raise _not_reached(path, fault) from fault


def _whole_lines(handle: int) -> int:
    """Cut an unfinished last line off a file, and return its size then."""
    size = os.fstat(handle).st_size
    os.lseek(handle, 0, os.SEEK_SET)
    content = b""
    while piece := os.read(handle, max(size - len(content), 1)):
        content += piece
    whole_lines = content.rfind(b"\n") + 1
    if whole_lines < size:
        os.ftruncate(handle, whole_lines)
    return whole_lines


def _write(handle: int, content: bytes) -> None:
    while content:
        content = content[os.write(handle, content) :]


def _not_reached(path: Path, fault: OSError) -> FileError:
    return FileError("register_not_reached", name=path.name, reason=reason_of(fault))
