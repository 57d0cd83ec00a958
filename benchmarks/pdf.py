"""PDF: pages of a protected table in a process of their own, beside a bare Typst table of the same cells."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import numpy as np
import pandas as pd

import ckmcore as ckm
from benchmarks.report import Goal, Result, Timing
from ckmcore.formats.write_pdf import pdf_bytes, sheets_of
from ckmcore.presentation.present import TablePresentation, present_draft

ROWS, COLUMNS, SECONDS, SLOWER = 1500, 9, 3.0, 2.5
# What has neither heads of rows nor tags of its own, nor anything around the table.
BARE = """
import json, sys, tempfile, typst
cells = json.loads(sys.stdin.read())
text = '#let d = json("data.json")\\n#set page(flipped: true)\\n#set text(9pt)\\n'
text += f'#table(columns: {len(cells[0])}, table.header(..d.first()), ..d.slice(1).flatten())'
files = {"main.typ": text.encode(), "data.json": json.dumps(cells).encode()}
with tempfile.TemporaryDirectory() as empty:
    content = typst.Compiler(files, root=empty).compile(format="pdf")
print(len(content))
"""


def table(rows: int) -> TablePresentation:
    """A table of so many rows and ten columns, the total among them."""
    chance = np.random.default_rng(1)
    count = rows * 40
    frame = pd.DataFrame(
        {"place": chance.integers(0, rows, count).astype(str), "kind": chance.integers(0, COLUMNS, count).astype(str)}
    )
    data = ckm.Microdata.from_pandas(frame, ["place", "kind"])
    return present_draft(ckm.protect(ckm.tabulate(data, ckm.TableSpec("place", "kind")), ckm.Rounding(5)), "de")


def measure(rows: int, runs: int) -> list[Result]:
    """Pages of a table, ours and bare ones by turns."""
    page = table(rows)
    sheet = sheets_of(page)["tables"][0]
    cells = [[label[1] for label in labels] + figures for _, labels, figures, *_ in sheet["rows"]]
    cells.insert(0, [*sheet["stub"], *(text for _, _, _, text in sheet["head"][-1])])
    ours, bare = [], []
    for _ in range(runs):
        begin = time.perf_counter()
        content = pdf_bytes(page)
        ours.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        made = subprocess.run(
            [sys.executable, "-c", BARE], check=False, input=json.dumps(cells), capture_output=True, text=True
        )
        bare.append(time.perf_counter() - begin)
        if made.returncode or not content.startswith(b"%PDF"):
            raise AssertionError(made.stderr)
    rival = Timing("a bare table by Typst", tuple(bare))
    mine = Timing(
        f"PDF of {rows:,} rows of {COLUMNS + 2} columns", tuple(ours), "with its process, tags, heads of rows"
    )
    return [Result(mine, (Goal(limit=SECONDS), Goal(rival=rival, slower=SLOWER)), rows >= ROWS)]
