"""Commands on the record keys of a period. None is an undo step: records are no part of the state."""

from __future__ import annotations

from dataclasses import replace

from ckmcore.statistic.model import KeySet, Statistic
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state.desk_state import DeskState


def with_new_keys(statistic: Statistic, keys: KeySet, remark: str, recorded: str) -> Statistic:
    """The statistic whose current period has new keys; the reason is kept with them and with the period's decisions.

    remark: the reason in words for the record, which repeats the valid decision; without one the keys alone keep it.
    """
    period = statistic.period
    decisions = period.decisions
    if decisions:
        decisions = (*decisions, replace(decisions[-1], remark=remark, recorded=recorded))
    return statistic.with_period(replace(period, keys=keys, decisions=decisions))


def make_new_keys(keys: KeySet, remark: str, recorded: str) -> Command:
    """Give the current period new record keys: all its figures change."""

    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        return replace(state, statistic=with_new_keys(state.statistic, keys, remark, recorded))

    return Command(CommandName("make_new_keys"), apply, undoable=False)
