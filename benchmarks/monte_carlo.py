"""Monte-Carlo: 1 000 repetitions of a table of 10 000 cells with every measure, checked against exact expectations."""

from __future__ import annotations

import ckmcore as ckm
from benchmarks.ours import timed
from benchmarks.report import Timing
from ckmcore.lab.quality.expectation import count_distribution, expectation
from ckmcore.lab.quality.monte_carlo import MonteCarlo, monte_carlo

TABLE = ("land", "age", "citizenship", "sex")
REPETITIONS = 1000
# So many standard errors off is no chance any more.
ERRORS = 6


class ExpectationMissed(Exception):
    """What was drawn is not what can be computed exactly: its time means nothing."""


def measure(data: ckm.Microdata, runs: int, repetitions: int = REPETITIONS) -> Timing:
    """Some runs, each with another seed."""
    method, spec = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2)), ckm.TableSpec(rows=TABLE)
    found: list[MonteCarlo] = []

    def run() -> None:
        found.append(monte_carlo(data, [spec], method, repetitions=repetitions, seed=len(found)))

    run()
    seconds = tuple(timed(run) for _ in range(runs))
    raw = ckm.tabulate(data, spec)
    exact = expectation(method, count_distribution([raw]), modulus=data.record_keys.modulus)
    for one in found:
        check(one, exact.without_empty.criteria.mean_absolute)
    note = f"{repetitions:,} repetitions of {' x '.join(TABLE)}, {raw.cells:,} cells with all margins, every measure"
    return Timing("Monte-Carlo", seconds, f"{note}; means of |v| agree with the exact expectation")


def check(found: MonteCarlo, expected: float) -> None:
    """Raises ExpectationMissed where the mean of |v| over the repetitions is too far off."""
    drawn = found.overall.measures["mean_deviation"]
    if abs(drawn.mean - expected) > ERRORS * drawn.standard_error:
        raise ExpectationMissed(f"mean |v| is {drawn.mean}, {expected} is exact")
