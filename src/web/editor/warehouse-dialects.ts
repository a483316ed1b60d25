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
