"""Errors of the desk are of the engine's families, too: a handler of the system's errors is as careful with them."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil

import ckmcore as ckm
import ckmdesk
from ckmcore.errors import CkmError

FAMILIES = (ckm.InputError, ckm.FileError, ckm.DataError, ckm.ProtectionError, ckm.PermissionRefused)
OF_NONE = {
    "UnexpectedFault": "a fault of the program",
    "NoScreen": "of the machine",
    "SampleOffered": "an offer, which the user may take",
    "TableLarge": "an offer, which the user may take",
}


def errors_of_the_desk() -> list[type[CkmError]]:
    for module in pkgutil.walk_packages(ckmdesk.__path__, "ckmdesk."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: list[type[CkmError]] = []
    waiting: list[type[CkmError]] = [CkmError]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        found += kinds
        waiting += kinds
    return [kind for kind in found if kind.__module__.startswith("ckmdesk")]


def test_an_error_of_the_desk_is_of_one_family_and_can_be_sent() -> None:
    errors = errors_of_the_desk()
    assert len(errors) > 5
    of_none = set()
    for kind in errors:
        families = [one for one in FAMILIES if issubclass(kind, one)]
        assert len(families) <= 1, kind
        if not families:
            of_none.add(kind.__name__)
        error = kind(name="a", found=3)
        for other in (error, pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301 - our own
            assert type(other) is kind
            assert (other.fields, other.args) == ({"name": "a", "found": 3}, (kind.code,))
    assert of_none == OF_NONE.keys()
