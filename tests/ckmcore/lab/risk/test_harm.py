"""Disclosed cells are listed by harm everywhere, and the sentence says how many are counts of 1 or 2."""

from __future__ import annotations

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.lab.quality.board import compare_methods
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import EvaluationRequest, TestTable, worst_of
from ckmcore.lab.quality.measure_registry import measure_of
from ckmcore.lab.report.board import told_board
from ckmcore.lab.risk.attack import Attack, attack
from ckmcore.lab.risk.captions import found_sentence
from ckmcore.lab.risk.harm import by_harm, count_small
from tests.kit.brute_force import microdata, two_way

SPEC = ckm.TableSpec(["R"], ["C"])


def many_disclosed() -> tuple[Attack, ckm.Microdata]:
    """A small table under base 3 of which most cells can be computed."""
    draw = np.random.default_rng(1)
    for _ in range(200):
        counts = draw.integers(0, 5, (3, 4)).tolist()
        data = microdata(two_way(counts), ["R", "C"])
        if data.rows and len({*data.dimensions["R"].codes}) == 3 and len({*data.dimensions["C"].codes}) == 4:
            found = attack(ckm.tabulate(data, SPEC), data, ckm.Rounding(3))
            if len({cell.low for cell in found.disclosed}) > 3 and count_small(found.disclosed) > 0:
                return found, data
    raise AssertionError


def test_t14_small_counts_come_first_then_the_fewest_persons_and_empty_cells_last() -> None:
    found, _ = many_disclosed()
    listed = by_harm(found.disclosed)
    assert sorted(listed, key=id) == sorted(found.disclosed, key=id)
    values = [cell.low for cell in listed]
    small = count_small(listed)
    assert set(values[:small]) <= {1, 2}
    others = [value for value in values[small:] if value]
    assert others == sorted(others)
    assert min(others, default=3) > 2
    assert values[small + len(others) :] == [0] * (len(values) - small - len(others))


def test_t14_the_sentence_says_how_many_of_the_disclosed_cells_are_counts_of_1_or_2() -> None:
    found, _ = many_disclosed()
    many, small = len(found.disclosed), count_small(found.disclosed)
    assert found_sentence(found).text("en") == (
        f"Rounding to base 3 discloses {many} cells of {found.cells} here; counts of 1 or 2 among them: {small}."
    )
    assert found_sentence(found).text("de").endswith(f" auf; davon Fallzahlen 1 oder 2: {small}.")


@pytest.mark.thorough
def test_t14_board_and_evaluation_list_them_in_that_order() -> None:
    found, data = many_disclosed()
    wanted = [cell.position for cell in by_harm(found.disclosed)]
    board = compare_methods(data, SPEC, [candidate(ckm.Rounding(3))])
    assert [one.cell.position for one in told_board(board, "de")[0]] == wanted[:20]
    made = evaluate(data, [TestTable("t", SPEC)], [candidate(ckm.Rounding(3))], EvaluationRequest(monte_carlo=False))
    assert [one.position for one in worst_of(made, 0, measure_of("disclosed"), 100)] == wanted
