"""The published figures of a release as they are kept: codes, labels, figures and signs, compressed, by their hash."""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER, decoded, kept_record, kept_settings
from ckmcore.errors import DataError
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable
from ckmcore.tabulate.cell_storage import ListedCells
from ckmcore.tabulate.spec import TOTAL, TableSpec

_LEVEL = 6
MOST_BYTES = 1 << 29  # of figures unpacked: 60 million cells


class SnapshotDamaged(DataError):
    """Kept figures differ from those of the register. Fields: number."""

    code = "release_figures_damaged"


class SnapshotMissing(DataError):
    """The figures of a release are not in this statistic. Fields: number."""

    code = "release_figures_missing"


@dataclass(frozen=True)
class Snapshot:
    """Kept figures. packed: compressed; hash: SHA-256 of `packed`."""

    hash: str
    packed: bytes = field(repr=False)

    @classmethod
    def of(cls, content: bytes) -> Snapshot:
        packed = zlib.compress(content, _LEVEL)
        return cls(hashlib.sha256(packed).hexdigest(), packed)

    @property
    def is_whole(self) -> bool:
        """Whether the content matches the hash."""
        return hashlib.sha256(self.packed).hexdigest() == self.hash


@dataclass(frozen=True)
class KeptNode:
    """A category on an axis. code: None for the total; own: a group or row of the table, identified by its label;
    heading: a line without figures."""

    code: str | None
    label: Texts
    own: bool = False
    heading: bool = False


@dataclass(frozen=True)
class KeptDimension:
    name: str
    title: Texts
    nodes: tuple[KeptNode, ...]


@dataclass(frozen=True)
class KeptValue:
    """A shown value. meaning: its definition as JSON; places: figures are scaled by 10^places."""

    meaning: str
    label: Texts
    places: int


@dataclass(frozen=True)
class KeptFilter:
    title: Texts
    labels: tuple[Texts, ...]


@dataclass(frozen=True)
class _BlockHead:
    """Header of a block. listed: number of listed cells, None for all cells; unlisted: for each value the sign of other
    cells, None for derived values."""

    dimensions: tuple[KeptDimension, ...]
    signs: bool
    listed: int | None = field(default=None, metadata=LATER)
    unlisted: tuple[int | None, ...] = field(default=(), metadata=LATER)


@dataclass(frozen=True)
class _Head:
    values: tuple[KeptValue, ...]
    filters: tuple[KeptFilter, ...]
    texts: tuple[Texts, ...]
    blocks: tuple[_BlockHead, ...]


@dataclass(frozen=True, eq=False)
class KeptBlock:
    """Figures of one cube by value (int64), with signs in their place (uint8, 0 for none). listed: cells of the
    figures, None for all."""

    dimensions: tuple[KeptDimension, ...]
    figures: tuple[NDArray[np.int64], ...]
    signs: tuple[NDArray[np.uint8], ...]
    listed: ListedCells | None = None


@dataclass(frozen=True, eq=False)
class KeptFigures:
    """Published figures of a table. texts: notes on the method, and footnotes."""

    values: tuple[KeptValue, ...]
    filters: tuple[KeptFilter, ...]
    blocks: tuple[KeptBlock, ...]
    texts: tuple[Texts, ...] = ()


def content_of(table: ProtectedTable) -> bytes:
    """Published figures with codes and labels as bytes: a line of JSON, then figures and signs block by block, for
    listed cells preceded by the differences of their numbers."""
    values = tuple(
        KeptValue(_meaning(table.spec, index), table.label(index), value.places)
        for index, value in enumerate(table.spec.values)
    )
    filters = tuple(KeptFilter(each_filter.title, each_filter.labels) for each_filter in table.filters)
    notes = (table.note, table.short_note, *table.footnotes, *table.legend.values())
    texts = tuple(Texts(note.text("en"), note.text("de")) for note in notes)
    own_row_names = own_rows(table.spec)
    blocks = tuple(_head(block, own_row_names) for block in table.blocks)
    mime_datas = [msgspec.json.encode(kept_settings(_Head(values, filters, texts, blocks)), order="sorted"), b"\n"]
    for block in table.blocks:
        if block.listed is not None:
            mime_datas.append(np.diff(block.listed.numbers, prepend=np.uint64(0)).astype("<u8").tobytes())
        mime_datas += [np.ascontiguousarray(figures, dtype="<i8").tobytes() for figures in block.figures]
        mime_datas += [np.ascontiguousarray(signs, dtype=np.uint8).tobytes() for signs in block.signs or ()]
    return b"".join(mime_datas)


