"""Hierarchies that lie in several columns of the data: Land, Kreis, Gemeinde."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.microdata.counter import Counter as CellCounter
from ckmcore.microdata.data import MISSING, Microdata
from ckmcore.microdata.hierarchy import Hierarchy

# A node is a code in one of the columns; the same text in another column is another node.
_Node = tuple[int, str]
_TOP: _Node = (-1, "")
_MARKED = 1 << 26


def hierarchy_of_columns(data: Microdata, columns: Sequence[str]) -> Hierarchy:
    """Build the hierarchy of the codes of the last column, whose levels are the columns, outermost first.

    A level missing above a code is left out, unless another record has it; so is a group whose only member has the same
    code. Codes without records are placed on the first level. A group with the code of another node is named with its
    leaves: `11 (11000)`. Raises UnknownVariable and hierarchy_column_parents (a code below two parents, both named).
    """
    levels = [data.dimension(name) for name in columns]
    last_level = len(levels) - 1
    parents: dict[_Node, _Node] = {}
    for path in _paths(data, columns):
        above = _TOP
        for node in enumerate(path):
            if node[1] == MISSING:
                continue
            known_parent = parents.setdefault(node, above)
            # The fullest paths come first: what a later one lacks is known by then.
            if known_parent != above and above != _TOP:
                raise DataError(
                    "hierarchy_column_parents",
                    variable=columns[node[0]],
                    node=node[1],
                    above=columns[above[0]],
                    parent=known_parent[1],
                    other=above[1],
                )
            above = node
    for code in levels[-1].codes:
        if code != MISSING:
            parents.setdefault((last_level, code), _TOP)
    rank = {
        (level, code): code_index
        for level, each_level in enumerate(levels)
        for code_index, code in enumerate(each_level.codes)
    }
    children: dict[_Node, list[_Node]] = {}
    for node in sorted(parents, key=lambda node: (node[0], rank[node])):
        children.setdefault(parents[node], []).append(node)
    hierarchy = Hierarchy.from_depths(_unique_codes(_laid_out(children, last_level), last_level))
    names = tuple(_both(level.title.en or level.name, level.title.de or level.name) for level in levels)
    return replace(hierarchy, level_names=names) if hierarchy.depth == len(names) else hierarchy


def _laid_out(children: dict[_Node, list[_Node]], last_level: int) -> list[tuple[_Node, int]]:
    """Nodes in document order with their depths; groups come before codes without a group. last_level: index of the
    innermost level.
    """
    laid_out: list[tuple[_Node, int]] = []
    waiting = [(node, 0) for node in reversed(children.get(_TOP, []))]
    while waiting:
        node, depth = waiting.pop()
        below = children.get(node, [])
        if not (len(below) == 1 and below[0][1] == node[1]) and (below or node[0] == last_level):
            laid_out.append((node, depth))
            depth += 1
        waiting += [(child, depth) for child in reversed(below)]
    return laid_out


def _unique_codes(nodes: list[tuple[_Node, int]], last_level: int) -> list[tuple[str, int]]:
    often = Counter(code for (_, code), _ in nodes)
    code_depths: list[tuple[str, int]] = []
    for node_index, ((level, code), depth) in enumerate(nodes):
        if level == last_level or often[code] == 1:
            code_depths.append((code, depth))
            continue
        end = node_index + 1
        while end < len(nodes) and nodes[end][1] > depth:
            end += 1
        leaves = [below[1] for below, _ in nodes[node_index:end] if below[0] == last_level]
        range_of = leaves[0] if len(leaves) == 1 else f"{leaves[0]}-{leaves[-1]}"
        code_depths.append((f"{code} ({range_of})", depth))
    return code_depths


def _both(english: str, german: str) -> str:
    english, german = english.replace("|", "/"), german.replace("|", "/")
    return english if english == german else f"{english}|{german}"


def _numbered(values: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Distinct values in ascending order, and the index of each entry among them. values: integers from 0 below
    `size`."""
    if size > _MARKED:
        result, inverse = np.unique(values, return_inverse=True)
        return result, inverse.astype(np.int64)
    # Far quicker than sorting millions of records.
    marked = np.zeros(size, dtype=bool)
    marked[values] = True
    return np.flatnonzero(marked).astype(np.int64), (np.cumsum(marked) - 1)[values]


def _paths(data: Microdata, columns: Sequence[str]) -> list[tuple[str, ...]]:
    """Combinations of codes that occur and have a code in the last column; those with the fewest missing codes
    first."""
    if data.counter is not None:
        return _fullest_first(_counted_paths(data, data.counter, columns))
    # Joined column by column and numbered anew each time: no product of many levels overflows.
    joined: NDArray[np.int64] = data.columns[columns[0]].astype(np.int64)
    codes: list[tuple[str, ...]] = [(code,) for code in data.dimension(columns[0]).codes]
    for name in columns[1:]:
        current_codes = data.dimension(name).codes
        path_numbers, joined = _numbered(
            joined * len(current_codes) + data.columns[name], len(codes) * len(current_codes)
        )
        codes = [
            (*codes[path_number // len(current_codes)], current_codes[path_number % len(current_codes)])
            for path_number in path_numbers.tolist()
        ]
    present, _ = _numbered(joined, len(codes))
    return _fullest_first([codes[code_index] for code_index in present.tolist()])


def _counted_paths(data: Microdata, counter: CellCounter, columns: Sequence[str]) -> list[tuple[str, ...]]:
    """Combinations of codes that occur in the database, in their order."""
    codes = [data.dimension(name).codes for name in columns]
    cells = counter.cells(columns, {}, weighted=False, cancelled=lambda: False)
    coordinates = np.unravel_index(cells.numbers.astype(np.intp), tuple(map(len, codes)))
    texts = [
        [own_code[code_index] for code_index in own_numbers.tolist()]
        for own_code, own_numbers in zip(codes, coordinates, strict=True)
    ]
    return list(zip(*texts, strict=True))


def _fullest_first(paths: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Paths with a code in the last column, those with the fewest missing codes first."""
    kept_paths = [path for path in paths if path[-1] != MISSING]
    return sorted(kept_paths, key=lambda path: sum(code == MISSING for code in path))
