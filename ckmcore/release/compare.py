"""What is different between two published tables, cell by cell, by codes: changed, new, gone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.base.texts import Texts
from ckmcore.compare.changed import Kind, compare_cells
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.draft import Draft, Revised, RevisedMargins
from ckmcore.methods.protected import Sign
from ckmcore.statistic.changed_units import few_changed
from ckmcore.statistic.entry import Submission
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import Release
from ckmcore.statistic.snapshot import KeptBlock, KeptDimension, KeptFigures, KeptNode, kept_figures, unpacked
from ckmcore.tabulate.cell_storage import AllCells, Cells

LISTED = 5_000
_KEEPING = [int(sign) for sign in Sign if sign.keeps_figure]


@dataclass(frozen=True)
class ShownFigure:
    """Content of a cell: a figure, shown in brackets or replaced by a sign where `sign` says so."""

    figure: Decimal
    sign: Sign = Sign.NONE


@dataclass(frozen=True)
class CellChange:
    """A changed cell. place: (variable, category) pairs of its address, without totals; value: name of the shown value;
    before, after: None where it is new or gone."""

    kind: Kind
    place: tuple[tuple[Texts, Texts], ...]
    value: Texts
    before: ShownFigure | None
    after: ShownFigure | None


@dataclass(frozen=True)
class TablesCompared:
    """Comparison of two tables. same, changed, new, gone: numbers of cells; cells: the first `LISTED` differing ones in
    the order of the later table, followed by gone ones; selection: whether both show the same selection of records;
    few: cells of the earlier one in which few units changed by corrected deliveries (confidential). largest: largest
    relative change of a figure that both show and that was not 0, of all cells, such as 0.04 or -0.5; None without one.
    """

    same: int
    changed: int
    new: int
    gone: int
    cells: tuple[CellChange, ...]
    selection: bool
    few: tuple[Sentence, ...] = ()
    largest: float | None = None

    @property
    def cells_count(self) -> int:
        """Number of cells that either table shows."""
        return self.same + self.differing

    @property
    def differing(self) -> int:
        return self.changed + self.new + self.gone

    @property
    def complete(self) -> bool:
        """Whether all cells that differ are listed."""
        return len(self.cells) == self.differing


def compare_releases(statistic: Statistic, before: Release, after: Release) -> TablesCompared:
    """Compare two releases by their kept figures. Raises SnapshotMissing, SnapshotDamaged."""
    compared = compare_figures(figures_of(statistic, before), figures_of(statistic, after))
    return replace(compared, few=few_changed(statistic, before))


def compare_with(statistic: Statistic, before: Release, draft: Draft) -> TablesCompared:
    """Compare a release with the current table. Raises SnapshotMissing, SnapshotDamaged."""
    compared = compare_figures(figures_of(statistic, before), kept_figures(draft.table))
    return replace(compared, few=few_changed(statistic, before))


def figures_of(statistic: Statistic, found: Release) -> KeptFigures:
    """The published figures of a release. Raises SnapshotMissing, SnapshotDamaged, HypercubeInFiles,
    FiguresHidden."""
    found.refuse_hypercube()
    found.refuse_hidden()
    return unpacked(statistic.snapshots, found.submission.packed, found.submission.figures, found.number)


def compare_figures(before: KeptFigures, after: KeptFigures) -> TablesCompared:
    """Compare two tables cell by cell; a cell that occurs twice in a table counts once."""
    old_cells, new_cells = _Cells(before), _Cells(after)
    cells_compared = compare_cells(
        old_cells.address, new_cells.address, lambda was, new_indices: _equal(old_cells, was, new_cells, new_indices)
    )
    former, changed = cells_compared.changed
    differing = dict(zip(changed.tolist(), former.tolist(), strict=True))
    added, gone_indices = cells_compared.new.tolist(), cells_compared.gone.tolist()
    cells: list[CellChange] = []
    for cell_number in sorted({*differing, *added})[:LISTED]:
        was = differing.get(cell_number)
        cells.append(
            CellChange("new", *new_cells.place(cell_number), None, new_cells.shown(cell_number))
            if was is None
            else CellChange(
                "changed", *new_cells.place(cell_number), old_cells.shown(was), new_cells.shown(cell_number)
            )
        )
    cells += [
        CellChange("gone", *old_cells.place(index), old_cells.shown(index), None)
        for index in gone_indices[: LISTED - len(cells)]
    ]
    selection = _selection(before) == _selection(after)
    return TablesCompared(
        cells_compared.unchanged,
        len(differing),
        len(added),
        len(gone_indices),
        tuple(cells),
        selection,
        largest=_largest(old_cells, former, new_cells, changed),
    )


def _largest(old_cells: _Cells, was: NDArray[np.intp], new_cells: _Cells, now: NDArray[np.intp]) -> float | None:
    """Largest relative change by amount of figures that are shown before and after; None where none was but 0."""
    shown = np.isin(old_cells.signs[was], _KEEPING) & np.isin(new_cells.signs[now], _KEEPING)
    shown &= old_cells.figures[was] != 0
    was, now = was[shown], now[shown]
    if not len(was):
        return None
    before = old_cells.figures[was] / 10.0 ** old_cells.places[was]
    changes = new_cells.figures[now] / 10.0 ** new_cells.places[now] / before - 1
    return float(changes[np.argmax(np.abs(changes))])


def changed_masks(before: KeptFigures, after: KeptFigures) -> Revised:
    """Masks of the figures of the later table that the earlier one has otherwise, wherever they are shown: for each
    block one for each value, in the shape of its figures."""
    old_cells, new_cells = _Cells(before), _Cells(after)
    compared = compare_cells(
        old_cells.address, new_cells.address, lambda was, new_indices: _equal(old_cells, was, new_cells, new_indices)
    )
    is_changed = np.isin(new_cells.every_address, new_cells.address[compared.changed[1]])
    is_new = np.isin(new_cells.every_address, new_cells.address[compared.new])
    masks = []
    for number, block in enumerate(after.blocks):
        in_block, own = new_cells.every_where[:, 0] == number, list[NDArray[np.bool_]]()
        for value, figures in enumerate(block.figures):
            mask, here = np.zeros(figures.shape, dtype=np.bool_), in_block & (new_cells.every_where[:, 1] == value)
            places = new_cells.every_where[here & is_changed, 2]
            if block.listed is not None:
                # What no line said before was 0, where its categories were there.
                placed = new_cells.every_where[here & is_new, 2]
                placed = placed[_was_unlisted(before, block, placed)]
                places = np.searchsorted(block.listed.numbers, np.append(places, placed).astype(np.uint64))
            mask.ravel()[places] = True
            own.append(mask)
        masks.append(tuple(own))
    return tuple(masks)


def revised_margins(before: Submission, after: Submission) -> RevisedMargins | None:
    """Margins of a hypercube whose figures are not those of an earlier one, by the hashes of the register; None where
    the two cannot be compared: another specification, dictionary or period."""
    periods = [[(facts.code, facts.described) for facts in submission.periods] for submission in (before, after)]
    if not (before.margins and after.margins) or before.spec != after.spec or periods[0] != periods[1]:
        return None
    hashes = {margin.variables: margin.sha256 for margin in before.margins}
    changed = [margin.variables for margin in after.margins if hashes.get(margin.variables) != margin.sha256]
    return RevisedMargins(tuple(changed), len(after.margins), after.revised)


def _was_unlisted(before: KeptFigures, block: KeptBlock, numbers: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether an earlier table has cells of a block without listing them. numbers: of the cells in the block."""
    shape = tuple(len(dimension.nodes) for dimension in block.dimensions)
    nodes, was_unlisted = np.unravel_index(numbers, shape), np.zeros(len(numbers), dtype=np.bool_)
    for former in before.blocks:
        named = {
            dimension.name: {_node_name(dimension, node) for node in dimension.nodes} for dimension in former.dimensions
        }
        if former.listed is None or {*named} != {dimension.name for dimension in block.dimensions}:
            continue
        known = np.ones(len(numbers), dtype=np.bool_)
        for dimension, places in zip(block.dimensions, nodes, strict=True):
            names = [_node_name(dimension, node) in named[dimension.name] for node in dimension.nodes]
            known &= np.array(names)[places]
        was_unlisted |= known
    return was_unlisted


