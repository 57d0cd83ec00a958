"""Widths of columns belong to logical lines of the head."""

from __future__ import annotations

import pandas as pd

import ckmcore as ckm
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.widths import column_path, lines_with


def test_each_line_of_the_head_has_a_path_of_its_own_missing_and_totals_too() -> None:
    frame = pd.DataFrame({"a": ["x", "y", None], "b": ["1", None, "1"]})
    data = ckm.Microdata.from_pandas(frame, ["a", "b"])
    spec = ckm.TableSpec(columns=["a", "b"])
    columns = lay_out(spec, ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(3)).blocks).columns
    assert len(columns) == 12
    for line in range(len(columns)):
        assert lines_with(columns, column_path(columns, line, 0)[:-1]) == [line]
