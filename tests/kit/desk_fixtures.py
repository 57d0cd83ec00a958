"""What the desk's tests share: a window of its own settings, and a watch for what a test leaves behind."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if sys.platform == "win32":  # without a screen Qt looks for fonts of its own there
    os.environ.setdefault("QT_QPA_FONTDIR", os.environ.get("SYSTEMROOT", "C:\\Windows") + "\\Fonts")
# The language of the machine that runs the tests says nothing about our code.
os.environ.setdefault("CKM_LANGUAGE", "en")

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from ckmdesk.base import unexpected
from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import Translations
from ckmdesk.commands.desk import Desk
from ckmdesk.look import stylesheet
from ckmdesk.look.text_size import all_widgets
from ckmdesk.look.theme import Theme
from ckmdesk.shell.window import MainWindow
from tests.kit import update_translations
from tests.kit.examples import FEW


@pytest.fixture(autouse=True)
def keys_of_any_kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests write short keys by a rule, so that anybody can follow them: the floor under keys has tests of its own."""
    for module in ("key_choice", "replace_data"):
        monkeypatch.setattr(f"ckmcore.statistic.{module}.check_keys", lambda *_, **__: ())
    if request.config.getoption("--without") != "scale":
        monkeypatch.setattr("ckmcore.scale.database.import_relation.check_spread", lambda *_: ())


@pytest.fixture(scope="session", autouse=True)
def german() -> None:
    """The binary of the translations is as new as its source."""
    made = update_translations.TS.with_suffix(".qm")
    if not made.exists() or made.stat().st_mtime < update_translations.TS.stat().st_mtime:
        update_translations.lrelease(update_translations.TS, made)


@pytest.fixture(autouse=True)
def plain_pages(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Where few examples are tried, tests of pages and services have no style sheet, a third of building a page, and
    their window is not painted, a sixth of a test. True for such a test.

    A test of sizes, colours or pictures has the mark `look` and both. With --thorough all have them, and journeys have
    them in every run.
    """
    plain = FEW and request.path.parent.name in ("pages", "services")
    plain = plain and request.node.get_closest_marker("look") is None
    if plain:
        monkeypatch.setattr(stylesheet, "sheet", lambda *_: "")
    return plain


MUCH = 20_000  # objects made since the last collection that may be garbage


@pytest.fixture(scope="session", autouse=True)
def collected_between_tests() -> Iterator[None]:
    """Python's collector works between tests, as it does in the program where nothing else is done; see `collector`."""
    gc.disable()
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def letters_of_windows(qapp: QApplication) -> None:
    """The general font has a family as in the program."""
    if sys.platform == "win32" and qapp.platformName() == "offscreen":
        QFont.insertSubstitution("Sans Serif", "Segoe UI")


@pytest.fixture(scope="session", autouse=True)
def steady_caret(qapp: QApplication) -> Iterator[None]:
    """A caret that blinks makes two pictures of one window differ."""
    flash = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)
    yield
    QApplication.setCursorFlashTime(flash)


@pytest.fixture(scope="session", autouse=True)
def no_pause_after_a_letter(qapp: QApplication) -> Iterator[None]:
    """A letter that comes alone need not wait for another one: tests do not wait."""
    pause = QApplication.keyboardInputInterval()
    QApplication.setKeyboardInputInterval(0)
    yield
    QApplication.setKeyboardInputInterval(pause)


def _flush() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def nothing_left_over(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that leaves a thread, a top-level widget or a running timer, or that had an unexpected fault."""
    before = set(threading.enumerate())
    caught: list[BaseException] = []
    unexpected.handlers.append(caught.append)
    yield
    unexpected.handlers.remove(caught.append)
    assert caught == []
    assert unexpected.handlers == []
    left = [thread.name for thread in threading.enumerate() if thread not in before and thread.name.startswith("ckmd")]
    assert left == []
    _nothing_shown()
    if gc.get_count()[0] > MUCH:
        gc.collect()
        gc.freeze()  # what lasts is not looked through again after every test


def _nothing_shown() -> None:
    if isinstance(QApplication.instance(), QApplication):
        _flush()
        windows = [widget for widget in all_widgets() if widget.isWindow()]
        shown = [widget for widget in windows if widget.isVisible()]
        for widget in shown:  # what one test leaves is no fault of the next one
            widget.hide()
        left = [type(widget).__name__ for widget in shown if widget.windowType() != Qt.WindowType.ToolTip]
        assert not left, left  # a tip goes by itself after a third of a second
        timers = [timer for widget in windows for timer in widget.findChildren(QTimer)]
        assert [timer for timer in timers if timer.isActive()] == []


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(tmp_path / "settings.ini")
    made.set("language", "en")
    made.set("theme", "light")
    return made


@pytest.fixture
def theme(qapp: QApplication, settings: Settings) -> Iterator[Theme]:
    made = Theme(settings.theme)
    made.apply()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def window(qapp: QApplication, desk: Desk, settings: Settings, theme: Theme, plain_pages: bool) -> Iterator[MainWindow]:
    """The whole window, shown, in English; a test that changes the statistic answers `ask_to_save` itself."""
    translations = Translations()
    translations.use(settings.language)
    made = MainWindow(desk, settings, theme, translations)
    made.setUpdatesEnabled(not plain_pages)
    made.show()
    yield made
    made.jobs.wait_idle()
    made.confirm_leaving = lambda then: then()  # type: ignore[method-assign]
    made.worth_asking = lambda: False  # type: ignore[method-assign]
    made.close()
    made.deleteLater()
    translations.remove()
    _flush()
