"""`python3 dev.py bench [--rows N] [--only NAME] [--table A,B,C] [--runs N] [--mapped-rows N] [--write]`: all
measurements in one run.

Results of the peers are compared with ours cell by cell; where they differ, the run ends with an error and no figure.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

import ckmcore as ckm
from benchmarks import data as census
from benchmarks import ours, report
from benchmarks.report import Goal, Result, Timing

ROOT = Path(__file__).resolve().parents[1]
FULL_ROWS, FULL_READING, LARGE_ROWS, MAPPED_ROWS = 10_000_000, 10_000_000, 80_000_000, 100_000_000
# Parsing ten million rows by pyarrow alone takes seconds and gigabytes; a few runs tell enough.
READING_RUNS, MAGNITUDE_RUNS, MONTE_CARLO_RUNS, ATTACK_RUNS, LOOK_RUNS, SCALE_RUNS, DOOR_RUNS = 3, 7, 3, 3, 7, 5, 7
LARGE_TABLE = ("district", "citizenship", "age")
NAMES = (
    "table",
    "magnitudes",
    "ptable",
    "studio",
    "file",
    "look",
    "reading",
    "door",
    "start",
    "drop",
    "monte-carlo",
    "attack",
    "scale",
    "large",
    "hypercube",
    "mapped",
    "databases",
    "pdf",
    "cube-page",
    "suppression",
    "pictures",
)
PEERS, PEER_RUNS = ("ons", "pandas_plain", "pandas_rolled"), 5
PEERS_ENVIRONMENT = ROOT / ".venv-bench"


class PeersDiffer(Exception):
    """A peer's cells are not ours: its time means nothing."""


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 dev.py bench", description="Measures ckmdesk against its peers.")
    parser.add_argument("--rows", type=int, default=FULL_ROWS, help="records of the table and of the window")
    parser.add_argument("--cube-rows", type=int, default=1_000_000, help="records of the hypercube, at most --rows")
    parser.add_argument("--only", choices=NAMES, action="append", help="only this measurement (may be repeated)")
    parser.add_argument("--table", default=",".join(census.TABLE), help="variables, of " + ", ".join(census.SIZES))
    parser.add_argument("--runs", type=int, default=15, help="runs of ours; the peers run 5 times, at most a minute")
    parser.add_argument("--large-rows", type=int, default=LARGE_ROWS, help="records of the large table in memory")
    parser.add_argument("--mapped-rows", type=int, default=MAPPED_ROWS, help="records of a store, larger than memory")
    parser.add_argument("--write", action="store_true", help="write benchmarks/RESULTS.md")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    asked = options(arguments)
    wanted = asked.only or NAMES
    table = tuple(asked.table.split(","))
    if not set(table) <= set(census.SIZES) or len(set(table)) != len(table) or asked.rows < 1 or asked.runs < 1:
        print("Variables: " + ", ".join(census.SIZES) + ", each once; rows and runs from 1 on.", file=sys.stderr)
        return 2
    if "table" in wanted and peers_python() is None:
        print("The peers' environment .venv-bench is missing: python3 dev.py bench builds it.", file=sys.stderr)
        return 2
    conditions = [
        f"{report.today()}, {report.machine()}",
        f"{asked.rows:,} records, 8 dimensions ({', '.join(f'{n} {s}' for n, s in census.SIZES.items())})",
        f"table {' x '.join(table)} with all margins, protected with D = 5, V = 3, js = 2",
    ]
    print("\n".join(conditions), flush=True)
    sizes = {"mapped": asked.mapped_rows, "hypercube": asked.cube_rows, "large": asked.large_rows}
    results = measure(wanted, asked.rows, table, asked.runs, sizes)
    print("\n" + report.as_text(results))
    if asked.write:
        (ROOT / "benchmarks" / "RESULTS.md").write_text(report.as_markdown(results, conditions), encoding="utf-8")
    return 0


