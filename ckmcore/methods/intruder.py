"""What a reader knows of the method: a word for the attack, the command line and the desk."""

from __future__ import annotations

from typing import Literal

IntruderScenario = Literal["nothing", "deviation", "zero_rule", "table", "tableau"]
"""Of the cell-key method: only that an empty cell publishes 0; D; D and that an empty cell publishes 0; which counts
each row of the table can become; for which cell keys it becomes which.

Who has an ordered table that public software made of D, V, js and the stay probability has its tableau.

Who does not know D can guess it from the gaps of published sums, but proves nothing by it: a larger gap may come in the
next table. Without D a figure has therefore no upper end but where relations to known figures give it one.
"""
