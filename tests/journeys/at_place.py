"""The window at a place of `tests/kit/places.py`, on a real screen, with an eye: PLACE LANGUAGE THEME FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

from ckmcore.statistic import key_choice
from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import Translations
from ckmdesk.commands.desk import Desk
from ckmdesk.look.theme import Theme
from ckmdesk.shell import app
from ckmdesk.shell.window import MainWindow
from tests.journeys.eye import Eye
from tests.kit.places import PLACES


def main(place: str, language: str, theme: str, folder: Path) -> int:
    """Go there and serve events."""
    application = app.application()
    key_choice.check_keys = lambda *_, **__: ()  # places have short keys that anybody can follow
    settings = Settings(folder / "settings.ini")
    settings.set("language", language)
    settings.set("theme", theme)
    made = Theme(settings.theme)
    made.apply()
    translations = Translations()
    translations.use(settings.language)
    window = MainWindow(Desk(), settings, made, translations)
    window.show()
    PLACES[place](window, folder)
    eye = Eye()  # no question is answered on the way
    code = int(application.exec())
    eye.deleteLater()
    return code


if __name__ == "__main__":
    name, language, theme, folder = sys.argv[1:]
    sys.exit(main(name, language, theme, Path(folder)))
