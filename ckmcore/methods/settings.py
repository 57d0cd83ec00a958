"""What can be wrong with the settings of a method: one sentence each, when the method is made."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ckmcore.errors import InputError
from ckmcore.messages import sentence

# Counts and bases beyond this are slips of the keyboard.
MOST = 10**9


class SettingRange(InputError):
    """A setting that is no whole number, or too small or too large."""

    code = "setting_range"


class SettingUnknown(InputError):
    """A setting that is none of a closed set."""

    code = "setting_unknown"


class SettingsContradict(InputError):
    """Two settings that cannot both have an effect."""

    code = "settings_contradict"


def check_whole(name: str, found: object, least: int = 0, most: int = MOST) -> None:
    """Raises SettingRange where a setting (`setting_<name>` in the sentences) is no whole number in the range."""
    if type(found) is not int or not least <= found <= most:
        raise SettingRange(name=sentence(f"setting_{name}"), found=found, least=least, most=most)


def check_known(name: str, found: object, known: Collection[object]) -> None:
    """Raises SettingUnknown where a setting is none of those known."""
    if found not in known:
        raise SettingUnknown(name=sentence(f"setting_{name}"), found=found, known=list(known))


def as_doubles(settings: object, *names: str) -> None:
    """Whole numbers in fields of frozen settings become floats: equal settings are then kept as the same text."""

    def double(found: Any) -> Any:
        if isinstance(found, tuple):
            return tuple(map(double, found))
        return found if found is None else float(found)

    for name in names:
        object.__setattr__(settings, name, double(getattr(settings, name)))
