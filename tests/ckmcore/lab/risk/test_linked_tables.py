"""The attack on several tables: enumeration as the oracle, examples of the design, samples, contradictions, words."""

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
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, CkmError, InputError
from ckmcore.lab.risk import relations as relations_module
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.linked_captions import (
    contradiction_text,
    linked_cell_text,
    linked_constellation,
    linked_disclosed_text,
    linked_sentences,
)
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_published, attack_size, attack_tables, search_on
from ckmcore.lab.risk.publication import Publication, published_table
from ckmcore.lab.risk.relations import AttackTooLarge
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import ExemptCells, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import PERIOD, Condition, Level, TableSpec, Value
from tests.kit.brute_force import microdata, pruned_intervals, raw_of, two_way
from tests.kit.examples import crossed, examples
from tests.kit.fails import fails

PTABLE = ckm.design_ptable(D=2, V=1, js=0)


def records(shape: Sequence[int], counts: Sequence[int]) -> Microdata:
    """Records of A, B, ... with so many of each combination, in C order; every category has a record."""
    names = list("ABC")[: len(shape)]
    codes = product(*([f"{name}{at}" for at in range(size)] for name, size in zip(names, shape, strict=True)))
    filled = dict(zip(codes, counts, strict=True))
    for axis, name in enumerate(names):
        for at in range(shape[axis]):
            mine = [code for code in filled if code[axis] == f"{name}{at}"]
            if not any(filled[code] for code in mine):
                filled[mine[0]] = 1
    return microdata(filled, names, keys=True)


def cells_of(shape: Sequence[int], axes: Sequence[int]) -> list[list[int]]:
    """The atoms of each cell of a table of some axes with all margins, total first."""
    atoms = np.arange(int(np.prod(shape))).reshape(shape)
    found = []
    for position in product(*(range(shape[axis] + 1) for axis in axes)):
        taken: list[slice] = [slice(None)] * len(shape)
        for axis, place in zip(axes, position, strict=True):
            taken[axis] = slice(None) if place == 0 else slice(place - 1, place)
        found.append(atoms[tuple(taken)].ravel().tolist())
    return found


