"""Chart: a table with the breakdowns that a kind draws, the cells in them, and what is left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence, sentence
from ckmcore.pictures.colours import places_of_colours
from ckmcore.pictures.source import Breakdown, PictureCategory, PictureFigure, PictureTable
from ckmcore.tabulate.picture_choice import PictureChoice

MOST_BARS = 40


@dataclass(frozen=True)
class Need:
    """What an axis of a kind takes. least, most: number of categories."""

    least: int = 2
    most: int = 1_000_000
    time: bool | None = None
    disjoint: bool = False
    age: bool = False
    sexes: bool = False

    def takes(self, breakdown: Breakdown) -> bool:
        """Whether a breakdown has what is needed."""
        return (
            self.least <= len(breakdown.categories) <= self.most
            and (self.time is None or breakdown.is_time == self.time)
            and (breakdown.is_disjoint or not self.disjoint)
            and (breakdown.is_age or not self.age)
            and (breakdown.sexes is not None or not self.sexes)
        )


@dataclass(frozen=True)
class Extremes:
    """count: of drawn cells; signs: of those that have no figure; largest, smallest: name and text, the latter
    None where all are equal."""

    count: int
    signs: int
    largest: tuple[str, str]
    smallest: tuple[str, str] | None


@dataclass(frozen=True)
class Chart:
    """The breakdowns of a picture, as indices of those of the table. x: of the axis; series, panels: None for none."""

    table: PictureTable
    choice: PictureChoice
    x: int
    series: int | None = None
    panels: int | None = None
    sides: bool = False

    @cached_property
    def categories(self) -> tuple[PictureCategory, ...]:
        """The categories of the axis, in the order drawn; of very many the largest."""
        axis = self.table.breakdowns[self.x]
        kept = list(axis.categories)
        if axis.is_time:
            return tuple(kept[-MOST_BARS:])
        is_cut = len(kept) > MOST_BARS and self.panels is None and not axis.is_age
        if self.choice.order == "size" or is_cut:
            kept.sort(key=lambda category: -self._size(category))
        return tuple(kept[:MOST_BARS] if is_cut else kept)

    @property
    def labels(self) -> list[str]:
        """Labels of the categories of the axis."""
        return [category.label for category in self.categories]

    def _size(self, category: PictureCategory) -> float:
        """Figure by which a category is ordered: over all series, or the first; signs come last."""
        figure = self.whole(category)
        series = self.shown_series
        if figure is None and series:
            figure = self.figure(category, series[0])
        return float("-inf") if figure is None or figure.whole is None else figure.whole

    @cached_property
    def shown_series(self) -> tuple[PictureCategory, ...]:
        """The categories that have a colour; () where there is one series alone."""
        if self.series is None:
            return ()
        return kept_series(self.table.breakdowns[self.series], self.choice, sides=self.sides)

    @property
    def left_out(self) -> tuple[PictureCategory, ...]:
        """Series that the table has and the picture leaves out."""
        if self.series is None:
            return ()
        shown = self.shown_series
        return tuple(each for each in self.table.breakdowns[self.series].categories if each not in shown)

    @property
    def shown_panels(self) -> tuple[PictureCategory, ...]:
        """The categories of the panels."""
        return () if self.panels is None else self.table.breakdowns[self.panels].categories

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """Number of the colour of each series, the same in every table of a statistic."""
        return places_of_colours([category.place for category in self.shown_series]) or (0,)

    @cached_property
    def extremes(self) -> Extremes:
        """What a description says of the drawn cells."""
        named = [
            (", ".join(each.label for each in (panel, category, series) if each is not None), figure)
            for panel in self.shown_panels or (None,)
            for category in self.categories
            for series in self.shown_series or (None,)
            if (figure := self.figure(category, series, panel)) is not None
        ]
        known = [(name, figure) for name, figure in named if figure.whole is not None]
        largest = max(known, key=lambda pair: pair[1].whole or 0)
        smallest = min(known, key=lambda pair: pair[1].whole or 0)
        differs = (smallest[1].whole or 0) < (largest[1].whole or 0)
        return Extremes(
            len(named),
            len(named) - len(known),
            (largest[0], largest[1].text),
            (smallest[0], smallest[1].text) if differs else None,
        )

    def notes(self, language: Language) -> list[str]:
        """Notes below the picture beside those of the table."""
        del language
        return []

    @property
    def all_categories(self) -> int:
        """Number of categories of the axis that the table shows."""
        return len(self.table.breakdowns[self.x].categories)

    def figure(
        self, category: PictureCategory, series: PictureCategory | None = None, panel: PictureCategory | None = None
    ) -> PictureFigure | None:
        """The cell of a category; series and panel: None for their total, or where there are none."""
        nodes = [node for _, node in self.fixed_nodes]
        nodes[self.x] = category.node
        for place, chosen in ((self.series, series), (self.panels, panel)):
            if place is not None and chosen is not None:
                nodes[place] = chosen.node
        return self.table.figure(nodes)

    def whole(self, category: PictureCategory | None, series: PictureCategory | None = None) -> PictureFigure | None:
        """The published cell over all series, or over all categories; None where the table does not show it."""
        nodes = [node for _, node in self.fixed_nodes]
        for place, chosen in ((self.x, category), (self.series, series)):
            if place is None:
                continue
            if chosen is None and self.table.breakdowns[place].total is None:
                return None
            nodes[place] = 0 if chosen is None else chosen.node
        return self.table.figure(nodes)

    @cached_property
    def fixed_nodes(self) -> list[tuple[Breakdown, int]]:
        """Node of each breakdown that no axis shows: the last period, the total, or else the first category."""
        return [(each, _fixed_node(each)) for each in self.table.breakdowns]

    @property
    def fixed(self) -> tuple[tuple[str, str], ...]:
        """Title and category of each breakdown with several lines that no axis shows."""
        drawn = {self.x, self.series, self.panels}
        named = []
        for number, (each, node) in enumerate(self.fixed_nodes):
            if number in drawn or (len(each.categories) < 2 and each.total is None):
                continue
            chosen = next(
                (option for option in (each.total, *each.categories) if option is not None and option.node == node),
                None,
            )
            if chosen is not None and (each.categories or chosen.node):
                named.append((each.title, chosen.label))
        return tuple(named)

    @cached_property
    def figures(self) -> tuple[PictureFigure, ...]:
        """Every cell that is drawn."""
        several = [
            self.figure(category, series, panel)
            for panel in self.shown_panels or (None,)
            for category in self.categories
            for series in self.shown_series or (None,)
        ]
        return tuple(figure for figure in several if figure is not None)

    @property
    def wholes(self) -> list[int]:
        """Figures of the cells that have one."""
        return [figure.whole for figure in self.figures if figure.whole is not None]


def _fixed_node(breakdown: Breakdown) -> int:
    if breakdown.is_time and breakdown.categories:
        return breakdown.categories[-1].node
    return 0 if breakdown.total is not None or not breakdown.categories else breakdown.categories[0].node


def kept_series(breakdown: Breakdown, choice: PictureChoice, *, sides: bool = False) -> tuple[PictureCategory, ...]:
    """Categories of a breakdown that are series: those that the choice does not leave out, or both sexes."""
    if sides and breakdown.sexes is not None:
        return breakdown.sexes
    return tuple(category for category in breakdown.categories if category.code not in choice.without)


def arranged(
    table: PictureTable,
    choice: PictureChoice,
    x: Need,
    series: Need | None = None,
    panels: Need | None = None,
    *,
    reason: str,
) -> Chart | Sentence:
    """The breakdowns that fit the axes best, or why none does. reason: code of the sentence.

    Those without a total come first, since nothing is published over all of their categories; then the axis with more
    categories than the series, then the order of the table.
    """
    needs = [x, *(need for need in (series, panels) if need is not None)]
    candidates = [number for number, each in enumerate(table.breakdowns) if len(each.categories) > 1]
    best: tuple[tuple[int, ...], Chart] | None = None
    for places in permutations(candidates, len(needs)):
        chart = Chart(
            table,
            choice,
            places[0],
            places[1] if series is not None else None,
            places[-1] if panels is not None else None,
            sides=series is not None and series.sexes,
        )
        if not _is_asked(chart) or not _fits(chart, x, series, panels):
            continue
        untold = sum(1 for number in candidates if number not in places and table.breakdowns[number].total is None)
        few = len(chart.shown_series or chart.shown_panels) > len(table.breakdowns[chart.x].categories)
        rank = (untold, int(few and not x.time), *places)
        if best is None or rank < best[0]:
            best = rank, chart
    if best is None:
        return sentence(reason)
    return best[1] if best[1].wholes else sentence("picture_only_signs")


def _fits(chart: Chart, x: Need, series: Need | None, panels: Need | None) -> bool:
    breakdowns, choice = chart.table.breakdowns, chart.choice
    if not x.takes(breakdowns[chart.x]):
        return False
    if series is not None and chart.series is not None:
        colours = breakdowns[chart.series]
        shown = kept_series(colours, choice, sides=series.sexes)
        if not series.takes(colours if series.sexes else replace(colours, categories=shown)):
            return False
    return panels is None or chart.panels is None or panels.takes(breakdowns[chart.panels])


def _is_asked(chart: Chart) -> bool:
    """Whether axis and series are those that the choice names."""
    breakdowns, choice = chart.table.breakdowns, chart.choice
    others = [place for place in (chart.series, chart.panels) if place is not None]
    if choice.categories and breakdowns[chart.x].variable != choice.categories:
        return False
    return not choice.colours or not others or choice.colours in [breakdowns[place].variable for place in others]
