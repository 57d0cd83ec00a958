"""`ckm keys add` with keys from a file and households, and `ckm compare`."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from ckmcore.cli import main


@pytest.fixture(autouse=True)
def keys_of_any_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short keys that anybody can add up: the floor under keys has tests of its own."""
    monkeypatch.setattr("ckmcore.ptable.floor.key_floor.check_keys", lambda *_, **__: ())


def persons(folder: Path) -> Path:
    path = folder / "personen.csv"
    path.write_text("id;hh;sex\np1;h1;m\np2;h1;w\np3;h2;w\np4;h2;m\n", encoding="utf-8")
    return path


def keys(folder: Path, text: str = "nr,key\np4,0.50\np1,0.75\np2,0.50\np3,0.25\n") -> Path:
    path = folder / "keys.csv"
    path.write_text(text, encoding="utf-8")
    return path


def add(folder: Path, *more: str, language: str = "en") -> int:
    target = str(folder / "out.csv")
    return main(["--language", language, "keys", "add", str(persons(folder)), "-o", target, *more])


def column(folder: Path) -> list[str]:
    return [line.split(";")[-1] for line in (folder / "out.csv").read_text(encoding="utf-8").splitlines()[1:]]


def test_keys_come_from_another_file_by_identifier(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    join = ["--from", str(keys(tmp_path)), "--from-id", "nr", "--from-column", "key", "--id", "id"]
    assert add(tmp_path, *join) == 0
    assert column(tmp_path) == ["0.75", "0.50", "0.25", "0.50"]
    assert "The keys of 4 of 4 records were found in “keys.csv”." in capsys.readouterr().out
    (tmp_path / "out.csv").unlink()
    assert add(tmp_path, *join, "--household", "hh") == 0
    assert column(tmp_path) == ["0.25", "0.25", "0.75", "0.75"]


def test_records_without_a_key_are_named_by_row_or_get_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = keys(tmp_path, "nr,key\np1,0.75\np3,0.25\n")
    join = ["--from", str(file), "--from-id", "nr", "--from-column", "key", "--id", "id"]
    assert add(tmp_path, *join, language="de") == 1
    said = capsys.readouterr().err
    assert "Datensätze ohne Key in „keys.csv“: 2, zuerst: 2, 4." in said
    assert "p2" not in said
    assert not (tmp_path / "out.csv").exists()
    assert add(tmp_path, *join, "--others", "generate") == 0
    assert "new ones were generated: 2, the first: 2, 4." in capsys.readouterr().err
    found = column(tmp_path)
    assert (found[0], found[2]) == ("0.75", "0.25")
    assert add(tmp_path, "--from", str(file), "--from-column", "key") == 1
    assert "--id" in capsys.readouterr().err


def test_households_share_the_sum_of_their_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert add(tmp_path, "--random", "--household", "hh") == 0
    found = column(tmp_path)
    assert found[0] == found[1]
    assert found[2] == found[3] != found[0]
    (tmp_path / "s").write_bytes(b"0123456789abcdef")
    assert add(tmp_path, "--secret", str(tmp_path / "s"), "--id", "id", "--household", "hh") == 0
    assert column(tmp_path)[0] == column(tmp_path)[1]
    target = str(tmp_path / "o.csv")
    broken = tmp_path / "broken.csv"
    broken.write_text("id,hh\n1,a\n2,\n", encoding="utf-8")
    assert main(["--language", "en", "keys", "add", str(broken), "-o", target, "--random", "--household", "hh"]) == 1
    assert "Records without a household: 1, the first: 2." in capsys.readouterr().err


@pytest.mark.thorough
@pytest.mark.reference
def test_compare_names_the_one_cell_that_was_changed(
    reference: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    former = reference / "expected" / "r_cellkey" / "cnt_t1_D5V3js2.csv"
    arguments = ["--language", "en", "compare", "--data", str(reference / "data" / "ihsn_persons_keys.csv")]
    arguments += ["--record-key", "rkey"]
    arguments += ["--ptable", str(reference / "expected" / "r_cellkey" / "ptable_cnt_D5V3js2.csv")]
    assert main([*arguments, "--with", str(former)]) == 0
    assert "cells differ" in capsys.readouterr().out
    assert main([*arguments, "--with", str(former), "--weight", "sampling_weight"]) == 0
    frame = pd.read_csv(former, dtype=str)
    frame.loc[5, "puwc"] = "7777"
    frame.to_csv(tmp_path / "changed.csv", index=False)
    capsys.readouterr()
    assert main([*arguments, "--with", str(tmp_path / "changed.csv")]) == 5
    said = capsys.readouterr().out
    assert "1 of " in said
    assert "7777 there" in said
    assert main([*arguments, "--with", str(reference / "data" / "enterprises.csv")]) == 1
    assert "has no column that is called like a dimension" in capsys.readouterr().err
