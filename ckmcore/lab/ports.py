"""What the lab gives the core (`ckmcore.ports.LabPorts`); each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# The modules that declare the commands of the lab, and a step that it adds to one of the core.
COMMANDS = {
    "assess": "ckmcore.cli.assess",
    "evaluate": "ckmcore.cli.evaluate",
    "sums": "ckmcore.cli.sums",
    "compare": "ckmcore.cli.compare",
    "release recheck": "ckmcore.cli.recheck",
    "conformance": "ckmcore.cli.conformance",
}

_MODULES = {
    "left_open": "ckmcore.release.differences",
    "left_verdict": "ckmcore.release.differences",
    "seen_undecided": "ckmcore.release.differences",
    "sums_told": "ckmcore.release.sums",
    "write_ptable_report": "ckmcore.report.ptable",
    "write_recheck": "ckmcore.release.recheck",
    "RELEASE_CHECKS": "ckmcore.release.sums",
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
