"""The figures of a map over stretches of equal width, and the limits of its classes, which can be moved. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language, scaled_text
from ckmcore.pictures.classes import MapClasses
from ckmcore.pictures.model import Colour, TablePicture

BARS = 24
_LOGARITHMIC_FROM = 30  # times the least figure: quantiles of such figures would lie on each other


def decimal_limits(limits: tuple[int, ...], places: int) -> tuple[str, ...]:
    """Limits as `PictureChoice.limits` has them."""
    digits = [("-" if limit < 0 else "", str(abs(limit)).zfill(places + 1)) for limit in limits]
    return tuple(f"{sign}{each[:-places]}.{each[-places:]}" if places else sign + each for sign, each in digits)


@dataclass(frozen=True, eq=False)
class ClassLimits:
    """Limits of the classes of a map over its published figures. figures: ascending, without 0; limits: least figure of
    each class, in units of 10^-places; colours: of the classes."""

    figures: NDArray[np.int64]
    limits: tuple[int, ...]
    places: int
    colours: tuple[Colour, ...]
    language: Language

    @cached_property
    def low(self) -> int:
        """Where the lowest class begins."""
        return min(int(self.figures[0]), self.limits[0])

    @cached_property
    def high(self) -> int:
        """The largest figure, or the highest limit where that is above it."""
        return max(int(self.figures[-1]), self.limits[-1])

    @cached_property
    def is_logarithmic(self) -> bool:
        """Whether stretches grow with the figures: where these differ very much."""
        return self.low > 0 and self.high >= _LOGARITHMIC_FROM * self.low

    def place(self, whole: float) -> float:
        """Where a figure lies between the lowest limit (0) and the largest figure (1)."""
        if self.high <= self.low:
            return 0.5
        if self.is_logarithmic:
            return math.log(whole / self.low) / math.log(self.high / self.low)
        return (whole - self.low) / (self.high - self.low)

    def whole_at(self, place: float) -> int:
        """The figure at a place, in whole units."""
        inside = min(max(place, 0.0), 1.0)
        if self.is_logarithmic:
            return round(self.low * math.pow(self.high / self.low, inside))
        return round(self.low + (self.high - self.low) * inside)

    @cached_property
    def bars(self) -> tuple[int, ...]:
        """Number of figures in each stretch."""
        figures = self.figures.astype(np.float64)
        if self.is_logarithmic:
            places = np.log(figures / self.low) / math.log(self.high / self.low)
        else:
            places = (figures - self.low) / max(self.high - self.low, 1)
        stretch = np.minimum((places * BARS).astype(np.int64), BARS - 1)
        return tuple(np.bincount(stretch, minlength=BARS).tolist())

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Number of areas in each class."""
        ends = [*np.searchsorted(self.figures, self.limits[1:]).tolist(), len(self.figures)]
        return tuple(end - begin for begin, end in zip([0, *ends], ends, strict=False))

    def ends_of(self, number: int) -> tuple[int, int]:
        """Between which figures a limit can be moved: every class keeps a unit."""
        above = self.limits[number + 1] - 1 if number + 1 < len(self.limits) else self.high
        return self.limits[number - 1] + 1, above

    def moved(self, number: int, whole: int) -> ClassLimits:
        """The limits with one moved, as far as its neighbours leave room."""
        least, most = self.ends_of(number)
        limits = [*self.limits]
        limits[number] = min(max(whole, least), most)
        return replace(self, limits=tuple(limits))

    def text(self, number: int) -> str:
        """A limit as the legend writes it."""
        return scaled_text(self.limits[number], self.places, self.language)

    @property
    def texts(self) -> tuple[str, ...]:
        """The limits as `PictureChoice.limits` has them."""
        return decimal_limits(self.limits, self.places)


def classes_in(picture: TablePicture) -> MapClasses | None:
    """The classes of a map or a grid; None where it has none."""
    shown = picture.map or picture.grid
    classes = None if shown is None else shown.classes
    return classes if classes is not None and classes.limits else None


def limits_in(picture: TablePicture) -> ClassLimits | None:
    """The limits of the classes of a map; None where it has none."""
    shown, classes = picture.map or picture.grid, classes_in(picture)
    if shown is None or classes is None:
        return None
    figures = np.sort(shown.figures[shown.figures != 0])
    return ClassLimits(figures, classes.limits, classes.places, shown.colours, picture.language)


def limits_of(picture: TablePicture) -> tuple[str, ...]:
    """The least figures of the classes of a map, as `PictureChoice.limits` has them."""
    classes = classes_in(picture)
    return () if classes is None else decimal_limits(classes.limits, classes.places)
