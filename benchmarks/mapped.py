"""Records larger than memory: a store counted where it lies, beside reading its bytes and beside DuckDB on Parquet.

The records are drawn piece by piece, so that making them needs no memory either. DuckDB's cells are compared with ours.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import ckmcore as ckm
from benchmarks.ours import timed
from benchmarks.report import Goal, Result, Timing
from ckmcore.base.blocks import BlockColumn
from ckmcore.microdata.data import Category
from ckmcore.microdata.store import PIECE_ROWS, read_store, write_store
from ckmcore.tabulate import kernel

SIZES = {"land": 16, "age": 101, "sex": 3}
ROWS, SEED, MODULUS = 100_000_000, 2026, 10**9
PARQUET = "duckdb-parquet"
# Section 6 of the design: 2.5 s for 10^9 rows; megabytes of anonymous memory.
WARM, ANONYMOUS = 2.5e-9, 200.0
_ALONE = """
import sys
from benchmarks import mapped
mapped.kernel.load()
print(*mapped.anonymous_while(lambda: mapped.counted(sys.argv[1])))
"""
_MADE = """
import sys
from pathlib import Path
from benchmarks import mapped
print(*mapped.anonymous_while(lambda: mapped.made_of_parquet(Path(sys.argv[1]), Path(sys.argv[2]))))
"""


class Drawn(BlockColumn):
    """A column of random whole numbers below `size`, the same ones whenever a piece of it is asked for."""

    def __init__(self, rows: int, size: int, place: int) -> None:
        super().__init__(rows, np.uint8 if size <= 256 else np.uint32)
        self._below, self._place = size, place

    def _block(self, start: int, stop: int) -> NDArray[Any]:
        parts = [np.empty(0, dtype=self.dtype)]
        for piece in range(start // PIECE_ROWS, -(-stop // PIECE_ROWS)):
            begin = piece * PIECE_ROWS
            drawn = np.random.default_rng((SEED, self._place, piece)).integers(
                0, self._below, min(PIECE_ROWS, len(self) - begin), dtype=self.dtype
            )
            parts.append(drawn[max(0, start - begin) : stop - begin])
        return np.concatenate(parts)

    def _at(self, places: NDArray[Any]) -> NDArray[Any]:
        rows = np.flatnonzero(places) if places.dtype == np.bool_ else places
        return np.concatenate([self._block(one, one + 1) for one in rows.tolist()])


def make_microdata(rows: int) -> ckm.Microdata:
    """Records with three dimensions and keys, which lie nowhere."""
    dimensions = {
        name: ckm.Dimension(name, ckm.Texts.same(name), tuple(Category.plain(str(code)) for code in range(size)))
        for name, size in SIZES.items()
    }
    columns = {name: cast("Any", Drawn(rows, size, place)) for place, (name, size) in enumerate(SIZES.items())}
    keys = ckm.RecordKeys(cast("Any", Drawn(rows, MODULUS, len(SIZES))), MODULUS, 9, "generated")
    return ckm.Microdata(rows, dimensions, columns, keys)


def write_parquet(data: ckm.Microdata, path: Path) -> None:
    """The records for DuckDB: a row group a piece."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    columns = _columns(data)
    types = pa.schema([*((name, pa.uint8()) for name in SIZES), ("record_key", pa.uint32())])
    with parquet.ParquetWriter(path, types) as writer:
        for start in range(0, data.rows, PIECE_ROWS):
            writer.write_table(pa.table([one[start : start + PIECE_ROWS] for one in columns], schema=types))


def spec() -> ckm.TableSpec:
    return ckm.TableSpec("land", ["age", "sex"])


def counted(store: str | Path, data: ckm.Microdata | None = None) -> ckm.RawTable:
    """The table, counted from the records."""
    data = read_store(store) if data is None else data
    data.drop_cache()
    return ckm.tabulate(data, spec())


def made_of_parquet(source: Path, store: Path) -> None:
    """A store made of a Parquet file in pieces."""
    from ckmcore.microdata.variable import Role
    from ckmcore.statistic.import_records import Delivery, make_store
    from ckmcore.statistic.key_choice import KeyChoice

    roles: list[tuple[str, Role]] = [(name, "dimension") for name in SIZES]
    choice = KeyChoice("column", "record_key", MODULUS)
    make_store(Delivery((source,), (*roles, ("record_key", "record_key")), choice, MODULUS), store)


