import { format, type SqlLanguage, supportedDialects } from 'sql-formatter'

/** `{{ parameters }}` and sections stay as they are: sql-formatter treats them as placeholders. */
const mustacheTags = { custom: [{ regex: String.raw`\{\{\{?[^{}]*\}?\}\}` }] }

/**
 * Pretty-prints query text: SQL in the formatter's language with keywords in upper case, JSON with four
 * spaces (docs/reference/screens.md#source-editor). Throws an Error with the formatter's own words when the text cannot
 * be read.
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
