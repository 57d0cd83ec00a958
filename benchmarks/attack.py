"""The attack on linked tables: about ten thousand cells in two tables that share a variable, every interval exact."""

from __future__ import annotations

from collections.abc import Sequence

import ckmcore as ckm
from benchmarks.ours import timed
from benchmarks.report import Timing
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_tables

TABLES = (("district", "age"), ("age", "occupation"))


class AttackWrong(Exception):
    """What was proven does not hold for the originals, or is not everything: its time means nothing."""


def measure(data: ckm.Microdata, runs: int, tables: Sequence[tuple[str, ...]] = TABLES) -> Timing:
    """Some runs, from tabulated tables to the interval of every cell."""
    method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
    raws = [ckm.tabulate(data, ckm.TableSpec(rows=table)) for table in tables]
    found: list[LinkedAttack] = []

    def run() -> None:
        found.append(attack_tables(raws, data, method))

    seconds = tuple(timed(run) for _ in range(runs))
    for one in found:
        check(one, raws)
    names = " and ".join(" x ".join(table) for table in tables)
    note = f"{names}, {found[0].cells:,} cells together, D = 5; all intervals exact and around the originals"
    return Timing("attack on linked tables", seconds, note)


def check(found: LinkedAttack, raws: Sequence[ckm.RawTable]) -> None:
    """Raises AttackWrong where an original lies outside its interval, or an interval is not exact."""
    if found.exact < found.cells:
        raise AttackWrong(f"{found.cells - found.exact} intervals of {found.cells} are not exact")
    for raw, table in zip(raws, found.tables, strict=True):
        places, counts = table.table.places[()][0], raw.blocks[0].counts
        if (found.known.low[places] > counts).any() or (counts > found.known.high[places]).any():
            raise AttackWrong("an original lies outside its interval")
