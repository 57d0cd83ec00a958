"""Settings of methods beside the perturbation table: what is published how, rounding, sums of magnitudes.

Worked on like a variant, kept with the statistic, and checked by the methods themselves when they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, cast

from ckmcore.base.numbers import Language
from ckmcore.base.typed import LATER
from ckmcore.errors import CkmError
from ckmcore.methods.cellkey import BaseSign, CellKeyMethod, Criterion, WeightedKey
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Nature, Scaling, magnitude_settings
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.rounding import Rounding
from ckmcore.methods.sums import LEAST_CONTRIBUTORS
from ckmcore.ptable import Boundary, PTable
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.ptable.stored import StoredTable, restored_magnitudes, stored_magnitudes
from ckmdesk.state.typed_numbers import (
    PAIRS,
    NumbersUnreadable,
    number_of,
    numbers_of,
    numbers_text,
    pairs_of,
    pairs_text,
)

# What the window sets for new methods beside `NEW_METHOD`, as the presets do; those kept before have their own.
NEW_SUMS: dict[str, Any] = {"least_contributors": LEAST_CONTRIBUTORS}


@lru_cache(maxsize=8)
def magnitudes_of(kept: StoredTable) -> MagnitudePTable:
    """The table for magnitudes that was read from a file."""
    return restored_magnitudes(kept)


@dataclass(frozen=True)
class CountRules:
    """The settings of the cell-key method for counts apart from its table; names and defaults are those of the
    method."""

    boundary: Boundary = "less"
    criteria: tuple[Criterion, ...] = ()
    threshold: int = 0
    minimum_base: int = 0
    base_sign: BaseSign = "unreliable"
    unreliable_below: int = 0
    uncertain_below: int = 0
    weighted_step: int = 1
    weighted_key: WeightedKey = field(default="count", metadata=LATER)

    def method(self, table: PTable) -> CellKeyMethod:
        """Make the method with a table; raises CkmError for impossible or contradicting settings."""
        return CellKeyMethod(table, **asdict(self))

    @staticmethod
    def of(method: CellKeyMethod) -> CountRules:
        """The settings of a method, as of the one in force."""
        return CountRules(**{each_field.name: getattr(method, each_field.name) for each_field in fields(CountRules)})


@dataclass(frozen=True)
class MagnitudeChoice:
    """The protection of sums: the tables, the shared settings of magnitudes, and those of single magnitudes.

    `large` is None as long as sums are not published; `small` is the table for small values, if these are separated.
    `own_key` is the secret of own keys per magnitude ("": all share the cell key).
    """

    large: StoredTable | None = None
    small: StoredTable | None = None
    settings: MagnitudeSettings = field(default_factory=lambda: MagnitudeSettings(Scaling(0.05), **NEW_SUMS))
    own: tuple[tuple[str, MagnitudeSettings], ...] = ()
    own_key: str = field(default="", repr=False)

    def of(self, magnitude: str) -> MagnitudeSettings:
        """Return the settings of a magnitude; "" for the shared ones."""
        return dict(self.own).get(magnitude, self.settings)

    def with_settings(self, magnitude: str, settings: MagnitudeSettings | None) -> MagnitudeChoice:
        """Return other shared settings (""), or settings of one magnitude; None makes it use the shared ones."""
        if not magnitude:
            return self if settings is None else replace(self, settings=settings)
        kept_settings = tuple((name, own_setting) for name, own_setting in self.own if name != magnitude)
        return replace(self, own=kept_settings if settings is None else (*kept_settings, (magnitude, settings)))

    def with_keys(self, own_key: str, declared: Nature | None = None) -> MagnitudeChoice:
        """Return the choice with another secret of own keys.

        `declared` is what the statistic states on its units. Settings without their own choice adopt it, as the nature
        had no meaning while keys were shared.
        """
        choice = replace(self, own_key=own_key)
        if not own_key or declared is None:
            return choice
        own_settings = tuple((name, _of_nature(settings, declared)) for name, settings in self.own)
        return replace(choice, settings=_of_nature(self.settings, declared), own=own_settings)

    @staticmethod
    def of_method(method: CellKeyMethod) -> MagnitudeChoice:
        """Return the tables and settings of a method, such as the one in force."""
        sums = as_of_sums(method)
        if sums is None:
            return MagnitudeChoice()
        small = None if sums.small is None else stored_magnitudes(sums.small)
        settings = sums.settings or MagnitudeChoice().settings
        return MagnitudeChoice(stored_magnitudes(sums.large), small, settings, sums.own, sums.own_key)

    def method(self, counts: CellKeyMethod) -> CellKeyMethod:
        """Make the method for counts and sums; for counts alone without a table for sums. Raises CkmError."""
        if self.large is None:
            return counts
        # The table for small values would be told to be of no use where nothing is separated.
        separates = any(
            settings.separation for settings in (self.settings, *(own_setting for _, own_setting in self.own))
        )
        return MagnitudeCellKeyMethod(
            counts.ptable,
            **{each_field.name: getattr(counts, each_field.name) for each_field in fields(CountRules)},
            large=magnitudes_of(self.large),
            small=magnitudes_of(self.small) if self.small is not None and separates else None,
            settings=self.settings,
            own=self.own,
            own_key=self.own_key,
        )


def _of_nature(settings: MagnitudeSettings, declared: Nature) -> MagnitudeSettings:
    return replace(settings, nature=declared) if settings.nature == MagnitudeSettings.nature else settings


def choice_described(
    said: Mapping[str, Mapping[str, str]], large: StoredTable | None, small: StoredTable | None
) -> MagnitudeChoice | None:
    """Read the settings for sums from metadata of τ-ARGUS.

    `said` holds keywords (`CKM`, `SCALING`, ...) by magnitude; `large` and `small` are the tables they name. None if
    there are none; impossible settings are omitted, to be made by hand.
    """
    own_settings = []
    for name, words in said.items():
        kind = words.get("CKM", "N").strip().upper()
        if kind == "N" or "SCALING" not in words:
            continue
        flags = {flag: words.get(flag.replace("_", "").upper(), "N").strip().upper() == "Y" for flag in FLAGS}
        with suppress(CkmError):
            own_settings.append((name, magnitude_settings(kind, words["SCALING"], **flags, **NEW_SUMS)))
    if large is None or not own_settings:
        return None
    first = own_settings[0][1]
    return MagnitudeChoice(large, small, first, tuple(pair for pair in own_settings if pair[1] != first))


@dataclass(frozen=True)
class MethodSettings:
    """The settings of methods made by the methodologist.

    `counts` apply to every variant of the cell-key method, `magnitudes` to those without own settings. `rounding` is to
    the nearest multiple; if `drawn`, `keyed` rounds by the cell key. `primary` rules mark sensitive cells.
    """

    counts: CountRules = CountRules()
    rounding: Rounding = field(default_factory=Rounding)
    keyed: KeyedRounding = field(default_factory=KeyedRounding)
    drawn: bool = False
    primary: PrimaryRules = field(default_factory=PrimaryRules)
    magnitudes: MagnitudeChoice = field(default_factory=MagnitudeChoice)

    def method(self, table: PTable, sums: MagnitudeChoice | None = None) -> CellKeyMethod:
        """Make the cell-key method with a table for counts; `sums` are own settings of a variant. Raises CkmError."""
        return (sums or self.magnitudes).method(self.counts.method(table))

    @property
    def any_rounding(self) -> Rounding | KeyedRounding:
        """The rounding that is worked on."""
        return self.keyed if self.drawn else self.rounding

    def with_rounding(self, rounding: Rounding | KeyedRounding) -> MethodSettings:
        """Return the settings with another rounding, whose kind is then the current one."""
        if rounding.needs_keys:
            return replace(self, keyed=cast(KeyedRounding, rounding), drawn=True)
        return replace(self, rounding=cast(Rounding, rounding), drawn=False)

    def tried(self, base: int) -> Rounding | KeyedRounding:
        """Return the current rounding to another base, for a trial view."""
        return replace(self.any_rounding, base=base)


FLAGS = ("separation", "parity", "include_zeros")
EXAMPLES = {"minimum_frequency": "3", "dominance": PAIRS, "p_percent": "10", "pq": "10; 50"}
PRIMARY = tuple(EXAMPLES)


def with_primary(rules: PrimaryRules | None, name: str, text: str) -> PrimaryRules | None:
    """Return primary rules with one of them as typed; None if none is left. Raises CkmError.

    `name` is `minimum_frequency`, `dominance`, `p_percent` or `pq`.
    """
    former_rules = rules or PrimaryRules()
    example = EXAMPLES[name]
    numbers: tuple[float, ...] = ()
    if name == "pq":
        numbers = numbers_of(text, example)
        if numbers and len(numbers) != 2:
            raise NumbersUnreadable(found=text, example=example)
    elif name != "dominance" and text.strip():
        numbers = (number_of(text, example),)
    if name == "dominance":
        primary_rules = replace(former_rules, dominance=pairs_of(text))
    elif name == "minimum_frequency":
        if numbers and not numbers[0].is_integer():
            raise NumbersUnreadable(found=text, example=example)
        primary_rules = replace(former_rules, minimum_frequency=int(numbers[0]) if numbers else 0)
    elif name == "p_percent":
        primary_rules = replace(former_rules, p_percent=numbers[0] if numbers else None)
    else:
        primary_rules = replace(former_rules, pq=(numbers[0], numbers[1]) if numbers else None)
    return None if primary_rules == PrimaryRules() else primary_rules


def primary_texts(rules: PrimaryRules | None, language: Language) -> dict[str, str]:
    """Primary rules as a person types them, by name."""
    known_rules = rules or PrimaryRules()
    return {
        "minimum_frequency": str(known_rules.minimum_frequency) if known_rules.minimum_frequency else "",
        "dominance": pairs_text(known_rules.dominance, language),
        "p_percent": "" if known_rules.p_percent is None else numbers_text((known_rules.p_percent,), language),
        "pq": "" if known_rules.pq is None else numbers_text(known_rules.pq, language),
    }
