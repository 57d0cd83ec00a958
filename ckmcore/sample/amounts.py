"""Amounts of the sample by whole numbers only, so that every machine draws the same; magnitudes.md section 6.

They come from a second stream of random bits: what the sample had before keeps its bytes.
"""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Codes, NumberColumn
from ckmcore.microdata.variable import VariableEntry
from ckmcore.sample.chance import Chaos
from ckmcore.sample.countries import COUNTRIES, HOME
from ckmcore.sample.studies import LAST_SEMESTER

INCOME, GRANT, DURATION = "income", "grant", "duration"
EURO = Texts("euro", "Euro")
WORDS = 2  # of 64 random bits for each record
# Cents: a Pareto distribution with exponent 2 from 500 euro on, cut at 2 million euro.
_LEAST, _MOST = 50_000, 200_000_000
_ALL = 2**64 - 1


def incomes(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Yearly income in cents for each of the 32-bit numbers `bits`.

    The formula is 50000 isqrt((2^64 - 1) // (2^32 - h)) // 2^16, at most 200 000 000, with an exact integer square
    root.
    """
    left = np.uint64(_ALL) // (np.uint64(2**32) - bits)
    root = np.sqrt(left.astype(np.float64)).astype(np.uint64)
    root = np.minimum(root, np.uint64(isqrt(_ALL)))
    root -= root * root > left
    more = root + np.uint64(1)
    root += (more <= np.uint64(isqrt(_ALL))) & (more * more <= left)
    cut = np.minimum((np.uint64(_LEAST) * root) >> np.uint64(16), np.uint64(_MOST))
    found_cut: NDArray[np.int64] = cut.astype(np.int64)
    return found_cut


# Of 65 536: who has no income of their own, who does not say; who does not say whether they have a grant, who has one.
_NO_INCOME, _INCOME_NOT_SAID = 24_904, 2_621
_GRANT_NOT_SAID, _HAVE_GRANT = 1_311, 8_520
# Grants in euro: so much, and one of so many steps more.
_LEAST_GRANT, _STEP, _STEPS = 67, 62, 16
_HALF = np.uint64(0xFFFF)


def amounts(chaos: Chaos, nationality: Codes, semester: Codes) -> dict[str, NumberColumn]:
    """Draw income, grant and months of study of records from the next bits of `chaos`. nationality, semester: codes of
    the records.

    38 % have no income, 4 % do not state it. Grants do not apply to students from abroad; 2 % of the others do not
    state one, 13 % have one. A semester began up to six months ago.
    """
    first, second = chaos.words(WORDS * len(semester)).reshape(-1, WORDS).T
    half_bits = (first >> np.uint64(32)) & _HALF
    income = incomes(first & np.uint64(0xFFFF_FFFF))
    income[half_bits < _NO_INCOME + _INCOME_NOT_SAID] = 0
    no_income_said = (half_bits >= _NO_INCOME) & (half_bits < _NO_INCOME + _INCOME_NOT_SAID)
    half_bits = first >> np.uint64(48)
    home = [code for code, *_ in COUNTRIES].index(HOME)
    abroad = (nationality != home) & (nationality < len(COUNTRIES))
    no_grant_said = abroad | (half_bits < _GRANT_NOT_SAID)
    has_grant = ~no_grant_said & (half_bits < _GRANT_NOT_SAID + _HAVE_GRANT)
    steps = (second & _HALF) % np.uint64(_STEPS)
    grant = np.where(has_grant, _LEAST_GRANT + _STEP * steps.astype(np.int64), 0)
    ago = (((second >> np.uint64(16)) & _HALF) * np.uint64(6)) >> np.uint64(16)
    months = 6 * (semester.astype(np.int64) + 1) - ago.astype(np.int64)
    return {
        INCOME: _column(INCOME, income, 2, no_income_said),
        GRANT: _column(GRANT, grant, 0, no_grant_said),
        DURATION: _column(DURATION, months, 0, None),
    }


def _column(name: str, values: NDArray[np.int64], decimals: int, missing: NDArray[np.bool_] | None) -> NumberColumn:
    entry = next(variable_entry for variable_entry in amount_entries() if variable_entry.name == name)
    return NumberColumn(name, values, decimals, entry.title, missing, entry.magnitude_classes)


def amount_entries() -> tuple[VariableEntry, ...]:
    """Dictionary entries of income, grant and months; months have half-year classes, for medians."""
    classes = tuple(str(month) for month in range(1, 6 * LAST_SEMESTER + 2, 6))
    return (
        VariableEntry(INCOME, "magnitude", Texts("Earned income per year", "Erwerbseinkommen im Jahr"), unit=EURO),
        VariableEntry(GRANT, "magnitude", Texts("Student grant per month", "BAföG im Monat"), unit=EURO),
        VariableEntry(
            DURATION,
            "magnitude",
            Texts("Months of study", "Studiendauer in Monaten"),
            unit=Texts("months", "Monate"),
            classes=classes,
        ),
    )