def range_of(method: Method, knowledge: IntruderScenario, shown: int) -> tuple[int, int]:
    """What a published count leaves open, by trying originals."""
    if isinstance(method, ckm.Rounding):
        fits = [value for value in range(60) if (2 * value + method.base) // (2 * method.base) * method.base == shown]
    else:
        fits = [
            value
            for value in range(60)
            if abs(value - shown) <= 2 and (knowledge == "deviation" or shown == 0 or value > 0)
        ]
    return fits[0], fits[-1]


def ends(found: LinkedAttack, table: int) -> list[tuple[int, int]]:
    places = found.tables[table].table.places[()][0].ravel()
    return list(zip(found.known.low[places].tolist(), found.known.high[places].tolist(), strict=True))


TABLES = [[(0,)], [(0, 1)], [(0, 1), (0, 2)], [(0,), (1,)], [(0, 1), (1, 2), (0, 2)], [(0, 1, 2), (2,)]]


# Twelve atoms by rounding, whose intervals are narrow enough to try them all; eight by the cell-key method.
TRIED = [((2, 2, 3), "rounding 3"), ((2, 2, 3), "rounding 2"), ((2, 2, 2), "zero_rule"), ((2, 2, 2), "deviation")]


@pytest.mark.thorough
@settings(max_examples=examples(14))
@given(
    st.sampled_from(TRIED).flatmap(
        lambda tried: st.tuples(
            st.just(tried),
            st.lists(st.integers(0, 2), min_size=int(np.prod(tried[0])), max_size=int(np.prod(tried[0]))),
        )
    ),
    st.sampled_from(TABLES),
)
def test_intervals_of_linked_tables_are_those_of_all_originals_tried(
    tried: tuple[tuple[tuple[int, ...], str], list[int]], tables: list[tuple[int, ...]]
) -> None:
    (shape, by), counts = tried
    data = records(shape, counts)
    method: Method = ckm.Rounding(int(by[-1])) if by.startswith("rounding") else ckm.CellKeyMethod(PTABLE)
    knowledge: IntruderScenario = "deviation" if by == "deviation" else "zero_rule"
    raws = [raw_of(data, ["ABC"[axes[0]]], ["ABC"[axis] for axis in axes[1:]]) for axes in tables]
    found = attack_tables(raws, data, method, knowledge=knowledge)
    cells, ranges, every = [], [], []
    for axes, raw in zip(tables, raws, strict=True):
        cells += cells_of(shape, axes)
        shown = method.protect(raw).blocks[0].figures[0].ravel().tolist()
        ranges += [range_of(method, knowledge, one) for one in shown]
        every += shown
    wanted = pruned_intervals(cells, ranges, len(counts), every)
    assert wanted is not None
    assert [one for table in range(len(tables)) for one in ends(found, table)] == wanted
    assert found.exact == found.cells
    assert found.complete
    assert found.contradiction is None
    # What is clear from the figure alone, as a 0 rounded to base 2, is not counted.
    fixed = {
        tuple(atoms)
        for atoms, (low, high), (least, most) in zip(cells, wanted, ranges, strict=True)
        if low == high and least < most
    }
    assert len(found.disclosed) == len(fixed)


def test_1_and_1_with_the_total_0_of_another_table_are_disclosed() -> None:
    parts = published({"A": ["x", "y"]}, [0, 1, 1], hidden=[0])
    found = attack_published(parts, DATA)
    assert [(one.table, one.cell.low, one.cell.high) for one in found.disclosed] == [(0, 1, 1), (0, 1, 1), (1, 2, 2)]
    loose = attack_published([replace(one, knowledge="deviation") for one in parts], DATA)
    assert loose.disclosed == ()
    assert [(low, high) for low, high in ends(loose, 0)] == [(0, 2)] * 3
    nothing = attack_published([replace(one, knowledge="nothing") for one in parts], DATA)
    assert nothing.disclosed == ()
    assert nothing.known.low.tolist() == [2, 1, 1]


DATA = microdata({("x",): 1, ("y",): 1}, ["A"], keys=True)


def published(
    codes: dict[str, list[str]], figures: list[int], hidden: Sequence[int] = (), method: Method | None = None
) -> list[Publication]:
    """The table A with the published figures total, x, y; `hidden`: in a second table instead of the first."""
    spec = TableSpec(rows=list(codes))
    shown = published_table(DATA, spec, ckm.protect(raw_of(DATA, list(codes)), ckm.Rounding(2)).blocks)
    block = replace(shown.blocks[0], figures=(np.array(figures),))
    method = method or ckm.CellKeyMethod(PTABLE)
    if not hidden:
        return [Publication(Texts("Persons", "Personen"), replace(shown, blocks=(block,)), method)]
    inner = TableSpec(rows=[ckm_level("A", total="off")])
    first = ProtectedTable(inner, (block,), shown.method_name, shown.note, shown.short_note)
    whole = TableSpec(rows=[])
    top = published_table(DATA, whole, ckm.protect(raw_of(DATA, []), ckm.Rounding(2)).blocks)
    total = replace(top, blocks=(replace(top.blocks[0], figures=(np.array(figures[0]),)),))
    return [
        Publication(Texts("Persons", "Personen"), first, method),
        Publication(Texts("All", "Alle"), total, method),
    ]


def ckm_level(variable: str, total: str) -> Level:
    return Level(variable, total=total)  # type: ignore[arg-type]


BASE_10 = [(9, 5), (4, 20), (4, 31), (4, 17), (4, 44)]


def test_the_counterexample_of_base_10_is_disclosed_also_where_its_margins_are_a_table_of_their_own() -> None:
    data = microdata(two_way(BASE_10), ["R", "C"])
    inner = ckm.tabulate(data, TableSpec(rows=[ckm_level("R", total="off")], columns=[ckm_level("C", total="off")]))
    margins = [raw_of(data, ["R"]), raw_of(data, ["C"])]
    alone = attack_tables([inner], data, ckm.Rounding(10))
    assert alone.disclosed == ()
    found = attack_tables([inner, *margins], data, ckm.Rounding(10))
    values = [(one.table, one.cell.position, one.cell.low) for one in found.disclosed]
    assert {low for table, position, low in values if table == 0 and position[1] == 1} == {4, 9}
    assert [low for table, position, low in values if table == 0 and position[0] == 1] == [9, 5]
    assert [low for table, _, low in values if table == 1] == [14]
    assert [low for table, _, low in values if table == 2] == [25]
    assert len(values) == 8
    assert found.complete
    one = next(one for one in found.disclosed if one.cell.low == 5)
    why = linked_constellation(found, one)
    assert why.complete
    said = linked_disclosed_text(found, one, why, "en")
    assert "Table 1: r0, c1: published 10, can only be 5." in said
    assert "Table 3: c0: 10 + 0 + 0 + 0 + 0 = 30" in said
    assert "Table 2: r0: 10 + 10 = 10" in said
    assert "Tabelle 2: r0: 10 + 10 = 10" in linked_disclosed_text(found, one, why, "de")
    assert linked_cell_text(found, one, "de") == "Tabelle 1: r0, c1"


def test_a_table_that_shows_fewer_levels_is_linked_with_one_that_shows_more(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = [("x", 0), ("x1", 1), ("x2", 1), ("y", 0), ("y1", 1)]
    frame = pd.DataFrame({"L": ["x1", "x2", "y1", "y1"], "S": ["m", "w", "m", "w"], "T": ["p", "q", "p", "q"]})
    data = Microdata.from_pandas(frame, ["L", "S", "T"]).with_hierarchy("L", Hierarchy.from_depths(tree))
    fine = ckm.tabulate(data, TableSpec(rows=[Level("L", depths=(1,))], columns=["S"]))
    rough = ckm.tabulate(data, TableSpec(rows=[Level("L", depths=(0,))], columns=["T"]))
    joint = attack_tables([fine, rough], data, ckm.Rounding(3))
    assert joint.linked.grid is not None
    monkeypatch.setattr(relations_module, "JOINT_FIGURES", 0)
    linked = attack_tables([fine, rough], data, ckm.Rounding(3))
    assert linked.linked.grid is None
    for number in range(2):
        assert ends(linked, number) == ends(joint, number)
    assert not linked.complete
    assert "linked by the cells that they share" in " ".join(one.text("en") for one in linked_sentences(linked))


@pytest.mark.thorough
@settings(max_examples=examples(15))
@given(st.lists(st.integers(0, 3), min_size=12, max_size=12), st.sampled_from(TABLES[2:]))
def test_linking_by_shared_cells_proves_nothing_false(counts: list[int], tables: list[tuple[int, ...]]) -> None:
    data = records((2, 2, 3), counts)
    raws = [raw_of(data, ["ABC"[axes[0]]], ["ABC"[axis] for axis in axes[1:]]) for axes in tables]
    joint = attack_tables(raws, data, ckm.Rounding(3))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(relations_module, "JOINT_FIGURES", 0)
        linked = attack_tables(raws, data, ckm.Rounding(3))
    for number in range(len(tables)):
        pairs = zip(ends(linked, number), ends(joint, number), strict=True)
        assert all(low <= least and most <= high for (low, high), (least, most) in pairs)


def test_one_table_is_attacked_as_by_the_attack_on_one_table() -> None:
    data = microdata(two_way(BASE_10), ["R", "C"])
    raw = raw_of(data, ["R"], ["C"])
    one, linked = attack(raw, data, ckm.Rounding(10)), attack_tables([raw], data, ckm.Rounding(10))
    assert [cell.cell for cell in linked.disclosed] == list(one.disclosed)
    assert [cell.cell for cell in linked.narrow(4)] == list(one.narrow(4))


def test_a_filter_of_one_table_alone_links_it_with_the_table_of_all_records() -> None:
    data = microdata({("r0", "c0"): 1, ("r0", "c1"): 1, ("r1", "c0"): 7}, ["R", "C"])
    every = raw_of(data, ["R"], ["C"])
    chosen = ckm.tabulate(data, TableSpec(rows=["C"], filters=(Condition("R", ("r0",)),)))
    found = attack_tables([every, chosen], data, ckm.Rounding(3))
    # The rows of the second table are the line r0 of the first.
    first, second = (found.tables[number].table.places[()][0] for number in range(2))
    assert second.tolist() == first[1].tolist()
    assert found.cells == every.cells


def test_originals_lie_within_what_is_proven_of_tables_with_filters_and_groups() -> None:
    draw = np.random.default_rng(2)
    categories = {"A": "xyz", "B": "mw", "C": "pqr"}
    frame = pd.DataFrame({name: draw.choice(list(codes), 80) for name, codes in categories.items()})
    data = Microdata.from_pandas(frame, ["A", "B", "C"])
    specs = [
        TableSpec(rows=["A"], columns=["B"], filters=(Condition("C", ("p", "q")),)),
        TableSpec(rows=["C"], columns=["B"], values=(Value(), Value(conditions=(Condition("A", ("x",)),)))),
        TableSpec(rows=["A"], columns=["C"], filters=(Condition("B", ("m",)),)),
    ]
    raws = [ckm.tabulate(data, spec) for spec in specs]
    found = attack_tables(raws, data, ckm.Rounding(5))
    originals = found.linked.originals(data)
    assert originals is not None
    assert (found.known.low <= originals).all()
    assert (originals <= found.known.high).all()
    for raw, table in zip(raws, found.tables, strict=True):
        for own, blocks in table.table.places.items():
            assert originals[blocks[0]].tolist() == raw.part(own)[0].counts.tolist()


def test_exempt_figures_are_known_with_and_without_originals() -> None:
    data = replace(DATA, exempt=(ExemptCells(),))
    raw = raw_of(data, ["A"])
    method = ckm.CellKeyMethod(PTABLE)
    assert raw.blocks[0].exempt is not None
    with_originals = attack_tables([raw], data, method)
    table = method.protect(raw)
    without = attack_published([Publication(Texts(), table, method)], data)
    assert with_originals.cells == without.cells == 2
    assert ends(with_originals, 0)[0] == ends(without, 0)[0] == (2, 2)


# --- samples and sizes ---------------------------------------------------------------------------------------------


def many(size: int = 20) -> tuple[Microdata, list[RawTable]]:
    draw = np.random.default_rng(4)
    frame = pd.DataFrame({name: [f"{name}{at}" for at in draw.integers(0, size, 900)] for name in "ABC"})
    data = Microdata.from_pandas(frame, ["A", "B", "C"])
    return data, [raw_of(data, ["A"], ["B"]), raw_of(data, ["A"], ["C"])]


@pytest.mark.thorough
def test_a_sample_is_drawn_by_its_seed_and_gives_an_interval_of_the_share() -> None:
    data, raws = many()
    first = attack_tables(raws, data, ckm.Rounding(3), sample_cells=40, seed=3)
    again = attack_tables(raws, data, ckm.Rounding(3), sample_cells=40, seed=3)
    other = attack_tables(raws, data, ckm.Rounding(3), sample_cells=40, seed=4)
    assert first.sampled is not None
    assert other.sampled is not None
    assert again.sampled is not None
    assert int(first.sampled.sum()) == 40
    assert (first.sampled == again.sampled).all()
    assert (first.sampled != other.sampled).any()
    assert bool(first.known.exact[first.sampled].all())
    assert not first.complete
    share = first.share
    assert share.of == 40
    assert share.low <= share.found / share.of <= share.high
    said = " ".join(one.text("de") for one in linked_sentences(first))
    assert "Stichprobe von 40 Feldern" in said


@pytest.mark.thorough
def test_the_interval_of_the_share_is_that_of_clopper_and_pearson() -> None:
    data, raws = many()
    found = attack_tables(raws, data, ckm.Rounding(3), sample_cells=40)
    from scipy.stats import binomtest

    share = found.share
    wanted = binomtest(share.found, share.of).proportion_ci(0.95, "exact")
    assert (share.low, share.high) == pytest.approx((wanted.low, wanted.high))


def test_a_sample_of_all_cells_is_no_sample() -> None:
    data, raws = many(3)
    found = attack_tables(raws, data, ckm.Rounding(3), sample_cells=10_000)
    assert found.sampled is None
    assert found.share.low == found.share.high
    with fails("attack_sample_size"):
        attack_tables(raws, data, ckm.Rounding(3), sample_cells=0)


def test_a_large_attack_is_said_before_with_an_offer_to_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    data, raws = many()
    specs = [raw.spec for raw in raws]
    assert attack_size(data, specs).sample is None
    assert attack_size(data, specs).offer is None
    assert attack_size(data, specs).cells == 2 * 21 * 21
    large = [TableSpec(rows=["A"], columns=["B"], layers=["C"]), *specs, TableSpec(rows=["B", "C"], columns=["A"])]
    size = attack_size(data, [*large, *large, *large])
    assert size.sample == 500
    assert size.offer is not None
    assert "Stichprobe von 500 Feldern" in size.offer.text("de")
    with fails("attack_needs_counts"):
        attack_size(data, [])
    with fails("attack_over_periods"):
        attack_size(data, [TableSpec(rows=[PERIOD])])
    monkeypatch.setattr("ckmcore.lab.risk.linked_tables.MOST_FIGURES", 100)
    with pytest.raises(AttackTooLarge):
        attack_size(data, specs)


def test_no_table_and_a_cancelled_job_are_refused_and_progress_never_falls() -> None:
    data, raws = many(4)
    with fails("attack_needs_counts"):
        attack_tables([], data, ckm.Rounding(3))
    with pytest.raises(Cancelled):
        attack_tables(raws, data, ckm.Rounding(3), cancelled=lambda: True)
    told: list[float] = []
    attack_tables(raws, data, ckm.Rounding(3), progress=told.append)
    assert told == sorted(told)
    assert told


# --- figures that were not made by the stated method ---------------------------------------------------------------


def test_a_sum_that_cannot_be_is_named_with_its_figures_and_ranges() -> None:
    found = attack_published(published({"A": ["x", "y"]}, [20, 3, 4]), DATA)
    assert found.contradiction is not None
    assert found.contradiction.complete
    assert len(found.contradiction.lines) == 1
    assert found.cells == 0
    assert found.disclosed == ()
    text = contradiction_text(found, found.contradiction, "en")
    assert "Persons: Total: 3 + 4 = 20 (originals: the parts 3 to 11, the total 18 to 22)" in text
    assert "Personen: Insgesamt: 3 + 4 = 20" in linked_sentences(found)[0].text("de")
    assert not found.complete


def test_the_same_cell_published_far_apart_in_two_tables_is_a_contradiction() -> None:
    one, other = published({"A": ["x", "y"]}, [7, 3, 4]), published({"A": ["x", "y"]}, [7, 3, 14])
    renamed = [replace(other[0], name=Texts("Yearbook", "Jahrbuch"))]
    found = attack_published([*one, *renamed], DATA)
    assert found.contradiction is not None
    assert found.contradiction.lines == ()
    text = contradiction_text(found, found.contradiction, "en")
    assert text == "y is published as 4 in “Persons”; 14 in “Yearbook”; no original can be behind all of them."


def test_a_contradiction_of_several_sums_needs_all_of_them() -> None:
    data = microdata(two_way([[5, 5], [5, 5]]), ["R", "C"])
    raw = raw_of(data, ["R"], ["C"])
    table = ckm.Rounding(2).protect(raw)
    #         all   c0   c1 | r0 ... | r1 ...: rows add, columns do not with both rows full.
    shown = np.array([[40, 20, 20], [20, 20, 0], [20, 20, 0]])
    false = replace(table, blocks=(replace(table.blocks[0], figures=(shown,)),))
    found = attack_published([Publication(Texts("T", "T"), false, ckm.Rounding(10))], data)
    assert found.contradiction is not None
    lines = found.contradiction.lines
    assert lines
    low, high = found.open.low, found.open.high
    for line in lines if len(lines) == 1 else ():
        parts = list(line.parts)
        assert low[parts].sum() > high[line.total] or high[parts].sum() < low[line.total]


@settings(max_examples=examples(60))
@given(st.lists(st.integers(0, 4), min_size=9, max_size=9))
def test_a_contradiction_is_found_if_and_only_if_no_originals_fit(multiples: list[int]) -> None:
    data = microdata(two_way([[1, 1], [1, 1]]), ["R", "C"])
    table = ckm.Rounding(3).protect(raw_of(data, ["R"], ["C"]))
    shown = 3 * np.array(multiples).reshape(3, 3)
    given_table = replace(table, blocks=(replace(table.blocks[0], figures=(shown,)),))
    found = attack_published([Publication(Texts("T", "T"), given_table, ckm.Rounding(3))], data)
    ranges = [range_of(ckm.Rounding(3), "zero_rule", one) for one in shown.ravel().tolist()]
    wanted = pruned_intervals(cells_of((2, 2), (0, 1)), ranges, 4)
    assert (found.contradiction is None) == (wanted is not None)
    if wanted is not None:
        assert ends(found, 0) == wanted
    else:
        assert found.contradiction is not None
        assert found.contradiction.complete
        assert contradiction_text(found, found.contradiction, "de")


def test_figures_of_another_layout_are_refused() -> None:
    with fails("published_does_not_fit"):
        published_table(DATA, TableSpec(rows=[], columns=[]), ckm.protect(raw_of(DATA, ["A"]), ckm.Rounding(2)).blocks)


def test_originals_of_another_delivery_are_not_used() -> None:
    data = microdata(two_way([[5, 5], [5, 5]]), ["R", "C"])
    raw = raw_of(data, ["R"], ["C"])
    table = ckm.Rounding(3).protect(raw)
    shown = np.array([[12, 6, 6], [6, 3, 3], [6, 3, 3]])
    former = replace(table, blocks=(replace(table.blocks[0], figures=(shown,)),))
    found = attack_published([Publication(Texts("T", "T"), former, ckm.Rounding(3), raw=raw)], data)
    assert found.contradiction is None
    ranges = [range_of(ckm.Rounding(3), "zero_rule", one) for one in shown.ravel().tolist()]
    assert ends(found, 0) == pruned_intervals(cells_of((2, 2), (0, 1)), ranges, 4)


def test_a_table_whose_method_is_not_known_gives_what_the_zero_rule_says() -> None:
    found = attack_published([replace(published({"A": ["x", "y"]}, [3, 0, 3])[0], method=None)], DATA)
    assert found.known.low.tolist() == [1, 0, 1]
    assert found.disclosed == ()


def test_the_words_say_nothing_of_figures() -> None:
    found = attack_published(published({"A": ["x", "y"]}, [2, 1, 1]), DATA)
    assert repr(found) == "LinkedAttack(1 tables, 3 cells, confidential)"
    assert "confidential" in repr(published({"A": ["x"]}, [2, 1, 1])[0])
    assert isinstance(InputError("attack_sample_size", found=0), CkmError)


def test_a_reader_who_knows_no_parameter_still_has_official_totals_and_the_zero_rule() -> None:
    data = replace(DATA, exempt=(ExemptCells(),))
    table = published({"A": ["x", "y"]}, [2, 1, 3])[0]
    known = attack_published([replace(table, knowledge="nothing")], data)
    # The total is 2, and both parts have a record.
    assert [one.cell.low for one in known.disclosed] == [1, 1]
    assert known.complete
    unknown = attack_published([replace(table, knowledge="nothing")], DATA)
    assert unknown.disclosed == ()
    assert unknown.exact == unknown.cells == 3
    assert set(unknown.known.high.tolist()) == {UNBOUNDED}
    assert unknown.complete


@pytest.mark.thorough
@settings(max_examples=examples(10))
@given(st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_intervals_under_an_official_total_are_those_of_all_originals_tried_without_any_parameter(
    counts: list[int],
) -> None:
    data = replace(records((2, 3), counts), exempt=(ExemptCells((("A", ("A0",)),)),))
    raws = [raw_of(data, ["A"], ["B"]), raw_of(data, ["B"])]
    method = ckm.CellKeyMethod(PTABLE)
    found = attack_tables(raws, data, method, knowledge="nothing")
    cells = [*cells_of((2, 3), (0, 1)), *cells_of((2, 3), (1,))]
    shown = [one for raw in raws for one in method.protect(raw).blocks[0].figures[0].ravel().tolist()]
    # No count is larger than the bounds tried, but where there is none.
    end = 9
    official = raws[0].blocks[0].counts[1, 0]
    ranges = [(int(one > 0), end * len(atoms)) for atoms, one in zip(cells, shown, strict=True)]
    ranges[4] = (int(official), int(official))
    wanted = pruned_intervals(cells, ranges, 6, [None if at == 4 else one for at, one in enumerate(shown)])
    assert wanted is not None
    bounds = [one for table in range(2) for one in ends(found, table)]
    assert [low for low, _ in bounds] == [low for low, _ in wanted]
    for (_, high), (_, most) in zip(bounds, wanted, strict=True):
        assert high == most if high < UNBOUNDED else most >= end
    assert found.exact == found.cells


@pytest.mark.daily(1)
@pytest.mark.parametrize(("sample", "knowledge"), crossed([None, 6], ["deviation", "zero_rule", "table", "tableau"]))
def test_a_search_that_goes_on_finds_what_one_without_end_finds_and_loses_nothing(
    knowledge: IntruderScenario, sample: int | None
) -> None:
    draw, gone_on = np.random.default_rng(len(knowledge)), 0
    for _ in range(4):
        data = records((3, 4), draw.choice([0, 0, 1, 2, 5], 12).tolist())
        raws = [raw_of(data, ["A"], ["B"]), raw_of(data, ["B"])]
        hasty, whole = (
            attack_tables(
                raws,
                data,
                ckm.CellKeyMethod(PTABLE),
                knowledge=knowledge,
                sample_cells=sample,
                seconds=seconds,
            )
            for seconds in (0, None)
        )
        made = search_on(hasty, data)
        gone_on += hasty.undecided > 0
        assert made.undecided == whole.undecided
        chosen = made.counted if made.sampled is None else made.sampled
        assert (made.known.bounds.fixed & chosen).tolist() == (whole.known.bounds.fixed & chosen).tolist()
        assert (made.known.low >= hasty.known.low).all()
        assert (made.known.high <= hasty.known.high).all()
        for number in range(2):
            originals = raws[number].part(())[0].counts.ravel()
            for (low, high), true in zip(ends(made, number), originals.tolist(), strict=True):
                assert low <= true <= high
        assert search_on(whole, data) is whole or whole.undecided
    assert gone_on
