"""What some packages add to a bundle and to its set-up: `python installer/growth.py dist/ckmdesk [NAME ...]`.

NAME: folders of the bundle, by default those of PDF. Packed by LZMA as in the set-up for Windows and in the Debian
package: solid, with a dictionary of 8 MB. Ends with 1 where PDF takes more than it may.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

OF_PDF = ("typst", "pikepdf", "pikepdf.libs", "pypdfium2", "pypdfium2_raw", "ckmcore/typesetting")
MOST_BUNDLE, MOST_SETUP = 110.0, 45.0  # megabytes that PDF may add
_FILTER = {"id": lzma.FILTER_LZMA1, "preset": 6, "dict_size": 8 << 20}


def files_of(bundle: Path, name: str) -> list[Path]:
    """The files of a folder of the bundle."""
    return sorted(file for file in (bundle / "_internal" / name).rglob("*") if file.is_file())


def megabytes(files: Iterable[Path]) -> tuple[float, float]:
    """Size of files, as they are and packed one after another."""
    packer = lzma.LZMACompressor(format=lzma.FORMAT_ALONE, filters=[_FILTER])
    plain = packed = 0
    for file in files:
        content = file.read_bytes()
        plain, packed = plain + len(content), packed + len(packer.compress(content))
    return plain / 1e6, (packed + len(packer.flush())) / 1e6


def main(bundle: Path, names: Sequence[str]) -> int:
    plain = packed = 0.0
    for name in names or OF_PDF:
        one = megabytes(files_of(bundle, name))
        plain, packed = plain + one[0], packed + one[1]
        print(f"{name}: {one[0]:.1f} MB, packed {one[1]:.1f} MB")
    print(f"together {plain:.1f} MB, packed {packed:.1f} MB")
    return int(not names and (plain > MOST_BUNDLE or packed > MOST_SETUP))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))
