"""Whether a table has a map, and which boundaries it needs. No Qt."""

from __future__ import annotations

from ckmcore.areas.grid import cell_in
from ckmcore.areas.model import AreaMatch
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.pictures.model import TablePicture
from ckmcore.statistic.areas_beside import kept_for, match_areas
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeptAreas
from ckmcore.tabulate.spec import TableSpec


def kept_areas(statistic: Statistic, spec: TableSpec) -> dict[str, KeptAreas]:
    """What the statistic keeps of boundaries for the variables of a table and for the borders on its grid."""
    names = (*spec.variables, spec.presentation.picture.borders)
    kept = {name: kept_for(statistic, name, statistic.period.date) for name in names}
    return {name: each for name, each in kept.items() if each is not None}


def why_no_map(statistic: Statistic | None, spec: TableSpec) -> Sentence | None:
    """Why a table has no map: none of its variables has areas or is a grid; None where one has."""
    if statistic is not None:
        if set(spec.variables) & {each.variable for each in statistic.areas}:
            return None
        for entry in statistic.dictionary:
            if entry.name in spec.variables:
                nodes = () if entry.tree is None else entry.tree.nodes
                codes = [category.code for category in entry.categories[:1]] + [node.code for node in nodes[-1:]]
                if any(cell_in(code) is not None for code in codes):
                    return None
    return sentence("picture_needs_areas_or_grid")


def match_of(statistic: Statistic | None, picture: TablePicture) -> AreaMatch | None:
    """What codes of the variable on a map and its areas lack of each other; None where the picture is no map."""
    if statistic is None or picture.map is None or not picture.axes.variables:
        return None
    try:
        return match_areas(statistic, picture.axes.variables[0], picture.map.areas)
    except CkmError:
        return None


def areas_for_borders(statistic: Statistic | None, picture: TablePicture) -> tuple[tuple[str, str], ...]:
    """Variables whose areas can be outlined on a grid, with the names of the areas; () elsewhere."""
    if statistic is None or picture.grid is None:
        return ()
    language = picture.language
    names = dict.fromkeys(each.variable for each in statistic.areas)
    kept = [(name, kept_for(statistic, name, statistic.period.date)) for name in names]
    return tuple((name, each.title.text(language) or name) for name, each in kept if each is not None)
