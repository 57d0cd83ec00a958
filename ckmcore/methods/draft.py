"""Draft: a protected table under the method in force of a statistic. Only `Statistic.draft(spec)` makes one."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.base.version import VERSION
from ckmcore.methods.protected import ProtectedTable


@dataclass(frozen=True)
class DraftInfo:
    """What a table says of its statistic; the fields are those of `Draft`."""

    title: Texts
    statistic: Texts
    period: Texts
    source: Texts
    as_of: str
    number: str = ""
    released: str = ""
    witness: Texts = Texts()
    engine: str = VERSION


@checked
@dataclass(frozen=True)
class Draft:
    """A protected table with what a reader must know: title, statistic, period, source, state of the data (ISO).

    number, released: of the release that it is, and its day (ISO); "" as long as it is a draft. Only the register gives
    a number (`ckmcore.release`). witness: the register's entry that released it, as a note. engine: the version that
    its files name; of a release the one on record, "" where its files name none.

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

    @property
    def info(self) -> DraftInfo:
        """What it says beside its figures."""
        return DraftInfo(**{each.name: getattr(self, each.name) for each in fields(DraftInfo)})
