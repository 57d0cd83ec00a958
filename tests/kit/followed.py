"""Recipes of docs/contributing.md, followed with something made up in a process of its own.

The files of the recipe are changed as they are read, nothing else is: where a further file would be needed, it fails.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

from tests.kit.trees import ROOT

if TYPE_CHECKING:
    from ckmdesk.shell.window import MainWindow

Recipe = Mapping[str, Sequence[tuple[str, str]]]
"""By file: behind which text, which stands there once, what is added."""


def follow(recipe: Recipe) -> None:
    """Read the modules of a recipe as they would be after it, from now on."""

    class Followed(SourceFileLoader):
        def get_code(self, fullname: str) -> CodeType:
            text = Path(self.path).read_text(encoding="utf-8")
            for behind, added in recipe[fullname.replace(".", "/") + ".py"]:
                assert text.count(behind) == 1, (fullname, behind)
                text = text.replace(behind, behind + added)
            return compile(text, self.path, "exec")

    class Finder(PathFinder):
        @classmethod
        def find_spec(cls, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
            if fullname.replace(".", "/") + ".py" not in recipe:
                return None
            spec = super().find_spec(fullname, path, target)  # type: ignore[arg-type]
            assert spec is not None
            spec.loader = Followed(fullname, str(spec.origin))
            return spec

    read = [name for name in sys.modules if name.replace(".", "/") + ".py" in recipe]
    assert not read, f"read before: {read}"
    sys.meta_path.insert(0, Finder)


def run_apart(work: Callable[[Path], None], folder: Path) -> None:
    """Run a function of a test file in a process of its own; fails with what that says."""
    name = work.__name__
    call = f"from pathlib import Path; from {work.__module__} import {name}; {name}(Path({str(folder)!r}))"
    done = subprocess.run([sys.executable, "-c", call], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr


def files_of_recipe(heading: str) -> list[str]:
    """The files that a recipe of docs/contributing.md numbers, in order."""
    text = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    recipe = text.partition(f"### {heading}\n")[2].partition("\n#")[0]
    return re.findall(r"^\d\. `(ck\w+/[\w/]+\.py)`", recipe, re.MULTILINE)


def made_window(folder: Path) -> MainWindow:
    """The window, in English, with its settings in a folder."""
    from PySide6.QtWidgets import QApplication

    from ckmdesk.base.settings import Settings
    from ckmdesk.base.translation import Translations
    from ckmdesk.commands.desk import Desk
    from ckmdesk.look.theme import Theme
    from ckmdesk.shell.window import MainWindow

    app = QApplication.instance() or QApplication([])
    settings = Settings(folder / "settings.ini")
    settings.set("language", "en")
    theme = Theme(settings.theme)
    theme.apply()
    window = MainWindow(Desk(), settings, theme, Translations())
    window.setProperty("kept", app)
    window.show()
    return window
