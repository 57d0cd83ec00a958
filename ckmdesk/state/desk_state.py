"""What the window shows: one frozen object. Microdata and computed figures are not part of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, Literal, TypeVar

from ckmcore.base.typed import LATER
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.rows.request import FixedProbability
from ckmcore.ptable.stored import StoredTable
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.state.method_settings import MagnitudeChoice, MethodSettings
from ckmdesk.state.presentation import new_spec

Slice = TypeVar("Slice")
Page = Literal["start", "tables", "release", "data", "method", "quality", "settings"]
TrialKind = Literal["in_force", "variant", "rounding", "original"]
Shading = Literal["none", "noise", "sensitive"]


@dataclass(frozen=True)
class Trial:
    """The figures on the table page: of the method in force, or a trial view of the methodologist."""

    kind: TrialKind = "in_force"
    base: int = 10

    @property
    def is_trial(self) -> bool:
        return self.kind != "in_force"


@dataclass(frozen=True)
class TableState:
    """The table being laid out. `name` is the saved table it came from ("" = new); `layer` the sheet that is shown.

    `beside` shows original, published figure and difference side by side (methodologist); `untitled` is the number of a
    table that was left without a name (0 = none).
    """

    spec: TableSpec = field(default_factory=new_spec)
    name: str = ""
    trial: Trial = Trial()
    shading: Shading = "none"
    layer: int = 0
    beside: bool = False
    untitled: int = 0


@dataclass(frozen=True)
class TableDraft:
    """The working state of a table with changes: its layout, and the saved table it belongs to, or its number."""

    spec: TableSpec
    name: str = ""
    untitled: int = 0


@dataclass(frozen=True)
class Variant:
    """A perturbation table that the methodologist edits: designed here, or read from a file.

    `name` is a letter or a chosen name. `file` is the file's name and `table` its content ("" and None: `design`).
    `loose` are probabilities set by hand without solving the rest of their row; `set_again` are those, for a table from
    a file, around which the row was solved (a design has its own, `pins`). `sums` are the variant's own settings for
    sums (None: the shared ones).
    """

    name: str = "A"
    notes: str = ""
    design: Design = Design()
    shuffled: bool = True
    threshold: float = 0.05
    seed: int = 1
    file: str = ""
    table: StoredTable | None = None
    loose: tuple[FixedProbability, ...] = ()
    set_again: tuple[FixedProbability, ...] = ()
    sums: MagnitudeChoice | None = field(default=None, metadata=LATER)


@dataclass(frozen=True)
class MethodState:
    """The state of the method page: the variants, the selected one, the selected row.

    `in_force` shows the method in force in place of a variant; `compared` are the indices of variants side by side
    (empty: one variant is edited). `settings` are those of methods, apart from the tables of the variants.
    """

    variants: tuple[Variant, ...] = (Variant("A"), Variant("B", design=Design(D=2, V=1.08, js=1)))
    chosen: int = 0
    row: int = 3
    in_force: bool = False
    compared: tuple[int, ...] = ()
    settings: MethodSettings = field(default_factory=MethodSettings)

    @property
    def variant(self) -> Variant:
        """Return the selected variant."""
        return self.variants[min(self.chosen, len(self.variants) - 1)]

    def with_variant(self, variant: Variant) -> MethodState:
        """The state with another chosen variant in the same place."""
        last_index = min(self.chosen, len(self.variants) - 1)
        return replace(
            self, variants=(*self.variants[:last_index], variant, *self.variants[last_index + 1 :]), in_force=False
        )

    def free_name(self) -> str:
        """Return the first letter that no variant has as its name; after Z numbers."""
        taken_names = {variant.name for variant in self.variants}
        letters = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
        return next(name for name in (*letters, *(str(n) for n in range(1, 1000))) if name not in taken_names)


@dataclass(frozen=True)
class DeskState:
    """The state of the desk: everything that a command may change.

    `drafts` are the working states of tables that are not on the screen. `parts` are the slices of wings by name
    (`StatePart`), as read from the file if the wing is not installed.
    """

    page: Page = "start"
    statistic: Statistic | None = None
    table: TableState = TableState()
    method: MethodState = MethodState()
    drafts: tuple[TableDraft, ...] = ()
    parts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def by_name(self) -> dict[str, Any]:
        """Return all parts by name, including those of wings."""
        return {
            each_field.name: getattr(self, each_field.name) for each_field in fields(self) if each_field.name != "parts"
        } | dict(self.parts)


@dataclass(frozen=True)
class StatePart(Generic[Slice]):
    """A slice of `DeskState` that belongs to a wing, by name.

    `kind` is its type, whose default is the initial value; `saved` says that it is written to the statistic's file.
    """

    name: str
    kind: type[Slice]
    saved: bool = False

    def of(self, state: DeskState) -> Slice:
        """The slice of a state."""
        kept_slice: Slice | None = state.parts.get(self.name)
        return self.kind() if kept_slice is None else kept_slice

    def put(self, state: DeskState, kept: Slice) -> DeskState:
        """The state with another slice."""
        return state if kept == self.of(state) else replace(state, parts={**state.parts, self.name: kept})
