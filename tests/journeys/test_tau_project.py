"""A project of τ-ARGUS opened in one step by its description: what τ-ARGUS publishes of it stands in the table."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from tests.journeys.conftest import Start
from tests.journeys.figures import Cells, on_screen
from tests.journeys.screen import Program, middle
from tests.journeys.steps import (
    LINE,
    dragged_from,
    lay_out,
    look,
    new_data,
    put_in_force,
    save,
    take_over,
    variable_by_keys,
    wait_message,
    wait_said,
    wait_words,
)

pytestmark = pytest.mark.reference

PTABLE = "estp2023_ptab1.csv"
HIERARCHIES = ("nuts3", "lau2", "age_h", "coc_m", "pob_m")


@pytest.fixture
def project(reference: Path, tmp_path: Path) -> Path:
    """The description in a folder with its data, hierarchies, and the perturbation table that τ-ARGUS used."""
    folder = tmp_path / "projekt"
    folder.mkdir()
    for name in ("census_persons_10k_tau.csv", *(f"{one}_hierarchy.hrc" for one in HIERARCHIES)):
        shutil.copyfile(reference / "data" / name, folder / name)
    shutil.copyfile(reference / "ptables" / PTABLE, folder / PTABLE)
    said = (reference / "data" / "census_persons_10k_tau.rda").read_text(encoding="ascii")
    assert '"ptab2.csv"' in said
    description = folder / "census_persons_10k_tau.rda"
    description.write_text(said.replace('"ptab2.csv"', f'"{PTABLE}"'), encoding="ascii")
    return description


def published(reference: Path) -> Cells:
    """What τ-ARGUS published: each cell by its codes."""
    file = reference / "expected" / "tauargus" / "out_10k_SEX_COC_NUTS3_ptab1.csv"
    frame = pd.read_csv(file, dtype=str, sep=";")
    names = ["NUTS3", "COC.M", "SEX"]
    return {
        tuple(code.strip() for code in codes): int(figure)
        for *codes, figure in frame[[*names, "ckm"]].itertuples(index=False)
    }


def walk(program: Program, project: Path, reference: Path, *, keys: bool) -> None:
    """From the preview of the project to its table, by mouse or by keyboard alone."""
    wait_said(program, "census_persons_10k_tau.rda")
    wait_said(program, PTABLE)
    wait_said(program, "Hierarchie mit 3 Ebenen")
    wait_words(program, "Rolle von NUTS3", "Gliederungsmerkmal")
    wait_words(program, "keys:column-name", "RKEY")
    look(program, "tau-preview")
    take_over(program, keys=keys)
    wait_message(program, f"Ihre Überlagerungstabellen stehen als Varianten auf der Seite Verfahren: {PTABLE}")
    put_in_force(program, keys=keys)
    lay_out(program, "NUTS3", "COC.M", keys=keys)
    if keys:
        variable_by_keys(program, "SEX")
        program.screen.keys("s")
    else:
        program.drag(program.entry("SEX"), "shelf:columns")
    program.zones(rows=["NUTS3"], columns=["COC.M", "SEX"])
    shown = on_screen(program.table())
    look(program, "tau-table")
    save(program, project.with_name("zensus.ckm"))
    program.quit()
    check(shown, project, reference)


def code_of(labels: Sequence[str]) -> str:
    """The code that the labels of a tree lead to, from the outside to the inside."""
    codes = [label for label in labels if label not in {"", "Insgesamt", "Zusammen"}]
    return codes[-1] if codes else "Total"


def check(shown: Cells, project: Path, reference: Path) -> None:
    """Each cell is that of τ-ARGUS; hierarchies, keys and table of the project are in the saved statistic."""
    by_codes = {
        (code_of([region]), code_of(country_of_birth), code_of([sex])): figure
        for (region, *country_of_birth, sex), figure in shown.items()
    }
    wanted = published(reference)
    assert len(by_codes) == len(shown)
    assert len(wanted) > 1300
    assert set(wanted) <= set(by_codes)
    assert by_codes == {codes: wanted.get(codes, 0) for codes in by_codes}
    saved, _ = ckm.open_statistic(project.with_name("zensus.ckm"))
    trees = {entry.name for entry in saved.dictionary if entry.hierarchy}
    assert trees == {"NUTS3", "LAU2", "AGE.H", "COC.M", "POB.M"}
    keys, in_force = saved.period.keys, saved.period.in_force
    assert keys is not None
    assert (keys.origin, keys.column, keys.digits) == ("column", "RKEY", 8)
    assert in_force is not None
    assert in_force.ptable is not None
    assert in_force.ptable.content_hash == ckm.open_ptable(project.with_name(PTABLE)).table.content_hash


@pytest.mark.thorough
def test_with_the_mouse_a_project_of_tau_argus_is_dropped_and_its_figures_are_those_of_tau_argus(
    start: Start, project: Path, reference: Path
) -> None:
    program = start()
    door = program.widget("door:new")["rect"]
    with dragged_from(program, 30, 40, [project]):
        program.screen.drag((60, 40 + LINE // 2), middle(door))
        program.widget("take-over")
    walk(program, project, reference, keys=False)


def test_by_keyboard_alone_a_project_of_tau_argus_is_opened_and_its_figures_are_those_of_tau_argus(
    start: Start, project: Path, reference: Path
) -> None:
    program = start()
    new_data(program, project, keys=True)
    walk(program, project, reference, keys=True)
