"""Turnover of enterprises by activity and region: suppressed, put in force, submitted and released in the window; the
released file is audited by the command and by linear programs of a reader who has nothing but the file."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pytest
from scipy.optimize import linprog

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.base.numbers import Language
from ckmcore.cli import main
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.releases import releases
from tests.journeys.conftest import Start
from tests.journeys.screen import PATIENCE, Program
from tests.journeys.steps import (
    choose,
    decide,
    fill,
    go_to_tab,
    look,
    menu_by_keys,
    menu_with_mouse,
    page_seen,
    press,
    tab_to,
    wait_file,
    wait_message,
    wait_page,
    wait_said,
)

ACTIVITIES, REGIONS, PERCENT, LEAST = "CFGHI", "NOSW", 15, 3
TABLE = "Turnover"


@dataclass(frozen=True)
class Words:
    """What the window says in a language."""

    rules: str
    p_percent: str
    suppression: str
    cell: str
    reader: str
    in_force: str
    submitted: str
    released: str
    written: str
    total: str
    values: tuple[str, str]
    none: str


WORDS: dict[Language, Words] = {
    "de": Words(
        "Primärregeln", "p-%-Regel", "Zellsperrung", "Gewähltes Feld: primär", "Leser schließen: von ",
        "Das Verfahren ist in Kraft.", "Nr. 1 eingereicht.", "Nr. 1 ist freigegeben.", "Endgültige Dateien von Nr. 1",
        "Insgesamt", ("Anzahl", "Summe Umsatz"), ": 0 lassen sich zurückrechnen",
    ),
    "en": Words(
        "Primary rules", "p % rule", "Cell suppression", "Chosen cell: primary", "Readers conclude: from ",
        "The method is in force.", "No. 1 submitted.", "No. 1 is released.", "Final files of no. 1",
        "Total", ("Number", "Sum of Umsatz"), ": 0 can be recomputed",
    ),
}  # fmt: skip


def enterprises() -> pd.DataFrame:
    draw = np.random.default_rng(23)
    frame = pd.DataFrame({"activity": draw.choice(list(ACTIVITIES), 160, p=[0.4, 0.25, 0.2, 0.1, 0.05])})
    frame["region"] = draw.choice(list(REGIONS), 160)
    frame["Umsatz"] = np.round(draw.lognormal(5, 1.4, 160)).astype(int) + 1
    return frame


@pytest.fixture
def statistic(tmp_path: Path) -> Path:
    enterprises().to_csv(tmp_path / "enterprises.csv", index=False)
    path, values = tmp_path / "enterprises.ckm", [ckm.Value(), ckm.Value("sum", magnitude="Umsatz")]
    with ckm.create_statistic(path, "Enterprises", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(tmp_path / "enterprises.csv", ["activity", "region"], magnitudes=["Umsatz"])
        work.save_table(TABLE, ckm.TableSpec("activity", "region", values=values))
    return path


def set_rule(program: Program, words: Words, *, keys: bool) -> None:
    """The p % rule says which sums are sensitive."""
    go_to_tab(program, words.rules, keys=keys)
    press(program, "rule:add", keys=keys)
    (menu_by_keys if keys else menu_with_mouse)(program, words.p_percent)
    program.wait(
        lambda: program.ask("window")["focus"][:1] == ["rule:p_percent:p"], "the number of the rule is asked for"
    )
    program.screen.write(str(PERCENT))
    program.screen.keys("Return")


def suppress(program: Program, words: Words, language: Language, *, keys: bool) -> None:
    """A pattern is found, its intervals are looked at, and it comes into force."""
    go_to_tab(program, words.suppression, keys=keys)
    press(program, "suppression:compute", keys=keys)
    wait_said(program, words.cell, 4 * PATIENCE)
    choose(program, "suppression:value", "Umsatz", keys=keys)
    wait_said(program, words.reader)
    look(program, f"suppressed-release-{language}")
    if keys:
        tab_to(program, "put-in-force", "shift+Tab")
        program.screen.keys("space")
    else:
        program.click("put-in-force")
    decide(program, "suppression-decision", words.in_force)


def release(program: Program, words: Words, out: Path, *, keys: bool) -> None:
    """The table at hand is submitted and released, and its final file written."""
    if keys:
        program.screen.keys("alt+1")
    else:
        program.click("rail:tables")
    wait_page(program, "tables")
    program.idle()
    program.screen.keys("ctrl+r")
    wait_page(program, "release")
    for name, text, key in (
        ("submit:recipient", "Press", "Tab"),
        ("submit:person", "Anna", "shift+Tab"),
        ("submit:purpose", "Yearbook", "Tab"),
    ):
        tab_to(program, name, key)
        program.screen.keys("ctrl+a")
        program.screen.write(text)
        program.wait(lambda name=name, text=text: program.words(name) == text, f"{name} holds {text}")
    tab_to(program, "submit:submit")  # it may lie below what is seen
    press(program, "submit:submit", keys=keys)
    wait_message(program, words.submitted)
    fill(program, "release:person", "Berta", keys=keys)
    page_seen(program)
    press(program, "release:release", keys=keys)
    wait_message(program, words.released)
    press(program, "release:write", keys=keys)
    program.type_path(out)
    wait_message(program, words.written)


Shown = dict[tuple[str, str], list[int | None]]


def read(path: Path, total: str) -> Shown:
    """Count and sum of each cell by activity and region, "" for totals; None for a sign."""
    sheet = openpyxl.load_workbook(path).worksheets[0]
    lines = [[cell.value for cell in row] for row in sheet.iter_rows()]
    codes = {**{code: code for code in ACTIVITIES + REGIONS}, total: ""}
    head = next(line for line in lines if set(REGIONS) <= set(map(str, line)))
    regions, shown = [], Shown()
    for text in head[1:]:
        regions.append(codes.get(str(text), regions[-1] if regions else ""))
    for line in lines:
        if str(line[0]) in codes and len(regions) == len(line) - 1:
            for place, cell in enumerate(line[1:]):
                figure = None if cell == "." else 0 if cell == "-" else int(cell)
                shown.setdefault((codes[str(line[0])], regions[place]), []).append(figure)
    return shown


def interval(shown: Shown, value: int, cell: tuple[str, str], least: int) -> tuple[float, float]:
    """What a reader of all figures of a value concludes of a cell."""
    atoms = list(product(ACTIVITIES, REGIONS))

    def line(of: tuple[str, str]) -> list[float]:
        return [float(of[0] in ("", atom[0]) and of[1] in ("", atom[1])) for atom in atoms]

    known = [(line(of), figures[value]) for of, figures in shown.items() if figures[value] is not None]
    sums: Any = {"A_eq": np.array([each for each, _ in known]), "b_eq": [figure for _, figure in known]}
    rooms = [(least if shown[atom][value] is None else 0, None) for atom in atoms]
    ends = []
    for sign in (1, -1):
        answer: Any = linprog([sign * number for number in line(cell)], **sums, bounds=rooms)
        ends.append(-sign * np.inf if answer.status == 3 else sign * answer.fun)
    return ends[0], ends[1]


def attack(shown: Shown) -> int:
    """Attack each cell; gives the number of those that are sensitive."""
    frame, sensitive = enterprises(), 0
    for (activity, region), (count, total) in shown.items():
        of = frame[(frame["activity"] == activity) | (activity == "")]
        turnovers = sorted(of[(of["region"] == region) | (region == "")]["Umsatz"].tolist(), reverse=True)
        assert count in (None, len(turnovers))
        assert total in (None, sum(turnovers))
        if 0 < len(turnovers) < LEAST:
            sensitive += 1
            low, high = interval(shown, 0, (activity, region), 1)
            assert count is None
            assert high >= LEAST
            assert low < high
        level = PERCENT / 100 * turnovers[0] - sum(turnovers[2:]) if turnovers else 0
        if level > 0:
            sensitive += 1
            low, high = interval(shown, 1, (activity, region), 0)
            assert total is None
            assert high >= sum(turnovers) + level - 1e-6
            assert low <= max(sum(turnovers) - level, 0) + 1e-6
    return sensitive


@pytest.mark.thorough
@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_turnovers_are_suppressed_and_released_and_stay_secret(
    start: Start, statistic: Path, tmp_path: Path, keys: bool, language: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    words, out = WORDS[language], tmp_path / "out"
    out.mkdir()
    program = start(str(statistic), language=language)
    wait_page(program, "tables")
    if keys:
        program.screen.keys("alt+4")
    else:
        program.click("rail:method")
    wait_page(program, "method")
    set_rule(program, words, keys=keys)
    suppress(program, words, language, keys=keys)
    release(program, words, out, keys=keys)
    file = wait_file(program, out, "*.xlsx")
    program.quit()

    kept, _ = open_statistic(statistic)
    assert kept.period.patterns is not None
    assert (tmp_path / kept.period.patterns.file).exists()
    assert [entry.kind for entry in kept.register] == ["submitted", "released", "written"]
    assert [each.released_by for each in releases(kept.register)] == ["Berta"]
    shown = read(file, words.total)
    assert len(shown) == (len(ACTIVITIES) + 1) * (len(REGIONS) + 1)
    assert attack(shown) >= 3
    for value, kind in zip(words.values, (("--as-counts",), ()), strict=True):
        options = ("--language", language, "audit", str(file), "--across", "region", "--value-shown", value, *kind)
        assert main(options) == Exit.DONE
        assert (
            " 0 can be recomputed" if language == "en" else ": 0 lassen sich zurückrechnen"
        ) in capsys.readouterr().out
