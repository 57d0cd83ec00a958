"""A search that goes on: the attacks of an evaluation whose time was over, from where they ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ckmcore.errors import Cancelled
from ckmcore.lab.quality.evaluation import Evaluation, Finding
from ckmcore.lab.quality.measure_numbers import attacked, linked
from ckmcore.lab.risk.linked_captions import linked_sentences
from ckmcore.lab.risk.linked_tables import LinkedAttack, search_on
from ckmcore.messages import Sentence
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.scan import never


def may_go_on(evaluation: Evaluation) -> bool:
    """Whether an attack left cells open that a longer search could decide."""
    linked = [finding.linked for finding in evaluation.together if finding.linked is not None]
    return any(attack.undecided for attack in linked if not attack.bounds_only)


def search_further(
    evaluation: Evaluation,
    data: Microdata,
    *,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Evaluation:
    """Resume each attack of an evaluation for up to `seconds`, by default the former time. data: the records that were
    evaluated. All other measures stay. Raises Cancelled, which leaves the evaluation unchanged."""
    seconds = evaluation.asked.seconds if seconds is None else seconds
    open_ones = [
        finding_index for finding_index, finding in enumerate(evaluation.together) if finding.linked is not None
    ]
    findings, together = list(evaluation.findings), list(evaluation.together)
    for index, variant_index in enumerate(open_ones):

        def told(share: float, number: int = index) -> None:
            progress((number + share) / len(open_ones))

        former_linked = together[variant_index].linked
        assert former_linked is not None  # noqa: S101 - these were chosen
        linked_attack = search_on(former_linked, data, seconds=seconds, cancelled=cancelled, progress=told)
        if cancelled():
            raise Cancelled()
        if linked_attack is not former_linked:
            findings[variant_index], together[variant_index] = _renewed(
                evaluation, findings[variant_index], together[variant_index], linked_attack
            )
    progress(1.0)
    return replace(evaluation, findings=tuple(findings), together=tuple(together))


def _renewed(
    evaluation: Evaluation, tables: tuple[Finding, ...], whole_finding: Finding, linked_attack: LinkedAttack
) -> tuple[tuple[Finding, ...], Finding]:
    """Results of a variant updated by a resumed attack."""
    width, findings, parts_tables = evaluation.asked.width, list(tables), iter(linked_attack.tables)
    for finding_index, finding in enumerate(findings):
        if finding.figures is not None:
            table = next(parts_tables)
            findings[finding_index] = replace(
                finding, attacked=table, numbers={**finding.numbers, **attacked(table, width=width)}
            )
    measured = [finding for finding in findings if finding.figures is not None]
    numbers = {**whole_finding.numbers, **linked(linked_attack, measured, width=width)}
    return tuple(findings), replace(
        whole_finding, linked=linked_attack, numbers=numbers, problems=_problems(whole_finding, linked_attack)
    )


def _problems(whole_finding: Finding, linked_attack: LinkedAttack) -> tuple[Sentence, ...]:
    """Sentences on what could not be measured, updated by the share of a sample that the resumed attack has decided."""
    codes = (
        {"linked_sampled", linked_sentences(whole_finding.linked)[0].code}
        if whole_finding.linked is not None
        else set()
    )
    if linked_attack.sampled is None:
        return whole_finding.problems
    return (
        *(problem for problem in whole_finding.problems if problem.code not in codes),
        *linked_sentences(linked_attack)[:2],
    )
