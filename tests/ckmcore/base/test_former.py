"""Former names of the public face: they go on working, and say once what they are called now."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ckmcore as ckm
from ckmcore import ptable

SAID = """
import warnings, ckmcore as ckm, ckmcore.ptable
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    assert ckm.Pin is ckm.FixedProbability and ckm.Pin is ckm.FixedProbability
    assert ckm.RowWish is ckm.RowConstraint
    assert ckm.remedies is ckm.suggested_relaxations
    assert ckmcore.ptable.Parameters is ckmcore.ptable.DesignRequest
    assert ckmcore.ptable.Remedy is ckmcore.ptable.Relaxation
print([(one.category.__name__, str(one.message)) for one in said])
"""


def test_a_former_name_goes_on_working_and_says_once_what_it_is_called_now() -> None:
    found = subprocess.run([sys.executable, "-c", SAID], capture_output=True, text=True, check=True)
    names = {
        "ckmcore.Pin": "ckmcore.FixedProbability",
        "ckmcore.RowWish": "ckmcore.RowConstraint",
        "ckmcore.remedies": "ckmcore.suggested_relaxations",
        "ckmcore.ptable.Parameters": "ckmcore.ptable.DesignRequest",
        "ckmcore.ptable.Remedy": "ckmcore.ptable.Relaxation",
    }
    said = [("DeprecationWarning", f"{former} is called {now} now.") for former, now in names.items()]
    assert found.stdout.strip() == str(said)


@pytest.mark.parametrize("package", [ckm, ptable])
def test_a_name_that_never_was_is_none(package: object) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # type: ignore[attr-defined]  # noqa: B018 - the look-up is what is tested
