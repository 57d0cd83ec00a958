"""The commands that work on a statistic, each with its lines, and a statistic in a folder on which they are run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats.forms import FORMS
from ckmcore.methods.sums import MissingValues
from ckmcore.release.register import reconcile
from ckmcore.statistic.seal import Role, Seal
from tests.kit.alike_statistic import RECORDS, STATISTIC, statistic_of
from tests.kit.written_files import MASKED, content

KEY = "role.key"
ROLES: tuple[Role, ...] = ("clerk", "releaser")
# Who may neither know the originals nor take these steps is refused before anything is looked at.
METHODOLOGIST = {
    ("areas", "import"): [f"{STATISTIC} areas.geojson --variable A --code A"],
    ("areas", "remove"): [f"{STATISTIC} --variable A"],
    ("evaluate",): [f"{STATISTIC} -o out", f"{STATISTIC} --random 2 --variants rounding:5 -o out"],
    ("rivals",): [f"{STATISTIC} Counts -o out.csv"],
    ("pattern",): [f"{STATISTIC} Counts --report out.json"],
    ("statistic", "period"): [f"{STATISTIC} 2025 --date 2025-01-31", f"{STATISTIC} 2026 --data {RECORDS}"],
    ("statistic", "method"): [f"{STATISTIC} --method rounding --base 5"],
    ("statistic", "mark"): [STATISTIC],
    ("statistic", "safe"): [f"{STATISTIC} --dimensions A,B"],
    ("statistic", "pattern"): [f"{STATISTIC} Counts --minimum-frequency 3"],
    ("statistic", "rules"): [STATISTIC, f"{STATISTIC} -o out.json"],
    ("data", "plan"): [f"--statistic {STATISTIC}"],
    ("data", "check"): [f"--statistic {STATISTIC}", f"{RECORDS} --statistic {STATISTIC} --confidential -o out.html"],
    ("data", "compare"): [f"{RECORDS} --statistic {STATISTIC} --confidential -o out.json"],
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
        f"{STATISTIC} Answers -o out.xlsx",
        f"{STATISTIC} Median -o out.csv",
        *(f"{STATISTIC} Sums -o out{form.ending} --form {name}" for name, form in FORMS.items()),
    ],
    ("picture",): [
        f"{STATISTIC} Counts --kinds",
        *(f"{STATISTIC} Counts -o out.svg --kind {kind}" for kind in ("bars", "grouped", "stacked", "percent", "dots")),
        f"{STATISTIC} Sums -o out.vl.json --order size",
        f"{STATISTIC} Answers -o out.pdf",
    ],
    ("areas", "list"): [STATISTIC],
    ("areas", "check"): [STATISTIC, f"{STATISTIC} --variable A"],
    ("script",): [f"{STATISTIC} Sums --file out.csv"],
    ("cube",): [
        f"{STATISTIC} out.csv --variables A,B --form csv-long",
        f"{STATISTIC} out.parquet --variables B,A --form parquet",
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
    ("release", "package"): [f"{STATISTIC} 1 {WHO}", f"{STATISTIC} 1 {WHO} --attack-only"],
    ("release", "deputy"): [f"{STATISTIC} {WHO} --of Anna --deputy Carl --start 2026-12-01 --end 2026-12-15"],
    ("release", "write"): [f"{STATISTIC} 2 {WHO} -o out"],
    ("release", "withdraw"): [f"{STATISTIC} 2 {WHO} --remark Wrong"],
    ("release", "early"): [f"{STATISTIC} 2 {WHO} --remark Press --inform Ministry"],
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
        patched.chdir(self.base)  # Windows removes no folder in which a program is
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
        texts = [content(file) for file in files if "state" not in file.parts and file.is_file()]
        said = [told.out, told.err, (self.work / "log").read_text(encoding="utf-8"), *map(str, files)]
        return code, [*(MASKED.sub("", one) for one in said), *texts]
