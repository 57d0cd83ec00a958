"""What a hand did, as a script: run, it writes the bytes that the window writes, or is refused in the same words.

Random sessions of commands over a statistic in files; each ends with the draft of its table in one of the forms.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS, Form
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.office.settings import PLAIN, Office
from ckmcore.office.settings_file import write_office
from ckmcore.statistic.series import draft_of
from ckmcore.statistic.source import load_period
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Desk
from ckmdesk.state.desk_state import DeskState, TableState
from tests.kit.sessions import ACTIONS, CODES, START

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
OFFICE = replace(PLAIN, name=ckm.Texts("Office", "Amt für Zahlen"), signs="british", note_length="short")
FORMS_OF_THE_ENGINE = list(FORMS.values())
IN_ONE_PROCESS = [
    pytest.param(range(50 * part, 50 * part + 50), marks=[] if part < 3 else pytest.mark.thorough)
    for part in range(200)
]
SAVED = "1.1 Men's “table”"


@dataclass
class Session:
    """What was laid out, and into which file it is to be written."""

    statistic: ckm.Statistic
    table: str | TableSpec
    spec: TableSpec
    form: Form
    language: str
    office: bool

    @property
    def name(self) -> str:
        return f"Übersicht 1{self.form.ending}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A statistic of two periods, `people.ckm`, and the settings of its office."""
    folder = tmp_path_factory.mktemp("statistic")
    (folder / "land.hrc").write_text("N\n@01\n@02\nS\n@09\n")
    with ckm.create_statistic(folder / "people.ckm", ckm.Texts("People", "Personen"), source_note="Register") as work:
        for year in (2024, 2025):
            draw = np.random.default_rng(year)
            frame = pd.DataFrame({name: draw.choice(codes[:3], 200) for name, codes in CODES.items()})
            frame["income"] = draw.integers(0, 1000, 200)
            frame["weight"] = draw.integers(1, 4, 200)
            frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, 200)]
            frame.to_csv(folder / f"people_{year}.csv", index=False)
            work.add_period(f"{year} “final”", f"{year}-12-31")
            work.add_records(
                folder / f"people_{year}.csv", list(CODES), magnitudes="income", weight="weight", record_key="key"
            )
        work.describe_variable("land", hierarchy=folder / "land.hrc")
        people = ReferenceTable("inhabitants", variables=("land",), rows=(ReferenceRow(("N",), "1000"),))
        work.take(lambda statistic: replace(statistic, references=(people,)))
        work.choose_period("2024-12-31")
        work.put_in_force(METHOD)
        work.choose_period("2025-12-31")
        work.put_in_force(METHOD)
        work.save_table(SAVED, TableSpec("sex", "age"))
    write_office(folder / "office.ckmoffice", OFFICE)
    return folder


@cache
def opened(folder: Path) -> ckm.Statistic:
    return ckm.open_statistic(folder / "people.ckm")[0]


@cache
def records(folder: Path, place: int) -> ckm.Microdata | None:
    """The records of a period, as the window holds them."""
    return load_period(replace(opened(folder), current=place), folder / "people.ckm")


def session(folder: Path, seed: int) -> Session:
    """A random session: commands of the desk, then a form."""
    draw, statistic = Random(seed), opened(folder)
    statistic = replace(statistic, current=draw.choice([0, 1, 1]))
    desk = Desk(DeskState("tables", statistic, TableState(START)))
    if draw.random() < 0.3:
        desk.run(commands.open_table(statistic.tables[0]))
    for _ in range(draw.choice([0, 3, 6, 12])):
        drawn = (draw.randint(0, 60), draw.randint(0, 11), draw.randint(0, 11), draw.randint(0, 11))
        command = ACTIONS[drawn[0] % len(ACTIONS)](desk.state.table.spec, drawn)
        if command is not None:
            desk.run(command)
    table = desk.state.table
    saved = table.name == SAVED and table.spec == statistic.tables[0].spec
    form = draw.choice(FORMS_OF_THE_ENGINE)
    return Session(
        statistic, SAVED if saved else table.spec, table.spec, form, draw.choice(["de", "en"]), draw.random() < 0.3
    )


def by_the_window(folder: Path, one: Session) -> dict[str, bytes] | ckm.CkmError:
    """The files that the window writes, or why it does not."""
    target = folder / "window"
    target.mkdir()
    try:
        draft = draft_of(one.statistic, one.spec, lambda of: records(folder, of.current))
        office: Office = OFFICE if one.office else PLAIN
        export_files(draft, target / one.name, language=one.language, form=one.form.name, office=office)
    except ckm.CkmError as refused:
        return refused
    return content(target)


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix != ".ckmtable"}


def script(folder: Path, one: Session, kind: str) -> str:
    return ckm.table_script(
        one.statistic,
        one.table,
        "../people.ckm",
        one.name,
        kind=kind,
        form=one.form.name,
        language=one.language,
        office="../office.ckmoffice" if one.office else None,
        of_shell="sh",
    )


