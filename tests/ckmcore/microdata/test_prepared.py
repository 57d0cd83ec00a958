"""Prepared data come back as they were written, or one sentence says that they were changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pyarrow.parquet as parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore.microdata.prepared as prepared_file
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.microdata import Category, Hierarchy, preview, read_microdata
from ckmcore.microdata.prepared import read_prepared, write_prepared
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.prepared_data import ENTRIES, example, same


@settings(max_examples=examples(25), deadline=None)
@given(
    rows=st.integers(0, 200),
    seed=st.integers(0, 1000),
    decimals=st.sampled_from([None, 0, 6]),
    modulus=st.sampled_from([256, 10**9, 10**17]),
)
def test_a_round_trip_gives_the_same(
    tmp_path_factory: pytest.TempPathFactory, rows: int, seed: int, decimals: int | None, modulus: int
) -> None:
    path = tmp_path_factory.mktemp("prepared") / "aufbereitet äöü.parquet"
    data = example(rows, seed, decimals, modulus)
    write_prepared(data, ENTRIES, path)
    found = read_prepared(path)
    assert same(found.data, data)
    assert found.dictionary == ENTRIES
    assert found.structural_zeros == data.structural_zeros
    assert same(read_microdata(path), data)


def test_derived_dimensions_and_identifiers_stay_out(tmp_path) -> None:
    from ckmcore.dictionary.derive import derive

    data = derive(example(), ENTRIES[2])
    assert "Gruppe" in data.dimensions
    write_prepared(data, ENTRIES, tmp_path / "p.parquet")
    names = parquet.read_schema(tmp_path / "p.parquet").names
    assert "Gruppe" not in names
    assert "pid" not in names
    assert "Gruppe" in derive(read_prepared(tmp_path / "p.parquet").data, ENTRIES[2]).dimensions


def test_no_place_of_this_machine_stands_in_the_file(tmp_path) -> None:
    write_prepared(example(), ENTRIES, tmp_path / "p.parquet")
    content = (tmp_path / "p.parquet").read_bytes()
    assert str(tmp_path).encode() not in content
    assert tmp_path.name.encode() not in content


def test_variables_that_were_asked_for_come_with_the_keys(tmp_path) -> None:
    data = example()
    write_prepared(data, (), tmp_path / "p.parquet")
    found = read_microdata(tmp_path / "p.parquet", ["Land"], magnitudes=["m"])
    assert list(found.dimensions) == ["Land"]
    assert found.weight is None
    assert list(found.magnitudes) == ["m"]
    assert found.record_keys is not None
    with pytest.raises(CkmError) as caught:
        read_microdata(tmp_path / "p.parquet", ["Landd"])
    assert caught.value.code == "unknown_column"
    for dimensions, magnitudes in ((["m"], []), (["Land"], ["record_key"])):
        with pytest.raises(CkmError) as caught:
            read_microdata(tmp_path / "p.parquet", dimensions, magnitudes=magnitudes)
        assert caught.value.code == "prepared_role"


def test_the_preview_shows_codes_numbers_and_keys(tmp_path) -> None:
    data = example(30)
    write_prepared(data, (), tmp_path / "p.parquet")
    shown = preview(tmp_path / "p.parquet")
    assert shown.format == "prepared"
    assert shown.names == ("Land", "record_key", "w", "m", "record_key_")
    assert [column.role for column in shown.columns] == ["dimension", "dimension", "weight", "magnitude", "record_key"]
    land = data.dimensions["Land"]
    assert [row[0] for row in shown.rows] == [land.codes[code] for code in data.columns["Land"]]
    assert data.record_keys is not None
    assert float(shown.rows[0][4]) == data.record_keys.values[0] / 10**9


@pytest.mark.thorough
def test_every_cut_and_every_changed_byte_of_the_values_ends_in_a_sentence(tmp_path) -> None:
    path = tmp_path / "p.parquet"
    write_prepared(example(500), ENTRIES, path)
    content, whole = path.read_bytes(), read_prepared(path).data
    for length in range(1, len(content), 997):
        path.write_bytes(content[:length])
        with pytest.raises(CkmError):
            read_microdata(path)
    said: set[str] = set()
    for place in range(4, len(content), 331):
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :])
        try:
            found = read_microdata(path)
        except CkmError as error:
            said.add(error.text("de"))
            said.add(error.text("en"))
        else:  # a byte that nobody reads
            assert same(found, whole)
    assert said


def test_values_exchanged_by_another_program_are_noticed(tmp_path) -> None:
    path = tmp_path / "p.parquet"
    write_prepared(example(), ENTRIES, path)
    table = parquet.read_table(path)
    parquet.write_table(table.take(list(reversed(range(table.num_rows)))), path)
    with fails("prepared_damaged"):
        read_prepared(path)


def test_a_later_version_and_other_files_are_refused(tmp_path, monkeypatch) -> None:
    path = tmp_path / "p.parquet"
    table = parquet.read_table(_plain(tmp_path))
    with fails("prepared_not"):
        read_prepared(_plain(tmp_path))
    monkeypatch.setattr(prepared_file, "VERSION", 0)
    import hashlib

    head = msgspec.json.encode({"version": 7, "rows": 1})
    digest = hashlib.sha256(head).hexdigest()
    parquet.write_table(
        table.replace_schema_metadata({"ckmdesk.prepared": head, "ckmdesk.prepared.sha256": digest}), path
    )
    with fails("prepared_newer"):
        read_prepared(path)


def _plain(folder):
    import pyarrow as pa

    parquet.write_table(pa.table({"a": [1]}), folder / "plain.parquet")
    return folder / "plain.parquet"


def test_a_period_of_a_statistic_reads_prepared_data(tmp_path) -> None:
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.period import KeySet, Period
    from ckmcore.statistic.source import describe_source, load_period

    data = example()
    path = tmp_path / "p.parquet"
    dictionary = (
        VariableEntry.of(data.dimensions["Land"]),
        VariableEntry("m", "magnitude", Texts("m", "M")),
        VariableEntry("Gruppe", "dimension", Texts(), derived=Derivation("prefix", "Land", digits=1)),
    )
    write_prepared(data, dictionary, path)
    source = describe_source(path, None, data.rows)
    keys = KeySet("prepared", modulus=10**9, digits=9)
    found = load_period(Statistic(Texts(), dictionary, (Period(Texts(), source=source, keys=keys),)))
    assert found is not None
    assert set(found.dimensions) == {"Land", "Gruppe"}
    assert found.record_keys is not None
    assert data.record_keys is not None
    assert np.array_equal(found.record_keys.values, data.record_keys.values)


def test_a_column_that_was_called_an_identifier_later_leaves_no_value_behind(tmp_path: Path) -> None:
    data = example()
    entries = tuple(VariableEntry.of(one) for one in data.dimensions.values())
    for role in ("identifier", "household", "magnitude", "ignored"):
        late = replace(entries[1], role=role).with_hierarchy(Hierarchy.from_depths([("2", 0), ("299", 1)]))
        write_prepared(data, (entries[0], late), tmp_path / "p.parquet")
        found = read_prepared(tmp_path / "p.parquet")
        assert found.dictionary[1].categories == ()
        if role != "magnitude":
            assert set(found.data.dimensions) == {"Land"}
            statistic = Statistic(Texts.same("S"), (entries[0], late))
            assert set(statistic.describe(data).dimensions) == {"Land"}
        kept = from_bytes(to_bytes(Statistic(Texts.same("S"), (late,))), "s.ckm").dictionary[0]
        assert kept.categories == ()
        assert bool(kept.hierarchy) == (role == "ignored")
    named = VariableEntry("x", "ignored", Texts(), (Category("1", Texts.same("one")), Category.plain("2")))
    assert [one.code for one in named.kept.categories] == ["1"]


def test_no_other_column_than_that_of_the_keys_passes_for_record_keys(tmp_path: Path) -> None:
    data = example()
    write_prepared(data, tuple(map(VariableEntry.of, data.dimensions.values())), tmp_path / "p.parquet")
    with fails("prepared_role"):
        read_microdata(tmp_path / "p.parquet", ["Land"], record_key="m")
    column = prepared_file.read_head(tmp_path / "p.parquet").keys
    assert column is not None
    assert read_microdata(tmp_path / "p.parquet", ["Land"], record_key=column.column).record_keys is not None
