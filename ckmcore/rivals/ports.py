"""What the rivals give the core (`ckmcore.ports.RivalsPorts`); each is loaded when it is asked for."""

from __future__ import annotations

from ckmcore.base.wings import loaded_when_asked

PLACES = {
    "solved_suppression": "ckmcore.rivals.cases",
    "solved_safe": "ckmcore.rivals.safe",
    "changed_by_safe": "ckmcore.rivals.safe",
    "patterns_for_tables": "ckmcore.rivals.kept",
}

__getattr__ = loaded_when_asked(__name__, PLACES)
