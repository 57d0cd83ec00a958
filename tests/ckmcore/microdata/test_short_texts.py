"""Texts of few letters are encoded by a table, numbers of few digits read by doubles: as by hashes, and by decimals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.microdata.codes import CodeReader, ShortTexts
from ckmcore.microdata.layout import RecordRows
from ckmcore.microdata.quantities import NumberReader
from ckmcore.microdata.text_rows import TextRows
from tests.kit.examples import examples

SHORT = st.text("aZ09-. ~", max_size=3) | st.sampled_from(["é", "long text", "\x7f", "", "12"])
NUMBERS = st.decimals(-(10**9), 10**9, places=4).map(str) | st.integers(-(10**17), 10**17).map(str)
ODD = st.sampled_from(
    ["", " 1", "+5", "1e3", "1.", ".5", "-0", "inf", "nan", "k.A.", "0.1234567", "1,5", "12.10", "00.500"]
)


@given(st.lists(st.lists(SHORT, max_size=9), max_size=4), st.integers(0, 2))
@settings(max_examples=examples(100))
def test_short_texts_are_encoded_as_they_are(batches: list[list[str]], skipped: int) -> None:
    encoder = ShortTexts()
    for batch in batches:
        texts = pa.array(batch, pa.string()).slice(min(skipped, len(batch)))
        assert encoder.encoded(texts).to_pylist() == texts.to_pylist()


@given(
    st.lists(st.lists(st.integers(0, 30) | st.integers(0, 255), min_size=1, max_size=9), min_size=1, max_size=4),
    st.sampled_from([pa.uint8(), pa.uint16(), pa.int64()]),
)
@settings(max_examples=examples(100))
def test_whole_numbers_are_the_codes_that_their_texts_are(batches: list[list[int]], kind: pa.DataType) -> None:
    reader = CodeReader("a")
    for batch in batches:
        reader.add(pa.array(batch, kind))
    dimension, codes = reader.finish()
    assert dimension.codes == tuple(map(str, sorted({number for batch in batches for number in batch})))
    assert [dimension.codes[code] for code in np.asarray(codes)] == [
        str(number) for batch in batches for number in batch
    ]


@pytest.mark.parametrize("limit", [4, 1 << 24])
def test_many_records_of_parquet_are_those_of_few(limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.parquet"
    numbers = np.arange(100)
    pa.parquet.write_table(pa.table({"a": (numbers % 7).astype(np.uint8), "b": numbers % 3}), path, row_group_size=30)
    monkeypatch.setattr("ckmcore.microdata.columnar._VALUES_AHEAD", limit)
    data = ckm.read_microdata(path, ["a", "b"])
    assert np.asarray(data.columns["a"]).tolist() == (numbers % 7).tolist()
    assert np.asarray(data.columns["b"]).tolist() == (numbers % 3).tolist()


@given(st.lists(st.lists(NUMBERS | ODD, min_size=1, max_size=6), min_size=1, max_size=3))
@settings(max_examples=examples(200))
def test_numbers_of_few_digits_are_those_of_long_ones(batches: list[list[str]]) -> None:
    def read(width: int) -> object:
        reader = NumberReader("x", word="")
        for batch in batches:
            # Blanks behind a number do not count; with them it is too long for a double.
            reader.add(pa.array([text.ljust(width) for text in batch]))
        try:
            column, notices = reader.finish()
        except ckm.DataError as error:
            return error.code, error.fields["count"], error.fields["row"]
        missing = None if column.missing is None else column.missing.tolist()
        return column.values.tolist(), column.decimals, missing, [notice.code for notice in notices]

    assert read(0) == read(30)


@given(
    st.lists(
        st.sampled_from(["1,2", ",,,", '"","",""', '"" , ""', '"",3', "", "  ", '"a', 'b"', " ,4", "\u00a0", "a,b"]),
        max_size=12,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.integers(1, 40),
)
@settings(max_examples=examples(200))
def test_blank_rows_are_found_whatever_the_blocks(lines: list[str], end: str, size: int) -> None:
    content = end.join([*lines, "z"]).encode() + end.encode()

    def rows(blocks: list[bytes]) -> tuple[bytes, list[int]]:
        found = TextRows(ckm.Dialect(), RecordRows(), b"a,b")
        parts = [found.records(block, ended=number == len(blocks) - 1) for number, block in enumerate(blocks)]
        return b"".join(parts), found.blank

    reader, quotes, blank = TextRows(ckm.Dialect(), RecordRows()), 0, []
    for number, line in enumerate(content.splitlines(keepends=True), start=1):
        if quotes % 2 == 0 and reader._is_blank(line):
            blank.append(number)
        quotes += line.count(b'"')
    assert rows([content])[1] == blank
    assert rows([content[start : start + size] for start in range(0, len(content), size)]) == rows([content])


def test_a_file_with_quotes_at_every_line_has_no_blank_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    codes = np.arange(500) % 7
    path.write_text('"a","b"\n' + "".join(f'"{code}",""\n' for code in codes), encoding="utf-8")
    data = ckm.read_microdata(path, ["a", "b"])
    assert data.rows == 500
    assert data.dimension("a").codes == tuple("0123456")
