"""One command for whoever works on ckmdesk: python3 dev.py run | test | bench | docs | bundle | wheelhouse | lock |
windows.

Needs nothing but Python's standard library. It looks for what the system lacks, builds the environments from the
hashed lock file, and starts the rest in them. Nothing is downloaded that the lock file does not name with its hash.
"""

from __future__ import annotations

import csv
import ctypes
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements.lock"
PEERS_LOCK = ROOT / "benchmarks" / "requirements.lock"
INSTALLER = ROOT / "installer"
SPEC = INSTALLER / "ckmdesk.spec"
DOCS = ROOT / "docs" / "make.py"
STAMP = "ckmdesk-stamp"

# What the engine's environment leaves out: the window, the bundler, the linters and what makes the documentation, each
# with what only they need.
NOT_FOR_THE_ENGINE = frozenset((
    "pyside6-essentials", "shiboken6", "pypdfium2", "pyqtgraph", "qtawesome", "qtpy", "pytest-qt", "jeepney",
    "pyinstaller", "pyinstaller-hooks-contrib", "altgraph", "macholib", "pefile", "pywin32-ctypes", "setuptools",
    "ruff", "mypy", "mypy-extensions", "ast-serialize", "librt", "pathspec",
    "import-linter", "grimp", "click", "rich", "markdown-it-py", "mdurl",
    "pandas-stubs", "scipy-stubs", "optype", "numpy-typing-compat",
    "pdoc", "jinja2", "markupsafe", "markdown2", "altair",
))  # fmt: skip

# Debian's package -> what shows that it is there: a shared library, a program or a file.
OFFSCREEN = {
    "libglib2.0-0": "libglib-2.0.so.0", "libgl1": "libGL.so.1", "libegl1": "libEGL.so.1",
    "libxkbcommon0": "libxkbcommon.so.0", "libdbus-1-3": "libdbus-1.so.3", "libfontconfig1": "libfontconfig.so.1",
}  # fmt: skip
XCB = {
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0", "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4", "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-shape0": "libxcb-shape.so.0",
}  # fmt: skip
# They look at the files that tests write.
READERS = {"qpdf": "qpdf", "poppler-utils": "pdftotext"}
FONTS = {"fonts-noto-core": "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"}
JOURNEYS = {
    "xvfb": "Xvfb", "xdotool": "xdotool", "imagemagick": "import",
    # The buses on which journeys listen as a screen reader does.
    "dbus-daemon": "dbus-daemon", "at-spi2-core": "/usr/libexec/at-spi-bus-launcher",
}  # fmt: skip
# Other programs by which thorough tests look at files, and the font that one of them needs. Without root nothing is
# installed, and what is missing is said; tests that need it are skipped by name. Debian has no package of axe-core.
THOROUGH = {
    "chromium": "chromium", "libreoffice-calc": "soffice",
    "fonts-crosextra-carlito": "/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf",
}  # fmt: skip
# faketime and strace are for the smoke test, as the screen and its mouse are.
# The server that tests of databases start for themselves; without it they are skipped by name.
SERVER, SERVER_PROGRAMS = "postgresql", Path("/usr/lib/postgresql")  # of the version that Debian has
SERVER_SETTINGS = Path("/etc/postgresql-common/createcluster.conf")
BUNDLER = {"binutils": "objdump", "faketime": "faketime", "strace": "strace"}

# A test that stands for ever ends its part of the run and says where it stood.
ENDS = ("-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true")

# Files are on the disk before they are said to be saved: 3 ms each, thousands of times. In memory that takes no time.
# What tests write takes 200 MB; a memory that is small, or from which no program may be started, is left alone.
MEMORY, LEAST_MEMORY = Path("/dev/shm"), 2 << 30  # noqa: S108 - a folder of its own is made there

