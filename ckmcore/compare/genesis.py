"""GENESIS flat CSV (ffcsv): one row per figure, with code and label of each variable; an empty code is the total."""

from __future__ import annotations

import re
from collections.abc import Collection

from ckmcore.compare.figures import Entry
from ckmcore.compare.grid import Cell, Sheet
from ckmcore.compare.parts import EntryReader, Labels, Part, PublishedTable, at, cell_text
from ckmcore.messages import Sentence

_VARIABLE = re.compile(r"(\d+)_variable_(code|label|attribute_code|attribute_label)")


def is_genesis(sheet: Sheet) -> bool:
    """Whether the first row is the header of a flat file."""
    head = set(sheet.rows[0]) if sheet.rows else set()
    return {"value", "time_label", "time", "1_variable_attribute_code"} <= head


def read_genesis(sheet: Sheet, file: str, _titles: Collection[str] = ()) -> tuple[list[PublishedTable], list[Sentence]]:
    """One table per value of the file (`value_variable_label`), each with one column; and what is to be said."""
    head = {cell_text(cell): place for place, cell in enumerate(sheet.rows[0])}
    numbers = sorted({int(found[1]) for name in head if (found := _VARIABLE.fullmatch(name))})
    reader = EntryReader(sheet, file, (at(row, head["value"]) for row in sheet.rows[1:]))

    def text(row: list[Cell], name: str) -> str:
        return cell_text(at(row, head[name])) if name in head else ""

    by_value: dict[tuple[str, ...], list[tuple[Labels, Entry, int]]] = {}
    for row, line in zip(sheet.rows[1:], sheet.lines[1:], strict=True):
        entry = reader.read(at(row, head["value"]), line, head["value"])
        if entry is None:
            continue
        path = [Part(text(row, "time"), text(row, "time_label"), text(row, "time"))]
        for number in numbers:
            one = f"{number}_variable_"
            code = text(row, one + "attribute_code")
            path.append(Part(text(row, one + "attribute_label"), text(row, one + "label"), code))
        label, unit = text(row, "value_variable_label"), text(row, "value_unit")
        names = tuple(name for name in (label, f"{label} ({unit})", text(row, "value_variable_code"), unit) if name)
        by_value.setdefault(names, []).append((tuple(path), entry, line))
    tables = [
        PublishedTable(
            sheet.name,
            (),
            tuple(path for path, _, _ in rows),
            ((),),
            tuple((entry,) for _, entry, _ in rows),
            tuple(line for _, _, line in rows),
            names,
        )
        for names, rows in by_value.items()
    ]
    return tables, reader.notices
