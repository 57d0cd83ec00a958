"""Find in a table: words in labels, codes and figures as they are shown. Published figures only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import MINUS, Language, scaled_text
from ckmcore.methods.protected import Sign
from ckmcore.office.settings import Office
from ckmcore.presentation.present import ShownValue
from ckmcore.tabulate.axis import AxisDimension, hidden_places, shown_places
from ckmcore.tabulate.labels import AxisLabels, node_words
from ckmcore.tabulate.layout import ListedMatrix
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TOTAL
from ckmdesk.state.hidden import HiddenMark, TableSide
from ckmdesk.state.shelves import Origin
from ckmdesk.state.table_view import TableView, zero_dash

MOST_HITS = 10_000
_ASK_EVERY = 500  # lines between two looks at whether anybody still waits
Part = Literal["head", "stub", "cell", "hidden"]


@dataclass(frozen=True)
class Closed:
    """A change that opens nodes to show what is below them; `expanded` are all nodes open afterwards."""

    at: Origin
    variable: str
    title: str
    expanded: tuple[str, ...]


@dataclass(frozen=True)
class FoundPlace:
    """A match of a search: a label of head or stub, a figure, a hidden line, or a node below a closed one.

    `row` and `column` are those of the model; for a label in the head `column` is the line of the head. `code` is that
    of a match out of view; `mark` and `closed` bring it into view.
    """

    part: Part
    row: int = 0
    column: int = 0
    level: int = 0
    code: str = ""
    mark: HiddenMark | None = None
    closed: Closed | None = None


def find_in(
    view: TableView,
    rows: AxisLabels,
    columns: AxisLabels,
    words: str,
    cancelled: Callable[[], bool] = never,
) -> tuple[FoundPlace, ...]:
    """Find all matches of `words` in reading order: head, then line by line, then what is hidden.

    At most `MOST_HITS` are returned; none for an empty search.
    """
    wanted_text, language = " ".join(words.split()).casefold(), view.presented.language
    if not wanted_text:
        return ()
    found_places = [
        FoundPlace("head", 0, line, level)
        for line, level in _labels(columns, wanted_text, cancelled)
        if level <= columns.block_level or not stands_alone(columns, line)
    ]
    found_places.sort(key=lambda hit: (hit.level, hit.column))
    inner_places = [FoundPlace("stub", row, -1, level) for row, level in _labels(rows, wanted_text, cancelled)]
    inner_places += [FoundPlace("cell", row, column) for row, column in _cells(view, rows, wanted_text)]
    inner_places.sort(key=lambda hit: (hit.row, hit.column, hit.level))
    unseen = (*_hidden(view, language, wanted_text), *_closed(view, language, wanted_text, cancelled))
    return tuple((*found_places, *inner_places, *unseen)[:MOST_HITS])


def _closed(
    view: TableView, language: Language, sought_text: str, cancelled: Callable[[], bool]
) -> Iterator[FoundPlace]:
    """Yield matches below closed nodes, by label or code.

    Nodes that a rule or a selection excludes are not searched.
    """
    for side, layout in (("rows", view.layout.rows), ("columns", view.layout.columns)):
        for segment_index, segment in enumerate(layout.segments):
            for shown_level in segment.levels:
                level, whole_dimension = shown_level.level, shown_level.dimension.whole or shown_level.dimension
                if level.rows or level.top.most or level.groups_only:
                    continue
                present_places = set(shown_places(level, whole_dimension))
                for index in range(1, len(whole_dimension)):
                    if index % _ASK_EVERY == 0 and cancelled():
                        return
                    if (
                        index in present_places
                        or index in whole_dimension.ended_places
                        or not _fits(view, whole_dimension, index, language, sought_text)
                    ):
                        continue
                    if above := _way_to(whole_dimension, index, present_places):
                        title = whole_dimension.title.text(language) or whole_dimension.name
                        opened = tuple(dict.fromkeys((*level.expanded, *above)))
                        closed = Closed(Origin(side, segment_index), level.variable, title, opened)  # type: ignore[arg-type]
                        yield FoundPlace("hidden", code=str(whole_dimension.nodes[index].code), closed=closed)


def _way_to(whole_dimension: AxisDimension, index: int, shown_places_: Collection[int]) -> list[str]:
    """Return the codes of all nodes above a node up to the first that is shown; empty if none is shown."""
    above = []
    while (index := whole_dimension.nodes[index].parent) > 0:
        above.append(str(whole_dimension.nodes[index].code))
        if index in shown_places_:
            return above
    return []


def _fits(view: TableView, whole_dimension: AxisDimension, index: int, language: Language, sought_text: str) -> bool:
    """Return whether a node's label contains the words, or they are its code."""
    node = whole_dimension.nodes[index]
    words = node_words(node, view.layout.spec.presentation, language).casefold()
    return sought_text in words or str(node.code).casefold() == sought_text


