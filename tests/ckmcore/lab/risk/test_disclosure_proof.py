"""Which published figures force a disclosed cell."""

from __future__ import annotations

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.lab.risk.attack import Attack, attack
from ckmcore.lab.risk.disclosure_proof import disclosure_proof
from tests.kit.brute_force import microdata, raw_of, two_way
from tests.kit.disclosed_tables import COUNTEREXAMPLE, sample


def attacked(rows: list[tuple[int, ...]], base: int) -> Attack:
    data = microdata(two_way(rows), ["R", "C"])
    return attack(raw_of(data, ["R"], ["C"]), data, ckm.Rounding(base))


def published(result: Attack, figures: tuple[int, ...]) -> list[int]:
    cells = [result.first_place(figure) for figure in figures]
    return [cell.published for cell in cells if cell is not None]


@pytest.mark.thorough
def test_the_counterexample_is_forced_by_its_first_column_and_its_first_row() -> None:
    result = attacked(COUNTEREXAMPLE, 10)
    for cell in result.disclosed:
        found = disclosure_proof(result, cell.figure)
        assert found.complete
        sums = sorted((published(result, (line.total,)), sorted(published(result, line.parts))) for line in found.lines)
        assert sums == [([10], [10, 10]), ([30], [0, 0, 0, 0, 10])]
        assert len(found.needed) == 7


def test_0_and_0_that_make_3_are_forced_by_their_sum_alone() -> None:
    result = attacked([(1, 1), (40, 60), (60, 40)], 3)
    cell = result.cell(0, 0, (1, 1))
    assert cell is not None
    assert (cell.low, cell.high) == (1, 1)
    found = disclosure_proof(result, cell.figure)
    assert [(published(result, (line.total,)), published(result, line.parts)) for line in found.lines] == [
        ([3], [0, 0])
    ]
    assert len(found.needed) == 3


def test_without_any_of_the_figures_named_the_cell_is_no_longer_forced() -> None:
    result = attacked(COUNTEREXAMPLE, 10)
    figure = result.disclosed[0].figure
    found = disclosure_proof(result, figure)
    tables = np.array(np.meshgrid(*[np.arange(15)] * 2)).reshape(2, -1)
    assert tables.shape[1] == 225
    for left_out in found.needed - {figure}:
        low, high = result.open.low.copy(), result.open.high.copy()
        low[left_out], high[left_out] = 0, 200
        lines = [(line.total, list(line.parts)) for line in found.lines]
        ranges = {one: (low[one], high[one]) for total, parts in lines for one in (total, *parts)}
        assert spread(lines, ranges, figure) > 0


def spread(lines: list[tuple[int, list[int]]], ranges: dict[int, tuple[int, int]], figure: int) -> int:
    """How far apart the ends of a figure are that interval arithmetic, gone round often, leaves."""
    ranges = {one: (int(low), int(high)) for one, (low, high) in ranges.items()}
    for _ in range(50):
        for total, parts in lines:
            for one in (total, *parts):
                rest = [other for other in parts if other != one]
                low, high = ranges[one]
                if one == total:
                    least, most = sum(ranges[p][0] for p in parts), sum(ranges[p][1] for p in parts)
                else:
                    least = ranges[total][0] - sum(ranges[p][1] for p in rest)
                    most = ranges[total][1] - sum(ranges[p][0] for p in rest)
                ranges[one] = (max(low, least), min(high, most))
    return ranges[figure][1] - ranges[figure][0]


def test_a_cancelled_search_names_the_sums_nearby_and_says_that_it_was_cut_short() -> None:
    data = sample(5, 50)
    result = attack(raw_of(data, ["A"], ["C"]), data, ckm.Rounding(3))
    cell = result.cell(0, 0, (1, 1))
    assert cell is not None
    found = disclosure_proof(result, cell.figure, cancelled=lambda: True)
    assert found.lines
    assert not found.complete or cell.width == 0
