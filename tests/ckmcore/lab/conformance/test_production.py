"""Comparing with former production: what differs is named, cell by cell; bad tables end in a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ckmcore.lab.conformance.production import Differences, compare_production, production_columns
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata import Hierarchy, Microdata, read_hrc, read_microdata
from ckmcore.microdata.data import UnknownVariable
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.ptable import PTable, design_ptable, read_ptable
from ckmcore.tabulate.spec import TOTAL, TableSpec
from ckmcore.tabulate.tabulate import tabulate
from tests.kit.fails import fails


@pytest.fixture
def data() -> Microdata:
    """600 records: area (a hierarchy of two levels), sex, keys of three digits."""
    chance = np.random.default_rng(3)
    frame = pd.DataFrame(
        {
            "area": chance.choice(["11", "12", "21"], 600),
            "SEX": chance.choice(["m", "w"], 600),
            "rkey": chance.integers(0, 1000, 600) / 1000,
            "w": chance.integers(10, 30, 600) / 10,
        }
    )
    made = Microdata.from_pandas(frame, ["area", "SEX"], "rkey", "w", modulus=1000)
    tree = Hierarchy.from_depths([("1", 0), ("11", 1), ("12", 1), ("2", 0), ("21", 1)])
    return made.with_hierarchy("area", tree)


@pytest.fixture(scope="module")
def ptable() -> PTable:
    return design_ptable(D=5, V=3, js=2)


def former(data: Microdata, ptable: PTable, total: str = "Total") -> pd.DataFrame:
    """The table as another program would have written it: figures looked up one by one in plain Python."""
    raw = tabulate(data, TableSpec(["area"], ["SEX"]))
    frame = raw.to_frame_confidential(total)
    figures = []
    for count, key in zip(frame["count"], frame["cell_key"], strict=True):
        row = min(int(count), ptable.last_row)
        begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
        noise = next(
            int(ptable.targets[at]) - row for at in range(begin, end) if key / 1000 < float(ptable.upper_bounds[at])
        )
        figures.append(int(count) + noise if count else 0)
    frame["published"] = figures
    return frame[["area", "SEX", "published"]]


def compared(
    folder: Path, frame: pd.DataFrame, data: Microdata, ptable: PTable, total: str | None = None, **asked: object
) -> Differences:
    path = folder / "früher.csv"
    frame.to_csv(path, index=False, sep=";")
    columns = production_columns(path, data, **asked)  # type: ignore[arg-type]
    return compare_production(data, CellKeyMethod(ptable), columns, total=total)


def test_the_same_figures_are_said_to_be_the_same(tmp_path: Path, data: Microdata, ptable: PTable) -> None:
    found = compared(tmp_path, former(data, ptable), data, ptable)
    assert (found.cells, found.differing, found.only_here, found.only_there, found.same) == (18, 0, 0, 0, True)
    assert all(cell.kind == "bound" for cell in found.listed)


def test_one_figure_changed_is_named_with_both_figures(tmp_path: Path, data: Microdata, ptable: PTable) -> None:
    frame = former(data, ptable)
    place = frame.index[(frame["area"] == "1") & (frame["SEX"] == "w")][0]
    right = int(frame.loc[place, "published"])
    frame.loc[place, "published"] = right + 1
    found = compared(tmp_path, frame, data, ptable)
    assert (found.differing, found.same) == (1, False)
    cell = found.listed[0]
    assert cell.kind == "differs"
    assert cell.address == (("area", "1"), ("SEX", "w"))
    assert (cell.theirs, cell.ours) == (str(right + 1), right)
    assert "w" not in repr(cell).replace("area", "").split("(")[0]


def test_cells_on_one_side_only_are_named(tmp_path: Path, data: Microdata, ptable: PTable) -> None:
    frame = former(data, ptable)
    gone = (frame["area"] == "12") & (frame["SEX"] == "Total")
    more = pd.DataFrame({"area": ["99", "98"], "SEX": ["m", "m"], "published": [4, 0]})
    found = compared(tmp_path, pd.concat([frame[~gone], more]), data, ptable)
    assert (found.cells, found.differing, found.only_there, found.only_here) == (17, 0, 1, 1)
    assert [(cell.kind, cell.address) for cell in found.listed[:2]] == [
        ("only_there", (("area", "99"), ("SEX", "m"))),
        ("only_here", (("area", "12"), ("SEX", TOTAL))),
    ]


def test_a_table_without_totals_lacks_no_totals(tmp_path: Path, data: Microdata, ptable: PTable) -> None:
    frame = former(data, ptable)
    inner = frame[(frame["SEX"] != "Total") & frame["area"].isin(["11", "12", "21"])]
    found = compared(tmp_path, inner, data, ptable)
    assert (found.cells, found.same) == (6, True)


@pytest.mark.parametrize(("total", "asked"), [("Insgesamt", None), ("TOTAL", None), ("", None), ("alle", "alle")])
def test_totals_are_known_by_their_usual_texts_or_the_one_given(
    tmp_path: Path, data: Microdata, ptable: PTable, total: str, asked: str | None
) -> None:
    found = compared(tmp_path, former(data, ptable, total), data, ptable, total=asked)
    assert (found.cells, found.same) == (18, True)


def test_columns_are_found_by_name_whatever_the_case_or_by_position(
    tmp_path: Path, data: Microdata, ptable: PTable
) -> None:
    frame = former(data, ptable)
    found = compared(tmp_path, frame.rename(columns={"area": "AREA", "SEX": "sex"}), data, ptable)
    assert found.same
    other = frame.rename(columns={"area": "A1", "SEX": "A2", "published": "F"})
    with fails("production_no_dimension") as caught:
        compared(tmp_path, other, data, ptable)
    assert "A1, A2, F" in caught.value.text("de")
    found = compared(tmp_path, other, data, ptable, dimensions=["area", "SEX"])
    assert found.same
    assert found.columns.dimensions == (("A1", "area"), ("A2", "SEX"))


def test_signs_stand_for_no_figure_and_a_dash_for_nothing(tmp_path: Path, data: Microdata, ptable: PTable) -> None:
    frame = former(data, ptable).astype({"published": str})
    frame.loc[0, "published"] = "x"
    frame.loc[1, "published"] = "."
    found = compared(tmp_path, frame, data, ptable)
    assert (found.cells, found.without_figure, found.same) == (16, 2, True)
    frame.loc[2, "published"] = "–"
    assert compared(tmp_path, frame, data, ptable).differing == 1


def test_bad_tables_are_said_with_their_place(tmp_path: Path, data: Microdata, ptable: PTable) -> None:
    frame = former(data, ptable)
    bad = frame.astype({"published": str})
    bad.loc[3, "published"] = "viele"
    with fails("production_not_a_figure") as caught:
        compared(tmp_path, bad, data, ptable)
    assert (caught.value.fields["row"], caught.value.fields["value"]) == (4, "viele")
    again = pd.concat([frame, frame.iloc[[2]].assign(published=999)])
    with fails("production_cell_twice") as twice:
        compared(tmp_path, again, data, ptable)
    assert (twice.value.fields["first"], twice.value.fields["second"]) == (3, 19)
    assert compared(tmp_path, pd.concat([frame, frame.iloc[[2]]]), data, ptable).same
    with fails("production_empty"):
        compared(tmp_path, frame.assign(area="zz"), data, ptable)
    with fails("production_no_figure") as none:
        compared(tmp_path, frame.rename(columns={"published": "a"}).assign(b=1), data, ptable)
    assert none.value.fields["columns"] == ("a", "b")
    with pytest.raises(UnknownColumn):
        compared(tmp_path, frame, data, ptable, published="publ")
    with pytest.raises(UnknownVariable):
        compared(tmp_path, frame, data, ptable, dimensions=["county"])


def test_a_table_of_a_heading_alone_has_no_records(tmp_path: Path, data: Microdata, ptable: PTable) -> None:
    (tmp_path / "t.csv").write_text("area;SEX;published\n", encoding="utf-8")
    with fails("file_without_records"):
        compare_production(data, CellKeyMethod(ptable), production_columns(tmp_path / "t.csv", data))


def test_the_column_of_published_figures_is_none_of_the_first_columns(tmp_path: Path, data: Microdata) -> None:
    (tmp_path / "t.csv").write_text("n;a;b\n5;11;m\n", encoding="utf-8")
    found = production_columns(tmp_path / "t.csv", data, dimensions=["area", "SEX"], published="n")
    assert found.dimensions == (("a", "area"), ("b", "SEX"))


def test_a_cell_key_on_a_bound_is_named_also_where_the_figure_agrees(tmp_path: Path) -> None:
    two = design_ptable(D=1, V=0.5, js=0)
    bound = float(two.upper_bounds[int(two.offsets[1])])
    assert bound == 0.25
    frame = pd.DataFrame({"a": ["x", "x", "y", "y"], "k": [".15", ".10", ".15", ".30"]})
    data = Microdata.from_pandas(frame, ["a"], "k")
    table = tmp_path / "t.csv"
    table.write_text("a,published\nx,2\ny,2\n", encoding="utf-8")
    found = compare_production(data, CellKeyMethod(two), production_columns(table, data))
    near = [cell for cell in found.listed if cell.near]
    assert [(cell.address, cell.cell_key) for cell in near] == [((("a", "x"),), "0.25")]
    assert found.near == 1


def test_rounded_figures_are_compared_too(tmp_path: Path, data: Microdata) -> None:
    path = tmp_path / "t.csv"
    raw = tabulate(data, TableSpec(["SEX"])).to_frame_confidential()
    raw["count"] = (raw["count"] / 5).round() * 5
    raw.to_csv(path, index=False)
    columns = production_columns(path, data, published="count")
    assert compare_production(data, Rounding(5), columns).cells == 3


def test_progress_is_told_and_a_cancelled_comparison_ends(tmp_path: Path, data: Microdata, ptable: PTable) -> None:
    from ckmcore.errors import Cancelled

    path = tmp_path / "t.csv"
    former(data, ptable).to_csv(path, index=False)
    columns = production_columns(path, data)
    seen: list[float] = []
    compare_production(data, CellKeyMethod(ptable), columns, progress=lambda _, part: seen.append(part))
    assert seen[-1] == 1.0
    with pytest.raises(Cancelled):
        compare_production(data, CellKeyMethod(ptable), columns, cancelled=lambda: True)


# --- the reference ----------------------------------------------------------------------------------------------------

CENSUS = {"COC.M": "coc_m_hierarchy.hrc", "NUTS3": "nuts3_hierarchy.hrc", "LAU2": "lau2_hierarchy.hrc"}


@pytest.mark.daily(1)
@pytest.mark.reference
@pytest.mark.parametrize(
    ("name", "dimensions", "ptable_name"),
    [
        ("out_10k_SEX_COC_NUTS3_ptab1", ["SEX", "COC.M", "NUTS3"], "estp2023_ptab1.csv"),
        ("out_10k_SEX_COC_NUTS3_ptab3", ["SEX", "COC.M", "NUTS3"], "estp2023_ptab3.csv"),
        ("out_10k_LAU2_SEX_ptab1", ["LAU2", "SEX"], "estp2023_ptab1.csv"),
    ],
)
def test_tables_of_tau_argus_do_not_differ(
    reference: Path, name: str, dimensions: list[str], ptable_name: str, tmp_path: Path
) -> None:
    data = read_microdata(reference / "data" / "census_persons_10k_keys.csv", dimensions, "RKEY")
    for dimension, hrc in CENSUS.items():
        if dimension in dimensions:
            data = data.with_hierarchy(dimension, read_hrc(reference / "data" / hrc))
    method = CellKeyMethod(read_ptable(reference / "ptables" / ptable_name))
    file = reference / "expected" / "tauargus" / f"{name}.csv"
    found = compare_production(data, method, production_columns(file, data))
    assert found.columns.published == "ckm"
    assert (found.differing, found.only_there, found.only_here) == (0, 0, 0)
    assert found.cells > 1000
    lines = file.read_text(encoding="utf-8").splitlines()
    fields = lines[40].split(";")
    place = lines[0].split(";").index("ckm")
    fields[place] = str(int(fields[place]) + 1)
    lines[40] = ";".join(fields)
    changed = tmp_path / "changed.csv"
    changed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = compare_production(data, method, production_columns(changed, data))
    assert found.differing == 1
    assert found.listed[0].theirs == fields[place]


@pytest.mark.reference
@pytest.mark.parametrize("weighted", [False, True])
def test_counts_of_a_tau_argus_project_do_not_differ(reference: Path, weighted: bool) -> None:
    folder = reference / "data" / "tau_savings"
    data = read_microdata(folder / "microdata.csv", ["Sex", "Age"], "Key", "Weigt", meta=folder / "microdata.rda")
    method = CellKeyMethod(read_ptable(reference / "ptables" / "tau_ptab_freq.txt"))
    name = "out_mag_freq_weighted.csv" if weighted else "out_mag_freq.csv"
    columns = production_columns(reference / "expected" / "tauargus" / name, data, weighted=weighted)
    found = compare_production(data, method, columns, weighted=weighted)
    assert (found.differing, found.only_there, found.only_here) == (0, 0, 0)
    assert found.cells > 15


@pytest.mark.daily(7)
@pytest.mark.reference
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("table", "ptable_name", "names", "hierarchies", "weight", "key"),
    [
        ("t1", "D5V3js2", ["sex", "age"], {}, "sampling_weight", "rkey"),
        ("t1", "mod", ["sex", "age"], {}, "sampling_weight", "rkey"),
        ("t2", "ex", ["sex", "age"], {}, "sampling_weight", "rkey"),
        ("t3", "D5V3js2", ["region", "age", "sex"], {"region": "region", "age": "age2"}, "decw", "rkey"),
        ("t3", "D8V3js2", ["region", "age", "sex"], {"region": "region", "age": "age2"}, "decw", "rkey"),
        ("t5", "D5V3js2", ["age", "relat", "roof"], {"age": "age2"}, "sampling_weight", "rkey5"),
    ],
)
def test_tables_of_r_cellkey_do_not_differ(
    reference: Path,
    table: str,
    ptable_name: str,
    names: list[str],
    hierarchies: dict[str, str],
    weight: str,
    key: str,
    weighted: bool,
) -> None:
    data = read_microdata(reference / "data" / "ihsn_persons_keys.csv", names, key, weight)
    for name, file in hierarchies.items():
        data = data.with_hierarchy(name, read_hrc(reference / "data" / f"ihsn_{file}.hrc"))
    folder = reference / "expected" / "r_cellkey"
    method = CellKeyMethod(read_ptable(folder / f"ptable_cnt_{ptable_name}.csv"))
    columns = production_columns(folder / f"cnt_{table}_{ptable_name}.csv", data, weighted=weighted)
    assert columns.published == ("pwc" if weighted else "puwc")
    found = compare_production(data, method, columns, weighted=weighted)
    assert (found.differing, found.only_there, found.only_here) == (0, 0, 0)
    assert found.cells >= 14


@pytest.mark.reference
@pytest.mark.parametrize(
    ("name", "dimensions", "cells", "without_figure"),
    [("out_geog_var1__var5_var8", ["var1", "var5", "var8"], 32, 168), ("out_var1", ["var1"], 5, 0)],
)
def test_tables_of_ons_do_not_differ(
    reference: Path, name: str, dimensions: list[str], cells: int, without_figure: int
) -> None:
    folder = reference / "expected" / "ons"
    data = read_microdata(folder / "micro_seed111_n1000.csv", dimensions, "record_key", modulus=256)
    method = CellKeyMethod(read_ptable(folder / "ptable_10_5_rule.csv.gz"))
    found = compare_production(data, method, production_columns(folder / f"{name}.csv", data))
    assert (found.cells, found.without_figure, found.same, found.near) == (cells, without_figure, True, 0)
