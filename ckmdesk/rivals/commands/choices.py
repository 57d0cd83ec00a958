"""Commands of the wing: what is compared, and what is suppressed. Not undo steps."""

from __future__ import annotations

from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.rivals.state.choices import RIVALS, SAFE, SUPPRESSION, RivalsChoice, SafeChoice, SuppressionChoice


def set_rivals(choice: RivalsChoice) -> Command:
    """Change what the board of methods measures."""
    return Command(CommandName("set_rivals"), lambda state: RIVALS.put(state, choice), undoable=False)


def set_suppression(choice: SuppressionChoice) -> Command:
    """Change what is suppressed."""
    return Command(CommandName("set_suppression"), lambda state: SUPPRESSION.put(state, choice), undoable=False)


def set_safe(choice: SafeChoice) -> Command:
    """Change how records are changed by the SAFE principle."""
    return Command(CommandName("set_safe"), lambda state: SAFE.put(state, choice), undoable=False)
