"""Whether a file is GENESIS flat CSV as the format demands."""

from __future__ import annotations

import codecs
import csv
import io
import re
from itertools import product
from pathlib import Path

from ckmcore.export.check import Axis, Fault, Found
from ckmcore.numbers import Language
from ckmcore.office import SIGNS

BEGIN = ["statistics_code", "statistics_label", "time_code", "time_label", "time"]
VARIABLE = ["variable_code", "variable_label", "variable_attribute_code", "variable_attribute_label"]
END = ["value", "value_unit", "value_variable_code", "value_variable_label"]
QUALITY = {"", "()"}
_NUMBER: dict[Language, re.Pattern[str]] = {"de": re.compile(r"-?\d+(,\d+)?"), "en": re.compile(r"-?\d+(\.\d+)?")}
_SIGNS = {text for signs in SIGNS.values() for sign, text in signs.items() if text and not sign.keeps_figure}


def check_genesis(path: Path, language: Language) -> Found:
    """Read a file strictly; raises Fault where it is not as the format demands."""
    content = path.read_bytes()
    if not content.startswith(codecs.BOM_UTF8):
        raise Fault("check_encoding")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Fault("check_encoding") from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True)
    try:
        rows = list(reader)
    except csv.Error:
        raise Fault("check_csv", line=reader.line_num) from None
    count = _variables(rows[0] if rows else [])
    value = len(BEGIN) + count * len(VARIABLE)
    names = ["time", *(f"{number}_variable" for number in range(1, count + 1)), "value_variable_code"]
    places = [4, *range(len(BEGIN) + 2, value, len(VARIABLE)), value + 2]
    labels: list[dict[str, str]] = [{} for _ in names]
    cells: dict[tuple[str, ...], str | None] = {}
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(rows[0]) or not row[1] or row[:4] != rows[1][:4]:
            raise Fault("check_csv", line=number)
        key = tuple(row[place] for place in places)
        for name, code, place, met in zip(names, key, places, labels, strict=True):
            label = row[place] if name == "time" else row[place + 1]
            if met.setdefault(code, label) != label or (not label and name != "time"):
                raise Fault("check_csv_value", text=label[:60], line=number, column=name)
        if key in cells:
            raise Fault("check_csv_key", line=number)
        cells[key] = _figure(row[value], number, language)
        if len(row) > value + len(END) and row[-1] not in QUALITY:
            raise Fault("check_csv_value", text=row[-1][:60], line=number, column="value_q")
    axes = tuple(Axis(name, tuple(met)) for name, met in zip(names, labels, strict=True))
    try:
        figures = [cells[key] for key in product(*(axis.codes for axis in axes))]
    except KeyError:
        raise Fault("check_csv_gap") from None
    if len(figures) != len(cells):
        raise Fault("check_cells", found=len(cells), wanted=len(figures))
    return Found(axes, figures)


def _variables(head: list[str]) -> int:
    """How many variables the header names; raises Fault where it is not that of the format."""
    count = (len(head) - len(BEGIN) - len(END)) // len(VARIABLE)
    wanted = [*BEGIN]
    for number in range(1, count + 1):
        wanted += [f"{number}_{part}" for part in VARIABLE]
    wanted += END
    if head not in (wanted, [*wanted, "value_q"]):
        raise Fault("check_csv_head")
    return count


def _figure(text: str, line: int, language: Language) -> str | None:
    if text in _SIGNS:
        return None
    if not _NUMBER[language].fullmatch(text):
        raise Fault("check_csv_value", text=text[:60], line=line, column="value")
    return text.replace(",", ".")
