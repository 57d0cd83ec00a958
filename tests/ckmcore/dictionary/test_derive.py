"""Derived dimensions, against pandas' own recoding and cutting."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.dictionary.derive import ClassBounds, class_codes, derive, derived_codes, in_order
from ckmcore.microdata.data import MISSING, Category, Microdata, UnknownVariable
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import CodeGroup, Derivation, VariableEntry
from tests.kit.examples import examples
from tests.kit.fails import fails

AGES = ["0", "17", "18", "29", "30", "64", "65", "101", None, "17"]


def entry(rule: Derivation, **fields: object) -> VariableEntry:
    made = VariableEntry("new", "dimension", Texts("New", "Neu"), derived=rule)
    return replace(made, **fields)  # type: ignore[arg-type]


def people(**columns: list[object]) -> Microdata:
    frame = pd.DataFrame(columns)
    magnitudes = [name for name in columns if name == "income"]
    return Microdata.from_pandas(frame, [name for name in columns if name not in magnitudes], magnitudes=magnitudes)


def texts_of(data: Microdata, name: str = "new") -> list[str]:
    return [data.dimensions[name].codes[place] for place in data.columns[name].tolist()]


def test_ages_in_classes_fall_where_pandas_cuts_them_and_missing_stays_missing() -> None:
    data = derive(people(age=AGES), entry(Derivation("classes", "age", bounds=("18", "30", "65"))))
    cut = pd.cut(
        pd.Series([float(age) if age is not None else np.nan for age in AGES]),
        [-np.inf, 18, 30, 65, np.inf],
        right=False,
        labels=["<18", "18-30", "30-65", "65+"],
    )
    assert texts_of(data) == [MISSING if pd.isna(one) else str(one) for one in cut]
    assert data.dimensions["new"].label("18-30") == Texts("18 to below 30", "18 bis unter 30")
    assert data.dimensions["new"].codes == ("<18", "18-30", "30-65", "65+", MISSING)


def test_all_classes_are_there_whether_or_not_a_record_falls_into_them() -> None:
    rule = entry(Derivation("classes", "age", bounds=("18", "30", "65")))
    empty = derive(people(age=["40", "41"]), rule).dimensions["new"]
    full = derive(people(age=["1", "20", "40", "80"]), rule).dimensions["new"]
    assert empty == full
    assert empty.codes == ("<18", "18-30", "30-65", "65+")


@pytest.mark.thorough
@given(
    st.lists(st.decimals(-1000, 1000, places=2), min_size=1, max_size=40),
    st.lists(st.decimals(-900, 900, places=3), min_size=1, max_size=5, unique=True),
)
@settings(max_examples=examples(200), deadline=None)
def test_classes_of_a_magnitude_are_exact_at_every_bound(values: list[Decimal], limits: list[Decimal]) -> None:
    bounds = tuple(str(limit) for limit in sorted(limits))
    data = people(income=[str(value) for value in values], sex=["m"] * len(values))
    found = texts_of(derive(data, entry(Derivation("classes", "income", bounds=bounds))))
    codes = class_codes(bounds)
    assert found == [codes[sum(limit <= value for limit in sorted(limits))] for value in values]


def test_the_first_digits_of_a_code_are_a_dimension_with_the_labels_of_the_source_where_it_has_them() -> None:
    data = people(kreis=["09162", "09184", "01001", None])
    data = derive(data, entry(Derivation("prefix", "kreis", digits=2)))
    assert texts_of(data) == ["09", "09", "01", MISSING]
    assert data.dimensions["new"].codes == ("01", "09", MISSING)


def test_groups_of_codes_as_pandas_replaces_them() -> None:
    countries = ["DE", "FR", "TR", "IT", None, "US"]
    groups = (CodeGroup("EU", ("FR", "IT")), CodeGroup("world", ("TR", "US")))
    kept = derive(people(country=list(countries)), entry(Derivation("groups", "country", groups=groups)))
    replaced = pd.Series(countries).replace({"FR": "EU", "IT": "EU", "TR": "world", "US": "world"}).fillna(MISSING)
    assert texts_of(kept) == replaced.tolist()
    assert kept.dimensions["new"].codes == ("EU", "world", "DE", MISSING)
    missing = derive(
        people(country=list(countries)), entry(Derivation("groups", "country", groups=groups, others="missing"))
    )
    assert texts_of(missing) == [MISSING, "EU", "world", "EU", MISSING, "world"]


def test_another_hierarchy_over_the_same_codes_shares_the_column() -> None:
    tree = Hierarchy.from_depths([("young", 0), ("17", 1), ("old", 0), ("65", 1)])
    data = people(age=["17", "65", "65"])
    data = derive(data, entry(Derivation("same", "age")).with_hierarchy(tree))
    assert data.columns["new"] is data.columns["age"]
    assert data.dimensions["new"].hierarchy == tree
    assert data.dimensions["age"].hierarchy is None
    table = ckm.tabulate(data, ckm.TableSpec(rows=["new"])).blocks[0]
    assert dict(zip([node.code for node in table.dimensions[0].nodes][1:], table.counts.tolist()[1:], strict=True)) == {
        "young": 1,
        "17": 1,
        "old": 2,
        "65": 2,
    }


def test_labels_and_order_of_the_dictionary_win() -> None:
    rule = Derivation("classes", "age", bounds=("18",))
    named = entry(rule, categories=(Category("18+", Texts("adult", "volljährig")), Category("<18", Texts("minor"))))
    data = derive(people(age=["17", "65"]), named)
    assert data.dimensions["new"].codes == ("18+", "<18")
    assert data.dimensions["new"].label("18+").de == "volljährig"
    assert texts_of(data) == ["<18", "18+"]


@pytest.mark.parametrize("bounds", [(), ("18", "18"), ("30", "18"), ("x",), ("1", "nan"), ("1e999999999",)])
def test_bounds_that_do_not_ascend_are_refused_by_their_place(bounds: tuple[str, ...]) -> None:
    data = people(age=["17"])
    if bounds == ("1e999999999",):
        assert derive(data, entry(Derivation("classes", "age", bounds=bounds))).rows == 1
        return
    with pytest.raises(ClassBounds):
        derive(data, entry(Derivation("classes", "age", bounds=bounds)))


def test_what_cannot_be_derived_is_said() -> None:
    data = people(age=["17"], income=["5"])
    with pytest.raises(UnknownVariable):
        derive(data, entry(Derivation("prefix", "nothing", digits=1)))
    with pytest.raises(UnknownVariable):
        derive(data, entry(Derivation("prefix", "income", digits=1)))
    with fails("derived_name_taken"):
        derive(data, replace(entry(Derivation("same", "age")), name="age"))
    groups = (CodeGroup("a", ("17",)), CodeGroup("b", ("17",)))
    with fails("group_code_twice"):
        derive(data, entry(Derivation("groups", "age", groups=groups)))
    with fails("hierarchy_unknown_codes"):
        derive(data, entry(Derivation("same", "age")).with_hierarchy(Hierarchy.from_depths([("18", 0)])))


def test_a_statistic_describes_its_derived_dimensions_and_validity_follows_the_period() -> None:
    data = people(kreis=["09162", "01001"])
    old = Category("13051", Texts.same("Bad Doberan"), valid_to="2011-09-03")
    entries = (
        VariableEntry("kreis", "dimension", Texts.same("Kreis"), (old, Category.plain("01001"))),
        replace(entry(Derivation("prefix", "kreis", digits=2)), name="land"),
    )
    statistic = ckm.Statistic(Texts.same("T"), entries)
    before = statistic.with_period(replace(statistic.period, date="2010-12-31")).describe(data)
    after = statistic.with_period(replace(statistic.period, date="2024-12-31")).describe(data)
    assert before.dimensions["kreis"].codes == ("13051", "01001", "09162")
    assert after.dimensions["kreis"].codes == ("01001", "09162")
    assert before.dimensions["land"].codes == ("01", "09", "13")
    assert texts_of(after, "land") == ["09", "01"]


def test_labels_of_the_source_reach_what_is_derived_from_it_and_words_alone_touch_no_column() -> None:
    data = people(age=["17", "65"], sex=["m", "w"])
    age = VariableEntry("age", "dimension", Texts.same("Age"), tuple(map(Category.plain, ("17", "65"))))
    sex = VariableEntry("sex", "dimension", Texts.same("Sex"), tuple(map(Category.plain, ("m", "w"))))
    same = VariableEntry("again", "dimension", Texts.same("Again"), derived=Derivation("same", "age"))
    before = ckm.Statistic(Texts.same("S"), (age, sex, same))
    described = before.describe(data)
    named = replace(age, categories=(Category("17", Texts.same("young")), age.categories[1]))
    after = replace(before, dictionary=(named, sex, same))
    assert after.relabelled(described, before.dictionary) is None
    assert after.describe(data).dimensions["again"].label("17") == Texts.same("young")
    titled = replace(before, dictionary=(age, replace(sex, title=Texts("Sex", "Geschlecht")), same))
    found = titled.relabelled(described, before.dictionary)
    assert found is not None
    assert found.columns["sex"] is described.columns["sex"]
    assert found.dimensions["sex"].title.de == "Geschlecht"
    assert found.dimensions == titled.describe(data).dimensions


def test_dimensions_are_derived_behind_their_sources_whatever_the_order_of_the_dictionary() -> None:
    data = people(kreis=["09162", "01001"])
    land = replace(entry(Derivation("prefix", "digits", digits=1)), name="land")
    digits = replace(entry(Derivation("prefix", "kreis", digits=2)), name="digits")
    kreis = VariableEntry.of(data.dimensions["kreis"])
    assert [one.name for one in in_order((land, kreis, digits))] == ["digits", "land"]
    described = ckm.Statistic(Texts.same("S"), (land, kreis, digits)).describe(data)
    assert texts_of(described, "land") == ["0", "0"]
    circle = (replace(land, derived=Derivation("same", "digits")), replace(digits, derived=Derivation("same", "land")))
    assert in_order(circle) == list(circle)
    assert set(ckm.Statistic(Texts.same("S"), (kreis, *circle)).describe(data).dimensions) == {"kreis"}


def test_another_hierarchy_reaches_data_that_are_described_already() -> None:
    data = people(kreis=["09162", "01001"])
    plain = VariableEntry("kreis", "dimension", Texts.same("Kreis"))
    before = ckm.Statistic(Texts.same("S"), (plain,))
    tree = Hierarchy.from_depths([("a", 0), ("01001", 1), ("09162", 1)])
    after = replace(before, dictionary=(plain.with_hierarchy(tree),))
    found = after.relabelled(before.describe(data), before.dictionary)
    assert found is not None
    assert found.dimensions == after.describe(data).dimensions


def test_what_only_looks_like_a_number_is_in_no_class() -> None:
    codes = ["1_0", "٣", "Infinity", "1e1", "+5", ".5", "5."]
    found = derived_codes(codes, Derivation("classes", "age", bounds=("2", "10")))
    assert list(found.values()) == [MISSING, MISSING, MISSING, "10+", "2-10", "<2", "2-10"]
    with pytest.raises(ClassBounds):
        derived_codes(["1"], Derivation("classes", "age", bounds=("1_0",)))


def test_data_described_already_are_described_anew_where_words_of_others_or_the_order_of_codes_count() -> None:
    data = people(kreis=["09162", "01001"])
    kreis = VariableEntry("kreis", "dimension", Texts.same("Kreis"), (Category("09162", Texts.same("M")),))
    partly = replace(
        entry(Derivation("same", "kreis")), name="again", categories=(Category("01001", Texts.same("own label")),)
    )
    before = ckm.Statistic(Texts.same("S"), (kreis, partly))
    described = before.describe(data)
    renamed = replace(kreis, categories=(Category("09162", Texts.same("Munich")),))
    assert replace(before, dictionary=(renamed, partly)).relabelled(described, before.dictionary) is None
    alone = replace(before, dictionary=(kreis,))
    emptied = replace(before, dictionary=(replace(kreis, categories=()),))
    assert emptied.relabelled(alone.describe(data), alone.dictionary) is None
