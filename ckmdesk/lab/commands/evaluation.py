"""Commands of the quality and risk page: what is evaluated, and the test sets of the statistic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Attachment
from ckmcore.statistic.table_sets import with_test_set, without_test_set
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice
from ckmdesk.state.desk_state import DeskState


def set_evaluation(choice: EvaluationChoice) -> Command:
    """Change what is evaluated. Not an undo step."""

    return Command(CommandName("set_evaluation"), lambda state: EVALUATION.put(state, choice), undoable=False)


def save_test_set(name: str, tables: Sequence[str]) -> Command:
    """Build the command that saves tables as a test set; one of the same name is replaced. Raises as `with_test_set`
    does."""
    return _on_statistic(
        CommandName("save_test_set", (("title", name),)), lambda statistic: with_test_set(statistic, name, tables)
    )


def remove_test_set(name: str) -> Command:
    """Build the command that removes a test set; its tables are kept."""
    return _on_statistic(
        CommandName("remove_test_set", (("title", name),)), lambda statistic: without_test_set(statistic, name)
    )


def attach_report(attachment: Attachment) -> Command:
    """Note a report with the last decision of the current period. Raises no_decision."""
    name = CommandName("attach_report", (("title", attachment.name),))
    return _on_statistic(name, lambda statistic: statistic.with_attachment(attachment))


def _on_statistic(name: CommandName, change: Callable[[Statistic], Statistic]) -> Command:
    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        return replace(state, statistic=change(state.statistic))

    return Command(name, apply)
