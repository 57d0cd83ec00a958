"""The board of an evaluation: what stands in its cells."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, TestTable
from ckmcore.microdata.data import Microdata
from ckmdesk.lab.models.evaluation_model import EvaluationModel
from ckmdesk.look.theme import Theme
from ckmdesk.models.list_model import DECORATION, DISPLAY


@pytest.fixture
def made() -> Evaluation:
    return evaluated(0)


def evaluated(sample: int) -> Evaluation:
    """Rounding to base 10 on a small table; of a sample of so many cells intervals are exact (0: of all)."""
    frame = pd.DataFrame({"R": list("aabbccdd"), "C": list("xyxxyyxy")})
    frame["key"] = [f"0.{place:08d}" for place in range(7, 8 * 10**7, 10**7)]
    data = Microdata.from_pandas(frame, ["R", "C"], record_key="key")
    table = TestTable("t", ckm.TableSpec(["R"], ["C"]))
    return evaluate(data, [table], [candidate(ckm.Rounding(10))], EvaluationRequest(monte_carlo=False, sample=sample))


def shown(model: EvaluationModel, made: Evaluation, undecided: int) -> tuple[str, object]:
    """The cell of the disclosed ones where the search left `undecided` open: its text and its sign."""
    numbers = {**made.together[0].numbers, "disclosed": 0.0, "undecided": float(undecided)}
    model.show_evaluation(replace(made, together=(replace(made.together[0], numbers=numbers),)), None, "en")
    at = model.index(model.row_of("disclosed"), 0)
    return model.data(at, DISPLAY), model.data(at, DECORATION)


def test_what_a_search_left_open_stands_beside_the_disclosed_cells_and_takes_their_tick(
    qapp: object, theme: Theme, made: Evaluation
) -> None:
    model = EvaluationModel(theme)
    text, tick = shown(model, made, 0)
    assert text == "0"
    assert tick is not None
    assert shown(model, made, 5536) == ("0 (5,536 open)", None)


def test_a_sample_without_a_disclosed_cell_has_no_tick(qapp: object, theme: Theme) -> None:
    assert shown(EvaluationModel(theme), evaluated(2), 0) == ("0", None)
