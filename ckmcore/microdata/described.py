"""What a file, or a description beside it, says of a column: title, labels, missing codes, hierarchy, role."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ckmcore.base.texts import Texts
from ckmcore.microdata.columns import MISSING, Category, Dimension, sort_codes
from ckmcore.microdata.hierarchy import Hierarchy, digit_hierarchy
from ckmcore.microdata.roles import Role


@dataclass(frozen=True)
class Described:
    """A column as its file describes it; whatever the file does not say is empty.

    `labels` maps codes to labels in the file's order. `missing` are codes that mean MISSING, `counted` whether a notice
    says how many records have one of them. `digits` are the digits that each level of a hierarchy adds to the one above
    it; `hierarchy` is one that is known before the data are read.
    """

    title: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    role: Role | None = None
    hierarchy: Hierarchy | None = None
    digits: tuple[int, ...] = ()
    counted: bool = False

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


def without_missing(column: Any, missing: frozenset[str]) -> Any:
    """An arrow array of texts in which the codes that mean missing are empty."""
    import pyarrow as pa
    import pyarrow.compute as pc

    wrong = pc.is_in(pc.utf8_trim_whitespace(column), value_set=pa.array(sorted(missing), pa.string()))
    return pc.if_else(wrong, "", column)


def is_numeric(column: Any) -> bool:
    """Whether an arrow array holds numbers."""
    import pyarrow as pa

    return bool(pa.types.is_integer(column.type) or pa.types.is_floating(column.type))


def missing_among(column: Any, missing: frozenset[str]) -> dict[str, int]:
    """How often the codes that mean missing occur in an arrow array of texts or numbers."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if is_numeric(column):
        numbers = _numbers_of(missing)
        return {text: count for text, number in numbers.items() if (count := _count(pc.equal(column, number)))}
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return {}
    plain = pc.utf8_trim_whitespace(column)
    return {text: count for text in sorted(missing) if text and (count := _count(pc.equal(plain, text)))}


def without_missing_numbers(column: Any, missing: frozenset[str]) -> Any:
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
