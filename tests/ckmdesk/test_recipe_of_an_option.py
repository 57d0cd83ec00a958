"""The recipe of docs/contributing.md for an option of a table, followed with a made-up one in a process of its own.

The files of the recipe are changed as they are read, nothing else is: where a further place would be needed, it fails.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parents[2]
# What the made-up option, which shows the first row alone, adds to each file behind a line that stands there.
RECIPE = {
    "ckmcore/tabulate/spec.py": ("    hide_columns: bool = False\n", "    first_row: bool = False\n"),
    "ckmcore/tabulate/layout.py": (
        "    hides = not is_listed and (spec.presentation.hide_rows or spec.presentation.hide_columns)\n",
        "    if spec.presentation.first_row:\n"
        "        layout = replace(layout, rows=_kept(layout.rows, np.arange(len(layout.rows)) == 0))\n",
    ),
    "ckmdesk/base/table_options.py": (
        "OPTIONS = (\n",
        '    TableOption("first_row", "First row alone", "The others are left out", "first row"),\n',
    ),
}


class Followed(SourceFileLoader):
    """Reads a module of the recipe as it would be after it."""

    def get_code(self, fullname: str) -> CodeType:
        line, added = RECIPE[fullname.replace(".", "/") + ".py"]
        text = Path(self.path).read_text(encoding="utf-8")
        assert text.count(line) == 1, fullname
        return compile(text.replace(line, line + added), self.path, "exec")


class Finder(PathFinder):
    @classmethod
    def find_spec(cls, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        found = None
        if fullname.replace(".", "/") + ".py" in RECIPE:
            found = super().find_spec(fullname, path, target)  # type: ignore[arg-type]
            assert found is not None
            found.loader = Followed(fullname, str(found.origin))
        return found


def at_the_desk(folder: Path) -> None:
    """The option in the window: as a checkbox that is undone and done again, kept in both files, and read again."""
    sys.meta_path.insert(0, Finder)
    from PySide6.QtWidgets import QApplication

    from ckmcore.statistic.file import open_statistic, save_statistic
    from ckmcore.statistic.table_file import read_table, write_table
    from ckmdesk.base.settings import Settings
    from ckmdesk.base.translation import Translations
    from ckmdesk.commands.desk import Desk
    from ckmdesk.commands.tables import open_table, take_over_all
    from ckmdesk.look.theme import Theme
    from ckmdesk.shell.window import MainWindow
    from tests.ckmdesk.hands import settle, small_tables_page

    app = QApplication([])
    settings = Settings(folder / "settings.ini")
    settings.set("language", "en")
    theme = Theme(settings.theme)
    theme.apply()
    window = MainWindow(Desk(), settings, theme, Translations())
    window.show()
    page = small_tables_page(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    window.desk.run(open_table(statistic.tables[0]))
    settle(window)
    rows = page.model.rowCount()

    def ticked() -> tuple[bool, bool]:
        settle(window)
        page.presentation.refresh()
        return box.isChecked(), page.model.rowCount() == 1

    box = next(one for one in page.presentation.menu.actions() if one.text() == "First row alone")
    assert box.isCheckable()
    assert box.toolTip() == "The others are left out"
    assert ticked() == (False, False)
    box.trigger()
    assert ticked() == (True, True)
    assert window.menus.actions["undo"].text() == "Undo: first row"
    window.desk.undo()
    assert ticked() == (False, False)
    assert page.model.rowCount() == rows
    window.desk.redo()
    assert ticked() == (True, True)

    window.desk.run(take_over_all("2026-01-01T00:00:00+00:00", "Table %1"))
    statistic = window.desk.state.statistic
    assert statistic is not None
    save_statistic(statistic, folder / "with_option.ckm")
    kept, _ = open_statistic(folder / "with_option.ckm")
    assert [one.spec.presentation.first_row for one in kept.tables] == [True]  # type: ignore[attr-defined]
    write_table(folder / "with_option.ckmtable", kept.tables[0])
    assert read_table(folder / "with_option.ckmtable").spec == kept.tables[0].spec
    assert window.jobs.wait_idle()
    app.processEvents()


def test_the_recipe_names_its_files_and_at_most_four() -> None:
    text = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    recipe = text.partition("### An option of a table that is a checkbox\n")[2].partition("\n#")[0]
    assert re.findall(r"^\d\. `(ck\w+/[\w/]+\.py)`", recipe, re.MULTILINE) == list(RECIPE)
    assert 0 < len(RECIPE) <= 4


def test_an_option_made_by_the_recipe_works(tmp_path: Path) -> None:
    code = f"from pathlib import Path; from {__name__} import at_the_desk; at_the_desk(Path({str(tmp_path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
