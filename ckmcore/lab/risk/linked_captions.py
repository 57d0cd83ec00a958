"""What the attack on several tables found, in words: cells by their table, the sums that force them, contradictions."""

from __future__ import annotations

from collections.abc import Callable

from ckmcore.base.numbers import Language, integer_text
from ckmcore.base.texts import Texts
from ckmcore.lab.risk.captions import cell_text, figure_text, forced_by, line_text, pair_text
from ckmcore.lab.risk.contradiction import Contradiction
from ckmcore.lab.risk.disclosure_proof import DisclosureProof, ProofLine, disclosure_proof
from ckmcore.lab.risk.linked_tables import LinkedAttack, LinkedCell
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.tabulate.scan import never


def linked_sentences(attack: LinkedAttack) -> tuple[Sentence, ...]:
    """Sentences on what was found in how many tables, how much is proven, and what the attack does not examine."""
    tables, cells = len(attack.tables), attack.cells
    if attack.contradiction is not None:
        return (_contradicts(attack, attack.contradiction),)
    count = len(attack.disclosed)
    code = "linked_discloses" if count > 1 else "linked_discloses_one"
    if not count:
        code = "linked_discloses_none" if attack.complete else "linked_discloses_none_so_far"
    sentences = [sentence(code, tables=tables, count=count, cells=cells)]
    undecided = attack.undecided
    if undecided and attack.sampled is None:
        decided = cells - undecided
        sentences = [sentence("linked_open", tables=tables, count=count, undecided=undecided, decided=decided)]
    fields = {"exact": attack.exact, "cells": cells, "undecided": attack.undecided}
    if attack.sampled is not None:
        share = attack.share
        sentences.append(
            sentence(
                "linked_sampled",
                sample=share.of,
                found=share.found,
                low=round(100 * share.low, 1),
                high=round(100 * share.high, 1),
            )
        )
    elif attack.undecided:
        sentences.append(sentence("attack_undecided", **fields))
    else:
        sentences.append(sentence("attack_all_exact" if attack.exact == cells else "attack_some_exact", **fields))
    if attack.tables[0].evidence.shares:
        sentences.append(sentence("attack_shares"))
    if attack.linked.covers:
        sentences.append(sentence("attack_covers"))
    elif attack.linked.grid is None:
        sentences.append(sentence("linked_in_part"))
    assumed = dict.fromkeys(table.knowledge for table in attack.tables)
    for knowledge in assumed:
        sentences.append(sentence("attack_assumes", knowledge=sentence(f"knowledge_{knowledge}")))
    if attack.tables[0].evidence.keyed:
        sentences.append(sentence("attack_assumes_keys"))
    if attack.tables[0].evidence.weights is not None:
        sentences.append(sentence("attack_weights"))
    sentences += attack.untested
    return (*sentences, sentence("attack_scope"))


def linked_cell_text(attack: LinkedAttack, one: LinkedCell, language: Language) -> str:
    """Text of a cell with the first table that shows it: "Population: Bayern, male"."""
    cell = cell_text(attack.tables[one.table], one.cell, language)
    return say("linked_cell", language, table=attack.names[one.table], cell=cell)


def linked_line_text(attack: LinkedAttack, line: ProofLine, language: Language) -> str:
    """Text of a sum as published, with the table that shows its total."""
    table = attack.showing(line.total)
    said_line_text = line_text(attack, line, language)
    if table is None:
        return said_line_text
    return say("linked_cell", language, table=attack.names[attack.tables.index(table)], cell=said_line_text)


def linked_constellation(
    attack: LinkedAttack,
    one: LinkedCell,
    *,
    seconds: float | None = 20.0,
    cancelled: Callable[[], bool] = never,
) -> DisclosureProof:
    """The fewest sums, of whatever tables, that force a disclosed cell."""
    return disclosure_proof(attack.tables[one.table], one.cell.figure, seconds=seconds, cancelled=cancelled)


def linked_disclosed_text(attack: LinkedAttack, one: LinkedCell, found: DisclosureProof, language: Language) -> str:
    """Why a cell is disclosed, in one sentence."""
    return say(
        forced_by(found, attack.tables[0]),
        language,
        cell=linked_cell_text(attack, one, language),
        published=figure_text(attack, one.cell.figure, language),
        value=one.cell.low,
        lines="; ".join(
            [
                *(linked_line_text(attack, line, language) for line in found.lines),
                *(pair_text(attack, pair, language) for pair in found.pairs),
            ]
        ),
    )


def contradiction_text(attack: LinkedAttack, found: Contradiction, language: Language) -> str:
    """Text of a contradiction: figures of one cell, or sums with the possible ranges of parts and total."""
    if not found.lines:
        shown_texts = [
            say("contradiction_figure", language, table=name, figure=figure_text(table, found.figure, language))
            for name, table in zip(attack.names, attack.tables, strict=True)
            if table.first_place(found.figure) is not None
        ]
        table = attack.showing(found.figure)
        cell = None if table is None else table.first_place(found.figure)
        named_text = "" if table is None or cell is None else cell_text(table, cell, language)
        code = "contradiction_same_records" if found.same_records else "contradiction_cell"
        return say(code, language, cell=named_text, figures="; ".join(shown_texts))
    lines = "; ".join(_line_with_ranges(attack, line, language) for line in found.lines)
    return say("contradiction_sums" if found.complete else "contradiction_nearby", language, lines=lines)


def _contradicts(attack: LinkedAttack, contradiction: Contradiction) -> Sentence:
    detail = Texts(contradiction_text(attack, contradiction, "en"), contradiction_text(attack, contradiction, "de"))
    return sentence("linked_contradiction", detail=detail)


def _line_with_ranges(attack: LinkedAttack, line: ProofLine, language: Language) -> str:
    low, high = attack.open.low, attack.open.high
    part_figures = list(line.parts)
    return say(
        "contradiction_line",
        language,
        line=linked_line_text(attack, line, language),
        parts=_range(int(low[part_figures].sum()), int(high[part_figures].sum()), language),
        total=_range(int(low[line.total]), int(high[line.total]), language),
    )


def _range(low: int, high: int, language: Language) -> str:
    if high >= UNBOUNDED:
        return say("range_from", language, low=integer_text(low, language))
    return say("range_to", language, low=integer_text(low, language), high=integer_text(high, language))
