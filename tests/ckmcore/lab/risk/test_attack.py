"""The interval attack: the examples of the design, brute force as the oracle, signs, limits and cancellation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.lab.risk.attack import Attack, attack
from ckmcore.lab.risk.exact import solved
from ckmcore.lab.risk.intervals import left_open
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.relations import Relations
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import Condition, Group, Level, OwnRow, TableSpec, Value
from tests.kit import layouts
from tests.kit.brute_force import cells_of, intervals, microdata, raw_of, two_way
from tests.kit.disclosed_tables import COUNTEREXAMPLE, sample
from tests.kit.examples import crossed, examples
from tests.kit.fails import fails


def one_sum(parts: int) -> Relations:
    """A total (figure 0) and its parts."""
    return Relations(
        parts + 1,
        np.array([0]),
        np.arange(1, parts + 1),
        np.array([0, parts]),
        np.array([True]),
    )


def ends(relations: Relations, bounds: Bounds) -> list[tuple[int, int]]:
    """Exact intervals without any original."""
    propagation = Propagation(relations)
    known = IntruderKnowledge.from_solution(propagation(bounds), None)
    solved(propagation, known, np.ones(relations.count, dtype=bool), Limit(), lambda share: None)
    assert known.exact.all()
    return list(zip(known.low.tolist(), known.high.tolist(), strict=True))


def rounded_sum(base: int, shown: Sequence[int]) -> list[tuple[int, int]]:
    return ends(one_sum(len(shown) - 1), left_open(ckm.Rounding(base), np.array(shown), None))


def test_base_3_shows_that_0_and_0_with_the_total_3_are_1_and_1() -> None:
    assert rounded_sum(3, [3, 0, 0]) == [(2, 2), (1, 1), (1, 1)]


def test_base_5_shows_that_four_0_with_the_total_10_are_four_2() -> None:
    assert rounded_sum(5, [10, 0, 0, 0, 0]) == [(8, 8), *[(2, 2)] * 4]


@pytest.mark.parametrize("parts", range(1, 12))
def test_base_10_discloses_nothing_in_a_single_sum_of_zeros(parts: int) -> None:
    for total in range(0, 10 * parts, 10):
        low, high = max(total - 5, 0), min(total + 4, 4 * parts)
        if low <= high:
            found = rounded_sum(10, [total, *[0] * parts])
            assert all(low < high for low, high in found)


def test_cell_key_of_1_and_1_with_the_total_0_is_disclosed_only_by_the_zero_rule() -> None:
    method = ckm.CellKeyMethod(design_ptable(D=2, V=1, js=0))
    shown = np.array([0, 1, 1])
    assert ends(one_sum(2), left_open(method, shown, None, "zero_rule")) == [(2, 2), (1, 1), (1, 1)]
    assert ends(one_sum(2), left_open(method, shown, None, "deviation")) == [(0, 2), (0, 2), (0, 2)]


def found(result: Attack) -> dict[tuple[int, ...], int]:
    return {cell.position: cell.low for cell in result.disclosed}


def test_base_10_discloses_the_first_column_and_row_of_the_counterexample() -> None:
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"])
    result = attack(raw_of(data, ["R"], ["C"]), data, ckm.Rounding(10))
    column = {(0, 1): 25, **{(row, 1): 4 for row in range(2, 6)}}
    assert found(result) == {**column, (1, 0): 14, (1, 1): 9, (1, 2): 5}
    assert result.complete
    assert result.exact == result.cells == 18


# --- brute force ---------------------------------------------------------------------------------------------------


def rounds(base: int):
    return lambda value, shown: base * ((2 * value + base) // (2 * base)) == shown


def keyed(base: int):
    return lambda value, shown: abs(value - shown) < base


TABLES = st.sampled_from([(2, 2), (2, 3), (2, 2, 2)]).flatmap(
    lambda shape: st.tuples(
        st.just(shape), st.lists(st.integers(1, 4), min_size=int(np.prod(shape)), max_size=int(np.prod(shape)))
    )
)


@pytest.mark.thorough
@settings(max_examples=examples(40), deadline=None)
@given(TABLES, st.sampled_from([2, 3, 5]))
def test_intervals_of_rounding_are_those_of_all_tables_tried(table: tuple, base: int) -> None:
    shape, counts = table
    names = ["A", "B", "C"][: len(shape)]
    codes = product(*([f"{name}{place}" for place in range(size)] for name, size in zip(names, shape, strict=True)))
    data = microdata(dict(zip(codes, counts, strict=True)), names)
    raw = raw_of(data, names[:1], names[1:])
    method = ckm.Rounding(base)
    result = attack(raw, data, method)
    shown = method.protect(raw).blocks[0].figures[0].ravel().tolist()
    cells = cells_of(shape)
    most = [shown[cells.index([atom])] + base // 2 for atom in range(len(counts))]
    wanted = intervals(cells, shown, rounds(base), most)
    bounds = result.known.bounds
    places = result.table.places[()][0].ravel()
    assert list(zip(bounds.low[places].tolist(), bounds.high[places].tolist(), strict=True)) == wanted
    assert result.exact == result.cells


@settings(max_examples=examples(20), deadline=None)
@given(st.lists(st.integers(1, 3), min_size=4, max_size=4), st.integers(2, 3))
def test_intervals_of_keyed_rounding_are_those_of_all_tables_tried(counts: list[int], base: int) -> None:
    data = microdata(two_way([counts[:2], counts[2:]]), ["A", "B"], keys=True)
    raw = raw_of(data, ["A"], ["B"])
    method = KeyedRounding(base)
    result = attack(raw, data, method)
    shown = method.protect(raw).blocks[0].figures[0].ravel().tolist()
    cells = cells_of((2, 2))
    most = [shown[cells.index([atom])] + base for atom in range(4)]
    wanted = intervals(cells, shown, keyed(base), most)
    bounds = result.known.bounds
    places = result.table.places[()][0].ravel()
    assert list(zip(bounds.low[places].tolist(), bounds.high[places].tolist(), strict=True)) == wanted


@pytest.mark.thorough
@settings(max_examples=examples(20), deadline=None)
@given(st.lists(st.integers(1, 4), min_size=4, max_size=4), st.sampled_from(["deviation", "zero_rule", "table"]))
def test_intervals_of_the_cell_key_method_are_those_of_all_tables_tried(counts: list[int], knowledge: str) -> None:
    ptable = design_ptable(D=2, V=1, js=1)
    data = microdata(two_way([counts[:2], counts[2:]]), ["A", "B"], keys=True)
    raw = raw_of(data, ["A"], ["B"])
    method = ckm.CellKeyMethod(ptable)
    result = attack(raw, data, method, knowledge=knowledge)  # type: ignore[arg-type]
    shown = method.protect(raw).blocks[0].figures[0].ravel().tolist()
    possible = {
        (i, j) for i in range(40) for j in range(40) if j - i in ptable.row_distribution(min(i, ptable.last_row))
    }

    def fits(value: int, published: int) -> bool:
        if knowledge == "table":
            return (value, published) in possible
        return abs(value - published) <= 2 and (knowledge == "deviation" or published == 0 or value > 0)

    cells = cells_of((2, 2))
    most = [shown[cells.index([atom])] + 2 for atom in range(4)]
    bounds, places = result.known.bounds, result.table.places[()][0].ravel()
    wanted = intervals(cells, shown, fits, most)
    assert all(
        low <= least and most <= high
        for low, high, (least, most) in zip(bounds.low[places], bounds.high[places], wanted, strict=True)
    )
    if knowledge != "table":
        assert list(zip(bounds.low[places].tolist(), bounds.high[places].tolist(), strict=True)) == wanted


# --- every kind of table -------------------------------------------------------------------------------------------


def true_within(result: Attack, raw: ckm.RawTable) -> None:
    """Whatever the attack proves holds for the originals."""
    for number, value in enumerate(raw.spec.values):
        if value.kind != "count":
            continue
        for block, places in enumerate(result.table.places[value.conditions]):
            counts = raw.part(value.conditions)[block].counts
            real = places >= 0
            assert (counts[~real] == 0).all()
            assert (result.known.low[places[real]] <= counts[real]).all()
            assert (counts[real] <= result.known.high[places[real]]).all()
        assert not result.known.bounds.contradict
        assert number >= 0


OWN = Level(
    "::rows 1",
    rows=(
        OwnRow(ckm.Texts.same("first"), (Condition("A", ("x", "y")),), "davon"),
        OwnRow(ckm.Texts.same("rest"), (Condition("A", ("z",)),), "davon"),
        OwnRow(kind="heading"),
        OwnRow(ckm.Texts.same("both"), (Condition("A", ("x",)), Condition("B", ("m",))), "und zwar", any_of=True),
    ),
)
SPECS = {
    "hidden categories and total off": TableSpec(rows=[Level("A", nodes=("x",), total="off")], columns=["B"]),
    "own groups": TableSpec(rows=[Level("A", groups=(Group(ckm.Texts.same("g"), ("x", "z")),))], columns=["B"]),
    "own rows by a variable of the columns": TableSpec(rows=[OWN], columns=["B"]),
    "values with filters": TableSpec(
        rows=["A"],
        columns=["C"],
        values=[Value(), Value(conditions=(Condition("B", ("m",)),)), Value("share", base="row")],
    ),
    "a filter on an axis": TableSpec(rows=["A"], columns=["B"], filters=[Condition("A", ("x", "y"))]),
    "blocks under one another": TableSpec(rows=[ckm.Block((Level("A"),)), ckm.Block((Level("B"),))], columns=["C"]),
    "a variable with a hierarchy": TableSpec(rows=["L"], columns=["B"]),
    "some levels of a hierarchy": TableSpec(rows=[Level("L", depths=(1,))], columns=["B", "C"]),
}


@pytest.mark.daily(3)
@pytest.mark.parametrize(("base", "name"), crossed([3, 10], list(SPECS)))
def test_what_is_proven_holds_for_the_originals_of_every_kind_of_table(name: str, base: int) -> None:
    data = sample()
    raw = ckm.tabulate(data, SPECS[name])
    result = attack(raw, data, ckm.Rounding(base))
    true_within(result, raw)
    assert result.exact == result.cells


def test_stacked_blocks_share_the_cells_that_they_have_in_common() -> None:
    """Column c0 stands in both blocks: what one block shows of its total narrows the parts of the other."""
    data = sample()
    spec = SPECS["blocks under one another"]
    raw = ckm.tabulate(data, spec)
    table = attack(raw, data, ckm.Rounding(5)).table
    first, second = table.places[()]
    assert (first[0] == second[0]).all()
    assert len(np.intersect1d(first[1:], second[1:])) == 0


def test_the_column_of_an_own_row_and_of_its_variable_that_exclude_one_another_is_no_cell() -> None:
    data = sample()
    spec = TableSpec(
        rows=[Level("::rows 1", rows=(OwnRow(ckm.Texts.same("m"), (Condition("B", ("m",)),)),))], columns=["B"]
    )
    places = attack(ckm.tabulate(data, spec), data, ckm.Rounding(5)).table.places[()][0]
    assert places[1, 2] == -1
    assert places[1, 0] == places[1, 1] == places[0, 1]


def test_a_value_with_a_filter_is_the_cell_of_the_variable_where_the_table_has_it() -> None:
    data = sample()
    own = (Condition("B", ("m",)),)
    raw = ckm.tabulate(data, TableSpec(rows=["A"], columns=["B"], values=[Value(), Value(conditions=own)]))
    places = attack(raw, data, ckm.Rounding(3)).table.places
    assert (places[own][0][:, 0] == places[()][0][:, 1]).all()


def test_totals_that_are_not_shown_narrow_nothing_unless_they_are_published_elsewhere() -> None:
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"])
    raw = ckm.tabulate(data, TableSpec(rows=[Level("R", total="off")], columns=[Level("C", total="off")]))
    assert attack(raw, data, ckm.Rounding(10)).disclosed == ()
    assert len(attack(raw, data, ckm.Rounding(10), hidden_too=True).disclosed) == 8


def test_a_table_in_which_a_household_counts_in_several_parts_is_refused_in_words() -> None:
    data = microdata(two_way([(2, 3), (4, 5)]), ["R", "C"])
    raw = raw_of(data, ["R"], ["C"])
    counts = raw.blocks[0].counts.copy()
    counts[0, 0] -= 1
    block = replace(raw.blocks[0], counts=counts)
    with fails("attack_not_additive"):
        attack(replace(raw, blocks=(block,), parts={(): (block,)}), data, ckm.Rounding(5))


def test_exempt_cells_are_known_and_do_not_count_as_disclosed() -> None:
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"])
    raw = raw_of(data, ["R"], ["C"])
    block = raw.blocks[0]
    exempt = np.zeros(block.shape, dtype=np.bool_)
    exempt[0, 0] = True
    official = replace(block, exempt=exempt)
    raw = replace(raw, blocks=(official,), parts={(): (official,)})
    result = attack(raw, data, ckm.Rounding(10))
    total = result.cell(0, 0, (0, 0))
    assert total is not None
    assert (total.published, total.low, total.high) == (142, 142, 142)
    assert (0, 0) not in found(result)
    assert result.cells == 17


def test_a_cell_below_the_threshold_is_an_interval_from_0() -> None:
    ptable = design_ptable(D=2, V=1, js=0)
    method = ckm.CellKeyMethod(ptable, threshold=10)
    signs = np.array([2, 0, 5], dtype=np.uint8)
    bounds = left_open(method, np.array([0, 25, 12]), signs)
    assert bounds.low.tolist() == [0, 23, 10]
    assert bounds.high.tolist() == [11, 27, 14]


def test_a_figure_that_is_not_shown_for_another_reason_leaves_everything_open() -> None:
    bounds = left_open(ckm.Rounding(10), np.array([0]), np.array([2], dtype=np.uint8))
    assert (bounds.low.tolist(), bounds.high.tolist()) == ([0], [UNBOUNDED])


def test_a_structural_zero_is_0_and_known() -> None:
    bounds = left_open(ckm.Rounding(10), np.array([0]), np.array([1], dtype=np.uint8))
    assert (bounds.low.tolist(), bounds.high.tolist()) == ([0], [0])


def test_a_cancelled_attack_claims_only_what_it_proved() -> None:
    data = sample(2, 400)
    raw = raw_of(data, ["A", "B"], ["C"])
    result = attack(raw, data, ckm.Rounding(10), cancelled=lambda: True)
    true_within(result, raw)
    assert result.undecided > 0
    assert not result.complete


def test_no_time_leaves_bounds_that_a_whole_attack_narrows() -> None:
    data = sample(3, 300)
    raw = raw_of(data, ["A", "B"], ["C"])
    hasty, whole = attack(raw, data, ckm.Rounding(5), seconds=0), attack(raw, data, ckm.Rounding(5))
    assert (hasty.known.low <= whole.known.low).all()
    assert (whole.known.high <= hasty.known.high).all()
    assert whole.exact == whole.cells


def test_progress_rises_to_the_end() -> None:
    data = sample(4, 300)
    told: list[float] = []
    attack(raw_of(data, ["A"], ["C"]), data, ckm.Rounding(5), progress=told.append)
    assert told == sorted(told)
    assert 0 <= told[0] <= told[-1] <= 1


def test_a_table_of_weights_alone_is_refused() -> None:
    data = Microdata.from_pandas(pd.DataFrame({"A": ["x"], "w": [2.0]}), ["A"], weight="w")
    raw = ckm.tabulate(data, TableSpec(rows=["A"], values=[Value("weighted_count")]))
    with fails("attack_needs_counts"):
        attack(raw, data, ckm.Rounding(5))


def test_narrow_cells_are_those_up_to_a_width() -> None:
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"])
    result = attack(raw_of(data, ["R"], ["C"]), data, ckm.Rounding(10))
    widths = {cell.position: cell.width for cell in result.narrow(9)}
    assert len(widths) == 18
    assert list(result.narrow(0)) == list(result.disclosed)


@pytest.fixture(scope="module")
def people() -> Microdata:
    return layouts.microdata(layouts.records(3), 3)


@pytest.mark.daily(12)
@pytest.mark.parametrize("joint", [True, False])
@pytest.mark.parametrize("seed", range(24))
def test_what_is_proven_holds_in_any_layout(
    seed: int, joint: bool, people: Microdata, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`joint`: stacked blocks as parts of one table, else linked by the cells that they share."""
    if not joint:
        monkeypatch.setattr("ckmcore.lab.risk.relations.JOINT_FIGURES", 0)
    try:
        raw = ckm.tabulate(people, layouts.table(seed))
        result = attack(raw, people, ckm.Rounding((3, 5, 10)[seed % 3]), seconds=0.2)
    except CkmError:
        return  # a random table may ask for what there is not, or publish no counts
    true_within(result, raw)


