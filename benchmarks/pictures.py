"""Another kind of picture for the same table, described and written as SVG, and painted in the window: the made-up
census, up to 250 bars.

A grid of 300 000 cells and a map of 11 000 areas are described. The rival is vl-convert, which draws our Vega-Lite
specification of the same picture.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ckmcore as ckm
from benchmarks import data as census
from benchmarks.report import Goal, Result, Timing
from ckmcore.areas.grid import hierarchy_entries, in_grid_order
from ckmcore.areas.model import AreaSet
from ckmcore.formats import drawn_picture
from ckmcore.messages import sentence
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import offered
from ckmcore.pictures.model import PictureBox, TablePicture
from ckmcore.pictures.svg import svg_bytes
from ckmcore.pictures.vega import vega_text
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.axis import AxisDimension, Node
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmcore.tabulate.spec import TOTAL, Level, TableSpec, Value

RECORDS, RUNS, LIMIT = 200_000, 7, 0.05
CELLS, AREAS = 300_000, 11_000
TABLES = (("district", "family"), ("district", "sex"), ("age", "sex"), ("age", "education"))


def page(rows: int, variables: tuple[str, str]) -> TablePresentation:
    """A table of two variables, rounded to 5."""
    data = census.make_microdata(rows)
    return present_draft(ckm.protect(ckm.tabulate(data, ckm.TableSpec(*variables)), ckm.Rounding(5)), "en")


def measure(rows: int = RECORDS, runs: int = RUNS) -> list[Result]:
    """Each kind that fits each table, once without measuring it."""
    results = []
    for variables in TABLES:
        document = page(rows, variables)
        for kind in [kind for kind, reason in offered(document).items() if reason is None]:
            seconds, choice = [], PictureChoice(kind=kind)
            picture = describe(document, choice)
            for _ in range(runs):
                began = perf_counter()
                svg_bytes(describe(document, choice))
                seconds.append(perf_counter() - began)
            boxes = sum(isinstance(mark, PictureBox) for mark in picture.marks)
            note = f"{len(picture.marks):,} marks, {boxes:,} of them boxes; described, written as SVG"
            name = f"picture of {' x '.join(variables)}: {kind}"
            rival = by_vega(f"vl-convert, {name}", picture, min(runs, 3))
            results.append(Result(Timing(name, tuple(seconds), note), (Goal(limit=LIMIT), Goal(rival=rival))))
    results.append(as_png(picture, min(runs, 3)))
    part = min(rows, RECORDS) / RECORDS
    cells, areas = max(round(CELLS * part), 9), max(round(AREAS * part), 9)
    grid, (shares, borders) = grid_page(cells), map_page(areas)
    return [
        *results,
        of_grid(cells, runs),
        as_svg("SVG of a grid", grid, PictureChoice(kind="grid")),
        of_map(areas, runs),
        as_svg("SVG of a map", shares, PictureChoice(kind="choropleth"), areas=borders),
    ]


def by_vega(name: str, picture: TablePicture, runs: int) -> Timing:
    """The Vega-Lite specification of a picture, drawn as SVG by vl-convert; the first time, which loads it, is left
    out."""
    import vl_convert

    text, seconds = vega_text(picture), list[float]()
    for _ in range(runs + 1):
        began = perf_counter()
        vl_convert.vegalite_to_svg(text)
        seconds.append(perf_counter() - began)
    return Timing(name, tuple(seconds[1:]), f"vl-convert {vl_convert.__version__} draws our specification as SVG")


def as_svg(name: str, document: TablePresentation, choice: PictureChoice, **more: Any) -> Result:
    """A large picture, described and written once; beside vl-convert, which has its specification at hand."""
    began = perf_counter()
    picture = describe(document, choice, **more)
    content = svg_bytes(picture)
    mine = perf_counter() - began
    note = f"{len(picture.cells):,} cells drawn, {len(content) / 1e6:.1f} MB, described and written"
    return Result(Timing(name, (mine,), note), (Goal(rival=by_vega(f"vl-convert, {name}", picture, 1)),))


def as_png(picture: TablePicture, runs: int) -> Result:
    """A picture in pixels, in a process of its own; beside vl-convert, in this one."""
    import vl_convert

    text, mine, theirs = vega_text(picture), list[float](), list[float]()
    for run in range(runs + 1):
        drawn_picture.drawn_pixels.cache_clear()
        began = perf_counter()
        drawn_picture.picture_png(picture)
        between = perf_counter()
        vl_convert.vegalite_to_png(text, ppi=drawn_picture.USUAL_DPI)
        if run:
            mine.append(between - began)
            theirs.append(perf_counter() - between)
    rival = Timing("vl-convert, PNG", tuple(theirs), "our specification at 192 dpi, in this process")
    return Result(Timing("picture as PNG", tuple(mine), "192 dpi, with its process"), (Goal(rival=rival),))


def described(
    name: str, document: TablePresentation, choice: PictureChoice, runs: int, limit: float, **more: Any
) -> Result:
    """A picture, described several times; the first time counts, too."""
    seconds = []
    for _ in range(runs):
        began = perf_counter()
        picture = describe(document, choice, **more)
        seconds.append(perf_counter() - began)
    return Result(Timing(name, tuple(seconds), f"{len(picture.cells):,} cells drawn"), (Goal(limit=limit),))


def protected(dimension: AxisDimension, figures: NDArray[np.int64], value: Value) -> TablePresentation:
    """A table of one variable with given figures."""
    spec = TableSpec(rows=[Level(dimension.name)], values=(value,), title=ckm.Texts.same("Persons"))
    note = sentence("note_rounding", base=5)
    block = ProtectedBlock((dimension,), (figures,))
    return present_draft(ProtectedTable(spec, (block,), sentence("method_rounding", base=5), note, note), "en")


def of_grid(count: int, runs: int) -> Result:
    """Cells of 1 km, each with a figure, below those of 10 and 100 km."""
    return described("picture of a grid", grid_page(count), PictureChoice(kind="grid"), runs, 0.3)


def grid_page(count: int) -> TablePresentation:
    """A table of so many cells."""
    side = round(count**0.5)
    north, east = (part.ravel() * 1000 for part in np.mgrid[2700 : 2700 + side, 4000 : 4000 + side])
    order = in_grid_order(1000, north, east)
    tree = Hierarchy.from_depths(hierarchy_entries(1000, north[order], east[order])).nodes
    nodes = [Node(TOTAL, ckm.Texts(), -1, -1, leaf=False)]
    nodes += [Node(node.code, ckm.Texts(), node.depth, node.parent + 1, leaf=node.depth == 2) for node in tree]
    figures = np.random.default_rng(1).integers(3, 500, len(nodes))
    return protected(AxisDimension("cell", ckm.Texts("Cell"), tuple(nodes)), figures, Value())


def of_map(count: int, runs: int) -> Result:
    """Squares of 6 km with 48 corners each."""
    document, areas = map_page(count)
    return described("picture of a map", document, PictureChoice(kind="choropleth"), runs, 2, areas=areas)


def map_page(count: int) -> tuple[TablePresentation, dict[str, AreaSet]]:
    """A table of shares of squares of 6 km, with their boundaries."""
    side, corners, step = round(count**0.5), 12, 500
    ring = [(place * step, 0) for place in range(corners)] + [
        (corners * step, place * step) for place in range(corners)
    ]
    ring += [(corners * step - x, corners * step - y) for x, y in ring]
    places = [(4_000_000 + place % side * 6000, 2_700_000 + place // side * 6000) for place in range(side * side)]
    points = np.concatenate([np.array(ring) + place for place in places]).astype(np.int32)
    codes = tuple(f"c{place}" for place in range(len(places)))
    middles = (np.array(places) + 3000).astype(np.int32)
    areas = AreaSet(codes, codes, points, (4 * corners,) * len(codes), (1,) * len(codes), middles)
    nodes = [Node(TOTAL, ckm.Texts(), -1, -1, leaf=False)]
    nodes += [Node(code, ckm.Texts.same(code), 0, 0, leaf=True) for code in codes]
    figures = np.random.default_rng(1).integers(100, 400, len(nodes))
    share = Value("share", base="total", decimals=1)
    document = protected(AxisDimension("area", ckm.Texts("Area"), tuple(nodes)), figures, share)
    return document, {"area": areas}


def painted(name: str, picture: TablePicture, runs: int, limit: float) -> Result:
    """A described picture, painted as the window does after a change; later it shows the kept image."""
    from PySide6.QtGui import QImage, QPainter

    from ckmdesk.look.table_picture import paint_picture

    seconds = []
    for _ in range(runs):
        image = QImage(round(picture.width), round(picture.height), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        began = perf_counter()
        paint_picture(painter, picture)
        seconds.append(perf_counter() - began)
        painter.end()
    return Result(Timing(name, tuple(seconds), f"{len(picture.cells):,} cells drawn"), (Goal(limit=limit),))


def moved(picture: TablePicture, runs: int) -> Result:
    """An enlarged map moved by a few pixels, as a drag does: from the step to the painted widget, the longest of 30."""
    from PySide6.QtTest import QTest

    from ckmdesk.base.jobs import Jobs
    from ckmdesk.look.theme import Theme
    from ckmdesk.pages.tables.picture_chart import PictureChart

    chart, seconds = PictureChart(Theme("light"), Jobs()), []
    chart.resize(round(picture.width), round(picture.height))
    chart.show_picture(picture, 1.0)
    chart.show()
    QTest.qWait(500)
    chart.map.enlarge(6)
    QTest.qWait(1500)  # it is painted sharp
    for _ in range(runs):
        steps = []
        for step in range(30):
            began = perf_counter()
            if chart.map.zoom is not None:
                chart.map.set_zoom(chart.map.zoom.moved(3 if step < 15 else -3, 2))
            chart.repaint()
            steps.append(perf_counter() - began)
        seconds.append(max(steps))
    chart.close()
    name = "an enlarged map moved in the window"
    return Result(Timing(name, tuple(seconds), f"{len(picture.cells):,} areas; offscreen"), (Goal(limit=0.016),))


def measure_window(rows: int = RECORDS, runs: int = RUNS) -> list[Result]:
    """From the click on a kind of the gallery to the painted picture: the longest of the kinds that fit each table."""
    from PySide6.QtWidgets import QApplication

    from benchmarks.desk import open_window, settle, show_statistic
    from ckmdesk.commands.pictures import choose_kind, show_sight

    data, results = census.make_microdata(rows), []
    method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
    for variables in TABLES:
        with open_window() as window:
            page = show_statistic(window, data, method, ckm.TableSpec(*variables))
            window.desk.run(show_sight("picture"))
            for _ in range(3):  # it has its room, then it is drawn
                settle(window)
            pane = page.sights.pane
            if pane is None or pane.chart.picture is None:
                raise AssertionError("the window draws no picture")
            worst: tuple[list[float], str] = ([], "")
            kinds = list(pane.gallery.tiles)
            for kind, tile in pane.gallery.tiles.items():
                seconds, other = [], next(name for name in kinds if name != kind)
                for _ in range(runs):
                    window.desk.run(choose_kind(other))
                    QApplication.processEvents()
                    began = perf_counter()
                    tile.click()
                    pane.chart.repaint()
                    QApplication.processEvents()
                    seconds.append(perf_counter() - began)
                marks = len(pane.chart.picture.marks)
                worst = max(worst, (sorted(seconds), f"{kind}, {marks:,} marks"), key=lambda each: sum(each[0]))
            name = f"change of kind in the window, {' x '.join(variables)}"
            note = f"from the click to the painted picture, the slowest kind: {worst[1]}; offscreen"
            results.append(Result(Timing(name, tuple(worst[0]), note), (Goal(limit=LIMIT),)))
    part = min(rows, RECORDS) / RECORDS
    document, areas = map_page(max(round(AREAS * part), 9))
    picture = describe(document, PictureChoice(kind="choropleth"), areas)
    results.append(painted("a map painted in the window", picture, runs, 0.1))
    results.append(moved(picture, runs))
    picture = describe(grid_page(max(round(CELLS * part), 9)), PictureChoice(kind="grid"))
    return [*results, painted("a grid painted in the window", picture, runs, 0.5)]
