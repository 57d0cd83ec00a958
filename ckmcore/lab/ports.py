"""What the lab gives the core (`ckmcore.ports.LabPorts`); each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_MODULES = {
    "left_open": "ckmcore.lab.release.differences",
    "left_verdict": "ckmcore.lab.release.differences",
    "seen_undecided": "ckmcore.lab.release.differences",
    "sums_told": "ckmcore.lab.release.sums",
    "write_ptable_report": "ckmcore.lab.report.ptable",
    "write_recheck": "ckmcore.lab.release.recheck",
    "RELEASE_CHECKS": "ckmcore.lab.release.sums",
    "MOST_FIGURES": "ckmcore.lab.risk.relations",
    "attack_redrawn": "ckmcore.lab.release.redrawn",
    "judge_claims": "ckmcore.lab.quality.claims",
    "measure_floor": "ckmcore.lab.risk.floor",
    "recheck": "ckmcore.lab.release.recheck",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
