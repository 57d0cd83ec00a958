"""What the wing of other methods adds to the desk (`ckmdesk.ports.SLOTS`); each is loaded when it is asked for."""

from __future__ import annotations

from ckmcore.base.wings import loaded_when_asked

PLACES = {
    "RivalsBoard": "ckmdesk.rivals.pages.board",
    "SuppressionPage": "ckmdesk.rivals.pages.suppression",
    "SafePage": "ckmdesk.rivals.pages.safe",
    "STATE_PARTS": "ckmdesk.rivals.state.choices",
}
# What its views import of the engine, and takes long.
WARM_UP = ("ckmcore.rivals.comparison", "ckmcore.rivals.records", "ckmcore.rivals.report")

__getattr__ = loaded_when_asked(__name__, PLACES)
