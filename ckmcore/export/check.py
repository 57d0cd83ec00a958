"""What was written is read back as its format demands before anybody gets it; a faulty file is not handed over.

Each format has a checker of its own (`check_px`, `check_sdmx` ...), which knows the format and nothing of its writer,
and raises `Fault`. What it found is then compared with the cube, figure by figure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.export.cube import KEPT, Cube
from ckmcore.export.forms import Form
from ckmcore.files import write_whole
from ckmcore.sentences import Sentence, sentence

_NUMBER = re.compile(r"-?\d+(\.\d+)?")


class FileFaulty(CkmError):
    """A file that was written is not as its format demands, or does not hold the figures of the table."""

    code = "export_file_faulty"


class Fault(Exception):
    """What is wrong with a file, as a sentence: where, and what the format demands."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code)
        self.reason: Sentence = sentence(code, **fields)


@dataclass(frozen=True)
class Axis:
    """A dimension as it was found in a file: its code, and those of its categories in order."""

    code: str
    codes: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """A cube as it was found in a file: dimensions, then the measures, figures in this order (texts with a decimal
    point; None where there is none)."""

    axes: tuple[Axis, ...]
    figures: Sequence[str | None]


def write_checked(form: Form, path: Path, write: Callable[[Path], None], check: Callable[[Path], None]) -> None:
    """Let `write` fill a file beside `path` and `check` read it; only then it takes its place.

    Raises NotWritten, FileFaulty.
    """

    def both(target: Path) -> None:
        write(target)
        try:
            check(target)
        except Fault as fault:
            raise FileFaulty(name=path.name, form=form.title, reason=fault.reason) from fault

    write_whole(path, both)


def compare(found: Found, cube: Cube, codes: Sequence[Sequence[str]]) -> None:
    """Whether what was found in a file is a cube: its categories (`codes` as the format writes them, the measures
    last), and every figure. Raises Fault."""
    if [list(axis.codes) for axis in found.axes] != [list(axis) for axis in codes]:
        raise Fault("check_categories")
    figures, signs = cube.flat
    if len(found.figures) != len(figures):
        raise Fault("check_cells", found=len(found.figures), wanted=len(figures))
    places = [measure.places for measure in cube.measures]
    for number, (text, figure, sign) in enumerate(zip(found.figures, figures.tolist(), signs.tolist(), strict=True)):
        hidden = sign not in KEPT
        if (text is None) != hidden or (text is not None and scaled(text, places[number % len(places)]) != figure):
            raise Fault("check_figure", number=number + 1)


def scaled(text: str, places: int) -> int:
    """A text with a decimal point as a whole number scaled by 10^places; raises Fault where it is no such number."""
    whole, _, rest = text.partition(".")
    if not _NUMBER.fullmatch(text) or len(rest) > places:
        raise Fault("check_number", text=text[:40])
    return int(whole + rest.ljust(places, "0"))
