"""The policy of a computer: settings that its administrator has decided for everybody who works on it.

One JSON file at a place that only administrators may write. Nothing that a user may set, no variable of the environment
either, leads to another file. What it decides, nobody changes in the program; a faulty policy lets nothing start, since
a program that ignored it would be open where it was meant to be closed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from ckmcore.base.files import reason_of
from ckmcore.base.reading import read_file
from ckmcore.base.texts import Texts
from ckmcore.base.typed import converted
from ckmcore.dictionary.json_file import fault_of, unknown_fields
from ckmcore.errors import DataError, FileError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.office.databases import DatabaseEntry, databases_given
from ckmcore.office.person_settings import BY_NAME
from ckmcore.office.settings import LanguageChoice, Office, ThemeChoice
from ckmcore.office.settings_file import settings_given

FORM = "ckm policy"
VERSION = 1
LONGEST_REASON, LONGEST_PERSON = 300, 120
_MOST_FAULTS = 10


@dataclass(frozen=True)
class DeskSettings:
    """Personal settings that a policy may decide; None leaves the decision to the person. person: "" for the account's
    name."""

    language: LanguageChoice | None = None
    theme: ThemeChoice | None = None
    text_size: Literal[100, 125, 150, 175, 200] | None = None  # percent
    role: Literal["methodologist", "clerk", "releaser"] | None = None
    person: str | None = None
    unsaved_folder: str | None = None  # "off": work that was not saved is kept nowhere


@dataclass(frozen=True)
class ProcessSettings:
    """Process limits (`limits.Limits`) that a policy may decide; None leaves the decision to the person."""

    threads: int | None = None
    memory: int | None = None


@dataclass(frozen=True)
class Policy:
    """Decisions of a policy. path: its file, None without one; reason: explanation by the administrator; databases:
    permitted databases by name."""

    path: Path | None = None
    reason: Texts = Texts()
    desk: DeskSettings = DeskSettings()
    process: ProcessSettings = ProcessSettings()
    office: Mapping[str, Any] = field(default_factory=dict)
    databases: Mapping[str, DatabaseEntry] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, str]:
        """Decided settings of person and process, as name and text like the settings of the desk."""
        return {
            name: str(value) for settings_part in (self.desk, self.process) for name, value in _decided(settings_part)
        }

    @property
    def named(self) -> dict[str, Any]:
        """All decided settings by their path in the file (`desk.language`)."""
        desk = {f"desk.{name}": value for name, value in _decided(self.desk)}
        process = {f"process.{name}": value for name, value in _decided(self.process)}
        databases = {f"databases.{name}": entry.kind for name, entry in self.databases.items()}
        return desk | process | {f"office.{name}": value for name, value in self.office.items()} | databases

    def office_with(self, office: Office) -> Office:
        """Settings of an office, overridden by the decisions of the policy."""
        return replace(office, **self.office)


def _decided(settings_part: DeskSettings | ProcessSettings) -> Iterator[tuple[str, Any]]:
    for each_field in fields(settings_part):
        if getattr(settings_part, each_field.name) is not None:
            yield each_field.name, getattr(settings_part, each_field.name)


def machine_file() -> Path:
    """Path of this computer's policy file."""
    if sys.platform == "win32":
        import winreg

        # Not %ProgramData%: a user may set that to another folder.
        key = r"SOFTWARE\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders"
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as folders:
            return Path(str(winreg.QueryValueEx(folders, "Common AppData")[0])) / "ckmdesk" / "policy.json"
    if sys.platform == "darwin":
        return Path("/Library/Application Support/ckmdesk/policy.json")
    return Path("/etc/ckmdesk/policy.json")


def machine_policy() -> Policy:
    """Policy of this computer. Raises the errors of `read_policy`."""
    return read_policy(machine_file())


def read_policy(path: Path) -> Policy:
    """Read the policy of a file; without a file, a policy that decides nothing.

    Raises policy_not_readable, policy_newer, policy_faulty.
    """
    try:
        content = read_file(path, 1 << 20)
    except (FileNotFoundError, NotADirectoryError):
        return Policy()
    except OSError as fault:
        raise FileError("policy_not_readable", path=str(path), detail=reason_of(fault)) from None
    return parse_policy(content, path)


def parse_policy(content: bytes, path: Path) -> Policy:
    """Parse the content of a policy file. path: for messages. Raises the errors of `read_policy`."""
    try:
        raw = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise FileError("policy_not_readable", path=str(path), detail=sentence("office_file_no_json")) from fault
    if not isinstance(raw, dict) or raw.get("form") != FORM:
        raise FileError("policy_not_readable", path=str(path), detail=sentence("office_file_other_form", form=FORM))
    version = raw.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise _faulty(path, [sentence("dictionary_value", place="$.version", value=version)])
    if version > VERSION:
        raise DataError("policy_newer", path=str(path), version=version, known=VERSION)
    known_fields = ("form", "version", "reason", "desk", "process", "office", "databases")
    faults = [
        sentence("dictionary_field_unknown", place="$", field=str(key), known=known_fields)
        for key in raw
        if key not in known_fields
    ]
    settings_parts: dict[str, Any] = {}
    for name, kind in (("reason", Texts), ("desk", DeskSettings), ("process", ProcessSettings)):
        given_fields = raw.get(name, {})
        faults += unknown_fields(given_fields, kind, f"$.{name}")
        try:
            settings_parts[name] = converted(given_fields, kind)
        except msgspec.ValidationError as error:
            faults.append(fault_of(str(error), f"$.{name}"))
    office, more = settings_given(raw.get("office", {}), "$.office")
    databases, wrong = databases_given(raw.get("databases", {}), "$.databases")
    faults += [*more, *wrong]
    if not faults:
        policy = Policy(path, office=office, databases=databases, **settings_parts)
        faults += _wrong_values(policy)
    if faults:
        raise _faulty(path, faults)
    return policy


def _wrong_values(policy: Policy) -> Iterator[Sentence]:
    for settings_part in ("process", "desk"):
        for name, value in _decided(getattr(policy, settings_part)):
            setting = BY_NAME[name]
            if fault := setting.fault(value if setting.kind == "number" else str(value)):
                yield _fault_at(f"$.{settings_part}.{name}", fault)
    person, unsaved = policy.desk.person or "", policy.desk.unsaved_folder or "off"
    if unsaved != "off" and not Path(unsaved).is_absolute():
        yield _fault_at("$.desk.unsaved_folder", sentence("policy_folder_fault"))
    for field_path, text, limit in (
        ("$.reason.en", policy.reason.en, LONGEST_REASON),
        ("$.reason.de", policy.reason.de, LONGEST_REASON),
        ("$.desk.person", person, LONGEST_PERSON),
    ):
        if len(text) > limit:
            yield _fault_at(field_path, sentence("office_fault_long", limit=limit))
        if any(letter < " " for letter in text):
            yield _fault_at(field_path, sentence("office_fault_control"))


def _fault_at(location: str, fault: Sentence) -> Sentence:
    return sentence("office_file_fault", place=location, fault=fault)


def _faulty(path: Path, faults: list[Sentence]) -> DataError:
    return DataError(
        "policy_faulty", path=str(path), count=len(faults), faults=joined(faults[:_MOST_FAULTS], "dictionary_and")
    )
