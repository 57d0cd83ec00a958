"""Readers of cube files that our writers know nothing of: pysdmx, jsonstat-validator, pyarrow, pandas; for PC-Axis a
small one of our own, tried on real files. Each gives the codes of cells (dimensions in the file's order, without values
and period) and the figures of their values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd
from jsonstat_validator import validate_jsonstat
from pysdmx.io import read_sdmx

from tests.kit.cube_tables import Cells, Key
from tests.kit.long_lines import lines_of

_STRINGS = re.compile(r'"([^"]*)"|(,)|(TLIST\([A-Z]\d\))|([A-Z0-9-]+)')


@dataclass
class Px:
    """A PC-Axis file: what stands behind each keyword and its keys, and the cells of the data as texts."""

    keywords: dict[tuple[str, Key], list[str]]
    data: list[str]

    def texts(self, name: str, *keys: str) -> list[str]:
        return self.keywords.get((name, keys), [])

    def text(self, name: str, *keys: str) -> str:
        return "".join(self.texts(name, *keys))

    @property
    def variables(self) -> list[str]:
        return [*self.texts("STUB"), *self.texts("HEADING")]

    @property
    def shape(self) -> list[int]:
        return [len(self.texts("VALUES", name)) for name in self.variables]


def read_px(path: Path) -> Px:
    """Read a PC-Axis file of any office; keywords in other languages are left out."""
    content = path.read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    keywords: dict[tuple[str, Key], list[str]] = {}
    head, _, body = text.partition("DATA=")
    for statement in re.findall(r'((?:"[^"]*"|[^";])*);', head):
        left, _, right = _split(statement)
        found = re.match(r"\s*([A-Z][A-Z0-9-]*)(\[\w+\])?(?:\((.*)\))?\s*$", left, re.DOTALL)
        assert found is not None, statement[:80]
        if not found[2]:
            keywords[found[1], tuple(_list(found[3] or ""))] = _list(right)
    return Px(keywords, body.strip().removesuffix(";").replace('"', "").split())


def _split(statement: str) -> tuple[str, str, str]:
    """What stands before and behind the first `=` outside of texts."""
    quoted = False
    for place, sign in enumerate(statement):
        quoted ^= sign == '"'
        if sign == "=" and not quoted:
            return statement[:place], "=", statement[place + 1 :]
    return statement, "", ""


def _list(text: str) -> list[str]:
    """Texts divided by commas; pieces without one between them belong together."""
    found, joined = list[str](), False
    for string, comma, times, word in _STRINGS.findall(text):
        if comma:
            joined = False
        elif not times:
            piece = string or word
            if joined:
                found[-1] += piece
            else:
                found.append(piece)
            joined = True
    return found


def px_cells(path: Path) -> Cells:
    """The cells of one of our files, whose last variables are the values and the period."""
    file = read_px(path)
    codes = [file.texts("CODES", name) for name in file.variables]
    figures = [None if re.fullmatch(r"\.+|-", cell) else Decimal(cell) for cell in file.data]
    assert len(figures) == len(list(product(*codes)))
    times = [name for name in file.variables if file.text("VARIABLE-TYPE", name) == "T"]
    value = file.variables.index(file.text("CONTVARIABLE"))
    return _by_value(value, [file.variables.index(name) for name in times], codes, figures)


def _by_value(
    value: int, periods: Sequence[int], codes: Sequence[Sequence[str]], figures: Sequence[Decimal | None]
) -> Cells:
    """Cells in the order of the codes, the figures of each value side by side."""
    plain = [place for place in range(len(codes)) if place != value and place not in periods]
    found: dict[Key, dict[str, Decimal | None]] = {}
    for key, figure in zip(product(*codes), figures, strict=True):
        found.setdefault(tuple(key[place] for place in plain), {})[key[value]] = figure
    return {key: tuple(one.values()) for key, one in found.items()}


def json_cells(path: Path) -> Cells:
    """The cells of a dataset that the validator finds right."""
    whole: dict[str, Any] = json.loads(path.read_text("utf-8"), parse_float=Decimal, parse_int=Decimal)
    assert validate_jsonstat(json.loads(path.read_text("utf-8")))
    codes = [whole["dimension"][name]["category"]["index"] for name in whole["id"]]
    (value,) = whole["role"]["metric"]
    periods = [whole["id"].index(name) for name in whole["role"].get("time", [])]
    return _by_value(whole["id"].index(value), periods, codes, whole["value"])


def sdmx_cells(path: Path) -> Cells:
    """The cells of an SDMX-CSV file of either version."""
    (dataset,) = read_sdmx(path, validate=False).data  # type: ignore[union-attr]
    frame = dataset.data
    names = list(frame.columns[: list(frame.columns).index("OBS_VALUE")])
    values = frame["MEASURE"] if "MEASURE" in names else pd.Series("", frame.index)
    plain = [name for name in names if name not in ("MEASURE", "TIME_PERIOD")]
    found: dict[Key, dict[str, Decimal | None]] = {}
    keys = frame[plain].itertuples(index=False, name=None) if plain else iter([()] * len(frame))
    for key, value, text in zip(keys, values, frame["OBS_VALUE"], strict=True):
        assert value not in found.setdefault(key, {})
        found[key][value] = Decimal(text) if text else None
    return {key: tuple(one.values()) for key, one in found.items()}


def genesis_cells(path: Path) -> Cells:
    """The cells of a GENESIS flat file as pandas reads it."""
    frame = pd.read_csv(path, sep=";", dtype=str, keep_default_na=False, encoding="utf-8-sig")
    names = [name for name in frame.columns if name.endswith("_variable_attribute_code")]
    found: dict[Key, dict[str, Decimal | None]] = {}
    for _, row in frame.iterrows():
        key = tuple(row[name] or "_T" for name in names)
        text = row["value"].replace(",", ".")
        figure = Decimal(text) if re.fullmatch(r"-?[\d.]*\d", text) else None
        assert row["value_variable_code"] not in found.setdefault(key, {})
        found[key][row["value_variable_code"]] = figure
    return {key: tuple(one.values()) for key, one in found.items()}


def parquet_cells(path: Path) -> Cells:
    """The cells of a Parquet file as pandas reads it."""
    frame = pd.read_parquet(path)
    values = [name for name in frame.columns if f"{name}_SIGN" in frame.columns]
    labels = [name for name in frame.columns if f"{name}_LABEL" in frame.columns]
    labels = labels[:-1] if labels and labels[-1].startswith("TIME_PERIOD") else labels
    found: Cells = {}
    for _, row in frame.iterrows():
        figures = [None if pd.isna(row[name]) else Decimal(str(row[name])) for name in values]
        key = tuple(row[name] for name in labels)
        assert key not in found
        found[key] = tuple(None if one is None else _whole(one) for one in figures)
    return found


def _whole(figure: Decimal) -> Decimal:
    """A column with gaps comes as doubles: 5.0 is 5."""
    return figure.quantize(Decimal(1)) if figure == figure.to_integral_value() else figure


def page_cells(path: Path) -> Cells:
    """The cells of a cube's page."""
    lines = lines_of(path, "html-cube")
    return {key: tuple(Decimal(text) if text else None for text in values[::2]) for key, values in lines.items()}


CELLS: dict[str, Callable[[Path], Cells]] = {
    "px": px_cells,
    "json-stat": json_cells,
    "sdmx-csv-1": sdmx_cells,
    "sdmx-csv-2": sdmx_cells,
    "genesis": genesis_cells,
    "parquet": parquet_cells,
    "html-cube": page_cells,
}
