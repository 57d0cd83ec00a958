"""Everything that is asked of a perturbation table for counts, as one value: general wishes, rows of their own, pins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ckmcore.ptable.design import design_ptable
from ckmcore.ptable.feasibility import FeasibleV, feasible_V
from ckmcore.ptable.layout import PtableParameter
from ckmcore.ptable.table import PTable, Stay, Variance


@dataclass(frozen=True)
class RowWish:
    """Own values of the rows first .. last (`last` None: all further rows); None: as the design says."""

    first: int
    last: int | None = None
    D: int | None = None
    V: float | None = None
    pstay: float | None = None
    mono: bool | None = None
    stay: Stay | None = None
    variance: Variance | None = None


@dataclass(frozen=True)
class Pin:
    """A probability set by hand: p(row -> target) = p; the rest of the row is solved again."""

    row: int
    target: int
    p: float


@dataclass(frozen=True)
class Design:
    """Everything asked of a table: maximum deviation, variance, blocked counts, stay probability, shape, rows, pins.

    symmetric: the last row is symmetric; rising: strong noise at least as likely as weak (v = 0 apart); blocked:
    targets never published (None: 1 .. js; may hold 0); last_row: None is js + D + 1 (D where js = 0); own: later ones
    win; optim: 0 the product's own design, 1 .. 4 as R ptable with that optim.
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

    def table(self) -> PTable:
        """The table of this design, kept. Raises PtableParameter and the other errors of `design_ptable`."""
        return _table(self)

    def feasible(self) -> FeasibleV:
        """The range of the general V."""
        _refuse_what_is_not_made(self)
        return feasible_V(self.D, self.js, self.pstay, self.mono, stay=self.stay)


def _refuse_what_is_not_made(design: Design) -> None:
    usual = Design(symmetric=True, rising=False, blocked=None, last_row=None, own=(), pins=())
    for name in ("symmetric", "rising", "blocked", "last_row", "own", "pins"):
        if getattr(design, name) != getattr(usual, name):
            raise PtableParameter(parameter=name, value=str(getattr(design, name)), allowed=str(getattr(usual, name)))


@lru_cache(maxsize=128)
def _table(design: Design) -> PTable:
    _refuse_what_is_not_made(design)
    general = (design.D, design.V, design.js, design.pstay, design.mono)
    if design.optim:
        return design_ptable(*general, compat="R", optim=design.optim)
    return design_ptable(*general, stay=design.stay, variance=design.variance)
