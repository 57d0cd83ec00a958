"""A statistic of people made by code, for tests."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import ckmcore as ckm

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
SPEC = ckm.TableSpec("area", "sex", title=ckm.Texts("People {period}", "Personen {Zeitraum}"))


def people(folder: Path, year: int, areas: tuple[str, ...] = ("01", "02"), rows: int = 300) -> Path:
    draw = np.random.default_rng(year)
    area, sex = draw.choice(areas, rows), draw.choice(["m", "w"], rows)
    frame = pd.DataFrame({"pid": np.arange(rows), "area": area, "sex": sex})
    frame["income"] = draw.integers(0, 1000, rows)
    frame["rkey"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, rows)]
    path = folder / f"people_{year}.csv"
    frame.to_csv(path, index=False)
    return path


def made(folder: Path, **further: Any) -> Path:
    """A statistic of one period with two saved tables."""
    path = folder / "people.ckm"
    with ckm.create_statistic(path, ckm.Texts("People", "Personen"), source_note="Register", **further) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(people(folder, 2025), ["area", "sex"], magnitudes="income", record_key="rkey")
        work.describe_variable("sex", title=ckm.Texts("Sex", "Geschlecht"), labels={"m": "men", "w": "women"})
        work.put_in_force(METHOD, ckm.Decision(body="Methods"))
        work.save_table("1.1", SPEC)
        work.save_table("1.2", ckm.TableSpec("sex", values=["count", ckm.share("column")]), folder="Income")
    return path


def hashes(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
