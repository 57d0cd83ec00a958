"""The frontier between loss and risk: which variants are on it, and why; no verdict."""

from __future__ import annotations

from dataclasses import dataclass

from ckmcore.base.numbers import decimal_text
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.lab.quality.evaluation import Evaluation, MeasureRow
from ckmcore.lab.quality.measure_registry import measure_of
from ckmcore.messages import Sentence, sentence


@dataclass(frozen=True)
class FrontierStanding:
    """Position of a variant relative to the frontier: whether no other variant is at least as good in both measures and
    better in one, and the reason. variant: index."""

    variant: int
    on_frontier: bool
    reason: Sentence


def frontier(evaluation: Evaluation, loss_code: str, risk_code: str) -> tuple[FrontierStanding, ...]:
    """Determine which variants are on the frontier of two measures over all tables. Raises
    evaluation_measure_without_order."""
    kinds = (measure_of(loss_code), measure_of(risk_code))
    for kind in kinds:
        if kind.better == "none":
            raise InputError("evaluation_measure_without_order", measure=kind.label)
    rows = [evaluation.row(kind.code) for kind in kinds]
    losses, risks = (_ordered(row, len(evaluation.variants)) for row in rows)
    return tuple(
        _standing(evaluation, variant_index, rows, losses, risks) for variant_index in range(len(evaluation.variants))
    )


def _ordered(row: MeasureRow | None, variants: int) -> tuple[float | None, ...]:
    """Numbers of a measure by variant, rounded as shown and with the sign turned so that less is better; equal texts
    compare as equal."""
    if row is None:
        return (None,) * variants
    sign = -1.0 if row.kind.better == "more" else 1.0
    return tuple(None if number is None else sign * round(number, row.kind.decimals) for number in row.numbers)


def _standing(
    evaluation: Evaluation,
    number: int,
    rows: list[MeasureRow | None],
    losses: tuple[float | None, ...],
    risks: tuple[float | None, ...],
) -> FrontierStanding:
    names = [variant.name for variant in evaluation.variants]
    own_loss, own_risk = losses[number], risks[number]
    if own_loss is None or own_risk is None:
        return FrontierStanding(number, False, sentence("frontier_not_measured", variant=names[number]))
    measured = [
        (other, loss, risk)
        for other, (loss, risk) in enumerate(zip(losses, risks, strict=True))
        if loss is not None and risk is not None and other != number
    ]
    better = [
        (risk - own_risk, loss - own_loss, other)
        for other, loss, risk in measured
        if loss <= own_loss and risk <= own_risk and (loss < own_loss or risk < own_risk)
    ]
    if better:
        _, _, other = min(better)
        shown = {"variant": names[number], "other": names[other]}
        comparison_texts = _compared(rows, (number, other))
        code = "frontier_both" if losses[other] != own_loss and risks[other] != own_risk else "frontier_one"
        if code == "frontier_one":
            first_index = 0 if losses[other] != own_loss else 1
            comparison_texts = [comparison_texts[first_index], comparison_texts[1 - first_index]]
        return FrontierStanding(
            number, False, sentence(code, **shown, first=comparison_texts[0], second=comparison_texts[1])
        )
    if not measured:
        return FrontierStanding(number, True, sentence("frontier_alone", variant=names[number]))
    least_loss = all(own_loss <= loss for _, loss, _ in measured)
    least_risk = all(own_risk <= risk for _, _, risk in measured)
    own_writtens = [_row_sentence(row, number) for row in rows]
    if least_loss and least_risk:
        code = "frontier_best"
    elif least_loss or least_risk:
        code = "frontier_least"
        own_writtens = own_writtens if least_loss else own_writtens[::-1]
    else:
        code = "frontier_between"
    return FrontierStanding(
        number, True, sentence(code, variant=names[number], first=own_writtens[0], second=own_writtens[1])
    )


def _compared(rows: list[MeasureRow | None], pair: tuple[int, int]) -> list[Sentence]:
    """Sentences comparing two variants in each measure, the better one last. pair: indices of the variants."""
    sentences = []
    for row in rows:
        assert row is not None  # noqa: S101 - both variants were measured
        own_text, other = (_text(row, measure_code) for measure_code in pair)
        code = "frontier_equal" if own_text == other else "frontier_against"
        sentences.append(sentence(code, measure=row.kind.label, own=own_text, other=other))
    return sentences


def _row_sentence(row: MeasureRow | None, variant: int) -> Sentence:
    assert row is not None  # noqa: S101
    return sentence("frontier_number", measure=row.kind.label, number=_text(row, variant))


def _text(row: MeasureRow, variant: int) -> Texts:
    number = row.numbers[variant] or 0.0
    return Texts(decimal_text(number, row.kind.decimals, "en"), decimal_text(number, row.kind.decimals, "de"))
