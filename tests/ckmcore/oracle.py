"""A second, slow way to the figures of a table, and random records for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import ckmcore as ckm
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.layout import AxisLayout
from ckmcore.tabulate.spec import PREVIOUS, Condition, Level, TableSpec, Value
from tests.kit.layouts import CODES, LAND, REFERENCE, VOID, microdata, records

Mask = NDArray[np.float64]


Cell = tuple[int, int]  # a figure scaled by 10^places, a sign


PTABLE = ckm.design_ptable(D=4, V=2.0, js=1)


PARENT: dict[str, str] = {}
_trail: list[str] = []
for _code, _depth in LAND:
    del _trail[_depth:]
    PARENT[_code] = _trail[-1] if _trail else ""
    _trail.append(_code)


BELOW = {code: [leaf for leaf in CODES["land"] if leaf.startswith(code)] for code, _ in LAND}


def leaves(name: str, code: str) -> list[str]:
    return BELOW.get(code, [code]) if name == "land" and code else [code]


def half_away(figure: Fraction) -> int:
    whole = int(abs(figure) + Fraction(1, 2))
    return whole if figure >= 0 else -whole


@cache
def quotient(above: int, below: int, factor: int) -> int:
    return half_away(Fraction(above * factor, below))


@cache
def noise(count: int, key: int, modulus: int) -> int:
    """The noise of a single cell."""
    return int(PTABLE.lookup(np.array([count]), np.array([key], dtype=np.uint64), modulus)[0])


@dataclass(repr=False)
class Records:
    """The records of a set of keys: the finest combinations, how many are in each, sums of keys and weights."""

    digits: int
    data: Microdata
    finest: pd.DataFrame
    sums: dict[str, NDArray[np.float64]]
    masks: dict[tuple[str, tuple[str, ...]], Mask] = field(default_factory=dict)

    @classmethod
    def of(cls, digits: int) -> Records:
        frame = records(digits)
        grouped = frame.groupby(list(CODES), dropna=False)
        finest = grouped.agg(count=("key", "size"), key=("key", "sum"), weight=("weight", "sum")).reset_index()
        sums = {name: finest[name].to_numpy(dtype=np.float64) for name in ("count", "key", "weight")}
        return cls(digits, microdata(frame, digits), finest, sums)

    @property
    def everything(self) -> Mask:
        return np.ones(len(self.finest))

    def mask(self, name: str, codes: tuple[str, ...]) -> Mask:
        """1 for the combinations whose category is one of `codes`, or below one of them."""
        found = self.masks.get((name, codes))
        if found is None:
            wanted = [leaf for code in codes for leaf in leaves(name, code)]
            found = self.masks[name, codes] = self.finest[name].isin(wanted).to_numpy(dtype=np.float64)
        return found

    def meeting(self, conditions: tuple[Condition, ...], *, any_of: bool = False) -> Mask:
        found = self.everything if not any_of or not conditions else 0 * self.everything
        for one in conditions:
            mask = self.mask(one.variable, one.codes)
            found = np.maximum(found, mask) if any_of else found * mask
        return found

    def of_code(self, level: Level, code: str | None) -> Mask:
        """The records of a node: of a category, a group, an own row; None: the total."""
        if code is None:
            return self.everything
        if level.rows:
            row = level.rows[int(code.removeprefix("row:")) - 1]
            return self.meeting(row.conditions, any_of=row.any_of)
        if code.startswith("group:"):
            return self.mask(level.variable, level.groups[int(code.removeprefix("group:")) - 1].codes)
        return self.mask(level.variable, (code,))


@dataclass(frozen=True)
class Line:
    """A line of an axis by its logical address: level and code (None: total) of each level of its block."""

    nodes: tuple[tuple[Level, str | None], ...]

    def code(self, name: str) -> str | None:
        return next((code for level, code in self.nodes if level.variable == name), None)

    def level(self, name: str) -> Level | None:
        return next((level for level, _ in self.nodes if level.variable == name), None)

    def mask(self, records: Records) -> Mask:
        found = records.everything
        for level, code in self.nodes:
            found = found * records.of_code(level, code)
        return found

    def parent(self) -> Line:
        """The line of the node above: of the innermost level that is not a total."""
        nodes = list(self.nodes)
        for place in reversed(range(len(nodes))):
            level, code = nodes[place]
            if code is not None:
                above = PARENT.get(code, "") if level.variable == "land" else ""
                nodes[place] = (level, above or None)
                break
        return Line(tuple(nodes))

    def at(self, name: str, code: str) -> Line:
        return Line(tuple((level, code if level.variable == name else own) for level, own in self.nodes))


def before(name: str, code: str) -> str | None:
    """The category before one, under the same node."""
    order = [one for one, _ in LAND] + [""] if name == "land" else CODES[name]
    if name == "age":
        order = sorted(order, key=int)
    place = order.index(code)
    beside = [one for one in order[:place] if PARENT.get(one, "") == PARENT.get(code, "") or name != "land"]
    return beside[-1] if beside else None


def above(name: str, code: str) -> list[str]:
    """The nodes above a category."""
    found = []
    while name == "land" and PARENT.get(code):
        code = PARENT[code]
        found.append(code)
    return found


def lines(axis: AxisLayout) -> list[Line | None]:
    """The lines of an axis; None where a line has no figures. Node codes are told by name, never by position."""
    found: list[Line | None] = []
    for number in range(len(axis)):
        if axis.empty[number]:
            found.append(None)
            continue
        address = axis.address(number)
        block = axis.segments[axis.locate(number)[0]].block
        found.append(Line(tuple((level, address.get(level.variable)) for level in block.levels)))
    return found


class Oracle:
    """Published figures of a table from the records alone."""

    def __init__(self, records: Records, spec: TableSpec, base: int) -> None:
        self.records, self.spec, self.base = records, spec, base
        self.filter = records.meeting(spec.filters)

    def counted(
        self, rows: list[Line], columns: list[Line], layer: Line, own: tuple[Condition, ...], kind: str
    ) -> tuple[list[list[int]], list[list[int]]]:
        """Published figures, and what shares are made of (scaled by 100 for originals of weights), as matrices."""
        records, modulus = self.records, 10**self.records.digits
        within = self.filter * records.meeting(own) * layer.mask(records)
        down = np.array([line.mask(records) for line in rows]) * within
        across = np.array([line.mask(records) for line in columns]).T
        # Products of 0, 1 and whole sums below 2^53: exact in doubles.
        count, key, weight = (
            np.rint((down * records.sums[name]) @ across).astype(np.int64).tolist()
            for name in ("count", "key", "weight")
        )
        published: list[list[int]] = []
        made: list[list[int]] = []
        for counts, keys, weights in zip(count, key, weight, strict=True):
            if not self.base:
                shown = [n + noise(n, k % modulus, modulus) for n, k in zip(counts, keys, strict=True)]
                if kind == "weighted_count":
                    shown = [
                        half_away(Fraction(p * w, 100 * n)) if n else 0
                        for p, n, w in zip(shown, counts, weights, strict=True)
                    ]
                published.append(shown)
                made.append(shown)
                continue
            originals, scale = (counts, 1) if kind == "count" else (weights, 100)
            shown = [self.base * half_away(Fraction(one, self.base * scale)) for one in originals]
            published.append(shown)
            made.append([one if p else 0 for one, p in zip(originals, shown, strict=True)])
        return published, made

    def value(self, value: Value, rows: list[Line], columns: list[Line], layer: Line) -> list[list[Cell]]:
        kind = "weighted_count" if value.needs_weights and value.counted == "weighted_count" else "count"
        published, made = self.counted(rows, columns, layer, value.conditions, kind)
        if not value.is_derived:
            return [[(one, 0) for one in line] for line in published]
        if value.kind == "rate":
            return self._rates(value, published, rows, columns, layer)
        changed = False
        if value.kind == "ratio":
            base = self.counted(rows, columns, layer, value.base_conditions, value.of_base)[1]
            inside = [[True] * len(columns) for _ in rows]
            factor = value.factor
            above = 100 if self.base and value.of_base == "weighted_count" else 1
            below = 100 if self.base and kind == "weighted_count" else 1
        else:
            changed = value.kind == "change"
            (published_base, base), inside = self._base(value, rows, columns, layer, kind)
            factor, above, below = 100, 1, 1
            if value.absolute and changed:
                return [
                    [
                        (published[r][c] - published_base[r][c], 0) if inside[r][c] else (0, int(Sign.BLOCKED))
                        for c in range(len(columns))
                    ]
                    for r in range(len(rows))
                ]
        scale = 10**value.places
        least = max(250, -(-5 * factor * scale // 2)) if self.base else 1
        base_scale = 100 if self.base and (value.of_base if value.kind == "ratio" else kind) == "weighted_count" else 1
        found = []
        for r in range(len(rows)):
            line: list[Cell] = []
            for c in range(len(columns)):
                if not inside[r][c] or base[r][c] < least * base_scale:
                    line.append((0, int(Sign.BLOCKED)))
                    continue
                top = made[r][c] - (base[r][c] if changed else 0)
                line.append((quotient(top * above, base[r][c] * below, factor * scale), 0))
            found.append(line)
        return found

    def _base(
        self, value: Value, rows: list[Line], columns: list[Line], layer: Line, kind: str
    ) -> tuple[tuple[list[list[int]], list[list[int]]], list[list[bool]]]:
        """The cells that a share or change divides by, and whether there are any."""
        nothing = Line(())
        inside = [[True] * len(columns) for _ in rows]
        if value.kind == "change":
            name = value.variable

            def other(line: Line) -> Line | None:
                code = line.code(name)
                if line.level(name) is None:
                    return line
                if code is None or (code.startswith("group:") and value.against == PREVIOUS):
                    return None
                base = before(name, code) if value.against == PREVIOUS else value.against
                return None if base is None or base == code else line.at(name, base)

            down, across, above = [other(line) for line in rows], [other(line) for line in columns], other(layer)
            inside = [[None not in (a, b, above) for b in across] for a in down]
            rows, columns = [line or nothing for line in down], [line or nothing for line in across]
            layer = above or nothing
        if value.base in ("column", "total"):
            rows = [nothing] * len(rows)
        if value.base in ("row", "total"):
            columns = [nothing] * len(columns)
        if value.base == "row_parent":
            rows = [line.parent() for line in rows]
        if value.base == "column_parent":
            columns = [line.parent() for line in columns]
        return self.counted(rows, columns, layer, value.conditions, kind), inside

    def _rates(
        self, value: Value, published: list[list[int]], rows: list[Line], columns: list[Line], layer: Line
    ) -> list[list[Cell]]:
        found = []
        for r, row in enumerate(rows):
            line: list[Cell] = []
            for c, column in enumerate(columns):
                figure = self._reference((layer, row, column))
                if not figure:
                    line.append((0, int(Sign.UNKNOWN)))
                    continue
                line.append((half_away(Fraction(published[r][c] * value.factor * 10**value.places) / figure), 0))
            found.append(line)
        return found

    def _reference(self, line: tuple[Line, ...]) -> Fraction | None:
        """The public figure of a cell; none where a filter lets in what no single figure counts."""
        codes = []
        for name in ("land", "sex"):
            level = next((one.level(name) for one in line if one.level(name) is not None), None)
            code = next((one.code(name) for one in line if one.level(name) is not None), None)
            filters = [one.codes for one in self.spec.filters if one.variable == name]
            if level is None and filters:
                if len(filters) > 1 or len(filters[0]) > 1:
                    return None
                code = filters[0][0]
            elif any(code is None or not {code, *above(name, code)} & set(one) for one in filters):
                return None
            if code == "":
                return None
            codes.append(code or "")
        figure = REFERENCE.get((codes[0], codes[1]))
        return None if figure is None else Fraction(figure)

    def is_void(self, line: tuple[Line, ...]) -> bool:
        """Whether the dictionary says that nobody can be in a cell."""
        for name, codes in VOID.cells:
            level = next((level for one in line for level, _ in one.nodes if level.variable == name), None)
            if level is None:
                if not any(one.variable == name and set(one.codes) <= set(codes) for one in self.spec.filters):
                    return False
                continue
            code = next((one.code(name) for one in line if one.level(name) is not None), None)
            void = {leaf for one in codes for leaf in leaves(name, one)}
            if code is None or code.startswith("group:") or not set(leaves(name, code)) <= void:
                return False
        return True


def cells(
    shown: ProtectedTable,
    matrix: Callable[[list[NDArray[np.int64]], int], NDArray[np.int64]],
    value: int,
    layer: int,
    down: list[int],
    across: list[int],
) -> list[list[Cell]]:
    """Figures and signs of a value as they are laid out."""
    figures = matrix([block.figures[value] for block in shown.blocks], layer)[np.ix_(down, across)].tolist()
    signs = [
        np.zeros(block.shape, dtype=np.int64) if block.signs is None else block.signs[value].astype(np.int64)
        for block in shown.blocks
    ]
    marks = matrix(signs, layer)[np.ix_(down, across)].tolist()
    return [list(zip(line, mark, strict=True)) for line, mark in zip(figures, marks, strict=True)]
