"""The comparison of methods for a table: columns, figures, grades, and its report."""

from __future__ import annotations

import csv
import datetime
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.quality.board import cells_of, compare_methods, compared_rows, criteria_of
from ckmcore.lab.quality.candidates import candidate, ordered_and_shuffled, primary_candidate
from ckmcore.lab.quality.evaluation import Evaluation
from ckmcore.lab.quality.grades import judgement
from ckmcore.lab.quality.measure_registry import CRITERIA
from ckmcore.lab.report.board import board_csv, board_report, told_board, write_board
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.captions import found_sentence
from ckmcore.messages import say
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import design_ptable, shuffle
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, Level, TableSpec, Value
from tests.ckmcore.lab.quality.as_published import measured
from tests.kit.brute_force import microdata, two_way
from tests.kit.disclosed_tables import COUNTEREXAMPLE
from tests.kit.fails import fails
from tests.kit.methods_of_sums import former

SPEC = TableSpec(rows=["R"], columns=["C"])
DAY = datetime.date(2025, 12, 31)


def counterexample() -> Microdata:
    return microdata(two_way(COUNTEREXAMPLE), ["R", "C"], keys=True)


@pytest.fixture(scope="module")
def board() -> Evaluation:
    method = ckm.CellKeyMethod(design_ptable(D=5, V=3, js=2))
    candidates = [
        candidate(ckm.Rounding(10), in_force=True),
        candidate(ckm.Rounding(5)),
        candidate(KeyedRounding(5)),
        *ordered_and_shuffled(method),
        primary_candidate(PrimaryRules(5)),
    ]
    return compare_methods(counterexample(), SPEC, candidates)


def figure(board: Evaluation, code: str) -> list[float | None]:
    return list(next(row.numbers for row in compared_rows(board) if row.kind.code == code))


def numbers(board: Evaluation) -> dict[str, float]:
    """Those of the first method, but for the time."""
    return {code: number for code, number in board.together[0].numbers.items() if code != "time"}


def test_every_method_has_a_column_and_cell_key_tables_two(board: Evaluation) -> None:
    names = [variant.name.text("en") for variant in board.variants]
    assert names == [
        "Rounding to base 10",
        "Rounding to base 5",
        "Keyed rounding to base 5",
        "Cell-key method, ordered",
        "Cell-key method, shuffled",
        "Primary suppression, not releasable",
    ]


def test_the_figures_are_those_of_attack_and_measures(board: Evaluation) -> None:
    data = counterexample()
    raw = ckm.tabulate(data, SPEC)
    method = ckm.Rounding(10)
    found = measured(raw, data, method.protect(raw))
    assert figure(board, "disclosed")[0] == len(attack(raw, data, method).disclosed) == 8
    for code in ("changed", "mean_deviation", "gaps"):
        assert figure(board, code)[0] == pytest.approx(found[code])
    assert figure(board, "undecided")[:5] == [0.0] * 5


def test_primary_suppression_counts_its_cells_and_publishes_nothing(board: Evaluation) -> None:
    counts = np.array(COUNTEREXAMPLE)
    assert figure(board, "sensitive") == [None] * 5 + [float((counts < 5).sum())]
    assert figure(board, "changed")[5] is None
    assert board.together[5].attacked is None
    assert "not releasable" in judgement(board, "primary", 5).reason.text("en")


def test_an_ordered_table_is_told_that_parts_can_add_up_exactly(board: Evaluation) -> None:
    ordered, shuffled = figure(board, "least_pair")[3:5]
    assert ordered == pytest.approx(0.0, abs=1e-9)
    assert shuffled is not None
    assert shuffled > 0.5
    assert "ordered" in judgement(board, "secondary", 3).reason.text("en")
    assert judgement(board, "secondary", 4).grade == "good"


def test_disclosed_cells_make_secondary_protection_poor(board: Evaluation) -> None:
    assert judgement(board, "secondary", 0).grade == "poor"
    assert judgement(board, "secondary", 1).grade == "good"


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_criterion_of_every_column_has_a_reason(board: Evaluation, language: str) -> None:
    for number in range(len(board.variants)):
        for criterion in CRITERIA:
            one = judgement(board, criterion, number)
            assert one.reason.text(language).endswith(".")  # type: ignore[arg-type]
            assert say(f"grade_{one.grade}", language)  # type: ignore[arg-type]


