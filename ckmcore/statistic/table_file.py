"""A table as a small JSON file (`.ckmtable`) that can be mailed and opened: what was laid out, never a figure.

It holds no data, no path and no user; of reference figures, which are public, those that its rates divide by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING as NO_DEFAULT
from dataclasses import dataclass, fields, is_dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any, cast

import msgspec

from ckmcore.base.files import write_whole
from ckmcore.base.texts import Texts
from ckmcore.base.typed import converted
from ckmcore.dictionary.json_file import fault_of, unknown_fields
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.files import checked_path, read_bytes
from ckmcore.microdata.references import ReferenceTable
from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.spec import MOST_DECIMALS, TableSpec
from ckmcore.tabulate.top import unresolved

SUFFIX = ".ckmtable"
FORM = "ckm table"
VERSION = 1
MOST_BYTES = 8 * 2**20
LONGEST_NAME = 500
_MOST_FAULTS = 10


@dataclass(frozen=True)
class NamedVariable:
    """Name and title of a template's variable in the statistic where it was made."""

    name: str
    title: Texts


@dataclass(frozen=True)
class TableFile:
    """Content of a table file. variables: of a template, without any of their values."""

    form: str
    version: int
    name: str
    spec: TableSpec
    folder: str = ""
    references: tuple[ReferenceTable, ...] = ()
    variables: tuple[NamedVariable, ...] = ()

    @property
    def table(self) -> SavedTable:
        return SavedTable(" ".join(self.name.split()), self.spec, folder=" ".join(self.folder.split()))


def table_json(table: SavedTable, references: tuple[ReferenceTable, ...] = ()) -> bytes:
    """Indented JSON of a table, without fields that have their default.

    references: of the statistic; only those that the table divides by are included.
    """
    wanted = {value.reference for value in table.spec.values}
    used = tuple(one for one in references if one.name in wanted)
    content = TableFile(FORM, VERSION, table.name, table.spec, table.folder, used)
    return msgspec.json.format(msgspec.json.encode(_bare(content)), indent=2) + b"\n"


def write_template(path: str | PathLike[str], name: str, spec: TableSpec, variables: Sequence[NamedVariable]) -> None:
    """Write a template (`template_of`), completely or not at all. Raises NotWritten."""
    content = TableFile(FORM, VERSION, name, spec, variables=tuple(variables))
    text = msgspec.json.format(msgspec.json.encode(_bare(content)), indent=2) + b"\n"
    write_whole(Path(path), lambda target: cast(None, target.write_bytes(text)))


def write_table(path: str | PathLike[str], table: SavedTable, references: tuple[ReferenceTable, ...] = ()) -> None:
    """Write a table file, completely or not at all. Raises NotWritten."""
    content = table_json(table, references)
    write_whole(Path(path), lambda target: cast(None, target.write_bytes(content)))


def read_table(path: str | PathLike[str]) -> TableFile:
    """Read the table of a file. Raises FileMissing, file_not_readable and the errors of `parse_table`."""
    file = checked_path(path)
    if file.stat().st_size > MOST_BYTES:
        raise DataError("table_file_too_large", name=file.name, megabytes=MOST_BYTES // 2**20)
    return parse_table(read_bytes(file), file.name)


def parse_table(content: bytes, name: str) -> TableFile:
    """Parse a table file. name: for messages.

    Raises table_file_other, table_file_newer, table_file_too_large, table_file_faulty.
    """
    if len(content) > MOST_BYTES:
        raise DataError("table_file_too_large", name=name, megabytes=MOST_BYTES // 2**20)
    try:
        raw = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(
            "table_file_other", name=name, detail=sentence("table_file_no_json", detail=str(error))
        ) from None
    if not isinstance(raw, dict) or raw.get("form") != FORM:
        raise DataError("table_file_other", name=name, detail=sentence("table_file_other_form", form=FORM))
    version = raw.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        # Before anything else is looked at: a later program may have laid it out in another way.
        raise DataError("table_file_newer", name=name, version=version, known=VERSION)
    faults = list(unknown_fields(raw, TableFile, "$"))
    found: TableFile | None = None
    try:
        found = converted(raw, TableFile)
    except msgspec.ValidationError as error:
        faults.append(fault_of(str(error), "$"))
    if found is not None:
        faults += _of_meaning(found)
    if found is None or faults:
        raise DataError("table_file_faulty", name=name, count=len(faults), faults=_told(faults))
    # An axis without a block has an empty one; what came of a rule is ranked anew, whatever the file says.
    return replace(found, spec=unresolved(found.spec.with_changes()))


def _told(faults: list[Sentence]) -> Sentence:
    shown = faults[:_MOST_FAULTS]
    told = shown[-1]
    for fault in reversed(shown[:-1]):
        told = sentence("dictionary_and", first=fault, rest=told)
    return told


def _of_meaning(found: TableFile) -> Iterator[Sentence]:
    """Values of the right type that nothing can be made of."""

    def wrong(place: str, value: object) -> Sentence:
        return sentence("dictionary_value", place=f"$.{place}", value=value)

    if found.version < 1:
        yield wrong("version", found.version)
    for place, text in (("name", found.name), ("folder", found.folder)):
        if len(text) > LONGEST_NAME or (place == "name" and not text.strip()):
            yield wrong(place, text[:20] + "…" * (len(text) > 20))
    for axis in ("rows", "columns", "layers"):
        for at, block in enumerate(getattr(found.spec, axis)):
            for number, level in enumerate(block.levels):
                place = f"spec.{axis}[{at}].levels[{number}]"
                if not level.variable:
                    yield wrong(f"{place}.variable", level.variable)
                for depth in level.depths:
                    if depth < 0:
                        yield wrong(f"{place}.depths", depth)
    for number, value in enumerate(found.spec.values):
        place = f"spec.values[{number}]"
        if not 0 <= value.decimals <= MOST_DECIMALS:
            yield wrong(f"{place}.decimals", value.decimals)
        if value.factor < 1:
            yield wrong(f"{place}.factor", value.factor)


def _bare(value: Any) -> Any:
    """Convert a value for JSON, without fields that have their default."""
    if is_dataclass(value):
        return {
            one.name: _bare(getattr(value, one.name))
            for one in fields(value)
            if one.default is NO_DEFAULT or getattr(value, one.name) != one.default
        }
    return [_bare(item) for item in value] if isinstance(value, tuple | list) else value
