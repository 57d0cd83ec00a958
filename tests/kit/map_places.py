"""Places of the window with maps: made-up records by Länder of the sample's country, and by cells of 1 km."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QWidget

from ckmcore.areas.grid import codes_of
from ckmcore.areas.model import geojson_text
from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import generate_keys
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import Design
from ckmcore.sample.areas import sample_areas
from ckmcore.statistic.period import KeptAreas
from ckmcore.tabulate.spec import Value
from ckmdesk.commands import data, pictures, tables, values
from ckmdesk.pages.data.areas_dialog import AreasDialog
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.statistics import small_statistic
from tests.kit.tables_page import settle

SHARE = Value("share", base="total", decimals=1)


def begin_map(window: MainWindow, value: Value | None = None) -> None:
    """A table of Länder, which have boundaries; one code has no area."""
    areas, chance = sample_areas("lands"), np.random.default_rng(1)
    codes = (*areas.codes, "99")
    names = (*areas.names, "Abroad")
    land = Dimension(
        "land",
        Texts("Land", "Land"),
        tuple(Category(code, Texts.same(name)) for code, name in zip(codes, names, strict=True)),
    )
    parts = chance.uniform(1, 9, len(codes))
    of_land = chance.choice(len(codes), 20_000, p=parts / parts.sum()).astype(np.uint8)
    records = Microdata(len(of_land), {"land": land}, {"land": of_land}, generate_keys(len(of_land)))
    kept = KeptAreas("land", "", areas.content_hash, areas.title, areas.state, areas.source, len(areas))
    _begin(window, records, (kept,))
    if value is not None:
        window.desk.run(values.put_value(value, "Value"))
        window.desk.run(values.remove_value(0, "Value"))
    settle(window)


def begin_grid(window: MainWindow, side: int = 40) -> None:
    """A table of cells of 1 km."""
    chance, size = np.random.default_rng(1), 60_000
    north, east = (part.ravel() * 1000 for part in np.mgrid[3000 : 3000 + side, 4000 : 4000 + side])
    cell = Dimension(
        "cell", Texts("Cell", "Zelle"), tuple(Category.plain(code) for code in codes_of(1000, north, east))
    )
    place = np.clip(chance.normal(side / 2, side / 5, (2, size)).round().astype(int), 0, side - 1)
    numbers = (place[0] * side + place[1]).astype(np.uint16)
    _begin(window, Microdata(size, {"cell": cell}, {"cell": numbers}, generate_keys(size)), ())


def _begin(window: MainWindow, records: Microdata, areas: tuple[KeptAreas, ...]) -> None:
    dimensions = tuple(VariableEntry.of(dimension) for dimension in records.dimensions.values())
    made = replace(small_statistic(), dictionary=dimensions, tables=(), areas=areas)
    made = made.put_in_force(CellKeyMethod(Design(D=2, V=1.08, js=1).table()))
    window.services.begin(made, Session(data=made.describe(records)))
    name = dimensions[0].name
    window.desk.run(tables.clear_table())
    window.desk.run(tables.move_variable(name, "rows", name.title()))
    settle(window)


def in_sight(window: MainWindow) -> QWidget:
    """Show the map."""
    window.desk.run(pictures.show_sight("map"))
    for _ in range(4):  # its boundaries are read, it has its room, it is drawn
        settle(window)
    return window


def map_of_shares(window: MainWindow, _folder: Path) -> QWidget:
    begin_map(window, SHARE)
    return in_sight(window)


def map_of_counts(window: MainWindow, _folder: Path) -> QWidget:
    begin_map(window)
    return in_sight(window)


def map_of_cells(window: MainWindow, _folder: Path) -> QWidget:
    begin_grid(window)
    return in_sight(window)


def boundaries(window: MainWindow, folder: Path) -> QWidget:
    """Boundaries of a file, before they are taken over."""
    begin_map(window)
    window.desk.run(data.keep_areas((), "Land"))
    window.desk.session.path = folder / "small.ckm"
    path = folder / "lands.geojson"
    path.write_text(geojson_text(sample_areas("lands")).replace('"code":"16"', '"code":"17"'), encoding="utf-8")
    window.go_to("data")
    settle(window)
    page = window.page("data")
    if not isinstance(page, DataPage):
        raise TypeError("data")
    page.areas.open(path)
    for _ in range(3):  # the file is looked at, then read
        settle(window)
    return next(iter(window.findChildren(AreasDialog)))
