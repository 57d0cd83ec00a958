"""What belongs to an open statistic but is no state: records of its periods, file, stamp, who else holds it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.limits import limits
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.file import Stamp
from ckmcore.statistic.lock import Holder
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period
from ckmcore.statistic.series import Load

if TYPE_CHECKING:
    from ckmcore.ports import RedrawnReview, ReleasesReview


@dataclass(frozen=True)
class _Loaded:
    """Records as read, and as described by a dictionary."""

    read: Microdata
    dictionary: tuple[VariableEntry, ...]
    data: Microdata


@dataclass
class OtherPeriods:
    """Cache of records of other periods, the last used last; used from the threads of jobs."""

    kept: dict[Period, _Loaded] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def loader(self, statistic: Statistic, data: Microdata, path: Path | None, cancelled: Callable[[], bool]) -> Load:
        """Return a function that loads the records of each period of a statistic; `data` are those of its current
        one."""
        current = statistic.current
        data = data if data.beside == path else replace(data, beside=path)

        def load(of_statistic: Statistic) -> Microdata | None:
            return data if of_statistic.current == current else self._load(of_statistic, path, cancelled)

        return load

    def _load(self, of_statistic: Statistic, path: Path | None, cancelled: Callable[[], bool]) -> Microdata | None:
        from ckmcore.statistic.source import read_period

        # What decides over the records: not the method, nor what people decided.
        key = replace(of_statistic.period, in_force=None, decisions=(), changes=(), breaks=())
        with self.lock:
            kept_data = self.kept.get(key)
        if kept_data is not None and kept_data.dictionary == of_statistic.dictionary:
            return kept_data.data
        read = kept_data.read if kept_data is not None else read_period(of_statistic, path, None, cancelled)
        if read is None:
            return None
        loaded = _Loaded(read, of_statistic.dictionary, of_statistic.describe(read))
        with self.lock:
            self.kept.pop(key, None)
            self.kept[key] = loaded
            while (
                len(self.kept) > 1
                and sum(loaded_period.read.nbytes for loaded_period in self.kept.values()) > limits().period_bytes
            ):
                del self.kept[next(iter(self.kept))]
        return loaded.data


@dataclass
class Session:
    """The open statistic's records and file; `read_only_by` is the holder of the lock if it is somebody else.

    `others` caches records of other periods. `data` are the records as the dictionary describes them, `read` as they
    were read (both share columns). `restored` says that unsaved work was restored by the user. `revealed` names the
    tables whose originals were looked at, as recorded in the register. `looked_up` is the original count and cell key
    (0 to 1) of the cell last looked up (confidential). `looked` holds the findings of a look at all releases, `redrawn`
    what a second draw of withdrawn tables would disclose, by number, with the statistic it was computed for (both
    confidential).
    """

    data: Microdata | None = None
    read: Microdata | None = None
    path: Path | None = None
    stamp: Stamp | None = None
    read_only_by: Holder | None = None
    unsaved_keys: bool = False
    restored: bool = False
    revealed: set[str] = field(default_factory=set)
    looked_up: tuple[int, float] | None = None
    looked: ReleasesReview | None = None
    redrawn: dict[int, tuple[Statistic, RedrawnReview]] = field(default_factory=dict)
    others: OtherPeriods = field(default_factory=OtherPeriods)
