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
    open_ones = [place for place, finding in enumerate(evaluation.together) if finding.linked is not None]
    findings, together = list(evaluation.findings), list(evaluation.together)
    for number, place in enumerate(open_ones):

        def told(share: float, number: int = number) -> None:
            progress((number + share) / len(open_ones))

        before = together[place].linked
        assert before is not None  # noqa: S101 - these were chosen
        made = search_on(before, data, seconds=seconds, cancelled=cancelled, progress=told)
        if cancelled():
            raise Cancelled()
        if made is not before:
            findings[place], together[place] = _renewed(evaluation, findings[place], together[place], made)
    progress(1.0)
    return replace(evaluation, findings=tuple(findings), together=tuple(together))


def _renewed(
    evaluation: Evaluation, tables: tuple[Finding, ...], whole: Finding, made: LinkedAttack
) -> tuple[tuple[Finding, ...], Finding]:
    """Results of a variant updated by a resumed attack."""
    width, findings, parts = evaluation.asked.width, list(tables), iter(made.tables)
    for place, finding in enumerate(findings):
        if finding.figures is not None:
            mine = next(parts)
            findings[place] = replace(
                finding, attacked=mine, numbers={**finding.numbers, **attacked(mine, width=width)}
            )
    measured = [finding for finding in findings if finding.figures is not None]
    numbers = {**whole.numbers, **linked(made, measured, width=width)}
    return tuple(findings), replace(whole, linked=made, numbers=numbers, problems=_problems(whole, made))


def _problems(whole: Finding, made: LinkedAttack) -> tuple[Sentence, ...]:
    """Sentences on what could not be measured, updated by the share of a sample that the resumed attack has decided."""
    codes = {"linked_sampled", linked_sentences(whole.linked)[0].code} if whole.linked is not None else set()
    if made.sampled is None:
        return whole.problems
    return (*(problem for problem in whole.problems if problem.code not in codes), *linked_sentences(made)[:2])
