"""Whether a file is a JSON-stat 2.0 dataset as the format demands."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from ckmcore.formats.check import Axis, Fault, Found

TOP = {"version", "class", "label", "source", "updated", "note", "role", "id", "size", "dimension", "extension"}
EXTENSION = {"status", "cellNote", "generator"}
CATEGORY = {"index", "label", "child", "note", "unit"}


def check_jsonstat(path: Path, program: str = "") -> Found:
    """Read a file strictly; raises Fault where it is not as the format demands, or names another program."""
    try:
        whole = json.loads(
            path.read_bytes().decode("utf-8"),
            parse_int=str,
            parse_float=str,
            parse_constant=_refuse,
            object_pairs_hook=_object,
        )
    except UnicodeDecodeError:
        raise Fault("check_encoding") from None
    except ValueError:
        raise Fault("check_json") from None
    if not isinstance(whole, dict) or whole.get("version") != "2.0" or whole.get("class") != "dataset":
        raise Fault("check_json_place", place="class")
    _only(whole, TOP | {"value", "status"}, "dataset")
    ids, sizes = whole.get("id"), whole.get("size")
    if (
        not isinstance(ids, list)
        or not _texts(ids)
        or len(set(ids)) < len(ids)
        or not isinstance(sizes, list)
        or len(sizes) != len(ids)
    ):
        raise Fault("check_json_place", place="id")
    dimensions = whole.get("dimension")
    if not isinstance(dimensions, dict) or list(dimensions) != ids:
        raise Fault("check_json_place", place="dimension")
    axes = tuple(Axis(name, _categories(name, dimensions[name])) for name in ids)
    if [str(len(axis.codes)) for axis in axes] != sizes:
        raise Fault("check_json_place", place="size")
    if not _texts(whole.get("note", [])):
        raise Fault("check_json_place", place="note")
    _check_roles(whole.get("role", {}), ids)
    extension = whole.get("extension", {})
    if not isinstance(extension, dict) or extension.get("generator", "") != program:
        raise Fault("check_json_place", place="extension")
    _only(extension, EXTENSION, "extension")
    return Found(axes, _cells(whole, math.prod(len(axis.codes) for axis in axes)))


def _refuse(text: str) -> None:
    raise ValueError(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Fault("check_json_twice", place=pairs[0][0])
    return found


def _only(found: dict[str, Any], known: set[str], place: str) -> None:
    if set(found) - known:
        raise Fault("check_json_place", place=place)


def _texts(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(one, str) for one in found)


def _categories(name: str, dimension: Any) -> tuple[str, ...]:
    """The codes of a dimension in order; its labels, children, notes and units are on these."""
    if not isinstance(dimension, dict) or not isinstance(dimension.get("category"), dict):
        raise Fault("check_json_place", place=name)
    _only(dimension, {"label", "category", "note"}, name)
    category = dimension["category"]
    _only(category, CATEGORY, name)
    codes = category.get("index")
    if not _texts(codes) or not codes or len(set(codes)) < len(codes):
        raise Fault("check_json_place", place=f"{name}.index")
    labels = category.get("label")
    if not isinstance(labels, dict) or list(labels) != codes or not all(labels.values()):
        raise Fault("check_json_place", place=f"{name}.label")
    met: set[str] = set()
    for parent, children in category.get("child", {}).items():
        if parent not in codes or not set(children) <= set(codes) or met & set(children) or parent in children:
            raise Fault("check_json_place", place=f"{name}.child")
        met |= set(children)
    for part in ("note", "unit"):
        if set(category.get(part, {})) - set(codes):
            raise Fault("check_json_place", place=f"{name}.{part}")
    if any("decimals" not in unit for unit in category.get("unit", {}).values()):
        raise Fault("check_json_place", place=f"{name}.unit")
    return tuple(codes)


def _check_roles(roles: Any, ids: list[str]) -> None:
    if not isinstance(roles, dict) or set(roles) - {"time", "geo", "metric"}:
        raise Fault("check_json_place", place="role")
    named = [one for names in roles.values() for one in names]
    if set(named) - set(ids) or len(set(named)) < len(named):
        raise Fault("check_json_place", place="role")


def _cells(whole: dict[str, Any], count: int) -> list[str | None]:
    values, status = whole.get("value"), whole.get("status", {})
    if not isinstance(values, list) or len(values) != count:
        found = len(values) if isinstance(values, list) else 0
        raise Fault("check_cells", found=found, wanted=count)
    explained = whole.get("extension", {}).get("status", {}).get("label", {})
    for number, value in enumerate(values):
        if value is None and str(number) not in status:
            raise Fault("check_json_status", number=number + 1)
    for number, sign in status.items():
        if not number.isdecimal() or int(number) >= count or sign not in explained:
            raise Fault("check_json_status", number=number)
    return values
