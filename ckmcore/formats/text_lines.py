"""Many lines of text at once: made of pieces for each node, joined by Arrow, and read by it, part by part."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.formats.check import Fault
from ckmcore.formats.cube import KEPT
from ckmcore.formats.stream import Lines
from ckmcore.formats.write_parquet import figures_column

CHUNK_LINES = 1 << 17
# So many combinations of two pieces are joined before all lines are.
_MOST_JOINED = 1 << 12
_BLOCK_BYTES = 1 << 22


@dataclass(frozen=True)
class NodeText:
    """What stands in a line for the node of a dimension; `texts`: of each node."""

    axis: int
    texts: Sequence[str]


@dataclass(frozen=True)
class SignText:
    """What stands in a line for the sign of a value; `texts`: of each sign."""

    value: int
    texts: Sequence[str]


@dataclass(frozen=True)
class FigureText:
    """A figure of a value; nothing where a sign stands in its place."""

    value: int
    places: int
    comma: bool = False


Piece = str | NodeText | SignText | FigureText


def csv_cell(text: str, delimiter: str) -> str:
    """A text as the writers of CSV put it: in quotation marks where it has to be."""
    if any(sign in text for sign in (delimiter, '"', "\r", "\n")):
        return '"' + text.replace('"', '""') + '"'
    return text


class LineMaker:
    """Makes lines of pieces; `kept`: of each dimension whether these lines break down by it (else: its total)."""

    def __init__(self, pieces: Sequence[Piece], kept: Sequence[bool]) -> None:
        self._parts = _joined(_plain(pieces, kept))

    def text(self, lines: Lines) -> Any:
        """The lines as one buffer of UTF-8."""
        import pyarrow as pa
        import pyarrow.compute as compute

        columns = []
        for part in self._parts:
            if isinstance(part, _Nodes):
                index = np.zeros(len(lines), dtype=np.int32)
                for axis, size in zip(part.axes, part.sizes, strict=True):
                    index = index * np.int32(size) + lines.nodes[axis]
                columns.append(part.texts.take(pa.array(index)))
            elif isinstance(part, SignText):
                columns.append(pa.array(part.texts, pa.string()).take(pa.array(lines.signs[part.value])))
            elif isinstance(part, FigureText):
                columns.append(_figures(lines, part))
            else:
                columns.append(pa.array([part], pa.string()).take(pa.array(np.zeros(len(lines), dtype=np.int32))))
        whole = compute.binary_join_element_wise(*columns, "") if len(columns) > 1 else columns[0]
        ends = np.frombuffer(whole.buffers()[1], dtype=np.int32)
        return memoryview(whole.buffers()[2])[int(ends[whole.offset]) : int(ends[whole.offset + len(whole)])]


@dataclass(frozen=True)
class _Nodes:
    """Pieces for the nodes of dimensions that follow one another, together."""

    axes: tuple[int, ...]
    sizes: tuple[int, ...]
    texts: Any


def _plain(pieces: Sequence[Piece], kept: Sequence[bool]) -> list[Piece]:
    """Pieces without those that are the same in each line: these go into their neighbours."""
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, NodeText) and not kept[piece.axis]:
            piece = piece.texts[0]
        before = found[-1] if found else None
        if isinstance(piece, str) and isinstance(before, str):
            found[-1] = before + piece
        elif isinstance(piece, str) and isinstance(before, NodeText):
            found[-1] = NodeText(before.axis, [text + piece for text in before.texts])
        elif isinstance(piece, str) and isinstance(before, SignText):
            found[-1] = SignText(before.value, [text + piece for text in before.texts])
        elif isinstance(piece, NodeText) and isinstance(before, str):
            found[-1] = NodeText(piece.axis, [before + text for text in piece.texts])
        elif not isinstance(piece, str) or piece:
            found.append(piece)
    return found


def _joined(pieces: Sequence[Piece]) -> list[_Nodes | Piece]:
    """Pieces of dimensions that follow one another as one, where they have few combinations."""
    import pyarrow as pa

    found: list[_Nodes | Piece] = []
    texts: list[str] = []
    for piece in pieces:
        if not isinstance(piece, NodeText):
            found.append(piece)
            continue
        before = found[-1] if found else None
        if isinstance(before, _Nodes) and len(texts) * len(piece.texts) <= _MOST_JOINED:
            texts = [one + other for one in texts for other in piece.texts]
            axes, sizes = (*before.axes, piece.axis), (*before.sizes, len(piece.texts))
            found.pop()
        else:
            texts, axes, sizes = list(piece.texts), (piece.axis,), (len(piece.texts),)
        found.append(_Nodes(axes, sizes, pa.array(texts, pa.string())))
    return found


def _figures(lines: Lines, part: FigureText) -> Any:
    import pyarrow as pa
    import pyarrow.compute as compute

    signs = lines.signs[part.value]
    hidden = ~np.isin(signs, KEPT) if signs.any() else None
    texts = compute.cast(figures_column(lines.figures[part.value], hidden, part.places), pa.string())
    if part.comma:
        texts = compute.replace_substring(texts, ".", ",")
    return texts if hidden is None else compute.fill_null(texts, "")


class _Range(io.RawIOBase):
    """A part of an open file; `ends`: how many line feeds and carriage returns were read."""

    def __init__(self, stream: BinaryIO, begin: int, end: int) -> None:
        super().__init__()
        self._stream, self._left, self.ends = stream, end - begin, [0, 0]
        stream.seek(begin)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._stream.read(min(len(buffer), self._left))
        buffer[: len(content)] = content
        self._left -= len(content)
        self.ends = [count + content.count(end) for count, end in zip(self.ends, (b"\n", b"\r"), strict=True)]
        return len(content)


def read_lines(path: Path, begin: int, end: int, columns: Sequence[bool], delimiter: str) -> Iterator[Any]:
    """The lines of a part of a CSV file as tables of Arrow with a column of texts each; `columns`: whether each is a
    dictionary. Raises Fault."""
    import pyarrow as pa
    import pyarrow.csv as csv

    names = [f"c{number}" for number in range(len(columns))]
    types = {
        name: pa.dictionary(pa.int32(), pa.string()) if coded else pa.string()
        for name, coded in zip(names, columns, strict=True)
    }
    if begin >= end:
        return
    rows = 0
    try:
        with path.open("rb") as stream:
            part = _Range(stream, begin, end)
            with csv.open_csv(
                part,
                read_options=csv.ReadOptions(column_names=names, block_size=_BLOCK_BYTES),
                parse_options=csv.ParseOptions(delimiter=delimiter, ignore_empty_lines=False),
                convert_options=csv.ConvertOptions(column_types=types, null_values=[], strings_can_be_null=False),
            ) as reader:
                for batch in reader:
                    rows += len(batch)
                    yield pa.Table.from_batches([batch])
            # Arrow takes other ends of lines, too, and none at the end.
            if part.ends != [rows, rows]:
                raise Fault("check_csv", line=rows)
    except CkmError:
        raise
    except (pa.ArrowException, OSError, ValueError):
        raise Fault("check_csv", line=rows + 1) from None


def constant(column: Any, text: str) -> None:
    """Raises Fault where a column has any other text."""
    for chunk in column.chunks:
        index: NDArray[np.int32] = np.asarray(chunk.indices)
        known = [place for place, one in enumerate(chunk.dictionary.to_pylist()) if one == text]
        if len(chunk) and not (known and bool((index == known[0]).all())):
            raise Fault("check_csv_head")
