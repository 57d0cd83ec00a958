"""The short way: microdata of any kind, values and groups by their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.errors import ArgumentNotTaken
from ckmcore.tabulate.spec import Value

rng = np.random.default_rng(3)
FRAME = pd.DataFrame(
    {
        "NUTS": rng.choice(["11", "12", "21"], 400),
        "SEX": rng.choice(["m", "f"], 400),
        "AGE": rng.integers(0, 4, 400).astype(str),
        "INCOME": rng.integers(0, 5000, 400),
        "rkey": rng.integers(0, 10**9, 400) / 10**9,
    }
)
HRC = "1\n@11\n@12\n2\n@21\n"


class Polars:
    """A data frame of polars, as far as it is asked."""

    def to_arrow(self) -> pa.Table:
        return pa.Table.from_pandas(FRAME, preserve_index=False)


def taken(source: Any, **more: Any) -> ckm.Microdata:
    return ckm.microdata_of(source, ["NUTS", "SEX", "AGE"], magnitudes="INCOME", record_key="rkey", **more)


def published(data: ckm.Microdata) -> pd.DataFrame:
    spec = ckm.TableSpec("NUTS", "SEX", values=["count", ckm.share("row"), ckm.sum_of("INCOME"), ckm.mean("INCOME")])
    return ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10)).to_pandas()


@pytest.mark.thorough
def test_whatever_holds_the_records_the_figures_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "persons.csv"
    FRAME.to_csv(path, index=False)
    expected = published(taken(FRAME))
    for source in (Polars(), pa.Table.from_pandas(FRAME, preserve_index=False), path, str(path)):
        pd.testing.assert_frame_equal(published(taken(source)), expected)
    FRAME.iloc[[0] * 9].to_csv(tmp_path / "more.csv", index=False)
    assert ckm.microdata_of([path, tmp_path / "more.csv"], ["NUTS", "SEX"]).rows == len(FRAME) + 9
    FRAME[::-1].to_csv(tmp_path / "twice.csv", index=False)
    with pytest.raises(ckm.ReadingAsked, match="records_twice"):
        ckm.microdata_of([path, tmp_path / "twice.csv"], ["NUTS", "SEX"])


def test_hierarchies_come_by_name_as_they_are_or_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "nuts.hrc"
    path.write_text(HRC, encoding="utf-8")
    hierarchy = ckm.read_hrc(path)
    for given in (hierarchy, path, str(path)):
        data = taken(FRAME, hierarchies={"NUTS": given})
        assert data.dimension("NUTS").hierarchy == hierarchy
    rows = ckm.protect(ckm.tabulate(data, ckm.TableSpec("NUTS")), ckm.Rounding(10)).to_pandas()
    assert list(rows["NUTS"]) == ["Total", "1", "11", "12", "2", "21"]


@pytest.mark.parametrize("source", [3, None, {"NUTS": ["11"]}, np.zeros(3), ckm.TableSpec()])
def test_what_holds_no_records_is_said(source: Any) -> None:
    with pytest.raises(ArgumentNotTaken, match="a path, several paths, or a frame"):
        taken(source)


def test_a_hierarchy_of_another_kind_is_said() -> None:
    with pytest.raises(ArgumentNotTaken, match=r"microdata_of\(hierarchies\['NUTS'\]\) takes a Hierarchy"):
        taken(FRAME, hierarchies={"NUTS": {"1": ["11", "12"]}})


def test_values_are_called_by_their_names() -> None:
    spec = ckm.TableSpec(
        "NUTS", values=["count", "weighted_count", ckm.share("row"), ckm.mean("INCOME", weighted=True)]
    )
    assert spec.values == (
        Value("count"),
        Value("weighted_count"),
        Value("share", base="row", decimals=1),
        Value("mean", magnitude="INCOME", of="weighted_count", decimals=1),
    )
    assert ckm.TableSpec(values="count") == ckm.TableSpec()
    with pytest.raises(ArgumentNotTaken, match="Did you mean 'count'"):
        ckm.TableSpec(values="counts")


def test_own_groups_are_a_dictionary() -> None:
    level = ckm.Level("AGE", groups={"Young": ["0", "1"], Texts("Old", "Alt"): "3"})  # type: ignore[arg-type]
    assert level.groups == (ckm.Group(Texts("Young", "Young"), ("0", "1")), ckm.Group(Texts("Old", "Alt"), ("3",)))
    rows = ckm.protect(ckm.tabulate(taken(FRAME), ckm.TableSpec(level)), ckm.Rounding(10)).to_pandas()
    assert len(rows) == 7


SPEC = ckm.TableSpec(["NUTS", "AGE"], "SEX", values=["count", ckm.share("column")])


@pytest.mark.parametrize("labels", [False, True])
def test_a_wide_frame_has_the_figures_of_the_cells_in_their_places(*, labels: bool) -> None:
    table = ckm.protect(ckm.tabulate(taken(FRAME), SPEC), ckm.Rounding(10, minimum_base=1))
    wide = table.to_pandas(wide=True, labels=labels)
    assert wide.index.names == ["NUTS", "AGE"]
    assert wide.columns.names == ["SEX", None]
    heads = ["Number", "Share of the column in %"]
    long = table.to_pandas()
    assert wide.size == 2 * len(long)
    for row in long.itertuples(index=False):
        found = wide.loc[(row.NUTS, row.AGE), row.SEX]
        assert list(found.index) == heads
    counts = wide.xs("Number", axis=1, level=1).stack().to_numpy()
    assert counts.tolist() == long["count"].tolist()
    shares = wide.xs(heads[1], axis=1, level=1).stack(future_stack=True).to_numpy()
    np.testing.assert_array_equal(shares, long["share"].to_numpy())
    assert wide[("Total", "Number")].dtype == np.int64


def test_labels_stand_in_the_place_of_codes_and_one_value_is_called_as_several() -> None:
    data = taken(FRAME)
    sex = data.dimension("SEX")
    named = [ckm.Texts("men", "Männer") if one.code == "m" else ckm.Texts("women", "Frauen") for one in sex.categories]
    data = data.with_dimension(
        replace(
            sex,
            title=ckm.Texts("Sex", "Geschlecht"),
            categories=tuple(replace(one, label=label) for one, label in zip(sex.categories, named, strict=True)),
        )
    )
    table = ckm.protect(ckm.tabulate(data, ckm.TableSpec("SEX")), ckm.Rounding(10))
    long = table.to_pandas(labels=True, total="Insgesamt", language="de")
    assert list(long.columns) == ["Geschlecht", "Anzahl"]
    assert sorted(long["Geschlecht"]) == ["Frauen", "Insgesamt", "Männer"]
    wide = table.to_pandas(labels=True, wide=True)
    assert (wide.index.name, list(wide.columns)) == ("Sex", ["Number"])
    assert long["Anzahl"].tolist() == wide["Number"].tolist() == table.to_pandas()["published"].tolist()
    twice = ckm.TableSpec("SEX", values=["count", "count"])
    several = ckm.protect(ckm.tabulate(data, twice), ckm.Rounding(10)).to_pandas(labels=True)
    assert list(several.columns) == ["Sex", "Number 1", "Number 2"]


def test_where_a_sign_stands_the_figure_is_missing() -> None:
    table = ckm.protect(ckm.tabulate(taken(FRAME), SPEC), ckm.Rounding(10, minimum_base=10**6))
    for frame in (table.to_pandas(labels=True), table.to_pandas(wide=True, labels=True).stack(0, future_stack=True)):
        assert frame["Share of the column in %"].isna().all()
    assert set(table.to_pandas(labels=True)["Share of the column in %: sign"]) == {"x"}


def test_a_table_without_variables_is_one_line_and_stacked_blocks_have_no_wide_frame() -> None:
    data = taken(FRAME)
    one = ckm.protect(ckm.tabulate(data, ckm.TableSpec()), ckm.Rounding(10))
    assert one.to_pandas(wide=True).loc["Total", "Number"] == one.to_pandas(labels=True)["Number"][0] == 400
    stacked = ckm.TableSpec([ckm.Block(ckm.Level("NUTS")), ckm.Block(ckm.Level("AGE"))], "SEX")
    two = ckm.protect(ckm.tabulate(data, stacked), ckm.Rounding(10))
    with pytest.raises(ckm.InputError, match="2 stacked blocks"):
        two.to_pandas(wide=True)
    assert len(two.to_pandas(labels=True)) == len(two.to_pandas())


def large_numbers() -> pa.Table:
    """Whole numbers that no double tells apart, beside a null; decimals, days, a dictionary."""
    first, second = 2**53, 2**53 + 1
    return pa.table(
        {
            "unit": pa.array([first, second, None, second], pa.int64()),
            "exact": pa.array([Decimal("1.10"), Decimal(2), None, Decimal(2)], pa.decimal128(30, 2)),
            "day": pa.array([date(2025, 1, 1), None, date(2025, 1, 2), date(2025, 1, 1)]),
            "size": pa.array(["small", "large", "small", None]).dictionary_encode(),
            "amount": pa.array([first, second, None, 1], pa.int64()),
            "key": pa.array([first, second, 5, 7], pa.int64()),
        }
    )


class Stream:
    """Anything that hands its records on as a stream of Arrow, as DuckDB's relations do."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table

    def __arrow_c_stream__(self, schema: object = None) -> object:
        return self.table.__arrow_c_stream__(schema)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("of", [lambda table: table, Stream, lambda table: table.combine_chunks().to_batches()[0]])
