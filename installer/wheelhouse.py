"""A wheelhouse for offices that install from Python: `python installer/wheelhouse.py dist/wheelhouse`.

All wheels that the program needs at run time, by the lock file with their hashes, for the platform and the Python that
this runs on; our own wheel; the part of the lock file that names them; and how to install them without a network.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK, SPARK_LOCK = ROOT / "requirements.lock", ROOT / "installer" / "spark.lock"
# A source package only: its wheel is made here, and has a hash of its own.
SOURCE = "pyspark-client"
HOW = """ckmdesk {version}: installing without a network
================================================

    python -m venv ckmdesk
    ckmdesk/bin/python -m pip install --no-index --find-links . --require-hashes --no-deps -r requirements.lock
    ckmdesk/bin/python -m pip install --no-index --no-deps {wheel}

Only where records lie in databases (docs/databases.md), their drivers too:

    ckmdesk/bin/python -m pip install --no-index --find-links . --require-hashes --no-deps -r databases.lock
    ckmdesk/bin/python -m pip install --no-index --find-links . --require-hashes --no-deps -r spark.lock

Only where boundaries of areas or coordinates are read (docs/maps.md):

    ckmdesk/bin/python -m pip install --no-index --find-links . --require-hashes --no-deps -r maps.lock

(The line of spark.lock is for Spark alone. On Windows: py -m venv ckmdesk, and ckmdesk\\Scripts\\python.) Then
ckmdesk/bin/ckmdesk is the desk and ckmdesk/bin/ckm the command. Check the files first: sha256sum -c SHA256SUMS.

ckmdesk {version}: Installation ohne Netz
=========================================

Dieselben drei Zeilen; nur wo Datensätze in Datenbanken liegen, auch die vierte, bei Spark die fünfte;
die sechste, wo Grenzen von Gebieten oder Koordinaten gelesen werden. Danach ist
ckmdesk/bin/ckmdesk das Programm mit Fenster und ckmdesk/bin/ckm der Befehl. Prüfen Sie zuerst die Dateien:
sha256sum -c SHA256SUMS.
"""


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: Path = LOCK) -> dict[str, str]:
    """A lock file by package: its line and the indented ones that follow."""
    parts = re.split(r"^(?=[A-Za-z0-9])", lock.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {normal(part.partition("==")[0]): part for part in parts if "==" in part.partition("\n")[0]}


def run_time(start: Sequence[str], known: dict[str, str]) -> set[str]:
    """The packages that some need, and those that these need, as far as the lock file has them."""
    found: set[str] = set()
    open_ = [normal(name) for name in start]
    while open_:
        name = open_.pop()
        if name in found or name not in known:
            continue
        found.add(name)
        try:
            needed = requires(name) or []
        except PackageNotFoundError:  # of another platform
            continue
        # What only extras ask for is not needed.
        open_ += [normal(re.split(r"[\s;<>=!~\[(]", one)[0]) for one in needed if "extra ==" not in one]
    return found


def declared(*, drivers: bool = False, maps: bool = False) -> list[str]:
    """What pyproject.toml asks for at run time, the window included; or, in their place, the drivers of databases but
    that of Spark, which has a lock file of its own, or what reads boundaries."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *extras["desk"]]
    if drivers:
        asked = [one for name, needed in extras.items() if name not in ("desk", "maps", "spark") for one in needed]
    if maps:
        asked = extras["maps"]
    return [re.split(r"[\s;<>=!~\[(]", one)[0] for one in asked]


def pinned(wheel: Path) -> str:
    """A wheel's line of a lock file."""
    name, version = wheel.name.split("-")[:2]
    return f"{normal(name)}=={version} \\\n    --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def main(folder: Path) -> int:
    known = locked()
    names = run_time(declared(), known)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    drivers = run_time(declared(drivers=True), known) - names
    maps = run_time(declared(maps=True), known) - names
    spark = {name: part for name, part in locked(SPARK_LOCK).items() if name not in names | drivers | maps}
    parts = {
        "requirements.lock": [known[one] for one in sorted(names)],
        "databases.lock": [known[one] for one in sorted(drivers)],
        "maps.lock": [known[one] for one in sorted(maps)],
        "spark.lock": [part for name, part in spark.items() if name != SOURCE],
    }
    for name, packages in parts.items():
        (folder / name).write_text("".join(packages), encoding="utf-8", newline="\n")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    locks = [word for name in parts for word in ("-r", str(folder / name))]
    fetch = ["download", "--require-hashes", "--no-deps", "--only-binary", ":all:", *locks, "-d", str(folder)]
    make = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    with tempfile.TemporaryDirectory() as place:
        source = Path(place) / "source.txt"
        source.write_text(spark[SOURCE], encoding="utf-8")
        for words in (fetch, [*make, "--require-hashes", "-r", str(source)], [*make, str(ROOT)]):
            if subprocess.call([*pip, *words], cwd=ROOT) != 0:
                print(f"FAILED: pip {words[0]}", file=sys.stderr)
                return 1
    with (folder / "spark.lock").open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(pinned(next(folder.glob(f"{SOURCE.replace('-', '_')}-*.whl"))))
    wheel = next(folder.glob("ckmdesk-*.whl")).name
    how = HOW.format(version=wheel.split("-")[1], wheel=wheel)
    (folder / "INSTALL.txt").write_text(how, encoding="utf-8", newline="\n")
    sums = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in sorted(folder.iterdir())
        if file.name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8", newline="\n")
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"{folder.name}: {len([*folder.glob('*.whl')])} wheels, {size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
