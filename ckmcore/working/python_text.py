"""Tables as Python that makes them: what differs from the default, and no more; JSON as it is easily read."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from ckmcore.base.texts import Texts
from ckmcore.tabulate.spec import Block, Condition, Group, Level, TableSpec, Top, Value

WIDTH = 100
MODULE = TableSpec.__module__
_PUBLIC = (Block, Condition, Group, Level, TableSpec, Texts, Top, Value)
# Fields that stand first, without their names.
_FIRST = {
    "Block": ("levels",),
    "Condition": ("variable", "codes"),
    "Group": ("label", "codes"),
    "Level": ("variable",),
    "Order": ("by",),
    "OwnRow": ("label", "conditions"),
    "Footnote": ("text", "on"),
    "Top": ("most",),
    "Value": ("kind",),
    "Width": ("path", "pixels"),
}


class PythonText(NamedTuple):
    """A Python expression, and the names of `ckmcore.tabulate.spec` that it needs beside `ckm`."""

    text: str
    imports: tuple[str, ...]


class _Several(NamedTuple):
    """Arguments between brackets, each with its name or ""."""

    opening: str
    parts: tuple[tuple[str, _Node], ...]
    closing: str


_Node = str | _Several


def python_of(spec: TableSpec, *, before: int = 0) -> PythonText:
    """Python expression of a table. before: number of characters already in its first line."""
    needed: set[str] = set()
    node = _node(spec, needed)
    return PythonText(_laid(node, 0, before), tuple(sorted(needed)))


def _node(value: Any, needed: set[str]) -> _Node:
    if isinstance(value, Texts):
        quoted_texts = [value.en] if value.en == value.de else [value.en, value.de]
        opening = "ckm.Texts.same(" if len(quoted_texts) == 1 else "ckm.Texts("
        return _Several(opening, tuple(("", quoted(text_part)) for text_part in quoted_texts), ")")
    if isinstance(value, TableSpec):
        return _of_spec(value, needed)
    if is_dataclass(value) and not isinstance(value, type):
        return _call(value, [(field.name, getattr(value, field.name)) for field in _arguments_of(value)], needed)
    if isinstance(value, tuple):
        return _Several("[", tuple(("", _node(member, needed)) for member in value), "]")
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(text: str) -> str:
    """A text as Python reads it, and JSON."""
    return json.dumps(text, ensure_ascii=False)


def json_text(content: bytes) -> str:
    """Format JSON with each part on one line where it fits."""
    return _laid(_of_json(json.loads(content)), 0, 0, last="")


def _of_json(value: Any) -> _Node:
    if isinstance(value, dict):
        return _Several("{", tuple((f"{quoted(name)}: ", _of_json(member)) for name, member in value.items()), "}")
    if isinstance(value, list):
        return _Several("[", tuple(("", _of_json(member)) for member in value), "]")
    return json.dumps(value, ensure_ascii=False)


def _arguments_of(value: Any) -> list[Any]:
    """Arguments to be written: leading positional ones, then the fields that differ from their defaults."""
    first = _FIRST.get(type(value).__name__, ())
    own_fields = {field.name: field for field in fields(value)}
    told_names = [
        field.name
        for field in own_fields.values()
        if getattr(value, field.name) != field.default and field.name not in first
    ]
    # A field without its name stands before it, also where it has its default.
    needed = max(
        (index + 1 for index, name in enumerate(first) if getattr(value, name) != own_fields[name].default), default=0
    )
    return [own_fields[name] for name in (*first[:needed], *told_names)]


def _call(value: Any, told_arguments: list[tuple[str, Any]], needed: set[str]) -> _Node:
    kind = type(value)
    name = kind.__name__
    if kind not in _PUBLIC:
        needed.add(name)
    first = _FIRST.get(name, ())
    field_parts = tuple(
        ("" if argument_name in first else f"{argument_name}=", _node(argument_value, needed))
        for argument_name, argument_value in told_arguments
    )
    return _Several(f"ckm.{name}(" if kind in _PUBLIC else f"{name}(", field_parts, ")")


def _of_spec(spec: TableSpec, needed: set[str]) -> _Node:
    plain_spec = TableSpec()
    named_nodes: list[tuple[str, _Node]] = []
    for field in fields(spec):
        field_value = getattr(spec, field.name)
        if field_value == getattr(plain_spec, field.name):
            continue
        if field.name in ("rows", "columns", "layers"):
            node = _axis(field_value, needed)
        elif field.name == "values":
            node = _Several("[", tuple(("", _value(value, needed)) for value in field_value), "]")
        else:
            node = _node(field_value, needed)
        named_nodes.append((f"{field.name}=", node))
    return _Several("ckm.TableSpec(", tuple(named_nodes), ")")


def _axis(blocks: tuple[Block, ...], needed: set[str]) -> _Node:
    """Expression of an axis: a single plain block as the list of its levels, each by its variable's name where that
    suffices."""
    if len(blocks) == 1 and blocks[0] == Block(blocks[0].levels):
        levels = tuple(
            ("", quoted(level.variable) if level == Level(level.variable) else _node(level, needed))
            for level in blocks[0].levels
        )
        return _Several("[", levels, "]")
    return _Several("[", tuple(("", _node(block, needed)) for block in blocks), "]")


def _value(value: Value, needed: set[str]) -> _Node:
    return quoted(value.kind) if value == Value(value.kind) else _node(value, needed)


def _flat(node: _Node) -> str:
    if isinstance(node, str):
        return node
    return node.opening + ", ".join(name + _flat(node_part) for name, node_part in node.parts) + node.closing


def _laid(node: _Node, indent: int, used_width: int, last: str = ",") -> str:
    """Format parts on one line where they fit, else one per line. indent: of the lines; used_width: characters already
    in the first line; last: text after the last part.
    """
    flat = _flat(node)
    if isinstance(node, str) or not node.parts or used_width + len(flat) <= WIDTH:
        return flat
    inner = " " * (indent + 4)
    lines = [
        inner + name + _laid(node_part, indent + 4, indent + 5 + len(name), last) for name, node_part in node.parts
    ]
    return f"{node.opening}\n" + ",\n".join(lines) + f"{last}\n{' ' * indent}{node.closing}"
