"""The pattern of suppressed cells that belongs to a table, laid beside its original counts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ckmcore.base.typed import kept_settings
from ckmcore.microdata.kept_patterns import KeptPatterns, figures_digest
from ckmcore.tabulate.raw import Conditions, PatternCells, RawBlock
from ckmcore.tabulate.spec import Block, TableSpec

# What changes no cell: titles, labels, and where they are written.
_WORDS = ("title", "labels", "stub")


def table_key(spec: TableSpec) -> str:
    """Hash of what cells a table has: variables and nodes on each axis, filters, codes shown. Titles and values do not
    matter."""
    axes = [[_levels(block) for block in blocks] for blocks in (spec.layers, spec.rows, spec.columns)]
    filters = [kept_settings(condition) for condition in spec.filters if condition.restricts]
    content = [axes, filters, spec.presentation.valid_codes]
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def _levels(block: Block) -> list[Any]:
    levels = [kept_settings(level) for level in block.levels]
    return [{name: value for name, value in level.items() if name not in _WORDS} for level in levels]


def with_patterns(
    patterns: KeptPatterns, spec: TableSpec, parts: Mapping[Conditions, tuple[RawBlock, ...]]
) -> dict[Conditions, tuple[RawBlock, ...]]:
    """The blocks of a table with the cells that get a sign: of all its records, where the table is one of those that
    were protected together and has the same figures."""
    cells = patterns.tables.get(table_key(spec))
    marks = (patterns.content_hash, *(() if cells is None else cells.before))
    made: dict[Conditions, tuple[RawBlock, ...]] = {}
    for own_filter, blocks in parts.items():
        hidden: list[dict[str, NDArray[np.bool_]]] = [{} for _ in blocks]
        stale: tuple[str, ...] = ()
        if cells is not None and not own_filter and not any(block.listed is not None for block in blocks):
            for name, kept in cells.of.items():
                if name and name not in blocks[0].magnitudes:
                    continue
                figures = [block.magnitudes[name].sums if name else block.counts for block in blocks]
                if figures_digest(patterns.salt, figures) == kept.digest:
                    for own, mask in zip(hidden, kept.hidden, strict=True):
                        own[name] = mask
                else:
                    stale = (*stale, name)
        made[own_filter] = tuple(
            replace(block, pattern=PatternCells(block.counts, own, marks, stale))
            for block, own in zip(blocks, hidden, strict=True)
        )
    return made
