"""`ckm areas`: boundaries imported, listed, compared with the codes, removed."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.areas.model import geojson_text
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.sample.areas import sample_areas
from ckmcore.statistic.sample import sample_statistic

pytest.importorskip("shapely", reason="the extra `maps` is not installed")
pytest.importorskip("pyproj", reason="the extra `maps` is not installed")


@pytest.fixture
def place(tmp_path: Path) -> tuple[str, str]:
    """A statistic and a file of boundaries."""
    statistic, file = tmp_path / "students.ckm", tmp_path / "lands.geojson"
    ckm.save_statistic(sample_statistic("en"), statistic)
    file.write_text(geojson_text(sample_areas("lands")), encoding="utf-8")
    return str(statistic), str(file)


NAMED = ("--variable", "university", "--code", "code", "--area-name", "name", "--state", "2025-01-01")


def test_boundaries_are_imported_listed_checked_and_removed(
    place: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    statistic, file = place
    asked = ["areas", "import", statistic, file, *NAMED, "--source", "Invented country", "--language", "en"]
    assert main(asked) == Exit.DONE
    said = capsys.readouterr().out
    assert "16 areas kept for “university”: university-" in said
    assert "university: 16 codes have an area." in said
    assert main(["areas", "list", statistic, "--language", "en"]) == Exit.DONE
    assert "university: 16 areas, state 2025-01-01. Invented country [university-" in capsys.readouterr().out
    assert main(["areas", "check", statistic]) == Exit.DONE
    with ckm.work_on_statistic(statistic, read_only=True) as work:
        assert work.areas("university").names[1] == "Nordmark"
    assert main(["areas", "remove", statistic, "--variable", "university"]) == Exit.DONE
    capsys.readouterr()
    assert main(["areas", "check", statistic, "--language", "en"]) == Exit.INPUT
    assert "The statistic has no areas" in capsys.readouterr().err


def test_codes_and_areas_without_each_other_are_listed(
    place: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    statistic, file = place
    text = Path(file).read_text(encoding="utf-8")
    Path(file).write_text(text.replace('"code":"03"', '"code":"93"'), encoding="utf-8")
    assert main(["areas", "import", statistic, file, *NAMED, "--language", "de"]) == Exit.DIFFERS
    said = capsys.readouterr().out
    assert "1 Code ohne Gebiet: 03" in said
    assert "1 Gebiet ohne Code: 93" in said


def test_boundaries_of_other_codes_change_nothing(place: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    statistic, file = place
    before = Path(statistic).read_bytes()
    asked = ["areas", "import", statistic, file, "--variable", "age", "--code", "code", "--language", "en"]
    assert main(asked) == Exit.INPUT
    assert "No code of “age” has an area" in capsys.readouterr().err
    assert Path(statistic).read_bytes() == before
    assert not Path(statistic).with_suffix(".areas").exists()
