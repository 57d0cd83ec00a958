"""What is asked of a perturbation table for counts: as a person sets it, and of every row, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from ckmcore.base.checked import checked
from ckmcore.ptable.rows.arguments import each, flags_of, modes_of, number, per_row, refuse, whole
from ckmcore.ptable.rows.layout import RowLayout, layout_of

Stay = Literal["at least", "exact"]
Variance = Literal["equal", "at most"]

LARGEST_D = 100
LAST_ROW = 1000
_SINGLE = ("D", "V", "js", "pstay", "mono", "stay", "variance", "symmetric", "rising", "last_row")
_STAYS: tuple[Stay, ...] = ("at least", "exact")
VARIANCES: tuple[Variance, ...] = ("equal", "at most")


@checked
@dataclass(frozen=True)
class RowConstraint:
    """Settings of the rows first .. last (None: all further rows) that differ from the design's; None keeps the
    design's.

    V = 0 keeps the count. pstay = 0 means with stay "exact" that the count always changes, with "at least" that nothing
    is required.

    >>> constraints = [ckm.RowConstraint(1, 2, V=2.5), ckm.RowConstraint(9, pstay=0.7)]
    >>> own = ckm.Design(D=5, V=3, js=2, own=constraints).table()
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
class FixedProbability:
    """A probability set by hand: p(row -> target) = p. The rest of the row is solved again.

    >>> held = ckm.design_ptable(D=5, V=3, js=2, pins=ckm.FixedProbability(row=3, target=3, p=0.4))
    >>> round(held.row_distribution(3)[0], 6)
    0.4
    """

    row: int
    target: int
    p: float


@dataclass(frozen=True)
class DesignSettings:
    """Settings of a table: general ones, those of single rows, and probabilities set by hand (see `Design`)."""

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
    own: tuple[RowConstraint, ...] = ()
    pins: tuple[FixedProbability, ...] = ()
    optim: int = 0

    @property
    def blocked_targets(self) -> tuple[int, ...]:
        """The targets never published, ascending."""
        return tuple(range(1, self.js + 1)) if self.blocked is None else tuple(sorted(set(self.blocked)))


@dataclass(frozen=True)
class RowShape:
    """A row with its constraints. v: targets, ascending; mono: only where v = 0 is a target; pins: (v, p) set by
    hand."""

    v: tuple[int, ...]
    mono: bool = False
    symmetric: bool = False
    rising: bool = False
    stay: float | None = None
    exact: bool = False
    pins: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True)
class DesignRequest:
    """Checked settings of every row i = 1, 2, ... of a table, with D, V and js in general.

    Tuples have one value per row; the last value holds for all further rows. pstay: None for no requirement; 0 only
    where v = 0 shall be no target (`stay` "exact"). blocked: targets never published, ascending; js: those of 1, 2, ...
    among them. optim: of R ptable where the table is made as R makes it, else empty.
    """

    D: int
    V: float
    js: int
    row_D: tuple[int, ...]
    row_V: tuple[float, ...]
    pstay: tuple[float | None, ...]
    mono: tuple[bool, ...]
    stay: tuple[Stay, ...]
    variance: tuple[Variance, ...]
    blocked: tuple[int, ...] = ()
    symmetric: bool = True
    rising: bool = False
    pins: tuple[FixedProbability, ...] = ()
    optim: tuple[int, ...] = ()

    @property
    def last_row(self) -> int:
        """Row that applies to every larger count."""
        return len(self.row_D)

    def V_of(self, row: int) -> float:
        """The variance asked of row i >= 1."""
        return self.row_V[min(row, len(self.row_V)) - 1] if self.row_V else self.V

    def bounds_V(self, row: int) -> bool:
        """Whether V only bounds the variance of row i >= 1."""
        return self.variance[min(row, len(self.variance)) - 1] == "at most"

    @property
    def moved(self) -> tuple[bool, ...]:
        """Mask of rows in which v = 0 is no target, so that every count changes."""
        return tuple(stay == 0.0 for stay in self.pstay)

    @cached_property
    def for_any_V(self) -> DesignRequest:
        """The request without its variance, the same for every V of a slider."""
        return replace(self, V=0.0, row_V=(), variance=(), optim=())

    @cached_property
    def layout(self) -> RowLayout:
        """The targets of the rows."""
        return layout_of(self.row_D, self.blocked, self.moved if any(self.moved) else ())

    def shape(self, row: int) -> RowShape:
        """Row i >= 1 with its constraints, in the form of the general solver."""
        rows, row_index = self.layout, row - 1
        has_zero = bool(rows.has_zero[row_index])
        return RowShape(
            v=tuple(rows.targets_of(row_index).astype(int).tolist()),
            mono=self.mono[row_index] and has_zero,
            symmetric=self.symmetric and bool(rows.symmetric[row_index]),
            rising=self.rising,
            stay=self.pstay[row_index] if has_zero else None,
            exact=self.stay[row_index] == "exact",
            pins=tuple((pin.target - row, pin.p) for pin in self.pins if pin.row == row),
        )


