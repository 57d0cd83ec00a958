"""What a bundle is made of: `python installer/parts.py dist/ckmdesk build/ckmdesk [--sign COMMAND]`.

Beside the programs it leaves `licences/` with the licence texts of all parts, `bom.cdx.json`, a software bill of
materials (CycloneDX 1.5), and last `SHA256SUMS` of all files. `--sign`: an office's own command for its code signature,
run for each program with its path in the place of `{}`, before the sums are taken. The same bundle gives the same
files: nothing in them tells when or where it was made.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import platform
import re
import shlex
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOM, SUMS, LICENCES = "bom.cdx.json", "SHA256SUMS", "licences"
PROGRAMS = ("ckmdesk", "ckm")
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors|copyright)", re.IGNORECASE)
_SPACE = uuid.UUID("6f1d6f3c-6f0e-4f0b-9a57-0c2f5c0b7d11")  # of our serial numbers


class Wrong(Exception):
    """What the bundle lacks."""


@dataclass(frozen=True)
class Part:
    """A package, or a library of the system, in the bundle. licences: texts by their file names."""

    name: str
    version: str
    purl: str
    licence: str
    licences: dict[str, bytes] = field(default_factory=dict)


def toc(path: Path) -> list[tuple[str, str, str]]:
    """A list of PyInstaller: name in the bundle, where it came from, kind."""
    found = ast.literal_eval(path.read_text(encoding="utf-8"))
    return [entry for one in found if isinstance(one, list) for entry in one]


def packages(entries: Iterable[tuple[str, str, str]]) -> tuple[list[Part], list[Path]]:
    """The packages whose files are in the bundle, by name, and the files that belong to none (and are not ours)."""
    by_module = packages_distributions()
    names: set[str] = set()
    strangers: list[Path] = []
    for name, source, _ in entries:
        top = re.split(r"[./\\]", name)[0]
        known = by_module.get(top) or by_module.get(top.removesuffix(".libs")) or _of_libraries(source)
        if known:
            names.update(known)
        elif "site-packages" not in source and source.startswith(("/usr/lib", "/lib")):
            strangers.append(Path(source))
    own = {"ckmdesk", "pyinstaller"}
    found = [_package(distribution(name)) for name in sorted({_normal(name) for name in names} - own)]
    return found, sorted(set(strangers))


def _of_libraries(source: str) -> list[str]:
    """The package that ships a folder `<name>.libs` beside its modules."""
    match = re.search(r"site-packages[/\\]([\w-]+)\.libs[/\\]", source)
    return [match.group(1)] if match else []


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _package(found: Distribution) -> Part:
    """A Python package, with the texts of its licences as its metadata names them."""
    meta, name = found.metadata, _normal(found.metadata["Name"])
    licence = meta.get("License-Expression") or ""
    if not licence:
        classified = [
            one.rpartition(" :: ")[2] for one in meta.get_all("Classifier") or [] if one.startswith("License")
        ]
        lines = (meta.get("License") or "").strip().splitlines()
        licence = ", ".join(classified) or next(iter(lines), "see the package")
    texts = {}
    for file in found.files or []:
        inside = file.parts[0].endswith(".dist-info")
        if inside and _LICENCE_FILE.search(file.name):
            path = Path(str(file.locate()))
            if path.is_file():
                texts["-".join(file.parts[1:])] = path.read_bytes()
    return Part(name, found.version, f"pkg:pypi/{name}@{found.version}", licence, texts)


def system_parts(files: Sequence[Path]) -> list[Part]:
    """The Debian packages that libraries of the system came from, with their copyright files."""
    if not files or shutil.which("dpkg-query") is None:
        return []
    found: dict[str, Part] = {}
    for file in files:
        owner = ""
        for path in dict.fromkeys((str(file), str(file.resolve()), str(file).replace("/lib/", "/usr/lib/", 1))):
            said = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True, check=False).stdout
            owner = owner or said.partition(":")[0].strip()
        if not owner or owner in found:
            continue
        show = ["dpkg-query", "-W", "-f", "${Version}", owner]
        version = subprocess.run(show, capture_output=True, text=True, check=False).stdout.split("\n")[0]
        copyright_file = Path("/usr/share/doc") / owner / "copyright"
        texts = {"copyright": copyright_file.read_bytes()} if copyright_file.is_file() else {}
        found[owner] = Part(owner, version, f"pkg:deb/debian/{owner}@{version}", "see its copyright file", texts)
    return [found[name] for name in sorted(found)]


def python_part() -> Part:
    """The interpreter itself."""
    version = platform.python_version()
    for folder in (Path(sys.base_prefix), Path(sys.base_prefix) / f"lib/python{version.rpartition('.')[0]}"):
        for name in ("LICENSE.txt", "LICENSE"):
            if (folder / name).is_file():
                texts = {"LICENSE.txt": (folder / name).read_bytes()}
                return Part("python", version, f"pkg:generic/python@{version}", "PSF-2.0", texts)
    return Part("python", version, f"pkg:generic/python@{version}", "PSF-2.0")


def bill(version: str, parts: Sequence[Part]) -> dict[str, object]:
    """The bill of materials. Its serial number follows from what it lists."""
    listed = [
        {
            "type": "library",
            "bom-ref": part.purl,
            "name": part.name,
            "version": part.version,
            "purl": part.purl,
            "licenses": [{"license": {"name": part.licence}}],
        }
        for part in parts
    ]
    own = f"pkg:generic/ckmdesk@{version}"
    serial = uuid.uuid5(_SPACE, json.dumps([own, *(part.purl for part in parts)]))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": own, "name": "ckmdesk", "version": version}},
        "components": listed,
        "dependencies": [{"ref": own, "dependsOn": [part.purl for part in parts]}],
    }


def write_licences(folder: Path, parts: Sequence[Part]) -> None:
    """A folder for each part; a part without a text has a line that says under which licence it is."""
    shutil.rmtree(folder, ignore_errors=True)
    for part in parts:
        place = folder / f"{part.name}-{part.version}".replace(":", "-")
        place.mkdir(parents=True)
        for name, content in sorted(part.licences.items()):
            (place / name).write_bytes(content)
        if not part.licences:
            (place / "LICENCE.txt").write_text(f"{part.name} {part.version}: {part.licence}\n", encoding="utf-8")


def write_sums(folder: Path) -> None:
    """SHA-256 of every file, in the form that `sha256sum -c` reads."""
    lines = []
    for file in sorted(folder.rglob("*"), key=lambda one: one.relative_to(folder).as_posix()):
        if file.is_file() and file.name != SUMS:
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            lines.append(f"{digest}  {file.relative_to(folder).as_posix()}\n")
    (folder / SUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


def sign(folder: Path, command: str) -> None:
    """Runs the office's command for each program. Raises Wrong where it fails."""
    for name in PROGRAMS:
        file = next((one for one in (folder / f"{name}.exe", folder / name) if one.is_file()), None)
        if file is None:
            raise Wrong(f"{name} is not in {folder.name}")
        words = [word.replace("{}", str(file)) for word in shlex.split(command, posix=sys.platform != "win32")]
        if subprocess.call(words) != 0:
            raise Wrong(f"{name} was not signed: {words[0]} failed")


def version_of() -> str:
    sys.path.insert(0, str(ROOT))
    from ckmcore.base.version import VERSION

    return VERSION


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("--sign", default="", metavar="COMMAND")
    options = parser.parse_args(arguments)
    try:
        entries = [*toc(options.build / "COLLECT-00.toc"), *toc(options.build / "PYZ-00.toc")]
        found, strangers = packages(entries)
        parts = [python_part(), *found, *system_parts(strangers)]
        write_licences(options.bundle / LICENCES, parts)
        content = json.dumps(bill(version_of(), parts), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
        (options.bundle / BOM).write_text(content, encoding="utf-8", newline="\n")
        if options.sign:
            sign(options.bundle, options.sign)
        write_sums(options.bundle)
    except (Wrong, OSError) as wrong:
        print(f"FAILED: {wrong}", file=sys.stderr)
        return 1
    print(f"{len(parts)} parts, their licences, {BOM} and {SUMS}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
