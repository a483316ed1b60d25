import type { CompletionSource } from '@codemirror/autocomplete'
import {
  keywordCompletionSource,
  MySQL,
  PostgreSQL,
  type SQLDialect,
  SQLite,
  StandardSQL,
  sql,
} from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import type { NameStyle } from './quote-name.ts'

/** What the editor has to know of a data source. */
export interface EditorSource {
  type: string
  syntax: string
}

export interface EditorLanguage {
  extension: Extension
  keywords: CompletionSource | null
  names: NameStyle
  formatter: FormatterName | null
}

/** Names of the formatters in format-text.ts. */
export type FormatterName = 'postgresql' | 'mysql' | 'sqlite' | 'duckdb' | 'sql' | 'json'

interface Dialect {
  sql: SQLDialect
  names: NameStyle
  formatter: FormatterName
}

const standard: Dialect = { sql: StandardSQL, names: { quote: '"', foldsCase: false }, formatter: 'sql' }

/** Dialects by data source type; every other type is written in standard SQL. */
const dialects: Readonly<Record<string, Dialect>> = {
  pg: { sql: PostgreSQL, names: { quote: '"', foldsCase: true }, formatter: 'postgresql' },
  mysql: { sql: MySQL, names: { quote: '`', foldsCase: false }, formatter: 'mysql' },
  sqlite: { sql: SQLite, names: { quote: '"', foldsCase: false }, formatter: 'sqlite' },
  duckdb: { sql: PostgreSQL, names: { quote: '"', foldsCase: false }, formatter: 'duckdb' },
}

export async function languageOf(source: EditorSource): Promise<EditorLanguage> {
  switch (source.syntax) {
    case 'sql': {
      const dialect = dialects[source.type] ?? standard
      return {
        extension: sql({ dialect: dialect.sql, upperCaseKeywords: true }),
        keywords: keywordCompletionSource(dialect.sql, true),
        names: dialect.names,
        formatter: dialect.formatter,
      }
    }
    case 'json': {
      const { json } = await import('@codemirror/lang-json')
      return { extension: json(), keywords: null, names: standard.names, formatter: 'json' }
    }
    case 'yaml': {
      const { yaml } = await import('@codemirror/lang-yaml')
      return { extension: yaml(), keywords: null, names: standard.names, formatter: null }
    }
    default:
      return { extension: [], keywords: null, names: standard.names, formatter: null }
  }
}

/** Names as they are inserted from the schema browser. */
export function namesOf(source: EditorSource): NameStyle {
  return (source.syntax === 'sql' ? dialects[source.type]?.names : undefined) ?? standard.names
}

/** Format is unavailable when the syntax has no formatter (part 1 section 5). */
export function formatterOf(source: EditorSource): FormatterName | null {
  if (source.syntax === 'json') return 'json'
  return source.syntax === 'sql' ? (dialects[source.type] ?? standard).formatter : null
}
