"""The language of the window: our translations and Qt's own, exchanged at run time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ckmcore.base.numbers import Language, integer_text
from ckmdesk.base.paths import resources


def place_of(language: Language, system: QLocale) -> QLocale:
    """Return the locale of dates and month names: Austrian in German if the system is Austrian."""
    if language == "en":
        return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
    austrian = system.language() == QLocale.Language.German and system.territory() == QLocale.Country.Austria
    country = QLocale.Country.Austria if austrian else QLocale.Country.Germany
    return QLocale(QLocale.Language.German, country)


def counted(one: str, several: str, number: int, language: Language) -> str:
    """Return the text `one` for 1, else `several` with the number in place of %1."""
    return one if number == 1 else several.replace("%1", integer_text(number, language))


def spoken_language() -> Language:
    """Return the language of the window, for code without a language of its own."""
    return "de" if QLocale().language() == QLocale.Language.German else "en"


class Translations:
    """The installed translations. English needs no files: it is the language of the sources."""

    def __init__(self) -> None:
        self._installed: list[QTranslator] = []

    def use(self, language: Language) -> None:
        """Switch the application to `language`; widgets have to set their texts again afterwards."""
        self.remove()
        QLocale.setDefault(place_of(language, QLocale.system()))
        own_folder = resources() / "translations"
        qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        for name, folder in ((f"qtbase_{language}", qt), (f"ckmdesk_{language}", own_folder)):
            translator = QTranslator()
            if translator.load(name, str(folder)):
                QCoreApplication.installTranslator(translator)
                self._installed.append(translator)

    def remove(self) -> None:
        """Take our translators out of the application."""
        for translator in self._installed:
            QCoreApplication.removeTranslator(translator)
        self._installed.clear()