def stays_of(given: object) -> tuple[float | None, ...]:
    """Check stay probabilities."""
    values = each("pstay", given, "0 .. 1")
    for stay in values:
        if stay is not None and not 0 <= number("pstay", stay, "0 .. 1") <= 1:
            raise refuse("pstay", stay, "0 .. 1")
    return tuple(None if value is None else float(value) for value in values)


def variances_of_rows(given: object) -> tuple[float, ...]:
    """Check variances V, which must be positive; given per row, 0 keeps the count."""
    values = each("V", given, "> 0")
    single = isinstance(given, str | bytes) or not isinstance(given, Iterable)
    for given_value in values:
        value = number("V", given_value, "> 0")
        if value < 0 or (single and value == 0):
            raise refuse("V", given_value, "> 0" if single else ">= 0")
    return tuple(float(value) for value in values)


def blocked_of(given: object, js: object, D: Sequence[int]) -> tuple[int, ...]:
    """Blocked targets, ascending: those given, else 1 .. js."""
    if given is None:
        largest_js = min(D)
        return tuple(range(1, whole("js", js, 0, largest_js, f"0 .. D = {largest_js}") + 1))
    allowed = f"0 .. {LAST_ROW - LARGEST_D - 1}"
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise refuse("blocked", given, allowed)
    return tuple(
        sorted({whole("blocked", blocked_value, 0, LAST_ROW - LARGEST_D - 1, allowed) for blocked_value in given})
    )


def first_free(blocked: tuple[int, ...], D: int) -> int:
    """First row with no blocked target within D and none below 1: js + D + 1, or D where js = 0."""
    top = max(blocked, default=0)
    return top + D + 1 if top > 0 or 0 in blocked else D


def pins_of(given: object) -> tuple[FixedProbability, ...]:
    """Check fixed probabilities; the last one for a target counts."""
    kept_probabilities: dict[tuple[int, int], FixedProbability] = {}
    pins = tuple(given) if isinstance(given, Iterable) else (given,)
    for pin in pins:
        if not isinstance(pin, FixedProbability):
            raise refuse("pins", pin, "FixedProbability(row, target, p)")
        row = whole("pin: i", pin.row, 1, LAST_ROW - 1)
        target = whole("pin: j", pin.target, 0, LAST_ROW + LARGEST_D)
        if not 0 <= number("pin: p", pin.p, "0 .. 1") <= 1:
            raise refuse("pin: p", pin.p, "0 .. 1")
        kept_probabilities.pop((row, target), None)
        kept_probabilities[row, target] = FixedProbability(row, target, float(pin.p))
    return tuple(kept_probabilities.values())


def request_of_arguments(
    D: object,
    V: object,
    js: object,
    pstay: object,
    mono: object,
    stay: object,
    variance: object,
    blocked: object = None,
    last_row: object = None,
    symmetric: object = True,
    rising: object = False,
    pins: Iterable[FixedProbability] = (),
    *,
    cut: bool = False,
) -> DesignRequest:
    """Check the arguments of `design_ptable`; last values are repeated. cut: longer lists do not add rows."""
    Ds = tuple(whole("D", value, 1, LARGEST_D) for value in each("D", D, f"1 .. {LARGEST_D}"))
    Vs = variances_of_rows(V)
    stays, monos = stays_of(pstay), flags_of("mono", mono)
    modes = modes_of("stay", stay, _STAYS)
    variances = modes_of("variance", variance, VARIANCES)
    held_probabilities = pins_of(pins)
    targets = blocked_of(blocked, js, Ds)
    needed = max(first_free(targets, Ds[-1]), len(Ds), *(pin.row + 1 for pin in held_probabilities), 1)
    if not cut:
        needed = max(needed, *(len(argument) for argument in (Vs, stays, monos, modes, variances)))
    last_row_ = _last_row(last_row, needed)
    row_stays = per_row(stays, last_row_)
    row_modes = per_row(modes, last_row_)
    return DesignRequest(
        D=max(Ds),
        V=Vs[-1],
        js=_first_blocked(targets),
        row_D=per_row(Ds, last_row_),
        row_V=per_row(Vs, last_row_),
        pstay=tuple(_stay(row_stay, mode) for row_stay, mode in zip(row_stays, row_modes, strict=True)),
        mono=per_row(monos, last_row_),
        stay=row_modes,
        variance=per_row(variances, last_row_),
        blocked=targets,
        symmetric=flags_of("symmetric", symmetric)[0],
        rising=flags_of("rising", rising)[0],
        pins=held_probabilities,
    )


