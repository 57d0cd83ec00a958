"""Wings: packages beside the core, which asks them through ports (`ckmcore.ports`) and imports none.

`ckmcore/lab` is what research asks of tables (attacks, measures, the floor of sums), `ckmcore/rivals` other methods
(cell suppression, audited), `ckmcore/scale` what does not fit one table (databases, hypercubes). Where a wing is
absent, what needs it is refused, or *not tested*: never passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence

WingName = Literal["lab", "rivals", "scale"]
WINGS: tuple[WingName, ...] = ("lab", "rivals", "scale")


def wing(name: WingName, part: Literal["ports", "commands"] = "ports", of: str = "ckmcore") -> Any | None:
    """Import a wing's ports or its commands of `ckm`; None where it is absent. of: package that the wing extends."""
    try:
        return import_module(f"{of}.{name}.{part}")
    except ModuleNotFoundError as error:
        if error.name in (f"{of}.{name}", f"{of}.{name}.{part}"):
            return None
        raise


def loaded_when_asked(module: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Build the `__getattr__` of a module of ports that imports each port on first use. module: name of the module;
    places: module in which each port is defined."""

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return getattr(import_module(places[name]), name)

    return get


def needed_wing(name: WingName) -> Any:
    """Ports of a wing that the current operation needs. Raises wing_absent."""
    ports = wing(name)
    if ports is None:
        raise InputError("wing_absent", wing=wing_title(name))
    return ports


def wing_title(name: WingName) -> Sentence:
    """Title of a wing."""
    return sentence(f"wing_{name}")
