"""What the lab adds to the desk (`ckmdesk.ports.SLOTS`); each is loaded when it is asked for."""

from __future__ import annotations

from ckmcore.base.wings import loaded_when_asked

PLACES = {
    "QualityPage": "ckmdesk.lab.pages.quality.page",
    "SumsJudged": "ckmdesk.lab.pages.method.sums_judged",
    "FloorPanel": "ckmdesk.lab.pages.method.floor_panel",
    "FormerProduction": "ckmdesk.lab.pages.data.former_production",
    "LookedAgain": "ckmdesk.lab.pages.release.looked_again",
    "Looking": "ckmdesk.lab.services.looking",
    "STATE_PARTS": "ckmdesk.lab.state.choices",
}
# What its pages import of the engine, and takes long.
WARM_UP = ("ckmcore.lab.quality.candidates", "ckmcore.lab.quality.evaluate", "ckmcore.lab.risk.attack")

__getattr__ = loaded_when_asked(__name__, PLACES)
