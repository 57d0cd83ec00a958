"""What a share made of originals says of its originals: rows of a linear program, exact in fractions.

Rounding publishes shares of originals: factor * x / y of a numerator x and a base y (factor 100: in percent), or the
change of x against y, rounded to d decimals, halves away from zero. A figure of s steps of 10^-d says, for y > 0,

    (s - 1/2) / 10^d <= factor * x / y < (s + 1/2) / 10^d     (s > 0; for s = 0 both ends are open: |..| < 1/2 / 10^d)

which times y is two rows that are linear in x and y. "Half away" means that the end away from zero belongs to the next
figure: of s > 0 the lower end is reached and the upper is not; of s < 0 the other way round. Nothing else is used but
what every reader knows: the figure, its decimals, and that it was rounded to the nearest.

Where a figure that publishes 0 takes its share from that 0 (`zero_above`), a share says nothing of it, and no row is
made. The minimum base is one more row: a figure in the place of `x` says that y reaches it (claims.md, shares).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor


@dataclass(frozen=True)
class ShareRow:
    """One linear condition that a published share puts on its numerator x and its base y, both whole numbers >= 0.

    It reads `above * x + below * y >= least`, or `>` where `strict` is true. All numbers are exact integers, so that an
    integer solver may write `> least` as `>= least + 1`.
    """

    above: int
    below: int
    least: int
    strict: bool

    def holds(self, x: int, y: int) -> bool:
        """Whether two originals are possible."""
        left_side = self.above * x + self.below * y
        return left_side > self.least if self.strict else left_side >= self.least

    @property
    def least_whole(self) -> int:
        """The least value of `above * x + below * y` for whole numbers x and y."""
        return self.least + 1 if self.strict else self.least


@dataclass(frozen=True)
class ShownShare:
    """A share, ratio or relative change as a table that computes it from originals publishes it.

    `figure` is scaled by 10^decimals; `factor` is 100 for percent. With `change` the figure is factor * (x - y) / y.
    `least_base` is the smallest original base for which a figure is published (`Rounding.minimum_base`, for whole
    percents), None where it is not known.
    """

    figure: int
    decimals: int = 0
    factor: int = 100
    change: bool = False
    least_base: int | None = None

    @property
    def rows(self) -> tuple[ShareRow, ...]:
        """Return the linear conditions that the figure puts on x and y, among them y >= 1."""
        step = 2 * 10**self.decimals
        low, high = 2 * self.figure - 1, 2 * self.figure + 1
        # factor * (x - y) is factor * x with a base that counts `factor` more.
        above, more = step * self.factor, step * self.factor if self.change else 0
        lower = ShareRow(above, -(low + more), 0, strict=self.figure <= 0)
        upper = ShareRow(-above, high + more, 0, strict=self.figure >= 0)
        return (lower, upper, ShareRow(0, 1, self.base_from, strict=False))

    @property
    def base_from(self) -> int:
        """Compute the smallest base with which this figure is published.

        Each decimal asks for ten times the minimum base of whole percents.
        """
        if self.least_base is None:
            return 1
        scale: int = self.factor * 10**self.decimals
        return max(1, self.least_base, -(-self.least_base * scale // 100))

    def holds(self, x: int, y: int) -> bool:
        """Whether the originals x and y can publish the figure."""
        return all(row.holds(x, y) for row in self.rows)


def numerator_interval(share: ShownShare, base: tuple[int, int], before: tuple[int, int]) -> tuple[int, int] | None:
    """Compute the interval of numerators x that agree with a published share.

    `base` is the interval of y and `before` the interval of x known so far, ends included. None where no pair is
    possible. The result is the union over all y; since the ends of x rise with y, they are found at the ends of `base`.
    """
    least, upper = max(base[0], share.base_from), base[1]
    if least > upper or before[0] > before[1]:
        return None
    ends = [_numerators(share, y) for y in (least, upper)]
    low, high = max(before[0], min(low for low, _ in ends)), min(before[1], max(high for _, high in ends))
    return (low, high) if low <= high else None


def base_interval(share: ShownShare, above: tuple[int, int], before: tuple[int, int]) -> tuple[int, int] | None:
    """Compute the interval of bases y that agree with a published share.

    `above` is the interval of x and `before` the interval of y known so far, ends included. None where no y is
    possible.
    """
    low, high = max(before[0], share.base_from), before[1]
    for row in share.rows[:2]:
        # Best for the row: the largest x where x helps, else the smallest; then y alone is bounded.
        best = row.above * (above[1] if row.above > 0 else above[0])
        need = row.least_whole - best
        if row.below > 0:
            low = max(low, ceil(Fraction(need, row.below)))
        elif row.below < 0:
            high = min(high, floor(Fraction(need, row.below)))
        elif need > 0:
            return None
    return (low, high) if low <= high else None


def tightened(
    share: ShownShare, above: tuple[int, int], base: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Narrow the intervals of x (`above`) and y (`base`) by the share until neither changes.

    No pair within both that `share` allows is lost. Returns None where the figures contradict each other. Linear
    programs use `rows` instead.
    """
    while True:
        new_above = numerator_interval(share, base, above)
        new_base = None if new_above is None else base_interval(share, new_above, base)
        if new_above is None or new_base is None:
            return None
        if (new_above, new_base) == (above, base):
            return above, base
        above, base = new_above, new_base


def possible_pairs(shares: Sequence[ShownShare], above: range, base: range) -> list[tuple[int, int]]:
    """List every pair of originals (x, y) that agrees with several figures of the same cell and base.

    All pairs are tried one by one, so this is for small tables.
    """
    return [(x, y) for x in above for y in base if all(share.holds(x, y) for share in shares)]


def _numerators(share: ShownShare, y: int) -> tuple[int, int]:
    """Compute the smallest and the largest whole x for a base y; the first exceeds the second where no x fits."""
    lower, upper, _ = share.rows
    low = ceil(Fraction(lower.least_whole - lower.below * y, lower.above))
    high = floor(Fraction(upper.least_whole - upper.below * y, upper.above))
    return low, high