class _Cells:
    """All cells of a table, each once: hash of the address (64 bits), figure and sign."""

    def __init__(self, table: KeptFigures) -> None:
        self._table = table
        addresses, figures, shown_decimals, signs, where = [], [], [], [], []
        for block_index, block in enumerate(table.blocks):
            cells = block.listed or AllCells(tuple(len(dimension.nodes) for dimension in block.dimensions))
            base = _combined(
                cells, ([_node_name(dimension, node) for node in dimension.nodes] for dimension in block.dimensions)
            )
            headings = _combined(cells, ([node.heading for node in dimension.nodes] for dimension in block.dimensions))
            inner = np.flatnonzero(headings == 0)
            numbers = inner if block.listed is None else block.listed.numbers[inner].astype(np.intp)
            for value, shown_value in enumerate(table.values):
                addresses.append(base[inner] + np.uint64(_name(shown_value.meaning)))
                figures.append(block.figures[value].ravel()[inner])
                signs.append(block.signs[value].ravel()[inner])
                shown_decimals.append(np.full(len(inner), shown_value.places, dtype=np.int64))
                where.append(np.stack([np.full_like(inner, block_index), np.full_like(inner, value), numbers], axis=1))
        address = np.concatenate(addresses)
        self.every_address, self.every_where = address, np.concatenate(where)
        _, first = np.unique(address, return_index=True)
        first.sort()
        self.address = address[first]
        self.figures: NDArray[np.int64] = np.concatenate(figures)[first]
        self.places: NDArray[np.int64] = np.concatenate(shown_decimals)[first]
        self.signs: NDArray[np.uint8] = np.concatenate(signs)[first]
        self._where = self.every_where[first]

    def place(self, at: int) -> tuple[tuple[tuple[Texts, Texts], ...], Texts]:
        """Variables and categories of a cell, and the name of its value. at: index."""
        number, value, position_ = self._where[at].tolist()
        block = self._table.blocks[number]
        shape = tuple(len(dimension.nodes) for dimension in block.dimensions)
        labels = []
        for dimension, position in zip(block.dimensions, np.unravel_index(position_, shape), strict=True):
            node = dimension.nodes[int(position)]
            if node.code is not None:
                labels.append((dimension.title, node.label))
        return tuple(labels), self._table.values[value].label

    def shown(self, at: int) -> ShownFigure:
        return ShownFigure(Decimal(int(self.figures[at])).scaleb(-int(self.places[at])), Sign(int(self.signs[at])))