def _head(block: ProtectedBlock, own_row_names: frozenset[str]) -> _BlockHead:
    plain_head = _BlockHead(_dimensions(block, own_row_names), block.signs is not None)
    if block.listed is None:
        return plain_head
    unlisted = tuple(None if sign is None else int(sign) for sign in block.unlisted)
    return replace(plain_head, listed=len(block.listed.numbers), unlisted=unlisted)


def content_hash(content: bytes) -> str:
    """SHA-256 of figures as bytes, the same for the same published table."""
    return hashlib.sha256(content).hexdigest()


def _meaning(spec: TableSpec, number: int) -> str:
    record: dict[str, Any] = kept_record(spec.values[number])
    for words in ("label", "unit", "decimals"):
        record.pop(words, None)
    return msgspec.json.encode(record, order="sorted").decode()


def own_rows(spec: TableSpec) -> frozenset[str]:
    """The names of levels whose nodes are rows of the table's own."""
    blocks = (*spec.rows, *spec.columns, *spec.layers)
    return frozenset(level.variable for block in blocks for level in block.levels if level.rows)


def _dimensions(block: ProtectedBlock, own_row_names: frozenset[str]) -> tuple[KeptDimension, ...]:
    return tuple(
        KeptDimension(
            dimension.name,
            dimension.title,
            tuple(
                KeptNode(
                    None if node.code is TOTAL else str(node.code),
                    node.label,
                    node.group or (dimension.name in own_row_names and node.code is not TOTAL),
                    node.heading,
                )
                for node in dimension.nodes
            ),
        )
        for dimension in block.dimensions
    )


def unpacked(snapshots: Iterable[Snapshot], packed: str, figures: str, number: int) -> KeptFigures:
    """Kept figures whose packed form has the hash `packed` and whose content has the hash `figures`. number: of the
    release, for errors.

    Raises SnapshotMissing and SnapshotDamaged naming the release.
    """
    snapshot = next((snapshot for snapshot in snapshots if snapshot.hash == packed), None)
    if snapshot is None:
        raise SnapshotMissing(number=str(number))
    content = _content(snapshot) if snapshot.is_whole else None
    if content is None or content_hash(content) != figures:
        raise SnapshotDamaged(number=str(number))
    return read_content(content)


def _content(snapshot: Snapshot) -> bytes | None:
    """Unpacked content; None where it cannot be unpacked or is larger than any table."""
    unpack = zlib.decompressobj()
    try:
        content = unpack.decompress(snapshot.packed, MOST_BYTES)
    except zlib.error:
        return None
    return content if unpack.eof else None


def read_content(content: bytes) -> KeptFigures:
    """Figures from the bytes of `content_of`. Raises ValueError for an invalid form."""
    line, _, block_content = content.partition(b"\n")
    head = decoded(line, _Head)
    blocks, block_index = [], 0
    for block in head.blocks:
        shape = tuple(len(dimension.nodes) for dimension in block.dimensions)
        cells, listed_cells = math.prod(shape), None
        if block.listed is not None:
            numbers = np.cumsum(np.frombuffer(block_content, "<u8", block.listed, block_index), dtype=np.uint64)
            listed_cells, cells, block_index = ListedCells(shape, numbers), block.listed, block_index + 8 * block.listed
            shape = listed_cells.held
        figures: list[NDArray[np.int64]] = []
        for _ in head.values:
            figures.append(np.frombuffer(block_content, "<i8", cells, block_index).astype(np.int64).reshape(shape))
            block_index += 8 * cells
        signs: list[NDArray[np.uint8]] = []
        for _ in head.values:
            if block.signs:
                signs.append(np.frombuffer(block_content, np.uint8, cells, block_index).reshape(shape))
                block_index += cells
            else:
                signs.append(np.zeros(shape, dtype=np.uint8))
        blocks.append(KeptBlock(block.dimensions, tuple(figures), tuple(signs), listed_cells))
    return KeptFigures(head.values, head.filters, tuple(blocks), head.texts)


def kept_figures(table: ProtectedTable) -> KeptFigures:
    """Figures of a table in the form in which they are kept."""
    return read_content(content_of(table))


def with_snapshot(snapshots: Sequence[Snapshot], one: Snapshot) -> tuple[Snapshot, ...]:
    """Snapshots with a further one; equal figures are kept once."""
    return (
        tuple(snapshots) if any(other_snapshot.hash == one.hash for other_snapshot in snapshots) else (*snapshots, one)
    )
