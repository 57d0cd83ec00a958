"""Texts read into types, by msgspec, also by several threads at once.

What msgspec knows of a dataclass it finds out at the first use, and a thread that asks meanwhile gets half of it and
crashes the process (seen with msgspec 0.22: a window that looked into several statistics at once). So each type is
made known by one thread at a time, once; all else runs beside each other.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, TypeVar, overload

import msgspec

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
    """JSON as a type. Raises msgspec.MsgspecError, which names the place."""
    return _decoder(kind).decode(text)


@overload
def converted(found: Any, kind: type[T], *, strict: bool = True) -> T: ...
@overload
def converted(found: Any, kind: Any, *, strict: bool = True) -> Any: ...
def converted(found: Any, kind: Any, *, strict: bool = True) -> Any:
    """What JSON holds (lists, dictionaries, texts, numbers) as a type. Raises msgspec.ValidationError."""
    _decoder(kind)
    return msgspec.convert(found, kind, strict=strict)
