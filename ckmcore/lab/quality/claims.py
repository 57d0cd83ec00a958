"""What the public note claims of the method, judged by expected shares over the cells of all tables that carry it.

Expected over all cell keys [W19], of cells with an original above 0; with empty cells it is a second figure beside it.
Nothing is drawn, and no deviation that came about is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ckmcore.base.verdict import Verdict, verdict_of
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.quality.expectation import count_distribution, expectation
from ckmcore.methods.cellkey import CRITERIA
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.model.criteria import Criteria
from ckmcore.statistic.claims import JudgedClaim, JudgedClaims
from ckmcore.statistic.floor import table_marks
from ckmcore.statistic.one_period import counts_of_one_period, tells_of_counts
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate


def judge_claims(
    data: Microdata, specs: Sequence[TableSpec], method: Method, *, cancelled: Callable[[], bool] = never
) -> JudgedClaims:
    """Judge the claims in the note of `method` over the counts of the tables `specs`. They are not tested where no
    table shows a count above 0, or a table with counts could not be computed. Raises Cancelled."""
    if not method.claims:
        return JudgedClaims()
    raws: list[RawTable] = []
    whole = True
    for spec in specs:
        counted = counts_of_one_period(data, [spec])
        try:
            raws += [tabulate(data, spec, cancelled=cancelled, contributors=method.contributors) for spec in counted]
        except Cancelled:
            raise
        except CkmError:
            whole = False
        whole = whole and (bool(counted) or not tells_of_counts(spec))
    tables = table_marks(method, data, [raw.spec for raw in raws])
    expected = None
    if raws:
        expected = expectation(method, count_distribution(raws))
    if expected is None or expected.without_empty is None or expected.with_empty is None or not whole:
        return JudgedClaims(tuple(JudgedClaim(claim, Verdict.NOT_TESTED) for claim in method.claims), tables)
    over, zeros = expected.without_empty.criteria, expected.with_empty.criteria
    claims = []
    for claim in method.claims:
        index = CRITERIA.index(claim)
        claims.append(JudgedClaim(claim, verdict_of(over.held[index]), _figures(over)[index], _figures(zeros)[index]))
    return JudgedClaims(tuple(claims), tables)


def _figures(criteria: Criteria) -> tuple[float, float, float, float]:
    """Values of the criteria in the order of CRITERIA."""
    return criteria.mean_absolute, criteria.within_one, criteria.from_three, criteria.from_four
