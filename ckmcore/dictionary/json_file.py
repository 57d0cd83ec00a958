"""The dictionary as a JSON file: written to start from, read with every wrong field named by its place."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Iterator, Sequence
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec

from ckmcore.base.files import write_whole
from ckmcore.base.typed import converted
from ckmcore.dictionary.record_rules import RecordRule
from ckmcore.errors import DataError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.classes import QuantileClasses
from ckmcore.microdata.data import StructuralZero
from ckmcore.microdata.files import checked_path, read_bytes
from ckmcore.microdata.variable import VariableEntry

_MOST_FAULTS = 20
_EXPECTED = re.compile(r"Expected `(.*?)`, got `(.*?)`")
_MISSING = re.compile(r"Object missing required field `(.*?)`")
_VALUE = re.compile(r"Invalid enum value (.*?)(?: - at|$)")
_PLACE = re.compile(r" - at `(.*?)`$")
_ONE_ONLY = ("record_key", "weight", "household")


@dataclasses.dataclass(frozen=True)
class DictionaryFile:
    """Content of a dictionary file (JSON)."""

    variables: tuple[VariableEntry, ...] = ()
    structural_zeros: tuple[StructuralZero, ...] = ()
    rules: tuple[RecordRule, ...] = ()


def dictionary_json(
    dictionary: Sequence[VariableEntry],
    structural_zeros: Sequence[StructuralZero] = (),
    rules: Sequence[RecordRule] = (),
) -> bytes:
    """The dictionary as JSON, indented, without fields that hold nothing."""
    content = msgspec.to_builtins(DictionaryFile(tuple(dictionary), tuple(structural_zeros), tuple(rules)))
    return msgspec.json.format(msgspec.json.encode(_without_empty(content)), indent=2)


def write_dictionary(
    path: str | PathLike[str],
    dictionary: Sequence[VariableEntry],
    structural_zeros: Sequence[StructuralZero] = (),
    rules: Sequence[RecordRule] = (),
) -> None:
    """Write a data dictionary as JSON, completely or not at all. Raises NotWritten."""
    content = dictionary_json(dictionary, structural_zeros, rules)
    write_whole(Path(path), lambda target: typing.cast(None, target.write_bytes(content + b"\n")))


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _without_empty(member)
            for key, member in value.items()
            if (member not in ("", [], (), None) and member != {"en": "", "de": ""})
            or key in ("code", "codes", "title", "label")
        }
    return [_without_empty(member) for member in value] if isinstance(value, list | tuple) else value


def read_dictionary(path: str | PathLike[str]) -> DictionaryFile:
    """Read the dictionary of a JSON file. Raises FileMissing and dictionary_faulty with all faults."""
    file = checked_path(path)
    return parse_dictionary(read_bytes(file), file.name)


def parse_dictionary(content: bytes, name: str) -> DictionaryFile:
    """Parse the content of a dictionary file. name: file name for errors."""
    faults: list[Sentence] = []
    try:
        raw = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        faults.append(sentence("dictionary_json", place="$", detail=str(error)))
        raise _faulty(name, faults) from None
    if isinstance(raw, list):
        raw = {"variables": raw}
    faults += unknown_fields(raw, DictionaryFile, "$")
    variables = _decoded_items(raw, "variables", VariableEntry, faults)
    zeros = _decoded_items(raw, "structural_zeros", StructuralZero, faults)
    rules = _decoded_items(raw, "rules", RecordRule, faults)
    if isinstance(raw, dict) and not raw.get("variables") and "rules" not in raw:
        faults.append(sentence("dictionary_field_missing", place="$", field="variables"))
    elif not isinstance(raw, dict):
        faults.append(sentence("dictionary_type", place="$", expected="object", found=type(raw).__name__))
    faults += _of_meaning(variables)
    if faults:
        raise _faulty(name, faults)
    return DictionaryFile(*(tuple(item for _, item in items) for items in (variables, zeros, rules)))


def _faulty(name: str, faults: list[Sentence]) -> DataError:
    error = faults[min(len(faults), _MOST_FAULTS) - 1]
    for fault in reversed(faults[: min(len(faults), _MOST_FAULTS) - 1]):
        error = sentence("dictionary_and", first=fault, rest=error)
    return DataError("dictionary_faulty", file=name, count=len(faults), faults=error)


def _decoded_items(raw: Any, key: str, kind: Any, faults: list[Sentence]) -> list[tuple[int, Any]]:
    """Decode the items of a JSON list to `kind`, each with its index; invalid ones are reported in `faults`."""
    items = raw.get(key, []) if isinstance(raw, dict) else []
    if not isinstance(items, list):
        faults.append(sentence("dictionary_type", place=f"$.{key}", expected="array", found=type(items).__name__))
        return []
    converted_items = []
    for item_index, item in enumerate(items):
        try:
            converted_items.append((item_index, converted(item, kind)))
        except msgspec.ValidationError as error:
            faults.append(fault_of(str(error), f"$.{key}[{item_index}]"))
        except InputError as error:  # what a rule says of itself
            faults.append(sentence("dictionary_rule", place=f"$.{key}[{item_index}]", reason=error.sentence()))
    return converted_items


def fault_of(text: str, root: str) -> Sentence:
    """Translate a message of msgspec to a sentence with the full JSON path. root: path of the decoded value."""
    match_ = _PLACE.search(text)
    location = root + (match_[1].removeprefix("$") if match_ else "")
    if match := _EXPECTED.search(text):
        return sentence("dictionary_type", place=location, expected=match[1], found=match[2])
    if match := _MISSING.search(text):
        return sentence("dictionary_field_missing", place=location, field=match[1])
    if match := _VALUE.search(text):
        return sentence("dictionary_value", place=location, value=match[1].strip("'\""))
    return sentence("dictionary_json", place=location, detail=text)


def unknown_fields(value: Any, kind: Any, place: str) -> Iterator[Sentence]:
    """Report fields that no type has, which are usually misspelt. kind: type that the value is decoded to; place: its
    JSON path."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        kind = next((argument for argument in arguments if dataclasses.is_dataclass(argument)), None)
    if origin is tuple and isinstance(value, list):
        for index, item in enumerate(value):
            inner = arguments[0] if arguments[-1] is Ellipsis else (arguments[index : index + 1] or (None,))[0]
            yield from unknown_fields(item, inner, f"{place}[{index}]")
    elif isinstance(kind, type) and dataclasses.is_dataclass(kind) and isinstance(value, dict):
        hints = typing.get_type_hints(kind)
        known_fields = tuple(field.name for field in dataclasses.fields(kind))
        for key, item in value.items():
            if key in known_fields:
                yield from unknown_fields(item, hints[key], f"{place}.{key}")
            else:
                yield sentence("dictionary_field_unknown", place=place, field=str(key), known=known_fields)


