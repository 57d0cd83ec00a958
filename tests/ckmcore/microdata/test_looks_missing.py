"""A value that looks like a code for no answer is found, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

from ckmcore.base.texts import Texts
from ckmcore.microdata.columns import NumberColumn
from ckmcore.microdata.no_numbers import CodeRoles, looks_missing

PLAIN = [1200, 0, 800, 450, 1200, 30]


def column(values: list[int], decimals: int | None = 0) -> NumberColumn:
    kind = np.float64 if decimals is None else np.int64
    return NumberColumn("income", np.array(values, dtype=kind), decimals, Texts.same("Income"))


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([*PLAIN, 99999, 99999], ("99999", 2)),
        ([*PLAIN, 9999], None),  # once: a number like another
        ([*PLAIN, 1998, 1999, 1999], None),  # no nines alone
        ([97, 98, 99, 99], None),  # the next number stands beside it
        ([20, 35, 60, 999, 999], ("999", 2)),
        ([*PLAIN, -9, -9, -9], ("-9", 3)),
        ([*PLAIN, -9, -9, -300], None),  # there are negative values
        ([*PLAIN, -7, -7], None),
        ([5, 5], None),
        ([], None),
    ],
)
def test_nines_at_the_end_and_lone_negative_codes_look_missing(
    values: list[int], wanted: tuple[str, int] | None
) -> None:
    assert looks_missing(column(values), CodeRoles()) == wanted
    assert looks_missing(column(values, None), CodeRoles()) == wanted


def test_a_code_that_has_its_role_is_no_suspect_and_decimals_are_heeded() -> None:
    assert looks_missing(column([*PLAIN, 99999, 99999]), CodeRoles(missing=("99999",))) is None
    cents = column([100 * value for value in [*PLAIN, 99999, 99999]], 2)
    assert looks_missing(cents, CodeRoles()) == ("99999", 2)
    assert looks_missing(cents, CodeRoles(zero=("99999",))) is None
