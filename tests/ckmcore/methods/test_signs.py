"""Structural zeros: declared cells carry a sign where they publish 0, and only the dictionary decides which."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.protected import Sign
from ckmcore.methods.signs import covered
from ckmcore.microdata.data import Microdata, StructuralZero
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.axis import plan_level, plan_nodes
from ckmcore.tabulate.spec import TOTAL, Condition
from tests.kit.examples import examples

TREE = Hierarchy.from_depths([("N", 0), ("01", 1), ("02", 1), ("S", 0), ("09", 1)])
PTABLE = ckm.design_ptable(D=2, V=1.0, js=0)
NO_PREGNANT_MEN = StructuralZero((("sex", ("m",)), ("pregnant", ("yes",))))


def people(rows: int = 300) -> Microdata:
    draw = np.random.default_rng(1)
    sex = draw.choice(["m", "w"], rows)
    pregnant = np.where((sex == "w") & (draw.random(rows) < 0.3), "yes", "no")
    frame = pd.DataFrame({"sex": sex, "pregnant": pregnant, "land": draw.choice(["01", "02", "09"], rows)})
    frame["key"] = draw.integers(0, 10**9, rows) / 10**9
    data = Microdata.from_pandas(frame, ["sex", "pregnant", "land"], record_key="key")
    return data.with_hierarchy("land", TREE)


def signs_of(data: Microdata, spec: ckm.TableSpec) -> dict[tuple[object, ...], str]:
    table = ckm.protect(ckm.tabulate(data, spec), ckm.CellKeyMethod(PTABLE))
    (block,) = table.blocks
    codes = [[node.code for node in dimension.nodes] for dimension in block.dimensions]
    signs = np.zeros(block.shape, dtype=int) if block.signs is None else block.signs[0]
    return {cell: Sign(int(sign)).text for cell, sign in zip(product(*codes), signs.ravel(), strict=True) if sign}


def test_a_declared_cell_and_none_of_its_totals_carries_the_sign() -> None:
    data = replace(people(), structural_zeros=(NO_PREGNANT_MEN,))
    assert signs_of(data, ckm.TableSpec(rows=["sex"], columns=["pregnant"])) == {("m", "yes"): "-"}
    found = signs_of(data, ckm.TableSpec(rows=["land", "sex"], columns=["pregnant"]))
    assert set(found) == {(land, "m", "yes") for land in (TOTAL, "N", "01", "02", "S", "09")}


def test_a_table_that_lacks_a_variable_of_the_declaration_has_no_sign_unless_a_filter_names_it() -> None:
    data = replace(people(), structural_zeros=(NO_PREGNANT_MEN,))
    assert signs_of(data, ckm.TableSpec(rows=["sex"])) == {}
    filtered = ckm.TableSpec(rows=["sex"], filters=[Condition("pregnant", ("yes",))])
    assert signs_of(data, filtered) == {("m",): "-"}
    wider = ckm.TableSpec(rows=["sex"], filters=[Condition("pregnant", ("yes", "no"))])
    assert signs_of(data, wider) == {}


def test_a_cell_that_publishes_a_figure_keeps_it_whatever_was_declared() -> None:
    data = replace(people(), structural_zeros=(StructuralZero((("sex", ("w",)),)),))
    assert signs_of(data, ckm.TableSpec(rows=["sex"])) == {}


@given(st.sets(st.sampled_from(["N", "01", "02", "S", "09"])))
@settings(max_examples=examples(40))
def test_a_node_is_covered_where_all_its_categories_are(codes: set[str]) -> None:
    axis = plan_nodes(people(30).dimensions["land"]).axis
    leaves = {leaf for code in codes for leaf in TREE.leaves_below(code)}
    wanted = [
        leaves >= set(TREE.leaves if node.code is TOTAL else TREE.leaves_below(str(node.code))) for node in axis.nodes
    ]
    assert covered(axis, tuple(codes)).tolist() == wanted


@given(st.integers(0, 10**9 - 1), st.integers(0, 5))
@settings(max_examples=examples(60))
def test_the_sign_says_nothing_of_the_records(key: int, men: int) -> None:
    """An empty declared cell and one with records that the method made 0 look the same."""
    frame = pd.DataFrame({"sex": ["m"] * men + ["w"], "key": [f"0.{key:09d}"] * men + ["0.5"]})
    data = Microdata.from_pandas(frame, ["sex"], record_key="key")
    if men == 0:
        categories = ckm.microdata.Dimension("sex", ckm.Texts.same("sex"), (*map(ckm.microdata.Category.plain, "mw"),))
        data = data.with_categories(categories)
    data = replace(data, structural_zeros=(StructuralZero((("sex", ("m",)),)),))
    table = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["sex"])), ckm.CellKeyMethod(PTABLE))
    figure = table.value({"sex": "m"})
    sign = 0 if table.blocks[0].signs is None else int(table.blocks[0].signs[0][1])
    assert (sign == Sign.NOTHING) == (figure == 0)


def test_files_write_the_sign_and_explain_it(tmp_path: Path) -> None:
    data = replace(people(), structural_zeros=(NO_PREGNANT_MEN,))
    table = ckm.protect(
        ckm.tabulate(data, ckm.TableSpec(rows=["sex"], columns=["pregnant"])), ckm.CellKeyMethod(PTABLE)
    )
    text = ckm.export(table, tmp_path / "t.csv", language="de").read_text("utf-8-sig")
    (line,) = [line for line in text.splitlines() if line.startswith("m;")]
    assert line.split(";")[2] == "-"
    assert "-: nichts vorhanden, kann nicht vorkommen" in text
    sheet = openpyxl.load_workbook(ckm.export(table, tmp_path / "t.xlsx", language="en")).worksheets[0]
    cells = {cell.value: cell for row in sheet.iter_rows() for cell in row}
    assert cells["-"].data_type == "s"
    assert any("-: nothing, cannot occur" in str(value) for value in cells)
    plain = ckm.export(ckm.protect(ckm.tabulate(people(), table.spec), ckm.Rounding(5)), tmp_path / "p.csv")
    assert "-: " not in plain.read_text("utf-8-sig")


def test_what_is_void_does_not_depend_on_the_nodes_that_a_table_shows() -> None:
    data = replace(people(), structural_zeros=(StructuralZero((("land", ("01",)),)),))
    for level in (ckm.Level("land", nodes=("01",)), ckm.Level("land", depths=(0,)), ckm.Level("land")):
        axis = plan_level(data.dimensions["land"], level).axis
        found = {node.code for node, void in zip(axis.nodes, covered(axis, ("01",)), strict=True) if void}
        assert found == ({"01"} if "01" in axis.index else set())
    axis = plan_level(data.dimensions["land"], ckm.Level("land", depths=(0,))).axis
    assert covered(axis, ("01", "02"))[axis.index["N"]]
