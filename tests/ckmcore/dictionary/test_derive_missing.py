"""A missing magnitude is in no class: it is the category for missing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ckmcore.base.texts import Texts
from ckmcore.dictionary.derive import derive
from ckmcore.microdata import Microdata
from ckmcore.microdata.variable import Derivation, VariableEntry


@pytest.mark.parametrize("scale", [1, 1 / 3])
def test_a_missing_value_is_not_in_the_class_of_zero(scale: float) -> None:
    frame = pd.DataFrame({"x": list("aaaa"), "m": np.array([0.0, np.nan, 20.0, -5.0]) * scale})
    data = Microdata.from_pandas(frame, ["x"], magnitudes=["m"])
    rule = Derivation("classes", "m", bounds=("0", "5"))
    made = derive(data, VariableEntry("c", "dimension", Texts(), derived=rule))
    codes = made.dimensions["c"].codes
    assert [codes[code] for code in made.columns["c"]] == ["0-5", "", "5+", "<0"]
