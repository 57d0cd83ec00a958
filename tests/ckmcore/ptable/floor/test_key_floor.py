"""The floor under record keys: F10 to F14, what is refused where they are taken over, and what is only said."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.keys.record_keys import RecordKeys, generate_keys, integer_keys
from ckmcore.ptable.floor.key_floor import check_keys, key_floor, key_spread
from ckmcore.ptable.floor.key_report import key_report
from tests.kit.fails import fails


def decimal(values: np.ndarray, digits: int = 8) -> RecordKeys:
    return RecordKeys(values.astype(np.uint64), 10**digits, digits, "decimal")


def levels(keys: RecordKeys, ptable: ckm.PTable | None = None) -> dict[str, str]:
    return {one.rule: one.level for one in key_floor(keys, ptable)}


def test_generated_keys_hold_every_rule() -> None:
    assert levels(generate_keys(20_000)) == {}
    assert check_keys(generate_keys(20_000)) == ()
    assert key_report(generate_keys(500)).floor == ()


def test_the_same_key_for_all_is_refused_by_frequency_number_spread_and_steps() -> None:
    assert levels(decimal(np.full(2000, 5 * 10**7))) == dict.fromkeys(("F11", "F12", "F13", "F14"), "R")


def test_keys_that_grow_by_the_same_step_are_refused_though_they_are_spread_evenly() -> None:
    assert levels(decimal(np.arange(1, 2001) * 61_803_399 % 10**8)) == {"F14": "R"}


def test_keys_all_in_the_lower_half_are_refused_by_their_spread_alone() -> None:
    assert levels(decimal(np.random.default_rng(1).integers(0, 5 * 10**7, 2000))) == {"F13": "R"}


def test_keys_cut_to_two_digits_are_refused_by_the_number_of_different_ones() -> None:
    found = levels(decimal(np.random.default_rng(1).integers(0, 100, 2000) * 10**6))
    assert found["F12"] == "R"


def test_the_modulus_is_judged_by_the_smallest_probability_too() -> None:
    keys = decimal(np.random.default_rng(1).integers(0, 10**8, 500))
    assert levels(decimal(keys.values // 1000, 5)) == {"F10": "W"}
    assert levels(decimal(np.arange(50), 3)) == {"F10": "R"}
    rare = ckm.design_ptable(D=15, V=3, js=2)
    assert rare.smallest_p < 1e-6
    assert levels(keys, rare) == {"F10": "W"}


def test_of_fewer_than_100_records_only_the_modulus_is_judged_and_keys_that_stand_too_often() -> None:
    assert levels(decimal(np.arange(99))) == {}
    assert levels(decimal(np.full(99, 7))) == {"F11": "R"}
    assert "F11" in levels(decimal(np.full(100, 7)))


def test_whole_keys_of_a_small_modulus_are_never_refused() -> None:
    keys = integer_keys(np.random.default_rng(1).integers(0, 256, 3000), 256)
    assert set(levels(keys).values()) == {"W"}
    assert [one.code for one in check_keys(keys)] == ["floor_reason"] * len(levels(keys))
    assert set(levels(integer_keys(np.full(3000, 7), 256)).values()) == {"W"}


@given(st.lists(st.integers(0, 30), min_size=2, max_size=60))
def test_spread_is_what_counting_one_by_one_gives(values: list[int]) -> None:
    found = key_spread(RecordKeys(np.array(values, dtype=np.uint64), 31, None, "integer"))
    steps = [(b - a) % 31 for a, b in itertools.pairwise(values)]
    assert found.distinct == len(set(values))
    assert found.most_frequent == max(map(values.count, values))
    assert found.most_frequent_step == max(map(steps.count, steps))
    assert found.expected_distinct == pytest.approx(31 * (1 - (30 / 31) ** len(values)))
    expected = len(values) / 31
    assert found.chi_square == pytest.approx(sum((values.count(k) - expected) ** 2 / expected for k in range(31)))


def test_refused_keys_are_judged_once_more_by_the_first_record_of_each_unit() -> None:
    drawn = np.repeat(np.random.default_rng(1).integers(0, 10**8, 300), 3)
    with fails("keys_below_floor") as error:
        check_keys(decimal(drawn))
    assert error.value.fields["rules"] == "F12, F14"
    assert "Identifikator" in error.value.text("de")
    assert check_keys(decimal(drawn), units=lambda: [f"P{at // 3}" for at in range(900)]) == ()


def test_keys_below_the_floor_are_not_joined_and_a_check_ends_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.csv").write_text("id,sex\n" + "".join(f"{n},m\n" for n in range(200)), encoding="utf-8")
    (tmp_path / "k.csv").write_text(
        "id,rkey\n" + "".join(f"{n},0.{n * 61_803_399 % 10**8:08d}\n" for n in range(200)), encoding="utf-8"
    )
    join = ["--language=en", "keys", "add", str(tmp_path / "p.csv"), "--from", str(tmp_path / "k.csv")]
    assert main([*join, "--id", "id", "-o", str(tmp_path / "o.csv")]) == 1
    assert "below the floor under protection (F14)" in capsys.readouterr().err
    assert not (tmp_path / "o.csv").exists()
    assert main(["--language=de", "keys", "check", str(tmp_path / "k.csv")]) == 3
    assert "F14, abgelehnt: Von einem Datensatz zum nächsten" in capsys.readouterr().err
