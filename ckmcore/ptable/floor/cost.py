"""What meeting the four quality criteria [W19] costs a design: less noise, and small counts that are published."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.design.search import largest_V
from ckmcore.ptable.floor.floor import behind, names, ptable_floor
from ckmcore.ptable.model.criteria import weighted_criteria
from ckmcore.ptable.model.table import PTable
from ckmcore.ptable.rows.request import RowConstraint


def criteria_cost(design: Design, ptable: PTable) -> Sentence | None:
    """Sentence on the cost of meeting the criteria that `ptable`, made of `design`, misses on average over its rows;
    None where all hold.

    The search keeps D, removes as few blocked small counts as possible, and then maximises V. The sentence names V, js,
    and the largest flat posterior, that is, how often the most probable original of a published figure is right.
    """
    criteria = weighted_criteria(ptable, dict.fromkeys(range(1, ptable.last_row + 1), 1.0))
    if criteria is None or all(criteria.held):
        return None
    cheapest = _with_criteria(design)
    if cheapest is None:
        return sentence("floor_criteria_never", D=design.D)
    table = cheapest.table()
    asks = names(ptable_floor(table))
    fields = {"V": cheapest.V, "js": cheapest.js, "D": design.D, "rules": asks}
    earlier, after = (round(100 * behind(ptable).posterior, 1) for ptable in (ptable, table))
    code = "floor_criteria_cost_rules" if asks else "floor_criteria_cost"
    return sentence(code, before=earlier, after=after, **fields)


@lru_cache(maxsize=32)
def _with_criteria(design: Design) -> Design | None:
    """Nearest design that meets all four criteria, cached, since the search makes more than 120 tables."""
    for js in range(design.js, -1, -1):
        tried = replace(design, js=js, blocked=None) if js < design.js else design
        try:
            V = largest_V(tried, {})
            if V is None:
                continue
            found_tried = replace(tried, V=V)
            found_tried.table()
        except CkmError:
            continue
        return found_tried
    return None


# What is tried for the two rows of the smallest counts that are not blocked, and for all rows behind them.
_SMALL_V, _SMALL_STAY = (1.3, 1.0, 0.8), (0.4, 0.5, 0.55, 0.6)
_LARGE_V, _LARGE_STAY = (0.7, 0.6, 0.5), (0.65, 0.7, 0.74)


@dataclass(frozen=True)
class CriteriaByRows:
    """A design with V and stay probability by row that meets all four criteria on average over the rows with no open
    rule of the floor. posterior: largest flat posterior of its table. It gives up property (2) of [W19], constant
    variance, and is our own extension."""

    design: Design
    posterior: float

    @property
    def said(self) -> Sentence:
        """Sentence on the design and on what it gives up."""
        small = next(constraint for constraint in self.design.own if constraint.pstay is not None)
        fields = {
            "D": self.design.D,
            "js": self.design.js,
            "first": small.first,
            "last": small.last,
            "V_small": small.V,
            "stay_small": small.pstay,
            "V": self.design.V,
            "stay": self.design.pstay,
            "after": round(100 * self.posterior, 1),
        }
        return sentence("floor_criteria_by_rows", **fields)


@lru_cache(maxsize=32)
def criteria_by_rows(design: Design) -> CriteriaByRows | None:
    """Best design with V and stay probability by row for the D of `design`: all four criteria hold on average over the
    rows and no rule of the floor is open.

    As few blocked counts as possible are removed; among these designs the one with the smallest posterior is chosen.
    None where no tried design qualifies. The result is cached, since up to a hundred tables are made for each js.
    """
    for js in range(design.js, -1, -1):
        blocked = (RowConstraint(1, js, V=float(js), variance="at most"),) if js else ()
        best: CriteriaByRows | None = None
        for V, stay, V_large, stay_large in product(_SMALL_V, _SMALL_STAY, _LARGE_V, _LARGE_STAY):
            own_row = (RowConstraint(js + 1, js + 2, V=V, pstay=stay, variance="at most"), *blocked)
            new_design = Design(D=design.D, V=V_large, js=js, pstay=stay_large, variance="at most", own=own_row)
            try:
                table = new_design.table()
            except CkmError:
                continue
            criteria = weighted_criteria(table, dict.fromkeys(range(1, table.last_row + 1), 1.0))
            if criteria is None or not all(criteria.held) or not all(row.feasible for row in table.reports):
                continue
            posterior = behind(table).posterior
            if (best is None or posterior < best.posterior) and not ptable_floor(table):
                best = CriteriaByRows(new_design, posterior)
        if best is not None:
            return best
    return None
