"""Row groups that were written one by one are the file that is written at once, byte by byte."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.thrift import decode_structure, encode_structure
from ckmcore.scale.hypercube.stream_parquet import MARK, end_of, group_of, parts_of, with_groups
from tests.kit.examples import examples

CODES = pa.array([f"code {number}" for number in range(300)])


def table(size: int, seed: int) -> pa.Table:
    chance = np.random.default_rng(seed)
    figures = chance.integers(-(2**62), 2**62, size)
    columns = {
        "code": pa.DictionaryArray.from_arrays(pa.array(chance.integers(0, 300, size).astype(np.int16)), CODES),
        "figure": pa.array(figures, mask=figures % 5 == 0),
        "flag": pa.array(figures % 2 == 0),
        "decimal": pa.array(figures // 2**20).cast(pa.decimal128(19, 0)),
    }
    return pa.table(columns)


def written(tables: list[pa.Table], notes: dict[str, str]) -> memoryview:
    sink = pa.BufferOutputStream()
    options = {"compression": "zstd", "store_schema": False, "write_statistics": ["figure"]}
    with parquet.ParquetWriter(sink, table(0, 0).schema, **options) as writer:
        for one in tables:
            writer.write_table(one)
        if notes:
            writer.add_key_value_metadata(notes)
    return memoryview(sink.getvalue())


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.integers(1, 3000), max_size=20), st.integers(0, 1000))
def test_the_file_put_together_is_the_one_written_at_once(sizes: list[int], seed: int) -> None:
    tables = [table(size, seed + number) for number, size in enumerate(sizes)]
    notes = {"title": "Persons", "notes": "x" * 300}
    content, groups, places = MARK, [], []
    for one in tables:
        places.append(len(content) - len(MARK))
        body, footer = parts_of(written([one], {}))
        groups.append(decode_structure(encode_structure(group_of(footer)))[0])
        content += bytes(body)
    _, footer = parts_of(written([], notes))
    assert content + end_of(with_groups(footer, groups, places)) == bytes(written(tables, notes))