@pytest.mark.thorough
def test_a_sentence_says_what_a_base_discloses_here(board: Evaluation) -> None:
    found = board.together[0].attacked
    assert found is not None
    said = found_sentence(found).text("en")
    assert said == "Rounding to base 10 discloses 8 cells of 18 here; counts of 1 or 2 among them: 0."
    told = told_board(board, "de")
    assert told[0][0].text == (
        "r1, c0: ausgewiesen 0, kann nur 4 sein. Das ergibt sich aus: c0: 10 + 0 + 0 + 0 + 0 = 30; r0: 10 + 10 = 10."
    )


def test_a_method_that_cannot_protect_the_table_says_why_and_the_others_stand() -> None:
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"])
    method = ckm.CellKeyMethod(design_ptable(D=2, V=1, js=0))
    board = compare_methods(data, SPEC, [candidate(method), candidate(ckm.Rounding(10))])
    assert board.together[0].problems
    assert judgement(board, "loss", 0).reason == board.together[0].problems[0]
    assert figure(board, "disclosed") == [None, 8.0]


def test_a_table_of_shares_alone_says_why_it_is_not_measured() -> None:
    data = counterexample()
    spec = TableSpec(rows=["R"], values=[Value("share", base="total")])
    board = compare_methods(data, spec, [candidate(ckm.Rounding(10))])
    assert board.together[0].problems


def test_a_comparison_without_methods_is_refused() -> None:
    with fails("comparison_without_methods"):
        compare_methods(counterexample(), SPEC, [])


def test_totals_that_are_not_shown_count_where_they_are_published_elsewhere() -> None:
    spec = TableSpec(rows=[Level("R", total="off")], columns=[Level("C", total="off")])
    columns = [candidate(ckm.Rounding(10))]
    assert figure(compare_methods(counterexample(), spec, columns), "disclosed") == [0.0]
    assert figure(compare_methods(counterexample(), spec, columns, hidden_too=True), "disclosed") == [8.0]


@pytest.mark.thorough
def test_of_a_table_over_periods_the_figures_of_the_one_at_hand_are_compared_and_this_is_said() -> None:
    columns = [candidate(ckm.Rounding(10))]
    values = [Value(), Value("change", variable=PERIOD, against=PREVIOUS)]
    over = TableSpec(rows=["R"], columns=["C"], layers=[PERIOD], values=values)
    found, plain = compare_methods(counterexample(), over, columns), compare_methods(counterexample(), SPEC, columns)
    assert found.tables[0].spec == plain.tables[0].spec == SPEC
    assert (cells_of(found), numbers(found)) == (cells_of(plain), numbers(plain))
    assert found.note is not None
    assert "several periods" in found.note.text("en")
    assert plain.note is None
    verdicts = [one.together[0].attacked for one in (found, plain)]
    assert [one is not None and [told.code for told in one.untested] for one in verdicts] == [
        ["attack_periods_left"],
        [],
    ]
    told = board_report(found, told_board(found, "de"), title="T", date=DAY, language="de")
    assert "mehrere Berichtszeiträume" in "".join(str(part) for part in told.parts)
    twice = TableSpec(rows=["R", PERIOD, PERIOD])
    with pytest.raises(CkmError):
        compare_methods(counterexample(), twice, columns)


def test_a_cancelled_comparison_gives_nothing() -> None:
    with pytest.raises(Cancelled):
        compare_methods(counterexample(), SPEC, [candidate(ckm.Rounding(10))], cancelled=lambda: True)


def test_progress_rises_from_0_to_1() -> None:
    told: list[float] = []
    compare_methods(counterexample(), SPEC, [candidate(ckm.Rounding(b)) for b in (3, 5)], progress=told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)


@pytest.mark.thorough
def test_the_html_report_is_marked_and_holds_figures_reasons_and_cells(board: Evaluation) -> None:
    page = board_report(board, told_board(board, "en"), title="Students", date=DAY, language="en").html()
    assert "Never a release" in page
    assert "Students, 18 cells, as of 2025-12-31" in page
    assert "c0: 10 + 0 + 0 + 0 + 0 = 30" in page
    assert "Rounding to base 10 (in force)" in page
    assert criteria_of(board) == CRITERIA[:-1]
    for criterion in criteria_of(board):
        assert say(f"criterion_{criterion}", "en") in page


@pytest.mark.daily(1)
@pytest.mark.parametrize(("language", "separator"), [("de", ";"), ("en", ",")])
def test_each_line_of_the_csv_is_marked_internal(board: Evaluation, language: str, separator: str) -> None:
    text = board_csv(board, told_board(board, language), language)  # type: ignore[arg-type]
    lines = list(csv.reader(io.StringIO(text), delimiter=separator))
    marks = {line[-1] for line in lines[1:]}
    assert marks == {say("board_internal", language)}  # type: ignore[arg-type]
    assert len({len(line) for line in lines}) == 1
    disclosed = [line for line in lines if line[1] == say("board_disclosed_head", language)]  # type: ignore[arg-type]
    assert len(disclosed) == 8