def measure(
    wanted: Sequence[str], rows: int, table: tuple[str, ...], runs: int, sizes: Mapping[str, int] | None = None
) -> list[Result]:
    """sizes: records of measurements that have their own."""
    sizes = {"mapped": 0, "hypercube": rows, "large": rows, **(sizes or {})}
    full = rows >= FULL_ROWS
    results = []
    # First, while this process is small.
    if "start" in wanted:
        from benchmarks import desk

        results.append(Result(tell(desk.measure_start(runs)), (Goal(limit=1.0),)))
    if "magnitudes" in wanted:
        from benchmarks import magnitudes

        mine, counts, sort = (tell(timing) for timing in magnitudes.measure(rows, min(runs, MAGNITUDE_RUNS)))
        results.append(Result(mine, (Goal(rival=counts, slower=10), Goal(rival=sort)), full))
        every = magnitudes.measure_own(rows, min(runs, MAGNITUDE_RUNS))
        own, shared, floor, drawn = (tell(timing) for timing in every)
        results.append(Result(own, (Goal(limit=1.0), Goal(rival=shared, slower=1.2)), full))
        results.append(Result(floor, (Goal(limit=2.0),), full))
        results.append(Result(drawn, (Goal(limit=10.0),), full))
        medians, classes = (tell(timing) for timing in magnitudes.measure_quantiles(rows, min(runs, MAGNITUDE_RUNS)))
        results.append(Result(medians, (Goal(rival=classes, slower=3),), full))
    results += measure_without_records(wanted, runs)
    if "monte-carlo" in wanted:
        from benchmarks import monte_carlo

        drawn = tell(monte_carlo.measure(census.make_microdata(rows), min(runs, MONTE_CARLO_RUNS)))
        results.append(Result(drawn, (Goal(limit=10.0),), full))
    if "attack" in wanted:
        from benchmarks import attack

        attacked = tell(attack.measure(census.make_microdata(rows), min(runs, ATTACK_RUNS)))
        results.append(Result(attacked, (Goal(limit=60.0),), full))
    results += measure_scale(wanted, rows, runs, sizes)
    if "reading" in wanted:
        count = min(rows, FULL_READING)
        results += measure_reading(count, min(runs, READING_RUNS))
    if "door" in wanted:
        from benchmarks import door

        for each in door.measure(rows, min(runs, DOOR_RUNS), peers_python()):
            tell(each.ours)
            results.append(each)
    results += measure_pages(wanted, rows, min(runs, DOOR_RUNS))
    if "table" in wanted or "drop" in wanted:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            census.write_ons_ptable(folder / "ptable.csv")
            method = ckm.CellKeyMethod(ckm.read_ptable(folder / "ptable.csv"))
            data = census.make_microdata(rows)
            if "table" in wanted:
                results.insert(0, measure_table(data, table, method, runs, folder, full))
            if "drop" in wanted:
                results += measure_drops(data, table, method, runs, full)
    return results


def measure_pages(wanted: Sequence[str], rows: int, runs: int) -> list[Result]:
    """Pages of paper, a cube as a page, patterns of cell suppression, and pictures."""
    results: list[Result] = []
    if "pdf" in wanted:
        from benchmarks import pdf

        results += pdf.measure(pdf.ROWS, runs)
    if "cube-page" in wanted:
        from benchmarks import cube_page

        results += cube_page.measure(min(rows, cube_page.RECORDS), runs)
    if "suppression" in wanted:
        from benchmarks import suppression

        results += suppression.measure()
    if "pictures" in wanted:
        from benchmarks import pictures

        results += pictures.measure(min(rows, pictures.RECORDS))
        results += pictures.measure_window(min(rows, pictures.RECORDS))
    for one in results:
        tell(one.ours)
    return results


def measure_scale(wanted: Sequence[str], rows: int, runs: int, sizes: Mapping[str, int]) -> list[Result]:
    """What is larger than memory has room for: tables as lists, hypercubes, records in a store."""
    results: list[Result] = []
    if "scale" in wanted:
        from benchmarks import scale

        results += scale.measure(min(rows, scale.ROWS), min(runs, SCALE_RUNS), peers_python())
    if "large" in wanted:
        from benchmarks import scale

        results += scale.measure_large(sizes["large"], min(runs, SCALE_RUNS))
    if "hypercube" in wanted:
        from benchmarks import hypercube

        results += hypercube.measure(min(rows, sizes["hypercube"]), min(runs, SCALE_RUNS), peers_python())
    if "mapped" in wanted:
        from benchmarks import mapped

        results += mapped.measure(sizes["mapped"], min(runs, SCALE_RUNS), peers_python())
    if "databases" in wanted:
        from benchmarks import databases

        results += databases.measure(min(rows, databases.ROWS), min(runs, SCALE_RUNS))
    for one in results:
        tell(one.ours)
    return results


def measure_without_records(wanted: Sequence[str], runs: int) -> list[Result]:
    """Designs of a ptable, the studio, the file of a statistic and the look of the window: the same for any data."""
    results = []
    if "ptable" in wanted:
        from benchmarks import studio

        rival = tell(studio.measure_general_solver(min(runs, 5)))
        results.append(Result(tell(ours.measure_design(5 * runs)), (Goal(limit=0.001), Goal(rival=rival))))
    if "studio" in wanted:
        from benchmarks import studio

        for D, limit in ((10, 0.016), (50, 0.05)):
            results.append(Result(tell(studio.measure_steps(D, 2 * runs)), (Goal(limit=limit),)))
    if "file" in wanted:
        results += measure_file(runs)
    if "look" in wanted:
        from benchmarks import look

        for mine, straight in look.measure(min(runs, LOOK_RUNS)):
            results.append(Result(tell(mine), (Goal(rival=tell(straight)),)))
    return results


def measure_file(runs: int) -> list[Result]:
    """The file of a statistic against our own former code, where the history holds it."""
    from benchmarks import statistic_file

    pairs = statistic_file.measure({"open": 10 * runs, "save": 10 * runs, "open sealed": runs})
    if not pairs:
        print(f"  file: {statistic_file.NO_ARCHIVE}", flush=True)
    return [Result(tell(mine), (Goal(rival=tell(former), slower=1.2),)) for mine, former in pairs]


