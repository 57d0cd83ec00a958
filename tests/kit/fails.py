"""An error that is expected by its code."""

from __future__ import annotations

from typing import Any

import pytest

from ckmcore.errors import CkmError

Expected = str | type[BaseException]


def is_expected(error: BaseException, *expected: Expected) -> bool:
    """Whether an error has one of these codes, or is of one of these classes."""
    return any(
        isinstance(error, CkmError) and error.code == one if isinstance(one, str) else isinstance(error, one)
        for one in expected
    )


def fails(
    expected: Expected | tuple[Expected, ...], /, match: str | None = None, **fields: Any
) -> pytest.RaisesExc[BaseException]:
    """Expect the error of a code, with some of its fields; one of a class that is caught by name; one of several."""
    several = expected if isinstance(expected, tuple) else (expected,)

    def check(error: BaseException) -> bool:
        of_error = getattr(error, "fields", {})
        return is_expected(error, *several) and {**of_error, **fields} == of_error

    kinds = tuple(CkmError if isinstance(one, str) else one for one in several)
    return pytest.raises(kinds, match=match, check=check)


def raise_unless(error: BaseException, *expected: Expected) -> None:
    """Raise an error again that is none of the expected ones."""
    if not is_expected(error, *expected):
        raise error
