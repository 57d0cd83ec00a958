"""What meeting the four quality criteria [W19] costs a design: less noise, and small counts that are published."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.design.search import largest_V
from ckmcore.ptable.floor.floor import behind, names, ptable_floor
from ckmcore.ptable.model.criteria import weighted_criteria
from ckmcore.ptable.model.table import PTable


def criteria_cost(design: Design, ptable: PTable) -> Sentence | None:
    """What the criteria cost that `ptable`, made of `design`, misses on average over its rows; None where it holds all.

    Sought with the same D: as few blocked small counts fewer as possible, and then the largest V. Said of it: V, js,
    and the largest flat posterior, which is how often the most probable original behind a published figure is right.
    """
    found = weighted_criteria(ptable, dict.fromkeys(range(1, ptable.last_row + 1), 1.0))
    if found is None or all(found.held):
        return None
    cheapest = _with_criteria(design)
    if cheapest is None:
        return sentence("floor_criteria_never", D=design.D)
    table = cheapest.table()
    asks = names(ptable_floor(table))
    fields = {"V": cheapest.V, "js": cheapest.js, "D": design.D, "rules": asks}
    before, after = (round(100 * behind(one).posterior, 1) for one in (ptable, table))
    code = "floor_criteria_cost_rules" if asks else "floor_criteria_cost"
    return sentence(code, before=before, after=after, **fields)


@lru_cache(maxsize=32)
def _with_criteria(design: Design) -> Design | None:
    """The nearest design that holds all four criteria. It is kept: 120 tables and more are made to find it."""
    for js in range(design.js, -1, -1):
        tried = replace(design, js=js, blocked=None) if js < design.js else design
        try:
            V = largest_V(tried, {})
            if V is None:
                continue
            found = replace(tried, V=V)
            found.table()
        except CkmError:
            continue
        return found
    return None
