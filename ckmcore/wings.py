"""Ports of the wings: what packages beside the core add to it. The core imports no wing.

`ckmcore/lab` is what research asks of tables (attacks, measures, the floor of sums), `ckmcore/scale` what does not fit
one table. The module `ports` of a wing has what the protocol here names. Where a wing is absent, what needs it is
refused, or *not tested*: never passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Literal, Protocol, cast

from ckmcore.base.verdict import Verdict
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.statistic.claims import JudgedClaims
from ckmcore.statistic.entry import AcceptedSums
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision
from ckmcore.tabulate.spec import TableSpec

WingName = Literal["lab", "scale"]
WINGS: tuple[WingName, ...] = ("lab", "scale")


class ReleaseCheck(Protocol):
    """A point of the checklist that a wing judges while a table is prepared: per period, then over all of them."""

    def judge(
        self, statistic: Statistic, spec: TableSpec, data: Microdata, cancelled: Callable[[], bool]
    ) -> Any | None: ...

    def judge_over_periods(
        self, statistic: Statistic, spec: TableSpec, records: Sequence[Microdata], cancelled: Callable[[], bool]
    ) -> Any | None: ...

    def together(self, judged: Sequence[Any]) -> Any | None:
        """What was judged of several periods as one; None of none."""

    def refuse(self, statistic: Statistic, judged: Any) -> None:
        """Raises ProtectionError where a table may not be handed in."""

    def told(self, statistic: Statistic, judged: Any) -> tuple[Verdict, Sentence]: ...

    def not_accepted(self, statistic: Statistic, judged: Any) -> tuple[AcceptedSums, ...]:
        """What is open and was not accepted on record."""


class ReleasesReview(Protocol):
    """What looking at all releases once more has found. Confidential."""

    @property
    def attacked(self) -> int: ...

    @property
    def verdict(self) -> Verdict: ...

    @property
    def summary(self) -> Sentence: ...


class RedrawnReview(Protocol):
    """The attack on a withdrawn release together with its table as it would be published now. Confidential."""

    @property
    def verdict(self) -> Verdict: ...

    @property
    def said(self) -> Sentence: ...


class MeasuredRules(Protocol):
    """The rules of the floor that are measured on data (F15 to F18), measured."""

    @property
    def rules(self) -> tuple[OpenRule, ...]: ...

    def noted(self, decision: Decision) -> Decision:
        """The decision with what was measured, and what could not be."""


class LabPorts(Protocol):
    """What `ckmcore.lab.ports` has."""

    RELEASE_CHECKS: Mapping[str, ReleaseCheck]

    def measure_floor(
        self, data: Microdata, specs: Sequence[TableSpec], method: Method, *, names: Sequence[str]
    ) -> MeasuredRules: ...

    def judge_claims(self, data: Microdata, specs: Sequence[TableSpec], method: Method) -> JudgedClaims: ...

    def recheck(self, statistic: Statistic, load: Any, *, seconds: float, files: Any) -> ReleasesReview: ...

    def attack_redrawn(
        self, statistic: Statistic, number: int, load: Any, *, seconds: float, files: Any
    ) -> RedrawnReview: ...


def wing(name: WingName) -> Any | None:
    """The ports of a wing; None where it is absent."""
    try:
        return import_module(f"ckmcore.{name}.ports")
    except ModuleNotFoundError as error:
        if error.name in (f"ckmcore.{name}", f"ckmcore.{name}.ports"):
            return None
        raise


def lab() -> LabPorts | None:
    """The ports of the lab; None where it is absent."""
    return cast("LabPorts | None", wing("lab"))


def needed_lab() -> LabPorts:
    """The ports of the lab, for what cannot be done without it. Raises wing_absent."""
    ports = lab()
    if ports is None:
        raise InputError("wing_absent", wing=wing_title("lab"))
    return ports


def wing_title(name: WingName) -> Sentence:
    """What a wing is called."""
    return sentence(f"wing_{name}")
