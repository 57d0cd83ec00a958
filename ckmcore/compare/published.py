"""PublishedFile: what a file of published figures says of each of its cells, whoever wrote it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from ckmcore.compare.extract import extract
from ckmcore.compare.faults import PublishedWithoutTable
from ckmcore.compare.figures import Entry
from ckmcore.compare.genesis import is_genesis, read_genesis
from ckmcore.compare.grid import read_sheets
from ckmcore.compare.parts import PublishedTable
from ckmcore.messages import Sentence

__all__ = ["Entry", "PublishedFile", "PublishedTable", "read_published"]


@dataclass(frozen=True, eq=False)
class PublishedFile:
    """The tables of a file, one per sheet or block of it, and what a reader should know of how they were read."""

    name: str
    tables: tuple[PublishedTable, ...]
    notices: tuple[Sentence, ...] = ()

    @property
    def cells(self) -> int:
        """Number of figures and signs."""
        return sum(entry is not None for table in self.tables for row in table.entries for entry in row)


def read_published(path: str | PathLike[str], titles: Collection[str] = ()) -> PublishedFile:
    """The labelled figures of a CSV or workbook: our own exports, GENESIS flat CSV, or a simple table.

    `titles` are titles of variables (see `parts.plain`): a column of numbers below one of them holds codes, not
    figures. Raises PublishedWithoutTable and the errors of `grid.read_sheets`.
    """
    tables: list[PublishedTable] = []
    notices: list[Sentence] = []
    name = Path(path).name
    for sheet in read_sheets(path):
        read = read_genesis if is_genesis(sheet) else extract
        found, said = read(sheet, name, titles)
        tables += found
        notices += said
    if not tables:
        raise PublishedWithoutTable(file=name)
    return PublishedFile(name, tuple(tables), tuple(notices))