@pytest.mark.thorough
def test_texts_of_the_csv_that_a_spreadsheet_would_compute_carry_an_apostrophe(board: Evaluation) -> None:
    """Names of variants and titles of cells are free texts."""
    first, *others = board.variants
    named = replace(first, name=ckm.Texts.same("=1+1"))
    told = {0: [replace(one, text=f"+{one.text}") for one in told_board(board, "en")[0]]}
    text = board_csv(replace(board, variants=(named, *others)), told, "en")
    cells = [one for line in csv.reader(io.StringIO(text)) for one in line]
    assert "'=1+1" in cells
    assert any(one.startswith("'+") for one in cells)
    assert not [one for one in cells if one.startswith(("=", "+", "@"))]


def test_a_report_by_another_ending_is_refused(board: Evaluation, tmp_path: Path) -> None:
    with fails("board_form"):
        write_board(board, {}, tmp_path / "board.doc", title="", date=DAY)
    write_board(board, {}, tmp_path / "board.csv", title="", date=DAY, language="de")
    assert (tmp_path / "board.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_t10_primary_protection_is_graded_by_what_was_measured() -> None:
    """Whatever the method: what stays, what a reader can be sure of and what is disclosed decide, by limits told."""
    frame = pd.DataFrame({"R": [f"{at:03d}" for at in range(90) for _ in range(at % 3 + 1)]})
    draw = np.random.default_rng(3).integers(0, 10**9, len(frame))
    frame["key"] = [f"0.{key:09d}" for key in draw]
    data = ckm.Microdata.from_pandas(frame, ["R"], record_key="key")
    spec = ckm.TableSpec([ckm.Level("R", total="off")])
    stays = design_ptable(D=2, V=0.25, js=0, pstay=0.85, stay="exact")
    methods = [
        ckm.CellKeyMethod(shuffle(stays)),
        ckm.CellKeyMethod(shuffle(design_ptable(D=5, V=3, js=2))),
        ckm.Rounding(10),
        ckm.Rounding(5),
        ckm.Rounding(2),
    ]
    board = compare_methods(data, spec, [candidate(one) for one in methods], seconds=20)
    for number, column in enumerate(board.together):
        stay = column.numbers.get("small_unchanged", 0.0)
        sure = max(column.numbers.get(code, 0.0) for code in ("reveal_small", "q_small"))
        assert column.attacked is not None
        assert column.attacked.complete
        disclosed = sum(cell.low in (1, 2) for cell in column.attacked.disclosed)
        wanted = "poor" if disclosed or stay > 75 or sure > 90 else "fair" if stay > 65 or sure > 75 else "good"
        one = judgement(board, "primary", number)
        assert one.grade == wanted
        assert f"{round(sure, 1):g}" in one.reason.text("en")
    assert [judgement(board, "primary", number).grade for number in (0, 2, 4)] == ["poor", "good", "poor"]


def test_t10_what_was_not_attacked_is_not_called_good_and_what_is_not_measured_has_no_grade(board: Evaluation) -> None:
    column = replace(board.together[4], attacked=None)
    column = replace(column, numbers={**column.numbers, "small_unchanged": 10.0, "reveal_small": 20.0, "q_small": 20.0})
    alone = replace(board, together=(column,), variants=board.variants[4:5])
    assert judgement(alone, "primary", 0).grade == "open"
    bare = replace(column, numbers={})
    assert judgement(replace(alone, together=(bare,)), "primary", 0).reason.code == "reason_primary_not_measured"
    for number in range(len(board.variants)):
        for criterion in ("explain", "introduction"):
            assert judgement(board, criterion, number).grade == "not_measured"
            # No figure and no grade of ours stands for what only the source assesses: it is named.
            assert "Übersicht 1" in judgement(board, criterion, number).reason.text("de")


def test_sums_that_are_all_0_have_a_reason_and_no_grade() -> None:
    frame = pd.DataFrame({"R": list("ppqq"), "m": [0.0, 0, 0, 0]})
    data = Microdata.from_pandas(frame, ["R"], magnitudes=["m"]).with_record_keys(ckm.generate_keys(4))
    spec = TableSpec(rows=["R"], values=[Value("sum", magnitude="m")])
    board = compare_methods(data, spec, [candidate(former())])
    assert judgement(board, "sums", 0).grade == "open"
    assert "eine 0 bleibt eine 0" in judgement(board, "sums", 0).reason.text("de")
