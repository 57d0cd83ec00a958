"""The attack with weights by trying every table of counts, in fractions: the oracle of small tables, apart from the
engine. Nothing of `ckmcore` is used here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

Bounds = tuple[Fraction, Fraction]


def ratio(count: int, weighted: int, step: int) -> Bounds | None:
    """a and b of a cell that shows `count` and `weighted`: a n <= W < b n (None: the pair says nothing)."""
    if count <= 0 or weighted < 0:
        return None
    low = Fraction(2 * weighted - step, 2 * count)
    return max(low, Fraction(0)), Fraction(2 * weighted + step, 2 * count)


def has_weights(cells: Sequence[Sequence[int]], counts: Sequence[int], ratios: Sequence[Bounds | None]) -> bool:
    """Whether atoms can have weights >= 0 so that those of each cell, added up, lie within the bounds of its count:
    the largest margin below the upper bounds by the simplex method, in fractions."""
    atoms = len(counts)
    alone = {inside[0]: ends for inside, ends in zip(cells, ratios, strict=True) if len(inside) == 1}
    for inside, ends in zip(cells, ratios, strict=True):
        # What is plain from one sum needs no program.
        number = sum(counts[atom] for atom in inside)
        own = [alone.get(atom) for atom in inside]
        if ends is None or not number:
            continue
        if sum(one[0] * counts[atom] for atom, one in zip(inside, own, strict=True) if one) >= ends[1] * number:
            return False
        known = [one[1] * counts[atom] for atom, one in zip(inside, own, strict=True) if one]
        if len(inside) > 1 and len(known) == len(inside) and sum(known) <= ends[0] * number:
            return False
    rows: list[list[Fraction]] = []
    right: list[Fraction] = []
    zero, one = Fraction(0), Fraction(1)
    for inside, ends in zip(cells, ratios, strict=True):
        if ends is None:
            continue
        number = sum(counts[atom] for atom in inside)
        if not number:
            if ends[0] > 0:
                return False
            continue
        line = [one if atom in inside else zero for atom in range(atoms)]
        rows.append([*line, one])
        right.append(ends[1] * number)
        if ends[0] > 0:
            rows.append([*(-entry for entry in line), zero])
            right.append(-ends[0] * number)
    rows.append([zero] * atoms + [one])
    right.append(one)
    aim = [zero] * atoms + [one]
    return largest(rows, right, aim) > 0


def largest(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction], aim: Sequence[Fraction]) -> Fraction:
    """The largest aim x over x >= 0 with rows x <= right, by two phases and Bland's rule; -1 where no x is possible."""
    columns = len(aim)
    lines = len(rows)
    # Slack of each row; one artificial variable that is taken off every row.
    table = [
        [*row, *(Fraction(int(at == line)) for at in range(lines)), Fraction(-1), end]
        for line, (row, end) in enumerate(zip(rows, right, strict=True))
    ]
    basis = [columns + line for line in range(lines)]
    helper = columns + lines
    worst = min(range(lines), key=lambda line: table[line][-1])
    if table[worst][-1] < 0:
        _pivot(table, basis, worst, helper)
        goal = [Fraction(0)] * (helper + 1)
        goal[helper] = Fraction(-1)
        _climb(table, basis, goal, helper + 1)
        if helper in basis:
            line = basis.index(helper)
            if table[line][-1] > 0:
                return Fraction(-1)
            entering = next(at for at in range(helper) if table[line][at] != 0)
            _pivot(table, basis, line, entering)
    goal = [*aim, *[Fraction(0)] * lines, Fraction(0)]
    _climb(table, basis, goal, helper)
    return sum((goal[at] * table[line][-1] for line, at in enumerate(basis)), Fraction(0))


def _climb(table: list[list[Fraction]], basis: list[int], goal: Sequence[Fraction], columns: int) -> None:
    while True:
        gains = (
            at
            for at in range(columns)
            if goal[at] - sum(goal[one] * table[line][at] for line, one in enumerate(basis)) > 0
        )
        entering = next(gains, None)
        if entering is None:
            return
        able = [
            (table[line][-1] / table[line][entering], basis[line], line)
            for line in range(len(table))
            if table[line][entering] > 0
        ]
        if not able:
            raise ArithmeticError("no end")
        _pivot(table, basis, min(able)[2], entering)


def _pivot(table: list[list[Fraction]], basis: list[int], line: int, entering: int) -> None:
    row = table[line]
    row[:] = [entry / row[entering] for entry in row]
    for other in range(len(table)):
        factor = table[other][entering]
        if other != line and factor:
            table[other] = [entry - factor * mine for entry, mine in zip(table[other], row, strict=True)]
    basis[line] = entering


def possible_counts(
    cells: Mapping[str, Sequence[int]],
    atoms: int,
    ranges: Mapping[str, tuple[int, int]],
    shown: Mapping[str, tuple[int, int]],
    step: int,
    *,
    consistent: bool = True,
) -> list[tuple[int, ...]]:
    """All counts of the atoms for which every cell has one of its range, cells that hold the same records show the
    same, and weights exist. shown: of each cell its count and its weighted count."""
    names = list(cells)
    pairs = {name: ratio(*shown[name], step) for name in names}
    single = {cells[name][0]: ranges[name] for name in names if len(cells[name]) == 1}
    found: list[tuple[int, ...]] = []

    def go(counts: tuple[int, ...]) -> None:
        if len(counts) == atoms:
            if _fits(counts):
                found.append(counts)
            return
        low, high = single.get(len(counts), (0, max(high for _, high in ranges.values())))
        for value in range(low, high + 1):
            longer = (*counts, value)
            if all(
                sum(longer[atom] for atom in cells[name] if atom < len(longer)) <= ranges[name][1] for name in names
            ):
                go(longer)

    def _fits(counts: tuple[int, ...]) -> bool:
        sums = {name: sum(counts[atom] for atom in cells[name]) for name in names}
        if any(not ranges[name][0] <= sums[name] <= ranges[name][1] for name in names):
            return False
        if consistent:
            held: dict[frozenset[int], tuple[int, int]] = {}
            for name in names:
                inside = frozenset(atom for atom in cells[name] if counts[atom])
                if held.setdefault(inside, shown[name]) != shown[name]:
                    return False
        return has_weights(list(cells.values()), counts, list(pairs.values()))

    go(())
    return found
