"""The file of a statistic held for one who works on it, and what a role may do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ckmcore.errors import FileError, PermissionRefused
from ckmcore.release.actions import time_words
from ckmcore.statistic.file import open_register
from ckmcore.statistic.lock import acquire, holder, release
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Role, role_name


@contextmanager
def held(path: Path, *, take_over: bool = False) -> Iterator[None]:
    """Hold the lock of a statistic within a block. take_over: take the lock from a crashed holder.

    Raises the errors of `open_register`, since no lock shall be left beside other files; release_statistic_held,
    release_statistic_left, LockNotMade.
    """
    open_register(path)
    with held_new(path, take_over=take_over):
        yield


@contextmanager
def held_new(path: Path, *, take_over: bool = False) -> Iterator[None]:
    """Hold the lock of a statistic that is not written yet. take_over: as of `held`. Raises release_statistic_held,
    release_statistic_left, LockNotMade."""
    seen_holder = holder(path) if take_over else None
    other_holder = acquire(path, take_over=take_over, seen=seen_holder)
    if other_holder is not None:
        if other_holder.is_dead:
            raise FileError("release_statistic_left", name=path.name, time=time_words(other_holder.time))
        raise FileError(
            "release_statistic_held", name=path.name, host=other_holder.host, time=time_words(other_holder.time)
        )
    try:
        yield
    finally:
        release(path)


def needs_role(statistic: Statistic, *roles: Role) -> None:
    """Raises release_role_not_allowed where a statistic was opened as none of these roles."""
    seal = statistic.seal
    if seal is not None and seal.role not in roles:
        raise PermissionRefused(
            "release_role_not_allowed", role=role_name(seal.role), needed=[role_name(role) for role in roles]
        )
