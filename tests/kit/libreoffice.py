"""Files that LibreOffice makes of ours."""

from __future__ import annotations

import subprocess
from pathlib import Path


def converted(path: Path, form: str, folder: Path) -> list[Path]:
    """The files that LibreOffice makes of a file."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    out = folder / "out"
    command = ["soffice", profile, "--headless", "--convert-to", form, "--outdir", str(out), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return sorted(out.iterdir())
