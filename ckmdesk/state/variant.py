"""The perturbation table of a variant: designed, and shuffled where the variant says so. Kept for the next look."""

from __future__ import annotations

from functools import lru_cache

from ckmcore.ptable import PTable, design_ptable, shuffle
from ckmcore.ptable.keep import KeptTable, restored
from ckmdesk.state.desk_state import MethodParameters


@lru_cache(maxsize=128)
def designed(D: int, V: float, js: int, pstay: float | None, mono: bool) -> PTable:
    """The ordered table of some parameters."""
    return design_ptable(D=D, V=V, js=js, pstay=pstay, mono=mono)


@lru_cache(maxsize=16)
def imported(kept: KeptTable) -> PTable:
    """The table that was read from a file."""
    return restored(kept)


def ordered_of(parameters: MethodParameters) -> PTable:
    """The table of a variant before it is shuffled: designed, or as the file holds it."""
    if parameters.table is not None:
        return imported(parameters.table)
    return designed(parameters.D, parameters.V, parameters.js, parameters.pstay, parameters.mono)


@lru_cache(maxsize=128)
def ptable_of(parameters: MethodParameters) -> PTable:
    """The table as it would be put in force."""
    table = ordered_of(parameters)
    return shuffle(table, parameters.threshold, parameters.seed) if parameters.shuffled else table
