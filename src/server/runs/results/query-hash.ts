import { createHash } from 'node:crypto'
import { isSignificant, type SqlDialect, tokenAt } from '#shared/sql/scan-sql.ts'

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
  // a run of significant tokens is copied as a whole
  let from = -1
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, dialect)
    if (isSignificant(token)) {
      if (from === -1) from = token.start
    } else if (from !== -1) {
      canonical += `${canonical === '' ? '' : ' '}${text.slice(from, token.start)}`
      from = -1
    }
    at = token.end
  }
  if (from === -1) return canonical
  return `${canonical}${canonical === '' ? '' : ' '}${text.slice(from)}`
}
