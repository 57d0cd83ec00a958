"""What can be wrong with a file of codes (code list, recode, hierarchy): one class per cause, each names its place."""

from __future__ import annotations

from ckmcore.errors import DataError


class HierarchySeveral(DataError):
    """The file holds several hierarchies, of which none was chosen. Fields: file, known (their names)."""

    code = "hierarchy_several"