def _first_blocked(blocked: tuple[int, ...]) -> int:
    """Number js of blocked targets 1, 2, ... before the first that is free."""
    return next(k - 1 for k in range(1, len(blocked) + 2) if k not in blocked)


def _stay(pstay: float | None, mode: Stay) -> float | None:
    return None if pstay == 0 and mode == "at least" else pstay


def _last_row(given_last: object, needed: int) -> int:
    if needed > LAST_ROW:
        raise refuse("last_row", needed, f"1 .. {LAST_ROW}")
    return needed if given_last is None else whole("last_row", given_last, needed, LAST_ROW)


def request_of(design: DesignSettings) -> DesignRequest:
    """Check a design and resolve it row by row. Raises PtableParameter."""
    for name in _SINGLE:
        if isinstance(getattr(design, name), tuple):
            raise refuse(name, getattr(design, name), "–")
    for name, kind in (("own", RowConstraint), ("pins", FixedProbability)):
        given_value = getattr(design, name)
        if not isinstance(given_value, tuple) or any(not isinstance(element, kind) for element in given_value):
            raise refuse(name, given_value, kind.__name__)
    if isinstance(design.optim, bool) or design.optim not in (0, 1, 2, 3, 4):
        raise refuse("optim", design.optim, "0 .. 4")
    general = request_of_arguments(
        *(design.D, design.V, design.js, design.pstay, design.mono, design.stay, design.variance),
        *(design.blocked, None, design.symmetric, design.rising, design.pins),
    )
    if not design.own:
        return general if design.last_row is None else _with_rows(general, design, ())
    return _with_rows(general, design, tuple(checked_constraint(constraint) for constraint in design.own))


def checked_constraint(constraint: RowConstraint) -> RowConstraint:
    """Check the settings of own rows. Raises PtableParameter."""
    first = whole("own rows: first", constraint.first, 1, LAST_ROW)
    if constraint.last is not None:
        whole("own rows: last", constraint.last, first, LAST_ROW - 1, f"{first} .. {LAST_ROW - 1}")
    if constraint.D is not None:
        whole("D", constraint.D, 1, LARGEST_D)
    if constraint.V is not None and number("V", constraint.V, ">= 0") < 0:
        raise refuse("V", constraint.V, ">= 0")
    stays_of(constraint.pstay)
    if constraint.mono is not None:
        flags_of("mono", constraint.mono)
    if constraint.stay is not None:
        modes_of("stay", constraint.stay, _STAYS)
    if constraint.variance is not None:
        modes_of("variance", constraint.variance, VARIANCES)
    return constraint


def _with_rows(
    general: DesignRequest, design: DesignSettings, own_constraints: tuple[RowConstraint, ...]
) -> DesignRequest:
    # A row constraint has its last row inside the table, so that what follows it is as the design says.
    needed = max(
        general.last_row,
        *(
            row_constraint.first if row_constraint.last is None else row_constraint.last + 1
            for row_constraint in own_constraints
        ),
        1,
    )
    final_D = next(
        (
            row_constraint.D
            for row_constraint in reversed(own_constraints)
            if row_constraint.last is None and row_constraint.D is not None
        ),
        design.D,
    )
    needed = max(needed, first_free(general.blocked, final_D))
    last_row = _last_row(design.last_row, needed)

    def rows(name: str, value: object) -> list[Any]:
        rows = [value] * last_row
        for row_constraint in own_constraints:
            given_value = getattr(row_constraint, name)
            if given_value is not None:
                end = last_row if row_constraint.last is None else row_constraint.last
                rows[row_constraint.first - 1 : end] = [given_value] * (end - row_constraint.first + 1)
        return rows

    modes = rows("stay", design.stay)
    return replace(
        general,
        row_D=tuple(int(row) for row in rows("D", design.D)),
        row_V=tuple(float(row) for row in rows("V", design.V)),
        pstay=tuple(_stay(row, mode) for row, mode in zip(rows("pstay", design.pstay), modes, strict=True)),
        mono=tuple(rows("mono", design.mono)),
        stay=tuple(modes),
        variance=tuple(rows("variance", design.variance)),
    )
