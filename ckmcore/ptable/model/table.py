"""The perturbation table itself: rows of intervals on the cell key, immutable, with the exact look-up."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked, place_in
from ckmcore.base.lazy_import import LazyModule
from ckmcore.errors import InputError, ProtectionError
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.model.bounds import Bounds, approximate, decimal_text, exact, plain
from ckmcore.ptable.model.lookup import Boundary, CompiledLookup, compile_lookup
from ckmcore.ptable.rows.reasons import misses_rules, row_reason
from ckmcore.ptable.rows.request import DesignRequest, DesignSettings

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = LazyModule("pandas")


# Look-ups of so many cells stay in the processor's cache from step to step.
_CELLS = 1 << 14


@dataclass(frozen=True)
class RowReport:
    """Properties of one row. `wanted_variance` and the possible range are None for rows that were not designed.

    variance: Var(v) = E v² - bias². feasible: whether E v², which V bounds, is as wanted (the same without bias, as in
    every designed row), and so are bias, stay probability, order and pins. entropy: in bit. binding: constraints that
    shape the row beside bias and variance: "monotony", "stay", "rising", "pin" and "end" (the variance is at an end of
    the possible range). lowered_stay: effective lower bound of p(0) where compat "R" lowered the wanted one, else None.
    reason: why the row cannot have the wanted variance, or None.
    """

    row: int
    bias: float
    variance: float
    wanted_variance: float | None
    lowest_variance: float | None
    highest_variance: float | None
    stay: float
    entropy: float
    feasible: bool
    binding: tuple[str, ...]
    lowered_stay: float | None = None
    reason: Sentence | None = None


@dataclass(frozen=True)
class DesignNotes:
    """Notes of the design on its rows, row 0 first.

    tolerance: allowed deviation of a row's variance, relative to V where V is above 1. design: settings of which the
    table was made, or None.
    """

    parameters: DesignRequest
    lowest: tuple[float, ...]
    highest: tuple[float, ...]
    binding: tuple[tuple[str, ...], ...]
    lowered_stay: tuple[float | None, ...] = ()
    tolerance: float = 1e-10
    design: DesignSettings | None = None


@checked
@dataclass(frozen=True, eq=False, repr=False)
class PTable:
    """A perturbation table for counts: for each row i = 0 .. last the intervals of the cell key, in order.

    targets: int64 (intervals), count j to which each interval leads; a target may have several intervals.
    probabilities: float64 (intervals), positive p of each interval. offsets: int64 (rows + 1), index of each row's
    first interval. bounds: exact upper bounds, as float64 (by their shortest decimal), fractions, or whole multiples of
    a unit.

    integer_modulus: the table is only for integer keys of this modulus (ONS), else None. recycled_rows: counts beyond
    the last row cycle through this many last rows (ONS: 250); with 0 they use the last row.

    >>> ptable
    PTable(9 rows, 66 intervals)
    >>> ptable.maximum_deviation, ptable.blocked_counts, ptable.last_row
    (5, 2, 8)
    >>> ptable.to_pandas().head(3).round(4)
       i  j       p  v  p_int_lb  p_int_ub
    0  0  0  1.0000  0    0.0000    1.0000
    1  1  0  0.7345 -1    0.0000    0.7345
    2  1  3  0.1367  2    0.7345    0.8712
    """

    targets: NDArray[np.int64]
    probabilities: NDArray[np.float64]
    offsets: NDArray[np.int64]
    bounds: Bounds
    notes: DesignNotes | None = None
    integer_modulus: int | None = None
    recycled_rows: int = 0

    def __post_init__(self) -> None:
        for array in (self.targets, self.probabilities, self.offsets, self.bounds):
            if isinstance(array, np.ndarray):
                array.setflags(write=False)

    def __repr__(self) -> str:
        return f"PTable({self.last_row + 1} rows, {len(self.targets)} intervals)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PTable) and self.content_hash == other.content_hash

    def __hash__(self) -> int:
        return hash(self.content_hash)

    # --- what stands in it -----------------------------------------------------------------------------------------

    @property
    def last_row(self) -> int:
        """Row that applies to every larger count (unless rows are recycled)."""
        return len(self.offsets) - 2

    @property
    def rows(self) -> range:
        """The row numbers i = 0 .. last."""
        return range(self.last_row + 1)

    @cached_property
    def row_numbers(self) -> NDArray[np.int64]:
        """Row i of each interval."""
        return np.repeat(np.arange(self.last_row + 1), np.diff(self.offsets))

    @cached_property
    def noise(self) -> NDArray[np.int64]:
        """v = j - i of each interval."""
        return self.targets - self.row_numbers

    @cached_property
    def maximum_deviation(self) -> int:
        """Maximum deviation D, the largest |v| with a probability."""
        return int(np.abs(self.noise).max(initial=0))

    @cached_property
    def smallest_p(self) -> float:
        """Smallest positive probability of a target in a row, with intervals of a target merged."""
        return min(p for row in self.rows for p in self.row_distribution(row).values() if p > 0)

    @property
    def parameters(self) -> DesignRequest | None:
        """D, V, js, pstay, mono of a designed table; None for a table that was read."""
        return self.notes.parameters if self.notes else None

    @cached_property
    def blocked_counts(self) -> int:
        """Largest js such that no row leads to the small counts 1 .. js, from the design or from the rows."""
        if self.notes:
            return self.notes.parameters.js
        return seen_blocked([self.row_targets(row) for row in self.rows])

    @cached_property
    def blocked_targets(self) -> tuple[int, ...]:
        """Targets never published, ascending; from the design, which may block 0, else 1 .. js from the rows."""
        if self.notes and self.notes.parameters.blocked:
            return self.notes.parameters.blocked
        return tuple(range(1, self.blocked_counts + 1))

    @cached_property
    def zeros_stay(self) -> bool:
        """Whether row 0 is the identity."""
        return self.row_distribution(0).keys() == {0}

    @cached_property
    def is_ordered(self) -> bool:
        """Whether noise rises with the cell key in every row (not shuffled)."""
        rising = np.diff(self.targets) >= 0
        rising[self.offsets[1:-1] - 1] = True
        return bool(rising.all())

    def row_targets(self, row: int) -> list[int]:
        """Targets of a row in the order of its intervals, repeated where shuffled."""
        targets: list[int] = self.targets[self.offsets[row] : self.offsets[row + 1]].tolist()
        return targets

    @checked
    def row_distribution(self, row: int) -> dict[int, float]:
        """v -> p of a row, ascending in v, repeated targets merged.

        >>> {v: round(p, 4) for v, p in ptable.row_distribution(1).items()}
        {-1: 0.7345, 2: 0.1367, 3: 0.0728, 4: 0.0374, 5: 0.0186}
        """
        row = place_in("row", row, self.rows)
        begin, end = int(self.offsets[row]), int(self.offsets[row + 1])
        merged: dict[int, float] = {}
        for target, p in zip(self.targets[begin:end].tolist(), self.probabilities[begin:end].tolist(), strict=True):
            merged[target - row] = merged.get(target - row, 0.0) + p
        return dict(sorted(merged.items()))

    def matrix(self) -> NDArray[np.float64]:
        """Transition matrix with entries p: rows i = 0 .. last, columns j = 0 .. largest target.

        >>> ptable.matrix().shape
        (9, 14)
        >>> ptable.matrix()[1].round(3)
        array([0.734, 0.   , 0.   , 0.137, 0.073, 0.037, 0.019, 0.   , 0.   ,
               0.   , 0.   , 0.   , 0.   , 0.   ])
        """
        dense = np.zeros((self.last_row + 1, int(self.targets.max()) + 1))
        np.add.at(dense, (self.row_numbers, self.targets), self.probabilities)
        return dense

    # --- exact bounds ----------------------------------------------------------------------------------------------

    @cached_property
    def exact_bounds(self) -> tuple[Fraction, ...]:
        """Exact upper bound of each interval; 1 at the end of each row."""
        return exact(self.bounds)

    @cached_property
    def upper_bounds(self) -> NDArray[np.float64]:
        """The upper bounds as float64 (for drawing, never for the look-up)."""
        return approximate(self.bounds)

    @cached_property
    def lower_bounds(self) -> NDArray[np.float64]:
        """The lower bounds as float64 (for drawing)."""
        lower = np.concatenate([[0.0], self.upper_bounds[:-1]])
        lower[self.offsets[:-1]] = 0.0
        return lower

    def to_pandas(self) -> pd.DataFrame:
        """Data frame with one line per interval: columns i, j, p, v, p_int_lb, p_int_ub."""
        import pandas as pd

        return pd.DataFrame(
            {
                "i": self.row_numbers,
                "j": self.targets,
                "p": self.probabilities,
                "v": self.noise,
                "p_int_lb": self.lower_bounds,
                "p_int_ub": self.upper_bounds,
            }
        )

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 over rows, targets, exact bounds and kind of keys, which determine the noise. It identifies the table
        in records.

        >>> ptable.content_hash == ckm.design_ptable(D=5, V=3, js=2).content_hash
        True
        >>> ckm.shuffle(ptable).content_hash == ptable.content_hash
        False
        """
        head = f"ckm ptable 1;{self.integer_modulus or 0};{self.recycled_rows}"
        triples = zip(self.row_numbers.tolist(), self.targets.tolist(), self.exact_bounds, strict=True)
        lines = [head, *(f"{i};{j};{bound}" for i, j, bound in triples)]
        return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()

    def bound_texts(self, form: str) -> list[str]:
        """Upper bounds as decimals with all digits. form: format named in errors. Raises ptable_not_for_form where a
        bound is no decimal."""
        texts = []
        for bound in self.exact_bounds:
            text = decimal_text(bound)
            if text is None:
                raise InputError(
                    "ptable_not_for_form", form=form, why=sentence("ptable_why_fraction", bound=str(bound))
                )
            texts.append(text)
        return texts

    def interval_texts(self, form: str) -> list[list[str]]:
        """Columns i, j, p, v, p_int_lb, p_int_ub, type of each interval as texts with all digits. Raises the errors of
        `bound_texts`."""
        upper = self.bound_texts(form)
        rows, targets, noise = self.row_numbers.tolist(), self.targets.tolist(), self.noise.tolist()
        p = [plain(Decimal(repr(probability))) for probability in self.probabilities.tolist()]
        first = set(self.offsets.tolist())
        lower = ["0" if index in first else upper[index - 1] for index in range(len(upper))]
        return [
            [
                str(row),
                str(targets[row_index]),
                p[row_index],
                str(noise[row_index]),
                lower[row_index],
                upper[row_index],
                "all",
            ]
            for row_index, row in enumerate(rows)
        ]

    @cached_property
    def r_text(self) -> str:
        """Table in R's format with all digits, without recycled rows, as statistics keep it. It is cached, since tables
        are immutable."""
        lines = [",".join(f'"{field}"' for field in fields) for fields in self.interval_texts("r")]
        return "\n".join(['"i","j","p","v","p_int_lb","p_int_ub","type"', *lines, ""])

    # --- look-up ---------------------------------------------------------------------------------------------------

    @cached_property
    def _compiled(self) -> dict[tuple[int, Boundary], CompiledLookup]:
        return {}

    def lookup_bounds(self, modulus: int, boundary: Boundary = "less") -> CompiledLookup:
        """Table compiled for integer keys of one modulus: integer upper bounds, noise, row offsets. Cached.

        Raises ptable_needs_integer_keys where the table is for integer keys of another modulus. For a table of integer
        keys each key has its own noise, and `boundary` has no effect.
        """
        if self.integer_modulus is not None:
            if modulus != self.integer_modulus:
                raise ProtectionError("ptable_needs_integer_keys", wanted=self.integer_modulus, modulus=modulus)
            boundary = "less"
        compiled_lookup = self._compiled.get((modulus, boundary))
        if compiled_lookup is None:
            compiled_lookup = compile_lookup(self.exact_bounds, self.noise, self.offsets, modulus, boundary)
            self._compiled[modulus, boundary] = compiled_lookup
        return compiled_lookup

    def lookup_row_used(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Row in which each count is looked up: min(count, last row), or recycled from the last rows (ONS)."""
        last_row = self.last_row
        if self.recycled_rows == 0:
            return np.clip(counts, 0, last_row)
        first = last_row - self.recycled_rows + 1
        return np.where(counts > last_row, (counts - 1) % self.recycled_rows + first, np.maximum(counts, 0))

    def lookup(
        self, counts: NDArray[np.int64], keys: NDArray[np.uint64], modulus: int, boundary: Boundary = "less"
    ) -> NDArray[np.int64]:
        """Noise of cells by original counts and cell keys (integers below `modulus`), arrays of the same shape.

        Only integer arithmetic is used. A count of 0 gets no noise, whatever row 0 says (method.md section 1).
        boundary: "less" takes the first interval with key < bound, "less_equal" the first with key <= bound [W24].

        >>> import numpy as np
        >>> ptable.lookup(np.array([3, 3, 0]), np.array([100, 900, 500], dtype=np.uint64), modulus=1000)
        array([-3,  2,  0])
        """
        counts, keys = np.asarray(counts), np.asarray(keys)
        compiled = self.lookup_bounds(modulus, boundary)
        noise = np.empty(counts.shape, dtype=np.int64)
        flat_counts, flat_keys, flat = np.ravel(counts), np.ravel(keys), noise.reshape(-1)
        for start in range(0, len(flat), _CELLS):
            current_slice = slice(start, start + _CELLS)
            own_noise = compiled.noise_of(self.lookup_row_used(flat_counts[current_slice]), flat_keys[current_slice])
            flat[current_slice] = np.where(flat_counts[current_slice] <= 0, 0, own_noise)
        return noise

    # --- judgement -------------------------------------------------------------------------------------------------

    @cached_property
    def reports(self) -> tuple[RowReport, ...]:
        """Properties of each row: bias, variance, stay probability, entropy; for designed rows also the wanted values.

        >>> first = ptable.reports[1]
        >>> first.feasible, round(first.variance, 6), round(first.entropy, 3)
        (True, 3.0, 1.279)
        """
        return tuple(self._report(row) for row in self.rows)

    def _report(self, row: int) -> RowReport:
        distribution = self.row_distribution(row)
        v = np.array(list(distribution), dtype=np.float64)
        p = np.array(list(distribution.values()))
        bias = float(v @ p)
        # The second moment is what V bounds; where there is no bias it is the variance.
        second = float((v * v) @ p)
        variance = max(second - bias * bias, 0.0)
        positive = p[p > 0]
        entropy = max(float(-(positive @ np.log2(positive))), 0.0)
        wanted_v_of = low = high = lowered = None
        feasible = True
        binding: tuple[str, ...] = ()
        if self.notes and row > 0:
            request = self.notes.parameters
            wanted_v_of, low, high = request.V_of(row), self.notes.lowest[row], self.notes.highest[row]
            binding = self.notes.binding[row]
            lowered = self.notes.lowered_stay[row] if self.notes.lowered_stay else None
            missed = second - wanted_v_of
            missed = max(missed, 0.0) if request.bounds_V(row) else abs(missed)
            tolerance = self.notes.tolerance * max(1.0, wanted_v_of)
            feasible = missed <= tolerance and not misses_rules(request.shape(row), distribution, lowered, tolerance)
        reason = None
        if self.notes and not feasible:
            reason = row_reason(self.notes.parameters, row)
        stay = distribution.get(0, 0.0)
        return RowReport(row, bias, variance, wanted_v_of, low, high, stay, entropy, feasible, binding, lowered, reason)


def seen_blocked(targets: Sequence[Sequence[int]]) -> int:
    """Number js of blocked small counts as seen in a table without its parameters: the counts 1 .. js that row 1 and
    most rows near them avoid.

    targets: of each row, row 0 first. Row 1 alone is not enough, since with the smallest variance it may skip a free
    count.
    """
    first = [target for target in targets[1] if target > 0] if len(targets) > 1 else []
    js = min(first) - 1 if first else 0
    reach = max((abs(target - row) for row, found_target in enumerate(targets) for target in found_target), default=0)
    for target in range(1, js + 1):
        near_targets = [
            found_target for row, found_target in enumerate(targets) if row > 0 and abs(row - target) <= reach
        ]
        if 2 * sum(target in found_target for found_target in near_targets) >= len(near_targets):
            return target - 1
    return js


def from_rows(
    rows: Sequence[Sequence[tuple[int, float, Fraction]]],
    *,
    integer_modulus: int | None = None,
    recycled_rows: int = 0,
    notes: DesignNotes | None = None,
) -> PTable:
    """A table from rows of (target, p, exact upper bound), row 0 first."""
    offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    flat = [interval for row in rows for interval in row]
    return PTable(
        targets=np.array([target for target, _, _ in flat], dtype=np.int64),
        probabilities=np.array([p for _, p, _ in flat], dtype=np.float64),
        offsets=offsets,
        bounds=tuple(bound for _, _, bound in flat),
        notes=notes,
        integer_modulus=integer_modulus,
        recycled_rows=recycled_rows,
    )