SENTENCES = {  # English, German
    "usage": (
        "usage: python3 dev.py run [ARGUMENTS] | test [--thorough] [-- PYTEST ARGUMENTS] | bench"
        " | docs | bundle [--sign COMMAND] | wheelhouse | lock | windows [STAGE]...",
        "Aufruf: python3 dev.py run [ARGUMENTE] | test [--thorough] [-- PYTEST-ARGUMENTE] | bench"
        " | docs | bundle [--sign BEFEHL] | wheelhouse | lock | windows [STUFE]...",
    ),
    "python": ("ckmdesk needs Python 3.11 to 3.14, not {now}.", "ckmdesk braucht Python 3.11 bis 3.14, nicht {now}."),
    "install": ("Installing what the system lacks: {missing}", "Es fehlt im System und wird installiert: {missing}"),
    "lacks": ("The system lacks {missing}. As root:\n{line}", "Im System fehlt {missing}. Als root:\n{line}"),
    "not debian": ("Please install in the system: {missing}.", "Bitte im System installieren: {missing}."),
    "skipped": (
        "Thorough tests that need this are skipped: {missing}",
        "Gründliche Tests, die das brauchen, werden ausgelassen: {missing}",
    ),
    "build": ("Building {folder} from {lock} (once, minutes)", "{folder} entsteht aus {lock} (einmalig, Minuten)"),
    "build failed": ("{folder} could not be built: {reason}", "{folder} ließ sich nicht aufbauen: {reason}"),
    "translation failed": ("{file} could not be translated: {reason}", "{file} ließ sich nicht übersetzen: {reason}"),
    "no screen": (
        "There is no screen here: the sample table and a picture of the window go to {folder}.",
        "Hier gibt es keinen Bildschirm: Beispieltabelle und ein Bild des Fensters kommen nach {folder}.",
    ),
    "no file": ("{file} does not exist.", "{file} gibt es nicht."),
    "no uv": ("The lock file is remade by uv, which is not on the PATH.", "Die Lock-Datei macht uv; es fehlt im PATH."),
    "lock url": ("{lock} holds a URL in line {line}.", "{lock} enthält eine URL in Zeile {line}."),
    "passed": ("{name}: passed ({seconds:.1f} s)", "{name}: bestanden ({seconds:.1f} s)"),
    "failed": ("{name}: FAILED ({seconds:.1f} s)", "{name}: FEHLGESCHLAGEN ({seconds:.1f} s)"),
    "all passed": ("All steps passed.", "Alle Schritte bestanden."),
    "some failed": ("Failed steps: {names}", "Fehlgeschlagene Schritte: {names}"),
}


class Stop(Exception):
    """Ends the program with a sentence for the person at the keyboard."""


def german() -> bool:
    if sys.platform == "win32":
        return bool(ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == 0x07)
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return spoken.lower().startswith("de")


def sentence(code: str, **fields: object) -> str:
    return SENTENCES[code][german()].format(**fields)


def say(code: str, **fields: object) -> None:
    print(sentence(code, **fields), flush=True)


# The system
def supported(version: tuple[int, int]) -> bool:
    return (3, 11) <= version <= (3, 14)


def has_screen() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def present(thing: str) -> bool:
    """Whether a shared library, a file or a program is there; which of them it is shows in its name."""
    if ".so." in thing:
        try:
            ctypes.CDLL(thing)
        except OSError:
            return False
        return True
    return Path(thing).exists() if thing.startswith("/") else shutil.which(thing) is not None


def has_ensurepip() -> bool:
    # Debian's python3 comes without it; `python3 -m venv` would then fail and leave half a folder behind.
    importlib.invalidate_caches()
    return importlib.util.find_spec("ensurepip") is not None


def needs(command: str) -> dict[str, str]:
    """The system packages that a command wants, each with what shows that it is there."""
    if command == "test":
        return {**OFFSCREEN, **XCB, **JOURNEYS, **READERS, **FONTS}
    if command == "bundle":
        return {**OFFSCREEN, **XCB, **JOURNEYS, **FONTS, **BUNDLER}
    if command == "docs":
        return {}
    if command == "run" and os.environ.get("DISPLAY"):
        return {**OFFSCREEN, **XCB}
    if command == "run" and not has_screen():
        return {**OFFSCREEN, **FONTS}
    return OFFSCREEN


def lacking(wanted: dict[str, str]) -> list[str]:
    return ([] if has_ensurepip() else ["python3-venv"]) + [name for name in wanted if not present(wanted[name])]


