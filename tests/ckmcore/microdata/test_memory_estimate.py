"""Estimates of how many records files have, and what is said where they do not fit."""

from __future__ import annotations

import gzip
from pathlib import Path

import pandas as pd
import pytest

from ckmcore.microdata import preview
from ckmcore.microdata.memory_estimate import RoomNeeded, free_memory, room_needed
from ckmcore.microdata.variable import Role

ROLES: dict[str, Role] = {"a": "dimension", "x": "magnitude", "k": "record_key", "id": "ignored"}


def frame(rows: int) -> pd.DataFrame:
    numbers = range(rows)
    return pd.DataFrame(
        {
            "a": [f"{row % 7:02d}" for row in numbers],
            "x": [row % 100 / 4 for row in numbers],
            "k": [f"0.{row * 7919 % 10**6:06d}" for row in numbers],
            "id": [f"person {row % 10}" for row in numbers],
        }
    )


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", ["csv", "csv.gz", "parquet", "dta"])
def test_records_are_estimated_without_reading_the_file(tmp_path: Path, kind: str) -> None:
    rows, path = 20_000, tmp_path / f"p.{kind}"
    if kind == "parquet":
        frame(rows).to_parquet(path)
    elif kind == "dta":
        frame(rows).to_stata(path, write_index=False)
    else:
        text = frame(rows).to_csv(index=False).encode()
        path.write_bytes(gzip.compress(text) if kind.endswith("gz") else text)
    found = room_needed(preview(path), ROLES)
    assert found is not None
    assert 0.4 * rows < found.records < 2.5 * rows
    assert kind != "parquet" or found.records == rows
    assert found.memory > 31 * found.records
    assert found.seconds > 0


def test_workbooks_and_what_was_prepared_need_no_store(tmp_path: Path) -> None:
    frame(20).to_excel(tmp_path / "p.xlsx", index=False)
    assert room_needed(preview(tmp_path / "p.xlsx"), ROLES) is None


def test_what_is_said_names_memory_time_and_place_in_both_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = RoomNeeded(92_000_000, 4 * 10**9, 5 * 10**9, 700.0)
    assert needed.offer(None, tmp_path) is None
    assert needed.offer(10**10, tmp_path) is None
    said = needed.offer(6 * 10**9, tmp_path / "nowhere")
    assert said is not None
    for language, words in (
        ("en", ("92,000,000 records", "4 GB of memory", "6 GB are free", "12 minutes", "5 GB of disk")),
        ("de", ("92 000 000 Datensätze", "4 GB Arbeitsspeicher", "12 Minuten", "5 GB Platz")),
    ):
        text = said.text(language).replace("\u202f", " ").replace("\xa0", " ")
        for word in words:
            assert word in text
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Disk", (), {"free": 10**9})())
    said = needed.offer(6 * 10**9, tmp_path)
    assert said is not None
    assert "only 1 GB are free" in said.text("en")


def test_the_system_says_how_much_memory_is_free() -> None:
    found = free_memory()
    assert found is None or 10**7 < found < 10**14
