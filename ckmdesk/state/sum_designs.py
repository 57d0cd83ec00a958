"""A table for sums while it is being designed: what is typed, what its rows can have, the table it would be."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from ckmcore.base.numbers import Language
from ckmcore.methods.sum_presets import SumDesign, SumRows
from ckmcore.ptable.magnitudes import MagnitudePTable, MagnitudeType
from ckmcore.ptable.magnitudes.permute import DEFAULT_BLOCKS
from ckmdesk.state.typed_numbers import NumbersUnreadable, number_of, numbers_of, numbers_text

# For all numbers of contributors, for even and odd ones apart (parity), for small values (separation).
TableKind = Literal["all", "parity", "small_cells"]
TABLE_KINDS: tuple[TableKind, ...] = get_args(TableKind)
ODD = ("D_odd", "V_odd", "icat_odd")
# A row within this of its highest variance has what was asked of it.
_REACHED = 1e-9


@dataclass(frozen=True)
class Reach:
    """The highest variance of a row, and the requested one."""

    type: MagnitudeType
    ratio: float
    highest: float
    wanted: float

    @property
    def best(self) -> float:
        """Return the highest variance rounded down to four decimals, so that it can be typed."""
        return math.floor(self.highest * 1e4 + _REACHED) / 1e4

    @property
    def lacks(self) -> bool:
        """Return whether the row cannot have the requested variance."""
        return self.wanted > self.highest + _REACHED


@dataclass(frozen=True)
class SumRequest:
    """A request for a table for sums: kind, design, and the seed of its permutation."""

    kind: TableKind
    design: SumDesign
    seed: int

    @cached_property
    def reaches(self) -> tuple[Reach, ...]:
        """Compute what each row can have; raises the errors of designing."""
        step = self.design.step
        return tuple(
            Reach(type, ratio, highest, rows.V)
            for type, rows in self.design.by_type.items()
            for ratio, highest in rows.highest(step).items()
        )

    @property
    def wanted(self) -> dict[str, float]:
        """Return the requested variance of the rows of each type."""
        return {type: rows.V for type, rows in self.design.by_type.items()}

    @cached_property
    def table(self) -> MagnitudePTable:
        """Make the table with permuted keys; raises the errors of designing."""
        return self.design.table(self.seed)


def request_of(values: Mapping[str, Any], seed: int, *, further: bool = False) -> SumRequest:
    """Read a request from form values; raises CkmError.

    `seed` is one of the system, for an empty field; `further` says that settings have several steps.
    """
    kind: TableKind = values["kind"]
    mono = "mono" in values["shape"]
    odd = None
    if kind == "parity":
        odd = SumRows(_whole(values["D_odd"], 5), number_of(values["V_odd"], 2), _rows(values["icat_odd"]), mono)
    blocks, typed = values["blocks"], values["seed"].strip()
    design = SumDesign(
        _whole(values["D"], 5),
        number_of(values["V"], 2),
        _whole(values["step"], 4),
        _rows(values["icat"]),
        _whole(blocks, DEFAULT_BLOCKS),
        mono,
        odd,
        further and odd is not None,
    )
    return SumRequest(kind, design, _whole(typed, 1) if typed else seed)


def texts_of(design: SumDesign, language: Language) -> dict[str, str]:
    """Return the numbers of a design as texts; those for odd numbers of contributors begin as the others."""
    odd = design.odd or design.rows
    numbers: dict[str, tuple[float, ...]] = {
        "D": (design.D,),
        "V": (design.V,),
        "step": (design.step,),
        "icat": design.icat,
        "blocks": (design.blocks,),
        "D_odd": (odd.D,),
        "V_odd": (odd.V,),
        "icat_odd": odd.icat,
    }
    return {name: numbers_text(number, language) for name, number in numbers.items()}


def _whole(text: str, example: int) -> int:
    """A whole number. Raises NumbersUnreadable."""
    number = number_of(text, example)
    if not number.is_integer():
        raise NumbersUnreadable(found=text, example=example)
    return int(number)


def _rows(text: str) -> tuple[float, ...]:
    return numbers_of(text, "1; 3; 5")
