"""dev.py on machines that this one is not: bare, without rights, without a screen, with half an environment."""

from __future__ import annotations

import os
import string
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

import dev

ROOT = Path(dev.__file__).parent
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="asks for system packages on Linux only")


class Recorder:
    """Stands for subprocess.call and check_call: notes each command and answers with a code."""

    def __init__(self, code: int = 0) -> None:
        self.commands: list[list[str]] = []
        self.environments: list[dict[str, str]] = []
        self.code = code

    def __call__(self, command: list[str], env: dict[str, str] | None = None, **_: object) -> int:
        self.commands.append(command)
        self.environments.append(env or {})
        return self.code


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "german", lambda: False)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    monkeypatch.setattr(subprocess, "call", recorder)
    monkeypatch.setattr(subprocess, "check_call", recorder)
    return recorder


@pytest.fixture
def bare_debian(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "present", lambda thing: False)
    monkeypatch.setattr(dev, "has_ensurepip", lambda: False)
    monkeypatch.setattr(dev.shutil, "which", lambda name: "/usr/bin/" + name)


@pytest.mark.parametrize(
    ("version", "good"),
    [((3, 10), False), ((3, 11), True), ((3, 12), True), ((3, 13), True), ((3, 14), True), ((3, 15), False)],
)
def test_python_outside_3_11_to_3_14_is_refused(version: tuple[int, int], good: bool) -> None:
    assert dev.supported(version) is good


