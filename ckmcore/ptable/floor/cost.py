"""What meeting the four quality criteria [W19] costs a design: less noise, and small counts that are published."""

from __future__ import annotations

from dataclasses import replace

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
    for js in range(design.js, -1, -1):
        tried = replace(design, js=js, blocked=None) if js < design.js else design
        try:
            V = largest_V(tried, {})
            table = None if V is None else replace(tried, V=V).table()
        except CkmError:
            continue
        if V is None or table is None:
            continue
        asks = names(ptable_floor(table))
        fields = {"V": V, "js": js, "D": design.D, "rules": asks}
        before, after = (round(100 * behind(one).posterior, 1) for one in (ptable, table))
        code = "floor_criteria_cost_rules" if asks else "floor_criteria_cost"
        return sentence(code, before=before, after=after, **fields)
    return sentence("floor_criteria_never", D=design.D)
