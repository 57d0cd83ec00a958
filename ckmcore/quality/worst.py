"""The cells of tables that stand worst by a measure, with their categories in words. Confidential."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import both
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.quality.evaluation import Evaluation, Finding, WorstCell
from ckmcore.quality.kinds import MeasureKind
from ckmcore.quality.measures import missed_sums
from ckmcore.quality.sum_evaluation import RANKED, ranked_cells
from ckmcore.risk.attack import count_values
from ckmcore.risk.captions import cell_words
from ckmcore.risk.harm import by_harm, linked_by_harm
from ckmcore.risk.linked_tables import LinkedAttack, LinkedCell
from ckmcore.risk.shown_cells import shown_cells
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.spec import Measure, TableSpec

Ranked = tuple[float, int, int, tuple[int, ...]]
"""The number by which a cell is ranked, its value, block and position."""


def worst_of(evaluation: Evaluation, variant: int, kind: MeasureKind, most: int = 10) -> tuple[WorstCell, ...]:
    """The cells of all tables that stand worst by a measure, the worst first; () where it ranks none."""
    return worst_cells(evaluation.findings[variant], evaluation.together[variant], kind.code, most)


def worst_cells(findings: Sequence[Finding], together: Finding, code: str, most: int) -> tuple[WorstCell, ...]:
    """The cells of all tables that stand worst by the measure `code`, the worst first.

    `together`: what was measured of all tables as one; where it knows better than the tables one by one, it is asked.
    """
    if code in _AVERAGED:
        return _estimated(findings, together, _AVERAGED[code], most)
    if code == "differences":
        return _differences(findings, together, most)
    if code == "disclosed_drawn":
        return _often_disclosed(findings, together, most)
    if code in RANKED:
        return _of_sums(findings, together, code, most)
    if code in _ATTACKED and together.linked is not None:
        return _attacked(findings, together.linked, code, most)
    ranked = _RANKED.get(code)
    if ranked is None:
        return ()
    found = [
        (number, table, value, block, position)
        for table, finding in enumerate(findings)
        for number, value, block, position in ranked(finding, most)
    ]
    found.sort(key=lambda one: (-one[0], *one[1:]))
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
        for number, table, value, block, position in found[:most]
        if (protected := _shown(findings[table])) is not None
    )


def _shown(finding: Finding) -> ProtectedTable | None:
    """The table with all that is attacked of it, and so with the figure of every cell that is named."""
    return finding.protected if finding.told is None else finding.told


def _attacked(findings: Sequence[Finding], found: LinkedAttack, code: str, most: int) -> tuple[WorstCell, ...]:
    """Attacked cells of the tables that are judged, each once: those disclosed, or those with the narrowest intervals.

    The number is the width of the interval.
    """
    places = _judged(findings)
    cells: Iterable[LinkedCell] = linked_by_harm(found.disclosed)
    if code != "disclosed":
        widths = np.sort((found.known.high - found.known.low)[found.counted & (found.first < len(places))])
        limit = int(widths[min(most, len(widths)) - 1]) if len(widths) else 0
        cells = sorted(found.narrow(limit), key=lambda one: one.cell.width)
    mine = [one for one in cells if one.table < len(places)][:most]
    return tuple(
        WorstCell(
            places[one.table],
            one.cell.value,
            one.cell.block,
            one.cell.position,
            one.cell.published,
            float(one.cell.width),
            cell_words(found.tables[one.table].protected, one.cell.value, one.cell.block, one.cell.position),
        )
        for one in mine
    )


def _differences(findings: Sequence[Finding], together: Finding, most: int) -> tuple[WorstCell, ...]:
    """The larger cells of differences that concern fewest units, which are the number, in words with the smaller."""
    found = together.differences
    if found is None:
        return ()
    places = _judged(findings)
    cells = []
    for one in found.listed:
        if one.larger.table < len(places):
            larger, smaller = (
                cell_words(found.tables[cell.table].table, cell.value, cell.block, cell.position)
                for cell in (one.larger, one.smaller)
            )
            at = one.larger
            words = both(
                "evaluation_difference", larger=larger, smaller=smaller, published=one.published, rest=one.rest.said
            )
            table = places[at.table]
            cells.append(WorstCell(table, at.value, at.block, at.position, at.published, float(one.units), words))
    return tuple(cells[:most])


def _often_disclosed(findings: Sequence[Finding], together: Finding, most: int) -> tuple[WorstCell, ...]:
    """The cells that keys drawn anew disclose most often; the number is how often, in percent."""
    places, chance = _judged(findings), together.chance
    cells = []
    for one in () if chance is None or chance.untested else chance.worst[:most]:
        protected = _shown(findings[places[one.table]])
        if protected is not None:
            published = int(protected.blocks[one.block].figures[one.value][one.position])
            words = cell_words(protected, one.value, one.block, one.position)
            cells.append(
                WorstCell(places[one.table], one.value, one.block, one.position, published, 100 * one.chance, words)
            )
    return tuple(cells)


def _of_sums(findings: Sequence[Finding], together: Finding, code: str, most: int) -> tuple[WorstCell, ...]:
    """The sums in which most of single contributions stays open; the number is that of the measure."""
    if together.sum_risks is None:
        return ()
    places = [place for place, one in enumerate(findings) if one.sums is not None]
    cells: list[WorstCell] = []
    for number, one, cell in ranked_cells(together.sum_risks, code):
        segment = one.cells.segments[int(one.cells.segment[cell])]
        if segment.table >= len(places):
            continue
        place = places[segment.table]
        protected = findings[place].protected
        if protected is None:
            continue
        value = _value_of(protected.spec, one.cells.measure, segment.conditions)
        position = tuple(int(axis) for axis in np.unravel_index(int(one.cells.at[cell]), segment.block.shape))
        published = int(protected.blocks[segment.number].figures[value][position])
        words = cell_words(protected, value, segment.number, position)
        signs = protected.blocks[segment.number].signs
        sign = Sign.NONE if signs is None else Sign(int(signs[value][position]))
        in_place, places_ = "" if sign.keeps_figure else sign.text, protected.spec.values[value].places
        cells.append(WorstCell(place, value, segment.number, position, published, number, words, places_, in_place))
        if len(cells) == most:
            break
    return tuple(cells)


def _value_of(spec: TableSpec, measure: Measure, conditions: Conditions) -> int:
    """The value that shows a sum, else the first one that is made of it."""
    made = [
        number
        for number, value in enumerate(spec.values)
        if (value.measure == measure and value.own_filter == conditions)
        or (value.kind == "ratio" and value.base_measure == measure and value.base_conditions == conditions)
    ]
    return next((number for number in made if spec.values[number].kind == "sum"), made[0])


def _by_error(finding: Finding, most: int) -> Iterator[Ranked]:
    """Sums whose figure is shown, those with the largest relative error first, which is the number, in percent."""
    if finding.sums is None or finding.protected is None:
        return
    for measured in finding.sums.measured:
        figures = measured.figures
        there = figures.shown & (figures.original != 0)
        off = np.zeros(len(figures.original))
        np.divide(np.abs(figures.published - figures.original), np.abs(figures.original), out=off, where=there)
        for at in np.argsort(-off, kind="stable")[:most].tolist():
            if off[at] > 0:
                block = int(figures.block[at])
                shape = finding.protected.blocks[block].shape
                position = tuple(int(axis) for axis in np.unravel_index(int(figures.position[at]), shape))
                yield 100 * float(off[at]), int(figures.value[at]), block, position


def _judged(findings: Sequence[Finding]) -> list[int]:
    """The numbers of the tables that could be judged: those that were attacked and averaged over."""
    return [place for place, one in enumerate(findings) if one.told is not None]


def _estimated(
    findings: Sequence[Finding], together: Finding, by: Literal["lower", "upper", "hit"], most: int
) -> tuple[WorstCell, ...]:
    """The cells with the largest bound from all tables, or that the linear estimate gives away; number: percent."""
    found = together.averaged
    if found is None:
        return ()
    places = _judged(findings)
    return tuple(
        WorstCell(
            places[cell.table],
            cell.value,
            cell.block,
            cell.position,
            cell.published,
            100 * float(getattr(cell, by)),
            cell_words(found.tables[cell.table], cell.value, cell.block, cell.position),
        )
        for cell in found.worst(most, by)
    )


def _by_deviation(finding: Finding, most: int) -> Iterator[Ranked]:
    for value, block, off, _, shown in _deviations(finding):
        yield from _largest(np.where(shown, np.abs(off), 0), value, block, most)


def _by_gap(finding: Finding, most: int) -> Iterator[Ranked]:
    """Totals that their published parts miss by most."""
    figures = finding.figures
    if figures is None:
        return
    lines, missed = missed_sums(figures)
    totals = figures.table.relations.totals[lines]
    told: set[int] = set()
    for at in np.argsort(-missed, kind="stable").tolist():
        total = int(totals[at])
        if len(told) == most or not missed[at]:
            return
        if total not in told:
            told.add(total)
            cell = int(np.flatnonzero((figures.figure == total) & figures.shown)[0])
            value, block = int(figures.value[cell]), int(figures.block[cell])
            shape = finding.protected.blocks[block].shape if finding.protected is not None else ()
            position = tuple(int(one) for one in np.unravel_index(int(figures.position[cell]), shape))
            yield float(missed[at]), value, block, position


def _small(finding: Finding, most: int) -> Iterator[Ranked]:
    """Counts 1 and 2 that are published as they are, the smallest first."""
    for value, block, off, original, shown in _deviations(finding):
        few = shown & (original > 0) & (original < 3) & (off == 0)
        yield from _largest(np.where(few, 1.0 / np.maximum(original, 1), 0.0), value, block, most)


def _narrow(finding: Finding, most: int) -> Iterator[Ranked]:
    """Cells of a table attacked alone, those with the narrowest intervals first."""
    attacked = finding.attacked
    if attacked is None:
        return
    widths = np.sort((attacked.known.high - attacked.known.low)[attacked.counted])
    if len(widths):
        for cell in attacked.narrow(int(widths[min(most, len(widths)) - 1])):
            yield float(-cell.width), cell.value, cell.block, cell.position


def _disclosed(finding: Finding, most: int) -> Iterator[Ranked]:
    """Cells disclosed in a table attacked alone."""
    if finding.attacked is not None:
        for cell in by_harm(finding.attacked.disclosed)[:most]:
            yield 0.0, cell.value, cell.block, cell.position


def _deviations(
    finding: Finding,
) -> Iterator[tuple[int, int, NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]]:
    """Of each value that publishes counts and each block: published - original, the original, and what is shown."""
    raw, protected = finding.raw, finding.protected
    if raw is None or protected is None:
        return
    masks = shown_cells(raw.spec, raw.blocks)
    for value in count_values(raw.spec):
        for block, mask in enumerate(masks):
            original = raw.part(raw.spec.values[value].own_filter)[block].counts
            shown, signs = protected.blocks[block], protected.blocks[block].signs
            plain = np.ones(mask.shape, np.bool_) if signs is None else np.isin(signs[value], _KEPT)
            yield value, block, shown.figures[value] - original, original, mask & plain


def _largest(numbers: NDArray[np.generic], value: int, block: int, most: int) -> Iterator[Ranked]:
    """The largest numbers of a block that are above 0."""
    flat = numbers.ravel().astype(np.float64)
    for at in np.argsort(-flat, kind="stable")[:most].tolist():
        if flat[at] > 0:
            position = tuple(int(one) for one in np.unravel_index(at, numbers.shape))
            yield float(flat[at]), value, block, position


_KEPT = [sign for sign in Sign if sign.keeps_figure]
_ATTACKED = ("disclosed", "narrow", "mean_width")
_AVERAGED: Mapping[str, Literal["lower", "upper", "hit"]] = {
    "averaging_lower": "lower",
    "averaging_upper": "upper",
    "averaging_largest": "lower",
    "averaging_linear": "hit",
}
_RANKED: Mapping[str, Callable[[Finding, int], Iterator[Ranked]]] = {
    "mean_deviation": _by_deviation,
    "p95_deviation": _by_deviation,
    "largest_deviation": _by_deviation,
    "within_one": _by_deviation,
    "changed": _by_deviation,
    "gaps": _by_gap,
    "mean_gap": _by_gap,
    "largest_gap": _by_gap,
    "disclosed": _disclosed,
    "narrow": _narrow,
    "mean_width": _narrow,
    "small_unchanged": _small,
    **dict.fromkeys(("sum_mean", "sum_median", "sum_p95", "sum_within_1", "sum_within_5", "sum_within_p"), _by_error),
}
