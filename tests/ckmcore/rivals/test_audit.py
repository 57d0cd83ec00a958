"""The audit of cell suppression: small tables by hand, random ones by the combinations of all leaves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from ckmcore.base.verdict import Verdict
from ckmcore.errors import Cancelled
from ckmcore.rivals import relations
from ckmcore.rivals.audit import COUNTS, ProtectionLevel, ReaderKnowledge, SuppressionAudit, audit_suppression
from ckmcore.rivals.intervals import OpenPart
from ckmcore.rivals.relations import LinkedFigures, SuppressedCell, SuppressedTable, linked_figures
from tests.ckmcore.rivals.random_tables import HIERARCHIES, Case, Codes, ends_by_atoms, random_case
from tests.kit.fails import fails

Inner = list[list[int]]


def table(inner: Inner, hidden: str, *, values: bool = True, names: Codes = ("a", "b")) -> SuppressedTable:
    """A table with totals from its inner cells; hidden: addresses like `a1b2`, `a1` for the total of a row."""
    rows, columns = range(len(inner)), range(len(inner[0]))
    cells = []
    for row, column in product((None, *rows), (None, *columns)):
        codes = ("" if row is None else f"a{row + 1}", "" if column is None else f"b{column + 1}")
        value = sum(inner[r][c] for r in rows for c in columns if row in (None, r) and column in (None, c))
        suppressed = ("".join(codes) or "all") in hidden.split()
        cells.append(SuppressedCell(codes, value if values or not suppressed else None, suppressed))
    return SuppressedTable("t", names, tuple(cells))


def figures_of(*tables: SuppressedTable) -> LinkedFigures:
    return linked_figures(tables, {})


def place(figures: LinkedFigures, name: str) -> int:
    return figures.names.index(name)


def intervals(audit: SuppressionAudit, figures: LinkedFigures) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    return {str(figures.names[cell.figure]): (cell.low, cell.high) for cell in audit.cells}


# rivals.md, part 3: with m = 3 the inner cells 1, 2, 2 are primary, with upper levels 2, 1, 1.
GOLDEN = [[1, 2], [2, 4]]
OPTIMUM = "a1b1 a1b2 a2b1 a1 a2 b1 b2"
PRIMARY = {"a=a1, b=b1": 2, "a=a1, b=b2": 1, "a=a2, b=b1": 1}


@pytest.mark.parametrize(
    ("hidden", "interval", "verdict"),
    [
        ("a1b1 a1b2 a2b1 a2b2", (1, 2), Verdict.OPEN),
        ("a1b1 a1b2 a2b1 a2b2 a1 b2", (1, 2), Verdict.OPEN),
        (OPTIMUM, (1, 3), Verdict.HELD),
    ],
)
def test_hidden_inner_cells_of_the_golden_table_need_hidden_margins(
    hidden: str, interval: tuple[int, int], verdict: Verdict
) -> None:
    figures = figures_of(table(GOLDEN, hidden))
    levels = {place(figures, name): ProtectionLevel.of(0, upper) for name, upper in PRIMARY.items()}
    audit = audit_suppression(figures, levels, COUNTS)
    assert audit.verdict == verdict
    assert intervals(audit, figures)["a=a1, b=b2"] == interval


@pytest.mark.parametrize("published", ["a1", "a2", "b1", "b2"])
def test_one_secondary_cell_less_leaves_the_optimal_pattern_of_the_golden_table_open(published: str) -> None:
    figures = figures_of(table(GOLDEN, " ".join(name for name in OPTIMUM.split() if name != published)))
    levels = {place(figures, name): ProtectionLevel.of(0, upper) for name, upper in PRIMARY.items()}
    assert audit_suppression(figures, levels, COUNTS).verdict == Verdict.OPEN


def test_a_cell_that_is_alone_in_its_row_is_disclosed() -> None:
    figures = figures_of(table([[5, 7], [11, 13]], "a1b1"))
    (cell,) = audit_suppression(figures).cells
    assert (cell.state, cell.low, cell.high) == ("disclosed", 5, 5)


def test_a_cell_that_another_table_shows_is_disclosed() -> None:
    inner = [[5, 7], [11, 13]]
    square = table(inner, "a1b1 a1b2 a2b1 a2b2 a1 a2")
    margin = SuppressedTable("margin", ("a",), (SuppressedCell(("a1",), 12), SuppressedCell(("a2",), 24, True)))
    figures = figures_of(square, margin)
    audit = audit_suppression(figures)
    states = {str(figures.names[cell.figure]): cell.state for cell in audit.cells}
    assert states == {
        "a=a1": "disclosed",
        "a=a2": "disclosed",
        **dict.fromkeys(("a=a1, b=b1", "a=a1, b=b2", "a=a2, b=b1", "a=a2, b=b2"), "wide"),
    }


def test_a_published_primary_cell_is_disclosed_and_leaves_the_audit_open() -> None:
    figures = figures_of(table(GOLDEN, ""))
    audit = audit_suppression(figures, {place(figures, "a=a1, b=b1"): ProtectionLevel.of(1, 1)})
    assert [cell.state for cell in audit.cells] == ["disclosed"]
    assert audit.verdict == Verdict.OPEN


def test_without_any_published_sum_a_figure_has_no_upper_end_and_reaches_every_level() -> None:
    everything = " ".join(["all", "a1", "a2", "b1", "b2", "a1b1", "a1b2", "a2b1", "a2b2"])
    figures = figures_of(table(GOLDEN, everything))
    audit = audit_suppression(figures, {place(figures, "a=a1"): ProtectionLevel.of(3, 10**6)})
    assert intervals(audit, figures)["a=a1"] == (0, None)
    assert audit.verdict == Verdict.HELD


def test_negative_contributions_leave_no_end_where_sums_alone_would() -> None:
    figures = figures_of(table(GOLDEN, "a1b1 a1b2 a2b1 a2b2"))
    audit = audit_suppression(figures, knowledge=ReaderKnowledge(least=None))
    assert set(intervals(audit, figures).values()) == {(None, None)}
    assert audit.verdict == Verdict.HELD


def test_what_a_reader_knows_beforehand_narrows_every_interval() -> None:
    figures = figures_of(table([[100, 200], [200, 400]], "a1b1 a1b2 a2b1 a2b2"))
    wide = intervals(audit_suppression(figures), figures)
    told = intervals(audit_suppression(figures, knowledge=ReaderKnowledge(percent=10)), figures)
    assert wide["a=a1, b=b1"] == (0, 300)
    assert told["a=a1, b=b1"] == (90, 110)
    assert told["a=a2, b=b2"] == (390, 410)


def test_figures_are_not_needed_to_see_what_can_be_recomputed() -> None:
    known, unknown = (
        figures_of(table([[5, 7, 1], [11, 13, 2]], "a1b1 a1b2 a2b1 a2b2 b1 a2b3", values=values))
        for values in (True, False)
    )
    assert audit_suppression(known).cells == audit_suppression(unknown).cells


def test_a_level_is_reached_exactly_or_not_at_all() -> None:
    figures = figures_of(table([[100, 200], [200, 400]], "a1b1 a1b2 a2b1 a2b2"))
    verdicts = {}
    for upper in (Fraction(200), Fraction(200) + Fraction(1, 10**6)):
        levels = {place(figures, "a=a1, b=b1"): ProtectionLevel(Fraction(100), upper)}
        verdicts[upper] = audit_suppression(figures, levels).verdict
    assert list(verdicts.values()) == [Verdict.HELD, Verdict.OPEN]


def same_ends(case: Case, figures: LinkedFigures, audit: SuppressionAudit) -> list[str]:
    """Cells whose interval is another one by the combinations of all leaves."""
    differ = []
    for address, ends in ends_by_atoms(case).items():
        name = ", ".join(f"{name}={code}" for name, code in zip(case.names, address, strict=True) if code)
        (cell,) = [cell for cell in audit.cells if str(figures.names[cell.figure]) in (name, name or "total")]
        here = [sign * float("inf") if end is None else float(end) for sign, end in ((-1, cell.low), (1, cell.high))]
        point = here[0] == here[1]
        if here != pytest.approx(list(ends), abs=1e-6) or cell.state != ("disclosed" if point else "wide"):
            differ.append(f"{name}: {here}, by leaves {ends}, {cell.state}")
    return differ


@pytest.mark.daily(30)
@pytest.mark.parametrize("seed", range(400))
def test_intervals_of_random_linked_tables_are_those_by_the_combinations_of_all_leaves(seed: int) -> None:
    case = random_case(seed)
    figures = linked_figures(case.tables, {name: HIERARCHIES[name] for name in case.names if name in HIERARCHIES})
    audit = audit_suppression(figures, knowledge=case.knowledge)
    assert audit.whole
    assert same_ends(case, figures, audit) == []


def test_a_pattern_of_more_cells_is_never_less_safe() -> None:
    inner = [[3, 8, 1], [4, 1, 5], [9, 2, 6]]
    less, more = "a1b1 a1b2 a2b1 a2b2", "a1b1 a1b2 a2b1 a2b2 a3b1 a3b3 a1 b3"
    first, second = (figures_of(table(inner, hidden)) for hidden in (less, more))
    before, after = (intervals(audit_suppression(figures), figures) for figures in (first, second))
    for name, (low, high) in before.items():
        assert low is not None
        assert high is not None
        low_after, high_after = after[name]
        assert low_after is None or low_after <= low
        assert high_after is None or high_after >= high


def test_an_audit_repeats_itself() -> None:
    figures = figures_of(table([[3, 8, 1], [4, 1, 5], [9, 2, 6]], "a1b1 a1b2 a2b1 a2b2 a2b3 a3b1 a3b3 a1 a3 b3"))
    first, second = audit_suppression(figures), audit_suppression(figures)
    assert first.cells == second.cells
    assert first.programs == second.programs > 0


# --- whole numbers, and what is not decided ------------------------------------------------------------------------


def test_whole_numbers_narrow_what_fractions_leave_open() -> None:
    # x + y = 5, x + z = 4, u = y + z and u + v = 7, all at least 1: z = 4 - x, v = 2 x - 2, thus x from 3/2 to 3.
    sums = [(0, (3, 4)), (1, (3, 5)), (6, (4, 5)), (2, (6, 7))]
    shown = np.arange(8) < 3
    figures = LinkedFigures(
        tuple("abcxyzuv"), (5, 4, 7, 2, 3, 2, 5, 2), shown, ~shown, relations.figure_relations(8, sums)
    )
    real, whole = (
        intervals(audit_suppression(figures, None, ReaderKnowledge(least=1, whole=numbers)), figures)
        for numbers in (False, True)
    )
    half = Fraction(1, 2)
    assert real == {"x": (1 + half, 3), "y": (2, 3 + half), "z": (1, 2 + half), "u": (3, 6), "v": (1, 4)}
    assert whole == {"x": (2, 3), "y": (2, 3), "z": (1, 2), "u": (3, 5), "v": (2, 4)}


def test_what_the_solver_does_not_decide_is_not_tested_and_never_held(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = figures_of(table([[100, 200], [200, 400]], "a1b1 a1b2 a2b1 a2b2", values=False))
    monkeypatch.setattr(OpenPart, "_solved", lambda *_: (4, None))
    audit = audit_suppression(figures)
    assert {cell.state for cell in audit.cells} == {"undecided"}
    assert audit.verdict == Verdict.NOT_TESTED


def test_figures_of_the_solver_that_break_a_sum_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = figures_of(table([[100, 200], [200, 400]], "a1b1 a1b2 a2b1 a2b2", values=False))
    solved = OpenPart._solved

    def wrong(part: OpenPart, *given: Any) -> Any:
        status, found = solved(part, *given)
        return status, None if found is None else found + 1

    monkeypatch.setattr(OpenPart, "_solved", wrong)
    assert audit_suppression(figures).verdict == Verdict.NOT_TESTED


def test_tables_that_say_more_together_than_the_relations_have_are_never_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "JOINT_FIGURES", 0)
    triangle = [{"region", "sex"}, {"region", "age"}, {"sex", "age"}]
    case = next(
        case
        for case in map(random_case, range(1000))
        if all({*pair} in [{*table.variables} for table in case.tables] for pair in triangle) and len(case.tables) == 3
    )
    figures = linked_figures(case.tables, HIERARCHIES)
    assert not figures.whole
    audit = audit_suppression(figures, {}, case.knowledge)
    assert audit.verdict == Verdict.NOT_TESTED


# --- refusals, progress, cancelling --------------------------------------------------------------------------------


def test_sums_that_do_not_fit_are_refused_with_the_address() -> None:
    cells = tuple(
        SuppressedCell(cell.codes, 5 if cell.codes == ("a2", "b2") else cell.value) for cell in table(GOLDEN, "").cells
    )
    figures = figures_of(SuppressedTable("t", ("a", "b"), cells))
    with fails("audit_not_additive", cell="b=b2", total=6, parts=7, gaps=2):
        audit_suppression(figures)


def test_published_figures_that_no_table_can_have_are_refused() -> None:
    square = table(GOLDEN, "a1b1 a1b2", values=False)
    cells = tuple(
        SuppressedCell(cell.codes, 1 if cell.codes == ("a1", "") else cell.value, cell.suppressed)
        for cell in square.cells
        if cell.codes != ("", "")
    )
    figures = figures_of(SuppressedTable("t", ("a", "b"), cells))
    with fails("audit_contradiction"):
        audit_suppression(figures)


def test_a_suppressed_zero_is_refused_where_readers_know_that_zeros_are_published() -> None:
    figures = figures_of(table([[0, 2], [2, 4]], "a1b1 a1b2 a2b1 a2b2"))
    with fails("audit_outside_room", cell="a=a1, b=b1", value=0, least=1):
        audit_suppression(figures, knowledge=COUNTS)
    assert audit_suppression(figures).verdict == Verdict.HELD


def test_a_level_below_zero_or_of_a_figure_that_nobody_knows_is_refused() -> None:
    known, unknown = (figures_of(table(GOLDEN, "a1b1 a1b2 a2b1 a2b2", values=given)) for given in (True, False))
    figure = place(known, "a=a1, b=b1")
    with fails("audit_level"):
        audit_suppression(known, {figure: ProtectionLevel.of(-1, 1)})
    with fails("audit_level"):
        audit_suppression(unknown, {figure: ProtectionLevel.of(1, 1)})


@pytest.mark.parametrize(("value", "code"), [(None, "audit_value_missing"), (2**51, "audit_value_too_large")])
def test_a_published_figure_that_is_missing_or_too_large_is_refused(value: int | None, code: str) -> None:
    figures = figures_of(SuppressedTable("t", ("a",), (SuppressedCell(("a1",), value),)))
    with fails(code):
        audit_suppression(figures)


@pytest.mark.parametrize("after", [0, 1, 5])
def test_a_cancelled_audit_gives_no_result(after: int) -> None:
    asked = iter(range(100))
    figures = figures_of(table([[3, 8, 1], [4, 1, 5], [9, 2, 6]], "a1b1 a1b2 a2b1 a2b2 a3b1 a3b2"))
    with pytest.raises(Cancelled):
        audit_suppression(figures, cancelled=lambda: next(asked) >= after)


def test_progress_ends_at_the_whole() -> None:
    shares: list[float] = []
    audit_suppression(figures_of(table(GOLDEN, "a1b1 a1b2 a2b1 a2b2")), progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_the_cells_of_a_sample_have_the_intervals_of_the_whole_audit() -> None:
    figures = figures_of(table([[3, 8, 1], [4, 1, 5], [9, 2, 6]], "a1b1 a1b2 a2b1 a2b2 a2b3 a3b1 a3b3 a1 a3 b3"))
    every = {cell.figure: cell for cell in audit_suppression(figures).cells}
    only = sorted(every)[::3]
    assert audit_suppression(figures, only=only).cells == tuple(every[figure] for figure in only)
