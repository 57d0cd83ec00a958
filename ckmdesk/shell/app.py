"""The start of the program: arguments, one application, one window; what is heavy waits for the first paint."""

from __future__ import annotations

import argparse
import gc
import importlib
import logging
import os
import pkgutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, qInstallMessageHandler
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from ckmcore.base.limits import use
from ckmcore.base.processes import keep_memory
from ckmcore.base.version import VERSION
from ckmcore.base.wings import WINGS
from ckmcore.errors import CkmError
from ckmcore.messages import say, sentence, system_language
from ckmcore.office.policy import Policy, machine_policy
from ckmdesk.base import unexpected
from ckmdesk.base.crash_report import CrashReports, state_folder
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import Translations
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.desk import Desk
from ckmdesk.look.theme import Theme
from ckmdesk.ports import added, ports_of
from ckmdesk.shell.screen import need_screen
from ckmdesk.shell.short_events import Turns
from ckmdesk.shell.window import MainWindow

# Python's collector, at moments when the window's thread does nothing else.

EVERY = 250  # ms: what is young stays few, and is looked through in no time
LONGEST = 60.0  # seconds that it waits for a job, which makes millions of young objects and frees them itself


class Collector(QObject):
    """Runs Python's garbage collection from the event loop of its thread, in place of Python's own. busy: says whether
    a job runs, for which it waits."""

    def __init__(self, parent: QObject | None = None, busy: Callable[[], bool] = lambda: False) -> None:
        super().__init__(parent)
        gc.disable()
        self._busy, self._last = busy, time.monotonic()
        self.timer = QTimer(self, interval=EVERY)
        self.timer.timeout.connect(self._due)

    def _due(self) -> None:
        if self._busy() and time.monotonic() - self._last < LONGEST:
            return
        self._last = time.monotonic()
        collect()

    def start(self) -> None:
        """Start collecting; before, nothing is collected."""
        self.timer.start()


def collect() -> None:
    """Collect the oldest generation that is due by Python's own thresholds."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation]:
            gc.collect(generation)
            return


# What pages import of the engine, and takes long; no Qt.
ENGINE = (
    "ckmcore.ptable.design",
    "ckmcore.ptable.magnitudes",
)

# What pyqtgraph imports at once. PySide makes a class when it is first asked for, and pyqtgraph asks for all of them.
QT = tuple(f"PySide6.{name}" for name in ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtTest", "QtOpenGLWidgets"))


def parser() -> argparse.ArgumentParser:
    """The arguments of the program, in the system's language."""
    language = system_language()
    argument_parser = argparse.ArgumentParser(prog="ckmdesk", description=say("desk_about", language), add_help=False)
    argument_parser.add_argument("path", nargs="?", type=Path, help=say("desk_arg_path", language))
    argument_parser.add_argument("--sample", action="store_true", help=say("desk_arg_sample", language))
    argument_parser.add_argument("--language", choices=("de", "en"), help=say("desk_arg_language", language))
    argument_parser.add_argument("--theme", choices=("light", "dark"), help=say("desk_arg_theme", language))
    argument_parser.add_argument("--offscreen-demo", type=Path, metavar="FOLDER", help=say("desk_arg_demo", language))
    argument_parser.add_argument(
        "--picture", nargs=2, metavar=("STATISTIC", "TABLE"), help=say("desk_arg_picture", language)
    )
    argument_parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=say("desk_arg_output", language))
    argument_parser.add_argument("--dpi", type=int, metavar="DPI", help=say("desk_arg_dpi", language))
    argument_parser.add_argument(
        "--version", action="version", version=f"ckmdesk {VERSION}", help=say("desk_arg_version", language)
    )
    argument_parser.add_argument("-h", "--help", action="help", help=say("desk_arg_help", language))
    return argument_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the window until it is closed; return the exit code."""
    arguments = parser().parse_args(sys.argv[1:] if argv is None else list(argv))
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    is_offscreen = arguments.offscreen_demo is not None or arguments.picture is not None
    if is_offscreen:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        if sys.platform == "win32":  # without a screen Qt looks for fonts of its own there
            os.environ.setdefault("QT_QPA_FONTDIR", os.environ.get("SYSTEMROOT", "C:\\Windows") + "\\Fonts")
        from ckmdesk.shell.demo import without_platform_notes

        qInstallMessageHandler(without_platform_notes)
    keep_memory()
    shown = False
    try:
        if not is_offscreen:
            need_screen()
            shown = True
        policy = machine_policy()
    except CkmError as error:
        return refuse(error.text(arguments.language or system_language()), shown=shown)
    if arguments.picture is not None:
        return picture_of(arguments, policy)
    reports = CrashReports(state_folder())
    reports.begin()
    unexpected.kept.append(reports)
    app = application()
    sys.excepthook = excepthook
    settings = Settings(policy=policy)
    follow_limits(settings)
    for name in ("language", "theme"):
        if getattr(arguments, name) is not None:
            settings.overrule(name, getattr(arguments, name))
    theme = Theme(settings.theme, text_percent=settings.text_percent)
    theme.apply()
    translations = Translations()
    translations.use(settings.language)
    window = MainWindow(Desk(), settings, theme, translations)
    try:
        if arguments.offscreen_demo is not None:
            from ckmdesk.shell.demo import run_demo

            return run_demo(window, arguments.offscreen_demo)
        show(window)
        AfterFirstPaint(window, lambda: begin(window, arguments.path, sample=arguments.sample))
        return app.exec()
    finally:
        translations.remove()
        theme.close()
        unexpected.kept.remove(reports)
        reports.end()


def picture_of(arguments: argparse.Namespace, policy: Policy) -> int:
    """Write the picture of a table without a window; return the exit code."""
    from ckmdesk.shell.demo import write_picture_file

    application()
    settings = Settings(policy=policy)
    follow_limits(settings)
    if arguments.language is not None:
        settings.overrule("language", arguments.language)
    statistic, table = arguments.picture
    return write_picture_file(
        Path(statistic), table, arguments.output, settings.language, settings.office, arguments.dpi
    )


def show(window: MainWindow) -> None:
    """Show the window, maximised if the screen is too small for its size."""
    screen_size = window.screen().availableSize()
    if window.size().boundedTo(screen_size) == window.size():
        window.show()
        return
    window.resize(window.size().boundedTo(screen_size))
    window.showMaximized()


def refuse(words: str, *, shown: bool) -> int:
    """Report why the program does not start; return the exit code. `shown` also opens a message box."""
    logging.getLogger("ckmdesk").error(words)
    if shown:
        application()
        QMessageBox.critical(None, "ckmdesk", words)
    return 1


def follow_limits(settings: Settings) -> None:
    """Apply the limits of threads and memory from the settings, now and at each change."""

    def changed(name: str) -> None:
        if name in ("threads", "memory"):
            use(settings.limits)

    settings.listeners.append(changed)
    use(settings.limits)


SWITCH_SECONDS = 0.00005


# Menus, drop-downs and tips are there at once: nothing in the window moves, whatever the system has.
MOTION = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


def application() -> QApplication:
    """The application of this process."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    # A job that counts records asks for Python's lock hundreds of times; 5 ms each time would be a quarter of a drop.
    sys.setswitchinterval(SWITCH_SECONDS)
    app = QApplication(["ckmdesk"])
    QCoreApplication.setApplicationName("ckmdesk")
    QCoreApplication.setOrganizationName("ckmdesk")
    app.setDesktopFileName("ckmdesk")
    if sys.platform == "win32" and app.platformName() == "offscreen":  # its general font is of no family there
        QFont.insertSubstitution("Sans Serif", "Segoe UI")
    # Icons are our own. For those of file dialogs Qt would ask for thousands of files of the desktop's themes, 0.15 s.
    QIcon.setThemeSearchPaths([":/icons"])
    QIcon.setFallbackSearchPaths([])
    for effect in MOTION:
        QApplication.setEffectEnabled(effect, False)
    return app


