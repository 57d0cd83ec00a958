"""A folder to run tables in, and what its files hold."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import ckmcore as ckm
from ckmcore.microdata.data import Microdata
from ckmcore.release.run import find_period
from ckmcore.statistic.source import load_period


def opened(folder: Path, period: str = "2026") -> tuple[ckm.Statistic, Microdata]:
    statistic, _ = ckm.open_statistic(folder / "people.ckm")
    statistic = replace(statistic, current=find_period(statistic, period))
    data = load_period(statistic, folder / "people.ckm")
    assert data is not None
    return statistic, data


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream, delimiter=";" if path.name.startswith("Bericht") else ","))
