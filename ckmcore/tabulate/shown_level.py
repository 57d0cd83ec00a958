"""A level of a table as it is shown: its nodes, in order, and what heads it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.spec import Level


@dataclass(frozen=True)
class ShownLevel:
    """A level of a block as shown. shown: indices of its nodes in the dimension, in order.

    depths: levels of the hierarchy that occur, each a column of the stub where the level asks for it; indent: number of
    shown ancestors of each node; tree: each level of the hierarchy is a line of the head, in which a node spans its
    descendants.
    """

    level: Level
    dimension: AxisDimension
    shown: NDArray[np.intp]
    depths: tuple[int, ...] = (0,)
    indent: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    tree: bool = False

    @property
    def in_columns(self) -> bool:
        """Whether each level of the hierarchy has a column, or a line of the head, of its own."""
        return (self.tree or self.level.stub == "columns") and len(self.depths) > 1

    def title(self, language: Language) -> str:
        """Heading of the level: its own title, names of the shown levels of the hierarchy, or the variable's title."""
        if self.level.title.text(language):
            return self.level.title.text(language)
        return ", ".join(dict.fromkeys(self.depth_titles(language)))

    def depth_titles(self, language: Language) -> tuple[str, ...]:
        """The titles of the hierarchy's levels that are shown."""
        names, title = self.dimension.level_names, self.dimension.title.text(language)
        return tuple(names[depth].text(language) if depth < len(names) else title for depth in self.depths)
