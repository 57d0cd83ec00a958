"""Reading writes nothing: no cache, no temporary file, whatever the format."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from tests.kit.workbooks import write_ods, write_xlsx

FRAME = pd.DataFrame({"SEX": [1.0, 2.0] * 50, "M": [number / 4 for number in range(100)]})
ROWS = [list(FRAME.columns), *FRAME.to_numpy().tolist()]

READ = """
import os
import sys
import ckmcore as ckm
from ckmcore.microdata import preview
from ckmcore.microdata.conversion_warnings import conversion_warnings
from ckmcore.microdata.profile import profile

for path in sys.argv[1:]:
    shown = preview(path)
    conversion_warnings(path, shown.dialect)
    data = ckm.read_microdata(path, ["SEX"], magnitudes=["M"])
    profile(data, "SEX")
    ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["SEX"])), ckm.Rounding(5))
    assert data.rows == 100
    # What a form leaves is seen before the next one could take it away.
    for place in (os.environ["HOME"], os.environ["TMPDIR"], os.getcwd(), os.path.dirname(path)):
        assert os.listdir(place) == ([os.path.basename(path)] if place == os.path.dirname(path) else []), (path, place)
"""

FORMS: dict[str, Callable[[Path], object]] = {
    "a.csv": lambda path: FRAME.to_csv(path, index=False),
    "a.csv.gz": lambda path: path.write_bytes(gzip.compress(FRAME.to_csv(index=False).encode())),
    "a.sav": lambda path: pyreadstat.write_sav(FRAME, path),
    "a.por": lambda path: pyreadstat.write_por(FRAME, path),
    "a.dta": lambda path: pyreadstat.write_dta(FRAME, path),
    "a.xpt": lambda path: pyreadstat.write_xport(FRAME, path),
    "a.xlsx": lambda path: write_xlsx(path, {"D": ROWS}),
    "a.ods": lambda path: write_ods(path, {"D": ROWS}),
    "a.parquet": FRAME.to_parquet,
    "a.feather": FRAME.to_feather,
}


@pytest.mark.thorough
def test_reading_leaves_no_file_behind_whatever_the_form(tmp_path: Path) -> None:
    sources = []
    for form, write in FORMS.items():
        source = tmp_path / form.replace(".", "_") / form
        source.parent.mkdir()
        write(source)
        sources.append(source)
    places = {name: tmp_path / name for name in ("HOME", "TMPDIR", "cwd")}
    for place in places.values():
        place.mkdir()
    temporary = str(places["TMPDIR"])
    around = {
        **os.environ,
        "HOME": str(places["HOME"]),
        "XDG_CACHE_HOME": str(places["HOME"]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(Path(__file__).parents[3]),
        "TMPDIR": temporary,
        "TEMP": temporary,
        "TMP": temporary,
    }
    subprocess.run([sys.executable, "-c", READ, *map(str, sources)], check=True, env=around, cwd=places["cwd"])
    assert [path.name for place in places.values() for path in place.rglob("*")] == []
    assert [path.name for source in sources for path in source.parent.iterdir()] == list(FORMS)
