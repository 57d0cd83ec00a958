"""Pages of protected tables with given labels, figures and signs, and what an SVG file says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ckmcore as ckm
from ckmcore.areas.grid import codes_of, hierarchy_entries
from ckmcore.areas.model import AreaSet
from ckmcore.base.numbers import Language
from ckmcore.messages import sentence
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.office.settings import PLAIN, Office
from ckmcore.pictures.kinds import KINDS
from ckmcore.presentation.present import TablePresentation, figure_text, present_draft
from ckmcore.tabulate.axis import AxisDimension, Node
from ckmcore.tabulate.picture_choice import KindName
from ckmcore.tabulate.spec import TOTAL, Level, TableSpec, Value

AGES = [*map(str, range(18, 30)), "30 and over"]
SEXES = ["male", "female", "diverse"]
PERIOD = "::period"
WEST, SOUTH = 4_010, 3_010  # kilometres
SVG = "{http://www.w3.org/2000/svg}"


def dimension(name: str, labels: Sequence[str]) -> AxisDimension:
    nodes = [Node(TOTAL, ckm.Texts(), -1, -1, leaf=False)]
    nodes += [Node(f"c{number}", ckm.Texts.same(label), 0, 0, leaf=True) for number, label in enumerate(labels)]
    return AxisDimension(name, ckm.Texts.same(name.strip(":").title()), tuple(nodes))


def figures_for(axes: Mapping[str, Sequence[str]], seed: int = 1, most: int = 50_000) -> NDArray[np.int64]:
    """Figures of every cell, totals first, that do not add up, as protected ones do not."""
    shape = tuple(len(labels) + 1 for labels in axes.values())
    return np.random.default_rng(seed).integers(1, most, shape, dtype=np.int64)


def page(
    axes: Mapping[str, Sequence[str]],
    figures: NDArray[np.int64] | None = None,
    signs: NDArray[np.uint8] | None = None,
    *,
    value: Value | None = None,
    language: Language = "en",
    office: Office = PLAIN,
    title: str = "Persons",
    total: str = "after",
) -> TablePresentation:
    """A table with the first variable in the rows and the others in the columns."""
    first, *others = axes
    levels = [Level(name, total="off" if name == PERIOD else total) for name in (first, *others)]  # type: ignore[arg-type]
    spec = TableSpec(rows=[levels[0]], columns=levels[1:], values=(value or Value(),), title=ckm.Texts.same(title))
    figures = figures_for(axes) if figures is None else figures
    block = ProtectedBlock(
        tuple(dimension(name, labels) for name, labels in axes.items()),
        (figures,),
        None if signs is None else (signs,),
    )
    note = sentence("note_rounding", base=5)
    legend = {sign: sentence("export_sign_zero") for sign in Sign}
    table = ProtectedTable(spec, (block,), sentence("method_rounding", base=5), note, note, legend=legend)
    return present_draft(table, language, office)


def grid_page(
    figures: list[list[int]], signs: list[list[int]] | None = None, *, across: bool = False, **more: Any
) -> TablePresentation:
    """A table of cells of 1 km below those of 10 and 100 km; figures of each row of cells from the south, or -1 for a
    cell that is not listed. across: the cells are in the columns."""
    places = [(y, x) for y, row in enumerate(figures) for x, figure in enumerate(row) if figure >= 0]
    north = np.array([(SOUTH + y) * 1000 for y, _ in places])
    east = np.array([(WEST + x) * 1000 for _, x in places])
    of_code = dict(zip(codes_of(1000, north, east), places, strict=True))
    tree = Hierarchy.from_depths(hierarchy_entries(1000, north, east))
    nodes = [Node(TOTAL, ckm.Texts(), -1, -1, leaf=False)]
    nodes += [
        Node(node.code, ckm.Texts.same(node.code), node.depth, node.parent + 1, leaf=node.code in of_code)
        for node in tree.nodes
    ]
    whole = np.array([sum(map(sum, figures))] * len(nodes))
    of_signs = np.zeros(len(nodes), dtype=np.uint8)
    for place, node in enumerate(nodes):
        if str(node.code) in of_code:
            y, x = of_code[str(node.code)]
            whole[place] = figures[y][x]
            of_signs[place] = 0 if signs is None else signs[y][x]
    dimension = AxisDimension("cell", ckm.Texts("Cell", "Zelle"), tuple(nodes))
    level = Level("cell", total="before")
    spec = TableSpec(
        rows=[] if across else [level],
        columns=[level] if across else [],
        values=(Value(),),
        title=ckm.Texts.same("Persons"),
    )
    note = sentence("note_rounding", base=5)
    block = ProtectedBlock((dimension,), (whole,), (of_signs,) if of_signs.any() else None)
    legend = {sign: sentence("export_sign_zero") for sign in Sign}
    made = ProtectedTable(spec, (block,), sentence("method_rounding", base=5), note, note, legend=legend)
    return present_draft(made, more.get("language", "en"))


def squares(count: int = 6, **more: str) -> AreaSet:
    """Squares of 100 km beside each other, three in a row, with the codes of `dimension`; the fifth has a hole, in
    which the last one lies."""
    size = 100_000
    rings = [
        [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
        for place in range(count)
        for x, y in [(4_000_000 + place % 3 * size, 3_000_000 + place // 3 * size)]
    ]
    parts = [1] * count
    if count == 6:
        x, y = 4_130_000, 3_130_000
        inner = [[x, y], [x, y + 40_000], [x + 40_000, y + 40_000], [x + 40_000, y]]
        rings[5:] = [inner, inner[::-1]]
        parts[4] = 2
    middles = [[sum(x for x, _ in ring) // 4, sum(y for _, y in ring) // 4] for ring in rings[:5] + rings[-1:]][:count]
    return AreaSet(
        tuple(f"c{place}" for place in range(count)),
        tuple(f"Square {place}" for place in range(count)),
        np.array([point for ring in rings for point in ring], dtype=np.int32),
        tuple(map(len, rings)),
        tuple(parts),
        np.array(middles, dtype=np.int32),
        source=ckm.Texts("Office of maps", "Vermessungsamt"),
        state=more.get("state", "2025-01-01"),
    )


def svg_root(content: bytes) -> ET.Element:
    """The element that an SVG file of ours consists of."""
    return ET.fromstring(content)  # noqa: S314  # made by ourselves


def texts_of(content: bytes) -> list[tuple[str, str]]:
    """Role and text of each line of text of an SVG file."""
    return [(each.get("class", ""), each.text or "") for each in svg_root(content).iter(f"{SVG}text")]


def published(document: TablePresentation) -> set[str]:
    """Every figure and sign that the table shows, as it writes it."""
    shown: set[str] = set()
    for layer in document.shown_layers:
        sheet = document.sheet(layer)
        for row in range(len(sheet)):
            if not sheet.stub.empty[row]:
                shown.update(figure_text(figure, document.language) for figure in sheet.figures(row))
    return shown


CHARTS: list[KindName] = [kind.name for kind in KINDS.values() if not kind.is_map]
LANDS = ["North", "South", "East"]
# Rows and columns of a table for which each kind is offered.
TABLES: dict[KindName, dict[str, list[str]]] = {
    **{kind: {"land": LANDS, "sex": SEXES} for kind in CHARTS},
    "dots": {"land": LANDS, "stage": ["first", "second"]},
    "lines": {"land": LANDS, PERIOD: ["2021", "2022", "2023"]},
    "multiples": {"land": LANDS, PERIOD: ["2021", "2022", "2023"]},
    "pyramid": {"age": AGES, "sex": SEXES},
}
