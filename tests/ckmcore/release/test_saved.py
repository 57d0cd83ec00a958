"""What is released of a saved table and what is saved are compared, and a difference is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.release.actions import release, return_, submit, withdraw
from ckmcore.release.run import plan, run_planned
from ckmcore.release.saved import current_releases, last_release, saved_differs
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.periods import with_new_period
from ckmcore.tabulate.spec import Condition, Footnote, Presentation
from tests.kit.released_people import AREAS, NOON, TABLE, people, prepared, released, statistic

PARTS = {
    "title": TABLE.spec.with_changes(title=ckm.Texts.same("Other")),
    "layout": ckm.TableSpec(["area"], title=TABLE.spec.title),
    "filters": TABLE.spec.with_changes(filters=(Condition("area", ("01",)),)),
    "footnotes": TABLE.spec.with_changes(footnotes=(Footnote(text=ckm.Texts.same("Note")),)),
    "presentation": TABLE.spec.with_changes(presentation=Presentation(language="en")),
}
OUT = released(statistic())


@pytest.mark.parametrize("part", PARTS)
def test_each_part_that_was_changed_since_the_release_is_named(part: str) -> None:
    found = saved_differs(current_releases(OUT), replace(TABLE, spec=PARTS[part]))
    assert found is not None
    assert found.parts == (part,)
    assert found.release.number == 1
    assert "no. 1" in found.sentence().text("en")
    assert "Nr. 1" in found.sentence().text("de")


def test_several_parts_are_named_one_after_the_other() -> None:
    both = PARTS["title"].with_changes(filters=PARTS["filters"].filters)
    found = saved_differs(current_releases(OUT), replace(TABLE, spec=both))
    assert found is not None
    assert found.what.text("en") == "title; filters"
    assert found.what.text("de") == "Titel; Filter"


def test_a_table_that_is_saved_as_it_was_released_differs_from_nothing() -> None:
    assert saved_differs(current_releases(OUT), TABLE) is None
    assert saved_differs(current_releases(OUT), AREAS) is None
    assert saved_differs(current_releases(statistic()), replace(TABLE, spec=PARTS["title"])) is None
    assert saved_differs(current_releases(OUT), SavedTable("", PARTS["title"])) is None


def test_what_waits_for_release_is_compared_and_what_was_returned_or_withdrawn_is_not() -> None:
    changed = replace(TABLE, spec=PARTS["title"])
    handed_in = submit(statistic(), prepared(statistic()), "Anna", NOON)
    found = saved_differs(current_releases(handed_in), changed)
    assert found is not None
    assert "waits for release" in found.sentence().text("en")
    assert saved_differs(current_releases(return_(handed_in, 1, "Bernd", NOON, "No")), changed) is None
    assert saved_differs(current_releases(withdraw(OUT, 1, "Bernd", NOON, "Wrong")), changed) is None


def test_the_last_release_counts() -> None:
    changed = replace(TABLE, spec=PARTS["title"])
    again = submit(OUT, prepared(OUT, changed), "Anna", NOON)
    again = release(again, 2, "Bernd", NOON)
    assert saved_differs(current_releases(again), changed) is None
    found = saved_differs(current_releases(again), TABLE)
    assert found is not None
    assert found.release.number == 2
    last = last_release(current_releases(again), TABLE)
    assert last is not None
    assert last.number == 2


def test_a_table_that_was_renamed_is_known_by_what_it_shows() -> None:
    renamed = last_release(current_releases(OUT), replace(TABLE, name="Other name"))
    assert renamed is not None
    assert renamed.number == 1
    assert last_release(current_releases(OUT), AREAS) is None


def test_another_period_knows_nothing_of_the_release() -> None:
    later = with_new_period(OUT, ckm.Texts.same("2026"), "2026-12-31")
    changed = replace(TABLE, spec=PARTS["title"])
    assert last_release(current_releases(later), TABLE) is None
    assert saved_differs(current_releases(later), changed) is None
    assert saved_differs(current_releases(replace(later, current=0)), changed) is not None


def test_the_report_of_a_run_names_the_difference(tmp_path: Path) -> None:
    made: Statistic = replace(OUT, tables=(replace(TABLE, spec=PARTS["title"]), AREAS))
    planned = plan(made, people(), made.tables, "csv", "en")
    assert [len(one.remarks) for one in planned] == [1, 0]
    report = run_planned(made, people(), planned, tmp_path, "en")
    assert report.complete
    written = (tmp_path / report.file).read_text(encoding="utf-8")
    assert "“Sex” as it is saved differs from what was released as no. 1: title." in written
    german = run_planned(made, people(), planned, tmp_path / "de", "de")
    assert "als Nr. 1 freigegeben ist: Titel." in (tmp_path / "de" / german.file).read_text(encoding="utf-8-sig")


def test_a_correction_that_was_returned_leaves_what_is_released() -> None:
    again = submit(OUT, prepared(OUT), "Anna", NOON)
    found = last_release(current_releases(return_(again, 2, "Bernd", NOON, "No")), TABLE)
    assert found is not None
    assert (found.number, found.state) == (1, "released")
