"""ckm assess: the board of methods on the screen and as a report; exit codes, faults."""

from __future__ import annotations

import contextlib
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from ckmcore.cli import main
from tests.kit.brute_force import records, two_way
from tests.kit.disclosed_tables import COUNTEREXAMPLE


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    file = tmp_path / "persons.csv"
    records(two_way(COUNTEREXAMPLE), ["R", "C"], keys=True).to_csv(file, index=False)
    return ["assess", "--data", str(file), "--rows", "R", "--columns", "C"]


def run(capsys: pytest.CaptureFixture[str], arguments: list[str], *more: object) -> tuple[int, str, str]:
    code = main(["--language", "en", *arguments, *map(str, more)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.thorough
def test_disclosed_cells_are_named_with_what_forces_them_and_end_with_3(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, arguments, "--bases", "10")
    assert (code, err) == (3, "")
    assert "Rounding to base 10 discloses 8 cells of 18 here; counts of 1 or 2 among them: 0." in out
    assert "r1, c0: published 0, can only be 4. Forced by: c0: 10 + 0 + 0 + 0 + 0 = 30; r0: 10 + 10 = 10." in out


def test_a_method_that_discloses_nothing_ends_with_0(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, arguments, "--bases", "5")
    assert code == 0
    assert "Rounding to base 5 discloses no cell of 18 here." in out


@pytest.mark.thorough
def test_json_has_the_measures_as_numbers_under_their_codes(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, arguments, "--bases", "10,5", "--json")
    lines = [one["fields"] for one in json.loads(out)["said"] if "measure" in one.get("fields", {})]
    found = {one["measure"]: one["numbers"] for one in lines}
    assert found["disclosed"] == [8, 0]
    assert all(len(one["numbers"]) == len(one["figures"]) == 2 for one in lines)


def test_a_document_goes_wherever_standard_output_was_turned(arguments: list[str]) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as turned:
        assert main([*arguments, "--bases", "5", "--json"]) == 0
    assert json.loads(turned.getvalue())["ok"]


@pytest.mark.thorough
def test_all_methods_stand_side_by_side_and_in_the_report(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ptable, page = tmp_path / "p.csv", tmp_path / "board.html"
    assert main(["ptable", "design", "--D", "5", "--V", "3", "--js", "2", "-o", str(ptable)]) == 0
    more = ["--record-key", "key", "--keyed-bases", "5", "--ptable", ptable, "--minimum-frequency", 5, "-o", page]
    code, out, _ = run(capsys, arguments, *more)
    assert code == 3
    assert "(7) Primary suppression, not releasable" in out
    assert "board.html: internal and confidential, never a release." in out
    text = page.read_text(encoding="utf-8")
    for name in ("Rounding to base 3", "Keyed rounding to base 5", "Cell-key method, ordered", "Primary suppression"):
        assert name in text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bases", "ten"], "--bases"),
        (["--bases", "1"], "1"),
        (["--bases", ""], "No method is chosen"),
        (["--keyed-bases", "5"], "--record-key"),
        (["-o", "board.doc"], "HTML, PDF or CSV"),
        (["--indicator-originals", "1,x"], "--indicator-originals"),
        (["--indicator-published", ","], "--indicator-published"),
        (["--columns", "X"], "X"),
    ],
)
def test_each_fault_is_one_sentence_and_ends_with_1(
    more: list[str], said: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, arguments, *more)
    assert code == 1
    assert said in err
    assert err.count("\n") == 1


def q(base: int, originals: set[int], published: set[int], cells: list[int]) -> Fraction | None:
    """q(I | J) of rounding to an odd base over some original counts, as the R package ckm adds it up (assess_risk)."""
    behind = [count for count in cells if (count + base // 2) // base * base in published]
    return Fraction(sum(count in originals for count in behind), len(behind)) if behind else None


def said_share(share: Fraction | None) -> str:
    return "not defined" if share is None else f"{round(100 * float(share), 1):g} %"


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("more", "originals", "published"),
    [
        (["--indicator-originals", "3,4", "--indicator-published", "5"], {3, 4}, {5}),
        (["--indicator-originals", "4"], {4}, {1, 2}),
        (["--indicator-published", "0, 3"], {1, 2}, {0, 3}),
        (["--indicator-originals", "9", "--indicator-published", "10,999999999999999995"], {9}, {10, 10**18 - 5}),
    ],
)
def test_t11_the_indicator_is_said_for_the_counts_that_are_asked_for(
    more: list[str], originals: set[int], published: set[int], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    inner = [sum(row) for row in COUNTEREXAMPLE] + [sum(column) for column in zip(*COUNTEREXAMPLE, strict=True)]
    cells = [count for row in COUNTEREXAMPLE for count in row] + [*inner, sum(map(sum, COUNTEREXAMPLE))]
    plain = run(capsys, arguments, "--bases", "3,5")[1]
    _, out, _ = run(capsys, arguments, "--bases", "3,5", *more)
    wanted = []
    for number, base in enumerate((3, 5), start=1):
        # Every count from 0 on that is shown as one of these, and those around it.
        every = [count for figure in published for count in range(max(figure - base, 0), figure + base + 1)]
        flat, empirical = (q(base, originals, published, counts) for counts in (sorted({*every}), cells))
        larger = max((one for one in (flat, empirical) if one is not None), default=None)
        sides = (", ".join(f"{count:,}" for count in sorted(counts)) for counts in (originals, published))
        wanted.append(
            "({}) An original of {} behind a published {}: {}; every count as likely: {}; by this table: {}.".format(
                number, *sides, *map(said_share, (larger, flat, empirical))
            )
        )
    # The line of the time is another in each run.
    more_lines = [line for line in out.splitlines() if line not in plain.splitlines() and "in ms" not in line]
    assert more_lines == wanted


def test_a_report_in_another_language_than_the_screen_explains_its_cells_in_its_own(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CKM_LANGUAGE", "de")
    page = tmp_path / "board.html"
    assert main([*arguments, "--bases", "3", "-o", str(page)]) == 3
    assert "Rundung auf 3" in capsys.readouterr().out
    pages = [page.read_text(encoding="utf-8")]
    assert main(["--language", "en", *arguments, "--bases", "3", "-o", str(page)]) == 3
    assert pages == [page.read_text(encoding="utf-8")]
