import { MSSQL, MySQL, PostgreSQL, type SQLDialect, SQLite, StandardSQL, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import type { DataSource, SqlStyle } from '#shared/data-sources/data-sources-api.ts'
import type { NameStyle } from './quote-name.ts'

/** The properties of a data source that the editor needs. */
export type EditorSource = Pick<DataSource, 'syntax' | 'sql_style'> & {
  /** the type of the data source, for the colors of query languages that are not SQL */
  type?: string
}

type DialectName = SqlStyle['dialect']
type LazyDialect = 'hive' | 'clickhouse' | 'bigquery' | 'snowflake' | 'cassandra' | 'oracle'

const dialects: Readonly<Record<Exclude<DialectName, LazyDialect>, SQLDialect>> = {
  standard: StandardSQL,
  postgresql: PostgreSQL,
  mysql: MySQL,
  mssql: MSSQL,
  sqlite: SQLite,
}

/** Dialects with long lists of words of our own are fetched when a data source has them. */
async function dialectOf(name: DialectName): Promise<SQLDialect> {
  return name in dialects
    ? dialects[name as keyof typeof dialects]
    : (await import('./further-dialects.ts'))[name as LazyDialect]
}

/** `dialect` matters only for SQL, `type` only for languages that no syntax names. */
export async function languageOf(
  syntax: string,
  dialect: SqlStyle['dialect'] = 'standard',
  type = '',
): Promise<Extension> {
  switch (syntax) {
    case 'sql': {
      return sql({ dialect: await dialectOf(dialect) })
    }
    case 'json': {
      const { json } = await import('@codemirror/lang-json')
      return json()
    }
    case 'yaml': {
      const { yaml } = await import('@codemirror/lang-yaml')
      return yaml()
    }
    case 'custom': {
      const { queryLanguageOf } = await import('./query-languages.ts')
      return queryLanguageOf(type)
    }
    default:
      return []
  }
}

/** How the schema browser inserts names. */
export function namesOf({ sql_style }: EditorSource): NameStyle {
  return sql_style ?? { quote: '"', folds_case: false }
}
