"""The sample statistic: dictionary, method in force and six finished tables; no record is drawn for it."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import GENERATED_MODULUS
from ckmcore.messages import system_language
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import design_ptable, shuffle
from ckmcore.sample.amounts import DURATION, EURO, GRANT, INCOME, amount_entries
from ckmcore.sample.generate import SEED, sample_dimensions
from ckmcore.sample.studies import PERIODS, RECORDS_OF
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import KeySet, MethodInForce, Period, PeriodSource
from ckmcore.tabulate.spec import Level, TableSpec, Value

LAST_TERM = PERIODS[-1][0].label


def sample_statistic(language: Language | None = None) -> Statistic:
    """The statistic that comes with the program, all in both languages but the names of its saved tables.

    A name is one text: it is in `language`, or that of the system. The statistic opens at once: its code lists are
    constants. It has three reporting periods and opens on the last; the records of each are `sample_microdata(term)`.
    The same students come again in other terms, and this is declared.
    """
    spoken = language or system_language()
    method = sample_method()
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


def sample_method() -> MagnitudeCellKeyMethod:
    """Counts by a shuffled table, sums as wages, months of study as durations. Means of money are per recipient.

    Its secret is known to everybody, as are the records of the sample; that of a real method never is.
    """
    wages, design = sum_preset("wages")
    money = replace(wages, mean_of="contributors")
    return MagnitudeCellKeyMethod(
        shuffle(design_ptable(D=5, V=3, js=2), threshold=0.05),
        large=design.table(SEED),
        settings=wages,
        own=((INCOME, money), (GRANT, money), (DURATION, sum_preset("durations")[0])),
        own_key=hashlib.sha256(b"ckm sample").hexdigest(),
    )


def sample_entries() -> tuple[VariableEntry, ...]:
    """The dictionary: its code lists are those of the statistic, not what the records happen to hold."""
    own = (dimension for dimension in sample_dimensions() if dimension.name != "period")
    return (*(replace(VariableEntry.of(dimension), codes_from="list") for dimension in own), *amount_entries())


def _period(term: Category, method: MagnitudeCellKeyMethod) -> Period:
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
        TableSpec(
            rows=[Level("university", total="before")],
            columns=[Level("degree", depths=(0,))],
            values=(Value("sum", magnitude=INCOME, unit=EURO), Value("mean", magnitude=INCOME, unit=EURO)),
            title=Texts(
                f"Earned income of students by university and stage of study, {LAST_TERM.en}",
                f"Erwerbseinkommen der Studierenden nach Hochschule und Studienabschnitt, {LAST_TERM.de}",
            ),
        ),
        TableSpec(
            rows=[Level("subject", depths=(0,))],
            values=(Value("mean", magnitude=DURATION, decimals=1), Value("median", magnitude=DURATION, decimals=1)),
            title=Texts(
                f"Months of study by subject group, {LAST_TERM.en}",
                f"Studiendauer in Monaten nach Fächergruppe, {LAST_TERM.de}",
            ),
        ),
    )
