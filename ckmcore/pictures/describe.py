"""describe(document, choice): the picture of a protected table, with title, legend, notes and a description in words.

It takes what is shown of a protected table and nothing else, so that neither a length nor an order nor a word can
depend on an original.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ckmcore.areas.model import AreaSet
from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.pictures.canvas import TEXT, PictureCanvas, PlotArea
from ckmcore.pictures.chart import Chart
from ckmcore.pictures.colours import FORMS, PATTERNS, SERIES
from ckmcore.pictures.kinds import PictureKind, chart_of
from ckmcore.pictures.maps import map_of
from ckmcore.pictures.model import (
    LARGEST,
    MILLIMETRES_AN_INCH,
    PIXELS_AN_INCH,
    SMALLEST,
    PictureAxes,
    PictureBox,
    PicturePoint,
    PictureReading,
    PictureText,
    TablePicture,
)
from ckmcore.pictures.scale import scale_of
from ckmcore.pictures.text_width import LINE, lines_of, plain, width_of
from ckmcore.presentation.footnotes import raised
from ckmcore.presentation.present import TablePresentation
from ckmcore.tabulate.picture_choice import PictureChoice

_MARGIN, _TITLE, _NOTE = 16, 15, 10.5
_SWATCH, _SWATCH_HIGH = 18, 12
_MOST_LEFT_OUT = 6
_POWERS = {3: "picture_thousands", 6: "picture_millions", 9: "picture_billions"}


def describe(
    document: TablePresentation,
    choice: PictureChoice | None = None,
    areas: Mapping[str, AreaSet] | None = None,
    *,
    fits: bool = False,
) -> TablePicture:
    """Describe the picture of a table. document: the table as shown in one language; choice: None for the one that is
    kept with the table; areas: boundaries by variable, for maps; fits: a map is no higher than its size, as far as it
    can be read so.

    Raises picture_size, picture_unfit (the chosen kind), picture_none (every kind), picture_not_upright, picture_value,
    picture_block, picture_lines, picture_class_count, picture_limits.
    """
    choice = choice or document.table.spec.presentation.picture
    if not (SMALLEST[0] <= choice.width <= LARGEST and SMALLEST[1] <= choice.height <= LARGEST):
        raise InputError("picture_size", width=SMALLEST[0], height=SMALLEST[1], most=LARGEST)
    kind, chart = chart_of(document, choice, areas)
    canvas = PictureCanvas(document.language, choice, choice.value)
    canvas.fits = fits
    width, height = (
        round(millimetres * PIXELS_AN_INCH / MILLIMETRES_AN_INCH, 1) for millimetres in (choice.width, choice.height)
    )
    left, right = _MARGIN, width - _MARGIN
    title = plain(document.title)
    y = _head(kind, chart, canvas, title, (left, right))
    # The notes name the signs that are drawn; how many lines they take is known before.
    drawn_signs = {figure.sign for figure in chart.figures}
    has_zero = any(figure.whole == 0 and not figure.sign for figure in chart.figures)
    notes = notes_of(document, drawn_signs, [title, *_labels(chart)], has_zero=has_zero)
    notes += chart.notes(document.language)
    note_lines = [lines_of(note, _NOTE, right - left, bold=not number) for number, note in enumerate(notes)]
    foot = sum(map(len, note_lines)) * _NOTE * LINE + 14
    bottom = kind.draw(chart, canvas, PlotArea(left, y, right, max(height - foot - _MARGIN, y + 150)))
    height = max(height, bottom + foot + _MARGIN)
    _foot(canvas, note_lines, (left, right), height - foot - _MARGIN + 6)
    under = subtitle(kind, chart, document.language)
    heads = [chart.table.breakdowns[chart.x].title]
    heads += [chart.table.breakdowns[number].title for number in (chart.panels, chart.series) if number is not None]
    return TablePicture(
        kind.name,
        document.language,
        width,
        round(height, 1),
        title,
        plain(choice.alt.text(document.language)) or alt_text(kind, chart, title, document.language),
        tuple(canvas.marks),
        tuple(canvas.cells) if canvas.grid_cells is None else canvas.grid_cells,
        tuple(canvas.ticks),
        (*heads, chart.table.what),
        under,
        "; ".join([chart.table.what, *_selected(chart, document.language)]),
        tuple(notes),
        _axes(chart, canvas),
        document.program,
        map_of(chart),
        canvas.grid,
        tuple(_readings(chart, canvas)),
        canvas.room,
    )


def _readings(chart: Chart, canvas: PictureCanvas) -> Iterator[PictureReading]:
    """What the table publishes of each category: all its series, also those left out, and its total."""
    named = [*zip(chart.shown_series, chart.colours, strict=False), *((each, -1) for each in chart.left_out)]
    total_word = "" if chart.series is None else _total_word(chart)
    for panel in chart.shown_panels or (None,):
        for number, category in enumerate(chart.categories):
            figures = [
                (each.label, colour, figure)
                for each, colour in named
                if (figure := chart.figure(category, each, panel)) is not None
            ]
            if not named:
                only = chart.figure(category, None, panel)
                figures = [] if only is None else [(chart.table.what, chart.colours[0], only)]
            lines = [(label, figure.text, colour) for label, colour, figure in figures if figure.text]
            total = chart.figure(category, None, panel) if total_word else None
            has_total = total is not None and bool(total.text)
            if total is not None and has_total:
                lines.append((total_word, total.text, -1))
            cells = tuple(cell for *_, figure in figures if (cell := canvas.drawn(figure)) >= 0)
            label = category.label if panel is None else f"{panel.label}, {category.label}"
            if cells:
                yield PictureReading(number, label, tuple(lines), has_total, cells)


def _total_word(chart: Chart) -> str:
    """What heads the total over all series, "" where the table does not show it."""
    total = None if chart.series is None else chart.table.breakdowns[chart.series].total
    return "" if total is None else total.label


def _axes(chart: Chart, canvas: PictureCanvas) -> PictureAxes:
    categories, panels, series = (
        tuple(category.label for category in group)
        for group in (chart.categories, chart.shown_panels, chart.shown_series)
    )
    breakdowns = chart.table.breakdowns
    axes = PictureAxes(
        categories,
        panels,
        series,
        chart.colours,
        places=chart.table.places,
        upright=canvas.is_upright,
        variables=tuple(breakdowns[n].variable for n in (chart.x, chart.series, chart.panels) if n is not None),
        offered=()
        if chart.series is None or chart.sides
        else tuple((each.code, each.label) for each in breakdowns[chart.series].categories),
    )
    if canvas.scale is None:
        return axes
    scale, texts = canvas.scale
    ticks = tuple(zip(scale.ticks, texts, strict=True))
    return replace(axes, low=scale.low, high=scale.high, places=scale.places, ticks=ticks)


def _labels(chart: Chart) -> list[str]:
    """Labels that may carry marks of footnotes."""
    labels = [
        category.label for group in (chart.categories, chart.shown_series, chart.shown_panels) for category in group
    ]
    return [*labels, *(figure.text for figure in chart.figures), chart.table.what]


# --- above the chart -------------------------------------------------------------------------------------------------


def _head(kind: PictureKind, chart: Chart, canvas: PictureCanvas, title: str, sides: tuple[float, float]) -> float:
    """Write title, unit, what is left out, legend; gives where the chart begins."""
    left, right = sides
    y = _MARGIN + _TITLE * 0.85
    for line in lines_of(title, _TITLE, right - left, bold=True):
        canvas.word(left, y, line, size=_TITLE, bold=True)
        y += _TITLE * LINE
    for line in lines_of(subtitle(kind, chart, canvas.language), TEXT, right - left):
        canvas.word(left, y, line, colour="soft")
        y += TEXT * LINE
    if kind.legend and chart.shown_series:
        y = _legend(kind, chart, canvas, sides, y + 3) + 3
    return y - TEXT * 0.4


def subtitle(kind: PictureKind, chart: Chart, language: Language) -> str:
    """What the figures are, in which unit the axis is, which lines of the table are drawn and which are not."""
    power, begins = 0, ""
    if kind.name != "percent" and not kind.is_map:
        wholes = chart.wholes
        if kind.name == "stacked":
            wholes = [
                sum(figure.whole or 0 for series in chart.shown_series if (figure := chart.figure(category, series)))
                for category in chart.categories
            ]
        is_from_zero = chart.choice.zero or kind.begins_at_zero
        scale = scale_of(wholes, chart.table.places, from_zero=is_from_zero, powers=chart.table.is_additive)
        power = scale.power
        begins = scale.texts(language)[0] if scale.low > 0 else ""
    what = chart.table.what
    notes = [say(code, language) for code in kind.notes]
    if begins:
        notes.append(say("picture_begins", language, figure=begins))
    return "; ".join([say(_POWERS[power], language, what=what) if power else what, *notes, *_selected(chart, language)])


def _selected(chart: Chart, language: Language) -> list[str]:
    """Which lines of the table are drawn, and which are left out."""
    parts = [chart.table.heading] if chart.table.heading else []
    parts += [f"{title}: {label}" for title, label in chart.fixed]
    if len(chart.categories) < chart.all_categories:
        code = "picture_last" if chart.table.breakdowns[chart.x].is_time else "picture_largest"
        parts.append(say(code, language, shown=len(chart.categories), all=chart.all_categories))
    if chart.left_out:
        names = [category.label for category in chart.left_out[:_MOST_LEFT_OUT]]
        if len(chart.left_out) > _MOST_LEFT_OUT:
            names.append("…")
        parts.append(say("picture_left_out", language, names=names))
    return parts


def _legend(kind: PictureKind, chart: Chart, canvas: PictureCanvas, sides: tuple[float, float], y: float) -> float:
    """Draw the colours with their names; gives the next line."""
    left, right = sides
    x = left
    for series, colour in zip(chart.shown_series, chart.colours, strict=True):
        room = right - left - _SWATCH - 6
        label = lines_of(series.label, TEXT, room)
        wide = _SWATCH + 6 + width_of(label[0], TEXT) + 18
        if x > left and x + wide > right + 18:
            x, y = left, y + TEXT * LINE + 3
        if kind.points:
            canvas.marks.append(PicturePoint(x + _SWATCH / 2, y - 4, FORMS[colour], SERIES[colour]))
        else:
            pattern = PATTERNS[colour] if canvas.choice.patterns else ""
            canvas.marks.append(PictureBox(x, y - _SWATCH_HIGH + 2, _SWATCH, _SWATCH_HIGH, SERIES[colour], pattern))
        for number, line in enumerate(label):
            y += TEXT * LINE if number else 0
            canvas.word(x + _SWATCH + 6, y, line)
        x += wide
    return y + TEXT * LINE


# --- below the chart -------------------------------------------------------------------------------------------------


def notes_of(document: TablePresentation, signs: set[Sign], labels: Sequence[str], *, has_zero: bool) -> list[str]:
    """The table's own lines: its state, its notes with the signs that are drawn, and footnotes whose marks are.
    has_zero: whether a 0 is drawn, so that its meaning is kept."""
    shown = tuple(sign for sign in Sign if sign in signs and sign != Sign.NONE)
    page = replace(document, legend_signs=shown, office=replace(document.office, note_length="short"))
    footnotes = {text: number for number, text in enumerate(document.marks.written, start=1)}
    drawn = " ".join(labels)
    zero = f"{say('export_signs_heading', document.language)}: {page.meanings(())[0]}"
    notes = [" · ".join(page.lines)]
    for note in page.notes:
        if note.startswith(zero) and not has_zero:
            rest = note.removeprefix(zero).removeprefix("; ")
            notes.append(f"{say('export_signs_heading', document.language)}: {rest}" if rest else "")
        elif (number := footnotes.get(note)) is None or raised([number]) in drawn:
            notes.append(note)
    return [plain(note) for note in notes if plain(note)]


def _foot(canvas: PictureCanvas, notes: Sequence[Sequence[str]], sides: tuple[float, float], y: float) -> None:
    left, right = sides
    canvas.path([(left, y), (right, y)], "grid")
    y += 4
    for number, lines in enumerate(notes):
        for line in lines:
            y += _NOTE * LINE
            canvas.marks.append(PictureText(left, y, line, "word", _NOTE, "soft", "start", number == 0))


# --- in words --------------------------------------------------------------------------------------------------------


def alt_text(kind: PictureKind, chart: Chart, title: str, language: Language) -> str:
    """What a picture shows, in words made of published figures: kind, subject, largest, smallest, signs."""
    extremes = chart.extremes
    parts = [
        say("picture_alt", language, kind=kind.title, title=title),
        say("picture_alt_count", language, count=extremes.count, what=chart.table.what),
        say("picture_alt_largest", language, name=extremes.largest[0], figure=extremes.largest[1]),
    ]
    if extremes.smallest is not None:
        parts.append(say("picture_alt_smallest", language, name=extremes.smallest[0], figure=extremes.smallest[1]))
    if extremes.signs:
        parts.append(say("picture_alt_signs", language, count=extremes.signs))
    return " ".join(parts)
