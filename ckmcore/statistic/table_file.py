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
    wanted_references = {value.reference for value in table.spec.values}
    used_references = tuple(reference for reference in references if reference.name in wanted_references)
    content = TableFile(FORM, VERSION, table.name, table.spec, table.folder, used_references)
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
    table_file: TableFile | None = None
    try:
        table_file = converted(raw, TableFile)
    except msgspec.ValidationError as error:
        faults.append(fault_of(str(error), "$"))
    if table_file is not None:
        faults += _of_meaning(table_file)
    if table_file is None or faults:
        raise DataError("table_file_faulty", name=name, count=len(faults), faults=_faults_sentence(faults))
    # An axis without a block has an empty one; what came of a rule is ranked anew, whatever the file says.
    return replace(table_file, spec=unresolved(table_file.spec.with_changes()))


def _faults_sentence(faults: list[Sentence]) -> Sentence:
    shown_faults = faults[:_MOST_FAULTS]
    result = shown_faults[-1]
    for fault in reversed(shown_faults[:-1]):
        result = sentence("dictionary_and", first=fault, rest=result)
    return result


def _of_meaning(table_file: TableFile) -> Iterator[Sentence]:
    """Values of the right type that nothing can be made of."""

    def wrong(location: str, value: object) -> Sentence:
        return sentence("dictionary_value", place=f"$.{location}", value=value)

    if table_file.version < 1:
        yield wrong("version", table_file.version)
    for field_name, text in (("name", table_file.name), ("folder", table_file.folder)):
        if len(text) > LONGEST_NAME or (field_name == "name" and not text.strip()):
            yield wrong(field_name, text[:20] + "…" * (len(text) > 20))
    for axis in ("rows", "columns", "layers"):
        for block_index, block in enumerate(getattr(table_file.spec, axis)):
            for level_index, level in enumerate(block.levels):
                field_name = f"spec.{axis}[{block_index}].levels[{level_index}]"
                if not level.variable:
                    yield wrong(f"{field_name}.variable", level.variable)
                for depth in level.depths:
                    if depth < 0:
                        yield wrong(f"{field_name}.depths", depth)
    for index, value in enumerate(table_file.spec.values):
        field_name = f"spec.values[{index}]"
        if not 0 <= value.decimals <= MOST_DECIMALS:
            yield wrong(f"{field_name}.decimals", value.decimals)
        if value.factor < 1:
            yield wrong(f"{field_name}.factor", value.factor)


def _bare(value: Any) -> Any:
    """Convert a value for JSON, without fields that have their default."""
    if is_dataclass(value):
        return {
            field.name: _bare(getattr(value, field.name))
            for field in fields(value)
            if field.default is NO_DEFAULT or getattr(value, field.name) != field.default
        }
    return [_bare(item) for item in value] if isinstance(value, tuple | list) else value
