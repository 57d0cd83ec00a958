"""Our side: the protected table, the bare pass over the same bytes, the design of a ptable, reading files."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

import ckmcore as ckm
from benchmarks.data import SIZES
from benchmarks.report import Timing
from ckmcore.microdata.prepared import read_prepared, write_prepared
from ckmcore.tabulate import kernel

BYTES_A_WORD = 8


def timed(act: Callable[[], object]) -> float:
    """Seconds of one call; garbage of earlier ones is gone before."""
    gc.collect()
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def protected_table(data: ckm.Microdata, table: tuple[str, ...], method: ckm.CellKeyMethod) -> ckm.ProtectedTable:
    """The table with every margin, each cell protected on its own; nothing of an earlier table is used."""
    data.drop_cache()
    return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=table)), method)


def measure_table(
    data: ckm.Microdata, table: tuple[str, ...], method: ckm.CellKeyMethod, runs: int
) -> tuple[Timing, Timing]:
    """The protected table and the bare pass, by turns, so that a busy machine hinders both alike."""
    kernel.load()
    columns = needed_columns(data, table)
    size = sum(column.nbytes for column in columns)
    threads = os.cpu_count() or 1
    protected_table(data, table, method)
    ours, bare = [], []
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(runs):
            ours.append(timed(lambda: protected_table(data, table, method)))
            bare.append(timed(lambda: bare_pass(columns, pool, threads)))
    note = f"tabulate and protect with the compiled kernel warm and no cube in the cache, {threads} threads"
    words = f"adds up the {size / 1e6:.0f} MB of the needed columns as 64-bit words by numpy, {threads} threads"
    return Timing("protected table", tuple(ours), note), Timing("single pass", tuple(bare), words)


def needed_columns(data: ckm.Microdata, table: tuple[str, ...]) -> list[np.ndarray]:
    """What any tabulation of the table must read: its code columns and the record keys."""
    return [*(data.columns[name] for name in table), data.record_keys.values]


def bare_pass(columns: list[np.ndarray], pool: ThreadPoolExecutor, threads: int) -> int:
    """Reads every byte once: the fastest that this machine can look at the data at all."""
    total = 0
    for column in columns:
        words = column[: len(column) // BYTES_A_WORD * BYTES_A_WORD].view(np.uint64)
        total += sum(int(part) for part in pool.map(np.add.reduce, np.array_split(words, threads)))
    return total


def figures(data: ckm.Microdata, table: tuple[str, ...], method: ckm.CellKeyMethod) -> dict[str, np.ndarray]:
    """Count, cell key and published count of every cell, one axis per variable, the total first."""
    raw = ckm.tabulate(data, ckm.TableSpec(rows=table))
    block = ckm.examine(raw, method).blocks[0]
    shown = ckm.protect(raw, method).blocks[0].figures[0]
    return {"count": block.counts, "cell_key": block.cell_keys, "published": shown}


def measure_design(runs: int) -> Timing:
    """A ptable with D = 10 as the slider of the window asks for it: another V each time."""
    variances = np.linspace(2.5, 9.5, runs)
    ckm.design_ptable(D=10, V=2.0, js=2)
    seconds = tuple(timed(lambda V=float(V): ckm.design_ptable(D=10, V=V, js=2)) for V in variances)
    return Timing("ptable with D = 10", seconds, "design_ptable(D=10, V=2.5 to 9.5, js=2): all rows, monotone")


def measure_reading(folder: Path, keys: np.ndarray, data: ckm.Microdata, runs: int) -> list[tuple[Timing, Timing]]:
    """Our reader and pyarrow alone, CSV and Parquet, by turns; what we read is compared with what was written."""
    found = []
    for name, alone in (("CSV", pa_csv.read_csv), ("Parquet", pq.read_table)):
        file = folder / f"records.{name.lower()}"
        check_read(ckm.read_microdata(file, list(SIZES), "rkey"), data, keys)
        ours, theirs = [], []
        for _ in range(runs):
            ours.append(timed(lambda file=file: ckm.read_microdata(file, list(SIZES), "rkey")))
            theirs.append(timed(lambda file=file, alone=alone: alone(file)))
        size = f"{data.rows:,} rows, 8 dimensions and a key, {file.stat().st_size / 1e6:.0f} MB"
        note = f"{size}: to compact codes and exact integer keys, everything checked"
        found.append((Timing(f"reading {name}", tuple(ours), note), Timing(f"pyarrow {name}", tuple(theirs), size)))
    return found


# Its own process, so that only the reading counts; the system's highest mark of memory in use.
_READ_ALONE = """
import sys
import ckmcore as ckm
data = ckm.read_microdata(sys.argv[1], sys.argv[2].split(","), "rkey")
with open("/proc/self/status") as lines:
    peak = next((line.split()[1] for line in lines if line.startswith("VmHWM")), "0")
print(int(peak) / 1000, data.nbytes / 1e6)
"""


def measure_memory(file: Path) -> Timing:
    """The most memory that a process takes which reads a file and does nothing else, in megabytes."""
    command = [sys.executable, "-c", _READ_ALONE, str(file), ",".join(SIZES)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=Path(__file__).resolve().parents[1])
    peak, store = map(float, done.stdout.split())
    note = f"peak resident memory of a process that only reads; the finished store has {store:.0f} MB"
    return Timing(f"memory reading {file.suffix[1:].upper()}", (peak,), note, "MB")


def measure_prepared(folder: Path, data: ckm.Microdata, runs: int) -> Timing:
    """Opening prepared data, with all checksums; what is read is compared with what was written."""
    file = folder / "prepared.parquet"
    write_prepared(data, (), file)
    found = read_prepared(file).data
    if not all(np.array_equal(found.columns[name], data.columns[name]) for name in SIZES):
        raise AssertionError("the prepared data that were read differ from those that were written")
    seconds = tuple(timed(lambda: read_prepared(file)) for _ in range(runs))
    size = f"{data.rows:,} rows, 8 dimensions and a key, {file.stat().st_size / 1e6:.0f} MB"
    return Timing("opening prepared data", seconds, f"{size}: whole, every column compared with its checksum")


def check_read(read: ckm.Microdata, written: ckm.Microdata, keys: np.ndarray) -> None:
    """Raises where a column or the keys differ from what was written."""
    if not np.array_equal(read.record_keys.values, keys):
        raise AssertionError("the record keys that were read differ from those that were written")
    for name in SIZES:
        codes = np.array([int(code) for code in read.dimension(name).codes])
        if not np.array_equal(codes[read.columns[name]], written.columns[name]):
            raise AssertionError(f"the codes of {name} that were read differ from those that were written")
