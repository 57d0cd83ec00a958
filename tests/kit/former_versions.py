"""Statistics as former versions wrote them."""

from __future__ import annotations

from dataclasses import replace

import ckmcore as ckm
from ckmcore.dictionary.changes import with_new_codes
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.microdata.data import Category, ExemptCells
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.ptable import parse_ptable
from ckmcore.statistic.entry import Event, appended
from ckmcore.statistic.model import SavedTable, TestSet
from ckmcore.statistic.period import Attachment, CodeMap, ColumnOf, Decision, FileMark, KeySet, Period, PeriodSource
from ckmcore.statistic.periods import with_code_change, with_new_period
from tests.kit.before_the_floor import put_in_force

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
    made = made.put_in_force(ckm.Rounding(10, **FORMER), "2026-01-16")
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
