"""A picture as an open Vega-Lite specification, for web editors: data inline, the office's colours, order and ticks.

Its data are the drawn cells and nothing else; a program that draws it adds no figure of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ckmcore.areas.model import geometry_of
from ckmcore.pictures.colours import DASHES, FORMS, LIGHT, SERIES
from ckmcore.pictures.model import Form, TablePicture
from ckmcore.pictures.text_width import FAMILY, lines_of
from ckmcore.tabulate.picture_choice import KindName

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_FORMS: Mapping[Form, str] = {
    "circle": "circle",
    "square": "square",
    "triangle": "triangle-up",
    "diamond": "diamond",
    "cross": "cross",
    "ring": "stroke",
}
_HEIGHT, _PANEL, _NOTE = 22, 150, 11
_SIDES: tuple[int, ...] = (0, 1)
Spec = dict[str, Any]


def vega_text(picture: TablePicture) -> str:
    """The specification as JSON; the same picture gives the same text."""
    return json.dumps(vega_spec(picture), ensure_ascii=False, indent=1) + "\n"


def vega_spec(picture: TablePicture) -> Spec:
    """The specification: title, description, the chart, and the table's notes below it."""
    width = round(picture.width - 60)
    lines = [line for note in picture.notes for line in lines_of(note, _NOTE, width)]
    return {
        "$schema": SCHEMA,
        "title": {"text": picture.title, "subtitle": picture.subtitle, "anchor": "start"},
        "description": picture.alt,
        "background": LIGHT["surface"],
        "config": {
            "font": f"{FAMILY}, Segoe UI, Arial, sans-serif",
            "view": {"stroke": None},
            "axis": {
                "labelColor": LIGHT["soft"],
                "labelFontSize": 12,
                "labelLimit": 260,
                "gridColor": LIGHT["grid"],
                "domainColor": LIGHT["line"],
                "title": None,
            },
            "legend": {"labelFontSize": 12, "title": None, "orient": "top"},
            "title": {"color": LIGHT["ink"], "fontSize": 15, "subtitleColor": LIGHT["soft"], "subtitleFontSize": 12},
            "text": {"color": LIGHT["ink"], "fontSize": 12},
        },
        "data": {"values": [] if picture.grid is not None or picture.map is not None else _values(picture)},
        "vconcat": [_chart(picture, width), _notes(lines, width)],
    }


def _values(picture: TablePicture) -> list[Spec]:
    """One object for each drawn cell; `value` is null where `shown` is a sign, and `at` is where that is written."""
    axes, values = picture.axes, []
    for cell in picture.cells:
        names = list(cell.names)
        value = None if cell.whole is None else _plain_number(cell.whole, axes.places)
        each: Spec = {"category": names.pop(0)}
        if axes.panels:
            each["panel"] = names.pop(0)
        if axes.series:
            each["series"] = names.pop(0)
        if each["category"] in axes.categories:
            values.append({**each, "value": value, "shown": cell.text, "at": 0 if value is None else value})
    return values


def _plain_number(whole: int, places: int) -> int | float:
    return float(Decimal(whole).scaleb(-places)) if places else whole


def _notes(lines: Sequence[str], width: int) -> Spec:
    """The notes as lines of text."""
    return {
        "data": {"values": [{"line": number, "note": line} for number, line in enumerate(lines)]},
        "width": width,
        "height": {"step": 15},
        "mark": {"type": "text", "align": "left", "fontSize": _NOTE, "color": LIGHT["soft"], "x": 0},
        "encoding": {
            "y": {"field": "line", "type": "ordinal", "axis": None},
            "text": {"field": "note", "type": "nominal"},
        },
    }


# --- encodings -------------------------------------------------------------------------------------------------------


def _category(picture: TablePicture) -> Spec:
    axis: Spec = {"grid": False, "ticks": False}
    if picture.axes.upright:
        axis |= {"labelAngle": 0, "labelOverlap": True}
    return {"field": "category", "type": "nominal", "sort": list(picture.axes.categories), "axis": axis}


def _value(picture: TablePicture, **more: Any) -> Spec:
    """The value axis with the limits and ticks of the picture."""
    axes = picture.axes
    ends = [_plain_number(axes.low, axes.places), _plain_number(axes.high, axes.places)]
    return {
        "field": "value",
        "type": "quantitative",
        "scale": {"domain": ends, "nice": False, "zero": ends[0] <= 0},
        "axis": _axis(picture),
        **more,
    }


