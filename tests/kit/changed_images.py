"""Images of statistics that somebody changed, with a checksum that fits: who changes a file can make one."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable

from ckmcore.statistic.guard import digest_of


def changed(content: bytes, change: Callable[[sqlite3.Connection], object], *, mend: bool = True) -> bytes:
    """An image after a change; `mend`: with the checksum of what it holds then."""
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(content)
        change(base)
        if mend:
            version = base.execute("PRAGMA user_version").fetchone()[0]
            base.execute("UPDATE statistic SET value = ? WHERE key = 'digest'", (digest_of(base, version),))
        base.commit()
        return base.serialize()
