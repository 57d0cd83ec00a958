"""Modules that annotations name and that cost time to import: imported when somebody asks for something of them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class LazyModule:
    """Proxy of a module that is imported on first use.

    It makes the names in annotations resolvable for `typing.get_type_hints` of public functions without an early
    import.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)
