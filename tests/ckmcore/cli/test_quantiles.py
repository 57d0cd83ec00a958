"""Medians and distributions by commands: one table of a file, and a statistic from a CSV with blanks to its release."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.messages import say
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.quantiles import least_in_class
from ckmcore.ptable.magnitudes import design_magnitudes, magnitude_text
from ckmcore.statistic.entry import CheckName
from ckmcore.tabulate.spec import Value

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of 900 persons, every tenth without months, some with 99 for no answer; tables for counts and sums."""
    monkeypatch.chdir(tmp_path)
    chance = np.random.default_rng(5)
    months = [("" if n % 10 == 0 else "99" if n % 45 == 1 else str(n % 24)) for n in range(900)]
    keys = chance.integers(0, 10**9, 900)
    frame = pd.DataFrame({"area": ["abc"[n % 3] for n in range(900)], "months": months, "rkey": keys})
    frame.to_csv("p.csv", index=False)
    ckm.write_ptable(METHOD.ptable, "p_counts.csv")
    return tmp_path


def run(*arguments: str) -> int:
    try:
        return main(["--language", "en", *arguments])
    except SystemExit as stop:
        return int(stop.code or 0)


DATA = ("--data", "p.csv", "--record-key", "rkey", "--modulus", str(10**9), "--rows", "area", "--value", "months")
ASKED = ("--classes", "0-5;6-11;12-17;18-23", "--missing-code", "99")


def of_the_library(*values: Value) -> pd.DataFrame:
    data = ckm.read_microdata("p.csv", dimensions=["area"], record_key="rkey", magnitudes=["months"], modulus=10**9)
    column = data.magnitudes["months"]
    gone = column.values == 99
    assert column.missing is not None
    column.values.flags.writeable = True
    column.missing.flags.writeable = True
    column.values[gone], column.missing[gone] = 0, True
    data = data.with_classes("months", "0;6;12;18;24")
    spec = ckm.TableSpec("area", values=list(values))
    return ckm.protect(ckm.tabulate(data, spec), METHOD).to_pandas()


def test_a_table_of_a_file_has_what_the_library_gives(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--records", "valid", "--records", "missing", "--median", "--quantile", ".9", "--distribution")
    assert run("table", *DATA, *ASKED, *asked, "--ptable", "p_counts.csv", "-o", "t.parquet") == 0, capsys.readouterr()
    found = pd.read_parquet("t.parquet")
    noise = METHOD.count_noise
    expected = of_the_library(
        Value("valid", magnitude="months"),
        Value("missing", magnitude="months"),
        *ckm.distribution("months", "0;6;12;18;24"),
        Value("median", magnitude="months", decimals=1, least_in_class=least_in_class(noise, 4, 0.5)),
        Value("quantile", magnitude="months", q=0.9, decimals=1, least_in_class=least_in_class(noise, 4, 0.9)),
    )
    names = ["VALID_MONTHS", "MISSING_MONTHS", "MEDIAN_MONTHS", "Q90_MONTHS", "DISTRIBUTION_MONTHS_6_12"]
    assert {*names} <= {*found.columns}
    order = ["a", "b", "c", "Total"]
    theirs = expected.set_index("area").loc[order]
    mine = found.set_index("area").loc[[code for code in ("a", "b", "c", "_T") if code in set(found["area"])]]
    for name, column in zip(names, ("valid", "missing", "median", "quantile", "distribution 2"), strict=True):
        columns = [one for one in theirs if one == column or one.startswith(column.split(" ")[0])]
        theirs_now = theirs[columns[1] if column.endswith("2") else columns[0]]
        assert mine[name].astype(float).tolist() == pytest.approx(theirs_now.astype(float).tolist())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--median",), "has no classes. Define them under Data; on the command line --classes names them"),
        (("--median", "--classes", "6,0"), "must ascend"),
        (("--quantile", ".99", *ASKED), "Choose 5 % to 95 %"),
        (("--distribution",), "--classes"),
        (("--median", "--share", "row", *ASKED), "--share"),
        (("--median", "--classes", "0,6"), "Widen the classes under Data"),
    ],
)
def test_what_cannot_be_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], told: str
) -> None:
    assert run("table", *DATA, *options, "--ptable", "p_counts.csv", "-o", "t.csv") == Exit.INPUT
    assert told in capsys.readouterr().err
    assert not Path("t.csv").exists()


