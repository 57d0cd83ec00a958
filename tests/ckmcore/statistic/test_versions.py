"""Files that former versions of the program wrote open, and are of this version when they are saved again."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.ptable.floor.floor import names
from ckmcore.statistic.entry import chain_fault
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.floor import open_rules
from ckmcore.statistic.image import VERSION, from_bytes, to_bytes
from ckmcore.statistic.period import Decision
from ckmcore.statistic.periods import with_new_period
from tests.kit.fails import fails
from tests.kit.former_versions import (
    POPULATION,
    PTABLE,
    statistic_of_version_3,
    statistic_of_version_4,
    statistic_of_version_5,
    statistic_of_version_6,
    statistic_of_version_7,
)

FILES = Path(__file__).parent


def test_a_file_of_version_3_opens_with_periods_breaks_derived_dimensions_and_tables() -> None:
    made, _ = open_statistic(FILES / "version_3.ckm")
    assert made == statistic_of_version_3()
    assert [table.folder for table in made.tables] == ["", ""]
    assert made.references == ()


def test_a_file_of_version_4_opens_with_its_methods_and_decisions() -> None:
    made, _ = open_statistic(FILES / "version_4.ckm")
    expected = statistic_of_version_4()
    # What was decided on settings has been on record since version 5.
    former = tuple(replace(one, settings="") for one in expected.period.decisions)
    assert made == expected.with_period(replace(expected.period, decisions=former))
    assert [period.in_force and period.in_force.method for period in made.periods] == [
        ckm.Rounding(10, **FORMER),
        ckm.CellKeyMethod(PTABLE, "less_equal"),
    ]


def test_a_file_of_version_5_opens_with_an_identity_that_its_copies_have_too() -> None:
    content = (FILES / "version_5.ckm").read_bytes()
    made, again = from_bytes(content, "s.ckm"), from_bytes(content, "copy.ckm")
    assert made == statistic_of_version_5()
    assert (made.register, made.snapshots, made.four_eyes) == ((), (), False)
    assert len(made.identity) == len(made.secret) == 32
    assert (again.identity, again.secret) == (made.identity, made.secret)
    assert made.secret != made.identity != from_bytes((FILES / "version_4.ckm").read_bytes(), "s.ckm").identity


def test_a_file_of_version_6_opens_with_its_register_and_no_test_sets() -> None:
    made, _ = open_statistic(FILES / "version_6.ckm")
    expected = statistic_of_version_6()
    assert made == expected
    assert (made.identity, made.secret) == (expected.identity, expected.secret)
    assert chain_fault(made.register, made.identity) is None
    assert made.test_sets == ()
    assert all(one.attachments == () for one in made.period.decisions)


def test_a_file_of_version_7_opens_and_its_method_finishes_its_period_below_the_floor() -> None:
    made, _ = open_statistic(FILES / "version_7.ckm")
    assert made == statistic_of_version_7()
    assert all(one.floor == () for one in made.period.decisions)
    assert "F5" in names(open_rules(made.period))
    in_force = made.period.in_force
    assert in_force is not None
    again = made.put_in_force(in_force.method, "2026-04-01", Decision("Board", "2026-04-01"))
    assert again.period.in_force == in_force
    assert with_new_period(made, ckm.Texts.same("2027"), "2027-12-31").period.in_force is None


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6, 7])
def test_every_version_opens_and_is_of_this_version_when_saved_again(version: int, tmp_path: Path) -> None:
    made, stamp = open_statistic(FILES / f"version_{version}.ckm")
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize((FILES / f"version_{version}.ckm").read_bytes())
        assert base.execute("PRAGMA user_version").fetchone()[0] == version
    assert stamp.size > 0
    ckm.save_statistic(made, tmp_path / "s.ckm")
    assert open_statistic(tmp_path / "s.ckm")[0] == made
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize((tmp_path / "s.ckm").read_bytes())
        assert base.execute("PRAGMA user_version").fetchone()[0] == VERSION


def test_there_is_a_file_of_every_former_version() -> None:
    assert {path.name for path in FILES.glob("version_*.ckm")} == {f"version_{one}.ckm" for one in range(1, VERSION)}


def test_folders_and_reference_figures_are_kept() -> None:
    made = replace(statistic_of_version_3(), references=(POPULATION,))
    made = replace(made, tables=tuple(replace(one, folder="1 Kreise") for one in made.tables))
    assert from_bytes(to_bytes(made), "s.ckm") == made


def test_a_table_whose_name_or_folder_is_no_text_is_a_damaged_file() -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(to_bytes(statistic_of_version_3()))
        base.execute("UPDATE saved_table SET folder = x'00ff' WHERE place = 0")
        base.commit()
        content = base.serialize()
    with fails("ckm_damaged", match="saved_table"):
        from_bytes(content, "s.ckm")
