"""Heads as trees, headings of stacked blocks, one total for all of them, categories that are not valid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.tabulate.expired_categories import left_out
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import AxisName, Layout, _one_total, lay_out
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import PERIOD, PRINTED, BlockTotal, OwnRow, Presentation, spec_from_json, spec_to_json

_PLAIN = ckm.Hierarchy.from_depths([("E", 0), ("DE", 1), ("FR", 1), ("A", 0), ("JP", 1)])
WORLD = ckm.Hierarchy(_PLAIN.nodes, ("Kontinent", "Staat"))
TREE = Presentation(tree=True)


def data() -> ckm.Microdata:
    pairs = [("DE", "m"), ("DE", "w"), ("FR", "w"), ("JP", "m"), ("DE", "m"), ("JP", "w")] * 2
    frame = pd.DataFrame(
        {"world": [one for one, _ in pairs], "sex": [other for _, other in pairs], "age": list("112233") * 2}
    )
    made = ckm.Microdata.from_pandas(frame, ["world", "sex", "age"]).with_hierarchy("world", WORLD)
    return made.with_categories(replace(made.dimension("sex"), title=ckm.Texts("Sex", "Geschlecht")))


def laid(spec: ckm.TableSpec, given: ckm.Microdata | None = None) -> tuple[ckm.ProtectedTable, Layout]:
    table = ckm.protect(ckm.tabulate(given or data(), spec), ckm.Rounding(2))
    return table, lay_out(spec, table.blocks, "de")


def labels(spec: ckm.TableSpec, axis: AxisName = "columns") -> AxisLabels:
    return AxisLabels(laid(spec)[1], axis, "de")


def texts(found: AxisLabels) -> list[tuple[str, ...]]:
    return [found.texts(line) for line in range(len(found))]


def test_in_a_tree_a_group_spans_its_parts_and_closed_groups_and_totals_stand_over_all_lines() -> None:
    level = ckm.Level("world", depths=(0,), expanded=("E",), total="before")
    found = labels(ckm.TableSpec(columns=level, presentation=TREE))
    assert texts(found) == [("Insgesamt", ""), ("E", "Zusammen"), ("E", "DE"), ("E", "FR"), ("A", "")]
    assert [found.run(line, 0) for line in range(5)] == [(0, 0), (1, 3), (1, 3), (1, 3), (4, 4)]
    assert [found.reach(line, 0) for line in range(5)] == [2, 1, 1, 1, 2]
    assert [found.is_covered(line, 1) for line in range(5)] == [True, False, False, False, True]
    assert [found.spans(line, 0) for line in range(5)] == [False, True, True, True, False]
    assert [found.opening(line, 0) for line in (0, 1, 4)] == ["none", "open", "closed"]
    # What is called in a line of the head is a node of its own: that of the group, and that of a part.
    nodes = [found.node(2, column) for column in (0, 1)]
    assert [None if node is None else node.code for node in nodes] == ["E", "DE"]


def test_without_the_setting_and_in_the_stub_nodes_stand_beside_one_another_as_before() -> None:
    level = ckm.Level("world", depths=(0,), expanded=("E",), total="before")
    plain = texts(labels(ckm.TableSpec(columns=level)))
    assert plain == [("Insgesamt",), ("E",), ("DE",), ("FR",), ("A",)]
    assert texts(labels(ckm.TableSpec(rows=level, presentation=TREE), "rows")) == plain


def test_a_tree_holds_further_variables_under_each_of_its_nodes() -> None:
    spec = ckm.TableSpec(columns=[ckm.Level("world", total="off"), ckm.Level("sex", total="off")], presentation=TREE)
    found = labels(spec)
    assert texts(found)[:4] == [("E", "Zusammen", "m"), ("E", "Zusammen", "w"), ("E", "DE", "m"), ("E", "DE", "w")]
    assert found.run(0, 0) == (0, 5)
    assert found.run(0, 1) == (0, 1)
    assert found.reach(0, 2) == 1


def test_own_rows_in_the_head_are_no_tree() -> None:
    rows = (
        OwnRow(ckm.Texts.same("of these"), kind="heading"),
        OwnRow(ckm.Texts.same("men"), (ckm.Condition("sex", ("m",)),)),
    )
    level = ckm.Level("::rows 1", rows=rows, total="off")
    plain, tree = (ckm.TableSpec(columns=level, presentation=shown) for shown in (Presentation(), TREE))
    assert texts(labels(plain)) == texts(labels(tree))


BLOCKS = [
    ckm.Block(ckm.Level("sex", total="before")),
    ckm.Block(ckm.Level("world", total="before")),
    ckm.Block((ckm.Level("world", depths=(0,), total="after"),), "Own words"),
]


def test_blocks_are_headed_by_their_variables_but_for_the_first_and_those_with_words_of_their_own() -> None:
    found = labels(ckm.TableSpec(rows=BLOCKS, presentation=Presentation(headed=True)), "rows")
    headings = [found.texts(row)[0] for row in found.headings]
    assert headings == ["nach Kontinent und Staat", "Own words"]
    assert found.titles == ("Geschlecht / Kontinent",)  # what a heading says, the stub need not say
    plain = labels(ckm.TableSpec(rows=BLOCKS), "rows")
    assert [plain.texts(row)[0] for row in plain.headings] == ["Own words"]
    assert plain.titles == ("Geschlecht / Kontinent, Staat / Kontinent",)


def test_each_of_stacked_blocks_of_the_head_is_headed() -> None:
    spec = ckm.TableSpec(columns=BLOCKS[:2], presentation=Presentation(headed=True))
    assert list(dict.fromkeys(line[0] for line in texts(labels(spec)))) == [
        "nach Geschlecht",
        "nach Kontinent und Staat",
    ]


@pytest.mark.parametrize(("where", "left"), [("each", [0, 1, 2]), ("first", [0]), ("last", [2])])
def test_the_total_of_stacked_blocks_stands_where_it_is_wanted(where: BlockTotal, left: list[int]) -> None:
    spec = ckm.TableSpec(rows=BLOCKS, columns=ckm.Level("age"), presentation=Presentation(block_total=where))
    table, layout = laid(spec)
    found = AxisLabels(layout, "rows", "de")
    assert [layout.rows.locate(row)[0] for row in range(len(found)) if found.total[row]] == left
    told = {layout.rows.locate(row)[0]: found.total_in(row) for row in range(len(found))}
    assert told == {number: 0 if number in left else left[0] + 1 for number in range(3)}
    # Every other line has the figures that it has with a total in each block.
    whole = laid(spec.with_changes(presentation=Presentation()))[1]
    both = [one.matrix([block.figures[0] for block in table.blocks]) for one in (layout, whole)]
    kept = [row for row in range(len(whole.rows)) if not AxisLabels(whole, "rows", "de").total[row]]
    assert [line.tolist() for row, line in enumerate(both[0]) if not found.total[row]] == both[1][kept].tolist()
    # A reader knows the total of each block, wherever it stands.
    masks = [shown_cells(one, table.blocks) for one in (spec, spec.with_changes(presentation=Presentation()))]
    assert [mask.tolist() for mask in masks[0]] == [mask.tolist() for mask in masks[1]]


def test_a_block_that_is_only_a_total_keeps_it_and_one_that_sums_up_periods_has_its_own() -> None:
    shown = Presentation(block_total="first")
    alone = ckm.TableSpec(
        rows=[BLOCKS[0], ckm.Block(ckm.Level("world", nodes=("DE",), groups_only=True))], presentation=shown
    )
    assert texts(labels(alone, "rows")) == [("Insgesamt",), ("m",), ("w",), ("Insgesamt",)]
    first, second = laid(ckm.TableSpec(rows=BLOCKS[:2]))[1].rows.segments
    assert [len(one) for one in _one_total([first, second], "first")] == [3, 5]
    over_periods = replace(second, block=ckm.Block(ckm.Level(PERIOD)))
    assert [len(one) for one in _one_total([first, over_periods], "first")] == [3, 6]


ENDED = (
    Category("m", ckm.Texts("male", "männlich")),
    Category("w", ckm.Texts("female", "weiblich")),
    Category("x", ckm.Texts("former", "früher"), valid_to="2019-12-31"),
    Category("y", ckm.Texts("later", "später"), valid_from="2030-01-01"),
)


@pytest.mark.parametrize("codes", ["mw", "mwx"])
def test_what_the_dictionary_ends_is_left_out_and_named_whether_or_not_a_record_has_it(codes: str) -> None:
    frame = pd.DataFrame({"sex": list(codes) * 4})
    entry = VariableEntry("sex", "dimension", ckm.Texts("Sex", "Geschlecht"), ENDED)
    given = ckm.Microdata.from_pandas(frame, ["sex"])
    given = given.with_categories(entry.describe(given.dimension("sex"), "2025-12-31"))
    spec = ckm.TableSpec(rows=["sex"], presentation=Presentation(valid_codes=True))
    table, layout = laid(spec, given)
    assert texts(AxisLabels(layout, "rows", "de")) == [("männlich",), ("weiblich",), ("Insgesamt",)]
    assert [one.text("de") for one in left_out(layout)] == [
        "Nicht aufgeführt, weil im Berichtszeitraum nicht gültig: Geschlecht: früher, später."
    ]
    assert table.value({}) == len(frame)  # every record counts in the total
    plain = laid(ckm.TableSpec(rows=["sex"]), given)[1]
    assert left_out(plain) == ()
    assert len(plain.rows) == len(codes) + 1  # as before
    chosen = laid(
        ckm.TableSpec(rows=ckm.Level("sex", nodes=("m",)), presentation=Presentation(valid_codes=True)), given
    )
    assert left_out(chosen[1]) == ()


def test_hidden_categories_are_named_where_the_table_would_show_them() -> None:
    tree = ckm.Hierarchy.from_depths([("A", 0), ("a1", 1), ("a2", 1), ("B", 0), ("b1", 1)])
    entry = VariableEntry("area", "dimension", ckm.Texts.same("area")).with_hierarchy(tree)
    given = ckm.Microdata.from_pandas(pd.DataFrame({"area": ["a1", "a2", "b1"] * 2}), ["area"])
    given = given.with_categories(entry.describe(given.dimension("area"), "2025-12-31"))

    def note(**level: Any) -> list[str]:
        spec = ckm.TableSpec(rows=ckm.Level("area", **level), presentation=Presentation(name_hidden=True))
        table, layout = laid(spec, given)
        assert table.value({}) == 6  # what is hidden is in the total
        return [one.text("de") for one in left_out(layout)]

    def hidden(names: str) -> list[str]:
        return [f"Nicht aufgeführt, aber in den Summen enthalten: area: {names}."]

    assert note() == []
    assert note(hidden=("a1",)) == hidden("a1")
    assert note(hidden=("A",)) == hidden("A")  # its descendants go with it
    assert note(hidden=("A", "a1", "b1")) == hidden("A, b1")
    assert note(hidden=("a1",), depths=(0,)) == []  # it would not be shown anyway
    assert note(hidden=("A",), depths=(1,)) == hidden("A")
    assert note(hidden=("B",), nodes=("A",)) == []
    spec = ckm.TableSpec(rows=ckm.Level("area", hidden=("a1",)))
    assert left_out(laid(spec, given)[1]) == ()  # tables of before are as they were


def test_nodes_above_none_but_ended_codes_are_left_out_too() -> None:
    tree = ckm.Hierarchy.from_depths([("old", 0), ("x", 1), ("new", 0), ("m", 1), ("w", 1)])
    entry = VariableEntry("sex", "dimension", ckm.Texts("Sex", "Geschlecht"), ENDED[:3]).with_hierarchy(tree)
    given = ckm.Microdata.from_pandas(pd.DataFrame({"sex": list("mwx") * 2}), ["sex"])
    given = given.with_categories(entry.describe(given.dimension("sex"), "2025-12-31"))
    spec = ckm.TableSpec(rows=["sex"], presentation=Presentation(valid_codes=True))
    assert texts(AxisLabels(laid(spec, given)[1], "rows", "de")) == [
        ("new",),
        ("männlich",),
        ("weiblich",),
        ("Insgesamt",),
    ]


def test_settings_that_came_later_stay_out_of_what_is_kept_of_a_table_without_them() -> None:
    plain = ckm.TableSpec(rows=BLOCKS)
    assert not any(
        word in spec_to_json(plain)
        for word in ("tree", "headed", "block_total", "valid_codes", "set_off", "name_hidden")
    )
    for spec in (plain, plain.with_changes(presentation=PRINTED)):
        assert spec_from_json(spec_to_json(spec)) == spec
