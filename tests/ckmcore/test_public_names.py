"""What `import ckmcore` gives, whatever else is imported."""

from __future__ import annotations

import subprocess
import sys

import ckmcore as ckm
from ckmcore.version import VERSION

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
