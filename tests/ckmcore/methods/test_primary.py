"""Primary rules: known examples, and every cell by pandas; they mark cells and protect none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.primary import PrimaryRules
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import TOTAL, TableSpec, Value
from tests.kit.fails import fails

SUM = Value("sum", magnitude="x")


def block(frame: pd.DataFrame, names: Sequence[str] = ("a",), contributors: int = 0) -> RawBlock:
    data = ckm.Microdata.from_pandas(frame, list(names), magnitudes=["x"])
    return ckm.tabulate(data, TableSpec(rows=list(names), values=[SUM]), contributors=contributors).blocks[0]


def sensitive(rules: PrimaryRules, values: Sequence[float]) -> bool:
    frame = pd.DataFrame({"a": ["1"] * len(values), "x": values})
    return bool(rules.sensitive(block(frame), "x")[1])


@pytest.mark.parametrize(
    ("rules", "values", "wanted"),
    [
        # One enterprise holds nearly everything: dominance, p % and pq all see it.
        (PrimaryRules(dominance=((1, 75),)), [100, 7, 3], True),
        (PrimaryRules(dominance=((1, 75),)), [75, 20, 5], False),  # exactly 75 % is not more
        (PrimaryRules(dominance=((2, 85),)), [50, 36, 14], True),
        (PrimaryRules(dominance=((2, 85),)), [50, 35, 15], False),
        (PrimaryRules(dominance=((1, 60), (2, 85))), [50, 36, 14], True),
        # The second largest estimates the largest from the total: 110 - 7 = 103, within 3 of 100.
        (PrimaryRules(p_percent=10), [100, 7, 3], True),
        (PrimaryRules(p_percent=10), [100, 50, 10], False),  # 160 - 50 = 110: 10 % off, which is enough
        (PrimaryRules(p_percent=10), [100, 50, 9.99], True),
        (PrimaryRules(pq=(10, 50)), [100, 50, 19], True),  # 50 % of 19 are less than 10
        (PrimaryRules(pq=(10, 50)), [100, 50, 20], False),
        (PrimaryRules(minimum_frequency=3), [5, 5], True),
        (PrimaryRules(minimum_frequency=3), [5, 5, 5], False),
        (PrimaryRules(minimum_frequency=3), [5, 5, 0], True),  # a 0 contributes nothing
        (PrimaryRules(p_percent=5), [40], True),
        (PrimaryRules(p_percent=5, minimum_frequency=3), [0, 0], False),
        (PrimaryRules(), [40], False),
        (PrimaryRules(dominance=((1, 90),)), [100, -90, 30], True),  # a total that negative values make small
    ],
)
def test_known_cells(rules: PrimaryRules, values: list[float], wanted: bool) -> None:
    assert sensitive(rules, values) is wanted


rows = st.lists(st.tuples(st.sampled_from("123"), st.sampled_from("xy"), st.integers(0, 60)), min_size=1, max_size=30)


@given(rows=rows, n=st.integers(1, 4), k=st.integers(1, 99), p=st.integers(1, 100), q=st.integers(2, 100))
def test_every_cell_is_marked_as_its_records_say(rows: list[Any], n: int, k: int, p: int, q: int) -> None:
    frame = pd.DataFrame(rows, columns=["a", "b", "x"])
    pq = (min(p, q - 1), q)
    rules = PrimaryRules(3, ((n, k),), p, pq)
    found = block(frame, ("a", "b"), rules.contributors)
    marked = rules.marked(found, "x")
    for cell in np.ndindex(found.shape):
        part = frame
        for axis, place in enumerate(cell):
            code = found.dimensions[axis].nodes[place].code
            part = part if code is TOTAL else part[part["ab"[axis]] == code]
        sizes = part["x"][part["x"] != 0].sort_values(ascending=False).tolist()
        rest = sum(sizes[2:])
        wanted = {
            "minimum_frequency": 0 < len(sizes) < 3,
            "dominance": bool(sizes) and 100 * sum(sizes[:n]) > k * sum(sizes),
            "p_percent": bool(sizes) and 100 * rest < p * sizes[0],
            "pq": bool(sizes) and pq[1] * rest < pq[0] * sizes[0],
        }
        assert {rule: bool(cells[cell]) for rule, cells in marked.items()} == wanted
        assert bool(rules.sensitive(found, "x")[cell]) == any(wanted.values())


def test_a_list_names_logical_cells_whatever_the_layout() -> None:
    frame = pd.DataFrame({"a": ["1", "2", "2"], "b": ["x", "y", "y"], "x": [1, 2, 3]})
    rules = PrimaryRules(cells=((("a", "2"), ("b", "y")), (("b", "x"),), (("a", "9"),), (("c", "1"),)))
    first, second = (rules.sensitive(block(frame, names), "x") for names in (("a", "b"), ("b", "a")))
    assert np.array_equal(first, second.T)
    assert np.argwhere(first).tolist() == [[0, 1], [2, 2]]
    empty = pd.DataFrame({"a": ["1", "2"], "b": ["x", "y"], "x": [0, 2]})
    assert not PrimaryRules(cells=((("a", "1"),),)).sensitive(block(empty, ("a", "b")), "x").any()


def test_counts_have_the_minimum_frequency_and_the_list_alone() -> None:
    frame = pd.DataFrame({"a": ["1", "2", "2"], "x": [9, 9, 9]})
    rules = PrimaryRules(2, ((1, 50),), 10, None, ((("a", "2"),),))
    assert rules.sensitive(block(frame)).tolist() == [False, True, True]
    assert rules.marked(block(frame)).keys() == {"minimum_frequency", "cells"}


def test_rules_say_how_many_contributions_they_look_at() -> None:
    assert PrimaryRules(3).contributors == 0
    assert PrimaryRules(pq=(5, 20)).contributors == 2
    rules = PrimaryRules(dominance=((5, 80),), p_percent=10)
    assert rules.contributors == 5
    frame = pd.DataFrame({"a": ["1"] * 6, "x": [6, 5, 4, 3, 2, 1]})
    with fails("contributors_not_kept", match="5 largest contributions to each cell, of which only 3"):
        rules.sensitive(block(frame), "x")
    assert rules.sensitive(block(frame, contributors=5), "x").all()


@pytest.mark.parametrize(
    ("made", "english", "german"),
    [
        (lambda: PrimaryRules(-1), "minimum frequency cannot be", "Mindestfallzahl kann nicht"),
        (lambda: PrimaryRules(dominance=((0, 50),)), "n = 0; choose a whole number", "n = 0; wählen Sie"),
        (lambda: PrimaryRules(dominance=((1, 100),)), "k = 100 %; choose", "k = 100 %; wählen"),
        (lambda: PrimaryRules(dominance=((1, 80), (2, 70))), "marks every cell", "trifft eine jedes Tabellenfeld"),
        (lambda: PrimaryRules(p_percent=0), "p = 0; choose", "p = 0; wählen"),
        (lambda: PrimaryRules(pq=(50, 20)), "p = 50 and q = 20", "p = 50 und q = 20"),
        (
            lambda: PrimaryRules(cells=((("a", "1"), ("a", "2")),)),
            "names a variable twice",
            "nennt ein Merkmal zweimal",
        ),
    ],
)
def test_rules_that_cannot_be_are_refused(made: Any, english: str, german: str) -> None:
    with fails(("primary_rule_faulty", "setting_range", "settings_contradict")) as caught:
        made()
    assert english in caught.value.text("en").replace("\u00a0", " ").replace("\u2212", "-")
    assert german in caught.value.text("de").replace("\u00a0", " ")


def test_rules_are_said_in_words_and_protect_nothing() -> None:
    rules = PrimaryRules(3, ((1, 50), (2, 80)), 10, (5, 20), ((("a", "1"),),))
    assert [one.text("de") for one in rules.sentences] == [
        "weniger als 3 Beitragende",
        "der größte Beitrag macht mehr als 50 % der Summe aus",
        "die 2 größten Beiträge machen mehr als 80 % der Summe aus",
        "die Summe ohne die zwei größten Beiträge ist kleiner als 10 % des größten",
        "20 % der Summe ohne die zwei größten Beiträge sind weniger als 5 % des größten",
        "Tabellenfelder einer eigenen Liste: 1",
    ]
    assert not hasattr(rules, "protect")
