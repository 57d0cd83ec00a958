"""Commands on the record keys of a period. None is an undo step: records are no part of the state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision, KeySet
from ckmcore.statistic.personal_key import PersonalKey
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state.desk_state import DeskState


def with_new_keys(
    statistic: Statistic,
    keys: KeySet,
    remark: str,
    recorded: str,
    person: str = "",
    second_person: str = "",
    signers: Sequence[PersonalKey] = (),
) -> Statistic:
    """The statistic whose current period has new keys; the reason is kept with them and with the period's decisions.

    remark: the reason in words for the record, which repeats the valid decision; without one the keys alone keep it.
    person, second_person, signers: who makes them, and who agreed: needed where figures of the period were released.
    Raises method_needs_reason, register_same_person, person_step_refused then.
    """
    asked = Decision(body=person, second_person=second_person, remark=remark, recorded=recorded)
    statistic = statistic.method_changed(asked, recorded, signers)
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
