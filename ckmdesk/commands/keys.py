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
    """Return the statistic with new keys in the current period; the reason is recorded with them and the decisions.

    `remark` is the reason in words, which repeats the valid decision; without one only the keys record it. `person`
    makes the keys; `second_person` and `signers` agreed, which is required if figures of the period were released.
    Raises method_needs_reason, register_same_person, person_step_refused.
    """
    asked_decision = Decision(body=person, second_person=second_person, remark=remark, recorded=recorded)
    statistic = statistic.method_changed(asked_decision, recorded, signers)
    period = statistic.period
    decisions = period.decisions
    if decisions:
        decisions = (*decisions, replace(decisions[-1], remark=remark, recorded=recorded))
    return statistic.with_period(replace(period, keys=keys, decisions=decisions))


def make_new_keys(keys: KeySet, remark: str, recorded: str) -> Command:
    """Build the command that gives the current period new record keys: all its figures change."""

    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        return replace(state, statistic=with_new_keys(state.statistic, keys, remark, recorded))

    return Command(CommandName("make_new_keys"), apply, undoable=False)