def test_t09_whole_numbers_beside_a_null_stay_the_numbers_that_they_are(
    of: Callable[[pa.Table], Any], chunked: bool
) -> None:
    table = large_numbers()
    if chunked:
        table = pa.concat_tables([table[:2], table[2:]])
    names = ["unit", "exact", "day", "size"]
    data = ckm.microdata_of(of(table), names, record_key="key", magnitudes="amount", modulus=10**17)
    codes = {name: [data.dimension(name).codes[place] for place in data.columns[name]] for name in names}
    assert codes == {
        "unit": ["9007199254740992", "9007199254740993", "", "9007199254740993"],
        "exact": ["1.1", "2", "", "2"],
        "day": ["2025-01-01", "", "2025-01-02", "2025-01-01"],
        "size": ["small", "large", "small", ""],
    }
    assert data.dimension("size").codes == ("small", "large", "")
    assert data.magnitudes["amount"].values.tolist() == [2**53, 2**53 + 1, 0, 1]
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [2**53, 2**53 + 1, 5, 7]


def test_t09_a_file_and_a_table_of_the_same_records_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "large.parquet"
    pq.write_table(large_numbers(), path)
    names = ["unit", "exact", "day", "size"]
    of_file, of_table = (ckm.microdata_of(one, names, magnitudes="amount") for one in (path, large_numbers()))
    for name in names:
        assert of_file.dimension(name).codes == of_table.dimension(name).codes
        assert of_file.columns[name].tolist() == of_table.columns[name].tolist()


def test_t09_columns_that_hold_no_records_of_one_value_are_refused_in_words() -> None:
    table = pa.table({"a": pa.array([[1], [2]]), "b": ["x", "y"]})
    with pytest.raises(ckm.CkmError, match="“a”"):
        ckm.microdata_of(table, ["a"])
    with pytest.raises(ckm.CkmError, match="“c”"):
        ckm.microdata_of(table, ["c"])
    assert ckm.microdata_of(pa.table({"a": pa.nulls(2)}), ["a"]).dimension("a").codes == ("",)
