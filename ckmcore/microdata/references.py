"""Public reference figures - population, area - by which a table's counts are divided: per 1 000 inhabitants."""

from __future__ import annotations

from dataclasses import dataclass, field

from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER

# A figure is a decimal with at most so many decimals, below this.
MOST_DECIMALS = 6
MOST_FIGURE = 10**12


@dataclass(frozen=True)
class ReferenceRow:
    """A figure, as a decimal written with a point, and the codes it belongs to: one for each variable of its table."""

    codes: tuple[str, ...]
    figure: str


@dataclass(frozen=True)
class ReferenceTable:
    """A small public table with its source, keyed by codes of the dictionary; "" is the code of a total.

    It holds what somebody published: nothing is summed up here. A cell whose codes it does not list has no figure.
    bounds: the records are some of the units that it counts, such as the unemployed among the inhabitants, so that no
    count can be larger.
    """

    name: str
    title: Texts = Texts()
    source: Texts = Texts()
    unit: Texts = Texts()
    variables: tuple[str, ...] = ()
    rows: tuple[ReferenceRow, ...] = ()
    bounds: bool = field(default=False, metadata=LATER)
