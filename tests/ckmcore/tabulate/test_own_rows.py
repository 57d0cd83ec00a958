"""Rows of one's own: every cell from the records, *davon* checked by the code lists alone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.microdata.data import UnknownVariable
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.own_rows import row_code
from ckmcore.tabulate.spec import Condition, Level, OwnRow, Relation
from tests.kit.examples import examples
from tests.kit.fails import fails

CODES = {"sex": ["m", "w", "d"], "age": ["young", "old"], "land": ["01", "02", "09"]}


def people(rows: int = 400, seed: int = 1) -> tuple[pd.DataFrame, ckm.Microdata]:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({name: draw.choice(codes, rows) for name, codes in CODES.items()})
    frame["key"] = draw.integers(0, 10**9, rows)
    as_text = frame.assign(key=[f"0.{key:09d}" for key in frame["key"]])
    return frame, ckm.Microdata.from_pandas(as_text, list(CODES), record_key="key")


def own(*rows: OwnRow) -> Level:
    return Level("::rows 1", total="before", rows=rows)


def row(label: str, relation: Relation = "darunter", any_of: bool = False, **conditions: tuple[str, ...]) -> OwnRow:
    found = tuple(Condition(name, codes) for name, codes in conditions.items())
    return OwnRow(ckm.Texts.same(label), found, relation, any_of)


conditions = st.dictionaries(
    st.sampled_from(["sex", "age"]), st.sampled_from([("m",), ("w", "d"), ("young",)]), min_size=1, max_size=2
)


@pytest.mark.thorough
@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.tuples(st.booleans(), st.lists(st.sampled_from([0, 1, 2, 3, 4]), min_size=1, max_size=3)), max_size=4),
    st.integers(0, 5),
)
def test_counts_and_keys_of_own_rows_are_those_of_their_records(drawn: list[tuple[bool, list[int]]], seed: int) -> None:
    choices = [("sex", ("m",)), ("sex", ("w", "d")), ("age", ("old",)), ("land", ("01", "09")), ("land", ("02",))]
    frame, data = people(120, seed)
    rows = [
        OwnRow(
            ckm.Texts.same(str(number)),
            tuple(Condition(*choices[one]) for one in numbers),
            "und zwar",
            any_of,
        )
        for number, (any_of, numbers) in enumerate(drawn)
    ] or [row("m", sex=("m",))]
    raw = ckm.tabulate(data, ckm.TableSpec(rows=[Level("land"), own(*rows)], columns=["sex"]))
    block = raw.blocks[0]
    assert block.cell_keys is not None
    for number, one in enumerate(rows, start=1):
        flags = [frame[condition.variable].isin(condition.codes) for condition in one.conditions]
        met = np.logical_or.reduce(flags) if one.any_of else np.logical_and.reduce(flags)
        for land in CODES["land"]:
            for sex in CODES["sex"]:
                mine = frame[met & (frame["land"] == land) & (frame["sex"] == sex)]
                place = tuple(
                    dimension.index[code]
                    for dimension, code in zip(block.dimensions, (land, row_code(number), sex), strict=True)
                )
                assert block.counts[place] == len(mine)
                assert block.cell_keys[place] == mine["key"].sum() % 10**9


def test_an_own_row_is_the_same_logical_cell_as_a_filter() -> None:
    _, data = people()
    method = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
    spec = ckm.TableSpec(rows=[own(row("old men", sex=("m",), age=("old",)))], columns=["land"])
    table = ckm.protect(ckm.tabulate(data, spec), method)
    filters = [Condition("sex", ("m",)), Condition("age", ("old",))]
    alone = ckm.protect(ckm.tabulate(data, ckm.TableSpec(columns=["land"], filters=filters)), method)
    for land in CODES["land"]:
        assert table.value({"::rows 1": "row:1", "land": land}) == alone.value({"land": land})


def test_davon_is_complete_and_disjoint_or_refused() -> None:
    _, data = people()
    men, women, divers = (row(code, "davon", sex=(code,)) for code in "mwd")
    ckm.tabulate(data, ckm.TableSpec(rows=[own(men, women, divers)]))
    with fails("davon_incomplete") as missing:
        ckm.tabulate(data, ckm.TableSpec(rows=[own(men, women)]))
    assert "sex: d" in missing.value.text("en")
    with fails("davon_overlaps") as both:
        ckm.tabulate(data, ckm.TableSpec(rows=[own(men, women, row("w or d", "davon", sex=("w", "d")))]))
    assert "sex: w" in both.value.text("en")
    # What the table's filter leaves out need not be covered.
    ckm.tabulate(data, ckm.TableSpec(rows=[own(men, women)], filters=[Condition("sex", ("m", "w"))]))
    # A heading ends a group; each has to be complete by itself.
    with fails("davon_incomplete"):
        ckm.tabulate(data, ckm.TableSpec(rows=[own(men, OwnRow(kind="heading"), women, divers)]))


def test_davon_over_several_variables_is_checked_combination_by_combination() -> None:
    _, data = people()
    young = row("young", "davon", age=("young",))
    old_men = row("old men", "davon", age=("old",), sex=("m",))
    with fails("davon_incomplete"):
        ckm.tabulate(data, ckm.TableSpec(rows=[own(young, old_men)]))
    rest = row("other old", "davon", age=("old",), sex=("w", "d"))
    ckm.tabulate(data, ckm.TableSpec(rows=[own(young, old_men, rest)]))


def test_what_davon_says_does_not_depend_on_the_records() -> None:
    frame = pd.DataFrame({"sex": ["m", "m"], "key": ["0.100000000", "0.200000000"]})
    data = ckm.Microdata.from_pandas(frame, ["sex"], record_key="key")
    described = ckm.Dimension("sex", ckm.Texts.same("sex"), tuple(map(ckm.microdata.Category.plain, "mwd")))
    with fails("davon_incomplete"):
        ckm.tabulate(data.with_categories(described), ckm.TableSpec(rows=[own(row("m", "davon", sex=("m",)))]))


def test_faults_of_own_rows_are_said() -> None:
    _, data = people()
    with fails("own_row_unconditioned", match="nothing"):
        ckm.tabulate(data, ckm.TableSpec(rows=[own(row("nothing"))]))
    with pytest.raises(UnknownVariable, match="kreis"):
        ckm.tabulate(data, ckm.TableSpec(rows=[own(row("x", kreis=("1",)))]))
    with fails("filter_unknown_codes", match="9"):
        ckm.tabulate(data, ckm.TableSpec(rows=[own(row("x", sex=("9",)))]))


def test_headings_and_blanks_have_lines_without_figures_and_relations_are_said_once(tmp_path: object) -> None:
    _, data = people()
    rows = (
        row("men", "davon", sex=("m",)),
        row("others", "davon", sex=("w", "d")),
        OwnRow(kind="blank"),
        OwnRow(ckm.Texts("Age", "Alter"), kind="heading"),
        row("old", age=("old",)),
    )
    spec = ckm.TableSpec(rows=[own(*rows)], columns=[Level("sex", total="off")])
    table = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10))
    layout = lay_out(spec, table.blocks)
    labels = AxisLabels(layout, "rows", "de")
    assert [labels.texts(line) for line in range(len(labels))] == [
        ("Insgesamt",), ("davon: men",), ("others",), ("",), ("Alter",), ("darunter: old",),
    ]  # fmt: skip
    assert labels.empty.tolist() == [False, False, False, True, True, False]
    assert [labels.indent(line, 0) for line in range(len(labels))] == [0, 1, 1, 0, 0, 1]


def test_a_condition_without_categories_leaves_every_record_in() -> None:
    frame, data = people()
    everybody = Condition("age")
    parts = [OwnRow(ckm.Texts.same(code), (everybody, Condition("sex", (code,))), "davon") for code in CODES["sex"]]
    raw = ckm.tabulate(data, ckm.TableSpec(rows=[own(*parts)]))
    assert raw.blocks[0].counts.tolist() == [len(frame), *((frame["sex"] == code).sum() for code in CODES["sex"])]
    any_of = OwnRow(ckm.Texts.same("all"), (everybody, Condition("sex", ("m",))), any_of=True)
    with fails("own_row_unconditioned"):
        ckm.tabulate(data, ckm.TableSpec(rows=[own(any_of)]))
