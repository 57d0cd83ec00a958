"""Marks of measured tables: one mark never stands for two sets of cells."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.statistic.floor import table_marks
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.shown_cells import shown_cells
from tests.kit.examples import examples
from tests.kit.released_people import people

DATA = people()
METHOD = ckm.Rounding(10)
CODES = {"sex": ("m", "w"), "area": ("01", "02", "03")}


@st.composite
def levels(draw: st.DrawFn, name: str) -> ckm.Level:
    nodes = draw(st.lists(st.sampled_from(CODES[name]), unique=True, max_size=2))
    groups = [ckm.Group(ckm.Texts.same("G"), CODES[name][:2])] if draw(st.booleans()) else []
    return ckm.Level(
        name, nodes=tuple(nodes), groups=tuple(groups), total=draw(st.sampled_from(("before", "after", "off")))
    )


@st.composite
def specs(draw: st.DrawFn) -> ckm.TableSpec:
    axes: dict[str, list[ckm.Level]] = {"rows": [], "columns": [], "layers": []}
    for name in draw(st.permutations(list(CODES)))[: draw(st.integers(1, 2))]:
        axes[draw(st.sampled_from(list(axes)))].append(draw(levels(name)))
    filters = [ckm.Condition("sex", ("m",))] if draw(st.booleans()) else []
    return ckm.TableSpec(**{name: [ckm.Block(tuple(found))] for name, found in axes.items()}, filters=filters)


def cells(spec: ckm.TableSpec) -> frozenset[object]:
    """Every cell that the table shows, by its codes; computed from the tabulated blocks."""
    raw: RawTable = ckm.tabulate(DATA, spec)
    found: set[object] = set()
    for block, shown in zip(raw.blocks, shown_cells(spec, raw.blocks), strict=True):
        codes = [[(one.name, node.code, node.group) for node in one.nodes] for one in block.dimensions]
        for place in np.argwhere(shown):
            found.add(frozenset(codes[axis][at] for axis, at in enumerate(place)))
    return frozenset((spec.filters, one) for one in found)


@settings(max_examples=examples(150), deadline=None)
@given(specs(), specs())
def test_tables_of_one_mark_show_the_same_cells(one: ckm.TableSpec, other: ckm.TableSpec) -> None:
    mark, second = table_marks(METHOD, DATA, [one, other])
    if mark == second:
        assert cells(one) == cells(other)


@settings(max_examples=examples(50), deadline=None)
@given(specs(), st.permutations(["rows", "columns", "layers"]))
def test_the_mark_does_not_know_where_a_variable_stands(spec: ckm.TableSpec, axes: list[str]) -> None:
    moved = spec.with_changes(
        **{to: getattr(spec, name) for to, name in zip(("rows", "columns", "layers"), axes, strict=True)}
    )
    assert cells(moved) == cells(spec)
    assert table_marks(METHOD, DATA, [moved]) == table_marks(METHOD, DATA, [spec])


def test_every_small_table_has_its_own_mark_or_shows_the_same_cells() -> None:
    totals = ("before", "after", "off")
    sexes = [ckm.Level("sex", total=total, nodes=nodes) for total in totals for nodes in ((), ("m",), ("w",))]
    areas = [ckm.Level("area", total=total, nodes=nodes) for total in totals for nodes in ((), ("01",))]
    known: dict[str, frozenset[object]] = {}
    for sex, area in product(sexes, areas):
        for spec in (ckm.TableSpec([ckm.Block((sex, area))]), ckm.TableSpec([ckm.Block((sex,))], [ckm.Block((area,))])):
            (mark,) = table_marks(METHOD, DATA, [spec])
            assert known.setdefault(mark, cells(spec)) == cells(spec)
    assert len(known) == 6 * 4
