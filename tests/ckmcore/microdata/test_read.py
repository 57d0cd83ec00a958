"""Reading microdata: what a file in any dialect holds is what the columns hold."""

from __future__ import annotations

import csv
import gzip
import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ckmcore.errors import Cancelled, CkmError
from ckmcore.keys.record_keys import RecordKeyMissing, RecordKeyOutside
from ckmcore.microdata import MISSING, Dialect, Microdata, read_microdata, read_with_report
from ckmcore.microdata.reading_plan import KINDS, ReadingAnswer
from tests.kit.fails import fails


def texts_of(data: Microdata, name: str) -> list[str]:
    codes = data.dimensions[name].codes
    return [codes[code] for code in data.columns[name].tolist()]


def written(folder: Path, content: str | bytes, name: str = "a.csv") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_a_plain_file_becomes_compact_columns_with_ordered_codes(tmp_path: Path) -> None:
    file = written(tmp_path, "region,sex,rkey\n10,m,0.125\n9,w,0.5\n10,,0.25\n9, m ,0.75\n")
    data = read_microdata(file, ["region", "sex"], "rkey")
    assert data.rows == 4
    assert data.dimensions["region"].codes == ("9", "10")
    assert data.dimensions["sex"].codes == ("m", "w", MISSING)
    assert texts_of(data, "sex") == ["m", "w", "", "m"]
    assert data.dimensions["sex"].label(MISSING).de == "ohne Angabe"
    assert data.columns["region"].dtype == np.uint8
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [125, 500, 250, 750]
    assert not data.columns["sex"].flags.writeable


def test_codes_with_leading_zeros_stay_text(tmp_path: Path) -> None:
    data = read_microdata(written(tmp_path, "ags;n\n01001;1\n09162;2\n"), ["ags"])
    assert data.dimensions["ags"].codes == ("01001", "09162")


@pytest.mark.parametrize("content", ["\n\r\na,b\n1,2\n\n3,4\n\n", '\ufeff"a","b"\n"1","2"\n"3","4"'])
def test_blank_lines_and_a_byte_order_mark_are_no_records(tmp_path: Path, content: str) -> None:
    data = read_microdata(written(tmp_path, content), ["a", "b"])
    assert (texts_of(data, "a"), texts_of(data, "b")) == (["1", "3"], ["2", "4"])


def test_an_unread_column_may_hold_anything_and_an_unnamed_one_is_called_by_its_place(tmp_path: Path) -> None:
    file = written(tmp_path, ",a,x\n1,u,oh\n2,v,\n")
    data, report = read_with_report(file, ["V1", "a"])
    assert report.names == ("V1", "a", "x")
    assert texts_of(data, "a") == ["u", "v"]


def test_na_and_null_are_codes_and_not_missing(tmp_path: Path) -> None:
    data = read_microdata(written(tmp_path, "land,n\nNA,1\nnull,1\n,1\n"), ["land"])
    assert data.dimensions["land"].codes == ("NA", "null", "")


def test_without_dimensions_those_that_look_like_it_are_taken(tmp_path: Path) -> None:
    lines = [f"{row},{row % 2},{row % 7},{row * 0.37:.2f},0.{row * 7919 % 100000:05d}" for row in range(1, 200)]
    file = written(tmp_path, "id,sex,region,income,rkey\n" + "\n".join(lines) + "\n")
    data, report = read_with_report(file, record_key="rkey", magnitudes=["income"])
    assert tuple(data.dimensions) == ("sex", "region") == report.dimensions
    assert (report.rows, report.record_key, report.magnitudes) == (199, "rkey", ("income",))
    assert report.dialect == Dialect()


def test_a_file_without_header_has_columns_V1_V2(tmp_path: Path) -> None:
    file = written(tmp_path, "1;a;0,5\r\n2;b;0,25\r\n")
    data, report = read_with_report(file, ["V1", "V2"], "V3")
    assert report.dialect == Dialect(separator=";", decimal=",", header=False)
    assert texts_of(data, "V2") == ["a", "b"]
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [50, 25]


def test_quoted_separators_line_breaks_and_quotes_are_values(tmp_path: Path) -> None:
    file = written(tmp_path, 'a,b\n"x, y",1\n"two\nlines",2\n"say ""so""",3\n')
    assert texts_of(read_microdata(file, ["a"]), "a") == ["x, y", "two\nlines", 'say "so"']


