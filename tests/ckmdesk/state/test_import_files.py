"""Several files, projects of τ-ARGUS and prepared data are taken over; losses take the place of guesses."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.microdata.conversion_warnings import conversion_warnings
from ckmcore.microdata.prepared import write_prepared
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.import_records import look_at
from ckmcore.statistic.source import load_period
from ckmdesk.state.data_import import begin_import, load_import, with_losses, with_role, with_roles
from tests.kit.prepared_data import example
from tests.kit.tau_files import project


def rows(land: str, count: int) -> str:
    return "Land,x,rkey\n" + "".join(f"{land},{n % 3},0.{n * 7919 % 1000:03d}\n" for n in range(count))


def test_several_files_become_one_source_that_opens_again(tmp_path: Path) -> None:
    for name, count in (("BY", 20), ("BW", 30)):
        (tmp_path / f"{name}.csv").write_text(rows(name, count), encoding="utf-8")
    state = begin_import(look_at([tmp_path / "BY.csv", tmp_path / "BW.csv"]))
    state = with_role(state, "x", "dimension")
    assert state.paths == (tmp_path / "BY.csv", tmp_path / "BW.csv")
    loaded = load_import(state)
    assert loaded.data.rows == 50
    source = loaded.statistic.period.source
    assert source is not None
    assert [Path(mark.path_absolute).name for mark in source.more] == ["BW.csv"]
    again = load_period(loaded.statistic)
    assert again is not None
    assert np.array_equal(again.columns["Land"], loaded.data.columns["Land"])


def test_a_project_brings_settings_and_perturbation_tables(tmp_path: Path) -> None:
    state = begin_import(look_at([project(tmp_path)]))
    assert state.path.name == "p.csv"
    assert state.meta == tmp_path / "P.RDA"
    loaded = load_import(state)
    assert [(one.use, one.name) for one in loaded.ptables] == [("counts", "ptab.csv")]
    assert "tau_ptable_missing" in [notice.code for notice in loaded.notices]
    entries = {entry.name: entry for entry in loaded.statistic.dictionary}
    assert dict(entries["INCOME"].settings)["CKM"] == "T(3)"
    assert [node.code for node in entries["AGE"].hierarchy] == ["A", "01", "02", "03"]
    again = load_period(loaded.statistic)
    assert again is not None
    assert again.dimensions == loaded.data.dimensions
    assert again.record_keys is not None


def test_prepared_data_bring_their_dictionary_and_keys(tmp_path: Path) -> None:
    data = example()
    dictionary = (
        VariableEntry("Land", "dimension", Texts("Land", "Land"), note=Texts.same("a note")),
        VariableEntry("Gruppe", "dimension", Texts(), derived=Derivation("prefix", "Land", digits=1)),
    )
    write_prepared(data, dictionary, tmp_path / "p.parquet")
    loaded = load_import(begin_import(look_at([tmp_path / "p.parquet"])))
    keys = loaded.statistic.period.keys
    assert keys is not None
    assert (keys.origin, keys.modulus) == ("prepared", 10**9)
    assert "Gruppe" in loaded.data.dimensions
    assert loaded.statistic.dictionary[0].note == Texts.same("a note")
    assert loaded.statistic.structural_zeros == data.structural_zeros
    again = load_period(loaded.statistic)
    assert again is not None
    assert again.record_keys is not None
    assert data.record_keys is not None
    assert np.array_equal(again.record_keys.values, data.record_keys.values)
    assert again.dimensions == loaded.data.dimensions


def test_counts_of_the_whole_file_take_the_place_of_the_guess(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("ags,b\n" + "01001,x\n" * 30 + "10001,y\n", encoding="utf-8")
    state = begin_import(look_at([file]))
    assert [found.code for found in state.columns[0].warnings] == ["leading_zeros"]
    counted = with_losses(state, conversion_warnings(file))
    assert counted.counted
    assert not state.counted
    assert [found.code for found in counted.columns[0].warnings] == ["loss_zeros"]
    read = with_role(counted, "ags", "magnitude")
    assert [found.code for found in read.columns[0].warnings] == ["loss_zeros_happens"]
    assert [column.role for column in with_roles(counted, ["ags", "b"], "ignored").columns] == ["ignored", "ignored"]
