"""τ-ARGUS, cell by cell, through `ckm table --internal` with its hierarchies."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from ckmcore.cli import main

pytestmark = pytest.mark.reference

HIERARCHIES = {"COC.M": "coc_m_hierarchy.hrc", "NUTS3": "nuts3_hierarchy.hrc", "LAU2": "lau2_hierarchy.hrc"}


@pytest.mark.parametrize(
    ("expected", "rows", "columns", "ptable", "cells"),
    [
        ("out_10k_SEX_COC_NUTS3_ptab1", ["SEX", "COC.M"], ["NUTS3"], "estp2023_ptab1.csv", 1322),
        ("out_10k_SEX_COC_NUTS3_ptab3", ["SEX", "COC.M"], ["NUTS3"], "estp2023_ptab3.csv", 1322),
        ("out_10k_LAU2_SEX_ptab1", ["LAU2"], ["SEX"], "estp2023_ptab1.csv", 4662),
    ],
)
def test_every_cell_agrees(
    reference: Path, tmp_path: Path, expected: str, rows: list[str], columns: list[str], ptable: str, cells: int
) -> None:
    names = rows + columns
    arguments = ["table", "--data", str(reference / "data" / "census_persons_10k_keys.csv"), "--record-key", "RKEY"]
    arguments += ["--rows", ",".join(rows), "--columns", ",".join(columns), "--internal"]
    arguments += ["--ptable", str(reference / "ptables" / ptable), "-o", str(tmp_path / "out.csv")]
    for name in names:
        if name in HIERARCHIES:
            arguments += ["--hierarchy", f"{name}={reference / 'data' / HIERARCHIES[name]}"]
    assert main(arguments) == 0
    ours = pd.read_csv(tmp_path / "out.csv", dtype=str).set_index(names).sort_index()
    theirs = pd.read_csv(reference / "expected" / "tauargus" / f"{expected}.csv", dtype=str, sep=";")
    for name in names:
        theirs[name] = theirs[name].str.strip()
    theirs = theirs[theirs["freq"] != "0"].set_index(names).sort_index()
    assert len(ours) == len(theirs) == cells
    assert ours.index.equals(theirs.index)
    assert ours["published"].tolist() == theirs["ckm"].tolist()
    assert ours["count"].tolist() == theirs["orig"].tolist()
    keys = theirs["cellkey"].str.slice(0, 10)
    assert ours["cell_key"].tolist() == keys.tolist()
