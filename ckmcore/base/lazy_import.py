"""Modules that annotations name and that cost time to import: imported when somebody asks for something of them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class LazyModule:
    """Proxy of a module that is imported on first use.

    Without it `typing.get_type_hints` of a public function could not find what its annotations name.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)