def prepare_system(command: str) -> None:
    if sys.platform != "linux":
        return
    wanted = needs(command)
    if not (missing := lacking(wanted)):
        return
    if shutil.which("apt-get") is None:
        things = [wanted.get(name, "python3 ensurepip") for name in missing]
        raise Stop(sentence("not debian", missing=", ".join(things)))
    packages = (["python3-venv"] if "python3-venv" in missing else []) + list(wanted)
    line = "apt-get update && apt-get install -y --no-install-recommends " + " ".join(packages)
    if os.geteuid() != 0:
        raise Stop(sentence("lacks", missing=", ".join(missing), line=line))
    say("install", missing=", ".join(missing))
    subprocess.call(["/bin/sh", "-c", "export DEBIAN_FRONTEND=noninteractive; " + line], stdin=subprocess.DEVNULL)
    if missing := lacking(wanted):
        raise Stop(sentence("lacks", missing=", ".join(missing), line=line))


def prepare_server() -> None:
    """PostgreSQL's programs where root may install them, and no server that runs: tests start their own."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    if any(SERVER_PROGRAMS.glob("*/bin/initdb")):
        return
    say("install", missing=SERVER)
    SERVER_SETTINGS.parent.mkdir(parents=True, exist_ok=True)
    if not SERVER_SETTINGS.exists():
        SERVER_SETTINGS.write_text("create_main_cluster = false\n", encoding="utf-8")
    line = "apt-get update; apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confold " + SERVER
    subprocess.call(["/bin/sh", "-c", "export DEBIAN_FRONTEND=noninteractive; " + line], stdin=subprocess.DEVNULL)


def prepare_thorough() -> None:
    """Install the programs of thorough tests where root may, and say what is missing otherwise."""
    if sys.platform != "linux":
        return
    missing = [name for name in THOROUGH if not present(THOROUGH[name])]
    if missing and os.geteuid() == 0 and shutil.which("apt-get") is not None:
        say("install", missing=", ".join(missing))
        line = "apt-get update; apt-get install -y --no-install-recommends " + " ".join(missing)
        subprocess.call(["/bin/sh", "-c", "export DEBIAN_FRONTEND=noninteractive; " + line], stdin=subprocess.DEVNULL)
        missing = [name for name in missing if not present(THOROUGH[name])]
    if missing:
        say("skipped", missing=", ".join(missing))


# The environments
def venv_program(folder: Path, name: str) -> Path:
    return folder / "Scripts" / (name + ".exe") if sys.platform == "win32" else folder / "bin" / name


def site_packages(folder: Path) -> Path:
    if sys.platform == "win32":
        return folder / "Lib" / "site-packages"
    return folder / "lib" / "python{}.{}".format(*sys.version_info[:2]) / "site-packages"


def packages_of(lock: str) -> list[str]:
    """Each package of a lock file: its line and the indented lines that follow."""
    return [part for part in re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE) if part[:1].isalnum()]


def without(lock: str, names: frozenset[str]) -> str:
    """The lock file without these packages."""
    return "".join(package for package in packages_of(lock) if package.partition("==")[0].lower() not in names)


def stamp(folder: Path, requirements: str) -> str:
    """What an environment was made from. Its own place counts too: an environment cannot be moved."""
    parts = [requirements, sys.version, str(folder)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest() + "\n"


def is_good(folder: Path, requirements: str) -> bool:
    try:
        return (folder / STAMP).read_text(encoding="utf-8") == stamp(folder, requirements)
    except OSError:
        return False


def finish_venv(folder: Path, requirements: str) -> None:
    """Puts the checkout on the environment's path; the stamp comes last, so that half an environment has none."""
    (site_packages(folder) / "ckmdesk-checkout.pth").write_text(str(ROOT) + "\n", encoding="utf-8")
    (folder / STAMP).write_text(stamp(folder, requirements), encoding="utf-8")


def make_venv(name: str, lock: Path = LOCK) -> Path:
    """The environment of this name, built from the lock file where it is missing, half made or out of date."""
    requirements = lock.read_text(encoding="utf-8")
    return _made(ROOT / name, requirements, lock, lambda folder: _install(folder, requirements))


