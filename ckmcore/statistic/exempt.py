"""Exempt figures of a statistic: what they would disclose, listed before a release; method.md section 5.

Official parents and children are known exactly, so the rest of a parent is, too: a rest of one category, or of few
records, is listed. Confidential: the list is made from original counts, for the methodologist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.settings import check_whole
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.axis import leaf_positions
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

Cell = frozenset[tuple[str, str]]
"""The codes of a logical cell by variable; of all others the total."""
ProblemKind = Literal["unknown", "one_remainder", "few_records"]


@dataclass(frozen=True)
class ExemptProblem:
    """A problem of exempt figures. Confidential, since it depends on original counts.

    unknown: a variable or code that the data lack. one_remainder: all categories of `variable` within the exempt cell
    `cell` are exempt except the one in `rest`, whose count is the difference. few_records: the categories in `rest`
    together have fewer records than the minimum.
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
        note_places = [
            sentence("exempt_place", variable=data.dimensions[name].title, label=data.dimensions[name].label(code))
            for name, code in names
        ]
        where = joined(note_places, "note_list") if note_places else sentence("word_total")
        label_list = joined([sentence("exempt_label", label=dimension.label(code)) for code in codes], "note_list")
        return sentence(f"exempt_{self.kind}", where=where, variable=dimension.title, rest=label_list)


def exempt_problems(data: Microdata, minimum: int = 3) -> tuple[ExemptProblem, ...]:
    """Find what exempt figures of `data` reveal about other cells, before a release.

    minimum: smallest number of records for the rest of an exempt cell. Raises setting_range, TableTooLarge.
    """
    check_whole("exempt_minimum", minimum)
    found_exempt_problems = list(_unknown(data))
    if found_exempt_problems:
        return tuple(found_exempt_problems)
    variables = sorted({name for exempt_cell in data.exempt for name, _ in exempt_cell.cells})
    asked_variables = {
        (tuple(sorted({name for name, _ in exempt_cell.cells} | {variable})), variable)
        for exempt_cell in data.exempt
        for variable in variables
    }
    for names, variable in sorted(asked_variables):
        block = tabulate(data, TableSpec(rows=list(names))).blocks[0]
        found_exempt_problems += _problems_along(block, names.index(variable), minimum)
    return tuple(dict.fromkeys(found_exempt_problems))


def _unknown(data: Microdata) -> Iterator[ExemptProblem]:
    for exempt_cell in data.exempt:
        for name, codes in exempt_cell.cells:
            dimension = data.dimensions.get(name)
            if dimension is None:
                yield ExemptProblem("unknown", frozenset(), name, ())
                continue
            unknown = tuple(code for code in codes if not len(leaf_positions(dimension, (code,))))
            if unknown:
                yield ExemptProblem("unknown", frozenset(), name, unknown)


def _problems_along(block: RawBlock, axis: int, minimum: int) -> Iterator[ExemptProblem]:
    """Problems of exempt cells and their exempt parts along an axis."""
    if block.exempt is None:
        return
    nodes = block.dimensions[axis].nodes
    exempt, counts = np.moveaxis(block.exempt, axis, 0), np.moveaxis(block.counts, axis, 0)
    for above in range(len(nodes)):
        node_indices = [node_index for node_index, node in enumerate(nodes) if node.parent == above]
        official = exempt[node_indices]
        other_count = (~official).sum(axis=0)
        few = np.where(official, 0, counts[node_indices]).sum(axis=0) < minimum
        is_disclosed = exempt[above] & official.any(axis=0) & ((other_count == 1) | ((other_count > 1) & few))
        for position in np.argwhere(is_disclosed):
            node_position = tuple(position.tolist())
            remaining_codes = [
                nodes[node_index].code
                for node_index, own_mark in zip(node_indices, official[:, *node_position].tolist(), strict=True)
                if not own_mark
            ]
            where = [*node_position[:axis], above, *node_position[axis:]]
            kind: ProblemKind = "one_remainder" if len(remaining_codes) == 1 else "few_records"
            yield ExemptProblem(
                kind, _cell(block, where), block.dimensions[axis].name, tuple(map(str, remaining_codes))
            )


def _cell(block: RawBlock, position: Sequence[int]) -> Cell:
    """The logical cell at a position of a block."""
    codes = (
        (dimension.name, dimension.nodes[coordinate].code)
        for dimension, coordinate in zip(block.dimensions, position, strict=True)
    )
    return frozenset((name, code) for name, code in codes if isinstance(code, str))