def measure_drops(
    data: ckm.Microdata, table: tuple[str, ...], method: ckm.CellKeyMethod, runs: int, full: bool
) -> list[Result]:
    """From the hand to the painted table: from the records and from the cache, by drag and by key; scrolling."""
    from benchmarks import desk

    results = []
    for shown, what in ((table, "drop to painted table"), (LARGE_TABLE, "drop to a table of 88 000 cells")):
        for way in ("drag", "at once"):
            name = what if way == "drag" else f"{what}, let go at once"
            dropped = tell(desk.measure_drop(data, shown, method, runs, name, way=way))
            results.append(Result(dropped, (Goal(limit=0.05),), full))
        for way, name in (
            ("drag", f"{what}, cached"),
            ("key", f"{what}, cached, by key"),
            ("redone", f"{what}, redone"),
        ):
            cached = tell(desk.measure_drop(data, shown, method, runs, name, way=way, cached=True))
            results.append(Result(cached, (Goal(limit=0.01),), full))
    results.append(Result(tell(desk.measure_scroll(runs)), (Goal(limit=0.016),)))
    return results


def tell(timing: Timing) -> Timing:
    """Progress, on the terminal."""
    print(f"  {timing.name}: {report.figure(timing.median, timing.unit)}", flush=True)
    return timing


def measure_reading(rows: int, runs: int) -> list[Result]:
    with tempfile.TemporaryDirectory() as name:
        data = census.make_microdata(rows)
        keys = census.write_microdata_files(data, Path(name))
        pairs = ours.measure_reading(Path(name), keys, data, runs)
        allowed = 2 * data.nbytes / 1e6 + 500
        memory = [ours.measure_memory(Path(name) / f"records.{kind}") for kind in ("csv", "parquet")]
        prepared = ours.measure_prepared(Path(name), data, runs)
    full = rows >= FULL_READING
    found = [Result(tell(mine), (Goal(rival=tell(alone), slower=3),), full) for mine, alone in pairs]
    found += [Result(tell(one), (Goal(limit=allowed),), full) for one in memory]
    return [*found, Result(tell(prepared), (Goal(limit=2.0),), full)]


def measure_table(
    data: ckm.Microdata, table: tuple[str, ...], method: ckm.CellKeyMethod, runs: int, folder: Path, full: bool
) -> Result:
    mine, bare = (tell(timing) for timing in ours.measure_table(data, table, method, runs))
    expected = ours.figures(data, table, method)
    census.write_for_peers(data, table, folder)
    peers = {name: tell(run_peer(name, folder, table, PEER_RUNS, expected)) for name in PEERS}
    goals = (
        Goal(limit=0.02),
        Goal(rival=peers["ons"], faster=40),
        Goal(rival=peers["pandas_plain"], faster=60),
        Goal(rival=peers["pandas_rolled"]),
        Goal(rival=bare, slower=8),
    )
    return Result(mine, goals, full)


def peers_python() -> Path | None:
    """The Python of the peers' environment, where it is there."""
    place = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    return PEERS_ENVIRONMENT / place if (PEERS_ENVIRONMENT / place).exists() else None


def run_peer(name: str, folder: Path, table: tuple[str, ...], runs: int, expected: dict[str, np.ndarray]) -> Timing:
    """A peer in its own process on the same data; raises PeersDiffer unless every cell is ours."""
    command = [str(peers_python()), "-m", "benchmarks.peers", str(folder), name, str(runs), *table]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1"}, stdout=subprocess.PIPE, check=True)
    said = json.loads(done.stdout.decode().splitlines()[-1])
    compare(name, pd.read_parquet(folder / f"{name}.parquet"), table, expected)
    calls = 2 ** len(table)
    label, note = {
        "ons": (f"ONS {said['version']}", f"cell_key_perturbation, threshold 0, {calls} calls: one for each margin"),
        "pandas_plain": ("pandas", f"pandas {said['version']}: {calls - 1} groupbys of the records, merge with ptable"),
        "pandas_rolled": ("pandas, rolled up", "one groupby of the records, margins from its rows, merge with ptable"),
    }[name]
    return Timing(label, tuple(said["seconds"]), note + "; all cells equal ours")


def compare(name: str, cells: pd.DataFrame, table: tuple[str, ...], expected: dict[str, np.ndarray]) -> None:
    """Every cell of a peer against ours; cells that a peer leaves out must be empty with us."""
    shape = expected["count"].shape
    places = tuple(cells[variable].to_numpy() + 1 for variable in table)  # the total, -1, stands first
    if len(np.unique(np.ravel_multi_index(places, shape))) != len(cells):
        raise PeersDiffer(f"{name} has a cell twice")
    for column, ours_are in expected.items():
        theirs = np.zeros(shape, dtype=np.int64)
        theirs[places] = cells[column].to_numpy()
        different = int((theirs != ours_are.astype(np.int64)).sum())
        if different:
            raise PeersDiffer(f"{name}: {column} differs in {different} of {ours_are.size} cells")


if __name__ == "__main__":
    sys.exit(main())