@pytest.mark.thorough
def test_quoted_line_breaks_across_blocks_are_kept(tmp_path: Path) -> None:
    rows = 250_000
    file = written(tmp_path, "a,b\n" + '"x\n\n,y",1\n"z\r\nz",2\n' * rows)
    data = read_microdata(file, ["a", "b"])
    assert data.rows == 2 * rows
    assert data.dimensions["a"].codes == ("x\n\n,y", "z\r\nz")
    assert np.bincount(data.columns["b"]).tolist() == [rows, rows]


@pytest.mark.daily(1)
@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_letters_that_grow_on_their_way_to_utf8_cross_blocks(tmp_path: Path, encoding: str) -> None:
    rows = 600_000
    file = written(tmp_path, ("a;b\n" + "ÄÖÜäöü€;1\nßßß;2\n" * rows).encode(encoding))
    data = read_microdata(file, ["a", "b"])
    assert data.rows == 2 * rows
    assert data.dimensions["a"].codes == ("ÄÖÜäöü€", "ßßß")
    assert np.bincount(data.columns["b"]).tolist() == [rows, rows]


@pytest.mark.thorough
def test_a_new_category_in_a_late_batch_is_sorted_into_its_place(tmp_path: Path) -> None:
    many = [f"{row % 300 + 1000},x" for row in range(700_000)]
    file = written(tmp_path, "a,b\n" + "\n".join([*many, "5,y", ",w"]) + "\n")
    data = read_microdata(file, ["a", "b"])
    assert data.dimensions["a"].codes[0] == "5"
    assert data.dimensions["a"].codes[-1] == MISSING
    assert data.columns["a"].dtype == np.uint16
    assert data.columns["a"][-2:].tolist() == [0, 301]
    assert texts_of(data, "a")[:700_000:50_000] == [str(row % 300 + 1000) for row in range(0, 700_000, 50_000)]
    assert data.dimensions["b"].codes == ("w", "x", "y")


@pytest.mark.parametrize("content", ["1;a", "1;a\n", "1;a\r"])
def test_a_single_record_needs_no_end_of_line(tmp_path: Path, content: str) -> None:
    data = read_microdata(written(tmp_path, content), ["V1", "V2"])
    assert (data.rows, texts_of(data, "V2")) == (1, ["a"])


def test_a_quote_inside_an_unquoted_value_is_a_character(tmp_path: Path) -> None:
    data = read_microdata(written(tmp_path, 'a;b\n5" pipe;1\nx;2\n'), ["a", "b"])
    assert texts_of(data, "a") == ['5" pipe', "x"]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Dialect, str, bool, list[list[str]]]:
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16", "utf-16-be"]))
    dialect = Dialect(
        separator=draw(st.sampled_from([",", ";", "|", "\t"])),
        encoding=encoding,
        decimal=draw(st.sampled_from([".", ","])),
        header=draw(st.booleans()),
        quote=draw(st.sampled_from(['"', "'"])),
    )
    plain = st.sampled_from([*"abcÄß€é019", "\u2014", ",", ";", "|", "\t", '"', "'", "\n", "\r\n", " ", ".", "Total"])
    if encoding == "latin-1":
        plain = plain.filter(lambda piece: piece not in "€\u2014")
    # A digit behind an apostrophe is how Excel writes codes as texts.
    value = st.lists(plain, max_size=4).map("".join).map(str.strip).filter(lambda text: not re.match(r"'\d", text))
    width = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(value, min_size=width, max_size=width), min_size=1, max_size=12))
    return dialect, draw(st.sampled_from(["\n", "\r\n", "\r"])), draw(st.booleans()), rows


