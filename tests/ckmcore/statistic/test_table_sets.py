"""Test sets of a statistic: kept in its file, consistent with the saved tables; reports attached to decisions."""

from __future__ import annotations

from dataclasses import replace

import ckmcore as ckm
from ckmcore.statistic import table_sets as sets
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import TestSet
from ckmcore.statistic.period import Attachment, Decision
from ckmcore.statistic.tables import duplicated, renamed
from tests.kit.fails import fails
from tests.kit.statistic_files import METHOD, TABLES, dictionary

NAMES = [table.name for table in TABLES]
REPORT = Attachment("evaluation.html", "ab" * 32, "2026-03-04")


def statistic() -> ckm.Statistic:
    made = ckm.Statistic(ckm.Texts.same("People"), dictionary(), tables=TABLES)
    made = sets.with_test_set(made, "Yearbook", NAMES[:2])
    return sets.with_test_set(made, "All", NAMES)


def test_test_sets_are_kept_in_the_file() -> None:
    made = statistic()
    assert made.test_sets == (TestSet("Yearbook", tuple(NAMES[:2])), TestSet("All", tuple(NAMES)))
    assert from_bytes(to_bytes(made), "s.ckm") == made
    assert sets.tables_of_set(made, "Yearbook") == TABLES[:2]


def test_a_renamed_table_stays_in_its_sets() -> None:
    made = renamed(statistic(), NAMES[0], "Areas")
    assert sets.find_test_set(made, "Yearbook").tables == ("Areas", NAMES[1])
    assert sets.find_test_set(made, "All").tables == ("Areas", *NAMES[1:])


def test_a_deleted_table_leaves_its_sets_and_an_empty_set_goes_with_it() -> None:
    made = statistic().without_table(NAMES[0])
    assert sets.find_test_set(made, "Yearbook").tables == (NAMES[1],)
    made = made.without_table(NAMES[1])
    assert [one.name for one in made.test_sets] == ["All"]
    assert from_bytes(to_bytes(made), "s.ckm") == made


def test_a_copy_of_a_table_is_in_no_set() -> None:
    made, _ = duplicated(statistic(), NAMES[0])
    assert made.test_sets == statistic().test_sets


def test_a_set_of_the_same_name_takes_its_place_and_names_each_table_once() -> None:
    made = sets.with_test_set(statistic(), " Yearbook ", [NAMES[2], NAMES[0], NAMES[2]])
    assert made.test_sets[0] == TestSet("Yearbook", (NAMES[2], NAMES[0]))
    assert len(made.test_sets) == 2


def test_sets_are_renamed_and_deleted_without_their_tables() -> None:
    made = sets.renamed_test_set(statistic(), "All", "Everything")
    assert [one.name for one in made.test_sets] == ["Yearbook", "Everything"]
    made = sets.without_test_set(made, "Yearbook")
    assert [one.name for one in made.test_sets] == ["Everything"]
    assert made.tables == TABLES


def test_what_cannot_be_a_set_is_refused_with_a_sentence() -> None:
    made = statistic()
    with fails("test_set_without_name"):
        sets.with_test_set(made, "  ", NAMES)
    with fails("test_set_without_name"):
        sets.renamed_test_set(made, "All", " ")
    with fails("test_set_without_tables", match="Empty"):
        sets.with_test_set(made, "Empty", [])
    with fails("table_unknown", match="nowhere"):
        sets.with_test_set(made, "New", ["nowhere"])
    with fails("test_set_name_taken", match="Yearbook"):
        sets.renamed_test_set(made, "All", "Yearbook")
    with fails("test_set_unknown", match="Yearbook, All"):
        sets.without_test_set(made, "nowhere")


def test_a_set_of_a_table_that_is_not_there_is_a_damaged_file() -> None:
    made = replace(statistic(), test_sets=(TestSet("Lost", ("nowhere",)),))
    with fails("ckm_damaged", match="test_sets"):
        from_bytes(to_bytes(made), "s.ckm")


def test_a_report_is_attached_to_the_last_decision_once_and_kept() -> None:
    made = statistic()
    with fails("no_decision"):
        made.with_attachment(REPORT)
    made = made.put_in_force(METHOD, "2026-01-01", Decision("Board"))
    made = made.put_in_force(METHOD, "2026-02-01", Decision("Board"))
    made = made.with_attachment(replace(REPORT, date="2026-03-01")).with_attachment(REPORT)
    assert [one.attachments for one in made.period.decisions] == [(), (REPORT,)]
    assert from_bytes(to_bytes(made), "s.ckm") == made
