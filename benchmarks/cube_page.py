"""A cube as a page of two million figures: written and read back, its size, and what a browser takes to show it."""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

import ckmcore as ckm
from benchmarks.report import Goal, Result, Timing
from ckmcore.formats.cube import Cube, cubes, unhidden
from ckmcore.formats.write_html_cube import check_html_cube, write_html_cube
from ckmcore.presentation.present import TablePresentation, present_draft

SIZES = {"district": (400, 0.7), "occupation": (80, 0.9), "age": (19, 0.3), "sex": (2, 0.0)}
RECORDS, PERSONS, FIGURES = 6_000_000, 80_000_000, 1_950_000
CHANGES = 12
READY = "document.getElementById('main') && !document.getElementById('main').hidden"
# The dimension in the rows and the one in the columns are chosen by turns; a change ends when the table is laid out.
CHANGE = """(() => {
  const list = document.getElementById('axis%d'), begin = performance.now();
  list.value = '%s'; list.dispatchEvent(new Event('change')); document.body.offsetHeight;
  return performance.now() - begin;
})()"""


def cube_of(records: int) -> tuple[Cube, TablePresentation]:
    """A cube of many people: the figures of a table of fewer records, as large as those of a country."""
    chance = np.random.default_rng(3)
    frame = {}
    for name, (size, skew) in SIZES.items():
        weights = 1 / np.arange(1, size + 1) ** skew
        codes = chance.choice(size, records, p=weights / weights.sum())
        frame[name] = pd.Categorical.from_codes(codes, [f"{code:05d}" for code in range(size)])
    data = ckm.Microdata.from_pandas(pd.DataFrame(frame), list(frame)).with_record_keys(ckm.generate_keys(records))
    spec = ckm.TableSpec(rows=["district", "occupation"], columns=["age", "sex"])
    table = ckm.protect(ckm.tabulate(data, spec), ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.0)))
    page = unhidden(present_draft(table, "de"))
    cube = cubes(page)[0]
    times = PERSONS // RECORDS
    figures = cube.figures[0] * times + np.where(cube.figures[0] > 0, chance.integers(0, times, cube.shape), 0)
    return replace(cube, figures=(figures,)), page


def measure(records: int, runs: int) -> list[Result]:
    """What writing takes on a processor, the size of the file, and where Chromium is installed what it shows when."""
    cube, page = cube_of(records)
    full, name = cube.cells >= FIGURES, f"page of {cube.cells:,} figures"
    with tempfile.TemporaryDirectory() as folder:
        path, written = Path(folder) / "cube.html", []
        for _ in range(runs):
            begin = time.process_time()
            write_html_cube(cube, page, path)
            check_html_cube(cube, page, path)
            written.append(time.process_time() - begin)
        size = Timing(f"{name}, size", (path.stat().st_size / 1e6,), unit="MB")
        results = [
            Result(Timing(name, tuple(written), "written and read back"), (Goal(limit=5.0),), full),
            Result(size, (Goal(limit=6.0),), full),
        ]
        return results + shown(path, name, runs, full=full)


def shown(path: Path, name: str, runs: int, *, full: bool) -> list[Result]:
    """What Chromium takes for a page: seconds to the first table and to others, megabytes of its renderer."""
    from tests.kit.browser import CHROMIUM, Browser

    if CHROMIUM is None:
        print("  cube-page: Chromium is not installed", flush=True)
        return []
    first, changes, memory = [], [], []
    for number in range(runs):
        with tempfile.TemporaryDirectory() as folder, Browser(Path(folder)) as browser:
            browser.open(path, READY)
            first.append(browser.run("performance.now()") / 1000)
            chance = np.random.default_rng(number)
            for _ in range(CHANGES):
                at = int(chance.integers(len(SIZES)))
                value = chance.choice(["rows", "columns", "0", "1"])
                changes.append(browser.run(CHANGE % (at, value)) / 1000)
            memory.append(browser.renderer_megabytes())
    return [
        Result(Timing(f"{name}, first table", tuple(first), "in Chromium"), (Goal(limit=1.0),), full),
        Result(Timing(f"{name}, another table", tuple(changes), "in Chromium"), (Goal(limit=0.25),), full),
        Result(Timing(f"{name}, renderer", tuple(memory), unit="MB"), (Goal(limit=300.0),), full),
    ]
