"""Other originals under the same protected figures: every picture is the same, byte by byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.formats.drawn_picture import picture_beside
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import PICTURES, RELEASED
from ckmcore.methods.method import Method
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import offered
from ckmcore.pictures.svg import svg_bytes
from ckmcore.pictures.vega import vega_text
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmcore.tabulate.spec import Order, Presentation
from tests.kit.pairs_alike import COUNTS, in_any_table, pair, spec_of

ROUNDED = ckm.Rounding(10)
BY_KEY = ckm.CellKeyMethod(COUNTS, unreliable_below=8, uncertain_below=11)
SPECS = [
    ckm.TableSpec("A", "B"),
    ckm.TableSpec(ckm.Level("A", total="off"), ckm.Level("B", order=Order("value", descending=True))),
    ckm.TableSpec(["B", "A"]),
]
CHOICES = [
    {},
    {"order": "size"},
    {"without": ("x",), "patterns": True},
    {"numbers": False, "zero": False, "width": 300},
    {"upright": True},
]


def document(frame: pd.DataFrame, spec: ckm.TableSpec, method: Method) -> TablePresentation:
    dimensions = [name for name in ("A", "B") if name in spec.variables]
    key = "rkey" if method.needs_keys else None
    data = ckm.Microdata.from_pandas(frame, dimensions, record_key=key)
    return present_draft(ckm.protect(ckm.tabulate(data, spec), method), "de")


def pictures(shown: TablePresentation) -> Iterator[object]:
    """What a table gives: which kinds fit, and every file of those that do."""
    for choice in CHOICES:
        reasons = offered(shown, PictureChoice(**choice))  # type: ignore[arg-type]
        yield {kind: None if reason is None else reason.code for kind, reason in reasons.items()}
        for kind, reason in reasons.items():
            if reason is None and not (choice.get("upright") and kind == "pyramid"):
                picture = describe(shown, PictureChoice(kind=kind, **choice))  # type: ignore[arg-type]
                yield picture
                yield svg_bytes(picture)
                yield vega_text(picture)


def counts(frame: pd.DataFrame) -> list[int]:
    return frame.groupby(["A", "B"]).size().tolist()


@pytest.mark.daily(1)
@pytest.mark.parametrize("seed", range(1, 20))
def test_other_originals_give_the_same_pictures_under_rounding(seed: int) -> None:
    first, second = in_any_table(seed)
    assert counts(first) != counts(second)
    for spec in SPECS:
        one, other = (list(pictures(document(frame, spec, ROUNDED))) for frame in (first, second))
        assert len(one) > len(CHOICES) * 4
        assert one == other


@pytest.mark.daily(1)
@pytest.mark.parametrize("seed", range(1, 20))
def test_other_originals_give_the_same_pictures_under_the_cell_key_method_with_signs(seed: int) -> None:
    first, second = pair("cell key", seed)
    assert counts(first) != counts(second)
    one, other = (list(pictures(document(frame, spec_of("cell key"), BY_KEY))) for frame in (first, second))
    assert one == other


@pytest.mark.thorough
@pytest.mark.parametrize("form", [name for name, form in RELEASED.items() if name in PICTURES or form.carries])
def test_other_originals_give_the_same_files_with_pictures(form: str, tmp_path: Path) -> None:
    for seed, sight in ((1, "both"), (2, "picture")):
        shown = Presentation(picture=PictureChoice(sight=sight))  # type: ignore[arg-type]
        written = []
        for number, frame in enumerate(in_any_table(seed)):
            page = document(frame, SPECS[0].with_changes(presentation=shown), ROUNDED)
            path = tmp_path / f"{seed}-{number}{RELEASED[form].ending}"
            written.append([file.read_bytes() for file in write_form(page, RELEASED[form], path)])
            assert picture_beside(page) is not None
        assert written[0] == written[1]
