"""Whether a file is SDMX-CSV 1.0 or 2.0 as the format demands."""

from __future__ import annotations

import csv
import io
import re
from itertools import product
from pathlib import Path

from ckmcore.formats.check import Axis, Fault, Found
from ckmcore.formats.times import time_form

FIRST = {"1.0": ["DATAFLOW"], "2.0": ["STRUCTURE", "STRUCTURE_ID", "ACTION"]}
FLOW = {
    "1.0": re.compile(r"[A-Za-z][\w.-]*:[\w@$-]+\(\d+\.\d+\)", re.ASCII),
    "2.0": re.compile(r"[A-Za-z][\w.-]*:[\w@$-]+\(\d+\.\d+\.\d+\)", re.ASCII),
}
_COMPONENT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_CODE = re.compile(r"[A-Za-z0-9_@$-]+")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
WITH_VALUE, WITHOUT = {"A", "B", "U"}, {"M", "Q"}


def check_sdmx(path: Path, version: str) -> Found:
    """Read a file of a version strictly; raises Fault where it is not as the format demands."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("check_encoding") from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        rows = list(reader)
    except csv.Error:
        raise Fault("check_csv", line=reader.line_num) from None
    head, first = rows[0] if rows else [], FIRST[version]
    if head[: len(first)] != first or "OBS_VALUE" not in head or len(set(head)) < len(head):
        raise Fault("check_csv_head")
    if not all(_COMPONENT.fullmatch(name) for name in head) or len(rows) < 2:
        raise Fault("check_csv_head")
    value = head.index("OBS_VALUE")
    if head[value + 1 : value + 3] != ["OBS_STATUS", "CONF_STATUS"]:
        raise Fault("check_csv_head")
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(head):
            raise Fault("check_csv", line=number)
    columns = list(zip(*rows[1:], strict=True))
    _check_flow(columns[: len(first)], version)
    names, keys = head[len(first) : value], columns[len(first) : value]
    axes = tuple(Axis(name, _codes(name, column)) for name, column in zip(names, keys, strict=True))
    observed = map(_observation, *columns[value : value + 3], range(2, len(rows) + 1))
    cells = dict(zip(zip(*keys, strict=True) if keys else [()], observed, strict=True))
    if len(cells) < len(rows) - 1:
        raise Fault("check_csv_key", line=len(cells) + 2)
    try:
        figures = [cells[key] for key in product(*(axis.codes for axis in axes))]
    except KeyError:
        raise Fault("check_csv_gap") from None
    if len(figures) != len(cells):
        raise Fault("check_cells", found=len(cells), wanted=len(figures))
    return Found(axes, figures)


def _check_flow(columns: list[tuple[str, ...]], version: str) -> None:
    """The first columns say the same in each line: what the data are of."""
    kind = columns[0][0] if version == "2.0" else "dataflow"
    flow = columns[1][0] if version == "2.0" else columns[0][0]
    action = columns[2][0] if version == "2.0" else "I"
    same = all(len(set(column)) == 1 for column in columns)
    if not same or kind != "dataflow" or not FLOW[version].fullmatch(flow) or action != "I":
        raise Fault("check_csv_value", text=flow[:60], line=2, column=FIRST[version][0])


def _codes(name: str, column: tuple[str, ...]) -> tuple[str, ...]:
    """The codes of a column, each once; raises Fault where one is none."""
    found = tuple(dict.fromkeys(column))
    for code in found:
        if not (time_form(code) if name == "TIME_PERIOD" else _CODE.fullmatch(code)):
            raise Fault("check_csv_value", text=code[:60], line=column.index(code) + 2, column=name)
    return found


def _observation(value: str, status: str, confidential: str, line: int) -> str | None:
    """The figure of a line; it has one exactly where its status says so."""
    if status not in WITH_VALUE | WITHOUT or (status in WITHOUT) != (value == ""):
        raise Fault("check_csv_value", text=status[:60], line=line, column="OBS_STATUS")
    if confidential != ("C" if status == "Q" else "F"):
        raise Fault("check_csv_value", text=confidential[:60], line=line, column="CONF_STATUS")
    if not value:
        return None
    if not _NUMBER.fullmatch(value):
        raise Fault("check_csv_value", text=value[:60], line=line, column="OBS_VALUE")
    return value
