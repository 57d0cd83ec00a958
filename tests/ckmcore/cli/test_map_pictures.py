"""`ckm picture` draws maps with the boundaries of the statistic, and `ckm leak-check` reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.sample.areas import sample_areas
from ckmcore.statistic.areas_beside import with_areas
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.sample import sample_statistic


@pytest.mark.thorough
def test_a_map_of_a_statistic_is_drawn_offered_and_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, map_file = tmp_path / "students.ckm", tmp_path / "map.svg"
    lands = ckm.TableSpec(rows=[ckm.Level("university", depths=(0,))], title=ckm.Texts("Students", "Studierende"))
    statistic = with_areas(sample_statistic("en"), "university", sample_areas("lands"), path)
    ckm.save_statistic(statistic.with_table(SavedTable("Lands", lands)), path)
    asked = ["--language", "en", "picture", str(path), "Lands"]
    assert main([*asked, "--kinds"]) == Exit.DONE
    said = capsys.readouterr().out
    assert "circles: Map with circles" in said
    assert "choropleth: Map of areas – does not fit. Counts and sums are drawn as circles" in said
    assert main([*asked, "--kind", "circles", "-o", str(map_file)]) == Exit.DONE
    assert "invented country" in map_file.read_text(encoding="utf-8")
    checked = ["leak-check", str(map_file), "--statistic", str(path), "--table", "Lands"]
    assert main(checked) == Exit.DONE
    planted = map_file.read_text(encoding="utf-8").replace("invented country", "secret country")
    map_file.write_text(planted, encoding="utf-8")
    assert main(checked) == Exit.DISCLOSES
