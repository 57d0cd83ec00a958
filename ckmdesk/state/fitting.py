"""Whether tables fit the current records, computed off the window's thread; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ckmcore.errors import Cancelled
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.table_compatibility import Fit, Misfit, TableDoesNotFit, faults, told
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec


@dataclass(frozen=True)
class Fitting:
    """The misfits of a table, and the table with the codes that changed one to one (None if there are none)."""

    misfits: tuple[Misfit, ...]
    adapted: TableSpec | None

    @property
    def is_fault(self) -> bool:
        return bool(faults(self.misfits))

    def message(self, name: str, statistic: Statistic) -> TableDoesNotFit | Sentence:
        """Return the message above the table: that it cannot be shown, or what is new in the period."""
        if not self.is_fault:
            return told(self.misfits)
        called = sentence("fit_named", name=name) if name else sentence("fit_this_table")
        return TableDoesNotFit(name=called, period=statistic.period.label, misfits=told(faults(self.misfits)))


def fitting(spec: TableSpec, statistic: Statistic, data: Microdata | None) -> Fitting:
    """Check how the current table fits the current period."""
    fit = Fit(statistic, data)
    adapted = fit.adapted(spec)
    return Fitting(fit.misfits(spec), None if adapted == spec else adapted)


def fitting_of_all(
    statistic: Statistic, data: Microdata | None, cancelled: Callable[[], bool] = never
) -> dict[str, tuple[Misfit, ...]]:
    """List the misfits of each saved table by name; raises Cancelled."""
    fit = Fit(statistic, data)
    misfits = {}
    for table in statistic.tables:
        if cancelled():
            raise Cancelled
        misfits[table.name] = fit.misfits(table.spec)
    return misfits
