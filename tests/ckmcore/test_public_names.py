"""What `import ckmcore` gives, whatever else is imported."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from typing import Any, get_type_hints

import ckmcore as ckm
from ckmcore.base.version import VERSION

EVERY_MODULE = """
import importlib, pkgutil, ckmcore
before = {name: getattr(ckmcore, name) for name in ckmcore.__all__}
for module in pkgutil.walk_packages(ckmcore.__path__, "ckmcore."):
    importlib.import_module(module.name)
print([name for name in before if getattr(ckmcore, name) is not before[name]])
"""


def test_importing_a_submodule_changes_no_public_name() -> None:
    found = subprocess.run([sys.executable, "-c", EVERY_MODULE], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_the_version_is_there() -> None:
    assert ckm.__version__ == VERSION


def annotated() -> Iterator[tuple[str, Any]]:
    """Every public function, type, method and property."""
    for name in ckm.__all__:
        public = getattr(ckm, name)
        if callable(public):
            yield name, public
        for own in dir(public) if isinstance(public, type) else ():
            found = inspect.getattr_static(public, own)
            if isinstance(found, property | cached_property | classmethod | staticmethod):
                found = getattr(found, "fget", None) or getattr(found, "func", None) or found.__func__
            if inspect.isfunction(found) and not own.startswith("_"):
                yield f"{name}.{own}", found


def test_every_public_name_has_types_that_a_program_can_ask_for() -> None:
    found = dict(annotated())
    assert len(found) > 200
    for name, public in found.items():
        hints = get_type_hints(public)
        if inspect.isfunction(public):
            asked = [one for one in inspect.signature(public).parameters if one not in ("self", "cls")]
            assert {*asked, "return"} == hints.keys(), name


def test_importing_the_library_does_not_import_what_only_types_and_frames_need() -> None:
    script = "import sys, ckmcore; print([name for name in ('pandas', 'pyarrow', 'scipy') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"
