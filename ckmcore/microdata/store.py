"""A store: records as a folder of plain columns, for data that are larger than memory.

`NAME.ckmstore/` holds `head.json` (what the metadata of prepared data say, and the SHA-256 of every 2^20 rows of each
column) and a file for each column: 64 bytes that say which column it is, then its values, little-endian. It is written
once, whole or not at all. Opening looks at the head and at sizes; columns are mapped, never read into memory, and what
is handed out of them was compared with its sum before. The SHA-256 of `head.json` stands for all of it.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import stat
import struct
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import BlockColumn, blocks_of
from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import LEFT_SUFFIX, NotWritten, reason_of, sync_file, sync_folder, target_of, temporary_folder
from ckmcore.base.typed import decoded
from ckmcore.errors import Cancelled, CkmError, DataError, FileError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.counter import need_records
from ckmcore.microdata.data import Microdata, StructuralZero
from ckmcore.microdata.errors import FileMissing
from ckmcore.microdata.prepared import (
    VERSION,
    PreparedHead,
    asked_columns,
    column_limits,
    is_prepared,
    laid_out,
    put_together,
    read_head,
    source_of,
    values_of,
    with_cells_alone,
    with_dictionary,
    with_missing,
)
from ckmcore.microdata.source import Batches, Progress, Source
from ckmcore.microdata.variable import NOT_OF_THE_DATA, VariableEntry

SUFFIX = ".ckmstore"
HEAD = "head.json"
HEAD_BYTES = 64
PIECE_ROWS = 1 << 20
GIVE_BACK_ROWS = 1 << 26
_MAGIC = b"ckmstore"
_MOST_HEAD = 1 << 28
_KINDS = ("|u1", "<u2", "<u4", "<u8", "<i8", "<f8", "|b1")


class StoreThere(FileError):
    """Something lies where a store is to be written; stores are written once. Field: name."""

    code = "store_there"
    exit_code = Exit.IN_THE_WAY


@dataclass(frozen=True)
class StoredColumn:
    """A column of a store: its name, the type of its values as numpy writes it, and the sums of its pieces."""

    name: str
    kind: str
    sums: tuple[str, ...]


@dataclass(frozen=True)
class StoreHead:
    """What `head.json` says: the head of prepared data, whose `sums` are empty, and the columns in their order."""

    head: PreparedHead
    columns: tuple[StoredColumn, ...]
    piece_rows: int = PIECE_ROWS

    def nbytes(self) -> int:
        """Of all columns."""
        return sum(HEAD_BYTES + self.head.rows * np.dtype(one.kind).itemsize for one in self.columns)


@dataclass(frozen=True)
class _Sealed:
    store: msgspec.Raw
    sha256: str


def store_of(path: str | os.PathLike[str]) -> Path | None:
    """The folder of the store that a path names, itself or by its `head.json`; None: it is no store."""
    found = Path(path)
    if found.name == HEAD and found.parent.suffix.lower() == SUFFIX:
        found = found.parent
    return found if found.suffix.lower() == SUFFIX and found.is_dir() else None


def standing_for(path: Path) -> Path:
    """File whose bytes identify what a path names: the head of a store, else the file itself."""
    folder = store_of(path)
    return path if folder is None else folder / HEAD


def bytes_on_disk(path: Path) -> int:
    """The size of a file, or of head and columns of a store. Raises OSError."""
    folder = store_of(path)
    if folder is None:
        return path.stat().st_size
    return sum(one.stat().st_size for one in (folder / HEAD, *folder.glob("column*.bin")))


def _column_file(folder: Path, place: int) -> Path:
    return folder / f"column{place:04d}.bin"


def _column_head(place: int, kind: str, rows: int, name: str) -> bytes:
    """The 64 bytes before the values."""
    known = hashlib.sha256(name.encode()).digest()[:16]
    return struct.pack("<8sIIQ8s16s", _MAGIC, VERSION, place, rows, kind.encode(), known).ljust(HEAD_BYTES, b"\0")


# --- writing ---------------------------------------------------------------------------------------------------------


def check_name(path: str | os.PathLike[str]) -> None:
    """Refuse a place where no store can be written. Raises store_name, StoreThere."""
    target = Path(path)
    if target.suffix.lower() != SUFFIX:
        raise InputError("store_name", name=target.name, suffix=SUFFIX)
    if os.path.lexists(target):
        raise StoreThere(name=target.name)


@contextmanager
def spool_beside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder beside a store that is to be written, for the columns while files are read; it is gone afterwards.

    Raises store_name, StoreThere, and NotWritten where the disk is full.
    """
    check_name(path)
    target = target_of(Path(path))
    try:
        with temporary_folder(target.parent) as folder:
            yield folder
    except CkmError:
        raise
    except OSError as fault:
        raise NotWritten(name=target.name, reason=reason_of(fault)) from fault


