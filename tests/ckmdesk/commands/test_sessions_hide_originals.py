"""Nothing shown or written depends on originals: random sessions over two data sets that are published alike."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from ckmcore.errors import CkmError
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import PLAIN
from ckmcore.statistic.series import draft_of, needs_periods
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.state.desk_state import TableState
from ckmdesk.state.table_view import compute_view
from tests.kit.rounded_alike import ROUNDED, Records, laid_out, pair
from tests.kit.shown_table import LANGUAGES, everything

WRITTEN = list(FORMS.values())
SESSIONS = [
    pytest.param(range(6 * part, 6 * part + 6), marks=pytest.mark.thorough if part else []) for part in range(50)
]


def made(spec: TableSpec, data: Records) -> Draft | str:
    """The draft, or the words that refuse it."""
    try:
        return draft_of(ROUNDED, spec, lambda of: data[of.current])
    except CkmError as refused:
        return f"{type(refused).__name__}: {refused}"


def files(draft: Draft, folder: Path, draw: Random) -> dict[str, bytes]:
    """What is written in two forms that are drawn, in one language each; a refusal as its words."""
    found: dict[str, bytes] = {}
    for number, form in enumerate(draw.sample(WRITTEN, 2)):
        (target := folder / str(number)).mkdir(parents=True)
        try:
            export_files(
                draft, target / f"t{form.ending}", language=draw.choice(LANGUAGES), form=form.name, office=PLAIN
            )
        except CkmError as refused:
            found[form.name] = str(refused).encode()
        found |= {f"{number}/{file.name}": file.read_bytes() for file in target.iterdir()}
    return found


def screen(spec: TableSpec, data: Records) -> list[object] | str:
    """All that the clerk's table is made of on the screen, and what is found in it."""
    try:
        view = compute_view(data[1], ROUNDED, TableState(spec), methodologist=False)
    except CkmError as refused:
        return f"{type(refused).__name__}: {refused}"
    return everything(view, ("0", "1", "w"))


def figures(draft: Draft) -> list[object]:
    """What is published of each block."""
    return [
        ([part.tolist() for part in block.figures], [np.asarray(part).tolist() for part in block.signs or ()])
        for block in draft.table.blocks
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("seeds", SESSIONS)
def test_sessions_over_other_originals_with_the_same_figures_show_and_write_the_same(
    seeds: range, tmp_path: Path
) -> None:
    compared = 0
    for seed in seeds:
        draw = Random(seed)
        spec, (one, other) = laid_out(draw), pair(draw)
        first, second = made(spec, one), made(spec, other)
        if isinstance(first, str) or isinstance(second, str):
            assert first == second, seed
            continue
        if any(value.kind != "count" for value in spec.values) and figures(first) != figures(second):
            continue  # rounding publishes whole percents of the originals, where these are enough
        assert figures(first) == figures(second), seed
        same = Random(seed)
        assert files(first, tmp_path / f"{seed}-1", Random(seed)) == files(second, tmp_path / f"{seed}-2", same), seed
        if not needs_periods(spec):
            assert screen(spec, one) == screen(spec, other), seed
        compared += 1
    assert compared
