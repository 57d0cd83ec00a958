"""Values of which a decision publishes no further ones: a table that shows them is neither handed in nor released."""

from __future__ import annotations

from ckmcore.errors import ProtectionError
from ckmcore.messages import sentence
from ckmcore.statistic.entry import Submission
from ckmcore.statistic.looks import pair_magnitudes, pair_values
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import releases, shares_period


class PairClosed(ProtectionError):
    """A table shows values of which a decision publishes no further ones. Fields: table, values, period, number."""

    code = "pair_closed"


def closed_pair(statistic: Statistic, submission: Submission) -> PairClosed | None:
    """Why a table may not be released: of its period it shows values beside counts, in a pair of which no
    further values are published. It says nothing of what was found; None where it may."""
    known = {release.number: release for release in releases(statistic.register)}
    for decision in statistic.pair_decisions:
        then = known.get(decision.number)
        if decision.decided != "no_further" or then is None:
            continue
        magnitudes = pair_magnitudes(decision.kind, then.submission.spec) or None
        shown = pair_values(decision.kind, submission.spec, magnitudes)
        if shown and shares_period(submission.periods, then.submission.periods):
            return PairClosed(
                table=submission.heading,
                values=sentence(f"pair_values_{decision.kind}"),
                period=then.submission.period,
                number=str(decision.number),
            )
    return None


def refuse_closed_pair(statistic: Statistic, submission: Submission) -> None:
    """Raises PairClosed."""
    refused = closed_pair(statistic, submission)
    if refused is not None:
        raise refused
