"""A dictionary of a Parquet file holds each text once: room for more would keep what stood in the memory before."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

import ckmcore as ckm
from ckmcore.formats.write_parquet import different
from tests.ckmcore.same_counts import with_counts

BOTH = ckm.Texts("Both of a name that is long", "Beide mit einem langen Namen")
GROUPS = (ckm.Group(BOTH, ("a", "b")), ckm.Group(BOTH, ("a", "c")), ckm.Group(BOTH, ("b", "c")))


def sizes(content: bytes) -> dict[str, int]:
    """Of each column the bytes of its pages."""
    group = parquet.ParquetFile(io.BytesIO(content)).metadata.row_group(0)
    chunks = (group.column(number) for number in range(group.num_columns))
    return {one.path_in_schema: one.total_uncompressed_size for one in chunks}


def written(column: pa.Array) -> bytes:
    sink = io.BytesIO()
    parquet.write_table(pa.table({"v_LABEL": column}), sink, store_schema=False, compression="zstd")
    return sink.getvalue()


def test_categories_that_are_called_alike_have_one_text_in_the_file(tmp_path: Path) -> None:
    statistic = ckm.Statistic(ckm.Texts.same("S")).put_in_force(ckm.Rounding(10))
    spec = ckm.TableSpec(rows=[ckm.Level("v", groups=GROUPS)])
    draft = statistic.draft(spec, with_counts([40, 50, 60], [1, 2, 3]))
    content = ckm.export(draft, tmp_path / "t.parquet", language="en").read_bytes()
    read = parquet.read_table(io.BytesIO(content))
    labels = read.column("v_LABEL").combine_chunks()
    assert labels.to_pylist().count(BOTH.en) == 3
    # Arrow makes a dictionary of its own of what was read: each text that occurs, once.
    assert sizes(content)["v_LABEL"] == sizes(written(labels.cast(pa.string())))["v_LABEL"]


@pytest.mark.parametrize("texts", [["a", "b"], ["a", "b", "a"], ["", "", ""], []])
def test_texts_stand_where_they_stood(texts: list[str]) -> None:
    once, place = different(texts)
    assert len(set(once.to_pylist())) == len(once)
    found = once if place is None else once.take(pa.array(place))
    assert found.to_pylist() == texts
    assert (place is None) == (len(set(texts)) == len(texts))


def test_arrow_keeps_room_for_texts_that_are_met_again() -> None:
    """Why this is looked after here: should it fail, Arrow no longer does so."""
    twice = pa.DictionaryArray.from_arrays(pa.array(np.arange(2, dtype=np.int32)), pa.array(["same", "same"]))
    once = pa.DictionaryArray.from_arrays(pa.array(np.zeros(2, dtype=np.int32)), pa.array(["same"]))
    assert sizes(written(twice))["v_LABEL"] - sizes(written(once))["v_LABEL"] >= len("same")