def make_engine_venv(desk: Path) -> Path:
    """The environment of the engine's tests: the desk's without the window, the bundler and the linters. Its files are
    the desk's: nothing is fetched and unpacked twice."""
    requirements = without(LOCK.read_text(encoding="utf-8"), NOT_FOR_THE_ENGINE)
    return _made(ROOT / ".venv-engine", requirements, LOCK, lambda folder: _link(desk, folder), "--without-pip")


def _made(folder: Path, requirements: str, lock: Path, fill: Callable[[Path], None], *options: str) -> Path:
    if is_good(folder, requirements):
        return folder
    say("build", folder=folder.name, lock=lock.relative_to(ROOT).as_posix())
    # Started from inside the environment that is about to be removed, Python's own program would go with it.
    outer = getattr(sys, "_base_executable", sys.executable)
    try:
        if folder.exists():
            shutil.rmtree(folder)
        subprocess.check_call([outer, "-m", "venv", *options, str(folder)])
        fill(folder)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Stop(sentence("build failed", folder=folder.name, reason=error)) from error
    finish_venv(folder, requirements)
    return folder


def _install(folder: Path, requirements: str) -> None:
    """Two runs of pip beside each other, each with every second package: unpacking keeps one processor busy."""
    # Python compiles what is imported: a third of what the packages hold, and all of it would take a minute.
    install = "-m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --no-compile"
    install += " --only-binary :all: -r"

    def half(number: int) -> None:
        part = folder / f"requirements-{number}.lock"
        part.write_text("".join(packages_of(requirements)[number::2]), encoding="utf-8")
        subprocess.check_call([str(venv_program(folder, "python")), *install.split(), str(part)])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(half, range(2)))


def _link(desk: Path, folder: Path) -> None:
    """Link what the desk's packages hold, but for those that are not the engine's."""
    packages, to = site_packages(desk), site_packages(folder)
    left_out = {packages / "ckmdesk-checkout.pth"}
    for record in packages.glob("*.dist-info/RECORD"):
        name = record.parent.name.partition("-")[0].lower().replace("_", "-")
        if name in NOT_FOR_THE_ENGINE:
            with record.open(encoding="utf-8", newline="") as lines:
                left_out |= {packages / line[0] for line in csv.reader(lines)}
    for path in packages.rglob("*"):
        if path.is_file() and path not in left_out and path.parent.name != "__pycache__":
            target = to / path.relative_to(packages)
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(path, target)
            except OSError:  # a file system without links
                shutil.copy2(path, target)


