"""Hierarchies in tables: one column per level, a list of codes with their parents, or a list of codes with depths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_lists import CODE_WORDS, HEADINGS, LABEL_WORDS, in_language, texts_of
from ckmcore.dictionary.faults import HierarchySeveral
from ckmcore.dictionary.small_tables import SmallTable, SmallTableRow, normal, places_of, words
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence

HierarchyKind = Literal["hrc", "columns", "parents", "levels"]
Entries = list[tuple[str, int]]

_PARENT_WORDS = words(
    "parent parents parent_id parentid parent_code parent_key parentcode uebergeordnet uebergeordneter_code "
    "uebergeordneter_schluessel uebergeordnete_auspraegung uebergeordneter_knoten oberschluessel obercode oberbegriff "
    "vater eltern elternknoten elternelement gehoert_zu broader mutter"
)
_LEVEL_WORDS = words("level ebene stufe depth tiefe hierarchieebene gliederungsebene lvl")
_NAME_WORDS = words("hier hierarchy hierarchie variable merkmal dimension")
_WORDS = {**HEADINGS, "parent": _PARENT_WORDS, "level": _LEVEL_WORDS, "hierarchy": _NAME_WORDS}
_LABELS = {
    "label": LABEL_WORDS | {"lab", "bez", "txt"},
    "label_en": in_language(LABEL_WORDS, ("en", "english", "englisch")),
    "label_de": in_language(LABEL_WORDS, ("de", "german", "deutsch")),
}
_ASIDE = HEADINGS["note"] | HEADINGS["note_en"] | HEADINGS["note_de"] | HEADINGS["valid_from"] | HEADINGS["valid_to"]


@dataclass
class TableHierarchy:
    """A hierarchy of a table file. entries: nodes in document order with their depths; labels: by code; level_names:
    outermost first."""

    kind: HierarchyKind
    entries: Entries
    labels: dict[str, Texts] = field(default_factory=dict)
    level_names: tuple[str, ...] = ()
    notices: list[Sentence] = field(default_factory=list)


def read_table_hierarchy(table: SmallTable, codes: Sequence[str], name: str = "") -> TableHierarchy:
    """Hierarchy in a table. codes: codes of the data, by which a column or one of several hierarchies is chosen; name:
    name of the chosen hierarchy.

    Raises hierarchy_not_in_file, HierarchySeveral, hierarchy_code_twice, hierarchy_two_parents, hierarchy_cycle,
    hierarchy_gap, hierarchy_level_skipped, code_missing, each with file and line.
    """
    head = table.rows[0]
    column_of = places_of(head.cells, _WORDS)
    if "parent" in column_of or "level" in column_of:
        if "code" not in column_of:
            free = [cell_index for cell_index in range(len(head.cells)) if cell_index not in column_of.values()]
            label_column = column_of.pop("label", None)
            if label_column is None and not free:
                raise DataError("code_list_headings", file=str(table.file), line=head.line, headings=head.cells)
            column_of["code"] = free[0] if label_column is None else label_column
        if len(table.rows) == 1:
            raise DataError("file_empty", file=str(table.file))
        read_rows = _of_parents if "parent" in column_of else _of_levels
        return read_rows(table, table.rows[1:], column_of, codes, name)
    if not column_of and _looks_like_parents(table.rows):
        return _of_parents(table, table.rows, {"code": 0, "parent": 1, "label": 2}, codes, name)
    has_header = _has_header(table, codes)
    rows = table.rows[int(has_header) :]
    return _of_columns(table, rows, head if has_header else None, codes)


def _has_header(table: SmallTable, codes: Sequence[str]) -> bool:
    """Whether the first row holds column names; not where it contains a code of the data or a text that recurs
    below."""
    if len(table.rows) == 1 or not {*table.rows[0].cells}.isdisjoint(codes):
        return False
    return table.has_header or table.may_have_header or bool(places_of(table.rows[0].cells, _WORDS))


def _looks_like_parents(rows: Sequence[SmallTableRow]) -> bool:
    """Whether the second column of a file without headings holds parents: empty, or first in another line."""
    if max(len(row.cells) for row in rows) not in (2, 3):
        return False
    codes = {row.cell(0) for row in rows}
    parents = {row.cell(1) for row in rows} - {""}
    return bool(parents) and parents <= codes and len(parents) < len(codes)


# --- a list of codes with their parents ----------------------------------------------------------------------------


def _of_parents(
    table: SmallTable, rows: Sequence[SmallTableRow], column_of: dict[str, int], _codes: Sequence[str], _name: str
) -> TableHierarchy:
    file = str(table.file)
    parents: dict[str, str] = {}
    lines: dict[str, int] = {}
    labels: dict[str, Texts] = {}
    for row in rows:
        code, parent = row.cell(column_of["code"]), row.cell(column_of["parent"])
        if not code:
            raise DataError("code_missing", file=file, line=row.line)
        if code in parents:
            first = lines[code]
            if parents[code] != parent:
                raise DataError(
                    "hierarchy_two_parents",
                    file=file,
                    line=row.line,
                    node=code,
                    parent=parent or "–",
                    first=first,
                    other=parents[code] or "–",
                )
            raise DataError("hierarchy_code_twice", file=file, line=row.line, node=code, first=first)
        parents[code], lines[code] = parent, row.line
        label = texts_of(row, column_of, "label")
        if label is not None:
            labels[code] = label
    table_hierarchy = TableHierarchy("parents", [], labels)
    without_line = [parent for parent in dict.fromkeys(parents.values()) if parent and parent not in parents]
    if without_line:
        codes = tuple(without_line[:5])
        table_hierarchy.notices.append(sentence("hierarchy_parents_without_line", count=len(without_line), codes=codes))
    _refuse_cycle(file, parents, lines)
    # A parent without a line stands where its first child does.
    implicit = frozenset(without_line)
    order = [
        each_code
        for code, parent in parents.items()
        for each_code in ((parent, code) if parent in implicit else (code,))
    ]
    table_hierarchy.entries = document_order(dict.fromkeys(order), {**parents, **dict.fromkeys(without_line, "")})
    return table_hierarchy


def _refuse_cycle(file: str, parents: Mapping[str, str], lines: Mapping[str, int]) -> None:
    good: set[str] = {""}
    for start in parents:
        trail: dict[str, int] = {}
        code = start
        while code not in good and code in parents:
            if code in trail:
                cycle = list(trail)[trail[code] :]
                first = min(range(len(cycle)), key=lambda index: lines[cycle[index]])
                cycle = [*cycle[first:], *cycle[:first]]
                raise DataError(
                    "hierarchy_cycle",
                    file=file,
                    line=lines[cycle[0]],
                    nodes=" > ".join([*cycle[:8], *(["..."] if len(cycle) > 8 else []), cycle[0]]),
                    lines=tuple(lines[node_code] for node_code in cycle[:8]),
                )
            trail[code] = len(trail)
            code = parents[code]
        good.update(trail)


def document_order(order: Iterable[str], parents: Mapping[str, str]) -> Entries:
    """Nodes with their depths, each parent before its children and siblings in the given order. parents: parent of each
    code, "" on the first level."""
    children: dict[str, list[str]] = {}
    for code in order:
        children.setdefault(parents[code], []).append(code)
    entries: Entries = []
    waiting = [(code, 0) for code in reversed(children.get("", []))]
    while waiting:
        code, depth = waiting.pop()
        entries.append((code, depth))
        waiting += [(child, depth + 1) for child in reversed(children.get(code, []))]
    return entries


# --- a list of codes with their depths -----------------------------------------------------------------------------


def _of_levels(
    table: SmallTable, rows: Sequence[SmallTableRow], column_of: dict[str, int], codes: Sequence[str], name: str
) -> TableHierarchy:
    if "hierarchy" in column_of:
        rows = _rows_of_hierarchy(table, rows, column_of, codes, name)
    file = str(table.file)
    table_hierarchy = TableHierarchy("levels", [])
    lines: dict[str, int] = {}
    lowest: int | None = None
    for row in rows:
        code, level = row.cell(column_of["code"]), row.cell(column_of["level"])
        if not code:
            raise DataError("code_missing", file=file, line=row.line)
        if code in lines:
            raise DataError("hierarchy_code_twice", file=file, line=row.line, node=code, first=lines[code])
        depth = int(level) if re.fullmatch(r"\d{1,6}", level) else len(level)
        lowest = depth if lowest is None else lowest
        depth -= lowest
        allowed = table_hierarchy.entries[-1][1] + 1 if table_hierarchy.entries else 0
        if not 0 <= depth <= allowed:
            raise DataError(
                "hierarchy_level_skipped", file=file, line=row.line, node=code, depth=depth, allowed=allowed
            )
        lines[code] = row.line
        table_hierarchy.entries.append((code, depth))
        label = texts_of(row, column_of, "label")
        if label is not None:
            table_hierarchy.labels[code] = label
    return table_hierarchy


def _rows_of_hierarchy(
    table: SmallTable, rows: Sequence[SmallTableRow], column_of: dict[str, int], codes: Sequence[str], name: str
) -> list[SmallTableRow]:
    """Rows of the hierarchy called `name`, or else of the hierarchy with the most codes of the data. column_of: column
    indices by meaning."""
    groups: dict[str, list[SmallTableRow]] = {}
    for row in rows:
        groups.setdefault(row.cell(column_of["hierarchy"]), []).append(row)
    if name in groups:
        return groups[name]
    if len(groups) == 1:
        return next(iter(groups.values()))
    wanted_codes = set(codes)
    held_cells = {key: {row.cell(column_of["code"]) for row in group} for key, group in groups.items()}
    scores = {key: (len(wanted_codes & cell), -len(cell - wanted_codes)) for key, cell in held_cells.items()}
    best_score = max(scores.values())
    winners = [key for key, score in scores.items() if score == best_score]
    if best_score[0] == 0 or len(winners) > 1:
        raise HierarchySeveral(file=str(table.file), known=tuple(groups))
    return groups[winners[0]]


# --- one column per level ------------------------------------------------------------------------------------------


def _of_columns(
    table: SmallTable, rows: Sequence[SmallTableRow], head: SmallTableRow | None, codes: Sequence[str]
) -> TableHierarchy:
    width = max(len(row.cells) for row in rows)
    headings = list(head.cells) if head is not None else []
    headings += [""] * (width - len(headings))
    levels, label_places = _columns_of(headings)
    levels = _outermost_first(rows, levels, codes)
    if len(levels) < 2:
        raise DataError("hierarchy_not_in_file", file=str(table.file))
    file = str(table.file)
    parents: dict[str, str] = {}
    lines: dict[str, int] = {}
    ends: dict[str, int] = {}
    table_hierarchy = TableHierarchy("columns", [])
    for row in rows:
        path = _path(file, row, levels, headings)
        above = ""
        for level_column, code in path:
            if parents.setdefault(code, above) != above:
                raise DataError(
                    "hierarchy_two_parents",
                    file=file,
                    line=row.line,
                    node=code,
                    parent=above or "–",
                    first=lines[code],
                    other=parents[code] or "–",
                )
            lines.setdefault(code, row.line)
            label = texts_of(row, label_places.get(level_column, {}), "label")
            if label is not None:
                table_hierarchy.labels.setdefault(code, label)
            above = code
        if above in ends:
            raise DataError("hierarchy_code_twice", file=file, line=row.line, node=above, first=ends[above])
        ends[above] = row.line
    table_hierarchy.entries = document_order(parents, parents)
    depth = 1 + max(depth for _, depth in table_hierarchy.entries)
    names = tuple(headings[level_column].replace("|", "/") for level_column in levels)
    if head is not None and depth == len(names) and all(names):
        table_hierarchy.level_names = names
    return table_hierarchy


def _columns_of(headings: Sequence[str]) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Indices of the columns with codes, and for each of them the columns with its labels by meaning."""
    names = [normal(heading) for heading in headings]
    plain_knowledge = frozenset().union(*_LABELS.values())
    aside_columns: dict[int, tuple[int, str]] = {}
    for index, name in enumerate(names):
        for other, code in enumerate(names):
            meaning = _label_of(name, code) if other != index and code and code not in plain_knowledge else None
            if meaning is not None:
                aside_columns[index] = (other, meaning)
    levels: list[int] = []
    for place, name in enumerate(names):
        if place in aside_columns or name in _ASIDE:
            continue
        meaning = next((meaning for meaning, known_label in _LABELS.items() if name in known_label), None)
        if meaning is not None and levels:
            aside_columns[place] = (levels[-1], meaning)
        else:
            levels.append(place)
    labels: dict[int, dict[str, int]] = {}
    for place, (column, meaning) in aside_columns.items():
        labels.setdefault(column, {}).setdefault(meaning, place)
    return levels, labels


