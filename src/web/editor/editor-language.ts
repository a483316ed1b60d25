import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import {
  Cassandra,
  keywordCompletionSource,
  MariaSQL,
  MSSQL,
  MySQL,
  PLSQL,
  PostgreSQL,
  type SQLDialect,
  SQLite,
  StandardSQL,
  sql,
} from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import type { DataSource, SqlStyle } from '#shared/data-sources/data-sources-api.ts'
import type { NameStyle } from './quote-name.ts'

/** The properties of a data source that the editor needs. */
export type EditorSource = Pick<DataSource, 'syntax' | 'sql_style'>

export interface EditorLanguage {
  extension: Extension
  keywords: CompletionSource | null
}

const dialects: Readonly<Record<SqlStyle['dialect'], SQLDialect>> = {
  standard: StandardSQL,
  postgresql: PostgreSQL,
  mysql: MySQL,
  mariadb: MariaSQL,
  mssql: MSSQL,
  sqlite: SQLite,
  cassandra: Cassandra,
  plsql: PLSQL,
}

/** `dialect` matters only for SQL. */
export async function languageOf(
  syntax: string,
  dialect: SqlStyle['dialect'] = 'standard',
): Promise<EditorLanguage> {
  switch (syntax) {
    case 'sql': {
      return {
        extension: sql({ dialect: dialects[dialect], upperCaseKeywords: true }),
        keywords: keywordCompletion(dialects[dialect]),
      }
    }
    case 'json': {
      const { json } = await import('@codemirror/lang-json')
      return { extension: json(), keywords: null }
    }
    case 'yaml': {
      const { yaml } = await import('@codemirror/lang-yaml')
      return { extension: yaml(), keywords: null }
    }
    default:
      return { extension: [], keywords: null }
  }
}

/** How the schema browser inserts names. */
export function namesOf({ sql_style }: EditorSource): NameStyle {
  return sql_style ?? { quote: '"', folds_case: false }
}

/** The keywords that people write in queries. The dialects list hundreds more, which would stand in the way. */
const common = new Set(
  (
    'abs all alter analyze and any array as asc at avg begin between both by call cascade case cast check coalesce collate ' +
    'column commit constraint count create cross cube cume_dist current current_date current_time current_timestamp ' +
    'current_user database date day default delete dense_rank desc describe distinct do drop each else end escape except ' +
    'exists explain extract false fetch filter first first_value following for foreign from full function glob global ' +
    'grant group grouping having hour ignore ilike in index inner insert intersect interval into is isnull join key ' +
    'lag last last_value lateral lead leading left like limit local lower match materialized max merge min minute mod ' +
    'month natural next not notnull nth_value ntile null nullif nulls of offset on only or order ordinality outer over ' +
    'overlay partition percent percent_rank percentile_cont percentile_disc pivot position preceding primary prior ' +
    'procedure qualify range rank recursive references regexp rename replace respect returning revoke right rlike ' +
    'rollback rollup round row row_number rows schema second select session_user set sets show similar some start ' +
    'substring sum symmetric table tables tablesample temporary then time timestamp to top trailing transaction trim true ' +
    'truncate unbounded union unique unnest unpivot update upper use using values view when where window with within ' +
    'without year zone'
  ).split(' '),
)

/** Keywords, types and functions of a dialect, in the case that the user writes. */
function keywordCompletion(dialect: SQLDialect): CompletionSource {
  const lower = keywordCompletionSource(dialect, false, (label, type) => ({ label, type, boost: -1 }))
  const upper = keywordCompletionSource(dialect, true, (label, type) => ({ label, type, boost: -1 }))
  return async (context) => {
    // after a dot, only names make sense
    if (context.matchBefore(/\.[\p{L}\p{N}_$]*/u)) return null
    const found = await (writesUpperCase(context) ? upper : lower)(context)
    return found && onlyCommon(found)
  }
}

function onlyCommon(found: CompletionResult): CompletionResult {
  const options = found.options.filter(
    ({ label, type }) => type !== 'keyword' || common.has(label.toLowerCase()),
  )
  return { ...found, options }
}

/** How far back the first keyword is searched. */
const reach = 2000

/** By the word that is being written; at its start, by the first keyword before it. */
function writesUpperCase(context: CompletionContext): boolean {
  const word = context.matchBefore(/[\p{L}_]+/u)?.text ?? ''
  if (word.length > 1) return word === word.toUpperCase()
  const before = context.state.sliceDoc(Math.max(0, context.pos - reach), context.pos)
  const keyword = /\b(select|with|insert|update|delete|from|where|explain)\b/i.exec(before)?.[0] ?? word
  return keyword !== '' && keyword === keyword.toUpperCase()
}
