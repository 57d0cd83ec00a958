"""The sample statistic: dictionary, method in force and four finished tables; no record is drawn for it."""

from __future__ import annotations

from dataclasses import replace

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import GENERATED_MODULUS
from ckmcore.messages import system_language
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import design_ptable, shuffle
from ckmcore.sample.generate import sample_dimensions
from ckmcore.sample.studies import PERIODS, RECORDS_OF
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import KeySet, MethodInForce, Period, PeriodSource
from ckmcore.tabulate.spec import Level, TableSpec

LAST_TERM = PERIODS[-1][0].label


def sample_statistic(language: Language | None = None) -> Statistic:
    """The statistic that comes with the program, all in both languages but the names of its saved tables.

    A name is one text: it is in `language`, or that of the system. The statistic opens at once: its code lists are
    constants. It has three reporting periods and opens on the last; the records of each are `sample_microdata(term)`.
    The same students come again in other terms, and this is declared.
    """
    spoken = language or system_language()
    method = CellKeyMethod(shuffle(design_ptable(D=5, V=3, js=2), threshold=0.05))
    return Statistic(
        Texts("Higher education statistics (sample)", "Hochschulstatistik (Beispiel)"),
        sample_entries(),
        tuple(_period(term, method) for term, _ in PERIODS),
        # A table is run again in every period: its title follows, and its name has none.
        tuple(
            SavedTable(spec.title.text(spoken).removesuffix(f", {LAST_TERM.text(spoken)}"), spec)
            for spec in sample_tables()
        ),
        Texts("Synthetic data, made up for this program", "Synthetische Daten, für dieses Programm erfunden"),
        current=len(PERIODS) - 1,
        units="recur",
    )


def sample_entries() -> tuple[VariableEntry, ...]:
    """The dictionary: its code lists are those of the statistic, not what the records happen to hold."""
    own = (dimension for dimension in sample_dimensions() if dimension.name != "period")
    return tuple(replace(VariableEntry.of(dimension), codes_from="list") for dimension in own)


def _period(term: Category, method: CellKeyMethod) -> Period:
    """A winter term as a reporting period: its day is in December, its method was put in force in the month after."""
    year = int(term.code)
    return Period(
        term.label,
        f"{year}-12-01",
        PeriodSource("sample", reading=term.code, rows=RECORDS_OF[term.code]),
        KeySet("generated", modulus=GENERATED_MODULUS, digits=9),
        MethodInForce(method, f"{year + 1}-01-15"),
    )


def sample_tables() -> tuple[TableSpec, ...]:
    """The finished tables. Sex is left out of the first: the window asks to drag it in."""
    return (
        TableSpec(
            rows=[Level("university", depths=(0,), total="before"), Level("degree", depths=(0,))],
            columns=[Level("subject", depths=(0,))],
            title=Texts(
                f"Students by Land, stage of study and subject group, {LAST_TERM.en}",
                f"Studierende nach Land, Studienabschnitt und Fächergruppe, {LAST_TERM.de}",
            ),
        ),
        TableSpec(
            rows=[Level("university", total="before")],
            columns=[Level("sex"), Level("degree", depths=(1,))],
            title=Texts(
                f"Students by university, sex and degree, {LAST_TERM.en}",
                f"Studierende nach Hochschule, Geschlecht und Abschluss, {LAST_TERM.de}",
            ),
        ),
        TableSpec(
            rows=[Level("nationality", total="before")],
            columns=[Level("sex")],
            title=Texts(
                f"Students by nationality and sex, {LAST_TERM.en}",
                f"Studierende nach Staatsangehörigkeit und Geschlecht, {LAST_TERM.de}",
            ),
        ),
        TableSpec(
            rows=[Level("age")],
            columns=[Level("semester")],
            title=Texts(
                f"Students by age and semester of study, {LAST_TERM.en}",
                f"Studierende nach Alter und Fachsemester, {LAST_TERM.de}",
            ),
        ),
    )
