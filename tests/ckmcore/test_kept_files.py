"""Files that a released version wrote open for ever: one of each form and version, in `kept/`, never changed.

    python -m tests.ckmcore.test_kept_files

writes those of a version that is about to be released; it never writes over one.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.version import VERSION
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.package import read_package, write_package
from ckmcore.microdata.prepared import read_prepared, write_prepared
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic, TestSet
from ckmcore.statistic.table_file import read_table, write_table
from tests.kit.former_versions import statistic_of_version_6
from tests.kit.reference_figures import example_of_2024, published_in_2024, records_of_2024

KEPT = Path(__file__).with_name("kept")
VERSIONS = sorted(folder.name for folder in KEPT.iterdir())
NAMES = ("statistic.ckm", "table.ckmtable", "prepared.parquet", "method.json")


def statistic() -> Statistic:
    """With all that a statistic could hold: periods, breaks, references, exemptions, register, a test set."""
    made = statistic_of_version_6()
    return replace(made, test_sets=(TestSet("All", tuple(table.name for table in made.tables)),))


def method() -> CellKeyMethod:
    return CellKeyMethod(published_in_2024(), boundary="less_equal")


def entries(data: ckm.Microdata) -> tuple[VariableEntry, ...]:
    return tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())


def test_there_are_files_of_this_version_with_every_form() -> None:
    assert VERSION in VERSIONS
    for version in VERSIONS:
        assert {file.name for file in (KEPT / version).iterdir()} >= set(NAMES), version


@pytest.mark.parametrize("version", VERSIONS)
def test_a_statistic_opens_as_it_was_and_is_saved_again(version: str) -> None:
    made, _ = open_statistic(KEPT / version / "statistic.ckm")
    assert made == statistic()
    assert from_bytes(to_bytes(made), "s.ckm") == made


@pytest.mark.parametrize("version", VERSIONS)
def test_a_table_opens_as_it_was(version: str) -> None:
    assert read_table(KEPT / version / "table.ckmtable").table.spec == statistic().tables[0].spec


@pytest.mark.parametrize("version", VERSIONS)
def test_a_method_opens_as_it_was_and_publishes_what_it_did(version: str) -> None:
    assert read_package(KEPT / version / "method.json").method == method()  # raises where a figure differs


@pytest.mark.parametrize("version", VERSIONS)
def test_prepared_data_open_with_their_keys_and_give_the_figures_that_they_gave(version: str) -> None:
    found = read_prepared(KEPT / version / "prepared.parquet")
    data = records_of_2024()
    pd.testing.assert_frame_equal(
        ckm.tabulate(found.data, ckm.TableSpec(rows=["age"], columns=["income"])).to_frame_confidential(),
        ckm.tabulate(data, ckm.TableSpec(rows=["age"], columns=["income"])).to_frame_confidential(),
    )
    assert found.dictionary == entries(data)
    assert example_of_2024(found.data) == example_of_2024(data)


def write(folder: Path) -> None:
    """The files of this version."""
    folder.mkdir()
    (folder / "statistic.ckm").write_bytes(to_bytes(statistic()))
    write_table(folder / "table.ckmtable", statistic().tables[0])
    write_package(method(), folder / "method.json")
    data = records_of_2024()
    write_prepared(data, entries(data), folder / "prepared.parquet")


if __name__ == "__main__":
    write(KEPT / VERSION)
