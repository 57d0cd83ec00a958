"""What a file, or a description beside it, says of a column: title, labels, missing codes, hierarchy, role."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from ckmcore.base.texts import Texts
from ckmcore.microdata.columns import MISSING, Category, Dimension, sort_codes
from ckmcore.microdata.hierarchy import Hierarchy, digit_hierarchy
from ckmcore.microdata.reading_plan import ReadingEntry, entry_of
from ckmcore.microdata.roles import Role


@dataclass(frozen=True)
class Described:
    """A column as its file describes it; whatever the file does not say is empty.

    `labels` maps codes to labels in the file's order. `missing` are codes that mean MISSING, `counted` whether a notice
    says how many records have one of them; `by_value` whether numbers among them are found in texts of numbers however
    they are written there, `9999` in `9999.0`. `digits` are the digits that each level of a hierarchy adds to the one
    above it; `hierarchy` is one that is known before the data are read.
    """

    title: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    role: Role | None = None
    hierarchy: Hierarchy | None = None
    digits: tuple[int, ...] = ()
    counted: bool = False
    by_value: bool = False

    def of(self, dimension: Dimension) -> Dimension:
        """The dimension with title, labels and hierarchy.

        Codes that have a label are categories whether or not a record has them: which of them occur is an original.
        """
        hierarchy = self.hierarchy
        if self.digits:
            hierarchy = digit_hierarchy([code for code in dimension.codes if code != MISSING], self.digits)
        leaves = None if hierarchy is None else set(hierarchy.leaves)
        inner = set() if hierarchy is None else set(hierarchy.index) - set(hierarchy.leaves)
        known = set(dimension.codes)
        new = [
            code
            for code in self.labels
            if code not in known and code not in self.missing and code != MISSING and (leaves is None or code in leaves)
        ]
        codes = sort_codes([*dimension.codes, *new]) if new else dimension.codes
        return replace(
            dimension,
            title=Texts.same(self.title) if self.title else dimension.title,
            categories=tuple(map(self._category, codes)),
            hierarchy=hierarchy,
            node_labels={code: Texts.same(label) for code, label in self.labels.items() if code in inner},
        )

    def _category(self, code: str) -> Category:
        label = self.labels.get(code, "")
        return Category(code, Texts.same(label)) if label and code != MISSING else Category.plain(code)


NOTHING = Described()
_NUMBER = re.compile(r"-?\d{1,15}([.,]\d{1,6})?")


class DeclaredMissing:
    """Takes the codes that mean missing out of a column, and counts them."""

    def __init__(self, described: Described, *, is_code: bool, has_parts: bool) -> None:
        """is_code: whether the column is read as codes; has_parts: whether its files count for themselves."""
        self._missing, self._is_counted = described.missing, described.counted and not has_parts
        self._by_value = described.by_value and not is_code
        self._says_absent = described.by_value and self._is_counted
        self._counts: Counter[str] = Counter()
        self._found = set[str]()

    def without(self, column: Any, signs: tuple[str, str]) -> Any:
        """An arrow array in which the codes are empty texts, or null numbers. signs: decimal sign and thousands
        separator of its texts."""
        codes = self._missing
        if self._by_value:
            spelt = {text: spellings_of(column, text, signs) for text in codes}
            self._found.update(text for text, spellings in spelt.items() if spellings)
            codes = codes.union(*spelt.values())
        if self._is_counted:
            counts = _missing_among(column, codes)
            self._counts.update(counts)
            self._found.update(counts)
            if _is_numeric(column):
                column = _without_numbers(column, codes)
        if _is_text(getattr(column.type, "value_type", column.type)):
            column = without_missing(column.cast("string"), codes)
        return column

    def entries(self, name: str) -> list[ReadingEntry]:
        """What was read as missing, and which codes no record has."""
        entries = []
        if self._counts:
            entries.append(entry_of("declared_missing", name, count=self._counts.total(), examples=self._counts))
        absent = sorted(self._missing - self._found - {""})
        if absent and self._says_absent:
            entries.append(entry_of("declared_absent", name, count=len(absent), examples=absent))
        return entries


def spellings_of(column: Any, number: str, signs: tuple[str, str]) -> frozenset[str]:
    """The texts of an arrow array that are a number as it may be written there: `9999`, `9999.0`, `9.999,00`; nothing
    for a code that is no number.

    signs: decimal sign and thousands separator of the texts.
    """
    import pyarrow.compute as pc

    if not _NUMBER.fullmatch(number) or not _is_text(column.type):
        return frozenset()
    value = Decimal(number.replace(",", "."))
    decimal, thousands = map(re.escape, signs)
    whole, _, rest = format(abs(value), "f").partition(".")
    before = (f"(?:{thousands})?" if thousands else "").join(whole.lstrip("0") or "0")
    behind = f"{decimal}{rest.rstrip('0')}0*" if rest.strip("0") else f"(?:{decimal}0*)?"
    written = f"{'-' if value < 0 else '[+]?'}0*{before}{behind}"
    is_number = pc.match_substring_regex(column, rf"^\s*{written}\s*$")
    return frozenset(text.strip() for text in pc.unique(column.filter(is_number)).to_pylist() if text)


def without_missing(column: Any, missing: frozenset[str]) -> Any:
    """An arrow array of texts in which the codes that mean missing are empty."""
    import pyarrow as pa
    import pyarrow.compute as pc

    wrong = pc.is_in(pc.utf8_trim_whitespace(column), value_set=pa.array(sorted(missing), pa.string()))
    return pc.if_else(wrong, "", column)


def _is_numeric(column: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_integer(column.type) or pa.types.is_floating(column.type))


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _missing_among(column: Any, missing: frozenset[str]) -> dict[str, int]:
    """How often the codes that mean missing occur in an arrow array of texts or numbers."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if _is_numeric(column):
        numbers = _numbers_of(missing)
        return {text: count for text, number in numbers.items() if (count := _count(pc.equal(column, number)))}
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if not _is_text(column.type):
        return {}
    plain = pc.utf8_trim_whitespace(column)
    return {text: count for text in sorted(missing) if text and (count := _count(pc.equal(plain, text)))}


def _without_numbers(column: Any, missing: frozenset[str]) -> Any:
    """An arrow array of numbers in which those that mean missing are null."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for number in _numbers_of(missing).values():
        column = pc.if_else(pc.equal(column, number).fill_null(False), pa.scalar(None, column.type), column)
    return column


def _numbers_of(texts: Iterable[str]) -> dict[str, float]:
    return {text: float(text.replace(",", ".")) for text in sorted(texts) if _NUMBER.fullmatch(text)}


def _count(found: Any) -> int:
    import pyarrow.compute as pc

    return int(pc.sum(found).as_py() or 0)