def run_lines(text: str) -> int:
    """The lines of `ckm` as a shell would run them: a file between its marks, then the command."""
    lines = text.splitlines()
    while lines[0].startswith("#"):
        del lines[0]
    if lines[0].startswith("cat > "):
        name, end = shlex.split(lines[0].removeprefix("cat > "))
        mark = end.removeprefix("<<")
        Path(name).write_text("\n".join(lines[1 : lines.index(mark)]) + "\n", encoding="utf-8")
        del lines[: lines.index(mark) + 1]
    (line,) = lines
    name, *arguments = shlex.split(line)
    assert name == "ckm"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return main(arguments)


R_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


def texts_of_r(vector: str) -> list[str]:
    """The texts of a vector of R."""
    escapes = {"n": "\n", "r": "\r", "t": "\t"}
    return [re.sub(r"\\(.)", lambda one: escapes.get(one[1], one[1]), text) for text in R_TEXT.findall(vector)]


def run_r(text: str) -> int:
    """What R hands to `ckm`: the texts of its vectors, read by its own rules for texts."""
    vectors = dict(re.findall(r"^(\w+) <- c\(\n(.*?)\n\)$", text, re.DOTALL | re.MULTILINE))
    if "table" in vectors:
        name = re.search(r"^writeLines\(enc2utf8\(table\), (.*), useBytes = TRUE\)$", text, re.MULTILINE)
        assert name is not None
        Path(texts_of_r(name[1])[0]).write_text("\n".join(texts_of_r(vectors["table"])) + "\n", encoding="utf-8")
    assert 'done <- system2("ckm", shQuote(arguments))' in text.splitlines()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return main(texts_of_r(vectors["arguments"]))


def run_python(text: str) -> int:
    try:
        exec(compile(text, "script.py", "exec"), {"__name__": "__main__"})  # noqa: S102 - a script of ours
    except ckm.CkmError as refused:
        return int(refused.exit_code)
    return 0


RUNS = {"python": run_python, "ckm": run_lines, "r": run_r}


@pytest.mark.daily(24)
@pytest.mark.parametrize("seeds", IN_ONE_PROCESS)
def test_every_script_of_a_session_writes_the_bytes_of_the_window(
    seeds: range, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _handle: None)  # no test of the disk
    written = 0
    for seed in seeds:
        one = session(folder, seed)
        wanted = by_the_window(folder, one)
        shutil.rmtree(folder / "window")
        written += isinstance(wanted, dict)
        # One of them a session, and now and then all: what they share is most of it.
        for kind in RUNS if seed % 10 == 0 else [list(RUNS)[seed % 3]]:
            own = folder / "own"
            own.mkdir()
            monkeypatch.chdir(own)
            code, made = RUNS[kind](script(folder, one, kind)), content(own)
            monkeypatch.chdir(folder)
            shutil.rmtree(own)
            if isinstance(wanted, dict):
                assert (code, made) == (0, wanted), (seed, kind)
            else:
                assert (code, made) == (int(wanted.exit_code), {}), (seed, kind, wanted)
    assert written > len(seeds) // 3


def on_the_path(folder: Path) -> dict[str, str]:
    """An environment in which `ckm` is a command."""
    command = folder / "bin" / "ckm"
    if not command.exists():
        command.parent.mkdir()
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ckmcore.cli "$@"\n')
        command.chmod(0o755)
    return {**os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"}


def in_a_process(folder: Path, seed: int) -> tuple[Path, dict[str, bytes]]:
    """A session that is not refused, with its folder and what the window writes of it."""
    while not isinstance(wanted := by_the_window(folder, session(folder, seed)), dict):
        shutil.rmtree(folder / "window")
        seed += 1000
    own = folder / f"process {seed}"
    (folder / "window").rename(own)
    for file in own.iterdir():
        file.unlink()
    return own, wanted


def run_as_processes(folder: Path, seeds: range, kinds: list[tuple[str, list[str]]]) -> None:
    """Scripts as processes of their own, some at a time."""
    environment, waiting = on_the_path(folder), []
    for seed in seeds:
        kind, command = kinds[seed % len(kinds)]
        own, wanted = in_a_process(folder, seed)
        one = session(folder, int(own.name.split()[1]))
        (own / "script").write_text(script(folder, one, kind), encoding="utf-8")
        waiting.append((own, [*command, "script"], wanted))

    def run(one: tuple[Path, list[str], object]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(one[1], cwd=one[0], env=environment, capture_output=True, check=False)

    with ThreadPoolExecutor(4) as pool:
        ran = pool.map(run, waiting)
        for (own, _, wanted), done in zip(waiting, ran, strict=True):
            made = content(own)
            del made["script"]
            assert (done.returncode, made) == (0, wanted), done.stderr


@pytest.mark.daily(1)
@pytest.mark.skipif(os.name == "nt", reason="the lines are those of sh")
@pytest.mark.parametrize(
    "seeds", [range(20_000, 20_003), pytest.param(range(20_003, 20_012), marks=pytest.mark.thorough)]
)
def test_scripts_write_the_bytes_of_the_window_as_processes_of_their_own(folder: Path, seeds: range) -> None:
    run_as_processes(folder, seeds, [("python", [sys.executable]), ("ckm", ["sh"])])


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("Rscript") is None, reason="there is no R here")
def test_scripts_of_r_write_the_bytes_of_the_window(folder: Path) -> None:
    run_as_processes(folder, range(30_000, 30_012), [("r", ["Rscript", "--vanilla"])])
