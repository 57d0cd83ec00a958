"""Whether a table has a map, which boundaries it needs, and how these are imported from a file. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ckmcore.areas.boundaries import AreaFile, check_state, read_with_notices
from ckmcore.areas.grid import cell_in
from ckmcore.areas.model import AreaMatch, AreaSet
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import MISSING
from ckmcore.microdata.variable import VariableEntry
from ckmcore.pictures.model import TablePicture
from ckmcore.statistic.areas_beside import kept_for, match_areas, with_areas
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeptAreas
from ckmcore.tabulate.spec import TableSpec

SUFFIXES = (".gpkg", ".shp", ".geojson")
_NAMES = ("gen", "name", "bezeichnung", "label", "titel", "title")


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


# --- boundaries of a file --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AreasChoice:
    """What is chosen of a file of boundaries. variable: whose codes the areas have; code, name: columns, `name` "" for
    the codes; state: ISO day of the borders, "" where it is not known."""

    path: Path
    variable: str
    code: str
    name: str = ""
    layer: str = ""
    title: Texts = Texts()
    source: Texts = Texts()
    state: str = ""


@dataclass(frozen=True)
class AreasRead:
    """Areas that were read, and how they fit. choice: as what they were read."""

    choice: AreasChoice
    areas: AreaSet
    match: AreaMatch
    notices: tuple[Sentence, ...]


def variables_with_codes(statistic: Statistic) -> tuple[VariableEntry, ...]:
    """The variables that can have areas."""
    return tuple(entry for entry in statistic.dictionary if entry.role == "dimension")


def _codes(entry: VariableEntry) -> set[str]:
    nodes = () if entry.tree is None else entry.tree.nodes
    return {category.code for category in entry.categories if category.code != MISSING} | {node.code for node in nodes}


def proposed(statistic: Statistic, path: Path, file: AreaFile) -> AreasChoice:
    """The variable and the column of which most codes are the same, and the column that names the areas."""
    best, variable, code = 0, "", next(iter(file.columns), "")
    for entry in variables_with_codes(statistic):
        codes = _codes(entry)
        variable = variable or entry.name
        for column, texts in file.columns.items():
            matched = len(codes & set(texts))
            if matched > best:
                best, variable, code = matched, entry.name, column
    return AreasChoice(path, variable, code, _named(file, code), file.layer, Texts.same(path.stem))


def _named(file: AreaFile, code: str) -> str:
    """A column that is called a name, else the one with most different texts of letters."""
    others = {column: texts for column, texts in file.columns.items() if column != code}
    known = [column for name in _NAMES for column in others if column.casefold() == name]
    if known:
        return known[0]
    letters = {column: len({text for text in texts if text.isalpha()}) for column, texts in others.items()}
    best = max(letters, key=lambda column: letters[column], default="")
    return best if best and letters[best] else ""


def read_choice(statistic: Statistic, choice: AreasChoice) -> AreasRead:
    """Read the boundaries of a choice and compare them with the codes; on any thread. Raises as `read_areas`, and
    areas_variable, areas_fit_nothing, areas_fit_zeros."""
    areas, notices = read_with_notices(
        choice.path,
        choice.code,
        choice.name,
        layer=choice.layer,
        title=choice.title,
    )
    return AreasRead(choice, areas, match_areas(statistic, choice.variable, areas), notices)


def kept_beside(statistic: Statistic, read: AreasRead, path: Path) -> Statistic:
    """Write areas beside a statistic; the statistic with them. Raises areas_state, NotWritten."""
    choice = read.choice
    check_state(choice.state)
    areas = replace(read.areas, title=choice.title, source=choice.source, state=choice.state)
    return with_areas(statistic, choice.variable, areas, path)
