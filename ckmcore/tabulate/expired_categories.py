"""Categories that a table leaves out: the dictionary ends them before the period or begins them after it, or the
table hides them.

It follows from the dictionary and the layout alone: whether a record has such a code is an original.
"""

from __future__ import annotations

from collections.abc import Sequence

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, say, sentence
from ckmcore.tabulate.axis import hidden_nodes
from ckmcore.tabulate.layout import Layout
from ckmcore.tabulate.shown_level import ShownLevel

MOST_NAMED = 10
Categories = Sequence[tuple[str, Texts]]
_BOTH: tuple[Language, Language] = ("en", "de")


def left_out(layout: Layout) -> tuple[Sentence, ...]:
    """Notes on categories that are not valid in the period, and on hidden ones; () where the table would show none."""
    shown_levels: dict[str, ShownLevel] = {}
    for axis in (layout.rows, layout.columns, layout.layers):
        for segment in axis.segments:
            shown_levels.update((shown_level.dimension.name, shown_level) for shown_level in segment.levels)
    notes, presentation = [], layout.spec.presentation
    ended = [(level.dimension.title, level.dimension.ended) for level in shown_levels.values() if _would_show(level)]
    if presentation.valid_codes and ended:
        notes.append(_note("export_left_out", ended))
    hidden = [
        (level.dimension.title, tuple((str(node.code), node.label) for node in nodes))
        for level in shown_levels.values()
        if level.level.hidden and (nodes := hidden_nodes(level.level, level.dimension.whole or level.dimension))
    ]
    if presentation.name_hidden and hidden:
        notes.append(_note("export_hidden", hidden))
    return tuple(notes)


def _note(code: str, categories: Sequence[tuple[Texts, Categories]]) -> Sentence:
    names = Texts(*("; ".join(_names(title, named, language) for title, named in categories) for language in _BOTH))
    return sentence(code, names=names)


def _would_show(shown_level: ShownLevel) -> bool:
    """Whether a level selects categories by level or rule, and the dictionary has ended ones."""
    level, dimension = shown_level.level, shown_level.dimension
    if not dimension.ended or (level.nodes and not level.top.codes) or level.groups_only:
        return False
    whole_dimension = dimension.whole or dimension
    # Of the nodes that are valid: others are there where a record has them.
    depths = (
        node.depth
        for node_index, node in enumerate(whole_dimension.nodes)
        if node_index not in whole_dimension.ended_places
    )
    return not level.depths or max(depths, default=0) in level.depths


def _names(title: Texts, categories: Categories, language: Language) -> str:
    names = ", ".join(label.text(language) or code for code, label in categories[:MOST_NAMED])
    if len(categories) > MOST_NAMED:
        names = say("export_left_out_more", language, names=names, count=len(categories) - MOST_NAMED)
    return say("export_left_out_of", language, title=title.text(language), names=names)