def build_translations(venv: Path) -> None:
    # The tool inside the package, not the script beside Python: that one is a wrapper, and named otherwise on Windows.
    lrelease = site_packages(venv) / "PySide6" / ("lrelease.exe" if sys.platform == "win32" else "lrelease")
    for source in sorted((ROOT / "resources" / "translations").glob("*.ts")):
        made = source.with_suffix(".qm")
        if made.exists() and made.stat().st_mtime >= source.stat().st_mtime:
            continue
        release = [str(lrelease), "-silent", str(source), "-qm", str(made)]
        done = subprocess.run(release, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Stop(sentence("translation failed", file=source.name, reason=done.stderr.strip()))


def start(venv: Path, arguments: Sequence[str], **variables: str) -> int:
    """Runs the environment's Python in the checkout and answers with its exit code."""
    command = [str(venv_program(venv, "python")), *arguments]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1", **variables})


# The commands
def run(arguments: Sequence[str]) -> int:
    prepare_system("run")
    venv = make_venv(".venv")
    build_translations(venv)
    if has_screen():
        return start(venv, ["-m", "ckmdesk", "--sample", *arguments])
    output = ROOT / "sample-output"
    say("no screen", folder=output.name)
    demo = ["-m", "ckmdesk", "--sample", "--offscreen-demo", str(output), *arguments]
    return start(venv, demo, QT_QPA_PLATFORM="offscreen")


class Step(NamedTuple):
    """One step of `test`; a step with a report is pytest's."""

    name: str
    command: list[str]
    report: Path | None = None


def existing(*names: str) -> list[str]:
    return [name for name in names if (ROOT / name).exists()]


def lint_steps(venv: Path) -> list[Step]:
    python = str(venv_program(venv, "python"))
    steps = [Step("ruff", [python, "-m", "ruff", "check", "."])]
    # import-linter reads both packages as a whole, and can name neither before it is one.
    if len(existing("ckmcore/__init__.py", "ckmdesk/__init__.py")) == 2:
        steps.append(Step("lint-imports", [str(venv_program(venv, "lint-imports")), "--no-logo"]))
    headless = [f"ckmdesk/{place}" for place in ("state", "commands", "lab/state", "lab/commands", "scale/state")]
    typed = existing("dev.py", "ckmcore", "ckmdesk/ports.py", *headless, "tests/consumer/tables.py")
    return [*steps, Step("mypy", [python, "-m", "mypy", "--strict", *typed])]


def pytest_step(name: str, venv: Path, paths: list[str], arguments: Sequence[str], reports: Path) -> list[Step]:
    if not paths:
        return []
    report = reports / (re.sub(r"\W+", "-", name) + ".xml")
    python = str(venv_program(venv, "python"))
    command = [python, "-m", "pytest", "-q", "-rfEs", "--junitxml", str(report), *paths, *arguments]
    return [Step(name, command, report)]


def engine_tests() -> list[tuple[str, list[str]]]:
    """The tests of the engine, which run without Qt, in parts that take about as long as one another."""
    rooms = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests/ckmcore").glob("[a-z]*"))]
    rooms = [one for one in rooms if (ROOT / one).is_dir() or Path(one).name.startswith("test_")]
    wings = [room for room in rooms if Path(room).name in ("lab", "rivals", "scale")]
    files = [room for room in rooms if Path(room).name in ("cli", "formats", "microdata")]
    return [
        ("tests of files and commands, without Qt", files),
        ("tests of the engine, without Qt", [room for room in rooms if room not in (*wings, *files)]),
        ("tests of its wings and figures", [*wings, *existing("tests/figures", "tests/foreign", "tests/reference")]),
    ]


def desk_tests() -> list[tuple[str, list[str]]]:
    """The tests of the desk in parts that take about as long as one another, for runs beside one another."""
    desk, wings = ROOT / "tests/ckmdesk", ("lab", "scale")
    of_pages = [desk / "pages", *(desk / wing / "pages" for wing in wings)]
    files = [path for folder in of_pages for path in folder.glob("test_*.py")]
    by_size = sorted(files, key=lambda path: path.stat().st_size)
    pages = [path.relative_to(ROOT).as_posix() for path in by_size]
    own = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("test_*.py"))
    parts = sorted(path for folder in (desk, *(desk / wing for wing in wings)) for path in folder.glob("[a-z]*"))
    parts = [path for path in parts if path not in (*of_pages, *(desk / wing for wing in wings))]
    others = [path.relative_to(ROOT).as_posix() for path in parts if path.is_dir() or path.name.startswith("test_")]
    return [
        ("journeys", existing("tests/journeys")),
        ("tests of the desk", own + others),
        ("tests of the pages", pages[::2]),
        ("tests of the other pages", pages[1::2]),
    ]


