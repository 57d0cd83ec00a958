"""Everything that is asked of a perturbation table for counts, as one value: general wishes, own rows, pins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ckmcore.base.checked import checked
from ckmcore.base.later import Later
from ckmcore.ptable.table import PTable, Stay, Variance

if TYPE_CHECKING:
    from ckmcore.ptable import feasibility
else:
    feasibility = Later("ckmcore.ptable.feasibility")


@checked
@dataclass(frozen=True)
class RowWish:
    """Own values of the rows first .. last (`last` None: all further rows); None: as the design says.

    V = 0 keeps a count as it is; pstay = 0 with stay "exact" wants it changed always, with "at least" is no wish.

    >>> wishes = [ckm.RowWish(1, 2, V=2.5), ckm.RowWish(9, pstay=0.7)]
    >>> own = ckm.Design(D=5, V=3, js=2, own=wishes).table()
    >>> [round(own.reports[row].variance, 6) for row in (1, 2, 3)]
    [2.5, 2.5, 3.0]
    """

    first: int
    last: int | None = None
    D: int | None = None
    V: float | None = None
    pstay: float | None = None
    mono: bool | None = None
    stay: Stay | None = None
    variance: Variance | None = None


@checked
@dataclass(frozen=True)
class Pin:
    """A probability set by hand: p(row -> target) = p; the rest of the row is solved again.

    >>> held = ckm.design_ptable(D=5, V=3, js=2, pins=ckm.Pin(row=3, target=3, p=0.4))
    >>> round(held.row_distribution(3)[0], 6)
    0.4
    """

    row: int
    target: int
    p: float


@checked
@dataclass(frozen=True)
class Design:
    """Everything asked of a table: maximum deviation, variance, blocked counts, stay probability, shape, rows, pins.

    symmetric: the last row and all rows after js + D are symmetric; rising: strong noise at least as likely as weak
    (v = 0 apart); blocked: targets never published (None: 1 .. js; may hold 0); last_row: None is js + D + 1 (D where
    js = 0), or what own rows and pins need; own: later ones win; optim: 0 the product's own design, 1 .. 4 as R ptable
    with that optim. A design may be impossible, or hold what is no value: only `table` and `feasible` check it.

    >>> design = ckm.Design(D=5, V=3, js=2)
    >>> design.table() == ckm.design_ptable(D=5, V=3, js=2)
    True
    >>> possible = design.feasible()
    >>> possible.low, possible.high
    (2.0, 5.0)
    """

    D: int = 5
    V: float = 3.0
    js: int = 2
    pstay: float | None = None
    mono: bool = True
    stay: Stay = "at least"
    variance: Variance = "equal"
    symmetric: bool = True
    rising: bool = False
    blocked: tuple[int, ...] | None = None
    last_row: int | None = None
    own: tuple[RowWish, ...] = ()
    pins: tuple[Pin, ...] = ()
    optim: int = 0

    @property
    def blocked_targets(self) -> tuple[int, ...]:
        """The targets never published, ascending."""
        return tuple(range(1, self.js + 1)) if self.blocked is None else tuple(sorted(set(self.blocked)))

    def table(self) -> PTable:
        """The table of this design, kept. A row that cannot have its V gets the nearest and is named in its report.

        Raises PtableParameter, PtableRowImpossible, PtableStayImpossible, PtablePinImpossible; with optim also
        PtableInfeasible and PtableRefusedByR.
        """
        return _table(self)

    def feasible(self) -> feasibility.FeasibleV:
        """The range of the general V; rows with a V of their own do not narrow it. Raises as `table` does.

        >>> possible = ckm.Design(D=5, js=2).feasible()
        >>> possible.low, possible.high
        (2.0, 5.0)
        """
        from ckmcore.ptable.feasibility import feasible_design

        return feasible_design(self)


@lru_cache(maxsize=128)
def _table(design: Design) -> PTable:
    from ckmcore.ptable.asked import asked_of
    from ckmcore.ptable.design import design_asked, like_r

    asked = asked_of(design)
    table = like_r(asked, design.optim) if design.optim else design_asked(asked)
    assert table.notes is not None  # noqa: S101
    return replace(table, notes=replace(table.notes, design=design))
