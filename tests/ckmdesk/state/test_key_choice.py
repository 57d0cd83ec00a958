"""Where keys come from, as chosen on the data page: guesses, what is missing, and the keys themselves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ckmcore.base.texts import Texts
from ckmcore.keys.derivation import derive_keys
from ckmcore.keys.households import household_keys
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata import preview
from ckmcore.ptable.floor.key_floor import check_keys
from ckmcore.statistic.key_choice import (
    KeyChoice,
    RecordsToKey,
    look_at_key_file,
    make_keys,
    try_join,
    with_column,
    with_file,
    with_former,
    with_identifier,
)
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeySet, PeriodSource
from ckmcore.statistic.period_files import former_period
from ckmcore.statistic.periods import with_new_period
from ckmcore.statistic.source import place_keys
from ckmdesk.state.data_import import Loaded, begin_import, load_import, with_key_choice, with_role
from tests.kit.fails import fails

SECRET = b"0123456789abcdef"
ROWS = [(f"P{n:03d}", f"H{n // 2}", "mw"[n % 2]) for n in range(40)]


@pytest.fixture
def persons(tmp_path: Path) -> Path:
    path = tmp_path / "personen_2025.csv"
    path.write_text("kennung;haushalt;sex\n" + "".join(f"{a};{b};{c}\n" for a, b, c in ROWS), encoding="utf-8")
    return path


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    path = tmp_path / "keys.csv"
    lines = [f"0,{n * 23 % 997:03d};P{n:03d}" for n in reversed(range(40))]
    path.write_text("rkey;nr\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "geheim.txt"
    path.write_bytes(SECRET + b"\n")
    return path


def records(path: Path, period: str = "2025") -> RecordsToKey:
    return RecordsToKey((path,), preview(path).dialect, 40, period)


def test_columns_of_a_file_of_keys_are_guessed(persons: Path, keys: Path, tmp_path: Path) -> None:
    choice = with_identifier(KeyChoice(), ["kennung", "haushalt", "sex"], [])
    assert choice.identifier == "kennung"
    choice = with_file(choice, look_at_key_file(keys))
    assert (choice.how, choice.file_id, choice.file_column, choice.file_modulus) == ("file", "nr", "rkey", None)
    whole = tmp_path / "whole.csv"
    whole.write_text("kennung,k\nP001,200\nP002,17\n", encoding="utf-8")
    other = with_file(KeyChoice(identifier="kennung"), look_at_key_file(whole))
    assert (other.file_id, other.file_column, other.file_modulus) == ("kennung", "k", 256)
    assert with_column(KeyChoice(), ["a", "rkey", "b"]).column == "rkey"


def test_what_is_missing_is_said_in_both_languages(persons: Path) -> None:
    with fails("keys_not_chosen") as caught:
        make_keys(KeyChoice("derived", identifier="kennung"), records(persons))
    assert "choose the file with the secret" in caught.value.text("en")
    assert "wählen Sie die Datei mit dem Geheimnis" in caught.value.text("de")
    assert KeyChoice("file").missing is not None
    assert KeyChoice("column").missing is not None
    assert KeyChoice("generate").missing is None


def test_keys_of_a_file_are_joined_and_tried_before(persons: Path, keys: Path) -> None:
    choice = with_file(KeyChoice(identifier="kennung"), look_at_key_file(keys))
    tried = try_join(choice, records(persons))
    assert (tried.matched, tried.unmatched.count) == (40, 0)
    made = make_keys(choice, records(persons))
    assert made.keys is not None
    assert made.keys.values.tolist() == [n * 23 % 997 for n in range(40)]
    assert made.key_set == KeySet("file", "kennung", 1000, 3)
    keys.write_text("rkey;nr\n0,5;P001\n", encoding="utf-8")
    with fails("key_unmatched"):
        make_keys(choice, records(persons))
    generated = make_keys(replace(choice, others="generate"), records(persons))
    assert len(generated.notices) == 1


def test_derived_keys_of_stocks_leave_the_period_out_and_those_of_flows_do_not(persons: Path, secret: Path) -> None:
    choice = KeyChoice("derived", identifier="kennung", secret=secret)
    names = [row[0] for row in ROWS]
    made = make_keys(choice, records(persons))
    assert made.keys is not None
    assert made.keys.values.tolist() == derive_keys(names, SECRET).values.tolist()
    assert made.key_set == KeySet("derived", "kennung")
    flow = make_keys(replace(choice, flow=True), records(persons))
    assert flow.keys is not None
    assert flow.keys.values.tolist() == derive_keys(names, SECRET, "2025").values.tolist()
    with fails("keys_not_chosen"):
        make_keys(replace(choice, flow=True), records(persons, " "))


def test_households_add_up_whatever_the_keys_come_from(persons: Path, secret: Path) -> None:
    choice = KeyChoice("derived", identifier="kennung", secret=secret, household="haushalt")
    made = make_keys(choice, records(persons))
    wanted = household_keys(derive_keys([row[0] for row in ROWS], SECRET), [row[1] for row in ROWS])
    assert made.keys is not None
    assert np.array_equal(made.keys.values, wanted.values)
    assert made.key_set is not None
    assert (made.key_set.household, made.key_set.is_kept) == ("haushalt", True)
    persons.write_text(persons.read_text(encoding="utf-8").replace("P003;H1", "P003;"), encoding="utf-8")
    with fails("key_household_missing") as caught:
        make_keys(replace(choice, how="generate"), records(persons))
    assert caught.value.fields["rows"] == (4,)


def test_another_number_of_records_than_before_is_refused(persons: Path, secret: Path) -> None:
    choice = KeyChoice("derived", identifier="kennung", secret=secret)
    with fails("source_changed"):
        make_keys(choice, replace(records(persons), rows=41))


def test_random_keys_of_units_that_recur_warn(persons: Path) -> None:
    assert KeyChoice("generate", recurring=True).warns_of_fresh_noise
    assert not KeyChoice("derived", recurring=True).warns_of_fresh_noise
    assert KeyChoice("derived", recurring=True, flow=True).warns_of_fresh_noise
    assert not KeyChoice("generate").warns_of_fresh_noise
    before = Statistic(Texts.same("x"))
    before = before.with_period(replace(before.period, source=PeriodSource("sample")))
    state = begin_import(preview(persons), before)
    assert state.key_choice.warns_of_fresh_noise
    made = make_keys(state.key_choice, records(persons))
    assert "neue Überlagerung" in made.notices[0].text("de")


def test_an_import_makes_its_keys_as_chosen_and_keeps_roles_in_step(persons: Path, secret: Path) -> None:
    state = begin_import(preview(persons))
    choice = replace(state.key_choice, how="derived", secret=secret, identifier="kennung", household="haushalt")
    state = with_key_choice(state, choice)
    state = with_role(state, "kennung", "identifier")
    assert state.names("household") == ("haushalt",)
    assert state.key_choice == choice
    loaded = load_import(state)
    keys = loaded.statistic.period.keys
    assert keys == KeySet("derived", "kennung", household="haushalt")
    assert loaded.data.record_keys is not None
    assert "kennung" not in loaded.data.dimensions
    column = with_key_choice(state, replace(choice, how="column", column="sex"))
    assert column.names("record_key") == ("sex",)
    assert column.key_choice.how == "column"
    back = with_key_choice(column, replace(choice, how="none", household=""))
    assert back.names("record_key") == ()
    assert back.names("household") == ()
    assert load_import(with_role(back, "sex", "dimension")).statistic.period.keys is None


def with_second_period(folder: Path, loaded: Loaded) -> Statistic:
    """The statistic, saved beside its keys, with one more period that waits for its records."""
    path = folder / "s.ckm"
    keys = loaded.data.record_keys
    return with_new_period(place_keys(loaded.statistic, keys, path), Texts.same("2026"))


def test_units_of_a_further_period_keep_their_keys(persons: Path, tmp_path: Path) -> None:
    state = begin_import(preview(persons))
    loaded = load_import(with_role(with_role(state, "haushalt", "ignored"), "kennung", "identifier"))
    statistic = with_second_period(tmp_path, loaded)
    assert former_period(loaded.statistic, tmp_path / "s.ckm") is None
    former = former_period(statistic, tmp_path / "s.ckm")
    assert former is not None
    later = tmp_path / "personen_2026.csv"
    units = [f"P{n:03d}" for n in (*range(50, 39, -1), *range(5, 40))]
    later.write_text("sex;kennung\n" + "".join(f"m;{unit}\n" for unit in units), encoding="utf-8")
    choice = with_former(KeyChoice(identifier="kennung", recurring=True), former, ["sex", "kennung"])
    assert (choice.how, choice.identifier, choice.warns_of_fresh_noise) == ("former", "kennung", False)
    made = make_keys(choice, RecordsToKey((later,), preview(later).dialect, len(units), "2026"))
    assert made.keys is not None
    assert loaded.data.record_keys is not None
    before = dict(zip((row[0] for row in ROWS), loaded.data.record_keys.values.tolist(), strict=True))
    after = dict(zip(units, made.keys.values.tolist(), strict=True))
    assert all(after[unit] == key for unit, key in before.items() if unit in after)
    assert "keep theirs: 35; new ones with a new key: 11; gone: 5" in made.notices[0].text("en")
    assert made.key_set == KeySet("generated", "kennung")


def test_households_of_a_further_period_keep_theirs(persons: Path, tmp_path: Path) -> None:
    state = begin_import(preview(persons))
    state = with_key_choice(state, replace(state.key_choice, how="generate", household="haushalt"))
    loaded = load_import(with_role(state, "kennung", "identifier"))
    statistic = with_second_period(tmp_path, loaded)
    former = former_period(statistic, tmp_path / "s.ckm")
    choice = with_former(KeyChoice(), former, ["kennung", "haushalt", "sex"])
    assert (choice.how, choice.missing) == ("former", None)
    made = make_keys(choice, records(persons))
    assert made.keys is not None
    assert loaded.data.record_keys is not None
    assert np.array_equal(made.keys.values, loaded.data.record_keys.values)
    assert made.key_set is not None
    assert made.key_set.household == "haushalt"


def test_keys_of_a_column_are_kept_and_lost_ones_are_said(persons: Path, keys: Path, tmp_path: Path) -> None:
    both = tmp_path / "beides.csv"
    lines = [f"{row[0]};{row[2]};0,{n:03d}" for n, row in enumerate(ROWS)]
    both.write_text("kennung;sex;rkey\n" + "\n".join(lines) + "\n", encoding="utf-8")
    loaded = load_import(with_role(begin_import(preview(both)), "kennung", "identifier"))
    assert loaded.statistic.period.keys is not None
    assert loaded.statistic.period.keys.origin == "column"
    statistic = with_second_period(tmp_path, loaded)
    choice = with_former(KeyChoice(identifier="kennung"), former_period(statistic, None), ["kennung"])
    made = make_keys(choice, records(persons))
    assert made.keys is not None
    assert made.keys.values.tolist() == list(range(40))
    both.write_text(both.read_text(encoding="utf-8") + "P999;m;0,5\n", encoding="utf-8")
    with fails("source_changed"):
        make_keys(choice, records(persons))
    without = replace(loaded.statistic.period, keys=None)
    none = with_new_period(loaded.statistic.with_period(without), Texts.same("2026"))
    assert former_period(none, None) is None
    assert with_former(replace(choice, how="former"), None, ["kennung"]).how == "generate"


# --- the floor under keys ---------------------------------------------------------------------------------------------


def test_keys_below_the_floor_are_not_taken_over_and_generated_ones_are(
    persons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ckmcore.statistic.key_choice.check_keys", check_keys)
    short = RecordKeys(np.arange(40, dtype=np.uint64), 1000, 3, "decimal")
    with fails("keys_below_floor") as error:
        make_keys(KeyChoice("column", "rkey"), records(persons), short)
    assert "F10" in error.value.text("de")
    assert make_keys(KeyChoice(), records(persons)).notices == ()


def test_keys_of_units_with_several_records_are_judged_by_the_units(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ckmcore.statistic.key_choice.check_keys", check_keys)
    path = tmp_path / "years.csv"
    path.write_text("kennung;sex\n" + "".join(f"P{n // 4};m\n" for n in range(800)), encoding="utf-8")
    drawn = np.random.default_rng(3).integers(0, 10**9, 200).astype(np.uint64)
    keys = RecordKeys(np.repeat(drawn, 4), 10**9, 9, "decimal")
    years = RecordsToKey((path,), preview(path).dialect, 800, "2025")
    with fails("keys_below_floor"):
        make_keys(KeyChoice("column", "rkey"), years, keys)
    made = make_keys(KeyChoice("column", "rkey", identifier="kennung"), years, keys)
    assert made.keys is keys
    assert made.notices == ()
