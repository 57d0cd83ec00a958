"""How a period says that its records are in a database: which relation, its columns, and where they are counted."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

import msgspec

from ckmcore.base.typed import decoded
from ckmcore.messages import sentence
from ckmcore.microdata.counter import elsewhere
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import PeriodSource

Held = Literal["database", "memory"]
"""Where the records of a relation are while tables are made of them."""


@dataclass(frozen=True)
class Roles:
    """Roles of a relation's columns. modulus: of integer keys, None for decimals; any_member: variables for which one
    member's category suffices where households are counted; period: column of the reporting period, "" for none;
    period_code: only these records are used."""

    dimensions: tuple[str, ...]
    key: str = ""
    modulus: int | None = None
    weight: str = ""
    magnitudes: tuple[str, ...] = ()
    household: str = ""
    any_member: tuple[str, ...] = ()
    period: str = ""
    period_code: str = ""


@dataclass(frozen=True)
class RelationReading:
    """How a relation is read. address: name of its database in the policy; relation: its name there; roles: of its
    columns; held: where the records are while tables are made. It names neither server nor account."""

    address: str
    relation: str
    roles: Roles
    held: Held = "database"

    def text(self) -> str:
        """JSON text as kept in a statistic."""
        kept_fields = asdict(self)
        if self.held == "database":
            del kept_fields["held"]  # as it was before there was another place
        if not self.roles.period:
            del (
                kept_fields["roles"]["period"],
                kept_fields["roles"]["period_code"],
            )  # and before one relation held several
        return msgspec.json.encode(kept_fields).decode()


def reading_of(source: PeriodSource) -> RelationReading:
    """How the relation of a source of kind `database` is read."""
    return decoded(source.reading, RelationReading)


def refuse_copy(statistic: Statistic) -> None:
    """Raise records_elsewhere where the records of the current period come from a database; these are never written to
    disk, even if they are in memory."""
    source = statistic.period.source
    if source is not None and source.kind == "database":
        raise elsewhere(reading_of(source).address, sentence("records_for_prepared"))
