"""The menu bar: the simplest native path by keyboard to everything the window does."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from ckmcore.office.person_settings import BY_NAME
from ckmdesk.base.captions import percents, role_names
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Desk
from ckmdesk.look.theme import Theme
from ckmdesk.pages.context import MenuActions
from ckmdesk.services.exports import usable_periods
from ckmdesk.shell.command_names import command_text

Key = QKeySequence.StandardKey
KEYS: dict[str, Key | str] = {
    "sample": "Ctrl+Shift+B",
    "open": Key.Open,
    "new_data": Key.New,
    "save": Key.Save,
    "save_as": "Ctrl+Shift+S",
    "export": "Ctrl+E",
    "print": Key.Print,
    "run_tables": "Ctrl+Shift+E",
    "close_statistic": "Ctrl+W",
    "quit": "Ctrl+Q",
    "undo": "Ctrl+Z",
    "settings": "Ctrl+,",
    "smaller_text": "Ctrl+-",
    "usual_text": "Ctrl+0",
    "full_screen": "F11",
    "messages": "F8",
    "handbook": "F1",
    "keys": "Shift+F1",
}
MORE_KEYS = {
    "redo": ("Ctrl+Y", "Ctrl+Shift+Z"),
    "larger_text": ("Ctrl++", "Ctrl+="),  # without Shift where the plus needs it
}
TEXT_STEPS = {"larger_text": 1, "smaller_text": -1, "usual_text": 0}
ICONS = {
    "settings": "settings",
    "sample": "tables",
    "open": "folder",
    "new_data": "new-data",
    "save": "save",
    "export": "export",
    "print": "print",
    "undo": "undo",
    "redo": "redo",
    "about": "about",
    "handbook": "help",
    "keys": "keyboard",
}
NEEDS_STATISTIC = (
    "save",
    "save_as",
    "save_prepared",
    "export",
    "export_series",
    "print",
    "run_tables",
    "open_table_file",
    "save_table_file",
    "close_statistic",
)
CHOICES = {name: BY_NAME[name].choices for name in ("language", "theme", "text_size")}
ROLES = ("clerk", "methodologist", "releaser")
LAYOUT: dict[str, tuple[str, ...]] = {
    "file": (
        "open",
        "new_data",
        "",
        "save",
        "save_as",
        "",
        "output",
        "run_tables",
        "table_file",
        "",
        "settings",
        "close_statistic",
        "quit",
    ),
    "edit": ("undo", "redo"),
    "view": (),
    "page": (),
    "help": ("handbook", "keys", "sample", "about"),
}
BELOW = {
    "output": ("export", "export_series", "print", "save_prepared"),
    "table_file": ("open_table_file", "save_table_file"),
}
"""Menus within menus: no menu has more than ten entries, for it has no search."""


class Menus(QObject):
    """Makes actions and menus; the window connects the actions and determines which are enabled."""

    def __init__(self, bar: QMenuBar, theme: Theme, settings: Settings) -> None:
        super().__init__(bar)
        self._bar, self._theme, self._settings = bar, theme, settings
        self.actions: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self.below: dict[str, QMenu] = {}
        self.choices: dict[str, dict[str, QAction]] = {}
        self._choice_menus: dict[str, QMenu] = {}
        self._page_actions: MenuActions = {}
        self._lines: list[tuple[QMenu, QAction]] = []
        self._page_title = ""
        for menu_key, names in LAYOUT.items():
            menu = QMenu(bar)
            self.menus[menu_key] = menu
            bar.addMenu(menu)
            for name in names:
                if name in BELOW:
                    self.below[name] = menu.addMenu("")
                    self.below[name].addActions([self._add(command) for command in BELOW[name]])
                elif name:
                    menu.addAction(self._add(name))
                else:
                    menu.addSeparator()
        self._make_view()
        theme.changed.connect(self._draw_icons)
        self._draw_icons()

    def _add(self, name: str) -> QAction:
        action = QAction(self, objectName=name)
        if name in KEYS:
            action.setShortcut(QKeySequence(KEYS[name]))
        if name in MORE_KEYS:
            action.setShortcuts([QKeySequence(key) for key in MORE_KEYS[name]])
        self.actions[name] = action
        return action

    def _make_view(self) -> None:
        view = self.menus["view"]
        for setting in ("theme", "text_size", "language", "role"):
            menu = QMenu(view)
            group = QActionGroup(menu)
            self._choice_menus[setting] = menu
            self.choices[setting] = {}
            for value in CHOICES.get(setting, ROLES):
                action = QAction(menu, checkable=True)
                group.addAction(action)
                menu.addAction(action)
                self.choices[setting][value] = action
                action.triggered.connect(
                    lambda _=False, key=setting, setting_value=value: self._settings.set(key, setting_value)
                )
            view.addMenu(menu)
        sizes = self._choice_menus["text_size"]
        sizes.addSeparator()
        for name, step in TEXT_STEPS.items():
            action = self._add(name)
            action.triggered.connect(lambda _=False, by=step: self._settings.step_text_size(by))
            sizes.addAction(action)
        view.addSeparator()
        full = self._add("full_screen")
        full.setCheckable(True)
        view.addActions([self._add("messages"), full])

    def retranslate(self, desk: Desk) -> None:
        """Set all texts in the window's language."""
        titles = {
            "file": self.tr("&File"),
            "edit": self.tr("&Edit"),
            "view": self.tr("&View"),
            "help": self.tr("&Help"),
        }
        for name, title in titles.items():
            self.menus[name].setTitle(title)
        self.below["output"].setTitle(self.tr("Export"))
        self.below["table_file"].setTitle(self.tr("Table as a file"))
        words = {
            "sample": self.tr("View sample"),
            "open": self.tr("Open statistic ..."),
            "new_data": self.tr("New data ..."),
            "save": self.tr("Save"),
            "save_as": self.tr("Save as ..."),
            "export": self.tr("Export draft ..."),
            "export_series": self.tr("Export draft over all periods ..."),
            "run_tables": self.tr("Run tables ..."),
            "print": self.tr("Print ..."),
            "open_table_file": self.tr("Open table of a file ..."),
            "save_table_file": self.tr("Save table as file ..."),
            "save_prepared": self.tr("Save as prepared data ..."),
            "settings": self.tr("Settings ..."),
            "close_statistic": self.tr("Close statistic"),
            "quit": self.tr("Quit"),
            "larger_text": self.tr("Larger text"),
            "smaller_text": self.tr("Smaller text"),
            "usual_text": self.tr("Reset text size"),
            "full_screen": self.tr("Full screen"),
            "messages": self.tr("Messages"),
            "handbook": self.tr("Handbook"),
            "keys": self.tr("Keyboard shortcuts"),
            "about": self.tr("About ckmdesk"),
        }
        for name, word in words.items():
            self.actions[name].setText(word)
        self._choice_menus["theme"].setTitle(self.tr("Theme"))
        self._choice_menus["text_size"].setTitle(self.tr("Text size"))
        self._choice_menus["language"].setTitle(self.tr("Language"))
        self._choice_menus["role"].setTitle(self.tr("Role"))
        names = {
            "system": self.tr("Automatic"),
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
            "de": "Deutsch",
            "en": "English",
            **percents(),
            **role_names(),
        }
        for values in self.choices.values():
            for value, action in values.items():
                action.setText(names[value])
        self.refresh(desk)

    def refresh(self, desk: Desk) -> None:
        """Update which actions are enabled, and the names of the undo steps."""
        statistic = desk.state.statistic
        for setting, values in self.choices.items():
            chosen_role = self._settings.role if setting == "role" else self._settings.value(setting)
            values[chosen_role].setChecked(True)
        for setting, menu in self._choice_menus.items():
            menu.setEnabled(not self._settings.locked(setting))
        size, sizes = self._settings.value("text_size"), CHOICES["text_size"]
        ends = {"larger_text": sizes[-1], "smaller_text": sizes[0], "usual_text": sizes[0]}
        for name, end in ends.items():
            self.actions[name].setEnabled(size != end and not self._settings.locked("text_size"))
        if statistic is not None and statistic.seal is not None:
            self._choice_menus["role"].setEnabled(False)
        for name in NEEDS_STATISTIC:
            self.actions[name].setEnabled(statistic is not None)
        loaded = statistic is not None and desk.session.data is not None
        for name in ("export", "print", "save_prepared"):
            self.actions[name].setEnabled(loaded)
        self.actions["run_tables"].setEnabled(loaded and statistic is not None and bool(statistic.tables))
        has_several = statistic is not None and len(usable_periods(statistic)) > 1
        self.actions["export_series"].setEnabled(loaded and has_several)
        self.actions["save_prepared"].setVisible(self._settings.is_methodologist)
        undo, redo = desk.undo_name, desk.redo_name
        self.actions["undo"].setEnabled(undo is not None)
        self.actions["redo"].setEnabled(redo is not None)
        undo_word, redo_word = self.tr("Undo"), self.tr("Redo")
        self.actions["undo"].setText(
            self.tr("Undo: %1").replace("%1", command_text(undo)) if undo is not None else undo_word
        )
        self.actions["redo"].setText(
            self.tr("Redo: %1").replace("%1", command_text(redo)) if redo is not None else redo_word
        )
        self.actions["undo"].setIconText(undo_word)
        self.actions["redo"].setIconText(redo_word)
        self.menus["edit"].menuAction().setVisible(desk.state.page != "start")

    def show_page(self, title: str, actions: MenuActions) -> None:
        """Put the actions of a page into the menus and remove those of the former page."""
        for name, listed_action in self._page_actions.items():
            for action in listed_action:
                if action is not None:
                    self.menus[name].removeAction(action)
        for menu, line in self._lines:
            menu.removeAction(line)
            line.deleteLater()
        self._page_actions, self._lines = actions, []
        for name, listed in actions.items():
            for action in listed:
                if action is None:
                    self._lines.append((self.menus[name], self.menus[name].addSeparator()))
                else:
                    self.menus[name].addAction(action)
        self.menus["page"].setTitle(title)
        self.menus["page"].menuAction().setVisible(bool(actions.get("page")))

    def keyed(self) -> list[tuple[str, str]]:
        """List every action with a shortcut as (word, key), menu by menu."""
        result = []
        for menu in self.menus.values():
            for action in _with_those_below(menu):
                if not action.shortcut().isEmpty():
                    keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())
                    result.append((action.iconText().replace("&", ""), keys))
        return result

    def _draw_icons(self) -> None:
        for name, icon in ICONS.items():
            self.actions[name].setIcon(self._theme.icon(icon))


def _with_those_below(menu: QMenu) -> Iterator[QAction]:
    """The entries of a menu; those of a menu within it follow the entry that opens it."""
    for action in menu.actions():
        yield action
        below = action.menu()
        if isinstance(below, QMenu):
            yield from _with_those_below(below)
