"""What scale gives the core; `ckmcore.ports.ScalePorts` names it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

COMMANDS = {"cube": "ckmcore.cli.cube", "database": "ckmcore.cli.database"}

_MODULES = {
    "add_relation": "ckmcore.statistic.relation_intake",
    "changed_margins": "ckmcore.release.changed_margins",
    "made_hypercube": "ckmcore.methods.hypercube",
    "hypercube_maker": "ckmcore.release.hypercubes",
    "prepare_hypercube": "ckmcore.release.hypercubes",
    "read_figures": "ckmcore.release.hypercube_figures",
    "read_relation": "ckmcore.statistic.relation",
    "open_address": "ckmcore.statistic.relation_intake",
    "relation_columns": "ckmcore.statistic.relation_intake",
    "spread_of_keys": "ckmcore.database.key_spread",
    "taken_again": "ckmcore.statistic.relation_intake",
    "write_hypercube": "ckmcore.release.hypercubes",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
