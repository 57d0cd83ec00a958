"""Tables as people save them out of a spreadsheet program, as texts and as sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

import ckmcore as ckm
from tests.kit.workbooks import write_ods, write_xlsx


def write_table(path: Path, rows: Sequence[Sequence[str]]) -> Path:
    """Write rows as CSV, xlsx or ods by the ending; numbers of sheets are numbers, codes with leading zeros texts."""
    if path.suffix == ".csv":
        path.write_text("".join(";".join(row) + "\n" for row in rows), encoding="utf-8")
        return path
    sheet = [[_value(text) for text in row] for row in rows]
    return (write_xlsx if path.suffix == ".xlsx" else write_ods)(path, {"Tabelle1": sheet})


def _value(text: str) -> Any:
    if not text:
        return None
    return int(text) if text.isdecimal() and (text == "0" or text[0] != "0") else text


def codes_of(data: ckm.Microdata, name: str) -> list[str]:
    """The codes of the records in a dimension."""
    dimension = data.dimensions[name]
    return [dimension.codes[place] for place in np.asarray(data.columns[name])]


def cells_of(data: ckm.Microdata, names: Sequence[str]) -> list[list[str]]:
    """The records with the codes of some dimensions."""
    return [list(cells) for cells in zip(*(codes_of(data, name) for name in names), strict=True)]


@dataclass(frozen=True)
class DirtyTable:
    """The rows of a file, its records as somebody meant them, and the kinds of dirt around and between them."""

    rows: list[list[str]]
    records: list[list[str]]
    dirt: frozenset[str]


DIRT = ("title", "note above", "groups", "units", "numbers", "names again", "subheads", "title between", "other table",
        "blank rows", "cell beside", "text below", "text below right", "number below", "texts below", "sum", "sums",
        "word", "source", "no names of codes", "subtotals", "outline")  # fmt: skip


PLACES = (["01", "02", "05", "09"], ["Ulm", "Kiel", "Bonn", "Bad Tölz"], ["DE1", "DE2", "DEA"])


@st.composite
def dirty_tables(draw: st.DrawFn, most: int = 3) -> DirtyTable:
    """A clean table of codes and numbers with up to `most` kinds of dirt."""
    dirt = frozenset(draw(st.lists(st.sampled_from(DIRT), max_size=most, unique=True)))
    places = draw(st.sampled_from(PLACES))
    codes = 2 if "outline" in dirt else draw(st.integers(1, 2))
    added = {"units", "sum", "sums", "word", "number below", "subtotals", "outline"}
    least = 2 if "groups" in dirt else int(bool(dirt & added))
    numbers = max(draw(st.integers(0, 3)), least, 2 - codes)
    names = [*["KREIS", "SEX"][:codes], *["FAELLE", "UMSATZ", "FLAECHE"][:numbers]]
    value = st.integers(int(bool(dirt & {"sum", "sums", "word"})), 999).map(str)
    record = st.tuples(st.sampled_from(places), *[st.sampled_from("mwd")] * (codes - 1), *[value] * numbers).map(list)
    records = draw(st.lists(record, min_size=4, max_size=14))
    if dirt & {"subtotals", "outline"}:
        records.sort(key=lambda row: row[0])
    rows = [*_between(draw, dirt, names, records, codes), *_below(draw, dirt, names, records, codes)]
    head = _head(draw, dirt, names, codes)
    rows = [*head, *rows]
    if "cell beside" in dirt:
        gap, noted = draw(st.integers(0, 3)), draw(st.integers(len(head), len(rows) - 1))
        rows = [[*row, *[""] * gap, "siehe unten" if number == noted else ""] for number, row in enumerate(rows)]
    return DirtyTable(rows, records, dirt)


def _alone(names: Sequence[str], text: str, place: int = 0) -> list[str]:
    return [text if place == other else "" for other in range(len(names))]


def _between(
    draw: st.DrawFn, dirt: frozenset[str], names: list[str], records: list[list[str]], codes: int
) -> list[list[str]]:
    """Records with what stands between them."""
    rows = [list(row) for row in records]
    if "sums" in dirt:
        rows = _with_sums(rows, codes)
    if "subtotals" in dirt and "sums" not in dirt:
        rows = _with_subtotals(rows, codes)
    if "outline" in dirt and not dirt & {"subtotals", "sums"}:
        rows = _in_outline(rows, codes, has_sums=draw(st.booleans()))
    if "subheads" in dirt:
        middle = draw(st.integers(1, len(rows) - 1))
        rows = [_alone(names, "Neubau"), *rows[:middle], _alone(names, "Altbau"), *rows[middle:]]
    if "names again" in dirt and "groups" not in dirt:
        again = [draw(st.sampled_from([str, str.lower, str.title, lambda name: f" {name} "]))(name) for name in names]
        place = draw(st.integers(1, len(rows)))
        rows[place:place] = [again] if draw(st.booleans()) else [_alone(names, ""), again]
    if "title between" in dirt and "groups" not in dirt:
        place = draw(st.integers(1, len(rows)))
        rows[place:place] = [_alone(names, ""), _alone(names, "Tabelle 2: Jahr 2024"), names]
    if "blank rows" in dirt:
        rows.insert(draw(st.integers(1, len(rows))), _alone(names, ""))
    return rows


def _below(
    draw: st.DrawFn, dirt: frozenset[str], names: list[str], records: list[list[str]], codes: int
) -> list[list[str]]:
    """What stands below the records."""
    rows, width = list[list[str]](), len(names)
    if dirt & {"sum", "word"} and "sums" not in dirt:
        word = "" if "sum" in dirt else draw(st.sampled_from(["Deutschland", "Bund", "Land zus.", "Region"]))
        rows.append([word, *[""] * (codes - 1), *_added(records, codes)])
    below = {
        "text below": _alone(
            names, draw(st.sampled_from(["Meier", "vorläufig", "erstellt von Meier", "Stand: heute"]))
        ),
        "text below right": _alone(names, "geprüft", width - 1),
        "number below": _alone(names, "4711", width - 1),
        "texts below": [*["bearbeitet", "von", "Meier", "am", "Montag"][:width]],
    }
    for kind, row in below.items():
        if kind in dirt:
            apart = draw(st.booleans()) or (kind == "texts below" and len(names) == codes)
            rows += [_alone(names, ""), row] if apart else [row]
    if "other table" in dirt:
        blank, title = _alone(names, ""), _alone(names, "Tabelle 2: Berufe")
        rows += draw(st.sampled_from([[blank], [blank, blank], [blank, title]]))
        rows.append(["BERUF", *(f"N{place}" for place in range(1, width))])
        rows.append(["Maurer", *(str(7 + place) for place in range(1, width))])
        rows.append(["Lehrer", *["8"] * (width - 1)])
    return [*rows, _alone(names, "Quelle: Statistisches Amt Nord")] if "source" in dirt else rows


def _head(draw: st.DrawFn, dirt: frozenset[str], names: list[str], codes: int) -> list[list[str]]:
    """The names with what stands above and right below them."""
    numbers = len(names) - codes
    rows = [names]
    named = {"names again", "title between", "outline"}  # need names, or have them
    if "no names of codes" in dirt and numbers and not dirt & named:
        times = draw(
            st.sampled_from([["2022", "2023", "2024"], ["31.12.2022", "31.12.2023", "1.1.2024"], names[codes:]])
        )
        rows = [[*[""] * codes, *times[:numbers]]]
    if "groups" in dirt:
        rows = [[*names[:codes], "Bestand", *[""] * (numbers - 1)], [*[""] * codes, *names[codes:]]]
    if "numbers" in dirt:
        signs = draw(st.sampled_from(["{}", "({})"]))
        rows.append([signs.format(place + 1) for place in range(len(names))])
    if "units" in dirt:
        units = [draw(st.sampled_from(["Anzahl", "EUR", "in %", "1000 EUR"])) for _ in range(numbers)]
        rows.append([*[""] * codes, *units])
    above = [_alone(names, "Tabelle 1: Bestand")] if "title" in dirt else []
    above += [_alone(names, "Stand: 31.12.2024"), _alone(names, "")] if "note above" in dirt else []
    return [*above, *rows]


def _added(rows: Sequence[Sequence[str]], codes: int) -> list[str]:
    return [str(sum(int(row[place]) for row in rows)) for place in range(codes, len(rows[0]))]


def _with_subtotals(rows: list[list[str]], codes: int) -> list[list[str]]:
    """Rows with subtotals behind those of each code of the first column, as Excel writes them."""
    with_totals = []
    for code, group in groupby(rows, key=lambda row: row[0]):
        part = list(group)
        with_totals += [*part, [f"{code} Ergebnis", *[""] * (codes - 1), *_added(part, codes)]]
    return with_totals


def _in_outline(rows: list[list[str]], codes: int, *, has_sums: bool) -> list[list[str]]:
    """Rows whose first code stands in a row above them alone, with their sums or without, as pivot tables show them."""
    outlined = []
    for code, group in groupby(rows, key=lambda row: row[0]):
        part = list(group)
        added = _added(part, codes) if has_sums else [""] * (len(part[0]) - codes)
        outlined += [[code, *[""] * (codes - 1), *added], *[["", *row[1:]] for row in part]]
    return outlined


def _with_sums(rows: list[list[str]], codes: int) -> list[list[str]]:
    """Rows with their sums behind each half of them, without a word for a total."""
    half = len(rows) // 2
    parts = [rows[:half], rows[half:]]
    return [row for part in parts for row in [*part, ["", *[""] * (codes - 1), *_added(part, codes)]]]
