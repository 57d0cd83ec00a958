"""The sample statistic: dictionary, method in force and seven finished tables; no record is drawn for it."""

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
from ckmcore.sample.areas import HASH_OF_LANDS, SOURCE, STATE, TITLES
from ckmcore.sample.generate import SEED, sample_dimensions
from ckmcore.sample.places import LANDS
from ckmcore.sample.studies import PERIODS, RECORDS_OF
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import KeptAreas, KeySet, MethodInForce, Period, PeriodSource
from ckmcore.tabulate.spec import PRINTED, Block, Level, TableSpec, Value

LAST_TERM = PERIODS[-1][0].label
# What is open in the table of the yearbook.
BERGLAND, NATURAL_SCIENCES = "01", "4"


def sample_statistic(language: Language | None = None) -> Statistic:
    """Sample statistic that comes with the program; all its texts are in both languages except the names of saved
    tables.

    language: of the names, by default the system's. The code lists are constants, so that it opens at once. It has
    three reporting periods with the records `sample_microdata(term)` and opens on the last. It declares that students
    recur in other terms.
    """
    spoken = language or system_language()
    method = sample_method()
    return Statistic(
        Texts("Higher education statistics (sample)", "Hochschulstatistik (Beispiel)"),
        sample_entries(),
        tuple(_period(term, method) for term, _ in PERIODS),
        tuple(SavedTable(name.text(spoken), spec) for name, spec in sample_tables()),
        Texts("Synthetic data, made up for this program", "Synthetische Daten, für dieses Programm erfunden"),
        current=len(PERIODS) - 1,
        units="recur",
        title_pattern=Texts("Students in {period} {breakdown}", "Studierende im {Zeitraum} {Gliederung}"),
        areas=(KeptAreas("university", "", HASH_OF_LANDS, TITLES["lands"], STATE, SOURCE, len(LANDS)),),
    )


def sample_method() -> MagnitudeCellKeyMethod:
    """Method of the sample: counts by a shuffled table, sums as wages, months of study as durations; means of money are
    per recipient.

    Its secret is public like the sample's records; the secret of a real method never is.
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
    """Dictionary of the sample, with the statistic's code lists instead of codes found in records."""
    own_dimensions = (dimension for dimension in sample_dimensions() if dimension.name != "period")
    return (
        *(replace(VariableEntry.of(dimension), codes_from="list") for dimension in own_dimensions),
        *amount_entries(),
    )


def _period(term: Category, method: MagnitudeCellKeyMethod) -> Period:
    """A winter term as reporting period, dated in December, with its method put in force in the following month."""
    year = int(term.code)
    return Period(
        term.label,
        f"{year}-12-01",
        PeriodSource("sample", reading=term.code, rows=RECORDS_OF[term.code]),
        KeySet("generated", modulus=GENERATED_MODULUS, digits=9),
        MethodInForce(method, f"{year + 1}-01-15"),
    )


def sample_tables() -> tuple[tuple[Texts, TableSpec], ...]:
    """Saved tables of the sample and their names, which name no period, since tables are run in every period.

    Tables of counts have titles by the statistic's pattern, tables of sums their own. The first omits sex, which the
    window asks the user to drag in. The last is a yearbook page: a head as a tree, two blocks, one total.
    """
    return (*_tables_of_counts(), *_tables_of_amounts(), _yearbook())


def _tables_of_counts() -> tuple[tuple[Texts, TableSpec], ...]:
    return (
        (
            Texts(
                "Students by Land, stage of study and subject group",
                "Studierende nach Land, Studienabschnitt und Fächergruppe",
            ),
            TableSpec(
                rows=[Level("university", depths=(0,), total="before"), Level("degree", depths=(0,))],
                columns=[Level("subject", depths=(0,))],
                presentation=PRINTED,
            ),
        ),
        (
            Texts("Students by university, sex and degree", "Studierende nach Hochschule, Geschlecht und Abschluss"),
            TableSpec(
                rows=[Level("university", total="before")],
                columns=[Level("sex"), Level("degree", depths=(1,))],
                presentation=PRINTED,
            ),
        ),
        (
            Texts("Students by nationality and sex", "Studierende nach Staatsangehörigkeit und Geschlecht"),
            TableSpec(rows=[Level("nationality", total="before")], columns=[Level("sex")], presentation=PRINTED),
        ),
        (
            Texts("Students by age and semester of study", "Studierende nach Alter und Fachsemester"),
            TableSpec(rows=[Level("age")], columns=[Level("semester")], presentation=PRINTED),
        ),
    )


def _tables_of_amounts() -> tuple[tuple[Texts, TableSpec], ...]:
    income = Texts(
        "Earned income of students by university and stage of study",
        "Erwerbseinkommen der Studierenden nach Hochschule und Studienabschnitt",
    )
    months = Texts("Months of study by subject group", "Studiendauer in Monaten nach Fächergruppe")
    return (
        (
            income,
            TableSpec(
                rows=[Level("university", total="before")],
                columns=[Level("degree", depths=(0,))],
                values=(Value("sum", magnitude=INCOME, unit=EURO), Value("mean", magnitude=INCOME, unit=EURO)),
                title=_of_last_term(income),
                presentation=PRINTED,
            ),
        ),
        (
            months,
            TableSpec(
                rows=[Level("subject", depths=(0,))],
                values=(Value("mean", magnitude=DURATION, decimals=1), Value("median", magnitude=DURATION, decimals=1)),
                title=_of_last_term(months),
                presentation=PRINTED,
            ),
        ),
    )


def _of_last_term(name: Texts) -> Texts:
    """Title written by hand for the last term; it follows the period that it names."""
    return Texts(f"{name.en}, {LAST_TERM.en}", f"{name.de}, {LAST_TERM.de}")


def _yearbook() -> tuple[Texts, TableSpec]:
    return (
        Texts("Students in the yearbook", "Studierende im Jahrbuch"),
        TableSpec(
            rows=[
                Block((Level("nationality", depths=(0,), total="before"),)),
                Block((Level("university", depths=(0,), expanded=(BERGLAND,), total="before"),)),
            ],
            columns=[Level("subject", depths=(0,), expanded=(NATURAL_SCIENCES,), total="before")],
            presentation=PRINTED,
        ),
    )
