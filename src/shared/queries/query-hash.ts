import { md5 } from './md5.ts'
import { isSignificant, type SqlDialect, scanSql } from './scan-sql.ts'

/**
 * The name under which results of a text are kept: 32 hexadecimal digits. White space outside literals is collapsed,
 * comments are removed, case is kept (spec/README); the text has its parameters and its limit already. A text without
 * a dialect (YAML, JSON) is hashed as it stands, as white space means something there.
 */
export function queryHash(text: string, dialect: SqlDialect | null): string {
  return md5(dialect === null ? text : canonicalText(text, dialect))
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
