"""Values of one column of a sheet as arrays of Arrow, and what its cells are beside texts and numbers: days, truth
values, errors, numbers with more digits than a workbook keeps, numbers displayed with a unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

from ckmcore.microdata.codes import code_text
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.number_signs import PERCENT_AS_TEXT, is_missing_word, unit_named
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingEntry, answer_to, entry_of
from ckmcore.microdata.sheet_marks import SheetMarks

_MOST_DIGITS = 15
_TRUTHS = frozenset(("0", "1", "true", "false", "wahr", "falsch"))
_DAYS = (date, time, timedelta)  # a datetime is a date
_OF_DAYS = ("days_among_codes", "days_without_year")
_MOST = 20


def cell_text(value: Any, decimal: str) -> str:
    """A cell as text: numbers in their shortest form, with the dialect's decimal sign."""
    if isinstance(value, str):
        return value
    text = code_text(value)
    return text.replace(".", decimal) if decimal != "." and isinstance(value, float) else text


def cell_array(values: list[Any], decimal: str) -> Any:
    """Numbers where all cells are numbers or empty, else texts."""
    import pyarrow as pa

    if all(type(value) is float or type(value) is int or value == "" for value in values):
        return pa.array([None if value == "" else float(value) for value in values], pa.float64())
    return pa.array([cell_text(value, decimal) for value in values], pa.string())


class _Cells:
    """Cells of one kind: their number, the first rows and texts."""

    def __init__(self) -> None:
        self.count = 0
        self.rows: list[int] = []
        self.texts: Counter[str] = Counter()

    def add(self, row: int, text: str) -> None:
        self.count += 1
        if len(self.rows) < _MOST:
            self.rows.append(row)
        if len(self.texts) < _MOST:
            self.texts[text] += 1


def _first_rows(rows: Sequence[int], values: Sequence[Any]) -> dict[Any, int]:
    """The first row of each different value but truth values, which equal 1 and 0."""
    pairs = zip(reversed(values), reversed(rows), strict=True)
    return dict(pairs) if bool not in set(map(type, values)) else {
        value: row for value, row in pairs if type(value) is not bool
    }  # fmt: skip


