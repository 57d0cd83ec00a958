"""A delivery beside the former period: shares, means and what is missing, and what is unlikely to have changed so."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli.command import main
from ckmcore.statistic.compare_periods import PeriodComparison, compare_files
from ckmcore.statistic.periods import with_new_period
from tests.kit.fails import fails

Captured = pytest.CaptureFixture[str]
SHARES = {"1": 0.62, "2": 0.3, "3": 0.08}


def people(seed: int, rows: int = 4000, shares: dict[str, float] = SHARES, scale: float = 1.0) -> pd.DataFrame:
    chance = np.random.default_rng(seed)
    codes = chance.choice(list(shares), size=rows, p=list(shares.values()))
    return pd.DataFrame(
        {
            "STATUS": codes,
            "AREA": chance.choice(["N", "S", "W"], size=rows),
            "INCOME": np.round(scale * chance.lognormal(7, 0.5, rows)).astype(int),
        }
    )


@pytest.fixture(scope="module")
def statistic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("former")
    people(1).to_csv(folder / "2023.csv", index=False)
    path = folder / "s.ckm"
    with ckm.create_statistic(path, ckm.Texts("Persons", "Personen"), person="Anna") as work:
        work.add_records(folder / "2023.csv", ["STATUS", "AREA"], magnitudes=["INCOME"], keys="none")
    return path


def compared(statistic: Path, frame: pd.DataFrame, folder: Path) -> PeriodComparison:
    path = folder / "2024.csv"
    frame.to_csv(path, index=False)
    former, _ = ckm.open_statistic(statistic)
    return compare_files(with_new_period(former, ckm.Texts("2024", "2024"), "2024-12-31"), [path])


def kinds(comparison: PeriodComparison) -> set[tuple[str, str]]:
    return {(change.kind, change.variable) for change in comparison.unlikely}


@pytest.mark.daily(1)
@pytest.mark.parametrize("seed", range(5))
def test_another_draw_from_the_same_people_is_nothing_unlikely(statistic: Path, tmp_path: Path, seed: int) -> None:
    comparison = compared(statistic, people(seed + 2, rows=4200), tmp_path)
    assert kinds(comparison) == set()
    status = next(variable for variable in comparison.variables if variable.name == "STATUS")
    counts = people(1)["STATUS"].value_counts()
    assert {code.code: code.former for code in status.codes} == counts.to_dict()


CHANGES = {
    "exchanged": lambda frame: frame.assign(STATUS=frame["STATUS"].map({"1": "2", "2": "1", "3": "3"})),
    "gone": lambda frame: frame[frame["STATUS"] != "3"],
    "new": lambda frame: frame.assign(STATUS=frame["STATUS"].where(frame.index % 5 > 0, "4")),
    "share": lambda frame: frame.assign(STATUS=frame["STATUS"].where(frame.index % 5 > 0, "3")),
    "missing": lambda frame: frame.assign(STATUS=frame["STATUS"].where(frame.index % 5 > 0, "")),
    "mean": lambda frame: frame.assign(INCOME=frame["INCOME"] * 1000),
    "records": lambda frame: frame[:1500],
    "absent": lambda frame: frame.drop(columns="AREA"),
}


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", CHANGES)
def test_what_is_unlikely_is_marked_and_said_in_both_languages(statistic: Path, tmp_path: Path, kind: str) -> None:
    comparison = compared(statistic, CHANGES[kind](people(9)), tmp_path)
    variable = {"mean": "INCOME", "records": "", "absent": "AREA"}.get(kind, "STATUS")
    assert (kind, variable) in kinds(comparison)
    assert {name for _, name in kinds(comparison)} == {variable}
    if kind == "exchanged":
        assert kinds(comparison) == {("exchanged", "STATUS")}
    for change in comparison.unlikely:
        for language in ("en", "de"):
            assert change.sentence.text(language)  # type: ignore[arg-type]
            assert not any(letter.isdigit() for letter in change.named.text(language))  # type: ignore[arg-type]
    if variable:
        assert comparison.variables[0].name == variable


def test_a_first_period_has_nothing_to_be_compared_with(statistic: Path, tmp_path: Path) -> None:
    former, _ = ckm.open_statistic(statistic)
    with fails("compare_no_former"):
        compare_files(replace(former, current=0), [tmp_path / "none.csv"])


@pytest.mark.thorough
def test_the_command_prints_shares_and_a_document_has_neither_codes_nor_figures(
    statistic: Path, tmp_path: Path, capsys: Captured
) -> None:
    file, out = tmp_path / "2024.csv", tmp_path / "compared.json"
    CHANGES["exchanged"](people(9)).to_csv(file, index=False)
    command = ["data", "compare", str(file), "--statistic", str(statistic)]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "seem to be exchanged" in said
    assert "STATUS: not stated 0 before, 0 now." in said
    share = f"{100 * (people(1)['STATUS'] == '1').mean():.1f} %"
    assert f"  1: {share} before" in said
    assert main(["--json", *command, "-o", str(out)]) == 0
    said = capsys.readouterr().out
    assert "codes exchanged" in said
    assert share not in said
    assert json.loads(out.read_text()) == {"unlikely": [{"kind": "exchanged", "variable": "STATUS"}]}
    assert main([*command, "--confidential"]) == 1
    private = tmp_path / "private.json"
    assert main([*command, "--confidential", "-o", str(private)]) == 0
    document = json.loads(private.read_text())
    assert document["records"] == [4000, 4000]
    assert sum(before for before, _ in document["variables"][0]["codes"].values()) == 4000
    if os.name == "posix":
        assert private.stat().st_mode & 0o777 == 0o600
