"""Hierarchies from columns of the data, against pandas' grouping."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.dictionary.hierarchy_columns import hierarchy_of_columns
from ckmcore.microdata.data import Microdata, UnknownVariable
from tests.kit.fails import fails


def people(**columns: list[str | None]) -> Microdata:
    frame = pd.DataFrame(columns)
    return Microdata.from_pandas(frame, list(columns))


def depths(data: Microdata, *columns: str) -> list[tuple[str, int]]:
    return [(node.code, node.depth) for node in hierarchy_of_columns(data, columns).nodes]


def test_each_column_is_a_level() -> None:
    data = people(
        land=["09", "01", "09", "09"], kreis=["091", "010", "092", "091"], ort=["0911", "0100", "0920", "0912"]
    )
    hierarchy = hierarchy_of_columns(data, ["land", "kreis", "ort"])
    assert [(node.code, node.depth) for node in hierarchy.nodes] == [
        ("01", 0),
        ("010", 1),
        ("0100", 2),
        ("09", 0),
        ("091", 1),
        ("0911", 2),
        ("0912", 2),
        ("092", 1),
        ("0920", 2),
    ]
    assert hierarchy.level_names == ("land", "kreis", "ort")
    data.with_hierarchy("ort", hierarchy)


def test_a_code_below_two_parents_is_named_with_both() -> None:
    data = people(land=["1", "2", "1"], kreis=["11", "11", "12"])
    with fails("hierarchy_column_parents", match=r"“11” of “kreis” lies below “1” and below “2” of “land”"):
        hierarchy_of_columns(data, ["land", "kreis"])


def test_what_is_missing_above_leaves_a_level_out_and_what_is_missing_below_is_no_leaf() -> None:
    data = people(land=["1", None, None, "2"], kreis=["11", "11", "31", None])
    assert depths(data, "land", "kreis") == [("1", 0), ("11", 1), ("31", 0)]


def test_a_group_with_the_code_of_its_only_member_is_none_and_others_are_called_by_their_leaves() -> None:
    data = people(land=["11", "2", "2"], kreis=["11", "21", "2"])
    assert depths(data, "land", "kreis") == [("2 (2-21)", 0), ("2", 1), ("21", 1), ("11", 0)]
    data.with_hierarchy("kreis", hierarchy_of_columns(data, ["land", "kreis"]))


def test_unknown_columns_are_refused_by_name() -> None:
    with pytest.raises(UnknownVariable, match="ort"):
        hierarchy_of_columns(people(land=["1"]), ["land", "ort"])


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("12"), st.sampled_from("xyz")), min_size=1))
def test_leaves_below_each_group_are_those_of_the_records(rows: list[tuple[str, str, str]]) -> None:
    frame = pd.DataFrame(rows, columns=["a", "b", "c"])
    frame["b"] = frame["a"] + frame["b"]
    frame["c"] = frame["b"] + frame["c"]
    data = Microdata.from_pandas(frame, ["a", "b", "c"])
    hierarchy = hierarchy_of_columns(data, ["a", "b", "c"])
    for column in ("a", "b"):
        for code, below in frame.groupby(column)["c"]:
            assert set(hierarchy.leaves_below(str(code))) == set(below)
    assert set(hierarchy.leaves) == set(frame["c"])


@pytest.mark.thorough
@pytest.mark.reference
def test_the_columns_of_the_census_give_their_hierarchy_file(reference: Path) -> None:
    data = ckm.read_microdata(
        reference / "data" / "census_persons_100k.csv.gz", dimensions=["NUTS1", "NUTS2", "NUTS3", "LAU2"]
    )
    found = hierarchy_of_columns(data, ["NUTS1", "NUTS2", "NUTS3", "LAU2"])
    expected = ckm.microdata.read_hrc(reference / "data" / "lau2_hierarchy.hrc")
    ours = {node.code: found.nodes[node.parent].code for node in found.nodes if node.parent >= 0}
    theirs = {node.code: expected.nodes[node.parent].code for node in expected.nodes if node.parent >= 0}
    both = ours.keys() & theirs.keys()
    assert len(both) > 1600
    assert {code: ours[code] for code in both} == {code: theirs[code] for code in both}
    assert found.depth == expected.depth == 4


def test_many_levels_with_many_codes_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    data = people(
        a=[str(number % 7) for number in range(500)],
        b=[f"{number % 7}-{number % 3}" for number in range(500)],
        c=[str(number) for number in range(500)],
    )
    quick = hierarchy_of_columns(data, ["a", "b", "c"])
    monkeypatch.setattr("ckmcore.dictionary.hierarchy_columns._MARKED", 0)
    assert hierarchy_of_columns(data, ["a", "b", "c"]) == quick
