"""τ-ARGUS, cell by cell, through `ckm table --internal` with its hierarchies."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.microdata.hrc import read_hrc
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.spec import Level, Order

pytestmark = pytest.mark.reference

HIERARCHIES = {"COC.M": "coc_m_hierarchy.hrc", "NUTS3": "nuts3_hierarchy.hrc", "LAU2": "lau2_hierarchy.hrc"}


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("expected", "rows", "columns", "ptable", "cells"),
    [
        ("out_10k_SEX_COC_NUTS3_ptab1", ["SEX", "COC.M"], ["NUTS3"], "estp2023_ptab1.csv", 1322),
        ("out_10k_SEX_COC_NUTS3_ptab3", ["SEX", "COC.M"], ["NUTS3"], "estp2023_ptab3.csv", 1322),
        ("out_10k_LAU2_SEX_ptab1", ["LAU2"], ["SEX"], "estp2023_ptab1.csv", 4662),
    ],
)
def test_every_cell_agrees(
    reference: Path, tmp_path: Path, expected: str, rows: list[str], columns: list[str], ptable: str, cells: int
) -> None:
    names = rows + columns
    arguments = ["table", "--data", str(reference / "data" / "census_persons_10k_keys.csv"), "--record-key", "RKEY"]
    arguments += ["--rows", ",".join(rows), "--columns", ",".join(columns), "--internal"]
    arguments += ["--ptable", str(reference / "ptables" / ptable), "-o", str(tmp_path / "out.csv")]
    for name in names:
        if name in HIERARCHIES:
            arguments += ["--hierarchy", f"{name}={reference / 'data' / HIERARCHIES[name]}"]
    assert main(arguments) == 0
    ours = pd.read_csv(tmp_path / "out.csv", dtype=str).set_index(names).sort_index()
    theirs = pd.read_csv(reference / "expected" / "tauargus" / f"{expected}.csv", dtype=str, sep=";")
    for name in names:
        theirs[name] = theirs[name].str.strip()
    theirs = theirs[theirs["freq"] != "0"].set_index(names).sort_index()
    assert len(ours) == len(theirs) == cells
    assert ours.index.equals(theirs.index)
    assert ours["published"].tolist() == theirs["ckm"].tolist()
    assert ours["count"].tolist() == theirs["orig"].tolist()
    keys = theirs["cellkey"].str.slice(0, 10)
    assert ours["cell_key"].tolist() == keys.tolist()


def _chosen(name: str) -> list[Level]:
    """A hierarchical variable by levels, with single nodes opened, and single nodes alone."""
    opened, alone = {"COC.M": ("22", "221"), "NUTS3": ("12", "211"), "LAU2": ("121", "211")}[name]
    return [
        *(Level(name, depths=(depth,)) for depth in range(DEPTHS[name])),
        Level(name, depths=(0, DEPTHS[name] - 1), total="off"),
        Level(name, depths=(0,), expanded=(opened,), subtotals="after"),
        Level(name, nodes=(opened, alone), order=Order("value", descending=True)),
        Level(name, depths=(1,), nodes=(opened,), expanded=(opened,), stub="columns"),
    ]


DEPTHS = {"COC.M": 3, "NUTS3": 3, "LAU2": 4}


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("expected", "others", "name", "ptable"),
    [
        ("out_10k_SEX_COC_NUTS3_ptab1", ["SEX", "COC.M"], "NUTS3", "estp2023_ptab1.csv"),
        ("out_10k_SEX_COC_NUTS3_ptab3", ["SEX", "NUTS3"], "COC.M", "estp2023_ptab3.csv"),
        ("out_10k_LAU2_SEX_ptab1", ["SEX"], "LAU2", "estp2023_ptab1.csv"),
    ],
)
def test_what_a_level_shows_of_its_hierarchy_changes_no_figure(
    reference: Path, expected: str, others: list[str], name: str, ptable: str
) -> None:
    names = [*others, name]
    data = ckm.read_microdata(reference / "data" / "census_persons_10k_keys.csv", names, record_key="RKEY")
    for one in names:
        if one in HIERARCHIES:
            data = data.with_hierarchy(one, read_hrc(reference / "data" / HIERARCHIES[one]))
    theirs = pd.read_csv(reference / "expected" / "tauargus" / f"{expected}.csv", dtype=str, sep=";")
    for one in names:
        theirs[one] = theirs[one].str.strip()
    published = theirs.set_index(names)["ckm"].astype(int).to_dict()
    # A cell that τ-ARGUS does not list is empty.
    method = ckm.CellKeyMethod(ckm.read_ptable(reference / "ptables" / ptable))
    tree = data.dimensions[name].hierarchy
    assert tree is not None
    assert tree.depth == DEPTHS[name]
    seen: set[object] = set()
    for level in _chosen(name):
        spec = ckm.TableSpec(rows=[level], columns=others)
        table = ckm.protect(ckm.tabulate(data, spec), method)
        frame = table.to_pandas()
        for address, figure in zip(
            frame[names].itertuples(index=False, name=None), frame["published"].tolist(), strict=True
        ):
            key = address if len(address) > 1 else address[0]
            assert figure == published.get(key, 0)
            seen.add(key)
        layout = lay_out(spec, table.blocks)
        matrix = layout.matrix([block.figures[0] for block in table.blocks])
        for row in range(len(layout.rows)):
            for column in range(len(layout.columns)):
                place = {**layout.rows.address(row), **layout.columns.address(column)}
                assert matrix[row, column] == published.get(tuple(place.get(one, "Total") for one in names), 0)
    assert published.keys() <= seen
