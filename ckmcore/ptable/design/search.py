"""Looking for V: the largest at which the four criteria hold, the smallest at which a limit of the risk holds.

Neither is taken to rise or fall with V: a grid over all V that the rows can have is tried first, and the ends found
there are made exact to 0.001.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.errors import Cancelled
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.design.design import Design, table_of
from ckmcore.ptable.model.criteria import Criteria, weighted_criteria
from ckmcore.ptable.model.table import PTable
from ckmcore.ptable.rows.arguments import number, refuse
from ckmcore.ptable.rows.feasibility import feasible_design
from ckmcore.ptable.rows.request import request_of

Floats = NDArray[np.float64]
Frequencies = Mapping[int, float]

RESOLUTION = 0.001
_GRID = 120


@dataclass(frozen=True)
class SearchedV:
    """Range of V that meets all conditions. reason: why the range is empty, in which case both ends are None.

    low: None where no limit was given; low_set_by, high_set_by: condition that determines each end.
    """

    low: float | None
    high: float | None
    reason: Sentence | None = None
    low_set_by: Sentence | None = None
    high_set_by: Sentence | None = None


def posterior(ptable: PTable, prior: Frequencies) -> dict[tuple[int, int], float]:
    """Posterior P(original = i | published = j) as {(i, j): q} under prior weights of the originals [method.md section
    7].

    prior: weights of the originals from 0 on; originals beyond the last row use that row.
    """
    joint, counts = _joint(ptable, prior)
    total = joint.sum(axis=0)
    return {
        (int(counts[row_indices]), int(j)): float(joint[row_indices, j] / total[j])
        for row_indices, j in zip(*np.nonzero(joint), strict=True)
    }


def _joint(ptable: PTable, prior: Frequencies) -> tuple[Floats, NDArray[np.int64]]:
    """Weights of (original, published), and the originals of the rows."""
    counts = np.array(sorted(count for count, weight in prior.items() if weight > 0), dtype=np.int64)
    if len(counts) == 0:
        return np.zeros((0, 0)), counts
    used_rows = ptable.lookup_row_used(counts)
    matrix = ptable.matrix()
    joint = np.zeros((len(counts), int(counts[-1]) + ptable.maximum_deviation + 1))
    for index, (count, row) in enumerate(zip(counts.tolist(), used_rows.tolist(), strict=True)):
        targets = np.flatnonzero(matrix[row])
        joint[index, targets + (count - row)] += prior[count] * matrix[row, targets]
    return joint, counts


def largest_posterior(ptable: PTable, frequencies: Frequencies, small: int | None = None) -> float:
    """Largest P(original = i | published = j) over the originals 1 .. `small` and all published counts.

    small: by default js + D of the design, since noise on larger counts is not recognisable. frequencies: prior as
    {count: number of cells}, including empty cells; an empty mapping makes all counts equally likely.
    """
    return _largest(ptable, frequencies, small)[0]


def _small(ptable: PTable) -> int:
    """Largest recognisable count, js + D."""
    request = ptable.parameters
    return request.D + max(request.blocked, default=0) if request else ptable.last_row


def _largest(ptable: PTable, frequencies: Frequencies, small: int | None = None) -> tuple[float, int, int]:
    """Largest posterior with its original and published count; 0 where no small count has a cell. Parameters as of
    `largest_posterior`."""
    if small is None:
        small = _small(ptable)
    reach = ptable.maximum_deviation
    if frequencies:
        # Counts further away than the noise reaches are never published as a small one.
        near_weights = {count: weight for count, weight in frequencies.items() if 0 <= count <= small + 2 * reach}
    else:
        near_weights = dict.fromkeys(range(small + 2 * reach + 1), 1.0)
    joint, counts = _joint(ptable, near_weights)
    total = joint.sum(axis=0)
    is_small_count = (counts >= 1) & (counts <= small)
    if not is_small_count.any():
        return 0.0, 0, 0
    with np.errstate(invalid="ignore"):
        shares = np.where(total > 0, joint[is_small_count] / total, 0.0)
    coordinate, published = np.unravel_index(int(np.argmax(shares)), shares.shape)
    return float(shares[coordinate, published]), int(counts[is_small_count][coordinate]), int(published)


def _unjudged(frequencies: Frequencies, small: int) -> bool:
    """Whether the risk cannot be judged: there are cells, but none with an original from 1 to `small`."""
    return bool(frequencies) and not any(weight > 0 and 1 <= count <= small for count, weight in frequencies.items())


class _Search:
    """A search over V, with tables that are not cached for the desk."""

    def __init__(
        self, design: Design, cancelled: Callable[[], bool] | None, progress: Callable[[float], None] | None
    ) -> None:
        self.design = design
        self.cancelled, self.progress = cancelled, progress
        self.feasible = feasible_design(replace(design, V=1.0))
        self.table = lru_cache(maxsize=4)(self._table)
        low = max(self.feasible.low, RESOLUTION)
        self.low, self.high = low, self.feasible.high
        steps = np.linspace(low, max(self.high, low), _GRID + 1)
        # The ends are exact, and between them all is in whole thousandths.
        self.grid = sorted({low, self.high, *(round(V, 3) for V in steps.tolist() if low < round(V, 3) < self.high)})

    @property
    def possible(self) -> bool:
        return self.feasible.possible and self.high >= RESOLUTION

    def _table(self, V: float) -> PTable:
        if self.cancelled is not None and self.cancelled():
            raise Cancelled
        if self.design.optim:
            return replace(self.design, V=V).table()
        return table_of(request_of(replace(self.design, V=V)), trial=True)

    def scan(self, holds: Callable[[PTable], bool]) -> list[bool]:
        """Evaluate a condition at each V of the grid."""
        found_holds = []
        for index, V in enumerate(self.grid):
            found_holds.append(holds(self.table(V)))
            if self.progress is not None:
                self.progress((index + 1) / len(self.grid))
        return found_holds

    def edge(self, inside: float, outside: float, holds: Callable[[PTable], bool]) -> float:
        """Last V, in steps of a thousandth, at which a condition holds on the way from a V where it does to one where
        it does not."""
        while abs(inside - outside) > RESOLUTION * 1.5:
            middle = round((inside + outside) / 2, 3)
            if middle in (inside, outside):
                break
            if holds(self.table(middle)):
                inside = middle
            else:
                outside = middle
        return inside

    def largest(self, held: list[bool], holds: Callable[[PTable], bool]) -> float | None:
        last_held = max((index for index, is_held in enumerate(held) if is_held), default=None)
        if last_held is None or last_held == len(held) - 1:
            return None if last_held is None else self.grid[last_held]
        return self.edge(self.grid[last_held], self.grid[last_held + 1], holds)

    def smallest(self, held: list[bool], holds: Callable[[PTable], bool]) -> float | None:
        first = min((index for index, is_held in enumerate(held) if is_held), default=None)
        if first is None or first == 0:
            return None if first is None else self.grid[0]
        return self.edge(self.grid[first], self.grid[first - 1], holds)


def _judge(table: PTable, frequencies: Frequencies, with_empty_cells: bool) -> Criteria:
    counts = {count: weight for count, weight in frequencies.items() if weight > 0}
    criteria = weighted_criteria(table, counts, with_empty_cells=with_empty_cells)
    if criteria is None:
        criteria = weighted_criteria(table, dict.fromkeys(range(1, table.last_row + 1), 1.0))
    assert criteria is not None  # noqa: S101
    return criteria


def _checked(frequencies: Frequencies, limit: float | None) -> None:
    if limit is not None and not 0 < number("limit", limit, "0 .. 1") <= 1:
        raise refuse("limit", limit, "0 .. 1")
    for count, weight in frequencies.items():
        if not math.isfinite(weight) or weight < 0 or count < 0:
            raise refuse("frequencies", f"{count}: {weight}", ">= 0")


def largest_V(
    design: Design,
    frequencies: Frequencies,
    with_empty_cells: bool = False,
    *,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[float], None] | None = None,
) -> float | None:
    """Largest V, in steps of 0.001, at which all four criteria of [W19] hold over `frequencies` {count: number of
    cells}; None without one.

    Without frequencies each row from 1 on counts once. Rows with a V of their own keep it. Raises Cancelled and the
    errors of `Design.table`.
    """
    _checked(frequencies, None)
    search = _Search(design, cancelled, progress)
    if not search.possible:
        return None

    def holds(table: PTable) -> bool:
        return all(_judge(table, frequencies, with_empty_cells).held)

    return search.largest(search.scan(holds), holds)


def smallest_V(
    design: Design,
    limit: float,
    frequencies: Frequencies,
    *,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[float], None] | None = None,
) -> float | None:
    """Smallest V, in steps of 0.001, at which `largest_posterior` is at most `limit`. None where there is none or the
    risk cannot be judged (no cell has a count from 1 to js + D).

    Raises Cancelled and the errors of `Design.table`.
    """
    _checked(frequencies, limit)
    search = _Search(design, cancelled, progress)
    if not search.possible:
        return None
    if _unjudged(frequencies, _small(search.table(search.grid[0]))):
        return None

    def holds(table: PTable) -> bool:
        return largest_posterior(table, frequencies) <= limit

    return search.smallest(search.scan(holds), holds)


@checked
def search_V(
    design: Design,
    frequencies: Frequencies,
    limit: float | None = None,
    *,
    with_empty_cells: bool = False,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[float], None] | None = None,
) -> SearchedV:
    """Range of V at which the criteria hold over `frequencies` and no posterior exceeds `limit`, or the reason why it
    is empty.

    limit: largest allowed posterior, None for no limit. The range is also empty where the risk cannot be judged: no
    cell has a count from 1 to js + D. Raises Cancelled, PtableParameter and the errors of `Design.table`.

    >>> found = ckm.search_V(ckm.Design(D=2, js=0), {1: 40, 2: 30, 3: 20, 10: 400, 50: 900})
    >>> found.low, round(found.high, 2)
    (None, 0.56)
    """
    _checked(frequencies, limit)
    search = _Search(design, cancelled, progress)
    if not search.possible:
        return SearchedV(None, None, sentence("search_empty_rows"))
    if limit is not None:
        small = _small(search.table(search.grid[0]))
        if _unjudged(frequencies, small):
            return SearchedV(None, None, sentence("search_unjudged", last=small))

    def criteria_hold(table: PTable) -> bool:
        return all(_judge(table, frequencies, with_empty_cells).held)

    def limit_holds(table: PTable) -> bool:
        return limit is None or largest_posterior(table, frequencies) <= limit

    def both(table: PTable) -> bool:
        return criteria_hold(table) and limit_holds(table)

    good: list[bool] = []
    risks: list[float] = []

    def judged(table: PTable) -> bool:
        good.append(criteria_hold(table))
        risks.append(largest_posterior(table, frequencies) if limit is not None else 0.0)
        return good[-1] and (limit is None or risks[-1] <= limit)

    held_scan = search.scan(judged)
    high = search.largest(held_scan, both)
    if high is None:
        reason = _why_none(search, good, risks, limit, frequencies, with_empty_cells, (criteria_hold, limit_holds))
        return SearchedV(None, None, reason)
    low = search.smallest(held_scan, both) if limit is not None else None
    lower = upper = None
    if low is not None:
        lower = _low_end(search, low, limit, frequencies)
    if high >= search.high:
        upper = sentence("search_end_row", V=high, row=search.feasible.high_row)
    else:
        beyond = search.table(min(round(high + RESOLUTION, 3), search.high))
        named_sentence = _failing(_judge(beyond, frequencies, with_empty_cells))
        if named_sentence:
            upper = sentence("search_end_criteria", V=high, criteria=named_sentence)
        elif limit is not None:
            upper = _limit_end("search_end_limit_above", high, limit, beyond, frequencies)
    return SearchedV(low, high, None, lower, upper)


def _low_end(search: _Search, low: float, limit: float | None, frequencies: Frequencies) -> Sentence:
    if low <= search.low:
        return sentence("search_end_row", V=low, row=search.feasible.low_row)
    below = search.table(max(round(low - RESOLUTION, 3), search.low))
    return _limit_end("search_end_limit", low, limit, below, frequencies)


def _limit_end(code: str, V: float, limit: float | None, beyond: PTable, frequencies: Frequencies) -> Sentence:
    """Sentence on an end of the range that the limit of the risk determines, with the original and published count that
    exceed the limit. beyond: table just outside the range."""
    _, original, published = _largest(beyond, frequencies)
    return sentence(code, V=V, limit=limit, original=original, published=published)


def _why_none(
    search: _Search,
    good: list[bool],
    risks: list[float],
    limit: float | None,
    frequencies: Frequencies,
    with_empty_cells: bool,
    holds: tuple[Callable[[PTable], bool], Callable[[PTable], bool]],
) -> Sentence:
    if not any(good):
        # Where the noise is least the criteria have their best chance.
        named_sentence = _failing(_judge(search.table(search.grid[0]), frequencies, with_empty_cells))
        return sentence("search_empty_criteria", V=search.grid[0], criteria=named_sentence or "")
    low_risk = [limit is not None and risk <= limit for risk in risks]
    if not any(low_risk):
        best = int(np.argmin(risks))
        V = search.grid[best]
        _, original, published = _largest(search.table(V), frequencies)
        return sentence(
            "search_empty_limit", limit=limit, least=round(risks[best], 4), V=V, original=original, published=published
        )
    high = search.largest(good, holds[0])
    low = search.smallest(low_risk, holds[1])
    return sentence("search_empty_both", high=high, low=low, limit=limit)


def _failing(criteria: Criteria) -> Sentence | None:
    """Sentence that lists the criteria that do not hold, or None."""
    names = [sentence(f"search_criterion_{index + 1}") for index, is_held in enumerate(criteria.held) if not is_held]
    if not names:
        return None
    together = names[0]
    for name in names[1:]:
        together = sentence("design_rule_and", first=together, second=name)
    return together
