export { clickhouse } from './clickhouse-dialect.ts'
export { hive } from './hive-dialect.ts'

import { MySQL, SQLDialect, StandardSQL } from '@codemirror/lang-sql'

const bigqueryWords =
  'assert cluster declare except exclude execute immediate exists export extract for groups hash ignore intersect lateral merge nulls of offset options ordinal over partition pivot qualify respect safe_cast system_time tablesample unnest unpivot window within if elseif loop while repeat raise struct array'
const bigqueryTypes =
  'array bignumeric bool boolean bytes date datetime float64 geography int64 interval json numeric range string struct time timestamp'

/** BigQuery as the editor colors and completes it. */
export const bigquery = SQLDialect.define({
  ...MySQL.spec,
  keywords: `${MySQL.spec.keywords ?? ''} ${bigqueryWords}`,
  types: `${MySQL.spec.types ?? ''} ${bigqueryTypes}`,
  backslashEscapes: true,
  doubleQuotedStrings: true,
  identifierQuotes: '`',
  hashComments: true,
  spaceAfterDashes: false,
  charSetCasts: false,
  unquotedBitLiterals: false,
})

const snowflakeWords =
  'asof at before changes clone cluster copy exclude flatten ilike iff interval lateral limit match_condition match_recognize minus pivot qualify regexp rename replace rlike rowcount sample semi show stage table tablesample terse top transient undrop unpivot use warehouse within'
const snowflakeTypes =
  'array bigint binary boolean byteint date datetime decimal double float geography geometry int integer number numeric object real smallint string text time timestamp timestamp_ltz timestamp_ntz timestamp_tz tinyint varbinary varchar variant vector'

/** Snowflake as the editor colors and completes it. */
export const snowflake = SQLDialect.define({
  ...StandardSQL.spec,
  keywords: `${StandardSQL.spec.keywords ?? ''} ${snowflakeWords}`,
  types: `${StandardSQL.spec.types ?? ''} ${snowflakeTypes}`,
  backslashEscapes: true,
  doubleDollarQuotedStrings: true,
  slashComments: true,
  identifierQuotes: '"',
})

/** CQL as the editor colors and completes it. */
export const cassandra = SQLDialect.define({
  keywords:
    'add aggregate all allow alter and any apply as asc ascii authorize batch begin by called cast clustering column columnfamily compact contains counter create custom default delete desc describe distinct drop entries execute exists filtering finalfunc for from full function functions grant group if in index infinity initcond input insert into is json key keys keyspace keyspaces language like limit list login materialized mbean modify nan nologin norecursive nosuperuser not null of on options or order partition password per permission permissions primary rename replace replication returns revoke role roles schema select set sfunc static storage stype superuser table token to truncate ttl type unset update use user users using values view where with writetime',
  types:
    'ascii bigint blob boolean counter date decimal double duration float frozen inet int list map set smallint text time timestamp timeuuid tinyint tuple uuid varchar varint vector',
  slashComments: true,
})

const oracleWords =
  'authid autonomous_transaction body bulk collect connect_by_root connect cost cursor_sharing deterministic dual elsif exceptions exit fetch flashback forall goto instead keep level limit lock log loop materialized merge minus model nocopy nocycle nowait offline online package partition pivot pragma prior purge raise rebuild record reverse rowid rownum rowtype segment share siblings skip synonym sysdate systimestamp tablespace truncate unpivot validate varray versions while wait'
const oracleTypes =
  'bfile binary_double binary_float binary_integer blob boolean char clob date dec decimal float integer interval json long nchar nclob number numeric nvarchar2 pls_integer raw real rowid smallint timestamp urowid varchar varchar2 vector xmltype'

/** Oracle, with words of PL/SQL. */
export const oracle = SQLDialect.define({
  ...StandardSQL.spec,
  keywords: `${StandardSQL.spec.keywords ?? ''} ${oracleWords}`,
  types: oracleTypes,
  charSetCasts: true,
  doubleDollarQuotedStrings: false,
  operatorChars: '*/+-%<>!=~',
  doubleQuotedStrings: false,
  plsqlQuotingMechanism: true,
})
