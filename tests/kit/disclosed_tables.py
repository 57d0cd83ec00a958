"""Tables from which single cells can be computed."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ckmcore.microdata.data import Microdata
from ckmcore.microdata.hierarchy import Hierarchy

COUNTEREXAMPLE = [(9, 5), (4, 20), (4, 31), (4, 17), (4, 44)]


def sample(seed: int = 1, size: int = 60) -> Microdata:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            name: draw.choice(codes, size)
            for name, codes in {"A": ["x", "y", "z"], "B": ["m", "w"], "C": list("pqr")}.items()
        }
    )
    frame["L"] = frame["A"] + frame["C"]
    data = Microdata.from_pandas(frame, ["A", "B", "C", "L"])
    tree = [(code, depth) for one in "xyz" for code, depth in [(one, 0), *((one + leaf, 1) for leaf in "pqrs")]]
    return data.with_hierarchy("L", Hierarchy.from_depths(tree))
