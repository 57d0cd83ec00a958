"""Commands of the wing: what is compared, and what is suppressed. Not undo steps."""

from __future__ import annotations

from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.rivals.state.choices import RIVALS, SUPPRESSION, RivalsChoice, SuppressionChoice


def set_rivals(choice: RivalsChoice) -> Command:
    """Change what the board of methods measures."""
    return Command(CommandName("set_rivals"), lambda state: RIVALS.put(state, choice), undoable=False)


def set_suppression(choice: SuppressionChoice) -> Command:
    """Change what is suppressed."""
    return Command(CommandName("set_suppression"), lambda state: SUPPRESSION.put(state, choice), undoable=False)
