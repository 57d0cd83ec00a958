"""The projects of τ-ARGUS in their native form (`.rda`, hierarchies, code lists): what τ-ARGUS counts, we count."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from ckmcore.cli import main
from ckmcore.microdata import read_microdata
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

pytestmark = pytest.mark.reference

CENSUS = ("census_persons_10k_tau.csv", "census_persons_10k_tau.rda")
SAVINGS = ("tau_savings/microdata.csv", "tau_savings/microdata.rda")
ENTERPRISES = ("enterprises.csv", "enterprises.rda")
TESTW = ("tau_testw/tau_testW_CKM_rebuilt_10k.asc", "tau_testw/Tau_TestW_CKM.rda")


def internal(reference: Path, folder: Path, project: tuple[str, str], names: list[str], *more: str) -> pd.DataFrame:
    data, meta = (str(reference / "data" / name) for name in project)
    target = folder / "out.csv"
    arguments = ["table", "--data", data, "--meta", meta, "--rows", ",".join(names), "--internal", "-o", str(target)]
    assert main([*arguments, *more]) == 0
    return pd.read_csv(target, dtype=str).set_index(names).sort_index()


def expected(reference: Path, name: str, names: list[str]) -> pd.DataFrame:
    found = pd.read_csv(reference / "expected" / "tauargus" / f"{name}.csv", dtype=str, sep=";")
    for one in names:
        found[one] = found[one].str.strip()
    return found[found["freq"] != "0"].set_index(names).sort_index()


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("project", "name", "names", "ptable"),
    [
        (CENSUS, "out_10k_SEX_COC_NUTS3_ptab1", ["SEX", "COC.M", "NUTS3"], "estp2023_ptab1.csv"),
        (CENSUS, "out_10k_SEX_COC_NUTS3_ptab3", ["SEX", "COC.M", "NUTS3"], "estp2023_ptab3.csv"),
        (CENSUS, "out_10k_LAU2_SEX_ptab1", ["LAU2", "SEX"], "estp2023_ptab1.csv"),
        (SAVINGS, "out_mag_freq", ["Sex", "Age"], "tau_ptab_freq.txt"),
        (ENTERPRISES, "out_ent_TURNOVER_T1_N", ["A88", "NUTS3"], "tau_ptab_freq.txt"),
        (ENTERPRISES, "out_ent_TURNOVER_T2_N_sep", ["A88", "NUTS3"], "tau_ptab_freq.txt"),
        (ENTERPRISES, "out_ent_TURNOVER_T3_F", ["A88", "NUTS3"], "tau_ptab_freq.txt"),
        (ENTERPRISES, "out_ent_TURNOVER_V_F", ["A88", "NUTS3"], "tau_ptab_freq.txt"),
        (SAVINGS, "out_mag_savings_M_F_sepY", ["Sex", "Age"], "tau_ptab_freq.txt"),
        (SAVINGS, "out_mag_savings_T3_F_incl0", ["Sex", "Age"], "tau_ptab_freq.txt"),
    ],
)
def test_counts_and_cell_keys_of_a_project_are_those_of_tau_argus(
    reference: Path, tmp_path: Path, project: tuple[str, str], name: str, names: list[str], ptable: str
) -> None:
    ours = internal(reference, tmp_path, project, names, "--ptable", str(reference / "ptables" / ptable))
    theirs = expected(reference, name, names)
    assert len(ours) == len(theirs) > 15
    assert ours.index.equals(theirs.index)
    assert ours["count"].tolist() == theirs["freq"].tolist()
    assert ours["cell_key"].tolist() == theirs["cellkey"].str.slice(0, 10).tolist()
    if "max1" not in theirs:  # a table of counts: what is published, too
        assert ours["published"].tolist() == theirs["ckm"].tolist()


def test_weighted_counts_of_a_project_are_those_of_tau_argus(reference: Path, tmp_path: Path) -> None:
    names = ["Sex", "Age"]
    ptable = str(reference / "ptables" / "tau_ptab_freq.txt")
    ours = internal(reference, tmp_path, SAVINGS, names, "--ptable", ptable, "--weight", "Weigt")
    theirs = expected(reference, "out_mag_freq_weighted", names)
    assert ours.index.equals(theirs.index)
    assert ours["weighted_count"].astype(float).tolist() == theirs["orig"].astype(float).tolist()
    assert ours["published"].astype(float).tolist() == pytest.approx(theirs["ckm"].astype(float).tolist(), rel=1e-9)


@pytest.mark.thorough
def test_business_records_of_fixed_width_are_counted_as_their_characters_say(reference: Path) -> None:
    data_file, meta = (reference / "data" / name for name in TESTW)
    north, counted, weights = {"1", "2", "3"}, Counter[tuple[str, str]](), 0
    lines = data_file.read_bytes().decode("ascii").splitlines()
    for line in lines:
        branch, region = line[3:8], line[11:13].strip()
        weights += round(float(line[14:18]) * 10)
        for row in ("Total", branch[:3], branch[:4], branch):
            for column in ("Total", region, *(["Nr"] if region in north else [])):
                counted[row, column] += 1
    data = read_microdata(data_file, ["IndustryCode", "Region"], "Key", "Wgt", ["Var2"], meta=meta)
    assert data.rows == len(lines) == 10_000
    assert data.weight is not None
    assert int(data.weight.values.sum()) == weights
    assert data.record_keys is not None
    assert data.record_keys.values[:2].tolist() == [117996487434596, 420237880019245]
    frame = tabulate(data, TableSpec(["IndustryCode"], ["Region"])).to_frame_confidential()
    ours = {(str(row[0]), str(row[1])): int(row[2]) for row in frame[["IndustryCode", "Region", "count"]].to_numpy()}
    for cell, count in counted.items():
        assert ours[cell] == count
    assert data.dimensions["Region"].label("Nr").en == "North"
    assert data.dimensions["Region"].label("8").en == "Noord-Holland"