def write_store(
    data: Microdata,
    dictionary: Sequence[VariableEntry],
    path: str | os.PathLike[str],
    structural_zeros: Sequence[StructuralZero] = (),
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> None:
    """Write records with their dictionary as a store, whole or not at all; the columns are gone through in pieces.

    What is left out is as in `write_prepared`. `progress(rows, fraction)` is told the rows of the column at hand.
    Raises store_name, StoreThere, NotWritten, Cancelled, records_elsewhere.
    """
    need_records(data.counter, "records_for_prepared")
    check_name(path)
    target = target_of(Path(path))
    data = data.without({entry.name for entry in dictionary if entry.role in NOT_OF_THE_DATA})
    data, dictionary = with_cells_alone(data, dictionary)
    head, columns = laid_out(data, {entry.name for entry in dictionary if entry.derived is not None})
    head = with_dictionary(head, dictionary, structural_zeros or data.structural_zeros)
    try:
        with temporary_folder(target.parent) as beside:
            folder = beside / target.name
            folder.mkdir()
            stored = []
            for place, (name, column) in enumerate(columns.items()):

                def told(rows: int, place: int = place) -> None:
                    if cancelled is not None and cancelled():
                        raise Cancelled
                    if progress is not None:
                        progress(rows, (place + rows / max(1, head.rows)) / len(columns))

                kind = _kind_of(head, name, column)
                stored.append(_write_column(folder, place, name, kind, column, told))
            _write_head(folder, StoreHead(head, tuple(stored)))
            sync_folder(folder / HEAD)
            folder.rename(target)
    except CkmError:
        raise
    except OSError as fault:
        raise NotWritten(name=target.name, reason=reason_of(fault)) from fault
    if not target.parent.name.endswith(LEFT_SUFFIX):
        sync_folder(target)


def _kind_of(head: PreparedHead, name: str, column: Any) -> str:
    categories = next((len(one.categories) for one in head.dimensions if one.name == name), None)
    if categories is None:
        return str(np.dtype(column.dtype).newbyteorder("<").str)
    return "|u1" if categories <= 2**8 else "<u2" if categories <= 2**16 else "<u4"


def _write_column(
    folder: Path, place: int, name: str, kind: str, column: Any, told: Callable[[int], None]
) -> StoredColumn:
    sums, done, file = [], 0, _column_file(folder, place)
    with file.open("xb") as stream:
        stream.write(_column_head(place, kind, len(column), name))
        for block in blocks_of(column, PIECE_ROWS):
            told(done)
            piece = np.ascontiguousarray(block.astype(kind, copy=False)).view(np.uint8).data
            sums.append(hashlib.sha256(piece).hexdigest())
            stream.write(piece)
            done += len(block)
    sync_file(file)
    return StoredColumn(name, kind, tuple(sums))


def _write_head(folder: Path, head: StoreHead) -> None:
    content = msgspec.json.encode(head)
    sealed = _Sealed(msgspec.Raw(content), hashlib.sha256(content).hexdigest())
    (folder / HEAD).write_bytes(msgspec.json.encode(sealed))
    sync_file(folder / HEAD)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_store_head(path: str | os.PathLike[str]) -> StoreHead:
    """What a store says of itself, the sizes of its files compared. Raises store_damaged, prepared_newer,
    FileMissing."""
    folder = store_of(path)
    if folder is None:
        raise FileMissing(file=str(path))
    file = folder / HEAD
    with _opened(folder, file) as stream:
        size = os.fstat(stream.fileno()).st_size
        content = stream.read(size) if size <= _MOST_HEAD else b""
    try:
        sealed = decoded(content, _Sealed)
        raw = bytes(sealed.store)
        if hashlib.sha256(raw).hexdigest() != sealed.sha256:
            raise damaged(folder, sentence("store_head"))
        version = decoded(raw, dict[str, Any]).get("head", {}).get("version")
        if isinstance(version, int) and version > VERSION:
            raise DataError("prepared_newer", file=folder.name, version=version, known=VERSION)
        head = decoded(raw, StoreHead)
    except (msgspec.MsgspecError, AttributeError, RecursionError):
        raise damaged(folder, sentence("store_head")) from None
    _check_head(folder, head)
    return head


def _check_head(folder: Path, head: StoreHead) -> None:
    """Columns, types and numbers of sums as the variables need them, and each file as long as it has to be."""
    rows, wanted = head.head.rows, column_limits(head.head)
    pieces = -(-rows // head.piece_rows) if head.piece_rows > 0 else -1
    if rows < 0 or pieces < 0 or [one.name for one in head.columns] != _names(head.head, wanted):
        raise damaged(folder, sentence("store_head"))
    for place, one in enumerate(head.columns):
        if one.kind not in _kinds(head.head, one.name) or len(one.sums) != pieces:
            raise damaged(folder, sentence("store_head"))
        file = _column_file(folder, place)
        with _opened(folder, file) as stream:
            if os.fstat(stream.fileno()).st_size != HEAD_BYTES + rows * np.dtype(one.kind).itemsize:
                raise damaged(folder, sentence("store_size", name=file.name))
            if stream.read(HEAD_BYTES) != _column_head(place, one.kind, rows, one.name):
                raise damaged(folder, sentence("store_column", name=file.name, column=one.name))


def _names(head: PreparedHead, wanted: dict[str, int | None]) -> list[str]:
    """The columns in the order in which they are laid out; no two of one name."""
    numbers = sorted(head.numbers, key=lambda one: not one.weight)
    names = [one.name for one in head.dimensions]
    for one in numbers:
        names += [one.name, *([one.missing] if one.missing else [])]
    names += [head.keys.column] if head.keys is not None else []
    return names if len(set(names)) == len(names) == len(wanted) else []


def _kinds(head: PreparedHead, name: str) -> tuple[str, ...]:
    """The types that a column may have."""
    for one in head.numbers:
        if name == one.name:
            return ("<f8",) if one.decimals is None else ("<i8",)
        if name == one.missing:
            return ("|b1",)
    if head.keys is not None and name == head.keys.column:
        return ("<u4",) if head.keys.modulus <= 2**32 else ("<u8",)
    return (_kind_of(head, name, None),)


def _opened(folder: Path, file: Path) -> Any:
    """A file of the store, opened: a plain one, no link and nothing that waits for somebody who writes."""
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            raise damaged(folder, sentence("store_link", name=file.name))
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise damaged(folder, sentence("store_gone", name=file.name)) from None
    except CkmError:
        raise
    except OSError as error:
        raise FileError("file_not_readable", file=str(file), reason=reason_of(error)) from None
    return os.fdopen(handle, "rb")


def read_store(
    path: str | os.PathLike[str],
    dimensions: Sequence[str] | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
) -> Microdata:
    """Some of the variables of a store, in the roles they were prepared in, and the record keys; without `dimensions`
    all of them. The columns stay where they are.

    Raises store_damaged, prepared_newer, prepared_role, FileMissing, file_not_readable.
    """
    folder = store_of(path) or Path(path)
    store = read_store_head(folder)
    head = store.head
    if dimensions is None:
        dimensions = [one.name for one in head.dimensions]
        magnitudes = [one.name for one in head.numbers if not one.weight]
        weight = next((one.name for one in head.numbers if one.weight), None)
    most = column_limits(head)
    place_of = {one.name: place for place, one in enumerate(store.columns)}
    found: dict[str, NDArray[Any]] = {}
    for name in asked_columns(folder, head, dimensions, weight, magnitudes):
        place = place_of[name]
        found[name] = cast("NDArray[Any]", MappedColumn(folder, place, store, most[name]))
    return put_together(head, found, dimensions, weight, magnitudes)


def damaged(folder: Path, what: Sentence) -> DataError:
    """The error that says what is wrong with a store."""
    return DataError("store_damaged", file=folder.name, what=what)


class MappedColumn(BlockColumn):
    """A column of a store, mapped for reading only.

    What is asked for is compared with its sums before it is handed out, once; codes and keys are below `most`. After
    every GIVE_BACK_ROWS rows the pages that were read go back to the system. Raises store_damaged.
    """

    def __init__(self, folder: Path, place: int, store: StoreHead, most: int | None) -> None:
        column = store.columns[place]
        super().__init__(store.head.rows, np.dtype(column.kind).newbyteorder("="))
        self._folder, self._file, self._column = folder, _column_file(folder, place), column
        self._piece_rows, self._most = store.piece_rows, most
        with _opened(folder, self._file) as stream:
            self._map = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        self._bytes = HEAD_BYTES + len(self) * self.dtype.itemsize
        self._refuse_shortened()
        if sys.platform != "win32":
            self._map.madvise(mmap.MADV_SEQUENTIAL)
        self._values: NDArray[Any] = np.empty(0, dtype=column.kind)
        if len(self):
            self._values = np.frombuffer(self._map, dtype=column.kind, count=len(self), offset=HEAD_BYTES)
        self._seen = np.zeros(len(column.sums), dtype=np.bool_)
        self._lock = threading.Lock()
        self._given = 0

    def _refuse_shortened(self) -> None:
        """Reading behind the end of a file that became shorter would end the program."""
        if self._map.size() != self._bytes:
            raise damaged(self._folder, sentence("store_size", name=self._file.name))

    def _block(self, start: int, stop: int) -> NDArray[Any]:
        self._refuse_shortened()
        for piece in range(start // self._piece_rows, -(-stop // self._piece_rows)):
            if not self._seen[piece]:
                self._compare(piece)
        self._given += stop - start
        if self._given >= GIVE_BACK_ROWS:
            self._give_back()
        return self._values[start:stop]

    def _at(self, places: NDArray[Any]) -> NDArray[Any]:
        for start in range(0, len(self), self._piece_rows):
            self._block(start, min(start + self._piece_rows, len(self)))
        found: NDArray[Any] = self._values[places]
        return found

    def _compare(self, piece: int) -> None:
        with self._lock:
            if self._seen[piece]:
                return
            values = self._values[piece * self._piece_rows : (piece + 1) * self._piece_rows]
            same = hashlib.sha256(values.view(np.uint8).data).hexdigest() == self._column.sums[piece]
            # A sum says who wrote it, not that the numbers are codes: the kernel counts without looking.
            if not same or (self._most is not None and int(values.max()) >= self._most):
                raise damaged(self._folder, sentence("store_values", name=self._file.name, column=self._column.name))
            self._seen[piece] = True

    def _give_back(self) -> None:
        self._given = 0
        if sys.platform != "win32":
            self._map.madvise(mmap.MADV_DONTNEED)


def head_of(path: str | os.PathLike[str]) -> PreparedHead | None:
    """What prepared data or a store say of themselves; None of any other file. Raises as their readers do."""
    if store_of(path) is not None:
        return read_store_head(path).head
    file = Path(path)
    return read_head(file) if file.is_file() and is_prepared(file) else None


# --- as a source of records, for previews and everything that reads values --------------------------------------------


def open_store(folder: Path) -> Source:
    """A store as a source of columns. Raises as `read_store_head`."""
    return source_of(folder, "store", read_store_head(folder).head, _batches)


def _batches(source: Source, columns: list[str], rows: int) -> Batches:
    import pyarrow as pa

    store = read_store_head(source.file)
    most = column_limits(store.head)
    place_of = {one.name: place for place, one in enumerate(store.columns)}
    names = with_missing(store.head, columns)
    mapped = [MappedColumn(source.file, place_of[name], store, most[name]) for name in names]
    for start in range(0, store.head.rows, rows):
        stop = min(start + rows, store.head.rows)
        batch = pa.record_batch([pa.array(one[start:stop]) for one in mapped], names=names)
        yield (
            pa.record_batch([values_of(store.head, name, batch) for name in columns], names=columns),
            stop / store.head.rows,
        )
