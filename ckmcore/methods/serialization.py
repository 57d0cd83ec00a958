"""How any method is kept in a file: its kind, its settings as a typed record, its tables by their content hash.

A method is a frozen dataclass. Fields that hold a perturbation table are kept apart, by hash; all others are its
settings. A field that is added later needs a default and the mark `typed.LATER`: what was kept before then opens with
it, and while it has it, it stands in no text and no hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from ckmcore.base.typed import converted, is_former, kept_settings
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.rounding import Rounding
from ckmcore.ptable import PTable
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.ptable.stored import StoredTable, restored, restored_magnitudes, stored_magnitudes, stored_table

Table = PTable | MagnitudePTable
_METHODS: tuple[type[Method], ...] = (CellKeyMethod, MagnitudeCellKeyMethod, Rounding, KeyedRounding)
KINDS: Mapping[str, type[Method]] = {one.kind: one for one in _METHODS}


@dataclass(frozen=True)
class KeptMethod:
    """A method as text and numbers. `tables`: the content hash of each perturbation table, by its field."""

    kind: str
    settings: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)


def tables_of(method: Method) -> dict[str, Table]:
    """The perturbation tables of a method, by the field that holds them."""
    held = ((one.name, getattr(method, one.name)) for one in fields(method))
    return {name: table for name, table in held if isinstance(table, Table)}


def keep_method(method: Method) -> KeptMethod:
    """The record of a method; `keep_tables` gives the tables that it names."""
    tables = tables_of(method)
    names = settings_record(type(method)).__struct_fields__
    held = {one.name: getattr(method, one.name) for one in fields(method) if one.name in names}
    former = {one.name for one in fields(method) if one.name in held and is_former(one, held[one.name])}
    settings = {name: kept_settings(found) for name, found in held.items() if name not in former}
    return KeptMethod(
        method.kind,
        msgspec.to_builtins(settings),
        {name: table.content_hash for name, table in tables.items()},
    )


def restored_method(kept: KeptMethod, tables: Mapping[str, StoredTable]) -> Method:
    """The method of a record; `tables` by their hash.

    Raises what the method raises of faulty settings, the faults of reading a table, msgspec.ValidationError, and
    ValueError where a kind is unknown, or a table is not the one that its hash names.
    """
    made = KINDS.get(kept.kind)
    if made is None:
        raise ValueError(f"method {kept.kind}")
    record = settings_record(made)
    settings = converted(kept.settings, record)
    held: dict[str, Any] = {name: getattr(settings, name) for name in record.__struct_fields__}
    for name, wanted in kept.tables.items():
        if wanted not in tables:
            raise ValueError(f"ptable {wanted}")
        table = restored_table(tables[wanted])
        if table.content_hash != wanted:
            raise ValueError(f"ptable {wanted}: {table.content_hash}")
        held[name] = table
    return made(**held)


def serialize_table(table: Table) -> StoredTable:
    """The record of a table for counts or for magnitudes."""
    return stored_magnitudes(table) if isinstance(table, MagnitudePTable) else stored_table(table)


def restored_table(kept: StoredTable) -> Table:
    """The table of a record; raises the faults of reading."""
    return restored_magnitudes(kept) if kept.kind == "magnitudes" else restored(kept)


def method_text(method: Method) -> str:
    """Kind, settings and hashes of tables as JSON: the same text for methods that protect alike."""
    return msgspec.json.encode(keep_method(method), order="deterministic").decode()


@cache
def settings_record(method: type[Method]) -> type[msgspec.Struct]:
    """The typed record of the settings of a kind of method: all fields that hold no table."""
    hints = get_type_hints(method)
    found = []
    for one in fields(method):
        hint = hints[one.name]
        if not {hint, *get_args(hint)} & {PTable, MagnitudePTable}:
            found.append((one.name, hint) if one.default is MISSING else (one.name, hint, one.default))
    return msgspec.defstruct(f"{method.__name__}Settings", found, frozen=True, forbid_unknown_fields=True)
