"""Variables of grid cells: derived from coordinates or codes, which are gone afterwards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.areas.grid import GridCell
from ckmcore.cli import main
from ckmcore.dictionary.derive import derive
from ckmcore.dictionary.json_file import write_dictionary
from ckmcore.methods.zero_rows import from_records
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.model import Statistic
from tests.kit.fails import fails

POINTS = [
    (4_337_123.45, 2_689_999.99),
    (4_337_999.0, 2_689_000.0),
    (4_338_000.0, 2_689_000.0),
    (4_401_000.0, 2_750_500.5),
]


def frame() -> pd.DataFrame:
    east, north = zip(*POINTS, strict=True)
    return pd.DataFrame({"X": east, "Y": north, "SEX": ["1", "2", "1", "1"]})


def entry(cell: int = 1000, crs: str = "3035", source: str = "X", north: str = "Y", **more: object) -> VariableEntry:
    rule = Derivation("grid", source, north=north, crs=crs, cell=cell)
    return VariableEntry("CELL", "dimension", ckm.Texts("Cell", "Zelle"), derived=rule, **more)  # type: ignore[arg-type]


def records(data: ckm.Microdata) -> list[str]:
    codes = data.dimension("CELL").codes
    return [codes[place] for place in np.asarray(data.columns["CELL"]).tolist()]


def test_coordinates_become_cells_with_coarser_levels_and_are_gone() -> None:
    data = ckm.Microdata.from_pandas(frame(), ["SEX"], magnitudes=["X", "Y"])
    made = derive(data, entry())
    assert records(made) == ["1kmN2689E4337", "1kmN2689E4337", "1kmN2689E4338", "1kmN2750E4401"]
    tree = made.dimension("CELL").hierarchy
    assert tree is not None
    assert tree.level_names == ("100 km", "10 km", "1 km")
    assert tree.leaves_below("100kmN26E43") == ("1kmN2689E4337", "1kmN2689E4338")
    assert (list(made.magnitudes), list(made.dimensions)) == ([], ["SEX", "CELL"])
    table = ckm.tabulate(made, ckm.TableSpec(rows=[ckm.Level("CELL", depths=(1,))]))
    assert table.to_frame_confidential()["count"].tolist() == [4, 3, 3, 1, 1]


def test_the_smallest_cell_is_a_hectare() -> None:
    data = ckm.Microdata.from_pandas(frame(), ["SEX"], magnitudes=["X", "Y"])
    assert records(derive(data, entry(100)))[0] == "100mN26899E43371"
    with fails("grid_size", value=10):
        derive(data, entry(10))


def test_a_record_without_a_coordinate_has_no_cell() -> None:
    without = frame()
    without.loc[1, "Y"] = None
    data = ckm.Microdata.from_pandas(without, ["SEX"], magnitudes=["X", "Y"])
    made = derive(data, entry())
    assert (records(made)[1], made.dimension("CELL").codes[-1]) == (MISSING, MISSING)
    assert made.dimension("CELL").codes.count(MISSING) == 1


@pytest.mark.parametrize("crs", ["25832", "25833", "4326"])
def test_other_systems_give_the_cells_of_the_same_points(crs: str) -> None:
    pyproj = pytest.importorskip("pyproj", reason="the extra `maps` is not installed")
    east, north = zip(*((x + 1, y + 1) for x, y in POINTS), strict=True)
    x, y = pyproj.Transformer.from_crs(3035, int(crs), always_xy=True).transform(east, north)
    moved = frame().assign(X=x, Y=y)
    data = ckm.Microdata.from_pandas(moved, ["SEX"], magnitudes=["X", "Y"])
    expected = [
        GridCell(1000, int(n) // 1000 * 1000, int(e) // 1000 * 1000).code for e, n in zip(east, north, strict=True)
    ]
    assert records(derive(data, entry(crs=crs))) == expected


def test_coordinates_in_another_system_than_named_are_refused() -> None:
    utm = frame().assign(X=[372_000.0] * 4, Y=[5_600_000.0] * 4)
    data = ckm.Microdata.from_pandas(utm, ["SEX"], magnitudes=["X", "Y"])
    with fails("grid_outside", count=4, crs="3035"):
        derive(data, entry())


def test_codes_become_coarser_cells_in_either_form_and_finer_ones_are_refused() -> None:
    codes = ["CRS3035RES100mN2689100E4337000", "100mN26892E43379", "1kmN2750E4401", None]
    data = ckm.Microdata.from_pandas(pd.DataFrame({"CODE": codes}), ["CODE"])
    made = derive(data, entry(source="CODE", north=""))
    assert records(made) == ["1kmN2689E4337", "1kmN2689E4337", "1kmN2750E4401", MISSING]
    assert list(made.dimensions) == ["CELL"]
    with fails("grid_finer", found=1000):
        derive(data, entry(100, source="CODE", north=""))
    wrong = ckm.Microdata.from_pandas(pd.DataFrame({"CODE": [*codes, "Berlin"]}), ["CODE"])
    with fails("grid_codes", count=1, codes=["Berlin"]):
        derive(wrong, entry(source="CODE", north=""))


def test_a_list_of_cells_holds_those_in_which_nobody_is() -> None:
    listed = entry(categories=(Category.plain("1kmN2690E4337"), Category.plain("1kmN2689E4337")), codes_from="list")
    data = ckm.Microdata.from_pandas(frame(), ["SEX"], magnitudes=["X", "Y"])
    made = derive(data, listed)
    assert made.dimension("CELL").codes[:2] == ("1kmN2690E4337", "1kmN2689E4337")
    tree = made.dimension("CELL").hierarchy
    assert tree is not None
    assert "1kmN2690E4337" in tree.leaves


def test_cells_of_records_are_codes_that_the_records_tell() -> None:
    entries = [VariableEntry("X", "magnitude", ckm.Texts("X")), entry()]
    assert [each.name for each in from_records(entries, ["CELL"])] == ["CELL"]
    listed = entry(categories=(Category.plain("1kmN2690E4337"),), codes_from="list")
    assert from_records([entries[0], listed], ["CELL"]) == ()


def test_a_statistic_has_cells_and_no_coordinates(tmp_path: Path) -> None:
    frame().to_csv(tmp_path / "persons.csv", index=False)
    path = tmp_path / "persons.ckm"
    with ckm.create_statistic(path, "Persons") as work:
        work.add_period("2022", "2022-05-15")
        work.add_records(tmp_path / "persons.csv", ["SEX"], magnitudes=["X", "Y"])
        work.put_variable(entry())
    with ckm.work_on_statistic(path, read_only=True) as work:
        statistic: Statistic = work.statistic
        data = work.data()
    assert statistic.dictionary[-1].derived == entry().derived
    assert (list(data.magnitudes), list(data.dimensions)) == ([], ["SEX", "CELL"])
    content = path.read_bytes()
    assert not any(str(number).encode() in content for point in POINTS[:1] for number in point)
    with fails("magnitude_unknown"):
        ckm.tabulate(data, ckm.TableSpec("SEX", values=ckm.Value("sum", magnitude="X")))


@pytest.mark.parametrize("store", [False, True])
def test_prepared_data_hold_cells_and_no_coordinates(tmp_path: Path, store: bool) -> None:
    frame().to_csv(tmp_path / "persons.csv", index=False)
    numbers = [VariableEntry(name, "magnitude", ckm.Texts(name)) for name in ("X", "Y")]
    write_dictionary(tmp_path / "d.json", [VariableEntry("SEX", "dimension", ckm.Texts("Sex")), *numbers, entry()])
    target = tmp_path / ("persons.ckmstore" if store else "persons.parquet")
    line = [
        "data",
        "prepare",
        str(tmp_path / "persons.csv"),
        "--dictionary",
        str(tmp_path / "d.json"),
        "-o",
        str(target),
    ]
    assert main([*line, *(["--store"] if store else [])]) == 0
    data = ckm.read_microdata(target)
    assert (list(data.dimensions), list(data.magnitudes)) == (["SEX", "CELL"], [])
    assert records(data)[-1] == "1kmN2750E4401"
    tree = data.dimension("CELL").hierarchy
    assert tree is not None
    assert tree.depth == 3
    files = [path for path in target.rglob("*") if path.is_file()] if store else [target]
    assert not any(b"4337123" in path.read_bytes() for path in files)
