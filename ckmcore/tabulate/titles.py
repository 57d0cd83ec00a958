"""What tables and blocks are called by what breaks them down: *by A, B and C*, and blocks *by A as well as by B*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.messages import say
from ckmcore.tabulate.shown_level import ShownLevel


def level_names(levels: Iterable[ShownLevel], language: Language) -> tuple[str, ...]:
    """Names of levels, each once; for a hierarchy those of its shown levels. Own rows without a title have none."""
    found_names: dict[str, None] = {}
    for shown_level in levels:
        own_text = shown_level.level.title.text(language)
        if own_text or shown_level.level.rows:
            names: tuple[str, ...] = (own_text,)
        else:
            names = shown_level.depth_titles(language)
        found_names.update(dict.fromkeys(name for name in names if name))
    return tuple(found_names)


def by_names(names: Sequence[str], language: Language) -> str:
    """Text *by A, B and C*; "" without names."""
    if not names:
        return ""
    joined = names[0]
    if len(names) > 1:
        joined = say("title_and", language, first=", ".join(names[:-1]), last=names[-1])
    return say("title_by_names", language, variables=joined)


def by_blocks(blocks: Iterable[Sequence[str]], language: Language) -> str:
    """Text *by A and C, by B and C as well as by D* for blocks that are not crossed, each once."""
    texts = tuple(dict.fromkeys(text for text in (by_names(names, language) for names in blocks) if text))
    if len(texts) < 2:
        return "".join(texts)
    return say("title_as_well_as", language, first=", ".join(texts[:-1]), last=texts[-1])


def made_heading(levels: Sequence[ShownLevel]) -> Texts:
    """Heading of a stacked block without a label: the names of its variables."""
    return Texts(*(by_names(level_names(levels, language), language) for language in _BOTH))


_BOTH: tuple[Language, Language] = ("en", "de")
