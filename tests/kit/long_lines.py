"""What files of long forms say of each cell."""

from __future__ import annotations

import csv
import json
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
