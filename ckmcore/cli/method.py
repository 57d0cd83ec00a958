"""`ckm table --method ...`: the method and its settings, from the options of the command."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ckmcore.cli.magnitudes import METHOD as MAGNITUDE
from ckmcore.cli.magnitudes import (
    OWN_SETTINGS,
    PRIMARY_RULES,
    SUM_OPTIONS,
    SUM_RULES,
    magnitude_method_of,
    primary_rules_of,
    sum_rules_of,
)
from ckmcore.cli.options import Declared, option, override
from ckmcore.cli.prepare import has_keys
from ckmcore.errors import InputError
from ckmcore.methods.method import Method
from ckmcore.methods.serialization import KINDS
from ckmcore.methods.settings import MethodSetting, settings_of

if TYPE_CHECKING:
    from ckmcore.methods.magnitude_settings import Nature

# Which options each method has beside its settings; what is not given keeps the method's own value.
_BESIDE = {"primary": PRIMARY_RULES, "magnitude_bases": ("magnitude_bases",), "own": (*OWN_SETTINGS, *SUM_RULES)}


def methods() -> dict[str, type[Method]]:
    """Method classes by their name on the command line."""
    return {kind.option: kind for kind in KINDS.values()}


def method_options(default: str = "ckm") -> Iterator[Declared]:
    """Options for the method and for the settings of all registered methods. default: name of the default method."""
    yield override(option("--method", choices=tuple(methods()), default="ckm"), default=default)
    yield "--ptable"
    yield option("--magnitude-base", action="append", dest="magnitude_bases", metavar="X=1000")
    for name, setting in _settings().items():
        option_name = "--" + name.replace("_", "-")
        if setting.choices:
            yield option(option_name, type=type(setting.choices[0]), choices=setting.choices, help=setting.help)
        else:
            yield option(option_name, type=int, metavar="N", help=setting.help)
    yield from SUM_OPTIONS


def _settings() -> dict[str, MethodSetting]:
    """Settings of all methods by name, except those of magnitudes, which have options of their own."""
    all_settings = {name: setting for method in methods().values() for name, setting in settings_of(method).items()}
    return {name: method_setting for name, method_setting in all_settings.items() if name not in SUM_RULES}


def _options_of(method: type[Method]) -> set[str]:
    adjacent_names = (names for field, names in _BESIDE.items() if field in method.__dataclass_fields__)
    return {*settings_of(method), *(name for names in adjacent_names for name in names)}


def method_of(options: argparse.Namespace, magnitudes: Sequence[str] = ()) -> Method:
    """Method described by the options, for a table with sums of `magnitudes`.

    Raises cli_option_needed where the method needs record keys that the data lack, and the errors of
    `method_without_data`.
    """
    name: str = options.method
    if (
        methods()[name].needs_keys
        and not options.record_key
        and not key_of_meta(options)
        and not has_keys(options.data)
    ):
        refuse_wrong(options)
        raise InputError("cli_option_needed", option="--record-key", reason=f"--method {name}")
    return method_without_data(options, magnitudes)


def method_without_data(
    options: argparse.Namespace, magnitudes: Sequence[str] = (), natures: Mapping[str, Nature] | None = None
) -> Method:
    """Method described by the options, independent of the data. natures: of each magnitude, where no option gives it.

    Raises cli_option_needed, cli_option_not_with where an option belongs to another method, the errors of settings and
    of reading a perturbation table.
    """
    from ckmcore.ptable import read_ptable

    name: str = options.method
    refuse_wrong(options)
    method = methods()[name]
    plain = settings_of(method).keys() - {*SUM_RULES}
    given_rules: dict[str, Any] = {
        setting_name: getattr(options, setting_name)
        for setting_name in plain
        if getattr(options, setting_name) is not None
    }
    if method.alone:
        raise InputError("suppression_needs_statistic" if method.alone == "suppression" else "safe_needs_statistic")
    if name == MAGNITUDE:
        return magnitude_method_of(options, magnitudes, given_rules, natures)
    if "ptable" in method.__dataclass_fields__:
        given_rules["ptable"] = read_ptable(options.ptable)
    if options.magnitude_bases:
        given_rules["magnitude_bases"] = tuple(map(_magnitude_base, options.magnitude_bases))
    if "primary" in method.__dataclass_fields__:
        given_rules["primary"] = primary_rules_of(options)
    if "missing" in method.__dataclass_fields__:
        given_rules |= sum_rules_of(options)
    return method(**given_rules)


def refuse_wrong(options: argparse.Namespace) -> None:
    """Refuse options of other methods. Raises cli_option_not_with, cli_option_needed."""
    name: str = options.method
    own_options = _options_of(methods()[name])
    for each_option in dict.fromkeys(
        option_name for method in methods().values() for option_name in sorted(_options_of(method))
    ):
        if getattr(options, each_option) is not None and each_option not in own_options:
            wrong = f"--{each_option.removesuffix('s' if each_option == 'magnitude_bases' else '').replace('_', '-')}"
            raise InputError("cli_option_not_with", option=wrong, other=f"--method {name}")
    if name == "ckm" and not options.ptable:
        raise InputError("cli_option_needed", option="--ptable", reason="--method ckm")


def _magnitude_base(text: str) -> tuple[str, int]:
    name, sign, base = text.partition("=")
    if not name or not sign or not base.strip().isdecimal():
        raise InputError("cli_option_value", option="--magnitude-base", value=text, example="X=1000")
    return name.strip(), int(base)


def key_of_meta(options: argparse.Namespace) -> str | None:
    """Column of the record key named by the metadata, or None."""
    from ckmcore.microdata.rda import read_rda

    if options.meta is None:
        return None
    return next((variable.name for variable in read_rda(options.meta).variables if variable.role == "record_key"), None)
