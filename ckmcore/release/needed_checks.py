"""What a wing has to judge of a table before it is handed in: without the wing the table is refused, never passed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ckmcore.base.verdict import Verdict
from ckmcore.base.wings import WingName, wing, wing_title
from ckmcore.errors import ProtectionError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.ports import ReleaseCheck
from ckmcore.statistic.entry import CheckName
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import TableSpec


def sums_in_force(statistic: Statistic) -> MagnitudeCellKeyMethod | None:
    """The method in force where it protects sums by keys."""
    in_force = statistic.period.in_force
    return None if in_force is None else as_of_sums(in_force.method)


def _shows_sums(statistic: Statistic, spec: TableSpec) -> bool:
    return sums_in_force(statistic) is not None and bool(spec.magnitudes)


@dataclass(frozen=True)
class NeededCheck:
    """A check performed by a wing. needed: function that returns whether a table under the method in force needs it;
    not_judged: error where the table was prepared without it.
    """

    name: CheckName
    wing: WingName
    needed: Callable[[Statistic, TableSpec], bool]
    not_judged: Callable[[], ProtectionError]

    @property
    def port(self) -> ReleaseCheck | None:
        """Port of the wing that performs the check; None where the wing is absent."""
        ports = wing(self.wing)
        check: ReleaseCheck | None = None if ports is None else ports.RELEASE_CHECKS.get(self.name)
        return check

    @property
    def absent(self) -> Sentence:
        return sentence("wing_check_absent", wing=wing_title(self.wing))

    def refuse_absent(self, statistic: Statistic, spec: TableSpec) -> None:
        """Raise wing_needed_for_table where a table needs the check but its wing is absent."""
        if self.needed(statistic, spec) and self.port is None:
            raise ProtectionError("wing_needed_for_table", wing=wing_title(self.wing))

    def refuse(self, statistic: Statistic, spec: TableSpec, judged: Mapping[str, Any] | None) -> None:
        """Raise ProtectionError where the check forbids the submission of a table or was not performed. judged: results
        of checks by name, or None."""
        self.refuse_absent(statistic, spec)
        if not self.needed(statistic, spec):
            return
        if judged is None or self.name not in judged:
            raise self.not_judged()
        if self.port is not None and judged[self.name] is not None:
            self.port.refuse(statistic, judged[self.name])

    def told(
        self, statistic: Statistic, spec: TableSpec, judged: Mapping[str, Any] | None
    ) -> tuple[Verdict, Sentence] | None:
        """Verdict and sentence of the check for the checklist; None where the table does not need it."""
        if not self.needed(statistic, spec):
            return None
        port = self.port
        if port is None:
            return Verdict.NOT_TESTED, self.absent
        judgement = None if judged is None else judged.get(self.name)
        return None if judgement is None else port.told(statistic, judgement)


NEEDED_CHECKS = (NeededCheck("sums", "lab", _shows_sums, lambda: ProtectionError("sums_not_judged")),)
