"""What goes to the clipboard: a part of a draft, with its heads, and nothing that a spreadsheet would compute."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.formats import clipboard_content as copy
from ckmcore.formats.clipboard_content import copied
from ckmcore.methods.draft import Draft
from ckmcore.statistic.period import Period
from tests.kit.fails import fails


def draft(spec: ckm.TableSpec) -> Draft:
    chance = np.random.default_rng(1)
    frame = pd.DataFrame({"area": chance.choice(["=1+1", "b\tc", "-"], 500), "sex": chance.choice(["m", "w"], 500)})
    data = ckm.Microdata.from_pandas(frame, ["area", "sex"])
    statistic = ckm.Statistic(ckm.Texts.same("People"), periods=(Period(ckm.Texts.same("2025")),))
    return statistic.put_in_force(ckm.Rounding(10)).draft(spec, data)


def test_a_spreadsheet_reads_the_figures_with_their_heads_and_the_mark_of_a_draft() -> None:
    made = draft(ckm.TableSpec(rows=["area"], columns=["sex"]))
    found = copied(made, "en", range(4), range(3))
    lines = found.text.split("\r\n")
    assert lines[1].startswith("Draft")
    table = pd.read_csv(io.StringIO("\n".join(lines[lines.index("\tm\tw\tTotal") + 1 :])), sep="\t", header=0)
    assert table.iloc[:, 0].tolist() == ["-", "'=1+1", "b c", "Total"]
    for row, area in enumerate(["-", "=1+1", "b\tc"]):
        assert table.iloc[row, 1] == made.table.value({"area": area, "sex": "m"})
        assert table.iloc[row, 3] == made.table.value({"area": area})
    assert f'<td align="right">{made.table.value({"area": "-"})}</td>' in found.html
    assert "mso-number-format" in found.html
    assert found.cells == 12


def test_a_part_of_a_sheet_has_its_own_lines_only() -> None:
    made = draft(ckm.TableSpec(rows=["sex"], layers=["area"]))
    found = copied(made, "de", range(1, 2), range(1), layer=1)
    lines = [line for line in found.text.split("\r\n") if line]
    assert lines[-1] == f"w\t{made.table.value({'sex': 'w', 'area': '=1+1'})}"
    assert "'=1+1" in lines
    assert not any(line.startswith("m\t") for line in lines)


def test_too_much_is_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy, "CELL_LIMIT", 5)
    with fails("copy_too_large") as raised:
        copied(draft(ckm.TableSpec(rows=["area"], columns=["sex"])), "de", range(4), range(3))
    assert raised.value.fields == {"cells": 12, "limit": 5}
