"""Hypercubes of a statistic: under the method in force of their period, made anew for each file of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ckmcore.base.numbers import Language
from ckmcore.formats.forms import Form
from ckmcore.formats.hypercubes import export_hypercube
from ckmcore.formats.stream import HyperFile, HyperPage, hashed, hyper_page
from ckmcore.methods.draft import Draft
from ckmcore.methods.hypercube import described, protected_margins, signs_possible
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import PLAIN, Office
from ckmcore.statistic.model import NoMethodInForce, Statistic
from ckmcore.tabulate.hyper_spec import HyperPlan, HyperSpec
from ckmcore.tabulate.hypercube import BYTES_OF_A_CELL, plan_hypercube
from ckmcore.tabulate.scan import never

# Of a million possible lines, on two processors of 2026, with what reading back takes: an estimate, no promise.
_SECONDS = {"parquet": 1.5, "csv-long": 3.0, "sdmx-csv-2": 6.0}
_SECONDS_OF_RECORDS = 0.5
# Lists are held twice while they are summed up.
_TIMES_HELD = 3


@dataclass(frozen=True)
class HyperEstimate:
    """What a hypercube may take at most, by the dictionary and the number of records: how many margins it has, cells
    they have, lines there may be, seconds and megabytes that making and writing takes."""

    margins: int
    possible: int
    most: int
    seconds: float
    megabytes: int


@dataclass(frozen=True, eq=False, repr=False)
class HyperDraft:
    """A hypercube ready to be made; `draft` says what a reader is told of it, without figures. Confidential: it has the
    records."""

    spec: HyperSpec
    plan: HyperPlan
    draft: Draft
    method: Method
    data: Microdata
    language: Language
    office: Office

    def __repr__(self) -> str:
        return f"HyperDraft({' × '.join(self.spec.names)}, confidential)"

    @cached_property
    def page(self) -> HyperPage:
        """What stands around its figures."""
        signs = signs_possible(self.data, self.spec, self.method)
        return hyper_page(self.draft, self.plan, signs, self.language, self.office)

    def blocks(self, cancelled: Callable[[], bool] = never) -> Iterator[ProtectedBlock]:
        """Its margins, made anew."""
        return protected_margins(self.data, self.spec, self.plan, self.method, cancelled=cancelled)

    def estimate(self, form: str) -> HyperEstimate:
        """What writing it in a form may take."""
        most = self.plan.most_listed
        seconds = (most * _SECONDS[form] + self.data.rows * len(self.spec.names) * _SECONDS_OF_RECORDS) / 1e6
        held = -(-self.plan.most_held * BYTES_OF_A_CELL * _TIMES_HELD // 10**6)
        return HyperEstimate(len(self.plan.margins), self.plan.cells, most, seconds, held)

    def write(
        self,
        form: Form,
        path: Path,
        *,
        told: Callable[[float], None] = lambda _: None,
        cancelled: Callable[[], bool] = never,
    ) -> HyperFile:
        """Write it whole, or not at all. Raises as `export_hypercube` does, and what making it raises."""
        return export_hypercube(self.page, self.blocks(cancelled), form, path, told=told, cancelled=cancelled)

    def hashed(self, cancelled: Callable[[], bool] = never) -> HyperFile:
        """The hashes of its figures, which are made for that and not kept."""
        return hashed(self.page, self.blocks(cancelled), lambda _: None)


def hyper_draft(
    statistic: Statistic, spec: HyperSpec, data: Microdata, language: Language, office: Office = PLAIN
) -> HyperDraft:
    """A hypercube of the current period, whose records are `data`, under the method in force. Nothing is counted.

    Raises NoMethodInForce, and what `plan_hypercube` and the method raise.
    """
    period = statistic.period
    if period.in_force is None:
        raise NoMethodInForce()
    method, plan = period.in_force.method, plan_hypercube(data, spec)
    table = described(data, spec, plan, method)
    draft = Draft(
        table, statistic.title_shown(table), statistic.title, period.label, statistic.source_note, period.date
    )
    return HyperDraft(spec, plan, draft, method, data, language, replace(office, zero="digit"))
