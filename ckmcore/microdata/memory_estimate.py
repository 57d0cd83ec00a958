"""How much memory files of records would need, and what a store of them would: estimates, before they are read."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.files import PREPARED, is_packed
from ckmcore.microdata.preview import Preview
from ckmcore.microdata.variable import Role

# Of a record while it is read, and in a store: a code, a value and whether it is missing, a key.
_READ: Mapping[Role, int] = {"dimension": 2, "magnitude": 17, "weight": 17, "record_key": 12}
_STORED: Mapping[Role, int] = {"dimension": 1, "magnitude": 8, "weight": 8, "record_key": 4}
_PACKED = 5
_VALUES_PER_SECOND = 5_000_000
# Of free memory, what records may take; the rest is for tables and for other programs.
_SHARE = 0.6


@dataclass(frozen=True)
class RoomNeeded:
    """An estimate: records, bytes of memory to read them, bytes on disk as a store (of which half only while it is
    made), and seconds to make it."""

    records: int
    memory: int
    disk: int
    seconds: float

    def offer(self, free_memory: int | None, folder: Path) -> Sentence | None:
        """Sentence for records that do not fit into memory; None where they do, or where it is not known."""
        if free_memory is None or self.memory <= _SHARE * free_memory:
            return None
        fields = {
            "records": self.records,
            "memory": round(self.memory / 1e9, 1),
            "free": round(free_memory / 1e9, 1),
            "disk": max(0.1, round(self.disk / 1e9, 1)),
            "minutes": max(1, round(self.seconds / 60)),
        }
        try:
            left = shutil.disk_usage(folder).free
        except OSError:
            return sentence("store_offer", **fields)
        if left < self.disk:
            return sentence("store_offer_no_disk", **fields, left=round(left / 1e9, 1))
        return sentence("store_offer", **fields)


def memory_of_records(records: int, dimensions: int, numbers: int, keys: bool) -> int:
    """Bytes of memory to read records with so many columns of each kind; the longest is there twice for a moment."""
    each = dimensions * _READ["dimension"] + numbers * _READ["magnitude"] + keys * _READ["record_key"]
    return records * (each + 8)


def room_needed(preview: Preview, roles: Mapping[str, Role]) -> RoomNeeded | None:
    """What reading the files of a preview takes, with columns in these roles; None for a workbook, and for what was
    prepared already."""
    if preview.format in (*PREPARED, "excel", "excel_97", "ods"):
        return None
    records = _records(preview)
    used = [role for role in roles.values() if role in _READ]
    read, stored = (sum(table[role] for role in used) for table in (_READ, _STORED))
    return RoomNeeded(
        records,
        records * (read + 8),  # the longest column is there twice for a moment
        records * (read + stored),
        2 * records * max(1, len(used)) / _VALUES_PER_SECOND,
    )


def _records(preview: Preview) -> int:
    files = preview.files or (preview.file,)
    if preview.format == "parquet":
        import pyarrow.parquet as parquet

        return sum(parquet.read_metadata(file).num_rows for file in files)
    if preview.format in ("csv", "fixed"):
        seen = sum(len(cell.encode()) + 1 for row in preview.rows for cell in row)
        size = sum(file.stat().st_size * (_PACKED if is_packed(file) else 1) for file in files)
        return int(size / max(1.0, seen / max(1, len(preview.rows))))
    return preview.size // max(1, 8 * len(preview.names))


def free_memory() -> int | None:
    """Bytes of memory that programs may still take; None where the system does not say."""
    if sys.platform == "win32":
        import ctypes

        names = ("total", "free", "page", "free_page", "own", "free_own", "more")

        class Status(ctypes.Structure):
            _fields_ = (
                ("length", ctypes.c_uint32),
                ("load", ctypes.c_uint32),
                *((name, ctypes.c_uint64) for name in names),
            )

        status = Status(length=ctypes.sizeof(Status))
        found = ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
        return int(status.free) if found else None
    try:
        with Path("/proc/meminfo").open(encoding="ascii") as lines:
            return next((int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable")), None)
    except OSError:
        return None
