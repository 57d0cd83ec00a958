"""Firms whose sums are suppressed: by area, kind and size."""

from __future__ import annotations

import numpy as np
import pandas as pd

AREAS, KINDS, SIZES = "NSW", "abc", "st"


def firms() -> pd.DataFrame:
    draw = np.random.default_rng(17)
    frame = pd.DataFrame(
        {"area": draw.choice(list(AREAS), 70), "kind": draw.choice(list(KINDS), 70, p=[0.6, 0.3, 0.1])}
    )
    frame["size"] = draw.choice(list(SIZES), 70)
    frame["turnover"] = np.round(draw.lognormal(4, 1.3, 70), 1)
    return frame
