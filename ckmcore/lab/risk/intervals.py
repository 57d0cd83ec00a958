"""What a published figure leaves open: the interval of the original count that a reader can conclude from it alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.lab.risk.propagation import Bounds
from ckmcore.lab.risk.relations import Ints
from ckmcore.methods.count_noise import CountReading, Unstated
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method


def noise_read(method: Method | None) -> CountReading:
    """What a reader knows of the noise in a table; of an unknown method (None) as of a cell-key method with unknown
    parameters. Raises attack_unknown_method."""
    if method is None:
        return Unstated()
    if not isinstance(method, Method):
        raise InputError("attack_unknown_method", method=method.name)
    return method.count_noise


def reader_of(method: Method | None, knowledge: IntruderScenario) -> IntruderScenario:
    """Knowledge that a reader of the method's tables effectively has in the scenario `knowledge`."""
    return noise_read(method).reader(knowledge)


def left_open(
    method: Method | None, published: Ints, signs: NDArray[np.uint8] | None, knowledge: IntruderScenario = "zero_rule"
) -> Bounds:
    """Smallest and largest original for each published count. signs: of the cells, or None.

    Raises attack_unknown_method.
    """
    return Bounds(*noise_read(method).interval(published, signs, knowledge))
