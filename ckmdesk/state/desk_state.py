"""What the window shows: one frozen object. Microdata and computed figures are not part of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from ckmcore.ptable.keep import KeptTable
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import TableSpec

Page = Literal["start", "tables", "data", "method"]
TrialKind = Literal["in_force", "variant", "rounding", "original"]
Shading = Literal["none", "noise"]


@dataclass(frozen=True)
class Trial:
    """Which figures the table page shows: the method in force, or a trial view of the methodologist."""

    kind: TrialKind = "in_force"
    base: int = 10

    @property
    def is_trial(self) -> bool:
        return self.kind != "in_force"


@dataclass(frozen=True)
class TableState:
    """The table being laid out. `name` is the saved table it came from ("" = new)."""

    spec: TableSpec = field(default_factory=TableSpec)
    name: str = ""
    trial: Trial = Trial()
    shading: Shading = "none"


@dataclass(frozen=True)
class MethodParameters:
    """A variant: the parameters of a perturbation table as the sliders hold them, or a table read from a file.

    `file` is the file's name and `table` what it held ("" and None: designed here).
    """

    D: int = 5
    V: float = 3.0
    js: int = 2
    pstay: float | None = None
    mono: bool = True
    shuffled: bool = True
    threshold: float = 0.05
    seed: int = 1
    file: str = ""
    table: KeptTable | None = None


@dataclass(frozen=True)
class MethodState:
    """The method page: two variants, the chosen one, the row inspected."""

    variants: tuple[MethodParameters, MethodParameters] = (MethodParameters(), MethodParameters(D=2, V=1.08, js=1))
    chosen: int = 0
    row: int = 3

    @property
    def parameters(self) -> MethodParameters:
        return self.variants[self.chosen]

    def with_parameters(self, parameters: MethodParameters) -> MethodState:
        first, second = self.variants
        return replace(self, variants=(parameters, second) if self.chosen == 0 else (first, parameters))


@dataclass(frozen=True)
class DeskState:
    """Everything that a command may change."""

    page: Page = "start"
    statistic: Statistic | None = None
    table: TableState = TableState()
    method: MethodState = MethodState()
