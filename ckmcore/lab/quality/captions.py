"""What the variants of an evaluation are called, and what could not be measured of them, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ckmcore.base.numbers import Language
from ckmcore.lab.quality.evaluation import Evaluation
from ckmcore.messages import Sentence, say


def variant_names(evaluation: Evaluation, language: Language) -> list[str]:
    """Names of the variants; the one in force is marked, and equal names are numbered."""
    names = [variant.name.text(language) for variant in evaluation.variants]
    found_names = [
        f"{name} ({1 + names[:index].count(name)})" if names.count(name) > 1 else name
        for index, name in enumerate(names)
    ]
    return [
        f"{name} – {say('board_in_force', language)}" if variant.in_force else name
        for name, variant in zip(found_names, evaluation.variants, strict=True)
    ]


def problems_of(evaluation: Evaluation, language: Language) -> Iterator[tuple[str, str, Sentence]]:
    """What could not be measured: name of the variant, name of the table, and reason. A reason that holds for all
    variants of a table is given once."""
    names = variant_names(evaluation, language)
    all_texts = say("evaluation_every_variant", language)
    for table_index, table in enumerate(evaluation.tables):
        lists = [evaluation.problems(variant, table_index) for variant in range(len(names))]
        common = [problem for problem in lists[0] if len(lists) > 1 and all(problem in other for other in lists)]
        yield from ((all_texts, table.name, problem) for problem in common)
        for name, sentences in zip(names, lists, strict=True):
            yield from ((name, table.name, said_sentence) for said_sentence in sentences if said_sentence not in common)
    for variant, name in enumerate(names):
        for sentence in evaluation.problems_together(variant):
            yield name, say("evaluation_all_tables", language), sentence
