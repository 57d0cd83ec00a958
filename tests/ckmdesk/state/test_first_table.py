"""Proposals for the first table of new records: tables of the variables, protections and their effect, as trials."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.ptable.model.criteria import weighted_criteria
from ckmdesk.state.desk_state import DeskState, Trial
from ckmdesk.state.first_table import (
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_TABLES,
    Protection,
    first_tables,
    protections,
    tried_on,
)
from tests.kit.examples import examples
from tests.kit.statistics import small_data, small_statistic


def dimension(name: str, size: int) -> Dimension:
    categories = tuple(Category(f"{code:03d}", Texts.same(str(code))) for code in range(size))
    return Dimension(name, Texts.same(name), categories)


@settings(max_examples=examples(200))
@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 90), max_size=8))
def test_proposed_tables_are_of_variables_that_have_room_and_no_two_are_alike(sizes: Mapping[str, int]) -> None:
    tables = first_tables({name: dimension(name, size) for name, size in sizes.items()})
    assert len(tables) <= MOST_TABLES
    fitting = {name for name, size in sizes.items() if 2 <= size <= MOST_ROWS}
    assert bool(tables) == bool(fitting)
    assert len({frozenset(spec.variables) for spec in tables}) == len(tables)
    for spec in tables:
        assert set(spec.variables) <= fitting
        columns = [level.variable for block in spec.columns for level in block.levels]
        assert all(sizes[name] <= MOST_COLUMNS for name in columns)


def test_of_a_hierarchy_the_first_level_with_two_nodes_is_shown() -> None:
    tree = Hierarchy.from_depths([("N", 0), ("E", 1), ("01", 2), ("02", 2), ("W", 1), ("03", 2)])
    (spec, *_) = first_tables({"area": replace(dimension("area", 4), hierarchy=tree)})
    assert spec.rows[0].levels[0].depths == (1,)


def proposed(data: ckm.Microdata) -> tuple[Protection, ...]:
    return protections(DeskState().method, data, first_tables(data.dimensions), lambda: False)


def test_what_a_card_says_is_counted_cell_by_cell() -> None:
    data = small_data()
    tables = first_tables(data.dimensions)
    for protection in proposed(data):
        deviations = np.concatenate(
            [
                np.ravel(block.noise)
                for spec in tables
                for block in ckm.examine(ckm.tabulate(data, spec), protection.method).blocks
            ]
        )
        assert protection.cells == deviations.size
        assert np.isclose(protection.mean, np.abs(deviations).mean())
        assert np.isclose(protection.within_one, (np.abs(deviations) <= 1).mean())
        assert np.isclose(sum(protection.changes.values()), 1)


def test_nothing_that_the_floor_refuses_is_proposed_and_the_first_meets_the_criteria() -> None:
    first, *others = proposed(small_data())
    assert first.design is not None
    assert others
    assert not any(rule.refused for one in (first, *others) for rule in one.rules)
    table = first.design.table()
    criteria = weighted_criteria(table, dict.fromkeys(range(1, table.last_row + 1), 1.0))
    assert criteria is not None
    assert all(criteria.held)


def test_a_trial_puts_nothing_in_force_and_keeps_the_table_that_was_laid_out() -> None:
    state = DeskState(statistic=small_statistic())
    before = replace(state, table=replace(state.table, spec=ckm.TableSpec(["area"])))
    for protection in proposed(small_data()):
        after = tried_on(before, protection, ckm.TableSpec(["sex"]))
        assert (after.page, after.table.spec.variables) == ("tables", ("sex",))
        assert after.table.trial == Trial(protection.kind, 10)
        assert after.statistic is before.statistic
        assert [draft.spec for draft in after.drafts] == [before.table.spec]
        if protection.design is not None:
            assert after.method.variant.design == protection.design
        assert tried_on(before, protection, None).page == "method"