@pytest.mark.thorough
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables(), st.booleans())
def test_a_table_written_in_any_dialect_is_read_back(
    tmp_path: Path, table: tuple[Dialect, str, bool, list[list[str]]], packed: bool
) -> None:
    dialect, ending, quote_all, rows = table
    names = [f"Name {place}ä" if dialect.header else f"V{place}" for place in range(1, len(rows[0]) + 1)]
    # Python leaves a line break unquoted that is not the one it ends lines with.
    breaks = any("\n" in cell for row in rows for cell in row)
    out = io.StringIO(newline="")
    writer = csv.writer(
        out,
        delimiter=dialect.separator,
        quotechar=dialect.quote,
        lineterminator=ending,
        quoting=csv.QUOTE_ALL if quote_all or breaks else csv.QUOTE_MINIMAL,
    )
    writer.writerows(([names] if dialect.header else []) + rows)
    content = out.getvalue().encode(dialect.encoding)
    file = written(tmp_path, gzip.compress(content) if packed else content, "t.gz" if packed else "t.csv")
    former = read_microdata(file, names, dialect=replace(dialect, rules=0))
    assert [texts_of(former, name) for name in names] == [list(column) for column in zip(*rows, strict=True)]
    records = [row for row in rows if any(row)]
    if not records:
        return
    as_it_is = {"keep", "as_is"}
    kept = tuple(
        ReadingAnswer(kind, "", choice) for kind, choices in KINDS.items() for choice in choices if choice in as_it_is
    )
    data = read_microdata(file, names, dialect=replace(dialect, answers=kept))
    assert [texts_of(data, name) for name in names] == [list(column) for column in zip(*records, strict=True)]


def test_zero_bytes_are_letters_where_somebody_chose_an_encoding_of_16_bits(tmp_path: Path) -> None:
    file = written(tmp_path, ",€€\n".encode("utf-16-be"), "t.csv")
    data = read_microdata(file, ["V2"], dialect=Dialect(",", "utf-16-be", header=False))
    assert texts_of(data, "V2") == ["€€"]
    with fails("file_binary"):
        read_microdata(file, ["V2"], dialect=Dialect(",", "utf-8", header=False))


