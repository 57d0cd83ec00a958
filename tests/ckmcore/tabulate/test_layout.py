"""Layout: where cells stand, and how totals are called."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.microdata.data import Category
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import AxisName, Layout, Unpublished, lay_out
from ckmcore.tabulate.spec import Order, Presentation
from ckmcore.tabulate.tabulate import filter_texts


def data() -> ckm.Microdata:
    frame = pd.DataFrame({"a": list("xxyyz"), "b": list("12121"), "c": list("ppqqq")})
    return ckm.Microdata.from_pandas(frame, ["a", "b", "c"])


def laid(spec: ckm.TableSpec) -> tuple[ckm.RawTable, Layout]:
    raw = ckm.tabulate(data(), spec)
    return raw, lay_out(spec, [Unpublished(block.dimensions) for block in raw.blocks])


def words(layout: Layout, axis: AxisName) -> list[tuple[str, ...]]:
    labels = AxisLabels(layout, axis, "de")
    return [labels.texts(line) for line in range(len(labels))]


def test_totals_are_Insgesamt_outside_and_Zusammen_inside() -> None:
    _, layout = laid(ckm.TableSpec(rows=[ckm.Level("a", total="before"), "b"]))
    assert words(layout, "rows")[:6] == [
        ("Insgesamt", "1"), ("Insgesamt", "2"), ("Insgesamt", "Insgesamt"), ("x", "1"), ("x", "2"), ("x", "Zusammen"),
    ]  # fmt: skip


def test_with_a_filter_every_total_is_that_of_the_selection() -> None:
    _, layout = laid(ckm.TableSpec(rows=["a", "b"], filters=[ckm.Condition("c", ("p",))]))
    found = {word for line in words(layout, "rows") for word in line}
    assert "Zusammen (Auswahl)" in found
    assert not {"Insgesamt", "Zusammen"} & found


def test_an_empty_filter_selects_nothing_and_renames_nothing() -> None:
    _, layout = laid(ckm.TableSpec(rows=["a"], filters=[ckm.Condition("c")]))
    assert words(layout, "rows")[-1] == ("Insgesamt",)


def test_the_matrix_and_the_address_agree_in_stacked_and_layered_tables() -> None:
    spec = ckm.TableSpec(
        rows=[ckm.Block((ckm.Level("a"),)), ckm.Block((ckm.Level("b", total="off"),))],
        columns=[ckm.Block((ckm.Level("c"),))],
    )
    raw, layout = laid(spec)
    matrix = layout.matrix([block.counts for block in raw.blocks])
    assert matrix.shape == (6, 3)
    for row, column in np.ndindex(matrix.shape):
        number, position = layout.address(row, column)
        assert matrix[row, column] == raw.blocks[number].counts[position]
    layered = ckm.TableSpec(rows=["a"], columns=["b"], layers=["c"])
    raw, layout = laid(layered)
    total = [layout.matrix([raw.blocks[0].counts], layer).sum() for layer in range(len(layout.layers))]
    assert total[0] + total[1] == total[2]


def test_chosen_levels_and_nodes_are_shown_in_order() -> None:
    hierarchy = ckm.Hierarchy.from_depths([("g", 0), ("x", 1), ("y", 1), ("h", 0), ("z", 1)])
    spec = ckm.TableSpec(rows=[ckm.Level("a", depths=(0,))], columns=[ckm.Level("b", nodes=("2",), total="off")])
    raw = ckm.tabulate(data(), spec, hierarchies={"a": hierarchy})
    layout = lay_out(spec, [Unpublished(block.dimensions) for block in raw.blocks])
    assert words(layout, "rows") == [("g",), ("h",), ("Insgesamt",)]
    assert words(layout, "columns") == [("2",)]
    assert layout.matrix([raw.blocks[0].counts]).ravel().tolist() == [2, 0, 2]


def test_a_table_without_variables_is_one_cell() -> None:
    raw, layout = laid(ckm.TableSpec())
    assert layout.matrix([block.counts for block in raw.blocks]).tolist() == [[5]]


def test_a_table_without_variables_is_one_cell_also_after_a_larger_table_of_the_same_records() -> None:
    records = data()
    ckm.tabulate(records, ckm.TableSpec(rows=list(records.dimensions)[:1]))
    for counts in (ckm.tabulate(records, ckm.TableSpec()).blocks[0].counts for _ in range(2)):
        assert counts.shape == ()
        assert int(counts) == records.rows


TREE = ckm.Hierarchy.from_depths([("g", 0), ("x", 1), ("y", 1), ("h", 0), ("z", 1)])


def shown(spec: ckm.TableSpec, axis: AxisName = "rows", **tree: ckm.Hierarchy) -> list[tuple[str, ...]]:
    """The labels of an axis as a table publishes them without noise (base 2: counts of these records are even)."""
    raw = ckm.tabulate(doubled(), spec, hierarchies=tree)
    table = ckm.protect(raw, ckm.Rounding(2))
    labels = AxisLabels(lay_out(spec, table.blocks, "de"), axis, "de")
    return [labels.texts(line) for line in range(len(labels))]


def doubled() -> ckm.Microdata:
    """a: x 2, y 6, z 4; within b=1 y 2, within b=2 y 4; nothing of x in b=2."""
    pairs = ["x1"] * 2 + ["y1"] * 2 + ["y2"] * 4 + ["z1"] * 3 + ["z2"]
    return ckm.Microdata.from_pandas(pd.DataFrame({"a": [p[0] for p in pairs], "b": [p[1] for p in pairs]}), ["a", "b"])


def test_single_nodes_are_opened_whatever_levels_are_chosen() -> None:
    level = ckm.Level("a", depths=(0,), expanded=("g",), total="off")
    assert shown(ckm.TableSpec(rows=[level]), a=TREE) == [("g",), ("x",), ("y",), ("h",)]


def test_subtotals_stand_before_or_after_their_parts() -> None:
    level = ckm.Level("a", subtotals="after", total="off")
    assert shown(ckm.TableSpec(rows=[level]), a=TREE) == [("x",), ("y",), ("g",), ("z",), ("h",)]


def test_nodes_are_ordered_by_published_value_within_each_outer_line() -> None:
    by_value = ckm.Level("a", order=Order("value", descending=True), total="off")
    assert shown(ckm.TableSpec(rows=[by_value])) == [("y",), ("z",), ("x",)]
    nested = ckm.TableSpec(rows=[ckm.Level("b", total="off"), by_value])
    assert shown(nested) == [("1", "z"), ("1", "x"), ("1", "y"), ("2", "y"), ("2", "z"), ("2", "x")]
    assert shown(ckm.TableSpec(rows=[by_value]), a=TREE) == [("g",), ("y",), ("x",), ("h",), ("z",)]
    smallest = ckm.Level("a", order=Order("value"), total="before")
    assert shown(ckm.TableSpec(rows=[smallest]))[:2] == [("Insgesamt",), ("x",)]


def test_nodes_are_ordered_by_the_published_figures_of_one_named_line() -> None:
    """x 2 0, y 2 4, z 3 1 in the columns 1 and 2; published to base 2: x 2 0, y 2 4, z 4 2 or near it."""

    def rows(line: dict[str, str], *, columns: list[ckm.Level], **rest: Any) -> list[str]:
        by_line = ckm.Level("a", total="off", order=Order("value", descending=True, line=line))
        spec = ckm.TableSpec(rows=[by_line], columns=columns, **rest)
        return [texts[0] for texts in shown(spec)]

    both = [ckm.Level("b")]
    assert rows({}, columns=both) == ["y", "z", "x"]
    assert rows({"b": "1"}, columns=both)[0] == "z"
    assert rows({"b": "2"}, columns=both) == ["y", "z", "x"]
    sheets = rows({"b": "1"}, columns=[], layers=[ckm.Level("b")])
    assert sheets[0] == "z"


def test_a_line_that_the_table_does_not_show_orders_nothing() -> None:
    by_line = ckm.Level("a", total="off", order=Order("value", descending=True, line={"b": "1"}))
    for columns in (
        [],
        [ckm.Level("b", nodes=["2"])],
        [ckm.Level("b", hidden=["1"])],
        [ckm.Level("b", groups=[ckm.Group("both", ["1", "2"])], groups_only=True)],
    ):
        assert [texts[0] for texts in shown(ckm.TableSpec(rows=[by_line], columns=columns))] == ["x", "y", "z"]
    gone = ckm.Level("a", total="off", order=Order("value", descending=True, line={"b": "9"}))
    assert [texts[0] for texts in shown(ckm.TableSpec(rows=[gone], columns=["b"]))] == ["x", "y", "z"]


def test_columns_are_ordered_by_a_row_and_blocks_by_the_line_of_another_block() -> None:
    by_row = ckm.Level("b", total="off", order=Order("value", line={"a": "z"}))
    assert shown(ckm.TableSpec(rows=["a"], columns=[by_row]), "columns") == [("2",), ("1",)]
    by_row = ckm.Level("b", total="off", order=Order("value", line={"a": "y"}))
    assert shown(ckm.TableSpec(rows=["a"], columns=[by_row]), "columns") == [("1",), ("2",)]
    two = ckm.TableSpec(
        rows=[ckm.Level("a", total="off", order=Order("value", descending=True, line={"b": "1"}))],
        columns=[ckm.Block(()), ckm.Block((ckm.Level("b"),))],
    )
    assert shown(two)[0] == ("z",)


def test_siblings_are_ordered_by_a_named_line_within_their_parent() -> None:
    by_line = ckm.Level("a", order=Order("value", line={"b": "2"}), total="before")
    found = shown(ckm.TableSpec(rows=[by_line], columns=["b"]), a=TREE)
    assert [texts[0] for texts in found] == ["Insgesamt", "h", "z", "g", "x", "y"]


def test_hidden_nodes_are_out_with_what_stands_below_them_and_no_total_changes() -> None:
    level = ckm.Level("a", total="before", hidden=["h", "x"])
    spec = ckm.TableSpec(rows=[level])
    assert shown(spec, a=TREE) == [("Insgesamt",), ("g",), ("y",)]
    raw = ckm.tabulate(doubled(), spec, hierarchies={"a": TREE})
    assert raw.blocks[0].counts.tolist() == [12, 8, 6]
    assert shown(ckm.TableSpec(rows=[replace(level, hidden=("gone",))]), a=TREE)[1:3] == [("g",), ("x",)]
    group = ckm.Level("a", total="off", hidden=["group:1", "z"], groups=[ckm.Group("both", ["x", "y"])])
    assert shown(ckm.TableSpec(rows=[group])) == [("x",), ("y",)]


def test_a_node_is_called_otherwise_in_one_table_and_sorted_by_that_name() -> None:
    level = ckm.Level("a", total="off", labels={"x": ckm.Texts("Zed", "Zett"), "gone": "Nobody"})
    assert shown(ckm.TableSpec(rows=[level])) == [("Zett",), ("y",), ("z",)]
    ordered = replace(level, order=Order("label"))
    assert shown(ckm.TableSpec(rows=[ordered])) == [("y",), ("z",), ("Zett",)]
    assert shown(ckm.TableSpec(rows=["a"]))[0] == ("x",)  # another table keeps the name


@given(st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from("12")), min_size=1, max_size=30), st.data())
def test_order_and_lines_follow_from_published_figures_alone(pairs: list[tuple[str, str]], draw: st.DataObject) -> None:
    """Whatever the records were: a table of equal published figures has equal lines in equal order."""
    lists = {"a": "xyz", "b": "12"}
    frame = pd.DataFrame(
        {
            name: pd.Categorical([pair[at] for pair in pairs], list(codes))
            for at, (name, codes) in enumerate(lists.items())
        }
    )
    data = ckm.Microdata.from_pandas(frame, ["a", "b"])
    line = draw.draw(st.sampled_from([{}, {"b": "1"}, {"b": "2"}]))
    order = Order("value", descending=draw.draw(st.booleans()), line=line)
    hidden = draw.draw(st.sampled_from([(), ("x",), ("y", "z")]))
    spec = ckm.TableSpec(rows=[ckm.Level("a", order=order, hidden=hidden)], columns=["b"])
    table = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(5))
    found = lay_out(spec, table.blocks).rows.segments[0].positions[:, 0].tolist()
    figures = table.blocks[0].figures[0][:, table.blocks[0].dimensions[1].index[line["b"]] if line else 0].tolist()
    turn = -1 if order.descending else 1
    assert found == [*sorted(range(1, len(figures)), key=lambda at: (turn * figures[at], at)), 0]


def test_nodes_are_ordered_by_label_as_a_german_index_does_by_code_and_by_hand() -> None:
    names = ["Zoo", "Äpfel", "Apfel", "über", "10", "9"]
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": names}), ["a"])

    def order(how: Order) -> list[str]:
        spec = ckm.TableSpec(rows=[ckm.Level("a", order=how, total="off")])
        table = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(2))
        labels = AxisLabels(lay_out(spec, table.blocks, "de"), "rows", "de")
        return [labels.texts(line)[0] for line in range(len(labels))]

    assert order(Order("label")) == ["10", "9", "Apfel", "Äpfel", "über", "Zoo"]
    assert order(Order("code"))[:2] == ["9", "10"]
    assert order(Order("label", descending=True))[0] == "Zoo"
    assert order(Order("hand", codes=("Zoo", "9")))[:2] == ["Zoo", "9"]


def test_levels_of_a_hierarchy_stand_in_columns_of_their_own() -> None:
    level = ckm.Level("a", stub="columns", total="before")
    assert shown(ckm.TableSpec(rows=[level]), a=TREE) == [
        ("Insgesamt", ""), ("g", "Zusammen"), ("g", "x"), ("g", "y"), ("h", "Zusammen"), ("h", "z"),
    ]  # fmt: skip


def test_rows_and_columns_that_publish_only_zeros_are_hidden_and_one_line_stays() -> None:
    hides = Presentation(hide_rows=True, hide_columns=True)
    spec = ckm.TableSpec(rows=["a"], columns=["b"], filters=[ckm.Condition("a", ("x",))], presentation=hides)
    assert shown(spec) == [("x",), ("Zusammen (Auswahl)",)]
    assert shown(spec, "columns") == [("1",), ("Zusammen (Auswahl)",)]
    nothing = spec.with_changes(filters=(ckm.Condition("a", ("x",)), ckm.Condition("b", ("2",))))
    assert len(shown(nothing)) == 1


def test_what_is_hidden_follows_the_published_figures_alone() -> None:
    frame = pd.DataFrame({"a": ["x"] * 4 + ["y"] * 40})
    spec = ckm.TableSpec(rows=["a"], presentation=Presentation(hide_rows=True))
    table = ckm.protect(ckm.tabulate(ckm.Microdata.from_pandas(frame, ["a"]), spec), ckm.Rounding(10))
    labels = AxisLabels(lay_out(spec, table.blocks), "rows", "en")
    assert [labels.texts(line) for line in range(len(labels))] == [("y",), ("Total",)]


def test_stacked_blocks_have_headings_and_blank_lines_and_the_head_a_level_more() -> None:
    parts = [
        ckm.Block((ckm.Level("a", total="off"),), ckm.Texts("By a", "Nach a")),
        ckm.Block((ckm.Level("b", total="off"),), ckm.Texts("By b", "Nach b"), blank=True),
    ]
    assert shown(ckm.TableSpec(rows=parts)) == [("Nach a",), ("x",), ("y",), ("z",), ("",), ("Nach b",), ("1",), ("2",)]
    assert shown(ckm.TableSpec(columns=parts), "columns")[0] == ("Nach a", "x")
    assert shown(ckm.TableSpec(rows=parts[:1])) == [("x",), ("y",), ("z",)]


def test_labels_codes_or_both_are_shown() -> None:
    assert shown(ckm.TableSpec(rows=["a"], presentation=Presentation("both")))[0] == ("x",)
    categories = ckm.Dimension("a", ckm.Texts.same("a"), (Category("x", ckm.Texts("X-ray", "Röntgen")),))
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["x"]}), ["a"]).with_categories(categories)
    found = []
    for how in ("labels", "codes", "both"):
        spec = ckm.TableSpec(rows=["a"], presentation=Presentation(how))
        table = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(2))
        found.append(AxisLabels(lay_out(spec, table.blocks), "rows", "de").texts(0))
    assert found == [("Röntgen",), ("x",), ("x Röntgen",)]
    spec = ckm.TableSpec(rows=["a"], presentation=Presentation(language="en"))
    table = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(2))
    assert AxisLabels(lay_out(spec, table.blocks, "de"), "rows", "de").texts(1) == ("Total",)


def test_only_nodes_that_are_needed_are_computed() -> None:
    level = ckm.Level("a", depths=(0,))
    raw = ckm.tabulate(data(), ckm.TableSpec(rows=[level]), hierarchies={"a": TREE})
    assert [node.code for node in raw.blocks[0].dimensions[0].nodes] == [ckm.TOTAL, "g", "h"]


def test_stacked_blocks_show_other_nodes_of_the_same_variable() -> None:
    group = ckm.Group(ckm.Texts.same("x and z"), ("x", "z"))
    blocks = [
        ckm.Block((ckm.Level("a", nodes=("y",)),)),
        ckm.Block((ckm.Level("a", groups=(group,), total="off"),)),
        ckm.Block((ckm.Level("a", nodes=("z",), total="off"),)),
    ]
    raw, layout = laid(ckm.TableSpec(rows=blocks))
    assert words(layout, "rows") == [
        ("y",), ("Insgesamt",), ("x",), ("y",), ("z",), ("x and z",), ("z",),
    ]  # fmt: skip
    assert layout.matrix([block.counts for block in raw.blocks])[:, 0].tolist() == [2, 5, 2, 2, 1, 3, 1]


def test_several_values_stand_in_rows_of_their_own_and_headings_have_one_line() -> None:
    parts = [ckm.Block((ckm.Level("a", total="off"),)), ckm.Block((ckm.Level("b", total="off"),), ckm.Texts("By b"))]
    values = [ckm.Value(), ckm.Value("share", base="column")]
    spec = ckm.TableSpec(rows=parts[:1], columns=[ckm.Level("b", total="off")], values=values, values_on="rows")
    table = ckm.protect(ckm.tabulate(doubled(), spec), ckm.Rounding(2))
    labels = AxisLabels(lay_out(spec, table.blocks), "rows", "en", values=["Number", "Share"])
    assert [labels.texts(row) for row in range(len(labels))] == [
        (code, word) for code in "xyz" for word in ("Number", "Share")
    ]
    assert labels.line_of.tolist() == [0, 0, 1, 1, 2, 2]
    assert labels.value_of.tolist() == [0, 1] * 3
    assert [labels.row_of(line, value) for line in range(3) for value in (0, 1)] == list(range(6))
    assert labels.run(3, 0) == (2, 3)
    assert labels.run(3, 1) == (3, 3)
    assert labels.titles == ("a", "")
    stacked = ckm.TableSpec(rows=parts, values=values, values_on="rows")
    table = ckm.protect(ckm.tabulate(doubled(), stacked), ckm.Rounding(2))
    labels = AxisLabels(lay_out(stacked, table.blocks), "rows", "en", values=["Number", "Share"])
    assert labels.texts(6) == ("By b",)
    assert labels.empty.tolist() == [False] * 6 + [True] + [False] * 4
    assert labels.texts(8) == ("1", "Share")


def test_own_groups_keep_their_name_where_levels_stand_in_columns() -> None:
    tree = ckm.Hierarchy.from_depths([("N", 0), ("n", 1), ("x", 2), ("y", 2), ("S", 0), ("s", 1), ("z", 2)])
    group = ckm.Group(ckm.Texts.same("x and z"), ("x", "z"))
    level = ckm.Level("a", depths=(1, 2), groups=(group,), stub="columns", total="off")
    assert shown(ckm.TableSpec(rows=[level]), a=tree)[-1][0] == "x and z"


def test_the_stub_of_stacked_blocks_is_headed_by_the_titles_of_all_of_them() -> None:
    blocks = [ckm.Block((ckm.Level("a"),)), ckm.Block((ckm.Level("b"), ckm.Level("c"))), ckm.Block((ckm.Level("a"),))]
    _, layout = laid(ckm.TableSpec(rows=blocks))
    assert AxisLabels(layout, "rows", "de").titles == ("a / b", "c")


def test_the_words_of_filters_name_what_is_selected_and_leave_out_what_selects_nothing() -> None:
    chosen = (ckm.Condition("c", ("p", "q")), ckm.Condition("a"), ckm.Condition("a", ("y",)))
    texts = filter_texts(data(), chosen)
    assert [(text.title.text("en"), [label.text("en") for label in text.labels]) for text in texts] == [
        ("c", ["p", "q"]), ("a", ["y"]),
    ]  # fmt: skip
