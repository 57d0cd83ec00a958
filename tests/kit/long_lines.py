"""What files of long forms say of each cell."""

from __future__ import annotations

import base64
import csv
import json
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet


def lines_of(path: Path, form: str) -> dict[tuple[str, ...], tuple[Any, ...]]:
    """What a file says of each cell, but for what it says of the whole."""
    if form == "parquet":
        columns = parquet.read_table(path).to_pydict()
        signs = [name for name in columns if name.endswith("_SIGN")]
        values = [name.removesuffix("_SIGN") for name in signs]
        keys = zip(*(column for name, column in columns.items() if name not in {*signs, *values}), strict=True)
        return dict(zip(keys, zip(*(columns[name] for name in values + signs), strict=True), strict=True))
    if form == "json-stat":
        whole = json.loads(path.read_text(encoding="utf-8"))
        codes = [whole["dimension"][name]["category"]["index"] for name in whole["id"]]
        values, status = whole["value"], whole.get("status", {})
        numbers = values if isinstance(values, dict) else {str(at): one for at, one in enumerate(values)}
        shape = [len(one) for one in codes]
        places = {at: np.unravel_index(int(at), shape) for at in numbers}
        return {
            tuple(one[int(p)] for one, p in zip(codes, places[at], strict=True)): (value, status.get(at))
            for at, value in numbers.items()
        }
    if form == "html-cube":
        return _page_lines(path.read_text(encoding="utf-8"))
    rows = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    if form == "csv-long":
        gaps = [at for at, row in enumerate(rows) if not row]
        width = len(rows[gaps[0] + 1])
        values = 2 if "share" in rows[gaps[0] + 1][-1].lower() else 1
        return {tuple(row[: width - values]): tuple(row[width - values :]) for row in rows[gaps[0] + 2 : gaps[1]]}
    head = rows[0]
    value = head.index("OBS_VALUE")
    first = 1 if form == "sdmx-csv-1" else 3
    return {tuple(row[first:value]): tuple(row[value : head.index("TITLE")]) for row in rows[1:]}


def _page_lines(text: str) -> dict[tuple[str, ...], tuple[Any, ...]]:
    """What a cube's page says of each cell, as its script reads the columns of bytes."""
    facts = json.loads(re.findall(r'id="cube">([^<]*)<', text)[0])
    whole = zlib.decompress(base64.b64decode(re.findall(r'id="bytes">([^<]*)<', text)[0]), -15)
    planes = iter(np.frombuffer(whole, np.uint8).reshape(-1, facts["cells"]) if facts["cells"] else [])
    keys = []
    for axis in facts["axes"]:
        index, size = next(planes).astype(int), len(axis["codes"])
        if size > 256:
            index = index + 256 * next(planes).astype(int)
        keys.append([axis["codes"][at] for at in index])
    values: list[Any] = []
    for value in facts["values"]:
        signs = next(planes) if value["signed"] else np.zeros(facts["cells"], int)
        minus = next(planes) if value["negative"] else np.zeros(facts["cells"], int)
        figures = sum(
            (next(planes).astype(int) * 100**plane for plane in range(value["planes"])), start=np.zeros(1, int)
        )
        figures = np.where(minus, -figures, figures) / 10 ** value["places"]
        texts = [facts["signs"][sign] for sign in signs]
        values.append(
            [
                f"{figure:.{value['places']}f}" if keeps else ""
                for figure, (_, keeps) in zip(figures, texts, strict=True)
            ]
        )
        values.append([sign for sign, _ in texts])
    places = zip(*keys, strict=True) if keys else [()] * facts["cells"]
    return dict(zip(places, zip(*values, strict=True), strict=True))
