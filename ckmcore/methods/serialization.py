"""Serialization of methods: kind, settings as a typed record, and perturbation tables by content hash.

A method is a frozen dataclass. Fields with a perturbation table are stored by hash, all others are settings. A field
added later needs a default and the mark `typed.LATER`: older records open with the default, and the default is left out
of texts and hashes.
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
from ckmcore.methods.safe import SafePrinciple
from ckmcore.methods.suppression import Suppression
from ckmcore.ptable import PTable
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.ptable.stored import StoredTable, restored, restored_magnitudes, stored_magnitudes, stored_table

Table = PTable | MagnitudePTable
_METHODS: tuple[type[Method], ...] = (
    CellKeyMethod,
    MagnitudeCellKeyMethod,
    Rounding,
    KeyedRounding,
    SafePrinciple,
    Suppression,
)
KINDS: Mapping[str, type[Method]] = {method.kind: method for method in _METHODS}


@dataclass(frozen=True)
class KeptMethod:
    """Record of a method. tables: content hash of each perturbation table, by field."""

    kind: str
    settings: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)


def tables_of(method: Method) -> dict[str, Table]:
    """Perturbation tables of a method by field."""
    field_values = ((each_field.name, getattr(method, each_field.name)) for each_field in fields(method))
    return {name: table for name, table in field_values if isinstance(table, Table)}


def keep_method(method: Method) -> KeptMethod:
    """Record of a method; `keep_tables` gives the perturbation tables that it refers to."""
    tables = tables_of(method)
    names = settings_record(type(method)).__struct_fields__
    given_values = {
        each_field.name: getattr(method, each_field.name) for each_field in fields(method) if each_field.name in names
    }
    former = {
        each_field.name
        for each_field in fields(method)
        if each_field.name in given_values and is_former(each_field, given_values[each_field.name])
    }
    settings = {
        name: kept_settings(setting_value) for name, setting_value in given_values.items() if name not in former
    }
    return KeptMethod(
        method.kind,
        msgspec.to_builtins(settings),
        {name: table.content_hash for name, table in tables.items()},
    )


def restored_method(kept: KeptMethod, tables: Mapping[str, StoredTable]) -> Method:
    """Method of a record. tables: records of perturbation tables by hash.

    Raises the method's errors for faulty settings, the errors of reading a table, msgspec.ValidationError, and
    ValueError for an unknown kind or a table that does not match its hash.
    """
    kind = KINDS.get(kept.kind)
    if kind is None:
        raise ValueError(f"method {kept.kind}")
    record = settings_record(kind)
    settings = converted(kept.settings, record)
    held_tables: dict[str, Any] = {name: getattr(settings, name) for name in record.__struct_fields__}
    for name, wanted_table in kept.tables.items():
        if wanted_table not in tables:
            raise ValueError(f"ptable {wanted_table}")
        table = restored_table(tables[wanted_table])
        if table.content_hash != wanted_table:
            raise ValueError(f"ptable {wanted_table}: {table.content_hash}")
        held_tables[name] = table
    return kind(**held_tables)


def serialize_table(table: Table) -> StoredTable:
    """The record of a table for counts or for magnitudes."""
    return stored_magnitudes(table) if isinstance(table, MagnitudePTable) else stored_table(table)


def restored_table(kept: StoredTable) -> Table:
    """Perturbation table of a record. Raises the errors of reading."""
    return restored_magnitudes(kept) if kept.kind == "magnitudes" else restored(kept)


def method_text(method: Method) -> str:
    """Kind, settings and table hashes of a method as JSON; methods that protect alike have the same text."""
    return msgspec.json.encode(keep_method(method), order="deterministic").decode()


@cache
def settings_record(method: type[Method]) -> type[msgspec.Struct]:
    """Typed record of the settings of a method class: all fields without a table."""
    hints = get_type_hints(method)
    records_of_settings = []
    for each_field in fields(method):
        hint = hints[each_field.name]
        if not {hint, *get_args(hint)} & {PTable, MagnitudePTable}:
            records_of_settings.append(
                (each_field.name, hint)
                if each_field.default is MISSING
                else (each_field.name, hint, each_field.default)
            )
    return msgspec.defstruct(f"{method.__name__}Settings", records_of_settings, frozen=True, forbid_unknown_fields=True)
