import type { FormatterName } from './editor-language.ts'

/** SQL laid out anew, JSON printed with 4 spaces (part 1 section 9). Throws with the formatter's own words. */
export async function formatText(text: string, formatter: FormatterName): Promise<string> {
  if (formatter === 'json') return JSON.stringify(JSON.parse(text), null, 4)
  const { formatSql } = await import('./format-sql.ts')
  return formatSql(text, formatter)
}
