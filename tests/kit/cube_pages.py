"""A cube as a page, taken apart and put together again with something else in it; its script without a browser."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import scaled_text
from ckmcore.formats.cube import Cube
from ckmcore.formats.read_html_cube import deflated
from ckmcore.methods.protected import Sign

SCRIPT = Path(__file__).parents[2] / "ckmcore" / "formats" / "html_cube.js"
Facts = dict[str, Any]
Planes = NDArray[np.uint8]
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def facts_and_planes(content: bytes) -> tuple[Facts, Planes]:
    """What a page says of its cube, and its columns of bytes."""
    text = content.decode("utf-8")
    facts: Facts = json.loads(re.findall(r'id="cube">([^<]*)<', text)[0])
    whole = zlib.decompress(base64.b64decode(re.findall(r'id="bytes">([^<]*)<', text)[0]), -15)
    return facts, np.frombuffer(whole, np.uint8).reshape(-1, max(facts["cells"], 1)).copy()


def put_together(content: bytes, change: Callable[[Facts, Planes], Planes | None]) -> bytes:
    """The page with other facts or columns, written as a page is written."""
    facts, planes = facts_and_planes(content)
    changed = change(facts, planes)
    words = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    for letter, escaped in _ESCAPED.items():
        words = words.replace(letter, escaped)
    packed = base64.b64encode(deflated((planes if changed is None else changed).tobytes())).decode()
    text = content.decode("utf-8")
    for name, inside in (("cube", words), ("bytes", packed)):
        begin = text.index(f'id="{name}">') + len(f'id="{name}">')
        text = text[:begin] + inside + text[text.index("<", begin) :]
    return text.encode("utf-8")


def texts_by_choice(cube: Cube, signs: Callable[[Sign], str], language: Any, rest: list[str]) -> dict[Any, str]:
    """What a reader has to see in each cell, by the categories of all dimensions and the number of the value. rest:
    of each value the text of cells that are not listed."""
    texts: dict[Any, str] = {}
    if cube.listed is not None:
        ranges = [range(size) for size in cube.shape]
        texts = {(*place, value): text for place in product(*ranges) for value, text in enumerate(rest)}
    places = list(zip(*(place.tolist() for place in cube.places()), strict=True)) or [()]
    for value, (measure, figures, marks) in enumerate(zip(cube.measures, cube.figures, cube.signs, strict=True)):
        for place, figure, mark in zip(places, figures.ravel().tolist(), marks.ravel().tolist(), strict=True):
            sign, text = Sign(mark), scaled_text(figure, measure.places, language)
            texts[(*place, value)] = signs(sign) if not sign.keeps_figure else f"({text})" if sign else text
    return texts


class PageScript:
    """The script of a page in an engine of Qt, which has no document: what it does before anything is shown."""

    def __init__(self, content: bytes) -> None:
        from PySide6.QtQml import QJSEngine

        self._engine = QJSEngine()
        self.run(SCRIPT.read_text("utf-8"))
        facts, planes = facts_and_planes(content)
        self.run(f"var bytes = new Uint8Array({planes.ravel().tolist()}); var choice, grid, rows, view;")
        self.run(f"var cube = opened(JSON.parse({json.dumps(json.dumps(facts))}), bytes);")

    def run(self, script: str) -> Any:
        """The value of a script."""
        result = self._engine.evaluate(script)
        assert not result.isError(), (result.toString(), result.property("lineNumber").toInt())
        return result.toVariant()

    def ask(self, script: str) -> Any:
        """The value of an expression, taken as JSON."""
        return json.loads(self.run(f"JSON.stringify({script})"))

    def choose(self, choice: list[Any] | None = None, **view: Any) -> bool:
        """Choose what is shown, by default what a reader sees first; whether it can be shown."""
        wanted = "firstChoice(cube)" if choice is None else json.dumps(choice)
        self.run(f"choice = {wanted}; grid = gridOf(cube, choice); view = {json.dumps(view)};")
        self.run("rows = grid && rowsOf(cube, grid, view)")
        return bool(self.run("grid !== null"))

    def cells(self) -> dict[Any, str]:
        """The texts that the table shows, by the categories of all dimensions and the number of the value."""
        cells = self.ask(
            "[].concat(...rows.map(row => Array.from({ length: grid.width }, (_, column) => {"
            " const at = choice.slice();"
            ' grid.on("rows", row).forEach((one, axis) => { at[grid.sides.rows[axis]] = one; });'
            ' grid.on("columns", column).forEach((one, axis) => { at[grid.sides.columns[axis]] = one; });'
            " return [at, published(cube, grid, row, column).text]; })))"
        )
        several = self.run("cube.values.length > 1")
        return {tuple(at) if several else (*at, 0): text for at, text in cells}

    def lines(self, divider: str) -> list[str]:
        """The table as text."""
        text: str = self.run(f"linesOf(cube, grid, choice, rows, {json.dumps(divider)}, ['Title'], ['Foot'])")
        return text.split("\r\n")
