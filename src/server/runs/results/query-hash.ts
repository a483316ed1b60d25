import { createHash } from 'node:crypto'
import { isSignificant, type SqlDialect, scanSql } from '#shared/queries/scan-sql.ts'

/**
 * The name under which results of a text are kept: 32 hexadecimal digits, the MD5 of its UTF-8 as in Redash. It names
 * equal texts and protects nothing. White space outside literals is collapsed, comments are removed, case is kept. The
 * text has its parameters and its limit already. A text without a dialect (YAML, JSON) is hashed as it is, because white
 * space means something there.
 */
export function queryHash(text: string, dialect: SqlDialect | null): string {
  const canonical = dialect === null ? text : canonicalText(text, dialect)
  return createHash('md5').update(canonical).digest('hex')
}

/** The text that is hashed: significant parts, with one space where white space or a comment stood. */
export function canonicalText(text: string, dialect: SqlDialect): string {
  let canonical = ''
  let gap = false
  for (const token of scanSql(text, dialect)) {
    if (!isSignificant(token)) {
      gap = true
      continue
    }
    if (gap && canonical !== '') canonical += ' '
    gap = false
    canonical += text.slice(token.start, token.end)
  }
  return canonical
}
