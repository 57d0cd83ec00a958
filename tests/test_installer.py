"""What goes out beside the bundle: licences, bill of materials, sums; the Debian package; the script of the set-up."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PySide6.QtGui import QImageReader

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "installer"), str(ROOT / "installer" / "wine")]

import debian  # noqa: E402
import growth  # noqa: E402
import icons  # noqa: E402
import left_out  # noqa: E402
import packages  # noqa: E402
import parts  # noqa: E402
import race  # noqa: E402
import wheelhouse  # noqa: E402
import windows  # noqa: E402

from ckmcore.base.version import VERSION  # noqa: E402
from ckmcore.cli import main as ckm_main  # noqa: E402

NSIS = ROOT / "installer" / "windows" / "ckmdesk.nsi"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A folder that looks like a bundle, and what PyInstaller leaves of its making."""
    folder, build = tmp_path / "dist" / "ckmdesk", tmp_path / "build"
    (folder / "_internal" / "numpy").mkdir(parents=True)
    for name in ("ckmdesk", "ckm"):
        (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    (folder / "_internal" / "numpy" / "core.so").write_bytes(b"\x7fELF")
    build.mkdir()
    collected = ([("numpy/core.so", "/venv/site-packages/numpy/core.so", "EXTENSION")],)
    modules = ("x.pyz", [("msgspec.json", "/venv/site-packages/msgspec/json.py", "PYMODULE"), ("ckmcore", "c", "PY")])
    (build / "COLLECT-00.toc").write_text(repr(collected), encoding="utf-8")
    (build / "PYZ-00.toc").write_text(repr(modules), encoding="utf-8")
    return folder


def make(bundle: Path, *more: str) -> int:
    return parts.main([str(bundle), str(bundle.parents[1] / "build"), *more])


def test_the_bill_names_what_is_in_the_bundle_and_each_part_brings_its_licence(bundle: Path) -> None:
    assert make(bundle) == 0
    bill = json.loads((bundle / "bom.cdx.json").read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert bill["metadata"]["component"]["version"] == VERSION
    names = [one["name"] for one in bill["components"]]
    assert names == ["python", "msgspec", "numpy"]
    assert all(one["purl"].endswith(f"@{one['version']}") for one in bill["components"])
    assert {one["ref"] for one in bill["dependencies"]} == {bill["metadata"]["component"]["bom-ref"]}
    folders = {one.name.rpartition("-")[0]: one for one in (bundle / "licences").iterdir()}
    assert set(folders) == set(names)
    assert all(list(one.iterdir()) for one in folders.values())
    assert any("Redistribution" in one.read_text(encoding="utf-8") for one in folders["numpy"].iterdir())


def test_the_sums_are_those_of_all_files_and_the_same_bundle_gives_the_same(bundle: Path) -> None:
    make(bundle)
    first = {name: (bundle / name).read_bytes() for name in ("bom.cdx.json", "SHA256SUMS")}
    listed = dict(reversed(line.split("  ")) for line in first["SHA256SUMS"].decode().splitlines())
    found = {
        one.relative_to(bundle).as_posix(): hashlib.sha256(one.read_bytes()).hexdigest()
        for one in bundle.rglob("*")
        if one.is_file() and one.name != "SHA256SUMS"
    }
    assert listed == found
    make(bundle)
    assert {name: (bundle / name).read_bytes() for name in first} == first


@pytest.mark.skipif(sys.platform == "win32", reason="signs by a shell script")
def test_an_office_signs_the_programs_by_its_own_command_before_the_sums(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "sign.sh"
    script.write_text('#!/bin/sh\necho signed >> "$1"\n', encoding="utf-8")
    script.chmod(0o755)
    assert make(bundle, "--sign", f"{script} {{}}") == 0
    for name in ("ckmdesk", "ckm"):
        content = (bundle / name).read_bytes()
        assert content.endswith(b"signed\n")
        assert hashlib.sha256(content).hexdigest() in (bundle / "SHA256SUMS").read_text(encoding="utf-8")
    assert make(bundle, "--sign", "false {}") == 1
    assert "was not signed" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="there is no dpkg-deb")
def test_what_pdf_adds_is_measured_packed_and_more_than_it_may_ends_with_1(
    bundle: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (bundle / "_internal" / "typst").mkdir()
    (bundle / "_internal" / "typst" / "typst.so").write_bytes(bytes(3_000_000))
    assert growth.main(bundle, []) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "together 3.0 MB, packed 0.0 MB"
    monkeypatch.setattr(growth, "MOST_BUNDLE", 2.0)
    assert growth.main(bundle, []) == 1
    assert growth.main(bundle, ["numpy"]) == 0


def test_the_debian_package_holds_the_bundle_and_is_the_same_twice(bundle: Path, tmp_path: Path) -> None:
    made = debian.build(bundle, tmp_path, VERSION)
    first = made.read_bytes()
    listed = subprocess.run(["dpkg-deb", "-c", str(made)], capture_output=True, text=True, check=True).stdout
    for name in ("./opt/ckmdesk/ckmdesk", "./usr/bin/ckm -> /opt/ckmdesk/ckm", "applications/ckmdesk.desktop"):
        assert name in listed
    for size in icons.MENU_SIZES:
        assert f"./usr/share/icons/hicolor/{size}x{size}/apps/ckmdesk.png" in listed
    assert "./usr/share/icons/hicolor/scalable/apps/ckmdesk.svg" in listed
    assert "root/root" in listed
    fields = subprocess.run(["dpkg-deb", "-f", str(made)], capture_output=True, text=True, check=True).stdout
    assert f"Version: {VERSION}" in fields
    assert "libegl1" in fields
    assert debian.build(bundle, tmp_path, VERSION).read_bytes() == first


def test_the_set_up_asks_for_no_rights_removes_only_what_it_installed_and_says_how_it_ended() -> None:
    script = NSIS.read_text(encoding="utf-8")
    assert "MULTIUSER_INSTALLMODE_DEFAULT_CURRENTUSER" in script
    removal = script.partition('Section "Uninstall"')[2]
    assert set(re.findall(r'RMDir /r "([^"]+)"', removal)) == {r"$INSTDIR\_internal", r"$INSTDIR\licences"}
    assert "APPDATA" not in removal
    assert script.count("SetErrorLevel 2") == 6


def test_the_icon_of_windows_holds_the_drawing_in_every_size_and_is_the_same_twice(tmp_path: Path) -> None:
    made = tmp_path / "ckmdesk.ico"
    made.write_bytes(icons.ico())
    reader = QImageReader(str(made))
    assert reader.imageCount() == len(icons.WINDOWS_SIZES)
    for number, size in enumerate(icons.WINDOWS_SIZES):
        assert reader.jumpToImage(number)
        wanted = icons.drawn(size)
        assert reader.read().convertToFormat(wanted.format()) == wanted
        assert wanted.pixelColor(size // 2, 1).name() == "#1f5fa8"
        assert wanted.pixelColor(0, 0).alpha() < 128
    assert icons.ico() == made.read_bytes()


@pytest.mark.skipif(shutil.which("makensis") is None, reason="there is no makensis")
def test_the_set_up_is_compiled(tmp_path: Path) -> None:
    folder = tmp_path / "bundle"
    (folder / "_internal").mkdir(parents=True)
    for name in ("ckmdesk.exe", "ckm.exe", "_internal/python.dll"):
        (folder / name).write_bytes(b"MZ")
    made = tmp_path / "ckmdesk-set-up.exe"
    packages.windows_installer(folder, made, VERSION)
    assert made.read_bytes().startswith(b"MZ")
    assert icons.png(256) in made.read_bytes()


def test_the_wheelhouse_holds_what_the_program_needs_and_no_tool() -> None:
    known = wheelhouse.locked()
    names = wheelhouse.run_time(wheelhouse.declared(), known)
    assert {"numpy", "numba", "llvmlite", "pyside6-essentials", "shiboken6", "cryptography", "cffi"} <= names
    assert not names & {"pytest", "hypothesis", "ruff", "mypy", "pyinstaller", "pysdmx", "openpyxl"}
    drivers = wheelhouse.run_time(wheelhouse.declared(drivers=True), known)
    assert {"duckdb", "adbc-driver-postgresql", "adbc-driver-manager"} <= drivers
    assert not names & {"duckdb", "adbc-driver-postgresql", "adbc-driver-manager"}
    maps = wheelhouse.run_time(wheelhouse.declared(maps=True), known)
    assert {"pyogrio", "pyproj", "shapely"} <= maps
    assert not (names | drivers) & {"pyogrio", "pyproj", "shapely"}
    assert all("--hash=sha256:" in known[name] for name in names | drivers | maps)


def test_the_driver_of_spark_has_a_lock_file_of_its_own_whose_versions_are_ours(tmp_path: Path) -> None:
    known, spark = wheelhouse.locked(), wheelhouse.locked(wheelhouse.SPARK_LOCK)
    assert {wheelhouse.SOURCE, "grpcio", "grpcio-status", "googleapis-common-protos", "protobuf"} <= spark.keys()
    versions = [{name: part.split()[0] for name, part in one.items()} for one in (known, spark)]
    assert all(versions[0].get(name, version) == version for name, version in versions[1].items())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["optional-dependencies"]["spark"]) <= set(versions[1].values())
    wheel = tmp_path / "pyspark_client-4.0.4-py2.py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    digest = hashlib.sha256(b"wheel").hexdigest()
    assert wheelhouse.pinned(wheel) == f"pyspark-client==4.0.4 \\\n    --hash=sha256:{digest}\n"


def test_a_bundle_without_its_programs_fails_the_smoke_test_in_one_line(tmp_path: Path) -> None:
    script = [sys.executable, str(ROOT / "installer" / "smoke.py"), str(tmp_path)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("FAILED: ")


@pytest.mark.parametrize(("name", "lacking"), [("check_debian.py", "debootstrap"), ("check_windows.py", "wine")])
def test_what_lacks_its_tools_says_so(tmp_path: Path, name: str, lacking: str) -> None:
    script = [sys.executable, str(ROOT / "installer" / name), "ckmdesk.deb"]
    empty = {"PATH": str(tmp_path), "SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
    done = subprocess.run(script, env=empty, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "not tried" in done.stderr
    assert lacking in done.stderr


# --- under Wine ------------------------------------------------------------------------------------------------------


def test_what_is_fetched_for_windows_loses_the_markers_of_this_system_and_no_hash() -> None:
    lock = windows.LOCK.read_text(encoding="utf-8")
    found = windows.MARKERS.sub(" ", lock)
    assert "sys_platform == 'win32'" in lock
    assert "sys_platform == 'win32'" not in found
    assert found.count("--hash=") == lock.count("--hash=")
    assert re.findall(r"^[\w.-]+==", found, re.MULTILINE) == re.findall(r"^[\w.-]+==", lock, re.MULTILINE)


def test_functions_of_complex_numbers_are_made_in_three_widths() -> None:
    names = re.findall(r" ckm_(\w+)\(", left_out.complex_functions())
    assert len(names) == len(set(names)) == 3 * (len(left_out.OF_ONE) + 5) + 2
    assert {"csqrt", "csqrtf", "csqrtl", "cpow", "cabsf", "_FCbuild", "_invoke_watson"} <= set(names)


def test_a_stage_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert windows.main(["tset"]) == 2
    assert "no such stage: tset; there are env, lock, alike, test" in capsys.readouterr().err


def test_a_file_of_wine_in_a_bundle_is_seen(tmp_path: Path) -> None:
    for name, content in (("own.dll", b"MZ Wine builtin"), ("wines.dll", b"MZ Wine builtin DLL ...")):
        (tmp_path / name).write_bytes(content)
    assert [windows.is_of_wine(tmp_path / name) for name in ("own.dll", "wines.dll")] == [False, True]


@pytest.mark.parametrize("how", ["plain", "take"])
def test_two_programs_at_one_lock_fail_nowhere_and_leave_nothing(tmp_path: Path, how: str) -> None:
    file, seconds = tmp_path / "one.ckm", "0.5"
    file.write_bytes(b"x")
    command = [sys.executable, race.__file__, str(file), how, seconds]
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    programs = [subprocess.Popen(command, env=around, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [program.communicate()[0] for program in programs]
    assert [program.returncode for program in programs] == [0, 0], said
    assert all(" 0 failed" in line for line in said)
    assert list(tmp_path.iterdir()) == [file]


def test_the_sum_that_an_administrator_compares_on_windows_is_that_of_the_designed_table(tmp_path: Path) -> None:
    """Its bytes are the same on every system, so that one sum on a page tells whether a computer computes alike."""
    path = tmp_path / "p.csv"
    assert ckm_main(["--quiet", "ptable", "design", "--D", "5", "--V", "3", "--js", "2", "-o", str(path)]) == 0
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert hashlib.sha256(path.read_bytes()).hexdigest() in page
