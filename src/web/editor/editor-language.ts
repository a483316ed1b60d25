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
}

interface Dialect {
  sql: SQLDialect
  names: NameStyle
}

const standard: Dialect = { sql: StandardSQL, names: { quote: '"', foldsCase: false } }

/** Dialects by data source type; every other type is written in standard SQL. */
const dialects: Readonly<Record<string, Dialect>> = {
  pg: { sql: PostgreSQL, names: { quote: '"', foldsCase: true } },
  mysql: { sql: MySQL, names: { quote: '`', foldsCase: false } },
  sqlite: { sql: SQLite, names: { quote: '"', foldsCase: false } },
  duckdb: { sql: PostgreSQL, names: { quote: '"', foldsCase: false } },
}

export async function languageOf(source: EditorSource): Promise<EditorLanguage> {
  switch (source.syntax) {
    case 'sql': {
      const dialect = dialects[source.type] ?? standard
      return {
        extension: sql({ dialect: dialect.sql, upperCaseKeywords: true }),
        keywords: keywordCompletionSource(dialect.sql, true),
        names: dialect.names,
      }
    }
    case 'json': {
      const { json } = await import('@codemirror/lang-json')
      return { extension: json(), keywords: null, names: standard.names }
    }
    case 'yaml': {
      const { yaml } = await import('@codemirror/lang-yaml')
      return { extension: yaml(), keywords: null, names: standard.names }
    }
    default:
      return { extension: [], keywords: null, names: standard.names }
  }
}

/** Names as they are inserted from the schema browser. */
export function namesOf(source: EditorSource): NameStyle {
  return (source.syntax === 'sql' ? dialects[source.type]?.names : undefined) ?? standard.names
}
