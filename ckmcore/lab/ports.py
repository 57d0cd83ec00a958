"""What the lab gives the core; `ckmcore.ports.LabPorts` names it. Loaded only when it is asked for: it needs scipy."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ckmcore.ports import ReleaseCheck
from ckmcore.release.sums import SumsCheck

RELEASE_CHECKS: dict[str, ReleaseCheck] = {"sums": SumsCheck()}

_MODULES = {
    "MOST_FIGURES": "ckmcore.risk.relations",
    "attack_redrawn": "ckmcore.release.redrawn",
    "judge_claims": "ckmcore.quality.claims",
    "measure_floor": "ckmcore.risk.floor",
    "recheck": "ckmcore.release.recheck",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
