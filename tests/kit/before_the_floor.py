"""Statistics as before there was a floor under protection: with methods that no program would put in force."""

from __future__ import annotations

from unittest.mock import patch

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.statistic.period import Decision


def put_in_force(
    statistic: ckm.Statistic, method: Method, since: str = "", decision: Decision | None = None, design: str = ""
) -> ckm.Statistic:
    """As `Statistic.put_in_force` did it: nothing is asked of the method."""
    claims = patch("ckmcore.statistic.model.check_claims")
    with claims, patch("ckmcore.statistic.model.check_floor", return_value=()):
        return statistic.put_in_force(method, since, decision, design)
