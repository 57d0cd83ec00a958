"""The sample statistic: the same on every machine, whole in both languages, open at once, fit for a first table."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import numpy as np
import pytest

import ckmcore.sample
import ckmcore.sample.generate
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.zero_rows import from_records
from ckmcore.microdata.data import MISSING, Dimension, Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.presentation.present import present_draft
from ckmcore.sample import sample_dimensions, sample_microdata
from ckmcore.sample.places import UNIVERSITIES
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import PeriodSource
from ckmcore.statistic.sample import sample_statistic
from ckmcore.statistic.source import load_period
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.spec import PRINTED, TableSpec
from ckmcore.tabulate.tabulate import tabulate

LANGUAGES: tuple[Language, ...] = ("en", "de")


@pytest.fixture(scope="module")
def data() -> Microdata:
    return sample_microdata()


@pytest.fixture(scope="module")
def terms() -> dict[str, Microdata]:
    return {term: sample_microdata(term) for term in ("2023", "2024", "2025")}


@pytest.fixture(scope="module")
def last(terms: dict[str, Microdata]) -> Microdata:
    return terms["2025"]


@pytest.fixture(scope="module")
def statistic() -> Statistic:
    return sample_statistic()


def digest(data: Microdata) -> str:
    assert data.record_keys is not None
    content = hashlib.sha256()
    for name in sorted(data.columns):
        content.update(data.columns[name].tobytes())
    content.update(data.record_keys.values.astype("<u4").tobytes())
    return content.hexdigest()


def counts(data: Microdata, *names: str) -> np.ndarray:
    """Records per combination of leaf categories, by numpy alone."""
    shape = tuple(len(data.dimensions[name].codes) for name in names)
    place = np.ravel_multi_index([data.columns[name].astype(np.int64) for name in names], shape)
    return np.bincount(place, minlength=int(np.prod(shape))).reshape(shape)


def position(dimension: Dimension, code: str) -> int:
    return dimension.codes.index(code)


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_bytes_on_every_machine(data: Microdata) -> None:
    # A released program and its pictures show these records: whoever changes them on purpose changes this line.
    assert digest(data) == "03988aca168d05b16bc0848d83689d9186a235c93c617ca646a8d60ca4a5471f"


def test_a_second_run_gives_the_same_bytes(data: Microdata) -> None:
    assert digest(sample_microdata()) == digest(data)


def test_there_are_two_million_nine_hundred_thousand_records_in_small_columns(data: Microdata) -> None:
    assert data.rows == 2_900_000
    assert {column.dtype for column in data.columns.values()} == {np.dtype(np.uint8)}
    amounts = 3 * 8 + 2  # as whole numbers; of two of them records have none
    assert data.nbytes <= (13 + amounts) * data.rows


@pytest.mark.thorough
def test_every_code_of_the_data_is_a_category_and_every_category_occurs(data: Microdata) -> None:
    for name in data.dimensions:
        assert counts(data, name).min() > 0, name
        assert counts(data, name).sum() == data.rows


def test_hierarchies_are_complete_and_their_leaves_are_the_categories() -> None:
    with_hierarchy = [one for one in sample_dimensions() if one.hierarchy is not None]
    assert [one.name for one in with_hierarchy] == ["university", "subject", "nationality", "degree"]
    for one in with_hierarchy:
        assert one.hierarchy is not None
        assert one.hierarchy.depth == 2
        assert one.hierarchy.leaves == tuple(code for code in one.codes if code != MISSING)
        assert {node.depth for node in one.hierarchy.nodes if node.code in one.codes} == {1}
        assert len(one.hierarchy.level_names) == 2
        assert all(re.fullmatch(r"[^|]+\|[^|]+", name) for name in one.hierarchy.level_names)


def test_every_category_node_and_title_has_words_in_both_languages() -> None:
    for one in sample_dimensions():
        assert one.title.en
        assert one.title.de
        nodes = () if one.hierarchy is None else tuple(node.code for node in one.hierarchy.nodes)
        for code in (*one.codes, *nodes):
            label = one.label(code)
            assert label.en, (one.name, code)
            assert label.de, (one.name, code)
            if one.hierarchy is not None:
                assert code not in (label.en, label.de), (one.name, code)


def test_no_two_categories_of_a_variable_share_code_or_label() -> None:
    for one in sample_dimensions():
        assert len(set(one.codes)) == len(one.codes)
        for language in LANGUAGES:
            labels = [category.label.text(language) for category in one.categories]
            assert len(set(labels)) == len(labels), one.name


def test_the_country_has_16_laender_and_120_universities_of_skewed_sizes(data: Microdata) -> None:
    university = data.dimensions["university"]
    assert university.hierarchy is not None
    assert sum(node.depth == 0 for node in university.hierarchy.nodes) == 16
    assert len(UNIVERSITIES) == 120
    last = counts(data, "period", "university")[-1]
    assert 40 <= last.min() <= 60
    assert 55_000 <= last.max() <= 62_000
    assert np.median(last) < last.mean() * 2 / 3


def test_the_last_period_is_the_largest(data: Microdata) -> None:
    assert [category.label.de for category in data.dimensions["period"].categories] == [
        "WS 2023/24",
        "WS 2024/25",
        "WS 2025/26",
    ]
    assert list(counts(data, "period")) == sorted(counts(data, "period"))


def test_a_few_hundred_records_do_not_state_their_nationality(data: Microdata) -> None:
    nationality = data.dimensions["nationality"]
    assert nationality.codes[-1] == MISSING
    assert nationality.label(MISSING).de == "ohne Angabe"
    assert 200 <= counts(data, "nationality")[-1] <= 900


def test_women_are_many_in_social_work_and_few_in_electrical_engineering(data: Microdata) -> None:
    subject, sex = data.dimensions["subject"], data.dimensions["sex"]
    table = counts(data, "subject", "sex")
    women = table[:, position(sex, "w")] / table.sum(axis=1)
    assert women[position(subject, "303")] > 0.7
    assert women[position(subject, "702")] < 0.25
    assert 0 < table[:, position(sex, "d")].sum() / data.rows < 0.01


def test_who_aims_at_a_doctorate_is_older_than_who_aims_at_a_bachelor(data: Microdata) -> None:
    degree = data.dimensions["degree"]
    table = counts(data, "degree", "age")
    ages = np.arange(17, 66)
    mean = table @ ages / table.sum(axis=1)
    assert mean[position(degree, "11")] + 5 < mean[position(degree, "23")]


def test_age_rises_with_the_semester(data: Microdata) -> None:
    table = counts(data, "semester", "age")
    youngest = [int(np.flatnonzero(row)[0]) for row in table]
    assert youngest == sorted(youngest)
    assert youngest[-1] >= 9


def test_art_schools_hardly_teach_engineering_and_colleges_of_administration_award_no_doctorate(
    data: Microdata,
) -> None:
    art = [at for at, one in enumerate(UNIVERSITIES) if one.name.de.startswith("Kunsthochschule")]
    mechanical = counts(data, "university", "subject")[art, position(data.dimensions["subject"], "701")]
    assert 0 < mechanical.sum() < 100
    administration = [at for at, one in enumerate(UNIVERSITIES) if one.name.de.startswith("Verwaltungshochschule")]
    assert counts(data, "university", "degree")[administration, position(data.dimensions["degree"], "23")].sum() == 0


def test_small_cells_and_empty_cells_are_there_to_be_protected(data: Microdata) -> None:
    table = counts(data, "university", "subject", "sex")
    assert (table == 0).mean() > 0.2
    assert ((table > 0) & (table < 5)).mean() > 0.01


def test_record_keys_are_nine_decimals_and_uniform(data: Microdata) -> None:
    keys = data.record_keys
    assert keys is not None
    assert (keys.modulus, keys.digits, keys.origin) == (10**9, 9, "generated")
    assert int(keys.values.max()) < 10**9
    tenths = np.bincount(keys.values // 10**8, minlength=10)
    # chi-square with 9 degrees of freedom: 33.7 is passed by one seed in 10 000
    expected = data.rows / 10
    assert ((tenths - expected) ** 2 / expected).sum() < 33.7


def test_the_statistic_opens_without_drawing_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(*_: object) -> None:
        raise AssertionError("records were drawn")

    monkeypatch.setattr(ckmcore.sample.generate, "Chaos", drawn)
    monkeypatch.setattr(ckmcore.sample.generate, "Chance", drawn)
    monkeypatch.setattr(ckmcore.sample, "sample_microdata", drawn)
    assert sample_statistic().period.source is not None


@pytest.mark.thorough
def test_the_dictionary_is_that_of_the_data(statistic: Statistic, last: Microdata) -> None:
    own = {name: VariableEntry.of(one) for name, one in last.dimensions.items()}
    of_dimensions = [entry for entry in statistic.dictionary if entry.role == "dimension"]
    assert {entry.name: replace(entry, codes_from="") for entry in of_dimensions} == own
    amounts = [(entry.name, entry.title, entry.magnitude_classes) for entry in statistic.dictionary[len(own) :]]
    assert amounts == [(one.name, one.title, one.classes) for one in last.magnitudes.values()]
    described = statistic.describe(last)
    assert {name: VariableEntry.of(one) for name, one in described.dimensions.items()} == own


def test_no_code_list_comes_from_the_records(statistic: Statistic) -> None:
    names = [entry.name for entry in statistic.dictionary if entry.role == "dimension"]
    assert from_records(statistic.dictionary, names) == ()


@pytest.mark.thorough
def test_each_period_gives_the_records_of_its_term_and_the_last_one_is_open(
    statistic: Statistic, terms: dict[str, Microdata]
) -> None:
    assert [period.label.de for period in statistic.periods] == ["WS 2023/24", "WS 2024/25", "WS 2025/26"]
    assert statistic.period is statistic.periods[-1]
    assert [period.date for period in statistic.periods] == ["2023-12-01", "2024-12-01", "2025-12-01"]
    for place, (part, period) in enumerate(zip(terms.values(), statistic.periods, strict=True)):
        loaded = load_period(replace(statistic, current=place))
        assert loaded is not None
        assert digest(loaded) == digest(part)
        source, keys = period.source, period.keys
        assert source is not None
        assert keys is not None
        assert (source.kind, source.rows, keys.origin, keys.modulus) == ("sample", loaded.rows, "generated", 10**9)
        assert period.in_force is not None


@pytest.mark.thorough
def test_a_statistic_made_when_the_sample_was_one_period_has_its_records_still(
    statistic: Statistic, data: Microdata
) -> None:
    period = replace(statistic.period, source=PeriodSource("sample", rows=2_900_000))
    entries = tuple(VariableEntry.of(one) for one in sample_dimensions())
    loaded = load_period(replace(statistic, dictionary=entries, periods=(period,), current=0))
    assert loaded is not None
    assert digest(loaded) == digest(data)
    assert loaded.magnitudes == {}


@pytest.mark.thorough
def test_a_term_has_the_records_that_are_drawn_for_it_and_every_category(
    data: Microdata, terms: dict[str, Microdata]
) -> None:
    sizes = []
    for place, part in enumerate(terms.values()):
        own = data.columns["period"] == place
        assert set(part.dimensions) == set(data.dimensions) - {"period"}
        assert all(np.array_equal(part.columns[name], data.columns[name][own]) for name in part.columns)
        assert all(counts(part, name).min() > 0 for name in part.dimensions)
        sizes.append(part.rows)
    assert sum(sizes) == data.rows
    with pytest.raises(ValueError, match="no term '2026'"):
        sample_microdata("2026")


@pytest.mark.thorough
def test_the_last_term_keeps_the_keys_that_were_drawn(data: Microdata, last: Microdata) -> None:
    assert data.record_keys is not None
    assert last.record_keys is not None
    assert np.array_equal(last.record_keys.values, data.record_keys.values[data.columns["period"] == 2])


@pytest.mark.thorough
def test_students_recur_as_declared_a_year_older_two_semesters_on_and_otherwise_the_same(
    statistic: Statistic, terms: dict[str, Microdata], last: Microdata
) -> None:
    assert statistic.units == "recur"
    before = terms["2024"]
    assert before.record_keys is not None
    assert last.record_keys is not None
    own, later = before.record_keys.values, last.record_keys.values
    # Keys that occur once in each: the others may be two students by chance.
    once = [np.flatnonzero(np.isin(keys, values[number == 1])) for keys, (values, number) in (
        (keys, np.unique(keys, return_counts=True)) for keys in (own, later)
    )]  # fmt: skip
    _, first, second = np.intersect1d(own[once[0]], later[once[1]], assume_unique=True, return_indices=True)
    first, second = once[0][first], once[1][second]
    assert 350_000 < len(first) < 400_000
    fits = np.ones(len(first), dtype=bool)
    for name, growth in {"semester": 2, "age": 1}.items():
        highest = len(last.dimensions[name].codes) - 1
        was = before.columns[name][first].astype(np.int64)
        fits &= np.minimum(was + growth, highest) == last.columns[name][second]
    for name in ("university", "subject", "sex", "nationality", "degree", "enrolment"):
        fits &= before.columns[name][first] == last.columns[name][second]
    # Two of about N1 N2 / M keys are the same by chance: of a thousand here at most.
    assert (~fits).sum() < 1_000


def test_title_and_source_say_in_both_languages_that_the_data_are_made_up(statistic: Statistic) -> None:
    assert (statistic.title.en, statistic.title.de) == (
        "Higher education statistics (sample)",
        "Hochschulstatistik (Beispiel)",
    )
    assert statistic.source_note.en.startswith("Synthetic data")
    assert statistic.source_note.de.startswith("Synthetische Daten")


def test_the_method_in_force_keeps_zeros_and_blocks_ones_and_twos(statistic: Statistic) -> None:
    assert statistic.period.in_force is not None
    method = statistic.period.in_force.method
    assert isinstance(method, CellKeyMethod)
    assert method.ptable.zeros_stay
    # D = 5, js = 2: no published 1 or 2, no deviation above 5, variance 3 where the row has room for it
    assert not {1, 2} & set(method.ptable.targets.tolist())
    for row in method.ptable.rows:
        begin, end = int(method.ptable.offsets[row]), int(method.ptable.offsets[row + 1])
        noise = method.ptable.targets[begin:end].astype(np.int64) - row
        assert np.abs(noise).max() <= 5
    widest = method.ptable.upper_bounds[begin:end] - method.ptable.lower_bounds[begin:end]
    assert abs((widest * noise).sum()) < 1e-10
    assert (widest * noise**2).sum() == pytest.approx(3, abs=1e-10)
    assert widest.max() <= 0.05 + 1e-12


def test_the_statistic_survives_its_file(statistic: Statistic) -> None:
    again = from_bytes(to_bytes(statistic), "sample.ckm")
    assert to_bytes(again) == to_bytes(statistic)
    assert again.dictionary == statistic.dictionary
    assert again.tables == statistic.tables
    assert again.title == statistic.title
    assert again.period.source == statistic.period.source
    assert again.period.in_force is not None
    assert statistic.period.in_force is not None
    ptable, before = again.period.in_force.ptable, statistic.period.in_force.ptable
    assert ptable is not None
    assert before is not None
    assert np.array_equal(ptable.targets, before.targets)
    assert np.array_equal(ptable.upper_bounds, before.upper_bounds)


def test_the_first_table_leaves_sex_to_be_dragged_into_it(statistic: Statistic) -> None:
    first = statistic.tables[0].spec
    assert "sex" not in first.variables
    assert first.variables == ("university", "degree", "subject")
    assert first.filters == ()
    assert "sex" in {entry.name for entry in statistic.dictionary}


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_saved_tables_are_named_and_titled_in_the_language(language: Language, last: Microdata) -> None:
    """Those of counts by the pattern of the statistic, with subject and period; those of sums by hand."""
    statistic = sample_statistic(language)
    assert len(statistic.tables) == 7
    begin = {"en": "Students in WS 2025/26 by ", "de": "Studierende im WS 2025/26 nach "}[language]
    for table in statistic.tables:
        assert "2025" not in table.name
        other = sample_statistic("de" if language == "en" else "en").tables[statistic.tables.index(table)]
        assert (table.name != other.name, table.spec) == (True, other.spec)
        title = statistic.draft(table.spec, last).title.text(language)
        if table.spec.magnitudes:
            assert title == f"{table.name}, WS 2025/26"
        else:
            assert table.spec.title == Texts()
            assert title.startswith(begin)


def test_saved_tables_are_shown_as_an_office_prints_them_and_the_last_is_a_page_of_a_yearbook(
    statistic: Statistic, last: Microdata
) -> None:
    assert {table.spec.presentation for table in statistic.tables} == {PRINTED}
    yearbook = statistic.draft(statistic.tables[-1].spec, last)
    page = present_draft(yearbook, "de")
    crossed = "Fächergruppe und Studienbereich"
    by_land = f"sowie nach Land, Hochschule, {crossed}"
    assert page.title == f"Studierende im WS 2025/26 nach Kontinent, {crossed} {by_land}"
    head, stub = (AxisLabels(page.layout, axis, "de") for axis in ("columns", "rows"))
    assert ["Naturwissenschaften", "Mathematik"] in [list(head.texts(line)) for line in range(len(head))]
    lines = [list(stub.texts(line)) for line in range(len(stub))]
    # Bergland is open, the heading of the second block is made, and the total stands in the first alone.
    assert sum("Kranichhafen" in text for line in lines for text in line) > 3
    assert [line for line in lines if any(text.startswith("nach ") for text in line)] == [["nach Land und Hochschule"]]
    assert sum("Insgesamt" in line for line in lines) == 1
    assert 400 < yearbook.table.cells < 1000


def test_without_a_language_saved_tables_are_named_in_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for language in LANGUAGES:
        monkeypatch.setenv("CKM_LANGUAGE", language)
        assert sample_statistic().tables == sample_statistic(language).tables


def test_the_first_table_shows_16_laender_in_about_50_lines(statistic: Statistic, last: Microdata) -> None:
    spec = statistic.tables[0].spec
    shown = statistic.draft(spec, last).table
    layout = lay_out(spec, shown.blocks)
    assert (len(layout.rows), len(layout.columns)) == (17 * 3, 9 + 1)


@pytest.mark.parametrize("number", range(4))
def test_every_cell_of_every_saved_table_is_plausible(statistic: Statistic, last: Microdata, number: int) -> None:
    spec: TableSpec = statistic.tables[number].spec
    shown = statistic.draft(spec, last).table
    for original, published in zip(tabulate(last, spec).blocks, shown.blocks, strict=True):
        figures = published.figures[0]
        assert np.abs(figures - original.counts).max() <= 5
        assert (figures[original.counts == 0] == 0).all()
        assert figures.min() >= 0
        assert not np.isin(figures, (1, 2)).any()
        # noise without bias: the mean over the filled cells lies within five standard errors of 0
        filled = original.counts >= 8
        assert abs((figures - original.counts)[filled].mean()) <= 5 * np.sqrt(3 / filled.sum())
        assert (figures != original.counts)[filled].mean() > 0.5


def test_the_first_table_s_originals_are_those_of_a_count_by_numpy(statistic: Statistic, last: Microdata) -> None:
    raw = tabulate(last, statistic.tables[0].spec).blocks[0]
    at = {one.name: one for one in raw.dimensions}
    land = at["university"].index["02"]
    stage = at["degree"].index["2"]
    group = at["subject"].index["7"]
    university, degree, subject = (last.dimensions[name].codes for name in ("university", "degree", "subject"))
    expected = (
        np.isin(last.columns["university"], [i for i, code in enumerate(university) if code.startswith("02")])
        & np.isin(last.columns["degree"], [i for i, code in enumerate(degree) if code.startswith("2")])
        & np.isin(last.columns["subject"], [i for i, code in enumerate(subject) if code.startswith("7")])
    ).sum()
    assert raw.counts[land, stage, group] == expected
    assert raw.counts[0, 0, 0] == last.rows


def test_amounts_are_the_same_bytes_on_every_machine_and_those_of_a_term_are_its_part(
    data: Microdata, last: Microdata
) -> None:
    content = hashlib.sha256()
    own = data.columns["period"] == 2
    for name, column in data.magnitudes.items():
        content.update(column.values.astype("<i8").tobytes())
        content.update(b"" if column.missing is None else column.missing.tobytes())
        assert np.array_equal(column.values[own], last.magnitudes[name].values)
    assert content.hexdigest() == "9d10340f992116670e691544b55ca18ecd21002fadaf8507d677f23f0fea201a"


def test_incomes_grants_and_months_are_distributed_as_declared(last: Microdata) -> None:
    income, grant, months = (last.magnitudes[name] for name in ("income", "grant", "duration"))
    assert (income.decimals, grant.decimals, months.decimals) == (2, 0, 0)
    assert income.missing is not None
    assert grant.missing is not None
    assert months.missing is None
    earned = income.values[income.values > 0] / 100
    assert (income.missing.mean(), (income.values == 0).mean()) == pytest.approx((0.04, 0.42), abs=0.002)
    # Pareto with exponent 2 from 500 euro on: median 500 √2, mean 1000.
    assert (np.median(earned), earned.mean()) == pytest.approx((707.1, 1000), rel=0.01)
    given = grant.values[grant.values > 0]
    assert sorted(set(given.tolist())) == list(range(67, 998, 62))
    assert (given.mean(), len(given) / (~grant.missing).sum()) == pytest.approx((532, 0.13 / 0.98), rel=0.01)
    nationality = last.dimensions["nationality"]
    home = position(nationality, "100")
    assert grant.missing[~np.isin(last.columns["nationality"], (home, position(nationality, MISSING)))].all()
    assert grant.missing[last.columns["nationality"] == home].mean() == pytest.approx(0.02, abs=0.001)
    semester = last.columns["semester"].astype(np.int64) + 1
    ago = 6 * semester - months.values
    assert np.bincount(ago).min() > 0.16 * last.rows
    assert len(np.bincount(ago)) == 6


@pytest.mark.parametrize("number", [4, 5])
def test_sums_means_and_medians_of_the_saved_tables_lie_near_those_of_numpy(
    statistic: Statistic, last: Microdata, number: int
) -> None:
    table = statistic.draft(statistic.tables[number].spec, last).table
    shown = table.to_pandas(labels=True).iloc[0]
    total = {value.kind: shown[table.label(place).en] for place, value in enumerate(table.spec.values)}
    income, months = last.magnitudes["income"].values / 100, last.magnitudes["duration"].values
    if number == 4:
        # D σ1 = 5 times .2: noise is at most the largest income.
        assert 0 < abs(total["sum"] - income.sum()) <= income.max()
        assert total["mean"] == pytest.approx(income[income > 0].mean(), rel=1e-3)
    else:
        assert total["mean"] == pytest.approx(months.mean(), abs=0.06)
        # Of classes of half a year: within one of them.
        assert total["median"] == pytest.approx(np.median(months), abs=3)


def test_sums_of_the_method_in_force_hold_the_floor(statistic: Statistic) -> None:
    assert statistic.period.in_force is not None
    method = statistic.period.in_force.method
    assert isinstance(method, MagnitudeCellKeyMethod)
    assert method.floor == ()
    assert len({method.multiplier(name, "", 10**9) for name in ("income", "grant", "duration")}) == 3
