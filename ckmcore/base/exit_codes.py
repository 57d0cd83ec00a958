"""How the command `ckm` ends: one number for each kind of end, so that a pipeline can tell them apart."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of `ckm`; the handbook has the same table (Administration)."""

    DONE = 0
    INPUT = 1
    """What was given cannot be used, or cannot be written: the sentence says why."""
    USAGE = 2
    DISCLOSES = 3
    """Something is disclosed, or would be: a leak, a certain cell, a method below the floor under protection."""
    PARTLY = 4
    """Some of what was asked was done, and some was not."""
    DIFFERS = 5
    """What was compared is not the same; a statistic is not the one that is known."""
    IN_THE_WAY = 6
    """Files of the same names and other content are there; nothing was written."""
    ASKED = 7
    """A question is open: how a file is to be read, or what becomes of a variable that moves with the year."""
    NOT_TESTED = 8
    """Nothing was found against what was asked for, and not all of it could be tested."""
    BREAKS_RULES = 9
    """Records break rules that were declared for them."""
    FAULT = 70
    """A fault of the program."""
    INTERRUPTED = 130
    PIPE = 141
    """Whoever read the output stopped reading."""
    TERMINATED = 143
