"""Records in a database: a leaf cube of ours beside the plain question that counts and adds up the same columns there.

DuckDB over a folder of Parquet files. The plain question has no sums modulo M, no mark and no check; its cells are
compared with ours.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import ckmcore as ckm
from benchmarks.ours import timed
from benchmarks.report import Goal, Result, Timing
from ckmcore.office import policy
from ckmcore.office.databases import DatabaseEntry
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.link import Link
from ckmcore.scale.database.open import open_relation
from ckmcore.scale.database.records import read_relation_records
from ckmcore.statistic.relation import Roles
from ckmcore.tabulate.cubes import leaf_cube

SIZES = {"land": 16, "age": 101, "sex": 3}
ROWS, SEED, MODULUS = 10_000_000, 2026, 10**9
FILES = 4
NAME, RELATION = "deliveries", "people"
ROLES = Roles(tuple(SIZES), "rkey", MODULUS)
PLAIN = "select land, age, sex, count(*) as n, sum(rkey) as s from people group by land, age, sex"


def write_files(rows: int, folder: Path) -> None:
    """Records of three variables, with keys that are whole numbers, in several files."""
    (folder / RELATION).mkdir()
    for number in range(FILES):
        chance, count = np.random.default_rng((SEED, number)), rows // FILES
        columns = {name: chance.integers(0, size, count).astype(np.int16) for name, size in SIZES.items()}
        columns["rkey"] = chance.integers(0, MODULUS, count)
        pq.write_table(pa.table(columns), folder / RELATION / f"{number}.parquet")


@contextmanager
def named(folder: Path) -> Iterator[Link]:
    """The way to the files, as a policy would name it."""
    entry = DatabaseEntry("duckdb", path=str(folder), read_records=True)
    found = policy.Policy(databases={NAME: entry})
    with mock.patch.object(policy, "machine_policy", return_value=found):
        yield link_to(NAME)


def measure(rows: int, runs: int) -> list[Result]:
    """A leaf cube and reading into memory; raises ImportError where DuckDB is not installed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(rows, folder)
        with named(folder) as link:
            data = open_relation(link, RELATION, ROLES)

            def ours() -> ckm.Microdata:
                data.drop_cache()
                leaf_cube(data, list(SIZES), {})
                return data

            def plain() -> pa.Table:
                return link.ask(PLAIN, (), lambda: False)

            ours()
            compare(data, plain())
            pairs = [(timed(ours), timed(plain)) for _ in range(runs)]
            opened = [timed(lambda: open_relation(link, RELATION, ROLES)) for _ in range(runs)]
            read = [timed(lambda: read_relation_records(link, RELATION, ROLES)) for _ in range(runs)]
    mine, bare = zip(*pairs, strict=True)
    full = rows >= ROWS
    what = f"{rows:,} records in {FILES} Parquet files, {np.prod(list(SIZES.values())):,} cells, by DuckDB"
    rival = Timing("the plain question", bare, "count(*) and sum(key) of the same columns, in turns with ours")
    measured = (
        ("leaf cube in a database", mine, what, 1.3),
        ("relation opened", opened, f"{what}: code lists and mark", 4),
        ("records read into memory", read, f"{what}: with a mark made again", 8),
    )
    return [
        Result(Timing(name, tuple(times), note), (Goal(rival=rival, slower=slower),), full)
        for name, times, note, slower in measured
    ]


def compare(data: ckm.Microdata, plain: pa.Table) -> None:
    """Every cell of the plain question is ours. Raises ValueError."""
    cube = leaf_cube(data, list(SIZES), {})
    places = tuple(
        np.array([data.dimensions[name].codes.index(str(code)) for code in plain.column(name).to_pylist()])
        for name in SIZES
    )
    counts = np.zeros(cube.counts.shape, dtype=np.int64)
    counts[places] = plain.column("n").to_numpy()
    keys = np.zeros(cube.counts.shape, dtype=np.uint64)
    keys[places] = np.array([int(one) % MODULUS for one in plain.column("s").to_pylist()], dtype=np.uint64)
    if not np.array_equal(counts, cube.counts) or not np.array_equal(keys, cube.key_sums % np.uint64(MODULUS)):
        raise ValueError("the plain question finds other cells")
