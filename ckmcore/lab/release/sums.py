"""Whether the sums of a table that is handed in hold the floor under their protection; magnitudes.md 5.9.

Judged together with the tables of the same period that are out already, a table over several periods period by period.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ckmcore.lab.release.sums_accepted import not_accepted, refuse_sums, told
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ports import ReleaseCheck
from ckmcore.release.needed_checks import sums_in_force
from ckmcore.statistic.across_periods import shows_all
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.one_period import of_one_period
from ckmcore.statistic.releases import releases
from ckmcore.statistic.series import PeriodTwice, period_code
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.units import UnitsNeedKeys, records_together

if TYPE_CHECKING:  # it needs scipy, which is loaded only where something is judged
    from ckmcore.lab.risk.sum_floor import SumFloor

# How long to look for exact intervals; what is not decided until then is not shown to hold.
SECONDS = 20.0


def judged_sums(
    statistic: Statistic, spec: TableSpec, data: Microdata, cancelled: Callable[[], bool]
) -> SumFloor | None:
    """Judge the sums of the current period in a table together with released ones; None where no sums are protected by
    keys. A table that names a period twice is skipped. Raises the errors of `sum_floor`."""
    from ckmcore.lab.risk.sum_floor import SumFloor, limits_of, sum_floor

    method = sums_in_force(statistic)
    if method is None or not spec.magnitudes or data.record_keys is None:
        return None
    try:
        spec, _ = of_one_period(spec)
    except PeriodTwice as fault:
        return SumFloor((), (), (fault.sentence(),))
    if not spec.magnitudes:
        return None
    code = period_code(statistic, statistic.current)
    out = []
    for release in releases(statistic.register):
        if release.was_released and code in [facts.code for facts in release.submission.periods]:
            with suppress(PeriodTwice):
                out.append(of_one_period(release.submission.spec)[0])
    together = [spec, *dict.fromkeys(table_spec for table_spec in out if table_spec.magnitudes and table_spec != spec)]
    often = {name: _published(statistic, method, name, code) for name in spec.magnitudes}
    limits = limits_of(method)
    return sum_floor(data, together, method, limits, published=often, seconds=SECONDS, cancelled=cancelled)


def judged_over_periods(
    statistic: Statistic, spec: TableSpec, records: Sequence[Microdata], cancelled: Callable[[], bool]
) -> SumFloor | None:
    """Judge sums and averages that a table shows over all its periods together; None where it shows none. records: of
    each period.

    Where no unit recurs, the records of all periods are judged like those of one. Otherwise each unit contributes once
    in each period, and the sums are withheld instead of judged. Raises the errors of `sum_floor`.
    """
    method = sums_in_force(statistic)
    if method is None or len(records) < 2 or not (spec.magnitudes and shows_all(spec)):
        return None
    try:
        spec, _ = of_one_period(spec)
    except PeriodTwice:
        return None
    names = spec.magnitudes
    if not names:
        return None
    from ckmcore.lab.risk.sum_floor import SumFloor, limits_of, sum_floor

    together = _together(records, spec) if statistic.units == "once" else None
    if together is None:
        code = "sum_floor_over_lists" if statistic.units == "once" else "sum_floor_over_periods"
        sentences = tuple(sentence(code, magnitude=records[0].magnitudes[name].called) for name in names)
        return SumFloor((), (), sentences, unjudged=names)
    return sum_floor(together, [spec], method, limits_of(method), seconds=SECONDS, cancelled=cancelled)


def _together(records: Sequence[Microdata], spec: TableSpec) -> Microdata | None:
    """Records of several periods as one data set; None where they are described differently or are not in memory."""
    first = records[0]
    lists = all(record.dimensions.get(name) == first.dimensions.get(name) for record in records for name in spec.asked)
    plain = all(record.counter is None and record.households is None and not record.exempt for record in records)
    try:
        return records_together(records, spec.magnitudes) if lists and plain else None
    except UnitsNeedKeys:
        return None


def _published(statistic: Statistic, method: MagnitudeCellKeyMethod, magnitude: str, code: str) -> int:
    """Number of times that sums of a magnitude are published with newly drawn noise: in this period and in released
    ones. code: of this period."""
    from ckmcore.lab.risk.sum_floor import draws_anew

    if not draws_anew(method, magnitude):
        return 1
    shown_submissions = [release.submission for release in releases(statistic.register) if release.was_released]
    return len(
        {
            code,
            *(
                facts.code
                for submission in shown_submissions
                if magnitude in submission.spec.magnitudes
                for facts in submission.periods
            ),
        }
    )


def all_of(floors: Sequence[SumFloor]) -> SumFloor | None:
    """Combine the floors of several periods; None for an empty sequence."""
    if len(floors) < 2:
        return floors[0] if floors else None
    from ckmcore.lab.risk.sum_floor import SumFloor

    rules = tuple(rule for floor in floors for rule in floor.rules)
    measured = tuple(verdict for floor in floors for verdict in floor.measured)
    skipped = tuple(each_sentence for floor in floors for each_sentence in floor.skipped)
    cells = tuple(risks for floor in floors for risks in floor.cells)
    unjudged = tuple(dict.fromkeys(name for floor in floors for name in floor.unjudged))
    return SumFloor(rules, measured, skipped, cells, unjudged)


def sums_told(method: Method, magnitudes: Sequence[str]) -> list[Sentence]:
    """Sentences on the sums of a method: beside which counts they may be shown, and for how many totals the method is
    designed."""
    from ckmcore.lab.risk.sum_floor import USUAL
    from ckmcore.lab.risk.sum_shown import beside_zero
    from ckmcore.lab.risk.sum_totals import told_of_totals

    adjacent_sentence, sums = beside_zero(method, magnitudes), as_of_sums(method)
    totals = [] if sums is None else [total.said for total in told_of_totals(sums, USUAL.average)]
    return [*([] if adjacent_sentence is None else [adjacent_sentence]), *totals]


class SumsCheck:
    """The floor of sums as a point of the checklist."""

    judge = staticmethod(judged_sums)
    judge_over_periods = staticmethod(judged_over_periods)
    together = staticmethod(all_of)
    refuse = staticmethod(refuse_sums)
    told = staticmethod(told)
    not_accepted = staticmethod(not_accepted)


RELEASE_CHECKS: dict[str, ReleaseCheck] = {"sums": SumsCheck()}