@pytest.mark.usefixtures("english")
def test_an_old_python_gets_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(dev, "supported", lambda version: False)
    assert dev.main(["test"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [f"ckmdesk needs Python 3.11 to 3.14, not {sys.version.split()[0]}."]


def test_an_unknown_command_gets_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["fly"]) == 1
    assert "python3 dev.py run" in capsys.readouterr().err


def test_every_sentence_has_the_same_fields_in_both_languages() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert [code for code, (english, german) in dev.SENTENCES.items() if fields(english) != fields(german)] == []


@pytest.mark.parametrize(
    ("variables", "german"),
    [
        ({"LANG": "de_AT.UTF-8"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({}, False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_DE.UTF-8"}, True),
    ],
)
@on_linux
def test_the_language_is_the_systems(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], german: bool) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert dev.german() is german


@on_linux
@pytest.mark.usefixtures("english", "bare_debian")
def test_without_rights_the_line_is_printed_and_nothing_runs(
    monkeypatch: pytest.MonkeyPatch, calls: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert dev.main(["test"]) == 1
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith("apt-get update && apt-get install -y --no-install-recommends python3-venv libglib2.0-0 ")
    assert {"libegl1", "libxcb-cursor0", "xvfb", "xdotool", "imagemagick", "at-spi2-core", "fonts-noto-core"} <= set(
        line.split()
    )
    assert calls.commands == []


@on_linux
@pytest.mark.usefixtures("bare_debian")
def test_root_on_debian_installs_everything_in_one_call(monkeypatch: pytest.MonkeyPatch, calls: Recorder) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    answers = iter([["python3-venv", "libegl1"], []])
    monkeypatch.setattr(dev, "lacking", lambda wanted: next(answers))
    dev.prepare_system("test")
    assert len(calls.commands) == 1
    assert calls.commands[0][-1].endswith(" ".join(dev.needs("test")))
    assert " python3-venv " in calls.commands[0][-1]


@on_linux
@pytest.mark.usefixtures("bare_debian")
def test_the_programs_of_a_server_are_installed_for_root_and_no_server_is_made(
    monkeypatch: pytest.MonkeyPatch, calls: Recorder, tmp_path: Path
) -> None:
    settings = tmp_path / "new" / "createcluster.conf"
    monkeypatch.setattr(dev, "SERVER_SETTINGS", settings)
    monkeypatch.setattr(dev, "SERVER_PROGRAMS", tmp_path / "postgresql")
    monkeypatch.setattr(dev.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    dev.prepare_server()
    assert calls.commands == []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    dev.prepare_server()
    assert settings.read_text(encoding="utf-8") == "create_main_cluster = false\n"
    assert calls.commands[0][-1].endswith(" postgresql")
    (tmp_path / "postgresql" / "17" / "bin" / "initdb").mkdir(parents=True)
    dev.prepare_server()
    assert len(calls.commands) == 1


@on_linux
@pytest.mark.usefixtures("bare_debian", "english")
def test_what_thorough_tests_need_is_installed_for_root_and_else_said(
    monkeypatch: pytest.MonkeyPatch, calls: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "present", lambda thing: thing == "soffice")
    monkeypatch.setattr(dev.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    dev.prepare_thorough()
    assert calls.commands == []
    said = "Thorough tests that need this are skipped: chromium, fonts-crosextra-carlito"
    assert capsys.readouterr().out.splitlines() == [said]
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    dev.prepare_thorough()
    (command,) = calls.commands
    assert command[-1].endswith("install -y --no-install-recommends chromium fonts-crosextra-carlito")
    assert capsys.readouterr().out.splitlines()[-1] == said  # the call did not help


@on_linux
@pytest.mark.usefixtures("bare_debian", "calls")
def test_an_installation_that_did_not_help_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(dev.Stop, match="libegl1"):
        dev.prepare_system("run")


@on_linux
@pytest.mark.usefixtures("bare_debian")
def test_another_linux_is_told_the_names_of_the_libraries(monkeypatch: pytest.MonkeyPatch, calls: Recorder) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    with pytest.raises(dev.Stop, match=r"libEGL\.so\.1"):
        dev.prepare_system("run")
    assert calls.commands == []


@pytest.mark.usefixtures("bare_debian")
def test_windows_is_asked_for_nothing(monkeypatch: pytest.MonkeyPatch, calls: Recorder) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    dev.prepare_system("test")
    assert calls.commands == []


@on_linux
def test_libraries_programs_and_files_are_recognised() -> None:
    assert dev.present("libc.so.6")
    assert not dev.present("libnowhere.so.9")
    assert dev.present(sys.executable)
    assert not dev.present("/nowhere/at/all")
    assert not dev.present("no-such-program")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "LOCK", tmp_path / "requirements.lock")
    dev.LOCK.write_text("numpy==1 \\\n    --hash=sha256:0\nruff==2 \\\n    --hash=sha256:1\n    # via x\n")
    return tmp_path


def build(checkout: Path, monkeypatch: pytest.MonkeyPatch, code: int = 0) -> list[list[str]]:
    """Makes .venv, with the commands only noted; the noted `python -m venv` leaves its folder as the real one does."""
    noted: list[list[str]] = []

    def check_call(command: list[str]) -> None:
        noted.append(command)
        if "venv" in command:
            dev.site_packages(checkout / ".venv").mkdir(parents=True)
        elif code:
            raise subprocess.CalledProcessError(code, command)

    monkeypatch.setattr(subprocess, "check_call", check_call)
    dev.make_venv(".venv", dev.LOCK)
    return noted


def test_an_environment_is_built_once_and_holds_the_checkout(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, *installs = build(checkout, monkeypatch)
    halves = [
        Path(install[-1]).read_text(encoding="utf-8") for install in sorted(installs, key=lambda install: install[-1])
    ]
    assert [half.partition("==")[0] for half in halves] == ["numpy", "ruff"]
    assert "".join(halves) == dev.LOCK.read_text()
    for install in installs:
        assert {"--require-hashes", "--no-deps", "--only-binary", ":all:"} <= set(install)
    assert [path.read_text() for path in dev.site_packages(checkout / ".venv").glob("*.pth")] == [f"{checkout}\n"]
    assert build(checkout, monkeypatch) == []


def test_a_changed_lock_file_makes_the_environment_again(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(checkout, monkeypatch)
    dev.LOCK.write_text(dev.LOCK.read_text().replace("numpy==1", "numpy==2"))
    assert len(build(checkout, monkeypatch)) == 3


def test_half_an_environment_has_no_stamp_and_is_made_again(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(dev.Stop):
        build(checkout, monkeypatch, code=1)
    assert not (checkout / ".venv" / dev.STAMP).exists()
    (checkout / ".venv" / "left over").touch()
    assert len(build(checkout, monkeypatch)) == 3
    assert not (checkout / ".venv" / "left over").exists()


def test_the_engines_environment_has_the_files_of_the_desks_without_its_own_packages(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(checkout, monkeypatch)
    desk = dev.site_packages(checkout / ".venv")
    for name, package in (("numpy", "numpy"), ("pytest_qt", "pytestqt"), ("ruff", "ruff")):
        for file in (desk / package / "__init__.py", desk / f"{name}-1.dist-info" / "RECORD"):
            file.parent.mkdir()
            file.write_text(f"{package}/__init__.py,,\n{name}-1.dist-info/RECORD,,\n")
    (desk / "numpy" / "__pycache__").mkdir()
    (desk / "numpy" / "__pycache__" / "compiled.pyc").touch()

    def venv(command: list[str]) -> None:
        dev.site_packages(Path(command[-1])).mkdir(parents=True)

    monkeypatch.setattr(subprocess, "check_call", venv)
    made = dev.make_engine_venv(checkout / ".venv")
    packages = dev.site_packages(made)
    found = {path.relative_to(packages).as_posix() for path in packages.rglob("*") if path.is_file()}
    assert found == {"ckmdesk-checkout.pth", "numpy/__init__.py", "numpy-1.dist-info/RECORD"}
    assert not (packages / "pytestqt").exists()  # Python would take an empty folder for the package
    monkeypatch.setattr(subprocess, "check_call", lambda command: pytest.fail("made twice"))
    assert dev.make_engine_venv(checkout / ".venv") == made


def test_the_engines_lock_is_the_same_file_without_the_desk_and_the_linters() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    wanted = project["project"]["dependencies"] + groups["test"]
    unwanted = project["project"]["optional-dependencies"]["desk"] + groups["test-desk"] + groups["lint"]

    def names(listed: list[str]) -> set[str]:
        return {entry.partition("==")[0].lower() for entry in listed}

    kept = names([line for line in dev.without(text, dev.NOT_FOR_THE_ENGINE).splitlines() if line[:1].isalnum()])
    assert names(wanted) <= kept
    assert not names(unwanted + groups["bundle"] + groups["docs"]) & kept


def test_nothing_that_the_engines_environment_keeps_needs_what_it_leaves_out() -> None:
    missed: list[str] = []
    name = ""
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines():
        if line[:1].isalnum():
            name = line.partition("==")[0]
        elif "# via " in line and name in dev.NOT_FOR_THE_ENGINE:
            users = {user.strip() for user in line.partition("# via ")[2].split(",")}
            missed += [f"{user} needs {name}" for user in users - dev.NOT_FOR_THE_ENGINE if "ckmdesk" not in user]
    assert missed == []


def test_without_a_screen_the_sample_goes_to_a_folder(monkeypatch: pytest.MonkeyPatch, calls: Recorder) -> None:
    monkeypatch.setattr(dev, "prepare_system", lambda command: None)
    monkeypatch.setattr(dev, "make_venv", Path)
    monkeypatch.setattr(dev, "build_translations", lambda venv: None)
    monkeypatch.setattr(dev, "has_screen", lambda: False)
    assert dev.main(["run"]) == 0
    assert calls.commands[0][1:] == ["-m", "ckmdesk", "--sample", "--offscreen-demo", str(ROOT / "sample-output")]
    assert calls.environments[0]["QT_QPA_PLATFORM"] == "offscreen"


def test_translations_are_built_beside_their_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    folder = tmp_path / "resources" / "translations"
    folder.mkdir(parents=True)
    (folder / "ckmdesk_de.ts").write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de_DE"><context>'
        "<name>Rail</name><message><source>Tables</source><translation>Tabellen</translation></message></context></TS>"
    )
    dev.build_translations(Path(sys.prefix))
    assert "Tabellen".encode("utf-16-be") in (folder / "ckmdesk_de.qm").read_bytes()
    (folder / "broken_de.ts").write_text("not a translation")
    with pytest.raises(dev.Stop, match=r"broken_de\.ts"):
        dev.build_translations(Path(sys.prefix))


def report(path: Path, **counts: int) -> Path:
    attributes = " ".join(f'{kind}="{number}"' for kind, number in counts.items())
    path.write_text(f"<testsuites><testsuite {attributes}/></testsuites>", encoding="utf-8")
    return path


def test_the_counts_of_a_run_come_from_its_report(tmp_path: Path) -> None:
    assert dev.count(report(tmp_path / "a.xml", tests=10, failures=1, errors=2, skipped=3)) == (4, 3, 3)


def test_a_run_without_a_report_counts_as_a_failure(tmp_path: Path) -> None:
    assert dev.count(tmp_path / "missing.xml") == (0, 1, 0)


@pytest.mark.usefixtures("english")
def test_the_summary_names_each_failed_step_and_ends_with_the_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def step(name: str, code: int, path: Path | None = None) -> dev.Step:
        return dev.Step(name, [sys.executable, "-c", f"raise SystemExit({code})"], path)

    first = report(tmp_path / "a.xml", tests=5, failures=0, errors=0, skipped=1)
    second = report(tmp_path / "b.xml", tests=7, failures=2, errors=0, skipped=0)
    runs = iter([[step("engine", 0, first)], [], [step("desk", 1, second)], [], [], [], []])
    monkeypatch.setattr(dev, "prepare_system", lambda command: None)
    monkeypatch.setattr(dev, "prepare_server", lambda: None)
    monkeypatch.setattr(dev, "make_venv", Path)
    monkeypatch.setattr(dev, "make_engine_venv", Path)
    monkeypatch.setattr(dev, "build_translations", lambda venv: None)
    monkeypatch.setattr(dev, "lint_steps", lambda venv: [step("ruff", 1), step("mypy", 0)])
    monkeypatch.setattr(dev, "pytest_step", lambda *_: next(runs))
    assert dev.main(["test"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == ["Failed steps: ruff; desk", "tests: 9 passed, 2 failed, 1 skipped"]


@pytest.mark.thorough
@pytest.mark.usefixtures("english")
def test_a_test_that_stands_for_ever_ends_its_part_and_says_where(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import threading\ndef test_it():\n    threading.Event().wait()\n")
    options = [option.replace("=300", "=0.5") for option in dev.ENDS]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), *options, "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode != 0
    assert "line 3 in test_it" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such folder")
def test_what_tests_write_lies_in_memory_where_that_has_room_and_programs_may_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "MEMORY", tmp_path)
    monkeypatch.setattr(dev, "LEAST_MEMORY", 1)
    assert dev.memory() == tmp_path
    found = os.statvfs(tmp_path)
    monkeypatch.setattr(dev, "LEAST_MEMORY", found.f_blocks * found.f_frsize + 1)
    assert dev.memory() is None
    monkeypatch.setattr(dev, "LEAST_MEMORY", 1)
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_bavail=9, f_frsize=9, f_flag=os.ST_NOEXEC))
    assert dev.memory() is None
    monkeypatch.undo()
    monkeypatch.setattr(dev, "MEMORY", tmp_path / "none")
    assert dev.memory() is None


def test_only_known_options_reach_the_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["test", "--fast"]) == 1
    assert capsys.readouterr().err.startswith("usage:")


def test_the_documentation_goes_to_build_and_asks_the_system_for_nothing(
    monkeypatch: pytest.MonkeyPatch, calls: Recorder
) -> None:
    monkeypatch.setattr(dev, "make_venv", Path)
    assert dev.needs("docs") == {}
    assert dev.main(["docs"]) == 0
    assert [command[1:] for command in calls.commands] == [[str(dev.DOCS), str(ROOT / "build" / "docs")]]
    assert dev.main(["docs", "elsewhere"]) == 1


@pytest.mark.usefixtures("english")
def test_no_bundle_without_its_specification(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "SPEC", checkout / "installer" / "ckmdesk.spec")
    with pytest.raises(dev.Stop, match=r"installer/ckmdesk\.spec does not exist"):
        dev.bundle([])


@pytest.mark.usefixtures("calls")
def test_a_url_in_the_new_lock_file_is_refused(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: name)
    assert dev.lock([]) == 0
    dev.LOCK.write_text(dev.LOCK.read_text() + "--index-url https://index.example\n")
    with pytest.raises(dev.Stop, match="6"):
        dev.lock([])


def test_every_test_of_the_engine_is_in_one_part() -> None:
    parts = [Path(dev.ROOT / path) for _, paths in dev.engine_tests() for path in paths]
    found = [file for part in parts for file in ([part] if part.is_file() else sorted(part.rglob("test_*.py")))]
    wanted = {
        file
        for name in ("ckmcore", "figures", "foreign", "reference")
        for file in (dev.ROOT / "tests" / name).rglob("test_*.py")
    }
    assert sorted(found) == sorted(wanted)


def test_every_test_of_the_desk_is_in_one_part() -> None:
    parts = [Path(dev.ROOT / path) for _, paths in dev.desk_tests() for path in paths]
    found = [file for part in parts for file in ([part] if part.is_file() else sorted(part.rglob("test_*.py")))]
    wanted = {file for name in ("ckmdesk", "journeys") for file in (dev.ROOT / "tests" / name).rglob("test_*.py")}
    assert sorted(found) == sorted(wanted | set((dev.ROOT / "tests").glob("test_*.py")))
