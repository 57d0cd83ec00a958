"""What is asked of every row of a table, checked: one value per row, whether given once, per row or as a wish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from ckmcore.ptable.layout import PtableParameter, per_row
from ckmcore.ptable.table import Stay, Variance
from ckmcore.ptable.wishes import Design, Pin, RowWish

T = TypeVar("T")

LARGEST_D = 100
LAST_ROW = 1000
_SINGLE = ("D", "V", "js", "pstay", "mono", "stay", "variance", "symmetric", "rising", "last_row")
_STAYS: tuple[Stay, ...] = ("at least", "exact")
_VARIANCES: tuple[Variance, ...] = ("equal", "at most")


@dataclass(frozen=True)
class Asked:
    """Tuples with one value per row i = 1 .. last_row. `D` and `V` in general; pstay None is no wish.

    pstay is 0 only where v = 0 is to be no target (`stay` "exact").
    """

    D: int
    V: float
    last_row: int
    row_D: tuple[int, ...]
    row_V: tuple[float, ...]
    pstay: tuple[float | None, ...]
    mono: tuple[bool, ...]
    stay: tuple[Stay, ...]
    variance: tuple[Variance, ...]
    blocked: tuple[int, ...]
    symmetric: bool = True
    rising: bool = False
    pins: tuple[Pin, ...] = ()

    @property
    def moved(self) -> tuple[bool, ...]:
        """Rows in which no count stays as it is: v = 0 is no target."""
        return tuple(stay == 0.0 for stay in self.pstay)


def refuse(parameter: str, value: object, allowed: str) -> PtableParameter:
    """The error for a parameter outside its range."""
    return PtableParameter(parameter=parameter, value=str(value), allowed=allowed)


def whole(parameter: str, value: object, low: int, high: int, allowed: str | None = None) -> int:
    """A whole number from low to high; raises PtableParameter."""
    allowed = allowed or f"{low} .. {high}"
    found = number(parameter, value, allowed)
    if not found.is_integer() or not low <= found <= high:
        raise refuse(parameter, value, allowed)
    return int(found)


def number(parameter: str, value: object, allowed: str) -> float:
    """A finite number; raises PtableParameter."""
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise refuse(parameter, value, allowed)
    return float(value)


def each(parameter: str, given: object, allowed: str) -> tuple[Any, ...]:
    """What is given for all rows or per row, as a tuple; raises PtableParameter for an empty sequence."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        return (given,)
    found = tuple(given)
    if not found:
        raise refuse(parameter, given, allowed)
    return found


def stays_of(given: object) -> tuple[float | None, ...]:
    """Stay probabilities, checked."""
    found = each("pstay", given, "0 .. 1")
    for one in found:
        if one is not None and not 0 <= number("pstay", one, "0 .. 1") <= 1:
            raise refuse("pstay", one, "0 .. 1")
    return tuple(None if one is None else float(one) for one in found)


def flags_of(parameter: str, given: object) -> tuple[bool, ...]:
    """Truth values, checked."""
    found = each(parameter, given, "true, false")
    if any(not isinstance(one, bool | np.bool_) for one in found):
        raise refuse(parameter, given, "true, false")
    return tuple(bool(one) for one in found)


def modes_of(parameter: str, given: object, allowed: tuple[T, ...]) -> tuple[T, ...]:
    """Words of a list, checked."""
    names = ", ".join(str(one) for one in allowed)
    found = each(parameter, given, names)
    if any(one not in allowed for one in found):
        raise refuse(parameter, given, names)
    return found


def variances_of_rows(given: object) -> tuple[float, ...]:
    """V, checked: above 0; where it is given per row a row may have 0 and keep its counts."""
    found = each("V", given, "> 0")
    single = isinstance(given, str | bytes) or not isinstance(given, Iterable)
    for one in found:
        asked = number("V", one, "> 0")
        if asked < 0 or (single and asked == 0):
            raise refuse("V", one, "> 0" if single else ">= 0")
    return tuple(float(one) for one in found)


def blocked_of(given: object, js: object, D: Sequence[int]) -> tuple[int, ...]:
    """The blocked targets, ascending: those given, else 1 .. js."""
    if given is None:
        most = min(D)
        return tuple(range(1, whole("js", js, 0, most, f"0 .. D = {most}") + 1))
    allowed = f"0 .. {LAST_ROW - LARGEST_D - 1}"
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise refuse("blocked", given, allowed)
    return tuple(sorted({whole("blocked", one, 0, LAST_ROW - LARGEST_D - 1, allowed) for one in given}))


def first_free(blocked: tuple[int, ...], D: int) -> int:
    """The first row from which on no target within D is blocked and none is below 1: js + D + 1, D where js = 0."""
    top = max(blocked, default=0)
    return top + D + 1 if top > 0 or 0 in blocked else D


def pins_of(given: object) -> tuple[Pin, ...]:
    """Pins, checked; of several for one target the last holds."""
    kept: dict[tuple[int, int], Pin] = {}
    found = tuple(given) if isinstance(given, Iterable) else (given,)
    for pin in found:
        if not isinstance(pin, Pin):
            raise refuse("pins", pin, "Pin(row, target, p)")
        row = whole("pin: i", pin.row, 1, LAST_ROW - 1)
        target = whole("pin: j", pin.target, 0, LAST_ROW + LARGEST_D)
        if not 0 <= number("pin: p", pin.p, "0 .. 1") <= 1:
            raise refuse("pin: p", pin.p, "0 .. 1")
        kept.pop((row, target), None)
        kept[row, target] = Pin(row, target, float(pin.p))
    return tuple(kept.values())


