"""How a hierarchy and the codes of a variable fit: what either side lacks."""

from __future__ import annotations

from dataclasses import dataclass

from ckmcore.dictionary.code_lists import near_misses
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import MISSING, Dimension
from ckmcore.microdata.hierarchy import Hierarchy

_NAMED = 5


@dataclass(frozen=True)
class HierarchyReport:
    """Result of checking a hierarchy against a variable.

    unknown: codes of the variable that are no nodes; inner: codes of the variable that are nodes with children; empty:
    leaves that are no codes of the variable; near: (unknown code, similar leaf) that differ in leading zeros or blanks;
    per_level: number of nodes of each level, outermost first.
    """

    unknown: tuple[str, ...]
    inner: tuple[str, ...]
    empty: tuple[str, ...]
    near: tuple[tuple[str, str], ...]
    per_level: tuple[int, ...]

    @property
    def fits(self) -> bool:
        """Whether every code of the variable is a leaf."""
        return not self.unknown and not self.inner

    @property
    def depth(self) -> int:
        """Number of levels below the total."""
        return len(self.per_level)

    def notices(self) -> tuple[Sentence, ...]:
        """Notices on the result, the gravest first."""
        sentences = []
        if self.unknown:
            codes = self.unknown[:_NAMED]
            sentences.append(sentence("hierarchy_report_unknown", count=len(self.unknown), codes=codes))
        if self.near:
            code, leaf = self.near[0]
            sentences.append(sentence("hierarchy_near", count=len(self.near), item=code, other=leaf))
        if self.inner:
            sentences.append(sentence("hierarchy_report_inner", count=len(self.inner), codes=self.inner[:_NAMED]))
        if self.empty:
            sentences.append(sentence("hierarchy_report_empty", count=len(self.empty), codes=self.empty[:_NAMED]))
        return tuple(sentences)


def hierarchy_check(hierarchy: Hierarchy, dimension: Dimension) -> HierarchyReport:
    """Compare a hierarchy's leaves with the codes of a variable, ignoring surrounding blanks. Never raises."""
    leaves = {leaf.strip() for leaf in hierarchy.leaves}
    nodes = {node.code.strip() for node in hierarchy.nodes}
    codes = [code.strip() for code in dimension.codes if code != MISSING]
    held_codes = set(codes)
    unknown = tuple(code for code in codes if code not in nodes)
    inner = tuple(code for code in codes if code in nodes and code not in leaves)
    empty = tuple(leaf for leaf in hierarchy.leaves if leaf.strip() not in held_codes)
    return HierarchyReport(unknown, inner, empty, tuple(near_misses(unknown, empty)), hierarchy.per_level)
