"""What to change where a design is impossible: changes that make the whole setting possible, nearest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ckmcore.base.checked import checked
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.design.design import (
    Design,
    PtablePinImpossible,
    PtableRowImpossible,
    PtableStayImpossible,
    table_of,
)
from ckmcore.ptable.rows.arguments import PtableParameter, whole
from ckmcore.ptable.rows.feasibility import RowEnds, feasible_design, row_ends
from ckmcore.ptable.rows.general import GeneralRow
from ckmcore.ptable.rows.reasons import inwards
from ckmcore.ptable.rows.request import (
    LARGEST_D,
    LAST_ROW,
    DesignRequest,
    FixedProbability,
    RowConstraint,
    checked_constraint,
    pins_of,
    request_of,
)

_NEAR = 1e-10
_MOST_CHANGES = 3
_PSTAY_STEP = 0.01


@dataclass(frozen=True)
class Relaxation:
    """A proposed change of a design. what: description; design: changed design."""

    what: Sentence
    design: Design


@dataclass(frozen=True)
class _Change:
    """A possible single change of a design. distance: approximate relative size of the change."""

    what: Sentence
    design: Design
    distance: float


@dataclass(frozen=True)
class _Trouble:
    """Why a design is impossible: an error, or the rows (from 1) that miss their V, each with the nearest possible
    V."""

    error: CkmError | None = None
    rows: tuple[tuple[int, float], ...] = ()

    def __bool__(self) -> bool:
        return self.error is not None or bool(self.rows)


@checked
def suggested_relaxations(design: Design) -> tuple[Relaxation, ...]:
    """Changes that make a design possible, the smallest first; empty where it is possible or cannot be mended.

    A general value that is no number or absurd has no remedy, only a sentence (PtableParameter).

    >>> for one in ckm.suggested_relaxations(ckm.Design(D=5, V=1, js=2)):
    ...     print(one.what.text("en"))
    Take V = 2.
    Take js = 1.
    Take the nearest possible V in the rows 1–2.
    """
    return _remedies(design)


@lru_cache(maxsize=64)
def _remedies(design: Design) -> tuple[Relaxation, ...]:
    trouble = _trouble(design)
    if not trouble:
        return ()
    error = trouble.error
    if isinstance(error, PtableParameter) and not _too_many_blocked(design) and not [*_other_values(design, error)]:
        return ()
    reached = [_Change(sentence("remedy_and", first="", second=""), design, 0.0)]
    tried = {design}
    for changes in range(1, _MOST_CHANGES + 1):
        found_changes: list[_Change] = []
        further: list[_Change] = []
        for former_step in reached:
            for change in _changes(former_step.design, _trouble(former_step.design), scan=changes == 1):
                if change.design in tried:
                    continue
                tried.add(change.design)
                what_sentence = (
                    change.what if changes == 1 else sentence("remedy_and", first=former_step.what, second=change.what)
                )
                new_change = _Change(what_sentence, change.design, former_step.distance + change.distance)
                (further if _trouble(change.design) else found_changes).append(new_change)
        if found_changes:
            found_changes.sort(key=lambda change: change.distance)
            return tuple(Relaxation(change.what, change.design) for change in found_changes)
        # Two changes at once are rarely needed, three hardly ever: go on from the nearest.
        reached = sorted(further, key=lambda change: change.distance)[:3]
    return ()


def _too_many_blocked(design: Design) -> bool:
    """Whether js is a count, but larger than D, and all the rest can be."""
    try:
        request_of(replace(design, js=0))
        return design.blocked is None and whole("js", design.js, 1, LAST_ROW) > 0
    except CkmError:
        return False


@lru_cache(maxsize=512)
def _trouble(design: Design) -> _Trouble:
    """Determine why a design is impossible without solving its rows; with compat R the table is designed, since R
    refuses by its own rules."""
    try:
        if design.optim:
            design.table()
            return _Trouble()
        request = request_of(design)
        ends = row_ends(request)
        if not ends.reachable.all():
            table_of(request)
    except CkmError as error:
        if design.optim and "low" in error.fields and "nearest" in error.fields:
            return _Trouble(rows=((int(error.fields["row"]), float(error.fields["nearest"])),))
        return _Trouble(error)
    return _Trouble(rows=tuple(_missed(request, ends)))


def _missed(request: DesignRequest, ends: RowEnds) -> Iterator[tuple[int, float]]:
    V = np.array(request.row_V)
    tolerance = _NEAR * np.maximum(1.0, V)
    equal = np.array([variance_mode == "equal" for variance_mode in request.variance])
    below, above = ends.low > V + tolerance, equal & (ends.high < V - tolerance)
    for row in np.flatnonzero(below | above).tolist():
        low, high = float(ends.low[row]), float(ends.high[row])
        value = inwards(low, True) if below[row] else inwards(high, False)
        yield row + 1, value if low <= value <= high else (low if below[row] else high)


def _changes(design: Design, trouble: _Trouble, scan: bool) -> Iterator[_Change]:
    """Single changes that may make a design possible. scan: also try larger D, which takes time."""
    error, rows = trouble.error, [row for row, _ in trouble.rows]
    if error is not None:
        rows = [int(error.fields["row"])] if "row" in error.fields else []
    if isinstance(error, PtableParameter) and not _too_many_blocked(design):
        yield from _other_values(design, error)
        return
    if not design.optim:
        yield from _other_pins(design, error, rows)
    if error is None and trouble.rows:
        yield from _nearest_V(design)
        if not design.optim:
            yield _own_V(design, trouble.rows)
    # A row with too small a V is not helped by targets further away.
    if scan and not any(nearest_V > request_of(design).row_V[row - 1] for row, nearest_V in trouble.rows):
        yield from _other_D(design)
    yield from _other_blocked(design)
    yield from _less_stay(design, error, rows)
    last_row = None if error and not rows else _last_row(design)
    if not isinstance(error, PtableParameter | PtableRowImpossible) and rows:
        constraints = tuple(RowConstraint(a, None if b == last_row else b, mono=False) for a, b in _runs(rows))
        what_sentence = sentence("remedy_row_mono", where=_where(rows))
        if any(_mono(design, row) for row in rows):
            yield _Change(what_sentence, replace(design, own=(*design.own, *constraints)), 0.5 + 0.01 * len(rows))
    if design.rising:
        yield _Change(sentence("remedy_rising"), replace(design, rising=False), 0.8)
    if design.symmetric and not design.optim and last_row is not None and any(row >= last_row for row in rows):
        yield _Change(sentence("remedy_symmetric"), replace(design, symmetric=False), 0.9)
    if design.optim:
        yield _Change(sentence("remedy_without_r"), replace(design, optim=0), 1.0)


def _mono(design: Design, row: int) -> bool:
    request = request_of(design)
    return request.mono[min(row, request.last_row) - 1]


def _last_row(design: Design) -> int | None:
    try:
        return request_of(design).last_row
    except CkmError:
        return None


def _runs(rows: list[int]) -> list[tuple[int, int]]:
    """Rows as runs first .. last."""
    found_rows: list[tuple[int, int]] = []
    for row in rows:
        if found_rows and found_rows[-1][1] == row - 1:
            found_rows[-1] = (found_rows[-1][0], row)
        else:
            found_rows.append((row, row))
    return found_rows


def _where(rows: list[int]) -> Sentence:
    text = ", ".join(str(a) if a == b else f"{a}\N{EN DASH}{b}" for a, b in _runs(rows))
    return sentence("remedy_in_row" if len(rows) == 1 else "remedy_in_rows", rows=text)


def _relative(old: float, new: float) -> float:
    return abs(old - new) / max(abs(old), abs(new), 1e-9)


def _nearest_V(design: Design) -> Iterator[_Change]:
    feasible = feasible_design(design)
    nearest_rounded = feasible.nearest(design.V)
    if design.optim and nearest_rounded != design.V:
        # R refuses a row at an end of its interval.
        nearest_rounded += 0.01 if nearest_rounded > design.V else -0.01
    if not feasible.possible or nearest_rounded == design.V:
        return
    rounded = inwards(nearest_rounded, nearest_rounded > design.V)
    if feasible.low <= rounded <= feasible.high and rounded > 0:
        nearest_rounded = rounded
    yield _Change(
        sentence("remedy_V", V=nearest_rounded),
        replace(design, V=nearest_rounded),
        _relative(design.V, nearest_rounded),
    )


def _own_V(design: Design, missed: tuple[tuple[int, float], ...]) -> _Change:
    last_row = _last_row(design)
    constraints = tuple(RowConstraint(row, None if row == last_row else row, V=nearest) for row, nearest in missed)
    changed = replace(design, own=(*design.own, *constraints))
    request = request_of(design)
    distance = max(_relative(request.row_V[row - 1], nearest) for row, nearest in missed) + 0.05 * len(missed)
    if len(missed) == 1:
        row, nearest_V = missed[0]
        what_sentence = (
            sentence("remedy_own_V", V=nearest_V, row=row) if nearest_V else sentence("remedy_own_still", row=row)
        )
        return _Change(what_sentence, changed, distance)
    return _Change(sentence("remedy_own_V_rows", where=_where([row for row, _ in missed])), changed, distance)


def _other_D(design: Design) -> Iterator[_Change]:
    """Change to the nearest larger D with which the design is possible, or to the next one where there is none."""
    if design.D >= LARGEST_D:
        return
    start = design.D + 1
    if design.blocked is None:
        start = max(start, design.js + 1)
    start = min(start, LARGEST_D)
    # Far away it is no remedy, and every D costs time.
    tried = [*range(start, min(start + 12, LARGEST_D + 1)), *(D for D in (20, 30, 50, 100) if start + 12 <= D)]
    D = next((D for D in tried if not _trouble(replace(design, D=D))), None)
    if D is not None:
        # Between two that were tried a smaller one may do.
        below = [tried_D for tried_D in tried if tried_D < D]
        for other_D in range(below[-1] + 1 if below else D, D):
            if not _trouble(replace(design, D=other_D)):
                D = other_D
                break
        yield _Change(sentence("remedy_D", D=D), replace(design, D=D), _relative(design.D, D))
    elif isinstance(_trouble(design).error, PtableParameter | PtableRowImpossible):
        yield _Change(sentence("remedy_D", D=start), replace(design, D=start), _relative(design.D, start))


def _other_blocked(design: Design) -> Iterator[_Change]:
    if design.blocked is None:
        js = next((js for js in range(design.js - 1, -1, -1) if not _trouble(replace(design, js=js))), None)
        if js is None and isinstance(_trouble(design).error, PtableParameter):
            js = min(design.D, design.js - 1)
        if js is not None and js != design.js:
            yield _Change(sentence("remedy_js", js=js), replace(design, js=js), (design.js - js) / design.js)
        return
    small = set(design.blocked) - {0}
    if 0 in design.blocked:
        changed = replace(design, blocked=tuple(sorted(small)))
        yield _Change(sentence("remedy_free_zero"), changed, 0.6)
    if small and small == set(range(1, len(small) + 1)):
        kept_blocked = (0,) if 0 in design.blocked else ()
        for js in range(len(small) - 1, -1, -1):
            changed = replace(design, js=min(design.js, js), blocked=(*kept_blocked, *range(1, js + 1)))
            if not _trouble(changed):
                yield _Change(sentence("remedy_js", js=js), changed, (len(small) - js) / len(small))
                break


def _less_stay(design: Design, error: CkmError | None, rows: list[int]) -> Iterator[_Change]:
    if design.pstay is not None and (design.pstay > 0 or design.stay == "exact"):
        if design.stay == "exact":
            if design.pstay > 0:
                yield _Change(sentence("remedy_at_least"), replace(design, stay="at least"), 0.3)
            if isinstance(error, PtableStayImpossible):
                yield from _exact_stay(design)
        else:
            # A lower bound that is lower allows more: the largest hundredth that does is found by halving.
            steps = int(design.pstay / _PSTAY_STEP + 1e-9)
            low, high = 0, steps + 1
            if not _trouble(_with_pstay(design, 0)):
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (low, middle) if _trouble(_with_pstay(design, middle)) else (middle, high)
                if low < design.pstay / _PSTAY_STEP:
                    value = round(low * _PSTAY_STEP, 2)
                    what_sentence = sentence("remedy_pstay", pstay=value) if low else sentence("remedy_no_pstay")
                    yield _Change(what_sentence, _with_pstay(design, low), _relative(design.pstay, value))
        if design.pstay == 0 or design.stay == "exact":
            changed = replace(design, pstay=None, stay="at least")
            yield _Change(sentence("remedy_no_pstay"), changed, 0.7)
    if (
        rows
        and not design.optim
        and any(constraint.pstay is not None or constraint.stay is not None for constraint in design.own)
    ):
        last_row = _last_row(design)
        constraints = tuple(
            RowConstraint(a, None if b == last_row else b, pstay=0.0, stay="at least") for a, b in _runs(rows)
        )
        what_sentence = sentence("remedy_row_no_pstay", where=_where(rows))
        yield _Change(what_sentence, replace(design, own=(*design.own, *constraints)), 0.65)


def _with_pstay(design: Design, steps: int) -> Design:
    return replace(design, pstay=round(steps * _PSTAY_STEP, 2) if steps else None)


def _exact_stay(design: Design) -> Iterator[_Change]:
    """The nearest exact stay probability that every row can have."""
    request = request_of(replace(design, pstay=None, stay="at least", own=()))
    low, high = 0.0, 1.0
    for index in np.flatnonzero(request.layout.has_zero).tolist():
        reach = GeneralRow(request.shape(index + 1)).reach(0)
        if reach is not None:
            low, high = max(low, reach[0]), min(high, reach[1])
    wanted_pstay = design.pstay or 0.0
    nearest_pstay = inwards(low, True) if wanted_pstay < low else inwards(high, False)
    if low <= nearest_pstay <= high and nearest_pstay != wanted_pstay:
        yield _Change(
            sentence("remedy_pstay", pstay=nearest_pstay),
            replace(design, pstay=nearest_pstay),
            abs(nearest_pstay - wanted_pstay),
        )


def _other_pins(design: Design, error: CkmError | None, rows: list[int]) -> Iterator[_Change]:
    """Changes of the pins of impossible rows: to the nearest possible probability, or removed.

    They come first, since setting a pin was the last edit of the row. rows: impossible rows, from 1.
    """
    own_pins = [pin for pin in design.pins if pin.row in rows]
    for pin in own_pins:
        pin_place = (pin.row, pin.target)
        nearest_p = _nearest_p(design, pin)
        is_named = isinstance(error, PtablePinImpossible) and pin_place == (error.fields["row"], error.fields["target"])
        if nearest_p is None and error is not None and is_named:
            nearest_p = _rounded_into(pin.p, float(error.fields["low"]), float(error.fields["high"]))
        if nearest_p is not None and nearest_p != pin.p:
            pins = tuple(
                replace(pin, p=nearest_p) if (pin.row, pin.target) == pin_place else pin for pin in design.pins
            )
            what_sentence = sentence("remedy_pin", row=pin.row, target=pin.target, p=nearest_p)
            yield _Change(what_sentence, replace(design, pins=pins), abs(nearest_p - pin.p) - 3.0)
        what_sentence = sentence("remedy_pin_removed", target=pin.target, row=pin.row)
        yield _Change(what_sentence, replace(design, pins=_others(design, pin)), -1.0)
    if len(own_pins) > 1:
        what_sentence = sentence("remedy_pins_removed", where=_where(sorted({pin.row for pin in own_pins})))
        yield _Change(
            what_sentence, replace(design, pins=tuple(pin for pin in design.pins if pin.row not in rows)), -0.5
        )


def _others(design: Design, pin: FixedProbability) -> tuple[FixedProbability, ...]:
    return tuple(each_pin for each_pin in design.pins if (each_pin.row, each_pin.target) != (pin.row, pin.target))


def _nearest_p(design: Design, pin: FixedProbability) -> float | None:
    """Probability nearest to a pin for which its row can have its V under all other rules; None without one."""
    request = request_of(replace(design, pins=_others(design, pin)))
    row = min(pin.row, request.last_row)
    reach = GeneralRow(request.shape(row)).reach(pin.target - pin.row, request.V_of(row), request.bounds_V(row))
    return None if reach is None else _rounded_into(pin.p, *reach)


def _rounded_into(p: float, low: float, high: float) -> float:
    """Number from `low` to `high` nearest to p, rounded for display if the interval allows."""
    if low <= p <= high:
        return p
    inner_p = inwards(low, True) if p < low else inwards(high, False)
    return inner_p if low <= inner_p <= high else min(max(p, low), high)


def _other_values(design: Design, error: PtableParameter) -> Iterator[_Change]:
    """Changes where the number of rows, settings of own rows or a pin are outside their range."""
    if error.fields["parameter"] in ("own", "pins"):
        return
    if error.fields["parameter"] == "last_row" and design.last_row is not None:
        yield _Change(sentence("remedy_rows_needed"), replace(design, last_row=None), 0.1)
    for constraint_index, constraint in enumerate(design.own):
        if _fits(constraint):
            continue
        earlier, after = design.own[:constraint_index], design.own[constraint_index + 1 :]
        mended = _mended(constraint)
        if mended != constraint and _fits(mended):
            yield _Change(_mended_words(constraint, mended), replace(design, own=(*earlier, mended, *after)), 0.1)
        what_sentence = sentence("remedy_own_removed", where=_of_constraint(constraint))
        yield _Change(what_sentence, replace(design, own=(*earlier, *after)), 0.5)
    for pin in design.pins:
        try:
            pins_of((pin,))
        except PtableParameter:
            what_sentence = sentence("remedy_pin_removed", target=str(pin.target), row=str(pin.row))
            yield _Change(what_sentence, replace(design, pins=_others(design, pin)), 0.5)


def _fits(constraint: object) -> bool:
    try:
        return isinstance(constraint, RowConstraint) and checked_constraint(constraint) == constraint
    except PtableParameter:
        return False


def _mended(constraint: RowConstraint) -> RowConstraint:
    """Settings of own rows moved to the nearest valid ones: rows in ascending order, D within its range."""
    try:
        first, last = int(constraint.first), None if constraint.last is None else int(constraint.last)
        D = None if constraint.D is None else min(max(int(constraint.D), 1), LARGEST_D)
    except (TypeError, ValueError, OverflowError):
        return constraint
    if last is not None and last < first:
        first, last = last, first
    last = None if last is not None and last >= LAST_ROW else last
    return replace(constraint, first=max(first, 1), last=last, D=D)


def _mended_words(constraint: RowConstraint, mended: RowConstraint) -> Sentence:
    if mended.D == constraint.D:
        return sentence("remedy_own_from_to", where=_of_constraint(mended))
    return sentence("remedy_own_D", D=mended.D, where=_of_constraint(mended))


def _of_constraint(constraint: RowConstraint) -> Sentence:
    """Text of the rows of a constraint as they were given, even if invalid."""
    if constraint.last is None:
        return sentence("remedy_in_rows_from", first=str(constraint.first))
    if constraint.first == constraint.last:
        return sentence("remedy_in_row", rows=str(constraint.first))
    return sentence("remedy_in_rows", rows=f"{constraint.first}\N{EN DASH}{constraint.last}")
