"""Kinds of pictures: when each is offered, and what draws it. A further kind is a further line of `KINDS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ckmcore.areas.model import AreaSet
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.pictures.bars import draw_bars, draw_percent, draw_stacked, fit_bars, fit_grouped, fit_stacked
from ckmcore.pictures.canvas import PictureCanvas, PlotArea
from ckmcore.pictures.chart import Chart
from ckmcore.pictures.grid_map import draw_grid, fit_grid
from ckmcore.pictures.lines import draw_lines, draw_multiples, fit_lines, fit_multiples
from ckmcore.pictures.maps import draw_choropleth, draw_circles, fit_choropleth, fit_circles
from ckmcore.pictures.pairs import draw_dots, draw_pyramid, fit_dots, fit_pyramid
from ckmcore.pictures.source import PictureTable
from ckmcore.presentation.present import TablePresentation
from ckmcore.tabulate.picture_choice import KindName, PictureChoice


@dataclass(frozen=True)
class PictureKind:
    """A kind of picture; its name is the sentence `picture_kind_<name>`.

    fit: the breakdowns that it shows of a table, or the reason why it fits none; draw: draws a chart into an area and
    gives its lower edge; legend: whether a legend names the colours, by `points`; begins_at_zero: whether
    its axis always has a 0; is_map: it has no axis; notes: codes of sentences below the title.
    """

    name: KindName
    fit: Callable[[PictureTable, PictureChoice], Chart | Sentence]
    draw: Callable[[Chart, PictureCanvas, PlotArea], float]
    legend: bool = True
    points: bool = False
    begins_at_zero: bool = True
    is_map: bool = False
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> Sentence:
        """The kind's name."""
        return sentence(f"picture_kind_{self.name}")


KINDS: Mapping[KindName, PictureKind] = {
    kind.name: kind
    for kind in (
        PictureKind("pyramid", fit_pyramid, draw_pyramid, legend=False),
        PictureKind("lines", fit_lines, draw_lines, legend=False, begins_at_zero=False),
        PictureKind("grid", fit_grid, draw_grid, legend=False, is_map=True),
        PictureKind("choropleth", fit_choropleth, draw_choropleth, legend=False, is_map=True),
        PictureKind("circles", fit_circles, draw_circles, legend=False, is_map=True),
        PictureKind("grouped", fit_grouped, draw_bars),
        PictureKind("stacked", fit_stacked, draw_stacked),
        PictureKind("percent", fit_stacked, draw_percent, notes=("picture_of_parts",)),
        PictureKind("dots", fit_dots, draw_dots, points=True, begins_at_zero=False),
        PictureKind("multiples", fit_multiples, draw_multiples, legend=False, begins_at_zero=False),
        PictureKind("bars", fit_bars, draw_bars, legend=False),
    )
}
"""The kinds, the one that fits best first."""


def offered(
    document: TablePresentation, choice: PictureChoice | None = None, areas: Mapping[str, AreaSet] | None = None
) -> dict[KindName, Sentence | None]:
    """Kinds in the order of a gallery: with None what fits the table, then what does not, with the reason. areas:
    boundaries by variable. Raises picture_value, picture_block, picture_lines, picture_variable."""
    choice = choice or document.table.spec.presentation.picture
    table = _table(document, choice, areas)
    reasons = {name: _reason(kind.fit(table, choice)) for name, kind in KINDS.items()}
    return dict(sorted(reasons.items(), key=lambda pair: pair[1] is not None))


def _table(document: TablePresentation, choice: PictureChoice, areas: Mapping[str, AreaSet] | None) -> PictureTable:
    """The table that a choice names, with the variables that it names. Raises as `offered`."""
    table = PictureTable(document, choice.value, choice.block, areas)
    known = [each.variable for each in table.breakdowns]
    for name in (choice.categories, choice.colours):
        if name and name not in known:
            raise InputError("picture_variable", name=name, known=known or ["–"])
    return table


def _reason(fit: Chart | Sentence) -> Sentence | None:
    return None if isinstance(fit, Chart) else fit


def _in_sight(choice: PictureChoice) -> list[PictureKind]:
    """The kinds to choose among, the first that fits: where a map is in sight maps alone, where a picture is them
    last."""
    kinds = list(KINDS.values())
    if choice.sight == "map":
        return [kind for kind in kinds if kind.is_map]
    return kinds if choice.sight == "table" else sorted(kinds, key=lambda kind: kind.is_map)


def chart_of(
    document: TablePresentation, choice: PictureChoice, areas: Mapping[str, AreaSet] | None = None
) -> tuple[PictureKind, Chart]:
    """The kind that is chosen, or that fits best, with what it shows. Raises picture_unfit, picture_none and as
    `offered`."""
    table = _table(document, choice, areas)
    if choice.kind and (choice.sight != "map" or KINDS[choice.kind].is_map):
        kind = KINDS[choice.kind]
        chart = kind.fit(table, choice)
        if isinstance(chart, Chart):
            return kind, chart
        raise InputError("picture_unfit", kind=kind.title, reason=chart)
    reasons = []
    for kind in _in_sight(choice):
        chart = kind.fit(table, choice)
        if isinstance(chart, Chart):
            return kind, chart
        reasons.append(chart)
    # Of maps what the table has decides, not what it lacks of the other one.
    telling = [reason for reason in reasons if reason.code not in ("picture_needs_areas", "picture_needs_grid")]
    raise InputError("picture_none", reason=(telling if choice.sight == "map" and telling else reasons)[-1])
