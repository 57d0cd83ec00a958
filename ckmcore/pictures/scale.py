"""The value axis of a picture: its limits and ticks, in whole numbers, from the drawn figures alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ckmcore.base.numbers import Language, scaled_text

THOUSANDS = {10_000: 3, 10_000_000: 6, 10_000_000_000: 9}
"""From which largest figure an axis is in thousands, millions, billions: powers of ten."""


@dataclass(frozen=True)
class Scale:
    """low, high, step: in units of the figures (10^-places); power: of ten in which ticks are written."""

    low: int
    high: int
    step: int
    places: int
    power: int = 0

    def share(self, whole: float) -> float:
        """Place of a figure on the axis, 0 at its low end and 1 at its high end."""
        return (whole - self.low) / (self.high - self.low)

    @cached_property
    def ticks(self) -> tuple[int, ...]:
        """The figures with a tick."""
        return tuple(range(self.low, self.high + 1, self.step))

    def texts(self, language: Language) -> tuple[str, ...]:
        """Texts of the ticks, with as many decimals as they need."""
        places = self.places + self.power
        while places and all(tick % 10 ** (self.places + self.power - places + 1) == 0 for tick in self.ticks):
            places -= 1
        cut = 10 ** (self.places + self.power - places)
        return tuple(scaled_text(tick // cut, places, language) for tick in self.ticks)


def scale_of(
    figures: Iterable[int], places: int, *, from_zero: bool = True, powers: bool = True, most: int = 6
) -> Scale:
    """Axis for figures, scaled by 10^places. from_zero: it includes 0; powers: whether ticks may be in thousands; most:
    number of steps."""
    known = list(figures)
    low, high = min(known, default=0), max(known, default=0)
    if from_zero:
        low, high = min(low, 0), max(high, 0)
    step = _step(high - low, most)
    low, high = low // step * step, -(-high // step) * step
    largest = max(abs(low), abs(high)) // 10**places
    power = max((power for least, power in THOUSANDS.items() if powers and largest >= least), default=0)
    return Scale(low, high if high > low else low + step, step, places, power)


def shares(most: int = 5) -> Scale:
    """Axis of parts of a whole, in percent."""
    return Scale(0, 100, 100 // most, 0)


def _step(span: int, most: int) -> int:
    """The smallest of 1, 2, 5 times a power of ten of which at most `most` steps, or a part of one more, cover it."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if factor * power * most >= span:
                return factor * power
        power *= 10
