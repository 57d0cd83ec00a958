"""The perturbation table of a variant: designed, and shuffled where the variant says so. Kept for the next look."""

from __future__ import annotations

from functools import lru_cache

from ckmcore.ptable import PTable, design_ptable, shuffle
from ckmdesk.state.desk_state import MethodParameters


@lru_cache(maxsize=128)
def designed(D: int, V: float, js: int, pstay: float | None, mono: bool) -> PTable:
    """The ordered table of some parameters."""
    return design_ptable(D=D, V=V, js=js, pstay=pstay, mono=mono)


@lru_cache(maxsize=128)
def ptable_of(parameters: MethodParameters) -> PTable:
    """The table as it would be put in force."""
    table = designed(parameters.D, parameters.V, parameters.js, parameters.pstay, parameters.mono)
    return shuffle(table, parameters.threshold, parameters.seed) if parameters.shuffled else table