def count(report: Path) -> tuple[int, int, int]:
    """Passed, failed and skipped tests of one pytest run; a run that left no report counts as one failure."""
    try:
        suites = list(ElementTree.parse(report).getroot().iter("testsuite"))  # noqa: S314 - written by pytest just now
    except (OSError, ElementTree.ParseError):
        return 0, 1, 0
    total, failures, errors, skipped = (
        sum(int(suite.get(kind, "0")) for suite in suites) for kind in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    return max(total - failed - skipped, 0), failed, skipped


def memory() -> Path | None:
    """A folder in memory with room for what tests write; None where there is none."""
    if sys.platform == "win32":
        return None
    try:
        found = os.statvfs(MEMORY)
    except OSError:
        return None
    enough = found.f_bavail * found.f_frsize >= LEAST_MEMORY and not found.f_flag & os.ST_NOEXEC
    return MEMORY if enough and os.access(MEMORY, os.W_OK) else None


def run_steps(steps: Sequence[Step], selected: bool, around: Mapping[str, str]) -> list[str]:
    """Run the steps, three beside one another, with this in their environment; the names of those that failed."""
    # One more than there are processors on the smallest machines: journeys wait for a window half of their time. With
    # four it takes longer.
    with ThreadPoolExecutor(3) as pool:
        # The last one prints as it goes; the others are heard when they have ended.
        runs = [pool.submit(run_step, step, selected, around, aloud=step is steps[-1]) for step in steps]
        return [step.name for step, run in zip(steps, runs, strict=True) if not run.result()]


def run_step(step: Step, selected: bool, around: Mapping[str, str], *, aloud: bool = True) -> bool:
    print("== " + step.name, flush=True)
    # The same language, encoding and platform for everybody; Qt warns under a locale that is not UTF-8. What is
    # compiled is kept: tests start hundreds of processes, and each would compile the engine again. Threads of numpy's
    # BLAS wait for work by turning round, which costs the steps beside them a tenth of a processor. Memory in large
    # pages that are kept saves another tenth: a window is made of thousands of small parts, for every test anew. Small
    # pieces of it put together at once, not gathered and put together again and again, save a twentieth there.
    steady = {
        "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "",
        "OPENBLAS_NUM_THREADS": "1",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=1000000000:glibc.malloc.top_pad=16777216"
        ":glibc.malloc.mxfast=0",
    }  # fmt: skip
    began = time.monotonic()
    # Linters are heard only when they fail; pytest prints as it goes.
    heard = None if step.report and aloud else subprocess.PIPE
    done = subprocess.run(
        step.command,
        cwd=ROOT,
        env={**os.environ, **around, **steady},
        stdin=subprocess.DEVNULL,
        stdout=heard,
        check=False,
    )
    # Exit code 5: no test ran. That is right only where somebody selected tests of the other step.
    passed = done.returncode == 0 or (step.report is not None and done.returncode == 5 and selected)
    if done.stdout and (step.report or not passed):
        print(done.stdout.decode(errors="replace"), flush=True)
    say("passed" if passed else "failed", name=step.name, seconds=time.monotonic() - began)
    return passed


def test(arguments: Sequence[str]) -> int:
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options, selection = list(arguments[:end]), list(arguments[end + 1 :])
    if options not in ([], ["--thorough"]):
        raise Stop(sentence("usage"))
    prepare_system("test")
    prepare_server()
    if options:
        prepare_thorough()
    desk = make_venv(".venv")
    # Loops are compiled once, while there is else to do, and not by each step that comes to them first.
    python = str(venv_program(desk, "python"))
    compiling = subprocess.Popen([python, "-c", "from ckmcore.tabulate import kernel; kernel.load()"], cwd=ROOT)
    engine = make_engine_venv(desk)
    build_translations(desk)
    compiling.wait()
    # A short name: sockets of servers lie in it, and systems take 107 letters. Servers of other accounts pass through.
    with tempfile.TemporaryDirectory(prefix="c", dir=None if options else memory()) as folder:
        Path(folder).chmod(0o711)
        around = {} if options else {"TMPDIR": folder, "CKM_FEW_EXAMPLES": "1"}  # see tests/kit/examples.py
        further = [*(options or ENDS), *selection]
        steps = lint_steps(desk)
        journeys, *others = desk_tests()
        parts = [(desk, journeys), *((engine, one) for one in engine_tests()), *((desk, one) for one in others)]
        for venv, (name, paths) in parts:
            steps += pytest_step(name, venv, paths, further, Path(folder))
        failed = run_steps(steps, bool(selection), around)
        counts = [count(step.report) for step in steps if step.report]
    say("some failed" if failed else "all passed", names="; ".join(failed))
    passed, broken, skipped = (sum(one[kind] for one in counts) for kind in range(3))
    print(f"tests: {passed} passed, {broken} failed, {skipped} skipped")
    return 1 if failed else 0


def want(file: Path) -> None:
    if not file.exists():
        raise Stop(sentence("no file", file=file.relative_to(ROOT).as_posix()))


def bench(arguments: Sequence[str]) -> int:
    want(ROOT / "benchmarks" / "run.py")
    prepare_system("bench")
    venv = make_venv(".venv")
    if PEERS_LOCK.exists():
        make_venv(".venv-bench", PEERS_LOCK)
    build_translations(venv)
    return start(venv, ["-m", "benchmarks.run", *arguments])


def docs(arguments: Sequence[str]) -> int:
    if arguments:
        raise Stop(sentence("usage"))
    want(DOCS)
    prepare_system("docs")
    return start(make_venv(".venv"), [str(DOCS), str(ROOT / "build" / "docs")])


def bundle(arguments: Sequence[str]) -> int:
    want(SPEC)
    prepare_system("bundle")
    venv = make_venv(".venv")
    build_translations(venv)
    # PyInstaller writes file names as the locale says; the C locale would break German ones.
    # `--sign COMMAND`: an office's own code signature, see installer/parts.py.
    made = start(venv, ["-m", "PyInstaller", "--noconfirm", str(SPEC)], LANG="C.UTF-8")
    folder = ROOT / "dist" / "ckmdesk"
    steps = (
        [str(INSTALLER / "parts.py"), str(folder), str(ROOT / "build" / "ckmdesk"), *arguments],
        [str(INSTALLER / "smoke.py"), str(folder)],
        [str(INSTALLER / "growth.py"), str(folder)],
        [str(INSTALLER / "packages.py"), str(folder), str(ROOT / "dist")],
    )
    for step in steps:
        made = made or start(venv, step)
    return made


def wheelhouse(arguments: Sequence[str]) -> int:
    prepare_system("wheelhouse")
    venv = make_venv(".venv")
    build_translations(venv)
    return start(venv, [str(INSTALLER / "wheelhouse.py"), str(ROOT / "dist" / "wheelhouse"), *arguments])


def windows(arguments: Sequence[str]) -> int:
    """Windows' own programs of this checkout under Wine, see installer/wine/windows.py; no part of `test`."""
    if sys.platform != "linux":
        raise Stop(sentence("not debian", missing="wine64"))
    if not arguments or {"alike", "lock", "setup", "test"} & {*arguments}:
        prepare_system("run")
        build_translations(make_venv(".venv"))
    return subprocess.call([sys.executable, str(INSTALLER / "wine" / "windows.py"), *arguments], cwd=ROOT)


def lock(arguments: Sequence[str]) -> int:
    uv = shutil.which("uv")
    if uv is None:
        raise Stop(sentence("no uv"))
    how = (
        "pip compile pyproject.toml --extra desk --extra maps --extra duckdb --extra postgres "
        "--group test --group test-desk --group lint --group bundle --group docs "
        "--universal --python-version 3.11 --fork-strategy fewest --no-build --generate-hashes "
        "--no-header --annotation-style line --quiet -o requirements.lock"
    )
    # The client of Spark is a source package: no environment of ours holds it, the wheelhouse makes a wheel of it.
    spark = (
        "pip compile pyproject.toml --extra spark -c requirements.lock --universal --python-version 3.11 "
        "--fork-strategy fewest --generate-hashes --no-header --annotation-style line --quiet -o installer/spark.lock"
    )
    code = max(subprocess.call([uv, *one.split(), *arguments], cwd=ROOT) for one in (how, spark))
    for lock in (LOCK, INSTALLER / "spark.lock"):
        for number, line in enumerate(lock.read_text(encoding="utf-8").splitlines(), 1):
            if "://" in line:
                raise Stop(sentence("lock url", lock=lock.name, line=number))
    return code


COMMANDS = {
    "run": run, "test": test, "bench": bench, "docs": docs, "bundle": bundle, "wheelhouse": wheelhouse, "lock": lock,
    "windows": windows,
}  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    try:
        if not supported(sys.version_info[:2]):
            raise Stop(sentence("python", now=sys.version.split()[0]))
        if not arguments or arguments[0] not in COMMANDS:
            raise Stop(sentence("usage"))
        return COMMANDS[arguments[0]](arguments[1:])
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
