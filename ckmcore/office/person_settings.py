"""The settings of a person and of a process, declared once: page, file, policy and command check by these fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

from ckmcore.base.limits import LEAST_MEMORY, MOST_MEMORY, MOST_THREADS, USUAL_MEMORY
from ckmcore.messages import Sentence, sentence
from ckmcore.office.settings import Kind, LanguageChoice, SettingField, ThemeChoice

TextSizeChoice = Literal["100", "125", "150", "175", "200"]  # in percent
Role = Literal["methodologist", "clerk", "releaser"]


def _threads_fault(value: int) -> Sentence | None:
    return None if 0 <= value <= MOST_THREADS else sentence("process_threads_fault", most=MOST_THREADS)


def _memory_fault(value: int) -> Sentence | None:
    if value == 0 or LEAST_MEMORY <= value <= MOST_MEMORY:
        return None
    return sentence("process_memory_fault", least=LEAST_MEMORY, most=MOST_MEMORY)


def own(name: str, kind: Kind, default: str, topic: str = "", **more: Any) -> SettingField:
    """Declare a setting of a person, kept as text. topic: card of the settings page, "" for none; more: further fields
    of `SettingField`."""
    return SettingField(name, topic, kind, default, family="own", **more)


def _limit(name: str, limit: int, check: Callable[[int], Sentence | None]) -> SettingField:
    """Declare a limit of a process; 0 means the default. limit: largest value."""
    none = sentence(f"own_{name}_none", usual=USUAL_MEMORY)
    return own(name, "number", "0", "process", check=check, between=(0, limit), none=none)


PERSON_SETTINGS: tuple[SettingField, ...] = (
    own("language", "choice", "system", "own", choices=get_args(LanguageChoice)),
    own("theme", "choice", "system", "own", choices=get_args(ThemeChoice)),
    own("text_size", "choice", "100", "own", choices=get_args(TextSizeChoice)),
    own("role", "choice", "methodologist", choices=get_args(Role)),
    own("person", "text", "", "own"),
    own("unsaved_folder", "folder", ""),
    _limit("threads", MOST_THREADS, _threads_fault),
    _limit("memory", MOST_MEMORY, _memory_fault),
)
"""In the order of their page. A policy may decide each (`DeskSettings`, `ProcessSettings`)."""

BY_NAME = {setting.name: setting for setting in PERSON_SETTINGS}
