"""docs/contributing.md, "A method": its module, the list in `methods/serialization.py`, its texts; nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.cli.command import built_parser
from ckmcore.lab.quality.board import compare_methods, compared_rows
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import EvaluationRequest, TestTable
from ckmcore.lab.quality.expectation import expectation
from ckmcore.lab.quality.grades import judgement
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.posterior import small_guesses
from ckmcore.methods import serialization as keep
from tests.kit.constant_method import Shift, wire
from tests.kit.trees import ROOT, trees


@pytest.fixture(autouse=True)
def wired(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    wire(monkeypatch)
    built_parser.cache_clear()
    yield
    built_parser.cache_clear()
    keep.settings_record.cache_clear()


# --- and what it is then good for -----------------------------------------------------------------------------------

CELLS = {"a": 1, "b": 4, "c": 20}
RECORDS_OF = pd.DataFrame(
    [(area, sex) for area, many in CELLS.items() for sex in "mf" for _ in range(many)], columns=["AREA", "SEX"]
)
SPEC = ckm.TableSpec("AREA", "SEX")


def people() -> ckm.Microdata:
    return ckm.Microdata.from_pandas(RECORDS_OF, ["AREA", "SEX"])


def test_it_protects_examines_and_explains() -> None:
    raw = ckm.tabulate(people(), SPEC)
    shown = ckm.protect(raw, Shift(2))
    assert shown.value({"AREA": "b", "SEX": "m"}) == 6
    assert shown.value({}) == 52
    assert ckm.examine(raw, Shift(2)).blocks[0].noise.min() == 2
    told = ckm.explain(raw, Shift(2), {"AREA": "a"})
    assert (told.count, told.noise, told.published) == (2, 2, 4)
    assert Shift(2).name.text("de") == "Verschiebung um 2"


def test_it_is_put_in_force_kept_and_exported(tmp_path: Path) -> None:
    file = tmp_path / "shift.ckm"
    made = ckm.Statistic("Persons").put_in_force(Shift(2), "2026-03-02", ckm.Decision("Board", "2026-03-02"))
    ckm.save_statistic(made, file)
    again, _ = ckm.open_statistic(file)
    in_force = again.period.in_force
    assert in_force is not None
    assert in_force.method == Shift(2)
    draft = again.draft(SPEC, people())
    written = ckm.export(draft, tmp_path / "t.csv").read_text(encoding="utf-8")
    assert "Counts are 2 too high." in written


def test_the_command_offers_it_with_its_setting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    RECORDS_OF.to_csv(tmp_path / "people.csv", index=False)
    given = ["--language=en", "table", "--data", str(tmp_path / "people.csv"), "--rows", "AREA", "-o"]
    assert main([*given, str(tmp_path / "t.csv"), "--method", "shift", "--amount", "5"]) == 0
    assert "b,13" in (tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()
    capsys.readouterr()
    assert main([*given, str(tmp_path / "u.csv"), "--method", "shift", "--amount", "10"]) == 1
    assert "1 to 9" in capsys.readouterr().err
    assert main([*given, str(tmp_path / "u.csv"), "--method", "rounding", "--amount", "5"]) == 1
    assert "--amount" in capsys.readouterr().err


def test_it_is_attacked_judged_and_compared() -> None:
    raw = ckm.tabulate(people(), SPEC)
    found = attack(raw, people(), Shift(2), knowledge="zero_rule")
    assert found.complete
    assert expectation(Shift(2), {1: 1, 4: 3}).rows[1].criteria.mean_absolute == 2
    assert small_guesses(Shift(2)).reveal == 1.0
    board = compare_methods(people(), SPEC, [candidate(Shift(2)), candidate(ckm.Rounding(5))], seconds=10)
    assert [one.problems for one in board.together] == [(), ()]
    assert compared_rows(board)[9].text(0, "en") != ""
    assert [judgement(board, "primary", 0).grade, judgement(board, "consistency", 0).grade] == ["poor", "good"]
    asked = EvaluationRequest(seconds=10, monte_carlo=True, repetitions=5)
    evaluation = evaluate(people(), [TestTable("t", SPEC)], [candidate(Shift(2))], asked)
    row = evaluation.row("changed")
    assert row is not None
    assert row.numbers[0] == 100.0


# --- and nobody asks what it is -------------------------------------------------------------------------------------

CONCRETE = {kind.__name__ for kind in keep.KINDS.values()} | {"RoundsToMultiples", "TableNoise", "DrawnNoise"}


def asks(tree: ast.AST) -> Iterator[int]:
    """Lines that ask of something whether it is a certain method."""
    for node in ast.walk(tree):
        asking = isinstance(node, ast.Compare) or (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"
        )
        if asking and {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} & CONCRETE:
            yield node.lineno


def test_a_question_is_found() -> None:
    assert list(asks(ast.parse("x = 1\nisinstance(method, Rounding | int)\ntype(one) is Rounding"))) == [2, 3]


def test_no_file_outside_the_methods_asks_what_method_it_has() -> None:
    asked = {
        f"{path.relative_to(ROOT)}:{line}"
        for package in ("ckmcore", "ckmdesk")
        for path, tree in trees(package, rf"\b({'|'.join(CONCRETE)})\b")
        if path.parent != ROOT / "ckmcore" / "methods"
        for line in asks(tree)
    }
    assert asked == set()
