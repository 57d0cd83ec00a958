"""Keys joined from another file, and carried over to a new delivery."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.errors import Cancelled
from ckmcore.keys.derivation import derive_keys
from ckmcore.keys.draw import draw_keys
from ckmcore.keys.record_keys import RecordKeyOutside, generate_keys, integer_keys
from ckmcore.microdata.errors import FileMissing, UnknownColumn
from ckmcore.microdata.identifiers import read_identifiers
from ckmcore.microdata.key_join import carry_over, join_keys
from tests.kit.fails import fails

SECRET = b"0123456789abcdef"


def keys_file(folder: Path, lines: list[str], head: str = "id;rkey") -> Path:
    path = folder / "Schlüssel äöü.csv"
    path.write_text("\n".join([head, *lines]) + "\n", encoding="cp1252")
    return path


# --- identifiers ------------------------------------------------------------------------------------------------------


def test_identifiers_of_several_files_follow_one_another_trimmed_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,id\n1, 007 \n2,\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("id;x\nä;1\n\nb;2\n", encoding="utf-8")
    pd.DataFrame({"id": [7.0, np.nan, 2.5]}).to_parquet(tmp_path / "c.parquet")
    pd.DataFrame({"id": pd.Categorical([" u ", None, "u"])}).to_parquet(tmp_path / "d.parquet")
    pd.DataFrame({"id": [12, 13]}).to_parquet(tmp_path / "e.parquet")
    files = [tmp_path / name for name in ("a.csv", "b.csv", "c.parquet", "d.parquet", "e.parquet")]
    seen: list[float] = []
    found = read_identifiers(files, "id", progress=lambda _, part: seen.append(part))
    assert found.to_pylist() == ["007", "", "ä", "b", "7", "", "2.5", "u", "", "u", "12", "13"]
    assert seen[-1] == 1.0
    assert seen == sorted(seen)
    assert read_identifiers(str(files[0]), "id").to_pylist() == ["007", ""]
    with pytest.raises(UnknownColumn):
        read_identifiers(files[0], "nr")
    with pytest.raises(Cancelled):
        read_identifiers(files, "id", cancelled=lambda: True)


# --- joining ----------------------------------------------------------------------------------------------------------


def test_each_record_finds_its_key_whatever_the_order(tmp_path: Path) -> None:
    file = keys_file(tmp_path, ["B;0,5", " A ;0,123", "C;0,75"])
    joined = join_keys(["A", "B ", "A"], file, "id", "rkey")
    keys = joined.record_keys()
    assert keys.texts() == ["0.123", "0.500", "0.123"]
    assert (keys.modulus, keys.digits) == (1000, 3)
    assert (joined.matched, joined.unmatched.count, joined.unused) == (3, 0, 1)
    assert joined.repeated.first == (3,)
    said = [notice.text("en") for notice in joined.notices]
    assert said == [
        "Records with the identifier of a record before them, which get its key: 1, the first: 3.",
        "“Schlüssel äöü.csv”: identifiers that do not occur in the data: 1.",
    ]


def test_records_without_a_key_are_refused_by_their_rows_or_get_generated_ones(tmp_path: Path) -> None:
    file = keys_file(tmp_path, ["A;0.12", ";0.99", "B;0.34"])
    identifiers = ["A", "geheim1", "B", "", "geheim2"]
    joined = join_keys(identifiers, file, "id", "rkey")
    assert joined.keys is None
    with fails("key_unmatched") as caught:
        joined.record_keys()
    assert caught.value.fields["rows"] == (2, 4, 5)
    for language in ("de", "en"):
        assert "geheim" not in caught.value.text(language)
    made = join_keys(identifiers, file, "id", "rkey", others="generate")
    keys = made.record_keys()
    assert keys.values[[0, 2]].tolist() == [12, 34]
    assert keys.modulus == 100
    assert "new ones were generated: 3, the first: 2, 4, 5" in made.notices[0].text("en")


def test_an_identifier_with_two_keys_is_refused_with_the_same_key_a_notice(tmp_path: Path) -> None:
    file = keys_file(tmp_path, ["A;0.12", "B;0.34", "A;0.12", "B;0.35"])
    with fails("key_file_twice") as caught:
        join_keys(["A"], file, "id", "rkey")
    assert (caught.value.fields["first"], caught.value.fields["second"]) == (2, 4)
    file = keys_file(tmp_path, ["A;0.12", "B;0.34", "A;0.12"])
    joined = join_keys(["A"], file, "id", "rkey")
    assert joined.twice.first == (3,)
    assert any("repeat an identifier with the same key: 1" in notice.text("en") for notice in joined.notices)


def test_integer_keys_and_other_formats_are_joined(tmp_path: Path) -> None:
    frame = pd.DataFrame({"id": [3, 1, 2], "k": [17, 255, 0]})
    frame.to_parquet(tmp_path / "k.parquet")
    keys = join_keys(["1", "2", "3"], tmp_path / "k.parquet", "id", "k", modulus=256).record_keys()
    assert (keys.values.tolist(), keys.modulus, keys.digits) == ([255, 0, 17], 256, None)


def test_bad_files_of_keys_are_said_with_their_place(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        join_keys(["1"], tmp_path / "none.csv", "id", "rkey")
    with fails("file_without_records"):
        join_keys(["1"], keys_file(tmp_path, []), "id", "rkey")
    with pytest.raises(UnknownColumn):
        join_keys(["1"], keys_file(tmp_path, ["1;0.5"]), "id", "key")
    with fails("column_two_roles"):
        join_keys(["1"], keys_file(tmp_path, ["1;0.5"]), "id", "id")
    with pytest.raises(RecordKeyOutside) as caught:
        join_keys(["1"], keys_file(tmp_path, ["1;0.5", "2;1.5"]), "id", "rkey")
    assert caught.value.fields["row"] == 2


IDS = st.lists(st.sampled_from([f"u{n}" for n in range(12)]), max_size=30)


@given(IDS, st.dictionaries(st.sampled_from([f"u{n}" for n in range(12)]), st.integers(0, 999), min_size=1))
def test_joining_is_a_dictionary(
    tmp_path_factory: pytest.TempPathFactory, ids: list[str], known: dict[str, int]
) -> None:
    path = tmp_path_factory.mktemp("join") / "k.parquet"
    pd.DataFrame({"id": list(known), "k": list(known.values())}).to_parquet(path)
    joined = join_keys(ids, path, "id", "k", modulus=1000, others="generate")
    keys = joined.record_keys()
    assert joined.matched == sum(one in known for one in ids)
    assert joined.unmatched.count == len(ids) - joined.matched
    assert joined.unused == len(set(known) - set(ids))
    for one, key in zip(ids, keys.values.tolist(), strict=True):
        assert key == known.get(one, key)


# --- drawing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [2, 100, 256, 10**9, 2**32 + 1, 10**18])
def test_drawn_keys_are_below_the_modulus_and_spread(modulus: int) -> None:
    keys = draw_keys(20_000, modulus, None)
    shares = keys.values / modulus
    assert int(keys.values.max()) < modulus
    assert abs(float(shares.mean()) + 0.5 / modulus - 0.5) < 0.02
    assert len(draw_keys(0, modulus, None)) == 0


# --- carrying over ----------------------------------------------------------------------------------------------------

UNITS = st.lists(st.sampled_from([f"u{n}" for n in range(20)]), unique=True, max_size=20)


@given(UNITS, UNITS)
def test_units_keep_their_keys_and_only_new_ones_get_new_ones(old: list[str], new: list[str]) -> None:
    keys = generate_keys(len(old))
    carried = carry_over(old, keys, new)
    before = dict(zip(old, keys.values.tolist(), strict=True))
    for unit, key in zip(new, carried.keys.values.tolist(), strict=True):
        if unit in before:
            assert key == before[unit]
    kept = set(old) & set(new)
    assert (carried.kept, carried.new, carried.gone) == (len(kept), len(new) - len(kept), len(old) - len(kept))
    assert carried.keys.modulus == keys.modulus


@given(UNITS, UNITS)
def test_derived_keys_of_new_units_are_those_of_their_identifiers(old: list[str], new: list[str]) -> None:
    carried = carry_over(old, derive_keys(old, SECRET), new, fresh=lambda units: derive_keys(units, SECRET))
    assert carried.keys.values.tolist() == derive_keys(new, SECRET).values.tolist()
    assert carried.keys.origin == "derived"


def test_new_keys_have_the_modulus_of_the_kept_ones() -> None:
    old = integer_keys([7, 9], 256)
    carried = carry_over(["a", "b"], old, ["c", "b", "d"])
    assert carried.keys.modulus == 256
    assert carried.keys.values[1] == 9
    with fails("key_other_modulus"):
        carry_over(["a", "b"], old, ["c"], fresh=lambda units: derive_keys(units, SECRET))


def test_identifiers_that_stand_twice_or_lack_are_refused_with_delivery_and_rows() -> None:
    keys = generate_keys(3)
    with fails("key_identifier_twice") as caught:
        carry_over(["a", "b", "a "], keys, ["a"])
    assert caught.value.text("en").startswith(
        "Data so far: records whose identifier occurred before: 1, the first: 3. "
    )
    with fails("key_identifier_twice") as caught:
        carry_over(["a", "b", "c"], keys, ["x", "x", "y", "y"])
    assert caught.value.fields["rows"] == (2, 4)
    assert caught.value.text("de").startswith(
        "Neue Daten: Datensätze, deren Kennung weiter oben schon steht: 2, zuerst: 2, 4."
    )
    with fails("key_identifier_none") as gone:
        carry_over(["a", "b", "c"], keys, pa.chunked_array([["x"], [None, " "]], pa.string()))
    assert gone.value.fields["rows"] == (2, 3)


def test_households_keep_their_key_for_all_their_members() -> None:
    old = integer_keys([5, 5, 8], 256)
    carried = carry_over(["h1", "h1", "h2"], old, ["h2", "h3", "h3", "h1", "h1", "h1"], repeated=True)
    values = carried.keys.values.tolist()
    assert (values[0], values[3:]) == (8, [5, 5, 5])
    assert values[1] == values[2]
    assert (carried.kept, carried.new, carried.gone) == (2, 1, 0)
    with fails("key_household_differ"):
        carry_over(["h1", "h1", "h2"], dataclasses.replace(old, values=np.array([5, 6, 8])), ["h1"], repeated=True)