def _of_meaning(variables: list[tuple[int, VariableEntry]]) -> Iterator[Sentence]:
    """Report faults in meaning: duplicate names and codes, duplicate unique roles, nodes without their parent."""
    names: set[str] = set()
    roles: dict[str, str] = {}
    for number, entry in variables:
        location = f"$.variables[{number}]"
        if entry.name in names:
            yield sentence("dictionary_name_twice", place=location, variable=entry.name)
        names.add(entry.name)
        if entry.role in _ONE_ONLY:
            if entry.role in roles:
                role = sentence(f"role_{entry.role}")
                yield sentence("dictionary_role_twice", place=location, role=role, first=roles[entry.role])
            roles[entry.role] = entry.name
        try:
            _ = entry.magnitude_classes
        except QuantileClasses:
            yield sentence("dictionary_value", place=f"{location}.classes", value="; ".join(entry.classes))
        yield from _of_codes(entry, location)
        nodes: set[str] = set()
        for node_index, node in enumerate(entry.hierarchy):
            above = -1 if not 0 <= node.parent < node_index else entry.hierarchy[node.parent].depth
            if node.depth != above + 1 or (node.parent < 0) != (node.depth == 0) or node.parent >= node_index:
                yield sentence("dictionary_node", place=f"{location}.hierarchy[{node_index}]", node=node.code)
            if node.code in nodes:
                yield sentence("dictionary_node_twice", place=f"{location}.hierarchy[{node_index}]", node=node.code)
            nodes.add(node.code)


def _of_codes(entry: VariableEntry, location: str) -> Iterator[Sentence]:
    """Codes twice, and days that are none."""
    codes: set[str] = set()
    for category_index, category in enumerate(entry.categories):
        if category.code in codes:
            yield sentence(
                "dictionary_code_twice", place=f"{location}.categories[{category_index}]", item=category.code
            )
        codes.add(category.code)
        for field in ("valid_from", "valid_to"):
            day = getattr(category, field)
            if day and not _is_day(day):
                yield sentence("dictionary_day", place=f"{location}.categories[{category_index}].{field}", value=day)
    for gap_index, gap in enumerate(entry.gaps):
        if gap[0] not in codes:
            yield sentence("dictionary_value", place=f"{location}.gaps[{gap_index}][0]", value=gap[0])
        for day in gap[1:]:
            if not _is_day(day):
                yield sentence("dictionary_day", place=f"{location}.gaps[{gap_index}]", value=day)


def _is_day(text: str) -> bool:
    """Whether a text is an ISO day in its standard form; days are compared as texts."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
