"""What the lab gives the core (`ckmcore.ports.LabPorts`); each is loaded when it is asked for."""

from __future__ import annotations

from ckmcore.base.wings import loaded_when_asked

PLACES = {
    "left_open": "ckmcore.lab.release.differences",
    "left_open_together": "ckmcore.lab.release.package",
    "left_verdict": "ckmcore.lab.release.differences",
    "seen_undecided": "ckmcore.lab.release.differences",
    "sums_told": "ckmcore.lab.release.sums",
    "ptable_report": "ckmcore.lab.report.ptable",
    "write_ptable_report": "ckmcore.lab.report.ptable",
    "write_recheck": "ckmcore.lab.release.recheck",
    "RELEASE_CHECKS": "ckmcore.lab.release.sums",
    "MOST_FIGURES": "ckmcore.lab.risk.relations",
    "attack_tables": "ckmcore.lab.risk.linked_tables",
    "linked_sentences": "ckmcore.lab.risk.linked_captions",
    "attack_redrawn": "ckmcore.lab.release.redrawn",
    "judge_claims": "ckmcore.lab.quality.claims",
    "measure_floor": "ckmcore.lab.risk.floor",
    "linked_relations": "ckmcore.lab.risk.relations",
    "recheck": "ckmcore.lab.release.recheck",
}

__getattr__ = loaded_when_asked(__name__, PLACES)
