"""What needs a wing that is absent is refused with its name, or not tested; it never passes."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore import ports
from ckmcore.base import wings
from ckmcore.base.verdict import Verdict
from ckmcore.ports import LabPorts, ScalePorts
from ckmcore.release.actions import release, submit
from ckmcore.release.checklist import checklist
from ckmcore.release.needed_checks import NEEDED_CHECKS, NeededCheck
from ckmcore.release.provenance import PreparedFacts, prepare
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision
from tests.kit.fails import fails
from tests.kit.people import METHOD
from tests.kit.people import made as made_file
from tests.kit.released_people import NOON, REQUEST, load
from tests.kit.tables_of_sums import SUMS, even, made, method
from tests.kit.trees import ROOT
from tests.kit.wings import hide

CHECKS = pytest.mark.parametrize("need", NEEDED_CHECKS, ids=lambda need: need.name)


def table_with(need: NeededCheck) -> tuple[Statistic, PreparedFacts]:
    """A statistic with a table that a check is needed for, and that holds it."""
    assert need.name == "sums", "give it a table here"
    one = made(method(), even())
    return one, prepare(one, SUMS, load(even()), REQUEST, judge=True)


@CHECKS
def test_a_table_that_needs_a_check_is_not_handed_in_or_released_without_it(
    need: NeededCheck, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, facts = table_with(need)
    assert need.name in {check.name for check in checklist(one, facts)}
    handed_in = submit(one, facts, "Anna", NOON)
    ports = wings.wing(need.wing)
    assert ports is not None
    others = {name: check for name, check in ports.RELEASE_CHECKS.items() if name != need.name}
    with monkeypatch.context() as hidden:
        hidden.setattr(ports, "RELEASE_CHECKS", others)
        again = table_with(need)[1]
    with pytest.raises(type(need.not_judged())):
        submit(one, again, "Anna", NOON)
    monkeypatch.setattr(ports, "RELEASE_CHECKS", others)
    for given in (facts, again):
        (check,) = [check for check in checklist(one, given) if check.name == need.name]
        assert check.state == Verdict.NOT_TESTED.state
        assert wings.wing_title(need.wing).text("de") in check.found.de
        with fails("wing_needed_for_table", match=r"ckmcore\."):
            submit(one, given, "Anna", NOON)
    with fails("wing_needed_for_table"):
        release(handed_in, 1, "Bernd", NOON)


def test_without_the_lab_sums_are_not_handed_in_and_counts_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hide(monkeypatch, "lab")
    assert ports.lab() is None
    one, facts = table_with(NEEDED_CHECKS[0])
    with fails("wing_needed_for_table", match=r"ckmcore\.lab"):
        submit(one, facts, "Anna", NOON)
    with ckm.work_on_statistic(made_file(tmp_path), person="Anna") as work:
        assert work.submit("1.1") == 1


def test_without_the_lab_what_is_asked_of_it_is_refused_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hide(monkeypatch, "lab")
    decision = Decision(body="board", reference="1")
    with ckm.work_on_statistic(made_file(tmp_path), person="Anna") as work:
        for act in (
            lambda: work.put_in_force(METHOD, decision, measured=True),
            lambda: work.accept_sums("1.1", reason="why", second_person="Max"),
            work.look_again,
            lambda: work.attack_redrawn(1),
        ):
            with fails("wing_absent", match=r"ckmcore\.lab"):
                act()


def test_a_module_that_a_wing_lacks_for_another_reason_is_no_absent_wing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ModuleNotFoundError("No module named 'scipy'", name="scipy")

    monkeypatch.setattr(wings, "import_module", broken)
    with pytest.raises(ModuleNotFoundError, match="scipy"):
        ports.lab()


@pytest.mark.parametrize(("wing", "protocol"), [("lab", LabPorts), ("scale", ScalePorts)])
def test_a_wing_has_what_the_core_asks_of_it_and_takes_what_it_is_given(wing: wings.WingName, protocol: type) -> None:
    given = wings.wing(wing)
    assert given is not None
    asked = {name for name in {*vars(protocol), *inspect.get_annotations(protocol)} if not name.startswith("_")}
    assert asked == set(given.PLACES)
    for name in sorted(asked - set(inspect.get_annotations(protocol))):
        wanted = list(inspect.signature(getattr(protocol, name)).parameters.values())[1:]  # without self
        takes = inspect.signature(getattr(given, name)).parameters
        placed = [one for one in takes.values() if one.kind is not one.KEYWORD_ONLY]
        for at, parameter in enumerate(wanted):
            if parameter.kind is parameter.KEYWORD_ONLY:
                assert parameter.name in takes, f"{name}: {parameter.name}"
            else:
                assert placed[at].name == parameter.name, f"{name}: {parameter.name}"
        known = {parameter.name for parameter in wanted}
        rest = [one.name for one in takes.values() if one.default is one.empty and one.name not in known]
        assert rest == [], f"{name} needs {rest}"


STORY = """
import importlib, pkgutil, random, sys
from pathlib import Path