def test_classes_too_fine_are_told_with_what_to_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fine = ("--missing-code", "99", "--classes", ",".join(map(str, range(25))))
    assert run("table", *DATA, *fine, "--median", "--ptable", "p_counts.csv", "-o", "t.csv") == 0
    assert "the classes are too fine for the noise. Widen them to 2 under Data" in capsys.readouterr().err
    assert "/" in Path("t.csv").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_from_a_file_with_blanks_to_a_release_with_sum_mean_and_median(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("secret").write_text("a secret that is long enough for a key", encoding="utf-8")
    table = ckm.permute(design_magnitudes(5, 2.0, icat=(1, 3, 5), step=2), 50, seed=1)
    Path("sums.csv").write_text(magnitude_text(table, "r"), encoding="utf-8")
    on = ("statistic", "period", "s.ckm", "2025", "--date", "2025-12-31", "--data", "p.csv", "--dimensions", "area")
    sums = ("--ptable-cont", "sums.csv", "--own-keys", "secret", "--least-noise", ".2", "--p-percent", "10")
    sums = (*sums, "--ckm", "T(1)", "--scaling", "N(0.3)")
    steps = [
        ("statistic", "create", "s.ckm", "--title", "Months", "--title-de", "Monate"),
        (*on, "--magnitudes", "months", "--record-key", "rkey", "--modulus", str(10**9)),
        ("statistic", "variable", "s.ckm", "months", "--title", "Months", "--classes", "0;6;12;18;100"),
        ("statistic", "method", "s.ckm", "--method", "magnitude", "--ptable", "p_counts.csv", *sums),
        ("statistic", "table", "s.ckm", "1", "--rows", "area", "--value", "months", "--sum", "--mean", "--median"),
        ("release", "submit", "s.ckm", "1", "--person", "Anna", "--format", "xlsx", "--format", "html"),
        ("release", "approve", "s.ckm", "1", "--person", "Bert"),
        ("release", "write", "s.ckm", "1", "--person", "Bert", "--output", "out"),
    ]
    Path("out").mkdir()
    for step in steps:
        assert run(*step) == 0, capsys.readouterr()
    files = [str(one) for one in sorted(Path("out").iterdir())]
    assert len(files) == 2
    assert run("verify", "s.ckm", *files) == 0
    assert run("leak-check", *files, "--statistic", "s.ckm") == 0
    page = Path(files[0]).read_text(encoding="utf-8")
    assert "Mean: published sum divided by the published number of records with a value." in page
    assert "interpolated from published classes (0; 6; 12; 18; 100)" in page
    saved = ckm.open_statistic("s.ckm")[0].tables[0].spec
    assert [value.kind for value in saved.values] == ["sum", "mean", "median"]
    assert saved.values[2].least_in_class == least_in_class(METHOD.count_noise, 4, 0.5)
    assert run("script", "s.ckm", "1", "--file", "again.xlsx", "-o", "again.py") == 0
    assert 'ckm.Value("median", decimals=1, magnitude="months"' in Path("again.py").read_text(encoding="utf-8")


@pytest.mark.daily(1)
@pytest.mark.parametrize(("units", "wanted"), [("once", "flow"), ("recur", "level"), ("", "level")])
def test_a_new_method_takes_the_nature_from_the_declaration_and_one_in_force_keeps_it(
    folder: Path, capsys: pytest.CaptureFixture[str], units: str, wanted: str
) -> None:
    Path("secret").write_text("a secret that is long enough for a key", encoding="utf-8")
    table = ckm.permute(design_magnitudes(5, 2.0, icat=(1, 3, 5), step=2), 50, seed=1)
    Path("sums.csv").write_text(magnitude_text(table, "r"), encoding="utf-8")
    on = ("statistic", "period", "s.ckm", "2025", "--date", "2025-12-31", "--data", "p.csv", "--dimensions", "area")
    method = ("statistic", "method", "s.ckm", "--method", "magnitude", "--ptable", "p_counts.csv", "--ptable-cont")
    sums = ("sums.csv", "--ckm", "T(1)", "--scaling", "N(0.3)", "--least-noise", ".2", "--p-percent", "10")
    own = ("--own-keys", "secret")

    def nature(*options: str) -> str:
        assert run(*method, *sums, *options) == 0, capsys.readouterr()
        in_force = ckm.open_statistic("s.ckm")[0].period.in_force
        assert in_force is not None
        assert isinstance(in_force.method, MagnitudeCellKeyMethod)
        return in_force.method.settings_of("months").nature

    declared = ("--units", units) if units else ()
    assert run("statistic", "create", "s.ckm", "--title", "Months", *declared) == 0
    assert run(*on, "--magnitudes", "months", "--record-key", "rkey", "--modulus", str(10**9)) == 0
    assert nature(*own) == wanted
    other = "level" if wanted == "flow" else "flow"
    assert nature(*own, "--nature", other) == other
    assert nature(*own) == other


@pytest.mark.parametrize("name", get_args(CheckName))
def test_every_line_of_the_checklist_has_a_name(name: str) -> None:
    assert say(f"check_name_{name}", "de")
