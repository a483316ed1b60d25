import { format, type SqlLanguage } from 'sql-formatter'

/** `{{ parameters }}` and sections stay as they are: sql-formatter treats them as placeholders. */
const mustacheTags = { custom: [{ regex: String.raw`\{\{\{?[^{}]*\}?\}\}` }] }

const sqlLanguages: Readonly<Record<string, SqlLanguage>> = {
  pg: 'postgresql',
  mysql: 'mysql',
  sqlite: 'sqlite',
  duckdb: 'duckdb',
}

/**
 * Pretty-prints query text: SQL by the dialect of the data source type with keywords in upper case, JSON with four
 * spaces (docs/reference/screens.md#source-editor). Throws an Error with the formatter's own words when the text cannot
 * be read.
 */
export function formatText(text: string, syntax: string, dataSourceType = ''): string {
  if (syntax === 'json') return JSON.stringify(JSON.parse(text), null, 4)
  if (syntax !== 'sql') return text
  return format(text, {
    language: sqlLanguages[dataSourceType] ?? 'sql',
    keywordCase: 'upper',
    tabWidth: 2,
    paramTypes: mustacheTags,
  })
}

/** Whether the editor may offer to format this syntax. */
export function canFormat(syntax: string): boolean {
  return syntax === 'sql' || syntax === 'json'
}
