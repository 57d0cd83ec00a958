"""T01: weighted counts beside counts give mean weights without noise; the attack concludes from them what all tables
tried say, no more and no less."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.ptable import design_ptable
from ckmcore.risk.attack import attack
from ckmcore.tabulate.spec import TableSpec, Value
from tests.ckmcore.risk.exact_weights import possible_counts

W19 = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
NAMES = ("A", "B")
BOTH = (Value("count"), Value("weighted_count"))


def weighted_data(seed: int, shape: tuple[int, ...], most: int, mean: int, spread: float) -> Microdata:
    """Records of a small table, each category at least once, with weights around a mean that differs by category."""
    chance = np.random.default_rng(seed)
    cells = list(product(*map(range, shape)))
    numbers = chance.integers(0, most + 1, len(cells))
    for axis in range(len(shape)):  # each category has a record
        for code in range(shape[axis]):
            mine = [at for at, cell in enumerate(cells) if cell[axis] == code]
            if not numbers[mine].any():
                numbers[mine[0]] = 1
    rows = np.repeat(np.arange(len(cells)), numbers)
    means = mean * np.exp(chance.normal(0, spread, len(cells)))
    weights = np.maximum(1, np.rint(means[rows] * np.exp(chance.normal(0, spread / 2, len(rows))))).astype(np.int64)
    return Microdata(
        len(rows),
        {
            name: Dimension(name, ckm.Texts.same(name), tuple(Category.plain(f"{name}{at}") for at in range(size)))
            for name, size in zip(NAMES, shape, strict=False)
        },
        {
            name: np.array([cells[row][axis] for row in rows], dtype=np.uint8)
            for axis, name in enumerate(NAMES[: len(shape)])
        },
        RecordKeys(chance.integers(0, 10**8, len(rows)).astype(np.uint64), 10**8, 8, "decimal"),
        NumberColumn("w", weights, 0),
    )


def cells_of(shape: tuple[int, ...]) -> dict[str, tuple[tuple[int, ...], list[int]]]:
    """Each cell of a table with all margins: its place there, and its atoms."""
    atoms = np.arange(int(np.prod(shape))).reshape(shape)
    found = {}
    for place in product(*(range(size + 1) for size in shape)):
        taken = tuple(slice(None) if at == 0 else slice(at - 1, at) for at in place)
        found[str(place)] = (place, atoms[taken].ravel().tolist())
    return found


def compared(
    seed: int, shape: tuple[int, ...], mean: int, step: int, spread: float, knowledge: IntruderScenario, most: int = 3
) -> tuple[int, int]:
    """How many cells the attack discloses with weights, and how many counts alone do; both must be those of all tables
    tried."""
    data = weighted_data(seed, shape, most, mean, spread)
    method = ckm.CellKeyMethod(W19, weighted_step=step)
    names = NAMES[: len(shape)]
    raw = ckm.tabulate(data, TableSpec(names[:1], names[1:], values=BOTH))
    result = attack(raw, data, method, knowledge=knowledge)
    block = method.protect(raw).blocks[0]
    cells = cells_of(shape)
    where = result.table.places[()][0]
    inside = {name: atoms for name, (_, atoms) in cells.items()}
    shown = {name: (int(block.figures[0][place]), int(block.figures[1][place])) for name, (place, _) in cells.items()}
    low, high = result.open.low, result.open.high
    ranges = {name: (int(low[where[place]]), int(high[where[place]])) for name, (place, _) in cells.items()}
    tables = possible_counts(inside, int(np.prod(shape)), ranges, shown, step)
    assert tables
    for name, (place, atoms) in cells.items():
        sums = [sum(table[atom] for atom in atoms) for table in tables]
        figure = int(where[place])
        found = int(result.known.low[figure]), int(result.known.high[figure])
        assert found == (min(sums), max(sums)), (seed, name, found, min(sums), max(sums), result.undecided)
    assert result.complete
    plain = attack(ckm.tabulate(data, TableSpec(names[:1], names[1:])), data, method, knowledge=knowledge)
    return len(result.disclosed), len(plain.disclosed)


def drawn(seed: int) -> tuple[int, int]:
    shape = ((3,), (4,), (2, 2), (2, 3))[seed % 4]
    mean, step = ((1000, 1), (10, 1), (1000, 100), (4000, 1000), (10, 10))[seed % 5]
    knowledge: IntruderScenario = ("zero_rule", "table")[seed % 2]
    return compared(seed, shape, mean, step, (0.05, 0.3, 1.0)[seed % 3], knowledge)


def test_t01_weights_beside_counts_disclose_what_all_tables_tried_say() -> None:
    found = [drawn(seed) for seed in (0, 1, 4, 5, 8, 10, 14, 16)]
    assert sum(weighted for weighted, _ in found) > sum(plain for _, plain in found)


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(0, 320, 20))
def test_t01_weights_beside_counts_disclose_what_all_of_320_tables_tried_say(first: int) -> None:
    for seed in range(first, first + 20):
        drawn(seed)
