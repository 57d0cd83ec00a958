"""Each command that works on a statistic says and writes the same to a clerk or releaser over two sets of records that
publish alike: results, notices, log, files and exit codes."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.exits import Exit
from ckmcore.cli import main
from ckmcore.cli.command import build_parser
from ckmcore.methods.sums import MissingValues
from ckmcore.release.register import reconcile
from ckmcore.statistic.personal_key import card_file, make_personal_key, wrapped
from ckmcore.statistic.seal import Role, Seal, Secret, make_seal
from tests.ckmcore.cli.command_lines import commands
from tests.ckmcore.release.alike_statistic import RECORDS, STATISTIC, statistic_of
from tests.ckmcore.release.pairs_alike import in_any_table

KEY = "role.key"
ROLES: tuple[Role, ...] = ("clerk", "releaser")
# Who may neither know the originals nor take these steps is refused before anything is looked at.
METHODOLOGIST = {
    ("evaluate",): [f"{STATISTIC} -o out", f"{STATISTIC} --random 2 --variants rounding:5 -o out"],
    ("statistic", "period"): [f"{STATISTIC} 2025 --date 2025-01-31", f"{STATISTIC} 2026 --data {RECORDS}"],
    ("statistic", "method"): [f"{STATISTIC} --method rounding --base 5"],
    ("statistic", "mark"): [STATISTIC],
    ("statistic", "variable"): [f"{STATISTIC} A --title Area --label a=North", f"{STATISTIC} m --classes 200,300"],
    ("person", "enrol"): [
        f"{STATISTIC} anna.ckmcard --role clerk --person-key anna.ckmperson --person-key-file anna.key"
    ],
    ("person", "four-eyes"): [f"{STATISTIC} on --person Anna"],
}
WHO = "--person Bernd"
LINES: Mapping[tuple[str, ...], list[str]] = METHODOLOGIST | {
    ("statistic", "create"): [f"{STATISTIC} --title Persons"],
    ("statistic", "show"): [STATISTIC],
    ("statistic", "table"): [
        f"{STATISTIC} New --rows A --columns B --value m --sum --weighted",
        f"{STATISTIC} New --rows A --value m --median",
        f"{STATISTIC} Counts --remove",
    ],
    ("run",): [f"{STATISTIC} -o out", f"{STATISTIC} --check", f"{STATISTIC} Sums --where A=a -o out --format xlsx"],
    ("draft",): [
        f"{STATISTIC} Counts -o out.csv",
        f"{STATISTIC} Sums -o out.px",
        f"{STATISTIC} Answers -o out.xlsx",
        f"{STATISTIC} Median -o out.csv",
    ],
    ("script",): [f"{STATISTIC} Sums --file out.csv"],
    ("cube",): [
        f"{STATISTIC} out.csv --variables A,B --form csv-long",
        f"{STATISTIC} out.parquet --variables B,A --form parquet --estimate",
        f"{STATISTIC} out.csv --variables A,B --values count,weighted_count --form sdmx-csv-2",
    ],
    ("verify",): [STATISTIC, f"{STATISTIC} --ask --strict {RECORDS}"],
    ("register",): [STATISTIC, f"{STATISTIC} -o out.csv", f"{STATISTIC} --attack out.csv"],
    ("release", "submit"): [
        f"{STATISTIC} Counts --person Anna",
        f"{STATISTIC} Sums --person Anna --format xlsx",
        f"{STATISTIC} Answers --person Anna --corrects 2",
        f"{STATISTIC} Counts --cube --format csv-long --person Anna",
    ],
    ("release", "accept"): [f"{STATISTIC} Sums {WHO} --second-person Carl --remark Known"],
    ("release", "return"): [f"{STATISTIC} 1 {WHO} --remark Wrong"],
    ("release", "approve"): [f"{STATISTIC} 1 {WHO}"],
    ("release", "write"): [f"{STATISTIC} 2 {WHO} -o out"],
    ("release", "withdraw"): [f"{STATISTIC} 2 {WHO} --remark Wrong"],
    ("release", "reconcile"): [STATISTIC],
    ("release", "repeat"): [f"{STATISTIC} 2 -o out"],
    ("release", "compare"): [f"{STATISTIC} 2 3"],
    ("release", "check"): [f"{STATISTIC} 1"],
    ("release", "recheck"): [STATISTIC, f"{STATISTIC} 2 --accept Known {WHO}", f"{STATISTIC} 2 --redrawn"],
    ("person", "list"): [STATISTIC],
    ("person", "confirm"): [f"{STATISTIC} Anna --person-key anna.ckmperson --person-key-file anna.key"],
    ("person", "revoke"): [f"{STATISTIC} Anna --person-key anna.ckmperson --person-key-file anna.key --remark Left"],
    ("leak-check",): [f"counts.csv --statistic {STATISTIC}", f"counts.csv --statistic {STATISTIC} --table Counts"],
}
# Times and how long something took are not promised; marks of records, of figures and of the register's entries are
# hashes under a secret.
MASKED = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d\S*)?|\b[0-9a-f]{8,}\b")


@pytest.fixture(scope="module")
def seal() -> Seal:
    return make_seal({role: Secret.key_file(f"{role:>40}".encode()) for role in (*ROLES, "methodologist")})[0]


class Side:
    """A statistic in a folder of its own, on which each command begins anew."""

    def __init__(self, frame: pd.DataFrame, folder: Path, seal: Seal, missing: MissingValues = "out") -> None:
        self.base, self.work = folder / "base", folder.parent / "work"
        self.base.mkdir(parents=True)
        made = reconcile(statistic_of(frame, self.base, seal, missing), self.base)
        ckm.save_statistic(made, self.base / STATISTIC)
        pd.DataFrame({"A": ["a"], "n": [10]}).to_csv(self.base / "counts.csv", index=False)

    def run(
        self, line: list[str], role: Role, capsys: pytest.CaptureFixture[str], patched: pytest.MonkeyPatch
    ) -> tuple[int, list[str]]:
        """Exit code and all that the command says and writes."""
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.base, self.work)
        (self.work / KEY).write_bytes(f"{role:>40}".encode())
        patched.chdir(self.work)
        patched.setenv("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", str(self.work / "state"))
        before = {file.name for file in self.work.iterdir()} | {STATISTIC, "log"}
        capsys.readouterr()
        code = main(["--language", "en", *line, "--log", "log"])
        told = capsys.readouterr()
        files = sorted(file for one in self.work.iterdir() if one.name not in before for file in (one, *one.rglob("*")))
        texts = [
            file.read_bytes().decode("latin-1") if file.suffix in (".csv", ".px") else ""
            for file in files
            if "state" not in file.parts and file.is_file()
        ]
        said = [told.out, told.err, (self.work / "log").read_text(encoding="utf-8"), *map(str, files), *texts]
        return code, [MASKED.sub("", one) for one in said]


def of_statistics() -> set[tuple[str, ...]]:
    """The commands that take a statistic."""
    return {
        path for path, parser in commands(build_parser("en")) if any(one.dest == "statistic" for one in parser._actions)
    }


def test_t07_no_command_that_takes_a_statistic_is_left_out() -> None:
    assert of_statistics() == set(LINES)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory, seal: Seal) -> tuple[Side, Side]:
    folder, pair = tmp_path_factory.mktemp("sides"), in_any_table(1)
    assert len(pair[0]) != len(pair[1])
    person = make_personal_key("Anna")
    made = Side(pair[0], folder / "one", seal), Side(pair[1], folder / "other", seal)
    for side in made:
        (side.base / "anna.ckmperson").write_bytes(wrapped(person, Secret.key_file(b"x" * 32)))
        (side.base / "anna.key").write_bytes(b"x" * 32)
        (side.base / "anna.ckmcard").write_bytes(card_file(person))
    return made


@pytest.mark.parametrize("path", sorted(LINES), ids=" ".join)
def test_t07_a_command_says_and_writes_the_same_over_records_that_publish_alike(
    path: tuple[str, ...],
    sides: tuple[Side, Side],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parser = dict(commands(build_parser("en")))[path]
    opened = ["--key-file", KEY] if "--key-file" in parser._option_string_actions else []
    for text in LINES[path]:
        line = [*path, *text.split(), *opened]
        for role in ROLES:
            (code, said), (other, also) = (side.run(line, role, capsys, monkeypatch) for side in sides)
            assert code == other, (line, said, also)
            assert said == also, line
            assert code != Exit.FAULT
            if path in METHODOLOGIST:
                assert code == Exit.INPUT
                assert "methodologist" in said[1]


def test_t07_a_refusal_of_missing_values_does_not_say_how_many_there_are(
    tmp_path: Path, seal: Seal, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = in_any_table(2)
    assert len({int((one["m"] == "").sum()) for one in frames}) == 2
    both = [Side(frame, tmp_path / str(place), seal, "refuse") for place, frame in enumerate(frames)]
    for line in (["draft", STATISTIC, "Sums", "-o", "out.csv"], ["run", STATISTIC, "-o", "out"]):
        one, other = (side.run([*line, "--key-file", KEY], "clerk", capsys, monkeypatch) for side in both)
        assert "Records have no value of “m”" in "".join(one[1])
        assert one == other
