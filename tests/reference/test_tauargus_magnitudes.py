"""Magnitudes of τ-ARGUS, cell by cell, from its native projects: every file of the reference, no cell left out.

Files with separation come from a τ-ARGUS engine in which one memory fault was repaired; a distributed one can differ in
a few small cells.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.methods.magnitude_settings import magnitude_settings
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.microdata import read_microdata
from ckmcore.ptable import open_ptable
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.tabulate.spec import TOTAL, Measure, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

pytestmark = pytest.mark.reference

SAVINGS = ("tau_savings/microdata.csv", "tau_savings/microdata.rda", "Savings", "Weigt", "Key", ("Sex", "Age"))
ENTERPRISES = ("enterprises.csv", "enterprises.rda", "TURNOVER", "WEIGHT", "RKEY", ("A88", "NUTS3"))
FLEX = "F(0.03,0.30,1000,3,0.5,0.2)"
FLEX_ALONE = "F(0.03,0.30,1000,3)"
LARGE = "F(0.03,0.30,5000,3,0.5,0.2)"
CASES = [
    (SAVINGS, "out_mag_savings_T1_N", "T(1)", "N(0.05)", ()),
    (SAVINGS, "out_mag_savings_T3_F_sepN", "T(3)", FLEX, ()),
    (SAVINGS, "out_mag_savings_T3_F_incl0", "T(3)", FLEX, ("separation", "include_zeros")),
    (SAVINGS, "out_mag_savings_M_F_sepY", "M", FLEX_ALONE, ("separation",)),
    (SAVINGS, "out_mag_savings_V_F_sepY", "V", FLEX_ALONE, ("separation",)),
    (ENTERPRISES, "out_ent_TURNOVER_T1_N", "T(1)", "N(0.05)", ()),
    (ENTERPRISES, "out_ent_TURNOVER_T2_N_sep", "T(2)", "N(0.05,0.5)", ("separation",)),
    (ENTERPRISES, "out_ent_TURNOVER_T3_F", "T(3)", LARGE, ("separation",)),
    (ENTERPRISES, "out_ent_TURNOVER_T3_F_weighted", "T(3)", LARGE, ("separation", "weighted")),
    (ENTERPRISES, "out_ent_TURNOVER_V_F", "V", "F(0.03,0.30,5000,3)", ("separation",)),
]
NAMES = [case[1] for case in CASES]


def expected(reference: Path, name: str, names: tuple[str, ...]) -> pd.DataFrame:
    found = pd.read_csv(reference / "expected" / "tauargus" / f"{name}.csv", dtype=str, sep=";", keep_default_na=False)
    for one in names:
        found[one] = found[one].str.strip()
    found = found.set_index(list(names)).sort_index()
    return found[found["freq"] != "0"]


def magnitudes_of(path: Path) -> MagnitudePTable:
    table = open_ptable(path).table
    assert isinstance(table, MagnitudePTable)
    return table


def method_of(reference: Path, contribution: str, scaling: str, flags: tuple[str, ...]) -> MagnitudeCellKeyMethod:
    tables = reference / "ptables"
    separation = "separation" in flags
    settings = magnitude_settings(contribution, scaling, separation=separation, include_zeros="include_zeros" in flags)
    return MagnitudeCellKeyMethod(
        ptable=ckm.read_ptable(tables / "tau_ptab_freq.txt"),
        large=magnitudes_of(tables / "tau_ptab_savings_all.txt"),
        small=magnitudes_of(tables / "tau_ptab_savings_smallcells.txt") if separation else None,
        settings=settings,
    )


@pytest.mark.daily(2)
@pytest.mark.parametrize(("project", "name", "contribution", "scaling", "flags"), CASES, ids=NAMES)
def test_every_sum_is_that_of_tau_argus(
    reference: Path, project: tuple[Any, ...], name: str, contribution: str, scaling: str, flags: tuple[str, ...]
) -> None:
    data_file, meta, magnitude, weight, key, names = project
    weighted = "weighted" in flags
    folder = reference / "data"
    data = read_microdata(
        folder / data_file, list(names), key, weight if weighted else None, [magnitude], meta=folder / meta
    )
    method = method_of(reference, contribution, scaling, flags)
    measure = Measure("weighted_count" if weighted else "count", magnitude)
    spec = TableSpec([names[0]], [names[1]], values=[Value("sum", magnitude=magnitude, of=measure.of)])
    raw = tabulate(data, spec, contributors=method.contributors)
    examined = ckm.examine(raw, method).blocks[0]
    sums, shown = examined.magnitudes[measure], ckm.protect(raw, method)
    theirs = expected(reference, name, names)
    cells = np.argwhere(examined.counts > 0)
    assert len(cells) == len(theirs) > 40
    places = next(iter(method.counted(raw.blocks[0], weighted=weighted).decimals.values()))
    for cell in map(tuple, cells.tolist()):
        codes = tuple(
            "Total" if dim.nodes[at].code is TOTAL else str(dim.nodes[at].code)
            for dim, at in zip(examined.dimensions, cell, strict=True)
        )
        row = theirs.loc[codes]
        assert int(row["freq"]) == examined.counts[cell]
        published, original = float(row["ckm"]), float(row["orig"])
        assert sums.values[cell] == pytest.approx(original, rel=1e-9)
        assert sums.published[cell] == pytest.approx(published, rel=1e-9)
        address = dict(
            zip(names, (dim.nodes[at].code for dim, at in zip(examined.dimensions, cell, strict=True)), strict=True)
        )
        if examined.published[cell] > 0:
            figure = shown.value(address)
            assert abs(figure - published) <= 0.5 + 10.0**-places
        key_column = "cellkey" if "include_zeros" in flags else "cellkey_nozeros"
        assert f"{int(sums.cell_keys[cell]):08d}" == row[key_column][2:10]


TABLES = {
    "--ptable": "tau_ptab_freq.txt",
    "--ptable-cont": "tau_ptab_savings_all.txt",
    "--ptable-sep": "tau_ptab_savings_smallcells.txt",
}


@pytest.mark.daily(1)
@pytest.mark.parametrize(("project", "name", "contribution", "scaling", "flags"), CASES, ids=NAMES)
def test_the_command_gives_every_cell_of_tau_argus(
    reference: Path,
    tmp_path: Path,
    project: tuple[Any, ...],
    name: str,
    contribution: str,
    scaling: str,
    flags: tuple[str, ...],
) -> None:
    data_file, meta, magnitude, weight, _, names = project
    target = tmp_path / "out.csv"
    arguments = ["table", "--data", str(reference / "data" / data_file), "--meta", str(reference / "data" / meta)]
    arguments += ["--rows", names[0], "--columns", names[1], "--internal", "-o", str(target)]
    arguments += ["--value", magnitude, "--method", "magnitude"]
    # What the metadata say themselves is not said again.
    if (contribution, scaling) not in (("T(3)", FLEX), ("T(3)", LARGE)):
        arguments += ["--ckm", contribution, "--scaling", scaling]
    arguments += ["--separation" if "separation" in flags else "--no-separation"]
    arguments += ["--include-zeros"] if "include_zeros" in flags else []
    arguments += ["--weight", weight] if "weighted" in flags else []
    for option, table in TABLES.items():
        if option != "--ptable-sep" or "separation" in flags:
            arguments += [option, str(reference / "ptables" / table)]
    assert main(arguments) == 0
    ours = pd.read_csv(target, dtype=str).set_index(list(names)).sort_index()
    theirs = expected(reference, name, names)
    assert len(ours) == len(theirs) > 40
    assert ours.index.equals(theirs.index)
    assert ours["count"].tolist() == theirs["freq"].tolist()
    key = "cellkey" if "include_zeros" in flags else "cellkey_nozeros"
    assert ours["cell_key"].tolist() == theirs[key].str.slice(0, 10).tolist()
    assert ours["value"].astype(float).tolist() == pytest.approx(theirs["orig"].astype(float).tolist(), rel=1e-9)
    assert ours["published"].astype(float).tolist() == pytest.approx(theirs["ckm"].astype(float).tolist(), rel=1e-9)


def test_no_file_of_tau_argus_is_left_out(reference: Path) -> None:
    files = {path.stem for path in (reference / "expected" / "tauargus").glob("out_*.csv")}
    assert {name for name in files if "savings" in name or "TURNOVER" in name} == set(NAMES)
