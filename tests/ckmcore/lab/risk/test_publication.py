"""Figures as their readers have them: from a file, in whatever order, with signs, and what does not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.linked_tables import attack_published
from ckmcore.lab.risk.publication import Publication, published_table
from ckmcore.lab.risk.published_file import published_file
from ckmcore.methods.protected import Sign
from ckmcore.tabulate.spec import Condition, TableSpec, Value
from tests.kit.brute_force import microdata, raw_of, two_way
from tests.kit.fails import fails

BASE_10 = [(9, 5), (4, 20), (4, 31), (4, 17), (4, 44)]
DATA = microdata(two_way(BASE_10), ["R", "C"])
METHOD = ckm.Rounding(10)


def written(folder: Path, spec: TableSpec, name: str = "t.csv") -> Path:
    path = folder / name
    ckm.export(METHOD.protect(ckm.tabulate(DATA, spec)), path)
    return path


@pytest.mark.parametrize("name", ["t.csv", "t.xlsx"])
def test_a_file_of_our_own_gives_the_figures_that_it_was_made_of(tmp_path: Path, name: str) -> None:
    spec = TableSpec(rows=["R"], columns=["C"])
    table = published_file(DATA, spec, written(tmp_path, spec, name), "en")
    wanted = METHOD.protect(ckm.tabulate(DATA, spec))
    assert table.blocks[0].figures[0].tolist() == wanted.blocks[0].figures[0].tolist()
    assert table.blocks[0].signs is not None
    assert not table.blocks[0].signs[0].any()


def test_the_attack_on_a_file_needs_no_records(tmp_path: Path) -> None:
    spec = TableSpec(rows=["R"], columns=["C"])
    path = written(tmp_path, spec)
    nobody = replace(DATA, rows=0, columns={name: codes[:0] for name, codes in DATA.columns.items()})
    table = published_file(nobody, spec, path, "de")
    found = attack_published([Publication(Texts("File", "Datei"), table, METHOD)], nobody)
    raw = raw_of(DATA, ["R"], ["C"])
    assert [one.cell.low for one in found.disclosed] == [cell.low for cell in attack(raw, DATA, METHOD).disclosed]
    assert found.complete


def test_lines_may_stand_in_another_order_and_some_may_lack(tmp_path: Path) -> None:
    path = tmp_path / "simple.csv"
    path.write_text("R;c1;c0\nr2;30;0\nr0;10;/\nr1;20;-\n", encoding="utf-8")
    table = published_file(DATA, TableSpec(rows=["R"], columns=["C"]), path, "de")
    figures, signs = table.blocks[0].figures[0], table.blocks[0].signs
    assert signs is not None
    assert figures[3].tolist() == [0, 0, 30]
    assert figures[1].tolist() == [0, 0, 10]
    assert signs[0][1].tolist() == [Sign.BLOCKED, Sign.UNRELIABLE, Sign.NONE]
    assert signs[0][2].tolist() == [Sign.BLOCKED, Sign.NONE, Sign.NONE]
    # Nothing is published of r3 and r4, nor of any total.
    assert (signs[0][[0, 4, 5]] == Sign.BLOCKED).all()
    found = attack_published([Publication(Texts("File", "Datei"), table, METHOD)], DATA)
    assert found.contradiction is None
    assert found.known.low[found.tables[0].table.places[()][0]].tolist()[3] == [25, 0, 25]


def test_a_file_of_figures_that_the_method_cannot_make_is_told_by_the_attack(tmp_path: Path) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text("R;c0;c1;Total\nr0;10;10;90\n", encoding="utf-8")
    table = published_file(DATA, TableSpec(rows=["R"], columns=["C"]), path, "en")
    found = attack_published([Publication(Texts("File", "Datei"), table, METHOD)], DATA)
    assert found.contradiction is not None
    assert found.contradiction.complete


def test_shares_beside_counts_and_filters_are_read_past(tmp_path: Path) -> None:
    spec = TableSpec(
        rows=["R"], values=(Value(), Value("share", base="total", decimals=1)), filters=(Condition("C", ("c1",)),)
    )
    data = ckm.Microdata.from_pandas(
        pd.DataFrame({"R": ["r0"] * 600 + ["r1"] * 400, "C": ["c1"] * 900 + ["c0"] * 100}), ["R", "C"]
    )
    path = tmp_path / "t.csv"
    ckm.export(METHOD.protect(ckm.tabulate(data, spec)), path)
    table = published_file(data, spec, path, "en")
    assert table.blocks[0].figures[0].tolist() == [900, 600, 300]
    assert table.blocks[0].figures[1].tolist() == [0, 0, 0]
    assert len(table.filters) == 1


def test_a_file_of_another_table_and_figures_of_another_layout_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("Animal;Number\ncat;30\ndog;0\n", encoding="utf-8")
    with fails("published_nothing_matches"):
        published_file(DATA, TableSpec(rows=["R"], columns=["C"]), path, "en")
    blocks = METHOD.protect(raw_of(DATA, ["R"])).blocks
    with fails("published_does_not_fit"):
        published_table(DATA, TableSpec(rows=["C"]), blocks)
    twice = replace(blocks[0], figures=(np.zeros(6, dtype=np.int64),) * 2)
    with fails("published_does_not_fit"):
        published_table(DATA, TableSpec(rows=["R"]), [twice])
