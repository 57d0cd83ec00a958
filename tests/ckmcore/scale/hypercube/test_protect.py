"""A hypercube is the table with all its margins at once: the same cells, keys and published figures, bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock, Sign
from ckmcore.scale.hypercube import protect as hypercubes
from ckmcore.scale.hypercube import tabulate as planned
from ckmcore.scale.hypercube.tabulate import plan_hypercube, raw_margins
from ckmcore.tabulate.axis import shown_places
from ckmcore.tabulate.cell_storage import ListedNotComputed
from ckmcore.tabulate.spec import OWN_ROWS, PERIOD, OwnRow
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.listed_tables import (
    GROUPS,
    LISTED_METHODS,
    PTABLE,
    as_list,
    microdata,
    records,
    with_exempt,
    without,
)

VALUES = [
    ckm.Value(),
    ckm.Value("weighted_count"),
    ckm.Value(conditions=(ckm.Condition("sex", ("m",)),)),
    ckm.Value("ratio", conditions=(ckm.Condition("sex", ("m",)),), decimals=1, factor=100),
]


@st.composite
def specs(draw: st.DrawFn) -> ckm.HyperSpec:
    land = [
        ckm.Level("land", depths=(0, 2)),
        ckm.Level("land", nodes=("11", "3")),
        ckm.Level("land", hidden=("11",)),
        ckm.Level("land", total="off"),
    ]
    levels = [draw(st.sampled_from(land)), ckm.Level("age", groups=GROUPS, groups_only=draw(st.booleans()))]
    names = draw(st.permutations(["land", "sex", "age"]))[: draw(st.integers(1, 3))]
    chosen = [level for level in levels if level.variable in names and draw(st.booleans())]
    filters = draw(st.sampled_from([(), (ckm.Condition("age", ("0", "3", "4")),)]))
    values = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=3, unique=True))
    return ckm.HyperSpec(names, levels=chosen, filters=filters, values=values)


Line = tuple[tuple[str | None, ...], tuple[int, ...], tuple[int, ...]]


def lines(block: ProtectedBlock) -> Iterator[Line]:
    """The listed cells of a block by their codes (None: the total), with figures and signs."""
    assert block.listed is not None
    nodes = [
        [None if node.code is ckm.TOTAL else node.code for node in dimension.nodes] for dimension in block.dimensions
    ]
    places = [block.listed.nodes(axis).tolist() for axis in range(len(nodes))]
    signs = block.signs or [np.zeros(len(block.listed.numbers), dtype=np.uint8)] * len(block.figures)
    for at in range(len(block.listed.numbers)):
        codes = tuple(one[place[at]] for one, place in zip(nodes, places, strict=True))
        yield codes, tuple(int(one[at]) for one in block.figures), tuple(int(one[at]) for one in signs)


def of_table(block: ProtectedBlock, spec: ckm.HyperSpec) -> dict[tuple[str, ...], list[Line]]:
    """The lines of a table by margin: those of nodes that the levels show."""
    shown = []
    for dimension, level in zip(block.dimensions, spec.every_level, strict=True):
        places = {0, *shown_places(level, dimension)}
        shown.append({None if dimension.nodes[at].code is ckm.TOTAL else dimension.nodes[at].code for at in places})
    found: dict[tuple[str, ...], list[Line]] = {margin: [] for margin in spec.margins}
    for line in lines(block):
        margin = tuple(name for name, code in zip(spec.names, line[0], strict=True) if code is not None)
        if margin in found and all(code in codes for code, codes in zip(line[0], shown, strict=True)):
            found[margin].append(line)
    return found


@pytest.mark.thorough
@settings(max_examples=examples(50), deadline=None)
@given(with_exempt(), specs(), st.sampled_from(LISTED_METHODS), st.sampled_from([1, 2]))
def test_a_hypercube_is_the_table_with_all_margins(
    data: ckm.Microdata, spec: ckm.HyperSpec, method: Method, threads: int
) -> None:
    try:
        table = ckm.protect(as_list(data, spec.table), method)
    except ListedNotComputed:
        with pytest.raises(ListedNotComputed):
            list(ckm.hypercube(data, spec, method))
        return
    expected = of_table(table.blocks[0], spec)
    blocks = list(ckm.hypercube(data, spec, method, threads=threads))
    assert len(blocks) == len(spec.margins)
    for margin, block in zip(spec.margins, blocks, strict=True):
        assert list(lines(block)) == expected[margin]
        assert block.unlisted == table.blocks[0].unlisted


@settings(max_examples=examples(40), deadline=None)
@given(microdata(), specs())
def test_counts_and_cell_keys_are_those_of_the_table(data: ckm.Microdata, spec: ckm.HyperSpec) -> None:
    spec = replace(spec, levels=())
    whole = as_list(data, spec.table)
    found = list(raw_margins(data, spec, plan_hypercube(data, spec)))
    for own in found[0]:
        mine = [margin[own] for margin in found]
        other = whole.part(own)[0]
        numbers = np.concatenate([one.listed.numbers for one in mine if one.listed is not None])
        order = np.argsort(numbers)
        assert other.listed is not None
        assert np.array_equal(numbers[order], other.listed.numbers)
        for name in ("counts", "cell_keys", "weights"):
            arrays = [getattr(one, name) for one in mine]
            if getattr(other, name) is not None:
                assert np.array_equal(np.concatenate(arrays)[order], getattr(other, name))


def test_margins_follow_one_another_with_the_total_last_and_cells_in_c_order() -> None:
    spec = ckm.HyperSpec(["sex", "land", "age"])
    names = [set(margin) for margin in spec.margins]
    expected = [
        {name for name, kept in zip(spec.names, kept_names, strict=True) if kept}
        for kept_names in product((True, False), repeat=3)
    ]
    assert names == expected
    for block in ckm.hypercube(records(), spec, ckm.Rounding(3)):
        assert block.listed is not None
        assert (np.diff(block.listed.numbers.astype(np.int64)) > 0).all()


@settings(max_examples=examples(40), deadline=None)
@given(microdata(), specs(), st.sampled_from(LISTED_METHODS))
def test_occupied_cells_that_publish_nothing_are_not_listed(
    data: ckm.Microdata, spec: ckm.HyperSpec, method: Method
) -> None:
    for block in ckm.hypercube(data, spec, method):
        for _, figures, signs in lines(block):
            assert any(figures) or any(
                sign not in (other, Sign.NOTHING) or other is None
                for sign, other in zip(signs, block.unlisted, strict=True)
            )


def test_a_table_without_the_cells_that_publish_nothing_gives_the_same_lines() -> None:
    spec = ckm.HyperSpec(["land", "sex", "age"])
    for method in LISTED_METHODS:
        raw = as_list(records(), spec.table)
        emptied = ckm.protect(without(raw, ckm.protect(raw, method)), method)
        expected = of_table(emptied.blocks[0], spec)
        for margin, block in zip(spec.margins, ckm.hypercube(records(), spec, method), strict=True):
            assert list(lines(block)) == expected[margin]


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        (ckm.HyperSpec([]), "hypercube_variables"),
        (ckm.HyperSpec([f"v{at}" for at in range(11)]), "hypercube_variables"),
        (ckm.HyperSpec(["sex", "sex"]), "variable_twice"),
        (ckm.HyperSpec(["sex"], levels=ckm.Level("age")), "hypercube_level"),
        (ckm.HyperSpec(["sex"], levels=ckm.Level("sex", top=ckm.Top(1))), "hypercube_level"),
        (ckm.HyperSpec(["sex"], levels=ckm.Level("sex", nodes=["nobody"])), "level_unknown_codes"),
        (ckm.HyperSpec([PERIOD]), ckm.InputError),
        (ckm.HyperSpec(["nothing"]), ckm.InputError),
        (ckm.HyperSpec(["sex"], values=ckm.share("row")), "hypercube_value"),
        (ckm.HyperSpec(["sex"], values=ckm.Value("change", variable="sex", against="m")), "hypercube_value"),
        (ckm.HyperSpec([f"{OWN_ROWS}1"], levels=ckm.Level(f"{OWN_ROWS}1", rows=(OwnRow(),))), "hypercube_level"),
    ],
    ids=str,
)
def test_what_a_hypercube_does_not_show_is_refused_before_anything_is_counted(spec: ckm.HyperSpec, error: str) -> None:
    with fails(error) as refused:
        ckm.hypercube(records(), spec, ckm.Rounding(3))
    for language in ("de", "en"):
        assert refused.value.sentence().text(language)  # type: ignore[arg-type]


def test_lists_without_room_are_refused_by_what_is_not_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    spec, data = ckm.HyperSpec(["land", "sex", "age"]), records()
    plan = plan_hypercube(data, spec)
    # Nobody in most of the cells: what is refused, and the numbers that it names, are the same.
    empty = replace(data, columns={name: np.zeros_like(column) for name, column in data.columns.items()})
    assert plan_hypercube(empty, spec).most_held == plan.most_held
    monkeypatch.setattr(planned, "LISTED_LIMIT", plan.most_held - 1)
    said = []
    for one in (data, empty):
        with fails("hypercube_too_large") as refused:
            ckm.hypercube(one, spec, ckm.Rounding(3))
        said.append(refused.value.fields)
    assert said[0] == said[1]


def test_sizes_are_those_of_the_dictionary() -> None:
    data = records()
    plan = plan_hypercube(data, ckm.HyperSpec(["land", "sex", "age"]))
    assert plan.shape == (10, 4, 8)
    assert plan.cells == 10 * 4 * 8
    assert plan.possible((True, True, True)) == 9 * 3 * 7
    assert plan.most((False, False, False)) == 1
    assert plan.most_listed == sum(map(plan.most, plan.margins))


def test_the_work_ends_where_it_is_cancelled() -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 9

    blocks = ckm.hypercube(records(), ckm.HyperSpec(["land", "sex", "age"]), ckm.Rounding(3), cancelled=cancelled)
    with pytest.raises(Cancelled):
        list(blocks)


def test_who_stops_asking_leaves_nothing_behind() -> None:
    blocks = ckm.hypercube(records(), ckm.HyperSpec(["land", "sex"]), ckm.Rounding(3))
    next(blocks)
    blocks.close()  # type: ignore[attr-defined]
    assert list(blocks) == []


def test_a_hypercube_of_nobody_has_all_its_margins() -> None:
    data = records(0)
    for method in (ckm.CellKeyMethod(PTABLE), ckm.CellKeyMethod(PTABLE, threshold=3)):
        blocks = list(ckm.hypercube(data, ckm.HyperSpec(["land", "sex", "age"]), method))
        assert len(blocks) == 8
        assert not any(len(block.figures[0]) for block in blocks)


def test_what_a_reader_is_told_is_that_of_the_table() -> None:
    data, method = records(), ckm.CellKeyMethod(PTABLE, threshold=3)
    spec = ckm.HyperSpec(["land", "sex"], filters=ckm.Condition("age", ("y1",)), values=VALUES[2:])
    whole = ckm.protect(as_list(data, spec.table), method)
    mine = hypercubes.described(data, spec, plan_hypercube(data, spec), method)
    for name in ("spec", "method_name", "note", "short_note", "filters", "labels", "legend", "remarks"):
        assert getattr(mine, name) == getattr(whole, name)
    assert mine.blocks[0].dimensions == whole.blocks[0].dimensions
    assert mine.blocks[0].unlisted == whole.blocks[0].unlisted
    assert not any(figures.any() for figures in mine.blocks[0].figures)
