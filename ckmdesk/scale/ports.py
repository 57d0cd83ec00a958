"""What scale adds to the desk (`ckmdesk.ports.SLOTS`); each is loaded when it is asked for."""

from __future__ import annotations

from ckmcore.base.wings import loaded_when_asked

PLACES = {
    "DatabaseDoor": "ckmdesk.scale.pages.data.database_controller",
    "CubeAction": "ckmdesk.scale.pages.tables.cube_dialog",
}

__getattr__ = loaded_when_asked(__name__, PLACES)
