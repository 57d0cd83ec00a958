"""Declared classes of a magnitude, of which distributions, medians and quantiles are made; magnitudes.md 3.1."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.messages import say

# A class is kept in a byte with the record, beside "in none".
MOST_CLASSES = 200
OPEN = "+"
_EDGE = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_WHOLES = re.compile(r"([+-]?\d+)[-–]([+-]?\d+)")
_BOTH: tuple[Language, Language] = ("en", "de")


class QuantileClasses(InputError):
    """Classes that are none: their edges do not ascend, are no numbers, too few or too many, or an end other than the
    last is open. Fields: found."""

    code = "quantile_classes"


class QuantileClassesEmpty(QuantileClasses):
    """An empty text where classes are named."""

    code = "quantile_classes_empty"


@dataclass(frozen=True)
class MagnitudeClasses:
    """Classes by their edges, ascending decimals written with a point: class n is [edge n, edge n + 1); a last edge
    with `+` opens the last class, which has no upper end. Raises QuantileClasses."""

    edges: tuple[str, ...]

    def __post_init__(self) -> None:
        texts = [*self.edges[:-1], *(one.removesuffix(OPEN) for one in self.edges[-1:])]
        numbers = [Decimal(one) for one in texts if _EDGE.fullmatch(one)]
        rising = all(low < high for low, high in pairwise(numbers))
        if len(numbers) < len(self.edges) or not rising or not 1 <= len(self.codes) <= MOST_CLASSES:
            raise QuantileClasses(found=", ".join(self.edges))

    @classmethod
    def named(cls, text: str) -> MagnitudeClasses:
        """Classes as somebody writes them who means some. Raises QuantileClasses, also for an empty text."""
        found = cls.parsed(text)
        if found is None:
            raise QuantileClassesEmpty()
        return found

    @classmethod
    def parsed(cls, text: str) -> MagnitudeClasses | None:
        """Classes as somebody writes them: edges ("0, 6, 12+"), or whole numbers from a to b ("0-5; 6-11; 12+"), which
        are the class from a to b + 1; None of an empty text. Commas separate, but between semicolons they are decimal
        commas. Raises QuantileClasses."""
        tokens = [one for one in re.split(r"[;\s]+" if ";" in text else r"[,\s]+", text.strip()) if one]
        if not tokens:
            return None
        if ";" in text:
            tokens = [one.replace(",", ".") for one in tokens]
        edges: list[str] = []
        for token in tokens:
            found = _WHOLES.fullmatch(token)
            if found is None:
                first, more = token, []
            else:
                first, more = found[1], [str(int(found[2]) + 1)]
            if edges and edges[-1] == first.removesuffix(OPEN):
                edges.pop()
            edges += [first, *more]
        return cls(tuple(edges))

    @property
    def text(self) -> str:
        """The edges as one line: "0; 6; 12+"."""
        return "; ".join(self.edges)

    @property
    def is_open(self) -> bool:
        """Whether the last class has no upper end."""
        return self.edges[-1].endswith(OPEN)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The classes as tables name them: `0..6`, and `24..` where the last one is open."""
        bare = [one.removesuffix(OPEN) for one in self.edges]
        closed = [f"{low}..{high}" for low, high in pairwise(bare)]
        return (*closed, f"{bare[-1]}..") if self.edges and self.is_open else tuple(closed)

    def wider(self) -> float:
        """Twice the width of the widest class that is closed: what to begin with where classes are too fine."""
        numbers = [float(one.removesuffix(OPEN)) for one in self.edges]
        return 2 * max((high - low for low, high in pairwise(numbers)), default=0.0)

    def places(self, values: NDArray[Any], decimals: int | None) -> NDArray[np.uint8]:
        """The number of the class of each value, `len(codes)` where it lies in none. values: whole numbers scaled by
        10^decimals, or doubles."""
        if decimals is None:
            numbers = [Decimal(one.removesuffix(OPEN)) for one in self.edges]
            found = np.searchsorted(np.array([float(one) for one in numbers]), values, side="right")
        else:
            found = np.searchsorted(self.scaled_edges(decimals), values, side="right")
        none = len(self.codes)
        return np.where(found == 0, none, np.minimum(found - 1, none)).astype(np.uint8)

    def scaled_edges(self, decimals: int) -> NDArray[np.int64]:
        """The edges for whole numbers scaled by 10^decimals. Exact: value x 10^d >= edge x 10^d holds for a whole
        number where it holds for the edge rounded up."""
        numbers = [Decimal(one.removesuffix(OPEN)) * 10**decimals for one in self.edges]
        scaled = [int(one.to_integral_value(rounding="ROUND_CEILING")) for one in numbers]
        return np.array([min(max(one, -(2**63)), 2**63 - 1) for one in scaled], dtype=np.int64)


def class_edges(code: str) -> tuple[float, float | None]:
    """The lower and the upper edge of a class by its code; None: it is open."""
    low, _, high = code.partition("..")
    return float(low), float(high) if high else None


def class_words(code: str) -> Texts:
    """What a class is called: "0 to below 6", "24 and more"."""
    low, _, high = code.partition("..")
    return Texts(*(_words(low, high, language) for language in _BOTH))


def _words(low: str, high: str, language: Language) -> str:
    low, high = (one.replace(".", ",") if language == "de" else one for one in (low, high))
    if not high:
        return say("class_open", language, low=low)
    return say("class_closed", language, low=low, high=high)
