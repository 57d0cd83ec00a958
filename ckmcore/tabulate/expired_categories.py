"""Categories that a table leaves out because the dictionary ends them before the period, or begins them after it.

It follows from the dictionary and the layout alone: whether a record has such a code is an original.
"""

from __future__ import annotations

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, say, sentence
from ckmcore.tabulate.layout import Layout
from ckmcore.tabulate.shown_level import ShownLevel

MOST_NAMED = 10
_BOTH: tuple[Language, Language] = ("en", "de")


def left_out(layout: Layout) -> tuple[Sentence, ...]:
    """Note on categories that are not valid in the period; () where the table would show none of them."""
    if not layout.spec.presentation.valid_codes:
        return ()
    shown_levels: dict[str, ShownLevel] = {}
    for axis in (layout.rows, layout.columns, layout.layers):
        for segment in axis.segments:
            shown_levels.update(
                (shown_level.dimension.name, shown_level) for shown_level in segment.levels if _would_show(shown_level)
            )
    if not shown_levels:
        return ()
    names = Texts(
        *("; ".join(_names(shown_level, language) for shown_level in shown_levels.values()) for language in _BOTH)
    )
    return (sentence("export_left_out", names=names),)


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


def _names(shown_level: ShownLevel, language: Language) -> str:
    ended = shown_level.dimension.ended
    names = ", ".join(label.text(language) or code for code, label in ended[:MOST_NAMED])
    if len(ended) > MOST_NAMED:
        names = say("export_left_out_more", language, names=names, count=len(ended) - MOST_NAMED)
    return say("export_left_out_of", language, title=shown_level.dimension.title.text(language), names=names)
