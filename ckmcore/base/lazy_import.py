"""Modules that cost time to import: imported when somebody asks for something of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
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


class _LazyPackage(ModuleType):
    """Package whose public names are imported on first use. A submodule of such a name does not take its place."""

    def __setattr__(self, name: str, attribute: Any) -> None:
        if not (isinstance(attribute, ModuleType) and name in self.__all__):
            super().__setattr__(name, attribute)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.__all__})


def names_of(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """`__getattr__` of a package whose public names are imported on first use, and are then attributes of the package.

    modules: for each module the names that it has, separated by blanks. The package has `__all__`. The function raises
    AttributeError for other names.
    """
    module_of = {name: module for module, names in modules.items() for name in names.split()}
    sys.modules[package].__class__ = _LazyPackage

    def attribute(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module_of[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return attribute
