"""A row of zeros tells that somebody is there where its code comes from the records; of a list or range it does not."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.dictionary.ranges import range_of, with_range
from ckmcore.methods.zero_rows import from_records, telling_rows, zero_rows_told
from ckmcore.microdata.variable import Derivation, VariableEntry
from tests.kit.fails import fails

FRAME = pd.DataFrame({"age": ["20"] * 30 + ["97"] + ["31"] * 12, "sex": (["m", "f"] * 30)[:43]})
DATA = ckm.Microdata.from_pandas(FRAME, ["age", "sex"])
AGE = VariableEntry.of(DATA.dimensions["age"])


def shown(data: ckm.Microdata) -> ckm.ProtectedTable:
    return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["age"], columns=["sex"])), ckm.Rounding(10))


def test_a_code_list_of_the_records_tells_until_somebody_says_where_it_comes_from() -> None:
    assert from_records([AGE], ["age"]) == (AGE,)
    for said in (replace(AGE, codes_from="list"), replace(AGE, codes_from="range")):
        assert from_records([said], ["age"]) == ()
    observed = replace(AGE, codes_from="observed")
    assert from_records([observed], ["age"]) == (observed,)
    assert from_records([replace(observed, observed_reason="published in full since 1990")], ["age"]) == ()
    assert from_records([AGE], ["sex"]) == ()


def test_a_derived_variable_tells_what_its_source_tells_and_declared_classes_nothing() -> None:
    digits = VariableEntry("decade", "dimension", ckm.Texts.same("decade"), derived=Derivation("prefix", "age", 1))
    classes = replace(digits, name="class", derived=Derivation("classes", "age", bounds=("18", "65")))
    assert from_records([AGE, digits, classes], ["decade", "class"]) == (digits,)
    assert from_records([replace(AGE, codes_from="list"), digits], ["decade"]) == ()


def test_the_row_of_the_single_old_person_is_counted_and_named() -> None:
    table = shown(DATA)
    assert telling_rows(table, {"age", "sex"}) == {"age": 1}
    told = zero_rows_told(table, {"age": ckm.Texts.same("Age")})
    assert told[0].text("en").startswith("1 category of “Age” shows only zeros")
    assert zero_rows_told(table, {}) == ()


def test_a_stated_range_has_every_age_so_that_the_zeros_tell_nothing() -> None:
    entry = with_range(AGE, 0, 120)
    assert entry.codes_from == "range"
    assert [category.code for category in entry.categories] == [str(age) for age in range(121)]
    described = DATA.with_categories(entry.describe(DATA.dimensions["age"]))
    rows = {str(age) for age in range(121)} - {"20", "31"}
    assert telling_rows(shown(described), {"age"}) == {"age": len(rows)}
    assert from_records([entry], ["age"]) == ()


def test_a_range_keeps_words_and_width_of_codes_and_refuses_what_is_none() -> None:
    padded = replace(AGE, categories=tuple(replace(one, code=one.code.zfill(3)) for one in AGE.categories))
    named = replace(padded.categories[0], label=ckm.Texts("twenty", "zwanzig"))
    entry = with_range(replace(padded, categories=(named, *padded.categories[1:])), 0, 120)
    assert [one.code for one in entry.categories][:2] == ["000", "001"]
    assert next(one for one in entry.categories if one.code == "020").label.en == "twenty"
    for wrong in ((5, 4), (-1, 3), (0, 10**6)):
        with fails("range_faulty"):
            with_range(AGE, *wrong)


@pytest.mark.parametrize("text", ["0-120", "0 – 120", "0 bis 120", "0 to 120"])
def test_a_range_is_read_as_offices_write_it(text: str) -> None:
    assert range_of(text) == (0, 120)
    with fails("range_unreadable"):
        range_of(f"x{text}")
