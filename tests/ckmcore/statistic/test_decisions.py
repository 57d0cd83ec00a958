"""Decisions on the method in force are on record: appended, never lost, with the hash of the table. Former versions."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import msgspec
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.methods.rounding import Rounding
from ckmcore.methods.serialization import KeptMethod, restored_method
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import Design, PTable, shuffle
from ckmcore.ptable.stored import stored_table
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.image import VERSION, MadeByNewer, from_bytes, to_bytes
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import Decision, KeySet, Period, PeriodSource
from tests.kit.fails import fails

VERSION_1 = Path(__file__).with_name("version_1.ckm")
FIRST = shuffle(Design(D=5, V=3.0, js=2).table(), 0.05, 1)
SECOND = Design(D=2, V=1.08, js=1).table()
DECIDED = Decision(
    body="Referat 42",
    date="2026-01-15",
    reference="42-17/2026",
    valid_from="2026-02-01",
    valid_to="2027-01-31",
    second_person="Müller",
    remark="Öffentlich ohne D und V",
    variant="A",
)


def statistic() -> ckm.Statistic:
    return ckm.Statistic(ckm.Texts.same("Students"), periods=(Period(ckm.Texts.same("2025")),))


def ptable_of(made: ckm.Statistic) -> PTable:
    in_force = made.period.in_force
    assert in_force is not None
    assert in_force.ptable is not None
    return in_force.ptable


def test_a_decision_carries_the_hash_of_its_table_and_when_it_was_written() -> None:
    made = statistic().put_in_force(ckm.CellKeyMethod(FIRST), "2026-01-16T10:00:00", DECIDED, "{}")
    (found,) = made.period.decisions
    assert found == replace(
        DECIDED, method="cell_key", ptable=FIRST.content_hash, recorded="2026-01-16T10:00:00", settings=found.settings
    )
    settings = msgspec.json.decode(found.settings, type=KeptMethod)
    assert (settings.kind, settings.tables) == ("cell_key", {"ptable": FIRST.content_hash})
    assert restored_method(settings, {FIRST.content_hash: stored_table(FIRST)}) == ckm.CellKeyMethod(FIRST)
    assert ptable_of(made).content_hash == found.ptable
    assert made.period.in_force is not None
    assert made.period.in_force.design == "{}"


def test_the_hash_and_the_method_are_those_of_what_is_in_force_whatever_the_decision_says() -> None:
    claimed = replace(DECIDED, ptable="0" * 64, method="cell_key", recorded="2026-01-10")
    (found,) = statistic().put_in_force(Rounding(5), "2026-01-16", claimed).period.decisions
    assert (found.method, found.ptable, found.recorded) == ("rounding", "", "2026-01-10")


def test_decisions_are_appended_and_none_is_lost_when_another_method_is_put_in_force() -> None:
    made = statistic().put_in_force(ckm.CellKeyMethod(FIRST), "2026-01-16", DECIDED)
    made = made.put_in_force(Rounding(10), "2026-03-01", replace(DECIDED, reference="42-18/2026"))
    made = made.put_in_force(ckm.CellKeyMethod(SECOND), "2026-04-01")  # without a decision: the former ones stay
    made = made.put_in_force(ckm.CellKeyMethod(SECOND), "2026-05-01", replace(DECIDED, reference="42-19/2026"))
    assert [(one.reference, one.method, one.ptable, one.recorded) for one in made.period.decisions] == [
        ("42-17/2026", "cell_key", FIRST.content_hash, "2026-01-16"),
        ("42-18/2026", "rounding", "", "2026-03-01"),
        ("42-19/2026", "cell_key", SECOND.content_hash, "2026-05-01"),
    ]


def test_a_table_that_is_refused_leaves_no_decision() -> None:
    from ckmcore.ptable import parse_ptable

    zeros = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;0.5;0;0.5\n0;1;0.5;1;1\n1;1;1;0;1\n", "zeros.csv")
    made = statistic()
    with fails("ptable_zeros_not_kept"):
        made.put_in_force(ckm.CellKeyMethod(zeros), "2026-01-16", DECIDED)
    assert made.period.decisions == ()


def test_decisions_belong_to_their_period() -> None:
    made = replace(statistic(), periods=(Period(ckm.Texts.same("2024")), Period(ckm.Texts.same("2025"))), current=1)
    made = made.put_in_force(Rounding(5), "2026-01-16", DECIDED)
    assert [len(period.decisions) for period in made.periods] == [0, 1]


def test_decisions_and_the_design_come_back_from_a_file(tmp_path: Path) -> None:
    design = msgspec.json.encode(Design(D=5, V=3.0, js=2)).decode()
    made = statistic().put_in_force(Rounding(10), "2026-01-01", replace(DECIDED, reference="older"))
    made = made.put_in_force(ckm.CellKeyMethod(FIRST), "2026-01-16", DECIDED, design)
    ckm.save_statistic(made, tmp_path / "s.ckm")
    again, stamp = open_statistic(tmp_path / "s.ckm")
    assert again == made
    assert again.period.decisions == made.period.decisions
    assert ptable_of(again).content_hash == again.period.decisions[-1].ptable
    assert again.period.in_force is not None
    assert msgspec.json.decode(again.period.in_force.design, type=Design).table() == Design(D=5, V=3.0, js=2).table()
    # And once more, with another method: nothing is lost.
    later = again.put_in_force(Rounding(5), "2026-06-01", replace(DECIDED, reference="later"))
    ckm.save_statistic(later, tmp_path / "s.ckm", stamp)
    last, _ = open_statistic(tmp_path / "s.ckm")
    assert [one.reference for one in last.period.decisions] == ["older", "42-17/2026", "later"]


@pytest.mark.parametrize("value", ['"none"', '[{"body": 5}]', '[{"method": "magic"}]'])
def test_decisions_that_somebody_tampered_with_are_damage(value: str) -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(to_bytes(statistic().put_in_force(Rounding(5), "2026-01-16", DECIDED)))
        base.execute("UPDATE period SET record = json_set(record, '$.decisions', json(?))", (value,))
        base.commit()
        content = base.serialize()
    with fails("ckm_damaged"):
        from_bytes(content, "s.ckm")


def statistic_of_version_1() -> ckm.Statistic:
    """What version_1.ckm holds, which version 1 of the program wrote (commit 47b2f77)."""
    data = ckm.Microdata.from_pandas(pd.DataFrame({"land": ["01", "02"], "sex": ["m", "w"]}), ["land", "sex"])
    data = data.with_hierarchy("land", Hierarchy.from_depths([("w", 0), ("01", 1), ("02", 1)]))
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    source = PeriodSource("file", "students.csv", rows=2)
    period = Period(ckm.Texts("WS 2025/26", "WS 2025/26"), "2025-12-01", source, KeySet("column", "rkey"))
    made = ckm.Statistic(
        ckm.Texts("Students", "Studierende"), entries, (period,), source_note=ckm.Texts.same("Office"), workspace=""
    )
    made = made.put_in_force(ckm.CellKeyMethod(shuffle(SECOND, 0.2, 1)), "2026-01-01")
    return made.with_table(SavedTable("T1", ckm.TableSpec(rows=["land"], columns=["sex"]), "2026-01-02"))


def test_a_file_of_version_1_opens_with_its_method_in_force_and_no_decisions() -> None:
    made, _ = open_statistic(VERSION_1)
    wanted = statistic_of_version_1()
    # The last digits of a designed table are the processor's; those of the file are the file's.
    assert replace(made, periods=wanted.periods) == wanted
    assert replace(made.period, in_force=None) == replace(wanted.period, in_force=None)
    assert made.period.decisions == ()
    assert made.period.in_force is not None
    assert (made.period.in_force.since, made.period.in_force.design) == ("2026-01-01", "")
    table = ptable_of(made)
    assert table.content_hash == "a02a7113a555f9b84053ad237c9a989eb763a4ec8ea5e509b8f22f3f15ce1ab9"
    assert table.targets.tolist() == shuffle(SECOND, 0.2, 1).targets.tolist()
    assert table.upper_bounds == pytest.approx(shuffle(SECOND, 0.2, 1).upper_bounds, abs=1e-12)


def test_a_file_of_version_1_that_is_saved_again_is_of_this_version_and_takes_decisions(tmp_path: Path) -> None:
    made, _ = open_statistic(VERSION_1)
    decided = made.put_in_force(Rounding(10), "2026-01-16", DECIDED)
    ckm.save_statistic(decided, tmp_path / "s.ckm")
    assert open_statistic(tmp_path / "s.ckm")[0] == decided
    with contextlib.closing(sqlite3.connect(tmp_path / "s.ckm")) as base:
        assert base.execute("PRAGMA user_version").fetchone()[0] == VERSION


def test_a_file_of_version_2_opens_with_its_decision() -> None:
    """What version 2 of the program wrote (commit c30d6bc)."""
    made, _ = open_statistic(VERSION_1.with_name("version_2.ckm"))
    wanted = statistic_of_version_1().put_in_force(Rounding(10, **FORMER), "2026-01-16", DECIDED)
    # What was decided on settings has been on record since version 5.
    former = tuple(replace(one, settings="") for one in wanted.period.decisions)
    assert replace(made, workspace="") == wanted.with_period(replace(wanted.period, decisions=former))
    assert [one.reference for one in made.period.decisions] == [DECIDED.reference]
    assert from_bytes(to_bytes(made), "s.ckm") == made


def test_a_file_of_a_later_version_is_refused_with_both_versions() -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(to_bytes(statistic()))
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
        base.commit()
        content = base.serialize()
    with pytest.raises(MadeByNewer) as raised:
        from_bytes(content, "s.ckm")
    assert raised.value.fields == {"name": "s.ckm", "version": VERSION + 1, "known": VERSION}
