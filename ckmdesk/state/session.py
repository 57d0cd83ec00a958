"""What belongs to an open statistic but is no state: records, file, stamp, who else holds it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ckmcore.microdata.data import Microdata
from ckmcore.statistic.file import Stamp
from ckmcore.statistic.lock import Holder
from ckmdesk.state.other_periods import OtherPeriods


@dataclass
class Session:
    """The open statistic's records and file. `read_only_by` says who holds the lock where it is not us.

    others: records of other periods.

    data: the records as the dictionary describes them; read: as they were read (both share their columns).
    restored: it was brought back after a crash, and somebody asked for that.
    revealed: tables whose originals were looked at, by their names, as it was noted in the register.
    looked_up: original count and cell key (0 to 1) of the cell last looked up (confidential).
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
    others: OtherPeriods = field(default_factory=OtherPeriods)
