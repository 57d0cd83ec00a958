"""R cellKey, cell by cell: unweighted and weighted counts, hierarchies, eight and five digits, shuffled tables."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main

pytestmark = pytest.mark.reference


@pytest.mark.daily(5)
@pytest.mark.parametrize("counted", ["total", "cnt_females", "cnt_males", "cnt_highincome"])
@pytest.mark.parametrize(
    ("table", "ptable", "names", "hierarchies", "weight", "key"),
    [
        ("t1", "D5V3js2", ["sex", "age"], {}, "sampling_weight", "rkey"),
        ("t1", "mod", ["sex", "age"], {}, "sampling_weight", "rkey"),
        ("t2", "ex", ["sex", "age"], {}, "sampling_weight", "rkey"),
        ("t3", "D5V3js2", ["region", "age", "sex"], {"region": "region", "age": "age2"}, "decw", "rkey"),
        ("t3", "D8V3js2", ["region", "age", "sex"], {"region": "region", "age": "age2"}, "decw", "rkey"),
        ("t5", "D5V3js2", ["age", "relat", "roof"], {"age": "age2"}, "sampling_weight", "rkey5"),
    ],
)
def test_every_cell_agrees(
    reference: Path,
    tmp_path: Path,
    table: str,
    ptable: str,
    names: list[str],
    hierarchies: dict[str, str],
    weight: str,
    key: str,
    counted: str,
) -> None:
    expected = reference / "expected" / "r_cellkey"
    arguments = ["table", "--data", str(reference / "data" / "ihsn_persons_keys.csv"), "--record-key", key]
    arguments += ["--rows", ",".join(names), "--weight", weight, "--internal", "-o", str(tmp_path / "out.csv")]
    arguments += ["--ptable", str(expected / f"ptable_cnt_{ptable}.csv")]
    if counted != "total":  # a count variable of R counts the records with a 1: a filter
        arguments += ["--filter", f"{counted}=1"]
    for name, file in hierarchies.items():
        arguments += ["--hierarchy", f"{name}={reference / 'data' / f'ihsn_{file}.hrc'}"]
    assert main(arguments) == 0
    ours = pd.read_csv(tmp_path / "out.csv", dtype=dict.fromkeys([*names, "cell_key"], str)).set_index(names)
    theirs = pd.read_csv(expected / f"cnt_{table}_{ptable}.csv", dtype=dict.fromkeys(names, str))
    # Duplicate nodes (bogus) repeat cells; we leave empty cells out.
    theirs = theirs[~theirs["is_bogus"] & (theirs["vname"] == counted) & (theirs["uwc"] > 0)].set_index(names)
    assert set(ours.index) == set(theirs.index)
    both = ours.join(theirs)
    assert len(both) == len(theirs)
    assert both["count"].tolist() == both["uwc"].tolist()
    assert both["noise"].tolist() == both["pert"].tolist()
    assert (both["count"] + both["noise"]).tolist() == both["puwc"].tolist()
    assert both["weighted_count"].to_numpy() == pytest.approx(both["wc"].to_numpy(), rel=1e-12)
    assert both["published"].to_numpy() == pytest.approx(both["pwc"].to_numpy(), rel=1e-12)
    # R adds keys in floating point: equal to its noise, modulo 1.
    gap = (both["cell_key"].astype(float) - both["ck"]).abs()
    assert gap.where(gap < 0.5, 1 - gap).max() < 1e-10


@pytest.mark.thorough
def test_a_count_variable_is_a_value_with_a_filter_of_its_own(reference: Path) -> None:
    expected = reference / "expected" / "r_cellkey"
    names = ["sex", "age"]
    data = ckm.read_microdata(
        reference / "data" / "ihsn_persons_keys.csv", [*names, "cnt_highincome"], "rkey", weight="sampling_weight"
    )
    own = (ckm.Condition("cnt_highincome", ("1",)),)
    values = [ckm.Value(), ckm.Value(conditions=own), ckm.Value("weighted_count", conditions=own)]
    method = ckm.CellKeyMethod(ckm.read_ptable(expected / "ptable_cnt_D5V3js2.csv"))
    shown = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=names, values=values)), method)
    theirs = pd.read_csv(expected / "cnt_t1_D5V3js2.csv", dtype=dict.fromkeys(names, str))
    for vname, places in (("total", (0,)), ("cnt_highincome", (1, 2))):
        for _, row in theirs[theirs["vname"] == vname].iterrows():
            address = {name: row[name] for name in names if row[name] != "Total"}
            figures = [int(row["puwc"]), int(row["pwc"] + 0.5)]
            assert [shown.value(address, place) for place in places] == figures[: len(places)]


@pytest.mark.thorough
def test_the_python_face_gives_the_same_as_the_command(reference: Path) -> None:
    data = ckm.read_microdata(
        reference / "data" / "ihsn_persons_keys.csv", ["sex", "age"], "rkey", weight="sampling_weight"
    )
    ptable = ckm.read_ptable(reference / "expected" / "r_cellkey" / "ptable_cnt_D5V3js2.csv")
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["sex"], columns=["age"], values=[ckm.Value("weighted_count")]))
    shown = ckm.protect(raw, ckm.CellKeyMethod(ptable))
    assert shown.value({}) == round(273454.28078602621)
    assert shown.value({"age": "age_group2"}) == round(68726.045494313206)
