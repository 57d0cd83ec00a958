"""Exempt figures of a statistic: what they would give away, listed before a release; method.md section 5.

Official parents and children are known exactly, so the rest of a parent is, too: where it is one category, or few
records, that is told. Confidential: the list is made from original counts, for the methodologist.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from ckmcore.methods.settings import check_whole
from ckmcore.microdata.data import ExemptCells, Microdata
from ckmcore.sentences import Sentence, joined, sentence
from ckmcore.tabulate.axis import leaf_positions, plan_nodes
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import TOTAL, Code, TableSpec
from ckmcore.tabulate.tabulate import tabulate

Cell = frozenset[tuple[str, str]]
"""The codes of a logical cell by variable; of all others the total."""
ProblemKind = Literal["unknown", "one_remainder", "few_records"]


@dataclass(frozen=True)
class ExemptProblem:
    """What is wrong with exempt figures. Confidential, as it follows from original counts.

    unknown: a variable or a code that the data do not have. one_remainder: of the exempt cell `cell` all categories of
    `variable` are exempt but the one in `rest`, whose count is the difference. few_records: the categories in `rest`
    have together fewer records than the minimum.
    """

    kind: ProblemKind
    cell: Cell
    variable: str
    rest: tuple[str, ...]

    def sentence(self, data: Microdata) -> Sentence:
        """The problem in words, with the labels of the data."""
        dimension = data.dimensions.get(self.variable)
        codes = list(self.rest)
        if dimension is None:
            return sentence("exempt_unknown_variable", variable=self.variable)
        if self.kind == "unknown":
            return sentence("exempt_unknown_codes", variable=dimension.title, codes=codes)
        names = sorted(self.cell)
        place = [
            sentence("exempt_place", variable=data.dimensions[name].title, label=data.dimensions[name].label(code))
            for name, code in names
        ]
        where = joined(place, "note_list") if place else sentence("word_total")
        rest = joined([sentence("exempt_label", label=dimension.label(code)) for code in codes], "note_list")
        return sentence(f"exempt_{self.kind}", where=where, variable=dimension.title, rest=rest)


def exempt_problems(data: Microdata, minimum: int = 3) -> tuple[ExemptProblem, ...]:
    """What the exempt figures of `data` give away of cells that are not exempt, before a release.

    `minimum`: how many records the rest of an exempt cell must have at least. Raises SettingRange.
    """
    check_whole("exempt_minimum", minimum)
    found = list(_unknown(data))
    if found:
        return tuple(found)
    cells = {cell for one in data.exempt for cell in _cells_of(data, one)}
    variables = sorted({name for one in data.exempt for name, _ in one.cells})
    counts = _Counts(data)
    for cell in sorted(cells, key=sorted):
        for variable in variables:
            found += _below(data, cells, cell, variable, minimum, counts)
    return tuple(dict.fromkeys(found))


def _unknown(data: Microdata) -> Iterator[ExemptProblem]:
    for one in data.exempt:
        for name, codes in one.cells:
            dimension = data.dimensions.get(name)
            if dimension is None:
                yield ExemptProblem("unknown", frozenset(), name, ())
                continue
            unknown = tuple(code for code in codes if not len(leaf_positions(dimension, (code,))))
            if unknown:
                yield ExemptProblem("unknown", frozenset(), name, unknown)


def _cells_of(data: Microdata, one: ExemptCells) -> Iterator[Cell]:
    """The logical cells that an entry declares."""
    sets = [codes or tuple(map(str, _nodes(data, name))) for name, codes in one.cells]
    names = [name for name, _ in one.cells]
    for codes in product(*sets):
        yield frozenset(zip(names, codes, strict=True))


def _nodes(data: Microdata, variable: str) -> list[Code]:
    return [node.code for node in plan_nodes(data.dimensions[variable]).axis.nodes[1:]]


def _children(data: Microdata, variable: str, code: Code) -> list[str]:
    """The nodes right below one of a variable."""
    axis = plan_nodes(data.dimensions[variable]).axis
    above = axis.index[code]
    return [str(node.code) for node in axis.nodes[1:] if node.parent == above]


def _below(
    data: Microdata, cells: set[Cell], cell: Cell, variable: str, minimum: int, counts: _Counts
) -> Iterator[ExemptProblem]:
    """What an exempt cell and the exempt ones among its parts by a variable tell of the others."""
    own = dict(cell).get(variable)
    others = frozenset(pair for pair in cell if pair[0] != variable)
    parts = {code: others | {(variable, code)} for code in _children(data, variable, TOTAL if own is None else own)}
    official = [code for code, part in parts.items() if part in cells]
    rest = tuple(code for code in parts if code not in official)
    if not official or not rest:
        return
    if len(rest) == 1:
        yield ExemptProblem("one_remainder", cell, variable, rest)
    elif sum(counts.of(parts[code]) for code in rest) < minimum:
        yield ExemptProblem("few_records", cell, variable, rest)


class _Counts:
    """Original counts of logical cells, tabulated once for each set of variables."""

    def __init__(self, data: Microdata) -> None:
        self._data, self._blocks = data, dict[tuple[str, ...], RawBlock]()

    def of(self, cell: Cell) -> int:
        names = tuple(sorted(name for name, _ in cell))
        if names not in self._blocks:
            self._blocks[names] = tabulate(self._data, TableSpec(rows=list(names))).blocks[0]
        block, codes = self._blocks[names], dict(cell)
        return int(block.counts[tuple(one.index[codes[one.name]] for one in block.dimensions)])
