"""Draft: a protected table under the method in force of a statistic. Only `Statistic.draft(spec)` makes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.model import AreaSet
from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.base.version import VERSION, WRITERS
from ckmcore.methods.protected import ProtectedTable

Revised = tuple[tuple[NDArray[np.bool_], ...], ...]


@dataclass(frozen=True)
class RevisedMargins:
    """Margins of a hypercube whose figures are not those of the release that it replaces, by their variables; all:
    number of its margins; cells: for each value the numbers of the cells that differ, None where these are not known.
    """

    changed: tuple[tuple[str, ...], ...]
    all: int
    cells: tuple[tuple[int, ...], ...] | None = None

    @property
    def are_marked(self) -> bool:
        """Whether the figures that differ are known one by one."""
        return any(self.cells or ())


@dataclass(frozen=True)
class DraftInfo:
    """Facts on a table's statistic, with the fields of `Draft`."""

    title: Texts
    statistic: Texts
    period: Texts
    source: Texts
    as_of: str
    number: str = ""
    released: str = ""
    witness: Texts = Texts()
    engine: str = VERSION
    writers: int = WRITERS
    corrects: str = ""
    revised: Revised = field(default=(), compare=False)
    revised_margins: RevisedMargins | None = field(default=None, compare=False)
    areas: Mapping[str, AreaSet] = field(default_factory=dict, compare=False)


@checked
@dataclass(frozen=True)
class Draft:
    """A protected table with what its readers must know: title, statistic, period, source, and state of the data (ISO
    date).

    number, released: number and ISO day of the release, "" for a draft; only the register assigns numbers
    (`ckmcore.release`). witness: note on the register's entry of the release. engine: program version stated in files;
    for a release the recorded one, "" for none. writers: version of what writes its files (`WRITERS`). corrects: number
    of the release that it replaces, "" for none; revised: masks of the figures that differ from that release, for each
    block one for each value, in the shape of its figures, empty for none. revised_margins: of a hypercube the margins
    in which figures differ from it, None where that is not known. areas: boundaries by variable, for maps in files.

    >>> statistic, stamp = ckm.open_statistic("statistic.ckm")
    >>> draft = statistic.draft(ckm.TableSpec("NUTS", "SEX", title="Persons"), data)
    >>> ckm.export(draft, "draft.xlsx").name
    'draft.xlsx'
    """

    table: ProtectedTable
    title: Texts
    statistic: Texts
    period: Texts
    source: Texts
    as_of: str
    number: str = ""
    released: str = ""
    witness: Texts = Texts()
    engine: str = VERSION
    writers: int = WRITERS
    corrects: str = ""
    revised: Revised = field(default=(), compare=False)
    revised_margins: RevisedMargins | None = field(default=None, compare=False)
    areas: Mapping[str, AreaSet] = field(default_factory=dict, compare=False)

    @property
    def info(self) -> DraftInfo:
        """Facts on the statistic, without the figures."""
        return DraftInfo(**{each.name: getattr(self, each.name) for each in fields(DraftInfo)})
