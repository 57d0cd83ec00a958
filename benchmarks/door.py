"""The door: from a file or a frame to a protected frame or file, each beside its rival, in whole processes.

Cold cases are processes from the start of Python to its end (`door_cold`), ours and the rival's by turns; the system
tells the time of the wall, of the processors, and the most memory. Frames are read in one process, beside the Parquet
file of the same records.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as parquet

import ckmcore as ckm
from benchmarks import data as census
from benchmarks import scale
from benchmarks.door_cold import CSV_CODES, CSV_NUMBERS, LIST, TABLE
from benchmarks.report import Goal, Result, Timing

ROOT = Path(__file__).resolve().parents[1]
ROWS, LIST_ROWS, FRAME_ROWS, MODULUS = 10_000_000, 3_000_000, 1_000_000, 10**9
IMPORT, FIRST_TABLE, LIST_MEMORY = 0.15, 0.06, 800.0
# What can be reached: ADR 0085.
SLOWER = {"frame": 1.8, "list": 2.6, "csv": 1.9}
SLOWER_LIST, SLOWER_VALUES = 5.2, 2.1
DIMENSIONS = ("number", "long", "text", "coded", "day", "amount")


def write_files(folder: Path, rows: int, list_rows: int) -> None:
    """`few/records.parquet` and `.csv` of a census, `many/records.parquet` of many small cells, integer keys."""
    for name in ("few", "many"):
        (folder / name).mkdir()
    data, chance = census.make_microdata(rows), np.random.default_rng(census.SEED)
    columns: dict[str, Any] = {name: data.columns[name] for name in TABLE}
    keys = chance.integers(0, MODULUS, rows, dtype=np.int64)
    parquet.write_table(pa.table({**columns, "record_key": keys}), folder / "few" / "records.parquet")
    written = {name: data.columns[name] for name in CSV_CODES}
    written |= {name: np.round(chance.lognormal(7, 1, rows), 2) for name in CSV_NUMBERS}
    pa_csv.write_csv(pa.table(written), folder / "few" / "records.csv")
    many = scale.make_microdata(list_rows)
    census.write_for_peers(many, LIST, folder / "many")


def measure(rows: int, runs: int, python: Path | None) -> list[Result]:
    """All cases. python: of the peers' environment, without which there are no rivals."""
    full = rows >= ROWS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder, rows, min(rows, LIST_ROWS))
        results = measure_cold(folder, runs, python)
        results += measure_frames(folder, min(rows, FRAME_ROWS), runs, python)
        results += measure_list(min(rows, LIST_ROWS), runs)
    return [Result(result.ours, result.goals, full) for result in results]


def measure_cold(folder: Path, runs: int, python: Path | None) -> list[Result]:
    """Whole processes."""
    few = folder / "few"
    imported, bare = cold(("imported", "bare"), few, runs, python)
    spent = tuple(max(0.0, one - min(bare.wall)) for one in imported.wall)
    results = [Result(Timing("import ckmcore", spent, "less what Python alone takes"), (Goal(limit=IMPORT),))]
    first = cold(("first-tables",), few, runs, python)[0]
    note = "in one process, the slowest of the tables begun later than 0.5 s after the first, for 3 s"
    results.append(Result(Timing("table after 0.5 s", first.told[0], note), (Goal(limit=FIRST_TABLE),)))
    for name, mine, words in (
        ("few", "frame", "Parquet to frame"),
        ("many", "list", "Parquet to list as Parquet"),
        ("few", "csv", "CSV"),
    ):
        rivals: tuple[tuple[str, str], ...] = () if python is None else _RIVALS[mine]
        ours, *theirs = cold((mine, *(rival for rival, _ in rivals)), folder / name, runs, python)
        for unit in ("wall", "cpu"):
            goals = tuple(
                Goal(rival=Timing(f"{label} {words}, {unit}", getattr(one, unit)), slower=SLOWER[mine])
                for one, (_, label) in zip(theirs, rivals, strict=True)
            )
            results.append(Result(Timing(f"cold {words}, {unit}", getattr(ours, unit), _NOTES[unit]), goals))
        if len({run[3] for one in (ours, *theirs) for run in one.runs}) > 1:
            raise AssertionError(f"{words}: not every side has as many rows")
        if mine == "list":
            rival = "; ".join(
                f"{label}: {max(one.peak):.0f} MB" for one, (_, label) in zip(theirs, rivals, strict=True)
            )
            peak = Timing("memory of Parquet to list as Parquet", ours.peak, f"peak of the process; {rival}", "MB")
            results.append(Result(peak, (Goal(limit=LIST_MEMORY),)))
    return results


