"""A table that lists its cells on its way out: submitted, released, written in every long form, verified, again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats.forms import FORMS
from ckmcore.release.compare import compare_figures, figures_of
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.snapshot import content_of, kept_figures, read_content
from ckmcore.tabulate import tabulate
from tests.kit.listed_tables import LISTED_METHODS, as_list, records, without
from tests.kit.statistic_files import TABLES, write_statistic

NAME = TABLES[0].name
SPEC = ckm.TableSpec(["land", "age"], ["sex"], values=["count", ckm.Value("share", base="row", decimals=1)])


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has more cells than there is room for."""
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 0)


@pytest.mark.thorough
@pytest.mark.usefixtures("listed")
def test_a_list_is_released_written_verified_and_made_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_statistic(tmp_path)
    forms = [name for name, form in FORMS.items() if form.lists]
    asked = [word for form in forms for word in ("--format", form)]
    assert run("release", "submit", path, NAME, "--person", "Anna", *asked) == 0
    assert run("release", "approve", path, 1, "--person", "Bernd", "--look") == 0
    assert run("release", "write", path, 1, "-o", tmp_path / "out", "--person", "Bernd") == 0
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == len(forms)
    statistic, _ = ckm.open_statistic(path)
    kept = figures_of(statistic, find_release(statistic.register, 1))
    assert all(block.listed is not None for block in kept.blocks)
    capsys.readouterr()
    assert run("verify", path, *files) == 0
    assert capsys.readouterr().out.count("no. 1, released") == len(forms)
    assert run("release", "repeat", path, 1, "-o", tmp_path / "again") == 0
    assert capsys.readouterr().out.count("the same bytes") == len(forms)
    files[0].write_bytes(files[0].read_bytes() + b" ")
    assert run("verify", path, files[0]) == 5


@pytest.mark.usefixtures("listed")
def test_a_form_that_needs_every_cell_is_refused_before_anything_is_submitted(tmp_path: Path) -> None:
    path = write_statistic(tmp_path)
    before = path.read_bytes()
    assert run("release", "submit", path, NAME, "--person", "Anna", "--format", "xlsx") != 0
    assert path.read_bytes() == before


def test_kept_figures_of_a_list_are_its_cells() -> None:
    for method in LISTED_METHODS:
        table = ckm.protect(as_list(records(), SPEC), method)
        kept = kept_figures(table)
        for block, shown in zip(kept.blocks, table.blocks, strict=True):
            assert block.listed is not None
            assert shown.listed is not None
            assert np.array_equal(block.listed.numbers, shown.listed.numbers)
            assert all(map(np.array_equal, block.figures, shown.figures))
        emptied = ckm.protect(without(as_list(records(), SPEC), table), method)
        assert content_of(emptied) == content_of(table)


def test_figures_of_a_whole_table_are_kept_as_ever() -> None:
    content = content_of(ckm.protect(ckm.tabulate(records(), SPEC), LISTED_METHODS[0]))
    assert b"listed" not in content.partition(b"\n")[0]
    assert read_content(content).blocks[0].listed is None


def test_lists_are_compared_cell_by_cell() -> None:
    table = ckm.protect(as_list(records(), SPEC), LISTED_METHODS[0])
    kept = kept_figures(table)
    assert compare_figures(kept, kept).differing == 0
    block = kept.blocks[0]
    assert block.listed is not None
    figures = block.figures[0].copy()
    figures[3] += 1
    changed = replace(kept, blocks=(replace(block, figures=(figures, *block.figures[1:])),))
    found = compare_figures(kept, changed)
    assert (found.changed, found.new, found.gone) == (1, 0, 0)
    whole = ckm.protect(ckm.tabulate(records(), SPEC), LISTED_METHODS[0])
    found = compare_figures(kept, kept_figures(whole))
    assert (found.changed, found.gone) == (0, 0)
    assert found.same == table.cells * 2
