"""Recodes of τ-ARGUS (`.grc`): which codes become one, or which nodes of the hierarchy are collapsed."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from os import PathLike
from pathlib import Path

from ckmcore.dictionary.small_tables import read_text
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import MISSING, Dimension
from ckmcore.microdata.files import checked_path
from ckmcore.microdata.reading_plan import ReadingAnswer
from ckmcore.microdata.variable import CodeGroup, Derivation

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_Key = tuple[Decimal, str]
_KEYWORD = re.compile(r"<\s*(\w+)\s*>(.*)")


@dataclass(frozen=True)
class Recode:
    """A recode read from a file. derivation: its rule; code_list: file that it names for the labels of the new codes,
    or ""; notices: remarks for the user."""

    derivation: Derivation
    code_list: str = ""
    notices: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class _Part:
    """A code or a range of codes in a line of a recode; an empty `low` or `high` leaves the range open. single: one
    code; line: line in the file."""

    line: int
    low: str
    high: str
    single: bool


def read_recode(path: str | PathLike[str], dimension: Dimension, answers: Sequence[ReadingAnswer] = ()) -> Recode:
    """Read the recode of a `.grc` file for a variable. dimension: its categories; answers: to the question about the
    code page of the file.

    Lines are `new:1-5`, `new:1,3,7-9`, `new:-5`, `new:65-`; several lines may make one new code. Codes are compared as
    numbers where all codes of the variable are numbers, else as texts. `<MISSING> x y` names new codes (or codes of the
    variable) that are missing; `<CODELIST> "x.cdl"` the labels of the new codes. A file with `<TREERECODE>` lists nodes
    of the variable's hierarchy that are collapsed into one code each. Codes in no group stay.

    Raises ReadingAsked, the errors of files and recode_line, recode_code_twice, recode_node_unknown,
    recode_nodes_nested, recode_without_hierarchy, each with file and line.
    """
    file = checked_path(path)
    lines = [
        (line_number, line.strip()) for line_number, line in enumerate(read_text(file, answers).split("\n"), start=1)
    ]
    lines = [(number, line) for number, line in lines if line and not line.startswith("//")]
    if not lines:
        raise DataError("file_empty", file=str(file))
    if any(line.upper().startswith("<TREERECODE>") for _, line in lines):
        return _tree_recode(file, lines, dimension)
    return _GroupReader(file, dimension).read(lines)


class _GroupReader:
    def __init__(self, file: Path, dimension: Dimension) -> None:
        self.file = file
        self.name = dimension.name
        self.codes = [code for code in dimension.codes if code != MISSING]
        self.numbers = bool(self.codes) and all(_NUMBER.fullmatch(code) for code in self.codes)
        self.keyed = sorted((self._key(code), code_index) for code_index, code in enumerate(self.codes))
        self.known = frozenset(self.codes)

    def read(self, lines: list[tuple[int, str]]) -> Recode:
        groups: dict[str, list[_Part]] = {}
        missing: list[tuple[int, str]] = []
        code_list = ""
        for number, line in lines:
            match = _KEYWORD.fullmatch(line)
            if match is not None and match[1].upper() == "MISSING":
                missing += [(number, item) for item in match[2].replace(",", " ").replace('"', " ").split()]
            elif match is not None and match[1].upper() == "CODELIST":
                code_list = match[2].strip().strip('"')
            elif match is not None:
                raise self._wrong(number, line, "recode_expected_keyword")
            else:
                new, colon, text_parts = line.partition(":")
                new = new.strip().strip('"')
                if not colon or not new:
                    raise self._wrong(number, line, "recode_expected_group")
                groups.setdefault(new, []).extend(self._parts(number, line, text_parts))
        return self._recode(groups, missing, code_list)

    def _parts(self, number: int, line: str, text: str) -> list[_Part]:
        result = []
        for item in (piece.strip().strip('"').strip() for piece in text.split(",")):
            if not item:
                raise self._wrong(number, line, "recode_expected_codes")
            if "-" not in item or self._same(item):
                result.append(_Part(number, item, item, single=True))
                continue
            low, _, high = item.partition("-")
            low, high = low.strip(), high.strip()
            if not (low or high):
                raise self._wrong(number, line, "recode_expected_codes")
            if self.numbers and not all(_NUMBER.fullmatch(bound) for bound in (low, high) if bound):
                raise self._wrong(number, line, "recode_expected_numbers")
            if low and high and self._key(high) < self._key(low):
                raise self._wrong(number, line, "recode_expected_order")
            result.append(_Part(number, low, high, single=False))
        return result

    def _recode(self, groups: dict[str, list[_Part]], missing: list[tuple[int, str]], code_list: str) -> Recode:
        first_lines: dict[str, tuple[int, str]] = {}
        members: dict[str, list[str]] = {}
        notices: list[Sentence] = []
        for new, group in groups.items():
            codes = members.setdefault(new, [])
            for line, code in ((group_part.line, code) for group_part in group for code in self._codes_of(group_part)):
                first, other = first_lines.setdefault(code, (line, new))
                if other != new:
                    raise DataError(
                        "recode_code_twice",
                        file=str(self.file),
                        line=line,
                        item=code,
                        group=new,
                        first=first,
                        other=other,
                    )
                codes.append(code)
            if self.known.isdisjoint(codes):
                notices.append(sentence("recode_group_empty", line=group[0].line, group=new))
        for new, parts_group in groups.items():
            if new in self.known and new not in first_lines:
                notices.append(sentence("recode_group_takes_code", line=parts_group[0].line, group=new))
        for number, item in missing:
            own_codes = [code for code in self._same(item) if code not in first_lines]
            if item in members:
                members.setdefault(MISSING, []).extend(members.pop(item))
            elif own_codes:
                members.setdefault(MISSING, []).extend(own_codes)
            else:
                notices.append(sentence("recode_missing_unused", line=number, item=item))
        code_groups = tuple(CodeGroup(new, tuple(dict.fromkeys(codes))) for new, codes in members.items())
        return Recode(Derivation("groups", self.name, groups=code_groups), code_list, tuple(notices))

    def _codes_of(self, group_part: _Part) -> list[str]:
        if group_part.single:
            return self._same(group_part.low) or [group_part.low]
        return self._between(
            self._key(group_part.low) if group_part.low else None,
            self._key(group_part.high) if group_part.high else None,
        )

    def _between(self, low: _Key | None, high: _Key | None) -> list[str]:
        """Codes between two keys, both included, in the order of the variable; None leaves an end open."""
        begin = 0 if low is None else bisect_left(self.keyed, (low, -1))
        end = len(self.keyed) if high is None else bisect_left(self.keyed, (high, len(self.codes)))
        return [self.codes[code_index] for code_index in sorted(code_index for _, code_index in self.keyed[begin:end])]

    def _same(self, item: str) -> list[str]:
        """Codes of the variable that equal an item as text or as number."""
        if item in self.known or not self.numbers:
            return [item] if item in self.known else []
        return self._between(self._key(item), self._key(item))

    def _key(self, code: str) -> _Key:
        """Sort key of a code; texts sort after numbers and never equal them."""
        if not self.numbers:
            return Decimal(0), code
        return (Decimal(code), "") if _NUMBER.fullmatch(code) else (Decimal("Infinity"), code)

    def _wrong(self, number: int, line: str, expected: str) -> DataError:
        return DataError("recode_line", file=str(self.file), line=number, text=line[:60], expected=sentence(expected))


def _tree_recode(file: Path, lines: list[tuple[int, str]], dimension: Dimension) -> Recode:
    hierarchy = dimension.hierarchy
    first_line = next(number for number, line in lines if line.upper().startswith("<TREERECODE>"))
    if hierarchy is None:
        raise DataError("recode_without_hierarchy", file=str(file), line=first_line, variable=dimension.name)
    groups: dict[str, CodeGroup] = {}
    line_of: dict[str, int] = {}
    above: dict[str, str] = {}
    for number, line in lines:
        node = line[len("<TREERECODE>") :].strip() if line.upper().startswith("<TREERECODE>") else line
        node = node.strip('"').strip()
        if not node or node in line_of:
            continue
        if node not in hierarchy.index:
            raise DataError("recode_node_unknown", file=str(file), line=number, node=node, variable=dimension.name)
        leaves = hierarchy.leaves_below(node)
        for leaf in leaves:
            if leaf in above:
                first = line_of[above[leaf]]
                raise DataError(
                    "recode_nodes_nested", file=str(file), line=number, node=node, above=above[leaf], first=first
                )
        above.update(dict.fromkeys(leaves, node))
        line_of[node] = number
        groups[node] = CodeGroup(node, leaves)
    # In the order of the hierarchy, whatever the order of the lines.
    ordered = sorted(groups.values(), key=lambda group: hierarchy.index[group.code])
    return Recode(Derivation("groups", dimension.name, groups=tuple(ordered)))
