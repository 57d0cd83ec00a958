"""docs/contributing.md, "A kind of picture": its module, a line in `KINDS` and in `_CHARTS`, its texts."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from ckmcore.messages import SENTENCES, Sentence
from ckmcore.pictures import kinds, vega
from ckmcore.pictures.canvas import PictureCanvas, PlotArea
from ckmcore.pictures.chart import Chart, Need, arranged
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import KINDS, PictureKind, offered
from ckmcore.pictures.source import PictureTable
from ckmcore.pictures.svg import svg_bytes
from ckmcore.pictures.vega import vega_spec
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from tests.kit.picture_pages import page, texts_of


def fit_figures(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    return arranged(table, choice, Need(2, 3), reason="picture_needs_figures")


def draw_figures(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """A line of text for each category, and nothing else."""
    y = area.top
    for category in chart.categories:
        figure = chart.figure(category)
        assert figure is not None
        canvas.cell([category.label], figure)
        y += 20
        canvas.word(area.left, y, category.label)
        canvas.figure(area.right, y, figure, "end")
    return y


@pytest.fixture(autouse=True)
def wired(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the recipe's files would hold; it takes the name of a kind that there is."""
    kind = PictureKind("dots", fit_figures, draw_figures)
    monkeypatch.setattr(kinds, "KINDS", {**KINDS, "dots": kind})
    monkeypatch.setitem(SENTENCES, "picture_needs_figures", ("Needs at most three.", "Braucht höchstens drei."))

    def chart(picture: Any, width: int) -> dict[str, Any]:
        return {"mark": "text", "width": width, "encoding": {"text": {"field": "shown"}}}

    monkeypatch.setitem(vega._CHARTS, "dots", chart)  # type: ignore[arg-type]


def test_it_is_offered_drawn_and_described_in_every_form() -> None:
    document = page({"land": ["North", "South"]}, title="Persons by land")
    assert offered(document)["dots"] is None
    picture = describe(document, PictureChoice(kind="dots"))
    figures = [text for role, text in texts_of(svg_bytes(picture)) if role == "figure"]
    assert figures == [cell.text for cell in picture.cells]
    assert picture.alt.startswith("Dots. Persons by land. 2 figures: Number.")
    assert [row["shown"] for row in vega_spec(picture)["data"]["values"]] == figures


def test_where_it_does_not_fit_its_reason_is_told() -> None:
    reason = offered(page({"land": list("abcd")}))["dots"]
    assert reason is not None
    assert reason.text("en") == "Needs at most three."


def test_every_kind_is_wired_in_each_place() -> None:
    assert set(get_args(KindName)) == set(KINDS) == set(vega._CHARTS)
    assert {f"picture_kind_{name}" for name in KINDS} <= set(SENTENCES)
