"""The Debian package `ckmdesk_<version>_<architecture>.deb`, made by packages.py.

The bundle goes to /opt/ckmdesk, its programs onto the path, with an entry in the menu and the kind of a `.ckm` file.
Nothing is compiled, nothing runs at installation but what registers the menu entry. Needs dpkg-deb, and Qt for the
icons. The same bundle gives the same package, byte by byte.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import icons

PLACE = "opt/ckmdesk"
# What Qt loads from the system: not in the bundle, because it belongs to the machine's graphics and fonts.
DEPENDS = (
    "libc6", "libgl1", "libegl1", "libfontconfig1", "libxkbcommon0", "libdbus-1-3", "libglib2.0-0",
    "libxkbcommon-x11-0", "libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0",
)  # fmt: skip
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# Files get this time where nobody says another one (SOURCE_DATE_EPOCH).
EPOCH = "1767225600"

DESKTOP = """[Desktop Entry]
Type=Application
Name=ckmdesk
Comment=Tables that may be published
Comment[de]=Tabellen, die veröffentlicht werden dürfen
Exec=ckmdesk %f
Icon=ckmdesk
Categories=Office;
MimeType=application/x-ckm;
StartupWMClass=ckmdesk
"""
MIME = """<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="{space}">
  <mime-type type="application/x-ckm">
    <comment>statistic</comment>
    <comment xml:lang="de">Statistik</comment>
    <glob pattern="*.ckm"/>
  </mime-type>
</mime-info>
"""
# The name of a vocabulary, not an address that anybody opens.
MIME_SPACE = "http:" + "//www.freedesktop.org/standards/shared-mime-info"


def control(version: str, architecture: str, kilobytes: int) -> str:
    """The control file."""
    return (
        "Package: ckmdesk\n"
        f"Version: {version}\n"
        f"Architecture: {architecture}\n"
        "Maintainer: ckmdesk\n"
        f"Installed-Size: {kilobytes}\n"
        f"Depends: {', '.join(DEPENDS)}\n"
        "Section: science\n"
        "Priority: optional\n"
        "Description: from confidential microdata to tables that may be published\n"
        " Cell-key method and rounding for statistical offices: a desk for building,\n"
        " protecting and releasing tables, and the command ckm. Works offline.\n"
    )


def lay_out(bundle: Path, tree: Path, version: str, architecture: str) -> None:
    """The files of the package as they will lie on the machine."""
    shutil.copytree(bundle, tree / PLACE, symlinks=True)
    programs = tree / "usr" / "bin"
    programs.mkdir(parents=True)
    for name in ("ckmdesk", "ckm"):
        (programs / name).symlink_to(f"/{PLACE}/{name}")
    files = {
        "usr/share/applications/ckmdesk.desktop": DESKTOP,
        "usr/share/mime/packages/ckmdesk.xml": MIME.format(space=MIME_SPACE),
        "usr/share/doc/ckmdesk/copyright": f"The licences of all parts: /{PLACE}/licences\n",
    }
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    pictures = {f"{size}x{size}/apps/ckmdesk.png": icons.png(size) for size in icons.MENU_SIZES}
    pictures["scalable/apps/ckmdesk.svg"] = icons.DRAWING.read_bytes()
    for name, content in pictures.items():
        picture = tree / "usr/share/icons/hicolor" / name
        picture.parent.mkdir(parents=True)
        picture.write_bytes(content)
    size = sum(one.stat().st_size for one in tree.rglob("*") if one.is_file() and not one.is_symlink())
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(control(version, architecture, size // 1024), encoding="utf-8")
    for one in sorted(tree.rglob("*")):
        if not one.is_symlink():
            one.chmod(0o755 if one.is_dir() or os.access(one, os.X_OK) else 0o644)


def build(bundle: Path, folder: Path, version: str) -> Path:
    """Makes the package; raises subprocess.CalledProcessError."""
    architecture = ARCHITECTURES.get(os.uname().machine, os.uname().machine)
    made = folder / f"ckmdesk_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "ckmdesk"
        tree.mkdir()
        lay_out(bundle, tree, version, architecture)
        environment = {"SOURCE_DATE_EPOCH": EPOCH, **os.environ}
        command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z3", "--build", str(tree), str(made)]
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return made
