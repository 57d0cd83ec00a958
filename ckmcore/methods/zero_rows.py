"""Zero rows that tell: a category that is known only from the records says by a row of zeros that somebody is there.

A code list that somebody loaded, or a stated range, holds codes whether or not a record falls into them, so that its
zeros tell nothing. Read off published figures and the dictionary alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import MISSING
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.tabulate.spec import TOTAL


def from_records(entries: Iterable[VariableEntry], names: Collection[str]) -> tuple[VariableEntry, ...]:
    """Variables among `names` whose codes, or whose source's codes, were taken from the records.

    A code list counts as taken from the records until a list was loaded, a range stated, or a reason for observed codes
    recorded. Classes of numbers are declared and do not count.
    """
    entries_by_name = {entry.name: entry for entry in entries}
    zero_entries = []
    for name in names:
        entry = source = entries_by_name.get(name)
        while source is not None and source.derived is not None and not _ends(source.derived):
            source = entries_by_name.get(source.derived.source)
        if entry is None or source is None or source.role != "dimension":
            continue
        if source.derived is not None and source.derived.kind != "grid":
            continue
        if source.codes_from == "" or (source.codes_from == "observed" and not source.observed_reason.strip()):
            zero_entries.append(entry)
    return tuple(zero_entries)


def _ends(rule: Derivation) -> bool:
    """Whether codes come from the rule itself: bounds are declared; cells of a grid are those of the records."""
    return bool(rule.bounds) or rule.kind == "grid"


def telling_rows(table: ProtectedTable, names: Collection[str]) -> dict[str, int]:
    """Number of categories of each variable whose figures are all 0 in a table, without subtotals and groups. names: of
    the variables."""
    rows_by_variable: dict[str, int] = {}
    for block in table.blocks:
        for axis, dimension in enumerate(block.dimensions):
            if dimension.name not in names:
                continue
            empty = np.ones(len(dimension), dtype=np.bool_)
            nodes = np.broadcast_to(block.cells.along(axis, np.arange(len(dimension))), block.cells.held)
            for figures in block.figures:
                empty[nodes[figures != 0]] = False
            is_countable = (
                node.code is not TOTAL and node.code != MISSING and not node.group for node in dimension.nodes
            )
            count = int(np.count_nonzero(empty & np.fromiter(is_countable, np.bool_, len(dimension))))
            rows_by_variable[dimension.name] = max(count, rows_by_variable.get(dimension.name, 0))
    return {name: count for name, count in rows_by_variable.items() if count}


def zero_rows_told(table: ProtectedTable, titles: dict[str, Texts]) -> tuple[Sentence, ...]:
    """Warning for each variable with empty rows whose codes come from the records. titles: of the variables by name."""
    rows = telling_rows(table, titles)
    return tuple(sentence("zero_rows_tell", variable=titles[name], count=count) for name, count in rows.items())
