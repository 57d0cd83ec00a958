"""JSON-stat taken apart: every key and value by its place in the format."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ckmcore.formats.hits import Search

_MOST_DECIMALS = 6
_CELL = re.compile(r"\d{1,9}")


@dataclass(frozen=True)
class _Each:
    """A list of values of one kind."""

    of: Any


@dataclass(frozen=True)
class _ByText:
    """An object whose keys are texts of the table."""

    of: Any


# Kinds of single values: "text", "note" (several texts in one), "figure", "size", "decimals", "sign", "program", or
# fixed words.
_CATEGORY = {
    "index": _Each("text"),
    "label": _ByText("text"),
    "child": _ByText(_Each("text")),
    "note": _ByText(_Each("note")),
    "unit": _ByText({"decimals": "decimals", "label": "text"}),
}
_DATASET: Mapping[str, Any] = {
    "version": ("2.0",),
    "class": ("dataset",),
    "label": "text",
    "source": "text",
    "updated": "text",
    "note": _Each("note"),
    "role": {"time": _Each("text"), "metric": _Each("text"), "geo": _Each("text")},
    "id": _Each("text"),
    "size": _Each("size"),
    "dimension": _ByText({"label": "text", "category": _CATEGORY, "note": _Each("note")}),
    "value": _Each("figure"),
    "status": "signs",
    "extension": {
        "status": {"label": _ByText("note")},
        "cellNote": _Each({"place": _ByText("text"), "note": "note"}),
        "generator": "program",
    },
}


def scan_json_stat(content: bytes, search: Search) -> None:
    """Look at a file; hits go to `search`."""

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        times = Counter(key for key, _ in found)
        for key, _ in found:
            if times[key] > 1:
                search.hit("hidden", key)
        if len({key for key, _ in found}) < len(found):
            search.hit("hidden", "JSON")
        return dict(found)

    try:
        whole = json.loads(
            content.decode("utf-8"), object_pairs_hook=pairs, parse_float=Decimal, parse_int=Decimal, parse_constant=str
        )
    except (ValueError, RecursionError, ArithmeticError) as fault:
        search.hit("bytes", "JSON", str(fault))
        return
    _walk(_DATASET, whole, "$", search)


def _walk(kind: Any, value: Any, place: str, search: Search) -> None:
    if isinstance(kind, Mapping) and isinstance(value, dict):
        for key, one in value.items():
            if key in kind:
                _walk(kind[key], one, f"{place}.{key}", search)
            else:
                search.hit("part", f"{place}.{key}", f"{key}: {one}")
    elif isinstance(kind, _Each) and isinstance(value, list):
        for number, one in enumerate(value):
            _walk(kind.of, one, f"{place}[{number}]", search)
    elif isinstance(kind, _ByText) and isinstance(value, dict):
        for key, one in value.items():
            search.cube_text(place, key)
            _walk(kind.of, one, f"{place}.{key}", search)
    elif kind == "signs" and isinstance(value, dict):
        for key, sign in value.items():
            if not _CELL.fullmatch(key):
                search.hit("text", place, key)
            _walk("sign", sign, f"{place}.{key}", search)
    else:
        _single(kind, value, place, search)


def _single(kind: Any, value: Any, place: str, search: Search) -> None:
    if kind == "figure" and value is None:
        return
    if isinstance(value, Decimal):
        whole = value == value.to_integral_value() and value >= 0
        if kind == "figure":
            search.number(place, value)
        elif not (whole and (kind == "size" or (kind == "decimals" and value <= _MOST_DECIMALS))):
            search.hit("figure", place, str(value))
    elif isinstance(value, str):
        if isinstance(kind, tuple):
            search.text(place, value, *kind)
        elif kind == "program":
            search.program(place, value)
        elif kind == "note":
            search.composed(place, value)
        elif kind == "sign":
            if not search.allowed.is_sign(value):
                search.hit("text", place, value)
        else:
            search.cube_text(place, value)
    else:
        search.hit("part", place, str(value))