@given(st.lists(st.tuples(st.integers(-(10**9), 10**9), st.integers(0, 10**8 - 1)), min_size=1), st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_numbers_and_keys_are_read_exactly(tmp_path: Path, rows: list[tuple[int, int]], comma: bool) -> None:
    point = "," if comma else "."
    lines = ["x;k"]
    for amount, key in rows:
        sign, magnitude = "-" if amount < 0 else "", abs(amount)
        lines.append(f"{sign}{magnitude // 100}{point}{magnitude % 100:02d};0{point}{key:08d}")
    dialect = Dialect(separator=";", decimal=point)
    file = written(tmp_path, "\n".join(lines) + "\n")
    data = read_microdata(file, [], "k", magnitudes=["x"], dialect=dialect, modulus=10**8)
    column = data.magnitudes["x"]
    assert column.decimals is not None
    assert [value * 10 ** (2 - column.decimals) for value in column.values.tolist()] == [row[0] for row in rows]
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [row[1] for row in rows]


def test_thousands_separators_are_understood(tmp_path: Path) -> None:
    file = written(tmp_path, "a;x\n1;1.234,50\n2;-1.234.567,25\n3;12,5\n")
    data, report = read_with_report(file, ["a"], magnitudes=["x"])
    assert report.dialect == Dialect(separator=";", decimal=",", thousands=".")
    assert data.magnitudes["x"].values.tolist() == [123450, -123456725, 1250]
    misplaced = written(tmp_path, "a;x\n1;1.23,50\n")
    with fails("not_a_number") as caught:
        read_microdata(misplaced, ["a"], magnitudes=["x"], dialect=report.dialect)
    assert caught.value.fields["value"] == "1.23,50"


def test_a_point_is_no_decimal_sign_where_the_comma_is(tmp_path: Path) -> None:
    file = written(tmp_path, "a;x\n1;1,5\n2; 1.5\n3;oh\n")
    with fails("not_a_number") as caught:
        read_microdata(file, ["a"], magnitudes=["x"], dialect=Dialect(separator=";", decimal=","))
    fields = caught.value.fields
    assert (fields["column"], fields["row"], fields["value"], fields["count"]) == ("x", 2, " 1.5", 2)


def test_missing_magnitudes_count_as_zero_with_a_notice_and_missing_weights_are_refused(tmp_path: Path) -> None:
    file = written(tmp_path, "a,x\n1,2.5\n1,\n2, \n")
    data, report = read_with_report(file, ["a"], magnitudes=["x"])
    assert data.magnitudes["x"].values.tolist() == [25, 0, 0]
    assert [(notice.code, notice.fields["count"], notice.fields["row"]) for notice in report.notices] == [
        ("magnitude_missing", 2, 2)
    ]
    with fails("weight_missing") as caught:
        read_microdata(file, ["a"], weight="x")
    assert (caught.value.fields["count"], caught.value.fields["row"]) == (2, 2)
    assert "Gewicht „x“: 2" in caught.value.text("de")


def test_faulty_keys_of_a_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(RecordKeyOutside) as caught:
        read_microdata(written(tmp_path, "a,k\n1,0.5\n1,1.5\n"), ["a"], "k")
    assert caught.value.fields["row"] == 2
    with pytest.raises(RecordKeyMissing):
        read_microdata(written(tmp_path, "a,k\n1,0.5\n1,\n"), ["a"], "k")


def test_integer_keys_have_their_own_modulus(tmp_path: Path) -> None:
    data = read_microdata(written(tmp_path, "a,k\n1,0\n1,255\n"), ["a"], "k", modulus=256)
    assert data.record_keys is not None
    assert (data.record_keys.modulus, data.record_keys.values.tolist()) == (256, [0, 255])


@pytest.mark.thorough
def test_progress_comes_once_per_batch_and_grows(tmp_path: Path) -> None:
    file = written(tmp_path, "a,b\n" + "abcdefgh,12345678\n" * 800_000)
    seen: list[tuple[int, float]] = []
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(1)
        return False

    read_microdata(file, ["a"], progress=lambda rows, part: seen.append((rows, part)), cancelled=cancelled)
    assert len(seen) == len(asked) > 2
    assert seen == sorted(seen)
    assert seen[-1] == (800_000, 1.0)


def test_a_cancelled_reading_leaves_nothing(tmp_path: Path) -> None:
    file = written(tmp_path, "a,b\n" + "abcdefgh,12345678\n" * 800_000)
    seen: list[int] = []
    with pytest.raises(Cancelled) as caught:
        read_microdata(file, ["a"], progress=lambda rows, part: seen.append(rows), cancelled=lambda: len(seen) == 1)
    assert len(seen) == 1
    assert "Abgebrochen" in caught.value.text("de")


def typed_table() -> pa.Table:
    ages = pa.DictionaryArray.from_arrays(pa.array([1, 0, None, 1]), pa.array(["young", "old"]))
    return pa.table(
        {
            "age": ages,
            "land": pa.array([1, 2, None, 2], pa.int16()),
            "share": pa.array([1.0, 2.5, None, 1.0]),
            "yes": pa.array([True, False, True, None]),
            "name": pa.array([" b", "a", None, ""]),
            "k": pa.array([0.1, 0.25, 0.5, 0.96560033]),
            "w": pa.array([1.5, 2.25, 1.0, 3.0]),
            "x": pa.array([10**12, -5, None, 7], pa.int64()),
        }
    )


@pytest.mark.parametrize("kind", ["parquet", "feather", "stream"])
def test_parquet_and_arrow_files_are_read_by_their_types(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"a.{kind}"
    table = typed_table()
    if kind == "parquet":
        parquet.write_table(table, file)
    elif kind == "feather":
        feather.write_feather(table, file)
    else:
        with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as out:
            out.write_table(table)
    data, report = read_with_report(file, ["age", "land", "share", "yes", "name"], "k", "w", ["x"])
    assert data.dimensions["age"].codes == ("young", "old", MISSING)
    assert texts_of(data, "age") == ["old", "young", "", "old"]
    assert texts_of(data, "land") == ["1", "2", "", "2"]
    assert texts_of(data, "share") == ["1", "2.5", "", "1"]
    assert texts_of(data, "yes") == ["1", "0", "1", ""]
    assert texts_of(data, "name") == ["b", "a", "", ""]
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [10000000, 25000000, 50000000, 96560033]
    assert data.weight is not None
    assert (data.weight.values.tolist(), data.weight.decimals) == ([150, 225, 100, 300], 2)
    assert data.magnitudes["x"].values.tolist() == [10**12, -5, 0, 7]
    assert [notice.code for notice in report.notices] == ["record_key_doubles", "magnitude_missing"]
    assert (report.format, report.dialect) == ("parquet" if kind == "parquet" else "arrow", None)


def test_columns_of_nulls_times_and_wide_texts_are_read(tmp_path: Path) -> None:
    table = pa.table(
        {
            "null": pa.nulls(2),
            "day": pa.array([0, None], pa.date32()),
            "time": pa.array([0, 3_600_000_000_000], pa.timestamp("ns")),
            "long": pa.array(["a", "b"], pa.large_string()),
            "money": pa.array(["1.50", None], pa.string()).cast(pa.decimal128(9, 2)),
        }
    )
    parquet.write_table(table, tmp_path / "a.parquet")
    data = read_microdata(tmp_path / "a.parquet", ["null", "day", "time", "long"], magnitudes=["money"])
    assert texts_of(data, "null") == ["", ""]
    assert texts_of(data, "day") == ["1970-01-01", ""]
    assert texts_of(data, "time") == ["1970-01-01", "1970-01-01 01:00:00"]
    assert texts_of(data, "long") == ["a", "b"]
    assert (data.magnitudes["money"].values.tolist(), data.magnitudes["money"].decimals) == ([15, 0], 1)


def test_parquet_in_many_batches_equals_the_csv(tmp_path: Path) -> None:
    chance = np.random.default_rng(3)
    table = pa.table({"a": chance.integers(0, 500, 300_000), "b": chance.integers(0, 3, 300_000)})
    parquet.write_table(table, tmp_path / "a.parquet", row_group_size=70_000)
    pa.csv.write_csv(table, tmp_path / "a.csv")
    first, second = (read_microdata(tmp_path / name, ["a", "b"]) for name in ("a.parquet", "a.csv"))
    for name in ("a", "b"):
        assert first.dimensions[name] == second.dimensions[name]
        assert np.array_equal(first.columns[name], second.columns[name])
        assert np.array_equal(first.columns[name], table[name].to_numpy())


def test_ten_million_records_of_eight_dimensions_and_a_key_would_take_at_most_200_megabytes(tmp_path: Path) -> None:
    rows, cardinalities = 40_000, [2, 9, 5, 21, 12, 100, 16, 400]
    chance = np.random.default_rng(5)
    columns: dict[str, Any] = {
        f"D{place}": np.arange(rows) % count if place < 7 else chance.permutation(np.arange(rows) % count)
        for place, count in enumerate(cardinalities)
    }
    columns["rkey"] = pa.array([f"0.{key:09d}" for key in chance.integers(0, 10**9, rows).tolist()])
    pa.csv.write_csv(pa.table(columns), tmp_path / "a.csv")
    data = read_microdata(tmp_path / "a.csv", [name for name in columns if name != "rkey"], "rkey")
    assert [len(dimension.categories) for dimension in data.dimensions.values()] == cardinalities
    # Seven dimensions of one byte, one of two, a key of four.
    assert data.nbytes == 13 * rows
    assert data.nbytes / rows * 10_000_000 <= 200e6


@pytest.mark.thorough
@pytest.mark.reference
def test_the_reference_census_is_read_whole(reference: Path) -> None:
    data = read_microdata(reference / "data" / "census_persons_10k_keys.csv", ["NUTS3", "SEX"], "RKEY")
    assert data.rows == 30_578
    assert data.record_keys is not None
    assert (data.record_keys.modulus, data.record_keys.values[:2].tolist()) == (10**8, [28757752, 78830514])
    packed = read_microdata(reference / "data" / "census_persons_100k.csv.gz", ["NUTS3", "SEX"])
    assert packed.rows == 303_214
    weighted = read_microdata(reference / "data" / "ihsn_persons_keys.csv", ["sex"], "rkey5", "decw", ["income"])
    assert weighted.weight is not None
    assert (weighted.weight.decimals, int(weighted.weight.values[0])) == (3, 7632)


@pytest.mark.daily(1)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_progress_is_what_has_been_read_though_arrow_reads_far_ahead(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "long.csv"
    rows = 400_000
    text = "\n".join(["a,b", *(f"{row % 7},{row:040d}" for row in range(rows))])
    file.write_bytes(text.encode(encoding))
    heard: list[tuple[int, float]] = []
    read_microdata(file, ["a"], progress=lambda done, part: heard.append((done, part)))
    assert heard[-1] == (rows, 1.0)
    assert len(heard) >= 4
    assert all(part == pytest.approx(done / rows, abs=0.15) for done, part in heard)


@pytest.mark.thorough
def test_a_parquet_file_with_any_one_byte_changed_is_read_or_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"a": [str(place % 7) for place in range(40)]}), file, compression="none")
    whole, refused = file.read_bytes(), 0
    for place in range(len(whole)):
        for other in (0x07, 0xFF):
            file.write_bytes(whole[:place] + bytes([whole[place] ^ other]) + whole[place + 1 :])
            try:
                read_microdata(file, ["a"])
            except CkmError:
                refused += 1
    assert refused > len(whole) // 4
