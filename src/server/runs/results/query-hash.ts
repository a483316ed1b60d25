import { createHash } from 'node:crypto'
import { isSignificant, type SqlDialect, scanSql } from '#shared/sql/scan-sql.ts'

/**
 * Identifies the results of a text: 32 hexadecimal digits, the MD5 of its UTF-8 as in Redash. It identifies equal texts
 * and protects nothing. White space outside literals is collapsed, comments are removed, case is kept. The text already
 * contains its parameters and its limit. A text without a dialect (YAML, JSON) is hashed as it is, because its white
 * space is significant.
 */
export function queryHash(text: string, dialect: SqlDialect | null): string {
  const canonical = dialect === null ? text : canonicalText(text, dialect)
  return createHash('md5').update(canonical).digest('hex')
}

/** The hashed text: significant parts, separated by one space in place of white space or a comment. */
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
