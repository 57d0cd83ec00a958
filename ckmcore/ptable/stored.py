"""A perturbation table as a small record of text and numbers, for files that keep it among other things."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from ckmcore.ptable.files.formats import recognise
from ckmcore.ptable.files.read import parse_ptable
from ckmcore.ptable.magnitudes import MagnitudePTable, magnitude_text, parse_magnitudes
from ckmcore.ptable.model.table import PTable

_READ_LATELY = 16  # tables cannot be changed: one that was read is given again


@dataclass(frozen=True)
class StoredTable:
    """A table in R's format with all digits, for keeping in a statistic. integer_modulus, recycled_rows: of tables for
    integer keys (ONS)."""

    text: str
    integer_modulus: int | None = None
    recycled_rows: int = 0
    kind: Literal["counts", "magnitudes"] = "counts"


def stored_table(ptable: PTable) -> StoredTable:
    """Record of a table; `restored` gives a table with exactly the same look-up."""
    return StoredTable(ptable.r_text, ptable.integer_modulus, ptable.recycled_rows)


@lru_cache(_READ_LATELY)
def restored(kept: StoredTable) -> PTable:
    """Table of a record, cached, since each period of a statistic refers to it. Raises the errors of reading, and
    ValueError where the numbers do not fit the text."""
    table = parse_ptable(kept.text.encode(), "ptable")
    if not 0 <= kept.recycled_rows <= table.last_row:
        raise ValueError(f"{kept.recycled_rows} recycled rows of {table.last_row}")
    return replace(table, integer_modulus=kept.integer_modulus, recycled_rows=kept.recycled_rows)


def stored_magnitudes(table: MagnitudePTable) -> StoredTable:
    """The record of a table for magnitudes."""
    return StoredTable(magnitude_text(table, "r"), kind="magnitudes")


@lru_cache(_READ_LATELY)
def restored_magnitudes(kept: StoredTable) -> MagnitudePTable:
    """Table for magnitudes of a record. Raises the errors of reading."""
    return parse_magnitudes(recognise(kept.text.encode(), "ptable"))
