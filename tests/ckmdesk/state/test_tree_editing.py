"""Editing a hierarchy by hand: nothing is lost, whatever the steps; what is not possible is refused with its reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import MISSING, Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy
from ckmdesk.state.tree_editing import (
    TOP,
    EditRefused,
    arranged,
    begin,
    completed,
    dissolved,
    grouped,
    groups_of,
    indented,
    is_flat,
    matching,
    moved,
    outdented,
    proposed_code,
    renamed,
    shifted,
)


def tree(text: str) -> Hierarchy:
    """One node a line, its depth in blanks."""
    lines = [line for line in text.strip("\n").split("\n") if line.strip()]
    return Hierarchy.from_depths((line.strip(), len(line) - len(line.lstrip())) for line in lines)


def text(hierarchy: Hierarchy) -> list[str]:
    return [" " * node.depth + node.code for node in hierarchy.nodes]


BASE = tree("N\n 1\n 2\nS\n 3\n B\n  4\n  5\n6")


def test_codes_side_by_side_are_what_one_begins_with_and_missing_has_no_place() -> None:
    plain = Dimension("land", Texts.same("Land"), tuple(map(Category.plain, ["1", "2", MISSING])))
    assert text(begin(plain)) == ["1", "2"]
    assert is_flat(begin(plain), plain.codes)
    assert not is_flat(grouped(begin(plain), ["1"], "N"), plain.codes)


@pytest.mark.parametrize(
    ("codes", "parent", "before", "expected"),
    [
        (["6"], "N", None, "N\n 1\n 2\n 6\nS\n 3\n B\n  4\n  5"),
        (["6"], "N", "2", "N\n 1\n 6\n 2\nS\n 3\n B\n  4\n  5"),
        (["B", "4"], TOP, "N", "B\n 4\n 5\nN\n 1\n 2\nS\n 3\n6"),
        (["4", "5"], "N", None, "N\n 1\n 2\n 4\n 5\nS\n 3\n6"),
        (["1", "2"], TOP, None, "S\n 3\n B\n  4\n  5\n6\n1\n2"),
        (["1"], "N", "1", "N\n 1\n 2\nS\n 3\n B\n  4\n  5\n6"),
        (["2"], "N", "1", "N\n 2\n 1\nS\n 3\n B\n  4\n  5\n6"),
    ],
)
def test_nodes_move_with_all_below_them_and_an_empty_group_goes(
    codes: list[str], parent: str, before: str | None, expected: str
) -> None:
    assert text(moved(BASE, codes, parent, before)) == text(tree(expected))


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (lambda: moved(BASE, ["S"], "B"), "below_itself"),
        (lambda: moved(BASE, ["S"], "S"), "below_itself"),
        (lambda: moved(BASE, ["S"], "6"), "below_leaf"),
        (lambda: grouped(BASE, ["1"], "6"), "code_taken"),
        (lambda: grouped(BASE, ["1"], "  "), "code_empty"),
        (lambda: renamed(BASE, "1", "x"), "leaf_renamed"),
        (lambda: renamed(BASE, "N", "S"), "code_taken"),
        (lambda: renamed(BASE, "N", " "), "code_empty"),
        (lambda: indented(BASE, ["N"]), "no_group_before"),
        (lambda: indented(BASE, ["2"]), "no_group_before"),
    ],
)
def test_what_is_not_possible_is_refused_with_its_reason(step: Callable[[], Hierarchy], reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        step()
    assert caught.value.reason == reason


def test_a_group_stands_where_its_first_member_stood_on_the_level_they_share() -> None:
    assert text(grouped(BASE, ["4", "3"], "X")) == text(tree("N\n 1\n 2\nS\n X\n  3\n  4\n B\n  5\n6"))
    assert text(grouped(BASE, ["1", "5"], "X")) == text(tree("X\n 1\n 5\nN\n 2\nS\n 3\n B\n  4\n6"))
    assert text(grouped(BASE, ["1", "2"], "X")) == text(tree("N\n X\n  1\n  2\nS\n 3\n B\n  4\n  5\n6"))
    assert grouped(BASE, [], "X") == BASE


def test_dissolving_leaves_the_members_in_their_place() -> None:
    assert text(dissolved(BASE, ["S"])) == text(tree("N\n 1\n 2\n3\nB\n 4\n 5\n6"))
    assert text(dissolved(BASE, ["S", "B", "N", "6"])) == ["1", "2", "3", "4", "5", "6"]


def test_indent_and_outdent() -> None:
    assert text(indented(BASE, ["6"])) == text(tree("N\n 1\n 2\nS\n 3\n B\n  4\n  5\n 6"))
    assert text(indented(BASE, ["S", "6"])) == text(tree("N\n 1\n 2\n S\n  3\n  B\n   4\n   5\n 6"))
    assert text(outdented(BASE, ["4", "5"])) == text(tree("N\n 1\n 2\nS\n 3\n 4\n 5\n6"))
    assert outdented(BASE, ["N"]) == BASE


def test_nodes_are_shifted_among_their_siblings_together() -> None:
    assert text(shifted(BASE, ["S", "6"], -1)) == text(tree("S\n 3\n B\n  4\n  5\n6\nN\n 1\n 2"))
    assert shifted(BASE, ["N", "S"], -1) == BASE
    assert text(shifted(BASE, ["1"], 1)) == text(tree("N\n 2\n 1\nS\n 3\n B\n  4\n  5\n6"))


def test_members_are_sorted_by_code_or_name() -> None:
    mixed = tree("S\n 2\n 1\nA\n 9\n 8")
    assert text(arranged(mixed, [TOP], str)) == text(tree("A\n 8\n 9\nS\n 1\n 2"))
    assert text(arranged(mixed, ["A"], str)) == text(tree("S\n 2\n 1\nA\n 8\n 9"))


def test_further_codes_of_the_data_find_their_place() -> None:
    assert text(completed(BASE, ["7", "8"])) == [*text(BASE), "7", "8"]
    assert text(completed(BASE, ["7"], "N"))[:4] == ["N", " 1", " 2", " 7"]
    assert text(completed(BASE, ["N"]))[:4] == ["N (1-2)", " N", " 1", " 2"]
    assert text(completed(BASE, ["N", "7"], "N"))[:5] == ["N (1-2)", " N", " 1", " 2", " 7"]


def test_codes_and_names_are_found_by_pattern() -> None:
    codes = Hierarchy.from_depths((code, 0) for code in ["0911", "0912", "1091", "[x]"])
    assert matching(codes, "091*", {}) == ("0911", "0912")
    assert matching(codes, "091", {}) == ("0911", "0912", "1091")
    assert matching(codes, "091?", {}) == ("0911", "0912")
    assert matching(codes, "münch*", {"1091": "München, Land"}) == ("1091",)
    assert matching(codes, "[x]", {}) == ("[x]",)
    assert matching(codes, " ", {}) == ()


def test_a_new_group_gets_the_beginning_that_its_codes_share() -> None:
    assert proposed_code(BASE, ["0911", "0912"]) == "091"
    assert proposed_code(BASE, ["1", "2"]) == "G1"
    assert proposed_code(BASE, ["09111", "09112"], "09*") == "09"
    assert proposed_code(BASE, ["09111", "09112"], "x*") == "0911"
    assert proposed_code(tree("09\n 0911\n 0912"), ["0911", "0912"]) == "091"
    assert proposed_code(tree("091\n 0911\n 0912\nG1\n x"), ["0911", "0912"]) == "G2"


def test_levels_keep_their_names_and_a_new_one_has_its_number() -> None:
    named = Hierarchy(BASE.nodes, ("Teil|Part", "Land", "Bezirk"))
    assert grouped(named, ["4"], "X").level_names == ("Teil|Part", "Land", "Bezirk", "4")
    assert dissolved(named, ["B"]).level_names == ("Teil|Part", "Land")


NAMES = st.sampled_from(["N", "S", "B", "1", "2", "3", "4", "5", "6", "X", "Y", "Z"])
STEPS = st.lists(
    st.tuples(st.integers(0, 7), st.lists(NAMES, min_size=1, max_size=4), NAMES | st.just(TOP), NAMES | st.none()),
    max_size=12,
)


@given(STEPS)
def test_whatever_the_steps_the_leaves_are_those_of_the_data(
    steps: list[tuple[int, list[str], str, str | None]],
) -> None:
    now = BASE
    for kind, codes, target, before in steps:
        if target not in now.index and target != TOP and kind == 0:
            continue
        try:
            if kind == 0:
                now = moved(now, codes, target, before)
            elif kind == 1:
                now = grouped(now, codes, target)
            elif kind == 2:
                now = dissolved(now, codes)
            elif kind == 3:
                now = indented(now, codes)
            elif kind == 4:
                now = outdented(now, codes)
            elif kind == 5:
                now = shifted(now, codes, 1 if before else -1)
            elif kind == 6:
                now = arranged(now, [target], str)
            elif codes[0] in now.index:
                now = renamed(now, codes[0], target)
        except EditRefused:
            continue
        assert sorted(now.leaves) == ["1", "2", "3", "4", "5", "6"]
        assert len(now.index) == len(now.nodes)
        assert all(now.leaves_below(group) for group in groups_of(now))
