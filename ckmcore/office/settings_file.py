"""The settings of an office as a JSON file that all desks can be given. It holds only what differs from the default."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any, cast

import msgspec

from ckmcore.base.files import write_whole
from ckmcore.base.typed import converted
from ckmcore.dictionary.json_file import fault_of, unknown_fields
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.microdata.files import checked_path, read_bytes
from ckmcore.office.settings import OFFICE_SETTINGS, Office, office_faults

SUFFIX = ".ckmoffice"
FORM = "ckm office"
VERSION = 1
MOST_BYTES = 2 * 2**20
_MOST_FAULTS = 10


def office_json(office: Office) -> bytes:
    """Settings of an office as indented JSON, a picture as base64."""
    changed = {
        office_setting.name: getattr(office, office_setting.name)
        for office_setting in OFFICE_SETTINGS
        if getattr(office, office_setting.name) != office_setting.default
    }
    content = msgspec.json.encode({"form": FORM, "version": VERSION, "settings": changed})
    return msgspec.json.format(content, indent=2) + b"\n"


def write_office(path: str | PathLike[str], office: Office) -> None:
    """Write settings of an office, completely or not at all. Raises NotWritten, and office_file_faulty for settings
    that could not be read back."""
    faults = [_fault_at(f"$.settings.{setting_field.name}", fault) for setting_field, fault in office_faults(office)]
    if faults:
        raise _faulty(Path(path).name, faults)
    content = office_json(office)
    write_whole(Path(path), lambda target: cast(None, target.write_bytes(content)))


def read_office(path: str | PathLike[str]) -> Office:
    """Read the settings of a file. Raises FileMissing, file_not_readable and the errors of `parse_office`."""
    file = checked_path(path)
    if file.stat().st_size > MOST_BYTES:
        raise DataError("office_file_too_large", name=file.name, megabytes=MOST_BYTES // 2**20)
    return parse_office(read_bytes(file), file.name)


def parse_office(content: bytes, name: str) -> Office:
    """Parse settings of an office. name: file name for messages.

    Raises office_file_other, office_file_newer, office_file_faulty.
    """
    try:
        raw = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise DataError("office_file_other", name=name, detail=sentence("office_file_no_json")) from fault
    if not isinstance(raw, dict) or raw.get("form") != FORM:
        raise DataError("office_file_other", name=name, detail=sentence("office_file_other_form", form=FORM))
    version = raw.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise _faulty(name, [sentence("dictionary_value", place="$.version", value=version)])
    if version > VERSION:
        # Before anything else is looked at: a later program may have laid it out in another way.
        raise DataError("office_file_newer", name=name, version=version, known=VERSION)
    faults = [
        sentence("dictionary_field_unknown", place="$", field=str(key), known=("form", "version", "settings"))
        for key in raw
        if key not in ("form", "version", "settings")
    ]
    given_settings, more = settings_given(raw.get("settings", {}), "$.settings")
    faults += more
    if faults:
        raise _faulty(name, faults)
    return Office(**given_settings)


def settings_given(given: Any, place: str) -> tuple[dict[str, Any], list[Sentence]]:
    """Parse settings of an office from a JSON object. Returns them by name, and the faults. place: JSON path for
    messages."""
    if not isinstance(given, dict):
        return {}, [sentence("dictionary_type", place=place, expected="object", found=type(given).__name__)]
    faults = list(unknown_fields(given, Office, place))
    read: dict[str, Any] = {}
    for name, value in given.items():
        # One at a time, so that every fault is told, not only the first.
        try:
            read[name] = getattr(converted({name: value}, Office), name, None)
        except msgspec.ValidationError as error:
            faults.append(fault_of(str(error), place))
    known_names = {office_setting.name for office_setting in OFFICE_SETTINGS}
    result = {name: value for name, value in read.items() if name in known_names}
    more = [
        _fault_at(f"{place}.{setting_field.name}", fault) for setting_field, fault in office_faults(Office(**result))
    ]
    return result, [*faults, *more]


def _fault_at(location: str, fault: Sentence) -> Sentence:
    return sentence("office_file_fault", place=location, fault=fault)


def _faulty(name: str, faults: list[Sentence]) -> DataError:
    return DataError(
        "office_file_faulty", name=name, count=len(faults), faults=joined(faults[:_MOST_FAULTS], "dictionary_and")
    )
