"""T01: weighted counts beside counts give mean weights without noise; the attack concludes from them what all tables
tried say, no more and no less."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.lab.risk import floor
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.floor import MeasuredRule, measure_floor
from ckmcore.lab.risk.impossible import ended_zeros
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_tables
from ckmcore.lab.risk.relations import AttackTooLarge
from ckmcore.lab.risk.weight_ratios import ratio_of
from ckmcore.lab.risk.weight_remedies import guesses
from ckmcore.messages import sentence
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.serialization import method_text
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.ptable import design_ptable
from ckmcore.statistic.floor import table_marks
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import Condition, TableSpec, Value
from tests.ckmcore.lab.risk.every_original import data_of, with_void
from tests.kit.exact_weights import possible_counts
from tests.kit.examples import examples
from tests.kit.weighted_records import NAMES, weighted_data

W19 = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
BOTH = (Value("count"), Value("weighted_count"))


def cells_of(shape: tuple[int, ...]) -> dict[str, tuple[tuple[int, ...], list[int]]]:
    """Each cell of a table with all margins: its place there, and its atoms."""
    atoms = np.arange(int(np.prod(shape))).reshape(shape)
    found = {}
    for place in product(*(range(size + 1) for size in shape)):
        taken = tuple(slice(None) if at == 0 else slice(at - 1, at) for at in place)
        found[str(place)] = (place, atoms[taken].ravel().tolist())
    return found


def compared(
    seed: int,
    shape: tuple[int, ...],
    mean: int,
    step: int,
    spread: float,
    knowledge: IntruderScenario,
    most: int = 3,
    known: Callable[[Microdata], tuple[Microdata, set[int]]] = lambda data: (data, set()),
) -> tuple[int, int]:
    """How many cells the attack discloses with weights, and how many counts alone do; both must be those of all tables
    tried. known: the same records, and the atoms that hold nobody as everybody knows."""
    data, empty = known(weighted_data(seed, shape, most, mean, spread))
    method = ckm.CellKeyMethod(W19, weighted_step=step)
    names = NAMES[: len(shape)]
    raw = ckm.tabulate(data, TableSpec(names[:1], names[1:], values=BOTH))
    result = attack(raw, data, method, knowledge=knowledge)
    block = method.protect(raw).blocks[0]
    able = [atom for atom in range(int(np.prod(shape))) if atom not in empty]
    cells = {
        name: (place, [able.index(atom) for atom in atoms if atom in able])
        for name, (place, atoms) in cells_of(shape).items()
        if not empty.issuperset(atoms)
    }
    where = result.table.places[()][0]
    inside = {name: atoms for name, (_, atoms) in cells.items()}
    shown = {name: (int(block.figures[0][place]), int(block.figures[1][place])) for name, (place, _) in cells.items()}
    low, high = result.open.low, result.open.high
    ranges = {name: (int(low[where[place]]), int(high[where[place]])) for name, (place, _) in cells.items()}
    tables = possible_counts(inside, len(able), ranges, shown, step)
    assert tables
    for name, (place, atoms) in cells.items():
        sums = [sum(table[atom] for atom in atoms) for table in tables]
        figure = int(where[place])
        found = int(result.known.low[figure]), int(result.known.high[figure])
        assert found == (min(sums), max(sums)), (seed, name, found, min(sums), max(sums), result.undecided)
    assert result.complete
    plain = attack(ckm.tabulate(data, TableSpec(names[:1], names[1:])), data, method, knowledge=knowledge)
    return len(result.disclosed), len(plain.disclosed)


def drawn(seed: int) -> tuple[int, int]:
    shape = ((3,), (4,), (2, 2), (2, 3))[seed % 4]
    mean, step = ((1000, 1), (10, 1), (1000, 100), (4000, 1000), (10, 10))[seed % 5]
    knowledge: IntruderScenario = ("zero_rule", "table")[seed % 2]
    return compared(seed, shape, mean, step, (0.05, 0.3, 1.0)[seed % 3], knowledge)


@pytest.mark.thorough
def test_t01_weights_beside_counts_disclose_what_all_tables_tried_say() -> None:
    found = [drawn(seed) for seed in (0, 1, 4, 5, 8, 10, 14, 16)]
    assert sum(weighted for weighted, _ in found) > sum(plain for _, plain in found)


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(0, 320, 20))
def test_t01_weights_beside_counts_disclose_what_all_of_320_tables_tried_say(first: int) -> None:
    for seed in range(first, first + 20):
        drawn(seed)


def declared(data: Microdata) -> tuple[Microdata, set[int]]:
    """Empty cells of A1 declared impossible."""
    size = len(data.dimensions["B"].codes)
    held = {(int(a), int(b)) for a, b in zip(data.columns["A"], data.columns["B"], strict=True)}
    void = [at for at in range(size) if (1, at) not in held]
    return with_void(data, *({"A": ("A1",), "B": (f"B{at}",)} for at in void)), {size + at for at in void}


def ended(data: Microdata) -> tuple[Microdata, set[int]]:
    """The last code of B is not valid in the period, and no record has it."""
    b, codes = data.dimensions["B"], len(data.dimensions["B"].codes)
    kept = np.flatnonzero(data.columns["B"] < codes - 1)
    assert data.weight is not None
    assert data.record_keys is not None
    fewer = replace(
        data,
        rows=len(kept),
        dimensions={**data.dimensions, "B": replace(b, ended=b.categories[-1:])},
        columns={name: column[kept] for name, column in data.columns.items()},
        record_keys=replace(data.record_keys, values=data.record_keys.values[kept]),
        weight=replace(data.weight, values=data.weight.values[kept]),
    )
    return fewer, {codes - 1, 2 * codes - 1}


def with_certain_zeros(seed: int) -> int:
    mean, step = ((1000, 1), (1000, 10), (4000, 100))[seed % 3]
    found, _ = compared(seed, (2, 3), mean, step, 1.0, "zero_rule", 2, known=(declared, ended)[seed % 2])
    return found


@pytest.mark.thorough
def test_t01_a_cell_that_holds_nobody_for_certain_weighs_nothing() -> None:
    assert sum(with_certain_zeros(seed) for seed in range(8))


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(8, 208, 20))
def test_t01_a_cell_that_holds_nobody_for_certain_weighs_nothing_in_many_tables(first: int) -> None:
    for seed in range(first, first + 20):
        with_certain_zeros(seed)


def test_t01_an_ended_code_that_a_record_has_is_in_use() -> None:
    data = weighted_data(10, (2, 3), 3, 1000, 0.3)
    b = data.dimensions["B"]
    gone = replace(data, dimensions={**data.dimensions, "B": replace(b, ended=b.categories[-1:])}, cache={})
    assert ended_zeros(gone, ["A", "B", "none"]) == []
    assert [zero.cells for zero in ended_zeros(ended(data)[0], ["A", "B"])] == [(("B", ("B2",)),)]


# --- in linked tables, the floor, and with noise of their own ---------------------------------------------------------


def test_t01_one_table_with_and_another_without_weights_tell_as_much_as_one_with_both() -> None:
    data = weighted_data(10, (2, 2), 3, 1000, 0.3)
    method = ckm.CellKeyMethod(W19, weighted_step=1)
    both, counts, weights = (
        ckm.tabulate(data, TableSpec("A", "B", values=values)) for values in (BOTH, BOTH[:1], BOTH[1:])
    )
    whole = attack(both, data, method)
    assert whole.disclosed
    for order in ((counts, weights), (weights, counts)):
        apart = attack_tables(list(order), data, method)
        assert sorted(one.cell.low for one in apart.disclosed) == sorted(one.low for one in whole.disclosed)
    assert not attack_tables([counts], data, method).disclosed


@pytest.mark.thorough
def test_t01_who_knows_the_tableau_concludes_at_least_as_much_from_weights() -> None:
    cells = 0
    for seed in (0, 2, 10, 11, 15):
        data = weighted_data(seed, ((3,), (2, 2))[seed % 2], 3, 1000, 0.3)
        raw = ckm.tabulate(data, TableSpec("A", () if seed % 2 == 0 else "B", values=BOTH))
        method = ckm.CellKeyMethod(W19)
        table, tableau = (attack(raw, data, method, knowledge=one, seconds=20) for one in ("table", "tableau"))
        assert {one.figure for one in table.disclosed} <= {one.figure for one in tableau.disclosed}
        assert (tableau.known.low >= table.known.low).all()
        assert (tableau.known.high <= table.known.high).all()
        cells += len(table.disclosed)
    assert cells


def test_t01_rounding_of_weights_tells_nothing_of_counts() -> None:
    data = weighted_data(10, (2, 2), 3, 1000, 0.3)
    for method in (ckm.Rounding(5), ckm.CellKeyMethod(W19, weighted_key="own")):
        found = attack(ckm.tabulate(data, TableSpec("A", "B", values=BOTH)), data, method)
        plain = attack(ckm.tabulate(data, TableSpec("A", "B")), data, method)
        assert found.evidence.weights is None
        assert len(found.disclosed) >= len(plain.disclosed)


def test_t01_negative_weights_are_not_tested_and_said_so() -> None:
    data = weighted_data(10, (2, 2), 3, 1000, 0.3)
    weights = np.array(data.weight.values)
    weights[0] = -weights[0]
    data = replace(data, weight=NumberColumn("w", weights, 0), cache={})
    found = attack(ckm.tabulate(data, TableSpec("A", "B", values=BOTH)), data, ckm.CellKeyMethod(W19))
    assert found.evidence.weights is None
    assert [one.code for one in found.untested] == ["attack_weights_negative"]


def test_t01_doubles_of_weights_are_known_up_to_a_billionth() -> None:
    exact, wider = ratio_of(3, 3000, 1, doubles=False), ratio_of(3, 3000, 1, doubles=True)
    assert wider[0] < exact[0] < exact[1] < wider[1]
    assert (float(wider[1] / exact[1]) - 1) < 3e-9


@pytest.mark.thorough
def test_t01_large_tables_are_attacked_by_counts_and_single_sums_and_say_so() -> None:
    data = weighted_data(3, (60, 40), 3, 1000, 0.3)
    found = attack(ckm.tabulate(data, TableSpec("A", "B", values=BOTH)), data, ckm.CellKeyMethod(W19), seconds=5)
    assert [one.code for one in found.untested] == ["attack_weights_bounds"]
    counts = attack(ckm.tabulate(data, TableSpec("A", "B")), data, ckm.CellKeyMethod(W19), seconds=5)
    assert len(found.disclosed) >= len(counts.disclosed)
    low, high = found.known.low, found.known.high
    places, original = found.table.places[()][0], ckm.tabulate(data, TableSpec("A", "B")).blocks[0].counts
    assert (low[places] <= original).all()
    assert (original <= high[places]).all()


@pytest.mark.thorough
def test_t01_rule_f18_is_open_for_fine_steps_and_holds_for_coarse_ones_and_own_noise() -> None:
    data = weighted_data(10, (2, 2), 3, 1000, 0.3)
    spec = TableSpec("A", "B", values=BOTH)

    def judged(method: ckm.CellKeyMethod) -> MeasuredRule:
        return next(one for one in measure_floor(data, [spec], method).judged if one.rule == "F18")

    fine = measure_floor(data, [spec], ckm.CellKeyMethod(W19))
    rule = next(one for one in fine.rules if one.rule == "F18")
    assert rule.refused
    assert judged(ckm.CellKeyMethod(W19)).verdict is Verdict.OPEN
    assert judged(ckm.CellKeyMethod(W19, weighted_step=10_000)).verdict is Verdict.HELD
    assert judged(ckm.CellKeyMethod(W19, weighted_key="own")).verdict is Verdict.HELD


@pytest.mark.thorough
def test_t01_an_open_rule_f18_names_each_remedy_with_its_measured_effect() -> None:
    data = weighted_data(10, (2, 2), 3, 1000, 0.3)
    spec = TableSpec("A", "B", values=BOTH)
    found = measure_floor(data, [spec], ckm.CellKeyMethod(W19))
    told = [one.said for one in found.remedies]
    assert told[0].code == "floor_weights_alone"
    assert found.remedies[0].verdict is Verdict.NOT_TESTED, "no attack was made where no count is left"
    steps = [one for one in found.remedies if one.said.code == "floor_weights_step"]
    for one in steps:
        step = one.said.fields["step"]
        again = attack(ckm.tabulate(data, spec), data, ckm.CellKeyMethod(W19, weighted_step=step))
        assert one.said.fields["disclosed"] == len(again.disclosed)
    assert [one.verdict for one in steps] == [Verdict.OPEN] * (len(steps) - 1) + [Verdict.HELD]
    assert told[-1].code == "floor_weights_own"
    beside = measure_floor(data, [spec, TableSpec("A")], ckm.CellKeyMethod(W19)).remedies[0].said
    assert beside.code == "floor_weights_alone_beside"
    assert beside.fields["disclosed"] > 0
    assert not measure_floor(data, [spec], ckm.CellKeyMethod(W19, weighted_step=10_000)).remedies


@pytest.mark.parametrize("key", ["count", "own"])
def test_t01_weights_in_a_table_that_is_attacked_by_its_counts_are_looked_at(key: str) -> None:
    data = weighted_data(10, (2, 2), 5, 7, 0.0) if key == "own" else weighted_data(10, (2, 2), 3, 1000, 0.3)
    data = replace(data, magnitudes={"m": NumberColumn("m", np.arange(data.rows, dtype=np.int64), 0)})
    method = ckm.CellKeyMethod(W19, weighted_key=key)
    specs = [TableSpec("A", "B", values=values) for values in (BOTH, (*BOTH, Value("sum", magnitude="m")))]
    found = [[one for one in measure_floor(data, [spec], method).rules if one.rule == "F18"] for spec in specs]
    assert found[0]
    assert found[0] == found[1]


def test_t01_rule_f18_and_its_remedies_do_not_hold_where_a_table_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    data, fine = weighted_data(10, (2, 2), 3, 1000, 0.3), ckm.CellKeyMethod(W19)
    spec, said = TableSpec("A", "B", values=BOTH), Verdict.NOT_TESTED
    made = floor.attack_tables

    def in_part(raws: Sequence[RawTable], *asked: Any, **named: Any) -> LinkedAttack:
        if any(raw.spec.weighted_values for raw in raws):
            raise AttackTooLarge(cells=2, limit=1)
        return made(raws, *asked, **named)

    with monkeypatch.context() as patched:
        patched.setattr(floor, "attack_tables", in_part)
        for method in (fine, replace(fine, weighted_key="own")):
            judged = measure_floor(data, [TableSpec("A"), spec], method).judged
            assert [one.verdict for one in judged if one.rule == "F18"] == [said]

    def untested(*asked: Any, **named: Any) -> LinkedAttack:
        return made(*asked, **named, untested=[sentence("attack_derived_left")])

    monkeypatch.setattr(floor, "attack_tables", untested)
    remedies = measure_floor(data, [spec], fine).remedies
    assert Verdict.HELD not in {one.verdict for one in remedies}
    coarse = measure_floor(data, [spec], replace(fine, weighted_step=10_000)).judged
    assert [one.verdict for one in coarse if one.rule == "F18"] == [said]


def test_t01_two_draws_are_guessed_as_often_as_fractions_say() -> None:
    one_draw: dict[int, dict[object, Fraction]] = {}
    two_draws: dict[int, dict[object, Fraction]] = {}
    intervals = list(zip(W19.row_numbers.tolist(), W19.noise.tolist(), W19.probabilities.tolist(), strict=True))
    for count in range(9):
        single = {count + v: Fraction(p) for row, v, p in intervals if row == min(count, W19.last_row)}
        one_draw[count] = dict(single)
        two_draws[count] = {(j, k): single[j] * single[k] for j, k in product(single, repeat=2)}
    expected = []
    for every in (one_draw, two_draws):
        right = Fraction(0)
        for count in (1, 2):
            for seen, chance in every[count].items():
                most = max(float(one.get(seen, 0)) for one in every.values())
                best = [i for i, one in every.items() if float(one.get(seen, 0)) >= most * (1 - 1e-9)]
                right += chance / len(best) if count in best else 0
        expected.append(float(right / 2))
    assert guesses(ckm.CellKeyMethod(W19)) == pytest.approx(tuple(expected), abs=1e-6)


def test_t01_own_noise_where_all_weights_are_equal_is_a_second_draw_and_refused() -> None:
    spec = TableSpec("A", "B", values=BOTH)
    own = ckm.CellKeyMethod(W19, weighted_key="own")
    equal = weighted_data(10, (2, 2), 5, 7, 0.0)
    found = measure_floor(equal, [spec], own)
    assert [(one.rule, one.refused, one.sentence.code) for one in found.rules] == [("F18", True, "floor_weights_equal")]
    assert found.rules[0].found > found.rules[0].limit
    for data, method in ((equal, ckm.CellKeyMethod(W19)), (weighted_data(10, (2, 2), 5, 7, 0.4), own)):
        assert "F18" not in {one.rule for one in measure_floor(data, [spec], method).rules}
    tenths = replace(equal, weight=NumberColumn("w", np.full(len(equal.weight.values), 0.1), None), cache={})
    assert [one.rule for one in measure_floor(tenths, [spec], own).rules] == ["F18"]


ROWS = np.repeat([0, 1, 2, 3], 15)
DRAWN = np.random.default_rng(5).integers(100, 900, 60)
WEIGHED: dict[str, tuple[Any, list[TableSpec], bool]] = {
    "one table beside others": (
        np.where(ROWS < 2, 7, DRAWN),
        [TableSpec("A", "B", values=BOTH), TableSpec("B", filters=Condition("A", ("A0", "A1")), values=BOTH)],
        True,
    ),
    "one value beside others": (
        np.where(ROWS < 2, 7, DRAWN),
        [TableSpec("B", values=[*BOTH, Value("weighted_count", conditions=(Condition("A", ("A0",)),))])],
        True,
    ),
    "few records in a table": (
        np.where(np.arange(60) < 4, 7, DRAWN),
        [TableSpec("A", "C", values=BOTH), TableSpec("B", filters=Condition("C", ("C1",)), values=BOTH)],
        True,
    ),
    "a category": (np.where(ROWS == 2, 1, DRAWN), [TableSpec("A", "B", values=BOTH)], True),
    "each category of one variable": (100 + 7 * ROWS, [TableSpec("A", values=BOTH)], True),
    "two variables": (100 + 10 * ROWS + np.arange(60) % 3, [TableSpec("A", "B", values=BOTH)], True),
    "weighted counts alone": (np.where(ROWS == 2, 1, DRAWN), [TableSpec("A"), TableSpec("A", values=BOTH[1:])], True),
    "a category with one that weighs nothing": (
        np.where(ROWS == 2, 1, DRAWN) * (np.arange(60) != 30),
        [TableSpec("A", "B", values=BOTH)],
        False,
    ),
    "other weights throughout": (DRAWN, [TableSpec("A", "B", values=BOTH), TableSpec("B", values=BOTH)], False),
    "too few of a category": (np.where(np.arange(60) < 7, 7, DRAWN), [TableSpec("C", "B", values=BOTH)], False),
}


@pytest.mark.parametrize("name", WEIGHED)
@pytest.mark.parametrize("doubles", [False, True])
def test_t01_own_noise_is_judged_table_by_table_and_in_each_category_whose_weights_are_equal(
    name: str, doubles: bool
) -> None:
    weights, specs, open_ = WEIGHED[name]
    codes = {"A": tuple(f"A{at}" for at in range(4)), "B": ("B0", "B1", "B2"), "C": ("C0", "C1")}
    records = [[f"A{row}", f"B{at % 3}", "C1" if at < 4 else "C0"] for at, row in enumerate(ROWS)]
    data = data_of(codes, records, 3)
    column = NumberColumn("w", weights * 0.1, None) if doubles else NumberColumn("w", weights, 0)
    found = measure_floor(replace(data, weight=column), specs, ckm.CellKeyMethod(W19, weighted_key="own"))
    assert [one.rule for one in found.rules if one.rule == "F18"] == ["F18"] * open_
    assert [one.verdict for one in found.judged if one.rule == "F18"] == [Verdict.OPEN if open_ else Verdict.HELD]


def test_t01_own_noise_is_no_remedy_where_the_weights_of_a_category_are_equal() -> None:
    data = weighted_data(10, (2, 2), 8, 1000, 0.3)
    spec = TableSpec("A", "B", values=BOTH)
    values = np.where(data.columns["A"] == 0, 1000, data.weight.values) if data.weight is not None else np.zeros(0)
    for weights, said in ((data.weight, Verdict.HELD), (NumberColumn("w", values, 0), Verdict.OPEN)):
        found = measure_floor(replace(data, weight=weights, cache={}), [spec], ckm.CellKeyMethod(W19))
        assert [one.verdict for one in found.remedies if one.said.code == "floor_weights_own"] == [said]


def test_t01_a_table_of_weighted_counts_alone_is_measured_as_not_attacked_and_named() -> None:
    data = weighted_data(10, (2, 2), 5, 1000, 0.3)
    found = measure_floor(data, [TableSpec("A", "B", values=BOTH[1:])], ckm.CellKeyMethod(W19))
    assert found.verdict is Verdict.NOT_TESTED
    assert [one.code for one in found.skipped] == ["floor_table_not_attacked"]


def test_t01_own_noise_of_weights_is_not_that_of_the_count() -> None:
    data = weighted_data(3, (40, 20), 6, 1000, 0.0)
    own, former = ckm.CellKeyMethod(W19, weighted_key="own"), ckm.CellKeyMethod(W19)
    raw = ckm.tabulate(data, TableSpec("A", "B", values=BOTH))
    one, other = own.protect(raw).blocks[0], former.protect(raw).blocks[0]
    assert (one.figures[0] == other.figures[0]).all()
    counts = raw.blocks[0].counts
    noise, second = one.figures[0] - counts, np.rint(one.figures[1] / 1000).astype(np.int64) - counts
    assert (np.abs(second) <= 2).all()
    assert (second[counts == 0] == 0).all()
    large = counts > 3
    assert abs(np.corrcoef(noise[large], second[large])[0, 1]) < 0.15
    assert method_text(former) == method_text(ckm.CellKeyMethod(W19, weighted_key="count"))
    assert "weighted_key" not in method_text(former)


def test_t01_a_table_measured_before_weights_were_looked_at_is_measured_anew() -> None:
    data = weighted_data(10, (2, 2), 3, 1000, 0.3)
    method = ckm.CellKeyMethod(W19)
    marks = {table_marks(method, data, [TableSpec("A", "B", values=values)]) for values in (BOTH, BOTH[:1])}
    assert len(marks) == 2


@pytest.mark.thorough
@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10**6))
def test_t01_no_row_excludes_the_true_counts(seed: int) -> None:
    shape = ((5,), (3, 3), (4, 2))[seed % 3]
    data = weighted_data(seed, shape, 4, (10, 1000)[seed % 2], (0.1, 1.0)[seed // 2 % 2])
    names = NAMES[: len(shape)]
    raw = ckm.tabulate(data, TableSpec(names[:1], names[1:], values=BOTH))
    found = attack(raw, data, ckm.CellKeyMethod(W19, weighted_step=(1, 10, 100)[seed % 3]), seconds=0)
    true = found.table.places[()][0]
    counts = raw.blocks[0].counts
    assert (found.known.low[true] <= counts).all()
    assert (counts <= found.known.high[true]).all()
    if found.evidence.weights is not None:
        values = np.zeros(found.table.relations.count, dtype=np.int64)
        values[true] = counts
        assert found.evidence.weights.broken(values) is None


@pytest.mark.thorough
def test_t01_the_shares_by_step_are_those_of_the_handbook() -> None:
    shares = []
    for heavier in (1, 4):
        for step in (1, 10, 100, 1000):
            cells = disclosed = 0
            for seed in range(6):
                data = weighted_data(seed, (4, 3), 9, 1000, 0.3)
                weights = data.weight.values * np.where(data.columns["B"] % 2, heavier, 1)
                data = replace(data, weight=NumberColumn("w", weights, 0), cache={})
                method = ckm.CellKeyMethod(W19, weighted_step=step)
                found = attack(ckm.tabulate(data, TableSpec("A", "B", values=BOTH)), data, method)
                assert found.complete
                cells, disclosed = cells + found.cells, disclosed + len(found.disclosed)
            shares.append(round(100 * disclosed / cells))
    assert shares == [97, 91, 2, 0, 100, 93, 70, 2]
