"""Faults at the k-th call of the operating system that changes a folder: open, write, fsync, replace, rename, chmod,
link, mkdir. A small library for the campaigns of saving, releasing and exporting."""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CALLS = ("open", "write", "fsync", "replace", "rename", "chmod", "link", "mkdir")


@dataclass
class Faults:
    """The calls that changed something in a folder, in order; the one numbered `failing` (from 1) failed, and where
    `stays`, all after it."""

    folder: Path
    failing: int
    stays: bool
    number: int
    calls: list[str] = field(default_factory=list)
    handles: dict[int, str] = field(default_factory=dict)

    @property
    def happened(self) -> bool:
        """Whether there was such a call."""
        return len(self.calls) >= self.failing > 0

    def pass_or_fail(self, name: str, what: object, *, only_reads: bool = False) -> None:
        """Counts a call on a path or a handle; raises where it is to fail. A full disk can still be read."""
        path = self.handles.get(what, "") if isinstance(what, int) else os.fspath(what)  # type: ignore[call-overload]
        if not str(path).startswith(str(self.folder)):
            return
        self.calls.append(f"{name} {Path(path).name}")
        if self.failing and (len(self.calls) == self.failing or (self.stays and self.happened and not only_reads)):
            raise OSError(self.number, os.strerror(self.number))


class _Raw(io.FileIO):
    """A file whose writing may fail, as that of a full disk does."""

    faults: Faults
    place: str

    def write(self, content: Any) -> int:
        self.faults.pass_or_fail("write", self.place)
        return super().write(content) or 0


@contextmanager
def faults(folder: Path, failing: int = 0, *, stays: bool = False, number: int = errno.ENOSPC) -> Iterator[Faults]:
    """Lets a call fail; 0: only counts them."""
    found = Faults(folder, failing, stays, number)
    real_open, real_os_open = io.open, os.open

    def opened(file: Any, mode: str = "r", buffering: int = -1, *given: Any, **named: Any) -> Any:
        if not set(mode) & set("wax+"):
            return real_open(file, mode, buffering, *given, **named)
        place = found.handles.get(file, "") if isinstance(file, int) else os.fspath(file)
        if not str(place).startswith(str(folder)):
            return real_open(file, mode, buffering, *given, **named)
        if not isinstance(file, int):
            found.pass_or_fail("open", place)
        raw = _Raw(file, mode.replace("b", "").replace("t", ""))
        raw.faults, raw.place = found, str(place)
        stream: Any = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        if "b" in mode:
            return stream
        named.pop("closefd", None)
        return io.TextIOWrapper(stream, *given, **named)

    def os_opened(path: Any, flags: int, *given: Any, **named: Any) -> int:
        if named.get("dir_fd") is None:
            found.pass_or_fail("open", path, only_reads=not flags & (os.O_WRONLY | os.O_RDWR))
        handle = real_os_open(path, flags, *given, **named)
        found.handles[handle] = os.fspath(path)
        return handle

    def wrapped(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(first: Any, *given: Any, **named: Any) -> Any:
            found.pass_or_fail(name, first)
            return real(first, *given, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(io, "open", opened)
        patch.setattr(builtins, "open", opened)
        patch.setattr(os, "open", os_opened)
        for name in CALLS[1:]:
            patch.setattr(os, name, wrapped(name))
        yield found
