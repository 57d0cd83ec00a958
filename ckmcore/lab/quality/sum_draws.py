"""Sums of tables over repetitions with new keys; magnitudes.md 4.5.

The noise of a sum hangs on the key of its contributors, what is shown of it on the keys of records with a value, too.
So keys are drawn for atoms that also separate who has a value, who has 0 and who has none. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import DataError
from ckmcore.lab.quality.drawn_cells import CellGroup, filled_cells
from ckmcore.lab.quality.sum_measures import (
    DERIVED,
    MeasuredSums,
    SumDraws,
    measured_sums,
    original_of,
    sum_rules_of,
    sum_values,
)
from ckmcore.lab.risk.atoms import BlockAtoms, atoms_of
from ckmcore.lab.risk.draws import check_draws, draws
from ckmcore.methods.derived import published_of, sum_figures
from ckmcore.methods.method import Method
from ckmcore.methods.protected import keep_figure
from ckmcore.microdata.columns import Category, Dimension
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import Condition, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_MISSING, _ZERO, _VALUE = "missing", "zero", "value"


def with_marks(data: Microdata, magnitudes: Sequence[str]) -> Microdata:
    """Add a variable for each magnitude to the records: whether their value is missing, 0 or another number."""
    dimensions, columns = dict(data.dimensions), dict(data.columns)
    for name in magnitudes:
        column = data.magnitudes[name]
        codes = np.where(column.values != 0, 2, 1)
        if column.missing is not None:
            codes = np.where(column.missing, 0, codes)
        categories = tuple(Category.plain(code) for code in (_MISSING, _ZERO, _VALUE))
        dimensions[_mark(name)] = Dimension(_mark(name), Texts(), categories)
        columns[_mark(name)] = codes.astype(np.uint8)
    return replace(data, dimensions=dimensions, columns=columns, cache={})


def _mark(magnitude: str) -> str:
    return f"::has {magnitude}"


def _who(own_conditions: Conditions, magnitude: str, *codes: str) -> Conditions:
    return (*own_conditions, Condition(_mark(magnitude), codes))


@dataclass(frozen=True, eq=False, repr=False)
class SumTable:
    """A table restricted to its sums and to values derived from them within a cell, prepared for drawing.
    Confidential."""

    raw: RawTable
    measured: tuple[MeasuredSums, ...]
    means: tuple[tuple[Value, tuple[Floats, ...], tuple[NDArray[np.bool_], ...]], ...]

    @property
    def cells(self) -> int:
        """The sums that are measured."""
        return sum(int((sums.figures.original != 0).sum()) for sums in self.measured)

    @property
    def spec(self) -> TableSpec:
        """Specification for finding atoms: cells of all records, of records with a value, and of contributors."""
        values = tuple(Value(conditions=own_condition) for own_condition in self.conditions)
        return self.raw.spec.with_changes(values=values, footnotes=())

    @property
    def conditions(self) -> tuple[Conditions, ...]:
        conditions: list[Conditions] = []
        for own_filter in self.raw.parts:
            conditions.append(own_filter)
            for name in self.raw.spec.magnitudes:
                conditions += [_who(own_filter, name, _VALUE), _who(own_filter, name, _ZERO, _VALUE)]
        return tuple(dict.fromkeys(conditions))

    def with_atoms(self, atoms: Mapping[Conditions, tuple[BlockAtoms, ...]]) -> SumRepeater:
        """The table with its cells as sums of atoms."""

        def group(value: Value, block: int, positions: Ints) -> CellGroup:
            own_filter, name = value.own_filter, value.magnitude
            keys = (own_filter, _who(own_filter, name, _VALUE), _who(own_filter, name, _ZERO, _VALUE))
            of_block = tuple(atoms[conditions][block] for conditions in keys)
            return CellGroup.of(value, self.raw.part(own_filter)[block], positions, of_block)

        sums = [
            [
                (cells, group(value, block, measured.figures.position[cells]))
                for value, block, cells in filled_cells(self.raw, measured.figures)
            ]
            for measured in self.measured
        ]
        means = [
            (group(value, block, np.flatnonzero(mask)), original[mask])
            for value, originals, masks in self.means
            for block, (original, mask) in enumerate(zip(originals, masks, strict=True))
            if mask.any()
        ]
        return SumRepeater(self, sums, means)


def sum_table(
    data: Microdata, spec: TableSpec, method: Method, cancelled: Callable[[], bool] = never
) -> SumTable | None:
    """Sums of a table under a method; None where it shows none.

    Raises AttackTooLarge, attack_over_periods, Cancelled and the errors of `tabulate` and the method.
    """
    if not sum_values(spec):
        return None
    values = tuple(value for value in spec.values if value.kind in ("sum", "mean"))
    plain_spec = spec.with_changes(values=values, footnotes=())
    raw = tabulate(data, plain_spec, cancelled=cancelled, contributors=max(method.contributors, 1))
    rules, masks, means = sum_rules_of(raw, method), shown_cells(plain_spec, raw.blocks), []
    for value in values:
        if value.kind == "mean":
            exact = [original_of(raw, block, value, rules) for block in range(len(masks))]
            defined_masks = tuple(mask & is_known for mask, (_, is_known) in zip(masks, exact, strict=True))
            means.append((value, tuple(original for original, _ in exact), defined_masks))
    return SumTable(raw, measured_sums(raw, data, method.protect(raw)), tuple(means))


@dataclass(frozen=True, eq=False, repr=False)
class SumRepeater:
    """The sums of a table ready to be repeated."""

    table: SumTable
    sums: Sequence[Sequence[tuple[Ints, CellGroup]]]
    means: Sequence[tuple[CellGroup, Floats]]

    def repeated(self, method: Method, groups: Ints, modulus: int) -> SumDraws:
        """The sums under the keys of groups of atoms (groups x repetitions)."""
        parts_draws, group_count = [], groups.shape[1]
        for measured, own_sum in zip(self.table.measured, self.sums, strict=True):
            figures = measured.figures
            published = np.zeros((len(figures.original), group_count), dtype=np.int64)
            shown = np.repeat(figures.shown[:, None], group_count, axis=1)
            for cells, group in own_sum:
                published[cells], shown[cells] = _drawn_figures(group, method, groups, modulus)
            parts_draws.append(measured.draws(np.ascontiguousarray(published.T), np.ascontiguousarray(shown.T)))
        sum_draws = SumDraws.together(parts_draws)
        errors = []
        for group, original in self.means:
            figures_, is_drawn = _drawn_figures(group, method, groups, modulus)
            deviations = np.abs(figures_ / 10.0**group.value.places - original[:, None]) / np.abs(original)[:, None]
            errors.append(np.where(is_drawn, deviations, np.nan).T)
        return replace(sum_draws, derived={DERIVED["mean"]: np.concatenate(errors, axis=1)} if errors else {})


def _drawn_figures(group: CellGroup, method: Method, groups: Ints, modulus: int) -> tuple[Ints, NDArray[np.bool_]]:
    """Figures and the mask of shown ones (cells x repetitions) under new keys. groups: key of each atom in each
    repetition."""
    block = group.drawn(groups, modulus)
    figures, signs = sum_figures(group.value, published_of(method, block, weighted=block.weights is not None))
    return figures, keep_figure(signs)


def drawn_sums(data: Microdata, spec: TableSpec, method: Method, repetitions: int, seed: int = 1) -> SumDraws:
    """Sums of one table as published in each of `repetitions` draws of keys. Raises the errors of `monte_carlo`."""
    check_draws(method, repetitions, seed)
    table = sum_table(data, spec, method)
    if table is None or data.record_keys is None:
        raise DataError("no_record_keys")
    atoms = atoms_of(with_marks(data, spec.magnitudes), [(table.spec, table.conditions)])
    repeater, drawing = table.with_atoms(atoms.tables[0]), draws(atoms.groups, atoms.size)
    modulus = data.record_keys.modulus
    keys = np.random.default_rng(seed).integers(0, modulus, size=(drawing.shape[1], repetitions))
    return repeater.repeated(method, (drawing @ keys) % modulus, modulus)
