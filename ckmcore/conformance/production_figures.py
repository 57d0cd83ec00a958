"""Published figures as texts of a file: numbers, or signs that stand for none."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.microdata.dialect import Dialect

# Signs of official tables: unknown, confidential, not available; a dash is nothing, thus 0.
NO_FIGURE = frozenset({"", ".", "x", "/", "...", "…", "c", ":", "na", "nan", "<na>", "null", "none"})
_NOTHING = frozenset({"-", "–", "—"})


class ProductionNotAFigure(DataError):
    """A text in the column of published figures is neither a number nor a known sign."""

    code = "production_not_a_figure"


def read_figures(
    texts: Any, numbers: NDArray[np.int64], column: str, file: str, dialect: Dialect | None
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Figures (0 where there is none), and which lines have one; `numbers` are those of the records in the file.

    Raises ProductionNotAFigure with record and count.
    """
    encoded = texts.dictionary_encode().combine_chunks()
    distinct = encoded.dictionary.to_pylist()
    values, states = np.zeros(len(distinct)), np.zeros(len(distinct), dtype=np.int8)
    for place, text in enumerate(distinct):
        if text.lower() in NO_FIGURE:
            continue
        number = 0.0 if text in _NOTHING else _number(text, dialect)
        states[place] = -1 if number is None else 1
        values[place] = number or 0.0
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    wrong = np.flatnonzero(states[codes] < 0)
    if len(wrong):
        row = int(wrong[0])
        fields = {"row": int(numbers[row]), "column": column, "value": distinct[int(codes[row])]}
        raise ProductionNotAFigure(file=file, count=len(wrong), **fields)
    return values[codes], states[codes] > 0


def _number(text: str, dialect: Dialect | None) -> float | None:
    """`1 234`, `-3`, `1234,5` where the file or the text has decimal commas; None where it is no number."""
    plain = "".join(text.split()).replace("\u2212", "-")
    if dialect is not None and dialect.thousands:
        plain = plain.replace(dialect.thousands, "")
    if "," in plain and "." not in plain:
        plain = plain.replace(",", ".")
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if np.isfinite(number) else None
