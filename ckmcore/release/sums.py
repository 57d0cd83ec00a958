"""Whether the sums of a table that is handed in hold the floor under their protection; magnitudes.md 5.9.

Judged together with the tables of the same period that are out already. Rules that a reader breaks with published
figures alone (F1, F2, F3, F6) refuse; the others stand in the checklist. A method from before these rules finishes its
period: it is told, not refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ckmcore.errors import ProtectionError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import releases
from ckmcore.statistic.series import needs_periods, period_code
from ckmcore.tabulate.spec import TableSpec

if TYPE_CHECKING:  # it needs scipy, which is loaded only where something is judged
    from ckmcore.risk.sum_floor import SumFloor, SumRule

REFUSING: tuple[SumRule, ...] = ("F1", "F2", "F3", "F6")
# How long to look for exact intervals; what is not decided until then is told.
SECONDS = 20.0


class SumsBelowFloor(ProtectionError):
    """Sums that are handed in below the floor. Fields: rules (their names); no clerk is told which cells they are."""

    code = "sums_below_floor"


def judged_sums(
    statistic: Statistic, spec: TableSpec, data: Microdata, cancelled: Callable[[], bool]
) -> SumFloor | None:
    """The floor of a table of the current period with what is out of it; None where no sums are protected by keys."""
    from ckmcore.risk.sum_floor import limits_of, sum_floor

    method = _method(statistic)
    if method is None or not spec.magnitudes or data.record_keys is None or needs_periods(spec):
        return None
    code = period_code(statistic, statistic.current)
    out = [
        one.submission.spec
        for one in releases(statistic.register)
        if one.was_released and one.state != "withdrawn" and code in [facts.code for facts in one.submission.periods]
    ]
    others = [one for one in out if one.magnitudes and one != spec and not needs_periods(one)]
    together = [spec, *dict.fromkeys(others)]
    return sum_floor(data, together, method, limits_of(method), seconds=SECONDS, cancelled=cancelled)


def check_sums(statistic: Statistic, floor: SumFloor | None) -> None:
    """Raises SumsBelowFloor where a method with the rules of today is below the floor by a rule that refuses."""
    method = _method(statistic)
    if floor is None or method is None or not method.own_rules:
        return
    refused = sorted({one.rule for one in floor.rules if one.rule in REFUSING})
    if refused:
        raise SumsBelowFloor(rules=refused)


def told(statistic: Statistic, floor: SumFloor) -> tuple[bool, Sentence]:
    """Whether the floor holds, by which p, and what a clerk may know of it."""
    from ckmcore.risk.sum_floor import limits_of

    method = _method(statistic)
    if floor.holds and method is not None:
        return True, sentence("check_sums", p=limits_of(method).p)
    rules = sorted({one.rule for one in floor.rules})
    return False, sentence("check_sums_open", rules=rules) if rules else sentence("check_sums_undecided")


def _method(statistic: Statistic) -> MagnitudeCellKeyMethod | None:
    in_force = statistic.period.in_force
    return None if in_force is None else as_of_sums(in_force.method)