def _hidden(view: TableView, language: Language, sought_text: str) -> Iterator[FoundPlace]:
    """Yield matches among nodes hidden by hand, by label or code."""
    for axis, layout in (("rows", view.layout.rows), ("columns", view.layout.columns)):
        side: TableSide = "rows" if axis == "rows" else "columns"
        for segment_index, segment in enumerate(layout.segments):
            for shown_level in segment.levels:
                whole_dimension, level = shown_level.dimension.whole or shown_level.dimension, shown_level.level
                if not level.hidden:
                    continue
                for place in sorted(
                    hidden_places(level, whole_dimension)
                    & set(shown_places(replace(level, hidden=()), whole_dimension))
                ):
                    if not _fits(view, whole_dimension, place, language, sought_text):
                        continue
                    node, node_index = whole_dimension.nodes[place], place
                    while node_index > 0 and whole_dimension.nodes[node_index].code not in level.hidden:
                        node_index = whole_dimension.nodes[node_index].parent
                    root = (Origin(side, segment_index), level.variable, (str(whole_dimension.nodes[node_index].code),))
                    yield FoundPlace("hidden", code=str(node.code), mark=HiddenMark(side, 0, 1, (root,)))


def _labels(labels: AxisLabels, sought_text: str, cancelled: Callable[[], bool]) -> Iterator[tuple[int, int]]:
    """Yield first line and level of each label that contains the words, or whose code they are."""
    for level in range(labels.depth):
        line = 0
        while line < len(labels):
            if line % _ASK_EVERY == 0 and cancelled():
                return
            first, last_line = labels.run(line, level)
            texts = labels.texts(first)
            text = texts[level] if level < len(texts) else ""
            if text and (sought_text in text.casefold() or _is_code(labels, first, level, sought_text)):
                yield first, level
            line = last_line + 1


def stands_alone(labels: AxisLabels, line: int) -> bool:
    """Return whether a total of the head is a single cell over all levels, below the label of its block."""
    return bool(labels.total[line]) and labels.run(line, labels.block_level) == labels.run(line, labels.depth - 1)


def _is_code(labels: AxisLabels, line: int, level: int, sought_text: str) -> bool:
    node = labels.node(line, level)
    return node is not None and node.code is not TOTAL and not node.group and str(node.code).casefold() == sought_text


def _cells(view: TableView, rows: AxisLabels, sought_text: str) -> Iterator[tuple[int, int]]:
    """Yield row and column of each shown figure that contains the words."""
    office, language = view.presented.office, view.presented.language
    for index, shown in enumerate(view.shown):
        dash = zero_dash(view, shown)
        lines, heads, figures, signs = _figures(view, shown)
        is_match = _matching_figures(figures, signs, shown.places, office, dash, language, sought_text)
        for line, head_line in list(zip(lines[is_match].tolist(), heads[is_match].tolist(), strict=True))[:MOST_HITS]:
            if view.in_rows:
                yield rows.row_of(line, index), head_line
            else:
                yield line, head_line * len(view.shown) + index


Figures = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64], NDArray[np.uint8]]


def _figures(view: TableView, shown: ShownValue) -> Figures:
    """Return line of the stub, line of the head, figure and sign of each cell with a figure, row by row."""
    matrix, signs = shown.matrix, shown.signs
    if isinstance(matrix, ListedMatrix):
        lines, heads, figures = matrix.held()
        order = np.lexsort((heads, lines))
        marks = signs.held()[2] if isinstance(signs, ListedMatrix) else np.zeros(len(figures), dtype=np.uint8)
        return lines[order], heads[order], figures[order], marks[order]
    lines, heads = np.nonzero(~view.layout.rows.empty[:, None] & ~view.layout.columns.empty[None, :])
    marks = np.zeros(matrix.shape, dtype=np.uint8) if signs is None or isinstance(signs, ListedMatrix) else signs
    return lines, heads, matrix[lines, heads], marks[lines, heads]


def _matching_figures(
    shown: NDArray[np.int64],
    signs: NDArray[np.uint8],
    decimals: int,
    office: Office,
    dash: str,
    language: Language,
    sought_text: str,
) -> NDArray[np.bool_]:
    """Return the mask of the figures whose text contains the words; `dash` is the text of a 0."""
    holds = np.zeros(shown.shape, dtype=np.bool_)
    for sign in np.unique(signs).tolist():
        here = signs == sign
        figures, back = np.unique(shown[here], return_inverse=True)
        plain_dash = dash and not sign
        texts = (
            dash if plain_dash and not figure else scaled_text(figure, decimals, language)
            for figure in figures.tolist()
        )
        held_holds = [
            _contains_text(office.around(Sign(sign), text) if sign else text, sought_text, language) for text in texts
        ]
        holds[here] = np.array(held_holds, dtype=np.bool_)[back]
    return holds


def _contains_text(text: str, sought_text: str, language: Language) -> bool:
    """Return whether the text of a figure contains the words, with or without the marks between thousands."""
    bare, sought = ("".join(shown.casefold().split()).replace(MINUS, "-") for shown in (text, sought_text))
    between = {"de": ".", "en": ","}[language]
    return sought in bare or sought.replace(between, "") in bare.replace(between, "")
