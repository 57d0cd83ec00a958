"""The Debian package in a bare system: `python installer/check_debian.py dist/ckmdesk_<version>_amd64.deb [ROOT]`.

As root, where debootstrap is. A minimal Debian 12 is made from this machine's own package source (in ROOT, and kept
there, or in a folder that goes again); the package is installed with what it depends on, used, and removed. What it
must leave is a user's file, what it must take along everything else. Takes some minutes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RELEASE = "bookworm"
APT = Path("/etc/apt")
HOME = "/srv/clerk"
PROGRAM = "QT_QPA_PLATFORM=offscreen LANG=C.UTF-8 HOME=" + HOME
TABLE_FILES = {"sample-table.xlsx", "sample-table.csv", "screenshot.png"}


class Wrong(Exception):
    """What went otherwise than expected."""


def source() -> str:
    """Where this machine has its Debian packages from."""
    for file in (*sorted((APT / "sources.list.d").glob("*")), APT / "sources.list"):
        if file.is_file():
            for line in file.read_text(encoding="utf-8").splitlines():
                match = re.match(r"(?:URIs:\s*|deb\s+(?:\[[^]]*\]\s+)?)(\S+)", line)
                if match:
                    return match.group(1)
    raise Wrong("this machine has no source of Debian packages")


def make_root(root: Path) -> None:
    """A minimal system; raises Wrong."""
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=ca-certificates", RELEASE, str(root), source()],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise Wrong("debootstrap: " + " / ".join(made.stdout.splitlines()[-3:]))
    # The same way to the packages as this machine's.
    shutil.copytree(APT / "apt.conf.d", root / "etc/apt/apt.conf.d", dirs_exist_ok=True)
    for name in ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", name).is_file():
            shutil.copyfile(Path("/", name), root / name)


def inside(root: Path, script: str) -> list[str]:
    """Run a script within the system, with processes and mounts of its own; what it printed. Raises Wrong."""
    kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    environment = {**kept, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", f"--root={root}", "--mount-proc", "sh", "-ec", script],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    lines = (done.stdout + done.stderr).decode("utf-8", errors="replace").splitlines()
    if done.returncode:
        raise Wrong(f"{script.split(';')[0]}: " + " / ".join(lines[-4:]))
    return lines


def check(package: Path, root: Path) -> None:
    """Install, use, remove; raises Wrong."""
    shutil.copyfile(package, root / "tmp" / package.name)
    inside(root, f"apt-get update; apt-get install -y --no-install-recommends /tmp/{package.name}")
    size = inside(root, "du -sm /opt/ckmdesk")[0].split()[0]
    print(f"installed with what it depends on: {size} MB; " + inside(root, "ckm --version")[0])
    files = inside(root, "dpkg -L ckmdesk")
    shown = inside(root, f"mkdir -p {HOME}; cd {HOME}; {PROGRAM} ckmdesk --sample --offscreen-demo {HOME}/demo")
    if {Path(line).name for line in shown} != TABLE_FILES:
        raise Wrong("the sample: " + " / ".join(shown))
    print("used: the sample's table as files, and a picture of the window")
    (root / HOME[1:] / "mine.ckm").write_bytes(b"a user's file")
    inside(root, "apt-get remove -y ckmdesk")
    # Folders may be others' too.
    there = [name for name in files if os.path.lexists(root / name[1:]) and not (root / name[1:]).is_dir()]
    if there or (root / "opt/ckmdesk").exists():
        raise Wrong("left behind by the removal: " + ", ".join(there or ["/opt/ckmdesk"]))
    for name in ("mine.ckm", "demo"):
        if not (root / HOME[1:] / name).exists():
            raise Wrong("the removal took a user's file along")
    print("removed: nothing of it is left, the user's files are")


def main(package: Path, root: Path | None) -> int:
    if sys.platform != "linux" or os.geteuid() != 0 or not (shutil.which("debootstrap") and shutil.which("unshare")):
        print("not tried: it takes root, debootstrap and unshare", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        place = root or Path(folder) / "root"
        try:
            if not (place / "etc/debian_version").is_file():
                make_root(place)
            check(package, place)
        except (Wrong, OSError) as wrong:
            print(f"FAILED: {wrong}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None))
