import { duckdb, formatDialect, mysql, postgresql, sql, sqlite } from 'sql-formatter'
import type { FormatterName } from './editor-language.ts'

const dialects = { postgresql, mysql, sqlite, duckdb, sql }

/** `{{ parameters }}` and sections stay as they are. */
const placeholders = { custom: [{ regex: String.raw`\{\{\{?[^{}]*\}\}\}?` }] }

export function formatSql(text: string, formatter: Exclude<FormatterName, 'json'>): string {
  return formatDialect(text, {
    dialect: dialects[formatter],
    paramTypes: placeholders,
    keywordCase: 'upper',
    tabWidth: 2,
  })
}
