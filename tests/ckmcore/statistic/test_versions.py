"""Files that former versions of the program wrote open, and are of this version when they are saved again."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.dictionary.changes import with_new_codes
from ckmcore.microdata.data import Category, ExemptCells
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.ptable import parse_ptable
from ckmcore.ptable.floor.floor import names
from ckmcore.statistic.entry import Event, appended, chain_fault
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.floor import open_rules
from ckmcore.statistic.image import VERSION, StatisticDamaged, from_bytes, to_bytes
from ckmcore.statistic.model import SavedTable, TestSet
from ckmcore.statistic.period import Attachment, CodeMap, ColumnOf, Decision, FileMark, KeySet, Period, PeriodSource
from ckmcore.statistic.periods import with_code_change, with_new_period
from tests.before_the_floor import put_in_force

FILES = Path(__file__).parent
PTABLE = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.5;-1;0.5\n1;2;0.5;1;1\n", "p.csv")
POPULATION = ReferenceTable(
    "population",
    ckm.Texts("Population", "Bevölkerung"),
    ckm.Texts.same("Office"),
    ckm.Texts("persons", "Personen"),
    ("land",),
    (ReferenceRow(("03",), "8003421"), ReferenceRow(("",), "83555478.5")),
)
MERGED = (("03152", "03159"), ("03156", "03159"))


def statistic_of_version_3() -> ckm.Statistic:
    """What version_3.ckm holds, which version 3 of the program wrote (commit d67f6ae)."""
    tree = Hierarchy.from_depths([("03", 0), ("03152", 1), ("03156", 1), ("09", 0), ("09162", 1)])
    kreis = VariableEntry("kreis", "dimension", ckm.Texts("District", "Kreis"), tuple(map(Category.plain, tree.leaves)))
    kreis = with_new_codes(kreis.with_hierarchy(tree), [], MERGED, "2026-01-01")
    sex = VariableEntry("sex", "dimension", ckm.Texts("Sex", "Geschlecht"), tuple(map(Category.plain, "mw")))
    land = VariableEntry("land", "dimension", ckm.Texts.same("Land"), derived=Derivation("prefix", "kreis", digits=2))
    source = PeriodSource("file", "people_2025.csv", rows=6)
    first = Period(ckm.Texts.same("2025"), "2025-12-31", source, KeySet("column", "rkey"))
    title = ckm.Texts("People", "Personen")
    made = ckm.Statistic(title, (kreis, sex, land), (first,), source_note=ckm.Texts.same("Office"))
    made = made.put_in_force(ckm.Rounding(10), "2026-01-16")
    made = with_new_period(made, ckm.Texts.same("2026"), "2026-12-31", ckm.Texts.same("2026"))
    source = PeriodSource("file", "people_2026_a.csv", rows=9, more=(FileMark("people_2026_b.csv", "", 40, "ab"),))
    period = replace(
        with_code_change(made.period, "kreis", MERGED, is_break=True),
        source=source,
        keys=KeySet("column", "rkey"),
        columns=(ColumnOf("sex", "gender"),),
        codes=(CodeMap("sex", (("1", "m"), ("2", "w"))),),
    )
    made = made.with_period(period)
    made = made.with_table(SavedTable("T1", ckm.TableSpec(rows=["kreis"], columns=["sex"]), "2026-01-17"))
    group = ckm.Group(ckm.Texts("Both", "Beide"), ("03159", "09162"))
    level = ckm.Level("kreis", depths=(1,), nodes=("03159", "09162"), groups=(group,), total="before")
    spec = ckm.TableSpec(
        rows=[level], columns=["sex"], filters=[ckm.Condition("land", ("03",))], title=ckm.Texts("Districts", "Kreise")
    )
    return made.with_table(SavedTable("T2", spec, "2026-01-18"))


def statistic_of_version_4() -> ckm.Statistic:
    """What version_4.ckm holds, which version 4 of the program wrote (commit 21de760)."""
    made = replace(statistic_of_version_3(), references=(POPULATION,))
    made = replace(made, tables=tuple(replace(one, folder="1 Kreise") for one in made.tables))
    decision = Decision("Board", "2026-01-30", variant="A")
    return put_in_force(made, ckm.CellKeyMethod(PTABLE, "less_equal"), "2026-02-01", decision, "{}")


def statistic_of_version_5() -> ckm.Statistic:
    """What version_5.ckm holds, which version 5 of the program wrote (commit ee953e7)."""
    made = replace(statistic_of_version_4(), exempt=(ExemptCells((("kreis", ("09162",)),)),))
    decision = Decision("Board", "2026-02-28", second_person="B")
    return put_in_force(made, ckm.CellKeyMethod(PTABLE, threshold=10), "2026-03-01", decision)


def statistic_of_version_6() -> ckm.Statistic:
    """What version_6.ckm holds, which version 6 of the program wrote (commit c3c7ae8)."""
    made = replace(statistic_of_version_5(), four_eyes=True, identity="5" * 32, secret="6" * 32)
    event = Event(0, 0, "revealed", "2026-03-02T10:00:00", "Anna", "", table="T1")
    return replace(made, register=appended((), made.identity, event))


def statistic_of_version_7() -> ckm.Statistic:
    """What version_7.ckm holds, which version 7 of the program wrote (commit f3d878f)."""
    made = replace(statistic_of_version_6(), test_sets=(TestSet("Yearbook", ("T1", "T2")),))
    return made.with_attachment(Attachment("evaluation.html", "7" * 64, "2026-03-03"))


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
        ckm.Rounding(10),
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
    with pytest.raises(StatisticDamaged, match="saved_table"):
        from_bytes(content, "s.ckm")