def asked_flat(
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
    pins: Iterable[Pin] = (),
    *,
    cut: bool = False,
) -> Asked:
    """All that `design_ptable` is given, the last value of each recycled. `cut`: no more rows for longer lists."""
    Ds = tuple(whole("D", one, 1, LARGEST_D) for one in each("D", D, f"1 .. {LARGEST_D}"))
    Vs = variances_of_rows(V)
    stays, monos = stays_of(pstay), flags_of("mono", mono)
    modes = modes_of("stay", stay, _STAYS)
    variances = modes_of("variance", variance, _VARIANCES)
    held = pins_of(pins)
    targets = blocked_of(blocked, js, Ds)
    needed = max(first_free(targets, Ds[-1]), len(Ds), *(pin.row + 1 for pin in held), 1)
    if not cut:
        needed = max(needed, *(len(one) for one in (Vs, stays, monos, modes, variances)))
    last = _last_row(last_row, needed)
    row_stays = per_row(stays, last)
    row_modes = per_row(modes, last)
    return Asked(
        D=max(Ds),
        V=Vs[-1],
        last_row=last,
        row_D=per_row(Ds, last),
        row_V=per_row(Vs, last),
        pstay=tuple(_stay(one, mode) for one, mode in zip(row_stays, row_modes, strict=True)),
        mono=per_row(monos, last),
        stay=row_modes,
        variance=per_row(variances, last),
        blocked=targets,
        symmetric=flags_of("symmetric", symmetric)[0],
        rising=flags_of("rising", rising)[0],
        pins=held,
    )


def _stay(pstay: float | None, mode: Stay) -> float | None:
    return None if pstay == 0 and mode == "at least" else pstay


def _last_row(given: object, needed: int) -> int:
    if needed > LAST_ROW:
        raise refuse("last_row", needed, f"1 .. {LAST_ROW}")
    return needed if given is None else whole("last_row", given, needed, LAST_ROW)


def asked_of(design: Design) -> Asked:
    """All that a design asks, row by row; raises PtableParameter."""
    for name in _SINGLE:
        if isinstance(getattr(design, name), tuple):
            raise refuse(name, getattr(design, name), "–")
    for name, kind in (("own", RowWish), ("pins", Pin)):
        given = getattr(design, name)
        if not isinstance(given, tuple) or any(not isinstance(one, kind) for one in given):
            raise refuse(name, given, kind.__name__)
    if isinstance(design.optim, bool) or design.optim not in (0, 1, 2, 3, 4):
        raise refuse("optim", design.optim, "0 .. 4")
    general = asked_flat(
        *(design.D, design.V, design.js, design.pstay, design.mono, design.stay, design.variance),
        *(design.blocked, None, design.symmetric, design.rising, design.pins),
    )
    if not design.own:
        return general if design.last_row is None else _with_rows(general, design, ())
    return _with_rows(general, design, tuple(checked_wish(wish) for wish in design.own))


def checked_wish(wish: RowWish) -> RowWish:
    """Own values of rows, checked; raises PtableParameter."""
    first = whole("own rows: first", wish.first, 1, LAST_ROW)
    if wish.last is not None:
        whole("own rows: last", wish.last, first, LAST_ROW - 1, f"{first} .. {LAST_ROW - 1}")
    if wish.D is not None:
        whole("D", wish.D, 1, LARGEST_D)
    if wish.V is not None and number("V", wish.V, ">= 0") < 0:
        raise refuse("V", wish.V, ">= 0")
    stays_of(wish.pstay)
    if wish.mono is not None:
        flags_of("mono", wish.mono)
    if wish.stay is not None:
        modes_of("stay", wish.stay, _STAYS)
    if wish.variance is not None:
        modes_of("variance", wish.variance, _VARIANCES)
    return wish


def _with_rows(general: Asked, design: Design, own: tuple[RowWish, ...]) -> Asked:
    # A row wish has its last row inside the table, so that what follows it is as the design says.
    needed = max(general.last_row, *(wish.first if wish.last is None else wish.last + 1 for wish in own), 1)
    final_D = next((wish.D for wish in reversed(own) if wish.last is None and wish.D is not None), design.D)
    needed = max(needed, first_free(general.blocked, final_D))
    last = _last_row(design.last_row, needed)

    def rows(name: str, value: object) -> list[Any]:
        found = [value] * last
        for wish in own:
            wished = getattr(wish, name)
            if wished is not None:
                end = last if wish.last is None else wish.last
                found[wish.first - 1 : end] = [wished] * (end - wish.first + 1)
        return found

    modes = rows("stay", design.stay)
    return Asked(
        D=general.D,
        V=general.V,
        last_row=last,
        row_D=tuple(int(one) for one in rows("D", design.D)),
        row_V=tuple(float(one) for one in rows("V", design.V)),
        pstay=tuple(_stay(one, mode) for one, mode in zip(rows("pstay", design.pstay), modes, strict=True)),
        mono=tuple(rows("mono", design.mono)),
        stay=tuple(modes),
        variance=tuple(rows("variance", design.variance)),
        blocked=general.blocked,
        symmetric=general.symmetric,
        rising=general.rising,
        pins=general.pins,
    )
