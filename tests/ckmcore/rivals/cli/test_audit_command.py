"""`ckm audit`: tables that somebody else suppressed, from files."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.methods.primary import PrimaryRules
from ckmcore.statistic.kept_beside import suppression_method

# Rows N (N1, N2) and S, columns m and f; N1 and N2 are suppressed for men, and once for both.
CELLS = """region;sex;persons
T;T;60
T;m;25
T;f;35
N;T;30
N;m;15
N;f;15
S;T;30
S;m;10
S;f;20
N1;T;.
N1;m;.
N1;f;8
N2;T;.
N2;m;.
N2;f;7
"""
MARGIN = "region;persons\nT;60\nN;30\nN1;18\nN2;.\nS;30\n"
REGIONS = "N\n@N1\n@N2\nS\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"cells.csv": CELLS, "margin.csv": MARGIN, "regions.hrc": REGIONS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def audited(folder: Path, *more: str, files: tuple[str, ...] = ("cells.csv",)) -> int:
    paths = [str(folder / name) for name in files]
    hierarchy = f"region={folder / 'regions.hrc'}"
    return main(["--language", "en", "audit", *paths, "--hierarchy", hierarchy, "--total-code", "T", *more])


def test_a_table_whose_cells_stay_open_is_held(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audited(folder, "--as-counts", "-o", str(folder / "out.csv")) == Exit.DONE
    assert "4 suppressed cells: 0 can be recomputed, 0 not decided." in capsys.readouterr().out
    lines = list(csv.reader((folder / "out.csv").read_text(encoding="utf-8").splitlines()))
    assert lines[0] == ["cell", "low", "high", "state"]
    assert sorted(lines[1:]) == [
        ["region=N1", "9", "22", "wide"],
        ["region=N1, sex=m", "1", "14", "wide"],
        ["region=N2", "8", "21", "wide"],
        ["region=N2, sex=m", "1", "14", "wide"],
    ]


def test_a_linked_table_that_shows_one_of_them_opens_all_four(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audited(folder, files=("cells.csv", "margin.csv")) == Exit.DISCLOSES
    told = capsys.readouterr().out
    assert "4 suppressed cells: 4 can be recomputed, 0 not decided." in told
    assert "region=N1, sex=m: 10\n" in told
    assert "region=N2: 12\n" in told
    assert "at least 0" in told


def test_figures_with_decimals_are_counted_in_their_smallest_unit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "cells.csv").write_text("region;sum\nT;60,25\nN;30,2\nS;*\n", encoding="utf-8")
    assert audited(folder, "--sign", "*") == Exit.DISCLOSES
    assert "region=S: 30.05\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("region;region;sum\nN;N;3\n", (), "does not name the variables"),
        ("region;sum\nX;3\n", (), "lacks the code “X”"),
        ("region;sum\nT;9\nN;3\nS;5\n", (), "add up to 8, its total is 9"),
        ("region;sum\nT;9\n", ("--as-counts", "--negative"), "Counts are not negative"),
    ],
)
def test_what_cannot_be_audited_is_refused(
    folder: Path, text: str, more: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "cells.csv").write_text(text, encoding="utf-8")
    assert audited(folder, *more) == Exit.INPUT
    assert said in capsys.readouterr().err


def test_the_output_is_none_of_the_inputs(folder: Path) -> None:
    assert audited(folder, "-o", str(folder / "cells.csv")) == Exit.INPUT
    assert (folder / "cells.csv").read_text(encoding="utf-8") == CELLS


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables under suppression as this program writes them: titles, heads, signs, notes."""
    folder = tmp_path_factory.mktemp("own")
    cells = [("C", "N", 9), ("C", "S", 2), ("F", "N", 2), ("F", "S", 8), ("G", "N", 7), ("G", "S", 6)]
    with (folder / "firms.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("activity", "region", "turnover"))
        writer.writerows((*codes, 3 + place) for *codes, number in cells for place in range(number))
    values = [ckm.Value(), ckm.Value("sum", magnitude="turnover")]
    with ckm.create_statistic(folder / "firms.ckm", "Firms", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(folder / "firms.csv", ["activity", "region"], magnitudes=["turnover"])
        work.save_table("both", ckm.TableSpec("activity", "region", values=values))
        work.save_table("counts", ckm.TableSpec("activity", "region"))
        mean = ckm.Value("mean", magnitude="turnover", decimals=1)
        work.save_table("means", ckm.TableSpec("activity", "region", values=[*values, mean]))
        work.find_patterns(least=3, rules=PrimaryRules(minimum_frequency=3))
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2026-01-05"))
    with ckm.work_on_statistic(folder / "firms.ckm", person="Anna", read_only=True) as work:
        ckm.export(work.draft("means"), folder / "means.csv")
        for name in ("both", "counts"):
            for form, ending in (("csv", "csv"), ("csv-long", "csv"), ("xlsx", "xlsx")):
                ckm.export(work.draft(name), folder / f"{name}-{form}.{ending}", form=form)
    return folder


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("file", "options", "suppressed"),
    [
        ("counts-csv.csv", ("--across", "region"), 4),
        ("counts-csv-long.csv", (), 4),
        ("counts-xlsx.xlsx", ("--across", "region"), 4),
        ("both-csv.csv", ("--across", "region", "--value-shown", "Number"), 4),
        ("both-csv-long.csv", ("--value-shown", "Sum of turnover"), 4),
        ("both-xlsx.xlsx", ("--across", "region", "--value-shown", "Sum of turnover"), 4),
    ],
)
def test_tables_are_audited_as_this_program_writes_them(
    own: Path, file: str, options: tuple[str, ...], suppressed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = () if "Sum of turnover" in options else ("--as-counts",)
    assert main(["audit", str(own / file), *options, *kind]) == Exit.DONE
    assert f"{suppressed} suppressed cells: 0 can be recomputed" in capsys.readouterr().out


@pytest.mark.thorough
def test_a_sign_that_somebody_fills_in_a_written_table_opens_the_others(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (own / "counts-csv.csv").read_text(encoding="utf-8-sig")
    (tmp_path / "open.csv").write_text(text.replace("C,.,.,11", "C,9,.,11"), encoding="utf-8")
    assert main(["audit", str(tmp_path / "open.csv"), "--across", "region"]) == Exit.DISCLOSES
    assert "3 suppressed cells: 3 can be recomputed" in capsys.readouterr().out


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("file", "options", "words"),
    [
        ("counts-csv.csv", (), "Name the variables in the head of counts-csv.csv by --across, 1 of them."),
        ("both-csv.csv", ("--across", "region"), "both-csv.csv shows these values: Number, Sum of turnover."),
        (
            "both-csv-long.csv",
            ("--value-shown", "Mean"),
            "both-csv-long.csv shows these values: Number, Sum of turnover.",
        ),
        ("both-csv.csv", ("--across", "a,b,c"), "Name the variables in the head of both-csv.csv by --across, 1"),
    ],
)
def test_what_a_head_does_not_say_is_asked_for(
    own: Path, file: str, options: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(own / file), *options]) == Exit.INPUT
    assert words in capsys.readouterr().err


NAMES = ("Number", "Sum of turnover", "Mean of turnover")


@pytest.mark.parametrize("place", [0, 1])
def test_sums_and_counts_that_follow_from_a_published_mean_are_named(
    own: Path, tmp_path: Path, place: int, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--across", "region", "--value-shown", NAMES[place], "--mean-shown", NAMES[2], "--mean-with"]
    line = [*options, NAMES[1 - place], *(() if place else ["--as-counts"])]
    assert main(["--language", "en", "audit", str(own / "means.csv"), *line]) == Exit.DONE
    assert "published mean" not in capsys.readouterr().out
    text = (own / "means.csv").read_text(encoding="utf-8-sig")
    # The sum of S in C is 7; here another program published its mean, and the other figure.
    shown = ["2", "7.0"]
    shown[place] = "."
    published = text.replace("C,.,.,.,.,.,.", f"C,.,.,.,{','.join(shown)},3.5")
    assert published != text
    (tmp_path / "means.csv").write_text(published, encoding="utf-8")
    assert main(["--language", "en", "audit", str(tmp_path / "means.csv"), *line]) == Exit.DISCLOSES
    said = capsys.readouterr().out
    assert "1 suppressed cell follows from a published mean, to within its rounding:" in said
    assert ("6.9 to 7.1" if place else "1.97183098591549 to 2.02898550724638") in said


def test_a_mean_needs_the_other_value_and_values_that_are_not_examined_are_named(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["--language", "en", "audit", str(own / "means.csv"), "--across", "region", "--value-shown", NAMES[1]]
    assert main([*line, "--mean-shown", NAMES[2]]) == Exit.INPUT
    assert "--mean-with" in capsys.readouterr().err
    assert main(line) == Exit.DONE
    assert "means.csv shows further values that were not examined: Number, Mean of turnover." in capsys.readouterr().err
    assert main([*line, "--mean-shown", NAMES[2], "--mean-with", "Sums"]) == Exit.INPUT
    assert "shows these values" in capsys.readouterr().err
