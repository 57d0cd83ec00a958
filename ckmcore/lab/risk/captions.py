"""What the attack found, in words: cells, the sums that force them, and how much of it is proven."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from ckmcore.base.numbers import Language, integer_text
from ckmcore.base.texts import Texts, both
from ckmcore.lab.risk.attack import Attack, AttackedCell, count_values
from ckmcore.lab.risk.disclosure_proof import DisclosureProof, ProofLine
from ckmcore.lab.risk.harm import count_small
from ckmcore.lab.risk.propagation import Bounds
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.tabulate.spec import TOTAL

# Longer sums name each figure once, and how often it stands there.
_SHORT = 6


class Showing(Protocol):
    """An attack on one table or on several."""

    @property
    def open(self) -> Bounds: ...

    def showing(self, figure: int) -> Attack | None:
        """The table that shows a figure."""


def found_sentence(attack: Attack) -> Sentence:
    """Sentence on the number of disclosed cells: "Rounding to base 5 discloses 3 cells of 40 here."; for an unfinished
    search also the number of undecided cells."""
    method, count, undecided = attack.protected.method_name, len(attack.disclosed), attack.undecided
    if undecided:
        return sentence(
            "attack_open",
            method=method,
            count=count,
            small=count_small(attack.disclosed),
            undecided=undecided,
            decided=attack.cells - undecided,
        )
    code = "attack_discloses" if count > 1 else "attack_discloses_one"
    if not count:
        code = "attack_discloses_none" if attack.complete else "attack_discloses_none_so_far"
    return sentence(code, method=method, count=count, cells=attack.cells, small=count_small(attack.disclosed))


def limits(attack: Attack) -> tuple[Sentence, ...]:
    """Sentences on what is exact, and on what the attack does not examine."""
    fields = {"exact": attack.exact, "cells": attack.cells, "undecided": attack.undecided}
    if attack.undecided:
        code = "attack_undecided"
    else:
        code = "attack_all_exact" if attack.exact == attack.cells else "attack_some_exact"
    linked = () if attack.table.grid is not None else (sentence("attack_linked_in_part"),)
    if attack.table.covers:
        linked = (sentence("attack_covers"),)
    if attack.evidence.shares:
        linked = (*linked, sentence("attack_shares"))
    keys = (sentence("attack_assumes_keys"),) if attack.evidence.keyed else ()
    assumed = sentence("attack_assumes", knowledge=sentence(f"knowledge_{attack.knowledge}"))
    weights = (sentence("attack_weights"),) if attack.evidence.weights is not None else ()
    return (sentence(code, **fields), *linked, *weights, *attack.untested, assumed, *keys, sentence("attack_scope"))


def forced_by(found: DisclosureProof, attack: Attack) -> str:
    """Code of the sentence on why a cell has only one possible value."""
    if attack.evidence.shares:
        return "disclosed_cell_shares"
    return "disclosed_cell" if found.complete else "disclosed_cell_nearby"


def cell_text(attack: Attack, cell: AttackedCell, language: Language) -> str:
    """Text of a cell's categories: "Bayern, male", or "Total"."""
    table = attack.protected
    block = table.blocks[cell.block]
    labels = []
    for dimension, coordinate in zip(block.dimensions, cell.position, strict=True):
        node = dimension.nodes[coordinate]
        if node.code is not TOTAL:
            labels.append(node.label.text(language) or str(node.code))
    if table.spec.values[cell.value].own_filter:
        labels.append(table.label(cell.value).text(language))
    return ", ".join(labels) or say("disclosed_total", language)


def figure_text(attack: Showing, figure: int, language: Language) -> str:
    """Text of what is published for a figure; "?" for nothing."""
    table = attack.showing(figure)
    cell = None if table is None else table.first_place(figure)
    untouched = attack.open.high[figure] >= UNBOUNDED and not attack.open.low[figure]
    if table is None or cell is None or untouched:
        return say("disclosed_not_shown", language)
    signs = table.protected.blocks[cell.block].signs
    sign = Sign.NONE if signs is None else Sign(int(signs[cell.value][cell.position]))
    return sign.around(integer_text(cell.published, language))


def line_text(attack: Showing, line: ProofLine, language: Language) -> str:
    """Text of a sum as published: "male: 10 + 0 + 0 + 0 + 0 = 30"."""
    part_figures = [figure_text(attack, part_figure, language) for part_figure in sorted(line.parts)]
    if len(part_figures) > _SHORT:
        part_figures = [f"{count} × {text}" if count > 1 else text for text, count in Counter(part_figures).items()]
    table = attack.showing(line.total)
    cell = None if table is None else table.first_place(line.total)
    return say(
        "disclosed_line",
        language,
        cell=say("disclosed_rest", language) if table is None or cell is None else cell_text(table, cell, language),
        parts=" + ".join(part_figures),
        total=figure_text(attack, line.total, language),
    )


def pair_text(attack: Showing, pair: tuple[int, int], language: Language) -> str:
    """Text of two cells with different contents: "Total shows 0 and male shows 2, so that ..."."""
    names, figures = [], []
    for figure in pair:
        table = attack.showing(figure)
        cell = None if table is None else table.first_place(figure)
        remaining_text = say("disclosed_rest", language)
        names.append(remaining_text if table is None or cell is None else cell_text(table, cell, language))
        figures.append(figure_text(attack, figure, language))
    return say("disclosed_pair", language, larger=names[0], smaller=names[1], first=figures[0], second=figures[1])


def disclosed_text(attack: Attack, cell: AttackedCell, found: DisclosureProof, language: Language) -> str:
    """Why a cell is disclosed, in one sentence."""
    return say(
        forced_by(found, attack),
        language,
        cell=cell_text(attack, cell, language),
        published=figure_text(attack, cell.figure, language),
        value=cell.low,
        lines="; ".join(
            [
                *(line_text(attack, line, language) for line in found.lines),
                *(pair_text(attack, pair, language) for pair in found.pairs),
            ]
        ),
    )


def cell_words(table: ProtectedTable, value: int, block: int, position: tuple[int, ...]) -> Texts:
    """Categories of a cell in both languages: "Bayern, male", or "Total". value, block: indices."""
    labels = []
    for dimension, coordinate in zip(table.blocks[block].dimensions, position, strict=True):
        node = dimension.nodes[coordinate]
        if node.code is not TOTAL:
            labels.append(node.label if node.label.text("en") else Texts.same(str(node.code)))
    if len(count_values(table.spec)) > 1:
        labels.append(table.label(value))
    if not labels:
        return both("disclosed_total")
    return Texts(", ".join(label.text("en") for label in labels), ", ".join(label.text("de") for label in labels))
