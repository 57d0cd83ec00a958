"""TableSpec: one object for window, command line, saved table; it survives its file form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.tabulate.spec import OwnRow, OwnRows, SpecUnreadable, spec_from_json, spec_to_json

names = st.sampled_from(["A", "B", "C", "ü§", ""])
codes = st.lists(st.text(max_size=3), max_size=3).map(tuple)
conditions = st.builds(ckm.Condition, names, codes)
levels = st.builds(
    ckm.Level,
    names,
    st.lists(st.integers(0, 3), max_size=2).map(tuple),
    codes,
    st.lists(st.builds(ckm.Group, st.builds(ckm.Texts, names, names), codes), max_size=1).map(tuple),
    st.sampled_from(["before", "after", "off"]),
)
own_rows = st.none() | st.builds(
    OwnRows,
    st.lists(st.builds(OwnRow, st.builds(ckm.Texts), st.lists(conditions, max_size=2).map(tuple)), max_size=2).map(
        tuple
    ),
    st.sampled_from(["davon", "darunter", "und zwar"]),
)
blocks = st.builds(ckm.Block, st.lists(levels, max_size=2).map(tuple), own_rows, st.builds(ckm.Texts))
values = st.builds(ckm.Value, st.sampled_from(["count", "weighted_count", "sum", "mean", "share", "change", "ratio"]))
specs = st.builds(
    ckm.TableSpec,
    st.lists(blocks, max_size=2),
    st.lists(blocks, max_size=2),
    st.lists(blocks, max_size=1),
    st.lists(conditions, max_size=2),
    st.lists(values, min_size=1, max_size=2),
)


@given(specs)
def test_a_specification_survives_its_file_form(spec: ckm.TableSpec) -> None:
    again = spec_from_json(spec_to_json(spec))
    assert again == spec
    assert hash(again) == hash(spec)


def test_the_short_form_is_one_nested_block_an_axis() -> None:
    spec = ckm.TableSpec(rows=["A", "B"], columns=["C"])
    assert spec.rows == (ckm.Block((ckm.Level("A"), ckm.Level("B"))),)
    assert spec.columns == (ckm.Block((ckm.Level("C"),)),)
    assert spec.variables == ("A", "B", "C")


def test_an_unreadable_specification_names_the_place() -> None:
    with pytest.raises(SpecUnreadable, match=r"rows\[0\]"):
        spec_from_json('{"rows": [{"levels": 3}]}')
