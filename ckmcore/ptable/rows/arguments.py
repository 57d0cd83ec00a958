"""Arguments of a design, checked: an error names the parameter in words, what it was given and what it may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.messages import SENTENCES, Sentence

T = TypeVar("T")


class PtableParameter(InputError):
    """A parameter of the design is outside its range."""

    code = "ptable_parameter"

    def text(self, language: Language) -> str:
        return self.sentence().text(language)

    def sentence(self) -> Sentence:
        """Sentence of the error with the parameter's name in words and mathematical signs for the range."""
        words = "parameter_" + str(self.fields["parameter"]).replace(": ", "_").replace(" ", "_")
        parameter = Sentence(words, {}) if words in SENTENCES else self.fields["parameter"]
        allowed_field = str(self.fields["allowed"]).replace(">=", "≥").replace("<=", "≤")
        return Sentence(self.code, {**self.fields, "parameter": parameter, "allowed": allowed_field})


def refuse(parameter: str, value: object, allowed: str) -> PtableParameter:
    """The error for a parameter outside its range."""
    return PtableParameter(parameter=parameter, value=str(value), allowed=allowed)


def whole(parameter: str, value: object, low: int, high: int, allowed: str | None = None) -> int:
    """Check a whole number from low to high. allowed: text of the range for the error. Raises PtableParameter."""
    allowed = allowed or f"{low} .. {high}"
    number_ = number(parameter, value, allowed)
    if not number_.is_integer() or not low <= number_ <= high:
        raise refuse(parameter, value, allowed)
    return int(number_)


def number(parameter: str, value: object, allowed: str) -> float:
    """Check a finite number. allowed: text of the range for the error. Raises PtableParameter."""
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise refuse(parameter, value, allowed)
    return float(value)


def each(parameter: str, given: object, allowed: str) -> tuple[Any, ...]:
    """Tuple of values given once for all rows or as a sequence per row. Raises PtableParameter for an empty
    sequence."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        return (given,)
    result = tuple(given)
    if not result:
        raise refuse(parameter, given, allowed)
    return result


def flags_of(parameter: str, given: object) -> tuple[bool, ...]:
    """Check truth values."""
    values = each(parameter, given, "true, false")
    if any(not isinstance(flag, bool | np.bool_) for flag in values):
        raise refuse(parameter, given, "true, false")
    return tuple(bool(flag) for flag in values)


def modes_of(parameter: str, given: object, allowed: tuple[T, ...]) -> tuple[T, ...]:
    """Words of a list, checked."""
    names = ", ".join(str(mode) for mode in allowed)
    modes = each(parameter, given, names)
    if any(mode not in allowed for mode in modes):
        raise refuse(parameter, given, names)
    return modes


def per_row(values: Sequence[T], rows: int) -> tuple[T, ...]:
    """One value for each of `rows` rows: a shorter list repeats its last value, a longer one is cut."""
    return tuple(values[:rows]) + (values[-1],) * max(rows - len(values), 0)
