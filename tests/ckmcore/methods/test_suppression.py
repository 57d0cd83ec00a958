"""Values computed from counts and sums under suppression: from published figures alone, wherever cells are hidden."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.suppression import is_suppressed
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.rivals.kept import patterns_for_tables
from ckmcore.tabulate.raw import PatternCells, RawBlock, RawTable
from ckmcore.tabulate.spec import PREVIOUS
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.layouts import microdata, records, table

AREAS = {"N": "", "N1": "N", "N2": "N", "S": "", "S1": "S", "S2": "S", "S3": "S"}
LEAVES = ("N1", "N2", "S1", "S2", "S3")
SEXES = ("f", "m", "x")
RULES = PrimaryRules(p_percent=10)
METHOD = ckm.Suppression(3, "", "mark", RULES)
COUNT, SUM = ckm.Value(), ckm.Value("sum", magnitude="income")
DERIVED = (
    ckm.Value("mean", magnitude="income", decimals=2),
    *(ckm.Value("share", base=base, decimals=1) for base in ("total", "row", "column", "row_parent")),
    ckm.Value("share", base="column", magnitude="income", decimals=1),
    ckm.Value("change", "sex", against="f", decimals=1),
    ckm.Value("change", "sex", against=PREVIOUS, absolute=True),
    ckm.Value("change", "sex", against="m", magnitude="income", absolute=True),
    ckm.Value("ratio", magnitude="income", factor=10, decimals=3),
    ckm.Value("ratio", base_magnitude="income", factor=1000, decimals=1),
)


@cache
def people() -> Microdata:
    draw = np.random.default_rng(4)
    frame = pd.DataFrame({"area": draw.choice(LEAVES, 60), "sex": draw.choice(SEXES, 60, p=[0.5, 0.45, 0.05])})
    frame["income"] = draw.integers(0, 50, 60)
    data = ckm.Microdata.from_pandas(frame, ["area", "sex"], magnitudes=["income"])
    depths = [(code, int(bool(above))) for code, above in AREAS.items()]
    return data.with_hierarchy("area", Hierarchy.from_depths(depths))


def hidden_at_random(raw: RawTable, seed: int) -> RawTable:
    """The table with any cells hidden, of counts and of sums."""
    draw = np.random.default_rng(seed)

    def hide(block: RawBlock) -> RawBlock:
        masks = {name: draw.random(block.counts.shape) < draw.choice([0.05, 0.3]) for name in ("", *block.magnitudes)}
        for name in block.magnitudes:
            masks[name] &= block.counts > 0
        return replace(block, pattern=PatternCells(block.counts, masks, ("mark",)))

    parts = {own_filter: tuple(map(hide, blocks)) for own_filter, blocks in raw.parts.items()}
    return replace(raw, blocks=parts[raw.spec.values[0].own_filter], parts=parts)


def other_originals(raw: RawTable, seed: int) -> RawTable:
    """The table with other originals behind all signs."""
    draw = np.random.default_rng(seed)

    def change(block: RawBlock) -> RawBlock:
        assert block.pattern is not None
        hidden = block.pattern.hidden
        counts = np.where(hidden[""], draw.integers(0, 99, block.counts.shape), block.counts)
        magnitudes = {}
        for name, own in block.magnitudes.items():
            secret = hidden[name] | hidden[""]
            sums = np.where(secret, draw.integers(-99, 99, own.sums.shape), own.sums)
            contributors = np.where(secret, draw.integers(0, 9, own.sums.shape), own.contributors)
            magnitudes[name] = replace(own, sums=sums, contributors=contributors)
        pattern = replace(block.pattern, of=counts)
        return replace(block, counts=counts, magnitudes=magnitudes, pattern=pattern)

    parts = {own_filter: tuple(map(change, blocks)) for own_filter, blocks in raw.parts.items()}
    return replace(raw, blocks=parts[raw.spec.values[0].own_filter], parts=parts)


def assert_same(first: ProtectedTable, second: ProtectedTable) -> None:
    for one, other in zip(first.blocks, second.blocks, strict=True):
        nothing = (np.zeros(one.shape, dtype=np.uint8),) * len(one.figures)
        for figures, others in zip(one.figures, other.figures, strict=True):
            assert (figures == others).all()
        for signs, others in zip(one.signs or nothing, other.signs or nothing, strict=True):
            assert (signs == others).all()


def half_away(number: Fraction) -> int:
    size = int(abs(number) + Fraction(1, 2))
    return -size if number < 0 else size


def recomputed(shown: Any, value: ckm.Value, area: str, sex: str) -> int | str:
    """A derived figure as a reader computes it from the counts and sums of the table, or the sign."""
    above = SUM if value.magnitude else COUNT
    below, place = above, (area, sex)
    if value.kind == "mean":
        below = COUNT
    elif value.kind == "ratio":
        below = SUM if value.base_magnitude else COUNT
    elif value.kind == "share":
        place = {
            "total": ("", ""), "row": (area, ""), "column": ("", sex), "row_parent": (AREAS.get(area, ""), sex),
        }[value.base]  # fmt: skip
    else:
        before = value.against
        if before == PREVIOUS:
            at = SEXES.index(sex) if sex else 0
            before = SEXES[at - 1] if at else ""
        if not sex or not before or sex == before:  # compared with nothing
            return "." if "." in (shown(above, area, sex), shown(above, area, "")) else "x"
        place = (area, before)
    top, base = shown(above, area, sex), shown(below, *place)
    if below is SUM and top != "." and shown(COUNT, *place) == 0:  # there is no sum of no records
        return "x"
    if "." in (top, base):
        return "."
    if value.kind == "change" and value.absolute:
        return top - base
    if base <= 0:
        return "x"
    factor = {"mean": 1, "ratio": value.factor}.get(value.kind, 100) * 10**value.places
    return half_away(Fraction((top - base if value.kind == "change" else top) * factor, base))


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 10**6))
def test_derived_figures_are_those_that_readers_compute_and_have_a_sign_where_they_cannot(seed: int) -> None:
    spec = ckm.TableSpec("area", "sex", values=(COUNT, SUM, *DERIVED))
    raw = hidden_at_random(ckm.tabulate(people(), spec), seed)
    protected = METHOD.protect(raw)

    @cache
    def shown(value: ckm.Value, area: str, sex: str) -> int | str:
        number = spec.values.index(value)
        address = {name: code for name, code in (("area", area), ("sex", sex)) if code}
        sign = protected.sign(address, number)
        return protected.value(address, number) if sign is Sign.NONE else sign.text

    for value, area, sex in product(DERIVED, ("", *AREAS), ("", *SEXES)):
        assert shown(value, area, sex) == recomputed(shown, value, area, sex), (value, area, sex)


@cache
def laid_out_anyhow() -> Microdata:
    data = microdata(records(9), 9)
    income = np.random.default_rng(3).integers(-20, 900, data.rows)
    return replace(data, magnitudes={"income": NumberColumn("income", income, 1)})


def values_of(seed: int, given_values: tuple[ckm.Value, ...]) -> tuple[ckm.Value, ...]:
    """The values of a random table, some of them of sums, without what suppression refuses."""
    draw = Random(seed)
    values = []
    for each in given_values:
        value = replace(each, of="count", of_base="count", conditions=(), base_conditions=())
        if value.kind != "weighted_count":
            values.append(replace(value, magnitude=draw.choice(["", "income"])) if value.is_derived else value)
    return (*values, draw.choice([COUNT, SUM, replace(DERIVED[0], decimals=draw.choice([0, 2]))]))


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10**6))
def test_whatever_stands_behind_signs_every_figure_and_sign_of_a_table_is_the_same(seed: int) -> None:
    spec = table(seed)
    spec = spec.with_changes(values=values_of(seed, spec.values))
    raw = hidden_at_random(ckm.tabulate(laid_out_anyhow(), spec), seed)
    assert_same(METHOD.protect(raw), METHOD.protect(other_originals(raw, seed + 1)))


@pytest.mark.thorough
def test_whatever_stands_behind_signs_files_of_every_form_are_the_same(tmp_path: Path) -> None:
    spec = ckm.TableSpec("area", "sex", values=(COUNT, SUM, *DERIVED), title="People")
    raw = hidden_at_random(ckm.tabulate(people(), spec), 8)
    made = [METHOD.protect(raw), METHOD.protect(other_originals(raw, 9))]
    written = 0
    for name, form in FORMS.items():
        contents = []
        for number, protected in enumerate(made):
            folder = tmp_path / f"{name}{number}"
            folder.mkdir()
            files = export_files(protected, folder / f"table{form.ending}", form=name)
            contents.append({file.name: file.read_bytes() for file in files})
        assert contents[0] == contents[1], name
        written += len(contents[0])
    assert written > 10


def test_a_mean_has_the_sign_where_its_sum_or_its_count_has_it() -> None:
    spec = ckm.TableSpec("area", values=(COUNT, SUM, DERIVED[0]))
    raw = ckm.tabulate(people(), spec)
    (block,) = raw.blocks
    codes = [node.code for node in block.dimensions[0].nodes]
    masks = {"": np.array([code == "N1" for code in codes]), "income": np.array([code == "S1" for code in codes])}
    hidden = replace(block, pattern=PatternCells(block.counts, masks, ("mark",)))
    shown = METHOD.protect(replace(raw, blocks=(hidden,), parts={(): (hidden,)}))
    signs = {code: [shown.sign({"area": code}, number).text for number in range(3)] for code in LEAVES}
    assert signs == {"N1": [".", ".", "."], "S1": ["", ".", "."], **{code: ["", "", ""] for code in ("N2", "S2", "S3")}}
    assert "where a figure they are computed from has it" in shown.remarks[-1].text("en")
    assert not METHOD.protect(replace(raw, spec=ckm.TableSpec("area"), blocks=(hidden,), parts={(): (hidden,)})).remarks


def test_counts_by_answer_quantiles_weights_and_filters_are_refused() -> None:
    only = (ckm.Condition("sex", "f"),)
    refused = [
        *(ckm.Value(kind, magnitude="income") for kind in ("valid", "contributors", "missing", "median", "quantile")),
        ckm.Value("mean", of="weighted_count", magnitude="income"),
        ckm.Value("weighted_count"),
        ckm.Value(conditions=only),
        ckm.Value("ratio", base_conditions=only),
        ckm.Value("share", base="total", conditions=only),
    ]
    assert not any(map(is_suppressed, refused))
    assert all(map(is_suppressed, (COUNT, SUM, *DERIVED)))
    raw = ckm.tabulate(people(), ckm.TableSpec("area", values=[COUNT, refused[-1]]))
    with fails("suppression_values"):
        METHOD.protect(raw)


def test_means_of_records_without_a_value_are_refused_and_ratios_to_all_records_are_not() -> None:
    data = people()
    blank = replace(data.magnitudes["income"], missing=np.arange(data.rows) < 2)
    data = replace(data, magnitudes={"income": blank}, cache={})
    for value, code in ((DERIVED[0], "suppression_blanks"), (DERIVED[-2], "")):
        spec = ckm.TableSpec("area", values=[value])
        raw = hidden_at_random(ckm.tabulate(data, spec), 1)
        if code:
            with fails(code, count=2):
                METHOD.protect(raw)
            with fails(code, count=2):
                patterns_for_tables(data, [spec], 3, rules=RULES)
        else:
            assert METHOD.protect(raw).has_signs
            assert patterns_for_tables(data, [spec], 3, rules=RULES).kept is not None
