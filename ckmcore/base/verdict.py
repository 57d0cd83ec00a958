"""Verdict on a rule or a promise: held, open, or not tested. What was not examined never counts as held.

Every verdict of a page, a report, a command and a checklist is one of these three; only one that holds has a tick.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from ckmcore.base.exit_codes import Exit

# As a check of the register keeps it: "look" is what every version wrote for what is open.
CheckState = Literal["good", "look", "not_tested"]


class Verdict(StrEnum):
    """The three states of a verdict."""

    HELD = "held"
    OPEN = "open"
    NOT_TESTED = "not_tested"

    @property
    def exit_code(self) -> Exit:
        """Exit code of a command with this verdict."""
        return {Verdict.HELD: Exit.DONE, Verdict.OPEN: Exit.DISCLOSES, Verdict.NOT_TESTED: Exit.NOT_TESTED}[self]

    @property
    def state(self) -> CheckState:
        """State of this verdict in checklists and the register."""
        states: dict[Verdict, CheckState] = {Verdict.HELD: "good", Verdict.OPEN: "look"}
        return states.get(self, "not_tested")


def verdict_of(held: bool | None) -> Verdict:
    """Verdict of a check. held: its result, None where it was not tested."""
    return Verdict.NOT_TESTED if held is None else Verdict.HELD if held else Verdict.OPEN


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """Combine verdicts: open where any is open, held where there are some and all are held, otherwise not tested."""
    kinds = set(verdicts)
    if Verdict.OPEN in kinds:
        return Verdict.OPEN
    return Verdict.HELD if kinds == {Verdict.HELD} else Verdict.NOT_TESTED
