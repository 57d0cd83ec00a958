"""Probabilities set by hand, and other changes of a variant that are more than one control. No Qt."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ckmcore.ptable.design.design import Design
from ckmcore.ptable.design.edit import RowSumOff
from ckmcore.ptable.rows.request import FixedProbability, pins_of
from ckmdesk.state.desk_state import Variant
from ckmdesk.state.drawing import Spot
from ckmdesk.state.method_view import MethodView
from ckmdesk.state.variant import ordered_of


def target_of(spot: Spot) -> int:
    """Return the target j of a spot."""
    return round(spot.row + (spot.v or 0.0))


def _without(pins: tuple[FixedProbability, ...], row: int, target: int) -> tuple[FixedProbability, ...]:
    return tuple(pin for pin in pins if (pin.row, pin.target) != (row, target))


def _with(
    pins: tuple[FixedProbability, ...], more_probabilities: tuple[FixedProbability, ...]
) -> tuple[FixedProbability, ...]:
    for pin in more_probabilities:
        pins = (*_without(pins, pin.row, pin.target), pin)
    return pins


def is_set(variant: Variant, spot: Spot) -> bool:
    """Whether the probability at a spot was set by hand."""
    return (spot.row, target_of(spot)) in marked(variant)


def typed(variant: Variant, spot: Spot, shown: float) -> float:
    """Return the probability at a spot: as typed if the row is unfinished, else `shown`."""
    pin_place = (spot.row, target_of(spot))
    return next((pin.p for pin in variant.loose if (pin.row, pin.target) == pin_place), shown)


def marked(variant: Variant) -> frozenset[tuple[int, int]]:
    """Row and target of all probabilities set by hand."""
    pins = (*variant.loose, *(variant.set_again if variant.table is not None else variant.design.pins))
    return frozenset((pin.row, pin.target) for pin in pins)


def unfinished(variant: Variant) -> dict[tuple[int, int], float]:
    """Return what was typed into unfinished rows, by row and target."""
    return {(pin.row, pin.target): pin.p for pin in variant.loose}


def with_probability(view: MethodView, spot: Spot, p: float, *, solve: bool) -> Variant:
    """Return the variant with probability p at a spot.

    With `solve` the rest of the row is solved around it and other manual probabilities of the row, else it is not
    changed. Raises CkmError if no table can have it. A row that does not add up to 1 yet, or an impossible design, is a
    problem that the view of the variant shows.
    """
    variant, pin = view.variant, FixedProbability(spot.row, target_of(spot), p)
    pins_of((pin,))
    loose = _without(variant.loose, pin.row, pin.target)
    if not solve:
        new_variant = replace(variant, loose=(*loose, pin))
        with suppress(RowSumOff):
            ordered_of(new_variant)
        return new_variant
    row_pins = (*(probability for probability in loose if probability.row == pin.row), pin)
    loose = tuple(probability for probability in loose if probability.row != pin.row)
    if variant.table is None:
        return replace(variant, design=replace(variant.design, pins=_with(variant.design.pins, row_pins)), loose=loose)
    new_variant = replace(variant, set_again=_with(variant.set_again, row_pins), loose=loose)
    with suppress(RowSumOff):  # of another row
        ordered_of(new_variant)
    return new_variant


def without(variant: Variant, spot: Spot) -> Variant:
    """Return the variant with the probability at a spot as the design makes it."""
    row, target = spot.row, target_of(spot)
    design = replace(variant.design, pins=_without(variant.design.pins, row, target))
    return replace(
        variant,
        design=design,
        loose=_without(variant.loose, row, target),
        set_again=_without(variant.set_again, row, target),
    )


def any_region(design: Design) -> Design:
    """Return the design with an arbitrary D and V: the region of possible D and V does not depend on them."""
    return replace(design, D=max(design.D, 17), V=1.0)


def at_point(variant: Variant, D: int, V: float) -> Variant:
    """The variant with another D and V."""
    return replace(variant, design=replace(variant.design, D=D, V=V))
