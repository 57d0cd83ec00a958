"""Two offices with half the records each and the same secret, and a third that reads both files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.tabulate.spec import TOTAL

SECRET = b"shared by both offices, kept by both"


def records() -> pd.DataFrame:
    """800 units of three areas; area B belongs to both offices, its units lie in both files."""
    chance = np.random.default_rng(11)
    return pd.DataFrame(
        {
            "id": [f"U{n:04d}" for n in range(800)],
            "area": chance.choice(["A", "B", "C"], 800),
            "sex": chance.choice(["m", "w"], 800),
            "age": chance.integers(0, 5, 800).astype(str),
        }
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """north.csv (areas A, B), south.parquet (B, C, in another order), all.csv, halves; keys added by the command."""
    frame = records()
    (tmp_path / "secret").write_bytes(SECRET + b"\n")
    frame[frame["area"] != "C"].to_csv(tmp_path / "north.csv", sep=";", index=False)
    frame[frame["area"] != "A"].iloc[::-1].to_parquet(tmp_path / "south.parquet")
    frame.to_csv(tmp_path / "all.csv", index=False)
    frame.iloc[:400].to_csv(tmp_path / "half1.csv", sep=";", index=False)
    frame.iloc[400:].to_csv(tmp_path / "half2.csv", sep=";", index=False)
    for name in ("north.csv", "south.parquet", "all.csv", "half1.csv", "half2.csv"):
        made = str(tmp_path / f"k_{name}")
        arguments = ["keys", "add", str(tmp_path / name), "-o", made, "--secret", str(tmp_path / "secret")]
        assert main([*arguments, "--id", "id"]) == 0
    return tmp_path


def published(data: ckm.Microdata, rows: list[str], columns: list[str]) -> ckm.ProtectedTable:
    method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
    return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows, columns)), method)


@pytest.mark.thorough
def test_both_offices_publish_the_same_figures_for_the_cells_they_share(folder: Path) -> None:
    names = ["area", "sex", "age"]
    tables = [
        published(ckm.read_microdata(folder / f"k_{name}", names, "rkey"), ["area"], ["sex", "age"])
        for name in ("north.csv", "south.parquet", "all.csv")
    ]
    for sex in ("m", "w", TOTAL):
        for age in ("0", "1", "2", "3", "4", TOTAL):
            cell = {"area": "B", "sex": sex, "age": age}
            north, south, both = (table.value(cell) for table in tables)
            assert north == south == both
    # Not by chance: with another secret the noise is another one.
    (folder / "secret").write_bytes(SECRET[::-1])
    other = str(folder / "other.csv")
    arguments = ["keys", "add", str(folder / "north.csv"), "-o", other, "--secret", str(folder / "secret")]
    assert main([*arguments, "--id", "id"]) == 0
    changed = published(ckm.read_microdata(other, names, "rkey"), ["area"], ["sex", "age"])
    cells = [{"area": "B", "sex": sex, "age": str(age)} for sex in "mw" for age in range(5)]
    assert any(changed.value(cell) != tables[0].value(cell) for cell in cells)


@pytest.mark.thorough
def test_a_third_office_that_reads_both_files_publishes_what_one_with_all_records_does(folder: Path) -> None:
    names = ["area", "sex", "age"]
    halves = ckm.read_microdata([folder / "k_half1.csv", folder / "k_half2.csv"], names, "rkey")
    whole = ckm.read_microdata(folder / "k_all.csv", names, "rkey")
    assert halves.rows == whole.rows == 800
    for rows, columns in ((["area", "sex"], ["age"]), ([], []), (["age"], ["area"])):
        ours = published(halves, rows, columns).to_pandas()
        assert ours.equals(published(whole, rows, columns).to_pandas())
