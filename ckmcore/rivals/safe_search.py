"""Counts of combinations that are 0 or at least a bound, near the original ones in control tables.

Few combinations are solved as integer programs; more are searched. A start rounds small counts in the order of the
combinations. Then records are moved from one combination to another by steps, as simulated annealing takes them: steps
that bring control tables nearer always, others by chance, and ever fewer of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled

Ints = NDArray[np.int64]
ROUNDS = 30
"""Steps of the temperature, from the hottest to 0."""
_HOTTEST = 10.0
_STEPS, _MOST_EACH, _ENOUGH, _MOST_STEPS = 300, 800, 4_000_000, 60_000_000
_NEAR, _SAMPLE, _MOST_MOVED, _TABLED = 0.85, 8, 64, 512
MOST_COMBINATIONS = 40
"""Of more, integer programs take too long."""
_MOST_NODES = 200_000
_MOST_NUMBER = 2**62


@dataclass(frozen=True)
class ControlTables:
    """The cells of control tables as the combinations fill them.

    cells: combinations x tables, the number of the cell that a combination adds to; sizes: how many cells each table
    has; cells are numbered over all tables, one table after another.
    """

    cells: NDArray[np.int32]
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, codes: Ints, tables: Sequence[Sequence[int]]) -> ControlTables:
        """Of combinations x key variables; each table is given by the places of its variables, () for the total."""
        cells = np.zeros((len(codes), len(tables)), dtype=np.int32)
        sizes: list[int] = []
        for table, places in enumerate(tables):
            number = row_numbers(codes, places)
            cells[:, table] = number + sum(sizes)
            sizes.append(int(number.max(initial=-1)) + 1)
        return cls(cells, tuple(sizes))

    def sums(self, counts: Ints) -> Ints:
        """The figure of each cell."""
        figures = np.zeros(sum(self.sizes), dtype=np.int64)
        for column in self.cells.T:
            np.add.at(figures, column, counts)
        return figures

    def members(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Where the combinations of each cell begin, and the combinations cell by cell."""
        flat = self.cells.reshape(-1)
        order = np.argsort(flat, kind="stable")
        starts = np.searchsorted(flat[order], np.arange(sum(self.sizes) + 1))
        return starts.astype(np.int64), (order // self.cells.shape[1]).astype(np.int32)


def distinct_rows(columns: Sequence[Ints]) -> tuple[Ints, NDArray[np.intp], Ints]:
    """The rows of columns of codes that occur, in ascending order; the index of the row of each record, and how often
    each occurs.

    As `numpy.unique` of rows, but by one whole number a row: numpy sorts these without holding up other threads.
    """
    row = columns[0]
    for column in columns[1:]:
        size = int(column.max(initial=0)) + 1
        if (int(row.max(initial=0)) + 1) * size > _MOST_NUMBER:
            row = np.unique(row, return_inverse=True)[1].reshape(-1).astype(np.int64)
        row = row * size + column
    _, first, index, often = np.unique(row, return_index=True, return_inverse=True, return_counts=True)
    return np.column_stack([column[first] for column in columns]), index.reshape(-1), often.astype(np.int64)


def row_numbers(codes: Ints, places: Sequence[int]) -> NDArray[np.intp]:
    """The number of each row of some columns among the different ones, in ascending order."""
    if not places:
        return np.zeros(len(codes), dtype=np.intp)
    return distinct_rows([codes[:, place] for place in places])[1]


def started(counts: Ints, least: int) -> Ints:
    """Counts of 0 or at least `least`, with the same total: small ones are gathered in the order of the combinations.

    Raises ValueError where there are fewer records than that.
    """
    total = int(counts.sum())
    if 0 < total < least:
        raise ValueError("too few records")
    made = counts.copy()
    gathered, enough = 0, (least + 1) // 2
    for place in np.flatnonzero((counts > 0) & (counts < least)).tolist():
        gathered += int(counts[place])
        made[place] = least if gathered >= enough else 0
        gathered -= int(made[place])
    while gathered:
        largest = int(np.argmax(made))
        if gathered > 0:
            if made[largest] == 0:  # all were small, and none was opened
                largest = int(np.argmax(counts))
            made[largest] += gathered
            gathered = 0
        elif made[largest] > least:
            taken = min(int(made[largest]) - least, -gathered)
            made[largest] -= taken
            gathered += taken
        else:
            gathered += int(made[largest])
            made[largest] = 0
    return made


def searched(
    counts: Ints,
    tables: ControlTables,
    least: int,
    seed: int,
    *,
    steps: int = 0,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Ints:
    """Counts of 0 or at least `least` with the same total, near `counts` in every control cell: the largest deviation
    first, then their sum.

    counts: records of the combinations that occur; seed: of the chance, so that the same call gives the same counts;
    steps: of the search; 0: 300 to 800 for each combination, fewer of very many. Raises Cancelled.
    """
    now = started(counts, least)
    if len(counts) < 2 or least < 2:
        return now
    starts, members = tables.members()
    # Numbers of cells as short as they can be: the search waits for memory.
    cells = tables.cells.astype(np.uint16) if sum(tables.sizes) <= 2**16 else tables.cells
    deviations = tables.sums(now) - tables.sums(counts)
    state = np.array([(seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1], dtype=np.uint64)
    best, best_cost = now.copy(), _cost(deviations)
    size = len(counts)
    in_all = steps or min(max(size * _STEPS, _ENOUGH), size * _MOST_EACH, _MOST_STEPS)
    of_round = max(1, in_all // ROUNDS)
    walk = _compiled()
    for round_number in range(ROUNDS):
        if cancelled is not None and cancelled():
            raise Cancelled
        temperature = _HOTTEST * (1 - round_number / (ROUNDS - 1)) ** 2
        walk(now, cells, deviations, starts, members, least, of_round, of_round // 2, temperature, state)
        cost = _cost(deviations)
        if cost < best_cost:
            best, best_cost = now.copy(), cost
        if progress is not None:
            progress((round_number + 1) / ROUNDS)
    return best


def solved(
    counts: Ints, tables: ControlTables, least: int, *, cancelled: Callable[[], bool] | None = None
) -> Ints | None:
    """The counts with the smallest largest deviation over all control cells, of these with the smallest sum of
    deviations, of these with the fewest changes of counts; None where that is not decided within the nodes allowed.

    counts: records of the combinations that occur, at least `least` in all. Raises Cancelled between programs.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_matrix, hstack, identity, vstack

    n, total = len(counts), int(counts.sum())
    flat = tables.cells.astype(np.int64)
    rows, columns = flat.reshape(-1), np.repeat(np.arange(n), flat.shape[1])
    member = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(sum(tables.sizes), n))
    before, size = tables.sums(counts), sum(tables.sizes)
    # Columns: counts, whether each is open, deviations (absolute), changes (absolute), the largest deviation.
    none_n, none_s = csr_matrix((n, n)), csr_matrix((n, size))
    eye, eye_s = identity(n, format="csr"), identity(size, format="csr")
    zero_sn, zero_n1 = csr_matrix((size, n)), csr_matrix((n, 1))
    ones = csr_matrix(np.ones((size, 1)))
    zero_s1 = csr_matrix((size, 1))
    blocks: list[tuple[Any, Any, Any]] = [
        (hstack([eye, -least * eye, none_s, none_n, zero_n1]), 0, np.inf),
        (hstack([eye, -total * eye, none_s, none_n, zero_n1]), -np.inf, 0),
        (hstack([member, zero_sn, -eye_s, zero_sn, zero_s1]), -np.inf, before),
        (hstack([member, zero_sn, eye_s, zero_sn, zero_s1]), before, np.inf),
        (hstack([eye, none_n, none_s, -eye, zero_n1]), -np.inf, counts),
        (hstack([eye, none_n, none_s, eye, zero_n1]), counts, np.inf),
        (hstack([zero_sn, zero_sn, eye_s, zero_sn, -ones]), -np.inf, 0),
        (csr_matrix((np.ones(n), (np.zeros(n, dtype=int), np.arange(n))), shape=(1, 3 * n + size + 1)), total, total),
    ]
    matrix = vstack([block for block, _, _ in blocks], format="csr")
    low, high = (
        np.concatenate([np.broadcast_to(bounds[place], block.shape[0]) for block, *bounds in blocks])
        for place in (0, 1)
    )
    upper = np.concatenate([np.full(n, total), np.ones(n), np.full(size + n + 1, float(total))])
    whole = np.concatenate([np.ones(2 * n), np.zeros(size + n + 1)])
    goals = (slice(3 * n + size, None), slice(2 * n, 2 * n + size), slice(2 * n + size, 3 * n + size))
    nearest: Ints | None = None
    for goal in goals:
        if cancelled is not None and cancelled():
            raise Cancelled
        objective = np.zeros(len(upper))
        objective[goal] = 1
        result = milp(
            objective,
            integrality=whole,
            bounds=Bounds(np.zeros(len(upper)), upper),
            constraints=LinearConstraint(matrix, low, high),
            # The presolve of HiGHS fails on some of these, and writes to standard output.
            options={"node_limit": _MOST_NODES, "mip_rel_gap": 0, "presolve": False},
        )
        if result.status != 0:
            return None
        nearest = np.rint(result.x[:n]).astype(np.int64)
        matrix = vstack([matrix, csr_matrix(objective[None, :])], format="csr")
        low, high = np.append(low, -np.inf), np.append(high, np.rint(objective @ result.x))
    return nearest


def _cost(deviations: Ints) -> tuple[int, int]:
    size = np.abs(deviations)
    return int(size.max(initial=0)), int(size.sum())


@cache
def _compiled() -> Callable[..., None]:
    import numba

    from ckmcore.tabulate.kernel import builder

    types: Any = numba.types
    whole = types.int64[::1]
    starts = types.Array(types.int64, 1, "C", readonly=True)
    members = types.Array(types.int32, 1, "C", readonly=True)
    numbers = types.int64, types.int64, types.int64, types.float64
    signatures = [
        types.void(whole, types.Array(of, 2, "C", readonly=True), whole, starts, members, *numbers, types.uint64[::1])
        for of in (types.uint16, types.int32)
    ]
    walk: Callable[..., None] = builder()(_walk, signatures)
    return walk


def _walk(  # noqa: C901 - compiled as one loop
    counts: Any,
    cells: Any,
    deviations: Any,
    starts: Any,
    members: Any,
    least: int,
    pairs: int,
    groups: int,
    temperature: float,
    state: Any,
) -> None:
    """Move records for so many steps of one combination to another, and of one combination to or from several.

    Changes counts, deviations and state (of xorshift64). The cost of a deviation d is |d| + 0.01 d^6, in doubles: the
    largest one counts most (integers of 64 bits would overflow).
    """
    combinations, tables = cells.shape

    def chance() -> float:
        drawn = state[0]
        drawn ^= drawn << np.uint64(13)
        drawn ^= drawn >> np.uint64(7)
        drawn ^= drawn << np.uint64(17)
        state[0] = drawn
        return float(drawn >> np.uint64(11)) / 9007199254740992.0

    def drawn_below(bound: int) -> int:
        return min(int(chance() * bound), bound - 1)

    def cost(deviation: int) -> float:
        size = float(abs(deviation))
        square = size * size
        return size + 0.01 * square * square * square

    def neighbour(of: int) -> int:
        if chance() >= _NEAR:
            return drawn_below(combinations)
        cell = cells[of, drawn_below(tables)]
        member: int = members[starts[cell] + drawn_below(starts[cell + 1] - starts[cell])]
        return member

    def change(of: int, by: int) -> float:
        """What it costs to add records to one combination."""
        added = 0.0
        for table in range(tables):
            deviation = deviations[cells[of, table]]
            added += cost(deviation + by) - cost(deviation)
        return added

    def add(to: int, by: int) -> None:
        counts[to] += by
        for table in range(tables):
            deviations[cells[to, table]] += by

    def taken(costs: float) -> bool:
        if costs <= 0:
            return True
        return temperature > 0 and chance() < np.exp(-costs / temperature)

    for _ in range(pairs):
        source = drawn_below(combinations)
        here = counts[source]
        if here == 0:
            continue
        target = neighbour(source)
        if target == source:
            continue
        there = counts[target]
        kind = drawn_below(4)
        moved = 1
        if kind == 1:
            moved = here if here <= 2 * least else 0
        elif kind == 2:
            moved = least if there == 0 else 0
        elif kind == 3:
            moved = here - least
        if moved <= 0:
            continue
        left, got = here - moved, there + moved
        if (left != 0 and left < least) or got < least:
            continue
        costs = 0.0
        for table in range(tables):
            first, second = cells[source, table], cells[target, table]
            if first != second:
                costs += cost(deviations[first] - moved) - cost(deviations[first])
                costs += cost(deviations[second] + moved) - cost(deviations[second])
        if taken(costs):
            add(source, -moved)
            add(target, moved)
    # What a step of one record costs, by the deviation, and the counts in one byte: nothing beyond 255 is moved here.
    up, down = np.empty(2 * _TABLED + 1), np.empty(2 * _TABLED + 1)
    for place in range(len(up)):
        up[place] = cost(place - _TABLED + 1) - cost(place - _TABLED)
        down[place] = cost(place - _TABLED - 1) - cost(place - _TABLED)
    small = np.empty(combinations, dtype=np.uint8)
    for place in range(combinations):
        small[place] = min(counts[place], 255)
    others, drawn = np.empty(_MOST_MOVED, dtype=np.int64), np.empty(_SAMPLE, dtype=np.int64)
    for _ in range(groups):
        changed = drawn_below(combinations)
        here = int(np.int64(small[changed]))
        is_opened = here == 0
        moved = least if is_opened else here
        if moved > least + 1 or moved > _MOST_MOVED:
            continue
        by, steps = (-1, down) if is_opened else (1, up)
        known, costs = 0, 0.0
        while known < moved:
            # All are drawn before any is looked at, so that the memory is asked for all of them at once.
            for place in range(_SAMPLE):
                if chance() >= _NEAR:
                    drawn[place] = -1 - drawn_below(combinations)
                else:
                    cell = cells[changed, drawn_below(tables)]
                    drawn[place] = starts[cell] + drawn_below(starts[cell + 1] - starts[cell])
            for place in range(_SAMPLE):
                drawn[place] = members[drawn[place]] if drawn[place] >= 0 else -1 - drawn[place]
            usable = 0
            for place in range(_SAMPLE):
                other = drawn[place]
                size = int(np.int64(small[other]))
                drawn[usable] = other
                usable += (size != 0) & (size + by >= least) & (other != changed)
            if usable == 0:
                break
            if known == 0:
                costs = change(changed, -by * moved)
                add(changed, -by * moved)
                small[changed] = counts[changed]
            best, best_cost = -1, 0.0
            for place in range(usable):
                other, other_cost = drawn[place], 0.0
                for table in range(tables):
                    deviation = deviations[cells[other, table]]
                    if -_TABLED <= deviation <= _TABLED:
                        other_cost += steps[deviation + _TABLED]
                    else:
                        other_cost += cost(deviation + by) - cost(deviation)
                if best < 0 or other_cost < best_cost:
                    best, best_cost = other, other_cost
            add(best, by)
            small[best] = min(counts[best], 255)
            costs += best_cost
            others[known] = best
            known += 1
        if known > 0 and (known < moved or not taken(costs)):
            for place in range(known):
                add(others[place], -by)
                small[others[place]] = min(counts[others[place]], 255)
            add(changed, by * moved)
            small[changed] = counts[changed]
