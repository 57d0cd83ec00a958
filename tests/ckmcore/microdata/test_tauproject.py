"""A project of τ-ARGUS opens by its description or by its data, as a whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ckmcore.microdata import read_microdata
from ckmcore.microdata.tauproject import open_project
from ckmcore.ptable import PTable
from ckmcore.ptable.magnitudes import MagnitudePTable
from tests.kit.fails import fails
from tests.kit.tau_files import project


@pytest.mark.parametrize("chosen", ["P.RDA", "p.csv"])
def test_either_file_opens_the_whole(tmp_path: Path, chosen: str) -> None:
    project(tmp_path)
    found = open_project(tmp_path / chosen)
    assert (found.meta.name, found.data.name) == ("P.RDA", "p.csv")
    assert dict(found.roles) == {"SEX": "dimension", "AGE": "dimension", "INCOME": "magnitude", "RKEY": "record_key"}
    assert found.record_key == "RKEY"
    sex, age, income, _ = found.dictionary
    assert [(one.code, one.label.en) for one in sex.categories] == [("1", "male"), ("2", "female")]
    assert [node.code for node in age.hierarchy] == ["A", "01", "02", "03"]
    assert dict(income.settings) == {
        "CKM": "T(3)",
        "INCLUDEZEROS": "N",
        "SCALING": "F(0.03,0.30,1000,3,0.5,0.2)",
    }
    counts = found.ptable("counts")
    assert counts is not None
    assert isinstance(counts.table, PTable)
    assert [notice.code for notice in found.notices] == ["tau_ptable_missing"]
    data = read_microdata(found.data, ["SEX", "AGE"], found.record_key, magnitudes=["INCOME"], meta=found.meta)
    assert data.rows == 2
    assert data.dimensions["AGE"].hierarchy is not None


def test_the_only_file_beside_is_taken_with_a_notice(tmp_path: Path) -> None:
    project(tmp_path, data="other.asc")
    assert open_project(tmp_path / "P.RDA").notices[0].code == "tau_data_by_name"
    assert open_project(tmp_path / "other.asc").meta.name == "P.RDA"


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    meta = project(tmp_path)
    (tmp_path / "p.csv").unlink()
    with fails("tau_no_data") as caught:
        open_project(meta)
    assert "P.RDA" in caught.value.text("de")
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "x.csv").write_text("a;b\n1;2\n", encoding="utf-8")
    with fails("tau_no_meta"):
        open_project(alone / "x.csv")


def test_a_faulty_perturbation_table_does_not_keep_the_project_shut(tmp_path: Path) -> None:
    project(tmp_path)
    (tmp_path / "ptab.csv").write_text("i;j;p;v;p_int_ub\n0;0;2;0;1\n", encoding="utf-8")
    found = open_project(tmp_path / "P.RDA")
    assert [notice.code for notice in found.notices] == ["tau_ptable_faulty", "tau_ptable_missing"]
    assert found.notices[0].text("de")


@pytest.mark.daily(1)
@pytest.mark.reference
@pytest.mark.parametrize(
    ("meta", "rows", "tables"),
    [
        ("census_persons_10k_tau.rda", 30_578, {"ptab2.csv": "estp2023_ptab2.csv"}),
        (
            "enterprises.rda",
            9_786,
            {
                "ptab_freq.txt": "tau_ptab_freq.txt",
                "ptab_savings_all.txt": "tau_ptab_savings_all.txt",
                "ptab_savings_smallcells.txt": "tau_ptab_savings_smallcells.txt",
            },
        ),
        (
            "tau_savings/microdata.rda",
            4_580,
            {
                "ptab_freq.txt": "tau_ptab_freq.txt",
                "ptab_savings_all.txt": "tau_ptab_savings_all.txt",
                "ptab_savings_smallcells.txt": "tau_ptab_savings_smallcells.txt",
            },
        ),
        ("tau_testw/Tau_TestW_CKM.rda", 10_000, {"tau_testW_ptable.txt": "tau_testW_ptable.txt"}),
    ],
)
def test_every_project_of_the_reference_opens(
    reference: Path, tmp_path: Path, meta: str, rows: int, tables: dict[str, str]
) -> None:
    folder = tmp_path / "Projekt äöü mit Leerzeichen"
    source = (reference / "data" / meta).parent
    folder.mkdir()
    for file in source.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    for name, original in tables.items():
        shutil.copy(reference / "ptables" / original, folder / name)
    found = open_project(folder / Path(meta).name)
    assert [notice.code for notice in found.notices if notice.code != "tau_data_by_name"] == []
    kinds = {one.use: type(one.opened.table) for one in found.ptables}
    assert kinds.pop("counts") is PTable
    assert set(kinds.values()) <= {MagnitudePTable}
    assert len(found.ptables) == len(tables)
    dimensions = [name for name, role in found.roles.items() if role == "dimension"]
    data = read_microdata(found.data, dimensions, found.record_key, meta=found.meta)
    assert data.rows == rows
    hierarchical = {entry.name for entry in found.dictionary if entry.hierarchy}
    assert hierarchical <= {name for name, one in data.dimensions.items() if one.hierarchy is not None}
