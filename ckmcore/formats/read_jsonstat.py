"""JSON-stat 2.0 taken apart, whoever wrote it: every key and value by its place in the format.

`read_jsonstat` demands what the format demands; `search_jsonstat` looks at each part, also where the file is none.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ckmcore.base.reading import read_file
from ckmcore.formats.check import Axis, FormatViolation, ParsedCube
from ckmcore.formats.columns import Column
from ckmcore.formats.leak_findings import LeakScan

_MOST_DECIMALS = 6
_LONGEST_CELL = 19
_CELL = re.compile(r"\d{1,19}")


@dataclass(frozen=True)
class _Each:
    """A list of values of one kind."""

    of: Any


@dataclass(frozen=True)
class _ByText:
    """An object whose keys are texts of the table, or numbers of cells."""

    of: Any
    keys: str = "text"


@dataclass(frozen=True)
class _Values(_Each):
    """The same, or an object with the number of each, where not all are listed."""


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
    "value": _Values("figure"),
    "status": _ByText("sign", "cell"),
    "extension": {
        "status": {"label": _ByText("note")},
        "cellNote": _Each({"place": _ByText("text"), "note": "note"}),
        "generator": "program",
    },
}


class _Decimals(dict[str, Decimal]):
    """Numbers by their text, each once."""

    def __missing__(self, text: str) -> Decimal:
        number = self[text] = Decimal(text)
        return number


class _Part(NamedTuple):
    """A single value or key and what belongs in its place; "part" where the format has no such place. "figures" and
    "cells" are many of them that all are what they should be."""

    kind: Any
    place: str
    value: Any

    @property
    def fits(self) -> bool:
        """Whether it is what the format demands in its place."""
        kind, value = self.kind, self.value
        if kind == "figure":
            return value is None or isinstance(value, Decimal)
        if kind == "part":
            return False
        if kind in ("figures", "cells"):
            return True
        if kind in ("size", "decimals"):
            return isinstance(value, Decimal) and str(value).isdecimal()
        if kind == "cell":
            return str(value).isdecimal()
        return isinstance(value, str) and (value in kind if isinstance(kind, tuple) else isinstance(kind, str))


def _loaded(content: bytes) -> tuple[Any, list[str]]:
    """Parse the file; gives also the keys that an object has twice. Raises ValueError, RecursionError,
    ArithmeticError."""
    twice: list[str] = []

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(found)
        if len(made) < len(found):
            times = Counter(key for key, _ in found)
            twice.extend(key for key, _ in found if times[key] > 1)
        return made

    text, known = content.decode("utf-8"), _Decimals()
    number = known.__getitem__
    numbers: dict[str, Any] = {"parse_float": number, "parse_int": number, "parse_constant": str}
    return json.loads(text, object_pairs_hook=pairs, **numbers), twice


def _parts(kind: Any, value: Any, place: str = "$", *, many: bool = True) -> Iterator[_Part]:
    """All parts of a value; `many`: figures together, where each is one."""
    if many and isinstance(kind, _Values) and _are_figures(value):
        if isinstance(value, dict):
            yield _Part("cells", place, value)
        yield _Part("figures", place, value.values() if isinstance(value, dict) else value)
    elif isinstance(kind, Mapping) and isinstance(value, dict):
        for key, one in value.items():
            if key in kind:
                yield from _parts(kind[key], one, f"{place}.{key}", many=many)
            else:
                yield _Part("part", f"{place}.{key}", f"{key}: {one}")
    elif isinstance(kind, _Each) and isinstance(value, list):
        for number, one in enumerate(value):
            inside = f"{place}[{number}]"
            if isinstance(kind.of, str):  # figures are many
                yield _Part(kind.of, inside, one)
            else:
                yield from _parts(kind.of, one, inside, many=many)
    elif isinstance(kind, _Values) and isinstance(value, dict):
        yield from _parts(_ByText(kind.of, "cell"), value, place, many=many)
    elif isinstance(kind, _ByText) and isinstance(value, dict):
        for key, one in value.items():
            yield _Part(kind.keys, place, key)
            yield from _parts(kind.of, one, f"{place}.{key}", many=many)
    else:
        yield _Part(kind, place, value)


def _are_figures(value: Any) -> bool:
    """Whether these are figures, of a file that lists its cells with their numbers."""
    if isinstance(value, dict):
        return all(len(key) <= _LONGEST_CELL and key.isdecimal() for key in value) and _are_figures([*value.values()])
    return isinstance(value, list) and set(map(type, value)) <= {Decimal, type(None)}


def read_jsonstat(path: Path, program: str = "") -> ParsedCube:
    """Read a file strictly; raises FormatViolation where it is not as the format demands, or names another program."""
    try:
        whole, twice = _loaded(read_file(path))
    except UnicodeDecodeError:
        raise FormatViolation("check_encoding") from None
    except (ValueError, RecursionError, ArithmeticError):
        raise FormatViolation("check_json") from None
    if twice:
        raise FormatViolation("check_json_twice", place=twice[0])
    for part in _parts(_DATASET, whole):
        if not part.fits:
            raise FormatViolation("check_json_place", place=part.place)
    ids, dimensions = whole.get("id", []), whole.get("dimension", {})
    if not {"version", "class"} <= set(whole):
        raise FormatViolation("check_json_place", place="class")
    if len(set(ids)) < len(ids) or list(dimensions) != ids:
        raise FormatViolation("check_json_place", place="dimension")
    axes = tuple(Axis(name, _categories(name, dimensions[name])) for name in ids)
    if [len(axis.codes) for axis in axes] != whole.get("size"):
        raise FormatViolation("check_json_place", place="size")
    named = [one for names in whole.get("role", {}).values() for one in names]
    if set(named) - set(ids) or len(set(named)) < len(named):
        raise FormatViolation("check_json_place", place="role")
    if whole.get("extension", {}).get("generator", "") != program:
        raise FormatViolation("check_json_place", place="extension")
    count = math.prod(len(axis.codes) for axis in axes)
    if isinstance(whole.get("value"), dict):
        figures, numbers = _listed_cells(whole, count)
        return ParsedCube(axes, figures, _codes_at(axes, numbers))
    return ParsedCube(axes, _cells(whole, count))


def _codes_at(axes: Sequence[Axis], numbers: Sequence[int]) -> list[Sequence[str]]:
    """Of each axis the code of the cells of these numbers."""
    lines: list[Sequence[str]] = []
    rest: Any = np.array(numbers, dtype=np.uint64 if not numbers or numbers[-1] < 2**64 else object)
    for axis in reversed(axes):
        count = rest.dtype.type(len(axis.codes)) if rest.dtype != object else len(axis.codes)
        lines.insert(0, Column(axis.codes, (rest % count).astype(np.intp)))
        rest = rest // count
    return lines


def _listed_cells(whole: dict[str, Any], count: int) -> tuple[Sequence[str | None], list[int]]:
    """The values of a file that lists its cells, and their numbers, which rise."""
    values, status = whole["value"], whole.get("status", {})
    explained = whole.get("extension", {}).get("status", {}).get("label", {})
    numbers = [int(number) for number in values]
    if any(at >= then for at, then in pairwise([*numbers, count])):
        raise FormatViolation("check_cells", found=len(numbers), wanted=count)
    for number, value in values.items():
        if value is None and number not in status:
            raise FormatViolation("check_json_status", number=number)
    for number, sign in status.items():
        if number not in values or sign not in explained:
            raise FormatViolation("check_json_status", number=number)
    # Numbers of the same text are the same object.
    place_of: dict[int, int] = {}
    places = [place_of.setdefault(id(value), len(place_of)) for value in values.values()]
    different = dict(zip(places, values.values(), strict=True))
    texts = [None if different[at] is None else str(different[at]) for at in range(len(place_of))]
    return Column(texts, np.array(places, dtype=np.intp)), numbers


def _categories(name: str, dimension: dict[str, Any]) -> tuple[str, ...]:
    """The codes of a dimension in order; its labels, children, notes and units are on these."""
    category = dimension.get("category", {})
    codes, labels = category.get("index", []), category.get("label", {})
    if not codes or len(set(codes)) < len(codes):
        raise FormatViolation("check_json_place", place=f"{name}.index")
    if list(labels) != codes or not all(labels.values()):
        raise FormatViolation("check_json_place", place=f"{name}.label")
    met: set[str] = set()
    for parent, children in category.get("child", {}).items():
        if parent not in codes or not set(children) <= set(codes) or met & set(children) or parent in children:
            raise FormatViolation("check_json_place", place=f"{name}.child")
        met |= set(children)
    for part in ("note", "unit"):
        if set(category.get(part, {})) - set(codes):
            raise FormatViolation("check_json_place", place=f"{name}.{part}")
    if any("decimals" not in unit for unit in category.get("unit", {}).values()):
        raise FormatViolation("check_json_place", place=f"{name}.unit")
    return tuple(codes)


def _cells(whole: dict[str, Any], count: int) -> list[str | None]:
    values, status = whole.get("value", []), whole.get("status", {})
    if len(values) != count:
        raise FormatViolation("check_cells", found=len(values), wanted=count)
    explained = whole.get("extension", {}).get("status", {}).get("label", {})
    for number, value in enumerate(values):
        if value is None and str(number) not in status:
            raise FormatViolation("check_json_status", number=number + 1)
    for number, sign in status.items():
        if int(number) >= count or sign not in explained:
            raise FormatViolation("check_json_status", number=number)
    return [None if value is None else str(value) for value in values]


def search_jsonstat(content: bytes, search: LeakScan) -> None:
    """Look at a file; hits go to `search`."""
    try:
        whole, twice = _loaded(content)
    except (ValueError, RecursionError, ArithmeticError) as fault:
        search.hit("bytes", "JSON", str(fault))
        return
    for key in twice:
        search.hit("hidden", key)
    if twice:
        search.hit("hidden", "JSON")
    together = search.again()
    for part in _parts(_DATASET, whole):
        if part.kind == "figures":
            for number, times in Counter(part.value).items():
                if number is not None:
                    together.number(part.place, number, times=times)
        elif part.kind != "cells":
            _look(*part, together)
    if not together.hits or search.allowed.anything:
        search.take(together)
        return
    for part in _parts(_DATASET, whole, many=False):
        _look(*part, search)


def _look(kind: Any, place: str, value: Any, search: LeakScan) -> None:
    if kind == "part" or not (value is None or isinstance(value, str | Decimal)):
        search.hit("part", place, str(value))
    elif value is None:
        if kind != "figure":
            search.hit("part", place, str(value))
    elif isinstance(value, Decimal):
        whole = value == value.to_integral_value() and value >= 0
        if kind == "figure":
            search.number(place, value)
        elif not (whole and (kind == "size" or (kind == "decimals" and value <= _MOST_DECIMALS))):
            search.hit("figure", place, str(value))
    elif isinstance(kind, tuple):
        search.text(place, value, *kind)
    elif kind == "program":
        search.program(place, value)
    elif kind == "note":
        search.composed(place, value)
    elif (kind == "sign" and not search.allowed.is_sign(value)) or (kind == "cell" and not _CELL.fullmatch(value)):
        search.hit("text", place, value)
    elif kind not in ("sign", "cell"):
        search.cube_text(place, value)
