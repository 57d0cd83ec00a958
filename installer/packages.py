"""The installers of a bundle: `python installer/packages.py dist/ckmdesk dist`, each where its tool is.

A Debian package by dpkg-deb; on Windows a set-up program by NSIS (makensis). What cannot be made here is said.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "installer")]

import debian  # noqa: E402
import icons  # noqa: E402

from ckmcore.base.version import VERSION  # noqa: E402

NSIS = ROOT / "installer" / "windows" / "ckmdesk.nsi"


def windows_installer(bundle: Path, made: Path, version: str) -> None:
    """Makes the set-up program; raises subprocess.CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        icon = Path(folder) / "ckmdesk.ico"
        icon.write_bytes(icons.ico())
        given = {"VERSION": version, "BUNDLE": str(bundle), "ICON": str(icon), "OUTPUT": str(made)}
        defined = [f"-D{name}={value}" for name, value in given.items()]
        subprocess.run(["makensis", "-V2", *defined, str(NSIS)], check=True)


def main(bundle: Path, folder: Path) -> int:
    try:
        if (bundle / "ckmdesk").is_file() and shutil.which("dpkg-deb"):
            made = debian.build(bundle, folder, VERSION)
            print(f"{made.name}: {made.stat().st_size / 1e6:.0f} MB")
        else:
            print("no Debian package: it is made from a bundle of Linux, where dpkg-deb is")
        if (bundle / "ckmdesk.exe").is_file() and shutil.which("makensis"):
            made = folder / f"ckmdesk-{VERSION}-setup.exe"
            windows_installer(bundle, made, VERSION)
            print(f"{made.name}: {made.stat().st_size / 1e6:.0f} MB")
        else:
            print("no Windows installer: it is made from a bundle of Windows, where makensis is")
    except (OSError, subprocess.CalledProcessError) as fault:
        print(f"FAILED: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
