"""Figures that hold nobody, since the dictionary declares their combinations of categories impossible, or ended.

A reader knows such declarations from the signs of other tables, or from the matter itself: no men in labour wards. He
uses them where no table shows the combination, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import blocks_of
from ckmcore.microdata.data import Microdata, StructuralZero

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

# Declarations that together cover a set are looked at for so many points of the spaces that they concern.
_MOST_POINTS = 1_000_000


def ended_zeros(data: Microdata, names: Iterable[str]) -> list[StructuralZero]:
    """Codes that are not valid in the period and that no record has, as structural zeros. A code of a record is in use,
    whatever its validity; for records in a database nothing is concluded."""
    zeros = []
    for name in names:
        dimension = data.dimensions.get(name)
        if dimension is None or not dimension.ended or name not in data.columns:
            continue
        is_used = np.zeros(len(dimension.codes), dtype=np.bool_)
        for codes in blocks_of(data.columns[name]):
            is_used[codes] = True
        held_codes = {code for code, here in zip(dimension.codes, is_used.tolist(), strict=True) if here}
        gone_codes = tuple(category.code for category in dimension.ended if category.code not in held_codes)
        zeros += [StructuralZero(((name, gone_codes),))] if gone_codes else []
    return zeros


def void_figures(
    zeros: Sequence[Mapping[int, Flags]], sets: Sequence[Sequence[Ints]], every: Ints, steps: Ints, radix: Sequence[int]
) -> Ints:
    """Figures that contain only combinations declared impossible, ascending.

    zeros: for each declaration a flag per point, by index of the space. sets: for each space the points of its sets.
    every, steps, radix: number of each figure, and its composition from the numbers of its sets.
    """
    void = np.zeros(len(every), dtype=np.bool_)
    for spaces, own_zeros in _together(zeros, sets):
        numbers = [(every // int(steps[space])) % radix[space] for space in spaces]
        if _points(own_zeros, spaces, sets) <= _MOST_POINTS:
            void |= _covered(own_zeros, spaces, sets)[tuple(numbers)]
            continue
        for zero in own_zeros:
            is_covered = np.ones(len(every), dtype=np.bool_)
            for space, number in zip(spaces, numbers, strict=True):
                if space in zero:
                    is_covered &= np.array([bool(zero[space][points].all()) for points in sets[space]], dtype=np.bool_)[
                        number
                    ]
            void |= is_covered
    return np.flatnonzero(void)


def _together(
    zeros: Sequence[Mapping[int, Flags]], sets: Sequence[Sequence[Ints]]
) -> list[tuple[tuple[int, ...], list[Mapping[int, Flags]]]]:
    """Declarations with the spaces that they concern; those with a common space are joined if there are not too many
    points."""
    groups: dict[tuple[int, ...], list[Mapping[int, Flags]]] = {}
    for zero in zeros:
        groups.setdefault(tuple(sorted(zero)), []).append(zero)
    joined: list[tuple[tuple[int, ...], list[Mapping[int, Flags]]]] = []
    for spaces, own_zeros in groups.items():
        apart = []
        for others, theirs in joined:
            both_spaces = tuple(sorted({*spaces, *others}))
            if {*spaces} & {*others} and _points([*own_zeros, *theirs], both_spaces, sets) <= _MOST_POINTS:
                spaces, own_zeros = both_spaces, [*own_zeros, *theirs]
            else:
                apart.append((others, theirs))
        joined = [*apart, (spaces, own_zeros)]
    return joined


def _points(zeros: Sequence[Mapping[int, Flags]], spaces: Sequence[int], sets: Sequence[Sequence[Ints]]) -> int:
    sizes = {space: len(flags) for zero in zeros for space, flags in zero.items()}
    return math.prod(max(sizes[space], len(sets[space])) for space in spaces)


def _covered(zeros: Sequence[Mapping[int, Flags]], spaces: Sequence[int], sets: Sequence[Sequence[Ints]]) -> Flags:
    """Which combinations of sets of some spaces are completely covered by declarations."""
    sizes = {at: len(flags) for zero in zeros for at, flags in zero.items()}
    void = np.zeros([sizes[at] for at in spaces], dtype=np.bool_)
    for zero in zeros:
        covered = np.ones((1,) * len(spaces), dtype=np.bool_)
        for axis, space in ((axis, at) for axis, at in enumerate(spaces) if at in zero):
            covered = covered & zero[space].reshape([-1 if axis == other else 1 for other in range(len(spaces))])
        void |= covered
    for axis, space in enumerate(spaces):
        void = np.stack([void.take(points, axis=axis).all(axis=axis) for points in sets[space]], axis=axis)
    return void