_NOTES = {
    "wall": "a whole process, from the start of Python to its end",
    "cpu": "the same process, seconds of processors, of the system too",
}
_RIVALS = {
    "frame": (("frame-duckdb", "DuckDB"), ("frame-polars", "polars")),
    "list": (("list-duckdb", "DuckDB"),),
    "csv": (("csv-polars", "polars"),),
}


class Cold:
    """What processes of one case took: seconds of the wall and of processors, megabytes, and what they told."""

    def __init__(self, case: str) -> None:
        self.case = case
        self.runs: list[tuple[float, float, float, Any]] = []

    @property
    def wall(self) -> tuple[float, ...]:
        return tuple(run[0] for run in self.runs)

    @property
    def cpu(self) -> tuple[float, ...]:
        return tuple(run[1] for run in self.runs)

    @property
    def peak(self) -> tuple[float, ...]:
        return tuple(run[2] for run in self.runs)

    @property
    def told(self) -> list[tuple[Any, ...]]:
        """What the runs told, by place."""
        return list(zip(*(run[3] for run in self.runs), strict=True))

    def run(self, folder: Path, python: Path | None) -> None:
        """One process; raises CalledProcessError where it fails."""
        program = str(python) if self.case.rpartition("-")[2] in ("duckdb", "polars") else sys.executable
        command = [program, "-m", "benchmarks.door_cold", self.case, str(folder)]
        with tempfile.TemporaryFile() as output:
            begin = time.perf_counter()
            process = subprocess.Popen(command, cwd=ROOT, env=_environment(), stdout=output)
            cpu = _cpu_of(process)
            wall = time.perf_counter() - begin
            if process.returncode:
                raise subprocess.CalledProcessError(process.returncode, command)
            output.seek(0)
            said = json.loads(output.read().decode().splitlines()[-1])
        self.runs.append((wall, cpu, said["peak"], said["told"]))


def _environment() -> dict[str, str]:
    """The environment of a program that is installed: its modules are kept compiled."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONUTF8": "1"}


def _cpu_of(process: subprocess.Popen[bytes]) -> float:
    """Seconds of processors of a process that is waited for; 0 where the system does not say."""
    if not hasattr(os, "wait4"):
        process.wait()
        return 0.0
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def cold(cases: tuple[str, ...], folder: Path, runs: int, python: Path | None) -> list[Cold]:
    """Cases by turns, after a run of each that does not count: files and programs are then in the system's memory."""
    measured = [Cold(case) for case in cases]
    for case in cases:
        Cold(case).run(folder, python)
    for _ in range(runs):
        for case in measured:
            case.run(folder, python)
    return measured


def records(rows: int) -> pa.Table:
    """Records of every kind of column that frames have: whole numbers beyond 2^53, texts, dictionaries, days,
    decimals."""
    chance = np.random.default_rng(census.SEED)
    ages = chance.integers(0, 101, rows)
    texts = pa.array([f"{code:05d}" for code in range(400)])
    places = pa.array(chance.integers(0, 400, rows, dtype=np.int32))
    days = pa.array(chance.integers(0, 20_000, rows).astype("datetime64[D]"))
    cents = [Decimal(amount).scaleb(-2) for amount in range(0, 100_000, 7)]
    amounts = pa.array(cents, pa.decimal128(12, 2))
    return pa.table(
        {
            "number": ages,
            "long": 2**53 + chance.integers(0, 50, rows),
            "text": texts.take(places),
            "coded": pa.DictionaryArray.from_arrays(places, texts),
            "day": days,
            "amount": amounts.take(pa.array(chance.integers(0, 100, rows))),
            "income": amounts.take(pa.array(chance.integers(0, len(amounts), rows))),
            "hours": chance.integers(0, 60, rows),
            "record_key": chance.integers(0, MODULUS, rows, dtype=np.int64),
        }
    )


