import { format, type SqlLanguage, supportedDialects } from 'sql-formatter'

/** sql-formatter treats these as placeholders, so `{{ parameters }}` and sections stay unchanged. */
const mustacheTags = { custom: [{ regex: String.raw`\{\{\{?[^{}]*\}?\}\}` }] }

/**
 * Formats query text: SQL in the formatter's dialect with upper-case keywords, JSON with four spaces
 * (docs/reference/screens.md#source-editor). Throws an Error with the formatter's message if the text cannot be parsed.
 */
export function formatText(text: string, syntax: string, language = 'sql'): string {
  if (syntax === 'json') return JSON.stringify(JSON.parse(text), null, 4)
  if (syntax !== 'sql') return text
  return format(text, {
    language: isLanguage(language) ? language : 'sql',
    keywordCase: 'upper',
    tabWidth: 2,
    paramTypes: mustacheTags,
  })
}

function isLanguage(name: string): name is SqlLanguage {
  return supportedDialects.includes(name)
}

/** Whether the editor may offer to format this syntax. */
export function canFormat(syntax: string): boolean {
  return syntax === 'sql' || syntax === 'json'
}