class AfterFirstPaint(QObject):
    """Calls `act` once, when the window has been painted for the first time."""

    def __init__(self, window: MainWindow, act: object) -> None:
        super().__init__(window)
        self._act = act
        self._window = window
        window.installEventFilter(self)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._window, self._act)
        return False


def begin(window: MainWindow, path: Path | None, *, sample: bool) -> None:
    """Do what follows the first paint: warm up, and open what the arguments name."""
    gc.freeze()
    warm_up(window)
    if unexpected.kept and unexpected.kept[-1].before:
        window.show_message(sentence("desk_crashed_before"), "warning", window.report_remedy())
    if path is not None:
        window.open_path(path.absolute())
    elif sample:
        window.open_sample()


def warm_up(window: MainWindow) -> None:
    """Load, on a thread, the compiled kernel and engine modules, then the modules of the pages in steps.

    Until the kernel is loaded its numpy twin is used.

    Classes of Qt are made on the window's thread alone: where a thread made them while the window worked, the process
    ended (seen four times under load). What is loaded by then stays to the end, and Python's collector never looks
    through it: it would hold up the window for a tenth of a second. What belongs to a statistic it does look through.
    By itself it would begin on this thread, and delete widgets there. What is imported on the thread has turns: where
    both work, Python's lock goes to and fro at each call of Qt, and an event of the window takes three times as long.
    """
    collector = Collector(window, lambda: window.jobs.busy)

    turns = Turns(window)

    def work(_context: JobContext) -> None:
        from ckmcore.tabulate import kernel

        with turns.taken():
            kernel.load()
            for name in (*ENGINE, *added("WARM_UP")):
                importlib.import_module(name)

    def loaded() -> None:
        if window.desk.state.statistic is None:
            gc.freeze()
        collector.start()

    def done(_result: object) -> None:
        turns.end()
        load_in_steps(window, iter([*QT, "pyqtgraph", *page_modules()]), loaded)

    window.jobs.start("warm-up", work, done, done)


# In the order in which they build on one another, so that no step has much to load; then the pages.
ROOMS = ("state", "commands", "models", "widgets", "plots", "services", "pages")


def page_modules() -> list[str]:
    """List the modules of all pages, parts before the pages they belong to, after those that they build on."""
    wings = [wing for wing in WINGS if ports_of(wing) is not None]
    names = [f"ckmdesk.{room}" for room in ROOMS] + [f"ckmdesk.{wing}.pages" for wing in wings]
    modules = [
        found_module.name
        for package in map(importlib.import_module, names)
        for found_module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return sorted(modules, key=lambda name: name.endswith(".page"))


def load_in_steps(window: QObject, names: Iterator[str], loaded: Callable[[], None]) -> None:
    """Import modules one by one between events of the window; stops when the window is gone."""
    name = next(names, None)
    if name is None:
        loaded()
        return
    module = importlib.import_module(name)
    if name in QT:
        for attribute in dir(module):
            getattr(module, attribute)
    QTimer.singleShot(0, window, lambda: load_in_steps(window, names, loaded))


def excepthook(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    """Handle an uncaught exception: one sentence in the window, class and place in the log, no traceback."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, fault, trace)
    elif threading.current_thread() is threading.main_thread():
        unexpected.report(fault)
    else:
        unexpected.log_fault(fault)
