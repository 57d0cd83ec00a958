"""Whether a file is GENESIS flat CSV as the format demands."""

from __future__ import annotations

import codecs
import csv
import io
import re
from itertools import product, repeat
from pathlib import Path

from ckmcore.base.numbers import Language
from ckmcore.formats.check import Axis, Fault, Found
from ckmcore.office.settings import SIGNS

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
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(rows[0]) or not row[1] or row[:4] != rows[1][:4]:
            raise Fault("check_csv", line=number)
    columns = list(zip(*rows[1:], strict=True))
    keys = [columns[4], *columns[len(BEGIN) + 2 : value : len(VARIABLE)], columns[value + 2]]
    names = ["time", *(f"{number}_variable" for number in range(1, count + 1)), "value_variable_code"]
    labels = [columns[4], *columns[len(BEGIN) + 3 : value : len(VARIABLE)], columns[value + 3]]
    axes = tuple(Axis(*one) for one in map(_codes_of, names, keys, labels))
    figures_of = map(_figure, columns[value], range(2, len(rows) + 1), repeat(language))
    cells = dict(zip(zip(*keys, strict=True), figures_of, strict=True))
    if len(cells) < len(rows) - 1:
        raise Fault("check_csv_key", line=len(cells) + 2)
    if len(columns) > value + len(END) and set(columns[-1]) - QUALITY:
        raise Fault("check_csv_value", text=max(columns[-1])[:60], line=2, column="value_q")
    try:
        figures = [cells[key] for key in product(*(axis.codes for axis in axes))]
    except KeyError:
        raise Fault("check_csv_gap") from None
    if len(figures) != len(cells):
        raise Fault("check_cells", found=len(cells), wanted=len(figures))
    return Found(axes, figures)


def _codes_of(name: str, codes: tuple[str, ...], labels: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The codes of a column, each with one label; raises Fault."""
    pairs = set(zip(codes, labels, strict=True))
    found = tuple(dict.fromkeys(codes))
    if len(pairs) != len(found) or (name != "time" and any(not label for _, label in pairs)):
        raise Fault("check_csv_value", text=name, line=2, column=name)
    return name, found


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
