"""Texts for the administrator of a database: a table of keys, a view with them, a role that only reads, and keys that
PostgreSQL derives itself. The program says them and never runs them: it writes to no database."""

from __future__ import annotations

from ckmcore.keys.record_keys import GENERATED_MODULUS
from ckmcore.scale.database.postgres import PostgresDialect, relation_parts


def _name(relation: str, added: str = "") -> str:
    schema, table = relation_parts(relation)
    return ".".join(map(PostgresDialect().quoted, (schema, table + added)))


def _trimmed(text: str) -> str:
    """SQL that trims blanks as `ckm keys` does for identifiers."""
    return f"btrim({text}, E' \\t\\n\\r\\f\\v')"


def keys_table(relation: str, identifier: str, column: str, file: str) -> str:
    """SQL that loads identifiers with keys from a CSV file by psql, and creates a view of the relation with its
    keys."""
    q = PostgresDialect().quoted
    keys, view, index = _name(relation, "_keys"), _name(relation, "_keyed"), q(relation_parts(relation)[1] + "_keys_id")
    path = file.replace("'", "''")
    return f"""create table {keys} ({q(identifier)} text not null, {q(column)} numeric(9, 9) not null);
\\copy {keys} from '{path}' with (format csv, header true, encoding 'UTF8')
create unique index {index} on {keys} ({q(identifier)});
create view {view} as
    select r.*, k.{q(column)} from {_name(relation)} r
    left join {keys} k on k.{q(identifier)} = {_trimmed(f"cast(r.{q(identifier)} as text)")};
"""


def reading_role(relation: str, user: str) -> str:
    """SQL that creates a role which may read one relation and nothing else."""
    q, schema = PostgresDialect().quoted, relation_parts(relation)[0]
    return f"""create role {q(user)} login nosuperuser nocreatedb nocreaterole connection limit 4;
alter role {q(user)} set default_transaction_read_only = on;
grant usage on schema {q(schema)} to {q(user)};
grant select on {_name(relation)} to {q(user)};
"""


def deriving_function(schema: str, reader: str) -> str:
    """SQL of a function that derives the key of an identifier as `ckm keys` does; only its owner can read the secret.

    key = (first 64 bits of HMAC-SHA-256(secret, identifier [+ line feed + period])) mod 10^9.
    """
    q, trimmed = PostgresDialect().quoted, _trimmed("identifier")
    quoted = q(schema)
    return f"""create extension if not exists pgcrypto with schema {quoted};
create table {quoted}.ckm_secret (secret bytea not null);
revoke all on {quoted}.ckm_secret from public;
create function {quoted}.ckm_key(identifier text, period text default '') returns numeric(9, 9)
language sql stable security definer set search_path = pg_catalog as $$
    select cast((n + case when n < 0 then 18446744073709551616 else 0 end) % {GENERATED_MODULUS} as numeric)
        / {GENERATED_MODULUS} from (
        select cast(cast(cast('x' || encode(substr({quoted}.hmac(
            convert_to({trimmed} || case when period = '' then '' else chr(10) || period end, 'UTF8'),
            (select secret from {quoted}.ckm_secret), 'sha256'), 1, 8), 'hex') as bit(64)) as bigint) as numeric) as n
    ) q where {trimmed} <> ''
$$;
revoke all on function {quoted}.ckm_key(text, text) from public;
grant execute on function {quoted}.ckm_key(text, text) to {q(reader)};
"""
