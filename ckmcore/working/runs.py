"""Runs of saved tables by parameters: for several periods, and one after the other for parts such as regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.lazy_import import LazyModule
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.release.run import RunReport
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.titles import asks_for
from ckmcore.tabulate.spec import Condition

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = LazyModule("pandas")

Where = Mapping[str, Sequence[str]]
"""Codes by variable: a table is run for each of them, for all combinations where there are several variables."""


@dataclass(frozen=True)
class Runs:
    """Results of a run's tables by period."""

    reports: tuple[RunReport, ...]
    folder: Path

    def __repr__(self) -> str:
        states = Counter(run.state for report in self.reports for run in report.runs)
        return f"Runs({', '.join(f'{count} {state}' for state, count in states.items())}, folder={str(self.folder)!r})"

    @property
    def complete(self) -> bool:
        """Whether every table was written."""
        return all(report.complete for report in self.reports)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of tables that were written."""
        names = (name for report in self.reports for run in report.runs if run.state == "written" for name in run.files)
        return tuple(self.folder / name for name in dict.fromkeys(names))

    def to_pandas(self, language: Language = "en") -> pd.DataFrame:
        """Data frame with a line per table: period, table, title, state (`written`, `does_not_fit`, `failed`,
        `cancelled`), cells, file, notes."""
        lines = [
            {
                "period": report.period.text(language),
                "table": run.plan.table.name,
                "title": run.plan.title,
                "state": run.state,
                "cells": run.cells,
                "file": run.plan.file if run.state == "written" else "",
                "notes": " ".join(note.text(language) for note in run.notes),
            }
            for report in self.reports
            for run in report.runs
        ]
        columns = ["period", "table", "title", "state", "cells", "file", "notes"]
        return pd.DataFrame(lines, columns=columns).astype({"cells": "Int64"})


def by_parts(statistic: Statistic, tables: Iterable[SavedTable], where: Where) -> tuple[SavedTable, ...]:
    """Each table once for every combination of codes, which replace its own filters on their variables.

    The codes are appended to its name, and to its title unless that contains its filters.
    """
    return tuple(_table_of_part(statistic, table, where, codes) for table in tables for codes in _combinations(where))


def _combinations(where: Where) -> Iterator[tuple[str, ...]]:
    return product(*((codes,) if isinstance(codes, str) else tuple(codes) for codes in where.values()))


def _table_of_part(statistic: Statistic, table: SavedTable, where: Where, codes: Sequence[str]) -> SavedTable:
    if not where:
        return table
    conditions = tuple(Condition(name, (code,)) for name, code in zip(where, codes, strict=True))
    other_filters = tuple(each_filter for each_filter in table.spec.filters if each_filter.variable not in where)
    title = table.spec.title
    if title != Texts() and not asks_for(title, "filter"):
        words = statistic.words_of(conditions)
        title = Texts(f"{title.en}: {words.en}", f"{title.de}: {words.de}")
    spec = table.spec.with_changes(filters=(*other_filters, *conditions), title=title)
    return replace(table, name=" ".join((table.name, *codes)), spec=spec)
