"""Households that stand in several parts of a total: bounds hold for all lists of them, of one variable exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.quality.board import compare_methods
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.risk.attack import Attack, attack
from ckmcore.lab.risk.captions import found_sentence, limits
from ckmcore.lab.risk.linked_captions import linked_sentences
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_published, attack_tables, search_on
from ckmcore.lab.risk.publication import Publication
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.households import counting_households
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.tabulate.spec import TableSpec
from tests.kit.examples import examples

W19 = ckm.design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
BY_A, CROSSED = TableSpec(rows=["A"]), TableSpec(rows=["A"], columns=["B"])


def households(members: Sequence[Sequence[str]], seed: int = 3) -> Microdata:
    """Households by the cells of their members, such as "a0b1"."""
    draw = np.random.default_rng(seed)
    rows = [(f"h{number}", one[:2], one[2:]) for number, cells in enumerate(members) for one in cells]
    frame = pd.DataFrame(rows, columns=["H", "A", "B"])
    for name, count in (("A", 3), ("B", 2)):
        frame[name] = pd.Categorical(frame[name], [f"{name.lower()}{at}" for at in range(count)])
    frame["key"] = [f"0.{key:08d}" for key in draw.integers(0, 10**8, len(rows))]
    data = Microdata.from_pandas(frame, ["A", "B"], record_key="key")
    return counting_households(data, frame["H"].tolist(), ["A", "B"])


def ends(found: Attack) -> list[tuple[int, int]]:
    places = found.table.places[()][0].ravel()
    return list(zip(found.known.low[places].tolist(), found.known.high[places].tolist(), strict=True))


KINDS = list(chain.from_iterable(combinations(["a0", "a1", "a2"], size) for size in (1, 2, 3)))


def possible(method: Method, shown: Sequence[int], most: int) -> list[set[int]]:
    """Of each cell (total first) the counts of all lists of households, up to `most` of a kind, that show the same."""
    numbers = np.stack(np.meshgrid(*[np.arange(most + 1)] * len(KINDS), indexing="ij"), -1).reshape(-1, len(KINDS))
    cells = [numbers.sum(1)]
    cells += [numbers[:, [at for at, kind in enumerate(KINDS) if name in kind]].sum(1) for name in ("a0", "a1", "a2")]
    assert isinstance(method, ckm.Rounding)
    base = method.base
    fits = np.ones(len(numbers), dtype=np.bool_)
    for counts, value in zip(cells, shown, strict=True):
        fits &= (2 * counts + base) // (2 * base) * base == value
    # Figures that differ hold other households, which rounding of different counts says anyway.
    return [set(counts[fits].tolist()) for counts in cells]


@pytest.mark.parametrize(
    "numbers",
    [(1, 1, 0, 1, 0, 0, 0), (2, 2, 2, 0, 0, 0, 0), (0, 0, 0, 1, 1, 1, 1), (1, 0, 0, 0, 0, 0, 2), (2, 0, 1, 1, 0, 1, 0)],
)
def test_intervals_of_one_variable_are_those_of_all_lists_of_households(numbers: tuple[int, ...]) -> None:
    data = households(
        [[one + "b0" for one in kind] for kind, count in zip(KINDS, numbers, strict=True) for _ in range(count)]
    )
    raw, method = ckm.tabulate(data, BY_A), ckm.Rounding(5)
    found = attack(raw, data, method)
    shown = method.protect(raw).blocks[0].figures[0].tolist()
    wanted = possible(method, shown, 4)
    for (low, high), values in zip(ends(found), wanted, strict=True):
        assert low == min(values)
        # The lists that were tried hold up to 4 households of each kind.
        assert high >= max(values)


def test_a_total_is_not_taken_for_the_sum_of_its_parts() -> None:
    # Six households, all in both parts, shown as 5, 5 and 5: as a sum the parts would be 3 or 4 each.
    data = households([["a0b0", "a1b0"]] * 6)
    raw = ckm.tabulate(data, BY_A)
    assert raw.blocks[0].counts.tolist() == [6, 6, 6, 0]
    found = attack(raw, data, ckm.Rounding(5))
    assert ends(found) == [(3, 7), (3, 7), (3, 7), (0, 2)]
    said = [one.text("en") for one in limits(found)]
    assert any("A household may stand in several parts of a total" in one for one in said)


@pytest.mark.thorough
def test_different_figures_of_a_total_and_its_part_are_at_least_one_household() -> None:
    data = households([["a0b0", "a1b0"], ["a0b0"]])
    raw = ckm.tabulate(data, BY_A)
    method = ckm.CellKeyMethod(W19)
    for seed in range(40):
        data = households([["a0b0", "a1b0"], ["a0b0"]], seed)
        raw = ckm.tabulate(data, BY_A)
        found = attack(raw, data, method)
        figures = method.protect(raw).blocks[0].figures[0].tolist()
        without = attack(raw, data, method, consistency=False)
        for (low, high), (wide, far), true in zip(ends(found), ends(without), [2, 2, 1, 0], strict=True):
            assert wide <= low <= true <= high <= far
        if figures[0] != figures[2] and figures[2] > 0:
            assert ends(found)[0][0] >= 2


cells = st.sampled_from([f"a{a}b{b}" for a in range(3) for b in range(2)])


@pytest.mark.thorough
@settings(max_examples=examples(30))
@given(
    st.lists(st.lists(cells, min_size=1, max_size=3), min_size=1, max_size=12),
    st.sampled_from(["deviation", "zero_rule", "table", "tableau"]),
    st.integers(0, 99),
)
def test_originals_lie_within_what_is_proven_of_households(members: list[list[str]], knowledge: str, seed: int) -> None:
    data = households(members, seed)
    raws = [ckm.tabulate(data, spec) for spec in (CROSSED, BY_A)]
    for method in (ckm.CellKeyMethod(W19), ckm.Rounding(3), ckm.KeyedRounding(3)):
        made = attack_tables(raws, data, method, knowledge=knowledge, seconds=5)  # type: ignore[arg-type]
        assert made.contradiction is None
        assert not made.complete
        for table, raw in zip(made.tables, raws, strict=True):
            for (low, high), true in zip(ends(table), raw.blocks[0].counts.ravel().tolist(), strict=True):
                assert low <= true <= high
        assert search_on(made, data, seconds=0).undecided <= made.undecided


def test_what_was_found_of_households_is_never_called_complete_and_the_board_judges_it() -> None:
    data = households([["a0b0", "a1b1"], ["a0b1"], ["a2b0", "a2b1", "a1b0"]])
    raw = ckm.tabulate(data, CROSSED)
    made = attack_tables([raw], data, ckm.Rounding(3))
    assert any("A household may stand" in one.text("en") for one in linked_sentences(made))
    found = attack(raw, data, ckm.Rounding(3))
    assert not found.complete
    assert "none" not in found_sentence(found).code
    board = compare_methods(data, CROSSED, [candidate(ckm.Rounding(3))])
    assert not board.together[0].problems
    assert board.together[0].attacked is not None


# --- members of households in one table, households in another --------------------------------------------------------

LISTS = [("a0",), ("a1",), ("a0", "a0"), ("a0", "a1"), ("a1", "a1")]


def both_units(numbers: Sequence[int], base: int) -> tuple[LinkedAttack, list[tuple[int, int, int]]]:
    """Households of each kind of LISTS, published by A as households, and their members by A: the attack on both, and
    of each cell its figure there, what it shows, and whether it counts households."""
    members = [[one + "b0" for one in kind] for kind, count in zip(LISTS, numbers, strict=True) for _ in range(count)]
    counted = households(members)
    people = replace(counted, households=None, cache={})
    method = ckm.Rounding(base)
    shown = [method.protect(ckm.tabulate(data, BY_A)) for data in (people, counted)]
    names = [ckm.Texts.same("people"), ckm.Texts.same("households")]
    tables = [
        Publication(names[0], shown[0], method, same="then", other_unit=True),
        Publication(names[1], shown[1], method, same="now"),
    ]
    found = attack_published(tables, counted)
    cells = []
    for number, table in enumerate(found.tables):
        figures = shown[number].blocks[0].figures[0].tolist()
        cells += [(int(at), one, number) for at, one in zip(table.table.places[()][0], figures, strict=True)]
    return found, cells


@pytest.mark.daily(8)
@pytest.mark.parametrize("base", [3, 5])
@pytest.mark.parametrize("seed", range(examples(12)))
def test_t02_bounds_of_members_and_households_hold_for_all_lists_of_both(seed: int, base: int) -> None:
    numbers = np.random.default_rng(seed).integers(0, 3, len(LISTS)).tolist()
    numbers[0] = max(numbers[0], 1)
    found, cells = both_units(numbers, base)
    every = np.stack(np.meshgrid(*[np.arange(6)] * len(LISTS), indexing="ij"), -1).reshape(-1, len(LISTS))
    counts, fits = [], np.ones(len(every), dtype=np.bool_)
    for at, (_, shown, counts_households) in enumerate(cells):
        name = (None, "a0", "a1", "a2")[at % 4]
        held = [[one for one in kind if name in (None, one)] for kind in LISTS]
        of_kind = [min(len(kind), 1) if counts_households else len(kind) for kind in held]
        counts.append(every @ np.array(of_kind))
        fits &= (2 * counts[-1] + base) // (2 * base) * base == shown
    assert fits.any()
    for (figure, *_), values in zip(cells, counts, strict=True):
        assert int(found.known.low[figure]) <= int(values[fits].min())
        assert int(values[fits].max()) <= int(found.known.high[figure])
    assert not found.complete


@pytest.mark.thorough
def test_t02_households_are_at_most_their_members_and_one_where_there_is_one() -> None:
    closer = 0
    for seed in range(40):
        numbers = np.random.default_rng(seed).integers(0, 3, len(LISTS)).tolist()
        found, cells = both_units([max(numbers[0], 1), *numbers[1:]], 5)
        low, high = found.known.low, found.known.high
        for (person, *_), (household, *_) in zip(cells[:4], cells[4:], strict=True):
            assert low[household] <= high[household] <= high[person]
            assert low[person] >= low[household]
            closer += int(high[household] < found.open.high[household]) + int(low[person] > found.open.low[person])
    assert closer


def test_t02_public_figures_of_households_are_no_bound_of_their_members() -> None:
    kinds = [["a0b0", "a0b0", "a0b1"], ["a1b0", "a1b1"], ["a2b0"]]
    counted, method = households(kinds), ckm.Rounding(3)
    known = tuple(ReferenceRow((code,), "2") for code in ("a0", "a1", "a2"))
    counted = replace(counted, references=(ReferenceTable("all", variables=("A",), rows=known, bounds=True),))
    tables = []
    for data, other in ((replace(counted, households=None, cache={}), True), (counted, False)):
        name = ckm.Texts.same("people" if other else "households")
        shown = method.protect(ckm.tabulate(data, BY_A))
        tables.append(Publication(name, shown, method, same=name.en, other_unit=other))
    for some in (tables, tables[:1]):
        found = attack_published(some, counted)
        places = found.tables[0].table.places[()][0]
        for figure, people in zip(places.tolist(), (6, 3, 2, 1), strict=True):
            assert found.known.low[figure] <= people <= found.known.high[figure]
