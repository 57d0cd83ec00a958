"""Lines of a table with one figure, or cell, each; and heads in one line: what lists, workbooks and searches write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.presentation.present import Figure, TablePresentation
from ckmcore.tabulate.axis import AxisDimension, Node
from ckmcore.tabulate.labels import node_code
from ckmcore.tabulate.layout import HEADING, AxisName, Segment
from ckmcore.tabulate.spec import OWN_ROWS

FLAT_AXES: tuple[AxisName, ...] = ("layers", "rows", "columns")
LABELS_KEPT = 100_000
_LETTER_CODE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def apart(texts: Iterable[str]) -> list[str]:
    """Heads of columns, each once: those that were met before with a number behind them.

    Workbooks take `_x0041_` in the name of a column for a letter: such a head has a capital X.
    """
    met: set[str] = set()
    found = []
    for text in texts:
        text = _LETTER_CODE.sub(r"_X\1_", text)
        candidate, number = text, 2
        while candidate.casefold() in met:
            candidate, number = f"{text} ({number})", number + 1
        met.add(candidate.casefold())
        found.append(candidate)
    return found


def one_line_heads(document: TablePresentation) -> list[str]:
    """The heads of a sheet in one line: titles of the stub, then of each column all its labels and its value."""
    sheet, word = document.sheet(0), say("word_label", document.language)
    stub = [title or word for title in sheet.stub.titles] or [word]
    heads = []
    for column in range(sheet.columns):
        words = (*document.line_texts("columns", column // sheet.beside), sheet.head_words(column))
        heads.append(", ".join(text for text in words if text) or word)
    return apart([*stub, *heads])


def row_headings(document: TablePresentation) -> list[str]:
    """Heading above each line of the rows; "" where there is none."""
    headings = list[str]()
    for start, segment in zip(document.layout.rows.starts.tolist(), document.layout.rows.segments, strict=False):
        heading = ""
        for line in np.flatnonzero((segment.marks == HEADING) | segment.empty).tolist():
            headings += [heading] * (start + line - len(headings))
            texts = document.line_texts("rows", start + line)
            if segment.marks[line] == HEADING or any(texts):
                heading = next((text for text in texts if text), heading)
        headings += [heading] * (start + len(segment) - len(headings))
    return headings


def has_headings(document: TablePresentation) -> bool:
    """Whether lines with one cell each begin with the heading above their row."""
    segments = document.layout.rows.segments
    return document.writers > 1 and any(bool((segment.marks == HEADING).any()) for segment in segments)


def flat_heads(document: TablePresentation) -> list[str]:
    """The heads of a table with one line per cell: a heading of its row where rows have some, titles of the levels of
    all axes, then the values; some may be the same."""
    words = [say("export_heading", document.language), say("word_label", document.language)]
    titles = [words[0]] if has_headings(document) else list[str]()
    for axis in FLAT_AXES:
        headings = document.labels[axis].block_level
        titles += [title or words[level >= headings] for level, title in enumerate(document.level_titles(axis))]
    return [*titles, *(document.value_text(number) for number in range(len(document.table.spec.values)))]


@dataclass(frozen=True)
class CodeColumn:
    """Codes of a variable of an axis, or levels of its hierarchy (1 is the first), in a column of their own. level: of
    the variable on the axis; texts: the distinct ones, places: index into `texts` for each line of the axis."""

    title: str
    axis: AxisName
    level: int
    texts: Sequence[str]
    places: NDArray[np.intp]

    def text(self, line: int) -> str:
        """Text of a line of the axis, "" for totals, headings and what has no code."""
        return self.texts[int(self.places[line])]


def code_columns(document: TablePresentation, *axes: AxisName) -> list[CodeColumn]:
    """Columns of codes and levels of the variables of axes, outermost first, as the presentation asks for them."""
    wanted, columns = document.layout.spec.presentation.csv_codes, list[CodeColumn]()
    for axis in axes if wanted != "none" else ():
        segments = getattr(document.layout, axis).segments
        for level in range(max((len(segment.levels) for segment in segments), default=0)):
            dimensions = [_coded(seg, level) for seg in segments]
            titles = dict.fromkeys(each.title.text(document.language) for each in dimensions if each is not None)
            nodes = [node for each in dimensions if each is not None for node in each.nodes]
            is_tree = any(node.depth > 0 for node in nodes)
            kinds: list[tuple[str, Callable[[Node], str]]] = []
            labelled = any(node_code(node) not in ("", node.label.text(document.language)) for node in nodes)
            if labelled or wanted == "all":
                kinds.append(("export_code_of", node_code))
            if is_tree:
                kinds.append(("export_level_of", node_level))
            for code, text_of in kinds if is_tree or wanted == "all" else ():
                texts, places = [""], [np.zeros(0, dtype=np.intp)]
                for segment, dimension in zip(segments, dimensions, strict=True):
                    if dimension is None:
                        places.append(np.zeros(len(segment), dtype=np.intp))
                        continue
                    place = segment.positions[:, level] + len(texts)
                    places.append(np.where(segment.marks > 0, 0, place))
                    texts += [text_of(node) for node in dimension.nodes]
                title = say(code, document.language, title=" / ".join(titles))
                columns.append(CodeColumn(title, axis, level, texts, np.concatenate(places)))
    return columns


def _coded(segment: Segment, level: int) -> AxisDimension | None:
    """The dimension of a level whose nodes have codes of a variable; own rows have none."""
    dimension = segment.levels[level].dimension if level < len(segment.levels) else None
    return None if dimension is None or dimension.name.startswith(OWN_ROWS) else dimension


def node_level(node: Node) -> str:
    """Level of a node in its hierarchy, from 1; "" for totals, headings and own groups."""
    return "" if node.depth < 0 or node.group or node.heading else str(node.depth + 1)


def csv_heads(document: TablePresentation) -> list[str]:
    """The heads of CSV with one line per cell: labels, codes and levels, values; some may be the same."""
    heads, values = flat_heads(document), len(document.table.spec.values)
    titles = [column.title for column in code_columns(document, *FLAT_AXES)]
    return [*heads[: len(heads) - values], *titles, *heads[len(heads) - values :]]


def flat_lines(document: TablePresentation) -> Iterator[tuple[list[str], list[Figure], tuple[int, int, int]]]:
    """A line per cell: the heading of its row where rows have some, labels of sheet, row and column, the figures of its
    values, and (row, column, layer).

    A label is "" where a block is not broken down by a level.
    """
    layout = document.layout
    if document.table.is_listed:
        yield from _listed_lines(document)
        return

    def whole(axis: AxisName, line: int) -> list[str]:
        texts = document.line_texts(axis, line)
        return [*texts, *[""] * (document.depth(axis) - len(texts))]

    columns = [whole("columns", line) for line in range(len(layout.columns))]
    headings = row_headings(document) if has_headings(document) else []
    for layer in document.shown_layers:
        cell, above = document.figures(layer), whole("layers", layer)
        for row in range(len(layout.rows)):
            if not layout.rows.empty[row]:
                labels, above_row = whole("rows", row), headings[row : row + 1]
                for column, texts in enumerate(columns):
                    if not layout.columns.empty[column]:
                        yield [*above_row, *above, *labels, *texts], cell(row, column), (row, column, layer)


def listed_places(document: TablePresentation) -> NDArray[np.intp]:
    """The cells of a table that lists them, in the order of its lines: layer, row, column, block, cell of the block."""
    found = [np.zeros((0, 5), dtype=np.intp)]
    for number, block in enumerate(document.table.blocks):
        if block.listed is not None:
            cells, lines = document.layout.listed_lines(number, block.listed)
            found.append(np.column_stack([*lines, np.full(len(cells), number), cells]))
    every = np.concatenate(found)
    ordered: NDArray[np.intp] = every[np.lexsort((every[:, 2], every[:, 1], every[:, 0]))]
    return ordered


def _listed_lines(document: TablePresentation) -> Iterator[tuple[list[str], list[Figure], tuple[int, int, int]]]:
    """The same of a table that lists its cells: of these."""
    table, every = document.table, listed_places(document)
    headings = row_headings(document) if has_headings(document) else []

    @lru_cache(LABELS_KEPT)
    def whole(axis: AxisName, line: int) -> list[str]:
        words = document.line_texts(axis, line)
        return [*words, *[""] * (document.depth(axis) - len(words))]

    for layer, row, column, number, cell in every.tolist():
        block = table.blocks[number]
        marks = [
            Sign.NONE if block.signs is None else Sign(int(block.signs[at][cell])) for at in range(len(block.figures))
        ]
        plain = [int(figure[cell]) for figure in block.figures]
        figures = list(map(document.stand, table.spec.values, plain, marks))
        labels = [*whole("layers", layer), *whole("rows", row), *whole("columns", column)]
        labels = [*headings[row : row + 1], *labels]
        yield labels, figures, (row, column, layer)
