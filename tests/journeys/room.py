"""Says what is clipped at places of the window, as JSON: run as a program of its own, under another system.

`python -m tests.journeys.room FOLDER PLACE ...`
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import Translations
from ckmdesk.commands.desk import Desk
from ckmdesk.look import text_size
from ckmdesk.look.theme import Theme
from ckmdesk.shell.app import application
from ckmdesk.shell.window import MainWindow
from tests.kit import access
from tests.kit.places import PLACES


def look(folder: Path, place: str) -> dict[str, object]:
    """The text's size there, and what is clipped."""
    settings = Settings(folder / f"{place}.ini")
    settings.set("language", "de")
    theme = Theme("light", text_percent=settings.text_percent)
    theme.apply()
    translations = Translations()
    translations.use("de")
    window = MainWindow(Desk(), settings, theme, translations)
    window.resize(1280, 800)
    window.show()
    root = PLACES[place](window, folder)
    for _ in range(5):  # what is laid out within what is laid out
        application().processEvents()
    found = {"points": theme.font().pointSizeF(), "row": text_size.px(24), "clipped": access.clipped(root)}
    window.worth_asking = lambda: False  # type: ignore[method-assign]
    window.close()
    translations.remove()
    theme.close()
    return found


if __name__ == "__main__":
    application()
    sys.stdout.write(json.dumps({place: look(Path(sys.argv[1]), place) for place in sys.argv[2:]}) + "\n")
