"""Commands of the wing: what is evaluated, test sets of the statistic, looks at releases and decisions on them.

The attacks of the engine behind looks are loaded with the first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from ckmcore.statistic.looks import LookResult, PairKind
from ckmcore.statistic.period import Attachment
from ckmcore.statistic.table_sets import with_test_set, without_test_set
from ckmdesk.commands.data import on_statistic
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice


def set_evaluation(choice: EvaluationChoice) -> Command:
    """Change what is evaluated. Not an undo step."""

    return Command(CommandName("set_evaluation"), lambda state: EVALUATION.put(state, choice), undoable=False)


def save_test_set(name: str, tables: Sequence[str]) -> Command:
    """Build the command that saves tables as a test set; one of the same name is replaced. Raises as `with_test_set`
    does."""
    return on_statistic(
        CommandName("save_test_set", (("title", name),)), lambda statistic: with_test_set(statistic, name, tables)
    )


def remove_test_set(name: str) -> Command:
    """Build the command that removes a test set; its tables are kept."""
    return on_statistic(
        CommandName("remove_test_set", (("title", name),)), lambda statistic: without_test_set(statistic, name)
    )


def attach_report(attachment: Attachment) -> Command:
    """Note a report with the last decision of the current period. Raises no_decision."""
    name = CommandName("attach_report", (("title", attachment.name),))
    return on_statistic(name, lambda statistic: statistic.with_attachment(attachment))


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
