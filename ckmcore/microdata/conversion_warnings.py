"""What guesses would change in the values of a whole file: leading zeros, blanks, signs, days, long numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.open import open_source
from ckmcore.microdata.source import Paths, Source

WarningKind = Literal["zeros", "blanks", "decimal", "thousands", "dates", "long"]
WARNING_KINDS: tuple[WarningKind, ...] = ("zeros", "blanks", "decimal", "thousands", "dates", "long")

_ZEROS = r"^\s*[+-]?0\d+([.,]\d*)?\s*$"
_BLANKS = r"^\s|\s$"
_DAY = r"\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{2}"
_DATES = rf"^\s*({_DAY})([ T]\d{{1,2}}:\d{{2}}(:\d{{2}}(\.\d+)?)?)?\s*$"
# 16 digits or more from the first to the last that is not 0, with a decimal sign anywhere among them.
_LONG = r"^\s*[+-]?[0.,]*[1-9]([.,]?\d){14,}[.,]?[1-9][0.,]*\s*$"


@dataclass(frozen=True)
class ConversionWarning:
    """How many values of a column are of one kind; the first row (from 1) and its value. Confidential: `example`."""

    kind: WarningKind
    count: int
    row: int
    example: str = field(repr=False)


@dataclass(frozen=True)
class ColumnWarnings:
    """What guesses would change in a column of `rows` values; `typed`: the file itself gives it a type of days."""

    name: str
    rows: int
    found: tuple[ConversionWarning, ...] = ()
    typed: bool = False

    def of(self, kind: WarningKind) -> ConversionWarning | None:
        """The loss of one kind; None where no value is concerned."""
        return next((loss for loss in self.found if loss.kind == kind), None)

    def count(self, kind: WarningKind) -> int:
        """How many values are concerned."""
        loss = self.of(kind)
        return 0 if loss is None else loss.count

    def sentences(self, *, as_number: bool) -> tuple[Sentence, ...]:
        """Warnings where the column is read as a number, or as text."""
        told = []
        for loss in self.found:
            happens = (loss.kind == "zeros" and as_number) or (loss.kind == "dates" and self.typed)
            if loss.kind == "thousands" and not as_number:
                continue
            code = f"loss_{loss.kind}_happens" if happens else f"loss_{loss.kind}"
            told.append(sentence(code, count=loss.count, rows=self.rows, example=loss.example, row=loss.row))
        return tuple(told)


def conversion_warnings(
    path: Paths,
    dialect: Dialect | None = None,
    columns: Sequence[str] | None = None,
    progress: Callable[[int, float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    *,
    meta: str | PathLike[str] | None = None,
) -> Mapping[str, ColumnWarnings]:
    """Counts over the whole file(s), per column (None: all), of values that a guess would change.

    zeros: numbers with leading zeros; blanks: blanks around a value; decimal: numbers with the other decimal sign;
    thousands: numbers with the dialect's thousands separator; dates: days, which spreadsheets rewrite; long: numbers
    of more than 15 significant digits, which no double holds. Streams the file; raises Cancelled and the errors of
    reading.
    """
    source = open_source(path, dialect, 1, meta)
    wanted = list(source.names if columns is None else columns)
    counters = {name: _Counter(name) for name in wanted}
    rows = 0
    with closing(source.batches(wanted)) as batches:
        for batch, fraction in batches:
            if cancelled is not None and cancelled():
                raise Cancelled
            written = source.written_now
            for place, counter in enumerate(counters.values()):
                counter.add(batch.column(place), written, rows, trimmed=_is_fixed(source))
            rows += batch.num_rows
            if progress is not None:
                progress(rows, fraction)
    return {name: counter.finish(rows) for name, counter in counters.items()}


def _is_fixed(source: Source) -> bool:
    return source.format == "fixed"


class _Counter:
    def __init__(self, name: str) -> None:
        self._name = name
        self._counts = dict.fromkeys(WARNING_KINDS, 0)
        self._first: dict[WarningKind, tuple[int, str]] = {}
        self._typed = False

    def add(self, column: Any, written: Dialect, before: int, *, trimmed: bool) -> None:
        import pyarrow as pa

        kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
        if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
            self._days(column, before)
        elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
            self._texts(column, written, before, trimmed=trimmed)

    def _days(self, column: Any, before: int) -> None:
        valid = np.flatnonzero(column.is_valid().to_numpy(zero_copy_only=False))
        if len(valid):
            self._typed = True
            self._counts["dates"] += len(valid)
            self._first.setdefault("dates", (before + int(valid[0]) + 1, str(column[int(valid[0])])))

    def _texts(self, column: Any, written: Dialect, before: int, *, trimmed: bool) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        values = coded.dictionary.cast(pa.string())
        if not len(values):
            return
        places: NDArray[np.int64] = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        counts = None
        for kind, pattern in _patterns(written).items():
            if kind == "blanks" and trimmed:
                continue
            found = pc.match_substring_regex(values, pattern).fill_null(False).to_numpy(zero_copy_only=False)
            if not found.any():
                continue
            if counts is None:
                counts = np.bincount(places[places >= 0], minlength=len(values))
            number = int(counts[found].sum())
            if not number:
                continue
            self._counts[kind] += number
            if kind not in self._first:
                row = int(np.argmax(np.append(found, False)[places]))
                self._first[kind] = (before + row + 1, str(values[int(places[row])]))

    def finish(self, rows: int) -> ColumnWarnings:
        found = tuple(
            ConversionWarning(kind, self._counts[kind], *self._first[kind])
            for kind in WARNING_KINDS
            if self._counts[kind] and kind in self._first
        )
        return ColumnWarnings(self._name, rows, found, self._typed)


def _patterns(written: Dialect) -> dict[WarningKind, str]:
    other = "," if written.decimal == "." else "."
    found: dict[WarningKind, str] = {
        "zeros": _ZEROS,
        "blanks": _BLANKS,
        "dates": _DATES,
        "long": _LONG,
    }
    if other != written.thousands:
        found["decimal"] = rf"^\s*[+-]?\d*{re.escape(other)}\d+\s*$"
    if written.thousands:
        sign = re.escape(written.thousands)
        found["thousands"] = rf"^\s*[+-]?\d{{1,3}}({sign}\d{{3}})+({re.escape(written.decimal)}\d*)?\s*$"
    return found