HIDDEN = "ckmcore." + sys.argv[1]

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name == HIDDEN or name.startswith(HIDDEN + "."):
            raise ModuleNotFoundError("not installed: " + name, name=HIDDEN)

sys.meta_path.insert(0, Absent())
import ckmcore as ckm
from ckmcore.base.wings import WINGS
from ckmcore.cli import main

for module in pkgutil.walk_packages(ckm.__path__, "ckmcore.", onerror=lambda name: None):
    wing = module.name.split(".")[1]
    if wing not in WINGS and not module.name.endswith("__main__"):
        importlib.import_module(module.name)
assert not [name for name in sys.modules if name.startswith(HIDDEN)]

folder = Path(sys.argv[2])
(folder / "p.csv").write_text("area,sex,rkey\\n" + "".join(
    f"{'01' if at % 3 else '02'},{'mf'[at % 2]},0.{key:09}\\n"
    for at, key in enumerate(random.Random(1).sample(range(10**9), 400))
))
method = ckm.CellKeyMethod(ckm.shuffle(ckm.design_ptable(D=2, V=1.0), seed=3))
with ckm.create_statistic(folder / "s.ckm", "Persons", person="Anna", four_eyes=False) as work:
    work.add_period("2025", "2025-12-31")
    work.add_records(folder / "p.csv", ["area", "sex"], record_key="rkey")
    work.put_in_force(method, ckm.Decision(body="Board", reference="1", second_person="Max", remark="why"))
    work.save_table("1.1", ckm.TableSpec("area", "sex"))
    number = work.submit("1.1", forms=["csv", "xlsx"])
    work.approve(number, person="Bert")
    work.write(number, folder / "released")
    assert work.releases[-1].was_released
assert main(["verify", str(folder / "s.ckm")]) in (0, 8)
assert main(["run", str(folder / "s.ckm"), "-o", str(folder / "drafts")]) == 0
print("told", sorted(path.suffix for path in (folder / "released").iterdir()))
for command in {"lab": "evaluate", "rivals": "audit", "scale": "cube"}[sys.argv[1]],:
    assert main([command, str(folder / "s.ckm")]) == 1
"""


@pytest.mark.parametrize("wing", wings.WINGS)
def test_without_a_wing_the_core_is_imported_and_a_table_goes_its_whole_way(
    wing: wings.WingName, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STORY, wing, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "told ['.csv', '.xlsx']" in done.stdout
    assert wings.wing_title(wing).text("en") in done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("wing", wings.WINGS)
@pytest.mark.parametrize("folder", ["tests/ckmcore", "tests/ckmdesk"])
def test_without_a_wing_all_tests_hold_that_do_not_ask_for_it(wing: wings.WingName, folder: str) -> None:
    if folder == "tests/ckmdesk":
        pytest.importorskip("PySide6")
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--without", wing, folder]
    few = {**os.environ, "CKM_FEW_EXAMPLES": "1"}
    done = subprocess.run(command, cwd=ROOT, env=few, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
