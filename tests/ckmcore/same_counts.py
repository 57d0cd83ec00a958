"""Data sets that protect to the same figures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata.data import Category, Dimension, compact_codes
from ckmcore.office.settings import Office
from ckmcore.tabulate.spec import PRINTED, Order, OwnRow, Presentation

CODES = ("a", "b", "c")
PTABLE = ckm.design_ptable(D=3, V=2.0, js=1)
PLAIN = ckm.TableSpec(rows=["v"])
ELABORATE = ckm.TableSpec(
    rows=[
        ckm.Level("v", order=Order("value", descending=True), total="off"),
        ckm.Level("::rows", rows=tuple(OwnRow(ckm.Texts.same(code), (ckm.Condition("v", (code,)),)) for code in CODES)),
    ],
    values=[
        ckm.Value(),
        ckm.Value("share", base="total", decimals=1),
        ckm.Value("change", variable="v", against="a", absolute=True),
    ],
    presentation=Presentation(hide_rows=True, bars=True, colours=True),
)
# Ordered by one named line, a row hidden, another one called otherwise.
SORTED = ckm.TableSpec(
    rows=[ckm.Level("v", order=Order("value", line={"::rows": "row:2"}), hidden=["c"], labels={"b": "Bee"})],
    columns=[ELABORATE.rows[0].levels[1]],
)
# As an office prints it: stacked blocks with one total, subtotals set off, a 0 as a dash.
PRINTED_BLOCKS = ckm.TableSpec(
    rows=[
        ckm.Block(ckm.Level("v", total="before")),
        ckm.Block(ckm.Level("v", nodes=("b", "a"), order=Order("value", descending=True))),
    ],
    presentation=replace(PRINTED, hide_rows=True),
)
DASH = Office(zero="dash")


def with_counts(counts: list[int], keys: list[int]) -> ckm.Microdata:
    """Data of one dimension with these counts; the first record of each cell carries the cell's key."""
    codes = np.repeat(np.arange(3), counts)
    values = np.zeros(len(codes), dtype=np.uint32)
    place = 0
    for count, key in zip(counts, keys, strict=True):
        if count:
            values[place] = key
        place += count
    dimension = Dimension("v", ckm.Texts("Variable", "Merkmal"), tuple(Category.plain(code) for code in CODES))
    record_keys = RecordKeys(values, 10**9, 9, "generated")
    return ckm.Microdata(len(codes), {"v": dimension}, {"v": compact_codes(codes, 3)}, record_keys)
