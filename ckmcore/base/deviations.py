"""Warnings of library calls that deviate from what the script asks for, by Python's two channels.

A `CkmWarning` of `warnings`, and a line of the logger `ckmcore`. Window and command show these sentences in their own
places: they call functions that do not warn, or use `shown_elsewhere`.
"""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from ckmcore.base.numbers import Language

LOGGER = "ckmcore"
_PACKAGE = __name__.partition(".")[0]
_quiet: ContextVar[bool] = ContextVar("quiet", default=False)
# Without a handler Python would print what it is given, beside the warning that says the same.
logging.getLogger(LOGGER).addHandler(logging.NullHandler())


class Told(Protocol):
    """Protocol of objects that can be rendered as a sentence."""

    def text(self, language: Language) -> str: ...


def tell(deviations: Iterable[Told]) -> None:
    """Log and warn of each deviation once, in English as all of Python's warnings. The warning names the line of the
    calling script."""
    from ckmcore.errors import CkmWarning

    if _quiet.get():
        return
    for text in dict.fromkeys(deviation.text("en") for deviation in deviations):
        logging.getLogger(LOGGER).warning("%s", text)
        warnings.warn(text, CkmWarning, stacklevel=_script())


@contextmanager
def shown_elsewhere() -> Iterator[None]:
    """Suppress warnings within a block whose caller shows the sentences in another place."""
    former_set = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(former_set)


def _script() -> int:
    """Stack level, in the sense of `warnings.warn` called from `tell`, of the first caller outside of this package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == _PACKAGE:
        frame, level = frame.f_back, level + 1
    return level
