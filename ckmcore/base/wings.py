"""Wings: packages beside the core, which asks them through ports (`ckmcore.ports`) and imports none.

`ckmcore/lab` is what research asks of tables (attacks, measures, the floor of sums), `ckmcore/scale` what does not fit
one table (databases, hypercubes). Where a wing is absent, what needs it is refused, or *not tested*: never passed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence

WingName = Literal["lab", "scale"]
WINGS: tuple[WingName, ...] = ("lab", "scale")


def wing(name: WingName) -> Any | None:
    """The ports of a wing; None where it is absent."""
    try:
        return import_module(f"ckmcore.{name}.ports")
    except ModuleNotFoundError as error:
        if error.name in (f"ckmcore.{name}", f"ckmcore.{name}.ports"):
            return None
        raise


def needed_wing(name: WingName) -> Any:
    """The ports of a wing, for what cannot be done without it. Raises wing_absent."""
    ports = wing(name)
    if ports is None:
        raise InputError("wing_absent", wing=wing_title(name))
    return ports


def wing_title(name: WingName) -> Sentence:
    """What a wing is called."""
    return sentence(f"wing_{name}")
