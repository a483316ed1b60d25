/** The keywords that people write in queries, the more frequent ones first. */
const everywhere = [
  'select, from, where, group by, order by, limit, left join, join, on, and, or, as, with, having, distinct, case, when, then',
  'else, end, in, not in, is null, is not null, between, like, not, null, exists, union all, union, inner join, right join',
  'full join, cross join, using, desc, asc, offset, over, partition by, insert into, values, update, set, delete from, true',
  'false, except, intersect, all, any, cast, interval, rows between, range between, unbounded preceding, current row',
  'unbounded following, preceding, following, within group, filter, window, recursive, lateral, natural join, create table',
  'create view, create index, drop table, drop view, alter table, add column, drop column, rename to, truncate, explain',
  'analyze, primary key, foreign key, references, default, check, unique, constraint, fetch first, rows only, nulls first',
  'nulls last, grouping sets, rollup, cube, escape, begin, commit, rollback, grant, revoke, view, table, database, schema',
].join(', ')

const own: Readonly<Record<string, string>> = {
  postgresql:
    'ilike, returning, on conflict, do nothing, do update set, materialized, at time zone, similar to, tablesample, vacuum, array, current_date, current_timestamp, for update, is distinct from, is not distinct from',
  duckdb:
    'ilike, qualify, exclude, replace, asof join, positional join, semi join, anti join, pivot, unpivot, describe, summarize, sample, attach, copy, returning, current_date, current_timestamp, is distinct from, order by all, group by all, union by name',
  mysql:
    'regexp, rlike, on duplicate key update, ignore, straight_join, show tables, describe, div, mod, separator, collate, current_date, current_timestamp, for update, replace into, binary',
  sqlite:
    'glob, regexp, match, returning, on conflict, do nothing, do update set, collate nocase, without rowid, pragma, isnull, notnull, indexed by, replace into, current_date, current_timestamp',
  transactsql:
    'top, pivot, unpivot, cross apply, outer apply, offset, fetch next, for json path, merge, output, try_cast, declare, with (nolock)',
  plsql:
    'fetch next, connect by, start with, minus, pivot, unpivot, listagg, within group, merge into, returning into, sysdate, systimestamp, rownum, dual, nvl, declare, model, for update, at time zone, level, prior',
  snowflake:
    'ilike, qualify, pivot, unpivot, flatten, sample, match_recognize, exclude, rename, show tables, use schema, use warehouse, at, before, merge into, current_date, current_timestamp',
  bigquery:
    'qualify, unnest, struct, array, except, replace, pivot, unpivot, for system_time as of, tablesample system, merge, safe_cast, window, assert, declare',
  hive: 'rlike, ilike, lateral view, explode, tablesample, distribute by, cluster by, sort by, left semi join, left anti join, pivot, describe, show tables, show databases, use, insert overwrite, partition, stored as, msck repair table, invalidate metadata, compute stats, current_date, current_timestamp',
  clickhouse:
    'prewhere, final, sample, array join, left array join, any join, asof join, global in, limit by, settings, format, ilike, with fill, with totals, describe, show tables, optimize table, global join',
}

const types: Readonly<Record<string, string>> = {
  standard:
    'integer, bigint, smallint, numeric, decimal, real, double precision, varchar, char, boolean, date, time, timestamp',
  postgresql:
    'text, integer, bigint, numeric, date, timestamp, timestamptz, boolean, jsonb, json, uuid, double precision, real, smallint, interval, time, varchar, char, bytea, inet, int4, int8, float8, regclass, text[], int[]',
  duckdb:
    'varchar, integer, bigint, hugeint, double, float, decimal, date, timestamp, timestamptz, time, interval, boolean, json, uuid, blob, tinyint, smallint, ubigint, uinteger, struct, map, list, varchar[], integer[]',
  mysql:
    'signed, unsigned, decimal, char, date, datetime, time, double, float, json, binary, year, int, bigint, varchar, text',
  sqlite: 'integer, real, text, blob, numeric',
  transactsql:
    'int, bigint, decimal, numeric, float, nvarchar, varchar, date, datetime2, datetime, datetimeoffset, time, bit, uniqueidentifier, money, smallint, nchar',
  plsql:
    'number, varchar2, nvarchar2, char, date, timestamp, timestamp with time zone, interval day to second, clob, blob, raw, binary_double, binary_float, integer',
  snowflake:
    'varchar, number, float, boolean, date, timestamp_ntz, timestamp_tz, timestamp_ltz, time, variant, object, array, integer, string, binary',
  bigquery:
    'string, int64, float64, numeric, bignumeric, bool, date, datetime, timestamp, time, json, bytes, array, struct, interval',
  clickhouse:
    'String, Int32, Int64, UInt8, UInt32, UInt64, Float64, Date, DateTime, DateTime64, Decimal, Nullable, Array, UUID, LowCardinality, Bool',
}

/** What dialects share their words with. */
const alike: Readonly<Record<string, string>> = {
  mariadb: 'mysql',
  tidb: 'mysql',
  redshift: 'postgresql',
  tsql: 'transactsql',
}

export function dialectOf(formatter: string | undefined): string {
  return alike[formatter ?? ''] ?? formatter ?? 'standard'
}

export function keywordsOf(dialect: string): readonly string[] {
  return [...new Set(listed(`${everywhere}, ${own[dialect] ?? ''}`))]
}

export function typesOf(dialect: string): readonly string[] {
  return listed(types[dialect] ?? types['standard'] ?? '')
}

function listed(words: string): string[] {
  return words.split(', ').filter(Boolean)
}

const firstKeyword = /\b(select|with|insert|update|delete|from|where|explain)\b/i

/** In which case words are written: that of the word begun, at its start that of the first keyword before it. */
export function writesUpperCase(word: string, before: string): boolean {
  if (word.length > 1) return word === word.toUpperCase()
  const keyword = firstKeyword.exec(before)?.[0] ?? word
  return keyword !== '' && keyword === keyword.toUpperCase()
}
