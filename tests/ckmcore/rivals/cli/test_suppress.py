"""`ckm suppress`: from files of figures to files with signs, and a report that can be checked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main

CELLS = """region;sex;persons
T;T;36
T;m;16
T;f;20
N;T;11
N;m;2
N;f;9
S;T;12
S;m;8
S;f;4
W;T;13
W;m;6
W;f;7
"""
SUMS = """region;sex;turnover
T;T;60,5
T;m;25,5
T;f;35,0
N;T;30,5
N;m;10,5
N;f;20,0
S;T;30,0
S;m;15,0
S;f;15,0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = {
        "cells.csv": CELLS,
        "sums.csv": SUMS,
        "levels.csv": "region;sex;lower;upper\nN;m;1,5;2\n",
        "margin.csv": "region;persons\nT;36\nN;11\nS;12\nW;13\n",
        "keep.csv": "region;sex\nS;m\nS;T\n",
        "sole.csv": "region;sex;contributor\nN;f;0815\nS;m;0815\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def suppressed(folder: Path, file: str, *more: str) -> int:
    out = ("-o", str(folder / "out"), "--report", str(folder / "report.json"))
    return main(["--language", "en", "suppress", str(folder / file), "--total-code", "T", *more, *out])


def signs(folder: Path, file: str) -> list[str]:
    lines = (folder / "out" / file).read_text(encoding="utf-8").splitlines()
    return [line.rpartition(";")[0] for line in lines if line.endswith(";.")]


def test_counts_below_the_minimum_are_suppressed_with_the_cheapest_further_cells(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert suppressed(folder, "cells.csv", "--as-counts", "--minimum-frequency", "3") == Exit.DONE
    told = capsys.readouterr().out
    assert "1 primary cell, 3 further cells suppressed." in told
    assert "No pattern costs less." in told
    assert "Proven in whole numbers: 1 of 1 protection levels." in told
    assert signs(folder, "cells.csv") == ["N;m", "N;f", "S;m", "S;f"]
    audited = main(
        ["audit", str(folder / "out" / "cells.csv"), "--total-code", "T", "--as-counts", "-o", str(folder / "ends.csv")]
    )
    assert audited == Exit.DONE


def test_the_proofs_of_the_report_add_up(folder: Path) -> None:
    assert suppressed(folder, "cells.csv", "--as-counts", "--minimum-frequency", "3") == Exit.DONE
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert [cell["role"] for cell in report["cells"]].count("primary") == 1
    ((witness,),) = [proof["witnesses"] for proof in report["proofs"]]
    moves = witness["moves"]
    assert moves["region=N, sex=m"] >= report["proofs"][0]["level"] == 1
    for code in ("region=N", "region=S", "sex=m", "sex=f"):
        assert sum(move for cell, move in moves.items() if code in cell.split(", ")) == 0


def test_sums_are_protected_by_the_levels_of_a_file_in_the_unit_of_the_figures(folder: Path) -> None:
    levels = ("--protection", str(folder / "levels.csv"))
    assert suppressed(folder, "sums.csv", *levels) == Exit.DONE
    cells = json.loads((folder / "report.json").read_text(encoding="utf-8"))["cells"]
    (primary,) = [cell for cell in cells if cell["role"] == "primary"]
    assert primary == {
        "cell": "region=N, sex=m",
        "role": "primary",
        "lower": "1.5",
        "upper": "2",
        "low": "0",
        "high": "25.5",
    }
    out = str(folder / "out" / "sums.csv")
    assert main(["audit", out, "--total-code", "T", "--sign", "."]) == Exit.DONE
    # With the figures behind the signs, as the office has them, levels can be audited.
    assert main(["audit", str(folder / "sums.csv"), "--total-code", "T", *levels]) == Exit.DISCLOSES


def test_what_readers_know_beforehand_makes_levels_hard_to_reach(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    percent = ("--protection", str(folder / "levels.csv"), "--reader-percent", "10")
    assert suppressed(folder, "sums.csv", *percent) == Exit.DISCLOSES
    told = capsys.readouterr().out
    assert "Not protected: region=N, sex=m." in told
    assert "to within 10 %" in told
    assert "No table was written" in told
    assert not (folder / "out").exists()


def test_cells_to_keep_stay_and_contributors_alone_see_nothing(folder: Path) -> None:
    more = ("--as-counts", "--minimum-frequency", "3", "--keep", str(folder / "keep.csv"))
    assert suppressed(folder, "cells.csv", *more) == Exit.DONE
    assert signs(folder, "cells.csv") == ["N;m", "N;f", "W;m", "W;f"]
    assert suppressed(folder, "cells.csv", *more[:3], "--sole", str(folder / "sole.csv")) == Exit.DONE
    assert not {"N;f", "S;m"} & set(signs(folder, "cells.csv"))


def test_groups_of_one_category_are_hidden_with_a_zero(folder: Path) -> None:
    text = CELLS.replace("N;m;2\nN;f;9", "N;m;0\nN;f;11").replace("T;m;16\nT;f;20", "T;m;14\nT;f;22")
    (folder / "cells.csv").write_text(text, encoding="utf-8")
    groups = ("--as-counts", "--minimum-frequency", "3", "--groups", "sex")
    assert suppressed(folder, "cells.csv", *groups) == Exit.DONE
    assert {"N;m", "N;f"} <= set(signs(folder, "cells.csv"))


def test_linked_files_are_protected_together(folder: Path) -> None:
    files = [str(folder / name) for name in ("cells.csv", "margin.csv")]
    more = ["--as-counts", "--minimum-frequency", "3", "-o", str(folder / "out")]
    assert main(["suppress", *files, "--total-code", "T", *more]) == Exit.DONE
    assert signs(folder, "cells.csv") == ["N;m", "N;f", "S;m", "S;f"]
    assert signs(folder, "margin.csv") == []


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ("region;sex;lower;upper\nX;m;1;2\n", "names a cell that no table has"),
        ("region;sex;lower;upper\nN;m;1;x\n", "two numbers"),
    ],
)
def test_a_file_of_levels_that_does_not_fit_is_refused(
    folder: Path, levels: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "levels.csv").write_text(levels, encoding="utf-8")
    assert suppressed(folder, "sums.csv", "--protection", str(folder / "levels.csv")) == Exit.INPUT
    assert said in capsys.readouterr().err


def test_options_that_do_not_go_together_are_refused(folder: Path) -> None:
    assert suppressed(folder, "cells.csv") == Exit.INPUT
    assert suppressed(folder, "cells.csv", "--minimum-frequency", "3") == Exit.INPUT
    assert suppressed(folder, "cells.csv", "--protection", str(folder / "levels.csv"), "--groups", "sex") == Exit.INPUT
    again = [str(folder / "cells.csv")] * 2
    assert main(["suppress", *again, "--as-counts", "--minimum-frequency", "3"]) == Exit.INPUT
    into = ["-o", str(folder), "--as-counts", "--minimum-frequency", "3"]
    assert main(["suppress", str(folder / "cells.csv"), *into]) == Exit.INPUT
    assert (folder / "cells.csv").read_text(encoding="utf-8") == CELLS
