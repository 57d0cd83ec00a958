"""Settings of an office that writes a dash for 0."""

from __future__ import annotations

from dataclasses import replace

import ckmcore as ckm
from ckmcore.office.settings import Office

OFFICE = Office(name=ckm.Texts("Office", "Amt"), font="Arial")


DASH = replace(OFFICE, zero="dash")
