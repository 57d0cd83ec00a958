"""Former names of a package: they go on working, and say once what they are called now."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from typing import Any

from ckmcore.messages import say


def renamed(module: str, name: str, names: Mapping[str, str]) -> Any:
    """Look up a former name of a module by its present one and warn of the deprecation; for the module's `__getattr__`.

    module: dotted name of the module; names: former name to present name. Raises AttributeError for other names.
    """
    if name not in names:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    package = sys.modules[module]
    text = say("former_name", "en", former=f"{module}.{name}", now=f"{module}.{names[name]}")
    warnings.warn(text, DeprecationWarning, stacklevel=3)
    result = getattr(package, names[name])
    setattr(package, name, result)
    return result
