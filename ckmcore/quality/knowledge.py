"""What a reader knows of the method: a word for the attack, the command line and the desk."""

from __future__ import annotations

from typing import Literal

Knowledge = Literal["deviation", "zero_rule", "table"]
"""Of the cell-key method: D; and that an empty cell publishes 0; and which counts each row of the table can become."""
