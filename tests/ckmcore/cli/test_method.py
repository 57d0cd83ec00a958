"""`ckm table --method ...`: each method by its options; options of another method are refused."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from ckmcore.cli import main

PTABLE = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;1;1;0;1\n"


@pytest.fixture(autouse=True)
def without_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that change little or nothing, so that anybody can check the figures."""
    monkeypatch.setattr("ckmcore.cli.table.below_floor", lambda *_: ())


@pytest.fixture
def people(tmp_path: Path) -> Path:
    rows = [("a", 2), ("b", 4), ("d", 13)]
    frame = pd.DataFrame([(name, n) for name, count in rows for n in range(count)], columns=["c", "income"])
    frame["w"] = "2.5"
    frame["key"] = [f"0.{104729 * n % 10**9:09d}" for n in range(len(frame))]
    frame.to_csv(tmp_path / "people.csv", index=False)
    (tmp_path / "p.csv").write_text(PTABLE)
    return tmp_path


def run(folder: Path, *options: str) -> dict[str, str]:
    """What stands in the long CSV, by category."""
    given = ["--data", str(folder / "people.csv"), "--rows", "c", "-o", str(folder / "out.csv")]
    assert main(["--language=en", "table", *given, *options]) == 0
    lines = (folder / "out.csv").read_text().splitlines()
    return {line.split(",")[0]: line.split(",")[1] for line in lines if line.count(",") == 1}


def test_the_cell_key_method_shows_signs_by_its_limits(people: Path) -> None:
    method = ["--method", "ckm", "--ptable", str(people / "p.csv"), "--record-key", "key"]
    limits = ["--threshold=3", "--unreliable-below=5", "--uncertain-below=15"]
    found = run(people, *method, *limits)
    assert [found[code] for code in ("a", "b", "d", "Total")] == [".", "/", "'(13)", "19"]
    weighted = run(people, *method, "--weight", "w", "--weighted-step=10")
    assert [weighted[code] for code in ("a", "b", "d", "Total")] == ["10", "10", "30", "50"]


def test_keyed_rounding_needs_keys_and_gives_multiples(people: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(people, "--method=keyed-rounding", "--base=5", "--record-key", "key")
    assert {int(found[code]) % 5 for code in ("a", "b", "d", "Total")} == {0}
    assert all(abs(int(found[code]) - n) < 5 for code, n in (("a", 2), ("b", 4), ("d", 13), ("Total", 19)))
    given = ["table", "--data", str(people / "people.csv"), "--rows", "c", "-o", str(people / "o.csv")]
    assert main(["--language=en", *given, "--method=keyed-rounding"]) == 1
    assert "--method keyed-rounding needs --record-key as well" in capsys.readouterr().err


def test_sums_are_rounded_to_bases_of_their_own_without_dominance_cells(people: Path) -> None:
    rounding = ["--method=rounding", "--base=4", "--value=income", "--magnitude-base=income=4"]
    assert [run(people, *rounding)[code] for code in ("b", "d")] == ["8", "80"]  # 6 and 78
    found = run(people, *rounding, "--dominance=1,40")
    assert [found[code] for code in ("a", "b", "d")] == [".", ".", "80"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--method=rounding", "--threshold=3"], "--threshold"),
        (["--method=rounding", "--boundary=less"], "--boundary"),
        (["--method=keyed-rounding", "--ratio-decimals=1"], "--ratio-decimals"),
        (["--method=ckm", "--magnitude-base=income=5"], "--magnitude-base"),
        (["--method=rounding", "--magnitude-base=income"], "--magnitude-base"),
        (["--method=rounding", "--base=0"], "The base for rounding cannot be 0"),
        (["--method=rounding", "--minimum-base=0"], "The minimum base cannot be 0"),
    ],
)
def test_options_that_do_not_go_together_are_one_sentence(
    people: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    given = ["table", "--data", str(people / "people.csv"), "--rows", "c", "-o", str(people / "o.csv")]
    assert main(["--language=en", *given, *options]) == 1
    said = capsys.readouterr().err.strip()
    assert words in said
    assert "\n" not in said


def test_exempt_figures_are_unchanged_and_what_they_give_away_is_told(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run(people, "--method=rounding", "--base=100", "--exempt=Total", "--exempt=c=a,d")
    assert [found[code] for code in ("a", "b", "d", "Total")] == ["2", "0", "13", "19"]
    assert "of “c” only b is not exempt" in capsys.readouterr().err
    assert run(people, "--method=rounding", "--base=100", "--exempt=c=", "--exempt=Total")["b"] == "4"
    assert "exempt" not in capsys.readouterr().err
    given = ["table", "--data", str(people / "people.csv"), "--rows", "c", "-o", str(people / "o.csv")]
    assert main(["--language=en", *given, "--method=rounding", "--exempt=c"]) == 1
    assert "--exempt" in capsys.readouterr().err


# --- the floor under protection --------------------------------------------------------------------------------------


def test_a_table_below_the_floor_is_written_as_a_trial_only_and_says_so(
    people: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from ckmcore.cli.floor import below_floor

    monkeypatch.setattr("ckmcore.cli.table.below_floor", below_floor)
    ask = ["--language=en", "table", "--data", str(people / "people.csv"), "--rows", "c", "--record-key", "key"]
    ask += ["--ptable", str(people / "p.csv"), "--form", "layout", "-o", str(people / "o.csv")]
    assert main(ask) == 3
    said = capsys.readouterr().err
    assert "No table was written" in said
    assert "(F1, F2, F3, F4, F5, F6, F8)" in said
    assert not list(people.glob("o*.csv"))
    assert main([*ask, "--trial"]) == 0
    told = capsys.readouterr()
    assert "F1, refused:" in told.err
    assert "o_trial.csv" in told.out
    assert [file.name for file in people.glob("o*.csv")] == ["o_trial.csv"]
    text = (people / "o_trial.csv").read_text("utf-8-sig")
    assert "Trial: the method is below the floor" in text
    assert "must not be published" in text
    assert "are protected by" not in text


def test_a_base_that_needs_a_reason_is_a_warning(
    people: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from ckmcore.cli.floor import below_floor

    monkeypatch.setattr("ckmcore.cli.table.below_floor", below_floor)
    ask = ["--language=de", "table", "--data", str(people / "people.csv"), "--rows", "c", "-o", str(people / "o.csv")]
    assert main([*ask, "--method", "rounding", "--base", "3"]) == 0
    assert "F9, braucht eine festgehaltene Begründung: Gerundet wird auf Vielfache von 3" in capsys.readouterr().err
    assert (people / "o.csv").exists()
    assert main([*ask, "--method", "rounding", "--base", "2"]) == 3