def _label_of(name: str, code: str) -> str | None:
    """Meaning of a label column by its heading: `kreis_label`, `kreis_name_de`, `name_kreis` hold labels of `kreis` and
    `kreis_code`; None for other headings."""
    stems = {code, *(code.removesuffix(f"_{word}") for word in CODE_WORDS)}
    for meaning, known_label in _LABELS.items():
        for stem in stems:
            if name.removeprefix(f"{stem}_") in known_label and name.startswith(f"{stem}_"):
                return meaning
            if name.endswith(f"_{stem}") and name.removesuffix(f"_{stem}") in known_label:
                return meaning
    return None


def _outermost_first(rows: Sequence[SmallTableRow], levels: list[int], codes: Sequence[str]) -> list[int]:
    """Column indices of the levels, outermost first. The order is reversed where the first column has more codes of the
    data, or more codes in total, than the last."""
    if len(levels) < 2:
        return levels
    held_cells = {level_column: {row.cell(level_column) for row in rows} - {""} for level_column in levels}
    wanted_codes = set(codes)
    first, last_level = levels[0], levels[-1]
    if len(held_cells[first] & wanted_codes) != len(held_cells[last_level] & wanted_codes):
        return (
            levels[::-1]
            if len(held_cells[first] & wanted_codes) > len(held_cells[last_level] & wanted_codes)
            else levels
        )
    return levels[::-1] if len(held_cells[first]) > len(held_cells[last_level]) else levels


def _path(file: str, row: SmallTableRow, levels: Sequence[int], headings: Sequence[str]) -> list[tuple[int, str]]:
    """Nodes (column, code) of a row from the outermost level on. A level that repeats the code above is left out; empty
    levels may only be at the end."""
    path: list[tuple[int, str]] = []
    empty: int | None = None
    for level_column in levels:
        code = row.cell(level_column)
        if not code:
            empty = level_column if empty is None else empty
            continue
        if empty is not None:
            column = headings[empty] or str(empty + 1)
            raise DataError("hierarchy_gap", file=file, line=row.line, column=column, node=code)
        if not path or path[-1][1] != code:
            path.append((level_column, code))
    if not path:
        raise DataError("code_missing", file=file, line=row.line)
    return path
