"""The others, in their own environment (.venv-bench): `python -m benchmarks.peers FOLDER PEER RUNS VARIABLE ...`.

Reads `records.parquet` and `ptable.csv` of the folder once, then only the work on data in memory is timed. Writes
`PEER.parquet` (all cells: a code per variable, TOTAL for a total, count, cell_key, published) and prints JSON:
seconds per run and the version of the package.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import io
import json
import sys
import time
from collections.abc import Callable
from itertools import chain, combinations
from pathlib import Path

import pandas as pd

TOTAL = -1
ENOUGH_SECONDS = 60.0
LAST_ROW, RECYCLED = 750, 250  # ONS: counts above the last row of the ptable return to its last 250 rows


def subsets(table: list[str]) -> list[tuple[str, ...]]:
    """All margins of a table: the table itself, each sub-table, last the grand total `()`."""
    return list(chain.from_iterable(combinations(table, size) for size in range(len(table), -1, -1)))


def with_totals(parts: list[tuple[tuple[str, ...], pd.DataFrame]], table: list[str]) -> pd.DataFrame:
    """One frame of all margins; a variable that a margin does not have is TOTAL there."""
    missing = ({name: TOTAL for name in table if name not in names} for names, _ in parts)
    return pd.concat([part.assign(**rest) for (_, part), rest in zip(parts, missing, strict=True)], ignore_index=True)


def noised(cells: pd.DataFrame, ptable: pd.DataFrame) -> pd.DataFrame:
    """Adds cell_key and published by a merge with the ptable."""
    modulus = int(ptable["ckey"].max()) + 1
    cells["cell_key"] = cells["key_sum"] % modulus
    cells["row"] = cells["count"].where(cells["count"] <= LAST_ROW, (cells["count"] - 1) % RECYCLED + 501)
    cells = cells.merge(ptable, how="left", left_on=["row", "cell_key"], right_on=["pcv", "ckey"])
    cells["published"] = cells["count"] + cells["pvalue"].fillna(0).astype("int64")
    return cells


def aggregate(data: pd.DataFrame, names: tuple[str, ...]) -> pd.DataFrame:
    """Counts and key sums of one margin, from the records."""
    if not names:
        return pd.DataFrame({"count": [len(data)], "key_sum": [data["record_key"].sum()]})
    grouped = data.groupby(list(names), sort=False)["record_key"]
    return grouped.agg(count="size", key_sum="sum").reset_index()


def pandas_plain(data: pd.DataFrame, ptable: pd.DataFrame, table: list[str]) -> pd.DataFrame:
    """As most would write it: one groupby of the records for each margin, then the merge."""
    return noised(with_totals([(names, aggregate(data, names)) for names in subsets(table)], table), ptable)


def pandas_rolled(data: pd.DataFrame, ptable: pd.DataFrame, table: list[str]) -> pd.DataFrame:
    """As an expert would: one groupby of the records, the margins from its few rows, then the merge."""
    finest = aggregate(data, tuple(table))
    parts = []
    for names in subsets(table):
        if len(names) == len(table):
            part = finest
        elif names:
            part = finest.groupby(list(names), sort=False)[["count", "key_sum"]].sum().reset_index()
        else:
            part = finest[["count", "key_sum"]].sum().to_frame().T
        parts.append((names, part))
    return noised(with_totals(parts, table), ptable)


def ons(data: pd.DataFrame, ptable: pd.DataFrame, table: list[str]) -> pd.DataFrame:
    """cell_key_perturbation has no margins: one call for each of them, the grand total by a constant column."""
    from cell_key_perturbation.create_perturbed_table import create_perturbed_table

    parts = []
    for names in subsets(table):
        with contextlib.redirect_stdout(io.StringIO()):
            part = create_perturbed_table(
                data, ptable, geog=[], tab_vars=list(names) or ["everybody"], record_key="record_key", threshold=0
            )
        parts.append((names, part))
    cells = with_totals(parts, table)
    return cells.rename(columns={"pre_sdc_count": "count", "ckey": "cell_key", "count": "published"})


PEERS: dict[str, Callable[[pd.DataFrame, pd.DataFrame, list[str]], pd.DataFrame]] = {
    "ons": ons,
    "pandas_plain": pandas_plain,
    "pandas_rolled": pandas_rolled,
}


def main(folder: Path, peer: str, runs: int, table: list[str]) -> None:
    data = pd.read_parquet(folder / "records.parquet")
    ptable = pd.read_csv(folder / "ptable.csv")
    if peer == "ons":
        data["everybody"] = 1
    seconds: list[float] = []
    while len(seconds) < runs and sum(seconds) < ENOUGH_SECONDS:
        begin = time.perf_counter()
        cells = PEERS[peer](data, ptable, table)
        seconds.append(time.perf_counter() - begin)
    kept = cells[[*table, "count", "cell_key", "published"]]
    kept.astype("int64").to_parquet(folder / f"{peer}.parquet")
    package = "cell-key-perturbation" if peer == "ons" else "pandas"
    print(json.dumps({"seconds": seconds, "version": importlib.metadata.version(package)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:])
