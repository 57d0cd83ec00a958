"""The sample statistic: dictionary, method in force and four finished tables; no record is drawn for it."""

from __future__ import annotations

from ckmcore.dictionary.entry import VariableEntry
from ckmcore.keys import GENERATED_MODULUS
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.numbers import Language
from ckmcore.ptable import design_ptable, shuffle
from ckmcore.sample.generate import RECORDS, sample_dimensions
from ckmcore.sample.studies import PERIODS
from ckmcore.sentences import system_language
from ckmcore.statistic.model import KeySet, MethodInForce, Period, SavedTable, Source, Statistic
from ckmcore.tabulate.spec import Condition, Level, TableSpec
from ckmcore.texts import Texts

PERIOD_DATE = "2025-12-01"
LAST_PERIOD = PERIODS[-1][0]
FIRST_TERM, LAST_TERM = PERIODS[0][0].label, LAST_PERIOD.label
METHOD_SINCE = "2026-01-15"


def sample_statistic(language: Language | None = None) -> Statistic:
    """The statistic that comes with the program, all in both languages but the names of its saved tables.

    A name is one text: it is in `language`, or that of the system. The statistic opens at once: its code lists are
    constants. Its records are `sample_microdata()` (`Source(kind="sample")`).
    """
    spoken = language or system_language()
    method = CellKeyMethod(shuffle(design_ptable(D=5, V=3, js=2), threshold=0.05))
    period = Period(
        Texts(f"{FIRST_TERM.en} to {LAST_TERM.en}", f"{FIRST_TERM.de} bis {LAST_TERM.de}"),
        PERIOD_DATE,
        Source("sample", rows=RECORDS),
        KeySet("generated", modulus=GENERATED_MODULUS, digits=9),
        MethodInForce(method, METHOD_SINCE),
    )
    return Statistic(
        Texts("Higher education statistics (sample)", "Hochschulstatistik (Beispiel)"),
        tuple(VariableEntry.of(dimension) for dimension in sample_dimensions()),
        (period,),
        tuple(SavedTable(spec.title.text(spoken), spec) for spec in sample_tables()),
        Texts("Synthetic data, made up for this program", "Synthetische Daten, für dieses Programm erfunden"),
    )


def sample_tables() -> tuple[TableSpec, ...]:
    """The finished tables. Sex is left out of the first: the window asks to drag it in."""
    last_period = [Condition("period", (LAST_PERIOD.code,))]
    return (
        TableSpec(
            rows=[Level("university", depths=(0,), total="before"), Level("degree", depths=(0,))],
            columns=[Level("subject", depths=(0,))],
            title=Texts(
                "Students by Land, stage of study and subject group, WS 2023/24 to 2025/26",
                "Studierende nach Land, Studienabschnitt und Fächergruppe, WS 2023/24 bis 2025/26",
            ),
        ),
        TableSpec(
            rows=[Level("university", total="before")],
            columns=[Level("sex"), Level("degree", depths=(1,))],
            filters=last_period,
            title=Texts(
                "Students by university, sex and degree, WS 2025/26",
                "Studierende nach Hochschule, Geschlecht und Abschluss, WS 2025/26",
            ),
        ),
        TableSpec(
            rows=[Level("nationality", total="before")],
            columns=[Level("sex")],
            filters=last_period,
            title=Texts(
                "Students by nationality and sex, WS 2025/26",
                "Studierende nach Staatsangehörigkeit und Geschlecht, WS 2025/26",
            ),
        ),
        TableSpec(
            rows=[Level("age")],
            columns=[Level("semester")],
            filters=last_period,
            title=Texts(
                "Students by age and semester of study, WS 2025/26",
                "Studierende nach Alter und Fachsemester, WS 2025/26",
            ),
        ),
    )
