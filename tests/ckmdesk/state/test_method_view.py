"""What the studio shows of a design: how far D, V and js can go."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.quality.board import compare_methods, compared_rows
from ckmcore.lab.quality.candidates import candidate
from ckmcore.microdata.data import ExemptCells
from ckmcore.ptable.design.design import Design
from ckmcore.tabulate.spec import Level
from ckmdesk.state.method_view import effect_on, ranges_of
from tests.kit.agreement import SPEC, people


def makes(design: Design) -> bool:
    """Whether each row of a design has the variance that was asked for."""
    try:
        return all(report.feasible for report in design.table().reports)
    except CkmError:
        return False


@pytest.mark.parametrize("design", [Design(D=5, V=3.0, js=2), Design(D=3, V=2.0, js=0)])
def test_the_ends_of_a_range_make_tables_and_what_lies_beyond_makes_none(design: Design) -> None:
    found = ranges_of(design)
    assert found.D is not None
    assert found.js is not None
    assert [D for D in range(1, 12) if makes(replace(design, D=D))] == list(range(found.D[0], 12))
    assert [js for js in range(12) if makes(replace(design, js=js))] == list(range(found.js[0], found.js[1] + 1))


def test_ranges_that_nobody_waits_for_any_more_are_not_sought_to_the_end() -> None:
    asked: list[bool] = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) > 3

    with pytest.raises(Cancelled):
        ranges_of(Design(D=37, V=9.25, js=2), cancelled)
    assert len(asked) == 4


def test_the_effect_of_a_variant_has_the_definitions_of_the_comparison() -> None:
    data = replace(people(), exempt=(ExemptCells((("R", ("r1", "r2")),)),))
    table = ckm.design_ptable(D=2, V=1, js=1)
    for spec in (SPEC, ckm.TableSpec(rows=[Level("R", total="off")], columns=["C"])):
        found = effect_on(ckm.tabulate(data, spec), table)
        board = compare_methods(data, spec, [candidate(ckm.CellKeyMethod(table))], seconds=20.0)
        wanted = {row.kind.code: row.numbers[0] for row in compared_rows(board)}
        assert found is not None
        assert 100 * found.changed == pytest.approx(wanted["changed"])
        assert found.mean_absolute == pytest.approx(wanted["mean_deviation"])
        assert found.largest == wanted["largest_deviation"]
