"""The joint attack over a package: what its tables give away together with each other and with all releases.

Each submission gets the check that it would get alone (`left_open`), with the ones listed before it counted as
released; so the last one is attacked with all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ckmcore.errors import InputError
from ckmcore.lab.release.differences import SECONDS, OpenDifference, left_open
from ckmcore.release.files import as_it_was
from ckmcore.release.files_found import NO_FILES, FindFile
from ckmcore.statistic.entry import Entry
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.series import Load
from ckmcore.tabulate.scan import never


def left_open_together(
    statistic: Statistic,
    numbers: Sequence[int],
    load: Load,
    *,
    seconds: float | None = SECONDS,
    files: FindFile = NO_FILES,
    cancelled: Callable[[], bool] = never,
) -> tuple[OpenDifference, ...]:
    """List the risks of releasing several submissions at once. seconds: for the search of each table; files: finds the
    files of released hypercubes. Raises release_unknown, run_no_records, Cancelled."""
    together = statistic
    every: dict[str, OpenDifference] = {}
    for number in dict.fromkeys(numbers):
        release = find_release(statistic.register, number)
        then = as_it_was(together, release.submission)
        data = load(then)
        if data is None:
            raise InputError("run_no_records", period=then.period.label)
        arguments = {"load": load, "seconds": seconds, "files": files, "cancelled": cancelled}
        for difference in left_open(then, release.submission, data, **arguments):  # type: ignore[arg-type]
            every.setdefault(difference.said.text("en"), difference)
        # As if it were out: what follows is judged beside it. No such entry is ever kept.
        out = Entry(0, number, "released", release.submitted_at, release.submitted_by, "")
        together = replace(together, register=(*together.register, out))
    return tuple(every.values())
