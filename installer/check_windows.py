"""The Windows set-up under Wine, silently: `python installer/check_windows.py`, where makensis, wine and Xvfb are.

The set-up is compiled with two small programs in the place of ours (a bundle of Windows is made on Windows), and
installed, upgraded, refused and removed in a Windows of Wine's that goes again: folders, registry, exit codes, and
that a user's files are left. Wine knows only administrators: what others may is not tried here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "installer")]

import packages  # noqa: E402

from ckmcore.base.version import VERSION  # noqa: E402

PATIENCE_SECONDS = 180
NEEDED = ("makensis", "wine", "Xvfb", "xvfb-run")
# A program that stays until it is ended, and shows nothing.
STAND_IN = """Unicode true
Name stand-in
OutFile "{file}"
SilentInstall silent
RequestExecutionLevel user
Section
FileOpen $0 "$EXEDIR\\runs" w
FileClose $0
Sleep 1000000
SectionEnd
"""
KEY = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\ckmdesk"
COMMAND = r"Software\Classes\ckmdesk.statistic\shell\open\command"


class Wrong(Exception):
    """What went otherwise than expected."""


class Windows:
    """A Windows of Wine's in a folder."""

    def __init__(self, folder: Path) -> None:
        self.drive = folder / "drive_c"
        kept = {name: os.environ[name] for name in ("PATH", "DISPLAY", "XAUTHORITY") if name in os.environ}
        self._environment = {
            **kept, "HOME": str(folder), "WINEPREFIX": str(folder), "USER": "clerk", "LANG": "C.UTF-8",
            "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml=",
        }  # fmt: skip
        self.run("wineboot", "--init")

    def run(self, *words: str) -> int:
        """A program's exit code."""
        program = self.start(*words)
        try:
            return program.wait(PATIENCE_SECONDS)
        finally:
            program.kill()

    def line(self, line: str) -> int:
        """The exit code of a line as an administrator writes it: /D and _?= take no quotes."""
        script = self.drive / "line.bat"
        script.write_text(f"@{line}\r\n@exit /b %errorlevel%\r\n", encoding="ascii", newline="")
        return self.run("cmd", "/c", r"C:\line.bat")

    def removed(self, place: Path) -> int:
        """The exit code of a removal that is waited for."""
        name = self.name(place)
        return self.line(rf'"{name}\uninstall.exe" /S _?={name}')

    def name(self, path: Path) -> str:
        """How Windows calls a path, of its own drive or of this machine's."""
        inside = path.is_relative_to(self.drive)
        return ("C:/" + str(path.relative_to(self.drive)) if inside else f"Z:{path}").replace("/", "\\")

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        # No pipes: Wine's own services, which stay, would keep them open.
        quiet = subprocess.DEVNULL
        return subprocess.Popen(["wine", *words], env=self._environment, stdin=quiet, stdout=quiet, stderr=quiet)

    def has_key(self, hive: str, key: str) -> bool:
        return self.run("reg", "query", rf"{hive}\{key}", "/reg:64") == 0

    def stop(self) -> None:
        subprocess.run(["wineserver", "-k"], env=self._environment, check=False)

    def own(self) -> Path:
        """The folder of the user that Wine made."""
        return next(one for one in (self.drive / "users").iterdir() if one.name != "Public")


def payload(folder: Path, *files: str) -> Path:
    """A folder that looks like a bundle of Windows."""
    (folder / "_internal").mkdir(parents=True)
    (folder / "licences" / "python").mkdir(parents=True)
    script = folder.parent / "stand-in.nsi"
    for name in ("ckmdesk.exe", "ckm.exe"):
        script.write_text(STAND_IN.format(file=folder / name), encoding="utf-8")
        subprocess.run(["makensis", "-V1", str(script)], check=True)
    for name in ("bom.cdx.json", "SHA256SUMS", "licences/python/LICENSE.txt", *files):
        (folder / name).write_text(name + "\n", encoding="utf-8")
    return folder


def expect(what: str, *, holds: bool) -> None:
    if not holds:
        raise Wrong(what)


