"""Keys of households: the sum of all members' keys, exact for every modulus."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.keys.households import household_keys
from ckmcore.keys.record_keys import RecordKeys, decimal_keys, integer_keys
from tests.kit.fails import fails

MODULI = (2, 256, 10**3, 10**9, 2**32, 2**32 + 1, 10**12, 10**17, 10**18)


@given(st.data(), st.sampled_from(MODULI))
def test_each_record_has_the_sum_of_its_household_modulo_m(data: st.DataObject, modulus: int) -> None:
    records = data.draw(
        st.lists(st.tuples(st.integers(0, modulus - 1), st.sampled_from(["h1", "h2", "h3", "ä", "7"])), max_size=60)
    )
    keys = integer_keys(np.array([key for key, _ in records], dtype=np.int64), modulus)
    made = household_keys(keys, [household for _, household in records])
    wanted = [sum(key for key, other in records if other == household) % modulus for _, household in records]
    assert made.values.tolist() == wanted
    assert (made.modulus, made.values.dtype) == (modulus, keys.values.dtype)


def test_a_large_household_does_not_overflow() -> None:
    modulus = 10**18
    keys = RecordKeys(np.full(100_000, modulus - 1, dtype=np.uint64), modulus, None, "integer")
    assert set(household_keys(keys, ["x"] * 100_000).values.tolist()) == {100_000 * (modulus - 1) % modulus}


def test_the_example_of_three_persons() -> None:
    # [W19]: .6019 + .8531 + .3448 = 1.7998 -> .7998
    keys = household_keys(decimal_keys([".6019", ".8531", ".3448", ".5"]), ["a", " a", "a ", "b"])
    assert keys.texts() == ["0.7998", "0.7998", "0.7998", "0.5000"]


def test_a_record_without_household_is_named() -> None:
    keys = integer_keys([1, 2, 3, 4], 256)
    with fails("key_household_missing") as caught:
        household_keys(keys, pa.chunked_array([["a", None], [" ", "a"]], pa.string()))
    assert (caught.value.fields["count"], caught.value.fields["rows"]) == (2, (2, 3))
    assert "Datensätze ohne Haushalt: 2, zuerst: 2, 3." in caught.value.text("de")
    with fails("key_household_rows"):
        household_keys(keys, ["a"])


def test_no_records_have_no_keys() -> None:
    assert len(household_keys(integer_keys([], 256), pa.chunked_array([], pa.string()))) == 0
