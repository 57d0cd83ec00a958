"""Texts read into types, by msgspec, also by several threads at once.

What msgspec knows of a dataclass it finds out at the first use, and a thread that asks meanwhile gets half of it and
crashes the process (seen with msgspec 0.22: a window that looked into several statistics at once). So each type is
made known by one thread at a time, once; all else runs beside each other.
"""

from __future__ import annotations

import threading
from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, overload

import msgspec

from ckmcore.errors import CkmError

T = TypeVar("T")
_one_at_a_time = threading.Lock()


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    with _one_at_a_time:
        return msgspec.json.Decoder(kind)


@overload
def decoded(text: str | bytes, kind: type[T]) -> T: ...
@overload
def decoded(text: str | bytes, kind: Any) -> Any: ...
def decoded(text: str | bytes, kind: Any) -> Any:
    """Decode JSON into a type. Raises msgspec.MsgspecError, which names the path of the fault, and the type's own
    errors."""
    decoder = _decoder(kind)
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as fault:
        error = _original_error(fault)
    raise error


@overload
def converted(found: Any, kind: type[T], *, strict: bool = True) -> T: ...
@overload
def converted(found: Any, kind: Any, *, strict: bool = True) -> Any: ...
def converted(found: Any, kind: Any, *, strict: bool = True) -> Any:
    """Convert decoded JSON (lists, dictionaries, texts, numbers) into a type. Raises msgspec.ValidationError and the
    type's own errors."""
    _decoder(kind)
    try:
        return msgspec.convert(found, kind, strict=strict)
    except msgspec.ValidationError as fault:
        error = _original_error(fault)
    raise error


def _original_error(fault: msgspec.ValidationError) -> Exception:
    """Original CkmError behind a msgspec error; msgspec wraps every ValueError of a type in its own English error."""
    return fault.__cause__ if isinstance(fault.__cause__, CkmError) else fault


# Marks a field of a kept record that came later: with its default it stays out of what is kept and hashed.
LATER = {"later": True}


def is_former(one: Field[Any], found: object) -> bool:
    """Whether a field of a later version has its default, which is the rule of the versions before."""
    return bool(one.metadata.get("later")) and found == one.default


def kept_settings(found: Any) -> Any:
    """Convert settings to plain lists and dictionaries. Fields of later versions that have their default are left out,
    in nested records too."""
    if is_dataclass(found) and not isinstance(found, type):
        field_values = ((field, getattr(found, field.name)) for field in fields(found))
        return {field.name: kept_settings(value) for field, value in field_values if not is_former(field, value)}
    return [kept_settings(element) for element in found] if isinstance(found, tuple) else found


def kept_record(found: Any) -> Any:
    """Convert a record to dictionaries and lists. Fields of later versions that have their default are left out, in the
    record itself only."""
    former = {field.name for field in fields(found) if is_former(field, getattr(found, field.name))}
    return {name: value for name, value in msgspec.to_builtins(found).items() if name not in former}
