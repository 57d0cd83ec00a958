"""Tables over periods against the records: the period is a variable like any other, its total the union of records.

The same random tables and the same oracle as of a single period, with the records of each term as a period's own.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.period import Period
from ckmcore.statistic.periods import with_new_period
from ckmcore.statistic.series import over_periods
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.spec import PERIOD, Block, Level, TableSpec
from tests.ckmcore.oracle import PTABLE, Line, Oracle, Records, cells, lines
from tests.kit.examples import examples
from tests.kit.layouts import CODES, table

DAYS = {"s": "2024-12-31", "w": "2025-12-31"}
TERMS = {day: term for term, day in DAYS.items()}


def of_term(data: Microdata, term: str) -> Microdata:
    """The records of one term, as a file of their own holds them."""
    met = np.flatnonzero(data.columns["term"] == CODES["term"].index(term))
    assert data.record_keys is not None
    assert data.weight is not None
    columns = {name: column[met] for name, column in data.columns.items()}
    keys = replace(data.record_keys, values=data.record_keys.values[met])
    weight = replace(data.weight, values=data.weight.values[met])
    part = replace(data, rows=len(met), columns=columns, record_keys=keys, weight=weight, cache={})
    return part.without({"term"})


def statistic(data: Microdata, method: ckm.CellKeyMethod | ckm.Rounding) -> ckm.Statistic:
    entries = tuple(VariableEntry.of(one) for name, one in data.dimensions.items() if name != "term")
    first = Period(ckm.Texts.same("s"), DAYS["s"])
    made = ckm.Statistic(ckm.Texts.same("S"), entries, (first,), structural_zeros=data.structural_zeros, units="once")
    made = replace(made, references=data.references).put_in_force(method)
    return with_new_period(made, ckm.Texts.same("w"), DAYS["w"])


def plain(spec: TableSpec) -> TableSpec | None:
    """The table without what a period cannot be: a condition, an own group, a choice. None where too little is left."""
    levels = [level for block in (*spec.rows, *spec.columns, *spec.layers) for level in block.levels]
    conditions = [*spec.filters, *(one for value in spec.values for one in (*value.conditions, *value.base_conditions))]
    conditions += [one for level in levels for row in level.rows for one in row.conditions]
    axes = [
        blocks for blocks in (spec.rows, spec.columns, spec.layers) if any("term" in one.variables for one in blocks)
    ]
    if any(one.variable == "term" for one in conditions) or len(axes) != 1:
        return None
    if not all("term" in block.variables for block in axes[0]):
        return None

    def kept(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(
            replace(
                block,
                levels=tuple(
                    replace(level, nodes=(), groups=()) if level.variable == "term" else level for level in block.levels
                ),
            )
            for block in blocks
        )

    return spec.with_changes(rows=kept(spec.rows), columns=kept(spec.columns), layers=kept(spec.layers))


def with_periods(spec: TableSpec) -> TableSpec:
    """The same table with the period in the place of the term."""

    def changed(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(replace(block, levels=tuple(map(level_of, block.levels))) for block in blocks)

    def level_of(level: Level) -> Level:
        if level.variable != "term":
            return level
        order = replace(level.order, codes=tuple(DAYS.get(code, code) for code in level.order.codes))
        return replace(level, variable=PERIOD, order=order)

    values = tuple(
        replace(value, variable=PERIOD, against=DAYS.get(value.against, value.against))
        if value.variable == "term"
        else value
        for value in spec.values
    )
    return spec.with_changes(
        rows=changed(spec.rows), columns=changed(spec.columns), layers=changed(spec.layers), values=values
    )


def as_term(line: Line) -> Line:
    """A line of the table over periods, with the term in the place of the period."""
    return Line(
        tuple(
            (replace(level, variable="term"), None if code is None else TERMS[code])
            if level.variable == PERIOD
            else (level, code)
            for level, code in line.nodes
        )
    )


@pytest.fixture(scope="module")
def sets() -> list[Records]:
    return [Records.of(9), Records.of(3)]


def laid_out(sets: list[Records], seed: int) -> bool:
    """Whether there is a table over periods of this seed; it is compared cell by cell."""
    spec, records, base = plain(table(seed)), sets[seed % 2], (0, 0, 10)[seed % 3]
    if spec is None:
        return False
    parts = PARTS.setdefault(seed % 2, {term: of_term(records.data, term) for term in DAYS})
    rounding = ckm.Rounding(base or 10, ratio_decimals=6, shown_with="contributors")
    made = statistic(records.data, rounding if base else ckm.CellKeyMethod(PTABLE))
    asked = with_periods(spec)
    shown = over_periods(made, asked, lambda one: one.describe(parts[one.period.label.en]))
    layout, oracle = lay_out(asked, shown.blocks), Oracle(records, spec, base)
    rows, columns = lines(layout.rows), lines(layout.columns)
    down = [place for place, line in enumerate(rows) if line is not None]
    across = [place for place, line in enumerate(columns) if line is not None]
    row_lines = [as_term(line) for line in rows if line is not None]
    column_lines = [as_term(line) for line in columns if line is not None]
    for number, found in enumerate(lines(layout.layers)):
        if found is None or not down or not across:
            continue
        layer = as_term(found)
        expected = [oracle.value(value, row_lines, column_lines, layer) for value in spec.values]
        for place in range(len(spec.values)):
            got = cells(shown, layout.matrix, place, number, down, across)
            for r in range(len(down)):
                for c in range(len(across)):
                    # What is void is told by `test_same_cell`.
                    figure, sign = got[r][c]
                    assert (figure, 0 if sign == 1 else sign) == expected[place][r][c], (seed, place, r, c)
    return True


PARTS: dict[int, dict[str, Microdata]] = {}


@pytest.mark.thorough
@settings(max_examples=examples(60))
@given(st.deferred(lambda: st.sampled_from([seed for seed in range(examples(900)) if plain(table(seed)) is not None])))
def test_every_cell_over_periods_is_that_of_its_records(sets: list[Records], seed: int) -> None:
    assert laid_out(sets, seed)


@pytest.mark.thorough
def test_every_cell_of_many_tables_over_periods_is_that_of_its_records(sets: list[Records]) -> None:
    assert sum(laid_out(sets, seed) for seed in range(6000)) > 500
