"""Codes and what is above them: by indents, by how codes begin, by what most rows say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ckmcore.dictionary.code_columns import CodeColumns
from ckmcore.dictionary.small_tables import SmallTableRow

Entries = list[tuple[str, int]]
"""Codes with their depths, in document order."""
_LETTER = re.compile(r"[A-Z]")
_FEWEST = 5  # codes that follow a rule, for it to be meant for all


@dataclass(frozen=True)
class CodeRow:
    """A row with one code. parts: texts of the columns that make up the code."""

    code: str
    row: SmallTableRow
    parts: tuple[str, ...]


class IndentedRows:
    """Depths by blanks before codes or labels, or by the indents of cells."""

    def __init__(self, nodes: Sequence[CodeRow], columns: CodeColumns) -> None:
        self._indents: list[int] = []
        self.examples: list[str] = []
        for place in columns.places("code", "code_label", "label", "label_de", "label_en"):
            indents = [node.row.indent(place) for node in nodes]
            ends = {indent + len(node.row.cell(place)) for indent, node in zip(indents, nodes, strict=True)}
            # Codes of one width in all, with the blanks before them, are padded and not indented.
            is_padded = len(ends) == 1 and columns.meanings[place] == "code"
            if len(set(indents)) > 1 and indents[0] == min(indents) and not is_padded:
                self._indents = indents
                self.examples = [node.row.cell(place) for node, indent in zip(nodes, indents, strict=True) if indent]
                break
        self._steps = sorted(set(self._indents))

    @property
    def depths(self) -> list[int]:
        return [self._steps.index(indent) for indent in self._indents]

    @property
    def is_likely(self) -> bool:
        return bool(self._indents)

    @property
    def is_regular(self) -> bool:
        """Whether each level is indented by the same number of blanks, and none is skipped."""
        steps = {after - before for before, after in pairwise(self._steps)}
        depths = self.depths
        return len(steps) == 1 and all(after <= before + 1 for before, after in pairwise(depths))


class CodePrefixes:
    """Parents by beginnings: the longest code, or parts of it, with which a code begins."""

    def __init__(self, nodes: Sequence[CodeRow]) -> None:
        known = {node.parts: node.code for node in nodes}
        self._is_of_parts = any(len(node.parts) > 1 for node in nodes)
        codes = set(known.values())
        has_sections = any(map(_LETTER.fullmatch, codes)) and not any(
            _LETTER.match(code) and len(code) > 1 for code in codes
        )
        section = ""
        self.parents: dict[str, str] = {}
        for node in nodes:
            parent = ""
            if self._is_of_parts:
                parent = next(
                    (known[node.parts[:end]] for end in range(len(node.parts) - 1, 0, -1) if node.parts[:end] in known),
                    "",
                )
            else:
                parent = next(
                    (node.code[:end] for end in range(len(node.code) - 1, 0, -1) if node.code[:end] in codes), ""
                )
            if has_sections and _LETTER.fullmatch(node.code):
                section = node.code  # a section such as A is above the divisions below it: 01
            elif has_sections and not parent:
                parent = section
            self.parents[node.code] = parent

    @cached_property
    def _depths(self) -> dict[str, int]:
        depths: dict[str, int] = {"": -1}
        for code in sorted(self.parents, key=lambda code: (not _LETTER.fullmatch(code), len(code))):
            depths[code] = depths[self.parents[code]] + 1
        return depths

    @property
    def examples(self) -> list[str]:
        return [f"{parent} > {code}" for code, parent in self.parents.items() if parent]

    @property
    def is_likely(self) -> bool:
        """Whether at least three in ten codes begin with another one."""
        below = sum(bool(parent) for parent in self.parents.values())
        return self._is_of_parts or (below > 1 and 10 * below >= 3 * len(self.parents))

    @property
    def is_regular(self) -> bool:
        """Whether all codes without codes below them are on one level, and the codes of each level of one length."""
        inner = set(self.parents.values())
        leaves = {self._depths[code] for code in self.parents if code not in inner}
        lengths: dict[int, set[int]] = {}
        for code in self.parents:
            lengths.setdefault(self._depths[code], set()).add(len(code))
        is_even = len(leaves) == 1 and all(len(known) == 1 for known in lengths.values())
        return self.is_likely and is_even and not count_on(self.parents)


def codes_by_depth(tree: Entries) -> dict[int, list[str]]:
    """The codes of each depth."""
    codes: dict[int, list[str]] = {}
    for code, depth in tree:
        codes.setdefault(depth, []).append(code)
    return codes


def lack_zeros(codes: Sequence[str]) -> bool:
    """Whether codes may have lost a leading zero: numbers of two lengths, a digit apart, that do not count on."""
    if not all(code.isdecimal() and code.isascii() for code in codes) or any(code[0] == "0" for code in codes):
        return False
    lengths = Counter(map(len, codes))
    return len(lengths) == 2 and max(lengths) - min(lengths) == 1 and not count_on(codes)


def count_on(codes: Collection[str]) -> bool:
    """Whether codes are all the whole numbers from one to another, as ages are."""
    if not all(code.isdecimal() for code in codes):
        return False
    numbers = sorted(map(int, codes))
    return numbers[-1] - numbers[0] + 1 == len(numbers)


def document_order(order: Iterable[str], parents: Mapping[str, str]) -> Entries:
    """Nodes with their depths, each parent before its children and siblings in the given order. parents: parent of each
    code, "" on the first level."""
    children: dict[str, list[str]] = {}
    for code in order:
        children.setdefault(parents[code], []).append(code)
    entries: Entries = []
    waiting = [(code, 0) for code in reversed(children.get("", []))]
    while waiting:
        code, depth = waiting.pop()
        entries.append((code, depth))
        waiting += [(child, depth + 1) for child in reversed(children.get(code, []))]
    return entries


def usual_parents(paths: Iterable[Sequence[str]]) -> dict[str, str]:
    """The code above each code: where most codes begin with the one above them, one with which it begins; else the one
    in most rows, and among equals the first. paths: codes of rows, outermost first; a code of the first level has ""
    above it."""
    above: dict[str, Counter[str]] = {}
    for path in paths:
        for parent, code in pairwise(["", *path]):
            above.setdefault(code, Counter())[parent] += 1
    pairs = [(code, parent) for code, known in above.items() for parent in known if parent]
    by_beginning = 2 * sum(code.startswith(parent) for code, parent in pairs) > len(pairs)

    def usual(code: str) -> str:
        known = above[code]
        begun = {parent: bool(parent) and code.startswith(parent) for parent in known}
        return max(known, key=lambda parent: (by_beginning and begun[parent], known[parent], begun[parent]))

    return {code: usual(code) for code in above}


def by_beginnings(tree: Entries) -> tuple[set[str], list[tuple[str, str]]]:
    """Codes of a length most of which lie below the longest code with which they begin; and those of them that do not,
    or have no code above them where most have, with the codes above them."""
    parents = parents_of(tree)

    def begun(code: str) -> str:
        return next((code[:end] for end in range(len(code) - 1, 0, -1) if code[:end] in parents), "")

    lengths: dict[int, list[tuple[str, int]]] = {}
    for code, depth in tree:
        lengths.setdefault(len(code), []).append((code, depth))
    judged: set[str] = set()
    unlike: set[str] = set()
    expected = {code: begun(code) for code in parents}
    begin = [code for code in parents if expected[code]]
    fitting = sum(expected[code] == parents[code] for code in begin)
    if fitting < _FEWEST:
        return judged, []
    for known in lengths.values():
        off = {code for code, _ in known if expected[code] != parents[code]}
        beginning = sum(bool(expected[code]) for code, _ in known)
        mostly_begin = 3 * fitting >= 2 * len(begin) and 5 * beginning >= 4 * len(known)
        if 2 * len(off) < len(known) or mostly_begin:
            judged |= {code for code, _ in known}
            unlike |= off
            top = {code for code, depth in known if not depth}
            unlike |= top if 2 * len(top) < len(known) else set()
    return judged, [(code, parents[code]) for code, _ in tree if code in unlike]


def parents_of(tree: Entries) -> dict[str, str]:
    """The code above each code, "" on the first level."""
    path: list[str] = [""]
    parents = {}
    for code, depth in tree:
        path = [*path[: depth + 1], code]
        parents[code] = path[depth]
    return parents


def without_codes(tree: Entries, left_out: Collection[str]) -> Entries:
    """A tree without some codes and all below them."""
    kept: Entries = []
    limit: int | None = None
    for code, depth in tree:
        limit = None if limit is not None and depth <= limit else limit
        if limit is None and code in left_out:
            limit = depth
        if limit is None:
            kept.append((code, depth))
    return kept
