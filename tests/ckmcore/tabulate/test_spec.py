"""TableSpec: one object for window, command line, saved table; it survives its file form."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.tabulate.spec import Footnote, Order, OwnRow, Presentation, Width, spec_from_json, spec_to_json
from tests.kit.fails import fails

names = st.sampled_from(["A", "B", "C", "ü§", ""])
codes = st.lists(st.text(max_size=3), max_size=3).map(tuple)
conditions = st.builds(ckm.Condition, names, codes)
texts = st.builds(ckm.Texts, names, names)
own_rows = st.builds(
    OwnRow,
    texts,
    st.lists(conditions, max_size=2).map(tuple),
    st.sampled_from(["davon", "darunter", "und zwar"]),
    st.booleans(),
    st.sampled_from(["figures", "heading", "blank"]),
)
lines = st.lists(st.tuples(names, names), max_size=2).map(tuple)
orders = st.builds(
    Order, st.sampled_from(["list", "code", "label", "value", "hand"]), st.booleans(), codes, st.integers(0, 1), lines
)
levels = st.builds(
    ckm.Level,
    names,
    st.lists(st.integers(0, 3), max_size=2).map(tuple),
    codes,
    st.lists(st.builds(ckm.Group, texts, codes), max_size=1).map(tuple),
    st.sampled_from(["before", "after", "off"]),
    codes,
    st.sampled_from(["before", "after"]),
    orders,
    st.sampled_from(["indent", "columns"]),
    texts,
    st.lists(own_rows, max_size=2).map(tuple),
    st.booleans(),
    hidden=codes,
    labels=st.lists(st.tuples(names, texts), max_size=2).map(tuple),
)
blocks = st.builds(ckm.Block, st.lists(levels, max_size=2).map(tuple), texts, st.booleans())
kinds = ["count", "weighted_count", "sum", "mean", "share", "change", "ratio", "rate"]
values = st.builds(
    ckm.Value,
    st.sampled_from(kinds),
    base=st.sampled_from(["", "total", "row", "column", "row_parent", "column_parent"]),
    conditions=st.lists(conditions, max_size=1).map(tuple),
    base_conditions=st.lists(conditions, max_size=1).map(tuple),
    decimals=st.integers(0, 3),
    factor=st.sampled_from([1, 1000]),
)
presentations = st.builds(
    Presentation,
    st.sampled_from(["labels", "codes", "both"]),
    st.sampled_from(["", "de", "en"]),
    st.booleans(),
    st.booleans(),
    st.lists(st.builds(Width, codes, st.integers(20, 400)), max_size=2).map(tuple),
    tree=st.booleans(),
    headed=st.booleans(),
    block_total=st.sampled_from(["each", "first", "last"]),
    valid_codes=st.booleans(),
    set_off=st.booleans(),
)
footnotes = st.builds(
    Footnote,
    texts,
    st.sampled_from(["table", "line", "cell", "value"]),
    st.lists(st.tuples(names, names), max_size=2).map(tuple),
)
specs = st.builds(
    ckm.TableSpec,
    st.lists(blocks, max_size=2),
    st.lists(blocks, max_size=2),
    st.lists(blocks, max_size=1),
    st.lists(conditions, max_size=2),
    st.lists(values, min_size=1, max_size=2),
    st.sampled_from(["columns", "rows"]),
    texts,
    presentations,
    st.lists(footnotes, max_size=2),
)


@given(specs)
def test_a_specification_survives_its_file_form(spec: ckm.TableSpec) -> None:
    again = spec_from_json(spec_to_json(spec))
    assert again == spec
    assert hash(again) == hash(spec)


def test_what_came_later_stays_out_of_the_file_form_while_it_says_nothing() -> None:
    plain = json.loads(spec_to_json(ckm.TableSpec(rows=["A"])))
    assert list(plain["rows"][0]["levels"][0]) == [
        "variable", "depths", "nodes", "groups", "total", "expanded", "subtotals", "order", "stub", "title", "rows",
        "mean", "groups_only",
    ]  # fmt: skip
    assert list(plain["rows"][0]["levels"][0]["order"]) == ["by", "descending", "codes", "value"]
    said = ckm.Level("A", hidden=["1"], labels={"2": "Two"}, order=Order("value", line={"B": "1"}))
    found = json.loads(spec_to_json(ckm.TableSpec(rows=[said])))["rows"][0]["levels"][0]
    assert (found["hidden"], found["labels"]) == (["1"], [["2", {"en": "Two", "de": "Two"}]])
    assert found["order"]["line"] == [["B", "1"]]


def test_what_is_in_sight_of_a_picture_stays_out_of_the_file_form_where_it_is_the_table() -> None:
    drawn = ckm.TableSpec(["A"], presentation=Presentation(picture=ckm.PictureChoice("bars")))
    kept = json.loads(spec_to_json(drawn))["presentation"]["picture"]
    assert kept["kind"] == "bars"
    assert "sight" not in kept
    both = ckm.TableSpec(["A"], presentation=Presentation(picture=ckm.PictureChoice(sight="both")))
    assert json.loads(spec_to_json(both))["presentation"]["picture"]["sight"] == "both"
    assert spec_from_json(spec_to_json(both)) == both


def test_the_short_form_is_one_nested_block_an_axis() -> None:
    spec = ckm.TableSpec(rows=["A", "B"], columns=["C"])
    assert spec.rows == (ckm.Block((ckm.Level("A"), ckm.Level("B"))),)
    assert spec.columns == (ckm.Block((ckm.Level("C"),)),)
    assert spec.variables == ("A", "B", "C")


def test_an_unreadable_specification_names_the_place() -> None:
    with fails("spec_unreadable", match=r"rows\[0\]"):
        spec_from_json('{"rows": [{"levels": 3}]}')
