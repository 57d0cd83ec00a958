"""Record keys: reading them exactly, from texts and doubles, and adding them modulo M."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.keys.record_keys import (
    KeyReader,
    RecordKeyMissing,
    RecordKeyNotANumber,
    RecordKeyOutside,
    RecordKeyTooLong,
    add_modulo,
    decimal_key_text,
    decimal_keys,
    double_keys,
    generate_keys,
    sum_modulo,
)
from tests.kit.fails import fails


def as_decimals(keys: Any) -> list[Decimal]:
    return [Decimal(int(value)) / keys.modulus for value in keys.values]


def test_decimal_keys_are_integers_with_the_smallest_number_of_digits() -> None:
    keys = decimal_keys(["0.28757752", "0.78830514", "0.5"], "RKEY")
    assert keys.values.tolist() == [28757752, 78830514, 50000000]
    assert (keys.modulus, keys.digits, keys.origin, keys.notices) == (10**8, 8, "decimal", ())
    assert keys.values.dtype == np.uint32
    assert keys.texts() == ["0.28757752", "0.78830514", "0.50000000"]


def test_trailing_zeros_do_not_count_as_digits() -> None:
    assert decimal_keys(["0.1230000", "0.450"]).modulus == 1000


def test_at_least_two_digits_are_kept() -> None:
    keys = decimal_keys(["0.5", "0"])
    assert (keys.values.tolist(), keys.modulus) == ([50, 0], 100)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".5", "0.5"),
        ("  0.25 ", "0.25"),
        ("2.5E-01", "0.25"),
        ("25e-2", "0.25"),
        ("+0.125", "0.125"),
        ("0.", "0"),
        ("1", "0"),
        ("1.000", "0"),
        ("1E-17", "0.00000000000000001"),
        ("0.12345678901234567", "0.12345678901234567"),
        ("0.00000000000000000", "0"),
        ("-0.0", "0"),
    ],
)
def test_a_decimal_key_is_accepted_in_every_spelling(text: str, expected: str) -> None:
    assert as_decimals(decimal_keys([text]))[0] == Decimal(expected)
    assert as_decimals(decimal_keys(["0.123456", text, " 0.5"]))[1] == Decimal(expected)


def test_a_decimal_comma_is_given_as_argument() -> None:
    assert decimal_keys(["0,25", ",5"], decimal=",").values.tolist() == [25, 50]
    with pytest.raises(RecordKeyNotANumber):
        decimal_keys(["0,25"])


def test_a_long_text_that_is_a_short_double_is_that_double_with_a_notice() -> None:
    # Both keys are as R writes them into ihsn_persons_keys.csv.
    keys = decimal_keys(["0.96560033000000001", "0.58470999999999995", "0.1"], "rkey")
    assert keys.values.tolist() == [96560033, 58471000, 10000000]
    (notice,) = keys.notices
    assert notice.code == "record_key_shortened"
    assert (notice.fields["count"], notice.fields["row"]) == (2, 1)
    assert "0.96560033000000001" in notice.text("en")
    assert "0.96560033000000001" in notice.text("de")


def test_a_long_text_below_a_hundredth_is_its_short_double_too() -> None:
    text = f"{0.0012345:.20f}"
    keys = decimal_keys(["0.5", text])
    assert keys.values.tolist() == [5000000, 12345]
    assert keys.notices[0].fields["row"] == 2


@given(st.lists(st.integers(0, 10**17 - 1), min_size=1, max_size=300), st.integers(1, 7))
def test_a_column_of_17_digits_keeps_every_digit_of_every_key(numbers: list[int], pieces: int) -> None:
    genuine = 12345678901234567  # its shortest double form has 17 digits, too
    numbers = [*numbers, genuine]
    reader = KeyReader("rkey")
    for start in range(0, len(numbers), pieces):
        reader.add(pa.array([f"0.{number:017d}" for number in numbers[start : start + pieces]]))
    keys = reader.finish()
    assert (keys.values.tolist(), keys.modulus, keys.notices) == (numbers, 10**17, ())


def test_a_long_text_that_is_no_short_double_keeps_all_its_digits() -> None:
    keys = decimal_keys(["0.12345678901234567"])
    assert (keys.values.tolist(), keys.notices) == ([12345678901234567], ())
    assert keys.values.dtype == np.uint64


@pytest.mark.parametrize("position", [0, 3])
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("-0.1", RecordKeyOutside),
        ("1.01", RecordKeyOutside),
        ("1e30", RecordKeyOutside),
        ("1e400", RecordKeyOutside),
        ("", RecordKeyMissing),
        ("  ", RecordKeyMissing),
        ("abc", RecordKeyNotANumber),
        ("0.1.2", RecordKeyNotANumber),
        ("nan", RecordKeyNotANumber),
        (".", RecordKeyNotANumber),
        ("0.123456789012345678", RecordKeyTooLong),
        ("1.2345678901234567e-5", RecordKeyTooLong),
        ("1e-400", RecordKeyTooLong),
        ("1e-99999999999999999999", RecordKeyTooLong),
    ],
)
def test_a_faulty_key_is_named_with_its_record_and_the_number_of_such(text: str, kind: str, position: int) -> None:
    texts = ["0.25"] * 5
    texts[position] = text
    texts.append(text)
    with fails(kind) as caught:
        decimal_keys(texts, "RKEY")
    assert (caught.value.fields["row"], caught.value.fields["count"]) == (position + 1, 2)
    for language in ("en", "de"):
        said = caught.value.text(language)  # type: ignore[arg-type]
        assert "RKEY" in said
        assert str(position + 1) in said


def test_a_missing_key_may_be_a_null() -> None:
    with pytest.raises(RecordKeyMissing) as caught:
        decimal_keys(pa.array(["0.1", None, None, "0.3"]))
    assert (caught.value.fields["row"], caught.value.fields["count"]) == (2, 2)


def test_faults_are_counted_over_all_batches() -> None:
    chunks = pa.chunked_array([["0.1", "x"], ["0.5"], ["y", "z"]])
    with pytest.raises(RecordKeyNotANumber) as caught:
        decimal_keys(chunks)
    assert (caught.value.fields["row"], caught.value.fields["count"], caught.value.fields["value"]) == (2, 3, "x")


def test_whole_numbers_with_a_modulus_are_integer_keys() -> None:
    keys = decimal_keys(["255", " 0", "12.0"], modulus=256)
    assert (keys.values.tolist(), keys.modulus, keys.digits, keys.origin) == ([255, 0, 12], 256, None, "integer")
    with pytest.raises(RecordKeyOutside) as caught:
        decimal_keys(["1", "256", "-1"], modulus=256)
    assert (caught.value.fields["row"], caught.value.fields["count"]) == (2, 2)
    with pytest.raises(RecordKeyMissing):
        decimal_keys(["1", ""], modulus=256)


def test_a_confirmed_modulus_keeps_its_digits() -> None:
    assert decimal_keys(["0.5", "0.25"], modulus=10**9).values.tolist() == [500000000, 250000000]
    with fails("record_key_digits"):
        decimal_keys(["0.5", "0.255"], modulus=100)
    with fails("record_key_digits"):
        decimal_keys(["0.5", "0.25"], modulus=256)
    with fails("record_key_modulus"):
        decimal_keys(["0.5"], modulus=1)


def test_doubles_are_read_in_their_shortest_form_with_a_notice() -> None:
    keys = double_keys([0.1, 0.96560033, 1.0, 0.0], "rkey")
    assert (keys.values.tolist(), keys.modulus) == ([10000000, 96560033, 0, 0], 10**8)
    assert keys.notices[0].code == "record_key_doubles"
    assert "8" in keys.notices[0].text("de")


def test_missing_and_impossible_doubles_are_refused() -> None:
    with pytest.raises(RecordKeyMissing) as caught:
        double_keys([0.5, float("nan")])
    assert caught.value.fields["row"] == 2
    for wrong in (-0.001, 1.5, float("inf")):
        with pytest.raises(RecordKeyOutside):
            double_keys([0.5, wrong])


@given(st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=30))
def test_a_double_key_is_its_shortest_form_rounded_to_15_decimals(values: list[float]) -> None:
    expected = [Decimal(decimal_key_text(value)) % 1 for value in values]
    assert as_decimals(double_keys(values)) == expected


@given(st.integers(2, 17), st.data())
def test_decimal_keys_equal_decimal_arithmetic(digits: int, data: st.DataObject) -> None:
    whole = data.draw(st.lists(st.integers(0, 10**digits - 1), min_size=1, max_size=20))
    styles = data.draw(st.lists(st.sampled_from(["plain", "stripped", "exponent", "blanks", "zeros"]), min_size=20))
    texts = []
    for number, style in zip(whole, styles, strict=False):
        plain = f"0.{number:0{digits}d}"
        texts.append(
            {
                "plain": plain,
                "stripped": plain[1:],
                "exponent": f"{number}E-{digits}",
                "blanks": f" {plain}\t",
                "zeros": plain + "000",
            }[style]
        )
    found = as_decimals(decimal_keys(texts))
    pairs = [(Decimal(text.strip()), Decimal(repr(float(text)))) for text in texts]
    long = [significant(shortest) <= 15 for exact, shortest in pairs if significant(exact) > 15]
    # Where only some of the long keys are short doubles, all are exact: the column holds keys of 16 or 17 digits.
    for (exact, shortest), key in zip(pairs, found, strict=True):
        assert key == (shortest % 1 if significant(exact) > 15 and all(long) else exact)


@given(st.lists(st.floats(0.001, 1, exclude_max=True), min_size=1, max_size=20), st.integers(6, 15))
def test_doubles_written_with_17_digits_are_read_as_they_were(values: list[float], digits: int) -> None:
    rounded = [round(value, digits) % 1 for value in values]
    texts = [f"{value:.17g}" for value in rounded]
    assert as_decimals(decimal_keys(texts)) == [Decimal(repr(value)) for value in rounded]


def significant(number: Decimal) -> int:
    return len("".join(map(str, number.as_tuple().digits)).strip("0"))


@given(st.integers(2, 10**18), st.data())
def test_sums_modulo_equal_those_of_exact_integers(modulus: int, data: st.DataObject) -> None:
    numbers = data.draw(st.lists(st.integers(0, modulus - 1), max_size=40))
    array = np.array(numbers, dtype=np.uint64)
    assert int(sum_modulo(array, modulus)) == sum(numbers) % modulus
    mirrored = array[::-1]
    expected = [(a + b) % modulus for a, b in zip(numbers, reversed(numbers), strict=True)]
    assert add_modulo(array, mirrored, modulus).tolist() == expected


@given(st.integers(2, 10**18), st.integers(0, 5), st.integers(1, 5), st.data())
def test_sums_modulo_run_along_any_axis(modulus: int, rows: int, columns: int, data: st.DataObject) -> None:
    numbers = data.draw(st.lists(st.integers(0, modulus - 1), min_size=rows * columns, max_size=rows * columns))
    array = np.array(numbers, dtype=np.uint64).reshape(rows, columns)
    by_column = [sum(int(value) for value in array[:, column]) % modulus for column in range(columns)]
    by_row = [sum(int(value) for value in array[row]) % modulus for row in range(rows)]
    assert sum_modulo(array, modulus, axis=0).tolist() == by_column
    assert sum_modulo(array, modulus, axis=1).tolist() == by_row


def test_generated_keys_have_nine_digits_and_do_not_repeat_a_seed() -> None:
    first, second = generate_keys(1000), generate_keys(1000)
    assert (first.modulus, first.digits, first.values.dtype) == (10**9, 9, np.uint32)
    assert int(first.values.max()) < 10**9
    assert first.values.tolist() != second.values.tolist()


@given(st.decimals(0, 1, places=20))
def test_the_text_of_a_double_key_has_at_most_15_decimals(value: Decimal) -> None:
    text = decimal_key_text(float(value))
    shortest = Decimal(repr(float(value)))
    assert Decimal(text) == shortest.quantize(Decimal("1e-15"), rounding=ROUND_HALF_EVEN)
