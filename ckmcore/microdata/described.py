"""What a file, or a description beside it, says of a column: title, labels, missing codes, hierarchy, role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ckmcore.base.texts import Texts
from ckmcore.microdata.columns import MISSING, Category, Dimension, sort_codes
from ckmcore.microdata.hierarchy import Hierarchy, digit_hierarchy
from ckmcore.microdata.roles import Role


@dataclass(frozen=True)
class Described:
    """A column as its file describes it; whatever the file does not say is empty.

    `labels` maps codes to labels in the file's order. `missing` are codes that mean MISSING. `digits` are the digits
    that each level of a hierarchy adds to the one above it; `hierarchy` is one that is known before the data are read.
    """

    title: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    role: Role | None = None
    hierarchy: Hierarchy | None = None
    digits: tuple[int, ...] = ()

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


def without_missing(column: Any, missing: frozenset[str]) -> Any:
    """An arrow array of texts in which the codes that mean missing are empty."""
    import pyarrow as pa
    import pyarrow.compute as pc

    wrong = pc.is_in(pc.utf8_trim_whitespace(column), value_set=pa.array(sorted(missing), pa.string()))
    return pc.if_else(wrong, "", column)
