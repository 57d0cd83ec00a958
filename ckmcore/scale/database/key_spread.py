"""How the record keys of a relation are spread, as the database says it: no key leaves it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ckmcore.microdata.counter import Counter
from ckmcore.ptable.floor.key_floor import CLASSES, KeySpread, expected_distinct, spread_over
from ckmcore.scale.database import sql
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.tabulate.scan import never

# Of more keys, those of the lowest ones are told apart: so many.
MOST_TOLD_APART = 5_000_000


def spread_of_keys(counter: Counter | None, cancelled: Callable[[], bool] = never) -> KeySpread | None:
    """Statistics of keys in a database for rules F11 to F13; None where there are none. A relation has no order, so
    differences of neighbouring keys are undefined.

    There are two queries: keys in each of 100 classes, and the frequencies of keys, for large relations only of keys
    below a limit that about MOST_TOLD_APART records pass. Raises the errors of querying.
    """
    key = counter.key if isinstance(counter, DatabaseCounter) else None
    if key is None or not isinstance(counter, DatabaseCounter):
        return None
    modulus, classes = key.modulus, min(CLASSES, key.modulus)
    with counter.link.state() as connection:
        bound = sql.Bound(counter.link.dialect)
        relation = counter.source(connection, bound)
        class_table = counter.link.ask(sql.key_classes(relation, key, classes, bound), bound.values, cancelled)
        class_indices, numbers = (
            class_table.column("c").to_numpy().astype(np.intp),
            class_table.column("n").to_numpy().astype(np.int64),
        )
        class_counts = np.zeros(classes, dtype=np.int64)
        np.add.at(class_counts, class_indices, numbers)
        records = int(class_counts.sum())
        part_count = -(-records // MOST_TOLD_APART)
        limit = modulus if part_count <= 1 else max(1, modulus // part_count)
        bound = sql.Bound(counter.link.dialect)
        relation = counter.source(connection, bound)
        line = counter.link.ask(sql.key_repeats(relation, key, limit, bound), bound.values, cancelled).to_pylist()[0]
    expected, looked_at = expected_distinct(records, modulus), int(line["n"])
    share = int(line["d"]) / max(expected_distinct(looked_at, limit), 1e-9)
    distinct = int(line["d"]) if limit == modulus else round(share * expected)
    return KeySpread(records, modulus, distinct, expected, int(line["m"]), spread_over(class_counts, modulus), 0)
