"""Replacing the data of a period: each unit keeps its key, new units get new ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ckmcore.base.texts import Texts
from ckmcore.keys.derivation import derive_keys
from ckmcore.microdata import preview
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.statistic.file import save_statistic
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.replace_data import Replaced, replace_data
from ckmcore.statistic.source import load_period, place_keys
from ckmdesk.state.data_import import Import, Loaded, begin_import, load_import, with_key_choice, with_role
from tests.kit.fails import fails

SECRET = b"0123456789abcdef"


def write(path: Path, units: list[int], key: int = 7) -> Path:
    lines = [f"P{n:03d};H{n // 2};{'mw'[n % 2]};0,{n * key % 997:03d}" for n in units]
    path.write_text("kennung;haushalt;sex;rkey\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write(tmp_path / "alt.csv", list(range(40)))


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """Corrected: four units gone, six new, another order."""
    return write(tmp_path / "neu.csv", [*range(45, 39, -1), *range(4, 40)])


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_bytes(SECRET)
    return path


def began(path: Path, keep_column: bool = False) -> Import:
    state = begin_import(preview(path))
    for name in ("kennung", "haushalt"):
        state = with_role(state, name, "identifier")
    state = with_role(state, "sex", "dimension")
    return state if keep_column else with_role(state, "rkey", "ignored")


def keys_by_unit(path: Path, values: list[int]) -> dict[str, int]:
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return {line.split(";")[0]: value for line, value in zip(lines, values, strict=True)}


def both(old: Path, new: Path, loaded: Loaded, made: Replaced) -> tuple[dict[str, int], dict[str, int]]:
    assert loaded.data.record_keys is not None
    assert made.data.record_keys is not None
    before = keys_by_unit(old, loaded.data.record_keys.values.tolist())
    return before, keys_by_unit(new, made.data.record_keys.values.tolist())


def test_generated_keys_stay_with_their_units(old: Path, new: Path, tmp_path: Path) -> None:
    loaded = load_import(began(old))
    made = replace_data(loaded.statistic, loaded.data, None, [new], "kennung")
    assert (made.kept, made.new, made.gone) == (36, 6, 4)
    before, after = both(old, new, loaded, made)
    assert {unit: key for unit, key in after.items() if unit in before} == {
        unit: key for unit, key in before.items() if unit in after
    }
    assert len({after[f"P{n:03d}"] for n in range(40, 46)} - set(before.values())) == 6
    period = made.statistic.period
    assert period.source is not None
    assert (period.source.rows, Path(period.source.path_absolute).name) == (42, "neu.csv")
    # It can be saved and loaded again.
    path = tmp_path / "s.ckm"
    placed = place_keys(made.statistic, made.data.record_keys, path)
    save_statistic(placed, path)
    again = load_period(placed, path)
    assert again is not None
    assert again.record_keys is not None
    assert again.record_keys.values.tolist() == list(after.values())


def test_new_units_of_derived_keys_get_theirs_from_the_same_secret(old: Path, new: Path, secret: Path) -> None:
    state = began(old)
    state = with_key_choice(state, replace(state.key_choice, how="derived", identifier="kennung", secret=secret))
    loaded = load_import(state)
    made = replace_data(loaded.statistic, loaded.data, None, [new], "kennung", secret=secret)
    _, after = both(old, new, loaded, made)
    assert list(after.values()) == derive_keys(list(after), SECRET).values.tolist()
    secret.write_bytes(SECRET[::-1])
    with fails("keys_secret_other"):
        replace_data(loaded.statistic, loaded.data, None, [new], "kennung", secret=secret)


def test_a_household_keeps_its_key(old: Path, new: Path) -> None:
    state = began(old)
    state = with_key_choice(state, replace(state.key_choice, how="generate", household="haushalt"))
    loaded = load_import(state)
    made = replace_data(loaded.statistic, loaded.data, None, [new], "")
    assert (made.kept, made.new, made.gone) == (18, 3, 2)
    before, after = both(old, new, loaded, made)
    assert after["P004"] == after["P005"] == before["P004"]
    assert after["P044"] == after["P045"]


def test_keys_of_a_column_have_to_be_the_same(old: Path, new: Path, tmp_path: Path) -> None:
    loaded = load_import(began(old, keep_column=True))
    assert loaded.statistic.period.keys is not None
    assert loaded.statistic.period.keys.origin == "column"
    made = replace_data(loaded.statistic, loaded.data, None, [new], "kennung")
    assert (made.kept, made.new, made.gone) == (36, 6, 4)
    other = write(tmp_path / "andere.csv", list(range(40)), key=11)
    with fails("keys_column_changed") as caught:
        replace_data(loaded.statistic, loaded.data, None, [other], "kennung")
    assert (caught.value.fields["count"], caught.value.fields["rows"][0]) == (39, 2)


def test_faults_of_a_new_delivery_change_nothing(old: Path, new: Path, tmp_path: Path) -> None:
    loaded = load_import(began(old))
    twice = write(tmp_path / "doppelt.csv", [1, 2, 2, 3, 3])
    with fails("key_identifier_twice") as caught:
        replace_data(loaded.statistic, loaded.data, None, [twice], "kennung")
    assert caught.value.fields["rows"] == (3, 5)
    with pytest.raises(UnknownColumn):
        replace_data(loaded.statistic, loaded.data, None, [new], "nummer")
    (tmp_path / "ohne.csv").write_text("kennung;rkey\nP001;0,5\n", encoding="utf-8")
    with pytest.raises(UnknownColumn):
        replace_data(loaded.statistic, loaded.data, None, [tmp_path / "ohne.csv"], "kennung")
    with fails("replace_not_loaded"):
        replace_data(loaded.statistic, None, None, [new], "kennung")
    with fails("replace_without_source"):
        replace_data(Statistic(Texts.same("x")), loaded.data, None, [new], "kennung")
    old.write_text(old.read_text(encoding="utf-8") + "P099;H9;m;0,1\n", encoding="utf-8")
    with fails("source_changed"):
        replace_data(loaded.statistic, loaded.data, None, [new], "kennung")
