"""What two published figures, the one of a cell within the other, say about the records that are left.

Cells of the same records show the same. So figures that differ prove that somebody is left; equal ones raise the odds
that nobody is. The key of the larger cell is that of the smaller one plus the key of those left, which is uniform: with
somebody left the two noises are independent. Nothing here is made of originals.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import decimal_text
from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method, noise_of
from ckmcore.methods.protected import Sign
from ckmcore.risk.intervals import left_open
from ckmcore.risk.lattice import chance_empty
from ckmcore.risk.posterior import as_shown, largest_noise, reach, sign_of

# A reader's odds before the figures: nobody left as likely as somebody, then 1 to 10 records alike.
EMPTY = 0.5
NOT_EMPTY: Mapping[int, float] = dict.fromkeys(range(1, 11), 0.05)


@dataclass(frozen=True)
class Seen:
    """A cell as a reader sees it: figure, sign in its place (0: none), and whether it is published unchanged by rule.

    method, knowledge: of its table, see `Publication`. made: figures of the same mark were made by one method with all
    its settings, with the same keys, from the same records (None: nothing is known of that).
    """

    method: Method | None
    knowledge: IntruderScenario
    figure: int
    sign: int = 0
    exempt: bool = False
    made: Hashable = ""


@dataclass(frozen=True)
class Rest:
    """What is known about the records of the larger cell that are not in the smaller one.

    proved: somebody is left, as the figures of the same records could not differ; low, high: how many there can be by
    the two figures (high None: no end); empty: the chance that nobody is left (0 where somebody is for sure, None where
    it is not known: figures that cannot be compared, a method that is not known).
    """

    proved: bool
    low: int
    high: int | None
    empty: float | None

    @property
    def said(self) -> Sentence:
        """The interval, with the proof or the chance, as half a sentence."""
        code = "rest_between" if self.high is not None else "rest_open" if self.low else "rest_unknown"
        found = sentence(code, low=self.low, high=self.high)
        if self.low:
            return sentence("rest_somebody", found=found)
        if self.empty is None:
            return found
        return sentence(
            "rest_chance", found=found, chance=Texts(*(decimal_text(100 * self.empty, 1, one) for one in ("en", "de")))
        )


def rest_of(larger: Seen, smaller: Seen) -> Rest:
    """What a reader concludes about those that are left, with a flat prior of counts and the odds `EMPTY`, `NOT_EMPTY`.

    Cells are compared where both have the same mark and neither is published unchanged.
    Raises attack_unknown_method, expectation_unknown_method.
    """
    (least, most), (low, high) = _interval(larger), _interval(smaller)
    fewest = max(least - high, 0) if high < UNBOUNDED else 0
    many = most - low if most < UNBOUNDED else None
    alike = larger.made is not None and larger.made == smaller.made and not (larger.exempt or smaller.exempt)
    differ = (larger.sign, larger.figure if _keeps(larger) else 0) != (
        smaller.sign,
        smaller.figure if _keeps(smaller) else 0,
    )
    proved = alike and differ
    fewest = max(fewest, int(proved))
    empty: float | None = None
    if fewest:
        empty = 0.0
    elif alike and larger.method is not None:
        empty = chance_empty(EMPTY, NOT_EMPTY, _equal(larger.method, larger.figure, larger.sign))
    return Rest(proved, fewest, many, empty)


def _keeps(cell: Seen) -> bool:
    return Sign(cell.sign).keeps_figure


def _interval(cell: Seen) -> tuple[int, int]:
    """The least and the largest original behind what is shown."""
    if cell.exempt and _keeps(cell):
        return cell.figure, cell.figure
    signs = np.array([cell.sign], dtype=np.uint8)
    figure = np.array([cell.figure if _keeps(cell) else 0], dtype=np.int64)
    found = left_open(cell.method, figure, signs, cell.knowledge)
    return int(found.low[0]), int(found.high[0])


def _equal(method: Method, figure: int, sign: int) -> dict[int, float]:
    """P(both cells show this | so many are left), for each number of `NOT_EMPTY`; every count alike before.

    Σ_n p(shown | n) p(shown | n + d) / Σ_n p(shown | n).
    """
    deviation = largest_noise(method)
    wanted = sign_of(sign, figure)
    # A sign stands for all figures below its limit.
    least, top = (figure - deviation, figure) if wanted == figure else (0, reach(method, 0))
    least = max(least, 0)
    counts = np.arange(least, top + deviation + max(NOT_EMPTY) + 1, dtype=np.int64)
    v, chances = noise_of(method).chances(counts)
    shown = as_shown(method, (counts[:, None] + v).ravel()).reshape(v.shape)
    p: NDArray[np.float64] = np.where(shown == wanted, chances, 0.0).sum(axis=1)
    every = float(p.sum())
    return {d: float(p[:-d] @ p[d:]) / every if every else 0.0 for d in NOT_EMPTY}
