"""The method package: one file that carries a method to another office and tests itself when it is opened there."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ckmcore.base.checked import checked
from ckmcore.base.files import reason_of, write_whole
from ckmcore.base.reading import open_file, read_most
from ckmcore.base.texts import Texts
from ckmcore.base.typed import converted
from ckmcore.errors import DataError, FileError, InputError
from ckmcore.keys.record_keys import RecordKeys, cell_key_text
from ckmcore.messages import sentence
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.serialization import keep_method, settings_record
from ckmcore.microdata.data import Category, Dimension, Microdata, compact_codes
from ckmcore.ptable import Boundary, OwnFile, PTable
from ckmcore.ptable.files.native_format import own_from_record, own_record
from ckmcore.ptable.files.sealed import seal, unseal
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

FORM = "ckm method"
# 2: the settings of the method.
VERSION = 2
EXTENSION = ".ckmmethod"

# Decimal keys of nine digits are what every program reads.
_DECIMAL_MODULUS, _DIGITS = 10**9, 9
_LIMIT = 64 * 2**20
_ROWS, _COLUMNS = ("north", "south", "west"), ("f", "m")
# Twelve records: cells of 1, 2 and 3, one empty cell, totals up to 12.
_RECORDS = (
    *(("north", "f"),) * 3,
    *(("north", "m"),) * 2,
    ("south", "f"),
    *(("south", "m"),) * 4,
    *(("west", "m"),) * 2,
)


@dataclass(frozen=True)
class ExpectedCell:
    """A cell of the test data in a package: its codes ("Total" for totals), original count, cell key as text, published
    count."""

    row: str
    column: str
    count: int
    cell_key: str
    published: int


@dataclass(frozen=True)
class MethodPackage:
    """A method with everything that an office needs to import it; its expected figures were verified when it was
    opened.

    own: perturbation table with its design, shuffling and note.
    """

    method: CellKeyMethod
    note: Texts
    own: OwnFile
    expected: tuple[ExpectedCell, ...]


@dataclass(frozen=True)
class _Record:
    """A record of the tiny data set."""

    row: str
    column: str
    key: int


@dataclass(frozen=True)
class _Package:
    form: str
    version: int
    note: Texts
    boundary: Boundary
    modulus: int
    ptable: dict[str, Any]
    records: tuple[_Record, ...]
    expected: tuple[ExpectedCell, ...]
    sha256: str
    settings: dict[str, Any] = field(default_factory=dict)


@checked
def write_package(
    method: Method, path: str | os.PathLike[str], note: Texts = Texts(), *, own: OwnFile | None = None
) -> None:
    """Write a method package. note: of the package; own: perturbation table with its design, shuffling and note, by
    default without. Raises package_method, NotWritten.

    >>> ckm.write_package(ckm.CellKeyMethod(ckm.shuffle(ptable)), "method.ckmmethod", "Put in force by the board")
    """
    content = package_text(method, note, own=own).encode()

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(Path(path), write)


def package_text(method: Method, note: Texts = Texts(), *, own: OwnFile | None = None) -> str:
    """Content of a method package: table, boundary rule, note, small test data with keys, and its published figures."""
    # A method that extends it has more than a package holds.
    if type(method) is not CellKeyMethod:
        raise InputError("package_method")
    own = own if own is not None and own.table == method.ptable else OwnFile(method.ptable)
    modulus = method.ptable.integer_modulus or _DECIMAL_MODULUS
    records = tuple(
        _Record(row, column, key) for (row, column), key in zip(_RECORDS, _keys(modulus, method.ptable), strict=True)
    )
    record = {
        "form": FORM,
        "version": VERSION,
        "note": note,
        "boundary": method.boundary,
        "settings": {name: setting for name, setting in keep_method(method).settings.items() if name != "boundary"},
        "modulus": modulus,
        "ptable": own_record(own),
        "records": records,
        "expected": _published(method, records, modulus),
    }
    return seal(record, ("records", "expected"))


@checked
def read_package(path: str | os.PathLike[str]) -> MethodPackage:
    """Open a method package and verify its expected figures.

    Raises package_differs with the first cell that this program publishes differently; package_unreadable,
    own_file_broken, own_file_foreign, own_file_newer, own_file_changed, own_file_faulty, PtableFaulty for a damaged
    file.

    >>> ckm.write_package(ckm.CellKeyMethod(ckm.shuffle(ptable)), "method.ckmmethod", ckm.Texts("For all", "Für alle"))
    >>> package = ckm.read_package("method.ckmmethod")
    >>> package.note.text("en"), len(package.expected)
    ('For all', 12)
    """
    target_path = Path(path)
    try:
        with open_file(target_path) as file:
            content = read_most(file, _LIMIT + 1)
    except OSError as problem:
        reason = reason_of(problem)
        raise FileError("package_unreadable", name=target_path.name, reason=reason) from None
    if len(content) > _LIMIT:
        raise DataError("own_file_faulty", name=target_path.name, detail=f"> {_LIMIT >> 20} MB.")
    return package_from_bytes(content, target_path.name)


def package_from_bytes(content: bytes, name: str) -> MethodPackage:
    """Open a method package from its content. name: file name for messages."""
    package_content, fits = unseal(content, name, FORM, VERSION)
    if not fits:
        raise DataError("own_file_changed", name=name, what=sentence("own_file_what_content"))
    try:
        package = converted(package_content, _Package, strict=True)
    except msgspec.ValidationError as fault:
        raise DataError("own_file_faulty", name=name, detail=f"{fault}.") from None
    own_file = own_from_record({**package.ptable, "sha256": ""}, name)
    modulus = own_file.table.integer_modulus or package.modulus
    if not 2 <= modulus <= 10**18 or package.modulus != modulus:
        raise DataError("own_file_faulty", name=name, detail=f"modulus {package.modulus}.")
    for record in package.records:
        if record.row not in _ROWS or record.column not in _COLUMNS or not 0 <= record.key < modulus:
            raise DataError(
                "own_file_faulty", name=name, detail=f"records: {record.row}, {record.column}, {record.key}."
            )
    method = _method(own_file.table, package, name)
    _compare(package.expected, _published(method, package.records, modulus), name)
    return MethodPackage(method, package.note, own_file, package.expected)


def _method(table: PTable, package: _Package, name: str) -> CellKeyMethod:
    """Method of a package; packages of version 1 have no settings but the boundary rule."""
    try:
        settings = converted({**package.settings, "boundary": package.boundary}, settings_record(CellKeyMethod))
    except msgspec.ValidationError as fault:
        raise DataError("own_file_faulty", name=name, detail=f"{fault}.") from None
    return CellKeyMethod(table, **msgspec.structs.asdict(settings))


def _compare(expected: Sequence[ExpectedCell], expected_cells: Sequence[ExpectedCell], name: str) -> None:
    if [(cell.row, cell.column) for cell in expected] != [(cell.row, cell.column) for cell in expected_cells]:
        raise DataError("own_file_faulty", name=name, detail="expected.")
    for expected_cell, other_cell in zip(expected, expected_cells, strict=True):
        for what in ("count", "cell_key", "published"):
            if getattr(expected_cell, what) != getattr(other_cell, what):
                raise DataError(
                    "package_differs",
                    name=name,
                    row=expected_cell.row,
                    column=expected_cell.column,
                    count=expected_cell.count,
                    cell_key=expected_cell.cell_key,
                    what=sentence(f"package_what_{what}"),
                    expected=getattr(expected_cell, what),
                    found=getattr(other_cell, what),
                )


def _keys(modulus: int, ptable: PTable) -> list[int]:
    """Keys of the records of the test data, which are fixed and pseudorandom, except one.

    That one is chosen so that the key of its cell is on a bound between different noises, where the boundary rule
    decides. The cell is the one with fewest records whose row has such a bound that a key can reach.
    """
    texts = [f"ckm method package, record {record_index}".encode() for record_index in range(len(_RECORDS))]
    keys = [int.from_bytes(hashlib.sha256(text).digest()[:8], "big") % modulus for text in texts]
    for cell in sorted(set(_RECORDS), key=lambda cell: (_RECORDS.count(cell), cell)):
        record_indices = [record_index for record_index, record in enumerate(_RECORDS) if record == cell]
        bound = _deciding(ptable, len(record_indices), modulus)
        if bound is not None:
            keys[record_indices[-1]] = (bound - sum(keys[number] for number in record_indices[:-1])) % modulus
            break
    return keys


def _deciding(ptable: PTable, count: int, modulus: int) -> int | None:
    """First key on which the boundary rules give different noise in a cell of `count` records; None without one.

    Tables for integer keys have no boundary rule.
    """
    if ptable.integer_modulus is not None:
        return None
    row = min(count, ptable.last_row)
    for index in range(int(ptable.offsets[row]), int(ptable.offsets[row + 1]) - 1):
        bound = ptable.exact_bounds[index] * modulus
        if bound.denominator == 1 and bound < modulus and ptable.targets[index] != ptable.targets[index + 1]:
            return int(bound)
    return None


def _published(method: CellKeyMethod, records: Sequence[_Record], modulus: int) -> tuple[ExpectedCell, ...]:
    """All cells of the test data as published, totals first."""
    digits = None if method.ptable.integer_modulus is not None else len(str(modulus)) - 1
    raw = tabulate(_microdata(records, modulus, digits), TableSpec(rows=["row"], columns=["column"]))
    block, examined = raw.blocks[0], method.examine(raw).blocks[0]
    shown_block = method.protect(raw).blocks[0]
    if block.cell_keys is None:
        raise ValueError("records without keys")
    cells = []
    for position in np.ndindex(block.shape):
        codes = [dim.nodes[coordinate].code for dim, coordinate in zip(block.dimensions, position, strict=True)]
        row, column = (code if isinstance(code, str) else "Total" for code in codes)
        key = cell_key_text(int(block.cell_keys[position]), modulus, digits)
        published = int(shown_block.figures[0][position])
        cells.append(ExpectedCell(row, column, int(examined.counts[position]), key, published))
    return tuple(cells)


def _microdata(records: Sequence[_Record], modulus: int, digits: int | None) -> Microdata:
    dimensions, columns = {}, {}
    for name, codes in (("row", _ROWS), ("column", _COLUMNS)):
        dimensions[name] = Dimension(name, Texts.same(name), tuple(Category.plain(code) for code in codes))
        indices = np.array([codes.index(getattr(record, name)) for record in records], dtype=np.int64)
        columns[name] = compact_codes(indices, len(codes))
    keys = np.array([record.key for record in records], dtype=np.uint64)
    return Microdata(
        len(records), dimensions, columns, RecordKeys(keys, modulus, digits, "integer" if digits is None else "decimal")
    )
