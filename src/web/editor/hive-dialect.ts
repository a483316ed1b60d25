import { MySQL, SQLDialect } from '@codemirror/lang-sql'

/** Words of Hive, Spark and Impala that MySQL does not have. */
const words =
  'anti array_contains bucket buckets cluster clustered compute cube database databases dbproperties describe ' +
  'directory distribute exchange explode external extended fields formatted from_unixtime full grouping ilike inpath ' +
  'insert_only invalidate lateral lazy limit location managed map metadata msck nulls over overwrite partition ' +
  'partitioned partitions percent pivot preceding purge qualify range recover reduce refresh rollup rows semi serde ' +
  'serdeproperties sets skewed sort sorted stats stored stratify tablesample tblproperties temporary transform unbounded ' +
  'uncache unpivot upsert view views window'
const types = 'array map named_struct string struct timestamp_ltz timestamp_ntz uniontype variant'

/** Hive, Spark and Impala as the editor colors and completes them. */
export const hive = SQLDialect.define({
  ...MySQL.spec,
  keywords: `${MySQL.spec.keywords ?? ''} ${words}`,
  types: `${MySQL.spec.types ?? ''} ${types}`,
  backslashEscapes: true,
  doubleQuotedStrings: true,
  identifierQuotes: '`',
  hashComments: false,
  spaceAfterDashes: false,
  charSetCasts: false,
  unquotedBitLiterals: false,
})
