"""`ckm table --method ...`: the method and its settings, from the options of the command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ckmcore.cli.common import OptionNeeded, OptionNotWith, OptionValue
from ckmcore.cli.magnitudes import METHOD as MAGNITUDE
from ckmcore.cli.magnitudes import (
    OWN_SETTINGS,
    PRIMARY_RULES,
    SUM_RULES,
    add_magnitude_options,
    magnitude_method_of,
    primary_rules_of,
    sum_rules_of,
)
from ckmcore.cli.prepare import has_keys

if TYPE_CHECKING:
    from ckmcore.methods.method import Method

_OF_COUNTS = (
    "boundary",
    "threshold",
    "unreliable_below",
    "uncertain_below",
    "minimum_base",
    "base_sign",
    "weighted_step",
)
# Which settings each method has; an option that is not given keeps the method's own value.
_SETTINGS = {
    "ckm": _OF_COUNTS,
    MAGNITUDE: (*_OF_COUNTS, *OWN_SETTINGS, *SUM_RULES),
    "rounding": ("base", "magnitude_bases", "minimum_base", "ratio_decimals", *PRIMARY_RULES, *SUM_RULES),
    "keyed-rounding": ("base", "magnitude_bases", "minimum_base", *SUM_RULES),
}
METHODS = tuple(_SETTINGS)
NEED_KEYS = ("ckm", MAGNITUDE, "keyed-rounding")


def add_method_options(table: argparse.ArgumentParser, text: Callable[[str], str]) -> None:
    """Options of `ckm table`; `text` gives a help text by its code."""
    table.add_argument("--method", choices=METHODS, default="ckm", help=text("method"))
    table.add_argument("--ptable", help=text("ptable_file"))
    table.add_argument("--boundary", choices=("less", "less_equal"), help=text("boundary"))
    table.add_argument("--base", type=int, help=text("base"))
    table.add_argument(
        "--magnitude-base", action="append", dest="magnitude_bases", metavar="X=1000", help=text("magnitude_base")
    )
    table.add_argument("--threshold", type=int, metavar="N", help=text("hide_below"))
    table.add_argument("--unreliable-below", type=int, metavar="N", help=text("unreliable_below"))
    table.add_argument("--uncertain-below", type=int, metavar="N", help=text("uncertain_below"))
    table.add_argument("--minimum-base", type=int, metavar="N", help=text("minimum_base"))
    table.add_argument("--base-sign", choices=("unreliable", "uncertain"), help=text("base_sign"))
    table.add_argument("--weighted-step", type=int, choices=(1, 10, 100, 1000), help=text("weighted_step"))
    table.add_argument("--ratio-decimals", type=int, metavar="N", help=text("ratio_decimals"))
    add_magnitude_options(table, text)


def method_of(options: argparse.Namespace, magnitudes: Sequence[str] = ()) -> Method:
    """The method that the options ask for, for a table with sums of `magnitudes`.

    Raises OptionNeeded where the data have no record keys that it needs, and as `method_without_data` does.
    """
    name: str = options.method
    if name in NEED_KEYS and not options.record_key and not key_of_meta(options) and not has_keys(options.data):
        _refuse_wrong(options)
        raise OptionNeeded(option="--record-key", reason=f"--method {name}")
    return method_without_data(options, magnitudes)


def method_without_data(options: argparse.Namespace, magnitudes: Sequence[str] = ()) -> Method:
    """The method that the options ask for, whatever data it is for.

    Raises OptionNeeded, OptionNotWith where an option is one of another method, the faults of settings and of reading a
    perturbation table.
    """
    from ckmcore.methods.cellkey import CellKeyMethod
    from ckmcore.methods.keyed_rounding import KeyedRounding
    from ckmcore.methods.rounding import Rounding
    from ckmcore.ptable import read_ptable

    name: str = options.method
    _refuse_wrong(options)
    given: dict[str, Any] = {
        one: getattr(options, one)
        for one in _SETTINGS[name]
        if getattr(options, one) is not None and one not in (*OWN_SETTINGS, *SUM_RULES)
    }
    if options.magnitude_bases:
        given["magnitude_bases"] = tuple(map(_magnitude_base, options.magnitude_bases))
    if name == "rounding":
        return Rounding(**given, primary=primary_rules_of(options), **sum_rules_of(options))
    if name == "keyed-rounding":
        return KeyedRounding(**given, **sum_rules_of(options))
    if name == MAGNITUDE:
        return magnitude_method_of(options, magnitudes, given)
    return CellKeyMethod(read_ptable(options.ptable), **given)


def _refuse_wrong(options: argparse.Namespace) -> None:
    name: str = options.method
    for setting in dict.fromkeys(one for settings in _SETTINGS.values() for one in settings):
        if getattr(options, setting) is not None and setting not in _SETTINGS[name]:
            option = f"--{setting.removesuffix('s' if setting == 'magnitude_bases' else '').replace('_', '-')}"
            raise OptionNotWith(option=option, other=f"--method {name}")
    if name == "ckm" and not options.ptable:
        raise OptionNeeded(option="--ptable", reason="--method ckm")


def _magnitude_base(text: str) -> tuple[str, int]:
    name, sign, base = text.partition("=")
    if not name or not sign or not base.strip().isdecimal():
        raise OptionValue(option="--magnitude-base", value=text, example="X=1000")
    return name.strip(), int(base)


def key_of_meta(options: argparse.Namespace) -> str | None:
    """The record key that the metadata name, where there are metadata."""
    from ckmcore.microdata.rda import read_rda

    if options.meta is None:
        return None
    return next((one.name for one in read_rda(options.meta).variables if one.role == "record_key"), None)
