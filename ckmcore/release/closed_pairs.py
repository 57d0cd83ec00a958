"""Values of which a decision publishes no further ones: a table that shows them is neither handed in nor released."""

from __future__ import annotations

from ckmcore.errors import ProtectionError
from ckmcore.messages import sentence
from ckmcore.statistic.entry import Submission
from ckmcore.statistic.looks import pair_magnitudes, pair_values
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import releases, shares_period
from ckmcore.tabulate.spec import TableSpec


class PairClosed(ProtectionError):
    """A table shows values that must not be published by a decision. Fields: table, values, period, number."""

    code = "pair_closed"


def closed_pair(statistic: Statistic, submission: Submission) -> PairClosed | None:
    """Error for a table that shows values forming a pair with counts that is closed for its period; None where it may
    be released. It reveals nothing of what was found."""
    known_releases = {release.number: release for release in releases(statistic.register)}
    for decision in statistic.pair_decisions:
        former_release = known_releases.get(decision.number)
        if decision.decided != "no_further" or former_release is None:
            continue
        magnitudes = pair_magnitudes(decision.kind, former_release.submission.spec) or None
        shown = bool(pair_values(decision.kind, submission.spec, magnitudes))
        if decision.kind == "answers":
            by_class = _magnitudes_by_class(statistic, submission.spec)
            shown |= bool(by_class if magnitudes is None else by_class & magnitudes)
        if shown and shares_period(submission.periods, former_release.submission.periods):
            return PairClosed(
                table=submission.heading,
                values=sentence(f"pair_values_{decision.kind}"),
                period=former_release.submission.period,
                number=str(decision.number),
            )
    return None


def _magnitudes_by_class(statistic: Statistic, spec: TableSpec) -> set[str]:
    """Magnitudes from whose classes the dictionary derives variables of a table, so that its counts are counts by value
    of a magnitude."""
    entries = {entry.name: entry for entry in statistic.dictionary}
    magnitudes: set[str] = set()
    for name in spec.asked:
        seen_sources: list[str] = []
        while name in entries and name not in seen_sources:
            seen_sources.append(name)
            derived = entries[name].derived
            name = "" if derived is None else derived.source
        if seen_sources and entries[seen_sources[-1]].role == "magnitude":
            magnitudes.add(seen_sources[-1])
    return magnitudes


def refuse_closed_pair(statistic: Statistic, submission: Submission) -> None:
    """Raise PairClosed where a decision forbids the release of the table."""
    refused = closed_pair(statistic, submission)
    if refused is not None:
        raise refused
