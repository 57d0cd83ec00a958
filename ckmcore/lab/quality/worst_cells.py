"""The worst cells of tables by a measure, with their categories in words. Confidential."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts, both
from ckmcore.lab.quality.finding import Finding, WorstCell
from ckmcore.lab.quality.measures import ShownTotals
from ckmcore.lab.quality.sum_evaluation import ranked_cells
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.captions import cell_words
from ckmcore.lab.risk.harm import by_harm, linked_by_harm
from ckmcore.lab.risk.linked_tables import LinkedAttack, LinkedCell
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import Measure, TableSpec

Ranked = tuple[float, int, int, tuple[int, ...]]
"""The number by which a cell is ranked, its value, block and position."""


Worst = Callable[[Sequence[Finding], Finding, int], tuple[WorstCell, ...]]
"""Worst cells of tables, the worst first: of their findings, of what was found of all as one, at most so many."""
Ranking = Callable[[Finding, int], Iterator[Ranked]]


def by_table(ranking: Ranking, findings: Sequence[Finding], _together: Finding, most: int) -> tuple[WorstCell, ...]:
    """Rank the cells of each table alone."""
    ranked = [
        (number, table, value, block, position)
        for table, finding in enumerate(findings)
        for number, value, block, position in ranking(finding, most)
    ]
    ranked.sort(key=lambda cell: (-cell[0], *cell[1:]))
    return tuple(
        WorstCell(
            table,
            value,
            block,
            position,
            int(protected.blocks[block].figures[value][position]),
            abs(number),
            cell_words(protected, value, block, position),
            protected.spec.values[value].places,
        )
        for number, table, value, block, position in ranked[:most]
        if (protected := _table_of_attacked(findings[table])) is not None
    )


def disclosed(findings: Sequence[Finding], together: Finding, most: int) -> tuple[WorstCell, ...]:
    """Rank the disclosed cells of the attack on all tables as one, or else of each table alone. most: largest number of
    cells."""
    if together.linked is None:
        return by_table(_disclosed, findings, together, most)
    return _attacked(findings, together.linked, linked_by_harm(together.linked.disclosed), most)


def narrowest(findings: Sequence[Finding], together: Finding, most: int) -> tuple[WorstCell, ...]:
    """Rank cells by the width of their interval in the attack on all tables as one, or else in each table alone."""
    attack = together.linked
    if attack is None:
        return by_table(_narrowest, findings, together, most)
    widths = np.sort((attack.known.high - attack.known.low)[attack.counted & (attack.first < len(_judged(findings)))])
    limit = int(widths[min(most, len(widths)) - 1]) if len(widths) else 0
    return _attacked(findings, attack, sorted(attack.narrow(limit), key=lambda linked: linked.cell.width), most)


def _table_of_attacked(finding: Finding) -> ProtectedTable | None:
    """Table with all attacked figures, so that every named cell has a figure."""
    return finding.protected if finding.told is None else finding.told


def _attacked(
    findings: Sequence[Finding], linked_attack: LinkedAttack, cells: Iterable[LinkedCell], limit: int
) -> tuple[WorstCell, ...]:
    """Attacked cells of the judged tables, each once, with the width of their interval as number."""
    judged_tables = _judged(findings)
    own_cells = [cell for cell in cells if cell.table < len(judged_tables)][:limit]
    return tuple(
        WorstCell(
            judged_tables[linked_cell.table],
            linked_cell.cell.value,
            linked_cell.cell.block,
            linked_cell.cell.position,
            linked_cell.cell.published,
            float(linked_cell.cell.width),
            cell_words(
                linked_attack.tables[linked_cell.table].protected,
                linked_cell.cell.value,
                linked_cell.cell.block,
                linked_cell.cell.position,
            ),
        )
        for linked_cell in own_cells
    )


def differences(findings: Sequence[Finding], together: Finding, most: int) -> tuple[WorstCell, ...]:
    """Rank differences by the number of units concerned, fewest first: the larger cell, described together with the
    smaller one."""
    unit_differences = together.differences
    if unit_differences is None:
        return ()
    judged_tables = _judged(findings)
    cells = []
    for difference in unit_differences.listed:
        if difference.larger.table < len(judged_tables):
            larger, smaller = (
                cell_words(unit_differences.tables[cell.table].table, cell.value, cell.block, cell.position)
                for cell in (difference.larger, difference.smaller)
            )
            larger_place = difference.larger
            words = both(
                "evaluation_difference",
                larger=larger,
                smaller=smaller,
                published=difference.published,
                rest=difference.rest.said,
            )
            table = judged_tables[larger_place.table]
            cells.append(
                WorstCell(
                    table,
                    larger_place.value,
                    larger_place.block,
                    larger_place.position,
                    larger_place.published,
                    float(difference.units),
                    words,
                )
            )
    return tuple(cells[:most])


def beside_grids(findings: Sequence[Finding], together: Finding, most: int) -> tuple[WorstCell, ...]:
    """Rank what grid cells and areas leave alone by the number of units, fewest first: the area's cell, with what is
    separated in words."""
    if together.grids is None:
        return ()
    judged_tables = _judged(findings)
    return tuple(
        WorstCell(
            judged_tables[each.place.table],
            each.place.value,
            each.place.block,
            each.place.position,
            each.place.published,
            float(each.found.units),
            Texts(each.said.text("en"), each.said.text("de")),
        )
        for each in together.grids.listed
        if each.place.table < len(judged_tables)
    )[:most]


def often_disclosed(findings: Sequence[Finding], together: Finding, most: int) -> tuple[WorstCell, ...]:
    """Rank the cells that new keys disclose most often. number: percentage of repetitions."""
    judged_tables, chance = _judged(findings), together.chance
    cells = []
    for disclosed_cell in () if chance is None or chance.untested else chance.worst[:most]:
        protected = _table_of_attacked(findings[judged_tables[disclosed_cell.table]])
        if protected is not None:
            published = int(
                protected.blocks[disclosed_cell.block].figures[disclosed_cell.value][disclosed_cell.position]
            )
            words = cell_words(protected, disclosed_cell.value, disclosed_cell.block, disclosed_cell.position)
            cells.append(
                WorstCell(
                    judged_tables[disclosed_cell.table],
                    disclosed_cell.value,
                    disclosed_cell.block,
                    disclosed_cell.position,
                    published,
                    100 * disclosed_cell.chance,
                    words,
                )
            )
    return tuple(cells)


def of_sums(code: str, findings: Sequence[Finding], together: Finding, most: int) -> tuple[WorstCell, ...]:
    """Rank sums by their risk for single contributions. code: measure of `ranked_cells`."""
    if together.sum_risks is None:
        return ()
    indices = [finding_index for finding_index, finding in enumerate(findings) if finding.sums is not None]
    cells: list[WorstCell] = []
    for number, risks, cell in ranked_cells(together.sum_risks, code):
        segment = risks.cells.segments[int(risks.cells.segment[cell])]
        if segment.table >= len(indices):
            continue
        table_index = indices[segment.table]
        protected = findings[table_index].protected
        if protected is None:
            continue
        value = _value_of(protected.spec, risks.cells.measure, segment.conditions)
        position = tuple(int(axis) for axis in np.unravel_index(int(risks.cells.at[cell]), segment.block.shape))
        published = int(protected.blocks[segment.number].figures[value][position])
        words = cell_words(protected, value, segment.number, position)
        signs = protected.blocks[segment.number].signs
        sign = Sign.NONE if signs is None else Sign(int(signs[value][position]))
        in_place, places_ = "" if sign.keeps_figure else sign.text, protected.spec.values[value].places
        cells.append(
            WorstCell(table_index, value, segment.number, position, published, number, words, places_, in_place)
        )
        if len(cells) == most:
            break
    return tuple(cells)


def _value_of(spec: TableSpec, measure: Measure, conditions: Conditions) -> int:
    """Index of the value that shows a sum, or else of the first value derived from it."""
    indices = [
        index
        for index, value in enumerate(spec.values)
        if (value.measure == measure and value.own_filter == conditions)
        or (value.kind == "ratio" and value.base_measure == measure and value.base_conditions == conditions)
    ]
    return next((number for number in indices if spec.values[number].kind == "sum"), indices[0])


def by_error(finding: Finding, most: int) -> Iterator[Ranked]:
    """Rank shown sums by their relative error in percent, the largest first."""
    if finding.sums is None or finding.protected is None:
        return
    for measured in finding.sums.measured:
        figures = measured.figures
        is_nonzero = figures.shown & (figures.original != 0)
        deviations = np.zeros(len(figures.original))
        np.divide(
            np.abs(figures.published - figures.original), np.abs(figures.original), out=deviations, where=is_nonzero
        )
        for index in np.argsort(-deviations, kind="stable")[:most].tolist():
            if deviations[index] > 0:
                block = int(figures.block[index])
                shape = finding.protected.blocks[block].shape
                position = tuple(int(axis) for axis in np.unravel_index(int(figures.position[index]), shape))
                yield 100 * float(deviations[index]), int(figures.value[index]), block, position


def _judged(findings: Sequence[Finding]) -> list[int]:
    """Indices of the tables that were attacked and averaged over."""
    return [finding_index for finding_index, finding in enumerate(findings) if finding.told is not None]


def estimated(
    by: Literal["lower", "upper", "hit"], findings: Sequence[Finding], together: Finding, most: int
) -> tuple[WorstCell, ...]:
    """Rank by the bound from all tables, or by the linear estimate, in percent."""
    averaged = together.averaged
    if averaged is None:
        return ()
    judged_tables = _judged(findings)
    return tuple(
        WorstCell(
            judged_tables[cell.table],
            cell.value,
            cell.block,
            cell.position,
            cell.published,
            100 * float(getattr(cell, by)),
            cell_words(averaged.tables[cell.table], cell.value, cell.block, cell.position),
        )
        for cell in averaged.worst(most, by)
    )


def by_deviation(finding: Finding, most: int) -> Iterator[Ranked]:
    """Cells that are off by most."""
    for value, block, deviations, _, shown in deviations_by_block(finding):
        yield from largest(np.where(shown, np.abs(deviations), 0), value, block, most)


def by_gap(finding: Finding, most: int) -> Iterator[Ranked]:
    """Rank totals by their difference from the sum of their published parts."""
    figures = finding.figures
    if figures is None:
        return
    sums = ShownTotals.of(figures)
    missed = np.where(sums.whole(figures.shown[None]), np.abs(sums.missed(figures.published[None])), 0)[0]
    told_set: set[int] = set()
    for index in np.argsort(-missed, kind="stable").tolist():
        cell = int(sums.total[index])
        if len(told_set) == most or not missed[index]:
            return
        if cell not in told_set:
            told_set.add(cell)
            value, block = int(figures.value[cell]), int(figures.block[cell])
            shape = finding.protected.blocks[block].shape if finding.protected is not None else ()
            position = tuple(int(number) for number in np.unravel_index(int(figures.position[cell]), shape))
            yield float(missed[index]), value, block, position


def small_unchanged(finding: Finding, most: int) -> Iterator[Ranked]:
    """Rank counts 1 and 2 that are published unchanged, the smallest first."""
    for value, block, deviations, original, shown in deviations_by_block(finding):
        few = shown & (original > 0) & (original < 3) & (deviations == 0)
        yield from largest(np.where(few, 1.0 / np.maximum(original, 1), 0.0), value, block, most)


def _narrowest(finding: Finding, limit: int) -> Iterator[Ranked]:
    """Cells of a table attacked alone, those with the narrowest intervals first."""
    attacked = finding.attacked
    if attacked is None:
        return
    widths = np.sort((attacked.known.high - attacked.known.low)[attacked.counted])
    if len(widths):
        for cell in attacked.narrow(int(widths[min(limit, len(widths)) - 1])):
            yield float(-cell.width), cell.value, cell.block, cell.position


def _disclosed(finding: Finding, limit: int) -> Iterator[Ranked]:
    """Cells disclosed in a table attacked alone."""
    if finding.attacked is not None:
        for cell in by_harm(finding.attacked.disclosed)[:limit]:
            yield 0.0, cell.value, cell.block, cell.position


def deviations_by_block(
    finding: Finding,
) -> Iterator[tuple[int, int, NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]]:
    """Published minus original, originals, and mask of shown cells, for each value with counts and each block."""
    raw, protected = finding.raw, finding.protected
    if raw is None or protected is None:
        return
    masks = shown_cells(raw.spec, raw.blocks)
    for value in count_values(raw.spec):
        for block, mask in enumerate(masks):
            original = raw.part(raw.spec.values[value].own_filter)[block].counts
            shown_block = protected.blocks[block]
            yield value, block, shown_block.figures[value] - original, original, mask & shown_block.shown(value)


def largest(numbers: NDArray[np.generic], value: int, block: int, most: int) -> Iterator[Ranked]:
    """The largest numbers of a block that are above 0."""
    flat = numbers.ravel().astype(np.float64)
    for index in np.argsort(-flat, kind="stable")[:most].tolist():
        if flat[index] > 0:
            position = tuple(int(number) for number in np.unravel_index(index, numbers.shape))
            yield float(flat[index]), value, block, position
