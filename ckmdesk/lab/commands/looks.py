"""Commands of looks at what has left the house: a look is on record, what is decided of a release can be undone.

The attacks of the engine behind them are loaded with the first one.
"""

from __future__ import annotations

from types import ModuleType

from ckmcore.statistic.looks import LookResult, PairKind
from ckmdesk.commands.data import on_statistic
from ckmdesk.commands.desk import Command, CommandName


def _decisions() -> ModuleType:
    from ckmcore.release import pair_decisions

    return pair_decisions


def note_look(result: LookResult, day: str) -> Command:
    """Build the command that records a look; it cannot be undone."""
    return on_statistic(
        CommandName("note_look"), lambda statistic: _decisions().with_look(statistic, result, day), undoable=False
    )


def decide(
    number: int, person: str, time: str, reason: str, kinds: tuple[PairKind, ...], *, no_further: bool
) -> Command:
    """Build the command that accepts what a release discloses, or publishes no further values of the pair.

    `kinds` are the kinds of pairs concerned; `no_further` selects the second. Raises as the two steps do.
    """
    step = _decisions().publish_no_further if no_further else _decisions().accept_release
    name = CommandName("decide_release", (("title", str(number)),))
    return on_statistic(name, lambda statistic: step(statistic, number, person, time, reason, kinds))


def take_back(number: int) -> Command:
    """Take back what was decided of a release."""
    name = CommandName("take_back_decision", (("title", str(number)),))
    return on_statistic(name, lambda statistic: _decisions().take_back(statistic, number))
