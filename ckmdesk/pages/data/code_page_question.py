"""The question about the code page of a small file of codes that is read without being shown before."""

from __future__ import annotations

from collections.abc import Callable

from ckmcore.errors import CkmError
from ckmcore.messages import Language
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked
from ckmdesk.base.frame import Message, MessageKind, Remedy


def ask_code_page(
    error: CkmError,
    language: Language,
    show: Callable[[Message, MessageKind, Remedy], None],
    again: Callable[[tuple[ReadingAnswer, ...]], None],
) -> bool:
    """Show the question of an error, with a button for each answer; False where the error asks nothing of the kind.

    again: reads the file with the answer.
    """
    entries = error.plan.questions if isinstance(error, ReadingAsked) else ()
    if [entry.kind for entry in entries] != ["code_page"]:
        return False
    remedy: Remedy | None = None
    for choice in reversed(entries[0].choices):
        answer = ReadingAnswer("code_page", "", choice)
        words = entries[0].choice_title(choice).text(language)
        remedy = Remedy(words, lambda answer=answer: again((answer,)), remedy)  # type: ignore[misc]
    if remedy is not None:
        show(entries[0].sentence, "warning", remedy)
    return remedy is not None
