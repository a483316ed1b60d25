import { unquote } from './sql-nodes.ts'

export interface WordAtCursor {
  /** the part before the last dot, without quotes; null without a dot */
  qualifier: string | null
  prefix: string
  /** where the word itself starts */
  from: number
  /** the opening quote of the word */
  quote: string | null
}

/** The dotted name that ends at the cursor, read from the text of its line before the cursor. */
export function wordBefore(lineText: string): WordAtCursor {
  const match = /((?:(?:"[^"]*"|`[^`]*`|[\p{L}_][\p{L}\p{N}_$]*)\.)*)(["`]?)([\p{L}\p{N}_$]*)$/u.exec(
    lineText,
  )
  const path = match?.[1] ?? ''
  const quote = match?.[2] || null
  const prefix = match?.[3] ?? ''
  const parts = path.match(/"[^"]*"|`[^`]*`|[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []
  const qualifier = parts.map((part) => (/^["`]/.test(part) ? unquote(part) : part)).join('.')
  return {
    qualifier: qualifier === '' ? null : qualifier,
    prefix,
    from: lineText.length - prefix.length - (quote ? 1 : 0),
    quote,
  }
}
