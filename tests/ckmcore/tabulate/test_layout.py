"""Layout: where cells stand, and how totals are called."""

from __future__ import annotations

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import AxisName, Layout, Unpublished, lay_out


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
