"""Parquet: one line per cell with codes and labels, a column per value and one for its sign; notes as metadata."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.arrow_arrays import arrow_of, arrow_texts
from ckmcore.formats.check import MEASURES, compare, compare_listed
from ckmcore.formats.codes import distinct
from ckmcore.formats.cube import KEPT, Cube, CubeDimension, line, notes_of
from ckmcore.formats.read_parquet import read_parquet
from ckmcore.methods.protected import Sign
from ckmcore.presentation.present import TablePresentation

LABEL, SIGN = "_LABEL", "_SIGN"
DIGITS = 19


def write_parquet(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Write one cube. Values with decimals are decimals, exact; a figure that is not shown is missing, and the column
    of signs says why."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    own, columns = parquet_dimensions(cube), []
    at = cube.places()
    for number, dimension in enumerate(own):
        places = at[number] if number < len(at) else np.zeros(cube.figures[0].size)
        # The whole code list, whether or not a line has the code.
        labels = [category.label for category in dimension.categories]
        columns += [_coded(places.astype(np.int32), *different(texts)) for texts in (dimension.codes, labels)]
    marks = different([document.office.sign(sign) for sign in Sign])
    for measure, figures, signs in zip(cube.measures, cube.figures, cube.signs, strict=True):
        flat = signs.ravel()
        columns.append(figures_column(figures.ravel(), ~np.isin(flat, KEPT), measure.places))
        columns.append(_coded(flat.astype(np.int32), *marks))
    table = pa.Table.from_arrays(columns, names=column_names(cube))
    # The schema of Arrow, which would be kept as well, is nobody's to read: what it says is in the file already.
    with parquet.ParquetWriter(path, table.schema, compression="zstd", store_schema=False) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(file_metadata(cube, document))


def different(texts: Sequence[str]) -> tuple[Any, NDArray[np.int32] | None]:
    """The different ones among texts, and of each text which one it is (None: they all are). A dictionary that held one
    twice would be written with room for both, and this would keep what stood in the memory before."""
    known = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    place = None if len(known) == len(texts) else np.array([known[text] for text in texts], dtype=np.int32)
    return arrow_texts(known), place


def _coded(index: NDArray[np.int32], texts: Any, place: NDArray[np.int32] | None) -> Any:
    """A dictionary-encoded column. index: positions in `texts`, by way of `place` where equal texts are there once."""
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(arrow_of(index if place is None else place[index]), texts)


def check_parquet(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Read a file back and compare it with its cube; raises FormatViolation."""
    own = parquet_dimensions(cube)
    signs = {document.office.sign(sign) for sign in Sign}
    parsed = read_parquet(path, len(own), signs, document.program, listed=cube.listed is not None)
    if cube.listed is not None:
        codes = [*(dimension.codes for dimension in own), column_names(cube)[2 * len(own) :: 2]]
        compare_listed(parsed, cube, codes, [*range(len(own)), MEASURES])
        return
    order = [*range(len(cube.dimensions)), len(cube.dimensions)]
    compare(parsed, cube, [*(dimension.codes for dimension in own), column_names(cube)[2 * len(own) :: 2]], order)


def parquet_dimensions(cube: Cube) -> list[CubeDimension]:
    """The dimensions of a cube, the one period of all figures among them."""
    return [*cube.dimensions, *([cube.period] if cube.period else [])]


def column_names(cube: Cube) -> list[str]:
    """The columns: of each dimension its codes and labels, of each value its figures and signs."""
    names = [name for dimension in parquet_dimensions(cube) for name in (dimension.code, dimension.code + LABEL)]
    return distinct([*names, *(name for measure in cube.measures for name in (measure.code, measure.code + SIGN))])


def figures_column(figures: NDArray[np.int64], hidden: NDArray[np.bool_] | None, places: int) -> object:
    """A column of figures: whole numbers, or decimals with `places` digits behind the point."""
    import pyarrow as pa

    whole = arrow_of(figures.astype(np.int64, copy=False), hidden)
    if not places:
        return whole
    # The digits stay, only the place of the point is another: exact, and without an object for each figure.
    digits = whole.cast(pa.decimal128(DIGITS, 0))
    return pa.Array.from_buffers(pa.decimal128(DIGITS, places), len(digits), digits.buffers(), digits.null_count)


def file_metadata(cube: Cube, document: TablePresentation) -> dict[str, str]:
    """Metadata beside the columns: titles, notes, source."""
    draft, names = document.info, column_names(cube)
    own = parquet_dimensions(cube)
    words = {
        names[2 * number]: {"title": dimension.title, "note": dimension.note} for number, dimension in enumerate(own)
    }
    for number, measure in enumerate(cube.measures, start=len(own)):
        words[names[2 * number]] = {"title": measure.label, "unit": measure.unit, "note": measure.note}
    notes = [
        {
            "place": {own[n].code: own[n].codes[at] for n, at in enumerate(note.place) if at is not None},
            "note": note.text,
        }
        for note in cube.notes
    ]
    found = {
        "title": cube.title,
        "language": document.language,
        "source": line(draft.source, document) if draft else "",
        "notes": "\n".join(notes_of(document)),
        "columns": json.dumps(words, ensure_ascii=False),
        "cell_notes": json.dumps(notes, ensure_ascii=False) if notes else "",
        "generator": document.program,
    }
    return {key: text for key, text in found.items() if text}
