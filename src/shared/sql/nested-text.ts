/**
 * What a string literal holds around a value, if something may read its text as a language of its own, such as
 * `query_to_xml('select … where name = ''{{ x }}''')`. A quote: the value is in such quotes there. `code`: it is a part
 * of a statement. null: nothing known, such as `'Sales in {{ x }}'`.
 */
export type Nesting = "'" | '"' | 'code' | null

const statement =
  /^[\s(]*(?:select|with|insert|update|delete|merge|replace|call|exec|execute|do|begin|declare|from|values|table)\b|\bwhere\b/i

/** `inside`: the text between the quotes of a literal; `offset`: that of the marker of the value in it. */
export function nestingOf(inside: string, offset: number, quote: string): Nesting {
  let open: "'" | '"' | null = null
  for (let at = 0; at < offset; at++) {
    const char = inside[at]
    if (char === "'" || char === '"') open = open === null ? char : open === char ? null : open
    // the quote of the literal is doubled, or escaped
    if (char === quote && inside[at + 1] === quote) at++
  }
  return open ?? (statement.test(inside) ? 'code' : null)
}

/** Whether this text from data stays what it is there: in the quotes, or a number or name. */
export function staysNested(text: string, nesting: Nesting): boolean {
  if (nesting === null) return true
  if (nesting === 'code') return /^[\p{L}\p{N}_.]*$/u.test(text)
  return !text.includes(nesting) && !/[\\\p{Cc}]/u.test(text)
}