def test_blocks_linked_by_their_cells_prove_no_more_than_one_table_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    data = sample(6, 80)
    spec = TableSpec(rows=[ckm.Block((Level("A"),)), ckm.Block((Level("B"),))], columns=["C"])
    raw = ckm.tabulate(data, spec)
    whole = attack(raw, data, ckm.Rounding(3))
    monkeypatch.setattr("ckmcore.lab.risk.relations.JOINT_FIGURES", 0)
    linked = attack(raw, data, ckm.Rounding(3))
    assert linked.table.grid is None
    assert not linked.complete
    for block in range(2):
        one, other = whole.table.places[()][block], linked.table.places[()][block]
        assert (linked.known.low[other] <= whole.known.low[one]).all()
        assert (whole.known.high[one] <= linked.known.high[other]).all()


@pytest.mark.daily(1)
@pytest.mark.parametrize(("base", "shape"), crossed([3, 10], [(6, 7), (3, 4, 3), (2, 3, 2, 2)]))
def test_steps_boxes_and_programs_agree_on_larger_tables(shape: tuple[int, ...], base: int) -> None:
    """Whatever found them: ends are reached by solutions, so that all methods of search must give the same."""
    draw = np.random.default_rng(base)
    names = ["A", "B", "C", "D"][: len(shape)]
    codes = product(*([f"{name}{place}" for place in range(size)] for name, size in zip(names, shape, strict=True)))
    data = microdata({code: int(draw.integers(1, 9)) for code in codes}, names)
    raw = raw_of(data, names[:1], names[1:])
    result = attack(raw, data, ckm.Rounding(base))
    assert result.exact == result.cells
    propagation = Propagation(result.table.relations)
    known = IntruderKnowledge.from_solution(propagation(result.open), None)
    solved(propagation, known, result.counted, Limit(), lambda share: None)
    assert (known.low[result.counted] == result.known.low[result.counted]).all()
    assert (known.high[result.counted] == result.known.high[result.counted]).all()
