"""The perturbation table for magnitudes: parts for all cells, for parity, for small cells; immutable."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.ptable.magnitudes.part import (
    MAGNITUDE_TYPES,
    Floats,
    MagnitudePart,
    MagnitudeRowReport,
    MagnitudeType,
    targets,
)
from ckmcore.ptable.model.lookup import Boundary

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class MagnitudePTable:
    """A perturbation table for magnitudes with one part per type, in the order of MAGNITUDE_TYPES. Immutable."""

    parts: tuple[MagnitudePart, ...]

    def __repr__(self) -> str:
        held_text = ", ".join(
            f"{magnitude_part.type}: {len(magnitude_part.rows)} rows" for magnitude_part in self.parts
        )
        return f"MagnitudePTable({held_text})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MagnitudePTable) and self.content_hash == other.content_hash

    def __hash__(self) -> int:
        return hash(self.content_hash)

    @property
    def types(self) -> tuple[MagnitudeType, ...]:
        """The types it holds rows of."""
        return tuple(magnitude_part.type for magnitude_part in self.parts)

    def part(self, type: MagnitudeType) -> MagnitudePart:
        """Rows of one type. Raises magnitude_type_missing."""
        for magnitude_part in self.parts:
            if magnitude_part.type == type:
                return magnitude_part
        raise InputError("magnitude_type_missing", type=type, types=self.types)

    @cached_property
    def maximum_deviation(self) -> float:
        """Maximum deviation D, the largest |v| of all types."""
        return max(magnitude_part.maximum_deviation for magnitude_part in self.parts)

    @cached_property
    def is_ordered(self) -> bool:
        """Whether noise rises with the cell key in every row."""
        return all(magnitude_part.is_ordered for magnitude_part in self.parts)

    @cached_property
    def zeros_stay(self) -> bool:
        """Whether row 0 leaves sums unchanged in every part that has it."""
        return all(magnitude_part.zeros_stay for magnitude_part in self.parts)

    @cached_property
    def reports(self) -> tuple[MagnitudeRowReport, ...]:
        """Properties of all rows, type by type."""
        return tuple(report for magnitude_part in self.parts for report in magnitude_part.reports)

    def lookup(
        self,
        type: MagnitudeType,
        ratios: Floats,
        keys: NDArray[np.uint64],
        modulus: int,
        boundary: Boundary = "less",
    ) -> Floats:
        """Noise v of cells of one type, as `MagnitudePart.lookup`. Raises magnitude_type_missing."""
        return self.part(type).lookup(ratios, keys, modulus, boundary)

    def to_pandas(self) -> pd.DataFrame:
        """Data frame with one line per interval: columns i, j, p, v, p_int_lb, p_int_ub, type."""
        import pandas as pd

        frames = [
            pd.DataFrame(
                {
                    "i": magnitude_part.row_ratios,
                    "j": [float(target) for target in targets(magnitude_part)],
                    "p": magnitude_part.probabilities,
                    "v": magnitude_part.noise,
                    "p_int_lb": magnitude_part.lower_bounds,
                    "p_int_ub": magnitude_part.upper_bounds,
                    "type": magnitude_part.type,
                }
            )
            for magnitude_part in self.parts
        ]
        return pd.concat(frames, ignore_index=True)

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 over types, rows, noise and exact bounds, which determine the noise. It identifies the table in
        records."""
        lines = ["ckm magnitude ptable 1"]
        for magnitude_part in self.parts:
            triples = zip(
                magnitude_part.row_ratios.tolist(),
                magnitude_part.noise.tolist(),
                magnitude_part.exact_bounds,
                strict=True,
            )
            # + 0.0: the two zeros of float64 are one noise.
            lines += [f"{magnitude_part.type};{i!r};{v + 0.0!r};{bound}" for i, v, bound in triples]
        return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()

    def relabelled(self, type: MagnitudeType) -> MagnitudePTable:
        """Table of one type relabelled to another type; τ-ARGUS keeps small cells as "all" in a file of their own.

        Raises magnitude_type_twice where the table has several types.
        """
        if len(self.parts) != 1:
            raise InputError("magnitude_type_twice", type=type)
        return MagnitudePTable((replace(self.parts[0], type=type),))


def join_types(tables: Sequence[MagnitudePTable]) -> MagnitudePTable:
    """Join the parts of several tables, such as "even", "odd" and "small_cells". Raises magnitude_type_twice."""
    magnitude_parts = [magnitude_part for table in tables for magnitude_part in table.parts]
    held_types = [magnitude_part.type for magnitude_part in magnitude_parts]
    for held_type in held_types:
        if held_types.count(held_type) > 1:
            raise InputError("magnitude_type_twice", type=held_type)
    return MagnitudePTable(
        tuple(sorted(magnitude_parts, key=lambda magnitude_part: MAGNITUDE_TYPES.index(magnitude_part.type)))
    )
