"""Records and a method for tests of what sums leave open: two variables, a few cells, a method that keeps the floor."""

from __future__ import annotations

from typing import Any

import pandas as pd

import ckmcore as ckm
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.own_keys import own_key_from
from ckmcore.methods.primary import PrimaryRules
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import TableSpec, Value

LARGE = permute(design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3)
COUNTS = ckm.design_ptable(D=3, V=2)
SECRET = own_key_from(b"the secret of the floor's test..")
KEEPS: dict[str, Any] = {
    "least_noise": 0.2,
    "zero_sign": "key",
    "primary": PrimaryRules(minimum_frequency=3, p_percent=10),
    "least_contributors": 3,
    "missing": "out",
    "mean_of": "valid",
}


SIMPLE = Scaling(0.3)


def method(scaling: Scaling = SIMPLE, *, own_key: str = SECRET, large: Any = LARGE, **changed: Any) -> Any:
    return MagnitudeCellKeyMethod(
        COUNTS, large=large, settings=MagnitudeSettings(scaling, **{**KEEPS, **changed}), own_key=own_key
    )


def data_of(cells: dict[tuple[str, str], list[float]], names: tuple[str, ...] = ("m",)) -> ckm.Microdata:
    """Records of A and B with a value each; keys that are spread evenly."""
    rows = [(a, b, value) for (a, b), values in cells.items() for value in values]
    keys = [f"{(number * 0.618033988749) % 1:.9f}" for number in range(1, len(rows) + 1)]
    frame = pd.DataFrame(rows, columns=["A", "B", "m"]).assign(key=keys)
    for name in names[1:]:
        frame[name] = frame["m"] * 2
    return ckm.Microdata.from_pandas(frame, ["A", "B"], "key", magnitudes=list(names))


MANY = [100.0 + number for number in range(12)]
CELLS = {("a", "x"): MANY, ("a", "y"): [500.0], ("b", "x"): [900.0, 40.0, 30.0, 20.0], ("b", "y"): MANY}
SPEC = TableSpec(rows=["A"], columns=["B"], values=[Value("sum", magnitude="m")])