class Stream:
    """Anything with a stream of Arrow."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


def frames_of(table: pa.Table, python: Path | None) -> dict[str, Callable[[], Any]]:
    """The same records as a frame of each kind."""
    made: dict[str, Callable[[], Any]] = {
        "pandas": lambda: _doubles(table).to_pandas(date_as_object=False),
        "pandas of Python's values": table.to_pandas,
        "pandas of Arrow": lambda: table.to_pandas(types_mapper=pd.ArrowDtype),
        "Arrow": lambda: table,
        "__arrow_c_stream__": lambda: Stream(table),
    }
    if python is not None:
        if importlib.util.find_spec("polars") is None:
            sys.path.append(str(next((python.parent.parent / "lib").glob("*/site-packages"))))
        import duckdb
        import polars as pl

        made["polars"] = lambda: pl.from_arrow(table)
        made["DuckDB"] = lambda: duckdb.connect().from_arrow(table)
    return made


def _doubles(table: pa.Table) -> pa.Table:
    """Decimals as the doubles next to them, which are what pandas has for them; Arrow's own may be off by a bit."""
    for place, field in enumerate(table.schema):
        if pa.types.is_decimal(field.type):
            table = table.set_column(place, field.name, table.column(place).cast(pa.string()).cast(pa.float64()))
    return table


def measure_frames(folder: Path, rows: int, runs: int, python: Path | None) -> list[Result]:
    """Frames and the Parquet file of the same records, by turns; columns and keys are compared."""
    table, file = records(rows), folder / "frame.parquet"
    parquet.write_table(table, file)
    asked = {"record_key": "record_key", "magnitudes": ["income", "hours"], "modulus": MODULUS}
    results = []
    for kind, make in frames_of(table, python).items():
        frame, ours, theirs = make(), [], []
        _same(ckm.microdata_of(frame, DIMENSIONS, **asked), ckm.microdata_of(file, DIMENSIONS, **asked))
        for _ in range(runs):
            ours.append(cpu_timed(lambda frame=frame: ckm.microdata_of(frame, DIMENSIONS, **asked)))
            theirs.append(cpu_timed(lambda: ckm.microdata_of(file, DIMENSIONS, **asked)))
        slower = SLOWER_VALUES if kind == "pandas of Python's values" else 1.0
        note = f"{rows:,} records, 6 dimensions of numbers, texts, days and decimals, 2 magnitudes, keys"
        mine = Timing(f"frame of {kind}", tuple(wall for wall, _ in ours), note)
        rival = Timing(f"Parquet of the frame of {kind}", tuple(wall for wall, _ in theirs))
        results.append(Result(mine, (Goal(rival=rival, slower=slower),)))
        mine = Timing(f"frame of {kind}, cpu", tuple(cpu for _, cpu in ours), note)
        rival = Timing(f"Parquet of the frame of {kind}, cpu", tuple(cpu for _, cpu in theirs))
        results.append(Result(mine, (Goal(rival=rival, slower=slower),)))
    return results


def cpu_timed(act: Callable[[], object]) -> tuple[float, float]:
    """Seconds of the wall and of processors of one call; garbage of earlier ones is gone before."""
    gc.collect()
    begin, spent = time.perf_counter(), time.process_time()
    act()
    return time.perf_counter() - begin, time.process_time() - spent


def _same(mine: ckm.Microdata, theirs: ckm.Microdata) -> None:
    """Raises AssertionError where two readings of the same records differ."""
    for name in DIMENSIONS:
        own, other = (np.array(one.dimension(name).codes)[np.asarray(one.columns[name])] for one in (mine, theirs))
        if not np.array_equal(own, other):
            raise AssertionError(f"the codes of {name} differ")
    for name in theirs.magnitudes:
        if not np.array_equal(mine.magnitudes[name].values, theirs.magnitudes[name].values):
            raise AssertionError(f"the values of {name} differ")
    if not np.array_equal(mine.record_keys.values, theirs.record_keys.values):
        raise AssertionError("the keys differ")


def measure_list(rows: int, runs: int) -> list[Result]:
    """A list as Parquet, read back and searched, beside a frame of it that pandas writes."""
    data = scale.make_microdata(rows)
    table = scale.made(data, scale.method())
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as name:
        for _ in range(runs):
            ours.append(cpu_timed(lambda: ckm.export(table, Path(name) / "ours.parquet")))
            theirs.append(cpu_timed(lambda: table.to_pandas().to_parquet(Path(name) / "theirs.parquet")))
    results = []
    for place, unit in enumerate(("wall", "cpu")):
        rival = Timing(f"to_pandas().to_parquet, {unit}", tuple(run[place] for run in theirs))
        mine = Timing(f"list as Parquet, {unit}", tuple(run[place] for run in ours), "written, read back, searched")
        results.append(Result(mine, (Goal(rival=rival, slower=SLOWER_LIST),)))
    return results
