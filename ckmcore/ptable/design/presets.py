"""What users of statistics want of a perturbation table [W24], each as a change of a design that can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.rows.request import RowConstraint

# [W24] Tabelle 1: half of the small counts stay, more of the larger ones.
_STAY_SMALL = RowConstraint(1, 9, pstay=0.5)
_STAY_LARGE = RowConstraint(10, None, pstay=0.7)


@dataclass(frozen=True)
class Preset:
    """A switchable property of designs: `applied` adds it, `removed` takes it away, `holds` returns whether a design
    has it.

    fixed: the property always holds and cannot be switched.
    """

    key: str
    name: Sentence
    why: Sentence
    _apply: Callable[[Design], Design]
    _remove: Callable[[Design], Design]
    _holds: Callable[[Design], bool]
    fixed: bool = False

    def applied(self, design: Design) -> Design:
        """Design with the property, which may be impossible (see `why` and `suggested_relaxations`)."""
        return design if self.holds(design) else self._apply(design)

    def removed(self, design: Design) -> Design:
        """Design without the property."""
        return self._remove(design) if self.holds(design) else design

    def holds(self, design: Design) -> bool:
        """Whether the design has it."""
        return self._holds(design)


def _as_it_is(design: Design) -> Design:
    return design


def _always(_design: Design) -> bool:
    return True


def _blocking(design: Design, blocked: set[int]) -> Design:
    """Design with these targets blocked, expressed as js where they are 1 .. js."""
    js = len(blocked)
    if blocked == set(range(1, js + 1)):
        return replace(design, js=js, blocked=None)
    small = next(k for k in range(js + 1) if k + 1 not in blocked)
    return replace(design, js=small, blocked=tuple(sorted(blocked)))


def _block(*targets: int) -> Callable[[Design], Design]:
    return lambda design: _blocking(design, {*design.blocked_targets, *targets})


def _unblock(*targets: int) -> Callable[[Design], Design]:
    return lambda design: _blocking(design, {*design.blocked_targets} - {*targets})


def _blocks(*targets: int) -> Callable[[Design], bool]:
    return lambda design: {*targets} <= {*design.blocked_targets}


def _without_own_stay(design: Design) -> Design:
    own_constraints = (replace(constraint, pstay=None, stay=None) for constraint in design.own)
    return replace(
        design,
        own=tuple(
            constraint
            for constraint in own_constraints
            if constraint != RowConstraint(constraint.first, constraint.last)
        ),
    )


def _stay_rises(design: Design) -> Design:
    design = _without_own_stay(design)
    # Row 10 stands for all larger counts at the earliest.
    last_row = None if design.last_row is None else max(design.last_row, 10)
    if _none_unchanged_holds(design):
        design = _stay_as_usual(design)
    return replace(design, own=(*design.own, _STAY_SMALL, _STAY_LARGE), last_row=last_row)


def _stay_rises_holds(design: Design) -> bool:
    """Whether a later row has a higher stay probability than the rows before, and none a lower one."""
    given_stays = [(constraint.first, constraint.pstay) for constraint in design.own if constraint.pstay is not None]
    if not given_stays:
        return False
    stays = [pstay for _, pstay in sorted(given_stays)]
    if min(first for first, _ in given_stays) > 1:
        stays.insert(0, design.pstay or 0.0)
    return all(a <= b for a, b in pairwise(stays)) and stays[0] < stays[-1]


def _none_unchanged(design: Design) -> Design:
    return replace(_without_own_stay(design), pstay=0.0, stay="exact")


def _none_unchanged_holds(design: Design) -> bool:
    has_own = any(constraint.pstay is not None or constraint.stay is not None for constraint in design.own)
    return design.pstay == 0 and design.stay == "exact" and not has_own


def _stay_as_usual(design: Design) -> Design:
    return replace(design, pstay=None, stay="at least")


def _preset(
    key: str, apply: Callable[[Design], Design], remove: Callable[[Design], Design], holds: Callable[[Design], bool]
) -> Preset:
    return Preset(key, sentence(f"preset_{key}"), sentence(f"preset_{key}_why"), apply, remove, holds)


PRESETS: tuple[Preset, ...] = (
    replace(_preset("zeros_true", _as_it_is, _as_it_is, _always), fixed=True),
    _preset("no_1", _block(1), _unblock(1, 2), _blocks(1)),
    _preset("no_1_2", _block(1, 2), _unblock(2), _blocks(1, 2)),
    _preset("stay_rises", _stay_rises, _without_own_stay, _stay_rises_holds),
    _preset("none_unchanged", _none_unchanged, _stay_as_usual, _none_unchanged_holds),
    _preset("published_zeros_true", _block(0), _unblock(0), _blocks(0)),
    _preset(
        "rising",
        lambda design: replace(design, rising=True),
        lambda design: replace(design, rising=False),
        lambda design: design.rising,
    ),
)
