"""Values that cannot be computed are said in words; sources of reference figures stand with the table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import VariableEntry
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, Condition, Level, OwnRow, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from tests.kit.fails import fails

SEX = Dimension("sex", Texts("Sex", "Geschlecht"), (Category("1", Texts("men", "Männer")), Category.plain("2")))
DATA = Microdata(4, {"sex": SEX}, {"sex": np.array([0, 0, 1, 1], dtype=np.uint8)})
PEOPLE = ReferenceTable(
    "people",
    Texts("People", "Bevölkerung"),
    Texts("Census 2022", "Zensus 2022"),
    Texts("inhabitants", "Einwohner"),
    ("sex",),
    (ReferenceRow(("1",), "1000"), ReferenceRow(("2",), "2000"), ReferenceRow(("",), "3000")),
)


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (Value("mean"), "which magnitude it is the sum", "von welchem Wertmerkmal"),
        (Value("sum", magnitude="income"), "no magnitude “income”", "kein Wertmerkmal „income“"),
        (Value("weighted_count"), "have no weight", "haben kein Gewicht"),
        (Value("change", variable="age", against=PREVIOUS), "along “age”", "auf „age“"),
        (Value("change", variable=PERIOD, against=PREVIOUS), "“Reporting period”", "„Berichtszeitraum“"),
        (Value("change", variable="sex", against="9"), "“9”, which “Sex” does not", "„9“, das es bei „Geschlecht“"),
        (Value("rate", reference="area"), "does not have; it has: none", "vorhanden: keine"),
        (Value("share", base="row", decimals=7), "7 decimals, 0 to 6", "7 Nachkommastellen, möglich sind 0 bis 6"),
        (Value("ratio", factor=0), "its factor is 0", "Sein Faktor ist 0"),
        (Value("share"), "nothing says of what it is the share", "Es fehlt, woran er der Anteil ist"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_computed_says_why_and_what_to_do(value: Value, english: str, german: str) -> None:
    with pytest.raises(CkmError) as caught:
        tabulate(DATA, TableSpec(rows=["sex"], values=[value]))
    assert english in caught.value.text("en")
    assert german in caught.value.text("de")
    for language in ("en", "de"):
        text = caught.value.text(language)  # type: ignore[arg-type]
        assert "::" not in text
        assert ".." not in text


def test_a_table_that_divides_by_public_figures_names_their_source_once() -> None:
    data = replace(DATA, references=(PEOPLE,))
    values = [
        Value("count"),
        Value("rate", reference="people", factor=1000),
        Value("rate", reference="people", factor=10),
    ]
    table = Rounding(3).protect(tabulate(data, TableSpec(rows=["sex"], values=values)))
    notes = [note for note in present_draft(table, "de").notes if "Zensus" in note]
    assert notes == ["Bezugszahlen „Bevölkerung“: Zensus 2022"]
    plain = Rounding(3).protect(tabulate(data, TableSpec(rows=["sex"])))
    assert not any("Zensus" in note for note in present_draft(plain, "de").notes)


def test_the_records_of_a_statistic_know_its_reference_figures_also_after_a_change_of_words() -> None:
    statistic = Statistic(
        Texts.same("S"), (VariableEntry.of(SEX),), (Period(Texts.same("2025")),), references=(PEOPLE,)
    )
    described = statistic.describe(DATA)
    assert described.references == (PEOPLE,)
    without = replace(statistic, references=())
    assert without.describe(DATA).references == ()
    told = without.relabelled(described, statistic.dictionary)
    assert told is not None
    assert told.references == ()


def test_a_made_title_names_what_is_counted_and_shares_only_where_they_stand_alone() -> None:
    share = Value("share", base="column")
    for values, title in (
        ([Value("count"), share], "Number by Sex"),
        ([share], "Share of the column in % by Sex"),
        ([share, Value("count", label=Texts("Students", "Studierende"))], "Students by Sex"),
    ):
        table = Rounding(3).protect(tabulate(DATA, TableSpec(rows=["sex"], values=values)))
        assert present_draft(table, "en").title == title


def test_a_change_against_an_own_row_that_is_not_there_is_refused() -> None:
    rows = (OwnRow(Texts.same("men"), (Condition("sex", ("1",)),)),)
    spec = TableSpec(
        rows=[Level("::rows 1", rows=rows)], values=[Value("change", variable="::rows 1", against="row:2")]
    )
    with fails("change_against_unknown"):
        tabulate(DATA, spec)
