"""Settings of methods, each declared once beside its field; page, command and checks derive from the declaration."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from ckmcore.base.typed import LATER
from ckmcore.errors import InputError
from ckmcore.messages import sentence

# Counts and bases beyond this are slips of the keyboard.
MOST = 10**9


@dataclass(frozen=True)
class MethodSetting:
    """Declaration of a method's setting: one of `choices`, or without these a whole number from `least` to `most`.

    help: code of the help text of its command-line option. Sentences call the setting `setting_<name>`.
    """

    name: str
    help: str
    choices: tuple[Any, ...] = ()
    least: int = 0
    most: int = MOST

    def check(self, found: object) -> None:
        """Raise setting_range or setting_unknown for an invalid value."""
        if self.choices:
            check_known(self.name, found, self.choices)
        else:
            check_whole(self.name, found, self.least, self.most)


def whole(default: int, help: str, least: int = 0, most: int = MOST) -> Any:
    """The field of a setting that is a whole number."""
    return field(default=default, metadata={"setting": {"help": help, "least": least, "most": most}})


def choice(
    default: Any, help: str, choices: Any, *, later: bool = False, more: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """Declare a setting that is one of a few values. help: code of the option's help text; later: it was added later,
    is keyword-only, and is left out of records while it has its default; more: further metadata."""
    metadata = {"setting": {"help": help, "choices": tuple(choices)}, **(LATER if later else {}), **more}
    return field(default=default, metadata=metadata, kw_only=later)


def settings_of(method: Any) -> dict[str, MethodSetting]:
    """Settings of a method, or of a method class, by name in the order of its fields."""
    return {
        each_field.name: MethodSetting(each_field.name, **each_field.metadata["setting"])
        for each_field in fields(method)
        if "setting" in each_field.metadata
    }


def check_settings(method: Any) -> None:
    """Raise setting_range or setting_unknown where a setting of the method is invalid."""
    for name, setting in settings_of(method).items():
        setting.check(getattr(method, name))


def check_whole(name: str, found: object, least: int = 0, most: int = MOST) -> None:
    """Raises setting_range where a setting (`setting_<name>` in the sentences) is no whole number in the range."""
    if type(found) is not int or not least <= found <= most:
        raise InputError("setting_range", name=sentence(f"setting_{name}"), found=found, least=least, most=most)


def check_known(name: str, found: object, known: Collection[object]) -> None:
    """Raises setting_unknown where a setting is none of those known."""
    if found not in known:
        raise InputError("setting_unknown", name=sentence(f"setting_{name}"), found=found, known=list(known))


def as_doubles(settings: object, *names: str) -> None:
    """Convert whole numbers in fields of frozen settings to floats, so that equal settings have equal texts. names: of
    the fields."""

    def double(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(double, value))
        return value if value is None else float(value)

    for name in names:
        object.__setattr__(settings, name, double(getattr(settings, name)))
