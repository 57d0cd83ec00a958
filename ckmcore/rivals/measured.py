"""What published figures of linked tables cost and reveal, counted beside their originals by logical cell.

The same functions measure every method, so that their columns on the board can be compared. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.rivals.levels import CategoryGroup, groups_by
from ckmcore.rivals.relations import TOTAL_CODE, Address, LinkedFigures, SuppressedCell, SuppressedTable, linked_figures

Cells = Mapping[Address, int | None]
"""Published figure of each cell, by the code of each variable of the table; None: a sign."""
Values = dict[str, float | None]
"""By measure; None where it was not measured, or where nothing is there to be measured."""
MOST_LISTED = 500
"""Cells that are listed behind a figure, the worst first."""


_OFTEN = 20


@dataclass(frozen=True)
class MeasuredCell:
    """A cell behind a figure of the board. Confidential. address: variable and code of what it is broken down by;
    published: each figure that some table shows, None for a sign."""

    address: tuple[tuple[str, str], ...]
    original: int
    published: tuple[int | None, ...]

    def __repr__(self) -> str:
        return "MeasuredCell(confidential)"


class MeasuredTables:
    """The original cells of tables of the same variables, and what is measured of figures published for them."""

    def __init__(
        self,
        groups: Mapping[str, tuple[str, ...]],
        counts: Mapping[str, Mapping[Address, int]],
        hierarchies: Mapping[str, Hierarchy],
    ) -> None:
        """groups: the variables of each table. counts: its original cells."""
        self._groups, self._counts = groups, counts
        self.variables = tuple(dict.fromkeys(name for names in groups.values() for name in names))
        self.original = {
            self.address(groups[name], codes): count for name, cells in counts.items() for codes, count in cells.items()
        }
        self.figures: Mapping[str, LinkedFigures] = {
            name: linked_figures([_table(name, groups[name], cells)], hierarchies) for name, cells in counts.items()
        }

    def address(self, names: Sequence[str], codes: Address) -> Address:
        """The logical cell of a cell of a table: its code of every variable."""
        known = dict(zip(names, codes, strict=True))
        return tuple(known.get(name, TOTAL_CODE) for name in self.variables)

    def by_cell(self, shown: Mapping[str, Cells]) -> dict[Address, list[int | None]]:
        """The published figures of each logical cell, of every table that has it."""
        published: dict[Address, list[int | None]] = {}
        for name, cells in shown.items():
            for codes, figure in cells.items():
                published.setdefault(self.address(self._groups[name], codes), []).append(figure)
        return published

    def losses(self, shown: Mapping[str, Cells]) -> Values:
        """Consistency, additivity and loss. Cells with a sign have no deviation; it is never taken as 0."""
        published = self.by_cell(shown)
        hidden = [address for address, figures in published.items() if any(figure is None for figure in figures)]
        sizes, filled = [], []
        for address, figures in published.items():
            if figures[0] is not None:
                sizes.append(abs(figures[0] - self.original[address]))
                filled += [sizes[-1]] if self.original[address] else []
        total = sum(map(abs, self.original.values()))
        return {
            "differing": sum(len(set(figures)) > 1 for figures in published.values()),
            **self._sums(shown),
            "not_shown": len(hidden) / len(self.original),
            "value_not_shown": _share(sum(abs(self.original[address]) for address in hidden), total),
            "changed": _share(sum(size > 0 for size in sizes), len(sizes)),
            "mean_deviation": _mean(sizes),
            "mean_deviation_filled": _mean(filled),
            "largest_deviation": max(sizes, default=None),
        }

    def small(self, shown: Mapping[str, Cells], least: int) -> Values:
        """How counts from 1 to below `least` are shown, and how many figures of this size are true."""
        published = self.by_cell(shown)
        small = [address for address, value in self.original.items() if 0 < value < least]
        low = [
            (address, figure)
            for address, figures in published.items()
            for figure in dict.fromkeys(figures)
            if figure is not None and 0 < figure < least
        ]
        return {
            "small_true": _share(sum(self.original[address] in published[address] for address in small), len(small)),
            "small_shown_true": _share(sum(self.original[address] == figure for address, figure in low), len(low)),
        }

    def behind(self, shown: Mapping[str, Cells], least: int) -> dict[str, tuple[MeasuredCell, ...]]:
        """The cells behind the measures of published figures, by measure."""
        published, original = self.by_cell(shown), self.original
        hidden = [cell for cell, figures in published.items() if None in figures]
        sizes = {
            cell: abs(figures[0] - original[cell]) for cell, figures in published.items() if figures[0] is not None
        }
        changed = sorted((cell for cell, size in sizes.items() if size), key=lambda cell: -sizes[cell])
        gaps = (total for total, figures in self._every_sum(shown) if _gap(figures))
        cells = {
            "small_true": [cell for cell, value in original.items() if 0 < value < least and value in published[cell]],
            "differing": [cell for cell, figures in published.items() if len(set(figures)) > 1],
            "gaps": list(dict.fromkeys(gaps)),
            "not_shown": sorted(hidden, key=lambda cell: -abs(original[cell])),
            "changed": changed,
        }
        same = {"small_shown_true": "small_true", "value_not_shown": "not_shown"}
        same |= dict.fromkeys(("mean_gap", "largest_gap", "relative_gap"), "gaps")
        same |= dict.fromkeys(("mean_deviation", "mean_deviation_filled", "largest_deviation"), "changed")
        same |= dict.fromkeys(("relative_deviation", "largest_relative"), "changed")
        listed = {name: self.listed(each, published) for name, each in cells.items()}
        return listed | {name: listed[other] for name, other in same.items()}

    def listed(
        self, cells: Iterable[Address], published: Mapping[Address, Sequence[int | None]]
    ) -> tuple[MeasuredCell, ...]:
        """Cells of the tables with what is published of them."""
        own = [cell for cell in cells if cell in self.original][:MOST_LISTED]
        return tuple(
            MeasuredCell(
                tuple((name, code) for name, code in zip(self.variables, cell, strict=True) if code != TOTAL_CODE),
                self.original[cell],
                tuple(published[cell]),
            )
            for cell in own
        )

    def relative(self, shown: Mapping[str, Cells], sensitive: Mapping[Address, float]) -> Values:
        """Consistency, additivity and loss of sums, relative to originals, and how closely sensitive ones are shown.

        sensitive: by cell the distance from its sum that is close. sensitive_near: the share of these cells that some
        table shows closer.
        """
        published, losses = self.by_cell(shown), self.losses(shown)
        near = sum(
            any(figure is not None and abs(figure - self.original[address]) < distance for figure in published[address])
            for address, distance in sensitive.items()
        )
        sizes = [
            abs(figures[0] - self.original[address]) / abs(self.original[address])
            for address, figures in published.items()
            if figures[0] is not None and self.original[address]
        ]
        kept = ("differing", "gaps", "not_computable", "not_shown", "value_not_shown", "changed")
        return {
            "sensitive_near": _share(near, len(sensitive)),
            **{name: losses[name] for name in kept},
            "relative_gap": self._relative_gap(shown),
            "relative_deviation": _mean(sizes),
            "largest_relative": max(sizes, default=None),
        }

    def _relative_gap(self, shown: Mapping[str, Cells]) -> float | None:
        """The mean gap between published totals and parts, relative to the original totals that are not 0."""
        gaps = []
        for name, figures in self.figures.items():
            published = [shown[name].get(address) for address in figures.addresses]
            relations = figures.relations
            for row, total in enumerate(relations.totals.tolist()):
                every = [published[figure] for figure in (total, *relations.parts_of(row).tolist())]
                original = self._counts[name].get(figures.addresses[total])
                if original and not any(figure is None for figure in every):
                    whole, *parts = cast("list[int]", every)
                    gaps.append(abs(sum(parts) - whole) / abs(original))
        return _mean(gaps)

    def at_least(self, runs: Sequence[Mapping[str, Cells]], least: int) -> Values:
        """Of the figures that are `least`, the shares that are true, and that come from fewer records, over runs of
        other seeds. small_posterior: the largest share of small counts behind a published figure, of those that occur
        often enough; None for a single run."""
        behind: dict[int, list[int]] = {}
        for shown in runs:
            for address, figures in self.by_cell(shown).items():
                if figures[0] is not None:
                    behind.setdefault(figures[0], []).append(self.original[address])
        before = behind.get(least, [])
        posteriors = [_small_share(each, least) or 0.0 for each in behind.values() if len(each) >= _OFTEN]
        return {
            "least_true": _share(before.count(least), len(before)),
            "least_from_small": _small_share(before, least),
            "small_posterior": max(posteriors, default=None) if len(runs) > 1 else None,
        }

    def groups(self, shown: Mapping[str, Cells], variable: str) -> Values:
        """Groups of units whose category the figures show, by the categories of a variable, or of each one for "".

        A group is shown in one category where its figure is not 0, and the figures of all categories but one are. A
        sign may mean units. groups_shown: those for which that is true; groups_shown_true: their share of all such.
        """
        seen: dict[tuple[Address, tuple[Address, ...]], list[bool]] = {}
        for name, figures in self.figures.items():
            for group in self._groups_of(figures, variable):
                cells = [figures.addresses[figure] for figure in group.cells]
                margin = figures.addresses[group.margin]
                shown_in = [cell for cell in cells if shown[name].get(cell) != 0]
                if shown[name].get(margin) == 0 or len(shown_in) != 1:
                    continue
                true = [cell for cell in cells if self._counts[name].get(cell)] == shown_in
                names = self._groups[name]
                key = self.address(names, margin), tuple(self.address(names, cell) for cell in cells)
                seen.setdefault(key, []).append(true)
        true_ones = sum(any(answers) for answers in seen.values())
        return {"groups_shown": true_ones, "groups_shown_true": _share(true_ones, len(seen))}

    def _groups_of(self, figures: LinkedFigures, variable: str) -> list[CategoryGroup]:
        wanted = [name for name in figures.variables if variable in ("", name)]
        return [group for name in wanted for group in groups_by(figures, name) if len(group.cells) > 1]

    def _sums(self, shown: Mapping[str, Cells]) -> Values:
        """Sums whose published parts give another figure, by how much, and the share that cannot be computed."""
        every = [_gap(figures) for _, figures in self._every_sum(shown)]
        gaps = [gap for gap in every if gap is not None]
        return {
            "gaps": sum(gap > 0 for gap in gaps),
            "mean_gap": _mean(gaps),
            "largest_gap": max(gaps, default=None),
            "not_computable": _share(len(every) - len(gaps), len(every)),
        }

    def _every_sum(self, shown: Mapping[str, Cells]) -> Iterator[tuple[Address, list[int | None]]]:
        """Each sum that a table shows: its total, and the published figures of the total and of its parts."""
        for name, figures in self.figures.items():
            published = [shown[name].get(address) for address in figures.addresses]
            relations = figures.relations
            for row, total in enumerate(relations.totals.tolist()):
                cells = [total, *relations.parts_of(row).tolist()]
                if not figures.shown[cells].all():  # a level, or a category, that the table leaves out
                    continue
                every = [published[figure] for figure in cells]
                yield self.address(figures.variables, figures.addresses[total]), every


def new_losses(counts: Mapping[Address, int], cells: Cells, *, relative: bool = False) -> list[float]:
    """The deviations of the shown figures of a table; relative: as shares of the originals that are not 0."""
    pairs = [(abs(figure - counts[codes]), abs(counts[codes])) for codes, figure in cells.items() if figure is not None]
    return [size / of for size, of in pairs if of] if relative else [float(size) for size, _ in pairs]


def of_unplanned(sizes: Sequence[float], planned: float | None, *, relative: bool = False) -> Values:
    """The measures of deviations of unplanned tables, and how many times as large they are as planned: the mean."""
    mean = _mean(sizes)
    ratio = None
    if mean is not None and planned is not None:
        ratio = mean / planned if planned else float("inf") if mean else 1.0
    if relative:
        return {"unplanned_relative": mean, "unplanned_ratio": ratio}
    return {"unplanned_deviation": mean, "unplanned_largest": max(sizes, default=None), "unplanned_ratio": ratio}


def differing(first: Mapping[str, Cells], other: Mapping[str, Cells], within: Callable[[str, Address], bool]) -> int:
    """Number of cells that two publications of the same tables show otherwise, of those that are within."""
    return sum(
        figure != other[name].get(codes)
        for name, cells in first.items()
        for codes, figure in cells.items()
        if within(name, codes)
    )


def _table(name: str, names: Sequence[str], cells: Mapping[Address, int]) -> SuppressedTable:
    return SuppressedTable(name, tuple(names), tuple(SuppressedCell(*cell) for cell in cells.items()))


def _gap(figures: Sequence[int | None]) -> int | None:
    """How far parts are from their total, the first figure; None where one has a sign."""
    if any(figure is None for figure in figures):
        return None
    whole, *parts = cast("list[int]", figures)
    return abs(sum(parts) - whole)


def _share(number: int, of: int) -> float | None:
    return number / of if of else None


def _small_share(originals: Sequence[int], least: int) -> float | None:
    return _share(sum(0 < count < least for count in originals), len(originals))


def _mean(sizes: Sequence[float]) -> float | None:
    return float(np.mean(sizes)) if sizes else None