class ColumnCells:
    """The cells of one column in the rows of records.

    letters: of the column in the sheet; column: its place there from 0; is_code: whether it is read as codes.
    """

    def __init__(self, letters: str, column: int, name: str, marks: SheetMarks, *, is_code: bool) -> None:
        self._letters, self._column, self._name, self._marks, self._is_code = letters, column, name, marks, is_code
        self._truths, self._days, self._long, self._errors = _Cells(), _Cells(), _Cells(), _Cells()
        self._percents, self._scaled, self._without_year = _Cells(), _Cells(), _Cells()
        self._otherwise, self._hidden, self._without_minus = _Cells(), _Cells(), _Cells()
        self._as_displayed = marks.rows_of_period(column, "") if is_code and column in marks.units else frozenset[int]()
        self._yearless, self._unlike = (
            marks.rows_of_period(column, period) if is_code else frozenset[int]() for period in "de"
        )
        self._truth_like, self._others = _Cells(), _Cells()
        self._text_lengths: set[int] = set()
        self._by_length: dict[int, _Cells] = {}

    def read(self, rows: Sequence[int], values: list[Any], dialect: Dialect) -> tuple[list[Any], list[str]]:
        """Values of some records as they are to be read, and the unit beside each number, [] where there is none.

        rows: their rows in the sheet, from 1.
        """
        errors = self._marks.errors.get(self._column)
        if errors:
            for row in rows:
                if row in errors:
                    self._errors.add(row, f"{self._letters}{row}: {errors[row]}")
        if self._column in self._marks.hides:
            self._look_for_hidden(rows, values)
        kinds = {type(value) for value in values}
        if bool in kinds or any(issubclass(kind, _DAYS) for kind in kinds) or self._truths.count or self._days.count:
            values = self._told(rows, values, dialect)
        elif self._is_code and kinds != {float}:
            self._look(rows, values)
        if self._unlike and dialect.rules > 4:
            values = self._displayed_otherwise(rows, values, dialect)
        if float in kinds or int in kinds:
            self._look_for_long(rows, values)
        if self._is_code:
            self._look_for_lengths(rows, values)
        units = self._marks.units_of(self._column, rows) if self._column in self._marks.units else []
        units = [unit if type(value) is float else "" for unit, value in zip(units, values, strict=False)]
        if any(units):
            values = self._in_units(rows, values, units, dialect)
        return values, [] if self._is_code else units

    def _look(self, rows: Sequence[int], values: list[Any]) -> None:
        """Look for what would be taken for days or truth values that come later."""
        for value, row in _first_rows(rows, values).items():
            if value == "" or isinstance(value, _DAYS):
                continue
            text = code_text(value)
            if self._is_code and not self._others.count and not is_missing_word(text):
                self._others.add(row, text)
            if not self._truth_like.count and text.casefold() in _TRUTHS:
                self._truth_like.add(row, text)
            if self._others.count and self._truth_like.count:
                return

    def _told(self, rows: Sequence[int], values: list[Any], dialect: Dialect) -> list[Any]:
        """Values with the decisions on days and truth values."""
        self._look(rows, values)
        truths = answer_to(dialect.answers, "truth_values", self._name)
        days, yearless = (answer_to(dialect.answers, kind, self._name) for kind in _OF_DAYS)
        read = list(values)
        for place, (row, value) in enumerate(zip(rows, values, strict=True)):
            if type(value) is bool:
                self._truths.add(row, f"{self._letters}{row}: {str(value).upper()}")
                if truths == "apart":
                    read[place] = str(value).upper()
            elif isinstance(value, date) and row in self._yearless and dialect.rules > 4:
                shown = f"{value.day:02}.{value.month:02}"
                self._without_year.add(row, f"{self._letters}{row}: {shown}")
                read[place] = {"day_month": shown, "missing": ""}.get(yearless, value)
            elif isinstance(value, _DAYS):
                self._days.add(row, f"{self._letters}{row}: {code_text(value)}")
                if days == "missing" and self._is_code:
                    read[place] = ""
            elif not self._is_code and value != "" and not self._truth_like.count:
                self._truth_like.add(row, code_text(value))
        return read

    def _displayed_otherwise(self, rows: Sequence[int], values: list[Any], dialect: Dialect) -> list[Any]:
        """Values with the decision on numbers that are displayed as powers of ten or as fractions."""
        is_missing = answer_to(dialect.answers, "displayed_otherwise", self._name) == "missing"
        read = list(values)
        for place, (row, value) in enumerate(zip(rows, values, strict=True)):
            if type(value) is float and row in self._unlike:
                self._otherwise.add(row, f"{self._letters}{row}: {code_text(value)}")
                read[place] = "" if is_missing else value
        return read

    def _look_for_hidden(self, rows: Sequence[int], values: list[Any]) -> None:
        """Look for numbers that the sheet does not display, or without their minus."""
        hides = {hidden: frozenset(of_rows) for hidden, of_rows in self._marks.hides[self._column].items()}
        for row, value in zip(rows, values, strict=True):
            if type(value) not in (float, int) or not value:
                continue
            if row in hides.get("above" if value > 0 else "below", ()):
                self._hidden.add(row, f"{self._letters}{row}: {code_text(value)}")
            elif value < 0 and row in hides.get("minus", ()):
                self._without_minus.add(row, f"{self._letters}{row}: {code_text(value)}")

    def _look_for_long(self, rows: Sequence[int], values: list[Any]) -> None:
        numbers = [value for value in values if type(value) in (float, int)]
        if max(map(abs, numbers), default=0) < 10**_MOST_DIGITS:
            return
        for row, value in zip(rows, values, strict=True):
            if type(value) in (float, int) and abs(value) >= 10**_MOST_DIGITS and value == value:
                self._long.add(row, f"{self._letters}{row}: {value:.0f}")

    def _look_for_lengths(self, rows: Sequence[int], values: list[Any]) -> None:
        """Look how long codes of digits are as texts, and as numbers."""
        shown = self._marks.displayed(self._column, rows, values) if self._column in self._marks.formats else values
        places = _first_rows(rows, shown)
        for value, count in Counter(value for value in shown if type(value) is not bool).items():
            if type(value) is str:
                code = value.strip()
                if code.isascii() and code.isdigit() and len(self._text_lengths) < _MOST:
                    self._text_lengths.add(len(code))
            elif type(value) is float and value >= 0 and value.is_integer():
                code = code_text(value)
                cells = self._by_length.setdefault(len(code), _Cells())
                cells.add(places[value], f"{self._letters}{places[value]}: {code}")
                cells.count += count - 1

    def _shorter_numbers(self) -> _Cells:
        """Numbers with fewer digits than the codes that are texts, which all have the same number of digits."""
        shorter = _Cells()
        width = max(self._text_lengths, default=0)
        for length, cells in self._by_length.items() if len(self._text_lengths) == 1 else ():
            if length < width:
                shorter.count += cells.count
                shorter.rows += cells.rows
                shorter.texts.update(cells.texts)
        return shorter

    def _in_units(self, rows: Sequence[int], values: list[Any], units: list[str], dialect: Dialect) -> list[Any]:
        """Values with the decisions on the units that they are displayed with; percent are parts of 1 in the cell, and
        scaled numbers whole."""
        is_hundred, is_parts = (
            answer_to(dialect.answers, "percent", self._name) == choice for choice in ("hundred", "parts")
        )
        multiplies = answer_to(dialect.answers, "units_mixed", self._name) == "multiply"
        is_scaled = answer_to(dialect.answers, "scaled", self._name) == "displayed"
        read = list(values)
        for place, (row, value, unit) in enumerate(zip(rows, values, units, strict=True)):
            named = unit_named(unit)
            if type(value) is not float or named is None:
                continue
            if named.name == "%" and PERCENT_AS_TEXT in unit:
                power = -2 if is_parts else 0
            elif named.name == "%":
                self._percents.add(row, f"{self._letters}{row}: {value!r}")
                power = 2 if is_hundred else 0
            elif named.scale and row not in self._as_displayed:
                self._scaled.add(row, f"{self._letters}{row}: {value!r}")
                power = -named.scale if is_scaled else 0
            else:
                power = named.power if multiplies else 0
            read[place] = float(Decimal(repr(value)).scaleb(power)) if power else value
        return read

    def entries(self, answers: Sequence[ReadingAnswer]) -> list[ReadingEntry]:
        """Notices and questions on the cells."""
        made = []

        def add(kind: str, cells: _Cells, *, default: str = "", others: _Cells | None = None) -> None:
            if cells.count:
                shown = [*list(cells.texts)[: 5 - (others is not None)], *(others.texts if others is not None else ())]
                made.append(
                    entry_of(
                        kind, self._name, count=cells.count, rows=cells.rows, examples=shown, answers=answers,
                        default=default,
                    )
                )  # fmt: skip

        add("errors", self._errors)
        add("hidden_values", self._hidden)
        add("hidden_minus", self._without_minus)
        if self._truth_like.count:
            add("truth_values", self._truths, others=self._truth_like)
        if self._is_code and self._others.count:
            add("days_among_codes", self._days, others=self._others)
        add("days_without_year", self._without_year)
        add("displayed_otherwise", self._otherwise)
        add("lost_zeros", self._shorter_numbers())
        add("rounded", self._long, default="" if self._is_code else "as_is")
        if self._is_code:
            add("percent", self._percents, default="parts")
            add("scaled", self._scaled, default="stored")
        return made
