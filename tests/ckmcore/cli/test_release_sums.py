"""`ckm release submit|accept`: sums below the floor wait for a methodologist and a second person."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.methods.sum_presets import sum_preset


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Incomes with a giant, under the preset for wages without rule F7."""
    draw = np.random.default_rng(1)
    rows = 200
    frame = pd.DataFrame({"area": draw.choice(["01", "02"], rows), "income": draw.integers(900, 1100, rows)})
    frame["rkey"] = [f"{key:.9f}" for key in draw.random(rows)]
    frame.to_csv(tmp_path / "people.csv", index=False)
    settings, design = sum_preset("wages")
    method = ckm.MagnitudeCellKeyMethod(
        ckm.design_ptable(D=3, V=2.0, js=1),
        large=design.table(2),
        settings=replace(settings, least_contributors=0),
        own_key="cd" * 32,
    )
    made = tmp_path / "people.ckm"
    with ckm.create_statistic(made, ckm.Texts.same("People")) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(tmp_path / "people.csv", ["area"], magnitudes="income", record_key="rkey")
        decision = ckm.Decision("Board", "2026-01-02", remark="Trial", second_person="Max", valid_to="2026-12-31")
        work.put_in_force(method, decision)
        work.save_table("Income", ckm.TableSpec("area", values=[ckm.sum_of("income")]))
    return made


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


@pytest.mark.thorough
def test_what_is_refused_is_handed_in_once_it_was_accepted(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    submit = ("release", "submit", path, "Income", "--person", "Anna")
    assert run(*submit) != 0
    assert "(rules F7)" in capsys.readouterr().err
    accept = ("release", "accept", path, "Income", "--person", "Mia", "--second-person", "Max")
    assert run(*accept) != 0  # without a reason
    assert run(*accept[:-1], "mia", "--remark", "Nobody recurs.") != 0
    assert run(*accept, "--rule", "F1", "--remark", "Nobody recurs.") != 0
    capsys.readouterr()
    assert run(*accept, "--remark", "Nobody recurs.") == 0
    assert "Accepted for the sums of “Income”: F7." in capsys.readouterr().out
    assert run(*accept, "--remark", "Nobody recurs.") != 0  # nothing is left
    assert "Nothing is left to accept" in capsys.readouterr().err
    assert run(*submit) == 0
    assert "this was accepted: F7 by Mia and Max" in capsys.readouterr().out
    assert run("verify", path) == 0
    assert run("register", path, "-o", path.parent / "register.csv") == 0
    assert "sums below the floor accepted" in (path.parent / "register.csv").read_text(encoding="utf-8-sig")