@contextmanager
def _watched(found: list[int]) -> Iterator[None]:
    """Collects how much anonymous memory the process has, a hundred times a second."""
    ended = threading.Event()

    def watch() -> None:
        while not ended.is_set():
            found.append(anonymous())
            ended.wait(0.01)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def anonymous() -> int:
    """Bytes of this process that no file stands for; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    lines = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
    return int(lines["RssAnon"].split()[0]) << 10


def anonymous_while(work: Any) -> tuple[float, float]:
    """The most anonymous memory that work takes, in megabytes beyond what there was, and what there was."""
    before, found = anonymous(), [0]
    with _watched(found):
        work()
    return max(0, max(found) - before) / 1e6, before / 1e6


def _columns(data: ckm.Microdata) -> list[Any]:
    keys = data.record_keys
    return [*data.columns.values(), *([] if keys is None else [keys.values])]


def forget(folder: Path, data: ckm.Microdata | None = None) -> None:
    """Let the system drop its pages of the files of a folder, where it can be asked to; `data` give theirs back."""
    for column in [] if data is None else _columns(data):
        column._give_back()
    for file in folder.iterdir():
        with file.open("rb") as stream:
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def read_plainly(folder: Path) -> None:
    """All bytes of the columns, one behind another."""
    buffer = bytearray(1 << 22)
    for file in sorted(folder.glob("column*.bin")):
        with file.open("rb", buffering=0) as stream:
            while stream.readinto(buffer):
                pass


def measure(rows: int, runs: int, python: Path | None) -> list[Result]:
    """Making the store, counting it warm and cold, memory, and DuckDB on a Parquet file of the same records."""
    kernel.load()
    full = rows >= ROWS
    with tempfile.TemporaryDirectory(prefix="ckm-mapped-") as name:
        folder = Path(name)
        store, drawn = folder / "records.ckmstore", make_microdata(rows)
        begin = time.perf_counter()
        write_store(drawn, (), store)
        note = f"{rows:,} records drawn and written, 7 bytes each"
        made = Timing("making a store", (time.perf_counter() - begin,), note)
        data = read_store(store)
        counted(store, data)
        cold, plain, first = [], [], []
        for _ in range(min(runs, 3)):
            forget(store, data)
            plain.append(timed(lambda: read_plainly(store)))
            forget(store, data)
            cold.append(timed(lambda: counted(store, data)))
            first.append(timed(lambda: counted(store)))
        warm = tuple(timed(lambda: counted(store, data)) for _ in range(runs))
        note = f"{rows:,} records, {' x '.join(SIZES)}, keys; counted anew each time"
        mine = Timing("table of a store, warm", warm, note)
        reading = Timing("reading the bytes of the store", tuple(plain), "4 MB at a time, nothing kept by the system")
        goals = [Goal(limit=WARM * rows)]
        results = [
            Result(made, (), full),
            Result(Timing("table of a store, cold", tuple(cold), note), (Goal(rival=reading, slower=1.25),), full),
            Result(Timing("table of a store, first, sums compared", tuple(first), note), (), full),
            Result(_alone(_ALONE, "memory of a table of a store", store), (Goal(limit=ANONYMOUS),), full),
        ]
        write_parquet(drawn, folder / "records.parquet")
        if python is not None:
            goals.append(Goal(rival=run_duckdb(folder, runs, data, python), faster=10))
        again = _alone(_MADE, "memory of making a store of Parquet", folder / "records.parquet", folder / "b.ckmstore")
        results.append(Result(again, (Goal(limit=2 * ANONYMOUS),), full))
        if not _same(counted(folder / "b.ckmstore"), counted(store, data)):
            raise AssertionError("the store made of Parquet holds other records")
        return [Result(mine, tuple(goals), full), *results]


def _same(one: ckm.RawTable, other: ckm.RawTable) -> bool:
    first, second = one.blocks[0], other.blocks[0]
    return np.array_equal(first.counts, second.counts) and np.array_equal(first.cell_keys, second.cell_keys)


def _alone(program: str, name: str, *paths: Path) -> Timing:
    """The anonymous memory of a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, paths)],
        stdout=subprocess.PIPE,
        check=True,
        cwd=Path(__file__).resolve().parents[1],
    )
    most, before = map(float, done.stdout.split())
    return Timing(name, (most,), f"anonymous, beyond the {before:.0f} MB of the program", "MB")


def run_duckdb(folder: Path, runs: int, data: ckm.Microdata, python: Path) -> Timing:
    """DuckDB counts the leaf cells of the Parquet file; raises AssertionError unless every cell is ours."""
    root = Path(__file__).resolve().parents[1]
    command = [str(python), "-m", "benchmarks.scale_peers", str(folder), PARQUET, str(runs), *SIZES]
    done = subprocess.run(command, cwd=root, env={**os.environ, "PYTHONUTF8": "1"}, stdout=subprocess.PIPE, check=True)
    said = json.loads(done.stdout.decode().splitlines()[-1])
    cells = pd.read_parquet(folder / f"{PARQUET}.parquet").sort_values(list(SIZES))
    block = counted(folder / "records.ckmstore", data).blocks[0]
    # The first node of each axis is its total.
    counts, keys = (cast("NDArray[Any]", one)[1:, 1:, 1:].reshape(-1) for one in (block.counts, block.cell_keys))
    same = np.array_equal(cells["count"].to_numpy(), counts[counts > 0]) and np.array_equal(
        cells["key_sum"].to_numpy().astype(np.uint64) % np.uint64(MODULUS), keys[counts > 0]
    )
    if not same:
        raise AssertionError("the cells of DuckDB differ from ours")
    note = f"leaf cells only, no protection; all equal ours; peak {said['peak']:.0f} MB"
    return Timing(f"DuckDB {said['version']} on Parquet", tuple(said["seconds"]), note)
