"""Four methods side by side: measures counted again by hand, on tables small enough to see."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.rivals.comparison import MEASURES, SEEDS, RivalComparison, compare_rivals
from ckmcore.rivals.safe import SafeSettings, safe_data
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.wings import hide

# rivals.md, part 3: three of four inner cells are small.
ROWS = [("a", "x")] + [("a", "y")] * 2 + [("b", "x")] * 2 + [("b", "y")] * 4


def records(rows: list[tuple[str, ...]] = ROWS, names: str = "AB") -> ckm.Microdata:
    return ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=list(names)), list(names))


@pytest.fixture(scope="module")
def compared() -> RivalComparison:
    return compare_rivals(records(), {"t": ckm.TableSpec("A", "B")}, [ckm.Rounding(3)])


def test_methods_are_measured_on_the_same_cells(compared: RivalComparison) -> None:
    assert (compared.cells, compared.small, compared.unplanned) == (9, 3, 0)
    assert [method.kind for method in compared.methods] == ["perturbation", "suppression", "safe"]
    known = {name for names in MEASURES.values() for name in names}
    assert all(method.values.keys() <= known for method in compared.methods)
    assert not any(method.fault for method in compared.methods)


def test_rounding_changes_small_cells_and_keeps_no_sums_by_right(compared: RivalComparison) -> None:
    values = compared.methods[0].values
    # 1, 2, 2, 4 become 0, 3, 3, 3; the margins 3, 6, 3, 6, 9 stay.
    assert values["small_true"] == 0
    assert values["changed"] == pytest.approx(4 / 9)
    assert values["mean_deviation"] == pytest.approx(4 / 9)
    assert (values["largest_deviation"], values["gaps"], values["differing"]) == (1, 0, 0)


def test_suppression_reaches_its_levels_and_hides_seven_of_nine_cells(compared: RivalComparison) -> None:
    values = compared.methods[1].values
    assert (values["below_level"], values["gaps"], values["changed"]) == (0, 0, 0)
    # The cheapest pattern by value costs 18: row and column totals beside the 2, and the 4 (rivals.md).
    assert values["not_shown"] == pytest.approx(7 / 9)
    assert values["small_true"] == 0
    assert values["small_shown_true"] is None
    assert values["not_computable"] == 1


def test_the_safe_principle_keeps_all_margins_of_the_example(compared: RivalComparison) -> None:
    values = compared.methods[2].values
    assert (values["largest_deviation"], values["gaps"], values["not_shown"]) == (1, 0, 0)
    assert values["small_true"] == 0


@pytest.mark.daily(1)
@pytest.mark.parametrize("seed", range(4))
def test_what_figures_after_the_safe_principle_say_of_small_counts_is_measured_over_twenty_seeds(seed: int) -> None:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({name: draw.integers(0, 7, 160).astype(str) for name in "AB"})
    data = ckm.Microdata.from_pandas(frame, ["A", "B"])
    compared = compare_rivals(data, {"t": ckm.TableSpec("A", "B")}, [], seed=5, seconds=1)
    values = compared.methods[-1].values
    behind: dict[int, list[int]] = {}
    settings = SafeSettings(("A", "B"), ((), ("A",), ("A", "B"), ("B",)), 3, 5)
    for run in range(SEEDS):
        made = safe_data(data, replace(settings, seed=5 + run)).data
        after = changed(made)
        for own in ((), ("A",), ("B",), ("A", "B")):
            for codes in product(*(sorted(frame[name].unique()) for name in own)):
                published = sum(
                    all(line[name] == code for name, code in zip(own, codes, strict=True)) for line in after
                )
                mask = np.ones(len(frame), dtype=bool)
                for name, code in zip(own, codes, strict=True):
                    mask &= (frame[name] == code).to_numpy()
                behind.setdefault(published, []).append(int(mask.sum()))
    shares = [np.mean([0 < count < 3 for count in each]) for each in behind.values() if len(each) >= 20]
    assert values["small_posterior"] == pytest.approx(max(shares))
    assert 0 < max(shares) <= 1
    assert values["least_true"] == pytest.approx(np.mean([count == 3 for count in behind[3]]))
    assert values["least_from_small"] == pytest.approx(np.mean([0 < count < 3 for count in behind[3]]))


def changed(data: ckm.Microdata) -> list[dict[str, str]]:
    """The codes of each record."""
    columns = {name: [data.dimensions[name].codes[at] for at in np.asarray(data.columns[name])] for name in "AB"}
    return [dict(zip(columns, line, strict=True)) for line in zip(*columns.values(), strict=True)]


def test_one_run_says_nothing_of_what_is_behind_a_figure() -> None:
    alone = compare_rivals(records(), {"t": ckm.TableSpec("A", "B")}, [], further=False).methods[-1]
    assert alone.values["small_posterior"] is None


def test_unplanned_tables_and_cells_of_several_tables_are_measured() -> None:
    rows = [(a, b, c) for a in "pq" for b in "rs" for c in "tu" for _ in range(1 + (a + b + c in ("prt", "qsu")) * 4)]
    data = records(rows, "ABC")
    tables = {"ab": ckm.TableSpec("A", "B"), "bc": ckm.TableSpec("B", "C")}
    compared = compare_rivals(data, tables, [ckm.Rounding(3)])
    # The total and the margins of B stand in both tables.
    assert compared.cells == 9 + 9 - 3
    assert compared.unplanned == 1
    rounding, suppression, safe = compared.methods
    assert rounding.values["differing"] == safe.values["differing"] == 0
    assert rounding.values["unplanned_possible"] == 1
    assert safe.values["unplanned_deviation"] is not None
    assert suppression.values["unplanned_possible"] in (0, 1)


def test_a_table_of_shares_is_measured_by_the_counts_that_they_are_computed_from(compared: RivalComparison) -> None:
    shares = compare_rivals(records(), {"t": ckm.TableSpec("A", "B", values=[ckm.share("row")])}, [ckm.Rounding(3)])
    timed = {"seconds": 0, "seconds_table": 0, "memory": 0}
    for counted, shared in zip(compared.methods, shares.methods, strict=True):
        assert {**counted.values, **timed} == {**shared.values, **timed}


def test_tables_that_cannot_be_compared_are_refused_by_name() -> None:
    data = records()
    with fails("rivals_no_tables"):
        compare_rivals(data, {}, [])
    for spec in (
        ckm.TableSpec("A", filters=[ckm.Condition("B", ("x",))]),
        ckm.TableSpec([ckm.Block(ckm.Level("A")), ckm.Block(ckm.Level("B"))]),
        ckm.TableSpec(),
        ckm.TableSpec("A", values=[ckm.Value("share", base="row", conditions=[ckm.Condition("B", ("x",))])]),
    ):
        with fails("rivals_table_plain", table="t"):
            compare_rivals(data, {"t": spec}, [])
    with pytest.raises(Cancelled):
        compare_rivals(data, {"t": ckm.TableSpec("A", "B")}, [], cancelled=lambda: True)


def test_a_method_that_cannot_protect_the_tables_says_why_in_its_column() -> None:
    few = records(ROWS[:2])
    compared = compare_rivals(few, {"t": ckm.TableSpec("A", "B")}, [])
    assert compared.methods[-1].fault is not None
    assert "fewer than 3" in compared.methods[-1].fault.text("en")


def test_sums_of_a_hierarchy_without_missing_codes_can_be_computed() -> None:
    data = records().with_hierarchy("A", ckm.Hierarchy.from_depths([("g", 0), ("a", 1), ("b", 1)]))
    compared = compare_rivals(data, {"t": ckm.TableSpec("A", "B")}, [ckm.Rounding(3)])
    assert compared.methods[0].values["not_computable"] == 0


@pytest.mark.parametrize("nested", [False, True])
def test_what_is_not_stated_is_a_category_and_no_total(nested: bool) -> None:
    data = records([*ROWS, ("", "x"), ("", "y"), ("", "y")])
    if nested:
        tree = ckm.Hierarchy.from_depths([("g", 0), ("a", 1), ("b", 1)])
        data = data.with_hierarchy("A", tree)
    compared = compare_rivals(data, {"t": ckm.TableSpec("A", "B")}, [ckm.Rounding(3)])
    assert compared.cells == (5 if nested else 4) * 3
    assert compared.small == 5
    assert not any(method.fault for method in compared.methods)
    assert compared.methods[1].values["below_level"] == 0
    assert compared.methods[0].values["not_computable"] == compared.methods[2].values["not_computable"] == 0


def rounded(number: int) -> int:
    return (number + 1) // 3 * 3


@pytest.mark.thorough
@settings(max_examples=examples(20), deadline=None)
@given(st.lists(st.integers(0, 5), min_size=4, max_size=4).filter(lambda counts: sum(counts) > 4))
def test_the_attack_on_rounded_tables_finds_the_cells_that_all_possible_counts_agree_on(counts: list[int]) -> None:
    rows = [codes for codes, count in zip(product("ab", "xy"), counts, strict=True) for _ in range(count)]
    data = records(rows)
    if any(len(data.dimension(name).codes) < 2 for name in "AB"):
        return
    values = compare_rivals(data, {"t": ckm.TableSpec("A", "B")}, [ckm.Rounding(3)]).methods[0].values

    def cells(inner: tuple[int, ...]) -> tuple[int, ...]:
        a, b, c, d = inner
        return (a, b, c, d, a + b, c + d, a + c, b + d, a + b + c + d)

    shown = [rounded(number) for number in cells(tuple(counts))]
    # Readers know that empty cells stay 0 and nothing else, so a count of 0 may be shown for 0 and 1.
    possible = [
        cells(inner)
        for inner in product(*(range(max(figure - 1, 0), figure + 2) for figure in shown[:4]))
        if [rounded(number) for number in cells(inner)] == shown
    ]
    certain = sum(len(set(numbers)) == 1 for numbers in zip(*possible, strict=True))
    assert (values["disclosed"], values["undecided"]) == (certain, 0)


def test_without_the_lab_the_attack_is_not_measured_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "lab")
    rounding = compare_rivals(records(), {"t": ckm.TableSpec("A", "B")}, [ckm.Rounding(3)]).methods[0]
    assert rounding.values["disclosed"] is None
    assert "ckmcore.lab" in rounding.limits[0].text("en")


@pytest.mark.thorough
def test_groups_shown_in_one_category_are_counted_where_that_is_true() -> None:
    # All four of "a" are in x, all of "b" in both, the one of "c" in y.
    rows = [("a", "x")] * 4 + [("b", "x")] * 5 + [("b", "y")] * 6 + [("c", "y")]
    tables = {"t": ckm.TableSpec("A", "B")}
    compared = compare_rivals(records(rows), tables, [ckm.Rounding(3)], groups="B")
    rounding, suppression, safe = (method.values for method in compared.methods)
    # Rounded to 0 the group of one is not shown; that of four is, as 3 in x.
    assert (rounding["groups_shown"], rounding["groups_shown_true"]) == (1, 1)
    assert suppression["groups_shown"] == 0
    assert suppression["below_level"] == 0
    assert safe["groups_shown"] in (1, 2)
    plain = compare_rivals(records(rows), tables, []).methods[0].values
    assert (plain["groups_shown"] or 0) >= 1


@pytest.mark.thorough
def test_parts_protected_apart_differ_for_no_method_that_protects_each_cell_by_itself() -> None:
    draw = np.random.default_rng(7)
    frame = pd.DataFrame({name: draw.choice(list(codes), 150) for name, codes in (("A", "pqr"), ("B", "xyzuv"))})
    frame["C"] = draw.choice(list("stuvw"), 150, p=[0.6, 0.2, 0.1, 0.06, 0.04])
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, 150)]
    data = ckm.Microdata.from_pandas(frame, ["A", "B", "C"], record_key="key")
    tables = {"ab": ckm.TableSpec("A", "B"), "ac": ckm.TableSpec("A", "C")}
    methods = [ckm.Rounding(5), ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1))]
    compared = compare_rivals(data, tables, methods, least=5)
    assert compared.parts == "A"
    *others, suppression, safe = compared.methods
    assert [method.values["parts_differing"] for method in others] == [0, 0]
    assert suppression.values["parts_below_level"] is not None
    assert safe.values["parts_differing"] is not None


def test_cancelled_within_a_method_nothing_is_given() -> None:
    asked = 0

    def later() -> bool:
        nonlocal asked
        asked += 1
        return asked > 6

    with pytest.raises(Cancelled):
        compare_rivals(records(), {"t": ckm.TableSpec("A", "B")}, [ckm.Rounding(3)], cancelled=later)


def test_a_variable_of_no_table_is_no_variable_of_groups() -> None:
    with fails("suppress_variable", variable="C"):
        compare_rivals(records(), {"t": ckm.TableSpec("A", "B")}, [], groups="C")


def test_the_cells_behind_a_figure_are_listed_the_worst_first(compared: RivalComparison) -> None:
    rounding, suppression, safe = (method.cells for method in compared.methods)
    # 1, 2, 2, 4 become 0, 3, 3, 3.
    changed = {cell.address: (cell.original, cell.published) for cell in rounding["changed"]}
    inner = {"ax": (1, (0,)), "ay": (2, (3,)), "bx": (2, (3,)), "by": (4, (3,))}
    assert changed == {(("A", name[0]), ("B", name[1])): cell for name, cell in inner.items()}
    assert rounding["mean_deviation"] == rounding["changed"]
    assert rounding["gaps"] == rounding["small_true"] == rounding["disclosed"] == ()
    assert [cell.original for cell in suppression["not_shown"]] == [6, 6, 3, 3, 2, 2, 1]
    assert {cell.published for cell in suppression["not_shown"]} == {(None,)}
    assert suppression["below_level"] == suppression["disclosed"] == ()
    assert len(safe["changed"]) == round((compared.methods[2].values["changed"] or 0) * compared.cells)
    assert "confidential" in repr(rounding["changed"][0])


def test_cells_that_the_attack_discloses_are_listed_with_their_only_value() -> None:
    compared = compare_rivals(records([("a",), ("b",)], "A"), {"t": ckm.TableSpec("A")}, [ckm.Rounding(3)])
    rounding = compared.methods[0]
    # Both are shown as 0, so they are 0 or 1; their total is shown as 3, so it is at least 2.
    assert rounding.values["disclosed"] == 3
    cells = {cell.address: (cell.original, cell.published) for cell in rounding.cells["disclosed"]}
    assert cells == {(("A", "a"),): (1, (0,)), (("A", "b"),): (1, (0,)), (): (2, (3,))}


def test_a_table_is_measured_by_the_levels_that_it_shows() -> None:
    tree = ckm.Hierarchy.from_depths([("a", 0), ("a1", 1), ("a2", 1), ("b", 0), ("b1", 1), ("b2", 1)])
    rows = [("a1", "x"), ("a2", "y"), ("b1", "x"), ("b2", "y")] * 3
    data = records(rows).with_hierarchy("A", tree)
    every, upper, lower = (
        compare_rivals(data, {"t": ckm.TableSpec(level, "B")}, [ckm.Rounding(5)], further=False)
        for level in ("A", ckm.Level("A", depths=(0,)), ckm.Level("A", depths=(1,)))
    )
    assert [each.cells for each in (every, upper, lower)] == [7 * 3, 3 * 3, 7 * 3]
    # The upper level has no parts in its table; above the lower one its groups are known as sums.
    for each in (upper, lower):
        assert [method.values["not_computable"] for method in each.methods] == [0, 0, 0]
        assert [method.values["differing"] for method in each.methods] == [0, 0, 0]


def test_unplanned_tables_and_parts_can_be_left_out() -> None:
    rows = [(a, b, c) for a in "pq" for b in "rs" for c in "tu" for _ in range(4)]
    tables = {"ab": ckm.TableSpec("A", "B"), "bc": ckm.TableSpec("B", "C")}
    shares: list[float] = []
    short = compare_rivals(records(rows, "ABC"), tables, [ckm.Rounding(5)], further=False, progress=shares.append)
    assert (short.unplanned, short.parts) == (0, "")
    assert all(method.values.get("parts_differing") is None for method in short.methods)
    assert all(method.values.get("unplanned_possible") is None for method in short.methods)
    assert shares == sorted(shares)
    assert any(1 / 3 < share < 2 / 3 for share in shares)
