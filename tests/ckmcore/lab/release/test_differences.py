"""What the method leaves open is said before a release: exempt totals, patterns of rounding, tables that overlap."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.lab.release.differences import OpenDifference, left_open, seen_undecided
from ckmcore.lab.risk import grid_remainders
from ckmcore.microdata.data import ExemptCells
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.actions import release, submit
from ckmcore.release.provenance import prepare
from ckmcore.statistic.entry import Entry, Request, Submission
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.releases import find_release
from ckmcore.tabulate import tabulate
from tests.kit.released_people import AREAS, NOON, TABLE, load, people, prepared, released, statistic

ROUNDING_5 = ckm.Rounding(5)


def of(
    counts: dict[str, int], method: ckm.Rounding, spec: ckm.TableSpec, sexes: str = "m"
) -> tuple[Statistic, ckm.Microdata, Submission]:
    """A statistic of so many people by area, of each sex, with a table that is handed in."""
    rows = [(area, sex) for area, count in counts.items() for sex in sexes for _ in range(count)]
    data = ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=["area", "sex"]), ["area", "sex"])
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    source = PeriodSource("file", "a.csv", sha256="cd" * 32, rows=len(rows))
    made = Statistic(ckm.Texts.same("People"), entries, (Period(ckm.Texts.same("2025"), "2025-12-31", source),))
    made = made.put_in_force(method)
    return made, data, prepare(made, SavedTable("T", spec), load(data)).submission


def found(made: Statistic, data: ckm.Microdata, submission: Submission) -> list[tuple[str, str]]:
    return [(one.kind, one.said.text("en")) for one in left_open(made, submission, made.describe(data))]


def test_rounded_figures_that_can_be_computed_are_named_without_a_figure() -> None:
    # [BA]: to base 5, 0 + 0 + 0 + 0 = 10 can only be 2 + 2 + 2 + 2.
    made, data, submission = of({"01": 2, "02": 2, "03": 2, "04": 2}, ROUNDING_5, ckm.TableSpec(["area"]))
    ((kind, said),) = found(made, data, submission)
    assert kind == "pattern"
    assert said.endswith("They are: 01; 02; 03; 04; Total.")
    assert " 2" not in said.replace("02", "")


def test_many_disclosed_cells_are_named_in_part() -> None:
    counts = {f"{number:02}": 2 for number in range(1, 4)}
    made, data, submission = of(counts, ROUNDING_5, ckm.TableSpec(["area"], ["sex"]), "mwxy")
    patterns = [said for kind, said in found(made, data, submission) if kind == "pattern"]
    assert len(patterns) == 1
    named = patterns[0].partition(" The first are: ")[2].removesuffix(".").split("; ")
    assert len(named) == 10
    assert "01, m" in named


def test_t14_cells_that_a_release_leaves_open_are_named_by_harm() -> None:
    # To base 5: 7 is shown as 5, 2 as 0, and their sum of 83 as 85, which is the most that they can be and the least
    # that it can be.
    counts = {f"{number:02}": 7 if number < 12 else 2 for number in range(1, 15)}
    made, data, submission = of(counts, ROUNDING_5, ckm.TableSpec(["area"]))
    ((_, said),) = found(made, data, submission)
    named = said.partition(" The first are: ")[2].removesuffix(".").split("; ")
    assert named == ["12", "13", "14", *(f"{number:02}" for number in range(1, 8))]


def test_a_table_that_rounding_protects_leaves_nothing_open() -> None:
    made, data, submission = of({"01": 23, "02": 48, "03": 31}, ckm.Rounding(10), ckm.TableSpec(["area"]))
    assert found(made, data, submission) == []


def test_a_table_that_cannot_be_attacked_says_so() -> None:
    share = ckm.Value("share", base="total")
    made, data, submission = of({"01": 300, "02": 400}, ckm.Rounding(10), ckm.TableSpec(["area"], values=[share]))
    ((kind, said),) = found(made, data, submission)
    assert kind == "unchecked"
    assert said.startswith("Patterns of rounding were not looked for: ")


def test_no_time_for_the_attack_is_said_too() -> None:
    draws = {f"{number:02}": 3 + number * 7 % 11 for number in range(30)}
    made, data, submission = of(draws, ROUNDING_5, ckm.TableSpec(["area"], ["sex"]))
    left = left_open(made, submission, made.describe(data), seconds=0)
    assert {one.kind for one in left} == {"undecided"}
    assert "0 disclosed, " in left[0].said.text("en")
    # Who releases it nevertheless has seen that, and the register says so, beside the points of the checklist.
    handed = submit(made, prepare(made, SavedTable("T", submission.spec), load(data)), "A", NOON)
    signed = release(handed, 1, "B", NOON, checks=seen_undecided(left))
    entry, before = signed.register[1], find_release(handed.register, 1).checks
    assert [check.name for check in entry.checks] == [*(check.name for check in before), "search"]
    assert entry.checks[-1].state == "not_tested"
    assert "has seen" in entry.checks[-1].found.text("en")
    assert find_release(signed.register, 1).checks == entry.checks
    again = Entry.read(entry.line, entry.hash, entry.place)
    assert again == entry
    assert seen_undecided([]) == ()


def test_exempt_totals_that_leave_one_remainder_are_said_where_the_table_shows_them() -> None:
    made = statistic()
    exempt = (ExemptCells((("area", ("01", "02")),)), ExemptCells())
    made = replace(made, exempt=exempt)
    data = made.describe(people())

    def kinds(table: SavedTable) -> list[str]:
        return [one.kind for one in left_open(made, prepared(made, table).submission, data)]

    # The remainder is one category: said of the declaration, and found by the attack.
    assert kinds(AREAS) == ["exempt", "pattern"]
    assert kinds(TABLE) == []
    assert all("03" in one.said.text("de") for one in left_open(made, prepared(made, AREAS).submission, data))


def overlaps(made: Statistic, data: ckm.Microdata, table: SavedTable = AREAS) -> list[OpenDifference]:
    submission = prepare(made, table, load(data)).submission
    left = left_open(made, submission, made.describe(data), seconds=0)
    return [one for one in left if one.kind == "overlap"]


def test_a_released_table_of_the_period_under_another_method_overlaps() -> None:
    made = released(statistic())
    assert overlaps(made, people()) == []
    decision = ckm.Decision("Board", remark="simpler", second_person="Carla")
    made = made.put_in_force(ckm.Rounding(10), NOON, decision)
    (one,) = overlaps(made, people())
    assert one.number == 1
    assert one.said.text("en") == (
        "No. 1 “People by sex” shows the same period under another method. In common: sex. "
        "The same cell twice gives itself away."
    )


def test_a_released_table_of_the_period_with_other_keys_overlaps_also_in_the_total_alone() -> None:
    made = released(statistic())
    (one,) = overlaps(made, people(keys=8), SavedTable("Areas only", ckm.TableSpec(["area"])))
    assert "with other record keys. In common: Total." in one.said.text("en")
    assert "mit anderen Record-Keys. Gemeinsam: Insgesamt." in one.said.text("de")


def test_what_is_not_released_or_of_another_period_does_not_overlap() -> None:
    made = submit(statistic(), prepared(statistic()), "Anna", NOON)
    assert overlaps(made, people(keys=8)) == []
    made = released(statistic())
    source = PeriodSource("file", "b.csv", sha256="ef" * 32, rows=400)
    further = replace(made.period, label=ckm.Texts.same("2026"), date="2026-12-31", source=source)
    made = replace(made, periods=(*made.periods, further), current=1)
    assert overlaps(made, people(keys=8)) == []


def test_a_table_of_another_period_is_not_looked_at_with_the_records_of_this_one() -> None:
    made, data, submission = of({"01": 2, "02": 2, "03": 2, "04": 2}, ROUNDING_5, ckm.TableSpec(["area"]))
    further = replace(made.period, label=ckm.Texts.same("2026"), date="2026-12-31")
    made = replace(made, periods=(*made.periods, further), current=1)
    ((kind, said),) = found(made, data, submission)
    assert kind == "unchecked"
    assert "the table is of 2025" in said
    assert found(replace(made, current=0), data, submission)[0][0] == "pattern"


def test_a_search_that_is_cancelled_gives_nothing() -> None:
    made, data, submission = of({"01": 2, "02": 2}, ROUNDING_5, ckm.TableSpec(["area"]))
    with pytest.raises(ckm.Cancelled):
        left_open(made, submission, made.describe(data), cancelled=lambda: True)


def test_two_figures_that_lie_one_person_apart_are_named_without_a_figure() -> None:
    counts = {"01": 23, "02": 48, "03": 1}
    made, data, first = of(counts, ckm.Rounding(10), ckm.TableSpec(["sex"]))
    assert [one for one in found(made, data, first) if one[0] == "difference"] == []
    ready = prepare(made, SavedTable("T", ckm.TableSpec(["sex"])), load(data))
    made = release(submit(made, ready, "Anna", NOON), 1, "Bernd", NOON)
    without = ckm.TableSpec(["sex"], filters=[ckm.Condition("area", ("01", "02"))])
    second = prepare(made, SavedTable("Without", without), load(data)).submission
    open_ = [one for one in left_open(made, second, made.describe(data)) if one.kind == "difference"]
    (one,) = open_
    said = one.said.text("en")
    assert one.number == 1
    assert "fewer than 3 units: 1." in said  # all are men: one cell with the same records is the other
    assert "less Total of this table" in said
    assert "72" not in said
    assert "71" not in said


# --- grids and areas -------------------------------------------------------------------------------------------------


def of_grid(beyond: int) -> tuple[Statistic, ckm.Microdata, Submission]:
    """People of two areas in cells of 1 km, so many of the first one in a cell of the other; one table counts both."""
    rows = [("A" if place < 3 else "B", f"1kmN3000E{4000 + place}") for place in range(6) for _ in range(40 + place)]
    rows += [("A", "1kmN3000E4003")] * beyond
    data = ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=["area", "cell"]), ["area", "cell"])
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    source = PeriodSource("file", "a.csv", sha256="cd" * 32, rows=len(rows))
    made = Statistic(ckm.Texts.same("People"), entries, (Period(ckm.Texts.same("2025"), "2025-12-31", source),))
    made = made.put_in_force(ckm.Rounding(10))
    spec = ckm.TableSpec([ckm.Block([ckm.Level("area")]), ckm.Block([ckm.Level("cell")])])
    return made, data, prepare(made, SavedTable("T", spec), load(data)).submission


def test_few_people_beyond_the_border_of_an_area_are_said_before_a_release() -> None:
    said = [said for kind, said in found(*of_grid(2)) if kind == "difference" and said.startswith("Grid cells")]
    assert said == [
        "Grid cells and areas together leave fewer than 3 units alone: 1 time. They are, the fewest first: "
        "the piece of the cell 1kmN3000E4003 in A (area)."
    ]
    assert not [said for kind, said in found(*of_grid(0)) if said.startswith("Grid cells")]


def test_a_table_that_lists_its_cells_is_compared_with_areas_too(monkeypatch: pytest.MonkeyPatch) -> None:
    made, data, submission = of_grid(2)
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 0)
    said = found(made, data, submission)
    assert [kind for kind, _ in said] == ["unchecked", "difference"]
    assert said[1][1].endswith("the piece of the cell 1kmN3000E4003 in A (area).")
    monkeypatch.setattr(grid_remainders, "MOST_WORK", -1)
    assert [kind for kind, _ in found(made, data, submission)] == ["unchecked", "unchecked"]


def test_an_area_is_compared_with_a_grid_that_was_released_as_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    made, data, _ = of_grid(2)
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 0)
    cells = prepare(made, SavedTable("Cells", ckm.TableSpec(["cell"])), load(data), Request(forms=("csv-long",)))
    assert cells.draft.table.is_listed
    made = release(submit(made, cells, "Anna", NOON), 1, "Bernd", NOON)
    monkeypatch.undo()
    areas = prepare(made, SavedTable("Areas", ckm.TableSpec(["area"])), load(data)).submission
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 5)  # of the areas, not of the cells
    said = left_open(made, areas, made.describe(data))
    assert [(one.kind, one.number) for one in said if "1kmN3000E4003" in one.said.text("en")] == [("difference", 1)]