def _axis(picture: TablePicture, of: int = 1) -> Spec:
    """The ticks of the picture at their places, by their texts. of: what a place is divided by."""
    places = [_plain_number(whole, picture.axes.places) / of for whole, _ in picture.axes.ticks]
    texts = [text for _, text in picture.axes.ticks]
    return {"values": places, "labelExpr": f"{_expression(texts)}[indexof({_expression(places)}, datum.value)]"}


def _expression(values: Sequence[Any]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


def _series(picture: TablePicture, channel: str = "color") -> Spec:
    """Colour, dash or form of each series."""
    axes = picture.axes
    ranges: dict[str, list[Any]] = {
        "color": [LIGHT[SERIES[number]] for number in axes.colours],
        "strokeDash": [list(DASHES[number]) or [1, 0] for number in axes.colours],
        "shape": [_FORMS[FORMS[number]] for number in axes.colours],
    }
    scale = {"domain": list(axes.series), "range": ranges[channel]}
    return {"field": "series", "type": "nominal", "sort": list(axes.series), "scale": scale}


def _tooltip(picture: TablePicture) -> list[Spec]:
    fields = ["category", *(["panel"] if picture.axes.panels else []), *(["series"] if picture.axes.series else [])]
    titled = zip([*fields, "shown"], picture.titles, strict=True)
    return [{"field": field, "type": "nominal", "title": title} for field, title in titled]


def _directions(picture: TablePicture, category: Spec, value: Spec) -> Spec:
    return {"x": category, "y": value} if picture.axes.upright else {"x": value, "y": category}


# --- kinds -----------------------------------------------------------------------------------------------------------


def _chart(picture: TablePicture, width: int) -> Spec:
    return _CHARTS[picture.kind](picture, width)


def _sized(picture: TablePicture, width: int, rows: int) -> Spec:
    """Width and height of a chart with so many bars in a row."""
    if picture.axes.upright:
        return {"width": width, "height": 260}
    return {"width": round(width * 0.65), "height": _HEIGHT * rows}


def _bars(picture: TablePicture, width: int) -> Spec:
    """Bars with their figures; of several series beside each other."""
    axes, offset = picture.axes, "xOffset" if picture.axes.upright else "yOffset"
    beside: Spec = {}
    colour: Spec = {"value": LIGHT["s0"]}
    if axes.series:
        beside = {offset: {"field": "series", "type": "nominal", "sort": list(axes.series)}}
        colour = _series(picture)
    figures = (
        {"type": "text", "align": "center", "dy": -6} if axes.upright else {"type": "text", "align": "left", "dx": 4}
    )
    return {
        **_sized(picture, width, len(axes.categories) * max(len(axes.series), 1)),
        "layer": [
            {
                "mark": {"type": "bar"},
                "encoding": {
                    **_directions(picture, _category(picture), _value(picture)),
                    **beside,
                    "color": colour,
                    "tooltip": _tooltip(picture),
                },
            },
            {
                "mark": figures,
                "encoding": {
                    **_directions(picture, _category(picture), {**_value(picture), "field": "at"}),
                    **beside,
                    "text": {"field": "shown", "type": "nominal"},
                },
            },
        ],
    }


def _stacks(picture: TablePicture, width: int) -> Spec:
    """Bars of parts; where a part is a sign, it is named by the tool tip alone."""
    if picture.kind == "percent":
        # Parts of 1, whose ticks are those of the picture in percent.
        value = {"field": "value", "type": "quantitative", "stack": "normalize", "axis": _axis(picture, 100)}
    else:
        value = _value(picture, stack="zero")
    numbered = {name: number for number, name in enumerate(picture.axes.series)}
    order = f"indexof({_expression(list(numbered))}, datum.series)"
    return {
        **_sized(picture, width, len(picture.axes.categories)),
        "transform": [{"calculate": order, "as": "place"}],
        "mark": {"type": "bar"},
        "encoding": {
            **_directions(picture, _category(picture), value),
            "color": _series(picture),
            "order": {"field": "place", "type": "quantitative"},
            "tooltip": _tooltip(picture),
        },
    }


def _dots(picture: TablePicture, width: int) -> Spec:
    return {
        **_sized(picture, width, len(picture.axes.categories)),
        "encoding": {"y": _category(picture), "x": _value(picture)},
        "layer": [
            {"mark": {"type": "line", "color": LIGHT["line"]}, "encoding": {"detail": {"field": "category"}}},
            {
                "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
                "encoding": {
                    "color": _series(picture),
                    "shape": _series(picture, "shape"),
                    "tooltip": _tooltip(picture),
                },
            },
        ],
    }


def _lines(picture: TablePicture, width: int) -> Spec:
    each: Spec = {"color": {"value": LIGHT["s0"]}}
    dash: Spec = {}
    if picture.axes.series:
        each = {"color": _series(picture), "shape": _series(picture, "shape")}
        dash = {"color": _series(picture), "strokeDash": _series(picture, "strokeDash")}
    return {
        "width": round(width * 0.8),
        "height": 280,
        "encoding": {"x": _category(picture), "y": _value(picture)},
        "layer": [
            {
                "mark": {"type": "line", "strokeWidth": 2.2, "invalid": "break-paths-show-domains"},
                "encoding": dash or each,
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
                "encoding": {**each, "tooltip": _tooltip(picture)},
            },
        ],
    }


def _multiples(picture: TablePicture, width: int) -> Spec:
    """A panel for each category of the further breakdown."""
    axes = picture.axes
    across = max(1, min(3, len(axes.panels)))
    inner: Spec = {
        "mark": {"type": "line", "point": True} if axes.upright else {"type": "bar"},
        "width": round(width / across) - 60,
        "height": 110 if axes.upright else _HEIGHT * len(axes.categories),
        "encoding": {
            **_directions(picture, _category(picture), _value(picture)),
            "color": {"value": LIGHT["s0"]},
            "tooltip": _tooltip(picture),
        },
    }
    return {
        "facet": {"field": "panel", "type": "nominal", "sort": list(axes.panels), "title": None},
        "columns": across,
        "spec": inner,
    }


def _pyramid(picture: TablePicture, width: int) -> Spec:
    """Both sexes beside each other, the left one from right to left."""
    axes = picture.axes
    sides = []
    for side in _SIDES:
        value = _value(picture)
        if side == 0:
            value["scale"] = {**value["scale"], "reverse": True}
        category = {**_category(picture), "sort": list(reversed(axes.categories))}
        category["axis"] = None if side == 0 else {"grid": False, "ticks": False, "labelOverlap": True}
        sides.append(
            {
                "title": {"text": axes.series[side], "fontSize": 12},
                "transform": [{"filter": {"field": "series", "equal": axes.series[side]}}],
                "width": round(width / 2) - 50,
                "height": max(260, 8 * len(axes.categories)),
                "mark": {"type": "bar", "color": LIGHT[SERIES[axes.colours[side]]]},
                "encoding": {"x": value, "y": category, "tooltip": _tooltip(picture)},
            }
        )
    return {"hconcat": sides}


def _map_data(picture: TablePicture) -> Spec:
    """Areas as features; of each its name, its figure as a text, and its class."""
    if picture.map is None:
        raise ValueError("map")
    shown, cells = picture.map, dict(zip(picture.map.places, picture.cells, strict=False))
    features = []
    for place in range(len(shown.areas)):
        cell = cells.get(place)
        named: Spec = {"category": "" if cell is None else cell.names[0], "shown": "" if cell is None else cell.text}
        if cell is not None and cell.whole is not None:
            named["value"] = _plain_number(cell.whole, picture.axes.places)
            number = -1 if shown.classes is None else shown.classes.of(cell.whole)
            if number >= 0 and shown.classes is not None:
                named["class"] = shown.classes.text(number, picture.language)
        x, y = shown.areas.middles[place].tolist()
        features.append(
            {
                "type": "Feature",
                "properties": {**named, "class": named.get("class", named["shown"]), "x": x, "y": y},
                "geometry": geometry_of(shown.areas, place),
            }
        )
    collection = {"type": "FeatureCollection", "features": features}
    return {"values": collection, "format": {"type": "json", "property": "features"}}


_IDENTITY = {"type": "identity", "reflectY": True}


def _map_sizes(picture: TablePicture, width: int) -> Spec:
    west, south, east, north = (0, 0, 1, 1) if picture.map is None else picture.map.areas.bounds
    wide = round(width * 0.6)
    return {"width": wide, "height": round(wide * (north - south) / max(east - west, 1)), "projection": _IDENTITY}


def _map_tooltip(picture: TablePicture) -> list[Spec]:
    titles = zip(("category", "shown"), (picture.titles[0], picture.titles[-1]), strict=True)
    return [{"field": f"properties.{field}", "type": "nominal", "title": title} for field, title in titles]


def _choropleth(picture: TablePicture, width: int) -> Spec:
    """Areas in the colours of their classes; what has none has the background, or grey for a sign."""
    classes = None if picture.map is None else picture.map.classes
    if picture.map is None or classes is None:
        raise ValueError("classes")
    texts = [classes.text(number, picture.language) for number in classes.span]
    colours = [LIGHT[colour] for colour in picture.map.colours]
    others = sorted({cell.text for cell in picture.cells if cell.whole is None} - {""})
    scale = {"domain": [*reversed(texts), *others], "range": [*reversed(colours), *(LIGHT["grid"] for _ in others)]}
    condition = {
        "test": f"indexof({_expression(scale['domain'])}, datum.properties.class) < 0",
        "value": LIGHT["surface"],
    }
    return {
        **_map_sizes(picture, width),
        "data": _map_data(picture),
        "mark": {"type": "geoshape", "stroke": LIGHT["line"], "strokeWidth": 0.4},
        "encoding": {
            "color": {
                "condition": condition,
                "field": "properties.class",
                "type": "nominal",
                "scale": scale,
                "legend": {"title": picture.titles[-1], "orient": "right"},
            },
            "tooltip": _map_tooltip(picture),
        },
    }


def _circles(picture: TablePicture, width: int) -> Spec:
    """Areas, and circles of the size of their figures."""
    size = {
        "field": "properties.value",
        "type": "quantitative",
        "scale": {"type": "linear", "range": [0, 1800], "zero": True},
        "legend": {"title": picture.titles[-1], "orient": "right"},
    }
    return {
        **_map_sizes(picture, width),
        "data": _map_data(picture),
        "layer": [
            {"mark": {"type": "geoshape", "fill": LIGHT["grid"], "stroke": LIGHT["surface"]}},
            {
                "transform": [{"filter": "datum.properties.value > 0"}],
                "mark": {"type": "circle", "color": LIGHT["s0"], "opacity": 1, "stroke": LIGHT["surface"]},
                "encoding": {
                    "longitude": {"field": "properties.x", "type": "quantitative"},
                    "latitude": {"field": "properties.y", "type": "quantitative"},
                    "size": size,
                    "tooltip": _map_tooltip(picture),
                },
            },
        ],
    }


def _grid(picture: TablePicture, width: int) -> Spec:
    """Cells as rectangles in metres, in the colours of their classes."""
    shown = picture.grid
    if shown is None:
        raise ValueError("grid")
    texts = [shown.classes.text(number, picture.language) for number in shown.classes.span]
    others = sorted({cell.text for cell in picture.cells if cell.whole is None})
    scale = {
        "domain": [*reversed(texts), *others],
        "range": [*(LIGHT[colour] for colour in reversed(shown.colours)), *(LIGHT["soft"] for _ in others)],
    }
    values = []
    for cell, north, east in zip(picture.cells, shown.north.tolist(), shown.east.tolist(), strict=True):
        of_class = cell.text if cell.whole is None else texts[shown.classes.of(cell.whole)]
        values.append(
            {"category": cell.names[0], "shown": cell.text, "class": of_class, "x": east, "y": north,
             "x2": east + shown.size, "y2": north + shown.size}
        )  # fmt: skip
    wide = round(width * 0.6)
    across, down = (int(part.max() - part.min()) + shown.size for part in (shown.east, shown.north))

    def axis(part: str) -> Spec:
        return {"field": part, "type": "quantitative", "scale": {"zero": False, "nice": False}, "axis": None}

    titles = zip(("category", "shown"), (picture.titles[0], picture.titles[-1]), strict=True)
    return {
        "width": wide,
        "height": round(wide * down / across),
        "data": {"values": values},
        "mark": {"type": "rect"},
        "encoding": {
            "x": axis("x"),
            "x2": {"field": "x2"},
            "y": axis("y"),
            "y2": {"field": "y2"},
            "color": {
                "field": "class",
                "type": "nominal",
                "scale": scale,
                "legend": {"title": picture.titles[-1], "orient": "right"},
            },
            "tooltip": [{"field": field, "type": "nominal", "title": title} for field, title in titles],
        },
    }


_CHARTS: Mapping[KindName, Callable[[TablePicture, int], Spec]] = {
    "bars": _bars,
    "grouped": _bars,
    "stacked": _stacks,
    "percent": _stacks,
    "dots": _dots,
    "lines": _lines,
    "multiples": _multiples,
    "pyramid": _pyramid,
    "choropleth": _choropleth,
    "circles": _circles,
    "grid": _grid,
}
