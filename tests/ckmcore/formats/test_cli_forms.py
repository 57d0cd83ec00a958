"""`ckm table --form`: every form by its name or by the ending of the file; a wrong ending is said first."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats.forms import FORMS
from tests.kit.cube_readers import CELLS


@pytest.fixture
def table(tmp_path: Path) -> list[str]:
    frame = pd.DataFrame({"a": ["x", "y", "y", "z"] * 30, "b": ["1", "2"] * 60})
    drawn = np.random.default_rng(7).integers(0, 10**9, len(frame))
    frame["key"] = [f"0.{key:09d}" for key in drawn.tolist()]
    frame.to_csv(tmp_path / "data.csv", index=False)
    ckm.write_ptable(ckm.design_ptable(D=2, V=1.0), tmp_path / "ptable.csv")
    files = ["--data", str(tmp_path / "data.csv"), "--ptable", str(tmp_path / "ptable.csv")]
    return ["--language", "en", "table", *files, "--record-key", "key", "--rows", "a", "--columns", "b"]


@pytest.mark.thorough
def test_every_form_is_chosen_by_its_name(table: list[str], tmp_path: Path) -> None:
    found = []
    for form, read in CELLS.items():
        ending = FORMS[form].ending
        assert main([*table, "--form", form, "-o", str(tmp_path / f"{form}{ending}")]) == 0
        found.append(read(tmp_path / f"{form}{ending}"))
    assert all(one == found[0] for one in found)
    assert len(found[0]) == 12
    assert (tmp_path / "genesis_notes.csv").exists()


def test_no_file_of_a_table_takes_the_place_of_one_that_is_read(table: list[str], tmp_path: Path) -> None:
    (tmp_path / "data.csv").rename(tmp_path / "t_notes.csv")
    before = (tmp_path / "t_notes.csv").read_bytes()
    renamed = [part.replace("data.csv", "t_notes.csv") for part in table]
    assert main([*renamed, "--form", "genesis", "-o", str(tmp_path / "t.csv")]) == 1
    assert (tmp_path / "t_notes.csv").read_bytes() == before
    assert not (tmp_path / "t.csv").exists()


def test_the_ending_says_the_form(table: list[str], tmp_path: Path) -> None:
    assert main([*table, "-o", str(tmp_path / "t.px")]) == 0
    assert main([*table, "--form", "layout", "-o", str(tmp_path / "t.html")]) == 0
    assert (tmp_path / "t.px").read_bytes().startswith(b"CHARSET=")
    assert (tmp_path / "t.html").read_bytes().startswith(b"<!DOCTYPE html>")


def test_another_ending_than_the_form_has_is_said(
    table: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = [part if part != str(tmp_path / "data.csv") else str(tmp_path / "none.csv") for part in table]
    assert main([*missing, "--form", "px", "-o", str(tmp_path / "t.csv")]) == 1
    assert "PC-Axis" in capsys.readouterr().err
    assert main([*missing, "-o", str(tmp_path / "t.odt")]) == 1
    assert ".px" in capsys.readouterr().err
