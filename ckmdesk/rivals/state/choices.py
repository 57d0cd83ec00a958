"""What the methodologist wants compared and suppressed. Light: the state of the window holds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ckmdesk.state.desk_state import StatePart

SuppressionCost = Literal["number", "value", "log"]
Insiders = Literal["ignored", "exact", "full"]  # as `ckmcore.rivals.kept.Insiders`


@dataclass(frozen=True)
class RivalsChoice:
    """What the board of four methods measures.

    `left_out` names saved tables that are not measured. `base` is the base of the rounding, `least` the number of
    records below which a count is small; `seed` draws the SAFE search and unplanned tables. `seconds` is the limit of
    the attack on each method. With `further` unplanned tables and parts of the records are tried, too. `magnitude` is
    compared by its sums, "" for counts; `groups` is the variable whose category small groups must not show, "" for all.
    """

    left_out: tuple[str, ...] = ()
    base: int = 10
    least: int = 3
    seed: int = 1
    seconds: int = 10
    further: bool = False
    magnitude: str = ""
    groups: str = ""


@dataclass(frozen=True)
class SuppressionChoice:
    """What is suppressed: saved tables without those `left_out`, all counts and sums that they show; `magnitude` is the
    one whose sums are looked at, "" for counts.

    `least` is the minimum frequency; other rules are the primary rules of the page. `groups` is the variable whose
    category small or uniform groups must not show, "" for none.
    """

    left_out: tuple[str, ...] = ()
    magnitude: str = ""
    least: int = 3
    groups: str = ""
    cost: SuppressionCost = "value"
    insiders: Insiders = "exact"


@dataclass(frozen=True)
class SafeChoice:
    """How records are changed by the SAFE principle: without the variables `left_out` every combination occurs not at
    all or at least `least` times; tables of up to `ways` variables are to deviate little. `seed` is of the search.
    """

    left_out: tuple[str, ...] = ()
    ways: int = 2
    least: int = 3
    seed: int = 1


RIVALS = StatePart("rivals", RivalsChoice, saved=True)
SUPPRESSION = StatePart("suppression", SuppressionChoice, saved=True)
SAFE = StatePart("safe_principle", SafeChoice, saved=True)
STATE_PARTS = (RIVALS, SUPPRESSION, SAFE)
