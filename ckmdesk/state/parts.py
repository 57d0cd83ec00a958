"""Slices of the desk's state that wings of the program keep: undone by their names, and saved by them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ckmdesk.state.desk_state import DeskState

Slice = TypeVar("Slice")


@dataclass(frozen=True)
class StatePart(Generic[Slice]):
    """A slice of `DeskState`. kind: its type, whose default it has at first; saved: with the statistic's file."""

    name: str
    kind: type[Slice]
    saved: bool = False

    def of(self, state: DeskState) -> Slice:
        """The slice of a state."""
        kept: Slice | None = state.parts.get(self.name)
        return self.kind() if kept is None else kept

    def put(self, state: DeskState, kept: Slice) -> DeskState:
        """The state with another slice."""
        return state if kept == self.of(state) else replace(state, parts={**state.parts, self.name: kept})
