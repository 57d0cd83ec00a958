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
    """What the columns of a relation are. modulus: of keys that are whole numbers; decimals have as many digits as
    they have. any_member: variables of which one member's category is enough, where households are counted. period: the
    column that says of which reporting period a record is; only those of `period_code` are the data then, else all."""

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
    """How a relation is read: `address`, the name of its database in the policy, what it is called there, and what its
    columns are. Neither server nor account. held: where the records are while tables are made of them."""

    address: str
    relation: str
    roles: Roles
    held: Held = "database"

    def text(self) -> str:
        """As a statistic keeps it."""
        kept = asdict(self)
        if self.held == "database":
            del kept["held"]  # as it was before there was another place
        if not self.roles.period:
            del kept["roles"]["period"], kept["roles"]["period_code"]  # and before one relation held several
        return msgspec.json.encode(kept).decode()


def reading_of(source: PeriodSource) -> RelationReading:
    """How the relation of a source of the kind `database` is read."""
    return decoded(source.reading, RelationReading)


def refuse_copy(statistic: Statistic) -> None:
    """Raises records_elsewhere where the records of the current period come from a database: also those that are in
    memory are not written to a disk."""
    source = statistic.period.source
    if source is not None and source.kind == "database":
        raise elsewhere(reading_of(source).address, sentence("records_for_prepared"))
