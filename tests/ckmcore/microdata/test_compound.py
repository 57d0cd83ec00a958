"""Workbooks of Excel 97: what would end the process is refused in a sentence."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest

from ckmcore.microdata import read_microdata
from ckmcore.microdata.compound import Broken, check_compound
from ckmcore.microdata.errors import FileDamaged

XLS = Path(__file__).with_name("small.xls").read_bytes()
FAT = 512 * (1 + struct.unpack_from("<I", XLS, 76)[0])


def test_a_workbook_as_excel_97_keeps_it_is_read() -> None:
    data = read_microdata(Path(__file__).with_name("small.xls"), ["SEX", "AGS"], magnitudes=["M"])
    assert data.rows == 60
    assert data.dimensions["AGS"].codes[:3] == ("00", "01", "02")
    check_compound(XLS)


@pytest.mark.parametrize("first", range(4))
def test_a_chain_that_comes_back_to_itself_is_refused(tmp_path: Path, first: int) -> None:
    path = tmp_path / "circle.xls"
    path.write_bytes(XLS[: FAT + 4 * first] + struct.pack("<I", first) + XLS[FAT + 4 * first + 4 :])
    with pytest.raises(FileDamaged, match="no end"):
        read_microdata(path, ["SEX"])


def test_a_cell_far_out_is_refused(tmp_path: Path) -> None:
    cell = struct.pack("<HH", 0x00FD, 10)  # a text
    place = XLS.index(cell)
    path = tmp_path / "far.xls"
    path.write_bytes(XLS[: place + 6] + struct.pack("<H", 60_000) + XLS[place + 8 :])
    with pytest.raises(FileDamaged, match="last column"):
        read_microdata(path, ["SEX"])


def test_a_sheet_that_says_to_be_larger_than_sheets_are_is_refused(tmp_path: Path) -> None:
    place = XLS.index(struct.pack("<HH", 0x0200, 14))
    path = tmp_path / "large.xls"
    path.write_bytes(XLS[: place + 8] + struct.pack("<I", 0x7FFFFFFF) + XLS[place + 12 :])
    with pytest.raises(FileDamaged, match="larger than sheets"):
        read_microdata(path, ["SEX"])


def test_what_is_cut_off_is_refused() -> None:
    for length in (0, 100, 511):
        with pytest.raises(Broken):
            check_compound(XLS[:length])


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_packed_text_that_is_damaged_is_a_damaged_file(tmp_path: Path, method: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("a.csv", b"A;B\n" + b"1;2\n" * 500)
    content = bytearray(packed.getvalue())
    content[40:52] = b"\xff" * 12
    (tmp_path / "a.zip").write_bytes(bytes(content))
    with pytest.raises(FileDamaged):
        read_microdata(tmp_path / "a.zip", ["A"])