def check_one_user(windows: Windows, first: Path, second: Path) -> None:
    """Installed without rights, upgraded, refused while it runs, removed."""
    place = windows.own() / "AppData/Local/Programs/ckmdesk"
    menu = windows.own() / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/ckmdesk"
    expect("/S /CurrentUser did not end with 0", holds=windows.run(str(first), "/S", "/CurrentUser") == 0)
    expect("the program is not where users have theirs", holds=(place / "_internal/old.dll").is_file())
    expect("no entry in the menu", holds=(menu / "ckmdesk.lnk").is_file())
    expect("no entry among the programs", holds=windows.has_key("HKCU", KEY))
    expect("no program for .ckm", holds=windows.has_key("HKCU", COMMAND))
    expect("something for all users", holds=not windows.has_key("HKLM", KEY))
    (place / "mine.ckm").write_bytes(b"a user's file")
    expect("the upgrade did not end with 0", holds=windows.run(str(second), "/S", "/CurrentUser") == 0)
    found = sorted(one.name for one in (place / "_internal").iterdir())
    expect("the upgrade left or lost files: " + ", ".join(found), holds=found == ["new.dll"])
    print("one user: installed, upgraded")
    running = windows.start(str(place / "ckm.exe"))
    try:
        for _ in range(1000):
            if (place / "runs").exists():
                break
            time.sleep(0.02)
        before = (place / "_internal/new.dll").stat().st_mtime_ns
        expect("a program that runs is not seen", holds=windows.run(str(second), "/S", "/CurrentUser") == 2)
        expect("a program that runs was replaced", holds=(place / "_internal/new.dll").stat().st_mtime_ns == before)
        expect("a program that runs was removed", holds=windows.removed(place) == 2 and (place / "ckm.exe").is_file())
    finally:
        running.kill()
        running.wait()
        windows.run("taskkill", "/f", "/im", "ckm.exe")
    print("one user: refused with 2 while it runs")
    expect("the removal did not end with 0", holds=windows.removed(place) == 0)
    left = sorted(one.name for one in place.iterdir())
    # Waited for, it cannot remove its own file.
    expect("the removal left: " + ", ".join(left), holds=left == ["mine.ckm", "runs", "uninstall.exe"])
    gone = not windows.has_key("HKCU", KEY) and not windows.has_key("HKCU", COMMAND) and not menu.exists()
    expect("the removal left its entries", holds=gone)
    print("one user: removed, a user's file is left")


def check_all_users(windows: Windows, setup: Path) -> None:
    place, policy = windows.drive / "Program Files/ckmdesk", windows.drive / "ProgramData/ckmdesk"
    expect("/S /AllUsers did not end with 0", holds=windows.run(str(setup), "/S", "/AllUsers") == 0)
    expect("the program is not in Program Files", holds=(place / "ckmdesk.exe").is_file())
    expect("no entry among the programs of 64 bits", holds=windows.has_key("HKLM", KEY))
    expect("no folder for the policy", holds=policy.is_dir())
    (policy / "policy.json").write_text("{}", encoding="utf-8")
    expect("the removal did not end with 0", holds=windows.removed(place) == 0)
    expect("the removal left the program", holds=[one.name for one in place.iterdir()] == ["uninstall.exe"])
    expect("the removal left its entry", holds=not windows.has_key("HKLM", KEY))
    expect("the removal took the policy along", holds=(policy / "policy.json").is_file())
    print("all users: installed, removed, the policy is left")


def check_folder(windows: Windows, setup: Path) -> None:
    call = f'"{windows.name(setup)}" /S /CurrentUser /D='
    expect("/D did not end with 0", holds=windows.line(call + r"C:\own place\ckmdesk") == 0)
    expect("/D was not followed", holds=(windows.drive / "own place/ckmdesk/ckmdesk.exe").is_file())
    # A file where a folder should be: as where something may not be written.
    (windows.drive / "taken").mkdir()
    (windows.drive / "taken/_internal").write_bytes(b"")
    code = windows.line(call + r"C:\taken")
    expect(f"what cannot be written ended with {code}", holds=code == 2)
    print("a folder of one's own: followed; what cannot be written: 2")


def main() -> int:
    lacking = [name for name in NEEDED if shutil.which(name) is None]
    if lacking:
        print("not tried: it takes " + ", ".join(lacking), file=sys.stderr)
        return 2
    if "DISPLAY" not in os.environ:
        return subprocess.call(["xvfb-run", "-a", sys.executable, __file__])
    with tempfile.TemporaryDirectory() as folder:
        try:
            first, second = Path(folder, "first-setup.exe"), Path(folder, "second-setup.exe")
            packages.windows_installer(payload(Path(folder, "old"), "_internal/old.dll"), first, VERSION)
            packages.windows_installer(payload(Path(folder, "new"), "_internal/new.dll"), second, VERSION)
            windows = Windows(Path(folder, "windows"))
            try:
                check_one_user(windows, first, second)
                check_all_users(windows, second)
                check_folder(windows, second)
            finally:
                windows.stop()
        except (Wrong, OSError, subprocess.SubprocessError) as wrong:
            print(f"FAILED: {wrong}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
