"""Hypercubes: all 256 margins of eight variables, protected and written, beside DuckDB and polars that only count.

The rivals write every cell with its count and sum of keys; we write what is published. Every cell of theirs is compared
with ours before protection. Times of ours include that the file is read back and compared.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

import ckmcore as ckm
from benchmarks.data import write_for_peers
from benchmarks.ours import timed
from benchmarks.report import Goal, Result, Timing
from ckmcore.formats.forms import FORMS
from ckmcore.microdata.data import Category, compact_codes
from ckmcore.office.settings import FormName
from ckmcore.scale.hypercube.forms import export_hypercube
from ckmcore.scale.hypercube.protect import described, protected_margins, signs_possible
from ckmcore.scale.hypercube.stream import HyperPage, hyper_page
from ckmcore.scale.hypercube.tabulate import plan_hypercube, raw_margins
from ckmcore.tabulate import kernel

SIZES = {"a": 16, "b": 101, "c": 3, "d": 8, "e": 12, "f": 6, "g": 20, "h": 5}
ROWS, SEED, MODULUS, SKEW = 1_000_000, 2026, 10**9, 0.5
SPEC = ckm.HyperSpec(tuple(SIZES))
RIVALS = {"duckdb": ("DuckDB {version}, GROUP BY CUBE to Parquet", 0.65), "polars": ("polars {version}, margins", 0.3)}
CELLS_A_SECOND, MEMORY_SHARE, _BLOCK = 3e6, 1 / 3, 1 << 22
_ALONE = """
import sys
from pathlib import Path
from benchmarks import hypercube
from benchmarks.scale_peers import peak
hypercube.kernel.load()
data = hypercube.make_microdata(int(sys.argv[1]))
hypercube.write(data, hypercube.method(), "parquet", Path(sys.argv[2]))
print(peak())
"""


def make_microdata(rows: int = ROWS) -> ckm.Microdata:
    """Records of eight independent variables: nearly each is alone in its leaf cell."""
    chance = np.random.default_rng(SEED)
    columns, dimensions = {}, {}
    for name, size in SIZES.items():
        weights = 1 / np.arange(1, size + 1) ** SKEW
        codes = np.searchsorted(np.cumsum(weights / weights.sum()), chance.random(rows, dtype=np.float32), side="right")
        columns[name] = compact_codes(np.minimum(codes, size - 1), size)
        categories = tuple(Category.plain(str(code)) for code in range(size))
        dimensions[name] = ckm.Dimension(name, ckm.Texts.same(name), categories)
    keys = ckm.integer_keys(chance.integers(0, MODULUS, rows, dtype=np.int64), MODULUS)
    return ckm.Microdata(rows, dimensions, columns, keys)


def method() -> ckm.CellKeyMethod:
    return ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))


def page_of(data: ckm.Microdata, rule: ckm.CellKeyMethod) -> HyperPage:
    plan = plan_hypercube(data, SPEC)
    return hyper_page(described(data, SPEC, plan, rule), plan, signs_possible(data, SPEC, rule), "en")


def write(data: ckm.Microdata, rule: ckm.CellKeyMethod, form: FormName, path: Path) -> int:
    """Write the hypercube; the number of its lines."""
    page = page_of(data, rule)
    return export_hypercube(
        page, lambda start: protected_margins(data, SPEC, page.plan, rule, start=start), FORMS[form], path
    ).cells


def made(data: ckm.Microdata, rule: ckm.CellKeyMethod) -> int:
    """Make the hypercube without a file; the number of its lines."""
    return sum(len(block.figures[0]) for block in ckm.hypercube(data, SPEC, rule))


def measure(rows: int, runs: int, python: Path | None) -> list[Result]:
    """Times and memory beside those of the rivals, where their environment is there."""
    kernel.load()
    data, rule, full = make_microdata(rows), method(), rows >= ROWS
    raw = raw_cells(data)
    counted = len(raw[0])
    lines = made(data, rule)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = {form: folder / f"ours-{form}{FORMS[form].ending}" for form in ("parquet", "sdmx-csv-2")}
        times, busy = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
        alone = list[float]()
        for _ in range(runs):  # by turns, so that a busy machine hinders all alike
            for form, path in paths.items():
                begin = time.process_time()
                times[form].append(timed(lambda form=form, path=path: write(data, rule, form, path)))
                busy[form].append(time.process_time() - begin)
            alone.append(copied(paths["sdmx-csv-2"], folder / "copy.csv"))
        size = paths["sdmx-csv-2"].stat().st_size / 1e6
        said = f"{rows:,} records, {counted:,} occupied cells of 256 margins, {lines:,} published"
        bare = np.median([timed(lambda: made(data, rule)) for _ in range(runs)])
        said += f", read back and compared; {bare:.1f} s without a file"
        work = {form: f"{np.median(seconds):.1f} s of processors" for form, seconds in busy.items()}
        parquet = Timing("hypercube to Parquet", tuple(times["parquet"]), f"{said}; {work['parquet']}")
        note = f"the same, {size:,.0f} MB; {work['sdmx-csv-2']}"
        sdmx = Timing("hypercube to SDMX-CSV", tuple(times["sdmx-csv-2"]), note)
        note = f"{size:,.0f} MB of SDMX-CSV written by Python in blocks, synced; not made, not read back"
        bytes_alone = Timing("the same bytes alone", tuple(alone), note)
        memory = peak_of(rows, folder)
        goals = [Goal(limit=counted / CELLS_A_SECOND)]
        memory_goals = []
        if python is not None:
            write_for_peers(data, tuple(SIZES), folder)
            for rival in RIVALS:
                found, most = run_rival(rival, folder, runs, raw, python)
                goals.append(Goal(rival=found, slower=RIVALS[rival][1]))
                if rival == "duckdb":
                    memory_goals.append(Goal(limit=most * MEMORY_SHARE))
    return [
        Result(parquet, tuple(goals), full),
        Result(sdmx, (Goal(rival=parquet, slower=2.0), Goal(rival=bytes_alone)), full),
        Result(memory, tuple(memory_goals), full),
    ]


def copied(source: Path, target: Path) -> float:
    """Seconds that writing the bytes of a file takes, until they are on disk; reading them does not count."""
    spent = 0.0
    with source.open("rb") as read, target.open("wb", buffering=0) as stream:
        while content := read.read(_BLOCK):
            begin = time.perf_counter()
            stream.write(content)
            spent += time.perf_counter() - begin
        begin = time.perf_counter()
        os.fsync(stream.fileno())
        spent += time.perf_counter() - begin
    target.unlink()
    return spent


Raw = tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.uint64]]


def raw_cells(data: ckm.Microdata) -> Raw:
    """Numbers, counts and cell keys of all margins, ordered by the numbers."""
    numbers, counts, keys = [], [], []
    for parts in raw_margins(data, SPEC, plan_hypercube(data, SPEC)):
        block = next(iter(parts.values()))
        if block.listed is None or block.cell_keys is None:
            raise AssertionError("a margin without a list or without keys")
        numbers.append(block.listed.numbers)
        counts.append(block.counts)
        keys.append(block.cell_keys)
    every = np.concatenate(numbers)
    order = np.argsort(every)
    return every[order], np.concatenate(counts)[order], np.concatenate(keys)[order]


def run_rival(name: str, folder: Path, runs: int, raw: Raw, python: Path) -> tuple[Timing, float]:
    """A rival in its own process on the same records, and the most memory of it; raises AssertionError unless every
    cell is ours."""
    root = Path(__file__).resolve().parents[1]
    command = [str(python), "-m", "benchmarks.hypercube_peers", str(folder), name, str(runs), *SIZES]
    done = subprocess.run(command, cwd=root, env={**os.environ, "PYTHONUTF8": "1"}, stdout=subprocess.PIPE, check=True)
    said = json.loads(done.stdout.decode().splitlines()[-1])
    compare(name, folder / name, raw)
    note = f"no protection, count and key sum of each cell; all cells equal ours; peak {said['peak']:.0f} MB"
    return Timing(RIVALS[name][0].format(version=said["version"]), tuple(said["seconds"]), note), float(said["peak"])


def compare(name: str, folder: Path, raw: Raw) -> None:
    """Raises AssertionError unless the files of a rival have the cells, counts and key sums of our margins."""
    numbers, counts, keys = [], [], []
    for file in sorted(folder.glob("*.parquet")):
        for batch in pq.ParquetFile(file).iter_batches(1 << 20):
            number = np.zeros(len(batch), dtype=np.uint64)
            for variable, size in SIZES.items():
                code = np.zeros(len(batch), dtype=np.int64)
                if variable in batch.schema.names:
                    code = batch.column(variable).cast(pa.int64()).fill_null(-1).to_numpy() + 1
                number = number * np.uint64(size + 1) + code.astype(np.uint64)
            numbers.append(number)
            counts.append(batch.column("n").to_numpy().astype(np.int64))
            keys.append((batch.column("k").to_numpy().astype(np.int64) % MODULUS).astype(np.uint64))
    every = np.concatenate(numbers)
    order = np.argsort(every)
    found = every[order], np.concatenate(counts)[order], np.concatenate(keys)[order]
    if not all(map(np.array_equal, found, raw)):
        raise AssertionError(f"the cells of {name} differ from ours")


def peak_of(rows: int, folder: Path) -> Timing:
    """The most memory of a process that makes the records and writes the hypercube as Parquet."""
    done = subprocess.run(
        [sys.executable, "-c", _ALONE, str(rows), str(folder / "alone.parquet")],
        stdout=subprocess.PIPE,
        check=True,
        cwd=Path(__file__).resolve().parents[1],
    )
    return Timing("memory of the hypercube", (float(done.stdout),), "peak of the process, records included", "MB")
