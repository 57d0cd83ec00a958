"""What scale gives the core; `ckmcore.ports.ScalePorts` names it."""

from __future__ import annotations

from ckmcore.base.wings import loaded_when_asked

PLACES = {
    "add_relation": "ckmcore.scale.database.import_relation",
    "changed_margins": "ckmcore.scale.hypercube.changed_margins",
    "made_hypercube": "ckmcore.scale.hypercube.protect",
    "hypercube_maker": "ckmcore.scale.hypercube.draft",
    "prepare_hypercube": "ckmcore.scale.hypercube.draft",
    "read_figures": "ckmcore.scale.hypercube.released_figures",
    "read_relation": "ckmcore.scale.database.import_relation",
    "open_address": "ckmcore.scale.database.import_relation",
    "relation_columns": "ckmcore.scale.database.import_relation",
    "revised_places": "ckmcore.scale.hypercube.revised_cells",
    "spread_of_keys": "ckmcore.scale.database.key_spread",
    "taken_again": "ckmcore.scale.database.import_relation",
    "with_revised_cells": "ckmcore.scale.hypercube.revised_cells",
    "write_hypercube": "ckmcore.scale.hypercube.draft",
}

__getattr__ = loaded_when_asked(__name__, PLACES)