def _equal(
    old_cells: _Cells, in_old: NDArray[np.intp], new_cells: _Cells, in_new: NDArray[np.intp]
) -> NDArray[np.bool_]:
    equal: NDArray[np.bool_] = (old_cells.figures[in_old] == new_cells.figures[in_new]) & (
        old_cells.signs[in_old] == new_cells.signs[in_new]
    )
    scaled = np.flatnonzero(old_cells.places[in_old] != new_cells.places[in_new])
    for cell_number in scaled.tolist():
        equal[cell_number] = old_cells.shown(int(in_old[cell_number])) == new_cells.shown(int(in_new[cell_number]))
    return equal


def _combined(cells: Cells, axis_parts: Iterable[Sequence[int]]) -> NDArray[np.uint64]:
    """Sum of one number per node for each cell, as a flat array. axis_parts: numbers of the nodes of each dimension."""
    names = np.zeros(cells.held, dtype=np.uint64)
    for axis, axis_part in enumerate(axis_parts):
        names = names + cells.along(axis, np.array(axis_part, dtype=np.uint64))
    return names.ravel()


def _node_name(dimension: KeptDimension, node: KeptNode) -> int:
    if node.code is None:
        return 0
    if node.own:
        return _name(f"{dimension.name}\0own\0{node.label.de}\0{node.label.en}")
    return _name(f"{dimension.name}\0code\0{node.code}")


def _name(text: str) -> int:
    """64-bit hash of a text; sums of such hashes identify addresses. Two of a million addresses coincide once in 10^7
    tables."""
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "little")


def _selection(table: KeptFigures) -> set[tuple[Texts, tuple[Texts, ...]]]:
    return {(each_filter.title, each_filter.labels) for each_filter in table.filters}


def change_sentence(change: CellChange) -> Sentence:
    """Sentence on a changed cell: its categories, value, and content before and after."""
    labels = [sentence("change_label", label=label) for _, label in change.place]
    return sentence(
        f"change_{change.kind}",
        place=joined(labels, "note_list") if labels else sentence("word_total"),
        value=change.value,
        before=_text(change.before),
        after=_text(change.after),
    )


def _text(shown_figure: ShownFigure | None) -> Texts:
    if shown_figure is None:
        return Texts()
    decimals = -int(shown_figure.figure.as_tuple().exponent)
    languages: tuple[Language, ...] = ("en", "de")
    return Texts(
        *(shown_figure.sign.around(decimal_text(shown_figure.figure, decimals, language)) for language in languages)
    )
