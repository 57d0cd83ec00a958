"""Hierarchies that lie in the digits of a code: 3 1 1 makes of 34120 the nodes 341, 3412 and 34120."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ckmcore.microdata.hierarchy import Hierarchy


def digit_hierarchy(codes: Sequence[str], digits: Sequence[int]) -> Hierarchy:
    """The hierarchy over `codes` (the leaves) whose levels are their first digits, outermost first.

    Level k has the first `digits[0] + ... + digits[k]` characters; levels that add none are left out. A shorter code
    ends where it ends. A group whose code is that of a leaf is called by its leaves, too: `341 (34110-34190)`.
    """
    cuts = list(dict.fromkeys(cut for cut in accumulate(digits) if cut > 0))
    leaves = set(codes)
    entries: list[tuple[str, int]] = []
    trail: list[str] = []
    # In the order of texts, codes with the same first digits follow one another.
    for code in sorted(leaves):
        path = list(dict.fromkeys([code[:cut] for cut in cuts if cut < len(code)]))
        for depth, group in enumerate(path):
            if trail[depth : depth + 1] != [group]:
                del trail[depth:]
                trail.append(group)
                entries.append((_group_name(group, leaves), depth))
        del trail[len(path) :]
        entries.append((code, len(path)))
    return Hierarchy.from_depths(entries)


def _group_name(group: str, leaves: set[str]) -> str:
    if group not in leaves:
        return group
    below = sorted(code for code in leaves if code.startswith(group) and code != group)
    return f"{group} ({below[0]})" if len(below) == 1 else f"{group} ({below[0]}-{below[-1]})"
