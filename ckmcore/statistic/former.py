"""Records of former versions of the `.ckm` file, brought to the form of this one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ckmcore.base.typed import decoded
from ckmcore.methods.keep import KeptMethod
from ckmcore.ptable import Boundary
from ckmcore.ptable.stored import StoredTable, restored


@dataclass(frozen=True)
class _FormerMethod:
    """A method in force as versions 1 to 4 kept it: its table stood in the record of its period."""

    kind: str
    ptable: str = ""
    boundary: Boundary = "less"
    base: int = 0
    since: str = ""
    integer_modulus: int | None = None
    recycled_rows: int = 0
    design: str = ""


def former_periods(records: Sequence[str]) -> tuple[list[str], dict[str, StoredTable]]:
    """The records of periods of versions 1 to 4 in the form of version 5, and the tables by their content hash.

    Raises msgspec.MsgspecError and the faults of reading a table.
    """
    found, tables = [], {}
    for record in records:
        period = decoded(record, dict[str, msgspec.Raw])
        former = decoded(period.get("method", b"null"), _FormerMethod | None)
        if former is not None:
            kept = KeptMethod(former.kind, {"base": former.base})
            if former.kind == "cell_key":
                table = StoredTable(former.ptable, former.integer_modulus, former.recycled_rows)
                name = restored(table).content_hash
                tables[name] = table
                kept = KeptMethod(former.kind, {"boundary": former.boundary}, {"ptable": name})
            method = {"method": kept, "since": former.since, "design": former.design}
            period["method"] = msgspec.Raw(msgspec.json.encode(method))
        found.append(msgspec.json.encode(period).decode())
    return found, tables
