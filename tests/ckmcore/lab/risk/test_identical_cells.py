"""Cells that hold the same records show the same: what follows is what all tables tried say, at each level."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.lab.risk.attack import Attack, attack
from ckmcore.lab.risk.captions import disclosed_text, found_sentence, limits
from ckmcore.lab.risk.disclosure_proof import disclosure_proof
from ckmcore.lab.risk.identical_cells import NOT_COMPARED, Appearances, Evidence, shown_codes
from ckmcore.lab.risk.linked_captions import linked_sentences
from ckmcore.lab.risk.linked_tables import attack_published, attack_tables
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.publication import Publication
from ckmcore.lab.risk.relations import Relations
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import design_ptable
from ckmcore.ptable.model.table import PTable, from_rows
from ckmcore.tabulate.spec import Group, Level, TableSpec, Value
from tests.kit.brute_force import cells_of, intervals, microdata, raw_of, two_way
from tests.kit.examples import examples

W19 = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])


def table_of(rows: dict[int, dict[int, str]]) -> PTable:
    """A perturbation table: of each row what it publishes with which probability."""
    made = []
    for row in sorted(rows):
        reached, line = Fraction(0), []
        for target, share in rows[row].items():
            reached += Fraction(share)
            line.append((target, float(Fraction(share)), reached))
        made.append(line)
    return from_rows(made)


# Row 2 and all beyond never stay: the originals of a figure have a gap.
NEVER_STAYS = table_of({0: {0: "1"}, 1: {0: ".5", 2: ".5"}, 2: {1: ".5", 3: ".5"}})


def keyed(keys: Sequence[str]) -> Microdata:
    """A record per key, each in a category of its own."""
    codes = [f"p{at}" for at in range(len(keys))]
    return Microdata.from_pandas(pd.DataFrame({"P": codes, "K": list(keys)}), ["P"], record_key="K")


def values(found: Attack) -> list[tuple[int, int]]:
    places = found.table.places[()][0].ravel()
    return list(zip(found.known.low[places].tolist(), found.known.high[places].tolist(), strict=True))


def test_the_shortest_example_of_the_claims_is_disclosed_from_the_zero_rule_on() -> None:
    data = keyed(["0.60", "0.45"])
    raw = raw_of(data, ["P"])
    method = ckm.CellKeyMethod(W19)
    assert method.protect(raw).blocks[0].figures[0].tolist() == [0, 2, 0]
    for knowledge, disclosed in (("nothing", 0), ("deviation", 0), ("zero_rule", 3), ("table", 3), ("tableau", 3)):
        found = attack(raw, data, method, knowledge=knowledge)  # type: ignore[arg-type]
        assert len(found.disclosed) == disclosed, knowledge
        assert found.complete
        assert attack(raw, data, method, knowledge=knowledge, consistency=False).disclosed == () or disclosed  # type: ignore[arg-type]
    assert attack(raw, data, method, consistency=False).disclosed == ()


def test_a_proof_names_the_figures_that_differ() -> None:
    data = keyed(["0.60", "0.45"])
    found = attack(raw_of(data, ["P"]), data, ckm.CellKeyMethod(W19))
    part = next(one for one in found.disclosed if one.published == 2)
    proof = disclosure_proof(found, part.figure)
    assert proof.complete
    assert len(proof.pairs) == 1
    said = disclosed_text(found, part, proof, "en")
    assert "Total shows 0 and p0 shows 2, so that they do not hold the same records" in said
    assert "enthalten also nicht dieselben Datensätze" in disclosed_text(found, part, proof, "de")


TABLES = st.sampled_from([(2, 2), (2, 3)]).flatmap(
    lambda shape: st.tuples(
        st.just(shape), st.lists(st.integers(0, 3), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    )
)
LEVELS: tuple[IntruderScenario, ...] = ("deviation", "zero_rule", "table")


def with_codes(counts: Sequence[int], shape: tuple[int, int], seed: int) -> Microdata:
    """Records of a two-way table; every category is in the code lists."""
    codes = list(product(*([f"{name}{at}" for at in range(size)] for name, size in zip("AB", shape, strict=True))))
    rows = [code for code, count in zip(codes, counts, strict=True) for _ in range(count)]
    frame = pd.DataFrame(rows, columns=["A", "B"])
    for name, size in zip("AB", shape, strict=True):
        frame[name] = pd.Categorical(frame[name], categories=[f"{name}{at}" for at in range(size)])
    draw = np.random.default_rng(seed)
    frame["K"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, len(frame))]
    return Microdata.from_pandas(frame, ["A", "B"], record_key="K")


@pytest.mark.thorough
@settings(max_examples=examples(40))
@given(TABLES, st.integers(0, 999), st.sampled_from(LEVELS), st.sampled_from([W19, NEVER_STAYS]))
def test_what_is_left_of_two_way_tables_is_what_all_tables_tried_leave(
    table: tuple[tuple[int, int], list[int]], seed: int, knowledge: IntruderScenario, ptable: PTable
) -> None:
    shape, counts = table
    if not any(counts):
        return
    data = with_codes(counts, shape, seed)
    raw = raw_of(data, ["A"], ["B"])
    method = ckm.CellKeyMethod(ptable)
    found = attack(raw, data, method, knowledge=knowledge)
    shown = method.protect(raw).blocks[0].figures[0].ravel().tolist()
    D = ptable.maximum_deviation
    reached = {(0, 0)} | {
        (i, j) for i in range(1, 30) for j in range(40) if j - i in noise_of(ptable, min(i, ptable.last_row))
    }

    def fits(value: int, published: int) -> bool:
        if knowledge == "table":
            return (value, published) in reached
        return abs(value - published) <= D and (knowledge == "deviation" or published == 0 or value > 0)

    cells = cells_of(shape)
    most = [shown[cells.index([atom])] + D for atom in range(len(counts))]
    assert values(found) == intervals(cells, shown, fits, most)
    assert found.complete


def noise_of(ptable: PTable, row: int) -> set[int]:
    begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
    return {int(v) for v in ptable.noise[begin:end]}


@pytest.mark.thorough
@settings(max_examples=examples(40))
@given(st.lists(st.integers(0, 2), min_size=4, max_size=4), st.integers(0, 999), st.integers(1, 14))
def test_cells_that_overlap_are_compared_whatever_groups_a_table_shows(
    counts: list[int], seed: int, chosen: int
) -> None:
    """Some of the sets of four categories, most of which have no relation but by their atoms (C2)."""
    if not any(counts):
        return
    codes = ["a", "b", "c", "d"]
    rows = [code for code, count in zip(codes, counts, strict=True) for _ in range(count)]
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"G": pd.Categorical(rows, categories=codes)})
    frame["K"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, len(frame))]
    data = Microdata.from_pandas(frame, ["G"], record_key="K")
    sets = [sorted(draw.choice(4, int(draw.integers(1, 5)), replace=False).tolist()) for _ in range(2 + chosen % 4)]
    groups = tuple(Group(Texts.same(f"g{at}"), tuple(codes[one] for one in one_set)) for at, one_set in enumerate(sets))
    raw = ckm.tabulate(data, TableSpec(rows=[Level("G", groups=groups, groups_only=True, total="off")]))
    method = ckm.CellKeyMethod(W19)
    found = attack(raw, data, method)
    shown = method.protect(raw).blocks[0].figures[0][1:].tolist()
    inside = sorted({one for one_set in sets for one in one_set})
    cells = [[inside.index(one) for one in one_set] for one_set in sets]
    most = [min(shown[at] + 2 for at, one_set in enumerate(cells) if atom in one_set) for atom in range(len(inside))]
    wanted = intervals(cells, shown, lambda value, j: abs(value - j) <= 2 and (j == 0 or value > 0), most)
    assert values(found)[1:] == wanted
    assert found.complete


def test_narrowing_by_pairs_never_leaves_out_what_can_be() -> None:
    """Rules 1 to 4 of the claims, on sums with three parts and any bounds."""
    relations = Relations(4, np.array([0]), np.array([1, 2, 3]), np.array([0, 3]), np.array([True]))
    propagation = Propagation(relations)
    draw = np.random.default_rng(3)
    for _ in range(400):
        codes = draw.integers(0, 3, 4)
        low = draw.integers(0, 2, 4)
        high = low + draw.integers(0, 3, 4)
        evidence = Evidence(relations, None, [codes])
        narrowed = propagation(Bounds(low, high), evidence=evidence)
        every = [
            (a + b + c, a, b, c)
            for a in range(low[1], high[1] + 1)
            for b in range(low[2], high[2] + 1)
            for c in range(low[3], high[3] + 1)
        ]
        possible = [
            one
            for one in every
            if low[0] <= one[0] <= high[0]
            and all(one[0] - one[part] >= 1 for part in (1, 2, 3) if codes[part] != codes[0])
        ]
        if narrowed.contradict:
            assert not possible
            continue
        for one in possible:
            assert all(lo <= value <= hi for lo, value, hi in zip(narrowed.low, one, narrowed.high, strict=True)), (
                codes,
                low,
                high,
                one,
            )


def test_two_parts_that_both_differ_from_a_total_with_records_make_it_2_at_least() -> None:
    relations = Relations(4, np.array([0]), np.array([1, 2, 3]), np.array([0, 3]), np.array([True]))
    bounds = Bounds(np.array([1, 0, 0, 0]), np.array([4, 2, 2, 2]))
    narrowed = Propagation(relations)(bounds, evidence=Evidence(relations, None, [np.array([0, 2, 3, 4])]))
    assert narrowed.low.tolist() == [2, 0, 0, 0]
    # Where only two of them can, they do.
    bounds = Bounds(np.array([1, 0, 0, 0]), np.array([4, 2, 2, 0]))
    narrowed = Propagation(relations)(bounds, evidence=Evidence(relations, None, [np.array([0, 2, 3, 0])]))
    assert narrowed.low.tolist() == [2, 1, 1, 0]


def test_signs_are_compared_as_they_stand() -> None:
    signs = np.array([0, 2, 2, 5], dtype=np.uint8)
    codes = shown_codes(np.array([3, 0, 1, 3]), signs, (0, 5))
    assert codes[0] == codes[3] == 3
    assert codes[1] == codes[2] < 0
    assert NOT_COMPARED not in codes


def test_the_same_cell_with_two_figures_is_a_contradiction_and_no_disclosure() -> None:
    seen = Appearances(3)
    seen.add("a", np.array([0, 1]), np.array([4, 2]))
    assert seen.clash == -1
    seen.add("b", np.array([0]), np.array([5]))
    assert seen.clash == -1  # another method or other keys
    seen.add("a", np.array([1]), np.array([3]))
    assert seen.clash == 1
    data = keyed(["0.60", "0.45"])
    raw = raw_of(data, ["P"])
    method = ckm.CellKeyMethod(W19)
    table = method.protect(raw)
    other = table.blocks[0].figures[0].copy()
    other[1] = 3
    false = ckm.protect(raw, method)
    object.__setattr__(false.blocks[0], "figures", (other,))
    made = [Publication(Texts.same(str(at)), one, method, same="m") for at, one in enumerate((table, false))]
    found = attack_published(made, data)
    assert found.contradiction is not None
    assert found.contradiction.same_records
    assert "although they concern the same records" in linked_sentences(found)[0].text("en")
    assert found.disclosed == ()


def test_tables_of_another_mark_are_not_compared_with_one_another() -> None:
    data = keyed(["0.60", "0.45"])
    inner = ckm.tabulate(data, TableSpec(rows=[Level("P", total="off")]))
    total = ckm.tabulate(data, TableSpec(rows=[]))
    method = ckm.CellKeyMethod(W19)
    assert len(attack_tables([inner, total], data, method).disclosed) == 3
    apart = [
        Publication(Texts.same(mark), method.protect(raw), method, raw=raw, same=mark)
        for mark, raw in (("one", inner), ("other", total))
    ]
    assert attack_published(apart, data).disclosed == ()


def test_a_weighted_count_that_differs_proves_what_a_count_does() -> None:
    """Counts show 2 and 2; the weights 2 and 9: the other part holds a record."""
    frame = pd.DataFrame({"P": ["p0", "p1"], "w": [1.0, 8.0], "K": ["0.60", "0.45"]})
    data = Microdata.from_pandas(frame, ["P"], record_key="K", weight="w")
    method = ckm.CellKeyMethod(W19)
    plain = attack(raw_of(data, ["P"]), data, method)
    weighted = ckm.tabulate(data, TableSpec(rows=["P"], values=[Value(), Value("weighted_count")]))
    both = attack(weighted, data, method)
    assert (both.known.low >= plain.known.low).all()
    assert len(both.evidence.channels) == 2


def test_exempt_cells_and_structural_zeros_are_never_compared() -> None:
    data = keyed(["0.60", "0.45"])
    raw = raw_of(data, ["P"])
    exempt = np.array([True, False, False])
    block = raw.blocks[0]
    object.__setattr__(block, "exempt", exempt)
    found = attack(raw, data, ckm.CellKeyMethod(W19))
    totals = [pair for pair in found.evidence.named if pair[0] == int(found.table.places[()][0][0])]
    assert totals == []


def test_a_search_without_time_says_how_many_cells_are_open_and_is_not_complete() -> None:
    data = microdata(two_way([(1, 2, 1), (2, 1, 1), (1, 1, 2)]), ["R", "C"], keys=True)
    found = attack(raw_of(data, ["R"], ["C"]), data, ckm.CellKeyMethod(W19), cancelled=lambda: True)
    assert found.undecided
    assert not found.complete
    said = found_sentence(found).text("de")
    assert f"{found.cells - found.undecided} Felder entschieden" in said
    assert f"{found.undecided} offen" in said
    assert "same records show the same figure" in " ".join(one.text("en") for one in limits(found))


@pytest.mark.daily(1)
@pytest.mark.parametrize("knowledge", LEVELS)
def test_more_knowledge_never_leaves_more(knowledge: IntruderScenario) -> None:
    data = microdata(two_way([(1, 2, 1), (2, 1, 3)]), ["R", "C"], keys=True)
    raw = raw_of(data, ["R"], ["C"])
    method = ckm.CellKeyMethod(W19)
    without = attack(raw, data, method, knowledge=knowledge, consistency=False).known
    known = attack(raw, data, method, knowledge=knowledge).known
    more = attack(raw, data, method, knowledge="tableau").known
    assert (without.low <= known.low).all()
    assert (known.low <= more.low).all()
    assert (without.high >= known.high).all()
    assert (known.high >= more.high).all()
    assert (known.high < UNBOUNDED).all()
