"""`ckm conformance` on the solved cases: every original set and every chance; the census at all levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.lab.conformance.run import conform
from ckmcore.lab.risk.attack import attack

pytestmark = pytest.mark.reference

CENSUS = "census LAU2 x SEX"


@pytest.fixture(scope="module")
def cases(reference: Path) -> Path:
    return reference / "expected" / "attack" / "attack_cases.json"


# Cases that take seconds, and chances that other tests compare line by line.
SLOW_CASES, SLOW_CHANCES = ("T08", "H04", "H02"), (CENSUS, "split", "fresh", "floor")


def of(cases: Path, folder: Path, *, slow: bool) -> Path:
    """The solved cases, with those that are slow or without them; never the census."""
    content = json.loads(cases.read_bytes())
    left_out = (CENSUS,) if slow else SLOW_CHANCES
    content["chances"] = {group: lines for group, lines in content["chances"].items() if group not in left_out}
    if not slow:
        content["count_cases"] = [one for one in content["count_cases"] if one["id"] not in SLOW_CASES]
    file = folder / "cases.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


@pytest.mark.daily(1)
@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_every_case_and_every_chance_is_the_solved_one(
    slow: bool, reference: Path, cases: Path, tmp_path: Path
) -> None:
    found = conform(of(cases, tmp_path, slow=slow), reference / "ptables")
    assert [(one.path, one.expected, one.found) for one in found.mismatches] == []
    assert found.compared > (4000 if slow else 3000)
    assert found.left_out == []


@pytest.mark.thorough
def test_the_census_is_disclosed_as_solved_at_every_level(reference: Path, cases: Path, tmp_path: Path) -> None:
    content = json.loads(cases.read_bytes())
    content["chances"], content["count_cases"] = {CENSUS: content["chances"][CENSUS]}, []
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    found = conform(file, reference / "ptables")
    assert [(one.path, one.expected, one.found) for one in found.mismatches] == []
    assert found.left_out == []


@pytest.mark.thorough
def test_the_census_under_w19_ordered_has_42_disclosed_cells_and_each_is_the_solved_one(
    reference: Path, cases: Path
) -> None:
    wanted = json.loads(cases.read_bytes())["census_w19_disclosed"]
    data = ckm.read_microdata(
        reference / "data" / "census_persons_10k_keys.csv", dimensions=["LAU2", "SEX"], record_key="RKEY"
    )
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["LAU2"], columns=["SEX"]))
    method = ckm.CellKeyMethod(ckm.read_ptable(reference / "ptables" / "wista2019_grafik1.csv"))
    found = attack(raw, data, method)
    assert found.complete
    rows, columns = (dimension.nodes for dimension in raw.blocks[0].dimensions)
    named = {
        (code(rows[one.position[0]].code), code(columns[one.position[1]].code)): (one.published, one.low)
        for one in found.disclosed
    }
    assert len(wanted) == 42
    assert named == {(one["LAU2"], one["SEX"]): (one["published"], one["original"]) for one in wanted}
    assert attack(raw, data, method, consistency=False).disclosed == ()
    assert len(attack(raw, data, method, knowledge="deviation").disclosed) == 9


def code(found: object) -> str:
    return "*" if found is ckm.TOTAL else str(found)


@pytest.mark.thorough
def test_no_cell_of_municipalities_by_citizenship_stays_open_after_a_minute(reference: Path) -> None:
    data = ckm.read_microdata(
        reference / "data" / "census_persons_10k_keys.csv", dimensions=["LAU2", "COC.M"], record_key="RKEY"
    )
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["LAU2"], columns=["COC.M"]))
    for name in ("wista2019_grafik1.csv", "wista2024_tabelle1.csv", "tau_ptab_freq.txt"):
        method = ckm.CellKeyMethod(ckm.read_ptable(reference / "ptables" / name))
        found = attack(raw, data, method, seconds=60)
        assert found.cells == 14_157
        assert found.undecided < found.cells / 100, name
