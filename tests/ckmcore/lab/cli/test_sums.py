"""`ckm sums floor` and `ckm sums assess`: what they say, write and end with."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.lab.quality.sums import CURVE
from ckmcore.ptable.magnitudes import magnitude_text

KEEPS = ("--p-percent", "10", "--minimum-frequency", "3", "--least-noise", "0.2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sums")
    generator = np.random.default_rng(7)
    lines = ["A,m,w,key"]
    for _ in range(200):
        m = f"{1000 * generator.pareto(1.5) + 1:.0f}"
        lines.append(f"{generator.choice(list('abc'))},{m},{generator.integers(900, 1100)},{generator.random():.9f}")
    lines += ["d,5000,900,0.123456789", "e,70000,950,0.223456789", "e,300,1000,0.323456789"]
    (path / "d.csv").write_text("\n".join(lines) + "\n")
    ckm.write_ptable(ckm.design_ptable(D=3, V=2), path / "counts.json", "json")
    large = ckm.permute(ckm.design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3)
    (path / "large.csv").write_text(magnitude_text(large, "r"))
    (path / "secret.txt").write_text("twenty bytes at the least\n")
    return path


def sums(folder: Path, action: str, *options: str, value: str = "m") -> int:
    given = ["--data", str(folder / "d.csv"), "--rows", "A", "--record-key", "key"]
    given += ["--value", value] if value else []
    given += ["--ptable", str(folder / "counts.json"), "--ptable-cont", str(folder / "large.csv")]
    return main(["--language", "en", "sums", action, *given, "--ckm", "T(1)", "--scaling", "N(0.3)", *options])


def test_below_the_floor_it_ends_with_3_and_names_rule_cells_and_remedy(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sums(folder, "floor") == Exit.DISCLOSES
    told = capsys.readouterr().out
    assert "F1: “m”: in 2 sensitive cells" in told
    assert "A = d" in told
    assert "are below the floor in 2 cells and are not released" in told
    assert "Below the floor of sums (F1)" in told


def test_above_it_ends_with_0(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sums(folder, "floor", *KEEPS) == Exit.DONE
    assert "The floor under protection holds." in capsys.readouterr().out


def test_everything_is_in_json_and_each_cell_is_a_line_of_csv(folder: Path, tmp_path: Path) -> None:
    whole, lines = tmp_path / "floor.json", tmp_path / "floor.csv"
    assert sums(folder, "floor", "-o", str(whole)) == sums(folder, "floor", "-o", str(lines)) == Exit.DISCLOSES
    found = json.loads(whole.read_text(encoding="utf-8"))
    assert found["holds"] is False
    (rule,) = found["rules"]
    assert (rule["rule"], rule["cells"], len(rule["worst"])) == ("F1", 2, 2)
    assert set(rule["told"]) == {"en", "de"}
    with lines.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["cell"] for row in rows} == {"A = d", "A = e"}
    assert {float(row["limit"]) for row in rows} == {0.05}


def test_texts_of_the_csv_that_a_spreadsheet_would_compute_carry_an_apostrophe(folder: Path, tmp_path: Path) -> None:
    source, lines = tmp_path / "d.csv", tmp_path / "floor.csv"
    source.write_text((folder / "d.csv").read_text().replace("A,m,w,key", "=A,m,w,key"))
    given = ["--data", str(source), "--rows", "=A", "--record-key", "key", "--value", "m"]
    given += ["--ptable", str(folder / "counts.json"), "--ptable-cont", str(folder / "large.csv")]
    given += ["--ckm", "T(1)", "--scaling", "N(0.3)"]
    assert main(["sums", "floor", *given, "-o", str(lines)]) == Exit.DISCLOSES
    with lines.open(encoding="utf-8") as stream:
        assert {row["cell"] for row in csv.DictReader(stream)} == {"'=A = d", "'=A = e"}


@pytest.mark.parametrize("knowledge", ["nothing", "parameters", "table"])
def test_the_intervals_are_attacked_by_a_reader_who_knows_so_much(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], knowledge: str
) -> None:
    target = tmp_path / "floor.json"
    assert sums(folder, "floor", "--knowledge", knowledge, "-o", str(target)) == Exit.DISCLOSES
    (found,) = json.loads(target.read_text(encoding="utf-8"))["attacked"]
    assert (found["magnitude"], found["knowledge"]) == ("m", knowledge)
    assert (found["narrow"] == 0) if knowledge == "nothing" else found["narrow"] >= 0
    assert "to less than p % of the largest contribution" in capsys.readouterr().out
    assert sums(folder, "floor", "-o", str(target)) == Exit.DISCLOSES
    assert "attacked" not in json.loads(target.read_text(encoding="utf-8"))


@pytest.mark.thorough
def test_two_magnitudes_need_keys_of_their_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sums(folder, "floor", *KEEPS, "--ratio-to", "w") == Exit.DISCLOSES
    assert "F4: “m” and “w” share a key" in capsys.readouterr().out
    own = ("--own-keys", str(folder / "secret.txt"))
    assert sums(folder, "floor", *KEEPS, *own, "--ratio-to", "w") == Exit.DONE


@pytest.mark.thorough
def test_flexible_scaling_alone_is_told_from_which_size_on_it_fails(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flex = ("--scaling", "F(0.03,0.3,1000,3)")
    assert sums(folder, "floor", *flex) == Exit.DISCLOSES
    assert "could be estimated to 10 % with P = 0.2. Set the least noise to 0.2" not in capsys.readouterr().err
    assert sums(folder, "floor", *flex, "--floor-p", "5") == Exit.DISCLOSES
    assert "could be estimated to 5 % with P = 0.2. Set the least noise to 0.1" in capsys.readouterr().err
    # With a least noise only what the total says of the giant, which has none, is left.
    assert sums(folder, "floor", *flex, *KEEPS) == Exit.DISCLOSES
    out, err = capsys.readouterr()
    assert "Below the floor of sums (F5)" in out
    assert "all tables together estimate a single contribution to 10 %" in out
    assert "could be estimated" not in err


def test_errors_are_told_by_the_share_of_the_largest_contribution(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "errors.csv"
    assert sums(folder, "assess", "--floor-p", "20", "-o", str(target)) == Exit.DISCLOSES
    assert "“m”: expected |noise|" in capsys.readouterr().out
    with target.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert rows[0]["share_from"] == "0.5"
    assert {"within_1_percent", "within_5_percent", "within_20_percent"} <= rows[0].keys()
    assert all(0 <= float(row["mean"]) <= float(row["p95"]) for row in rows if row["share_from"])
    # The curve over the share stands below the classes.
    curve = [row for row in rows if row["share"]]
    assert [float(row["share"]) for row in curve] == list(CURVE)
    assert all(row["within_1_percent"] <= row["within_20_percent"] for row in curve)


def test_the_curve_over_the_share_is_told_and_written_as_it_is(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "errors.json"
    assert sums(folder, "assess", *KEEPS, "-o", str(target)) == Exit.DONE
    told = capsys.readouterr().out
    assert "the same by the share itself" in told
    curve = json.loads(target.read_text(encoding="utf-8"))["curve"]
    (half,) = [one for one in curve if one["share"] == 0.5]
    figures = [half["mean"], *(half[f"within_{percent}_percent"] for percent in (1, 5, 10))]
    shown = [line.split() for line in told.splitlines() if line.split()[:1] == ["0.5"]][-1]
    assert [float(one) for one in shown[1:]] == [round(100 * figures[0], 2), *(round(100 * p, 1) for p in figures[1:])]


@pytest.mark.parametrize(("keeps", "ended"), [(KEEPS, Exit.DONE), ((), Exit.DISCLOSES)])
def test_what_it_costs_and_the_verdict_are_a_text_and_the_status_says_whether_the_floor_holds(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], keeps: tuple[str, ...], ended: int
) -> None:
    text, whole = tmp_path / "sums.txt", tmp_path / "sums.json"
    assert sums(folder, "assess", *keeps, "-o", str(text)) == ended
    said = capsys.readouterr().out
    written = text.read_text(encoding="utf-8")
    assert said.startswith(written)
    assert written.startswith("Internal and confidential")
    last = "they may not be called protected.\n" if ended else "The floor under protection holds.\n"
    assert written.endswith(last)
    assert ("Below the floor of sums (F1)" in written) is bool(ended)
    assert sums(folder, "assess", *keeps, "-o", str(whole)) == ended
    found = json.loads(whole.read_text(encoding="utf-8"))
    assert (found["holds"], found["open"]) == (not ended, ["F1"] if ended else [])
    assert sums(folder, "floor", *keeps) == ended


def test_other_methods_other_endings_and_tables_without_sums_are_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sums(folder, "floor", "-o", str(tmp_path / "floor.xlsx")) == Exit.INPUT
    assert sums(folder, "floor", "-o", str(folder / "d.csv")) == Exit.INPUT
    assert sums(folder, "floor", value="") == Exit.INPUT
    rounding = ["sums", "floor", "--data", str(folder / "d.csv"), "--rows", "A", "--value", "m"]
    assert main([*rounding, "--method", "rounding"]) == Exit.INPUT
    assert "--method magnitude" in capsys.readouterr().err


@pytest.mark.thorough
def test_the_smallest_noise_is_searched_and_holds_the_rules_it_names(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "pairs.json"
    assert sums(folder, "search", "-o", str(target)) == Exit.DONE
    told = capsys.readouterr().out
    assert "are the smallest noise that was tried with which these tables hold F1 to F3 and F5" in told
    assert "F4, F6 and F7 were not looked at" in told
    (best,) = [one for one in json.loads(target.read_text(encoding="utf-8"))["pairs"] if one["proposed"]]
    assert best["holds"] == "F1 F2 F3 F5"
    keeps = [*KEEPS]
    keeps[keeps.index("--least-noise") + 1] = str(best["least"])
    assert sums(folder, "floor", *keeps, "--scaling", f"N({best['small']})") == Exit.DONE
    assert "Below the floor" not in capsys.readouterr().out


@pytest.mark.thorough
def test_with_flexible_scaling_a_larger_share_is_found_and_told(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    flex, target = ("--scaling", "F(0.03,0.3,1000,3)"), tmp_path / "pairs.csv"
    assert sums(folder, "floor", *flex, *KEEPS) == Exit.DISCLOSES
    said = "Set σ0 to 0.125, which is enough in tables of up to 1 variable without levels, or"
    assert said in capsys.readouterr().err
    assert sums(folder, "search", *flex, *KEEPS, "-o", str(target)) == Exit.DONE
    assert "a larger σ0 = " in capsys.readouterr().out
    with target.open(encoding="utf-8") as stream:
        (best,) = [row for row in csv.DictReader(stream) if row["proposed"] == "True"]
    assert float(best["large"]) > 0.03
    larger = ("--scaling", f"F({best['large']},{best['small']},1000,4)")
    assert sums(folder, "floor", *KEEPS, *larger) == Exit.DONE


def test_below_the_floor_it_is_offered_what_to_combine(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sums(folder, "floor") == Exit.DISCLOSES
    assert "Combining “" in capsys.readouterr().out


@pytest.mark.parametrize("more", [("--records", "valid"), ("--median", "--classes", "0,9")])
def test_a_table_that_sums_nothing_up_has_no_floor_and_says_what_it_needs(
    folder: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]
) -> None:
    for action in ("floor", "assess", "search"):
        assert sums(folder, action, *KEEPS, *more) == Exit.INPUT
        told = capsys.readouterr()
        assert "ckm sums needs --sum as well." in told.err
        assert "holds" not in told.out


def test_who_has_a_value_is_counted_by_the_method_of_sums_without_a_sum_beside_it(folder: Path, tmp_path: Path) -> None:
    path, beside = tmp_path / "counts.csv", tmp_path / "both.csv"
    given = ["--data", str(folder / "d.csv"), "--rows", "A", "--record-key", "key", "--value", "m"]
    given += ["--method", "magnitude", "--ckm", "T(1)", "--scaling", "N(0.3)", "--records", "valid"]
    given += ["--ptable", str(folder / "counts.json"), "--ptable-cont", str(folder / "large.csv")]
    assert main(["table", *given, "-o", str(path)]) == main(["table", *given, "--sum", "-o", str(beside)]) == Exit.DONE

    def numbers(of: Path, column: int) -> dict[str, str]:
        rows = [row for row in csv.reader(of.read_text(encoding="utf-8-sig").splitlines()) if len(row) > column > 0]
        return {row[0]: row[column] for row in rows[1:]}

    assert len(numbers(path, 1)) == 6
    assert numbers(path, 1) == numbers(beside, 2)
